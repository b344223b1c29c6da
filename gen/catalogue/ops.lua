-- The operators: each an expression in the dictionary's words (gen/primitives.lua), written once.
--   says      its meaning in a line
--   types     the dtypes T that it takes
--   takes     its operands' dtypes ("T" or a dtype); default { "T", "T" }
--   operands  their names; default a, b, c
--   gives     its result's dtype; default "T"
--   commutes  f(a, b) = f(b, a), bit for bit
--   divisor   the operand that must not hold integer zeros where the caller asks to have them refused
--   expr      the expression, for every class of dtype; or per class: float (f16 and bf16 too), int, uint

op "add" {
  says = "a + b; integers wrap", types = numeric, commutes = true,
  expr = function(a, b) return a + b end,
}

op "sub" {
  says = "a - b; integers wrap", types = numeric,
  expr = function(a, b) return a - b end,
}

op "mul" {
  says = "a * b; integers wrap", types = numeric, commutes = true,
  expr = function(a, b) return a * b end,
}

op "div" {
  says = "a / b; integers round towards zero, x / 0 is 0, MIN / -1 is MIN", types = numeric, divisor = 2,
  float = function(a, b) return a / b end,
  int   = function(a, b) return trunc_div(a, b) end,
  uint  = function(a, b) return trunc_div(a, b) end,
}

op "floor_div" {
  says = "the floor of a / b; integer x / 0 is 0, MIN / -1 is MIN", types = numeric, divisor = 2,
  float = function(a, b) return floor(a / b) end,
  int   = function(a, b) return floor_div(a, b) end,
  uint  = function(a, b) return trunc_div(a, b) end,
}

op "negative" {
  says = "-a; integers wrap, floats flip the sign bit", types = numeric, takes = { "T" },
  expr = function(a) return -a end,
}

op "less" {
  says = "a < b; false where either is NaN", types = numeric, gives = "bool",
  expr = function(a, b) return lt(a, b) end,
}

op "select" {
  says = "condition ? a : b, bits unchanged; any condition but 0 is true", types = numeric,
  takes = { "bool", "T", "T" },
  operands = { "condition", "a", "b" },
  expr = function(condition, a, b) return select(condition, a, b) end,
}
