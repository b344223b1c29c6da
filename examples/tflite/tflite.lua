-- TensorFlow Lite's ADD, SUB and MUL of int8 and int16, with their own rescaling, as its reference kernels compute them.
--
-- A number of the tensor means (number - zero) * scale. The ratio of two scales is a multiplier m of 31 bits
-- and a shift e: m / 2^31 * 2^e (examples/tflite/tflite.c makes them). `rescaled` rounds twice, as gemmlowp does: the
-- product with m / 2^31 to nearest, halves upwards; the shift to the right to nearest, halves away from zero.

local quantized = { "i8", "i16" }

local function as_i32(a) return convert("i32", a) end

-- a / 2^shift, for a shift of 0 to 31
local function shifted_right(a, shift)
  local below = let.below(shift_left_lanes(constant("i32", 1), shift) - 1)
  local rest = let.rest(a & below)
  local half = let.half((below >> 1) - sign_lanes(a))
  return let.shifted(shift_right_lanes(a, shift)) - lanes_from_mask.i32(lt(half, rest))
end

local function rescaled(a, multiplier, shift)
  return shifted_right(mul_fraction(a, multiplier), shift)
end

-- Clamps to the limits, which are T's or narrower.
local function stored(a, p, T)
  return convert(T, minimum(maximum(a, as_i32(p.low)), as_i32(p.high)))
end

-- Both inputs are converted to one scale, with additional bits, and the result is converted to the output's scale.
local function sum(name, says, together)
  op(name) {
    says = says, types = quantized,
    parameters = {
      { "a_zero", "T" }, { "a_multiplier", "i32", default = 1 << 30 }, { "a_shift", "i32" },
      { "b_zero", "T" }, { "b_multiplier", "i32", default = 1 << 30 }, { "b_shift", "i32" },
      { "zero", "T" }, { "multiplier", "i32", default = 1 << 30 }, { "shift", "i32" },
      { "low", "T", default = -128 }, { "high", "T", default = 127 },
    },
    expr = function(a, b, p, types)
      local more = types.T == "i8" and 20 or 15
      local function brought(x, zero, multiplier, shift)
        return rescaled((as_i32(x) - as_i32(zero)) << more, multiplier, shift)
      end
      local result = together(brought(a, p.a_zero, p.a_multiplier, p.a_shift), brought(b, p.b_zero, p.b_multiplier, p.b_shift))
      return stored(rescaled(result, p.multiplier, p.shift) + as_i32(p.zero), p, types.T)
    end,
  }
end
sum("tflite_add", "a + b, each with a scale and a zero point", function(a, b) return a + b end)
sum("tflite_sub", "a - b, each with a scale and a zero point", function(a, b) return a - b end)

op "tflite_mul" {
  says = "a * b, each with a scale and a zero point", types = quantized,
  parameters = {
    { "a_zero", "T" }, { "b_zero", "T" },
    { "zero", "T" }, { "multiplier", "i32", default = 1 << 30 }, { "left", "i32" }, { "right", "i32" },
    { "low", "T", default = -128 }, { "high", "T", default = 127 },
  },
  expr = function(a, b, p, types)
    local product = (as_i32(a) - as_i32(p.a_zero)) * (as_i32(b) - as_i32(p.b_zero))
    return stored(rescaled(shift_left_lanes(product, p.left), p.multiplier, p.right) + as_i32(p.zero), p, types.T)
  end,
}

-- int16 nodes use this if all scales are powers of two and one input has the output's (pot_scale_int16): one
-- rounding, and no zero points.
local function sum_by_shifts(name, says, together)
  op(name) {
    says = says, types = { "i16" },
    parameters = {
      { "a_shift", "i32" }, { "b_shift", "i32" }, { "low", "T", default = -32768 }, { "high", "T", default = 32767 },
    },
    expr = function(a, b, p, types)
      return stored(together(shifted_right(as_i32(a), p.a_shift), shifted_right(as_i32(b), p.b_shift)), p, types.T)
    end,
  }
end
sum_by_shifts("tflite_add_pot", "a / 2^shift + b / 2^shift, saturated", function(a, b) return a + b end)
sum_by_shifts("tflite_sub_pot", "a / 2^shift - b / 2^shift, saturated", function(a, b) return a - b end)
