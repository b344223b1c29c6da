-- Parts of functions of f64. A number has two parts, `head + below`, and its error is less than a margin. If the least and the greatest
-- value that it can have round to the same result, that is the result; otherwise a slow way in long numbers settles. Each function takes
-- and returns nodes. Most have two ways. One uses fused steps. The other splits numbers into heads of 26 bits, whose products are exact, so
-- mul_add may round once or twice. doubles.sollya computes the tables in doubles.lua. docs/proofs.md states the claim for each function.

local known = doubles
local parts = {}

-- x in two parts: its first 26 bits, and the remaining 27 bits.
local function top_of(x) return let.top(bits.f64(bits.u64(x) & ~0x7ffffff)) end
function parts.split(x)
  local top = top_of(x)
  return top, let.left(x - top)
end

-- Sums with a product, in two parts. With fused steps, one step gives the head, and another the rounding error of that, itself rounded
-- once. So both have an error of less than 2^-105 of the head. Otherwise the products are those of heads, which are exact.
parts.fused_sums, parts.split_sums = {}, {}
local fused_sums, split_sums = parts.fused_sums, parts.split_sums

-- c + a b. a has 26 bits; c is 0 or at least as large as the product.
function fused_sums.with_product(c, a, b)
  local sum = let.sum(fused(a, b, c))
  return sum, let.lost(fused(a, b, c - sum))
end
function split_sums.with_product(c, a, b)
  local top, left = parts.split(b)
  local sum, lost = sum_of(c, let.product(a * top))
  return sum, let.lost(mul_add(a, left, lost))
end

-- x + share x^2, share 1/2 or -1/2. Without fused steps the second part has an error of less than 2^-80 of x^2.
function fused_sums.with_square(x, share)
  local part = let.part(x * share)
  local sum = let.sum(fused(part, x, x))
  return sum, let.lost(fused(part, x, x - sum))
end
function split_sums.with_square(x, share)
  local top, left = parts.split(x)
  local sum, lost = sum_of(x, let.share_of_square((top * share) * top))
  return sum, let.lost(mul_add(left * share, x + top, lost))
end

-- x times a constant in two parts, the first of 26 bits: the rounded product, and how much it is above the exact one.
function fused_sums.times(x, c, c_rest)
  local first = c + c_rest
  local product = let.product(x * first)
  return product, let.above(fused_from(x, c_rest - (first - c), fused_from(x, first, product)))
end
function split_sums.times(x, c, c_rest)
  local top, left = parts.split(x)
  local head, rest = let.product_head(top * c), let.product_rest(mul_add(left, c, x * c_rest))
  local product = let.product(head + rest)
  return product, let.above((product - head) - rest)
end

-- a b - 1, from -1/16 to 1/16, where a has 9 bits: the rounded value, and how much it is above the exact one, which is 0 where a is 1.
function fused_sums.less_1(a, b)
  local product = let.product(a * b)
  return product - 1.0, let.above(fused_from(a, b, product))
end
function split_sums.less_1(a, b)
  local top, left = parts.split(b)
  local first, second = let.r_first(mul_add(top, a, constant("f64", -1.0))), let.r_second(left * a)
  local r = let.r(first + second)
  return r, let.above((r - first) - second)
end

-- The two ways of a function that uses these sums.
function parts.in_two_ways(f)
  return {
    { "fused", function(a) return f(fused_sums, a) end },
    { "split", function(a) return f(split_sums, a) end },
  }
end

-- first + second in two parts; either may be the greater one.
function parts.sum_of_any(first, second)
  local sum = let.sum(first + second)
  local of_second = let.of_second(sum - first)
  return sum, let.lost((first - (sum - of_second)) + (second - of_second))
end

-- The rounding of a number between head + lower and head + upper, and a mask that is true where all of these numbers round to the same
-- result.
function parts.rounded(head, lower, upper)
  let.head(head)
  local least = let.least(head + let.lower(lower))
  return least, let.is_certain(eq(least, head + let.upper(upper)))
end

-- The same for head + below, whose error is less than a margin, or less than a share of the head.
function parts.rounded_by(head, below, margin)
  let.margin(margin)
  return parts.rounded(head, below - margin, below + margin)
end
local function rounded_by_share(head, below, share)
  return parts.rounded(head, mul_add(head, -share, below), mul_add(head, share, below))
end

-- The same for head + below, if this is a root, and `below` is less than two units in the last place of the head. Either the error is less
-- than 2^-30 of `below`, or it is so small that the result is the head's rounding: the head is at least 2^-55 of itself away from each
-- midpoint of two doubles.
local function rounded_nearby(head, below)
  let.head(head)
  let.below(below)
  local least = let.least(fused(below, constant("f64", 1.0 - 2.0 ^ -30), head))
  return least, let.is_certain(eq(least, fused(below, constant("f64", 1.0 + 2.0 ^ -30), head)))
end

-- For a positive and finite a, which may be subnormal: u, which is normal, and how much its exponent is too large. The significand of a
-- subnormal number, as an integer, is that number times 2^1074. For other operands u is a number that raises no exception. Also returns a
-- mask, true where a is positive and finite.
local function normal_of(a)
  local x, least = bits.u64(a), constant("u64", 1 << 52)
  local is_normal = let.is_normal(lt(x - least, constant("u64", 0x7fe << 52)))
  local scaled_up = bits.f64(x & (1 << 52) - 1 | 0x433 << 52) - 0x1p52
  local is_usual = let.is_usual(lt(x - 1, constant("u64", (0x7ff << 52) - 1)), "positive and finite")
  return let.u(select(is_normal, a, scaled_up)), bits.f64(drop(is_normal, bits.u64(constant("f64", 1074.0)))), is_usual
end

-- The constants at that index of a table in two parts.
function parts.found_pair(values, rests, name, index)
  return look_up(let[name .. "_heads"](table("f64", values)), index), look_up(let[name .. "_rests"](table("f64", rests)), index)
end

-- A table in two parts with heads of 53 bits.
function parts.whole_heads(heads, rests)
  local wholes, lost = {}, {}
  for i, head in ipairs(heads) do
    wholes[i] = head + rests[i]
    lost[i] = (head - wholes[i]) + rests[i]
  end
  return wholes, lost
end

-- Powers of 2 as P (1 + p): P has 53 bits with fused steps, otherwise 26. p is multiplied by `all`: by the whole result, or, with fused
-- steps, by its head alone, because there p is less than 2^-53.
local function powers_of(sums, heads, rests, all)
  local shares = {}
  for i, rest in ipairs(rests) do shares[i] = rest / heads[i] end
  sums.powers, sums.powers_rest, sums.all = heads, shares, all
end
local powers, powers_rest = parts.whole_heads(known.powers, known.powers_rest)
powers_of(fused_sums, powers, powers_rest, function(head) return head end)
powers_of(split_sums, known.powers, known.powers_rest, function(head, rest) return head + rest end)

-- 2^(i / 16) e^(r - above), |r| < 0.0217: head and below. The error is less than 2^-68.5 of the result. As shares of the result:
--   The series from r^3 on is less than 2^-19.1. It has four roundings and an error of 2^-52 of itself: 2^-70.
--   Its product with P and the sums with that have two roundings: 2^-71.
--   With fused steps p and `above` are multiplied by the head alone: 2^-71.
--   The other parts of `below` are less than 2^-26. Their roundings, and the squares of p and of `above`, are less than 2^-75.
--
-- With `less`, which is 2^-k, this minus `less`. The difference of the power and `less` is 0, or at least as large as the product. The
-- result may be as small as r, so the errors are shares of r^3. The series is r^3 / 6, with ten roundings: 2^-52.2 of r^3 times the power,
-- which is less than 2. The other errors are three roundings of parts that are less than 2^-26 of the power, or, for index 0, of r. The
-- result is at least 2^-5.5, or it is r: so these are 2^-72 of it.
local function power_by_parts(sums, turns, r, above, less)
  local first, lost = sums.with_square(r, 0.5)
  local cube = let.cube((r * r) * r)
  local rest = let.rest(mul_add(cube, let.series(nested(r, known.exp)), lost))
  local power, power_rest = parts.found_pair(sums.powers, sums.powers_rest, "powers", let.index(bits.u64(turns) & 15))
  local base, base_lost = power, nil
  if less then base, base_lost = parts.sum_of_any(power, -less) end
  local head, head_lost = sums.with_product(base, power, first)
  head_lost = less and head_lost + base_lost or head_lost
  local of_rest = let.of_rest(mul_add(power, rest, head_lost))
  local all = less and mul_add(power, first + rest, power) or sums.all(head, of_rest)
  return head, let.below(mul_add(all, power_rest - above, of_rest)), cube
end

local function exponent_of(turns) return let.of_power((bits.u64(turns) << 48) & (0xfff << 52), "k in the bits of an exponent") end

-- A power of a. `reduced` returns turns, r, and how much r is above the exact one. With fused steps there are two steps. The first is for
-- operands of a magnitude whose results are normal, of either sign; others count as 0. The second is for all operands. To the head of a
-- subnormal result it adds 2^(-1022 - k), where k is the power of two, so that sums round as such results do. Operands that are too large,
-- and NaN, are multiplied by 2^1023, which raises overflow. Operands that are too low give 0.
local function power_of_double(sums, a, reduced, zero, normal, most, slow)
  local function step_of(is_usual)
    local x = let.x(bits.f64(keep(is_usual, bits.u64(a))))
    local turns, r, above = reduced(x)
    local head, below = power_by_parts(sums, turns, r, above)
    return x, exponent_of(turns), head, below
  end
  local function in_range()
    local is_usual = let.is_usual(lt(constant("f64", zero), a) & le(a, constant("f64", most)))
    local x, of_power, head, below = step_of(is_usual)
    local one, is_low = constant("u64", 1 << 52), let.is_low(lt(x, normal))
    local sum, lost = sum_of(let.raised(bits.f64(keep(is_low, one - of_power))), head)
    local value, is_certain = rounded_by_share(sum, let.below(below + lost), 2.0 ^ -68)
    local is_below = let.is_below(le(a, constant("f64", zero)))
    local edge = bits.f64(drop(is_usual | is_below, bits.u64(a))) * 0x1p1023
    local of_usual = bits.u64(value) + (of_power - keep(is_low, one))
    return settle(bits.f64(select(is_usual, of_usual, bits.u64(edge))), is_certain, slow)
  end
  if sums == split_sums then return in_range() end
  local is_usual = let.is_usual(le(absolute(a), constant("f64", -normal)))
  local _, of_power, head, below = step_of(is_usual)
  local value, is_certain = rounded_by_share(head, below, 2.0 ^ -68)
  return settle_all(bits.f64(bits.u64(value) + of_power), is_certain & is_usual, in_range())
end

local most_of_e = 0x1.62e42fefa39efp+9 -- the last x with a finite e^x

local function steps_of_e(x)
  local turns = let.turns(mul_add(x, 0x1.71547652b82fep+4, whole), "x = n log(2) / 16 + r")
  local n = let.n(turns - whole)
  local first = let.r_first(mul_add(n, -known.step[1], x), "which is exact")
  local r = let.r(mul_add(n, -known.step_rest[1], first))
  return turns, r, let.above(mul_add(n, known.step_rest[1], r - first))
end

parts.exp_of_double = parts.in_two_ways(function(sums, a)
  return power_of_double(sums, a, steps_of_e, -0x1.74910d52d3052p+9, -0x1.6232bdd7abcd2p+9, most_of_e, near_exp(a))
end)

-- Below 2^-54 the result is a + a^2 / 2, which rounds to a. At -40 and below it is -1.
parts.expm1_of_double = parts.in_two_ways(function(sums, a)
  local is_tiny = let.is_tiny(lt(bits.u64(absolute(a)), constant("u64", 969 << 52)))
  local is_above = let.is_above(lt(constant("f64", -40.0), a))
  local is_usual = let.is_usual(is_above & ~is_tiny & le(a, constant("f64", most_of_e)))
  local turns, r, above = steps_of_e(let.x(bits.f64(keep(is_usual, bits.u64(a)))))
  local of_power = exponent_of(turns)
  local less = let.less(bits.f64(bits.u64(constant("f64", 4.0)) - of_power) * 0.25) -- k may be 1024
  local head, below, cube = power_by_parts(sums, turns, r, above, less)
  local value, is_certain = parts.rounded_by(head, below, mul_add(absolute(head), 2.0 ^ -71, absolute(cube) * 2.0 ^ -50.5))
  local is_below = let.is_below(le(a, -40.0))
  local beyond = bits.f64(drop(is_usual | is_tiny | is_below, bits.u64(a))) * 0x1p1023
  local edge = select(is_below, bits.u64(constant("f64", -1.0)), select(is_tiny, bits.u64(a), bits.u64(beyond)))
  return settle(bits.f64(select(is_usual, bits.u64(value) + of_power, edge)), is_certain, near_expm1(a))
end)

-- For 2^a, r is what remains of a after whole sixteenths, which is exact, times log(2).
parts.exp2_of_double = parts.in_two_ways(function(sums, a)
  return power_of_double(sums, a, function(x)
    local turns = let.turns(mul_add(x, 16.0, whole), "x = n / 16 + f")
    local f = let.f(mul_add(turns - whole, -0x1p-4, x))
    return turns, sums.times(f, known.log2_short[1], known.log2_short_rest[1])
  end, -1075.0, -1022.0, 0x1.fffffffffffffp+9, near_exp2(a))
end)

-- log(u) for u = m 2^k, m = (1 + r) / c, where c has 9 bits: k log(2) - log(c) + r - r^2 / 2 + r^3 series. r - `above` is exact: without
-- fused steps both products with c are exact, and so is their sum if the first is the smaller one. The errors:
--   The series has nine roundings and an error of 2^-53 of r^3 / 3: less than 2^-51.2 of r^3.
--   `above` is at most 2^-53. Its factor, 1 / (1 + r), has an error of r^3.
--   All others are less than 2^-80 of the result. log(2) and log(c) have an error of 2^-86, and so have their sums.
--   Near 1 both logarithms and `above` are 0, and the sums have an error of 2^-105.
-- Without `with_k` this is log(m), and the third value is k.
--
-- For u + lost, where lost is less than half a unit in the last place of u, (1 + r) / c is m + lost / 2^k. So c lost / 2^k is added to r.
-- That product is rounded once: its error is less than 2^-106, and 0 where c is 1.
local function log_by_parts(sums, u, scale, with_k, lost_before)
  local m, of_u, distance, exponent = parts_of(u, 0x3fe6c00000000000)
  local k = scale and of_u - scale or of_u
  local index = let.index(distance >> 47 & 31)
  local inverse = look_up(let.inverses(table("f64", known.inverses)), index)
  local of_inverse, of_inverse_rest = parts.found_pair(known.logarithms, known.logarithms_rest, "logarithms", index)
  local r, above = sums.less_1(inverse, m)
  if lost_before then -- the scale is a product of two numbers, as it may be 2^-1024
    local of_lost = let.of_lost((lost_before * 0.25) * bits.f64(bits.u64(constant("f64", 4.0)) - exponent) * inverse)
    local sum, lost = sum_of(r, of_lost)
    r, above = sum, let.above(above - lost)
  end
  local high, low = of_inverse, of_inverse_rest
  if with_k then
    high = let.high(mul_add(k, known.log2[1], of_inverse), "which is exact")
    low = mul_add(k, known.log2_rest[1], of_inverse_rest)
  end
  local square = let.square(r * r)
  low = let.low(mul_add(r - square, above, low - above))
  local curve, curve_lost = sums.with_square(r, -0.5)
  local head, lost = sum_of(high, curve)
  local cube = let.cube(square * r)
  return head, mul_add(cube, polynomial(r, known.log), low + (curve_lost + lost)), k, cube
end

-- The logarithm of any a. `by_parts` takes a positive, normal, finite number and a scale. It returns the logarithm of that number times
-- 2^-scale, in two parts, and a margin. With fused steps a first step is for operands that are such numbers; for others it computes with
-- bits that raise no exception. `slow` takes a and an approximation of log(a).
local function log_of_double(sums, a, by_parts, slow)
  local function of_any()
    local u, scale, is_usual = normal_of(a)
    local value, is_certain = parts.rounded_by(by_parts(u, scale))
    local of_negative = select(lt(a, 0.0), constant("u64", 0x7ff8 << 48), bits.u64(a))
    local edge = select(eq(a, 0.0), constant("u64", 0xfff << 52), of_negative)
    local about = mul_add(scale, -known.log2[1], log_f64(u))
    return settle(bits.f64(select(is_usual, bits.u64(value), edge)), is_certain | ~is_usual, slow(a, about))
  end
  if sums == split_sums then return of_any() end
  local is_usual = let.is_usual(lt(bits.u64(a) - (1 << 52), constant("u64", 0x7fe << 52)))
  local value, is_certain = parts.rounded_by(by_parts(a))
  return settle_all(value, is_certain & is_usual, of_any())
end

parts.log_of_double = parts.in_two_ways(function(sums, a)
  return log_of_double(sums, a, function(u, scale)
    local head, below, _, cube = log_by_parts(sums, u, scale, true)
    return head, below, mul_add(absolute(head), 2.0 ^ -76, absolute(cube) * 2.0 ^ -51)
  end, near_log)
end)

-- log(1 + a): 1 + a is u + lost. Below 2^-54 the result is a - a^2 / 2, which rounds to a.
parts.log1p_of_double = parts.in_two_ways(function(sums, a)
  local least = 969 << 52 -- of 2^-54
  local size = let.size(bits.u64(absolute(a)))
  local is_usual = let.is_usual(lt(constant("f64", -1.0), a) & lt(size - least, constant("u64", (0x7ff << 52) - least)))
  local x = let.x(bits.f64(keep(is_usual, bits.u64(a))))
  local u, lost = parts.sum_of_any(constant("f64", 1.0), x)
  local head, below, _, cube = log_by_parts(sums, let.u(u), nil, true, lost)
  local value, is_certain = parts.rounded_by(head, below, mul_add(absolute(head), 2.0 ^ -75, absolute(cube) * 2.0 ^ -51))
  local of_below = select(lt(a, -1.0), constant("u64", 0x7ff8 << 48), bits.u64(a))
  local edge = select(eq(a, -1.0), constant("u64", 0xfff << 52), of_below)
  return settle(bits.f64(select(is_usual, bits.u64(value), edge)), is_certain, near_log1p(a, log_f64(a + 1.0)))
end)

-- To another base: k log(2), with log(2) in two parts or nil for 1, plus log(m) log(e). That product is in two parts, and its error is
-- 2^-79 of it. The head of k log(2) is exact, and so is the sum with it. The second part of log(m) is less than 2^-26 of log(m) plus 2^-1.5
-- of r^3, and has three roundings: less than 2^-77 of log(m) plus 2^-53 of r^3 / 2. The error of the series is 2^-51.2 of r^3, as above.
local function log_to_base(sums, log2, log2_rest, of_e, of_e_rest)
  return function(u, scale)
    local of_m, of_m_below, k, cube = log_by_parts(sums, u, scale)
    local product, above = sums.times(of_m, of_e, of_e_rest)
    local all_above = let.all_above(mul_add(of_m_below, constant("f64", -of_e - of_e_rest), above))
    local head, lost = sum_of(log2_rest and let.of_two(k * log2) or k, product)
    local below = (log2_rest and mul_add(k, log2_rest, lost) or lost) - all_above
    return head, below, mul_add(absolute(head), 2.0 ^ -74, absolute(cube) * (of_e * 2.0 ^ -50.75))
  end
end

parts.log2_of_double = parts.in_two_ways(function(sums, a)
  return log_of_double(sums, a, log_to_base(sums, 1.0, nil, known.log2_of_e[1], known.log2_of_e_rest[1]), near_log2)
end)

parts.log10_of_double = parts.in_two_ways(function(sums, a)
  local of_two = log_to_base(sums, known.log10_of_2[1], known.log10_of_2_rest[1], known.log10_of_e[1], known.log10_of_e_rest[1])
  return log_of_double(sums, a, of_two, near_log10)
end)

-- |a| = x 2^3t, x from 1 to 8. y, of 26 bits, is the root of x with a relative error of 2^-21.5. y^2 is exact, and d = x - y^3 is rounded
-- once. q = d / x is less than 2^-19.9. The root is y (1 - q)^(-1/3) = y + y (q / 3 + 2 q^2 / 9 + 14 q^3 / 81), and the terms left out are
-- less than 2^-82 of it. d, q, the first term of the series, its sum and its product with y have six roundings of 2^-21.4, so 2^-71.8.
function parts.cbrt_of_double(a)
  local size = let.size(absolute(a))
  local u, scale, is_usual = normal_of(size)
  local m, of_u = parts_of(u, 0x3ff << 52)
  local k = let.k(of_u - scale)
  local turns = let.turns(mul_add(k - 1.0, 1 / 3, whole), "k = 3 t + s, s from 0 to 2")
  local s = let.s(mul_add(turns - whole, -3.0, k))
  local of_s = look_up(let.roots(table("f64", { 1.0, 2.0 ^ (1 / 3), 2.0 ^ (2 / 3), 2.0 })), bits.u64(s + whole) & 3)
  local x = let.x(scaled(m, s + whole))
  local y = top_of(let.about(polynomial(m, known.cbrt) * of_s))
  local square, square_rest = parts.split(let.square(y * y))
  local d = let.d(mul_add(-square_rest, y, mul_add(-square, y, x)))
  local q = let.q(d / x)
  local series = mul_add(q * q, mul_add(q, 14 / 81, constant("f64", 2 / 9)), q * (1 / 3))
  local value, is_certain = rounded_by_share(y, y * series, 2.0 ^ -69)
  local result = with_sign(scaled(value, turns), a)
  return settle(bits.f64(select(is_usual, bits.u64(result), bits.u64(a))), is_certain | ~is_usual, near_cbrt(a))
end

-- a = x 4^t, x from 1 to 4. y, of 26 bits, is 1 / sqrt(x) with a relative error of 2^-25. y^2 is exact, and so are the four products whose
-- sum is d = 1 - x y^2. That sum has two roundings of 2^-24. The result is y (1 - d)^(-1/2) = y + y (d / 2 + 3 d^2 / 8 + 5 d^3 / 16); the
-- rest of the series is less than 2^-94. Five roundings of 2^-25 make an error of less than 2^-75.
local function rsqrt_by_heads(a)
  local infinity = 0x7ff << 52
  local u, scale, is_usual = normal_of(a)
  local m, of_u = parts_of(u, 0x3ff << 52)
  local k = let.k(of_u - scale)
  local turns = let.turns(mul_add(k - 0.5, 0.5, whole), "k = 2 t + s, s is 0 or 1")
  local x = let.x(scaled(m, mul_add(turns - whole, -2.0, k) + whole))
  local y = top_of(let.about(1.0 / sqrt(x)))
  local square, square_rest = parts.split(let.square(y * y))
  local top, left = parts.split(x)
  local first = let.first(mul_add(-top, square, constant("f64", 1.0)))
  local d = let.d((first - top * square_rest) - (left * square + left * square_rest))
  local series = mul_add(d * d, mul_add(d, 5 / 16, constant("f64", 3 / 8)), d * 0.5)
  local value, is_certain = rounded_by_share(y, y * series, 2.0 ^ -70)
  local result = bits.u64(value) - (bits.u64(turns) << 52)
  local size = let.size(bits.u64(a) & (1 << 63) - 1)
  local of_zero = bits.u64(a) | infinity
  local of_infinity = drop(eq(bits.u64(a), constant("u64", infinity)), bits.u64(a))
  local of_others = select(lt(a, 0.0), constant("u64", 0x7ff8 << 48), of_infinity)
  local edge = select(eq(size, 0), of_zero, of_others)
  return settle(bits.f64(select(is_usual, result, edge)), is_certain | ~is_usual, near_rsqrt(a))
end

-- With fused steps. y is 1 / sqrt(x) with a relative error of 2^-51.9. It is also the result if a is 0, negative, infinite or NaN. A
-- subnormal a is multiplied by 2^1074. x y is p - `above`, which is exact. So d = (1 - p y) + above y is 1 - x y^2, with two roundings of
-- 2^-51.8. The result is y + y d / 2; the rest of the series is less than 2^-103.
local function rsqrt_by_fused(a)
  local place, least = let.place(bits.u64(a) - 1), 1 << 52
  local is_usual = let.is_usual(lt(place, constant("u64", (0x7ff << 52) - 1)), "positive and finite")
  local is_small = let.is_small(lt(place, constant("u64", least - 1)), "a subnormal number is made normal")
  local of_any = let.of_any(select(is_small, bits.f64(bits.u64(a) & least - 1 | 0x433 << 52) - 0x1p52, a))
  local root = let.root(1.0 / sqrt(of_any))
  local function usual(x) return select(is_usual, x, constant("f64", 1.0)) end
  local x, y = let.x(usual(of_any)), let.about(usual(root))
  local p = let.p(x * y)
  local above = let.above(fused_from(x, y, p))
  local d = let.d(fused(above, y, fused_from(p, y, constant("f64", 1.0))))
  local value, is_certain = rounded_nearby(y, (y * 0.5) * d)
  local result = bits.u64(value) + keep(is_small, constant("u64", 1074 // 2 << 52))
  return settle(bits.f64(select(is_usual, result, bits.u64(root))), is_certain, near_rsqrt(a))
end
parts.rsqrt_of_double = { { "fused", rsqrt_by_fused }, { "split", rsqrt_by_heads } }

local function edge_of_length(a_size, b_size, least, is_usual)
  local function if_edge(size) return bits.f64(drop(is_usual, bits.u64(size))) end
  local infinity = constant("u64", 0x7ff << 52)
  local edge = let.edge(if_edge(a_size) + if_edge(b_size), "where an operand is infinite or NaN, or both are 0")
  return bits.f64(select(eq(bits.u64(least), infinity), infinity, bits.u64(edge)))
end

-- The root of a^2 + b^2. x is the greater operand and y the lesser one, both multiplied by a power of two such that no square overflows or
-- loses bits that matter. The squares of the heads are exact, and so is their sum, in two parts. z is the root, and the difference of that
-- sum and the square of z's head is exact, too. The other parts are less than 2^-24 of the sum, and have seven roundings: an error of
-- 2^-74.2 of it, of which z + rest / (2 z) has one half. The term left out, rest^2 / (8 z^3), is less than 2^-104. Subnormal results are
-- rounded as in power_of_double.
local function hypot_by_heads(a, b)
  local infinity, least_normal = constant("u64", 0x7ff << 52), constant("f64", 2.0 ^ (-1022 + 600))
  local a_size, b_size = let.a_size(absolute(a)), let.b_size(absolute(b))
  local is_less = let.is_less(lt(bits.u64(a_size), bits.u64(b_size)))
  local greater = let.greater(select(is_less, bits.u64(b_size), bits.u64(a_size)))
  local least = let.least_side(select(is_less, bits.u64(a_size), bits.u64(b_size)))
  local is_usual = let.is_usual(lt(greater - 1, infinity - 1))
  local most = let.most(select(is_usual, greater, bits.u64(constant("f64", 1.0))))
  local is_large = let.is_large(lt(constant("u64", (1023 + 500) << 52), most))
  local is_small = let.is_small(lt(most, constant("u64", (1023 - 400) << 52)))
  local function power(of_large, of_small)
    local of_others = select(is_small, constant("f64", 2.0 ^ of_small), constant("f64", 1.0))
    return select(is_large, constant("f64", 2.0 ^ of_large), of_others)
  end
  local scale = let.scale(power(-600, 600))
  local x = let.x(bits.f64(most) * scale)
  local y = let.y(bits.f64(keep(is_usual, least)) * scale)
  local x_top, x_left = parts.split(x)
  local y_top, y_left = parts.split(y)
  local sum, lost = sum_of(let.x_square(x_top * x_top), let.y_square(y_top * y_top))
  local rest = let.rest(mul_add(x_left, x + x_top, y_left * (y + y_top)) + lost)
  local z = let.z(sqrt(sum + rest))
  local z_top, z_left = parts.split(z)
  local difference = let.difference(mul_add(-z_top, z_top, sum) + (rest - z_left * (z + z_top)))
  local raised = let.raised(bits.f64(keep(lt(z, least_normal), bits.u64(least_normal))))
  local head, head_lost = sum_of(raised, z)
  local value, is_certain = parts.rounded_by(head, mul_add(difference, 0.5 / z, head_lost), z * 2.0 ^ -75)
  local usual = (value - raised) * power(600, -600)
  return settle(select(is_usual, usual, edge_of_length(a_size, b_size, least, is_usual)), is_certain, near_hypot(a, b))
end

-- With fused steps. Both operands are multiplied by a power of two, such that the greater one is below 4, and at least 1/2 unless it is
-- subnormal. The square of the greater one, x, is x_square - x_above, which is exact. The sum of the squares has a relative error of
-- 2^-105. The second parts are less than 2^-52. The rounding error of the root z, 2^-53, is computed exactly: so the error of z + rest / (2
-- z) is 2^-103. The last place of subnormal results is that of 1.
local function hypot_by_fused(a, b)
  local infinity, one = 0x7ff << 52, 1 << 52
  local a_size, b_size = let.a_size(bits.i64(absolute(a))), let.b_size(bits.i64(absolute(b)))
  local greater, least = let.greater(maximum(a_size, b_size)), let.least_side(minimum(a_size, b_size))
  local is_usual = let.is_usual(lt(bits.u64(greater) - 1, constant("u64", infinity - 1)))
  local of_power = let.of_power(minimum(greater & infinity, constant("i64", 0x7fc << 52)), "k in the bits of an exponent")
  local scale = let.scale(bits.f64((0x7fd << 52) - of_power))
  local x = let.x(select(is_usual, bits.f64(greater) * scale, constant("f64", 1.0)))
  local y = let.y(bits.f64(keep(is_usual, bits.i64(bits.f64(least) * scale))))
  local x_square = let.x_square(x * x)
  local sum, lost = fused_sums.with_product(x_square, y, y)
  local z = let.z(sqrt(sum))
  local rest = let.rest(fused_from(z, z, sum) + (lost - let.x_above(fused_from(x, x, x_square))))
  local of_1 = constant("i64", 1023 << 52)
  local raised = let.raised(bits.f64(keep(lt(bits.i64(z), of_1 - of_power), of_1)), "where k is 0 and z below 1")
  local head, head_lost = sum_of(raised, z)
  local value, is_certain = rounded_nearby(head, fused(rest, 0.5 / z, head_lost))
  local usual = (value - raised) * bits.f64(of_power + one)
  return settle(select(is_usual, usual, edge_of_length(a_size, b_size, least, is_usual)), is_certain, near_hypot(a, b))
end
parts.hypot_of_doubles = { { "fused", hypot_by_fused }, { "split", hypot_by_heads } }

return parts
