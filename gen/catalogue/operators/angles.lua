-- Cosine, tangent, the inverses of these and sine; and the cube root.

-- Of |a|, by quarter turns. A far f32 is reduced in another way: that is settled for whole vectors, or computed always, and chosen.
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
  local function at_once(value, is_near, far_value) return select(is_near, value, far_value) end
  local function one_of_four(numbers, index)
    local function of(i) return constant("f64", numbers[i]) end
    local is_odd = let.is_odd(eq(index & 1, 1))
    return select(eq(index & 2, 2), select(is_odd, of(4), of(3)), select(is_odd, of(2), of(1)))
  end
  local function flipped(value, a) return bits.f32(bits.u32(value) ~ bits.u32(a) & 1 << 31) end
  -- In f32 an infinity becomes NaN in the reduction. A far bf16 is reduced by tables.
  local function core(x, c, dtype)
    if dtype == "f16" then return how.single(x, c, dtype) end
    return settle_all(how.single(x, c, dtype, true), lt(bits.i32(x), constant("i32", 0x46000000)), how.single(x, c, dtype))
  end
  local single = by_single(name, { before = absolute, core = core, after = not how.is_even and flipped or nil })
  local all = by(at_once, one_of_four)
  of_single(name, says, { { "settled", by(settle_all) }, { "at_once", all } }, single, function(a, types)
    return (types.T == "f16" and single or all)(a, types)
  end)
end
angular("sin", "the sine of a", { of = sine, single = sine_single })
angular("cos", "the cosine of a", {
  is_even = true, of = function(r, quarters) return sine(r, quarters + 1) end,
  single = function(x, c, dtype, is_near) return sine_single(x, c, dtype, is_near, -0.5) end,
})
angular("tan", "the tangent of a", { of = tangent, single = tangent_single })

-- atan(x) = atan(c) + atan((x - c) / (1 + c x)), c one of 0, 1/2, 1, 3/2 and infinity
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
    local over = select(is_near[4], constant("f64", -1.0), x - c)
    local under = select(is_near[4], x, mul_add(select(lt(x, 4.0), x, constant("f64", 4.0)), c, constant("f64", 1.0)))
    local t = let.t(over / under)
    local z = let.z(t * t)
    local low = let.low(mul_add(t * z, polynomial(z, coefficients.atan), of("low", arcs[2], arcs[4], arcs[6], arcs[8])))
    return of("high", arcs[1], arcs[3], arcs[5], arcs[7]) + (low + t)
  end,
  after = with_sign,
  -- In f32, of 1 / x, from pi / 2, beyond 1.
  single = {
    core = function(x, c)
      local one = constant("f32", 1.0)
      local is_large = let.is_large(lt(one, x))
      local t = let.t(select(is_large, constant("f32", -1.0) / bits.f32(maximum(bits.i32(x), bits.i32(one))), x))
      local z = let.z(t * t)
      local near = let.nearby(mul_add(t * z, nested(z, c), t))
      return select(is_large, near + constant("f32", math.pi / 2), near)
    end,
  },
})

-- asin(s) = s + rest, s up to 1/2; of a larger |a| that of s = sqrt((1 - |a|) / 2).
local half_pi = { coefficients.arcs[7], coefficients.arcs[8] }
local function arc(x)
  local is_large = let.is_large(lt(constant("f64", 0.5), x))
  local w = let.w(select(is_large, mul_add(x, constant("f64", -0.5), constant("f64", 0.5)), x * x))
  local s = let.s(select(is_large, sqrt(w), x))
  return is_large, s, let.rest(s * w * polynomial(w, coefficients.asin))
end

define("asin", "the arc sine of a", {
  before = function(a) return minimum(absolute(a), 2.0) end,
  core = function(x)
    local is_large, s, rest = arc(x)
    local twice = s + (rest + (s + (rest - half_pi[2])))
    return select(is_large, constant("f64", half_pi[1]) - twice, s + rest)
  end,
  after = with_sign,
  -- In f32 by the same formula: w and twice the angle are exact there, too.
  single = {
    before = absolute,
    core = function(x, c)
      local is_large = let.is_large(lt(constant("f32", 0.5), x))
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
  -- In f32 acos(|a|) = sqrt(1 - |a|) p(|a|), and that of a negative a is what is left to pi. Beyond 1 it is the root that is NaN.
  single = {
    before = false,
    core = function(x, c)
      local size = let.size(absolute(x))
      local angle = let.angle(sqrt(1.0 - size) * nested(size, c))
      return select(lt(x, 0.0), constant("f32", math.pi) - angle, angle)
    end,
  },
})

-- m = 2^s f, s = 0, 1 or 2; t = m^(-1/3) as an f32, h = 1 - m t^3: m^(1/3) = m t^2 (1 - h)^(-2/3)
local function cube_root(a)
  local size = let.size(absolute(a))
  local is_small = let.is_small(lt(size, 0x1p-126))
  local normal = let.normal(bits.i32(size * select(is_small, constant("f32", 0x1p24), constant("f32", 1.0))))
  local exponent = let.exponent((normal >> 23) + select(is_small, constant("i32", 98), constant("i32", 122)))
  local q = let.q(exponent * constant("i32", 0x5556) >> 16) -- / 3
  local s = let.s(exponent - (q + q + q))
  local f = let.f(bits.i32(normal & 0x7fffff | 0x3f800000))
  local factor = let.factor(select(eq(s, 0), constant("f32", 1.0),
    select(eq(s, 1), constant("f32", 2.0 ^ (-1 / 3)), constant("f32", 2.0 ^ (-2 / 3)))))
  local t = let.t(convert("f64", nested(bits.f32(f), coefficients.cbrt_inverse) * factor))
  local m = let.m(bits.f32(f + (s << 23)))
  local root = let.root(convert("f64", m) * (t * t))
  local h = let.h(mul_add(root, -t, constant("f64", 1.0)))
  local series = nested(h, { 2 / 3, 5 / 9, 40 / 81 })
  local usual = except_hard("cbrt", m, convert("f32", mul_add(root * h, series, root))) * bits.f32((q + (127 - 83)) << 23)
  local is_edge = eq(size, 0.0) | ~lt(size, constant("f32", 1 / 0))
  return with_sign(select(is_edge, size, usual), a)
end
-- In f32 t comes from a third of the bits of m, so that |h| < 0.11, and m^(1/3) = r + r h series(h) with r = m t^2. That is 0 for 0,
-- and with an even number of coefficients infinity for infinity: no infinities are subtracted. A subnormal is scaled.
local function cube_root_single(x, c, dtype)
  local m, is_small = x, dtype == "bf16" and let.is_small(lt(x, 0x1p-126))
  if is_small then m = let.m(select(is_small, x * 0x1p24, x)) end
  local bits_of_t = mul_add(f32_from_i32(bits.i32(m)), -1 / 3, constant("f32", 0x1.5288p30))
  local t = let.t(bits.f32(i32_from_f32(bits_of_t)))
  local r = let.r(m * (t * t))
  local h = let.h(mul_add(r, -t, constant("f32", 1.0)))
  local root = let.root(mul_add(r * h, nested(h, c), r))
  return is_small and select(is_small, root * 0x1p-8, root) or root
end
of_single("cbrt", "the cube root of a", { { "expr", cube_root } },
  by_single("cbrt", { before = absolute, core = cube_root_single, after = with_sign }))
