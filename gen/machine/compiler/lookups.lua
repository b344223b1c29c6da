-- Look-up tables of constants: takes the node of a table, and returns its name in C and, once per file, its text.

local declare = require "reading.declare"
local expr = require "compiler.expr"
local lists = require "lists"
local spelling = require "compiler.spelling"

local lookups = {}

-- The table as a C initialiser, with a constant on each line; the last one is repeated up to the array's length.
local function text_of(name, type, node)
  local lines = { ("static const %s %s[%d] = {"):format(spelling.memory_type(type), name, node.length) }
  for i = 1, node.length do
    lines[#lines + 1] = ("    %s,"):format(spelling.constant(type, node.table[math.min(i, #node.table)]))
  end
  lines[#lines + 1] = "};"
  return table.concat(lines, "\n")
end

-- The name of a node's table in a file. Equal tables are listed once, in order of first use.
function lookups.name(list, prefix, node)
  local type, count = node.type:match("^table_(.*)$"), 1
  local key = ("%s %d %s"):format(type, node.length, lists.commas(node.table))
  local base = prefix .. "_" .. expr.called(node.of or node)
  if list[key] then return list[key] end
  local name = base
  while list[name] do
    count = count + 1
    name = base .. "_" .. count
  end
  list[key], list[name], list[#list + 1] = name, true, text_of(name, type, node)
  return name
end

-- The plain C tables for a kernel.
function lookups.in_plain_c(kernel, node)
  return lookups.name(kernel.tables, kernel.name .. "_" .. declare.plain.name, node)
end

return lookups
