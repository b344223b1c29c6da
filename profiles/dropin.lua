-- One source and one header to drop into any project: common operators of four dtypes, on the instruction sets of PCs and of AArch64,
-- which are detected at run time. `make dist` writes them.
profile {
  ops = {
    "add", "sub", "mul", "div", "floor_div", "fmod", "floor_mod", "reciprocal", "sqrt", "negative", "abs", "sign", "floor", "ceil", "round",
    "equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "is_nan", "select", "maximum", "minimum", "clamp", "relu",
    "leaky_relu", "exp", "log", "tanh", "sigmoid", "gelu", "cast", "quantize_linear", "dequantize_linear", "max", "min", "add_n", "mean",
  },
  dtypes = { "f32", "f16", "i8", "i32" }, isas = { "scalar", "sse2", "avx2", "avx512", "neon" },
  runtime = "full", form = "single", specs = {}, detect = true, selftest = true,
}
