-- The larger and the smaller of two values, and folds over any number of inputs.

op "maximum" {
  says = { "the larger one", floats = "NaN is passed on, -0 < 0", bools = "a or b" }, types = { numeric, "bool" }, commutes = true,
  float = function(a, b) return maximum(a, b) end,
  int   = function(a, b) return maximum(a, b) end,
  uint  = function(a, b) return maximum(a, b) end,
  bool  = function(a, b) return a | b end,
}

op "minimum" {
  says = { "the smaller one", floats = "NaN is passed on, -0 < 0", bools = "a and b" }, types = { numeric, "bool" }, commutes = true,
  float = function(a, b) return minimum(a, b) end,
  int   = function(a, b) return minimum(a, b) end,
  uint  = function(a, b) return minimum(a, b) end,
  bool  = function(a, b) return a & b end,
}

op "divide_by_count" {
  says = "a / n", types = floats, takes = { "T" }, parameters = { { "n", "u32", default = 1 } },
  float = function(a, count, types) return a / convert(types.T, count.n) end,
}

fold "max" { says = "the largest", step = "maximum" }
fold "min" { says = "the smallest", step = "minimum" }
fold "add_n" { says = "the sum", step = "add" }
fold "mean" { says = "the sum, divided by how many there are", step = "add", finish = "divide_by_count" }
