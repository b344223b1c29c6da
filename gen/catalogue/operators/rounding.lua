-- Rounding to integers.

op "floor" {
  says = "the greatest integer <= a; -0, infinities and NaN stay", types = floats, takes = { "T" },
  expr = function(a) return floor(a) end,
}

op "ceil" {
  says = "the least integer >= a; (-1, -0] gives -0; infinities and NaN stay", types = floats, takes = { "T" },
  expr = function(a) return ceil(a) end,
}

op "trunc" {
  says = "a rounded towards zero; the sign, infinities and NaN stay", types = floats, takes = { "T" },
  expr = function(a) return trunc(a) end,
}

op "round" {
  says = "the nearest integer, ties to even; the sign, infinities and NaN stay", types = floats, takes = { "T" },
  expr = function(a) return round_even(a) end,
}

op "round_half_away" {
  says = "the nearest integer, ties away from zero; the sign, infinities and NaN stay", types = floats, takes = { "T" },
  expr = function(a) return round_away(a) end,
}
