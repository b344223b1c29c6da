profile {
  ops = { "mul", "max" }, dtypes = { "f16" }, isas = { "scalar", "avx2" }, specs = { "onnx" }, runtime = "full",
}
