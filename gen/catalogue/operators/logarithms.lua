-- Functions that are made of log(1 + y), logarithms to other bases, and roots.

local function most(dtype) return dtype == "f16" and 0x1p16 or 0x1.fffffep127 end -- infinity is not computed with
local function infinity() return constant("f32", 1 / 0) end
local function quiet_nan() return bits.f32(constant("u32", 0x7fc00000)) end
local function but_infinity(usual, a) return select(eq(a, infinity()), infinity(), usual) end

define("log1p", "log(1 + a)", {
  before = function(a, dtype) return clamped(a, -0x1.fffffep-1, most(dtype)) end,
  core = function(x) return with_sign(log_1_plus(x), x) end,
  after = function(usual, a)
    return select(le(a, -1.0), select(eq(a, -1.0), constant("f32", -1 / 0), quiet_nan()), but_infinity(usual, a))
  end,
  single = { core = function(x, c, dtype) return with_sign(log_1_plus_single(x, c, dtype), x) end },
})

-- log(1 + e^-|x|)
local function log_1_plus_power(x)
  local size = let.size(absolute(x))
  return log_1_plus(exp_f64(-select(lt(constant("f64", 110.0), size), constant("f64", 110.0), size))), size
end

-- b + (c's sign) log(1 + e^-|x|) of f16 or bf16. Of bf16 the power is 2^14 times that, and so is the variable of the second polynomial:
-- e^-|x| may be a subnormal f32.
local function log_1_plus_power_single(x, c, dtype, b)
  local terms, scale = dtype == "f16" and 6 or 5, dtype == "f16" and 0 or 14
  local v, turns = exp_single(size_at_most(x, dtype == "f16" and 18.5 or 96.0), -1, { table.unpack(c, 1, terms) })
  return single_log_1_plus(let.power(v * power_of_two(turns, scale)), { table.unpack(c, terms + 1) }, b)
end

define("softplus", "log(1 + e^a)", {
  before = function(a) return clamped(a, -110.0, most()) end,
  core = function(x)
    local rest, size = log_1_plus_power(x)
    return (x + size) * 0.5 + rest
  end,
  after = but_infinity,
  single = {
    before = false,
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
  after = function(usual, a) return select(eq(a, constant("f32", -1 / 0)), constant("f32", -1 / 0), usual) end,
  single = {
    before = false,
    core = function(x, c, dtype) return log_1_plus_power_single(x, c, dtype, minimum(x, 0.0)) end,
    after = false,
  },
})

-- log(1 + of(x)), of(x) about 2 x; of bf16, whose square an f32 may not have, log(2 x) from 2^13 on, which is as near.
local function log_of_twice(x, c, dtype, of)
  if dtype == "f16" then return log_1_plus_single(of(x), c) end
  local limit = constant("f32", 0x1p13)
  local near = log_1_plus_single(of(let.nearby(minimum(x, limit))), c)
  local k, f = parts_of_single(x)
  return select(lt(limit, x), log_single(k + 1.0, f, c), near) -- of NaN the near one
end

define("asinh", "the inverse of sinh, of a", {
  before = function(a, dtype) return minimum(absolute(a), most(dtype)) end,
  core = function(x)
    local square = let.square(x * x)
    return log_1_plus(x + square / (sqrt(square + 1.0) + 1.0))
  end,
  after = function(usual, a) return with_sign(but_infinity(usual, absolute(a)), a) end,
  single = {
    core = function(x, c, dtype)
      return log_of_twice(x, c, dtype, function(near)
        local square = let.square(near * near)
        return near + square / (sqrt(square + 1.0) + 1.0)
      end)
    end,
  },
})

define("acosh", "the inverse of cosh, of a", {
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

define("atanh", "the inverse of tanh, of a", {
  before = function(a) return minimum(absolute(a), 0x1.fffffep-1) end,
  core = function(x) return log_1_plus((x + x) / (1.0 - x)) * 0.5 end,
  after = function(usual, a)
    local size = let.size(absolute(a))
    local edge = select(eq(size, 1.0), infinity(), quiet_nan())
    return with_sign(select(le(constant("f32", 1.0), size), edge, usual), a)
  end,
  single = { core = function(x, c) return log_1_plus_single((x + x) / (constant("f32", 1.0) - x), c) * 0.5 end },
})

-- ---- Other bases ----

-- By quotients, or by inverses; log(2) to the base is in two parts, or nil for 1.
local function logarithm(base, log2, of_e)
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
    single = {
      core = function(x, c, dtype)
        local k, f = parts_of_half(x, dtype)
        local of_m = f * polynomial(f, c)
        return log2 and mul_add(k, constant("f32", log2[1]), of_m) or k + of_m
      end,
    },
  })
end
logarithm(2, nil, coefficients.log2_of_e)
logarithm(10, coefficients.log10_of_2, coefficients.log10_of_e)

-- ---- Roots ----

define("rsqrt", "1 / sqrt(a)", {
  before = function(a) return select(eq(a, 0.0), constant("f32", 1.0), a) end,
  core = function(x) return 1.0 / sqrt(x) end,
  after = function(usual, a) return select(eq(a, 0.0), with_sign(infinity(), a), usual) end,
  -- In f32, where the pole, of either sign, is IEEE 754's own.
  single = {
    before = function(a) return a end, after = function(usual) return usual end,
    core = function(x) return 1.0 / sqrt(x) end,
  },
})
