-- Operators on bits: copies, bitwise logic, shifts.

op "identity" {
  says = "a, bits unchanged", types = { numeric, "bool", minifloats, packed, scales }, takes = { "T" },
  expr = function(a) return a end,
}

op "bitwise_and" {
  says = { "a & b", bools = "a and b as truth values" }, types = { integers, "bool" }, commutes = true,
  expr = function(a, b) return a & b end,
}

op "bitwise_or" {
  says = { "a | b", bools = "a or b as truth values" }, types = { integers, "bool" }, commutes = true,
  expr = function(a, b) return a | b end,
}

op "bitwise_xor" {
  says = { "a ^ b", bools = "a or b, not both, as truth values" }, types = { integers, "bool" }, commutes = true,
  expr = function(a, b) return a ~ b end,
}

op "bitwise_not" {
  says = { "~a", bools = "not a as a truth value" }, types = { integers, "bool" }, takes = { "T" },
  expr = function(a) return ~a end,
}

op "shift_left" {
  says = { "a * 2^by, wraps; 0 where by is the width or more", ["signed integers"] = "by is read as unsigned" },
  types = integers, operands = { "a", "by" },
  expr = function(a, by) return shift_left_lanes(a, by) end,
}

op "shift_right" {
  says = {
    "the floor of a / 2^by", ["signed integers"] = "by is read as unsigned; where it is the width or more, 0 or -1 by a's sign",
  },
  types = integers, operands = { "a", "by" },
  expr = function(a, by) return shift_right_lanes(a, by) end,
}
