-- The larger and the smaller of two values, and folds over any number of inputs.

op "maximum" {
  says = { "the larger one", floats = "NaN is passed on, -0 < 0" }, types = numeric, commutes = true,
  expr = function(a, b) return maximum(a, b) end,
}

op "minimum" {
  says = { "the smaller one", floats = "NaN is passed on, -0 < 0" }, types = numeric, commutes = true,
  expr = function(a, b) return minimum(a, b) end,
}

op "divide_by_count" {
  says = "a / n", types = floats, takes = { "T" }, parameters = { { "n", "u32", default = 1 } },
  float = function(a, count, types) return a / convert(types.T, count.n) end,
}

-- How many inputs a kernel takes, where it is not one after the other. Of f16 nothing would be gained: converting takes the time.
local at_once = { f32 = 5, i32 = 5, i8 = 3 }

fold "max" { says = "the largest", step = "maximum", at_once = at_once }
fold "min" { says = "the smallest", step = "minimum", at_once = at_once }
fold "add_n" { says = "the sum", step = "add", at_once = at_once }
fold "mean" { says = "the sum, divided by how many there are", step = "add", finish = "divide_by_count", at_once = at_once }
