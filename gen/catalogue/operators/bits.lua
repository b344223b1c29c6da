-- Operators on bits: copies, bitwise logic, shifts.

op "identity" {
  says = "a, bits unchanged", types = { numeric, "bool", minifloats }, takes = { "T" },
  expr = function(a) return a end,
}

op "bitwise_and" {
  says = { "a and b, bit by bit", bools = "of their truth" }, types = { integers, "bool" }, commutes = true,
  expr = function(a, b) return a & b end,
}

op "bitwise_or" {
  says = { "a or b, bit by bit", bools = "of their truth" }, types = { integers, "bool" }, commutes = true,
  expr = function(a, b) return a | b end,
}

op "bitwise_xor" {
  says = { "a or b and not both, bit by bit", bools = "of their truth" }, types = { integers, "bool" }, commutes = true,
  expr = function(a, b) return a ~ b end,
}

op "bitwise_not" {
  says = { "not a, bit by bit", bools = "of their truth" }, types = { integers, "bool" }, takes = { "T" },
  expr = function(a) return ~a end,
}

op "shift_left" {
  says = { "a * 2^by, wrapping, 0 where by is the width or more", ["signed integers"] = "by is read as unsigned" },
  types = integers, operands = { "a", "by" },
  expr = function(a, by) return shift_left_lanes(a, by) end,
}

op "shift_right" {
  says = {
    "the floor of a / 2^by", ["signed integers"] = "by is read as unsigned, and from the width on only the sign is left",
  },
  types = integers, operands = { "a", "by" },
  expr = function(a, by) return shift_right_lanes(a, by) end,
}
