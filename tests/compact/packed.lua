-- The compact runtime with packed dtypes, and the front end that has blocks.

profile {
  runtime = "compact",
  ops = { "cast", "identity", "quantize_linear", "rounded_quantize", "dequantize_linear" },
  dtypes = { "f32", "f16", "i8", "u8", "i16", "i32", "i4", "u4", "i2", "u2", "f4e2m1", "f6e2m3", "f6e3m2" },
  isas = { "avx2" },
  specs = { "onnx" },
}
