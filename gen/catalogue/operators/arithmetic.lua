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
  says = "a // b of Python and NumPy: (a - r) / b with r = fmod(a, b), minus 1 where r is not 0 and its sign is not b's; then rounded",
  types = floats, divisor = 2,
  expr = function(a, b) return floor_quotient(a, b) end,
}

op "fmod" {
  says = { "the remainder of a / b with the quotient rounded towards zero", integers = "0 where b is 0", floats = "exact" },
  types = numeric, divisor = 2, remainder = true,
  expr = function(a, b) return trunc_mod(a, b) end,
}

op "floor_mod" {
  says = {
    "the remainder of a / b with the quotient rounded down", integers = "0 where b is 0",
    floats = "fmod(a, b), plus b where its sign differs from b's",
  },
  types = numeric, divisor = 2, remainder = true,
  expr = function(a, b) return floor_mod(a, b) end,
}

op "saturating_add" {
  says = "a + b, saturated", types = integers, commutes = true,
  expr = function(a, b) return add_saturated(a, b) end,
}

op "saturating_sub" {
  says = "a - b, saturated", types = integers,
  expr = function(a, b) return sub_saturated(a, b) end,
}

op "saturating_mul" {
  says = "a * b, saturated", types = integers, commutes = true,
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
  says = { "1 where a > 0, 0 where a = 0, -1 where a < 0", floats = "NaN stays, -0 gives 0" }, types = numeric, takes = { "T" },
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
