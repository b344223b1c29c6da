-- Rounding to whole numbers.

op "floor" {
  says = "the greatest whole number <= a; -0, infinities and NaN stay", types = floats, takes = { "T" },
  expr = function(a) return floor(a) end,
}

op "ceil" {
  says = "the least whole number >= a; (-1, -0] gives -0; infinities and NaN stay", types = floats, takes = { "T" },
  expr = function(a) return ceil(a) end,
}

op "trunc" {
  says = "a without its fraction; the sign, infinities and NaN stay", types = floats, takes = { "T" },
  expr = function(a) return trunc(a) end,
}

op "round" {
  says = "the nearest whole number, halves to even; the sign, infinities and NaN stay", types = floats, takes = { "T" },
  expr = function(a) return round_even(a) end,
}

op "round_half_away" {
  says = "the nearest whole number, halves away from zero; the sign, infinities and NaN stay", types = floats, takes = { "T" },
  expr = function(a) return round_away(a) end,
}
