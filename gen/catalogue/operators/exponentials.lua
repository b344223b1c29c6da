-- Functions that are made of e^x.

local function up_to(last)
  return function(usual, a) return select(lt(constant("f32", last), a), 1 / 0, usual) end
end

define("exp2", "2 to the power of a", {
  before = function(a) return clamped(a, -160.0, 0x1.fffffep6) end,
  core = function(x)
    local turns = let.turns(x + whole)
    return scaled(exp_near((x - (turns - whole)) * 0x1.62e42fefa39efp-1) + 1.0, turns)
  end,
  after = up_to(0x1.fffffep6),
  single = {
    before = function(a, dtype) return clamped(a, dtype == "f16" and -26.0 or -140.0, dtype == "f16" and 16.0 or 0x1.fffffep6) end,
    core = function(x, c, dtype)
      local turns = let.turns(x + whole_single)
      local f = let.f(x - (turns - whole_single))
      return scaled_single(mul_add(f, nested(f, c), constant("f32", 1.0)), bits.u32(turns), dtype)
    end,
  },
})

-- e^r - 1, where e^x = 2^k e^r: that, and k in the last bits of `turns`.
local function less_1_single(x, c)
  local r, turns = exp_reduced_single(x, 1)
  return let.below(mul_add(r * r, nested(r, c), r)), turns
end

define("expm1", "e to the power of a, minus 1", {
  before = function(a) return clamped(a, -20.0, 0x1.62e42ep6) end,
  core = function(x) return with_sign(exp_below(x), x) end,
  after = up_to(0x1.62e42ep6),
  -- Half of it is computed of bf16, as 2^128 is infinite; the last step makes what is too large so.
  single = {
    before = function(a, dtype) return clamped(a, -9.0, dtype == "f16" and 11.25 or 89.0) end,
    core = function(x, c, dtype)
      local below, turns = less_1_single(x, c)
      local part = dtype == "f16" and 1.0 or 0.5
      local power = power_of_two(turns, dtype == "f16" and 0 or -1)
      local result = let.part(mul_add(power, below, power - part))
      return with_sign(part == 1.0 and result or result + result, x)
    end,
    after = false,
  },
})

-- Of |a|: the last with a finite result, and what is beyond.
local last_of_both = 0x1.65a9f8p6
local function near(a) return minimum(absolute(a), last_of_both) end

define("sinh", "the hyperbolic sine of a", {
  before = near,
  core = function(x)
    local below = exp_below(x)
    return (below + below / (below + 1.0)) * 0.5
  end,
  after = function(usual, a) return with_sign(up_to(last_of_both)(usual, absolute(a)), a) end,
  -- Of h = (e^x - 1) / 2 it is h + h / (2 h + 1). Of bf16 half of that is computed, as 2^128 is infinite.
  single = {
    before = function(a, dtype) return minimum(absolute(a), dtype == "f16" and 12.0 or 89.5) end,
    core = function(x, c, dtype)
      local below, turns = less_1_single(x, c)
      local part = dtype == "f16" and 0.5 or 0.25
      local power = power_of_two(turns, dtype == "f16" and -1 or -2)
      local h = let.h(mul_add(power, below, power - part))
      local result = let.part(h + h / mul_add(h, 1 / part, constant("f32", 1.0)))
      return part == 0.5 and result or result + result
    end,
    after = with_sign,
  },
})

define("cosh", "the hyperbolic cosine of a", {
  before = near,
  core = function(x)
    local power = exp_f64(x)
    return (power + 1.0 / power) * 0.5
  end,
  after = function(usual, a) return up_to(last_of_both)(usual, absolute(a)) end,
  -- The polynomial gives 4 e^r, so that e^x / 2 is infinite only where it is too large. A little more than 1/4: so 1 + 2^-11 + 2^-25 is
  -- above what is halfway.
  single = {
    before = function(a, dtype) return minimum(absolute(a), dtype == "f16" and 12.0 or 89.5) end,
    core = function(x, c)
      local v, turns = exp_single(x, 1, c)
      local half = let.half(v * power_of_two(turns, -3))
      return half + (0.25 + 0x1p-25) / half
    end,
    after = false,
  },
})

-- ---- Networks' own ----

-- Beside 0 it is 1/2 + a/4 - a^3/48, and 1/2 + a/4 is often halfway between two results: a little less of a tells on which side it
-- is, so much less that nothing else becomes another.
define("sigmoid", "1 / (1 + e^-a)", {
  before = function(a) return clamped(-a, -110.0, 110.0) end,
  core = function(x)
    local near_0 = mul_add(x, constant("f64", 2.0 ^ -26 - 0.25), constant("f64", 0.5))
    return select(lt(absolute(x), 2.0 ^ -12), near_0, 1.0 / (exp_f64(x) + 1.0))
  end,
  single = {
    -- Of p = e^-|x| it is p / (1 + p) or 1 / (1 + p), all times 2^32, as p may be subnormal. The polynomial gives a little more than 1
    -- for 0: with that both are nearer to 1/2, and on the right side of what is halfway.
    before = false,
    core = function(x, c, dtype)
      local v, turns = exp_single(let.size(minimum(absolute(x), dtype == "f16" and 18.0 or 95.0)), -1, c)
      local power = let.power(v * power_of_two(turns, 32))
      return select(lt(x, 0.0), power, constant("f32", 0x1p32)) / (power + 0x1p32)
    end,
  },
})

-- a times a factor that is 1/2 + a tiny number of a's sign next to 0. Half of a subnormal is often halfway between two results: a
-- product by a little more than 1/2, or less for a negative a, is on the right side of it.
local function weighted(name, says, least, of, single)
  define(name, says, {
    before = function(a) return maximum(a, least) end,
    core = function(x) return select(lt(absolute(x), 2.0 ^ -60), x * (with_sign(constant("f64", 2.0 ^ -30), x) + 0.5), of(x)) end,
    single = { before = false, core = single, after = false },
  })
end

-- Of f16 and bf16 each is a or 0, whichever is more, less |a| times what belongs to -|a|, upper / lower; -0 and NaN stay as they are.
-- Next to 0 the factor is nearly 1/2, and with `least` instead of the lower part it is less than that, so that the result is on the
-- right side of what is halfway. The lower part is also made 2^64 times less, for the quotient would be subnormal.
local function less_quotient(x, upper, lower, least)
  local at_least = bits.f32(maximum(bits.i32(lower), bits.i32(constant("f32", least * (0x1p-64 + 0x1p-78)))))
  return mul_add(upper / at_least, -0x1p-64, maximum(x, -0.0))
end
-- |a| / (1 + 2^k v)
local function less_by_power(x, size, v, turns)
  return less_quotient(x, size, mul_add(v, power_of_two(turns, -64), constant("f32", 0x1p-64)), 2.0)
end

weighted("silu", "a / (1 + e^-a)", -110.0, function(x)
  return x / (exp_f64(-select(lt(x, 110.0), x, constant("f64", 110.0))) + 1.0)
end, function(x, c, dtype)
  local size = size_at_most(x, dtype == "f16" and 21.0 or 98.0)
  return less_by_power(x, size, exp_single(size, 1, c))
end)

-- tanh(log(1 + e^a)) = n / (n + 2), n = e^a (e^a + 2)
define("mish", "a tanh(log(1 + e^a))", {
  before = function(a) return maximum(a, -110.0) end,
  core = function(x)
    local power = exp_f64(select(lt(x, 40.0), x, constant("f64", 40.0)))
    local n = let.n(power * (power + 2.0))
    return x * (n / (n + 2.0))
  end,
  single = { -- n 2^64 is computed, as e^a may be subnormal
    before = function(a, dtype) return maximum(a, dtype == "f16" and -21.0 or -98.0) end,
    core = function(x, c)
      local v, turns = exp_single(let.within(bits.f32(minimum(bits.i32(x), bits.i32(constant("f32", 10.0))))), 1, c)
      local power = let.power(v * power_of_two(turns, 64))
      local n = let.n(power * mul_add(power, 0x1p-64, constant("f32", 2.0)))
      return x * (n / (n + 0x1p65))
    end,
  },
})

define("softsign", "a / (1 + |a|)", {
  before = function(a) return clamped(a, -0x1p40, 0x1p40) end,
  core = function(x) return x / (absolute(x) + 1.0) end,
  single = {
    before = function(a) return minimum(absolute(a), 0x1p15) end,
    core = function(x) return x / (x + 1.0) end,
    after = with_sign,
  },
})

-- ---- erf ----

-- Of |a| from 0.9 on 1 - e^(-a^2) g, g by a polynomial of (|a| - 2) / (|a| + 2).
define("erf", "the error function of a", {
  before = function(a) return minimum(absolute(a), 3.95) end,
  core = function(x)
    local z = let.z(x * x)
    local y = let.y((x - 2.0) / (x + 2.0))
    local above = constant("f64", 1.0) - exp_f64(-z) * polynomial(y, coefficients.erfc_middle)
    return select(lt(x, 0.9), mul_add(x, polynomial(z, coefficients.erf), x), above)
  end,
  after = with_sign,
  single = { -- x times a quotient of polynomials of x^2; what is beyond the limits becomes 1 as it is rounded
    before = function(a, dtype) return clamped(a, dtype == "f16" and -0x1.4dp1 or -0x1.2p1, dtype == "f16" and 0x1.4dp1 or 0x1.2p1) end,
    core = function(x, c, dtype)
      local upper, lower = ratio_single(let.z(x * x), c, dtype == "f16" and 5 or 3)
      return x * upper / lower
    end,
    after = false,
  },
})

-- a times what a normal distribution has below a, of |a| e^(-a^2 / 2) g.
weighted("gelu", "a (1 + erf(a / sqrt(2))) / 2", -14.5, function(x)
  local size = absolute(x)
  local u = let.u(select(lt(size, 14.5), size, constant("f64", 14.5)))
  local y = let.y((u - 0x1.6a09e667f3bcdp2) / (u + 0x1.6a09e667f3bcdp2))
  local beyond = let.beyond(exp_f64(u * u * -0.5) * polynomial(y, coefficients.erfc_all))
  return x * select(lt(x, 0.0), beyond, constant("f64", 1.0) - beyond)
end, function(x, c, dtype)
  local terms = dtype == "f16" and 6 or 5 -- of the power; then come 4 of the upper polynomial
  local size = size_at_most(x, dtype == "f16" and 5.75 or 13.5625)
  local v, turns = exp_single(let.square(size * size), 0.5, { table.unpack(c, 1, terms) })
  local upper, lower = ratio_single(size, { table.unpack(c, terms + 1) }, 4)
  return less_quotient(x, size * upper, v * lower * power_of_two(turns, -64), 1.0)
end)

-- By tanh of sqrt(2 / pi) (a + 0.044715 a^3), which is a by a sigmoid of twice that.
weighted("gelu_tanh", "a (1 + tanh(sqrt(2 / pi) (a + 0.044715 a^3))) / 2", -14.5, function(x)
  local u = let.u(select(lt(x, 14.5), x, constant("f64", 14.5)))
  local twice = let.twice(u * mul_add(u * u, constant("f64", coefficients.gelu[2]), constant("f64", coefficients.gelu[1])))
  return x / (exp_f64(-twice) + 1.0)
end, function(x, c, dtype)
  local size = size_at_most(x, dtype == "f16" and 5.5 or 10.5)
  local times = let.times(size * mul_add(size * size, c[2], constant("f32", c[1]))) -- log(2) is in these coefficients
  local turns = let.turns(times + whole_single)
  local v = nested(let.r(times - (turns - whole_single)), { table.unpack(c, 3) })
  return less_by_power(x, size, v, turns)
end)

-- ---- With parameters ----

-- Composed as ONNX's function bodies are: each step is rounded to f32, and f16 and bf16 once more at the end.
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

compose("celu", "alpha * elu(a / alpha), of alpha 1", { { "alpha", "f32", default = 1 } }, function(a, with)
  return with.alpha * elu(a / with.alpha, 1.0)
end)

compose("swish", "a * sigmoid(alpha * a)", { { "alpha", "f32", default = 1 } }, function(a, with)
  return a * sigmoid(with.alpha * a)
end)
