-- Functions of f32 in integers, for processors without double precision in hardware: fixed-point numbers of 32 and 64 bits. Each part takes
-- and returns nodes, and its comment gives a bound of its error. A function that consists of such parts returns its result, and a mask of
-- certain results: those that stay the same if the value changes by the bound.
--
-- A product of 32 by 32 bits is one instruction on Cortex-M4 and about twenty on Cortex-M0+, so steps with few products are preferred.
-- mul_high drops the bits below its last one, so each product is too small by less than a unit of its last place.

local known = coefficients
local fixed = {}

local function u64(number) return constant("u64", number) end
local quiet_nan = 0x7fc00000

-- ---- Rounding ----

-- A value of at least 2^32, with its first bit moved to bit 63. `top` is 127 for a value below 2^33, 128 for one below 2^34, and so on. The
-- bit after the first is cleared before the conversion, so that this does not round up to a power of two.
local function normalised(value)
  local upper = let.upper(narrow(value >> 32))
  local top = let.top(bits.u32(f32_from_u32(upper - (upper & upper >> 1))) >> 23)
  return let.normalised(shift_left_lanes(value, widen(158 - top)), "the first bit on top"), top, upper
end

-- The same for a value of at least 2^62; and 1 if it was moved, otherwise 0.
local function normalised_once(value)
  local is_low = let.is_low(lt(value, u64(1 << 63)))
  return let.normalised(select(is_low, value + value, value)), keep(mask_narrow(is_low), constant("u32", 1))
end

-- value 2^(exponent - 190), for a value of at least 2^63, rounded to an f32: its bits, and whether it is certain. It is not if the value is
-- within `bound` / 2^32 units in the last place of the midpoint of two results. A subnormal result has fewer bits, so its error is smaller
-- in such units.
local function to_single(value, exponent, bound, is_normal)
  local shifted, field = value, exponent
  if not is_normal then
    field = let.field(bits.u32(maximum(bits.i32(exponent), constant("i32", 1))))
    shifted = let.shifted(shift_right_lanes(value, widen(field - exponent)))
  end
  local rest = let.rest(narrow(shifted >> 8), "rounded; certain if no midpoint is close")
  local is_sure = let.is_sure(lt(constant("u32", 2 * bound), rest - (0x80000000 - bound)))
  return let.rounded(((field - 1) << 23) + narrow(shifted >> 40) + (rest >> 31)), is_sure
end

-- ---- Parts ----

-- The bits of |a|, limited to those of `most`, which also replaces NaN; and its significand of 24 bits.
local function size_of(a, most)
  local size = let.size(minimum(bits.u32(a) & 0x7fffffff, bits.u32(constant("f32", most))))
  return size, let.m(size & 0x7fffff | 0x800000)
end

-- The sum of the terms c. Each term has more fraction bits than the one before it: `fewer` is that number, for each or for all.
local function sum_of(x, c, fewer, is_alternating)
  local sum = c[#c]
  for i = #c - 1, 1, -1 do
    local product = mul_high(sum, x) >> (type(fewer) == "table" and fewer[i] or fewer)
    sum = let[("terms_%d_to_%d"):format(i - 1, #c - 1)](is_alternating and c[i] - product or c[i] + product)
  end
  return sum
end

-- |a| log2(e), or twice that, with 32 fraction bits; too small by less than 1 of the last place plus 2^-39 of itself
local function turns_of(size, m, doubled)
  return let.turns(shift_right_lanes(widen(m) * u64(0xb8aa3b295c), widen((doubled and 156 or 157) - (size >> 23))))
end

-- 2^f - 1 for a fraction f of 32 bits, with 64 fraction bits: too large by less than 0.21 f 2^-32, too small by less than 1.5 f 2^-32. The
-- last product of the sum is too small by less than 1, those before it by 1/2, 1/8 and so on; the first coefficient is 0.18 too large. The
-- error of the polynomial is 2^-37. It is below 1 by 0.4 2^-32, so that the sum has 32 bits.
local function power_less_1(f)
  return let.power(widen(sum_of(f, known.power_fixed, { 1, 2, 3, 2, 2, 2, 2 })) * widen(f))
end

-- 2^-turns = 2^-s w, w from 1 to 2 with 63 fraction bits. It is too large by less than 0.9 2^-32 of itself, of which 0.7 is the last bit of
-- the turns, or too small by less than 0.8 2^-32 of itself.
local function power_of_minus(turns)
  local minus = let.minus(0 - turns, "a power of two")
  local w = let.w((power_less_1(let.fraction(narrow(minus))) >> 1) + u64(1 << 63))
  return w, let.s(0 - narrow(minus >> 32))
end

-- n / d < 2, n below 2^41, d from 2^40 to 2^41, or to 2^43 if it is `wide`. The quotient has 56 fraction bits and an error of about 2^-40.
-- q is 1 / d in 16 bits. e = 1 - d q is from -2^-16 to 2^-15, or to 2^-12.9. n / d = n q (1 + e + e^2 + …).
local function quotient(n, d, wide)
  local cut = wide and 14 or 11
  local q = let.q(widen(plain_div(constant("u32", 0xffffffff), narrow(d >> 24))))
  local e = let.e(bits.i32(narrow((1 << 56) - d * q >> cut)))
  local all_e = let.all_of_e(e + (mul_high(e, e) >> 24 - cut))
  local near = let.nearby(n * q)
  return let.quotient(near + (bits.u64(widen(mul_high(bits.i32(narrow(near >> 26)), all_e))) << cut + 2))
end

-- ---- Logarithms ----

-- log(a) = k log(2) + log(1 + f), f from -1/3 to 1/3 with 24 fraction bits. log(1 + f) = f - |f| g, where g = |f| (1/2 - f r(f)) has 33
-- bits. All products of r have 32 bits, so the error of g is less than 1.4 of its last bit. For another base f is multiplied first, by
-- `factor` / 2^39. The upper bits of that product, from `cut` on, are multiplied by g, and lose less than 0.6 2^-33. The sum has 63 -
-- `places` fraction bits, and so has `log_2`, which is log(2). |f| is less than 1.17 times the logarithm, close to 1 and elsewhere: so the
-- relative error of the result is less than 2.25 2^-33. The sum is 0 for 1, otherwise at least 2^32.
function fixed.log_fixed(a, places, log_2, factor, cut)
  local u, bound = bits.u32(a), 9 << 21
  local subnormal = bits.u32(f32_from_u32(u)) - (149 << 23)
  local from = let.from(select(lt(u, constant("u32", 0x800000)), subnormal, u), "u = 2^k (1 + f)")
  local distance = let.distance(from - 0x3f2aaaab)
  local k = let.k(bits.i32(distance) >> 23)
  local offset = let.offset(bits.i32(from - (distance & 0xff800000)) - 0x3f800000)
  local f = let.f(select(lt(offset, 0), offset, offset + offset))
  local x = let.x(f << 8)
  local r = nested(x, known.log_fixed, function(sum, by, c) return mul_high(sum, by) + c end)
  local size = let.size(bits.u32(magnitude(f)))
  local g = let.g(mul_high(size << 9, 0x80000000 - bits.u32(mul_high(r, x))))
  local first = let.first(factor and widen(size) * u64(factor) or widen(size) << 39)
  local lost = let.lost(widen(factor and narrow(first >> cut) or size << 8) * widen(g) >> 33 - (cut or 31))
  local f_sign = let.f_sign(bits.u64(widen(f >> 31)))
  local of_f = let.of_f(bits.u64(bits.i64(((first ~ f_sign) - f_sign) - lost) >> places))
  local sign = let.sign(bits.i32(from) - 0x3f800000 >> 31, "the magnitude of k log(2) + log(1 + f)")
  local long_sign = let.long_sign(bits.u64(widen(sign)))
  local value, top = normalised(let.value(((of_f + bits.u64(widen(k)) * u64(log_2)) ~ long_sign) - long_sign))
  local rounded, is_sure = to_single(value, let.exponent(top - (31 - places)), bound, true)
  local is_one = let.is_one(eq(u, 0x3f800000))
  local usual = drop(is_one, rounded | bits.u32(sign) & 0x80000000)
  local is_negative = let.is_negative(lt(u - 0x80000001, constant("u32", 0x7f800000)))
  local edge = select(eq(u & 0x7fffffff, 0), constant("u32", 0xff800000),
    select(is_negative, constant("u32", quiet_nan), u))
  local is_usual = let.is_usual(lt(u - 1, constant("u32", 0x7f7fffff)))
  return bits.f32(select(is_usual, usual, edge)), is_sure | is_one | ~is_usual
end

-- log(1 + f) for f from -1/3 to 1/3 with 64 fraction bits: g with 33 fraction bits, and f - |f| g with 57.
local function log_near(f)
  local x = let.x(bits.i32(narrow(f >> 32)))
  local sign = let.f_sign(bits.u64(bits.i64(f) >> 63))
  local size = let.f_size(narrow((f ~ sign) - sign >> 31))
  local r = nested(x, known.log_fixed, function(sum, by, c) return mul_high(sum, by) + c end)
  local g = let.g(mul_high(size, 0x80000000 - bits.u32(mul_high(r, x))))
  return g, let.of_f(bits.u64(bits.i64(f) >> 7) - (widen(size) * widen(g) >> 9))
end
local log_2 = 0x162e42fefa39ef3 -- 2^57 times

-- log(1 + a) = k log(2) + log(1 + f), as above, from 1 + a in 64 bits. If k is 0, f is a: the result is a (1 - g), or a (1 + g) for a
-- negative a, and the error of g is less than 2.1 of its last bit. Otherwise |f| with 33 bits is multiplied by g. Either result has a
-- relative error of less than 3.1 2^-33. Below 2^-26 the result is a.
function fixed.log1p_fixed(a)
  local size = let.size(bits.u32(a) & 0x7fffffff)
  local m, e = let.m(size & 0x7fffff | 0x800000), let.e_of_a(bits.i32(size >> 23))
  local sign = let.sign(bits.u64(widen(bits.i32(a) >> 31)))
  local above, below = let.above(maximum(e - 127, 0)), let.below(maximum(127 - e, 0))
  local term = let.term(shift_right_lanes(widen(m) << 39, widen(bits.u32(below))))
  local one = shift_right_lanes(u64(1 << 62), widen(bits.u32(above)))
  local all, top = normalised(let.all(one + (term ~ sign) - sign))
  local is_up = let.is_up(lt(u64(0xaaaaaaaaaaaaaaaa), all))
  local k = let.k(bits.i32(top) - 157 + above - bits.i32(lanes_from_mask(mask_narrow(is_up))))
  local g, of_f = log_near(let.f(select(is_up, all, all + all)))
  local is_near = let.is_near(eq(k, 0))
  local far = let.distant(of_f + bits.u64(widen(k)) * u64(log_2))
  local near = let.nearby((widen(m) << 33) - widen(m) * ((widen(g) ~ sign) - sign))
  local value, first = normalised(let.value(select(mask_widen(is_near), near, (far ~ sign) - sign)))
  local exponent = let.exponent(first - 25 + keep(is_near, bits.u32(e - 126)))
  local rounded, is_sure = to_single(value, exponent, 13 << 21, true)
  local is_tiny = let.is_tiny(lt(size, constant("u32", 0x32800000)))
  local is_kept = let.is_kept(is_tiny | le(constant("i32", 0x7f800000), bits.i32(a)) | lt(constant("u32", 0xff800000), bits.u32(a)))
  local is_edge = let.is_edge(le(constant("u32", 0xbf800000), bits.u32(a)))
  local edge = select(eq(bits.u32(a), 0xbf800000), constant("u32", 0xff800000), constant("u32", quiet_nan))
  local usual = select(is_edge, edge, rounded | bits.u32(a) & 0x80000000)
  return bits.f32(select(is_kept, bits.u32(a), usual)), is_sure | is_kept | is_edge
end

-- ---- Powers ----

-- 2^a. a consists of whole turns and a fraction of 32 bits, which is exact from 2^-8 on. Below that the fraction is too small, or too large
-- for a negative a, by less than 1 of the last bit. That is 0.7 2^-32 of the power, which is below 2. So the error of the power is below
-- 1.7 2^-32.
function fixed.exp2_fixed(a)
  local size, m = size_of(a, 0x1p8)
  local sign = let.sign(bits.u64(widen(bits.i32(a) >> 31)))
  local turns_size = let.turns_size(shift_right_lanes(widen(m) << 17, widen(135 - (size >> 23))))
  local turns = let.turns((turns_size ~ sign) - sign, "2^turns")
  local power = power_less_1(let.fraction(narrow(turns)))
  local k = let.k(bits.i32(narrow(turns >> 32)))
  local rounded, is_sure = to_single(let.value((power >> 1) + (1 << 63)), bits.u32(minimum(k, 128) + 127), 1 << 24)
  local is_infinite = let.is_infinite(le(constant("i32", 128), k))
  local is_nan = let.is_nan(lt(constant("u32", 0x7f800000), bits.u32(a) & 0x7fffffff))
  local result = select(is_infinite, constant("u32", 0x7f800000), rounded)
  return bits.f32(select(is_nan, bits.u32(a), result)), is_sure | is_infinite | is_nan
end

-- 1 / (1 + e^-a), from |a| in turns: the value, at least 2^63, and the exponent. With p = e^-|a| it is 1 - p / (1 + p), or p / (1 + p) for
-- a negative a. Its relative error is less than that of p.
local function sigmoid_parts(turns, is_negative)
  local power, s = power_of_minus(turns)
  local w, long_s = let.short_w(power >> 23), let.long_s(widen(s))
  local of_negative = quotient(w, let.d(shift_right_lanes(w, long_s) + (1 << 40)))
  local either = let.either(select(mask_widen(is_negative), of_negative, (1 << 56) - shift_right_lanes(of_negative, long_s)))
  local value, moved = normalised_once(let.value(either << 7))
  return value, let.exponent(127 - moved - keep(is_negative, s))
end

function fixed.sigmoid_fixed(a)
  local size, m = size_of(a, 0x1p7)
  local value, exponent = sigmoid_parts(turns_of(size, m), lt(bits.i32(a), 0))
  local rounded, is_sure = to_single(value, exponent, 1 << 24)
  local is_nan = let.is_nan(lt(constant("u32", 0x7f800000), bits.u32(a) & 0x7fffffff))
  return bits.f32(select(is_nan, bits.u32(a), rounded)), is_sure | is_nan
end

-- log(1 + e^a), or log_sigmoid(a) = -log(1 + e^-a): the sum of max(a, 0) and log(1 + p), p = 2^-s w = e^-|a|. If p is below 1/3, log(1 + p)
-- is p (1 - g), otherwise log(2) + log(1 + f), f = (1 + p) / 2 - 1. The relative error of p is less than 1.8 2^-33, that of g less than 2.1
-- 2^-33. So for a negative a the relative error of the result, in units of 2^-33, is less than 1.8 + 2.1 / 0.86, or, with f, 1.8 / 1.15 +
-- 3.1. For other a the result is at least log(2), and the error is less.
function fixed.softplus_fixed(a, is_negated)
  local size, m = size_of(a, 0x1p7)
  local w, s = power_of_minus(turns_of(size, m))
  local all = let.all((1 << 62) + shift_right_lanes(w >> 1, widen(s)))
  local is_up = let.is_up(lt(u64(0x5555555555555555), all))
  local g, of_f = log_near(let.f(select(is_up, all + all, all << 2)))
  local near = let.nearby(w - ((w >> 32) * widen(g) >> 1))
  local far = let.distant(of_f + u64(log_2))
  local u = let.u(bits.u32(a) ~ (is_negated and 0x80000000 or 0))
  local is_negative = let.is_negative(lt(bits.i32(u), 0))
  local of_a = let.of_a(shift_right_lanes(widen(m) << 39, widen(133 - (size >> 23))))
  local of_positive = of_a + (select(is_up, far << 6, shift_right_lanes(near, widen(s))) >> 7)
  local of_negative = let.of_negative(select(is_up, far << 6, near))
  local value, top = normalised(let.value(select(mask_widen(is_negative), of_negative, of_positive)))
  local less = select(is_negative, drop(mask_narrow(is_up), s) + 31, constant("u32", 24))
  local rounded, is_sure = to_single(value, let.exponent(top - less), 5 << 23)
  local whole = let.whole(u & 0x7fffffff)
  local is_large = let.is_large(le(constant("u32", 0x43000000), whole))
  local beyond = select(is_negative & le(whole, constant("u32", 0x7f800000)), constant("u32", 0), u)
  local result = select(is_large, beyond, rounded)
  return bits.f32(is_negated and result ~ 0x80000000 or result), is_sure | is_large
end

-- The bits of an f32 that is not negative. For a subnormal one the first bit is moved to its place, and the exponent is below 1.
local function with_exponent(size)
  return let.sized(select(lt(size, constant("u32", 0x800000)), bits.u32(f32_from_u32(size)) - (149 << 23), size))
end

-- a times a factor of at least 2^63 with an exponent, for |a| below `most`; beyond that the result is a or -0. e and m are those of |a|.
-- Unless `is_any`, the factor near 0 is 1/2 plus a tiny number of a's sign: so half of a subnormal a is rounded up, or towards 0 for a
-- negative a.
local function weighted_fixed(a, most, bound, factor, factor_exponent, e, m, is_any)
  local value, moved = normalised_once(let.product_with_a((factor >> 24) * widen(m)))
  local rounded, is_sure = to_single(value, let.exponent_of_all(factor_exponent + e - (126 + moved)), bound)
  local u, all = bits.u32(a), let.all(bits.u32(a) & 0x7fffffff)
  local is_negative = let.is_negative(lt(bits.i32(a), 0))
  local is_large = let.is_large(le(bits.u32(constant("f32", most)), all))
  local certain = is_sure | is_large
  if not is_any then
    local is_tiny = let.is_tiny(lt(all, constant("u32", 0x01000000)))
    rounded, certain = select(is_tiny, all + drop(is_negative, constant("u32", 1)) >> 1, rounded), certain | is_tiny
  end
  local beyond = select(is_negative & le(all, constant("u32", 0x7f800000)), constant("u32", 0x80000000), u)
  return bits.f32(select(is_large, beyond, rounded | u & 0x80000000)), certain
end

function fixed.silu_fixed(a)
  local most = 0x1p7
  local size, m = size_of(a, most)
  local factor, exponent = sigmoid_parts(turns_of(size, m), lt(bits.i32(a), 0))
  return weighted_fixed(a, most, 1 << 24, factor, exponent, size >> 23, m)
end

-- a times the sigmoid of a (c1 + c2 a^2), which is computed in turns. The sum has 59 fraction bits.
function fixed.gelu_tanh_fixed(a)
  local most = 0x1.fffffep3
  local size, m = size_of(a, most)
  local e = let.e_of_a(size >> 23)
  local square = let.square(shift_right_lanes(widen(m) * widen(m) << 16, widen(260 - (e + e))))
  local sum = let.sum((mul_high(square, u64(known.gelu_fixed[2])) << 1) + u64(known.gelu_fixed[1]))
  local turns = let.turns(shift_right_lanes(mul_high(widen(m) << 40, sum), widen(153 - e)))
  local factor, exponent = sigmoid_parts(turns, lt(bits.i32(a), 0))
  return weighted_fixed(a, most, 1 << 24, factor, exponent, size >> 23, m)
end

-- a n / (n + 2), n = e^a (e^a + 2). With p = e^-|a| = 2^-s w the quotient is (1 + 2 p) / (1 + 2 p + 2 p^2), or, for a negative a, p (1 + p
-- / 2) / (1 + p + p^2 / 2). Its relative error is less than that of p. Half of it is computed.
function fixed.mish_fixed(a)
  local most = 0x1p7
  local size, m = size_of(a, most)
  local w, s = power_of_minus(turns_of(size, m))
  local long_s, is_negative = let.long_s(widen(s)), let.is_negative(lt(bits.i32(a), 0))
  local is_below = mask_widen(is_negative)
  local p = let.p(shift_right_lanes(w, long_s))
  local times_w = let.times_w(mul_high(w, p)) -- 62 fraction bits
  local square = let.square(shift_right_lanes(times_w, long_s))
  local n = let.n(select(is_below, (w >> 24) + (times_w >> 24), (1 << 39) + (p >> 23)))
  local d = let.d(select(is_below, (p >> 23) + (square >> 23), (p >> 22) + (square >> 21)) + (1 << 40))
  local factor, top = normalised(quotient(n, d, true))
  local from = with_exponent(size)
  return weighted_fixed(a, most, 1 << 24, factor, let.exponent(top - 23 - keep(is_negative, s)),
    bits.u32(bits.i32(from) >> 23), let.m_of_any(from & 0x7fffff | 0x800000), true)
end

-- The share of a normal distribution that is below -u, times 2^s, with 63 fraction bits: e^(-u^2 / 2) v h(x), v = 2 / (u + 2), x = 2 v - 1.
-- The arguments are u^2 / 2 in turns, and 1 / v with 40 fraction bits. h, from 0.22 to 0.5, has an error of less than 0.25 x^2 2^-33 of the
-- series plus 2^-37 of the polynomial: 0.9 2^-33 of the least h. The relative error of the power is less than 1.8 2^-33.
local function normal_below(turns, d)
  local c = known.normal_fixed
  local w, s = power_of_minus(turns)
  local v = let.v(quotient(u64(1 << 40), d, true))
  local x = let.x(bits.i32(narrow(minimum(v + (1 << 23) >> 24, u64(0xffffffff))) ~ 0x80000000))
  local series = nested(x, { c[3] + 1, table.unpack(c, 4) }, function(sum, by, term) return mul_high(sum, by) + term end)
  local twice = let.twice(bits.u32(magnitude(x)) << 1)
  local of_series = bits.u64(bits.i64(widen(mul_high(twice, twice)) * bits.u64(widen(series))) >> 3)
  local long_v = let.long_v(v << 7)
  local h = let.h(mul_high(long_v, u64(c[2] << 33)) + of_series + u64(c[1] - (c[2] << 31)))
  return let.under(mul_high(mul_high(long_v, h) << 1, w)), s
end
local log2_of_e = 0xb8aa3b295c17f0bc -- 2^63 times

-- a times the share of a normal distribution that is below a
function fixed.gelu_fixed(a)
  local most = 14.75
  local size, m = size_of(a, most)
  local e = let.e_of_a(size >> 23)
  local turns = let.turns(shift_right_lanes(mul_high(widen(m) * widen(m) << 16, u64(log2_of_e)), widen(284 - (e + e))))
  local under, s = normal_below(turns, let.d(shift_right_lanes(widen(m) << 19, widen(130 - e)) + (1 << 40)))
  local is_negative = lt(bits.i32(a), 0)
  local either = select(mask_widen(is_negative), under, (1 << 63) - shift_right_lanes(under, widen(s)))
  local factor, top = normalised(let.either(either))
  return weighted_fixed(a, most, 3 << 23, factor, let.exponent(top - (31 + keep(is_negative, s))), e, m)
end

-- 1 minus twice the share of a normal distribution that is below -sqrt(2) |a|. For |a| below 1/2 it is 2 / sqrt(pi) |a| (1 - t), where t is
-- a polynomial of w = 4 a^2. From 1/2 on twice that share is less than the result.
function fixed.erf_fixed(a)
  local from = with_exponent(let.size(minimum(bits.u32(a) & 0x7fffffff, bits.u32(constant("f32", 3.95)))))
  local m, e = let.m(from & 0x7fffff | 0x800000), let.e_of_a(bits.u32(bits.i32(from) >> 23))
  local square = let.square(widen(m) * widen(m) << 16)
  local turns = let.turns(shift_right_lanes(mul_high(square, u64(log2_of_e)), widen(283 - (e + e))))
  local under, s = normal_below(turns, let.d(shift_right_lanes(widen(m) * u64(0xb504f333fa), widen(150 - e)) + (1 << 40)))
  local far = let.distant((1 << 63) - (shift_right_lanes(under, widen(s)) << 1))
  local w = let.four_squares(narrow(shift_right_lanes(square, widen(282 - (e + e)))))
  local t = let.t(mul_high(sum_of(w, known.erf_fixed, 4, true), w))
  local scaled_a = let.scaled_a(widen(m) * u64(0x906eba8215)) -- 2 / sqrt(pi) 2^39
  local is_near = let.is_near(lt(bits.i32(from), 0x3f000000))
  local either = select(mask_widen(is_near), scaled_a - ((scaled_a >> 32) * widen(t) >> 1), far)
  local value, moved = normalised_once(let.value(either))
  local rounded, is_sure = to_single(value, let.exponent(select(is_near, e + 1, constant("u32", 127)) - moved), 3 << 23)
  local is_nan = let.is_nan(lt(constant("u32", 0x7f800000), bits.u32(a) & 0x7fffffff))
  return bits.f32(select(is_nan, bits.u32(a), rounded | bits.u32(a) & 0x80000000)), is_sure | is_nan
end

-- From p = e^-|x| = 2^-k (1 - u), x = a or 2 a: 1 - p, up to 2^40, and its exponent; p with 40 fraction bits; k; and 1 - u, where u is 1 -
-- 2^-f = log(2) f (1 - t). If k is 0, 1 - p is |x| (1 - t), which loses no bits. The error of t is at most 1.4 2^-33, plus up to 0.7 2^-33
-- for the lost bits of f.
local function less_power(a, most, doubled)
  local size, m = size_of(a, most)
  local turns = turns_of(size, m, doubled)
  local f, k = let.fraction(narrow(turns)), let.k(narrow(turns >> 32))
  local t = let.t(mul_high(sum_of(f, known.tanh_fixed, 2, true), f))
  local of_f = let.of_f(widen(f) * u64(0xb17217f8)) -- log(2) 2^32
  local u = let.u(of_f - (widen(narrow(of_f >> 32)) * widen(t) >> 1))
  local less_u = let.less_u((1 << 40) - (u >> 24))
  local p = let.p(shift_right_lanes(less_u, widen(k)))
  local is_near = let.is_near(eq(k, 0))
  local n = let.n(select(mask_widen(is_near), widen(m) * ((1 << 33) - widen(t)) >> 17, (1 << 40) - p))
  return n, keep(is_near, (size >> 23) - (doubled and 125 or 126)), p, k, less_u
end

-- tanh(a) = (1 - p) / (1 + p), p = e^-2|a|. The lost bits of f make numerator and denominator too large by nearly the same share. The error
-- of t counts less than 1.9 times in the quotient, and the lost bits of u are 0.6 2^-33 of it: together less than 3.4 2^-33.
function fixed.tanh_fixed(a)
  local n, exponent, p = less_power(a, 0x1p4, true)
  local value, top = normalised(quotient(n, p + (1 << 40)))
  local rounded, is_sure = to_single(value, let.exponent(top - 24 + exponent), 7 << 22, true)
  local size = let.size_of_a(bits.u32(a) & 0x7fffffff)
  local is_tiny = let.is_tiny(lt(size, constant("u32", 0x39800000))) -- 2^-12, and a^2 / 3 is less than 2^-25
  local is_nan = let.is_nan(lt(constant("u32", 0x7f800000), size))
  local signed = rounded | bits.u32(a) & 0x80000000
  return bits.f32(select(is_tiny | is_nan, bits.u32(a), signed)), is_sure | is_tiny | is_nan
end

-- e^a - 1 = (1 - p) / p, p = e^-a; for a negative a it is p - 1, p = e^a. The error of t counts less than 2.8 times in the quotient, and
-- the lost bits of u and f are 1.9 2^-33 of it: together less than 5.8 2^-33.
function fixed.expm1_fixed(a)
  local n, exponent, _, k, less_u = less_power(a, 0x1p7)
  local is_negative = let.is_negative(lt(bits.i32(a), 0))
  local d = let.d(select(mask_widen(is_negative), u64(1 << 40), less_u + less_u))
  local value, top = normalised(quotient(n, d))
  local all_exponent = let.exponent(top - 24 + exponent + drop(is_negative, k + 1))
  local rounded, is_sure = to_single(value, all_exponent, 6 << 23, true)
  local size = let.size_of_a(bits.u32(a) & 0x7fffffff)
  local is_tiny = let.is_tiny(lt(size, constant("u32", 0x32800000))) -- 2^-26, and a / 2 is less than 2^-26
  local is_nan = let.is_nan(lt(constant("u32", 0x7f800000), size))
  local is_infinite = let.is_infinite(lt(constant("i32", 0x42b17217), bits.i32(a)))
  local signed = rounded | bits.u32(a) & 0x80000000
  local result = select(is_infinite, constant("u32", 0x7f800000), signed)
  return bits.f32(select(is_tiny | is_nan, bits.u32(a), result)), is_sure | is_tiny | is_nan | is_infinite
end

-- ---- Sine and cosine ----

-- |a| in quarter turns: their number modulo 4, and the rest r from -1/2 to 1/2, as |r| with 62 fraction bits and its sign in all bits. Of 2
-- / pi only the 96 bits matter whose products with the significand are below 4 and above 2^-64. The error of r is less than 3 of its last
-- bit.
local function quarter_turns_fixed(size)
  local from = let.from(maximum(size, constant("u32", 112 << 23)))
  local index = let.index((from >> 26) - 14)
  local x = let.x(shift_left_lanes(from & 0x7fffff | 0x800000, from >> 23 & 7))
  local numbers = let.two_over_pi(table("u32", known.two_over_pi_fixed))
  local function product(i) return widen(x) * widen(look_up(numbers, index + i)) end
  local turns = let.turns((widen(x * look_up(numbers, index)) << 32) + product(4) + (product(8) >> 32) + (1 << 61))
  local r = let.r(bits.i64(turns & (1 << 62) - 1) - (1 << 61))
  local sign = let.r_sign(bits.u64(r >> 63))
  return narrow(turns >> 62), let.r_size(bits.u64(r) ~ sign), sign
end

-- |r| pi / 2, at least 2^62, and its exponent; w = (2 r)^2, with an error of less than 2 of its last bit; and whether r has enough bits.
-- The constant, pi / 4 times 2^32, has a relative error of 2^-34.6.
local function arc_of(r)
  local normal, top, upper = normalised(r)
  local arc = let.arc((normal >> 32) * u64(0xc90fdaa2) + (widen(narrow(normal)) * u64(0xc90fdaa2) >> 32))
  local twice = let.twice(narrow(r >> 29))
  return arc, top - 29, let.w(mul_high(twice, twice) + 1), lt(constant("u32", 15), upper)
end
local least_angle = 0x39800000 -- 2^-12: below that a^2 / 2 is less than 2^-25
local function of_infinity_or_nan(size, u) return select(eq(size, 0x7f800000), constant("u32", quiet_nan), u) end

-- sin(a), or cos(a): A (1 - t), where A = |r| pi / 2, or 1 for the cosine of r, and t = w (c1 - w (c2 - …)). The error of t is less than
-- 2.3 2^-33. w has an error of less than 2 of its last bit, which counts 0.62 times in the cosine's t. A product and the terms after it add
-- less than 1.1.
function fixed.sine_fixed(a, is_even)
  local size = let.size(bits.u32(a) & 0x7fffffff)
  local turns, r, r_sign = quarter_turns_fixed(size)
  local quarters = let.quarters(is_even and turns + 1 or turns)
  local is_odd = let.is_odd(eq(quarters & 1, 1))
  local arc, arc_exponent, w, is_far = arc_of(r)
  local terms, first = {}, let.first_term(keep(is_odd, constant("u32", #known.sin_fixed)))
  local all = { table.unpack(known.sin_fixed) }
  for i, c in ipairs(known.cos_fixed) do all[#known.sin_fixed + i] = c end
  for i = 1, #known.sin_fixed do terms[i] = look_up(let.terms(table("u32", all)), i > 1 and first + (i - 1) or first) end
  local t = let.t(mul_high(sum_of(w, terms, 4, true), w))
  local A = let.whole(select(mask_widen(is_odd), u64(1 << 63), arc))
  local value, moved = normalised_once(let.value(A - ((A >> 32) * widen(t) >> 1)))
  local exponent = let.exponent(select(is_odd, constant("u32", 127), arc_exponent) - moved)
  local rounded, is_sure = to_single(value, exponent, 5 << 22, true)
  local sign = (quarters << 30) ~ drop(is_odd, narrow(r_sign))
  if not is_even then sign = sign ~ bits.u32(a) end
  local is_tiny = let.is_tiny(lt(size, constant("u32", least_angle)))
  local is_finite = let.is_finite(lt(size, constant("u32", 0x7f800000)))
  local of_tiny = is_even and constant("u32", 0x3f800000) or bits.u32(a)
  local of_number = select(is_tiny, of_tiny, rounded | sign & 0x80000000)
  local result = select(is_finite, of_number, of_infinity_or_nan(size, bits.u32(a)))
  return bits.f32(result), is_sure & (is_odd | is_far) | is_tiny | ~is_finite
end

-- tan(a): the sine of r over its cosine; for an odd number of quarter turns the cosine over the sine. The relative error, in units of
-- 2^-33, is less than 1.3 for w, 1.2 for the sine's products, 1.5 for the cosine's, and 0.3 for the constant.
function fixed.tan_fixed(a)
  local size = let.size(bits.u32(a) & 0x7fffffff)
  local quarters, r, r_sign = quarter_turns_fixed(size)
  local is_odd = let.is_odd(eq(quarters & 1, 1))
  local arc, arc_exponent, w, is_far = arc_of(r)
  local t_of_sine = let.t_of_sine(mul_high(sum_of(w, known.sin_fixed, 4, true), w))
  local t_of_cosine = let.t_of_cosine(mul_high(sum_of(w, known.cos_fixed, 4, true), w))
  local sine, sine_moved = normalised_once(let.sine(arc - ((arc >> 32) * widen(t_of_sine) >> 1)))
  local cosine, cosine_moved = normalised_once(let.cosine((1 << 63) - (widen(t_of_cosine) << 30)))
  local n = let.n(select(mask_widen(is_odd), cosine, sine) >> 24)
  local d = let.d(select(mask_widen(is_odd), sine, cosine) >> 23 | 1 << 40) -- not 0
  local value, moved = normalised_once(quotient(n, d) << 8)
  local more = let.more(arc_exponent - sine_moved - (127 - cosine_moved))
  local rounded, is_sure = to_single(value, let.exponent(127 - moved + select(is_odd, 0 - more, more)), 9 << 22, true)
  local sign = bits.u32(a) ~ narrow(r_sign) ~ quarters << 31
  local is_tiny = let.is_tiny(lt(size, constant("u32", least_angle)))
  local is_finite = let.is_finite(lt(size, constant("u32", 0x7f800000)))
  local of_number = select(is_tiny, bits.u32(a), rounded | sign & 0x80000000)
  local result = select(is_finite, of_number, of_infinity_or_nan(size, bits.u32(a)))
  return bits.f32(result), is_sure & is_far | is_tiny | ~is_finite
end

return fixed
