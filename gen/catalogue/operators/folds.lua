-- The larger and the smaller of two values, and folds over any number of inputs.

op "maximum" {
  says = { "the larger of a and b", floats = "NaN is passed on, -0 < 0", bools = "a or b" }, types = { numeric, "bool" }, commutes = true,
  float = function(a, b) return maximum(a, b) end,
  int   = function(a, b) return maximum(a, b) end,
  uint  = function(a, b) return maximum(a, b) end,
  bool  = function(a, b) return a | b end,
}

op "minimum" {
  says = { "the smaller of a and b", floats = "NaN is passed on, -0 < 0", bools = "a and b" }, types = { numeric, "bool" }, commutes = true,
  float = function(a, b) return minimum(a, b) end,
  int   = function(a, b) return minimum(a, b) end,
  uint  = function(a, b) return minimum(a, b) end,
  bool  = function(a, b) return a & b end,
}

op "divide_by_count" {
  says = "a / n", types = floats, takes = { "T" }, parameters = { { "n", "u32", default = 1 } },
  float = function(a, count, types) return a / convert(types.T, count.n) end,
}

-- The number of inputs that a kernel takes at once. f16 would gain nothing, because its conversions take most of the time.
local at_once = { f32 = 5, i32 = 5, i8 = 3 }

fold "max" { says = "the largest input", step = "maximum", at_once = at_once }
fold "min" { says = "the smallest input", step = "minimum", at_once = at_once }
fold "add_n" { says = "the sum of the inputs", step = "add", at_once = at_once }
fold "mean" { says = "the sum of the inputs, divided by their number", step = "add", finish = "divide_by_count", at_once = at_once }
