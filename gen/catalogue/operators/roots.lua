-- The cube root.

-- m = 2^s f, s = 0, 1 or 2; t = m^(-1/3) as an f32; h = 1 - m t^3. m^(1/3) = m t^2 (1 - h)^(-2/3). The bits of a subnormal number, as an
-- integer, are that number times 2^149.
local function cube_root(a)
  local size = let.size(absolute(a))
  local is_small = let.is_small(lt(bits.i32(size), constant("i32", 0x800000)))
  local normal = let.normal(select(is_small, bits.i32(f32_from_i32(bits.i32(size))), bits.i32(size)))
  local exponent = let.exponent((normal >> 23) + select(is_small, constant("i32", 122 - 149), constant("i32", 122)))
  local q = let.q(exponent * constant("i32", 0x5556) >> 16, "the size is m 2^(3 q), m from 1 to 8") -- / 3
  local s = let.s(exponent - (q + q + q))
  local f = let.f(bits.i32(normal & 0x7fffff | 0x3f800000))
  local factor = let.factor(select(eq(s, 0), constant("f32", 1.0),
    select(eq(s, 1), constant("f32", 2.0 ^ (-1 / 3)), constant("f32", 2.0 ^ (-2 / 3)))))
  local t = let.t(convert("f64", nested(bits.f32(f), coefficients.cbrt_inverse) * factor))
  local m = let.m(bits.f32(f + (s << 23)))
  local root = let.root(convert("f64", m) * (t * t))
  local h = let.h(mul_add(root, -t, constant("f64", 1.0)), "m^(1/3) = root (1 - h)^(-2/3)")
  local series = nested(h, { 2 / 3, 5 / 9, 40 / 81 })
  local usual = except_hard("cbrt", m, convert("f32", mul_add(root * h, series, root))) * bits.f32((q + (127 - 83)) << 23)
  local is_edge = eq(size, 0.0) | ~lt(size, constant("f32", 1 / 0))
  return with_sign(select(is_edge, size, usual), a)
end
-- In pairs of f32: |a| = 2^3q m, m from 1 to 8. A table has k close to 1 / m, and the cube root of 1 / k as two f32. h = k m - 1 is exact
-- and at most 1 / 16. cbrt(m) is that root times cbrt(1 + h) = 1 + h / 3 + h^2 p(h). One table has 24 values of k (`cubes` in
-- coefficients.sollya). The other has 8, for m / 2^s from 1 to 2, s = 0, 1, 2; there the root is multiplied by 2^(s / 3), which is also two
-- f32, with an error of 2^-46. h / 3 is `minus_third` and an exact rest. The root times (1 + h / 3) is head and `lost`. h^2 p is below
-- 2^-11.1. It has four roundings of 2^-24 of itself, with that of `below`, and p's polynomial has an error of 2^-37. So the relative error
-- of the result is less than 2^-33. A subnormal number is an integer times 2^-149, so a conversion makes it normal. For 0, infinity and NaN
-- a is the result.
local third, least_normal = 0x1.555556p-2, 0x00800000
local function cube_root_in_pairs(count, bound)
  return function(a)
    local size = let.size(bits.i32(a) & 0x7fffffff)
    local is_ordinary = lt(size + 0x7fffffff, constant("i32", 0x7f800000 + 0x7fffffff - (1 << 32)))
    local is_not_small = let.is_not_small(lt(constant("i32", least_normal - 1), size))
    local n = let.n(select(is_not_small, size, bits.i32(f32_from_i32(size)) - (149 << 23)))
    local exponent = let.exponent((n >> 23) + 0x4b400000, "|a| = 2^3q m") -- as an f32, 3 * 2^22 more
    local q = let.q(bits.u32(fused(bits.f32(exponent), constant("f32", 0x1.555554p-2), constant("f32", 8388565.5))) << 23)
    local m = let.m(bits.u32(n) - (q + q + q))
    local k, root, root_low, x
    local function of(what, index)
      return let[what](look_up(let[what](table("f32", { table.unpack(coefficients[what], 1, count == 8 and 8 or nil) })), index))
    end
    if count == 24 then
      local index = let.index(m - 0x3f800000 >> 20)
      x = bits.f32(m)
      k, root, root_low = of("cubes_inverse", index), of("cubes_root", index), of("cubes_root_low", index)
    else
      local index, s = let.index(m >> 20 & 7), let.s(m >> 23 & 3)
      x = let.fraction(bits.f32(m & 0x7fffff | 0x3f800000))
      k = of("cubes_inverse", index)
      local of_m, of_2 = of("cubes_root", index), of("root_of_2", s)
      root = let.root(of_m * of_2)
      local lows = let.lows(fused(of_m, of("root_of_2_low", s), of("cubes_root_low", index) * of_2))
      root_low = let.root_low(lows - fused_from(of_m, of_2, root))
    end
    local h = let.h(fused(x, k, constant("f32", -1.0)), "m^(1/3) = root (1 + h)^(1/3)")
    local minus = let.minus_third(h * -third)
    local curve = let.curve(fused(h, nested(h, coefficients.pair_cbrt, fused), constant("f32", 1 / 3 - third)))
    local rest = let.rest(fused(h, curve, fused(h, third, minus)))
    local head = let.head(fused_from(root, minus, root))
    local lost = let.lost(fused_from(root, minus, root - head))
    local below = let.below(fused(root, rest, fused_from(root_low, minus, root_low) + lost))
    local value, is_sure = between(head, fused(head, -bound, below), fused(head, bound, below), is_ordinary, true)
    return select(is_ordinary, bits.f32(bits.u32(value) + q | bits.u32(a) ~ bits.u32(size)), a), is_sure
  end
end

-- In f32 t comes from a third of the bits of m, so |h| < 0.11, and m^(1/3) = r + r h series(h) with r = m t^2. That is 0 for 0. With an
-- even number of coefficients it is infinity for infinity, because no infinities are subtracted. The bits of a subnormal number, as an
-- integer, are that number times 2^149.
local function cube_root_single(x, c, dtype)
  local m, is_small = x, dtype == "bf16" and let.is_small(lt(x, 0x1p-126))
  if is_small then m = let.m(select(is_small, f32_from_i32(bits.i32(x)), x)) end
  local bits_of_t = mul_add(f32_from_i32(bits.i32(m)), -1 / 3, constant("f32", 0x1.5288p30))
  local t = let.t(bits.f32(i32_from_f32(bits_of_t)))
  local r = let.r(m * (t * t))
  local h = let.h(mul_add(r, -t, constant("f32", 1.0)), "the root is r (1 - h)^(-1/3)")
  local root = let.root(mul_add(r * h, nested(h, c), r))
  return is_small and select(is_small, root * 2.0 ^ (-149 / 3), root) or root
end
of_single("cbrt", "the cube root of a", {
  { "expr", cube_root },
  { "pairs", in_pairs(cube_root_in_pairs(24, 2.0 ^ -32.9), cube_root) },
  { "pairs_2", in_pairs(cube_root_in_pairs(8, 2.0 ^ -32.9), cube_root) },
},
  by_single("cbrt", { before = absolute, core = cube_root_single, after = with_sign }), nil, nil, nil, { "algebraic", cbrt_of_double })
