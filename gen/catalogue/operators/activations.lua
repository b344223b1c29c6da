-- Activations of neural networks.

local function hard_sigmoid(a, alpha, beta) return maximum(minimum(alpha * a + beta, 1), 0) end

local function hsigmoid(a) return minimum(maximum(a + 3.0, 0), 6.0) / 6.0 end

local function shrunk(a, by, types)
  local bias, lambd = single(by, "bias", types), single(by, "lambd", types)
  return select(lt(a, -lambd), a + bias, select(lt(lambd, a), a - bias, constant(types.T, 0)))
end

local function shrunk_integer(a, by, types)
  local real = width(types.T) < 32 and "f32" or "f64"
  return convert(types.T, shrunk(convert(real, a), by, { T = real }))
end

op "relu" {
  says = "the larger of a and 0", types = { floats, signed_integers }, takes = { "T" },
  expr = function(a) return maximum(a, 0) end,
}

op "leaky_relu" {
  says = "a < 0 ? alpha * a : a", types = floats, takes = { "T" }, parameters = { { "alpha", "f32", default = 0.01 } },
  expr = function(a, with, types) return select(lt(a, 0), single(with, "alpha", types) * a, a) end,
}

op "prelu" {
  says = "a < 0 ? slope * a : a", types = numeric, operands = { "a", "slope" },
  float = function(a, slope) return select(lt(a, 0), slope * a, a) end,
  int   = function(a, slope) return select(lt(a, 0), slope * a, a) end,
  uint  = function(a, slope) return select(eq(a, 0), slope * a, a) end,
}

op "thresholded_relu" {
  says = "a > alpha ? a : 0", types = floats, takes = { "T" }, parameters = { { "alpha", "f32", default = 1 } },
  expr = function(a, with, types) return select(lt(single(with, "alpha", types), a), a, constant(types.T, 0)) end,
}

op "shrink" {
  says = { "a < -lambd ? a + bias : a > lambd ? a - bias : 0", integers = "computed in floats, then rounded towards zero" },
  types = numeric, takes = { "T" }, parameters = { { "bias", "f32", default = 0 }, { "lambd", "f32", default = 0.5 } },
  float = function(a, by, types) return shrunk(a, by, types) end,
  int   = function(a, by, types) return shrunk_integer(a, by, types) end,
  uint  = function(a, by, types) return shrunk_integer(a, by, types) end,
}

op "hard_sigmoid" {
  says = "max(0, min(1, alpha * a + beta))", types = floats, takes = { "T" },
  parameters = { { "alpha", "f32", default = 0.2 }, { "beta", "f32", default = 0.5 } },
  expr = function(a, with, types)
    return hard_sigmoid(a, single(with, "alpha", types), single(with, "beta", types))
  end,
}

op "hard_swish" {
  says = "a times hard_sigmoid(a), with beta 0.5 and as alpha the f32 nearest to 1 / 6", types = floats, takes = { "T" },
  expr = function(a) return a * hard_sigmoid(a, 0x1.555556p-3, 0.5) end,
}

op "hsigmoid" {
  says = "min(max(a + 3, 0), 6) / 6", types = floats, takes = { "T" },
  expr = function(a) return hsigmoid(a) end,
}

op "hswish" {
  says = "a times hsigmoid(a)", types = floats, takes = { "T" },
  expr = function(a) return a * hsigmoid(a) end,
}
