-- ONNX's operators of the default domain, version by version, as in their schemas. A new version is a new line.
--   spec         title: its name in texts; newest: the newest opset that these versions are known to describe (28: ONNX 1.23); order: the
--                key that rises from version to version; rules: the name of each in docs/conformance.md; foreign: dtypes that Broadloom
--                does not have, by name, and their numbers; attributes: { name, kind } each, of the kinds in
--                gen/machine/reading/entries.lua (`attribute`), and its use. Their order is that of a public enum
--                (BL_ONNX_AXIS): append new ones, at most 32:
--     use        the rule of shapes, the rule's axis, the choice of a way, the result's dtype, the precision; block:
--                the steps along the axis that have one value of the other inputs. Without a use, it has no effect on Broadloom's dtypes
--     parameter  it is the operator's parameter of that name; rounds_up: for integers up, not down
--     called     the specification's name for it, if another attribute, of versions in which it has another type, has that name
--     least, most, words    its limits, and the numbers of its words
--   dtypes       ONNX's name for each of Broadloom's dtypes, and its number in TensorProto.DataType
--   onnx "Name"  versions by rising `since` (since_version); a version applies up to the next one; also: later ones which differ
--                from it only in parts that Broadloom does not have:
--     types      the dtypes of the type variable T that Broadloom has; U, V: likewise, of the operator's variables; "T": the same as T
--     rules      how shapes broadcast: { rule }, or { rule if broadcast = 0, rule if broadcast = 1 }. scalar: the inputs
--                except the first are single values; axis: or have a value for each step of the first along `axis`; channels: or a value
--                for each of its channels (its dim 1, or the only one)
--     attributes name = default, or "required"
--     ways       how it is computed, for all versions or for one; the first that fits the node applies
--       op, fold the operator (gen/catalogue/operators/), or the fold of all inputs
--       types    for these T only
--       when     if the attribute for the choice has this value
--       to       if the result has one of these dtypes, by an attribute or by `like`
--       takes    for each of the operator's operands, the node's input; 0: a zero, if that input is absent
--       values   the inputs from this one on are the operator's parameters
--       like     the input that has the result's dtype
--       gives    the dtype of an absent input, unless an attribute gives it

spec {
  title = "ONNX", newest = 28, order = "since",
  rules = {
    numpy = "multidirectional", none = "equal", onnx_legacy = "broadcast = 1", uni = "unidirectional",
    scalar = "scalars", axis = "scalars or `axis`", channels = "scalars or channels",
  },
  attributes = {
    { "broadcast", "integer", use = "broadcast", least = 0, most = 1 },
    { "axis", "integer", use = "axis" },
    { "consumed_inputs", "list" },
    { "fmod", "integer", use = "choice", least = 0, most = 1 },
    { "approximate", "word", use = "choice", words = { { "none", 0 }, { "tanh", 1 } } },
    { "direction", "word", use = "choice", words = { { "LEFT", 0 }, { "RIGHT", 1 } } },
    { "alpha", "real", parameter = "alpha" },
    { "beta", "real", parameter = "beta" },
    { "gamma", "real", parameter = "gamma" },
    { "bias", "real", parameter = "bias" },
    { "lambd", "real", parameter = "lambd" },
    { "min", "real", parameter = "low", rounds_up = true },
    { "max", "real", parameter = "high" },
    { "detect_negative", "integer", parameter = "negative", least = 0, most = 1 },
    { "detect_positive", "integer", parameter = "positive", least = 0, most = 1 },
    { "to", "dtype_number", use = "dtype" },
    { "to_name", "dtype_name", use = "dtype", called = "to" },
    { "output_dtype", "dtype_number", use = "dtype" },
    { "precision", "dtype_number", use = "precision" },
    { "block_size", "integer", use = "block", least = 0 },
    { "saturate", "integer", use = "choice", least = 0, most = 1 }, -- of eight-bit floats
    { "round_mode", "word", parameter = "rounding", words = { { "up", 0 }, { "down", 1 }, { "nearest", 2 } } }, -- of float8e8m0
  },
  foreign = {
    string = 8, complex64 = 14, complex128 = 15, float4e2m1 = 23, float6e2m3 = 27, float6e3m2 = 28,
  },
}

dtypes {
  f32 = { "float", 1 }, u8 = { "uint8", 2 }, i8 = { "int8", 3 }, u16 = { "uint16", 4 }, i16 = { "int16", 5 },
  i32 = { "int32", 6 }, i64 = { "int64", 7 }, bool = { "bool", 9 }, f16 = { "float16", 10 }, f64 = { "double", 11 },
  u32 = { "uint32", 12 }, u64 = { "uint64", 13 }, bf16 = { "bfloat16", 16 },
  f8e4m3fn = { "float8e4m3fn", 17 }, f8e4m3fnuz = { "float8e4m3fnuz", 18 }, f8e5m2 = { "float8e5m2", 19 },
  f8e5m2fnuz = { "float8e5m2fnuz", 20 }, u4 = { "uint4", 21 }, i4 = { "int4", 22 }, u2 = { "uint2", 25 }, i2 = { "int2", 26 },
  f8e8m0 = { "float8e8m0", 24 },
}

local floats = { "f16", "f32", "f64" }
local all_floats = { floats, "bf16" }
local eights = { "f8e4m3fn", "f8e4m3fnuz", "f8e5m2", "f8e5m2fnuz" }
local fours, twos = { "i4", "u4" }, { "i2", "u2" }
local wide_ints = { "i32", "i64", "u32", "u64" }
local signed_ints = { "i8", "i16", "i32", "i64" }
local unsigned_ints = { "u8", "u16", "u32", "u64" }
local all_ints = { signed_ints, unsigned_ints }
local numbers = { floats, all_ints }
local all_numbers = { all_floats, all_ints }

local legacy = { "none", "onnx_legacy" }
local multidirectional = { "numpy" }
local equal = { "none" }

local function computed_by(op) return { { op = op } } end

local function arithmetic(op)
  return {
    ways = computed_by(op),
    { since = 1, types = { floats }, rules = legacy, attributes = { broadcast = 0, axis = -1, consumed_inputs = 0 } },
    { since = 6, types = { floats, wide_ints }, rules = legacy, attributes = { broadcast = 0, axis = -1 } },
    { since = 7, types = { floats, wide_ints }, rules = multidirectional },
    { since = 13, types = { all_floats, wide_ints }, rules = multidirectional },
    { since = 14, types = all_numbers, rules = multidirectional },
  }
end

onnx "Add" (arithmetic "add")
onnx "Sub" (arithmetic "sub")
onnx "Mul" (arithmetic "mul")
onnx "Div" (arithmetic "div") -- integers round towards zero

local remainders = { { op = "floor_mod", when = 0, types = all_ints }, { op = "fmod", when = 1 } }

onnx "Mod" {
  ways = remainders,
  { since = 10, types = numbers, rules = multidirectional, attributes = { fmod = 0 } },
  { since = 13, types = all_numbers, rules = multidirectional, attributes = { fmod = 0 } },
  {
    since = 28, types = all_numbers, rules = multidirectional, attributes = { fmod = 0 },
    ways = { { op = "floor_mod", when = 0 }, { op = "fmod", when = 1 } },
  },
}

onnx "Pow" { -- not yet: f64, an integer to the power of a float, or of most other integer types
  ways = computed_by "pow",
  { since = 1, types = floats, U = "T", rules = legacy, attributes = { broadcast = 0, axis = -1 } },
  { since = 7, types = floats, U = "T", rules = multidirectional },
  { since = 12, types = { floats, "i32", "i64" }, U = numbers, rules = multidirectional },
  { since = 13, types = { all_floats, "i32", "i64" }, U = numbers, rules = multidirectional },
  { since = 15, types = { all_floats, "i32", "i64" }, U = all_numbers, rules = multidirectional },
}

-- Versions for floats, and from 13 on, or from the given version on, for bf16.
local function of_floats(ways, with_bf16)
  return {
    ways = ways,
    { since = 1, types = floats, rules = equal, attributes = { consumed_inputs = 0 } },
    { since = 6, types = floats, rules = equal },
    { since = with_bf16 or 13, types = all_floats, rules = equal },
  }
end

onnx "Neg" {
  ways = computed_by "negative",
  { since = 1, types = floats, rules = equal, attributes = { consumed_inputs = 0 } },
  { since = 6, types = { floats, signed_ints }, rules = equal },
  { since = 13, types = { all_floats, signed_ints }, rules = equal },
}

onnx "Abs" {
  ways = computed_by "abs",
  { since = 1, types = floats, rules = equal, attributes = { consumed_inputs = 0 } },
  { since = 6, types = numbers, rules = equal },
  { since = 13, types = all_numbers, rules = equal },
}

onnx "Sign" {
  ways = computed_by "sign",
  { since = 9, types = numbers, rules = equal },
  { since = 13, types = all_numbers, rules = equal },
}

onnx "Reciprocal" (of_floats(computed_by "reciprocal"))
onnx "Sqrt" (of_floats(computed_by "sqrt"))
onnx "Floor" (of_floats(computed_by "floor"))
onnx "Ceil" (of_floats(computed_by "ceil"))

-- Functions, at the dtypes of their operators: four of them also at f64.
onnx "Exp" (of_floats(computed_by "exp"))
onnx "Log" (of_floats(computed_by "log"))
onnx "Tanh" (of_floats(computed_by "tanh"))
onnx "Sigmoid" (of_floats(computed_by "sigmoid"))

local function as_of(first, op)
  return {
    ways = computed_by(op),
    { since = first, types = floats, rules = equal }, { since = 22, types = all_floats, rules = equal },
  }
end
onnx "Erf" {
  ways = computed_by "erf", { since = 9, types = numbers, rules = equal }, { since = 13, types = all_floats, rules = equal },
}
onnx "Gelu" {
  ways = { { op = "gelu", when = "none" }, { op = "gelu_tanh", when = "tanh" } },
  { since = 20, types = all_floats, rules = equal, attributes = { approximate = "none" } },
}
onnx "Sin" (as_of(7, "sin"))
onnx "Cos" (as_of(7, "cos"))
onnx "Tan" (as_of(7, "tan"))
onnx "Asin" (as_of(7, "asin"))
onnx "Acos" (as_of(7, "acos"))
onnx "Atan" (as_of(7, "atan"))
onnx "Sinh" (as_of(9, "sinh"))
onnx "Cosh" (as_of(9, "cosh"))
onnx "Asinh" (as_of(9, "asinh"))
onnx "Acosh" (as_of(9, "acosh"))
onnx "Atanh" (as_of(9, "atanh"))
onnx "Softplus" (as_of(1, "softplus"))
onnx "Softsign" (as_of(1, "softsign"))
onnx "Mish" (as_of(18, "mish"))

onnx "Round" { -- halves to even
  ways = computed_by "round",
  { since = 11, types = floats, rules = equal },
  { since = 22, types = all_floats, rules = equal },
}

local function order(op)
  return {
    ways = computed_by(op),
    { since = 1, types = floats, rules = legacy, attributes = { broadcast = 0, axis = -1 } },
    { since = 7, types = floats, rules = multidirectional },
    { since = 9, types = numbers, rules = multidirectional },
    { since = 13, types = all_numbers, rules = multidirectional },
  }
end

local function order_or_equal(op)
  return {
    ways = computed_by(op),
    { since = 12, types = numbers, rules = multidirectional },
    { since = 16, types = all_numbers, rules = multidirectional },
  }
end

onnx "Less" (order "less")
onnx "Greater" (order "greater")
onnx "LessOrEqual" (order_or_equal "less_equal")
onnx "GreaterOrEqual" (order_or_equal "greater_equal")

onnx "Equal" { -- strings are not a dtype of Broadloom
  ways = computed_by "equal",
  { since = 1, types = { "bool", "i32", "i64" }, rules = legacy, attributes = { broadcast = 0, axis = -1 } },
  { since = 7, types = { "bool", "i32", "i64" }, rules = multidirectional },
  { since = 11, types = { numbers, "bool" }, rules = multidirectional },
  { since = 13, also = { 19 }, types = { all_numbers, "bool" }, rules = multidirectional },
}

onnx "IsNaN" {
  ways = computed_by "is_nan",
  { since = 9, types = floats, rules = equal },
  { since = 13, types = all_floats, rules = equal },
  { since = 20, types = { all_floats, eights }, rules = equal },
}

onnx "IsInf" {
  ways = computed_by "is_inf",
  { since = 10, types = { "f32", "f64" }, rules = equal, attributes = { detect_negative = 1, detect_positive = 1 } },
  {
    since = 20, types = { all_floats, eights }, rules = equal, attributes = { detect_negative = 1, detect_positive = 1 },
  },
}

local function logical(op)
  return {
    ways = computed_by(op),
    { since = 1, types = { "bool" }, rules = legacy, attributes = { broadcast = 0, axis = -1 } },
    { since = 7, types = { "bool" }, rules = multidirectional },
  }
end

onnx "And" (logical "logical_and")
onnx "Or" (logical "logical_or")
onnx "Xor" (logical "logical_xor")
onnx "Not" { ways = computed_by "logical_not", { since = 1, types = { "bool" }, rules = equal } }

onnx "BitwiseAnd" { ways = computed_by "bitwise_and", { since = 18, types = all_ints, rules = multidirectional } }
onnx "BitwiseOr" { ways = computed_by "bitwise_or", { since = 18, types = all_ints, rules = multidirectional } }
onnx "BitwiseXor" { ways = computed_by "bitwise_xor", { since = 18, types = all_ints, rules = multidirectional } }
onnx "BitwiseNot" { ways = computed_by "bitwise_not", { since = 18, types = all_ints, rules = equal } }

onnx "BitShift" {
  ways = { { op = "shift_left", when = "LEFT" }, { op = "shift_right", when = "RIGHT" } },
  { since = 11, types = unsigned_ints, rules = multidirectional, attributes = { direction = "required" } },
  { since = 28, types = all_ints, rules = multidirectional, attributes = { direction = "required" } },
}

onnx "Where" { -- strings and complex numbers are not dtypes of Broadloom
  ways = computed_by "select",
  { since = 9, types = { numbers, "bool" }, rules = multidirectional },
  { since = 16, types = { all_numbers, "bool" }, rules = multidirectional },
}

local function extreme(fold)
  return {
    ways = { { fold = fold } },
    { since = 1, types = floats, rules = equal, attributes = { consumed_inputs = 0 } },
    { since = 6, types = floats, rules = equal },
    { since = 8, types = floats, rules = multidirectional },
    { since = 12, types = numbers, rules = multidirectional },
    { since = 13, types = all_numbers, rules = multidirectional },
  }
end

local function total(fold)
  return {
    ways = { { fold = fold } },
    { since = 1, types = floats, rules = equal, attributes = { consumed_inputs = 0 } },
    { since = 6, types = floats, rules = equal },
    { since = 8, types = floats, rules = multidirectional },
    { since = 13, types = all_floats, rules = multidirectional },
  }
end

onnx "Max" (extreme "max")
onnx "Min" (extreme "min")
onnx "Sum" (total "add_n")
onnx "Mean" (total "mean")

-- f32's limits, if attributes give no others.
local greatest = 0x1.fffffep127

onnx "Clip" {
  ways = { -- as inputs, absent limits limit nothing
    { op = "clip" },
    { op = "maximum", takes = { 1, 2 } },
    { op = "minimum", takes = { 1, 3 } },
    { op = "identity" },
  },
  {
    since = 1, types = floats, rules = equal, attributes = { min = -greatest, max = greatest, consumed_inputs = 0 },
    ways = computed_by "clamp",
  },
  { since = 6, types = floats, rules = equal, attributes = { min = -greatest, max = greatest }, ways = computed_by "clamp" },
  { since = 11, types = floats, rules = { "scalar" } },
  { since = 12, types = numbers, rules = { "scalar" } },
  { since = 13, types = all_numbers, rules = { "scalar" } },
}

onnx "Relu" {
  ways = computed_by "relu",
  { since = 1, types = floats, rules = equal, attributes = { consumed_inputs = 0 } },
  { since = 6, types = floats, rules = equal },
  { since = 13, types = all_floats, rules = equal },
  { since = 14, types = { all_floats, signed_ints }, rules = equal },
}

onnx "LeakyRelu" {
  ways = computed_by "leaky_relu",
  { since = 1, types = floats, rules = equal, attributes = { alpha = 0.01, consumed_inputs = 0 } },
  { since = 6, types = floats, rules = equal, attributes = { alpha = 0.01 } },
  { since = 16, types = all_floats, rules = equal, attributes = { alpha = 0.01 } },
}

onnx "PRelu" { -- before 7, a slope of size 1 is shared by all channels; so any other applies per channel, as in Caffe2
  ways = computed_by "prelu",
  { since = 1, types = floats, rules = { "channels" }, attributes = { consumed_inputs = 0 } },
  { since = 6, types = floats, rules = { "channels" } },
  { since = 7, types = floats, rules = { "uni" } },
  { since = 9, types = { floats, wide_ints }, rules = { "uni" } },
  { since = 16, types = { all_floats, wide_ints }, rules = { "uni" } },
}

onnx "ThresholdedRelu" {
  ways = computed_by "thresholded_relu",
  { since = 10, types = floats, rules = equal, attributes = { alpha = 1 } },
  { since = 22, types = all_floats, rules = equal, attributes = { alpha = 1 } },
}

onnx "Shrink" {
  ways = computed_by "shrink",
  { since = 9, types = numbers, rules = equal, attributes = { bias = 0, lambd = 0.5 } },
}

onnx "HardSigmoid" {
  ways = computed_by "hard_sigmoid",
  { since = 1, types = floats, rules = equal, attributes = { alpha = 0.2, beta = 0.5, consumed_inputs = 0 } },
  { since = 6, types = floats, rules = equal, attributes = { alpha = 0.2, beta = 0.5 } },
  { since = 22, types = all_floats, rules = equal, attributes = { alpha = 0.2, beta = 0.5 } },
}

onnx "Elu" {
  ways = computed_by "elu",
  { since = 1, types = floats, rules = equal, attributes = { alpha = 1, consumed_inputs = 0 } },
  { since = 6, types = floats, rules = equal, attributes = { alpha = 1 } },
  { since = 22, types = all_floats, rules = equal, attributes = { alpha = 1 } },
}

onnx "Selu" {
  ways = computed_by "selu",
  { since = 1, types = floats, rules = equal, attributes = { alpha = 1.6732, gamma = 1.0507, consumed_inputs = 0 } },
  { since = 6, types = floats, rules = equal, attributes = { alpha = 0x1.ac5afap0, gamma = 0x1.0cfabep0 } },
  { since = 22, types = all_floats, rules = equal, attributes = { alpha = 0x1.ac5afap0, gamma = 0x1.0cfabep0 } },
}

onnx "Celu" {
  ways = computed_by "celu",
  { since = 12, types = { "f32" }, rules = equal, attributes = { alpha = 1 } },
  { since = 28, types = all_floats, rules = equal, attributes = { alpha = 1 } },
}

onnx "Swish" {
  ways = computed_by "swish", { since = 24, types = all_floats, rules = equal, attributes = { alpha = 1 } },
}

onnx "HardSwish" {
  ways = computed_by "hard_swish",
  { since = 14, types = floats, rules = equal },
  { since = 22, types = all_floats, rules = equal },
}

-- Conversions; of their dtypes, T is the input's, U the result's.

local before_bf16 = { numbers, "bool" }
local everything = { all_numbers, "bool" }
local anything = { everything, eights }
local with_fours = { anything, fours }
local with_scales = { with_fours, "f8e8m0" }
local with_twos = { with_scales, twos }

onnx "Identity" {
  ways = computed_by "identity",
  { since = 1, types = before_bf16, rules = equal },
  { since = 13, also = { 14, 16 }, types = everything, rules = equal },
  { since = 19, types = anything, rules = equal },
  { since = 21, also = { 23 }, types = with_fours, rules = equal },
  { since = 24, types = with_scales, rules = equal },
  { since = 25, types = with_twos, rules = equal },
}

onnx "BitCast" { -- the input is treated as if it had the result's dtype
  ways = computed_by "identity",
  { since = 26, types = with_twos, rules = equal, attributes = { to = "required" } },
}

-- The greatest number instead of infinity, NaN or a greater one, unless the attribute says otherwise.
local function saturating(like)
  return {
    { op = "saturating_cast", types = { all_numbers, eights, fours, twos }, to = eights, when = 1, like = like },
    { op = "cast", like = like },
  }
end

-- Scales are powers of two, of which one is chosen as the attributes say.
local function scaling(like)
  local saturated, plain = table.unpack(saturating(like))
  return {
    { op = "clamped_cast", types = all_floats, to = { "f8e8m0" }, when = 1, like = like },
    { op = "rounded_cast", types = all_floats, to = { "f8e8m0" }, like = like },
    saturated, plain,
  }
end

local to, to_name = { to = "required" }, { to_name = "required" }
local saturated_to = { to = "required", saturate = 1 }
local rounded = { saturate = 1, round_mode = "up" }
local rounded_to = { to = "required", saturate = 1, round_mode = "up" }

onnx "Cast" {
  ways = computed_by "cast",
  { since = 1, types = before_bf16, U = before_bf16, rules = equal, attributes = to_name },
  { since = 6, also = { 9 }, types = before_bf16, U = before_bf16, rules = equal, attributes = to },
  { since = 13, types = everything, U = everything, rules = equal, attributes = to },
  { since = 19, types = anything, U = anything, rules = equal, attributes = saturated_to, ways = saturating() },
  { since = 21, also = { 23 }, types = with_fours, U = with_fours, rules = equal, attributes = saturated_to, ways = saturating() },
  { since = 24, types = with_scales, U = with_scales, rules = equal, attributes = rounded_to, ways = scaling() },
  { since = 25, also = { 28 }, types = with_twos, U = with_twos, rules = equal, attributes = rounded_to, ways = scaling() },
}

onnx "CastLike" {
  ways = { { op = "cast", like = 2 } },
  { since = 15, types = everything, U = everything, rules = equal },
  { since = 19, types = anything, U = anything, rules = equal, attributes = { saturate = 1 }, ways = saturating(2) },
  { since = 21, also = { 23 }, types = with_fours, U = with_fours, rules = equal, attributes = { saturate = 1 }, ways = saturating(2) },
  { since = 24, types = with_scales, U = with_scales, rules = equal, attributes = rounded, ways = scaling(2) },
  { since = 25, types = with_twos, U = with_twos, rules = equal, attributes = rounded, ways = scaling(2) },
}

-- With a scale and a zero point: an absent zero point is a zero, which in QuantizeLinear is a u8 unless output_dtype says otherwise.
-- Of QuantizeLinear's dtypes, T is the input's, U the scale's, V the result's.

local bytes, shorts = { "i8", "u8" }, { "i8", "i16", "u8", "u16" }
local up_to_fours = { shorts, eights, fours }
local up_to_twos = { up_to_fours, twos }
local scales = { "f16", "f32", "bf16" }
local quantized = { scales, "i32" }
local by_axis = { axis = 1, saturate = 1 }
local by_block = { axis = 1, saturate = 1, block_size = 0, output_dtype = 0 }
local precisely = { axis = 1, saturate = 1, block_size = 0, output_dtype = 0, precision = 0 }
local without_zero = { 1, 2, 0 }
local quantizing = { { op = "quantize_linear" }, { op = "quantize_linear", takes = without_zero, gives = "u8" } }
local saturating_too = {
  { op = "saturating_quantize", to = eights, when = 1, like = 3 },
  { op = "saturating_quantize", takes = without_zero, gives = "u8", to = eights, when = 1 },
  quantizing[1], quantizing[2],
}

onnx "QuantizeLinear" {
  ways = quantizing,
  { since = 10, types = { "f32", "i32" }, U = { "f32" }, V = bytes, rules = { "scalar" } },
  { since = 13, types = { "f32", "i32" }, U = { "f32" }, V = bytes, rules = { "axis" }, attributes = { axis = 1 } },
  {
    since = 19, types = quantized, U = "T", V = { bytes, eights }, rules = { "axis" }, attributes = by_axis,
    ways = saturating_too,
  },
  {
    since = 21, types = quantized, U = "T", V = up_to_fours, rules = { "axis" }, attributes = by_block,
    ways = saturating_too,
  },
  {
    since = 23, also = { 24 }, types = quantized, U = quantized, V = up_to_fours, rules = { "axis" },
    attributes = precisely, ways = saturating_too,
  },
  {
    since = 25, also = { 28 }, types = quantized, U = quantized, V = up_to_twos, rules = { "axis" },
    attributes = precisely, ways = saturating_too,
  },
}

local blocks_of = { axis = 1, block_size = 0 }
local blocks_to = { axis = 1, block_size = 0, output_dtype = 0 }

onnx "DequantizeLinear" { -- the result has the scale's dtype
  ways = { { op = "dequantize_linear" }, { op = "dequantize_linear", takes = { 1, 2, 0 } } },
  { since = 10, types = { bytes, "i32" }, U = { "f32" }, rules = { "scalar" } },
  { since = 13, types = { bytes, "i32" }, U = { "f32" }, rules = { "axis" }, attributes = { axis = 1 } },
  { since = 19, types = { bytes, "i32", eights }, U = scales, rules = { "axis" }, attributes = { axis = 1 } },
  { since = 21, types = { up_to_fours, "i32" }, U = scales, rules = { "axis" }, attributes = blocks_of },
  { since = 23, also = { 24 }, types = { up_to_fours, "i32" }, U = scales, rules = { "axis" }, attributes = blocks_to },
  { since = 25, also = { 28 }, types = { up_to_twos, "i32" }, U = scales, rules = { "axis" }, attributes = blocks_to },
}
