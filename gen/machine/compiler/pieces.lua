-- Pieces: parts of expressions that get a name. Takes a name, and as the files say what builds such a part and of what
-- values; gives its node: that of a word of its own, whose recipe the part is, so that it becomes a function over one
-- register of an ISA's header. Operators that are functions are such words too, for other operators. What is proven to
-- have one value, whichever its near words have, is not near itself.

local declare = require "reading.declare"
local expr = require "compiler.expr"
local lists = require "lists"
local recipes = require "compiler.recipes"

local pieces = {}

local known = {} -- the words, by name and the types of the operands

local function named(where, name, args)
  local taken, letters = {}, { "a", "b", "c" }
  if not declare.is_free_name(name) or declare.words[name] then
    declare.complain(where, "'%s' cannot be a piece's name", tostring(name))
  end
  if #args < 1 or #args > #letters then declare.complain(where, "a piece takes one to three values, not %d", #args) end
  return lists.map(args, function(arg, i)
    if not expr.is_node(arg) or expr.is_known(arg) then
      declare.complain(where, "piece '%s': operand %d is no value that varies", name, i)
    end
    local own = expr.called(arg)
    own = not taken[own] and own or letters[i]
    taken[own] = true
    return own
  end)
end

-- What the piece comes to of its own operands: its root.
local function built(word, f)
  local graph = expr.new_graph(word.where)
  return expr.within(graph, function()
    return f(table.unpack(lists.map(word.takes, function(type, i)
      return expr.leaf(i, type, word.operands[i])
    end)))
  end)
end

-- Whether nothing that the root needs has to stand in a kernel's file: a table, or what settles doubt.
local function is_alone(root)
  return not lists.any(expr.reachable(root), function(node) return node.table or node.word and node.word.settles end)
end

local function new_word(where, name, f, args, is_proven)
  local lane = args[1].type
  local word = {
    name = name, kind = "piece", where = where, operands = named(where, name, args), result = name,
    takes = lists.map(args, function(arg) return arg.type end), types = { lane }, has = { [lane] = true },
    says = ("a piece of functions (%s)"):format(where:match("^[^:]*")),
  }
  if not declare.dtypes[lane] then declare.complain(where, "piece '%s': its first operand is a %s", name, lane) end
  local root = built(word, f)
  if not expr.is_node(root) then declare.complain(where, "piece '%s' gives no value", name) end
  word.gives, word.computes, word.raises = root.type, true, true
  if not is_alone(root) then
    declare.complain(where, "piece '%s': it has a table, or settles, which only a kernel's file can", name)
  end
  word.near = not is_proven and lists.any(expr.reachable(root), function(node) return node.word and node.word.near end)
  word.text = expr.text(root)
  recipes.add(word, lane, f)
  return word
end

local function by_name(is_proven)
  return setmetatable({}, { __index = function(_, name)
    return function(f, ...)
      local args, where = { ... }, host.where(1)
      local key = name .. ":" .. lists.text(args, ",", function(arg) return expr.is_node(arg) and arg.type or "?" end)
      if not known[key] then
        known[key] = new_word(where, name, f, args, is_proven)
      elseif expr.text(built(known[key], f)) ~= known[key].text then
        declare.complain(where, "piece '%s' is another at %s", name, known[key].where)
      end
      return expr.apply(known[key], args[1].type, table.unpack(args))
    end
  end })
end

-- piece.name(f, x, …): f(x, …), which is built once for operands of these types; and proven.name(f, x).
pieces.piece, pieces.proven = by_name(false), by_name(true)

-- A function as a word at a dtype, by the first of its ways that can be a piece; nil where there is none.
local function of_function(op, type)
  if not (op.T[type] and declare.is_proven(op, type)) then return nil end
  local operand = expr.leaf(1, type, op.operands[1])
  for _, way in ipairs(declare.ways_of(op, type)) do
    local function f(a) return way[2](a, { T = type }) end
    if is_alone(f(operand)) then
      local word = new_word(op.where, op.name, f, { operand }, true)
      word.says = op.says
      return word
    end
  end
end

local function word_of(op, type)
  local key = op.name .. ":" .. type
  known[key] = known[key] or expr.within(expr.new_graph(op.where), of_function, op, type)
  return known[key]
end

-- The operator of that name as a word, where it takes and gives one T alone and is proven; else nil.
function pieces.of_operator(name)
  local op = declare.ops[name]
  if not (op and op.proven and #op.takes == 1 and op.takes[1] == "T" and op.gives == "T") or op.parameters then
    return nil
  end
  return function(x)
    local type = expr.is_node(x) and x.type or "a " .. type(x)
    local word = word_of(op, type)
    if word then return expr.apply(word, type, x) end
    local types = lists.filter(op.types, function(type) return word_of(op, type) end)
    declare.complain(expr.place(), "'%s' is a word for %s, not for %s", name, lists.english(types), type)
  end
end

return pieces
