-- Expressions: a DAG of dictionary words, built with Lua's own operators and hash-consed.
--
-- A node has: id; type (a dtype, "m8" … "m64" for masks, or "count"); held (true where it depends on held operands and
-- constants alone); ratio (its lanes, as a fraction of the expression's); and one of
--   leaf    an operand: its index
--   value   a constant: its bits, as an integer
--   word    a dictionary word, with lane (the type T that it is used at) and args (nodes; plain integers for counts)

local declare = include "declare"
local complain = declare.complain

local expr = {}
local Node = {}
local scope -- the nodes of the expression being built, by key

function expr.is_node(x) return getmetatable(x) == Node end

local function width(type) return tonumber(type:match("%d+$")) or declare.dtypes[type].bits end
expr.width = width

local function intern(key, node)
  key = key .. ":" .. node.type
  local known = scope.by_key[key]
  if not known then
    known = setmetatable(node, Node)
    known.id = #scope + 1
    scope[known.id], scope.by_key[key] = known, known
  end
  return known
end

-- Runs `build` with a scope of its own, or in `inside`. Nodes of different scopes must not meet.
function expr.in_scope(inside, build, ...)
  local outer = scope
  scope = inside or { by_key = {} }
  scope.where = scope.where or "?"
  local results = table.pack(build(...))
  scope = outer
  return table.unpack(results, 1, results.n)
end

function expr.new_scope(where) return { by_key = {}, where = where } end

function expr.leaf(index, type, held, name)
  return intern("leaf" .. index, { leaf = index, type = type, held = held, name = name, args = {}, ratio = 1 })
end

-- The bits of the float nearest to a number, to even; nil where it is not finite in that format.
local formats = { f16 = { 10, -14 }, bf16 = { 7, -126 }, f32 = { 23, -126 }, f64 = { 52, -1022 } }
local function float_bits(type, number)
  local fraction, least = table.unpack(formats[type])
  local magnitude = math.abs(number)
  if not (magnitude < math.huge) then return nil end
  if type == "f64" then return (string.unpack("<i8", string.pack("<d", number))) end
  local exponent = least
  while magnitude >= 2.0 ^ (exponent + 1) do exponent = exponent + 1 end
  local scaled = magnitude * 2.0 ^ (fraction - exponent)
  local whole = math.floor(scaled)
  local rest = scaled - whole
  if rest > 0.5 or rest == 0.5 and whole % 2 == 1 then whole = whole + 1 end
  local bits = math.tointeger(whole) + ((exponent - least) << fraction)
  local width = declare.dtypes[type].bits
  if bits >> fraction >= (1 << (width - 1 - fraction)) - 1 then return nil end
  local negative = number < 0 or number == 0 and 1 / number < 0
  return negative and bits | 1 << (width - 1) or bits
end

local function constant_of_bits(type, bits)
  return intern("constant" .. bits, { value = bits, type = type, held = true, args = {}, ratio = 1 })
end

-- A constant of the lane type, from a Lua number.
function expr.constant(type, number)
  local dtype = declare.dtypes[type]
  if formats[type] then
    return constant_of_bits(type, float_bits(type, number)
      or complain(scope.where, "the constant %s is not finite in %s", tostring(number), type))
  end
  local bits = math.tointeger(number) or complain(scope.where, "the constant %s is not a whole number", tostring(number))
  if dtype.bits < 64 then
    local least = dtype.class == "int" and -(1 << (dtype.bits - 1)) or 0
    if bits < least or bits >= 1 << dtype.bits then complain(scope.where, "the constant %d does not fit in %s", bits, type) end
    bits = bits & ((1 << dtype.bits) - 1)
  end
  return constant_of_bits(type, bits)
end

-- All bits set.
local function ones(type) return expr.constant(type, width(type) == 64 and -1 or (1 << width(type)) - 1) end
expr.ones = ones

-- What stands for a shift count that a word does not use at its lane type.
function expr.no_count()
  return intern("count", { value = 0, type = "count", held = true, args = {}, ratio = 1 })
end

local function class_letter(type) return type:match("^%a+") end

-- The type that a word's signature means at lane type T.
local function meant(signature, lane)
  local how, of = signature:match("^(%a+):(%a)$")
  if how then
    local letter = of == "M" and "m" or class_letter(lane)
    return letter .. math.tointeger(how == "half" and width(lane) / 2 or width(lane) * 2)
  end
  if signature == "T" then return lane end
  if signature == "M" then return "m" .. width(lane) end
  if signature == "N" then return "count" end
  if signature == "R" then return width(lane) == 8 and "u16" or "u" .. width(lane) end
  return signature
end
expr.meant = meant

-- The lane type that a word is used at, from its operands.
local function infer(word, args)
  for i, signature in ipairs(word.takes) do
    if signature == "T" and expr.is_node(args[i]) then return args[i].type == "bool" and "u8" or args[i].type end
  end
  for i, signature in ipairs(word.takes) do
    if signature == "M" and expr.is_node(args[i]) then return "i" .. width(args[i].type) end
  end
  if #word.types == 1 then return word.types[1] end
  complain(scope.where, "word '%s': its operands do not tell the lane type", word.name)
end

-- word(args…) at a lane type (inferred where nil). A bool operand where a mask is wanted becomes one.
function expr.apply(word, lane, ...)
  local args = table.pack(...)
  lane = lane or infer(word, args)
  if not word.has[lane] then complain(scope.where, "word '%s' does not exist for %s", word.name, lane) end
  if args.n ~= #word.takes then
    complain(scope.where, "word '%s' takes %d operands, not %d", word.name, #word.takes, args.n)
  end
  local key, held, ratio = word.name .. "@" .. lane, true, nil
  for i, signature in ipairs(word.takes) do
    local arg, wanted = args[i], meant(signature, lane)
    if signature == "C" then
      if math.type(arg) ~= "integer" or arg <= 0 or arg >= width(lane) then
        complain(scope.where, "word '%s' at %s wants a whole number of 1 to %d as operand %d", word.name, lane, width(lane) - 1, i)
      end
      key = key .. ",#" .. arg
    else
      if type(arg) == "number" then arg = expr.constant(wanted, arg) end
      if not expr.is_node(arg) then complain(scope.where, "word '%s': operand %d is no value but a %s", word.name, i, type(arg)) end
      if arg.type == "bool" and signature ~= "A" then
        arg = expr.apply(declare.words.bits, "u8", arg)
        if signature == "M" then arg = expr.apply(declare.words.mask_from_byte, "i" .. width(lane), arg) end
      end
      if arg.type ~= wanted and signature ~= "A" then
        complain(scope.where, "word '%s' at %s: operand %d is %s, not %s", word.name, lane, i, arg.type, wanted)
      end
      args[i], key, held = arg, key .. "," .. arg.id, held and arg.held
      if not arg.held then ratio = ratio or arg.ratio end
    end
  end
  local gives = meant(word.gives, lane)
  ratio = ratio or 1
  if word.name == "bits" then
    local inner = args[1].word == word and args[1].args[1]
    if inner and inner.ratio == args[1].ratio then args[1] = inner end
    if args[1].type == gives then return args[1] end
    if args[1].value and width(args[1].type) == width(gives) then return constant_of_bits(gives, args[1].value) end
    key = word.name .. "@" .. lane .. "," .. args[1].id
    ratio = ratio * width(args[1].type) / width(gives)
  end
  ratio = ratio * (word.lanes or 1)
  local order = word.of_opposite
  if order and args[1].word and args[1].word.name == "opposite" then
    args[1] = args[1].args[1]
    return expr.apply(word, lane, args[order[1]], args[order[2]], args[order[3]])
  end
  args.n = nil
  return intern(key, { word = word, lane = lane, args = args, type = gives, held = held, ratio = ratio })
end

-- Lua's operators, for nodes and numbers; on masks & | ~ are the masks' own words.
local function operator(name, mask_name)
  return function(a, b)
    local node = expr.is_node(a) and a or b
    local is_mask = node.type:sub(1, 1) == "m"
    if is_mask and not mask_name then complain(scope.where, "no '%s' on masks", name) end
    return expr.apply(declare.words[is_mask and mask_name or name], nil, a, b)
  end
end
Node.__add, Node.__sub, Node.__mul, Node.__div = operator "add", operator "sub", operator "mul", operator "div"
Node.__band, Node.__bor, Node.__bxor = operator("bit_and", "both"), operator("bit_or", "either"), operator "bit_xor"
Node.__shl, Node.__shr = operator "shift_left", operator "shift_right"
Node.__unm = function(a) return expr.apply(declare.words.neg, nil, a) end
Node.__bnot = function(a)
  return a.type:sub(1, 1) == "m" and expr.apply(declare.words.opposite, nil, a) or a ~ ones(a.type)
end
local function no_order() complain(scope.where, "Lua's comparisons give no node: use lt, eq, select") end
Node.__lt, Node.__le = no_order, no_order

-- The words as functions, for the environments of ops and ISAs: lt(a, b); bits.i16(a) where T must be said.
function expr.vocabulary()
  local functions = {}
  for _, word in ipairs(declare.words) do
    functions[word.name] = setmetatable({}, {
      __call = function(_, ...) return expr.apply(word, nil, ...) end,
      __index = function(_, lane) return function(...) return expr.apply(word, lane, ...) end end,
    })
  end
  return functions
end

-- Every node that `root` needs, each after its operands.
function expr.reachable(root)
  local seen, order = {}, {}
  local function visit(node)
    if seen[node] then return end
    seen[node] = true
    for _, arg in ipairs(node.args) do
      if expr.is_node(arg) then visit(arg) end
    end
    order[#order + 1] = node
  end
  visit(root)
  return order, seen
end

-- The op's expression at dtype T with the given operands held, as a root node in a scope of its own. A bool result is
-- returned as the byte.
function expr.of_op(op, dtype, lane, held)
  local class = declare.dtypes[dtype].class
  local build = op.expr or op[class == "half" and "float" or class]
  local own = expr.new_scope(op.where)
  return expr.in_scope(own, function()
    local operands = {}
    for i, type in ipairs(op.takes) do
      operands[i] = expr.leaf(i, type == "T" and lane or type, held[i] or false, op.operands[i])
    end
    local root = build(table.unpack(operands))
    if not expr.is_node(root) then complain(op.where, "op '%s': its expression gives a %s, no value", op.name, type(root)) end
    local _, seen = expr.reachable(root)
    for _, node in ipairs(own) do
      if node.word and not seen[node] then
        complain(op.where, "op '%s': '%s' is computed but not used in its result", op.name, node.word.name)
      end
    end
    for _, operand in ipairs(operands) do
      if not seen[operand] then complain(op.where, "op '%s': its operand '%s' is not used", op.name, operand.name) end
    end
    local wanted = op.gives == "T" and lane or op.gives
    if root.type:sub(1, 1) == "m" and wanted == "bool" then
      root = expr.apply(declare.words.byte_from_mask, "i" .. width(root.type), root)
    end
    if root.type ~= wanted and not (wanted == "bool" and root.type == "u8") then
      complain(op.where, "op '%s': its expression gives %s, not %s", op.name, root.type, wanted)
    end
    return root, own
  end)
end

-- A copy of a held expression in another scope, where nothing is held: how plain C computes it once a row.
function expr.unheld(root, inside)
  return expr.in_scope(inside, function()
    local copies = {}
    for _, node in ipairs((expr.reachable(root))) do
      if node.leaf then
        copies[node] = expr.leaf(node.leaf, node.type, false, node.name)
      elseif node.word then
        local args = {}
        for i, arg in ipairs(node.args) do args[i] = copies[arg] or arg end
        copies[node] = expr.apply(node.word, node.lane, table.unpack(args))
      elseif node.type == "count" then
        copies[node] = expr.no_count()
      else
        copies[node] = intern("constant" .. node.value, { value = node.value, type = node.type, held = false, args = {}, ratio = 1 })
      end
    end
    return copies[root]
  end)
end

-- A constant's value, as text.
function expr.shown(node)
  local format = formats[node.type]
  if not format then return tostring(node.value) end
  local fraction, least = table.unpack(format)
  local top = declare.dtypes[node.type].bits - 1
  local exponent = node.value >> fraction & (1 << (top - fraction)) - 1
  local significand = node.value & (1 << fraction) - 1 | (exponent > 0 and 1 << fraction or 0)
  local number = significand * 2.0 ^ (math.max(exponent, 1) - 1 + least - fraction)
  return ("%.17g"):format(node.value >> top & 1 == 1 and -number or number)
end

-- The expression as a person would write it.
local infix = { add = "+", sub = "-", mul = "*", div = "/", bit_and = "&", bit_or = "|", bit_xor = "^" }
function expr.formula(root, inner)
  if root.leaf then return root.name end
  if root.value then return expr.shown(root) end
  local shown, sign = {}, infix[root.word.name]
  for i, arg in ipairs(root.args) do shown[i] = expr.is_node(arg) and expr.formula(arg, sign ~= nil) or tostring(arg) end
  if sign then
    local text = shown[1] .. " " .. sign .. " " .. shown[2]
    return inner and "(" .. text .. ")" or text
  end
  if root.word.name == "bits" or root.word.name:find("mask") then return shown[1] end
  return root.word.name .. "(" .. table.concat(shown, ", ") .. ")"
end

return expr
