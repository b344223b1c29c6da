-- Arithmetic: sums, products, quotients, remainders; saturated; roots and signs.

op "add" {
  says = { "a + b", integers = "wraps" }, types = numeric, commutes = true,
  expr = function(a, b) return a + b end,
}

op "sub" {
  says = { "a - b", integers = "wraps" }, types = numeric,
  expr = function(a, b) return a - b end,
}

op "mul" {
  says = { "a * b", integers = "wraps" }, types = numeric, commutes = true,
  expr = function(a, b) return a * b end,
}

op "div" {
  says = { "a / b", integers = "rounded towards zero, x / 0 is 0", ["signed integers"] = "MIN / -1 is MIN" },
  types = numeric, divisor = 2,
  float = function(a, b) return a / b end,
  int   = function(a, b) return trunc_div(a, b) end,
  uint  = function(a, b) return trunc_div(a, b) end,
}

op "floor_div" {
  says = { "the floor of a / b", integers = "x / 0 is 0", ["signed integers"] = "MIN / -1 is MIN" },
  types = numeric, divisor = 2,
  float = function(a, b) return floor(a / b) end,
  int   = function(a, b) return floor_div(a, b) end,
  uint  = function(a, b) return trunc_div(a, b) end,
}

op "numpy_floor_divide" {
  says = "a // b as Python and NumPy have it: (a - fmod) / b, less 1 where fmod is not 0 and not of b's sign; to the nearest integer",
  types = floats, divisor = 2,
  expr = function(a, b) return floor_quotient(a, b) end,
}

op "fmod" {
  says = { "the remainder of a / b, the quotient rounded towards zero", integers = "0 where b is 0", floats = "exact" },
  types = numeric, divisor = 2, remainder = true,
  expr = function(a, b) return trunc_mod(a, b) end,
}

op "floor_mod" {
  says = {
    "the remainder of a / b, the quotient rounded down", integers = "0 where b is 0",
    floats = "fmod, and b added where its sign is another",
  },
  types = numeric, divisor = 2, remainder = true,
  expr = function(a, b) return floor_mod(a, b) end,
}

op "saturating_add" {
  says = "a + b, or the limit that it is beyond", types = integers, commutes = true,
  expr = function(a, b) return add_saturated(a, b) end,
}

op "saturating_sub" {
  says = "a - b, or the limit that it is beyond", types = integers,
  expr = function(a, b) return sub_saturated(a, b) end,
}

op "saturating_mul" {
  says = "a * b, or the limit that it is beyond", types = integers, commutes = true,
  expr = function(a, b) return mul_saturated(a, b) end,
}

op "squared_difference" {
  says = { "(a - b) * (a - b)", integers = "wraps" }, types = numeric, commutes = true,
  expr = function(a, b)
    local difference = a - b
    return difference * difference
  end,
}

op "reciprocal" {
  says = "1 / a", types = floats, takes = { "T" },
  expr = function(a) return 1.0 / a end,
}

op "sqrt" {
  says = "the square root of a", types = floats, takes = { "T" },
  expr = function(a) return sqrt(a) end,
}

op "negative" {
  says = { "-a", integers = "wraps", floats = "the sign bit flipped" }, types = numeric, takes = { "T" },
  expr = function(a) return -a end,
}

op "abs" {
  says = { "|a|", ["signed integers"] = "MIN stays MIN", floats = "without the sign bit" }, types = numeric, takes = { "T" },
  float = function(a, types)
    local u = unsigned(types.T)
    return bits[types.T](without_sign(u, a))
  end,
  int  = function(a) return magnitude(a) end,
  uint = function(a) return a end,
}

op "sign" {
  says = { "1, 0 or -1, as a is above, at or below 0", floats = "NaN stays, -0 gives 0" }, types = numeric, takes = { "T" },
  float = function(a, types)
    local T, u = types.T, unsigned(types.T)
    local unit = let.unit(bits[u](a) & sign_bit(u) | bits[u](constant(T, 1.0)))
    return select(is_nan(a), a, bits[T](drop(same(bits[T](without_sign(u, a)), constant(T, 0)), unit)))
  end,
  int = {
    { "differences", function(a, types)
      local negative, positive = let.negative(lt(a, 0)), let.positive(lt(constant(types.T, 0), a))
      return lanes_from_mask(negative) - lanes_from_mask(positive)
    end },
    { "limits", function(a) return minimum(maximum(a, -1), 1) end },
  },
  uint = function(a, types) return drop(eq(a, 0), constant(types.T, 1)) end,
}
