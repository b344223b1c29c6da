-- Functions based on log(1 + y), logarithms to other bases, and roots.

local function most(dtype) return dtype == "f16" and 0x1p16 or 0x1.fffffep127 end -- no step computes with infinity
local function infinity() return constant("f32", 1 / 0) end
local function quiet_nan() return bits.f32(constant("u32", 0x7fc00000)) end
local function but_infinity(usual, a) return select(eq(a, infinity()), infinity(), usual) end

-- In pairs of f32: 1 + a is u + lost. Below 2^-26 log(1 + a) is a - a^2 / 2, which rounds to a. There a is the result, as for NaN and
-- infinity. No arithmetic uses these operands, nor operands of -1 and below.
local function log_1_plus_in_pairs(count, share)
  return function(a)
    local size = (bits.i32(a) & 0x7fffffff) + 0x800000 -- infinity and NaN become less than 0
    local is_large = lt(constant("i32", 0x327fffff + 0x800000), size) -- from 2^-26 on
    local is_ordinary = let.is_ordinary(lt(constant("f32", -1.0), a) & is_large)
    local x = let.x(bits.i32(keep(is_ordinary, bits.u32(a))))
    local one = constant("i32", 0x3f800000)
    local greater, lesser = let.greater(bits.f32(maximum(x, one))), let.lesser(bits.f32(minimum(x, one)))
    local u = let.u(greater + lesser)
    local lost = let.lost(lesser - (u - greater))
    local edge
    if count == 8 then -- further bits turn -1 and lower numbers into -infinity and NaN
      local infinite, nan = keep(eq(a, -1.0), constant("u32", 0xff800000)), keep(lt(a, -1.0), constant("u32", 0x7fc00000))
      edge = bits.f32(bits.u32(a) | infinite | nan)
    else
      local of_below = select(lt(a, -1.0), constant("u32", 0x7fc00000), bits.u32(a))
      edge = bits.f32(select(eq(a, -1.0), constant("u32", 0xff800000), of_below))
    end
    return logarithm_in_pairs("log", count, bits.u32(u), 1.75 * 2.0 ^ -23, share, is_ordinary, edge, lost)
  end
end

define("log1p", "log(1 + a)", {
  before = function(a, dtype) return clamped(a, -0x1.fffffep-1, most(dtype)) end,
  core = function(x) return with_sign(log_1_plus(x), x) end,
  integers = log1p_fixed,
  double = { "by a published bound", log1p_of_double },
  after = function(usual, a)
    return select(le(a, -1.0), select(eq(a, -1.0), constant("f32", -1 / 0), quiet_nan()), but_infinity(usual, a))
  end,
  pairs = { log_1_plus_in_pairs(32, 2.0 ^ -12.75), log_1_plus_in_pairs(8, 2.0 ^ -14.5) },
  single = {
    near_0 = "itself",
    core = function(x, c, dtype)
      local value = log_1_plus_single(x, c, dtype)
      return dtype == "f16" and with_sign(value, x) or value
    end,
  },
})

-- log(1 + e^-|x|)
local function log_1_plus_power(x)
  local size = let.size(absolute(x))
  return log_1_plus(exp_f64(-select(lt(constant("f64", 110.0), size), constant("f64", 110.0), size))), size
end

-- b + (c's sign) log(1 + e^-|x|) for f16 or bf16. For bf16 the power, and so the variable of the second polynomial, is multiplied by 2^14,
-- because e^-|x| may be a subnormal f32. Beyond 86.75 the power is the result.
local function log_1_plus_power_single(x, c, dtype, b, is_negative)
  local terms, scale = dtype == "f16" and 6 or 5, dtype == "f16" and 0 or 14
  local v, power = exp_single(size_at_most(x, dtype == "f16" and 18.5 or 96.0), -1, { table.unpack(c, 1, terms) }, scale)
  local of_size = let.power(v * power)
  local usual = single_log_1_plus(dtype == "f16" and of_size or size_at_least(of_size, 0x1.8p-112), { table.unpack(c, terms + 1) }, b)
  if dtype == "f16" then return usual end
  local is_low = is_negative and lt(constant("f32", 86.75), x) or not is_negative and lt(x, -86.75)
  return select(is_low, low_single(of_size, 0x1p14, is_negative), usual)
end

local function not_subnormal(a, dtype) return dtype == "f16" and a or a + 0x1p-60 end

define("softplus", "log(1 + e^a)", {
  before = function(a) return clamped(a, -110.0, most()) end,
  core = function(x)
    local rest, size = log_1_plus_power(x)
    return (x + size) * 0.5 + rest
  end,
  integers = softplus_fixed,
  after = but_infinity,
  single = {
    before = not_subnormal,
    core = function(x, c, dtype) return log_1_plus_power_single(x, c, dtype, maximum(x, -0.0)) end,
    after = false,
  },
})

define("log_sigmoid", "-log(1 + e^-a)", {
  before = function(a) return clamped(a, -most(), 110.0) end,
  core = function(x)
    local rest, size = log_1_plus_power(x)
    return (x - size) * 0.5 - rest
  end,
  integers = function(a) return softplus_fixed(a, true) end,
  after = function(usual, a) return select(eq(a, constant("f32", -1 / 0)), constant("f32", -1 / 0), usual) end,
  single = {
    before = not_subnormal,
    core = function(x, c, dtype) return log_1_plus_power_single(x, c, dtype, minimum(x, 0.0), true) end,
    after = false,
  },
})

-- log(1 + of(x)), where of(x) is about 2 x. For bf16, whose square may exceed f32, it is log(2 x) from 2^13 on, which is as accurate.
local function log_of_twice(x, c, dtype, of)
  if dtype == "f16" then return log_1_plus_single(of(x), c) end
  local limit = constant("f32", 0x1p13)
  local near = log_1_plus_single(of(let.nearby(minimum(x, limit))), c)
  local k, f = parts_of_single(x)
  return select(lt(limit, x), log_single(k + 1.0, f, c), near) -- NaN takes the near one
end

define("asinh", "the inverse hyperbolic sine of a", {
  before = function(a, dtype) return minimum(size_single(a, dtype), most(dtype)) end,
  core = function(x)
    local square = let.square(x * x)
    return log_1_plus(x + square / (sqrt(square + 1.0) + 1.0))
  end,
  after = function(usual, a, dtype) return signed_single(but_infinity(usual, size_single(a, dtype)), a, dtype) end,
  single = {
    near_0 = "odd",
    core = function(x, c, dtype)
      return log_of_twice(x, c, dtype, function(near)
        local square = let.square(near * near)
        return near + square / (sqrt(square + 1.0) + 1.0)
      end)
    end,
  },
})

define("acosh", "the inverse hyperbolic cosine of a", {
  before = function(a, dtype) return clamped(a, 1.0, most(dtype)) end,
  core = function(x)
    local above = let.above(x - 1.0)
    return log_1_plus(above + sqrt(above * (above + 2.0)))
  end,
  after = function(usual, a) return select(lt(a, 1.0), quiet_nan(), but_infinity(usual, a)) end,
  single = {
    core = function(x, c, dtype)
      return log_of_twice(x, c, dtype, function(near)
        local above = let.above(near - 1.0)
        return above + sqrt(above * (above + 2.0))
      end)
    end,
  },
})

define("atanh", "the inverse hyperbolic tangent of a", {
  before = function(a, dtype) return minimum(size_single(a, dtype), 0x1.fffffep-1) end,
  core = function(x) return log_1_plus((x + x) / (1.0 - x)) * 0.5 end,
  after = function(usual, a, dtype)
    local size = let.size(size_single(a, dtype))
    local edge = select(eq(size, 1.0), infinity(), quiet_nan())
    return signed_single(select(le(constant("f32", 1.0), size), edge, usual), a, dtype)
  end,
  single = { near_0 = "odd", core = function(x, c) return log_1_plus_single((x + x) / (constant("f32", 1.0) - x), c) * 0.5 end },
})

-- ---- Other bases ----

-- The ways by quotients and by inverses. log2 is log(2) to the base, in two parts, or nil for 1.
local function logarithm(base, log2, of_e, bound, share_32, share_8, integers, double)
  local function in_singles(count, share)
    return function(a) return logarithm_of_all("log" .. base, count, a, bound, share) end
  end
  define("log" .. base, "the logarithm of a to the base " .. base, {
    core = function(x) return log_to_base(x, log2, of_e[1]) end,
    core_by_table = function(x)
      local m, k, distance = parts_of(x, 0x3fe6800000000000)
      local index = let.index(distance >> 48 & 15)
      local function of(name) return look_up(let[name](table("f64", coefficients[name])), index) end
      local inverse, of_inverse = let.inverse(of "inverses_16"), let.of_inverse(of("logarithms_16_" .. base))
      local r = let.r(mul_add(m, inverse, constant("f64", -1.0)))
      local high = let.high(log2 and mul_add(k, log2[1], of_inverse) or k + of_inverse)
      local rest = mul_add(r, of_e[2], r * r * polynomial(r, coefficients["log" .. base .. "_near"]))
      local low = let.low(log2 and mul_add(k, log2[2], rest) or rest)
      return high + mul_add(r, of_e[1], low)
    end,
    after = logarithm_of_any,
    pairs = in_singles(8, share_8), pairs_by_table = in_singles(32, share_32),
    integers = integers, double = { "by a published bound", double },
    single = {
      core = function(x, c, dtype)
        local k, f = parts_of_half(x, dtype)
        local of_m = f * polynomial(f, c)
        return log2 and mul_add(k, constant("f32", log2[1]), of_m) or k + of_m
      end,
    },
  })
end
-- In integers, log(2) is multiplied by a power of two, and log(e) by 2^39.
logarithm(2, nil, coefficients.log2_of_e, 1.75 * 2.0 ^ -23, 2.0 ^ -12.125, 2.0 ^ -13.75, function(a)
  return log_fixed(a, 7, 1 << 56, 0xb8aa3b295c, 30)
end, log2_of_double)
logarithm(10, coefficients.log10_of_2, coefficients.log10_of_e, 0.625 * 2.0 ^ -23, 2.0 ^ -10.5, 2.0 ^ -12.5, function(a)
  return log_fixed(a, 5, 0x134413509f79fef, 0x3796f62a4e, 29)
end, log10_of_double)

-- ---- Roots ----

-- In pairs of f32: a = 4^q m, m from 1/2 to 2. s is the root and y = 1 / s. The remainders m - s^2 and 1 - s y are exact, and at most 2^-23
-- of m and of 1. 1 / sqrt(m) = y (1 + (1 - s y) - (m - s^2) y^2 / 2); the terms with their squares, together at most 2^-46, are left out.
-- `below` has five roundings of 2^-24 of itself. So the relative error of the result is less than 2^-44.7. A subnormal number is an integer
-- times 2^-149, so a conversion makes it normal.
local function inverse_root_in_pairs(bound)
  local infinite = 0x7f800000
  return function(a)
    local size = let.size(bits.i32(a) & 0x7fffffff)
    local is_ordinary = lt(bits.i32(a) + 0x7fffffff, constant("i32", infinite + 0x7fffffff - (1 << 32)))
    local is_small = let.is_small(lt(size, constant("i32", 0x00800000)))
    local n = let.n(select(is_small, bits.i32(f32_from_i32(size)) - (149 << 23), size))
    local m = let.m(n & 0x00ffffff | 0x3f000000, "a = 4^q m")
    local s = let.s(sqrt(bits.f32(m)))
    local y = let.y(1.0 / s)
    local of_root = let.of_root(fused_from(s, s, bits.f32(m)) * y, "the rounding errors of the root and its inverse")
    local below = let.below(y * fused_from(of_root, y * 0.5, fused_from(s, y, constant("f32", 1.0))))
    local value, is_sure = between(y, fused(y, -bound, below), fused(y, bound, below), is_ordinary, true)
    local pole, nan = constant("i32", infinite) | bits.i32(a), constant("i32", 0x7fc00000)
    local edge = let.edge(select(eq(size, 0), pole, nan), "of 0, negative numbers, infinity and NaN")
    local other = let.other(select(eq(bits.i32(a), infinite), constant("i32", 0), edge))
    return bits.f32(select(is_ordinary, bits.i32(value) - (n - m >> 1), other)), is_sure
  end
end

define("rsqrt", "1 / sqrt(a)", {
  double = { "algebraic", rsqrt_of_double },
  before = function(a) return select(eq(a, 0.0), constant("f32", 1.0), a) end,
  core = function(x) return 1.0 / sqrt(x) end,
  after = function(usual, a) return select(eq(a, 0.0), with_sign(infinity(), a), usual) end,
  pairs = inverse_root_in_pairs(2.0 ^ -44),
  -- In f32, where the pole, of either sign, is that of IEEE 754. The bits of a subnormal bf16, as an integer, are its magnitude times
  -- 2^149.
  single = {
    before = false, after = false,
    core = function(x, _, dtype)
      if dtype == "f16" then return 1.0 / sqrt(x) end
      local size = let.size(bits.i32(absolute(x)))
      local is_small = let.is_small(lt(size, constant("i32", 0x800000)))
      local normal = let.normal(select(is_small, with_sign(f32_from_i32(size), x), x))
      return select(is_small, constant("f32", 2.0 ^ 74.5), constant("f32", 1.0)) / sqrt(normal)
    end,
  },
})
