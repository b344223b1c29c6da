-- The compact runtime as firmware uses it: without detection, with few rules, and with the operators that its tests call.

profile {
  runtime = "compact",
  ops = { "add", "sub:i32", "less", "select" },
  dtypes = { "f32", "f64", "i8", "i32", "u16", "bool" },
  isas = { "avx2" },
}
