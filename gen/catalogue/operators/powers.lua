-- Functions of two operands, correctly rounded: powers, angles, lengths. Each is computed in f64, by a way whose error has a bound. For f32
-- both ends of the possible values are rounded: if the results are the same, they are certain. Otherwise slow ways decide: a length by
-- exact products, the others in long integers (templates/long). Powers of f16 and bf16 are computed as an f32, and settled in the same way;
-- angles and lengths of these are computed in f32. docs/proofs.md has the proofs.

local one, infinity, quiet_nan = 0x3f800000, 0x7f800000, 0x7fc00000
local function of_bits(number) return bits.f32(constant("u32", number)) end
local function is_float(type) return type == "f32" or type == "f16" or type == "bf16" end

-- `value` minus and plus the relative `margin`, both rounded to f32; if they differ, `slow` decides.
local function settled(value, margin, slow)
  local at_least = let.at_least(convert("f32", let.lower(value * (1.0 - margin), "both ends of the possible results")))
  local at_most = let.at_most(convert("f32", let.upper(value * (1.0 + margin))))
  return settle(at_least, eq(bits.u32(at_least), bits.u32(at_most)), convert("f32", slow))
end

-- An f64 as the nearest f32 that is neither 0 nor infinite.
local function as_single(value)
  return convert("f32", min_or_second(max_or_second(value, constant("f64", 0x1p-149)), constant("f64", 0x1.fffffep127)))
end

-- An f32 whose error is less than a unit in its last place, rounded to f16 or bf16, as f32. `slow` decides if the midpoint of two results is
-- within a unit. It works in lanes of the operands, which are of type T, or of f32 if one of them is.
local function settled_half(single, slow, T, U)
  if T == "bf16" then -- the upper half of an f32: halfway is 0x8000 in the lower one
    local is_sure = let.is_sure(lt(constant("i32", 2), bits.i32(bits.u32(single) + 0x8001 & 0xffff)), "not close to a midpoint")
    if U ~= T then return settle(single, is_sure, convert("f32", convert(T, slow))) end
    return convert("f32", settle(convert(T, single), mask_narrow(is_sure), convert(T, slow)))
  end
  local lanes = U == "f32" and "f32" or T
  local function rounded(a) return convert(lanes, convert(T, a)) end
  local at_least = let.at_least(rounded(bits.f32(bits.u32(single) - 1)), "both ends of the possible results")
  local at_most = let.at_most(rounded(bits.f32(bits.u32(single) + 1)))
  local is_sure = U == "f32" and eq(at_least, at_most) or eq(bits.u16(at_least), bits.u16(at_most))
  return convert("f32", settle(at_least, is_sure, rounded(slow)))
end

-- ---- pow ----

-- log2(x) of an f32 above 0, with a relative error below 2^-50; with `rough`, below 2^-42.
local function log2_by_quotient(x, rough)
  local function log2_near(y) return (log_to_base(y, nil, coefficients.log2_of_e[1])) end
  local function log2_rough(y) return (log_to_base(y, nil, coefficients.log2_of_e[1], coefficients.log_half)) end
  return rough and piece.log2_rough(log2_rough, x) or piece.log2_near(log2_near, x)
end

local function distance_of(x) return let.distance(bits.u64(x) - 0x3fe6800000000000, "x = m 2^k") end
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

-- 2^t, |t| <= 200, with a relative error below 2^-44.5; with `rough`, below 2^-27
local function exp2_of(t, rough)
  local function by(list)
    return function(limited)
      local turns = let.turns(limited + whole, "t = k + f")
      local f = let.f(limited - (turns - whole))
      return scaled(mul_add(f, polynomial(f, coefficients[list], squared(f, 0x1p-240)), constant("f64", 1.0)), turns)
    end
  end
  local limited = let.limited(min_or_second(max_or_second(t, constant("f64", -200.0)), constant("f64", 200.0)))
  return rough and piece.exp2_rough(by "exp2_half", limited) or piece.exp2_near(by "exp2_short", limited)
end

local function size_of(a) return let.size(bits.i32(a) & 0x7fffffff) end

-- The power of |a|, corrected for unusual numbers and for signs.
local function edges(usual, a, is_odd, is_negative, is_edge, none)
  local size = size_of(a)
  local large = let.large(keep(lt(constant("i32", one), size) ~ is_negative, constant("u32", infinity)))
  local edge = let.edge(select(eq(size, constant("i32", one)), constant("u32", one), large), "the results of 0, infinity and NaN")
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

-- |a| and the exponent in f64. An unusual number, or one without a power, becomes 1; the exponent is limited to 2^40.
local function in_doubles(base, exponent)
  local size = size_of(base)
  local is_edge = is_unusual(size)
  if exponent.type == "f32" then
    local n = let.n(bits.i32(exponent) & 0x7fffffff, "1 instead of an unusual operand")
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
    return bits.bf16(narrow_unsigned(bits.u32(power) >> 16)) -- already rounded
  end
end
local function half_by_quotient(base, exponent) return piece.rough_power(rough_power, base, exponent) end
local function half_by_table(_, _, x, y) return as_single(exp2_of(let.t(y * log2_by_table(x)), true)) end

-- An exponent in the type that a kernel takes, i32 or f32. A large integer becomes a smaller one with the same powers for all T: 0, infinity
-- or 1 with a sign. An odd one remains odd.
local function as_exponent_of_float(n, E)
  if width(n.type) < 32 or is_float(n.type) then return convert(E, n) end
  local most, is_signed = E == "i32" and 0x7ffffffe or 0x800000, n.type == signed(n.type)
  local near = minimum(n, constant(n.type, most))
  if is_signed then near = maximum(near, constant(n.type, -most)) end
  return convert(E, bits.i32(convert("u32", near | n & 1)))
end

-- If the exponent is constant over a row and a usual one, a shorter computation gives the same results.
local function cube(a, types)
  local T, single = types.T, let.single(convert("f32", a))
  if T ~= "f32" then
    local x = let.x(convert("f64", single))
    return convert(T, x * x * x) -- exact in f64
  end
  local x = let.x(convert("f64", absolute(single)))
  local value = let.value(x * x * x, "in f64, of the magnitude")
  return with_sign(settled(value, 2.0 ^ -50, near_power(x, constant("f64", 3.0))), single)
end

local function root(a, types)
  local single = let.single(convert("f32", a))
  local is_least = eq(single, constant("f32", -1 / 0))
  return convert(types.T, sqrt(select(is_least, of_bits(infinity), single) + 0.0)) -- the root of an f32 is never on a midpoint
end

local function inverse_root(a, types)
  local single = let.single(convert("f32", a))
  local size, is_edge = size_of(single), let.is_edge(lt(constant("u32", infinity - 2), bits.u32(single) - 1), "0, negative, infinite or NaN")
  local x = let.x(convert("f64", select(is_edge, of_bits(one), single)))
  local value = let.value(1.0 / sqrt(x))
  local slow = near_power(x, constant("f64", -0.5))
  local usual = types.T == "f32" and settled(value, 2.0 ^ -50, slow) or settled_half(let.nearby(as_single(value)), slow, types.T)
  local of_infinity = select(eq(size, constant("i32", infinity)), constant("u32", 0), constant("u32", quiet_nan))
  local edge = select(eq(size, 0), constant("u32", infinity), of_infinity)
  return convert(types.T, bits.f32(select(is_edge, edge, bits.u32(usual))))
end

-- n of any integer type, in a type of T's width. A wider one is reduced such that a^n stays the same: for 32 bits a^(2^30) is 1 for every
-- odd a, and a^32 is 0 for every even one.
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
    "a to the power of exponent", integers = "wraps", floats = "correctly rounded",
    ["signed integers"] = "where exponent < 0, 1 for a = 1, 1 or -1 for a = -1, otherwise 0",
  },
  types = { integers, "f32", "f16", "bf16" }, U = { integers, "f32", "f16", "bf16" },
  takes = { "T", "U" }, operands = { "a", "exponent" }, rounded = "no counterexample known",
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
    { 0.5, "root", "the square root of a, 0 for -0 and infinity for -infinity", root },
    { 3.0, "cube", "a^3", cube },
    { -1.0, "inverse", "1 / a", function(a) return 1.0 / a end },
    { -0.5, "inverse_root", "1 / sqrt(a), infinity for -0 and 0 for -infinity", inverse_root },
    { 1.0, "itself", "a", function(a) return a end },
    { 0.0, "one", "1", function(a, types) -- the expression must contain its operand
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

-- Unusual operands are detected in lanes of the operands, by their magnitudes as integers, and the bits of some numbers of their type.
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

-- The angle of (x, y), y at least 0. It is that of n / d up to sqrt(2) - 1, where n is the smaller magnitude; beyond, pi / 4 plus that of
-- (n - d) / (n + d). Its relative error is below 2^-50.
local function angle_near(y, x)
  local size, pi = let.size(absolute(x)), 0x1.921fb54442d18p1
  local is_steep = let.is_steep(lt(size, y), "the tangent of an angle up to pi / 8, and that angle")
  local n, d = let.n(select(is_steep, size, y)), let.d(select(is_steep, y, size))
  local is_diagonal = let.is_diagonal(lt(d * 0x1.a827999fcef32p-2, n))
  local over = select(is_diagonal, n - d, n)
  local under = max_or_second(select(is_diagonal, n + d, d), constant("f64", 0x1p-160))
  local t = let.t(over / under)
  local z = squared(t)
  local arc = let.arc(mul_add(t * z, polynomial(z, coefficients.atan_octant), t))
  local from = let.from(select(is_diagonal, constant("f64", pi / 4), constant("f64", 0.0)))
  local of_steep = let.of_steep(select(is_steep, constant("f64", pi / 2) - from, from))
  local sign = let.sign(bits.u64(x) & 1 << 63, "the angle from which it is measured")
  local start = let.start(select(eq(sign, 0), of_steep, constant("f64", pi) - of_steep))
  return start + bits.f64(bits.u64(arc) ~ sign ~ keep(is_steep, constant("u64", 1 << 63)))
end

-- The operands in f64, the first without its sign. If one is infinite, infinities become 1 and other numbers 0.
local function sides(rise, run)
  local y_size, x_size, of, I = sizes_of(rise, run)
  local is_edge = let.is_edge(le(of.infinity, let.most(maximum(x_size, y_size), "0 and 1 instead of infinity and NaN")))
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

local function angle(y, x)
  local up, along = sides(y, x)
  local value = let.value(piece.angle_near(angle_near, up, along))
  return signed_angle(settled(value, 2.0 ^ -48, near_angle(up, along)), y, x)
end

-- The same for f16 or bf16 that are finite and not both 0. A small angle is less than its quotient, which may be a midpoint of two results.
local function half_angle(y, x, T)
  local up, along = absolute(convert("f64", y)), convert("f64", x)
  return bits.u16(convert(T, piece.angle_near(angle_near, up, along) * (1.0 - 2.0 ^ -52)))
end

-- Both ways in f32 divide the lesser operand by the greater one, which gives t, and arc = t + t^3 p(t^2). The angle is arc, or pi / 2 or pi
-- plus arc with a sign. The error is counted in units of the angle's last place; for a steep angle in units of that of pi / 2. The
-- roundings of t and of arc are half a unit each, t^3 p adds up to 1, and the polynomial 0.3. A last sum halves these. It adds half a unit,
-- and 0.37 or 0.74 for the rounding of pi / 2 or pi. So the error is below 3. The largest error found is 2.1 for f16 and 2.4 for bf16.
-- `units` is 3 or more. If a midpoint of two results is that close, the angle is computed in f64.

-- f16: t is normal. Infinities become 2^60, and a divisor is at least 2^-30: so no division is 0 / 0. A t below 2^-40, such as 0, is
-- replaced by 2^-40: the results are the same, and no product is subnormal.
local function angle_single(rise, run)
  local function size(a) return bits.i32(a) & 0x7fffffff end
  local y_size, x_size = let.y_size(size(rise)), let.x_size(size(run))
  local function limited(a) return minimum(a, bits.i32(constant("f32", 0x1p60))) end
  local n = let.n(bits.f32(limited(minimum(y_size, x_size))))
  local d = let.d(bits.f32(maximum(limited(maximum(y_size, x_size)), bits.i32(constant("f32", 0x1p-30)))))
  local t = let.t(bits.f32(maximum(bits.i32(n / d), bits.i32(constant("f32", 0x1p-40)))), "the angle of the lesser over the greater")
  local z = let.z(t * t)
  local arc = let.arc(mul_add(t * z, nested(z, coefficients.arc_8), t))
  local of_steep = let.of_steep(select(lt(x_size, y_size), constant("f32", math.pi / 2) - arc, arc))
  return select(lt(bits.i32(run), 0), constant("f32", math.pi) - of_steep, of_steep)
end

local function angle_of_f16(y, x, units)
  local rise, run = let.rise(convert("f32", y)), let.run(convert("f32", x))
  local angle = let.angle(bits.i32(piece.angle_single(angle_single, rise, run)), "between two numbers of f16")
  local at_least = let.at_least(bits.u16(convert("f16", bits.f32(angle - units))))
  local at_most = let.at_most(bits.u16(convert("f16", bits.f32(angle + units))))
  local result = settle_all(at_least, eq(at_least, at_most), half_angle(y, x, "f16"))
  local number = result | bits.u16(y) & 0x8000
  return bits.f16(select(mask_narrow(ordered(rise, run)), number, constant("u16", 0x7e00)))
end

-- The angle from n and d, the lesser operand and the greater one. d has the sign of x, and n is negative if the angle is steep. So the arc
-- is negative if exactly one is true: the angle is steep, or x is negative.
local function angle_by_signs(n, d)
  local t = let.t(n / d, "the angle of the lesser over the greater")
  local near = let.nearby(bits.f32(maximum(bits.i32(absolute(t)), bits.i32(constant("f32", 0x1p-40))))) -- its square is normal
  local arc = let.arc(t * nested(near * near, { 1.0, table.unpack(coefficients.arc_8) }))
  local from = let.from(select(lt(bits.i32(d), 0), constant("f32", math.pi), constant("f32", 0.0)))
  return select(lt(bits.i32(n), 0), constant("f32", math.pi / 2), from) + arc
end

-- bf16: integers divide both operands by a power of two, so that the greater one is from 1 to 2, and t is normal. If only one operand is
-- infinite, the other one counts as 0. f64 computes subnormal operands, and a t below 2^-124.
local function angle_of_bf16(y, x, units)
  local y_size, x_size, of, I = sizes_of(y, x)
  local most, least = let.most(maximum(y_size, x_size)), let.least(minimum(y_size, x_size))
  local shift, few = let.shift((most & of.infinity) - of.one), of.one - (124 << 7)
  local is_flat = let.is_flat(eq(least, 0) | le(of.infinity, most) & lt(least, most))
  local lesser = let.lesser(least - shift)
  local is_usual = is_flat | le(constant(I, 128), least) & le(few, lesser)
  local function signed_single(size, sign) return convert("f32", bits.bf16(size | sign & -0x8000)) end
  local n = let.n(signed_single(drop(is_flat, maximum(lesser, few)), x_size - y_size))
  local d = let.d(signed_single(most - shift, bits[I](x)))
  local rounded = let.rounded(bits.u32(piece.angle_by_signs(angle_by_signs, n, d)) + 0x8000, "rounded to bf16; certain if no midpoint is close")
  local is_sure = lt(constant("u32", 2 * units), rounded + units & 0xffff)
  local result = settle_all(narrow_unsigned(rounded >> 16), mask_narrow(is_sure) & is_usual, half_angle(y, x, "bf16"))
  return bits.bf16(select(lt(of.infinity, most), bits.u16(of.nan), result | bits.u16(y) & 0x8000))
end

op "atan2" {
  says = "the angle of the point (x, y), from -pi to pi, correctly rounded", types = { "f32", "f16", "bf16" },
  operands = { "y", "x" }, rounded = { float = "no counterexample known", half = "all inputs" }, float = angle,
  half = function(y, x, types) if types.T == "f16" then return angle_of_f16(y, x, 3) else return angle_of_bf16(y, x, 4) end end,
}

-- c, of 25 bits, or a number on the side of c on which the root of x^2 + y^2 is. The difference of the squares is exact.
local function beside(c, x_square, y_square)
  local sum = let.sum(x_square + y_square, "the sum of the squares, exactly, and the square of c")
  local rest = let.rest(sum - x_square)
  local lost = let.lost((x_square - (sum - rest)) + (y_square - rest))
  local above = let.above(sum - c * c)
  local aside = c * select(lt(-lost, above), constant("f64", 1.0 + 2.0 ^ -30), constant("f64", 1.0 - 2.0 ^ -30))
  return select(eq(above, -lost), c, aside)
end

-- f32: the squares are exact in f64, but their sum is not
local function length_of_singles(x, y)
  local x_size, y_size, of = sizes_of(x, y)
  local is_edge = let.is_edge(le(of.infinity, let.most(maximum(x_size, y_size), "0 and 1 instead of infinity and NaN")))
  local function side(size) return convert("f64", bits.f32(select(is_edge, of.one, size))) end
  local x_side, y_side = let.x_side(side(x_size)), let.y_side(side(y_size))
  local x_square, y_square = let.x_square(x_side * x_side), let.y_square(y_side * y_side)
  local root = let.root(sqrt(x_square + y_square), "the root of the squares")
  local c = let.c(bits.f64(bits.u64(root) + (1 << 27) & 0xfffffffff0000000))
  local usual = settled(root, 2.0 ^ -51, beside(c, x_square, y_square))
  local is_infinite = eq(x_size, of.infinity) | eq(y_size, of.infinity)
  return bits.f32(select(is_edge, select(is_infinite, of.infinity, of.nan), bits.i32(usual)))
end

-- The root is c, of 12 bits, which is the midpoint of two f16. The squares x and y are exact, and so is that of c. If the length is greater
-- than c, or less, the result is the next f32 after c, or before it.
local function beside_half(c, x, y)
  local sum = let.sum(x + y)
  local rest = let.rest(sum - x)
  local lost = let.lost((x - (sum - rest)) + (y - rest))
  local above = let.above(mul_add(c, -c, sum) + lost)
  return bits.f32(bits.i32(c) + minimum(maximum(bits.i32(above), -1), 1))
end

-- f16: the squares are exact in f32. The square of c is exact, too, and rounding keeps the order: the root is not above c if the length is
-- below, and not below if it is above. So the root decides, unless it is c. If results are subnormal, c has 11 bits, and the root is c only
-- if the length is c.
local function length_of_f16(a, b)
  local function square(half) local side = let.side(convert("f32", half)); return let.square(side * side) end
  local x, y = square(a), square(b)
  local root = let.root(sqrt(x + y))
  local is_infinite = eq(minimum(bits.u32(x), bits.u32(y)), constant("u32", infinity)) -- at least one is infinite, even if the other is NaN
  local is_sure = ~eq(bits.u32(root) & 0x1fff, 0x1000)
  return convert("f16", settle_all(select(is_infinite, of_bits(infinity), root), is_sure, beside_half(root, x, y)))
end

-- The upper half of an f32 that is not NaN, rounded as a bf16 is.
local function upper_half(single)
  local u = bits.u32(single)
  return narrow_unsigned(u + (u >> 16 & 1) + 0x7fff >> 16)
end

-- bf16 below 2^-106, in units of the least subnormal, 2^-133. Subnormal results are rounded to whole units.
local function length_of_small(a_size, b_size)
  local function in_units(size)
    local n = let.n(widen(size))
    return let.units(select(lt(n, constant("i32", 128)), f32_from_i32(n), bits.f32((n << 16) + (133 << 23))))
  end
  local x, y = in_units(a_size), in_units(b_size)
  local root = let.root(sqrt(mul_add(x, x, y * y)), "in units of 2^-133")
  local upper = let.upper(upper_half(root))
  return select(lt(upper, constant("u16", 0x4300)), narrow(bits.u32(root + whole_single)), upper - (133 << 7)) -- 0x4300: 128
end

-- bf16: integers divide both operands by a power of two, so that x is from 1 to 2. The lesser one, y, is raised to at least 2^-20, which
-- changes no result. In f32 the root is a midpoint c, of 9 bits, only if the length is c. For the next midpoint c^2 is at least 2^-7 above
-- x^2: so the length is far from c if y is below 2^-4. Otherwise the squares are multiples of 2^-22, and their sum is exact. If that is not
-- c^2, it differs by at least 2^-22, and its root by more than half a unit in the last place of f32.
local function length_of_bf16(a, b)
  local a_size, b_size, of, I = sizes_of(a, b)
  local most, least = let.most(maximum(a_size, b_size)), let.least(minimum(a_size, b_size))
  local shift = let.shift((most & of.infinity) - of.one, "both operands divided by a power of two")
  local function single(size) return convert("f32", bits.bf16(size)) end
  local x, y = let.x(single(most - shift)), let.y(single(maximum(least - shift, of.one - (20 << 7))))
  local length = let.length(upper_half(sqrt(mul_add(y, y, x * x))), "the length, divided by a power of two")
  local finite = minimum(length + bits.u16(shift), bits.u16(of.infinity))
  local is_nan, is_small = lt(of.infinity, most) & ~eq(least, of.infinity), let.is_small(lt(most, constant(I, 21 << 7)))
  local fast = select(is_small, bits.u16(most), select(is_nan, bits.u16(of.nan), finite))
  return bits.bf16(settle_all(fast, ~(is_small & ~eq(least, 0)), length_of_small(a_size, b_size)))
end

op "hypot" {
  says = "the square root of a^2 + b^2, correctly rounded", types = floats, commutes = true,
  rounded = { float = "algebraic", half = "all inputs" }, float = length_of_singles, double = hypot_of_doubles,
  half = function(a, b, types) return (types.T == "f16" and length_of_f16 or length_of_bf16)(a, b) end,
}
