-- What entries of functions are made of: polynomials, ways to round, range reductions. Each takes and gives nodes. The
-- coefficients stand in coefficients.lua, which coefficients.sollya makes; what is proven of the functions that are made of
-- these stands in docs/proofs.md.

local known = coefficients
local functions = {}

-- c[1] + c[2] x + c[3] x^2 + …, by pairs of terms (Estrin): few steps that wait for each other.
local powers = { "square", "fourth", "eighth", "sixteenth" }
function functions.polynomial(x, c)
  local terms, power, level, each = c, x, 0, 1 -- each: how many coefficients are in a term
  while #terms > 1 do
    local pairs_of = {}
    for i = 1, #terms, 2 do
      local name = ("terms_%d_to_%d"):format((i - 1) * each, math.min((i + 1) * each, #c) - 1)
      pairs_of[#pairs_of + 1] = terms[i + 1] and let[name](mul_add(power, terms[i + 1], terms[i])) or terms[i]
    end
    terms, each, level = pairs_of, 2 * each, level + 1
    power = #terms > 1 and let[powers[level]](power * power)
  end
  return terms[1]
end

-- The same from the highest term on (Horner): the fewest steps. `step` is what stands for mul_add, where it is another.
function functions.nested(x, c, step)
  local sum = c[#c]
  for i = #c - 1, 1, -1 do sum = let[("terms_%d_to_%d"):format(i - 1, #c - 1)]((step or mul_add)(sum, x, c[i])) end
  return sum
end

function functions.clamped(x, low, high) return minimum(maximum(x, low), high) end

-- The bits of a number of a dtype, not 0, as those of the f32 that it is.
local function bits_as_single(bits, dtype)
  if dtype ~= "f16" then return dtype == "bf16" and bits << 16 or bits end
  local exponent, significand = bits >> 10 & 31, bits & 1023
  if exponent == 0 then -- subnormal
    while significand < 1024 do exponent, significand = exponent - 1, significand << 1 end
    exponent, significand = exponent + 1, significand & 1023
  end
  return (bits & 0x8000) << 16 | exponent + 112 << 23 | significand << 13
end

-- The result, an f32 that is rounded to the dtype, except for these cases, which are known by `from`.
function functions.except(cases, dtype, from, result)
  if not cases or #cases == 0 then return result end
  local of = bits.u32(result)
  for _, case in ipairs(cases) do
    local is_hard = eq(bits.u32(from), bits_as_single(case[1], dtype))
    of = select(is_hard, constant("u32", bits_as_single(case[2], dtype)), of)
  end
  return bits.f32(of)
end

-- An f32 that is right, except for the function's hard cases.
function functions.except_hard(name, from, result) return functions.except(hard_cases[name], "f32", from, result) end

-- x = k log(2) + r with a whole k, |r| <= log(2) / 2: k in the last bits of `turns`, and r.
local whole_f64 = 1.5 * 2.0 ^ 52
functions.whole = whole_f64
function functions.exp_reduced(x)
  local turns = let.turns(mul_add(x, 0x1.71547652b82fep0, whole_f64))
  local k = let.k(turns - whole_f64)
  return turns, let.r(mul_add(k, -known.log2[2], mul_add(k, -known.log2[1], x)))
end

-- e^r - 1, |r| <= log(2) / 2
local function exp_less_one(r) return mul_add(r * r, functions.polynomial(r, known.exp), r) end

function functions.exp_near(r) return let.excess(piece.exp_less_one(exp_less_one, r)) end

-- The same for e^x = 2^k (1 + excess): k as before, and the excess.
function functions.exp_parts(x)
  local turns, r = functions.exp_reduced(x)
  return turns, let.excess(piece.exp_less_one(exp_less_one, r))
end

-- value * 2^k, of which all are normal.
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

-- e^a of an f32, up to the last one whose result is finite; so what is beyond raises nothing.
function functions.exp_of_single(a)
  local last = 0x1.62e42ep6
  local turns, excess = functions.exp_parts(convert("f64", functions.clamped(a, -110.0, last)))
  local usual = convert("f32", functions.scaled(excess + 1.0, turns))
  return select(lt(constant("f32", last), a), 1 / 0, usual)
end

-- The sign of x, which is a value's, is also the result's: for odd functions, and their zeros.
function functions.with_sign(value, x)
  local u = unsigned("u" .. width(x.type))
  return bits[value.type](bits[u](value) | bits[u](x) & 1 << width(x.type) - 1)
end

function functions.absolute(x)
  local u = unsigned("u" .. width(x.type))
  return bits[x.type](bits[u](x) & (1 << width(x.type) - 1) - 1)
end

-- u = m 2^k, m from the f64 whose bits are `least` to twice that, 0 < u < infinity: m, k, how far its bits are from those,
-- and 2^k's bits above those of 1.
function functions.parts_of(u, least)
  local x = bits.u64(u)
  local distance = let.distance(x - least)
  local exponent = let.exponent(distance & 0xfff << 52)
  local k = let.k(bits.f64((exponent >> 52 ~ 0x800) + 0x4330000000000000) - (2.0 ^ 52 + 2048.0))
  return let.m(bits.f64(x - exponent)), k, distance, exponent
end

-- log(u) = k log(2) + f + correction, m = 1 + f; log(m) = 2 atanh(s), s = f / (2 + f). Of u and what was lost of it, if any.
local function log_parts(u, lost, series)
  local m, k, _, exponent = functions.parts_of(u, 0x3fe6a09e667f3bcd)
  local f = let.f(m - 1.0)
  local s = let.s(f / (m + 1.0))
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

-- To a base of which log(2) is in two parts, or nil for 1; by another series where less will do.
function functions.log_to_base(u, log2, of_e, series)
  local k, f, correction = log_parts(u, nil, series)
  local low = mul_add(f + correction, of_e, log2 and k * log2[2] or k)
  return log2 and mul_add(k, log2[1], low) or low
end

-- log(1 + y) of -1 < y < 2^1000, by 1 + y as it is rounded
local function log_1_plus(y)
  local u = let.u(y + 1.0)
  return log_of(u, let.lost(y - (u - 1.0)))
end
function functions.log_1_plus(y) return let.logarithm(piece.log_1_plus(log_1_plus, y)) end

-- A logarithm of a, right for what is positive and finite, of any a.
function functions.logarithm_of_any(usual, a)
  local of_negative = select(lt(a, 0.0), constant("u32", 0x7fc00000), bits.u32(a))
  local edge = select(eq(a, 0.0), constant("u32", 0xff800000), of_negative)
  local is_usual = lt(bits.u32(a) - 1, constant("u32", 0x7f7fffff))
  return bits.f32(select(is_usual, bits.u32(usual), edge))
end

-- x = q pi / 2 + r, |r| <= pi / 4, of 0 <= x < 2^20: q in the last bits of `turns`, and r.
function functions.quarter_turns(x)
  local turns = let.turns(mul_add(x, 0x1.45f306dc9c883p-1, whole_f64))
  local q = let.q(turns - whole_f64)
  local r = mul_add(q, -known.half_pi[3], mul_add(q, -known.half_pi[2], mul_add(q, -known.half_pi[1], x)))
  return bits.u64(turns), let.r(r)
end

-- The same of 2^20 <= x < 2^128 that is an f32, by Payne and Hanek: of 2 / pi only the bits matter whose products with x
-- are no multiples of 4, and each 28 of them make an exact product. They are the same for 27 exponents in turn.
-- By a table, or as `chosen` chooses one of four numbers.
function functions.far_quarter_turns(x, chosen)
  local place = let.place((bits.u64(x) >> 52) - (1023 + 20))
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

-- sin(r) and, of z = r^2, cos(r), |r| <= pi / 4
local function sine_near(r, z) return mul_add(r * z, functions.polynomial(z, known.sin), r) end
local function cosine_near(z)
  return mul_add(z * z, functions.polynomial(z, known.cos), mul_add(z, -0.5, constant("f64", 1.0)))
end

local function sine(r, quarters)
  local z = let.z(r * r)
  local s, c = let.s(piece.sine_near(sine_near, r, z)), let.c(piece.cosine_near(cosine_near, z))
  return bits.f64(bits.u64(select(eq(quarters & 1, 1), c, s)) ~ (quarters & 2) << 62)
end

local function tangent(r, quarters)
  local z = let.z(r * r)
  local s, c = let.s(piece.sine_near(sine_near, r, z)), let.c(piece.cosine_near(cosine_near, z))
  local is_odd = eq(quarters & 1, 1)
  local ratio = select(is_odd, c, s) / select(is_odd, s, c)
  return bits.f64(bits.u64(ratio) ~ (quarters & 1) << 63)
end

-- tan(r + quarters pi / 2)
function functions.tangent(r, quarters) return (piece.tangent_of_quarters(tangent, r, quarters)) end

-- sin(r + quarters pi / 2)
function functions.sine(r, quarters) return (piece.sine_of_quarters(sine, r, quarters)) end

-- ---- In f32, for f16 and bf16, whose few bits forgive steps that are rounded ----

functions.whole_single = 1.5 * 2.0 ^ 23

-- value * 2^k, k in the last bits of `turns`; of bf16 in two steps, as it may be subnormal, and k up to 128.
function functions.scaled_single(value, turns, dtype)
  local function power(more) return let.power_of_two(bits.f32((turns << 23) + more)) end
  if dtype == "f16" then return value * power(127 << 23) end
  local is_low = let.is_low(lt(bits.i32(turns), constant("i32", 0x4b400000 - 120)))
  local other = let.other(select(is_low, constant("f32", 0x1p-63), constant("f32", 2.0)))
  return value * power(select(is_low, constant("u32", 127 + 63 << 23), constant("u32", 126 << 23))) * other
end

-- u = 2^k (1 + f), f from -1/3 to 1/3 and exact, of a normal f32: k, f, and 2^k's bits above those of 1.
function functions.parts_of_single(u)
  local exponent = let.exponent(bits.u32(u) - 0x3f2aaaab & 0xff800000)
  return let.k(f32_from_i32(bits.i32(exponent) >> 23)), let.f(bits.f32(bits.u32(u) - exponent) - 1.0), exponent
end

-- log(u) = k log(2) + f + f^2 series
function functions.log_single(k, f, c)
  return mul_add(k, constant("f32", known.log2[1]), mul_add(f * f, functions.polynomial(f, c), f))
end

-- log(1 + y), y from -1 + 2^-24 to 2^127, or, given the dtype bf16, to the last f32, by 1 + y as it is rounded
function functions.log_1_plus_single(y, c, dtype)
  local u = let.u(y + 1.0)
  local lost = let.lost(y - (u - 1.0))
  local k, f, exponent = functions.parts_of_single(u)
  local scale = let.scale(constant("u32", 0x3f800000) - exponent)
  if dtype == "bf16" then scale = bits.u32(maximum(bits.i32(scale), constant("i32", 0))) end
  return functions.log_single(k, let.all_of_f(mul_add(lost, bits.f32(scale), f)), c)
end

-- The same as parts_of_single of any positive f16 or bf16. A subnormal bf16 is a subnormal f32, too.
function functions.parts_of_half(u, dtype)
  if dtype == "f16" then return functions.parts_of_single(u) end
  local is_small = let.is_small(lt(u, 0x1p-126))
  local k, f = functions.parts_of_single(let.normal(u * select(is_small, constant("f32", 0x1p24), constant("f32", 1.0))))
  return let.k_of_all(k - select(is_small, constant("f32", 24.0), constant("f32", 0.0))), f
end

-- x = k pi + r, x >= 0: k is a whole number; or with `step` 1/2 a multiple of 1/2; or with `offset` -1/2 it is 1/2 less than a whole number.
-- Gives `turns`, whose last bit says whether k, or k + 1/2, has an odd number of steps, and r. Of f16, where k has 16 bits: so products
-- with parts of pi of 8 bits are exact.
local half_turns = {}
local function nearest(product, step, offset)
  local whole = functions.whole_single * (step or 1.0) + (offset and 1.0 or 0.0)
  local turns = let.turns(offset and product(constant("f32", offset)) + whole or product(constant("f32", whole)))
  return turns, let.minus_k(offset and whole - turns + offset or whole - turns)
end

function half_turns.f16(x, step, offset)
  local turns, minus_k = nearest(function(added) return mul_add(x, 1 / math.pi, added) end, step, offset)
  local parts = known.pi_8
  local r = mul_add(minus_k, parts[3], mul_add(minus_k, parts[2], mul_add(minus_k, parts[1], x)))
  return bits.u32(turns), let.r(r)
end

-- The same of bf16, but r / pi, which may be 0.016 more than half a step. From 1 on x = m 16^i, 1 <= m < 16. Multiples of 256 in 16^i / pi
-- are whole turns of m, which has 7 bits behind the point. A near x, below 2^13, needs no tables.
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

-- sin(r), tan(r): of f16 r + r^3 p(r^2), of bf16 r p(r^2), which turns r / pi into radians, too.
local function odd_single(r, c, dtype)
  local z = let.z(r * r)
  local near = let.nearby(functions.nested(z, c))
  return dtype == "f16" and mul_add(r * z, near, r) or r * near
end

-- sin(x), or sin(x + pi / 2) with `offset` -1/2
function functions.sine_single(x, c, dtype, is_near, offset)
  local turns, r = half_turns[dtype](x, nil, offset, is_near)
  return bits.f32(bits.u32(odd_single(r, c, dtype)) ~ turns << 31)
end

-- tan(x); of an odd number of quarter turns -1 / tan(r). Where r is 0 that number is 0.
function functions.tangent_single(x, c, dtype, is_near)
  local turns, r = half_turns[dtype](x, 0.5, nil, is_near)
  local tangent = let.tangent(odd_single(r, c, dtype))
  local is_odd, one = let.is_odd(eq(turns & 1, 1)), constant("f32", 1.0)
  return select(is_odd, constant("f32", -1.0), tangent) / select(is_odd, tangent, one)
end

-- factor x = k log(2) + factor r, r at most log(2) / 2 / |factor|: r, and k in the last bits of `turns`. log(2) has 21 bits here, so
-- that products with k are wrong by less than 2^-24 of their size even where mul_add rounds twice.
function functions.exp_reduced_single(x, factor)
  local turns = let.turns(mul_add(x, factor * 0x1.715476p0, functions.whole_single))
  return let.r(mul_add(let.k(turns - functions.whole_single), -0x1.62e43p-1 / factor, x)), turns
end

-- e^(factor x) = 2^k v: v by the polynomial c, of r, and k in the last bits of `turns`.
function functions.exp_single(x, factor, c)
  local r, turns = functions.exp_reduced_single(x, factor)
  return let.v(functions.nested(r, c)), turns
end

-- 2^(k + more), k in the last bits of `turns`
function functions.power_of_two(turns, more)
  return let.power_of_two(bits.f32((bits.u32(turns) << 23) + (127 + (more or 0) << 23)))
end

-- Of a quotient of polynomials, the lower of which begins with 1: c has `count` coefficients of the upper one, and then the others.
function functions.ratio_single(x, c, count)
  local upper = functions.nested(x, { table.unpack(c, 1, count) })
  return let.upper(upper), let.lower(functions.nested(x, { 1.0, table.unpack(c, count + 1) }))
end

-- |x|, at most `most`, which it also is where x is NaN: an integer comparison is one instruction, and keeps no NaN.
function functions.size_at_most(x, most)
  return let.size(bits.f32(minimum(bits.i32(functions.absolute(x)), bits.i32(constant("f32", most)))))
end

-- b + log(1 + x), x from 0 to 1, by the polynomial c of log(1 + x) / x
function functions.single_log_1_plus(x, c, b) return mul_add(x, functions.nested(x, c), b) end

return functions
