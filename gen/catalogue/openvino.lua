-- OpenVINO's operations, version by version, as in their specifications. A new version is a new line.
--   spec             as in onnx.lua, which explains all of these keys; alias: another name for an attribute
--   dtypes           OpenVINO's name for each of Broadloom's dtypes (an IR's element_type)
--   openvino "Name"  versions by rising `opset` (the 1 of Add-1):
--     types       the dtypes of T; U: the dtype of the result, if a node may choose it
--     rules       the values of auto_broadcast that it takes; for an operation without that attribute, its rule
--     attributes  name = default, or "required"
--     ways        how it is computed

local truths = { { "false", 0 }, { "true", 1 }, { "0", 0 }, { "1", 1 } }

spec {
  title = "OpenVINO", order = "opset",
  rules = { numpy = "numpy", none = "none", pdpd = "pdpd", uni = "numpy, onto the first", channel = "by channel" },
  attributes = { -- the words of auto_broadcast are those of bl_rule
    { "auto_broadcast", "word", use = "rule", words = { { "numpy", 0 }, { "none", 1 }, { "explicit", 1 }, { "pdpd", 2 } } },
    { "axis", "integer", use = "axis", alias = "auto_broadcast_axis" },
    { "m_pythondiv", "word", use = "choice", alias = "pythondiv", words = truths },
    { "mode", "word", use = "choice", words = { { "half_to_even", 0 }, { "half_away_from_zero", 1 } } },
    { "alpha", "real", parameter = "alpha" },
    { "approximation_mode", "word", use = "choice", words = { { "ERF", 0 }, { "TANH", 1 } } },
    { "min", "real", parameter = "low", rounds_up = true },
    { "max", "real", parameter = "high" },
    { "detect_negative", "word", parameter = "negative", words = truths },
    { "detect_positive", "word", parameter = "positive", words = truths },
    { "levels", "integer", parameter = "levels", least = 2, most = 0xffffffff },
    { "destination_type", "dtype_name", use = "dtype" },
  },
  foreign = {
    dynamic = 0, string = 0, u1 = 0, u2 = 0, u3 = 0, u6 = 0, nf4 = 0, f8e8m0 = 0,
  },
}

dtypes {
  f32 = "f32", f64 = "f64", f16 = "f16", bf16 = "bf16", i8 = "i8", i16 = "i16", i32 = "i32", i64 = "i64",
  u8 = "u8", u16 = "u16", u32 = "u32", u64 = "u64", bool = "boolean",
  f8e4m3fn = "f8e4m3", f8e5m2 = "f8e5m2", i4 = "i4", u4 = "u4", f4e2m1 = "f4e2m1",
}

local floats = { "f16", "bf16", "f32", "f64" }
local signed_ints = { "i8", "i16", "i32", "i64" }
local unsigned_ints = { "u8", "u16", "u32", "u64" }
local ints = { signed_ints, unsigned_ints }
local numeric = { floats, ints }

local broadcasts = { "none", "numpy", "pdpd" }
local defaults = { auto_broadcast = "numpy", axis = -1 }

local function computed_by(op) return { { op = op } } end

-- For integers, which are already whole.
local as_it_is = { op = "identity", types = ints }

-- Two inputs under all of the rules, at these dtypes.
local function binary(op, types, opset)
  return { { opset = opset or 1, ways = computed_by(op), types = types, rules = broadcasts, attributes = defaults } }
end

-- Two inputs that are not broadcast as in pdpd.
local function symmetric(op)
  return { { opset = 1, ways = computed_by(op), types = numeric, rules = { "none", "numpy" }, attributes = { auto_broadcast = "numpy" } } }
end

local function unary(op, types, opset)
  return { { opset = opset or 1, ways = computed_by(op), types = types, rules = { "none" } } }
end

openvino "Add" (binary("add", numeric))
openvino "Subtract" (binary("sub", numeric))
openvino "Multiply" (binary("mul", numeric))

openvino "Divide" {
  {
    opset = 1, types = numeric, rules = broadcasts, attributes = { auto_broadcast = "numpy", axis = -1, m_pythondiv = true },
    ways = { { op = "floor_div", when = true, types = ints }, { op = "div" } },
  },
}

openvino "Mod" (symmetric "fmod")
openvino "FloorMod" (symmetric "floor_mod")
openvino "Power" (symmetric "pow") -- all except f64
openvino "SquaredDifference" (symmetric "squared_difference")
openvino "Maximum" (symmetric "maximum")
openvino "Minimum" (symmetric "minimum")

openvino "Equal" (binary("equal", { numeric, "bool" }))
openvino "NotEqual" (binary("not_equal", { numeric, "bool" }))
openvino "Less" (binary("less", { numeric, "bool" }))
openvino "LessEqual" (binary("less_equal", { numeric, "bool" }))
openvino "Greater" (binary("greater", { numeric, "bool" }))
openvino "GreaterEqual" (binary("greater_equal", { numeric, "bool" }))

openvino "LogicalAnd" (binary("logical_and", { "bool" }))
openvino "LogicalOr" (binary("logical_or", { "bool" }))
openvino "LogicalXor" { binary("logical_xor", { "bool" })[1], binary("logical_xor", { "bool" }, 2)[1] } -- an IR calls it 2
openvino "LogicalNot" (unary("logical_not", { "bool" }))
openvino "BitwiseAnd" (binary("bitwise_and", { ints, "bool" }, 13))
openvino "BitwiseOr" (binary("bitwise_or", { ints, "bool" }, 13))
openvino "BitwiseXor" (binary("bitwise_xor", { ints, "bool" }, 13))
openvino "BitwiseNot" (unary("bitwise_not", { ints, "bool" }, 13))
openvino "BitwiseLeftShift" (binary("shift_left", ints, 15))
openvino "BitwiseRightShift" (binary("shift_right", ints, 15))

openvino "Select" (binary("select", numeric))

openvino "Negative" (unary("negative", { floats, signed_ints }))
openvino "Abs" (unary("abs", numeric))
openvino "Sign" (unary("sign", numeric))
openvino "Sqrt" (unary("sqrt", numeric)) -- floats; Broadloom has no roots of integers
openvino "Exp" (unary("exp", floats)) -- functions, at the dtypes of their operators
openvino "Log" (unary("log", numeric))
openvino "Tanh" (unary("tanh", numeric))
openvino "Sin" (unary("sin", numeric))
openvino "Cos" (unary("cos", numeric))
openvino "Tan" (unary("tan", numeric))
openvino "Asin" (unary("asin", numeric))
openvino "Acos" (unary("acos", numeric))
openvino "Atan" (unary("atan", numeric))
openvino "Atan2" (binary("atan2", floats, 17))
openvino "Sinh" (unary("sinh", numeric))
openvino "Cosh" (unary("cosh", numeric))
local function third(op) return { unary(op, numeric, 3)[1], unary(op, numeric, 4)[1] } end -- an IR calls them 4
openvino "Asinh" (third "asinh")
openvino "Acosh" (third "acosh")
openvino "Atanh" (third "atanh")
openvino "Erf" (unary("erf", numeric))
openvino "Sigmoid" (unary("sigmoid", floats))
openvino "SoftPlus" (unary("softplus", floats, 4))
openvino "SoftSign" (unary("softsign", floats, 9))
openvino "Elu" {
  { opset = 1, types = floats, rules = { "none" }, attributes = { alpha = "required" }, ways = computed_by "elu" },
}
openvino "Gelu" {
  { opset = 2, types = floats, rules = { "none" }, ways = { { op = "gelu" } } },
  {
    opset = 7, types = floats, rules = { "none" }, attributes = { approximation_mode = "ERF" },
    ways = { { op = "gelu", when = "ERF" }, { op = "gelu_tanh", when = "TANH" } },
  },
}
openvino "Mish" (unary("mish", floats, 4))
openvino "Selu" { -- alpha and lambda are inputs, like those of HardSigmoid
  { opset = 1, ways = { { op = "selu", values = 2 } }, types = floats, rules = { "none" } },
}
openvino "Swish" { -- and so is beta, which is optional
  { opset = 4, ways = { { op = "swish", values = 2 }, { op = "swish" } }, types = floats, rules = { "none" } },
}
openvino "Floor" { { opset = 1, ways = { as_it_is, { op = "floor" } }, types = numeric, rules = { "none" } } }
openvino "Ceiling" { { opset = 1, ways = { as_it_is, { op = "ceil" } }, types = numeric, rules = { "none" } } }

openvino "Round" {
  {
    opset = 5, types = numeric, rules = { "none" }, attributes = { mode = "half_to_even" },
    ways = { as_it_is, { op = "round", when = "half_to_even" }, { op = "round_half_away", when = "half_away_from_zero" } },
  },
}

openvino "IsNaN" (unary("is_nan", floats, 10))
openvino "IsFinite" (unary("is_finite", floats, 10))

openvino "IsInf" {
  {
    opset = 10, ways = computed_by "is_inf", types = floats, rules = { "none" },
    attributes = { detect_negative = true, detect_positive = true },
  },
}

openvino "ReLU" {
  { opset = 1, ways = { { op = "identity", types = unsigned_ints }, { op = "relu" } }, types = numeric, rules = { "none" } },
}

openvino "PReLU" { { opset = 1, ways = computed_by "prelu", types = numeric, rules = { "channel" } } }

openvino "Clamp" {
  { opset = 1, ways = computed_by "clamp", types = numeric, rules = { "none" }, attributes = { min = "required", max = "required" } },
}

openvino "HardSigmoid" { -- alpha and beta are inputs; as parameters they are f32, which cannot represent f64
  { opset = 1, ways = { { op = "hard_sigmoid", values = 2, types = { "f16", "bf16", "f32" } } }, types = floats, rules = { "none" } },
}

openvino "HSigmoid" (unary("hsigmoid", floats, 5))
openvino "HSwish" (unary("hswish", floats, 4))

-- A number that is greater than all of eight bits becomes infinity, or NaN where there is none, as in OpenVINO's code.
local convertible = { numeric, "bool", "f8e4m3fn", "f8e5m2", "i4", "u4", "f4e2m1" }

openvino "Convert" {
  {
    opset = 1, ways = computed_by "cast", types = convertible, U = convertible, rules = { "none" },
    attributes = { destination_type = "required" },
  },
}

openvino "ConvertLike" {
  { opset = 1, ways = { { op = "cast", like = 2 } }, types = convertible, U = convertible, rules = { "none" } },
}

openvino "FakeQuantize" { -- its result has the first input's shape, so numpy is one-sided
  {
    opset = 1, ways = computed_by "fake_quantize", types = floats, rules = { "none", "uni" },
    attributes = { auto_broadcast = "numpy", levels = "required" },
  },
}

openvino "FakeConvert" { -- its result has the first input's shape
  {
    opset = 13, types = { "f16", "bf16", "f32" }, U = { "f8e4m3fn", "f8e5m2" }, rules = { "uni" },
    attributes = { destination_type = "required" },
    ways = {
      { op = "fake_convert_e4m3", to = { "f8e4m3fn" } }, { op = "fake_convert_e4m3", to = { "f8e4m3fn" }, takes = { 1, 2, 0 } },
      { op = "fake_convert_e5m2", to = { "f8e5m2" } }, { op = "fake_convert_e5m2", to = { "f8e5m2" }, takes = { 1, 2, 0 } },
    },
  },
}
