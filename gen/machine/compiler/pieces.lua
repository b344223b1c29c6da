-- Pieces: named parts of expressions. Takes a name, a function that builds such a part, and its arguments; returns
-- the node of a new word, whose recipe is that function. So the part becomes a function of one register in an ISA's
-- header. A correctly rounded operator is also such a word, but is not a near word itself.

local declare = require "reading.declare"
local expr = require "compiler.expr"
local lists = require "lists"
local recipes = require "compiler.recipes"

local pieces = {}

local known = {} -- the words, by name and operand types
local functions = {} -- those that are operators, by name

local function named(where, name, args)
  local taken, letters = {}, { "a", "b", "c" }
  if not declare.is_free_name(name) or declare.words[name] then
    declare.complain(where, "'%s' cannot be a piece's name", tostring(name))
  end
  if #args < 1 or #args > #letters then declare.complain(where, "a piece takes one to three values, not %d", #args) end
  return lists.map(args, function(arg, i)
    if not expr.is_node(arg) or expr.is_known(arg) then
      declare.complain(where, "piece '%s': operand %d is not a value that varies", name, i)
    end
    local own = expr.called(arg)
    own = not taken[own] and own or letters[i]
    taken[own] = true
    return own
  end)
end

-- The root of the piece, built with its operands.
local function built(word, f)
  local graph = expr.new_graph(word.where)
  return expr.within(graph, function()
    return f(table.unpack(lists.map(word.takes, function(type, i)
      return expr.leaf(i, type, word.operands[i])
    end)))
  end)
end

-- Whether the root needs neither a table nor a settle, which belong in a kernel's file.
local function is_alone(root)
  return not lists.any(expr.reachable(root), function(node) return node.table or node.word and node.word.settles end)
end

-- A piece as a word. entries.lua does not check it: its properties are set here and in of_op.
local function new_word(where, name, f, args)
  local lane = args[1].type
  local word = {
    name = name, kind = "piece", where = where, operands = named(where, name, args), result = name,
    takes = lists.map(args, function(arg) return arg.type end), types = { lane }, has = { [lane] = true },
    says = ("a piece of functions (%s)"):format(where:match("^[^:]*")),
  }
  if not declare.dtypes[lane] then declare.complain(where, "piece '%s': its first operand is a %s", name, lane) end
  local op = declare.ops[name]
  if op and op.T[lane] then declare.complain(where, "piece '%s' has the name of an operator", name) end
  local root = built(word, f)
  if not expr.is_node(root) then declare.complain(where, "piece '%s' gives no value", name) end
  word.root, word.gives, word.computes, word.raises = root, root.type, true, true
  if not is_alone(root) then
    declare.complain(where, "piece '%s' has a table or settles, which only a kernel's file can", name)
  end
  word.near = lists.any(expr.reachable(root), function(node) return node.word and node.word.near end)
  word.text = expr.text(root)
  recipes.add(word, lane, f)
  return word
end

-- piece.name(f, x, …) is f(x, …); it is built once for operands of these types.
pieces.piece = setmetatable({}, { __index = function(_, name)
  return function(f, ...)
    local args, where = { ... }, host.where(1)
    local key = name .. ":" .. lists.text(args, ",", function(arg) return expr.is_node(arg) and arg.type or "?" end)
    if not known[key] then
      known[key] = new_word(where, name, f, args)
    elseif expr.text(built(known[key], f)) ~= known[key].text then
      declare.complain(where, "piece '%s' has another definition at %s", name, known[key].where)
    end
    return expr.apply(known[key], args[1].type, table.unpack(args))
  end
end })

-- The operator of that name as a word, if it takes and gives one T and is correctly rounded. At each dtype its recipe
-- is the first of its ways that can be a piece.
function pieces.of_op(name)
  local op, word = declare.ops[name], functions[name]
  if not (op and op.rounded and op.gives == "T" and lists.commas(op.takes) == "T") or op.parameters then return nil end
  if not word then
    word = { kind = "piece", result = name, types = {}, has = {}, computes = true, raises = true }
    functions[name] = setmetatable(word, { __index = op })
    for _, type in ipairs(op.types) do
      local alone = { where = op.where, takes = { type }, operands = op.operands }
      local ways = declare.claim_of(op, type) and declare.ways_of(op, type) or {}
      for _, way in ipairs(ways.all or ways) do
        local function f(a) return way[2](a, { T = type }) end
        if not word.has[type] and is_alone(built(alone, f)) then
          recipes.add(word, type, f)
          word.has[type], word.types[#word.types + 1] = true, type
        end
      end
    end
  end
  return word.types[1] and function(...) return expr.apply(word, nil, ...) end
end

return pieces
