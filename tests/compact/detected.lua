-- The compact runtime with all its options. It treats f16 and bf16 like other elements of two bytes.

profile {
  runtime = "compact",
  ops = { "add", "sub", "mul", "div", "floor_div", "fmod", "floor_mod", "less", "negative", "select", "leaky_relu", "add_n", "mean" },
  dtypes = { "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool" },
  isas = { "avx2" },
  rules = { "numpy", "none", "pdpd", "onnx_legacy", "uni", "channel" },
  refuses_zero = true,
  detect = true,
}
