-- The compact runtime as firmware has it: nothing is detected, and there are few rules.

profile {
  runtime = "compact",
  ops = { "add", "sub", "div", "floor_div", "less", "negative", "select", "add_n", "mean" },
  isas = { "avx2" },
}
