-- Expressions: a DAG of dictionary words, built with Lua's own operators and hash-consed.
--
-- A node has: id; type (a name in declare.types: a dtype, a mask, or "count"); level (when it is known, below); ratio (its
-- lanes, as a fraction of the expression's); result (the name that its value gets in C); and one of
--   leaf       an operand: its index
--   parameter  a parameter: its index
--   value      a constant: its bits, as an integer
--   word       a dictionary word, with lane (the type T that it is used at) and args (nodes; plain integers for counts)
--
-- Levels: 0 constants; 1 what depends on parameters besides, computed once per call; 2 what depends on held operands besides,
-- computed once per row; 3 what is computed at each step.

local declare = include "declare"
local lists = include "lists"
local complain = declare.complain

local expr = { step = 3 }
local Node = {}
local scope -- the nodes of the expression being built, by key

function expr.is_node(x) return getmetatable(x) == Node end

local function width(type) return declare.types[type].bits end
expr.width = width
local function class(type) return declare.types[type].class end
expr.class = class
local function is_mask(type) return class(type) == "mask" end

-- The node of that kind and type: the one that is there, or this one.
local function intern(key, node)
  key = key .. ":" .. node.type
  local known = scope.by_key[key]
  if not known then
    known = setmetatable(node, Node)
    known.id, known.args, known.ratio = #scope + 1, node.args or {}, node.ratio or 1
    scope[known.id], scope.by_key[key] = known, known
  end
  return known
end

function expr.new_scope(where) return { by_key = {}, where = where } end

-- Runs `build` in a scope. Nodes of different scopes must not meet.
function expr.in_scope(inside, build, ...)
  local outer = scope
  scope = inside
  local results = table.pack(build(...))
  scope = outer
  return table.unpack(results, 1, results.n)
end

function expr.leaf(index, type, level, name)
  return intern("leaf" .. index, { leaf = index, type = type, level = level, result = name })
end

-- Of a float type: the bits of its significand that are stored, and the least exponent of a normal number; nil of others.
local function format_of(type)
  local fraction = declare.types[type].significand
  return fraction, fraction and 2 - (1 << (width(type) - fraction - 2))
end

-- The bits of the float nearest to a number, to even; nil where a number is not finite in that format, and for NaN.
local function float_bits(type, number)
  local fraction, least = format_of(type)
  local magnitude = math.abs(number)
  local width = width(type)
  local infinity, sign = (1 << (width - 1)) - (1 << fraction), (number < 0 or number == 0 and 1 / number < 0) and 1 << (width - 1) or 0
  if magnitude == math.huge then return infinity | sign end
  if number ~= number then return nil end
  if fraction == 52 then return (string.unpack("<i8", string.pack("<d", number))) end
  local exponent = least
  while magnitude >= 2.0 ^ (exponent + 1) do exponent = exponent + 1 end
  local scaled = magnitude * 2.0 ^ (fraction - exponent)
  local whole = math.floor(scaled)
  local rest = scaled - whole
  if rest > 0.5 or rest == 0.5 and whole % 2 == 1 then whole = whole + 1 end
  local bits = math.tointeger(whole) + ((exponent - least) << fraction)
  return bits < infinity and bits | sign or nil
end

-- What a float constant's bits mean: sign * significand * 2^exponent, unless it is an infinity or NaN.
function expr.parts_of(node)
  local fraction, least = format_of(node.type)
  local top = width(node.type) - 1
  local stored, highest = node.value >> fraction & (1 << (top - fraction)) - 1, (1 << (top - fraction)) - 1
  local significand = node.value & (1 << fraction) - 1
  return {
    sign = node.value >> top & 1 == 1 and "-" or "", is_finite = stored < highest,
    is_subnormal = stored == 0 and significand > 0, is_infinite = stored == highest and significand == 0,
    significand = stored > 0 and significand | 1 << fraction or significand, exponent = math.max(stored, 1) - 1 + least - fraction,
  }
end

local function constant_of_bits(type, bits) return intern("constant" .. bits, { value = bits, type = type, level = 0 }) end

-- A constant of the lane type, from a Lua number.
function expr.constant(type, number)
  local dtype = declare.dtypes[type]
  if format_of(type) then
    if number ~= number then complain(scope.where, "NaN is no constant: bits.%s(…) of an integer says which of them", type) end
    return constant_of_bits(type, float_bits(type, number)
      or complain(scope.where, "the constant %s is not finite in %s", tostring(number), type))
  end
  local bits = math.tointeger(number) or complain(scope.where, "the constant %s is not a whole number", tostring(number))
  if dtype.bits == 64 then return constant_of_bits(type, bits) end
  local least = dtype.class == "int" and -(1 << (dtype.bits - 1)) or 0
  if bits < least or bits >= 1 << dtype.bits then complain(scope.where, "the constant %d does not fit in %s", bits, type) end
  return constant_of_bits(type, bits & ((1 << dtype.bits) - 1))
end

-- All bits set.
function expr.ones(type) return expr.constant(type, width(type) == 64 and -1 or (1 << width(type)) - 1) end

-- What stands for a shift count that a word does not use at its lane type.
function expr.no_count()
  return intern("count", { value = 0, type = "count", level = 0 })
end

local meant = declare.meant

-- The lane type that a word is used at, from its operands.
local function infer(word, args)
  for i, signature in ipairs(word.takes) do
    if signature == "T" and expr.is_node(args[i]) then return class(args[i].type) == "bool" and "u8" or args[i].type end
  end
  for i, signature in ipairs(word.takes) do
    if signature == "M" and expr.is_node(args[i]) then return declare.type_of("int", width(args[i].type)) end
  end
  if #word.types == 1 then return word.types[1] end
  complain(scope.where, "word '%s': its operands do not tell the lane type", word.name)
end

-- A bool's byte as a number, or as a mask of that width: any byte but 0 is true.
local function byte_of(bool) return expr.apply(declare.words.bits, "u8", bool) end
local function truth_of(bool, bits)
  return expr.apply(declare.words.mask_from_byte, declare.type_of("int", bits), byte_of(bool))
end

-- A node for what is given where `signature` stands: numbers become constants; a bool becomes its truth where a mask is
-- wanted, and its byte where a value is moved.
local function as_wanted(word, lane, i, signature, arg)
  local wanted = meant(signature, lane)
  if type(arg) == "number" then arg = expr.constant(wanted, arg) end
  if not expr.is_node(arg) then complain(scope.where, "word '%s': operand %d is no value but a %s", word.name, i, type(arg)) end
  if class(arg.type) == "bool" and signature ~= "A" then
    arg = signature == "M" and truth_of(arg, width(lane)) or byte_of(arg)
  end
  if arg.type ~= wanted and signature ~= "A" then
    complain(scope.where, "word '%s' at %s: operand %d is %s, not %s", word.name, lane, i, arg.type, wanted)
  end
  return arg
end

-- bits: an inner one says nothing, nor does one that changes nothing.
local function simple_bits(word, arg, gives)
  local inner = arg.word == word and arg.args[1]
  if inner and inner.ratio == arg.ratio then arg = inner end
  if arg.type == gives then return arg end
  if arg.value and width(arg.type) == width(gives) then return constant_of_bits(gives, arg.value) end
  return nil, arg
end

-- word(args…) at a lane type (inferred where nil).
function expr.apply(word, lane, ...)
  local args = table.pack(...)
  lane = lane or infer(word, args)
  if not word.has[lane] then complain(scope.where, "word '%s' does not exist for %s", word.name, lane) end
  if args.n ~= #word.takes then
    complain(scope.where, "word '%s' takes %d operands, not %d", word.name, #word.takes, args.n)
  end
  args.n = nil
  local level, ratio = 0, nil
  for i, signature in ipairs(word.takes) do
    local arg = args[i]
    if signature == "C" then
      if math.type(arg) ~= "integer" or arg <= 0 or arg >= width(lane) then
        complain(scope.where, "word '%s' at %s wants a whole number of 1 to %d as operand %d", word.name, lane, width(lane) - 1, i)
      end
    else
      arg = as_wanted(word, lane, i, signature, arg)
      args[i], level = arg, math.max(level, arg.level)
      if arg.level == expr.step then ratio = ratio or arg.ratio end
    end
  end
  local gives = meant(word.gives, lane)
  ratio = (ratio or 1) * (word.lanes or 1)
  if word.name == "bits" then
    local simple, arg = simple_bits(word, args[1], gives)
    if simple then return simple end
    args[1], ratio = arg, ratio * width(arg.type) / width(gives)
  end
  local order, first = word.of_opposite, args[1]
  if order and first.word and first.word.name == "opposite" then
    args[1] = first.args[1]
    return expr.apply(word, lane, args[order[1]], args[order[2]], args[order[3]])
  end
  local key = word.name .. "@" .. lane
  for _, arg in ipairs(args) do key = key .. "," .. (expr.is_node(arg) and arg.id or "#" .. arg) end
  return intern(key, { word = word, lane = lane, args = args, type = gives, level = level, ratio = ratio, result = word.result })
end

-- Lua's operators, for nodes and numbers; on masks and bools & | ~ are the masks' own words.
local function as_mask(a) return expr.is_node(a) and class(a.type) == "bool" and truth_of(a, 8) or a end

local function operator(name, mask_name)
  return function(a, b)
    local kind = class((expr.is_node(a) and a or b).type)
    if kind ~= "mask" and kind ~= "bool" then return expr.apply(declare.words[name], nil, a, b) end
    if not mask_name then complain(scope.where, "no '%s' on %s", name, kind == "bool" and kind or "masks") end
    return expr.apply(declare.words[mask_name], nil, as_mask(a), as_mask(b))
  end
end
Node.__add, Node.__sub, Node.__mul, Node.__div = operator "add", operator "sub", operator "mul", operator "div"
Node.__band, Node.__bor, Node.__bxor = operator("bit_and", "both"), operator("bit_or", "either"), operator("bit_xor", "differ")
Node.__shl, Node.__shr = operator "shift_left", operator "shift_right"
function Node.__unm(a) return expr.apply(declare.words.neg, nil, a) end
function Node.__bnot(a)
  a = as_mask(a)
  return is_mask(a.type) and expr.apply(declare.words.opposite, nil, a) or a ~ expr.ones(a.type)
end
local function no_order() complain(scope.where, "Lua's comparisons give no node: use lt, eq, select") end
Node.__lt, Node.__le = no_order, no_order

-- What a word means of bools, where it is not a word of masks anyway: of their truth.
local of_bools = {
  eq = function(a, b) return ~(a ~ b) end,
  lt = function(a, b) return ~a & b end,
  le = function(a, b) return ~a | b end,
}

local function to_class(class)
  return function(type) return declare.type_of(class, width(type)) end
end

-- The words as functions, for the environments of ops and ISAs: lt(a, b); bits.i16(a) where T must be said; if `exact`, without
-- near words. And let.name(a): a, whose value is called so in C; constants; types of other classes.
function expr.vocabulary(functions, exact)
  functions.constant, functions.width = expr.constant, width
  functions.unsigned, functions.signed = to_class "uint", to_class "int"
  for _, word in ipairs(declare.words) do
    functions[word.name] = not (exact and word.near) and setmetatable({}, {
      __call = function(_, first, ...)
        local on_bools = expr.is_node(first) and class(first.type) == "bool" and of_bools[word.name]
        return on_bools and on_bools(first, ...) or expr.apply(word, nil, first, ...)
      end,
      __index = function(_, lane) return function(...) return expr.apply(word, lane, ...) end end,
    }) or nil
  end
  functions.let = setmetatable({}, { __index = function(_, name)
    if not declare.is_free_name(name) then complain(scope.where, "'%s' cannot be a value's name", tostring(name)) end
    return function(node)
      local named = node
      while named.word do -- what only changes the representation has no statement of its own
        named.result = name
        if not named.word.silent then break end
        named = named.args[1]
      end
      return node
    end
  end })
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

local function check_use(op, own, inputs, root)
  local seen = lists.set(expr.reachable(root))
  for _, node in ipairs(own) do
    if node.type == "count" and node.level == expr.step then
      declare.wrong(op, ": '%s' wants what is the same for all elements, such as a parameter", node.word.name)
    end
    if node.word and not seen[node] and not node.word.silent then
      declare.wrong(op, ": '%s' is computed but not used in its result", node.word.name)
    end
  end
  for _, node in ipairs(inputs) do
    if not seen[node] then declare.wrong(op, ": its operand '%s' is not used", node.result) end
  end
end

-- What a root is to be: of the wanted type, or, for bool, a mask or a bool's own byte.
local function finished(op, root, wanted)
  if not expr.is_node(root) then declare.wrong(op, ": its expression gives a %s, no value", type(root)) end
  if is_mask(root.type) and wanted == "bool" then
    return expr.apply(declare.words.byte_from_mask, declare.type_of("int", width(root.type)), root)
  end
  if root.type ~= wanted and not (wanted == "bool" and root.type == "u8") then
    declare.wrong(op, ": its expression gives %s, not %s", root.type, wanted)
  end
  return root
end

local function is_half(type) return class(type) == "half" end

-- Whether f16 and bf16 are computed in f32 and rounded at the end: where the op has no expression for them, and several steps
-- that compute, parameters of types of their own, or inputs of several types.
local function is_wide(op, types, build_narrow)
  local some = lists.any(op.takes, function(type) return is_half(types[type] or type) end)
  if op.half or not some then return false end
  local takes, parameters = lists.set(op.takes), op.parameters or {}
  if takes.T and takes.U or lists.any(parameters, function(parameter) return not op[parameter.type] end) then return true end
  local computing = lists.map(expr.reachable(build_narrow()), function(node) return node.word and node.word.computes end)
  return #computing > 1
end

-- The op's expression at a choice of dtypes (types.T, …) with the given operands held, as a root node in a scope of its own.
-- `as` are the types that T, U, V are computed in.
local function build_op(op, types, as, held, wide)
  local build, own = declare.expression_of(op, types.T), expr.new_scope(op.where)
  local function actual(type) return as[type] or type end
  local function in_single(type) return wide and is_half(type) and "f32" or type end
  local function given_as(node)
    return in_single(node.type) ~= node.type and expr.apply(declare.words["f32_from_" .. node.type], nil, node) or node
  end
  return expr.in_scope(own, function()
    local leaves = lists.map(op.takes, function(type, i)
      return expr.leaf(i, actual(type), held[i] and 2 or expr.step, op.operands[i])
    end)
    local inputs, given, by_name = lists.joined(leaves), lists.map(leaves, given_as), {}
    for i, parameter in ipairs(op.parameters or {}) do
      local node = { parameter = i, type = actual(parameter.type), level = 1, result = parameter.name }
      inputs[#inputs + 1] = intern("parameter" .. i, node)
      by_name[parameter.name] = given_as(inputs[#inputs])
    end
    if op.parameters then
      given[#given + 1] = setmetatable({}, { __index = function(_, name)
        return by_name[name] or declare.wrong(op, " has no parameter '%s'", tostring(name))
      end })
    end
    given[#given + 1] = { T = in_single(as.T), U = as.U and in_single(as.U), V = as.V and in_single(as.V) }
    local root, gives = build(table.unpack(given)), actual(op.gives)
    if expr.is_node(root) and in_single(gives) ~= gives and root.type == "f32" then
      root = expr.apply(declare.words[gives .. "_from_f32"], nil, root)
    end
    root = finished(op, root, gives)
    check_use(op, own, inputs, root)
    return root, own
  end)
end

function expr.of_op(op, types, as, held)
  local wide = is_wide(op, types, function() return (build_op(op, types, as, held)) end)
  return build_op(op, types, as, held, wide)
end

-- A constant as a person would write it.
local function shown_constant(node)
  if not format_of(node.type) then return tostring(node.value) end
  local parts = expr.parts_of(node)
  if parts.is_finite then return parts.sign .. ("%.17g"):format(parts.significand * 2.0 ^ parts.exponent) end
  return parts.is_infinite and parts.sign .. "inf" or ("NaN 0x%x"):format(node.value)
end

-- The expression as a person would write it; nil where that is longer than a line.
local infix = { add = "+", sub = "-", mul = "*", div = "/", bit_and = "&", bit_or = "|", bit_xor = "^", both = "&", either = "|" }
local most_shown = 24 -- nodes

function expr.formula(root)
  local shown = 0
  local function show(node, inner)
    shown = shown + 1
    if shown > most_shown then return "" end
    if not expr.is_node(node) then return tostring(node) end
    if node.value then return shown_constant(node) end
    if not node.word then return node.result end
    local sign = infix[node.word.name]
    local args = lists.map(node.args, function(arg) return show(arg, sign ~= nil) end)
    if sign then
      local text = args[1] .. " " .. sign .. " " .. args[2]
      return inner and "(" .. text .. ")" or text
    end
    return node.word.silent and args[1] or node.word.name .. "(" .. table.concat(args, ", ") .. ")"
  end
  local text = show(root)
  return shown <= most_shown and text or nil
end

return expr
