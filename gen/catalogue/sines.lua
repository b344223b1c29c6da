-- Sine and cosine of f64; parts.lua has the other functions.

local known = doubles
local sines = {}

-- n is 32 q + j, j from -16 to 15, u = n + 16. The sine of n pi / 64 + r - above, or its negative, is A cos(r - above) + B sin(r - above).
-- A and B are the sine and the cosine of j pi / 64; for odd q they are exchanged, and r and `above` change their signs. Each has two parts.
local function sine_parts(u, r, above, sines, sines_rest, cosines, cosines_rest)
  local index = let.index(u & 31)
  local function chosen(first, second) return select(let.is_odd(eq(u & 32, constant("u64", 32))), first, second) end
  local sine, sine_rest = found_pair(sines, sines_rest, "sines", index)
  local cosine, cosine_rest = found_pair(cosines, cosines_rest, "cosines", index)
  local a, a_rest = let.a_head(chosen(cosine, sine)), let.a_rest(chosen(cosine_rest, sine_rest))
  local b, b_rest = let.b_head(chosen(sine, cosine)), let.b_rest(chosen(sine_rest, cosine_rest))
  local sign = let.sign((u & 32) << 58)
  local function turned(x) return bits.f64(bits.u64(x) ~ sign) end
  return let.r(turned(r)), let.above(turned(above)), a, a_rest, b, b_rest
end

-- The bits of that sine, |r| < 0.0246, and whether they are certain. `least` is an additional error.
local function sine_rounded(u, cube, head, below, share, least)
  local margin = mul_add(absolute(cube), 2.0 ^ -52, mul_add(absolute(head), share, constant("f64", least)))
  local value, is_certain = rounded_by(head, below, margin)
  return bits.u64(value) ~ ((u & 64) << 57), is_certain
end

-- A and B have heads of 19 bits. r is s, of 17 bits, plus l. So the products B s and A s^2 / 2 are exact. The errors:
--   r^3     the error of the series is 2^-52 of r^3 / 6, and it has seven roundings: so 2^-52.4 of r^3
--   A       the second part of A is less than 2^-20 of it, and A (cos(r) - 1) + A s^2 / 2 is less than 2^-25 of it. With five
--           roundings the error of both is 2^-71 of A
--   l       is less than 2^-16 of r, and has four roundings: so 2^-68 of r B, which is at most the result. The rounding error of the
--           sums with the margin is up to 2^-69 of it, too
-- The factor of `above` has a relative error of less than 2^-20.
function split_sums.sine(u, first, first_above, least)
  local tables = { known.sines, known.sines_rest, known.cosines, known.cosines_rest }
  local r, above, a, a_rest, b, b_rest = sine_parts(u, first, first_above, table.unpack(tables))
  local s = let.s(bits.f64(bits.u64(r) & ~0xfffffffff))
  local l = let.l(r - s)
  local square, square_rest = let.half_square((s * 0.5) * s), let.half_square_rest((l * 0.5) * (r + s))
  local z = let.z(r * r)
  local cube = let.cube(z * r)
  local of_cube = let.of_cube(cube * polynomial(z, known.sine))
  local of_fourth = let.of_fourth((z * z) * polynomial(z, known.cosine))
  local sine_of_r, cosine_less_1 = let.sine_of_r(r + of_cube), let.cosine_less_1(mul_add(z, constant("f64", -0.5), of_fourth))
  local sum, lost = sum_of(a, let.product(b * s))
  local head, head_lost = sum_of(sum, -let.product_of_square(a * square))
  local slope = let.slope(mul_add(b, cosine_less_1, mul_add(-a, sine_of_r, b)))
  local of_rests = mul_add(a_rest, cosine_less_1, mul_add(b_rest, sine_of_r, a_rest - above * slope))
  local rest = let.rest(mul_add(a, of_fourth - square_rest, of_rests) + (lost + head_lost))
  return sine_rounded(u, cube, head, mul_add(b, l + of_cube, rest), 2.0 ^ -67, least)
end

-- With fused steps A and B have heads of 53 bits and a relative error of 2^-72. r^2 / 2 is square - square_above, which is exact. The
-- errors:
--   r^3     as above
--   A       r^4 / 24 is less than 2^-25.9, and its product has five roundings: so 2^-76 of A
--   rests   `above` and the second parts are less than 2^-53 of r, A and B. For these cos(r) is computed as 1 - r^2 / 2 and sin(r) as r,
--           with an error of r^3 / 6: so 2^-71 of A and of r B
function fused_sums.sine(u, first, first_above, least)
  local sine, sine_rest = whole_heads(known.sines, known.sines_rest)
  local tables = { sine, sine_rest, whole_heads(known.cosines, known.cosines_rest) }
  local r, above, a, a_rest, b, b_rest = sine_parts(u, first, first_above, table.unpack(tables))
  local half = let.half(r * 0.5)
  local square = let.half_square(half * r)
  local square_above = let.square_above(fused_from(half, r, square))
  local z = let.z(r * r)
  local cube = let.cube(z * r)
  local of_cube = let.of_cube(cube * nested(z, known.sine))
  local of_fourth = let.of_fourth((z * z) * nested(z, known.cosine))
  local sum, lost = fused_sums.with_product(a, b, r)
  local head = let.head(fused_from(a, square, sum))
  local head_lost = let.head_lost(fused_from(a, square, sum - head))
  local slope = let.slope(fused_from(b, square, fused_from(a, r, b)))
  local of_rests = let.of_rests(fused_from(above, slope, fused(b_rest, r, fused_from(a_rest, square, a_rest))))
  local rest = let.rest(fused(a, of_fourth + square_above, of_rests) + (lost + head_lost))
  return sine_rounded(u, cube, head, fused(b, of_cube, rest), 2.0 ^ -69, least)
end

-- x = n pi / 64 + r - above. For |x| <= 2^17 n has 22 bits: the products with the first two of three parts are exact, and so is the first
-- difference. The error of r - above is less than 2^-98.
local steps = known.steps_of_angle
split_sums.turned_wrong_by = 2.0 ^ -97
function split_sums.turned(x)
  local turns = let.turns(mul_add(x, 64 / math.pi, whole), "x = n pi / 64 + r")
  local n = let.n(turns - whole)
  local sum, lost = sum_of_any(let.r_first(mul_add(n, -steps[1], x)), let.r_second(n * -steps[2]))
  local rest = let.r_rest(mul_add(n, -steps[3], lost))
  local r = let.r_sum(sum + rest)
  return turns, r, let.r_above((r - sum) - rest)
end

-- With fused steps. The first part has 53 bits. The rest of x is a multiple of 2^-58 if n is not 0, so it is exact. The second part is less
-- than 2^-57 with an error of 2^-112, so 2^-90.6 after the product with n. That product is less than 2^-36. If it is more than half of the
-- rest, the difference of r and the rest may have an error of 2^-90.
fused_sums.turned_wrong_by = 2.0 ^ -89
function fused_sums.turned(x)
  local turns = let.turns(mul_add(x, 64 / math.pi, whole), "x = n pi / 64 + r")
  local n = let.n(turns - whole)
  local step = steps[1] + steps[2]
  local step_rest = constant("f64", (steps[1] - step) + steps[2] + steps[3])
  local first = let.r_first(fused_from(n, constant("f64", step), x))
  local r = let.r_sum(fused_from(n, step_rest, first))
  return turns, r, let.r_above(fused(n, step_rest, r - first))
end

-- For any x, by Payne and Hanek: turns, r, and the part below r. x is y 2^24g, |y| < 2^24, and Q = 2^24g 64 / pi in parts of 24 bits, from
-- 2^59 on. The bits before these make a multiple of 128, because y is a multiple of 2^-52. y is h, of 26 bits, plus l, so the products with
-- the parts are exact. The product of h and the first part is a multiple of 128, too. The first four products are less than 2^60; whole
-- turns are subtracted from them. The remainders are multiples of 2^-41, so the sum is exact. Of the others the last three have an error of
-- less than 2^-89. The parts left out are less than 2^-109 of Q, so 2^-85 of n. So the error of r is less than 2^-89.
local function turned_by_places(x)
  local e = bits.u64(absolute(x)) >> 52
  local k = let.k(maximum(bits.f64(e + 0x4330000000000000) - (2.0 ^ 52 + 1023.0), constant("f64", 0.0)))
  local g = let.g(bits.u64(mul_add(k - 11.5, 1 / 24, whole)), "x = y 2^24g")
  local y = let.y(bits.f64(bits.u64(x) - ((g << 56) + (g << 55))))
  local h, l = split(y)
  local places, q = table("f64", known.places_of_angle), {}
  for i = 0, 6 do q[i] = let["q_" .. i](look_up(let.places_of_angle(places), (g & 63) + i) * 2.0 ^ (35 - 24 * i)) end
  local function without_turns(product)
    local turns = mul_add(let.product(product), 1 / 128, whole) - whole
    return let.part(mul_add(turns, constant("f64", -128.0), product))
  end
  local first = let.first((without_turns(l * q[0]) + without_turns(h * q[1])) + (without_turns(l * q[1]) + without_turns(h * q[2])))
  local second, second_lost = sum_of_any(l * q[2], h * q[3])
  local third, third_lost = sum_of_any(l * q[3], h * q[4])
  local turns = let.turns((first + second) + whole, "x = n pi / 64 + r")
  local sum, lost = sum_of_any(let.left(first - (turns - whole)), second)
  local fraction, fraction_lost = sum_of_any(sum, third)
  local last = let.last(mul_add(l, q[4], mul_add(y, q[5], y * q[6])))
  local rest = let.fraction_rest(((second_lost + third_lost) + (lost + fraction_lost)) + last)
  local top, left = split(fraction)
  local step, step_rest = known.step_of_angle[1], known.step_of_angle_rest[1]
  return turns, sum_of(top * step, mul_add(left + rest, constant("f64", step), (fraction + rest) * step_rest))
end

-- By `turned` from 2^-27 to 2^17; by `turned_by_places` beyond, or if the result is in doubt. `before` is added to n. Below 2^-27 the sine
-- is x - x^3 / 6, which rounds to x, and the cosine is 1.
local function sine_of_double(sums, a, before, of_tiny, slow)
  local size, least, most, infinity = let.size(bits.i64(absolute(a))), 996 << 52, 1040 << 52, constant("i64", 0x7ff << 52)
  local is_tiny = let.is_tiny(lt(size, constant("i64", least)))
  local function step_of(x, turns, r, above, wrong_by)
    local value, is_certain = sums.sine(let.u(bits.u64(turns) + before), r, above, wrong_by)
    return select(is_tiny, of_tiny, bits.f64(value)), is_certain
  end
  local function operand(is_usual) return let.x(bits.f64(keep(is_usual, bits.u64(a)))) end
  local function by_places()
    local is_finite = let.is_finite(lt(size, infinity))
    local x = operand(is_finite)
    local turns, r, r_rest = turned_by_places(x)
    local value, is_certain = step_of(x, turns, r, -r_rest, 2.0 ^ -88)
    return settle(select(is_finite, value, a - a), is_certain | is_tiny | ~is_finite, slow)
  end
  local is_usual = let.is_usual(lt(size, constant("i64", most)))
  local x = operand(is_usual)
  local turns, r, above = sums.turned(x)
  local value, is_certain = step_of(x, turns, r, above, sums.turned_wrong_by)
  return settle_all(value, (is_certain | is_tiny) & is_usual, by_places())
end

sines.sin_of_double = in_two_ways(function(sums, a) return sine_of_double(sums, a, 16, a, near_sin(a)) end)
sines.cos_of_double = in_two_ways(function(sums, a) return sine_of_double(sums, a, 48, constant("f64", 1.0), near_cos(a)) end)

return sines
