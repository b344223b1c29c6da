
op "squared_difference" {
  says = "(a - b) squared", types = numeric, commutes = true,
  expr = function(a, b) local d = a - b; return d * d end,
}

op "multiply_add" {
  says = "a * b + c, rounded twice", types = numeric, takes = { "T", "T", "T" },
  expr = function(a, b, c) return a * b + c end,
}
