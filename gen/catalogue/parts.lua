-- Parts of functions of f64: numbers in two parts, `head + below`, that are wrong by less than a margin. Where the least and the greatest
-- value that such a number can have round alike, that is the result; elsewhere a slow way in long numbers settles. Each function takes
-- and gives nodes. Products that must be exact are of two heads of 26 bits, so mul_add may round once or twice. The tables are in
-- doubles.lua, which doubles.sollya makes. docs/proofs.md says what is claimed of each function.

local known = doubles
local parts = {}

-- x in two: its first 26 bits, and what is left, of 27 bits.
local function top_of(x) return let.top(bits.f64(bits.u64(x) & ~0x7ffffff)) end
function parts.split(x)
  local top = top_of(x)
  return top, let.left(x - top)
end

-- x^2 / 2 in two: exact in 52 bits, and what is left, wrong by less than 2^-80 of x^2.
function parts.half_square(x)
  local top, left = parts.split(x)
  return let.half_square((top * 0.5) * top), let.half_square_rest((left * 0.5) * (x + top))
end

-- The rounding of head + below, which is wrong by less than margin, and a mask that tells where this rounding is certain.
function parts.rounded(head, below, margin)
  let.head(head)
  let.below(below)
  let.margin(margin)
  local least = let.least(head + (below - margin))
  return least, let.is_certain(eq(least, head + (below + margin)))
end

-- A positive and finite a, which may be subnormal: u, and by how much its exponent is too great. The significand of a subnormal number,
-- as an integer, is that number times 2^1074. Other operands give some u that raises no exception. Of a's bits: where a is such, and where
-- it is normal.
local function normal_of(a)
  local x, least = bits.u64(a), constant("u64", 1 << 52)
  local is_normal = let.is_normal(lt(x - least, constant("u64", 0x7fe << 52)))
  local scaled_up = bits.f64(x & (1 << 52) - 1 | 0x433 << 52) - 0x1p52
  local is_usual = let.is_usual(lt(x - 1, constant("u64", (0x7ff << 52) - 1)), "positive and finite")
  return let.u(select(is_normal, a, scaled_up)), bits.f64(drop(is_normal, bits.u64(constant("f64", 1074.0)))), is_usual
end

-- The constants of that index in a table in two parts.
local function found_pair(values, rests, name, index)
  return look_up(let[name .. "_heads"](table("f64", values)), index), look_up(let[name .. "_rests"](table("f64", rests)), index)
end

-- 2^(i / 16) e^r, r = r_head + r_rest, |r| < 0.0217: head and below, wrong by less than 2^-68.5 of it. The terms, as shares of it all: the
-- series from r^3 on is less than 2^-19.1, and wrong by 4.5 roundings of that and 2^-52 of it, so by 2^-69.7; the sum of what is less than
-- that by 2^-72; the products with the power by two roundings of 2^-19, so by 2^-71; the rest by less than 2^-75.
local function power_by_parts(index, r, r_rest)
  local square, square_rest = parts.half_square(r)
  local first, lost = sum_of(r, square)
  local cube = let.cube((r * r) * r)
  local series = let.series(polynomial(r, known.exp))
  local rest = let.rest(mul_add(cube, series, mul_add(r_rest, r, r_rest) + (lost + square_rest)))
  local power, power_rest = found_pair(known.powers, known.powers_rest, "powers", index)
  local top, left = parts.split(first)
  local head, head_lost = sum_of(power, let.product(power * top)) -- which is exact
  return head, let.lower(mul_add(power, left + rest, mul_add(power_rest, first + rest, power_rest)) + head_lost)
end

-- 2^(n / 16) times head + below, which is from 2^-0.1 to 2, n in the last bits of `turns`: its bits, and where they are certain. Of
-- subnormal results the head is 2^(-1022 - k) more, k the power of two, so that sums round where these are rounded.
local function power_of_parts(turns, head, below, is_low)
  local of_power = let.of_power((bits.u64(turns) << 48) & (0xfff << 52), "k in the bits of an exponent")
  local one = constant("u64", 1 << 52)
  local raised = let.raised(bits.f64(keep(is_low, one - of_power)))
  local sum, lost = sum_of(raised, head)
  local value, is_certain = parts.rounded(sum, let.below(below + lost), sum * 2.0 ^ -68)
  return bits.u64(value) + (of_power - keep(is_low, one)), is_certain
end

-- A power of a: `reduced` gives turns and r in two parts of x. Operands outside of the limits count as 0 in the steps. Their results are
-- the edges: too large operands and NaN are multiplied by 2^1023, which raises overflow; too low ones give 0.
local function power_of_double(a, reduced, zero, normal, most, slow)
  local is_usual = let.is_usual(lt(constant("f64", zero), a) & le(a, constant("f64", most)))
  local x = let.x(bits.f64(keep(is_usual, bits.u64(a))))
  local turns, r, r_rest = reduced(x)
  local head, below = power_by_parts(let.index(bits.u64(turns) & 15), r, r_rest)
  local of_usual, is_certain = power_of_parts(turns, head, below, let.is_low(lt(x, normal)))
  local is_below = let.is_below(le(a, constant("f64", zero)))
  local edge = bits.f64(drop(is_usual | is_below, bits.u64(a))) * 0x1p1023
  return settle(bits.f64(select(is_usual, of_usual, bits.u64(edge))), is_certain, slow)
end

function parts.exp_of_double(a)
  return power_of_double(a, function(x)
    local turns = let.turns(mul_add(x, 0x1.71547652b82fep+4, whole), "x = n log(2) / 16 + r")
    local n = let.n(turns - whole)
    return turns, sum_of(let.r_first(mul_add(n, -known.step[1], x)), let.r_second(n * -known.step_rest[1])) -- the former is exact
  end, -0x1.74910d52d3052p+9, -0x1.6232bdd7abcd2p+9, 0x1.62e42fefa39efp+9, near_exp(a))
end

-- Of 2^a r is that of a in sixteenths, which is exact, times log(2).
function parts.exp2_of_double(a)
  return power_of_double(a, function(x)
    local turns = let.turns(mul_add(x, 16.0, whole), "x = n / 16 + f")
    local f = let.f(mul_add(turns - whole, -0x1p-4, x))
    local top, left = parts.split(f)
    local rest = let.product_rest(mul_add(left, known.log2_short[1], f * known.log2_short_rest[1]))
    return turns, sum_of(let.product_head(top * known.log2_short[1]), rest)
  end, -1075.0, -1022.0, 0x1.fffffffffffffp+9, near_exp2(a))
end

-- log(a), a = m 2^k, m = (1 + r) / c with a c of 9 bits: k log(2) - log(c) + r - r^2 / 2 + r^3 series. r = r_head + r_rest is exact: both
-- products with c are, and where the former is the smaller one so is the sum. The series is wrong by six roundings and 2^-53 of r^3 / 3,
-- so by less than 2^-51.7 of r^3. The rest is wrong by less than 2^-80 of the whole: log(2) and log(c) by 2^-86 and their sums by as
-- much. Near 1 both logarithms are 0, and sums are wrong by 2^-105.
local function log_by_parts(u, scale)
  local m, of_u, distance = parts_of(u, 0x3fe6c00000000000)
  local k = of_u - scale
  local index = let.index(distance >> 47 & 31)
  local inverse = look_up(let.inverses(table("f64", known.inverses)), index)
  local of_inverse, of_inverse_rest = found_pair(known.logarithms, known.logarithms_rest, "logarithms", index)
  local top, left = parts.split(m)
  local r, r_rest = sum_of(let.r_first(mul_add(top, inverse, constant("f64", -1.0))), let.r_second(left * inverse))
  local high = let.high(mul_add(k, known.log2[1], of_inverse), "which is exact")
  local low = let.low(mul_add(k, known.log2_rest[1], of_inverse_rest) + mul_add(-r, r_rest, r_rest))
  local square, square_rest = parts.half_square(r)
  local sum, lost = sum_of(high, r)
  local head, head_lost = sum_of(sum, -square)
  local cube = let.cube((r * r) * r)
  local below = mul_add(cube, polynomial(r, known.log), (low - square_rest) + (lost + head_lost))
  return head, below, mul_add(absolute(head), 2.0 ^ -76, absolute(cube) * 2.0 ^ -51)
end

function parts.log_of_double(a)
  local u, scale, is_usual = normal_of(a)
  local value, is_certain = parts.rounded(log_by_parts(u, scale))
  local of_negative = select(lt(a, 0.0), constant("u64", 0x7ff8 << 48), bits.u64(a))
  local edge = select(eq(a, 0.0), constant("u64", 0xfff << 52), of_negative)
  local about = mul_add(scale, -known.log2[1], log_f64(u))
  return settle(bits.f64(select(is_usual, bits.u64(value), edge)), is_certain | ~is_usual, near_log(a, about))
end

-- |a| = x 2^3t, x from 1 to 8; y, of 26 bits, is its root except for 2^-21.5 of it. y^2 is exact, and d = x - y^3 is rounded once. The root
-- is y (1 - q)^(-1/3) with q = d / x, which is less than 2^-19.9: y + y (q / 3 + 2 q^2 / 9 + 14 q^3 / 81), and what is left out less than
-- 2^-82 of it. The roundings of d, q, and of the series' first term, its sum and its product with y are six of 2^-21.4, so 2^-71.8.
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
  local value, is_certain = parts.rounded(y, y * series, y * 2.0 ^ -69)
  local result = with_sign(scaled(value, turns), a)
  return settle(bits.f64(select(is_usual, bits.u64(result), bits.u64(a))), is_certain | ~is_usual, near_cbrt(a))
end

-- a = x 4^t, x from 1 to 4; y, of 26 bits, is 1 / sqrt(x) except for 2^-25 of it. y^2 is exact, and so are the four products of which
-- d = 1 - x y^2 is made; their sum is wrong by two roundings of 2^-24. The result is y (1 - d)^(-1/2), so y + y (d / 2 + 3 d^2 / 8 +
-- 5 d^3 / 16); the rest of the series is less than 2^-94. Roundings are five of 2^-25, so it is wrong by less than 2^-75.
function parts.rsqrt_of_double(a)
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
  local value, is_certain = parts.rounded(y, y * series, y * 2.0 ^ -70)
  local result = bits.u64(value) - (bits.u64(turns) << 52)
  local size = let.size(bits.u64(a) & (1 << 63) - 1)
  local of_zero = bits.u64(a) | infinity
  local of_infinity = drop(eq(bits.u64(a), constant("u64", infinity)), bits.u64(a))
  local of_others = select(lt(a, 0.0), constant("u64", 0x7ff8 << 48), of_infinity)
  local edge = select(eq(size, 0), of_zero, of_others)
  return settle(bits.f64(select(is_usual, result, edge)), is_certain | ~is_usual, near_rsqrt(a))
end

return parts
