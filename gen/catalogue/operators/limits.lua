-- Values between a low and a high limit.

op "clip" {
  says = "min(max(a, low), high)", types = numeric,
  takes = { "T", "T", "T" }, operands = { "a", "low", "high" },
  expr = function(a, low, high) return minimum(maximum(a, low), high) end,
}

op "clamp" {
  says = "min(max(a, low), high)", types = numeric, takes = { "T" },
  parameters = { { "low", "T" }, { "high", "T" } },
  expr = function(a, to) return minimum(maximum(a, to.low), to.high) end,
}

op "hard_tanh" {
  says = "min(max(a, low), high)", types = floats, takes = { "T" },
  parameters = { { "low", "f32", default = -1 }, { "high", "f32", default = 1 } },
  expr = function(a, to, types) return minimum(maximum(a, single(to, "low", types)), single(to, "high", types)) end,
}
