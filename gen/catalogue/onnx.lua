-- ONNX's operators of the default domain, version by version, as their schemas say. Adding a version is adding a line.
--   spec         title: its name in texts; newest: the newest opset that these versions are known to describe (27: ONNX 1.22); order: the key
--                that rises from version to version; attributes: in the order of their bits; rules: what each is called in
--                docs/conformance.md
--   dtypes       ONNX's name for each of our dtypes, and its number in TensorProto.DataType
--   onnx "Name"  versions by rising `since` (since_version); a version holds up to the next one:
--     op          the operator (gen/catalogue/ops.lua) that computes it; for all versions, or in one
--     types       what the type variable T may be, of the dtypes that we have
--     rules       how shapes come together: { rule }, or { rule where broadcast = 0, rule where broadcast = 1 }
--     attributes  name = default; axis = -1: none, which aligns the last dims; consumed_inputs has no effect

spec {
  title = "ONNX", newest = 27, order = "since", attributes = { "broadcast", "axis", "consumed_inputs" },
  rules = { numpy = "multidirectional", none = "equal", onnx_legacy = "broadcast = 1" },
}

dtypes {
  f32 = { "float", 1 }, u8 = { "uint8", 2 }, i8 = { "int8", 3 }, u16 = { "uint16", 4 }, i16 = { "int16", 5 },
  i32 = { "int32", 6 }, i64 = { "int64", 7 }, bool = { "bool", 9 }, f16 = { "float16", 10 }, f64 = { "double", 11 },
  u32 = { "uint32", 12 }, u64 = { "uint64", 13 }, bf16 = { "bfloat16", 16 },
}

local floats = { "f16", "f32", "f64" }
local wide_ints = { "i32", "i64", "u32", "u64" }
local all_ints = { "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64" }
local signed_ints = { "i8", "i16", "i32", "i64" }

local legacy = { "none", "onnx_legacy" }
local multidirectional = { "numpy" }

local function arithmetic(op)
  return {
    op = op,
    { since = 1, types = { floats }, rules = legacy, attributes = { broadcast = 0, axis = -1, consumed_inputs = "ignored" } },
    { since = 6, types = { floats, wide_ints }, rules = legacy, attributes = { broadcast = 0, axis = -1 } },
    { since = 7, types = { floats, wide_ints }, rules = multidirectional },
    { since = 13, types = { floats, "bf16", wide_ints }, rules = multidirectional },
    { since = 14, types = { floats, "bf16", all_ints }, rules = multidirectional },
  }
end

onnx "Add" (arithmetic "add")
onnx "Sub" (arithmetic "sub")
onnx "Mul" (arithmetic "mul")
onnx "Div" (arithmetic "div") -- integers round towards zero

onnx "Neg" {
  op = "negative",
  { since = 1, types = { floats }, rules = { "none" }, attributes = { consumed_inputs = "ignored" } },
  { since = 6, types = { floats, signed_ints }, rules = { "none" } },
  { since = 13, types = { floats, "bf16", signed_ints }, rules = { "none" } },
}

onnx "Less" {
  op = "less",
  { since = 1, types = { floats }, rules = legacy, attributes = { broadcast = 0, axis = -1 } },
  { since = 7, types = { floats }, rules = multidirectional },
  { since = 9, types = { floats, all_ints }, rules = multidirectional },
  { since = 13, types = { floats, "bf16", all_ints }, rules = multidirectional },
}

onnx "Where" { -- strings and complex numbers are no dtypes of ours
  op = "select",
  { since = 9, types = { floats, all_ints, "bool" }, rules = multidirectional },
  { since = 16, types = { floats, "bf16", all_ints, "bool" }, rules = multidirectional },
}
