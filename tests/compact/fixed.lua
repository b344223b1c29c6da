-- The compact runtime as firmware has it: nothing is detected, and there are few rules. It has what the tests of it call.

profile {
  runtime = "compact",
  ops = { "add", "sub:i32", "less", "select" },
  dtypes = { "f32", "f64", "i8", "i32", "u16", "bool" },
  isas = { "avx2" },
}
