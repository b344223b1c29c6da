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
})

define("expm1", "e to the power of a, minus 1", {
  before = function(a) return clamped(a, -20.0, 0x1.62e42ep6) end,
  core = function(x) return with_sign(exp_below(x), x) end,
  after = up_to(0x1.62e42ep6),
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
})

define("cosh", "the hyperbolic cosine of a", {
  before = near,
  core = function(x)
    local power = exp_f64(x)
    return (power + 1.0 / power) * 0.5
  end,
  after = function(usual, a) return up_to(last_of_both)(usual, absolute(a)) end,
})

-- ---- Networks' own ----

-- Beside 0 it is 1/2 + a/4 - a^3/48, and 1/2 + a/4 is often halfway between two results: a little less of a tells on which side it
-- is, so much less that nothing else becomes another.
local function sigmoid_of_minus(limit, less)
  return function(x)
    local near_0 = mul_add(x, constant("f64", less - 0.25), constant("f64", 0.5))
    return select(lt(absolute(x), limit), near_0, 1.0 / (exp_f64(x) + 1.0))
  end
end
define("sigmoid", "1 / (1 + e^-a)", {
  before = function(a) return clamped(-a, -110.0, 110.0) end,
  core = sigmoid_of_minus(2.0 ^ -12, 2.0 ^ -26), half_core = sigmoid_of_minus(2.0 ^ -6, 2.0 ^ -14),
})

-- a times what is 1/2 + a tiny number of a's sign beside 0. Half of a subnormal is often halfway between two results: a product by
-- a little more than 1/2, or less for a negative a, is on the right side of it.
local function by_about_half(x, more) return x * (with_sign(constant(x.type, more), x) + 0.5) end
local function weighted(name, says, least, of)
  define(name, says, {
    before = function(a) return maximum(a, least) end,
    core = function(x) return select(lt(absolute(x), 2.0 ^ -60), by_about_half(x, 2.0 ^ -30), of(x)) end,
    half_core = of,
    after = function(usual, a, types)
      return types.T == "f32" and usual or select(lt(absolute(a), 2.0 ^ -13), by_about_half(a, 2.0 ^ -15), usual)
    end,
  })
end

weighted("silu", "a / (1 + e^-a)", -110.0, function(x)
  return x / (exp_f64(-select(lt(x, 110.0), x, constant("f64", 110.0))) + 1.0)
end)

-- tanh(log(1 + e^a)) = n / (n + 2), n = e^a (e^a + 2)
define("mish", "a tanh(log(1 + e^a))", {
  before = function(a) return maximum(a, -110.0) end,
  core = function(x)
    local power = exp_f64(select(lt(x, 40.0), x, constant("f64", 40.0)))
    local n = let.n(power * (power + 2.0))
    return x * (n / (n + 2.0))
  end,
})

define("softsign", "a / (1 + |a|)", {
  before = function(a) return clamped(a, -0x1p40, 0x1p40) end,
  core = function(x) return x / (absolute(x) + 1.0) end,
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
})

-- a times what a normal distribution has below a, of |a| e^(-a^2 / 2) g.
weighted("gelu", "a (1 + erf(a / sqrt(2))) / 2", -14.5, function(x)
  local size = absolute(x)
  local u = let.u(select(lt(size, 14.5), size, constant("f64", 14.5)))
  local y = let.y((u - 0x1.6a09e667f3bcdp2) / (u + 0x1.6a09e667f3bcdp2))
  local beyond = let.beyond(exp_f64(u * u * -0.5) * polynomial(y, coefficients.erfc_all))
  return x * select(lt(x, 0.0), beyond, constant("f64", 1.0) - beyond)
end)

-- By tanh of sqrt(2 / pi) (a + 0.044715 a^3), which is a by a sigmoid of twice that.
weighted("gelu_tanh", "a (1 + tanh(sqrt(2 / pi) (a + 0.044715 a^3))) / 2", -14.5, function(x)
  local u = let.u(select(lt(x, 14.5), x, constant("f64", 14.5)))
  local twice = let.twice(u * mul_add(u * u, constant("f64", coefficients.gelu[2]), constant("f64", coefficients.gelu[1])))
  return x / (exp_f64(-twice) + 1.0)
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
