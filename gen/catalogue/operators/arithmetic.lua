-- Arithmetic: sums, products, quotients, remainders, powers; saturated; roots and signs.

-- n of any integer type, in those of T's width: of a wider one so that a^n stays the same, since a^(2^30) is 1 for every odd a
-- of 32 bits, and a^32 is 0 for every even one.
local function as_exponent(n, T)
  while width(n.type) < width(T) do n = widen(n) end
  if width(n.type) == width(T) then return bits[T](n) end
  local low = let.low(narrow(bits.u64(n)))
  local is_large = mask_narrow(~eq(bits.u64(n) >> 31, 0))
  return bits[T](select(is_large, low & 0x3fffffff | 0x40000000, low))
end

local function integer_power(a, n, types)
  local T, exponent = types.T, let.power_of(as_exponent(n, types.T))
  local result = power(a, exponent)
  if n.type ~= signed(n.type) then return result end
  local negative = width(n.type) > width(T) and mask_narrow(lt(n, 0)) or lt(exponent, 0)
  local unit = let.unit(constant(T, 0) - (exponent & 1) | 1)
  return select(negative, select(eq(a, 1), constant(T, 1), keep(eq(a, -1), unit)), result)
end

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
  says = "a / b; integers: rounded towards zero, x / 0 is 0; signed integers: MIN / -1 is MIN", types = numeric, divisor = 2,
  float = function(a, b) return a / b end,
  int   = function(a, b) return trunc_div(a, b) end,
  uint  = function(a, b) return trunc_div(a, b) end,
}

op "floor_div" {
  says = "the floor of a / b; integers: x / 0 is 0; signed integers: MIN / -1 is MIN", types = numeric, divisor = 2,
  float = function(a, b) return floor(a / b) end,
  int   = function(a, b) return floor_div(a, b) end,
  uint  = function(a, b) return trunc_div(a, b) end,
}

op "fmod" {
  says = "the remainder of a / b, the quotient rounded towards zero; integers: 0 where b is 0; floats: exact",
  types = numeric, divisor = 2, remainder = true,
  expr = function(a, b) return trunc_mod(a, b) end,
}

op "floor_mod" {
  says = "the remainder of a / b, the quotient rounded down; integers: 0 where b is 0; floats: fmod, and b added where its sign is another",
  types = numeric, divisor = 2, remainder = true,
  expr = function(a, b) return floor_mod(a, b) end,
}

op "pow" {
  says = "a to the power of the exponent, wrapping; signed exponent: if negative, 1 for a = 1, 1 or -1 for a = -1, else 0",
  types = integers, U = integers, takes = { "T", "U" }, operands = { "a", "exponent" },
  only = function(T, U) return T == U or T == "i32" or T == "i64" end,
  int  = function(a, n, types) return integer_power(a, n, types) end,
  uint = function(a, n, types) return integer_power(a, n, types) end,
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
  says = "(a - b) * (a - b); integers wrap", types = numeric, commutes = true,
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
  says = "-a; integers wrap; floats: the sign bit flipped", types = numeric, takes = { "T" },
  expr = function(a) return -a end,
}

op "abs" {
  says = "|a|; signed integers: MIN stays MIN; floats: without the sign bit", types = numeric, takes = { "T" },
  float = function(a, types)
    local u = unsigned(types.T)
    return bits[types.T](without_sign(u, a))
  end,
  int  = function(a) return magnitude(a) end,
  uint = function(a) return a end,
}

op "sign" {
  says = "1, 0 or -1, as a is above, at or below 0; floats: NaN stays, -0 gives 0", types = numeric, takes = { "T" },
  float = function(a, types)
    local T, u = types.T, unsigned(types.T)
    local unit = let.unit(bits[u](a) & sign_bit(u) | bits[u](constant(T, 1.0)))
    return select(is_nan(a), a, bits[T](drop(same(bits[T](without_sign(u, a)), constant(T, 0)), unit)))
  end,
  int = function(a, types)
    local negative, positive = let.negative(lt(a, 0)), let.positive(lt(constant(types.T, 0), a))
    return lanes_from_mask(negative) - lanes_from_mask(positive)
  end,
  uint = function(a, types) return drop(eq(a, 0), constant(types.T, 1)) end,
}
