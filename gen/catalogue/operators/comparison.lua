-- Comparisons of two values, and whether one is NaN, infinite or finite.

-- The bits of a float type's infinity, as an integer.
local function infinity(integer, float)
  return constant(integer, ({ f32 = 0x7f800000, f64 = 0x7ff << 52, f16 = 0x7c00, bf16 = 0x7f80 })[float])
end

-- The sign is tested if the parameters accept only one. If they accept none, no value may match: the magnitude is compared with -infinity.
local function is_infinite(a, asked, types)
  local T, u, i = types.T, unsigned(types.T), signed(types.T)
  local negative, positive = mask_from_byte[i](asked.negative), mask_from_byte[i](asked.positive)
  local sign, magnitude = sign_bit(u), sign_bit(u) - 1
  local looked_at = let.looked_at(select(negative ~ positive, constant(u, sign | magnitude), constant(u, magnitude)))
  local wanted = let.wanted(select(positive, infinity(u, T), infinity(u, T) | sign))
  return same(bits[T](bits[u](a) & looked_at), bits[T](wanted))
end

op "equal" {
  says = { "a == b", floats = "NaN equals nothing, -0 equals 0" }, types = { numeric, "bool" }, gives = "bool", commutes = true,
  expr = function(a, b) return eq(a, b) end,
}

op "not_equal" {
  says = { "a != b", floats = "true where either is NaN" }, types = { numeric, "bool" }, gives = "bool", commutes = true,
  expr = function(a, b) return ~eq(a, b) end,
}

op "less" {
  says = { "a < b", floats = "false where either is NaN" }, types = { numeric, "bool" }, gives = "bool",
  expr = function(a, b) return lt(a, b) end,
}

op "less_equal" {
  says = { "a <= b", floats = "false where either is NaN" }, types = { numeric, "bool" }, gives = "bool",
  expr = function(a, b) return le(a, b) end,
}

op "greater" {
  says = { "a > b", floats = "false where either is NaN" }, types = { numeric, "bool" }, gives = "bool",
  expr = function(a, b) return lt(b, a) end,
}

op "greater_equal" {
  says = { "a >= b", floats = "false where either is NaN" }, types = { numeric, "bool" }, gives = "bool",
  expr = function(a, b) return le(b, a) end,
}

op "is_nan" {
  says = "whether a is NaN", types = { floats, minifloats }, takes = { "T" }, gives = "bool",
  float = function(a) return is_nan(a) end, minifloat = mini.is_nan,
}

op "is_finite" {
  says = "whether a is neither infinite nor NaN", types = floats, takes = { "T" }, gives = "bool",
  expr = function(a, types)
    local T, u, i = types.T, unsigned(types.T), signed(types.T)
    if T ~= "f64" then return lt(bits[i](without_sign(u, a)), infinity(i, T)) end
    local exponent = let.exponent(bits[u](a) & infinity(u, T)) -- as a float it is not NaN; few instruction sets compare integers of 64 bits
    return le_ordered(bits[T](exponent), 0x1p1023)
  end,
}

op "is_inf" {
  says = "whether a is infinite, with a sign that the parameters accept",
  types = { floats, minifloats }, takes = { "T" }, gives = "bool",
  parameters = { { "negative", "u8", default = 1 }, { "positive", "u8", default = 1 } },
  float = is_infinite, half = is_infinite,
  minifloat = function(a, asked) return mini.is_infinite(a, mask_from_byte.i8(asked.negative), mask_from_byte.i8(asked.positive)) end,
}
