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

-- first + second in two parts, whichever is the greater one.
local function sum_of_any(first, second)
  local sum = let.sum(first + second)
  local of_second = let.of_second(sum - first)
  return sum, let.lost((first - (sum - of_second)) + (second - of_second))
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
--
-- With `less`, which is 2^-k, less that. Its difference to the power is 0 or more than the product, and the result may be as small as r^2 /
-- r. So the terms are taken as shares of r^3: the series is r^3 / 6, and has ten roundings, so 2^-52.2 of r^3 times the power, which is
-- less than 2. The others are three of 2^-26 of the power or of r, where that has index 0: the result is 2^-5.5 or more, or r, so 2^-72 of
-- it.
local function power_by_parts(index, r, r_rest, less)
  local square, square_rest = parts.half_square(r)
  local first, lost = sum_of(r, square)
  local cube = let.cube((r * r) * r)
  local series = let.series(polynomial(r, known.exp))
  local rest = let.rest(mul_add(cube, series, mul_add(r_rest, r, r_rest) + (lost + square_rest)))
  local power, power_rest = found_pair(known.powers, known.powers_rest, "powers", index)
  local top, left = parts.split(first)
  local base, base_lost = power, nil
  if less then base, base_lost = sum_of_any(power, -less) end
  local head, head_lost = sum_of(base, let.product(power * top)) -- which is exact
  head_lost = less and head_lost + base_lost or head_lost
  return head, let.lower(mul_add(power, left + rest, mul_add(power_rest, first + rest, power_rest)) + head_lost), cube
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

local most_of_e = 0x1.62e42fefa39efp+9 -- the last x with a finite e^x

local function steps_of_e(x)
  local turns = let.turns(mul_add(x, 0x1.71547652b82fep+4, whole), "x = n log(2) / 16 + r")
  local n = let.n(turns - whole)
  return turns, sum_of(let.r_first(mul_add(n, -known.step[1], x)), let.r_second(n * -known.step_rest[1])) -- the former is exact
end

function parts.exp_of_double(a)
  return power_of_double(a, steps_of_e, -0x1.74910d52d3052p+9, -0x1.6232bdd7abcd2p+9, most_of_e, near_exp(a))
end

-- Below 2^-54 it is a + a^2 / 2, which rounds to a; from -40 on it is -1.
function parts.expm1_of_double(a)
  local is_tiny = let.is_tiny(lt(bits.u64(absolute(a)), constant("u64", 969 << 52)))
  local is_above = let.is_above(lt(constant("f64", -40.0), a))
  local is_usual = let.is_usual(is_above & ~is_tiny & le(a, constant("f64", most_of_e)))
  local turns, r, r_rest = steps_of_e(let.x(bits.f64(keep(is_usual, bits.u64(a)))))
  local of_power = let.of_power((bits.u64(turns) << 48) & (0xfff << 52), "k in the bits of an exponent")
  local less = let.less(bits.f64(bits.u64(constant("f64", 4.0)) - of_power) * 0.25) -- k may be 1024
  local head, below, cube = power_by_parts(let.index(bits.u64(turns) & 15), r, r_rest, less)
  local value, is_certain = parts.rounded(head, below, mul_add(absolute(head), 2.0 ^ -71, absolute(cube) * 2.0 ^ -50.5))
  local is_below = let.is_below(le(a, -40.0))
  local beyond = bits.f64(drop(is_usual | is_tiny | is_below, bits.u64(a))) * 0x1p1023
  local edge = select(is_below, bits.u64(constant("f64", -1.0)), select(is_tiny, bits.u64(a), bits.u64(beyond)))
  return settle(bits.f64(select(is_usual, bits.u64(value) + of_power, edge)), is_certain, near_expm1(a))
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

-- log(u), u = m 2^k, m = (1 + r) / c with a c of 9 bits: k log(2) - log(c) + r - r^2 / 2 + r^3 series. r = r_head + r_rest is exact: both
-- products with c are, and where the former is the smaller one so is the sum. The series is wrong by six roundings and 2^-53 of r^3 / 3, so
-- by less than 2^-51.7 of r^3. The rest is wrong by less than 2^-80 of the whole: log(2) and log(c) by 2^-86 and their sums by as much.
-- Near 1 both logarithms are 0, and sums are wrong by 2^-105. Without k it is log(m), and k what this gives next.
--
-- Of u + lost, lost being less than half of a last place of u, it is (1 + r) / c = m + lost / 2^k, and the product of c and the latter,
-- which is rounded once, so wrong by less than 2^-106, and exact where c is 1, is added to r.
local function log_by_parts(u, scale, with_k, lost_before)
  local m, of_u, distance, exponent = parts_of(u, 0x3fe6c00000000000)
  local k = scale and of_u - scale or of_u
  local index = let.index(distance >> 47 & 31)
  local inverse = look_up(let.inverses(table("f64", known.inverses)), index)
  local of_inverse, of_inverse_rest = found_pair(known.logarithms, known.logarithms_rest, "logarithms", index)
  local top, left = parts.split(m)
  local r, r_rest = sum_of(let.r_first(mul_add(top, inverse, constant("f64", -1.0))), let.r_second(left * inverse))
  if lost_before then -- of which the scale is in two parts, as it may be 2^-1024
    local of_lost, rest = let.of_lost((lost_before * 0.25) * bits.f64(bits.u64(constant("f64", 4.0)) - exponent) * inverse), r_rest
    r, r_rest = sum_of(r, of_lost)
    r_rest = let.r_rest(rest + r_rest)
  end
  local high, low = of_inverse, of_inverse_rest
  if with_k then
    high = let.high(mul_add(k, known.log2[1], of_inverse), "which is exact")
    low = mul_add(k, known.log2_rest[1], of_inverse_rest)
  end
  low = let.low(low + mul_add(-r, r_rest, r_rest))
  local square, square_rest = parts.half_square(r)
  local sum, lost = sum_of(high, r)
  local head, head_lost = sum_of(sum, -square)
  local cube = let.cube((r * r) * r)
  local below = mul_add(cube, polynomial(r, known.log), (low - square_rest) + (lost + head_lost))
  return head, below, k, cube
end

-- The logarithm of any a by one of a number that is positive, normal and finite, times 2^-scale, in two parts and with a margin. `slow`
-- takes a and log(a), nearly.
local function log_of_double(a, by_parts, slow)
  local u, scale, is_usual = normal_of(a)
  local value, is_certain = parts.rounded(by_parts(u, scale))
  local of_negative = select(lt(a, 0.0), constant("u64", 0x7ff8 << 48), bits.u64(a))
  local edge = select(eq(a, 0.0), constant("u64", 0xfff << 52), of_negative)
  local about = mul_add(scale, -known.log2[1], log_f64(u))
  return settle(bits.f64(select(is_usual, bits.u64(value), edge)), is_certain | ~is_usual, slow(a, about))
end

function parts.log_of_double(a)
  return log_of_double(a, function(u, scale)
    local head, below, _, cube = log_by_parts(u, scale, true)
    return head, below, mul_add(absolute(head), 2.0 ^ -76, absolute(cube) * 2.0 ^ -51)
  end, near_log)
end

-- log(1 + a): 1 + a is u + lost. Below 2^-54 it is a - a^2 / 2, which rounds to a.
function parts.log1p_of_double(a)
  local least = 969 << 52 -- of 2^-54
  local size = let.size(bits.u64(absolute(a)))
  local is_usual = let.is_usual(lt(constant("f64", -1.0), a) & lt(size - least, constant("u64", (0x7ff << 52) - least)))
  local x = let.x(bits.f64(keep(is_usual, bits.u64(a))))
  local u, lost = sum_of_any(constant("f64", 1.0), x)
  local head, below, _, cube = log_by_parts(let.u(u), nil, true, lost)
  local value, is_certain = parts.rounded(head, below, mul_add(absolute(head), 2.0 ^ -75, absolute(cube) * 2.0 ^ -51))
  local of_below = select(lt(a, -1.0), constant("u64", 0x7ff8 << 48), bits.u64(a))
  local edge = select(eq(a, -1.0), constant("u64", 0xfff << 52), of_below)
  return settle(bits.f64(select(is_usual, bits.u64(value), edge)), is_certain, near_log1p(a, log_f64(a + 1.0)))
end

-- To another base: k log(2), of log(2) in two parts or nil for 1, and log(m) times log(e), in two parts. The product of two heads of 26
-- bits is exact, and so are k log(2)'s head and the sum with it. The rest of log(m) is less than 2^-26 of it and 2^-1.5 of r^3, and has
-- three roundings: so they are less than 2^-77 of log(m), and 2^-53 of r^3 / 2, and the series is wrong by 2^-51.7 of r^3 as before.
local function log_to_base(log2, log2_rest, of_e, of_e_rest)
  return function(u, scale)
    local of_m, of_m_below, k, cube = log_by_parts(u, scale)
    local top, left = parts.split(of_m)
    local product = let.product(top * of_e)
    local rest = let.product_rest(mul_add(left + of_m_below, constant("f64", of_e), (of_m + of_m_below) * of_e_rest))
    local head, lost = sum_of(log2_rest and let.of_two(k * log2) or k, product)
    local below = (log2_rest and mul_add(k, log2_rest, lost) or lost) + rest
    return head, below, mul_add(absolute(head), 2.0 ^ -74, absolute(cube) * (of_e * 2.0 ^ -50.75))
  end
end

function parts.log2_of_double(a)
  return log_of_double(a, log_to_base(1.0, nil, known.log2_of_e[1], known.log2_of_e_rest[1]), near_log2)
end

function parts.log10_of_double(a)
  local of_two = log_to_base(known.log10_of_2[1], known.log10_of_2_rest[1], known.log10_of_e[1], known.log10_of_e_rest[1])
  return log_of_double(a, of_two, near_log10)
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

-- The root of a^2 + b^2. Of x, the greater one, and y, which both are multiplied by a power of two so that no square overflows or loses
-- what matters, the squares of the heads are exact, and so are their sum, in two parts, and its difference to the square of the head of its
-- root z. The rests are less than 2^-24.5 of the sum, and have seven roundings, so that they are wrong by 2^-75.4 of it: z + rest / (2 z)
-- is wrong by half as much. The term left out, rest^2 / (8 z^3), is less than 2^-104. Subnormal results are rounded as in power_of_parts.
function parts.hypot_of_doubles(a, b)
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
  local value, is_certain = parts.rounded(head, mul_add(difference, 0.5 / z, head_lost), z * 2.0 ^ -75)
  local usual = (value - raised) * power(600, -600)
  local function if_edge(size) return bits.f64(drop(is_usual, bits.u64(size))) end
  local edge = let.edge(if_edge(a_size) + if_edge(b_size), "where an operand is infinite or NaN, or both are 0")
  local of_infinity = select(eq(least, infinity), infinity, bits.u64(edge))
  return settle(bits.f64(select(is_usual, bits.u64(usual), of_infinity)), is_certain, near_hypot(a, b))
end

-- ---- Sine and cosine ----

-- The sine of n pi / 64 + r + r_rest, |r| < 0.0246, u = n + 16: its bits, and where they are certain; also wrong by less than `least`. n is
-- 32 q + j, j from -16 to 15. The sine of j pi / 64 + r, or for odd q its cosine, the sign of r changed, is A cos(r) + B sin(r). A and B
-- are in two parts, of 19 bits and the rest, and r is s, of 17 bits, and l. So the products B s and A s^2 / 2 are exact. The terms:
--   r^3     its series is wrong by 2^-52 of r^3 / 6, and has seven roundings: so 2^-52.4 of r^3
--   A       the second part of A is less than 2^-20 of it, and A (cos(r) - 1) without A s^2 / 2 is less than 2^-25. With five
--           roundings both are wrong by 2^-71 of A
--   l       is less than 2^-17 of r, and has three roundings: so 2^-69.4 of r B, which is not more than the result
-- The factor of r_rest is wrong by less than 2^-20.
local function sine_by_parts(u, r, r_rest, least)
  local index = let.index(u & 31)
  local function chosen(first, second) return select(let.is_odd(eq(u & 32, constant("u64", 32))), first, second) end
  local sine, sine_rest = found_pair(known.sines, known.sines_rest, "sines", index)
  local cosine, cosine_rest = found_pair(known.cosines, known.cosines_rest, "cosines", index)
  local a, a_rest = let.a_head(chosen(cosine, sine)), let.a_rest(chosen(cosine_rest, sine_rest))
  local b, b_rest = let.b_head(chosen(sine, cosine)), let.b_rest(chosen(sine_rest, cosine_rest))
  local sign = let.sign((u & 32) << 58)
  r, r_rest = let.r(bits.f64(bits.u64(r) ~ sign)), let.r_rest(bits.f64(bits.u64(r_rest) ~ sign))
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
  local of_rests = mul_add(a_rest, cosine_less_1, mul_add(b_rest, sine_of_r, r_rest * slope)) + a_rest
  local rest = let.rest(mul_add(a, of_fourth - square_rest, of_rests) + (lost + head_lost))
  local margin = mul_add(absolute(cube), 2.0 ^ -52, mul_add(absolute(head), 2.0 ^ -69, constant("f64", least)))
  local value, is_certain = parts.rounded(head, mul_add(b, l + of_cube, rest), margin)
  return bits.u64(value) ~ ((u & 64) << 57), is_certain
end

-- x = n pi / 64 + r, of |x| <= 2^17, so that n has 22 bits: the products with the first two of three parts are exact, and so is the first
-- difference. r is wrong by less than 2^-98.
local function turned_by_steps(x)
  local turns = let.turns(mul_add(x, 64 / math.pi, whole), "x = n pi / 64 + r")
  local n, steps = let.n(turns - whole), known.steps_of_angle
  local sum, lost = sum_of_any(let.r_first(mul_add(n, -steps[1], x)), let.r_second(n * -steps[2]))
  return turns, sum_of(sum, mul_add(n, -steps[3], lost))
end

-- The same of any x, by Payne and Hanek. x is y 2^24g, |y| < 2^24, and Q = 2^24g 64 / pi in parts of 24 bits, from 2^59 on: the places
-- before these make a multiple of 128, as y has no places behind 2^-52. y is h, of 26 bits, and l, so the products with parts are exact;
-- that of h and the first one is a multiple of 128, too. The first four are less than 2^60, of which whole turns are taken off. The rests
-- are multiples of 2^-41, so that the sum is exact. Of the others the last three are wrong by less than 2^-89, and the parts left out are
-- as much. So r is wrong by less than 2^-91.
local function turned_by_places(x)
  local e = bits.u64(absolute(x)) >> 52
  local k = let.k(maximum(bits.f64(e + 0x4330000000000000) - (2.0 ^ 52 + 1023.0), constant("f64", 0.0)))
  local g = let.g(bits.u64(mul_add(k - 11.5, 1 / 24, whole)), "x = y 2^24g")
  local y = let.y(bits.f64(bits.u64(x) - ((g << 56) + (g << 55))))
  local h, l = parts.split(y)
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
  local top, left = parts.split(fraction)
  local step, step_rest = known.step_of_angle[1], known.step_of_angle_rest[1]
  return turns, sum_of(top * step, mul_add(left + rest, constant("f64", step), (fraction + rest) * step_rest))
end

-- Up to 2^17 by steps, and beyond, or in doubt, by places; `before` is added to n. Below 2^-27 the sine is x - x^3 / 6, which rounds to x,
-- and the cosine 1.
local function sine_of_double(a, before, of_tiny, slow)
  local size = let.size(bits.u64(absolute(a)))
  local least, most, infinity = 996 << 52, 1040 << 52, 0x7ff << 52 -- of 2^-27 and 2^17
  local of_others = bits.u64(of_tiny) | bits.u64(a - a) -- which is 0, but NaN of infinity and NaN
  local function by(turned, limit, wrong_by)
    local is_usual = let.is_usual(lt(size - least, constant("u64", limit - least)))
    local turns, r, r_rest = turned(let.x(bits.f64(keep(is_usual, bits.u64(a)))))
    local value, is_certain = sine_by_parts(let.u(bits.u64(turns) + before), r, r_rest, wrong_by)
    return bits.f64(select(is_usual, value, of_others)), is_certain | ~is_usual
  end
  local far, is_certain_far = by(turned_by_places, infinity, 2.0 ^ -90)
  local by_places = settle(far, is_certain_far, slow)
  local fast, is_certain = by(turned_by_steps, most, 2.0 ^ -97)
  return settle_all(fast, is_certain & ~lt(size - most, constant("u64", infinity - most)), by_places)
end

function parts.sin_of_double(a) return sine_of_double(a, 16, a, near_sin(a)) end
function parts.cos_of_double(a) return sine_of_double(a, 48, constant("f64", 1.0), near_cos(a)) end

return parts
