-- The compact runtime with all that it can have.

profile {
  runtime = "compact",
  ops = { "add", "sub", "mul", "div", "floor_div", "fmod", "floor_mod", "less", "negative", "select", "leaky_relu", "add_n", "mean" },
  isas = { "avx2" },
  rules = { "numpy", "none", "pdpd", "onnx_legacy", "uni", "channel" },
  refuses_zero = true,
  detect = true,
}
