-- OpenVINO's operations, version by version, as their specifications say. Adding a version is adding a line.
--   spec             title: its name in texts; order: the key that rises from version to version; attributes: in the order of
--                    their bits; rules: what each is called in docs/conformance.md
--   dtypes           OpenVINO's name for each of our dtypes (an IR's element_type)
--   openvino "Name"  versions by rising `opset` (the 1 of Add-1):
--     op          the operator (gen/catalogue/ops.lua) that computes it
--     python_op   what computes it for integers where m_pythondiv is true
--     types       what the type T may be
--     rules       the values of auto_broadcast that it takes
--     attributes  name = default

spec {
  title = "OpenVINO", order = "opset", attributes = { "auto_broadcast", "axis", "m_pythondiv" },
  rules = { numpy = "numpy", none = "none", pdpd = "pdpd" },
}

dtypes {
  f32 = "f32", f64 = "f64", f16 = "f16", bf16 = "bf16", i8 = "i8", i16 = "i16", i32 = "i32", i64 = "i64",
  u8 = "u8", u16 = "u16", u32 = "u32", u64 = "u64", bool = "boolean",
}

local floats = { "f16", "bf16", "f32", "f64" }
local signed_ints = { "i8", "i16", "i32", "i64" }
local numeric = { floats, signed_ints, "u8", "u16", "u32", "u64" }

local broadcasts = { "none", "numpy", "pdpd" }
local defaults = { auto_broadcast = "numpy", axis = -1 }

openvino "Add" { { opset = 1, op = "add", types = numeric, rules = broadcasts, attributes = defaults } }
openvino "Subtract" { { opset = 1, op = "sub", types = numeric, rules = broadcasts, attributes = defaults } }
openvino "Multiply" { { opset = 1, op = "mul", types = numeric, rules = broadcasts, attributes = defaults } }

openvino "Divide" {
  {
    opset = 1, op = "div", python_op = "floor_div", types = numeric, rules = broadcasts,
    attributes = { auto_broadcast = "numpy", axis = -1, m_pythondiv = true },
  },
}

openvino "Less" { { opset = 1, op = "less", types = { numeric, "bool" }, rules = broadcasts, attributes = defaults } }

openvino "Negative" { { opset = 1, op = "negative", types = { floats, signed_ints }, rules = { "none" } } }

openvino "Select" { { opset = 1, op = "select", types = numeric, rules = broadcasts, attributes = defaults } }
