-- Functions of two operands, correctly rounded: powers, angles, lengths. Each is computed in f64, by a way that is wrong by less
-- than a bound. Those of f32 are rounded at both ends of what they may be: where these come out alike that is the result. The slow
-- ways decide the rest: a length by exact products, the others in long integers (templates/long). Powers of f16 and bf16 are
-- computed as an f32, and settled likewise; their angles and lengths are rounded once. docs/proofs.md says why that is right.

local one, infinity, quiet_nan = 0x3f800000, 0x7f800000, 0x7fc00000
local function of_bits(number) return bits.f32(constant("u32", number)) end
local function is_float(type) return type == "f32" or type == "f16" or type == "bf16" end

-- `value` made less and more by `margin` of itself, each rounded to f32; where these differ, `slow` decides.
local function settled(value, margin, slow)
  local at_least = let.at_least(convert("f32", let.lower(value * (1.0 - margin))))
  local at_most = let.at_most(convert("f32", let.upper(value * (1.0 + margin))))
  return settle(at_least, eq(bits.u32(at_least), bits.u32(at_most)), convert("f32", slow))
end

-- An f64 as the nearest f32 that is neither 0 nor infinite.
local function as_single(value)
  return convert("f32", min_or_second(max_or_second(value, constant("f64", 0x1p-149)), constant("f64", 0x1.fffffep127)))
end

-- An f32 that is wrong by less than a unit in its last place, rounded to f16 or bf16, as f32; `slow` decides where a number that is
-- halfway is no farther than a unit. In lanes of the operands, which are of T, or one of them of f32.
local function settled_half(single, slow, T, U)
  if T == "bf16" then -- the upper half of an f32: halfway is 0x8000 in the lower one
    local is_sure = lt(constant("i32", 2), bits.i32(bits.u32(single) + 0x8001 & 0xffff))
    if U ~= T then return settle(single, is_sure, convert("f32", convert(T, slow))) end
    return convert("f32", settle(convert(T, single), mask_narrow(is_sure), convert(T, slow)))
  end
  local lanes = U == "f32" and "f32" or T
  local function rounded(a) return convert(lanes, convert(T, a)) end
  local at_least = let.at_least(rounded(bits.f32(bits.u32(single) - 1)))
  local at_most = let.at_most(rounded(bits.f32(bits.u32(single) + 1)))
  local is_sure = U == "f32" and eq(at_least, at_most) or eq(bits.u16(at_least), bits.u16(at_most))
  return convert("f32", settle(at_least, is_sure, rounded(slow)))
end

-- ---- pow ----

-- log2(x) of an f32 above 0, wrong by less than 2^-50 of itself; or, where that is `rough`, than 2^-42.
local function log2_by_quotient(x, rough)
  local function log2_near(y) return (log_to_base(y, nil, coefficients.log2_of_e[1])) end
  local function log2_rough(y) return (log_to_base(y, nil, coefficients.log2_of_e[1], coefficients.log_half)) end
  return rough and piece.log2_rough(log2_rough, x) or piece.log2_near(log2_near, x)
end

local function distance_of(x) return let.distance(bits.u64(x) - 0x3fe6800000000000) end
local function log2_by_inverse(x, inverse, logarithm)
  local distance = distance_of(x)
  local k = let.k(convert("f64", bits.i64(distance) >> 52))
  local r = let.r(mul_add(bits.f64(bits.u64(x) - (distance & 0xfff << 52)), inverse, constant("f64", -1.0)))
  return k + logarithm + mul_add(r, coefficients.log2_of_e[1], r * r * polynomial(r, coefficients.log2_short))
end
local function log2_by_table(x)
  local index = let.index(distance_of(x) >> 48 & 15)
  local function of(name) return look_up(let[name](table("f64", coefficients[name])), index) end
  return piece.log2_by_inverse(log2_by_inverse, x, let.inverse(of "inverses_16"), let.logarithm(of "logarithms_16_2"))
end

-- 2^t, |t| <= 200, wrong by less than 2^-44.5 of itself, or 2^-27
local function exp2_of(t, rough)
  local function by(list)
    return function(limited)
      local turns = let.turns(limited + whole)
      local f = let.f(limited - (turns - whole))
      return scaled(mul_add(f, polynomial(f, coefficients[list]), constant("f64", 1.0)), turns)
    end
  end
  local limited = let.limited(min_or_second(max_or_second(t, constant("f64", -200.0)), constant("f64", 200.0)))
  return rough and piece.exp2_rough(by "exp2_half", limited) or piece.exp2_near(by "exp2_short", limited)
end

local function size_of(a) return let.size(bits.i32(a) & 0x7fffffff) end

-- The power of |a|, put right for what is no usual number and for signs.
local function edges(usual, a, is_odd, is_negative, is_edge, none)
  local size = size_of(a)
  local large = let.large(keep(lt(constant("i32", one), size) ~ is_negative, constant("u32", infinity)))
  local edge = let.edge(select(eq(size, constant("i32", one)), constant("u32", one), large))
  local unsigned_result = let.unsigned_result(select(is_edge, edge, bits.u32(usual)))
  return select(none, constant("u32", quiet_nan), unsigned_result | keep(is_odd, bits.u32(a) & 1 << 31))
end

local function is_unusual(size) return lt(constant("u32", infinity - 2), bits.u32(size) - 1) end -- 0, infinity or NaN

local function edges_by_float(usual, a, exponent)
  local size, n, half = size_of(a), let.n(bits.i32(exponent) & 0x7fffffff), let.half(exponent * 0.5)
  local is_fraction = let.is_fraction(~eq(round_even(exponent), exponent))
  local is_odd = ~eq(round_even(half), half) & ~is_fraction
  local is_edge = let.is_edge(is_unusual(size) | le(constant("i32", infinity), n))
  local is_nan = lt(constant("i32", infinity), maximum(size, n))
  local none = is_nan | lt(bits.i32(a), 0) & ~is_edge & is_fraction
  local number = edges(usual, a, is_odd, lt(bits.i32(exponent), 0), is_edge, none)
  return bits.f32(select(eq(n, 0) | eq(bits.i32(a), one), constant("u32", one), number))
end

local function edges_by_integer(usual, a, n)
  local size = size_of(a)
  local number = edges(usual, a, ~eq(n & 1, 0), lt(n, 0), is_unusual(size), lt(constant("i32", infinity), size))
  return bits.f32(select(eq(n, 0) | eq(bits.i32(a), one), constant("u32", one), number))
end

-- |a| and the exponent in f64: of what is not usual, or has no power, 1, and no more than 2^40.
local function in_doubles(base, exponent)
  local size = size_of(base)
  local is_edge = is_unusual(size)
  if exponent.type == "f32" then
    local n = let.n(bits.i32(exponent) & 0x7fffffff)
    local is_none = lt(bits.i32(base), 0) & ~eq(round_even(exponent), exponent)
    is_edge = is_edge | le(constant("i32", infinity), n) | is_none
    exponent = let.limited_exponent(bits.f32(bits.u32(minimum(n, constant("i32", 0x53800000))) | bits.u32(exponent) & 1 << 31))
  end
  return let.x(convert("f64", bits.f32(select(is_edge, constant("i32", one), size)))), let.y(convert("f64", exponent))
end

local function power_by(log2)
  return function(a, exponent, types)
    local x, y = in_doubles(a, exponent)
    local value = let.value(exp2_of(let.t(y * log2(x))))
    local usual = settled(value, 2.0 ^ -42, near_power(x, y))
    if types.U == "i32" then return piece.power_edges_by_integer(edges_by_integer, usual, a, exponent) end
    return piece.power_edges(edges_by_float, usual, a, exponent)
  end
end

local function rough_power(base, exponent)
  local x, y = in_doubles(base, exponent)
  return as_single(exp2_of(let.t(y * log2_by_quotient(x, true)), true))
end

-- `single` is that power as an f32, by base and exponent and, in f64, |base| and the exponent.
local function half_power_by(single_of)
  return function(a, b, types)
    local base, exponent = let.base(convert("f32", a)), let.exponent(convert("f32", b))
    local x, y = in_doubles(base, exponent)
    local single = let.single(single_of(base, exponent, x, y))
    local usual = settled_half(single, near_power(x, y), types.T, types.U)
    local power = piece.power_edges(edges_by_float, usual, base, exponent)
    if types.T ~= "bf16" or types.U ~= "bf16" then return convert(types.T, power) end
    return bits.bf16(narrow_unsigned(bits.u32(power) >> 16)) -- which is rounded
  end
end
local function half_by_quotient(base, exponent) return piece.rough_power(rough_power, base, exponent) end
local function half_by_table(_, _, x, y) return as_single(exp2_of(let.t(y * log2_by_table(x)), true)) end

-- An exponent as a kernel takes it, in i32 or f32: a large integer as a lesser one, with which all of T have the same powers, 0,
-- infinity or 1 with a sign; what is odd stays so.
local function as_exponent_of_float(n, E)
  if width(n.type) < 32 or is_float(n.type) then return convert(E, n) end
  local most, is_signed = E == "i32" and 0x7ffffffe or 0x800000, n.type == signed(n.type)
  local near = minimum(n, constant(n.type, most))
  if is_signed then near = maximum(near, constant(n.type, -most)) end
  return convert(E, bits.i32(convert("u32", near | n & 1)))
end

-- Where the exponent is held, the same results by less, for those that are usual.
local function cube(a, types)
  local T, single = types.T, let.single(convert("f32", a))
  if T ~= "f32" then
    local x = let.x(convert("f64", single))
    return convert(T, x * x * x) -- which is exact in f64
  end
  local x = let.x(convert("f64", absolute(single)))
  local value = let.value(x * x * x)
  return with_sign(settled(value, 2.0 ^ -50, near_power(x, constant("f64", 3.0))), single)
end

local function root(a, types)
  local single = let.single(convert("f32", a))
  local is_least = eq(single, constant("f32", -1 / 0))
  return convert(types.T, sqrt(select(is_least, of_bits(infinity), single) + 0.0)) -- an f32's root never comes to seem halfway
end

local function inverse_root(a, types)
  local single = let.single(convert("f32", a))
  local size, is_edge = size_of(single), let.is_edge(lt(constant("u32", infinity - 2), bits.u32(single) - 1))
  local x = let.x(convert("f64", select(is_edge, of_bits(one), single)))
  local value = let.value(1.0 / sqrt(x))
  local slow = near_power(x, constant("f64", -0.5))
  local usual = types.T == "f32" and settled(value, 2.0 ^ -50, slow) or settled_half(let.nearby(as_single(value)), slow, types.T)
  local of_infinity = select(eq(size, constant("i32", infinity)), constant("u32", 0), constant("u32", quiet_nan))
  local edge = select(eq(size, 0), constant("u32", infinity), of_infinity)
  return convert(types.T, bits.f32(select(is_edge, edge, bits.u32(usual))))
end

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

op "pow" {
  says = {
    "a to the power of the exponent", integers = "wraps", floats = "correctly rounded",
    ["signed integers"] = "of a negative exponent 1 for a = 1, 1 or -1 for a = -1, else 0",
  },
  types = { integers, "f32", "f16", "bf16" }, U = { integers, "f32", "f16", "bf16" },
  takes = { "T", "U" }, operands = { "a", "exponent" }, proven = { "float", "half" },
  only = function(T, U) return is_float(T) or T == U or (T == "i32" or T == "i64") and not is_float(U) end,
  converts = {
    to = function(T, U)
      if T == "f32" then return is_float(U) and "f32" or "i32" end
      return is_float(T) and U ~= T and "f32" or U
    end,
    by = as_exponent_of_float,
  },
  shorter = {
    operand = "exponent", classes = { "float", "half" },
    { 2.0, "square", "a * a", function(a) return a * a end },
    { 0.5, "root", "the square root of a, 0 of -0 and infinity of minus infinity", root },
    { 3.0, "cube", "a^3", cube },
    { -1.0, "inverse", "1 / a", function(a) return 1.0 / a end },
    { -0.5, "inverse_root", "1 / sqrt(a), infinity of -0 and 0 of minus infinity", inverse_root },
    { 1.0, "itself", "a", function(a) return a end },
    { 0.0, "one", "1", function(a, types) -- of an expression that has its operand
      local u = unsigned(types.T)
      return bits[types.T]((bits[u](a) | ~bits[u](a)) & bits[u](constant(types.T, 1.0)))
    end },
  },
  int  = function(a, n, types) return integer_power(a, n, types) end,
  uint = function(a, n, types) return integer_power(a, n, types) end,
  float = { { "quotient", power_by(log2_by_quotient) }, { "table", power_by(log2_by_table) } },
  half = { { "quotient", half_power_by(half_by_quotient) }, { "table", half_power_by(half_by_table) } },
}

-- ---- atan2 and hypot ----

-- What is not usual is told in lanes of the operands: their magnitudes as integers, the bits of some numbers of their type.
local numbers = {
  f32 = { one = one, infinity = infinity, nan = quiet_nan },
  f16 = { one = 0x3c00, infinity = 0x7c00, nan = 0x7e00 },
  bf16 = { one = 0x3f80, infinity = 0x7f80, nan = 0x7fc0 },
}
local function sizes_of(a, b)
  local I, own = signed(unsigned(a.type)), numbers[a.type]
  local function size(x) return bits[I](x) & (1 << width(I) - 1) - 1 end
  local first, second = let.first_size(size(a)), let.second_size(size(b))
  return first, second, { one = constant(I, own.one), infinity = constant(I, own.infinity), nan = constant(I, own.nan) }, I
end

-- The angle of (x, y), y from 0 on: that of n / d, n the lesser of both, up to sqrt(2) - 1, or pi / 4 and that of
-- (n - d) / (n + d). Wrong by less than 2^-50 of itself.
local function angle_near(y, x)
  local size, pi = let.size(absolute(x)), 0x1.921fb54442d18p1
  local is_steep = let.is_steep(lt(size, y))
  local n, d = let.n(select(is_steep, size, y)), let.d(select(is_steep, y, size))
  local is_diagonal = let.is_diagonal(lt(d * 0x1.a827999fcef32p-2, n))
  local over = select(is_diagonal, n - d, n)
  local under = max_or_second(select(is_diagonal, n + d, d), constant("f64", 0x1p-160))
  local t = let.t(over / under)
  local z = let.z(t * t)
  local arc = let.arc(mul_add(t * z, polynomial(z, coefficients.atan_octant), t))
  local from = let.from(select(is_diagonal, constant("f64", pi / 4), constant("f64", 0.0)))
  local of_steep = let.of_steep(select(is_steep, constant("f64", pi / 2) - from, from))
  local sign = let.sign(bits.u64(x) & 1 << 63)
  local start = let.start(select(eq(sign, 0), of_steep, constant("f64", pi) - of_steep))
  return start + bits.f64(bits.u64(arc) ~ sign ~ keep(is_steep, constant("u64", 1 << 63)))
end

-- The operands in f64, the first without its sign: where one is infinite, 1 for infinities and 0 for others.
local function sides(rise, run)
  local y_size, x_size, of, I = sizes_of(rise, run)
  local is_edge = let.is_edge(le(of.infinity, let.most(maximum(x_size, y_size))))
  local function finite(size) return select(is_edge, keep(eq(size, of.infinity), of.one), size) end
  local function side(size) return convert("f64", bits[rise.type](size)) end
  return let.up(side(finite(y_size))), let.along(side(finite(x_size) | bits[I](run) & -1 << width(I) - 1))
end

local function signed_angle(usual, rise, run)
  local y_size, x_size, of, I = sizes_of(rise, run)
  local is_nan = lt(of.infinity, let.most(maximum(x_size, y_size)))
  local U = unsigned(I)
  return bits[rise.type](select(is_nan, bits[U](of.nan), bits[U](usual) | bits[U](rise) & 1 << width(U) - 1))
end

local function angle(y, x, types)
  local up, along = sides(y, x)
  local value, usual = let.value(piece.angle_near(angle_near, up, along)), nil
  if types.T == "f32" then
    usual = settled(value, 2.0 ^ -48, near_angle(up, along))
  else
    usual = convert(types.T, value * (1.0 - 2.0 ^ -52)) -- a small angle is less than its quotient, which may be halfway
  end
  return signed_angle(usual, y, x)
end

op "atan2" {
  says = "the angle of the point (x, y), from -pi to pi, correctly rounded", types = { "f32", "f16", "bf16" },
  operands = { "y", "x" }, proven = true, float = angle, half = angle,
}

-- On which side of c, of 25 bits, the root of x^2 + y^2 is: the difference of the squares is exact.
local function beside(c, x_square, y_square)
  local sum = let.sum(x_square + y_square)
  local rest = let.rest(sum - x_square)
  local lost = let.lost((x_square - (sum - rest)) + (y_square - rest))
  local above = let.above(sum - c * c)
  local aside = c * select(lt(-lost, above), constant("f64", 1.0 + 2.0 ^ -30), constant("f64", 1.0 - 2.0 ^ -30))
  return select(eq(above, -lost), c, aside)
end

-- f32, of which the squares are exact in f64, but not their sum
local function length_of_singles(x, y)
  local x_size, y_size, of = sizes_of(x, y)
  local is_edge = let.is_edge(le(of.infinity, let.most(maximum(x_size, y_size))))
  local function side(size) return convert("f64", bits.f32(select(is_edge, of.one, size))) end
  local x_side, y_side = let.x_side(side(x_size)), let.y_side(side(y_size))
  local x_square, y_square = let.x_square(x_side * x_side), let.y_square(y_side * y_side)
  local root = let.root(sqrt(x_square + y_square))
  local c = let.c(bits.f64(bits.u64(root) + (1 << 27) & 0xfffffffff0000000))
  local usual = settled(root, 2.0 ^ -51, beside(c, x_square, y_square))
  local is_infinite = eq(x_size, of.infinity) | eq(y_size, of.infinity)
  return bits.f32(select(is_edge, select(is_infinite, of.infinity, of.nan), bits.i32(usual)))
end

-- f16 and bf16: in f64 it is halfway only where the length is.
local function length_of_halves(x, y, types)
  local T = types.T
  local x_size, y_size, of, I = sizes_of(x, y)
  local function square(size) local side = let.side(convert("f64", bits[T](size))); return side * side end
  local usual = convert(T, sqrt(square(x_size) + square(y_size)))
  local U, is_infinite = unsigned(I), eq(x_size, of.infinity) | eq(y_size, of.infinity)
  return bits[T](select(is_infinite, bits[U](of.infinity), bits[U](usual)))
end

op "hypot" {
  says = "the square root of a^2 + b^2, correctly rounded", types = { "f32", "f16", "bf16" }, commutes = true, proven = true,
  float = length_of_singles, half = length_of_halves,
}
