profile { ops = { "add", "relu" }, dtypes = { "f32", "i8" }, isas = { "scalar" }, runtime = "compact", form = "single", prefix = "p_", rank = 4, selftest = true }
