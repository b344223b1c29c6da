-- Expressions: graphs of dictionary words, in which equal nodes are shared. Files write them with Lua's operators and
-- with the words as functions, which return nodes.
--
-- A node has: type (a name in declare.types: a dtype, a mask, "count", or "table_f32" and the like); uses (a bit for
-- each operand that it depends on, and expr.parameters); ratio (its number of lanes, as a fraction of the
-- expression's); result (its value's name in C, unless the graph's `let` gives another: expr.called); and one of
--   leaf       an operand: its index
--   parameter  a parameter: its index
--   value      a constant: its bits, as an integer
--   table      a table of constants: their bits; length, that of the array in C; of, the table that is named instead
--   word       a dictionary word, with lane (the type T that it is used at), at ("word@lane"), and args (nodes; plain
--              integers for counts)

local declare = require "reading.declare"
local basics = require "reading.basics"
local lists = require "lists"
local numbers = require "compiler.numbers"
local complain, meant = declare.complain, declare.meant

local expr = { parameters = 1 << 16, live = 1 << 17 } -- live: the predicate of live lanes; no operand has this bit
local Node = {}
local graph = setmetatable({}, { -- in which nodes are built
  __index = function() error("a value is computed here, outside of an operator's 'expr'", 0) end,
})
local last_id = 0

function expr.is_node(x) return getmetatable(x) == Node end

local function width(type) return declare.types[type].bits end
expr.width = width
local function class(type) return declare.types[type].class end
expr.class = class

-- A graph: its nodes in order, and the names and comments that `let` gives them; with those of `base`, if there is one.
function expr.new_graph(where, base)
  local own = { nodes = {}, by_key = {}, names = {}, comments = {}, where = where }
  for _, key in ipairs(base and { "by_key", "names", "comments" } or {}) do
    setmetatable(own[key], { __index = base[key] })
  end
  return own
end

-- Runs `build` in a graph. Nodes may be combined only if one of their graphs is built on the other.
function expr.within(inside, build, ...)
  local outer = graph
  local _ <close> = setmetatable({}, { __close = function() graph = outer end }) -- also after errors
  graph = inside
  return build(...)
end

-- The name of a node's value, and the comment above its statement.
function expr.called(node) return graph.names[node] or node.result end
function expr.comment(node) return graph.comments[node] end

-- Whether `let` has named a node; whether a node only reinterprets the bits of another.
function expr.is_named(node) return graph.names[node] ~= nil end
function expr.is_bits(node) return node.word ~= nil and node.word.name == "bits" end

-- The node with that key and type: the existing one, or otherwise this one.
local function intern(key, node)
  key = key .. ":" .. node.type
  local known = graph.by_key[key]
  if not known then
    known = setmetatable(node, Node)
    last_id = last_id + 1
    known.id, known.args, known.ratio, known.uses = last_id, node.args or {}, node.ratio or 1, node.uses or 0
    graph.nodes[#graph.nodes + 1], graph.by_key[key] = known, known
  end
  return known
end

-- An operand, by its number; or another argument of a function, by its name.
function expr.leaf(index, type, name)
  local uses = math.type(index) and 1 << (index - 1) or expr.live
  return intern("leaf" .. index, { leaf = index, type = type, uses = uses, result = name })
end

function expr.parameter(index, type, name)
  return intern("parameter" .. index, { parameter = index, type = type, uses = expr.parameters, result = name })
end

function expr.constant_of_bits(type, bits) return intern("constant" .. bits, { value = bits, type = type }) end

-- A constant of the lane type, from a Lua number.
function expr.constant(type, number)
  local bits, why = numbers.bits(type, number)
  return bits and expr.constant_of_bits(type, bits) or complain(graph.where, "%s", why)
end

-- A table of constants of the lane type. known: the bits; length: that of the array in C; of: the table whose name is
-- used instead.
local function table_of(type, known, length, of)
  local key = ("table%d:%s"):format(length, lists.commas(known))
  return intern(key, { table = known, length = length, of = of, type = type, result = "values" })
end

function expr.table(type, values)
  local known = lists.map(values, function(number) return expr.constant(type, number).value end)
  return table_of("table_" .. type, known, #known)
end

-- A table with at least that length, or with its own length if none is given; a function's operand is returned
-- unchanged.
function expr.padded(table, length)
  if not table.table then return table end
  return table_of(table.type, table.table, math.max(length or 0, #table.table), table.of or table)
end

-- Whether a value is known when the C is generated.
function expr.is_known(node) return node.value ~= nil or node.table ~= nil end

-- All bits set.
function expr.ones(type) return expr.constant(type, width(type) == 64 and -1 or (1 << width(type)) - 1) end

-- The lane type of a word, inferred from its operands.
local function infer(word, args)
  for i, signature in ipairs(word.takes) do
    if signature == "T" and expr.is_node(args[i]) then return class(args[i].type) == "bool" and "u8" or args[i].type end
  end
  for i, signature in ipairs(word.takes) do
    if signature == "K" and expr.is_node(args[i]) then return (args[i].type:gsub("^table_", "")) end
    if signature == "M" and expr.is_node(args[i]) then return declare.type_of("int", width(args[i].type)) end
  end
  if #word.types == 1 then return word.types[1] end
  complain(graph.where, "word '%s': its operands do not determine the lane type", word.name)
end

-- A bool's byte as a number, or as a mask of that width: any byte except 0 is true.
local function byte_of(bool) return expr.apply(declare.words.bits, "u8", bool) end
local function truth_of(bool, bits)
  return expr.apply(declare.words.mask_from_byte, declare.type_of("int", bits), byte_of(bool))
end

-- The node of an argument for `signature`: a number becomes a constant, a bool becomes a mask or, for a value, its
-- byte.
local function as_wanted(word, lane, i, signature, arg)
  local wanted = meant(signature, lane)
  if type(arg) == "number" then arg = expr.constant(wanted, arg) end
  if not expr.is_node(arg) then
    complain(graph.where, "word '%s': operand %d is a %s, not a value", word.name, i, type(arg))
  end
  if class(arg.type) == "bool" and signature ~= "A" then
    arg = signature == "M" and truth_of(arg, width(lane)) or byte_of(arg)
  end
  if arg.type ~= wanted and signature ~= "A" then
    complain(graph.where, "word '%s' at %s: operand %d is %s, not %s", word.name, lane, i, arg.type, wanted)
  end
  return arg
end

-- `bits` of a node: without an inner `bits`, and only if it changes the type.
local function simple_bits(word, arg, gives)
  local inner = arg.word == word and arg.args[1]
  if inner and inner.ratio == arg.ratio then arg = inner end
  if arg.type == gives then return arg end
  if arg.value and width(arg.type) == width(gives) then return expr.constant_of_bits(gives, arg.value) end
  return nil, arg
end

-- word(args…) at a lane type (nil: inferred).
function expr.apply(word, lane, ...)
  local args = table.pack(...)
  lane = lane or infer(word, args)
  if not word.has[lane] then
    complain(graph.where, "word '%s' does not exist for %s, but for %s", word.name, lane, lists.english(word.types))
  end
  if args.n ~= #word.takes then
    complain(graph.where, "word '%s' takes %d operands, not %d", word.name, #word.takes, args.n)
  end
  args.n = nil
  local uses, ratio = 0, nil
  for i, signature in ipairs(word.takes) do
    local arg = args[i]
    if signature == "C" then
      if math.type(arg) ~= "integer" or arg <= 0 or arg >= width(lane) then
        complain(graph.where, "word '%s' at %s needs a whole number of 1 to %d as operand %d", word.name, lane,
          width(lane) - 1, i)
      end
    else
      arg = as_wanted(word, lane, i, signature, arg)
      args[i], uses = arg, uses | arg.uses
      if arg.uses ~= 0 then ratio = ratio or arg.ratio end
    end
  end
  local gives = meant(word.gives, lane)
  ratio = (ratio or 1) * (word.lanes or 1)
  if word.name == "bits" then
    local simple, arg = simple_bits(word, args[1], gives)
    if simple then return simple end
    args[1], ratio = arg, ratio * width(arg.type) / width(gives)
  end
  local first = args[1]
  if word.of_opposite and first.word and first.word.name == "opposite" then
    first.is_within = true
    return expr.apply(word, lane, first.args[1], args[3], args[2])
  end
  local last = args[#args]
  if word.absorbs and last.value == 0 then return last end
  local at = word.name .. "@" .. lane
  local key = at
  for _, arg in ipairs(args) do key = key .. "," .. (expr.is_node(arg) and arg.id or "#" .. arg) end
  return intern(key, {
    word = word, lane = lane, at = at, args = args, type = gives, uses = uses, ratio = ratio, result = word.result,
  })
end

-- Lua's operators, for nodes and numbers. On masks and bools, & | ~ are the mask words.
local function as_mask(a) return expr.is_node(a) and class(a.type) == "bool" and truth_of(a, 8) or a end

local function operator(name, mask_name)
  return function(a, b)
    local kind = class((expr.is_node(a) and a or b).type)
    if kind ~= "mask" and kind ~= "bool" then return expr.apply(declare.words[name], nil, a, b) end
    if not mask_name then complain(graph.where, "'%s' does not take %s", name, kind == "bool" and kind or "masks") end
    return expr.apply(declare.words[mask_name], nil, as_mask(a), as_mask(b))
  end
end
Node.__add, Node.__sub, Node.__mul, Node.__div = operator "add", operator "sub", operator "mul", operator "div"
Node.__band, Node.__bor = operator("bit_and", "both"), operator("bit_or", "either")
Node.__bxor, Node.__shl, Node.__shr = operator("bit_xor", "differ"), operator "shift_left", operator "shift_right"
function Node.__unm(a) return expr.apply(declare.words.neg, nil, a) end
function Node.__bnot(a)
  a = as_mask(a)
  return class(a.type) == "mask" and expr.apply(declare.words.opposite, nil, a) or a ~ expr.ones(a.type)
end
local function no_order() complain(graph.where, "Lua's comparisons do not build nodes; use lt, eq, select") end
Node.__lt, Node.__le = no_order, no_order

-- Other words treat bools as masks.
local of_bools = {
  eq = function(a, b) return ~(a ~ b) end,
  lt = function(a, b) return ~a & b end,
  le = function(a, b) return ~a | b end,
}

local function to_class(name)
  return function(type) return declare.type_of(name, width(type)) end
end

local let = setmetatable({}, { __index = function(_, name)
  if not declare.is_free_name(name) then complain(graph.where, "'%s' cannot be a value's name", tostring(name)) end
  return function(node, comment)
    local named = node
    if node.table then graph.names[node] = name end
    while named.word do -- a word that only changes the representation has no statement
      graph.names[named], graph.comments[named] = name, not named.word.silent and comment or nil
      if not named.word.silent then break end
      named = named.args[1]
    end
    return node
  end
end })

-- table(type, { numbers }), which is also Lua's library of that name.
local tables = setmetatable({}, {
  __index = basics.table, __newindex = basics.table,
  __call = function(_, type, values) return expr.table(type, values) end,
})

-- A look-up. Short tables use the word for the shortest size that suffices, and are padded to that size.
function expr.look_up(values, index)
  if not (expr.is_node(values) and values.table) then complain(graph.where, "look_up needs a table(type, { … })") end
  for _, size in ipairs { 4, 8, 16, 32 } do
    if #values.table <= size then
      return expr.apply(declare.words["look_up" .. size], nil, expr.padded(values, size), index)
    end
  end
  return expr.apply(declare.words.look_up, nil, values, index)
end

-- The words as functions, for the environments of operators and ISAs: lt(a, b); bits.i16(a) where T cannot be inferred.
-- Also let.name(a), which is a with that name for its value in C; constants; types of other classes.
function expr.vocabulary(functions)
  functions.constant, functions.width, functions.let, functions.table = expr.constant, width, let, tables
  functions.unsigned, functions.signed = to_class "uint", to_class "int"
  for _, word in ipairs(declare.words) do
    functions[word.name] = setmetatable({}, {
      __call = function(_, first, ...)
        local on_bools = expr.is_node(first) and class(first.type) == "bool" and of_bools[word.name]
        return on_bools and on_bools(first, ...) or expr.apply(word, nil, first, ...)
      end,
      __index = function(_, lane) return function(...) return expr.apply(word, lane, ...) end end,
    })
  end
  return functions
end

-- Every node that `root` needs, each after its operands.
function expr.reachable(root)
  local seen, order = {}, {}
  local function visit(node)
    if seen[node] or not expr.is_node(node) then return end
    seen[node] = true
    for _, arg in ipairs(node.args) do visit(arg) end
    order[#order + 1] = node
  end
  visit(root)
  return order
end

-- The expression as text: text_of(node) and the operands' numbers for each node. If text_of returns nil for a node,
-- its first operand takes its place.
function expr.as_text(root, text_of)
  local number, count = {}, 0
  local texts = lists.map(expr.reachable(root), function(node)
    local text = text_of(node)
    if text then count = count + 1 end
    number[node] = text and count or number[node.args[1]]
    local parts = text and lists.joined({ text }, node.args)
    return parts and lists.text(parts, ",", function(arg) return tostring(number[arg] or arg) end)
  end)
  return table.concat(texts, ";") .. (";%d"):format(number[root])
end

-- The whole expression as text, with types; if `crossed`, with its two operands exchanged.
function expr.text(root, crossed)
  return expr.as_text(root, function(node)
    local leaf = node.leaf and crossed and 3 - node.leaf or node.leaf
    local own = leaf and "leaf" .. leaf or node.parameter and "parameter" .. node.parameter
      or node.value and "constant" .. node.value or node.table and "table" .. lists.commas(node.table)
      or node.word.name .. "@" .. node.lane
    return own .. ":" .. node.type
  end)
end

return expr
