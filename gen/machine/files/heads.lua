-- What the head of a kernel's file says that it does: the operator's meaning, as far as it is about that file's dtypes.

local declare = require "reading.declare"
local expr = require "compiler.expr"
local lists = require "lists"
local template = require "template"

local heads = {}

-- What the first words of a clause name.
local classes = {
  integers = lists.set { "int", "uint" }, signed = lists.set { "int" }, floats = lists.set { "float", "half" },
  numbers = lists.set { "int", "uint", "float", "half" }, bools = lists.set { "bool" }, bool = lists.set { "bool" },
}

-- What a clause of an operator's meaning says at a choice of dtypes; nil where it is about others. A clause may begin
-- with the classes that it is about: of T ("integers wrap", "floats: …"), of an operand ("signed exponent: …"),
-- behind "to" of the result ("floats to integers: …").
local function clause_at(op, types, clause)
  local subject, rest = clause:match("^([%a ]+): (.+)$")
  subject = subject or clause:match("^%a*")
  local name, type = subject:match("%a*$"), types.T
  for i, operand in ipairs(op.operands) do
    if operand == name then type = types[op.takes[i]] or op.takes[i] end
  end
  local holds = true
  for word in subject:gmatch("%a+") do
    if word == "to" then
      type = types[op.gives] or op.gives
    elseif classes[word] then
      holds = holds and classes[word][expr.class(type)]
    elseif word ~= name then
      return clause
    end
  end
  return holds and (rest or clause) or nil
end

-- The meaning at these choices of dtypes: the clauses, which semicolons set apart, that are about one of them.
local function says(op, choices)
  local clauses = {}
  for clause in (op.says .. ";"):gmatch("%s*(.-);") do
    local own = lists.map(choices, function(types) return clause_at(op, types, clause) end)
    clauses[#clauses + 1] = own[1]
  end
  return (table.concat(clauses, "; "):gsub("%f[%w][TUV]%f[%W]", function(variable)
    local names, seen = {}, {}
    for _, types in ipairs(choices) do
      local name = types[variable]
      if not seen[name] then names[#names + 1], seen[name] = name, true end
    end
    return table.concat(names, " or ")
  end))
end

-- For a kernel on an ISA, and the tables that it serves.
function heads.title(isa, kernel, entries)
  local op, choices = kernel.op, lists.map(entries, function(entry) return entry.types end)
  local dtypes = lists.english(lists.map(choices, declare.suffix))
  return template.wrap(("%s, %s, %s: out = %s"):format(op.name, dtypes, isa.says, says(op, choices)), 117, "\n * ")
end

return heads
