-- The compact runtime with all that it can have, for the tests of the runtime.

profile {
  runtime = "compact",
  ops = {
    "add", "sub", "mul", "div", "floor_div", "fmod", "less", "negative", "select", "clamp", "leaky_relu", "max", "min", "add_n", "mean",
    "maximum", "minimum", "divide_by_count",
  },
  isas = { "sse2", "avx2" },
  rules = { "numpy", "none", "pdpd", "onnx_legacy", "uni", "channel" },
  refuses_zero = true,
  detect = true,
}
