-- Logic on bools, and a choice by one.

op "logical_and" { says = "a and b", types = { "bool" }, commutes = true, expr = function(a, b) return a & b end }
op "logical_or" { says = "a or b", types = { "bool" }, commutes = true, expr = function(a, b) return a | b end }
op "logical_xor" { says = "a or b, not both", types = { "bool" }, commutes = true, expr = function(a, b) return a ~ b end }
op "logical_not" { says = "not a", types = { "bool" }, takes = { "T" }, expr = function(a) return ~a end }

op "select" {
  says = "condition ? a : b, bits unchanged; any condition but 0 is true", types = { numeric, "bool" },
  takes = { "bool", "T", "T" },
  operands = { "condition", "a", "b" },
  expr = function(condition, a, b) return select(condition, a, b) end,
}
