-- Functions based on e^x.

local function up_to(last)
  return function(usual, a) return select(lt(constant("f32", last), a), 1 / 0, usual) end
end

local function exp2_by_pairs(count)
  local limits = { least = 0xc2fc0000, most = 0x43010000, first_low = 0xc2fa0000, last_low = 0xc3160000 } -- -126, 129, -125, -150
  return function(a) return power_by_pairs(a, count, true, limits) end
end

define("exp2", "2 to the power of a", {
  before = function(a) return clamped(a, -160.0, 0x1.fffffep6) end,
  core = function(x)
    local turns = let.turns(x + whole)
    return scaled(exp_near((x - (turns - whole)) * 0x1.62e42fefa39efp-1) + 1.0, turns)
  end,
  after = up_to(0x1.fffffep6),
  pairs = { exp2_by_pairs(32), exp2_by_pairs(8) },
  whole_steps = true, -- for operands whose results are subnormal
  integers = exp2_fixed,
  double = { "by a published bound", exp2_of_double },
  single = {
    before = function(a, dtype)
      if dtype == "f16" then return clamped(a, -26.0, 16.0) end
      return minimum(maximum(a + 0x1p-60, -140.0), 0x1.fffffep6) -- not subnormal
    end,
    core = function(x, c, dtype)
      local turns = let.turns(x + (whole_single + 126), "x = k + f")
      local k, power = turns_single(turns, -1)
      local f = let.f(x - k)
      return scaled_single(mul_add(f, nested(f, doubled(c)), constant("f32", 2.0)), power, turns, dtype)
    end,
  },
})

-- e^r - 1, for e^x = 2^k e^r, and 2^(k + more).
local function less_1_single(x, c, more)
  local r, power = exp_reduced_single(x, 1, more)
  return let.below(mul_add(r * r, nested(r, c), r)), power
end

-- In pairs of f32. A small a is its own result. From -18 down e^a - 1 rounds to -1.
local function expm1_by_pairs(count)
  return function(a)
    local is_finite = let.is_finite(le(a, 0x1.62e42ep6))
    local is_above = let.is_above(is_finite & lt(constant("f32", -18.0), a))
    local is_usual = let.is_usual(le(constant("f32", 0x1p-26), absolute(a)))
    local x = let.x(bits.f32(keep(is_above & is_usual, bits.u32(a))))
    local at_least, at_most = power_pair_less_1(count, exp_pair_reduced(x, count))
    local usual = select(is_above, select(is_usual, at_least + at_least, a), constant("f32", -1.0))
    local result = select(is_finite, bits.u32(usual), maximum(bits.u32(a), constant("u32", 0x7f800000)))
    return bits.f32(result), eq(at_least, at_most)
  end
end

define("expm1", "e to the power of a, minus 1", {
  before = function(a) return clamped(a, -20.0, 0x1.62e42ep6) end,
  core = function(x) return with_sign(exp_below(x), x) end,
  integers = expm1_fixed,
  double = { "by a published bound", expm1_of_double },
  after = up_to(0x1.62e42ep6),
  pairs = { expm1_by_pairs(32), expm1_by_pairs(8) },
  -- For bf16 half of the result is computed, because 2^128 is infinite; the last step makes results that are too large infinite.
  single = {
    near_0 = "itself",
    before = function(a, dtype) return minimum(maximum(a, -9.0), dtype == "f16" and 11.25 or 89.0) end,
    core = function(x, c, dtype)
      local below, power = less_1_single(x, c, dtype == "f16" and 0 or -1)
      local part = dtype == "f16" and 1.0 or 0.5
      local result = let.part(mul_add(power, below, power - part))
      return dtype == "f16" and with_sign(result, x) or result + result
    end,
    after = false,
  },
})

-- |a|, limited to the last operand whose result is finite; `up_to` makes larger results infinite.
local last_of_both = 0x1.65a9f8p6
local function near(a) return minimum(absolute(a), last_of_both) end

define("sinh", "the hyperbolic sine of a", {
  before = near,
  of_e = true,
  core = function(x, e)
    local below = e.less_1(x)
    return (below + below / (below + 1.0)) * 0.5
  end,
  after = function(usual, a) return with_sign(up_to(last_of_both)(usual, absolute(a)), a) end,
  -- With h = (e^x - 1) / 2 the result is h + h / (2 h + 1). For bf16 half of that is computed, because 2^128 is infinite.
  single = {
    near_0 = "odd",
    before = function(a, dtype) return minimum(size_single(a, dtype), dtype == "f16" and 12.0 or 89.5) end,
    core = function(x, c, dtype)
      local below, power = less_1_single(x, c, dtype == "f16" and -1 or -2)
      local part = dtype == "f16" and 0.5 or 0.25
      local h = let.h(mul_add(power, below, power - part))
      local result = let.part(h + h / mul_add(h, 1 / part, constant("f32", 1.0)))
      return part == 0.5 and result or result + result
    end,
    after = signed_single,
  },
})

define("cosh", "the hyperbolic cosine of a", {
  before = near,
  of_e = true,
  core = function(x, e)
    local power = e.power(x)
    return (power + 1.0 / power) * 0.5
  end,
  after = function(usual, a) return up_to(last_of_both)(usual, absolute(a)) end,
  -- The polynomial gives 4 e^r, so that e^x / 2 is infinite only where it is too large. 1/4 is increased by 2^-25: so 1 + 2^-11 + 2^-25 is
  -- above the midpoint of two results.
  single = {
    near_0 = "even",
    before = function(a, dtype) return minimum(size_single(a, dtype), dtype == "f16" and 12.0 or 89.5) end,
    core = function(x, c)
      local v, power = exp_single(x, 1, c, -3)
      local half = let.half(v * power)
      return half + (0.25 + 0x1p-25) / half
    end,
    after = false,
  },
})

-- ---- Functions of networks ----

-- Close to 0 the result is 1/2 + a/4 - a^3/48, and 1/2 + a/4 is often halfway between two results. A slightly smaller a decides the
-- rounding of these, and changes no other result.
define("sigmoid", "1 / (1 + e^-a)", {
  before = function(a) return clamped(-a, -110.0, 110.0) end,
  of_e = true,
  core = function(x, e)
    local near_0 = mul_add(x, constant("f64", 2.0 ^ -26 - 0.25), constant("f64", 0.5))
    return select(lt(absolute(x), 2.0 ^ -12), near_0, 1.0 / (e.power(x) + 1.0))
  end,
  integers = sigmoid_fixed,
  single = {
    -- With p = e^-|x| the result is p / (1 + p) or 1 / (1 + p). All are multiplied by 2^32, because p may be subnormal. For 0 the
    -- polynomial gives slightly more than 1: so both are closer to 1/2, and on the right side of the midpoint of two results. For bf16 the
    -- result is p below -86.75.
    before = function(a, dtype) return dtype == "f16" and a or a + 0x1p-60 end, -- for bf16, so that it is not subnormal
    after = false,
    core = function(x, c, dtype)
      local v, scale = exp_single(let.size(minimum(absolute(x), dtype == "f16" and 18.0 or 95.0)), -1, c, 32)
      local power = let.power(v * scale)
      local upper = dtype == "f16" and power or size_at_least(power, 0x1p-94)
      local ratio = let.ratio(select(lt(x, 0.0), upper, constant("f32", 0x1p32)) / (power + 0x1p32))
      return dtype == "f16" and ratio or select(lt(x, -86.75), low_single(power, 0x1p32), ratio)
    end,
  },
})

-- a times a factor that is 1/2 plus, close to 0, a tiny number of a's sign. Half of a subnormal is often halfway between two results. A
-- factor slightly above 1/2, or below it for a negative a, gives the right side.
local function weighted(name, says, least, of, integers, most, far, single)
  define(name, says, {
    integers = integers,
    before = function(a) return maximum(a, least) end,
    of_e = true,
    core = function(x, e)
      return select(lt(absolute(x), 2.0 ^ -60), x * (with_sign(constant("f64", 2.0 ^ -30), x) + 0.5), of(x, e))
    end,
    single = {
      before = false, after = false, near_0 = "half",
      core = function(x, c, dtype)
        local quotient = single(size_at_most(x, most[dtype]), c, dtype)
        local usual = let.usual(maximum(x, -0.0))
        if dtype == "f16" then return mul_add(quotient, -0x1p-64, usual) end
        return low_or_less(quotient, lt(x, far), usual)
      end,
    },
  })
end

-- For f16 and bf16 the result is max(a, 0) minus |a| times a factor for -|a|, upper / lower. -0 and NaN remain. Close to 0 the factor is
-- almost 1/2. With `least` instead of `lower` it is below 1/2, so that the result is on the right side of the midpoint of two results.
-- `lower` has a factor of 2^-64, because the quotient would be subnormal without it.
local function less_quotient(upper, lower, least)
  return upper / bits.f32(maximum(bits.i32(lower), bits.i32(constant("f32", least * (0x1p-64 + 0x1p-78)))))
end
-- |a| / (1 + 2^k v), from v and 2^(k - 64)
local function less_by_power(size, v, power)
  return less_quotient(size, mul_add(v, power, constant("f32", 0x1p-64)), 2.0)
end

weighted("silu", "a / (1 + e^-a)", -110.0, function(x, e)
  return x / (e.power(-select(lt(x, 110.0), x, constant("f64", 110.0))) + 1.0)
end, silu_fixed, { f16 = 21.0, bf16 = 98.0 }, -91.25, function(size, c)
  return less_by_power(size, exp_single(size, 1, c, -64))
end)

-- tanh(log(1 + e^a)) = n / (n + 2), n = e^a (e^a + 2)
define("mish", "a tanh(log(1 + e^a))", {
  integers = mish_fixed,
  before = function(a) return maximum(a, -110.0) end,
  of_e = true,
  core = function(x, e)
    local power = e.power(select(lt(x, 40.0), x, constant("f64", 40.0)))
    local n = let.n(power * (power + 2.0))
    return x * (n / (n + 2.0))
  end,
  single = { -- n 2^64 is computed, because e^a may be subnormal
    near_0 = "mish",
    before = function(a, dtype) return maximum(a, dtype == "f16" and -21.0 or -98.0) end,
    core = function(x, c, dtype)
      local v, scale = exp_single(let.within(bits.f32(minimum(bits.i32(x), bits.i32(constant("f32", 10.0))))), 1, c, 64)
      local power = let.power(v * scale)
      local n = let.n(power * mul_add(power, 0x1p-64, constant("f32", 2.0)))
      if dtype == "f16" then return x * (n / (n + 0x1p65)) end
      local is_low = let.is_low(lt(x, -91.25))
      local usual = let.usual(x * (select(is_low, constant("f32", 1.0), n) / (n + 0x1p65)))
      return select(is_low, low_single(let.of_power(power * x), -0x1p64, true), usual)
    end,
  },
})

define("softsign", "a / (1 + |a|)", {
  before = function(a) return clamped(a, -0x1p40, 0x1p40) end,
  core = function(x) return x / (absolute(x) + 1.0) end,
  single = {
    near_0 = "odd",
    before = function(a, dtype) return minimum(size_single(a, dtype), 0x1p15) end,
    core = function(x) return x / (x + 1.0) end,
    after = signed_single,
  },
})

-- ---- erf ----

-- For |a| from 0.9 on 1 - e^(-a^2) g, where g is a polynomial of (|a| - 2) / (|a| + 2).
define("erf", "the error function of a", {
  integers = erf_fixed,
  before = function(a) return minimum(absolute(a), 3.95) end,
  of_e = true,
  core = function(x, e)
    local z = squared(x)
    local y = let.y((x - 2.0) / (x + 2.0))
    local above = constant("f64", 1.0) - e.power(-z) * polynomial(y, coefficients.erfc_middle)
    return select(lt(x, 0.9), mul_add(x, polynomial(z, coefficients.erf), x), above)
  end,
  after = with_sign,
  single = { -- x times a quotient of polynomials of x^2; beyond the limits the result rounds to 1
    near_0 = "erf",
    before = function(a, dtype) return dtype == "f16" and clamped(a, -0x1.4dp1, 0x1.4dp1) or minimum(a, 0x1.2p1) end,
    core = function(x, c, dtype)
      local z = let.z(dtype == "f16" and x * x or mul_add(x, x, constant("f32", 0x1p-60))) -- not subnormal
      local upper, lower = ratio_single(z, c, dtype == "f16" and 5 or 3)
      return x * upper / lower
    end,
    after = false,
  },
})

-- a times the share of a normal distribution that is below a, by |a| e^(-a^2 / 2) g.
weighted("gelu", "a (1 + erf(a / sqrt(2))) / 2", -14.5, function(x, e)
  local size = absolute(x)
  local u = let.u(select(lt(size, 14.5), size, constant("f64", 14.5)))
  local y = let.y((u - 0x1.6a09e667f3bcdp2) / (u + 0x1.6a09e667f3bcdp2))
  local beyond = let.beyond(e.power(u * u * -0.5) * polynomial(y, coefficients.erfc_all))
  return x * select(lt(x, 0.0), beyond, constant("f64", 1.0) - beyond)
end, gelu_fixed, { f16 = 5.75, bf16 = 13.5625 }, -13.1, function(size, c, dtype)
  local terms = dtype == "f16" and 6 or 5 -- of the power; then come 4 of the numerator
  local v, power = exp_single(let.square(size * size), 0.5, { table.unpack(c, 1, terms) }, -64)
  local upper, lower = ratio_single(size, { table.unpack(c, terms + 1) }, 4)
  return less_quotient(size * upper, v * lower * power, 1.0)
end)

-- tanh of sqrt(2 / pi) (a + 0.044715 a^3) is computed as a sigmoid of twice that.
weighted("gelu_tanh", "a (1 + tanh(sqrt(2 / pi) (a + 0.044715 a^3))) / 2", -14.5, function(x, e)
  local u = let.u(select(lt(x, 14.5), x, constant("f64", 14.5)))
  local twice = let.twice(u * mul_add(u * u, constant("f64", coefficients.gelu[2]), constant("f64", coefficients.gelu[1])))
  return x / (e.power(-twice) + 1.0)
end, gelu_tanh_fixed, { f16 = 5.5, bf16 = 10.5 }, -10.1, function(size, c)
  local times = let.times(size * mul_add(size * size, c[2], constant("f32", c[1]))) -- log(2) is in these coefficients
  local k, power = turns_single(let.turns(times + (whole_single + 63), "times = k + r"), -64)
  return less_by_power(size, nested(let.r(times - k), { table.unpack(c, 3) }), power)
end)

-- ---- With parameters ----

-- Composed like ONNX's function bodies: each step is rounded to f32, and f16 and bf16 once more at the end.
local function compose(name, says, parameters, expr)
  op(name) {
    says = says .. "; each step is rounded to f32", types = { "f32", "f16", "bf16" }, takes = { "T" },
    parameters = parameters, float = expr,
  }
end
local function elu(a, alpha) return select(lt(a, 0.0), alpha * (exp(a) - 1.0), a) end

compose("elu", "a < 0 ? alpha * (exp(a) - 1) : a", { { "alpha", "f32", default = 1 } }, function(a, with)
  return elu(a, with.alpha)
end)

compose("selu", "gamma * (a < 0 ? alpha * exp(a) - alpha : a)", {
  { "alpha", "f32", default = 0x1.ac5afap0 }, { "gamma", "f32", default = 0x1.0cfabep0 },
}, function(a, with)
  return with.gamma * select(lt(a, 0.0), with.alpha * exp(a) - with.alpha, a)
end)

compose("celu", "alpha * elu(a / alpha), where elu has alpha 1", { { "alpha", "f32", default = 1 } }, function(a, with)
  return with.alpha * elu(a / with.alpha, 1.0)
end)

compose("swish", "a * sigmoid(alpha * a)", { { "alpha", "f32", default = 1 } }, function(a, with)
  return a * sigmoid(with.alpha * a)
end)

-- The gate is rounded to T, as by swish, because ONNX's body has two nodes.
local function swiglu(a, b, with, types)
  local x = convert("f32", a)
  return convert(types.T, x * sigmoid(with.alpha * x)) * b
end

op "swiglu" {
  says = "swish(a), in type T, times b", types = { "f32", "f16", "bf16" }, takes = { "T", "T" },
  parameters = { { "alpha", "f32", default = 1 } }, float = swiglu, half = swiglu,
}
