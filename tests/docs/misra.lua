-- The library in which docs/misra.md counts findings: the compact runtime with every rule, zero refusal and folds, and kernels of each
-- kind.

profile {
  runtime = "compact",
  form = "single",
  ops = { "add", "div", "less", "select", "leaky_relu", "add_n", "mean" },
  dtypes = { "f32", "i8", "bool" },
  isas = { "scalar" },
  rules = { "numpy", "none", "pdpd", "onnx_legacy", "uni", "channel" },
  refuses_zero = true,
}
