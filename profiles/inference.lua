-- A runtime for ONNX models on PCs: the operators of a quantized image classifier, the instruction sets chosen when it starts.
profile {
  ops = { "add", "mul", "div", "relu", "clamp", "hard_swish", "quantize_linear", "rounded_quantize", "dequantize_linear", "add_n" },
  dtypes = { "f32", "f16", "i8", "u8", "i32" },
  isas = { "scalar", "sse41", "avx2", "avx512" }, specs = { "onnx" }, runtime = "full", prefix = "vision_",
}
