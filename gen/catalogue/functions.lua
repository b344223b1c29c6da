-- Parts of the functions in operators/: polynomials, ways to round, range reductions. Each takes and returns nodes. coefficients.sollya
-- computes the coefficients in coefficients.lua. docs/proofs.md lists the proofs of the functions that use these parts.

local known = coefficients
local functions = {}

-- c[1] + c[2] x + c[3] x^2 + …, by pairs of terms (Estrin), so that few steps depend on each other. `square`, if given, replaces x * x.
local powers = { "square", "fourth", "eighth", "sixteenth" }
function functions.polynomial(x, c, square)
  local terms, power, level, each = c, x, 0, 1 -- each: how many coefficients are in a term
  while #terms > 1 do
    local pairs_of = {}
    for i = 1, #terms, 2 do
      local name = ("terms_%d_to_%d"):format((i - 1) * each, math.min((i + 1) * each, #c) - 1)
      pairs_of[#pairs_of + 1] = terms[i + 1] and let[name](mul_add(power, terms[i + 1], terms[i])) or terms[i]
    end
    terms, each, level = pairs_of, 2 * each, level + 1
    power = #terms > 1 and (level == 1 and square or let[powers[level]](power * power))
  end
  return terms[1]
end

-- The same from the highest term on (Horner), which takes the fewest steps. `step`, if given, replaces mul_add.
function functions.nested(x, c, step)
  local sum = c[#c]
  for i = #c - 1, 1, -1 do sum = let[("terms_%d_to_%d"):format(i - 1, #c - 1)]((step or mul_add)(sum, x, c[i])) end
  return sum
end

-- In pairs of f32: the rounding of a number between head + lower and head + upper, and a mask of the lanes in which all such numbers round
-- to the same result and x is ordinary. The distance from lower to upper exceeds the errors of the steps. `make margins` measures the
-- difference, and depends on these names. `others_are_sure`: the steps replace any other x by one whose result is certain.
function functions.between(head, lower, upper, is_ordinary, others_are_sure)
  let.head(head)
  local at_least, at_most = let.at_least(head + let.lower(lower)), let.at_most(head + let.upper(upper))
  let.is_ordinary(is_ordinary)
  return at_least, others_are_sure and eq(at_least, at_most) or eq(at_least, at_most) & is_ordinary
end

-- head + low is exactly first + second, if first is 0 or not less than second in magnitude.
function functions.sum_of(first, second)
  local head = let.sum(first + second)
  return head, let.lost(second - (head - first))
end

-- The constant at that index of a table of 8 or 32; or of 16, as two tables of 8, where `is_upper` selects the second.
function functions.found_in(values, name, index, is_upper)
  if not is_upper then return look_up(let[name](table("f32", values)), index) end
  local function half(from) return look_up(let[name](table("f32", { table.unpack(values, from, from + 7) })), index) end
  return select(is_upper, half(9), half(1))
end

-- x^2 of an f64, plus a number so small that it changes neither 1 nor an x to which a multiple of the square is added. Without it the
-- powers of a small x, such as a subnormal f32, would be subnormal f64, which slow many processors down by a factor of 100. The fourth
-- power of `least` must be normal.
function functions.squared(x, least) return let.square(mul_add(x, x, constant("f64", least or 0x1p-100))) end

function functions.clamped(x, low, high) return minimum(maximum(x, low), high) end

-- The bits of a number of a dtype, not 0, converted to the bits of the same number as f32.
local function bits_as_single(bits, dtype)
  if dtype ~= "f16" then return dtype == "bf16" and bits << 16 or bits end
  local exponent, significand = bits >> 10 & 31, bits & 1023
  if exponent == 0 then -- subnormal
    while significand < 1024 do exponent, significand = exponent - 1, significand << 1 end
    exponent, significand = exponent + 1, significand & 1023
  end
  return (bits & 0x8000) << 16 | exponent + 112 << 23 | significand << 13
end

-- The result, an f32 that will be rounded to the dtype, except for these cases, which `from` identifies.
function functions.except(cases, dtype, from, result)
  if not cases or #cases == 0 then return result end
  local of = bits.u32(result)
  for i, case in ipairs(cases) do
    local is_hard = let.is_hard(eq(bits.u32(from), bits_as_single(case[1], dtype)), i == 1 and "what these steps round wrongly")
    of = select(is_hard, constant("u32", bits_as_single(case[2], dtype)), of)
  end
  return bits.f32(of)
end

-- The same for an f32 and the hard cases of the function.
function functions.except_hard(name, from, result) return functions.except(hard_cases[name], "f32", from, result) end

-- x = k log(2) + r with an integer k, |r| <= log(2) / 2: k in the last bits of `turns`, and r.
local whole_f64 = 1.5 * 2.0 ^ 52
functions.whole = whole_f64
function functions.exp_reduced(x)
  local turns = let.turns(mul_add(x, 0x1.71547652b82fep0, whole_f64), "x = k log(2) + r")
  local k = let.k(turns - whole_f64)
  return turns, let.r(mul_add(k, -known.log2[2], mul_add(k, -known.log2[1], x)))
end

-- e^r - 1, |r| <= log(2) / 2. The square is increased so little that the effect is below 2^-52 of the least subnormal f32.
local function exp_less_one(r)
  local square = functions.squared(r, 0x1p-240)
  return mul_add(square, functions.polynomial(r, known.exp, square), r)
end

function functions.exp_near(r) return let.excess(piece.exp_less_one(exp_less_one, r)) end

-- The same for e^x = 2^k (1 + excess): k as before, and the excess.
function functions.exp_parts(x)
  local turns, r = functions.exp_reduced(x)
  return turns, let.excess(piece.exp_less_one(exp_less_one, r))
end

-- value * 2^k, where all three are normal.
function functions.scaled(value, turns) return bits.f64(bits.u64(value) + (bits.u64(turns) << 52)) end

-- e^x - 1, |x| < 700
function functions.exp_below(x)
  local turns, excess = functions.exp_parts(x)
  local power = let.power(functions.scaled(constant("f64", 1.0), turns))
  return let.below(mul_add(power, excess, power - 1.0))
end

-- e^x, |x| < 700
function functions.exp_f64(x)
  local turns, excess = functions.exp_parts(x)
  return let.power(functions.scaled(excess + 1.0, turns))
end

-- Both, for an entry that can also compute them with a table.
functions.of_e = { power = functions.exp_f64, less_1 = functions.exp_below }

-- x = n log(2) / 16 + r: 2^(n / 16), from a table of 16 powers, and e^r - 1. With `rests`, a second table has the rounding errors of the
-- powers.
local function exp_by_table(x, rests)
  local turns = let.turns(mul_add(x, 16 * 0x1.71547652b82fep0, whole_f64))
  local n = let.n(turns - whole_f64)
  local r = let.r(mul_add(n, -known.log2[2] / 16, mul_add(n, -known.log2[1] / 16, x)))
  local index = let.index(bits.u64(turns) & 15)
  local high = look_up(let.powers(table("f64", known.powers_16)), index)
  local power = let.power_by_table(bits.f64(bits.u64(high) + (bits.u64(turns) << 48)))
  local r_and_rest = rests and let.r_and_rest(r + look_up(let.rests(table("f64", known.powers_16_rest)), index)) or r
  return power, let.excess(mul_add(r * r, functions.nested(r, known.exp_16), r_and_rest))
end
functions.of_e_by_table = {
  power = function(x)
    local power, excess = exp_by_table(x)
    return let.power(mul_add(power, excess, power), "e^x")
  end,
  less_1 = function(x)
    local power, excess = exp_by_table(x, true)
    return let.below(mul_add(power, excess, power - 1.0), "e^x - 1")
  end,
}

-- e^a of an f32, limited to the last one whose result is finite, so that larger ones raise no exception.
function functions.exp_of_single(a)
  local last = 0x1.62e42ep6
  local turns, excess = functions.exp_parts(convert("f64", functions.clamped(a, -110.0, last)))
  local usual = convert("f32", functions.scaled(excess + 1.0, turns))
  return select(lt(constant("f32", last), a), 1 / 0, usual)
end

-- ---- In pairs of f32, for ways with a rounding test ----

-- e^x - 1 for x = n log(2) / count + r + rest, with an integer n in the last bits of `turns`. e^x is power (1 + r + r^2 p(r) + rest (1 +
-- r)). The power is an f32 from a table. `rest_with` adds the power's rounding error, from a second table, to the rest, which is then less
-- than 2^-20. r is an f32, at most log(2) / 2 / count. Returns two f32 with e^x / 2 - 1/2 between them: half, so that 2^128 is finite.
--
-- In units of 2^-24 power r^2, the errors are: 1 of the product power * r^2 p, because r^2 and its product with the power are rounded; 1/2
-- of p; 1/2 of `lower`, and 1/2 of the number added to it for the upper end; 1/8 of p's coefficients. The sum is less than 2.7; `share` is
-- 3.25. rest * r^2 / 2 is 2 such units if the rest is 2^-22: either it is added to p, or `share` is 5.5. `lost` is exact. The rounding of
-- the rest has an error of less than 2^-45 of the power. `least` is 2^-38 of power - 1. That is 0 for n = 0, where the rest is 0, too:
-- there the result may be as small as r.
function functions.power_pair_less_1(count, turns, r, rest_with)
  local index = let.index(turns & count - 1, "a power of two by its fraction")
  local k = let.k((turns << (count == 8 and 20 or 18)) & 0xff800000)
  local share, least = (count == 32 and 5.5 or 3.25) * 2.0 ^ -24, 2.0 ^ -38
  local terms, powers = { table.unpack(known["exp_" .. count]) }, {}
  terms[1] = terms[1] - share
  for i, power in ipairs(known["powers_" .. count]) do powers[i] = power / 2 end
  local power = let.power(bits.f32(bits.u32(look_up(let.powers(table("f32", powers)), index)) + k))
  local rest = let.rest(rest_with(look_up(let.rests(table("f32", known["powers_" .. count .. "_rest"])), index)))
  local from = let.from(power - 0.5) -- power - 1/2, and what is lost of that
  local part = let.part(from - power)
  local lost_before = let.lost_before((power - (from - part)) - (part + 0.5))
  local sum = let.head(fused(power, r, from), "power (1 + r), and the part below it")
  local lost = let.lost(fused(power, r, from - sum))
  local size = let.size(functions.absolute(from))
  local rest_of_all = let.rest_of_all(fused(rest, r, rest))
  local linear = let.linear(fused(power, rest_of_all, fused_from(size, least, lost + lost_before)))
  local square = let.square(power * (r * r))
  if count == 8 then terms[1] = fused(rest_of_all, 0.5, constant("f32", terms[1])) end
  local below = let.lower(fused(square, functions.nested(r, terms, fused), linear))
  local most = let.most(fused(size, least / share, square))
  return let.at_least(sum + below), let.at_most(sum + let.upper(fused(most, 2 * share, below)))
end

-- In pairs of f32, 2^k times a number by a table of `count` powers: e^a, or 2^a with `of_two`. The powers are 2 e^c, or 2 * 2^c. c is
-- chosen close to i log(2) / count, or i / count, such that the power is almost exactly an f32 (`write_near_powers` in
-- coefficients.sollya). y is a - k log(2) - c, or a - k - c. It is exact, because r is (exp_pair_reduced) and c has few bits. A product
-- with a subnormal number takes 150 cycles. So 2^-50 is added to x; for 2^a, where x is not multiplied, the first c is 2^-50 less.
--
-- e^a is power (1 + y + y^2 p(y) + rest (1 + y)). In units of 2^-24 power y^2, the errors are: 1 of the product power y^2 p, because power
-- y and its product with y are rounded; 1/2 of p; 1/2 of `lower`, and 1/2 of the number added to it for the upper end; 1/8 of p's
-- coefficients. The sum is less than 2.7. The rest is below 2^-22, so rest y^2 / 2, which is left out, is 2: `share` is 5 for both. `lost`
-- is exact. `least` covers the errors of the power, 2^-43 of it, and of the rest, 2^-45. 2^a is power + slope y + power y^2 p(y). There p
-- is half as large, and so are these errors: their sum is 1.3, and `share` is 1.85. `least` has 2^-36.5 for the power. The error of the
-- first power's slope is 2^-28.9, so y 2^-28.9 of the result: at most 0.5 * 2^-24 y^2 plus 2^-34.8. The other slopes have a relative error
-- of 2^-30.5, which is less.
--
-- The limits are bits of f32. The `least` and the `most` x replace any a that is lower or higher. With the least one k is -126, and the
-- scale, 2^(k - 1), is 0. With the most it is 129, and the scale is infinite: so an infinite a raises no overflow. The minima are those of
-- integers, because those of floats may raise an exception for NaN. They also replace NaN, which the last step adds again. From `first_low`
-- to `last_low` the result may be subnormal, and counts as uncertain. This comparison has a positive constant, because for a negative one a
-- compiler makes two instructions.
function functions.power_by_pairs(a, count, of_two, limits)
  local not_above = let.not_above(minimum(bits.i32(a), constant("i32", limits.most)))
  local x = let.x(bits.f32(minimum(bits.u32(not_above), constant("u32", limits.least))))
  local nan = let.nan(bits.f32(drop(eq(a, a), bits.u32(a))), "NaN, or 0")
  if not of_two then x = let.moved(x + 2.0 ^ -50) end
  local log2, whole = known.log2_single, of_two and 1.5 * 2.0 ^ 23 / count + 126 or 1.5 * 2.0 ^ 23 + 126 * count
  local turns = of_two and x + whole or fused(x, count * 0x1.715476p0, constant("f32", whole))
  let.turns(turns, ("a = n%s / %d + r"):format(of_two and "" or " log(2)", count))
  local n = let.n(turns - whole)
  local r = let.r(of_two and x - n or fused_from(n, log2[1] / count, x))
  local index = let.index(bits.u32(turns) & count - 1)
  local function of(what, name)
    local values = { table.unpack(known["powers_of_" .. (of_two and "2_" or "e_") .. count .. what]) }
    if name == "c" and of_two then values[1] = -2.0 ^ -50 end
    return let[name](look_up(let[name](table("f32", values)), index))
  end
  local y = let.y(r - of("_moved", "c"))
  local power = of("", "power")
  local slope = of_two and of("_slope", "slope") or power
  local terms = { table.unpack(known[(of_two and "exp2_" or "exp_") .. count]) }
  local share, least = (of_two and 1.85 or 5.0) * 2.0 ^ -24, of_two and 2.0 ^ -33.6 or 2.0 ^ -40.5
  local less = -least / terms[1]
  terms[1] = terms[1] - share
  local head = let.head(fused(slope, y, power), "power + slope y, and the part below it")
  local lost = let.lost(fused(slope, y, power - head))
  local square = let.square(fused(power * y, y, constant("f32", less)))
  if not of_two then lost = let.linear(fused(head, let.rest(n * (-log2[2] / count)), lost)) end
  local lower = let.lower(fused(square, functions.nested(y, terms, fused), lost))
  local upper = let.upper(fused(square + (least / share - less), 2 * share, lower))
  local at_least, at_most = let.at_least(head + lower), let.at_most(head + upper)
  local scale = let.scale(bits.f32((bits.u32(turns) << (count == 8 and 20 or 18)) & 0xff800000))
  local place = let.place(bits.i32(a) - (limits.last_low - (1 << 31)))
  local is_normal = let.is_normal(~lt(constant("i32", (1 << 31) - (limits.last_low - limits.first_low)), place))
  return fused(at_least, scale, nan), eq(bits.u32(at_least), bits.u32(at_most)) & is_normal
end

-- a = n log(2) / count + r + rest: turns, r, and the rest as power_pair_less_1 takes it. r is exact: n has 12 bits and log(2)'s first part
-- 21, so both products are multiples of a's last bit, or of 2^-26, and r is small.
local whole_f32 = 1.5 * 2.0 ^ 23
function functions.exp_pair_reduced(x, count)
  local turns = let.turns(fused(x, count * 0x1.715476p0, whole_f32), ("a = n log(2) / %d + r"):format(count))
  local n = let.n(turns - whole_f32)
  local r = let.r(fused_from(n, known.log2_single[1] / count, x))
  return bits.u32(turns), r, function(rest) return fused_from(n, known.log2_single[2] / count, rest) end
end

-- The value with the sign of x, for odd functions and their zeros.
function functions.with_sign(value, x)
  local u = unsigned("u" .. width(x.type))
  return bits[value.type](bits[u](value) | let.sign(bits[u](x) & 1 << width(x.type) - 1))
end

function functions.absolute(x)
  local u = unsigned("u" .. width(x.type))
  return bits[x.type](let.size(bits[u](x) & (1 << width(x.type) - 1) - 1))
end

-- u = m 2^k for 0 < u < infinity, m from the f64 whose bits are `least` to twice that: m, k, the difference of u's bits and `least`, and
-- the difference of the bits of 2^k and 1.
function functions.parts_of(u, least)
  local x = bits.u64(u)
  local distance = let.distance(x - least, "u = m 2^k")
  local exponent = let.exponent(distance & 0xfff << 52)
  local k = let.k(bits.f64((exponent >> 52 ~ 0x800) + 0x4330000000000000) - (2.0 ^ 52 + 2048.0))
  return let.m(bits.f64(x - exponent)), k, distance, exponent
end

-- log(u) = k log(2) + f + correction, m = 1 + f; log(m) = 2 atanh(s), s = f / (2 + f). `lost` is the rounding error of u, if it has one.
local function log_parts(u, lost, series)
  local m, k, _, exponent = functions.parts_of(u, 0x3fe6a09e667f3bcd)
  local f = let.f(m - 1.0)
  local s = let.s(f / (m + 1.0), "log(1 + f) = 2 atanh(s)")
  local z = let.z(s * s)
  local rest = let.rest(mul_add(z, functions.polynomial(z, series or known.log), -f))
  local shifted = lost and let.shifted(lost * bits.f64(bits.u64(constant("f64", 1.0)) - exponent))
  return k, f, let.correction(lost and mul_add(s, rest, shifted) or s * rest)
end
local function log_of(u, lost)
  local k, f, correction = log_parts(u, lost)
  return mul_add(k, known.log2[1], f + mul_add(k, known.log2[2], correction))
end
function functions.log_f64(u) return let.logarithm(piece.log_f64(log_of, u)) end

-- To a base whose log(2) has two parts, or is 1 (nil). `series` replaces the usual one where a lower precision suffices.
function functions.log_to_base(u, log2, of_e, series)
  local k, f, correction = log_parts(u, nil, series)
  local low = mul_add(f + correction, of_e, log2 and k * log2[2] or k)
  return log2 and mul_add(k, log2[1], low) or low
end

-- log(1 + y) for -1 < y < 2^1000, from the rounded 1 + y and its rounding error
local function log_1_plus(y)
  local u = let.u(y + 1.0, "1 + y, and its rounding error")
  return log_of(u, let.lost(y - (u - 1.0)))
end
function functions.log_1_plus(y) return let.logarithm(piece.log_1_plus(log_1_plus, y)) end

-- A logarithm of any a, from a value that is right for positive and finite a.
function functions.logarithm_of_any(usual, a)
  local of_negative = select(lt(a, 0.0), constant("u32", 0x7fc00000), bits.u32(a))
  let.of_negative(of_negative, "the results of 0, negative numbers, infinity and NaN")
  local edge = select(eq(a, 0.0), constant("u32", 0xff800000), of_negative)
  local is_usual = lt(bits.u32(a) - 1, constant("u32", 0x7f7fffff))
  return bits.f32(select(is_usual, bits.u32(usual), edge))
end

-- x = q pi / 2 + r, |r| <= pi / 4, for 0 <= x < 2^20: q in the last bits of `turns`, and r.
function functions.quarter_turns(x)
  local turns = let.turns(mul_add(x, 0x1.45f306dc9c883p-1, whole_f64), "x = q pi / 2 + r")
  local q = let.q(turns - whole_f64)
  local r = mul_add(q, -known.half_pi[3], mul_add(q, -known.half_pi[2], mul_add(q, -known.half_pi[1], x)))
  return bits.u64(turns), let.r(r)
end

-- The same for an f32, 2^20 <= x < 2^128, by Payne and Hanek. The bits of 2 / pi whose products with x are multiples of 4 do not matter.
-- Each 28 of the others give an exact product. They are the same for 27 consecutive exponents. A table has these numbers, or `chosen`
-- selects one of four.
function functions.far_quarter_turns(x, chosen)
  local place = let.place((bits.u64(x) >> 52) - (1023 + 20), "x times the bits of 2 / pi that matter")
  local times_18 = let.times_eighteen(let.times_sixteen(place << 4) + let.times_two(place << 1))
  local index = let.index(times_18 + place >> 9 & 3) -- place / 27
  local names = { "first_part", "second_part", "third_part", "fourth_part" }
  local function product(part)
    local numbers = known["two_over_pi_" .. part]
    return x * let[names[part]](chosen and chosen(numbers, index) or look_up(let.two_over_pi(table("f64", numbers)), index))
  end
  local first, second = let.first(product(1)), let.second(product(2))
  local fours = let.fours(mul_add(first, 0.25, whole_f64) - whole_f64)
  local left = let.left(mul_add(fours, -4.0, first))
  local turns = let.turns((left + second) + whole_f64)
  local turned = let.turned((((left - (turns - whole_f64)) + second) + product(3)) + product(4))
  return bits.u64(turns), let.far_rest(turned * 0x1.921fb54442d18p0)
end

-- The same for |a| of any f32, with fused steps, by tables that have one entry for 16 exponents. The product with the first of two parts of
-- 2 / pi is exact, and so is its difference to q. So r has three roundings.
function functions.any_quarter_turns(size)
  local index = let.index(widen(bits.u32(size) >> 27))
  local function part(i) return let.part(look_up(let.two_over_pi(table("f64", known["two_over_pi_by_16_" .. i])), index)) end
  local x, first = let.x(convert("f64", bits.f32(size))), part(1)
  local turns = let.turns(fused(x, first, constant("f64", whole_f64)), "x = q pi / 2 + r")
  local nearby = let.nearby(fused(x, first, whole_f64 - turns))
  return bits.u64(turns), let.r(fused(x, part(2), nearby) * 0x1.921fb54442d18p0)
end

-- sin(r), and cos(r) from z = r^2, |r| <= pi / 4
local function sine_near(r, z) return mul_add(r * z, functions.polynomial(z, known.sin), r) end
local function cosine_near(z)
  return mul_add(z * z, functions.polynomial(z, known.cos), mul_add(z, -0.5, constant("f64", 1.0)))
end

local function sine(r, quarters)
  local z = let.z(r * r, "sine and cosine of r")
  local s, c = let.s(piece.sine_near(sine_near, r, z)), let.c(piece.cosine_near(cosine_near, z))
  return bits.f64(bits.u64(select(eq(quarters & 1, 1), c, s)) ~ (quarters & 2) << 62)
end

local function tangent(r, quarters)
  local z = let.z(functions.squared(r), "sine and cosine of r")
  local s, c = let.s(piece.sine_near(sine_near, r, z)), let.c(piece.cosine_near(cosine_near, z))
  local is_odd = eq(quarters & 1, 1)
  local ratio = select(is_odd, c, s) / select(is_odd, s, c)
  return bits.f64(bits.u64(ratio) ~ (quarters & 1) << 63)
end

-- tan(r + quarters pi / 2)
function functions.tangent(r, quarters) return (piece.tangent_of_quarters(tangent, r, quarters)) end

-- sin(r + quarters pi / 2)
function functions.sine(r, quarters) return (piece.sine_of_quarters(sine, r, quarters)) end

-- ---- Logarithms in pairs of f32 ----

local least_of_pairs = 0x3f355555 -- the bits of 0x1.6aaaaap-1

-- log(u), from the bits of u, by a table of `count` inverses; or log(u + lost), where `lost` is at most half a unit in u's last place.
-- Returns the result, and whether it is certain. If the operand is not ordinary, the result is `edge`, and certain.
--
-- u = m 2^k, and r = m inverse - 1, which is exact (see coefficients.sollya). log(u) = k log(2) - log(inverse) + log(1 + r). The upper
-- parts of the first two terms and their sum, `known`, are exact. head + gone is known + r. `low` is the sum of all the rest: gone, the
-- lower parts of the first two terms, and r^2 times a polynomial. For another base r is multiplied by log(e), which has two parts. A `lost`
-- part of u is added to r: the sum is r + small, and r^2 and the polynomial use r.
--
-- The error of `low` and of its two ends is below bound (r^2 + share |known|). Let e be 2^-24, the largest relative error of an f32's
-- rounding:
--   r^2    r^2 is rounded, and its product with the polynomial is at most 0.52 r^2. The product is a part of low and of the ends, which are
--          rounded, too: three errors of 0.52 e r^2. The polynomial has a rounding error of e / 2 and an error of e / 8. The sum is below
--          2.2 e r^2; the bound is 2.5 e. log2: 3 times 0.75, 1 / 2 and 1 / 4 make 3; the bound is 3.5. log10: 3 times 0.23, 1 / 8 and
--          1 / 8 make 0.94; the bound is 1.25. log1p: the product of r and small, below e r^2, is left out; the sum is 3.2, the bound 3.5.
--   known  The lower part of the first two terms is rounded once, and again with each term that is added until the ends: an error of 4
--          (log1p, log2: 5; log10: 6) times e of it. known is at least 2^13.4 times as large (log2, log10: 2^12.7), with 8 inverses 2^15.3
--          (log2: 2^14.6).
-- For u close to 1, known is 0. There log2 and log10 round the second part of r log(e), with an error below 2^-46 r. For r below 2^-20 this
-- is more than the bound; the proof covers these inputs.
function functions.logarithm_in_pairs(name, count, u, bound, share, is_ordinary, edge, lost)
  local of_two, of_e = known["pair_" .. name .. "_of_2"], known["pair_" .. name .. "_of_e"]
  local distance = let.distance(u - least_of_pairs, "u = m 2^k, and a number close to 1 / m")
  local fraction = let.fraction(distance & 0x7fffff)
  local index = let.index(fraction >> (count == 8 and 20 or count == 16 and 19 or 18))
  local function found(what)
    local values = known["pair_" .. what]
    return look_up(let[what](table("f32", values)), index)
  end
  local m, k = let.m(bits.f32(fraction + least_of_pairs)), let.k(f32_from_i32(bits.i32(distance) >> 23))
  local inverse = let.inverse(found("inverses_" .. count))
  local r = let.r(fused(m, inverse, constant("f32", -1.0)), "log(u) = k log(2) - log(inverse) + log(1 + r)")
  local small
  if lost then -- r + small for r
    local scaled = bits.i32(bits.u32(inverse) - (distance & 0xff800000))
    local of_lost = let.of_lost(lost * bits.f32(maximum(scaled, constant("i32", 63 << 23)))) -- with a large k nothing matters
    local all = let.all_of_r(r + of_lost)
    small, r = let.little((r - all) + of_lost), all
  end
  local high, low = found(name .. "_" .. count .. "_high"), found(name .. "_" .. count .. "_low")
  local sum = let.known(of_two[1] == 1 and k + high or fused(k, of_two[1], high))
  local head = let.head(sum + (of_e[1] == 1 and r or r * of_e[1]))
  local gone = of_e[1] == 1 and (sum - head) + r or fused(r, of_e[1], sum - head) -- with what a product has lost
  if of_two[1] ~= 1 then low = fused(k, of_two[2], low) end
  if of_e[1] ~= 1 then low = fused(r, of_e[2], low) end
  local rest = let.rest(low + let.gone(gone))
  if small then rest = rest + small end
  local z = let.z(r * r, "the part below the head, and the bound of its error")
  local below = let.low(fused(z, functions.nested(r, known["pair_" .. name .. "_" .. count], fused), rest))
  local size = let.size(fused(functions.absolute(sum), share, z))
  local function ends(bounded) return select(is_ordinary, head + bounded, edge) end
  local at_least = let.at_least(ends(let.lower(fused(size, -bound, below))))
  local at_most = let.at_most(ends(let.upper(fused(size, bound, below))))
  return at_least, let.certain(eq(bits.u32(at_least), bits.u32(at_most)))
end

-- The bits of a positive f32 as if the exponent had no lower limit. The bits of a subnormal one are computed from an integer, because no
-- arithmetic may use a subnormal operand. An integer from 2^23 to 2^24 has the same bits. So with `by_sum` larger ones are the bits of 2^24
-- - 1 plus the difference, which is faster if a select takes several instructions.
function functions.bits_of_positive(a, by_sum)
  local u = bits.i32(a)
  local whole = by_sum and let.whole(minimum(u, constant("i32", 0xffffff))) or u
  local of_whole = bits.u32(f32_from_i32(whole)) - (149 << 23)
  if by_sum then return let.normal(of_whole + bits.u32(u - whole)) end
  return let.normal(select(let.is_small(lt(u, constant("i32", 0x800000))), of_whole, bits.u32(a)))
end

-- A logarithm of any a, and whether it is certain.
function functions.logarithm_of_all(name, count, a, bound, share)
  local is_ordinary = let.is_ordinary(lt(bits.i32(bits.u32(a) + 0x7fffffff), constant("i32", -0x800001))) -- positive and finite
  local of_negative = let.of_negative(minimum(bits.u32(a), 0x7fffffff)) -- NaN; NaN and infinity stay
  local edge = bits.f32(select(eq(a, 0.0), constant("u32", 0xff800000), of_negative))
  return functions.logarithm_in_pairs(name, count, functions.bits_of_positive(a, count == 8), bound, share, is_ordinary, edge)
end

-- |a|, and the value with a's sign. For bf16 the function is computed for |a|, and gets its sign later.
function functions.size_single(a, dtype) return dtype == "bf16" and a or functions.absolute(a) end
function functions.signed_single(value, a, dtype) return dtype == "bf16" and value or functions.with_sign(value, a) end

-- ---- In f32, for f16 and bf16, which have so few bits that rounded steps suffice ----

functions.whole_single = 1.5 * 2.0 ^ 23

-- The bf16 nearest to value / by, which is below 2^-125, as f32. With `is_negative` the negative of it, by adding 2^15, which becomes the
-- sign.
function functions.low_single(value, by, is_negative)
  return bits.f32(bits.u32(mul_add(value, 2.0 ^ 133 / by, constant("f32", 2.0 ^ 23 + (is_negative and 2.0 ^ 15 or 0.0)))) << 16)
end

-- usual - quotient / 2^64; in low lanes, where `usual` is 0, the bf16 nearest to it, as f32 (see low_single).
function functions.low_or_less(quotient, is_low, usual)
  local is_far = let.is_low(is_low)
  local factor = select(is_far, constant("f32", 2.0 ^ (133 - 64)), constant("f32", -0x1p-64))
  local sum = let.sum(mul_add(quotient, factor, select(is_far, constant("f32", 2.0 ^ 23 + 2.0 ^ 15), usual)))
  return bits.f32(select(is_far, bits.u32(sum) << 16, bits.u32(sum)))
end

-- The larger of `least` and a number that is not negative.
function functions.size_at_least(size, least) return bits.f32(maximum(bits.i32(size), bits.i32(constant("f32", least)))) end

-- value * power, for the power of exp_single with more = -1. For bf16 the product may be subnormal. Below 2^-125 it is computed times
-- 2^133, and 2^23 is added: that rounds it to a multiple of the least bf16, and leaves the bf16 in the last bits. So no earlier f32 is
-- subnormal.
function functions.scaled_single(value, power, turns, dtype)
  if dtype == "f16" then return value * power end
  local is_low = let.is_low(lt(turns, functions.whole_single + 126 - 125))
  local scale = let.scale(bits.f32(bits.u32(power) + keep(is_low, constant("u32", 133 << 23))))
  local sum = let.sum(bits.u32(mul_add(value, scale, bits.f32(keep(is_low, constant("u32", 0x4b000000))))))
  return bits.f32(select(is_low, sum << 16, sum))
end

-- These coefficients, doubled.
function functions.doubled(c)
  local twice = {}
  for i, number in ipairs(c) do twice[i] = 2 * number end
  return twice
end

-- u = 2^k (1 + f) for a normal f32, f from -1/3 to 1/3 and exact: k, f, and the difference of the bits of 2^k and 1.
function functions.parts_of_single(u)
  local exponent = let.exponent(bits.u32(u) - 0x3f2aaaab & 0xff800000, "u = 2^k (1 + f)")
  return let.k(f32_from_i32(bits.i32(exponent) >> 23)), let.f(bits.f32(bits.u32(u) - exponent) - 1.0), exponent
end

-- log(u) = k log(2) + f + f^2 series
function functions.log_single(k, f, c)
  return mul_add(k, constant("f32", known.log2[1]), mul_add(f * f, functions.polynomial(f, c), f))
end

-- log(1 + y), y from -1 + 2^-24 to 2^127, or for bf16 to the largest f32, from the rounded 1 + y and its rounding error
function functions.log_1_plus_single(y, c, dtype)
  local u = let.u(y + 1.0, "1 + y, and its rounding error")
  local lost = let.lost(y - (u - 1.0))
  local k, f, exponent = functions.parts_of_single(u)
  local scale = let.scale(constant("u32", 0x3f800000) - exponent)
  if dtype == "bf16" then scale = bits.u32(maximum(bits.i32(scale), constant("i32", 0))) end
  return functions.log_single(k, let.all_of_f(mul_add(lost, bits.f32(scale), f)), c)
end

-- parts_of_single for any positive f16 or bf16. A subnormal bf16 is a subnormal f32, too. Its bits, as an integer, are that number times
-- 2^149.
function functions.parts_of_half(u, dtype)
  if dtype == "f16" then return functions.parts_of_single(u) end
  local is_small = let.is_small(lt(u, 0x1p-126), "a subnormal number is made normal")
  local k, f = functions.parts_of_single(let.normal(select(is_small, f32_from_i32(bits.i32(u)), u)))
  return let.k_of_all(k - bits.f32(keep(is_small, constant("u32", 0x43150000)))), f -- 149
end

-- x = k pi + r, x >= 0. k is an integer; with `step` 1/2 a multiple of 1/2; with `offset` -1/2 an integer minus 1/2. Returns `turns`, whose
-- last bit says whether k, or k + 1/2, is an odd number of steps, and r. For f16 k has 16 bits, so its products with parts of pi of 8 bits
-- are exact.
local half_turns = {}
local function nearest(product, step, offset)
  local whole = functions.whole_single * (step or 1.0) + (offset and 1.0 or 0.0)
  local turns = offset and product(constant("f32", offset)) + whole or product(constant("f32", whole))
  let.turns(turns, "x = k pi + r")
  return turns, let.minus_k(offset and whole - turns + offset or whole - turns)
end

function half_turns.f16(x, step, offset)
  local turns, minus_k = nearest(function(added) return mul_add(x, 1 / math.pi, added) end, step, offset)
  local parts = known.pi_8
  local r = mul_add(minus_k, parts[3], mul_add(minus_k, parts[2], mul_add(minus_k, parts[1], x)))
  return bits.u32(turns), let.r(r)
end

-- The same for bf16, but r / pi, which may exceed half a step by 0.016. From 1 on x = m 16^i, 1 <= m < 16. Multiples of 256 in 16^i / pi
-- are whole turns of m, which has 7 bits behind the point. An x below 2^13 (`is_near`) needs no tables.
function half_turns.bf16(x, step, offset, is_near)
  local m, high, low = x, constant("f32", known.turns_high[1]), constant("f32", known.turns_low[1])
  if not is_near then
    local scale = let.scale(maximum(bits.i32(x) - 0x3f800000, 0) & 0x3e000000) -- 2^23 times 4 i; 0 for infinity and NaN
    local index = let.index(bits.u32(scale) >> 25)
    m = let.m(bits.f32(bits.i32(x) - scale))
    high = let.high(look_up(let.turns_high(table("f32", known.turns_high)), index))
    low = let.low(look_up(let.turns_low(table("f32", known.turns_low)), index))
  end
  local turns, minus_k = nearest(function(added) return mul_add(m, high, added) end, step, offset)
  return bits.u32(turns), let.rest(mul_add(m, low, mul_add(m, high, minus_k)))
end

-- sin(r), tan(r): for f16 r + r^3 p(r^2). For bf16 r p(r^2), where p also turns r / pi into radians.
local function odd_single(r, c, dtype)
  local z = let.z(r * r, "a polynomial of r")
  local near = let.nearby(functions.nested(z, c))
  return dtype == "f16" and mul_add(r * z, near, r) or r * near
end

-- sin(x), or sin(x + pi / 2) with `offset` -1/2
function functions.sine_single(x, c, dtype, is_near, offset)
  local turns, r = half_turns[dtype](x, nil, offset, is_near)
  return bits.f32(bits.u32(odd_single(r, c, dtype)) ~ turns << 31)
end

-- tan(x). For an odd number of quarter turns it is -1 / tan(r). Where r is 0, that number is 0.
function functions.tangent_single(x, c, dtype, is_near)
  local turns, r = half_turns[dtype](x, 0.5, nil, is_near)
  local tangent = let.tangent(odd_single(r, c, dtype))
  local is_odd, one = let.is_odd(eq(turns & 1, 1)), constant("f32", 1.0)
  return select(is_odd, constant("f32", -1.0), tangent) / select(is_odd, tangent, one)
end

-- factor x = k log(2) + factor r, |r| at most log(2) / 2 / |factor|: r, 2^(k + more), and k + 127 + more in the last bits of `turns`.
-- log(2) has 21 bits here, so products with k have a relative error below 2^-24 even if mul_add rounds twice.
function functions.turns_single(turns, more)
  return let.k(turns - (functions.whole_single + 127 + more)), let.power_of_two(bits.f32(bits.u32(turns) << 23))
end
function functions.exp_reduced_single(x, factor, more)
  local turns = let.turns(mul_add(x, factor * 0x1.715476p0, functions.whole_single + 127 + more), "x = k log(2) + r")
  local k, power = functions.turns_single(turns, more)
  return let.r(mul_add(k, -0x1.62e43p-1 / factor, x)), power, turns
end

-- e^(factor x) = 2^k v: v by the polynomial c in r; 2^(k + more); and `turns`.
function functions.exp_single(x, factor, c, more)
  local r, power, turns = functions.exp_reduced_single(x, factor, more)
  return let.v(functions.nested(r, c)), power, turns
end

-- The numerator and the denominator of a quotient of polynomials. The denominator begins with 1. c has the `count` coefficients of the
-- numerator, and then the others.
function functions.ratio_single(x, c, count)
  local upper = functions.nested(x, { table.unpack(c, 1, count) })
  return let.upper(upper), let.lower(functions.nested(x, { 1.0, table.unpack(c, count + 1) }))
end

-- |x|, limited to `most`, which also replaces NaN: an integer comparison is one instruction, and removes NaN.
function functions.size_at_most(x, most)
  return let.size(bits.f32(minimum(bits.i32(functions.absolute(x)), bits.i32(constant("f32", most)))))
end

-- b + log(1 + x), x from 0 to 1, where c is the polynomial of log(1 + x) / x
function functions.single_log_1_plus(x, c, b) return mul_add(x, functions.nested(x, c), b) end

return functions
