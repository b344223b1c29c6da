-- A sensor on a Cortex-M: two operators on two dtypes, in two files under the product's own prefix, and a test of them all for the
-- board.
profile {
  ops = { "add", "mul" }, dtypes = { "f32", "i8" }, isas = { "scalar" },
  runtime = "compact", form = "single", prefix = "sensor_", rank = 4, selftest = true,
}
