-- Sine, cosine, tangent, and the inverses of these.

-- ---- In pairs of f32 ----

-- a in three parts: an angle of a table, r, and a small `rest`. A half turn has `count` angles, pi / count apart, whose sines are f32
-- (`write_sines` in coefficients.sollya). With `by_quarters` the table has the angles of a quarter turn, and in odd quarters sines and
-- cosines are exchanged: with registers of 8 lanes a table of 8 is one instruction. `before` quarter turns are added to a. The usual
-- operands are from 2^-12 to 2^12, and infinity and NaN, which give NaN. Other operands are replaced by 0, so that nothing is subnormal and
-- nothing overflows. The products with the first two parts of pi / count are exact, and so are the differences.
local function angle_in_pairs(a, count, by_quarters, before)
  local least, most = 0x39800000, 0x45800000 -- of 2^-12 and 2^12
  local size = let.size(bits.i32(a) & 0x7fffffff)
  -- Infinity and NaN become less than 0. If comparisons give masks, inverting one is one instruction more.
  local is_near = by_quarters and ~let.is_far(lt(constant("i32", most - 1 + 0x800000), size + 0x800000))
    or lt(constant("i32", 0x7f7fffff - most - (1 << 31)), size + constant("i32", (1 << 31) - most))
  let.is_near(is_near)
  local is_large = let.is_large(lt(constant("i32", least - 1), size))
  local is_usual = let.is_usual(is_large & is_near)
  local x = let.x(bits.f32(keep(is_usual, bits.u32(a))))
  local steps, whole = coefficients["pi_" .. count], whole_single + before * count // 2
  local turns = let.turns(fused(x, count / math.pi, whole))
  local n = let.n(turns - whole)
  local nearby = let.nearby(fused(n, -steps[1], x))
  local r = let.r(fused(n, -steps[2], nearby))
  local index = let.index(bits.u32(turns) & (by_quarters and count // 2 - 1 or count - 1))
  local function of(what)
    local all = coefficients[what .. "_" .. count]
    return let[what](look_up(let["table_of_" .. what](table("f32", by_quarters and { table.unpack(all, 1, count // 2) } or all)), index))
  end
  local rest = let.rest(fused(n, -steps[3], fused(n, -steps[2], nearby - r)) + of "angles")
  local sine, cosine, cosine_low, sine_low = of "sines", of "cosines", of "cosines_low", nil
  if by_quarters then
    local is_odd = let.is_odd(bits.u32(bits.i32(turns) << 28 >> 31))
    local swapped = let.swapped((bits.u32(sine) ~ bits.u32(cosine)) & is_odd)
    sine, cosine = let.sine(bits.f32(bits.u32(sine) ~ swapped)), let.cosine(bits.f32(bits.u32(cosine) ~ swapped ~ is_odd << 31))
    sine_low = let.sine_low(bits.f32(bits.u32(cosine_low) & is_odd))
    cosine_low = bits.f32(bits.u32(cosine_low) ~ bits.u32(sine_low))
  end
  return {
    turns = turns, r = r, rest = rest, sine = sine, cosine = cosine, sine_low = sine_low, cosine_low = cosine_low,
    is_near = is_near, is_large = is_large, is_usual = is_usual,
  }
end

-- The result, between head + (low - doubt) and head + (low + doubt), and whether it is certain, which is also true for NaN. Below the usual
-- operands the result is `tiny`, if that is given. Then 0 replaces a far operand, and the two ends differ. `changed` is applied to the
-- result.
local function settled_between(angle, head, low, doubt, tiny, changed)
  local at_least = let.at_least(head + (low - doubt))
  local at_most = let.at_most(head + (low + doubt))
  local differ = let.differ(lt(at_least, at_most))
  local value = changed and changed(at_least) or at_least
  if tiny then return select(angle.is_usual, value, tiny), ~let.is_doubtful(angle.is_large & differ) end
  return value, angle.is_near & ~differ
end

-- S and C are the sine and the cosine of the table's angle, and z = r^2. sin(angle + r) = S + r slope + r^3 curve, where slope is C - S r /
-- 2, and `bend` is C - slope, which is exact. The curve is p(z) (slope + bend q(z)), where p is (sin(r) - r) / r^3, close to -1/6 + z /
-- 120, and q is close to 1/2 - z / 120. The rounding errors of S + r slope and of slope are computed with an error of 2^-48. Then rest (C -
-- S r) is added, and 3 rest r^2 is added to r^3. The rest is below 2^-21.5, so terms with its square, which are left out, are below 2^-44.
-- The error is 2^-44 for these terms and the last bits of the rest, plus eight roundings of r^3 curve, which is at most z |r| / 6, of 2^-24
-- each. In the worst case, all with the same sign, these are z 2^-27.9 for 32 angles, |r| < 0.05, and z 2^-26.9 for 16. The bounds are z
-- 2^-28 + 2^-43.5 and z 2^-27 + 2^-43.5; all inputs use at most 0.75 of them.
local function sine_by_singles(count, by_quarters, before, bound)
  local to_sign = count == 32 and 26 or 27
  return function(a)
    local angle = angle_in_pairs(a, count, by_quarters, before)
    local r, rest, sine, cosine, sine_low, cosine_low = angle.r, angle.rest, angle.sine, angle.cosine, angle.sine_low, angle.cosine_low
    local minus_half = let.minus_half(r * -0.5, "sin(angle + r) = S + r slope + r^3 curve")
    local slope = let.slope(fused(sine, minus_half, cosine))
    local bend = let.bend(cosine - slope)
    local low_of_table = sine_low and mul_add(sine_low, minus_half, cosine_low) or cosine_low
    local slope_low = let.slope_low(fused(sine, minus_half, bend) + low_of_table)
    local sum = let.sum(fused(slope, r, sine))
    local lost = let.lost(fused(slope, r, sine - sum))
    local z = let.z(r * r)
    local cube = let.cube(z * mul_add(rest, constant("f32", 3.0), r))
    local share = let.share(mul_add(bend, nested(z, coefficients["bend_" .. count]), slope))
    local curve = let.curve(nested(z, coefficients["sine_" .. count]) * share)
    local first = let.first(mul_add(slope_low, r, sine_low and lost + sine_low or lost))
    local low = let.low(mul_add(rest, slope - bend, mul_add(cube, curve, first)))
    local doubt = let.doubt(mul_add(z, bound[1], constant("f32", bound[2])), "how far it may be off")
    return settled_between(angle, sum, low, doubt, before == 0 and a or nil, function(value)
      return bits.f32(bits.u32(value) ~ (bits.u32(angle.turns) << to_sign & 1 << 31))
    end)
  end
end

-- With t = tan(r + rest) in two parts, tan(angle + r + rest) = (S + C t) / (C - S t): `upper` and `lower`, which also have two parts each.
-- `ratio` is nearly upper / lower, and `low` is the remainder over lower, with an error of 2^-48 of the ratio. `more`, which is added to r,
-- is the rest plus r^3 p(z), p = (tan(r) - r) / r^3 = 1/3 + 2 z / 15 + .... The error of t is that of r^3 p(z), about z |r| / 3, and of the
-- last bits of the rest. Five roundings of 2^-24 each are z 2^-27.5 for 32 angles, whose p, of two coefficients, has an error of z 2^-28.3.
-- For 16 angles and three coefficients the sum is z 2^-26.7. The error of the ratio is 1 + ratio^2 times that of t. The bounds are 1 +
-- ratio^2 times z 2^-27 + 2^-43 and z 2^-26.5 + 2^-43; all inputs use at most 0.67 of them.
local function tangent_by_singles(count, by_quarters, bound)
  return function(a)
    local angle = angle_in_pairs(a, count, by_quarters, 0)
    local r, sine, cosine, sine_low, cosine_low = angle.r, angle.sine, angle.cosine, angle.sine_low, angle.cosine_low
    local z = let.z(r * r)
    local turned = let.turned(mul_add(angle.rest, z, angle.rest), "t = tan(r + rest)")
    local more = let.more(mul_add(r * z, nested(z, coefficients["tangent_" .. count]), turned))
    local t = let.t(r + more)
    local t_low = let.t_low((r - t) + more)
    local upper = let.upper(fused(cosine, t, sine))
    local upper_lost = let.upper_lost(fused(cosine, t, sine - upper))
    local upper_of_table = sine_low and mul_add(cosine_low, t, sine_low) or nil
    local upper_low = upper_of_table and mul_add(cosine, t_low, upper_lost) + upper_of_table
      or mul_add(cosine, t_low, mul_add(cosine_low, t, upper_lost))
    local lower = let.lower(fused_from(sine, t, cosine))
    local lower_lost = let.lower_lost(fused_from(sine, t, cosine - lower))
    local lower_of_table = sine_low and cosine_low - sine_low * t or cosine_low
    local lower_low = fused_from(sine, t_low, lower_lost) + lower_of_table
    local inverse = let.inverse(1.0 / lower, "(S + C t) / (C - S t)")
    local ratio = let.ratio(upper * inverse)
    local left = let.left(fused_from(ratio, lower, upper))
    local low = let.low((fused_from(ratio, lower_low, upper_low) + left) * inverse)
    local doubt = let.doubt(mul_add(z, bound[1], constant("f32", bound[2])) * mul_add(ratio, ratio, constant("f32", 1.0)))
    return settled_between(angle, ratio, low, doubt, a)
  end
end

-- ---- In f64 ----

-- For |a|, by quarter turns. A far f32 needs another reduction. It is either settled, for whole vectors, or always computed and then
-- selected.
local function angular(name, says, how)
  local function by(finish, two_over_pi)
    return function(a)
      local size, far = let.size(bits.i32(a) & 0x7fffffff), 0x49800000 -- the bits of 2^20
      local quarters, r = quarter_turns(convert("f64", bits.f32(minimum(size, constant("i32", far)))))
      local near = convert("f32", how.of(r, quarters))
      local far_quarters, far_r = far_quarter_turns(convert("f64", bits.f32(size)), two_over_pi)
      local value = finish(near, lt(size, constant("i32", far + 1)), convert("f32", how.of(far_r, far_quarters)))
      local usual = except_hard(name, bits.f32(size), value)
      local number = select(lt(size, constant("i32", 0x7f800000)), usual, bits.f32(size) - bits.f32(size))
      return how.is_even and number or bits.f32(bits.u32(number) ~ bits.u32(a) & 1 << 31)
    end
  end
  -- One reduction for any a. It turns infinity into NaN.
  local function by_tables(a)
    local size = let.size(bits.i32(a) & 0x7fffffff)
    local quarters, r = any_quarter_turns(size)
    local usual = except_hard(name, bits.f32(size), convert("f32", how.of(r, quarters)))
    return how.is_even and usual or bits.f32(bits.u32(usual) ~ bits.u32(a) & 1 << 31)
  end
  local function at_once(value, is_near, far_value) return select(is_near, value, far_value) end
  local function one_of_four(numbers, index)
    local function of(i) return constant("f64", numbers[i]) end
    local is_odd = let.is_odd(eq(index & 1, 1))
    return select(eq(index & 2, 2), select(is_odd, of(4), of(3)), select(is_odd, of(2), of(1)))
  end
  local function flipped(value, a, dtype) return dtype == "bf16" and value or bits.f32(bits.u32(value) ~ bits.u32(a) & 1 << 31) end
  -- In f32 the reduction turns infinity into NaN. A far bf16 is reduced by tables.
  local function core(x, c, dtype)
    if dtype == "f16" then return how.single(x, c, dtype) end
    local is_near = lt(bits.i32(x) + 0x800000, constant("i32", 0x46800000)) -- infinity and NaN become less than 0
    return settle_all(how.single(x, c, dtype, true), is_near, how.single(x, c, dtype))
  end
  local single = by_single(name, { before = size_single, core = core, after = not how.is_even and flipped or nil })
  local all = by(at_once, one_of_four)
  local ways = { { "settled", by(settle_all) }, { "at_once", all } }
  if how.pairs then
    ways[#ways + 1] = { "singles_32", in_pairs(how.pairs(32), by_tables) }
    ways[#ways + 1] = { "singles_16", in_pairs(how.pairs(16), by(settle_all)) }
    ways[#ways + 1] = { "singles_8", in_pairs(how.pairs(16, true), by(settle_all)) }
  end
  ways[#ways + 1] = how.integers and { "integers", in_integers(how.integers, all) } or nil
  of_single(name, says, ways, single, function(a, types)
    return (types.T == "f16" and single or all)(a, types)
  end, how.is_even and "even" or "odd", true, how.double)
end
local function sines_bound(count) return { count == 32 and 2.0 ^ -28 or 2.0 ^ -27, 2.0 ^ -43.5 } end
angular("sin", "the sine of a", {
  of = sine, single = sine_single, double = { "no counterexample known", sin_of_double },
  integers = sine_fixed,
  pairs = function(count, by_quarters) return sine_by_singles(count, by_quarters, 0, sines_bound(count)) end,
})
angular("cos", "the cosine of a", {
  is_even = true, double = { "no counterexample known", cos_of_double }, of = function(r, quarters) return sine(r, quarters + 1) end,
  single = function(x, c, dtype, is_near) return sine_single(x, c, dtype, is_near, -0.5) end,
  integers = function(a) return sine_fixed(a, true) end,
  pairs = function(count, by_quarters) return sine_by_singles(count, by_quarters, 1, sines_bound(count)) end,
})
angular("tan", "the tangent of a", {
  of = tangent, single = tangent_single, integers = tan_fixed,
  pairs = function(count, by_quarters)
    return tangent_by_singles(count, by_quarters, { count == 32 and 2.0 ^ -27 or 2.0 ^ -26.5, 2.0 ^ -43 })
  end,
})

-- In pairs of f32: x = |a|, and atan(x) = atan(c) + atan(t), t = (p x - c) / (p + c x), with c, p = 1 and atan(c) from a table of `count`
-- entries (`arcs_32` and `arcs_16` in coefficients.sollya). p x - c is exact, and p + c x is two numbers. The division uses the first of
-- them, the remainder uses both. So the relative error of t is 2^-46. |t| is at most 1/7 if count is 32, and 1/6 if it is 16. In atan(t) =
-- t + t^3 q(t^2), t^3 q has four roundings of 2^-24 of itself, with that of `below`, and q's polynomial has an error of 2^-34 of t. The sum
-- of atan(c) and t is head and an exact rest. t^3 / 3 is at most 2^-10.7 of the result (count 16: 2^-9.9). So the relative error of the
-- result is 2^-32.6 (2^-31.8). Below 2^-12, and for NaN, a is the result. Above 2^36 x is 2^36, which has the same result.
local function atan_in_pairs(count, bound)
  local tables, first, least = "arcs_" .. count, 0x3d000000, 0x39800000 -- of 2^-5 and 2^-12
  local to_index, last = count == 32 and 21 or 22, count == 32 and 0x40e00000 or 0x40c00000
  return function(a)
    local size = let.size(bits.i32(a) & 0x7fffffff)
    local is_ordinary = lt(size + (0x80000000 - least), constant("i32", 0x7f800001 - 0x80000000 - least))
    local x = let.x(maximum(minimum(size, constant("i32", 0x51800000)), constant("i32", least)))
    local parts = minimum(maximum(x, constant("i32", first)), constant("i32", 0x40ffffff))
    let.part(parts, "the index of the interval that contains x")
    local index, is_upper = let.index(bits.u32(parts - first) >> to_index), nil
    if count == 16 then index, is_upper = let.within_half(index & 7), let.is_upper(lt(constant("i32", 0x3effffff), x)) end
    local function of(what) return let[what](found_in(coefficients[tables .. "_" .. what], what, index, is_upper)) end
    local minus_c, high, arc_low = of("minus_c"), of("high"), of("low")
    local p = let.p(bits.f32(drop(lt(constant("i32", last - 1), x), constant("i32", 0x3f800000))))
    x = bits.f32(x)
    local over = let.over(fused(p, x, minus_c), "t = (p x - c) / (p + c x)")
    local under = let.under(fused_from(minus_c, x, p))
    local under_low = let.under_low(fused_from(minus_c, x, p - under))
    local inverse = let.inverse(1.0 / under)
    local t = let.t(over * inverse)
    local remainder = let.remainder(fused_from(t, under_low, fused_from(t, under, over)))
    local z = let.z(t * t, "atan(t) = t + t^3 q(t^2)")
    local q = let.q(nested(z, coefficients["pair_atan_" .. count], fused))
    local head, lost = sum_of(high, t)
    local below = let.below(fused(z * t, q, fused(remainder, inverse, lost + arc_low)))
    local value, is_sure = between(head, fused(head, -bound, below), fused(head, bound, below), is_ordinary, true)
    return select(is_ordinary, with_sign(value, a), a), is_sure
  end
end

-- atan(x) = atan(c) + atan((x - c) / (1 + c x)), where c is 0, 1/2, 1, 3/2 or infinity
define("atan", "the arc tangent of a", {
  before = absolute,
  core = function(x)
    local arcs, limits = coefficients.arcs, { 7 / 16, 11 / 16, 19 / 16, 39 / 16 }
    local names, is_near = { "half", "one", "three_halves", "infinity" }, {}
    for k, name in ipairs(names) do is_near[k] = let["is_near_" .. name](lt(constant("f64", limits[k]), x)) end
    local function of(what, ...)
      local value = constant("f64", 0.0)
      for k, number in ipairs { ... } do
        value = let[what .. "_" .. names[k]](select(is_near[k], constant("f64", number), value))
      end
      return value
    end
    local c = of("c", 0.5, 1.0, 1.5)
    let.c(c, "(x - c) / (1 + c x), or -1 / x")
    local over = select(is_near[4], constant("f64", -1.0), x - c)
    local under = select(is_near[4], x, mul_add(select(lt(x, 4.0), x, constant("f64", 4.0)), c, constant("f64", 1.0)))
    local t = let.t(over / under)
    local z = squared(t)
    local low = let.low(mul_add(t * z, polynomial(z, coefficients.atan), of("low", arcs[2], arcs[4], arcs[6], arcs[8])))
    return of("high", arcs[1], arcs[3], arcs[5], arcs[7]) + (low + t)
  end,
  after = with_sign,
  pairs = { atan_in_pairs(32, 2.0 ^ -32.3), atan_in_pairs(16, 2.0 ^ -31.5) },
  -- In f32: beyond 1 it is pi / 2 plus the arc tangent of -1 / x.
  single = {
    near_0 = "odd", after = signed_single,
    before = function(a, dtype) return dtype == "f16" and absolute(a) or minimum(a, 0x1p100) end, -- so that its inverse is not subnormal
    core = function(x, c)
      local one = constant("f32", 1.0)
      local is_large = let.is_large(lt(one, x), "beyond 1 the angle is added to pi / 2")
      local t = let.t(select(is_large, constant("f32", -1.0) / bits.f32(maximum(bits.i32(x), bits.i32(one))), x))
      local z = let.z(t * t)
      local near = let.nearby(mul_add(t * z, nested(z, c), t))
      return select(is_large, near + constant("f32", math.pi / 2), near)
    end,
  },
})

-- asin(s) = s + rest for s up to 1/2; a larger |a| uses s = sqrt((1 - |a|) / 2).
local half_pi = { coefficients.arcs[7], coefficients.arcs[8] }
local function arc(x)
  local is_large = let.is_large(lt(constant("f64", 0.5), x), "of more than 1/2 by the sine of half the angle")
  local w = let.w(select(is_large, mul_add(x, constant("f64", -0.5), constant("f64", 0.5)), squared(x)))
  local s = let.s(select(is_large, sqrt(w), x))
  return is_large, s, let.rest(s * w * polynomial(w, coefficients.asin))
end

-- In pairs of f32, for x = |a| from 0 to 1 by the same formula: base + asin(S). Up to 1/2 S is x, with either sign. Beyond, S is 2 s, with
-- either sign, and asin(s) counts twice, with s = sqrt((1 - x) / 2). asin(s) = s (1 + g(w)) with w = s^2, and g(w) = g(c) + d p(d) with d =
-- w - c. A table of `count` entries has c, g(c) and the coefficients of p (`sines_32` and `sines_8` in coefficients.sollya). The remainder
-- of the root gives its error, as a share of it. The error of g(c) is 2^-38, and that of d p(d) 2^-36 (count 8: 2^-34) because p is a
-- polynomial. |d| is below 2^-7.9 (2^-5.8), p is from 0.16 to 0.22, their product is below 2^-10.1 (2^-8). Up to x = 1/2 d is rounded by
-- 2^-32 (2^-30), which is 2^-34.4 (2^-32.2) of g. p is rounded by 2^-27, which is 2^-34.9 (2^-32.8) of g; d p by 2^-35 (2^-33), and `below`
-- by 2^-34.1 (2^-32). Their sum is 2^-32.4 (2^-30.3) of S.
local half_pi_single = 0x1.921fb6p0
local of_low = (half_pi[1] - half_pi_single) / half_pi_single
local function arc_in_pairs(count, x, is_large, base, signed)
  local factor = let.factor(select(is_large, constant("f32", -0.5), x), "w = (1 - x) / 2 or x^2")
  local added = let.added(bits.f32(keep(is_large, constant("u32", 0x3f000000))))
  local w = let.w(fused(x, factor, added))
  local index = let.index(bits.u32(fused(w, 4.0 * (count - 1), whole_single)) & (count - 1))
  local function of(what)
    local name = type(what) == "number" and "terms" or what
    return let[name](look_up(let[name](table("f32", coefficients["sines_" .. count .. "_" .. what])), index))
  end
  local s = let.s(sqrt(w), "the root, and its rounding error, as a share of it")
  local half_lost = let.half_lost(fused_from(s, s, w) * added)
  local share = let.share(half_lost / (w + 0x1p-90)) -- 0 where w is 0
  local d = let.d(fused(x, factor, added - of "center"), "1 + g(w)")
  local terms = {}
  for i = 1, count == 8 and 4 or 3 do terms[i] = of(i) end
  local value = of "value"
  local rest = let.rest(fused(d, nested(d, terms, fused), fused(share, value, share)))
  local size = let.size_of_s(signed(s))
  local sum, lost = sum_of(base, size)
  local head = let.head(fused(size, value, sum))
  local losses = let.losses(fused(base, of_low, lost) + fused(size, value, sum - head))
  return head, let.below(fused(size, rest, losses)), size
end

-- Below 2^-12 a is the result. Beyond 1 the result is NaN, and x is 1.
local function asin_in_pairs(count, bound)
  local least, one = 0x39800000, 0x3f800000 -- of 2^-12
  return function(a)
    local size = let.size(bits.i32(a) & 0x7fffffff)
    local is_ordinary = let.is_ordinary(lt(constant("i32", least), size))
    local x = let.x(maximum(minimum(size, constant("i32", one)), constant("i32", least)))
    local is_large = let.is_large(lt(constant("i32", 0x3f000000), x))
    local base = let.base(bits.f32(keep(is_large, bits.u32(constant("f32", half_pi_single)))))
    local head, below, s = arc_in_pairs(count, bits.f32(x), is_large, base, function(s) return select(is_large, s * -2.0, bits.f32(x)) end)
    local value, is_sure = between(head, fused(s, -bound, below), fused(s, bound, below), is_ordinary, true)
    local beyond = let.beyond(keep(lt(constant("i32", one), size), constant("u32", 0x7fc00000)))
    return select(is_ordinary, bits.f32(bits.u32(value) | beyond | bits.u32(a) ~ bits.u32(size)), a), is_sure
  end
end

-- Below 2^-36 x is 2^-36, which has the same result. Beyond 1 the result is NaN, and x is 1.
local function acos_in_pairs(count, bound)
  local one = 0x3f800000
  return function(a)
    local size = let.size(bits.i32(a) & 0x7fffffff)
    local is_ordinary = ~lt(constant("i32", one), size)
    local x = let.x(maximum(minimum(size, constant("i32", one)), constant("i32", 0x2d800000)))
    local is_large = let.is_large(lt(constant("i32", 0x3f000000), x))
    local of_large = let.of_large(bits.u32(constant("f32", 2.0 * half_pi_single)) & bits.u32(bits.i32(a) >> 31))
    local base = let.base(select(is_large, bits.f32(of_large), constant("f32", half_pi_single)))
    local other_sign = let.other_sign(~bits.u32(a) & 0x80000000)
    local head, below = arc_in_pairs(count, bits.f32(x), is_large, base, function(s)
      return bits.f32(select(is_large, bits.u32(s * -2.0) ~ other_sign, bits.u32(x) | other_sign))
    end)
    local value, is_sure = between(head, fused(head, -bound, below), fused(head, bound, below), is_ordinary, true)
    return select(is_ordinary, value, bits.f32(constant("u32", 0x7fc00000))), is_sure
  end
end

define("asin", "the arc sine of a", {
  before = function(a) return minimum(absolute(a), 2.0) end,
  core = function(x)
    local is_large, s, rest = arc(x)
    local twice = s + (rest + (s + (rest - half_pi[2])))
    return select(is_large, constant("f64", half_pi[1]) - twice, s + rest)
  end,
  after = with_sign,
  pairs = { asin_in_pairs(32, 2.0 ^ -32.25), asin_in_pairs(8, 2.0 ^ -30.2) },
  -- In f32 by the same formula: w and twice the angle are exact there, too.
  single = {
    near_0 = "odd", before = size_single, after = signed_single,
    core = function(x, c)
      local is_large = let.is_large(lt(constant("f32", 0.5), x), "of more than 1/2 by the sine of half the angle")
      local w = let.w(select(is_large, mul_add(x, constant("f32", -0.5), constant("f32", 0.5)), x * x))
      local s = let.s(select(is_large, sqrt(w), x))
      local angle = let.angle(mul_add(s * w, nested(w, c), s))
      return select(is_large, mul_add(angle, constant("f32", -2.0), constant("f32", math.pi / 2)), angle)
    end,
  },
})

define("acos", "the arc cosine of a", {
  before = function(a) return clamped(a, -2.0, 2.0) end,
  core = function(x)
    local is_large, s, rest = arc(let.size(absolute(x)))
    local is_negative = let.is_negative(lt(x, 0.0))
    local angle = let.angle(s + rest)
    local twice = let.twice(angle + angle)
    local near_pi = constant("f64", 2.0 * half_pi[1]) - (twice - 2.0 * half_pi[2])
    local near_half_pi = constant("f64", half_pi[1]) - (select(is_negative, -angle, angle) - half_pi[2])
    return select(is_large, select(is_negative, near_pi, twice), near_half_pi)
  end,
  pairs = { acos_in_pairs(32, 2.0 ^ -32.25), acos_in_pairs(8, 2.0 ^ -30.1) },
  -- In f32 acos(|a|) = sqrt(1 - |a|) p(|a|); for a negative a the result is pi minus that. Beyond 1 the root is NaN.
  single = {
    before = function(a, dtype) return dtype == "f16" and a or a + 0x1p-60 end, -- for bf16, so that it is not subnormal
    core = function(x, c)
      local size = let.size(absolute(x))
      local angle = let.angle(sqrt(1.0 - size) * nested(size, c))
      return select(lt(x, 0.0), constant("f32", math.pi) - angle, angle)
    end,
  },
})
