-- The operators: each an expression in the dictionary's words (gen/dictionary/words.lua), written once.
--   says        its meaning in a line; clauses behind semicolons that begin with "integer(s)" or "floats" are about those
--   types       the dtypes T that it takes
--   U, V        the dtypes of further type variables; every combination, or those that only(T, U, V) allows
--   takes       its operands' dtypes ("T", "U", "V" or a dtype), one to six; default { "T", "T" }
--   operands    their names; default a, b, c, …
--   gives       its result's dtype; default "T"
--   parameters  { name, dtype, default = number } each: values that are the same for all elements
--   commutes    f(a, b) = f(b, a), bit for bit
--   divisor     the operand that must not hold integer zeros where the caller asks to have them refused
--   expr        the expression, for every class of dtype; or per class: float (f16 and bf16 too), half, int, uint, bool.
--               A function of the operands, of the parameters by their names where there are any, and of { T, U, V }
--
-- settle(fast, doubtful, slow) is the one construct of control flow: slow is computed, in a function of its own, only where
-- doubtful, a mask, is true of some element. let.name(a) names a value for the reader of the woven C.
--
-- fold "name" { says, step, finish } is step(…step(x0, x1)…) over any number of inputs, by the names of operators, and then
-- the finish, where there is one, which takes the number of inputs as its parameter n.

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

-- ---- Conversions ----

op "cast" {
  says = "a in another type: rounded once, to nearest even; to integers without its fraction, the nearest that fits, 0 for NaN; " ..
         "integers to narrower ones modulo; to bool whether it is not 0",
  types = { numeric, "bool" }, U = { numeric, "bool" }, takes = { "T" }, gives = "U",
  expr = function(a, types) return convert(types.U, a) end,
}
