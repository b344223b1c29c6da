-- Conversions between dtypes, quantisation among them.

-- Conversions of minifloats are many, so few have kernels in vectors: those to and from these dtypes, and casts of bf16, where an
-- instruction set takes at most 0.45 of the lower one's cost. All others are plain C's: also those that quantise by a scale, and
-- those of six bits.
local in_vectors = { f32 = true, f16 = true }
local is_minifloat = mini.has
local is_scale = {}
for _, type in ipairs(scales) do is_scale[type] = true end
local is_float = {}
for _, type in ipairs(floats) do is_float[type] = true end
local function most_of_lower(T, U, V)
  if V and is_scale[U] then return 0 end
  if mini.bits[T] == 6 or mini.bits[V or U] == 6 then return 0 end
  local other = is_minifloat[T] and U or is_minifloat[V or U] and T
  return other and ((in_vectors[other] or other == "bf16" and not V) and 0.45 or 0)
end

-- Scales become floats. How floats become scales is a parameter, which casts do not have.
local function is_cast(T, U)
  return T == U or not is_scale[U] and (not is_scale[T] or is_float[U])
end

op "cast" {
  says = {
    "a in type U", ["numbers to floats"] = "rounded to nearest, ties to even",
    ["floats to integers"] = "rounded towards zero, saturated, 0 for NaN",
    ["integers to integers"] = "modulo 2^width", ["numbers to bool"] = "whether a is not 0", bools = "1 or 0",
  },
  types = { numeric, "bool", minifloats, packed, scales }, U = { numeric, "bool", minifloats, packed, scales },
  only = is_cast, takes = { "T" }, gives = "U", most_of_lower = most_of_lower, expr = function(a, types) return convert(types.U, a) end,
}

op "saturating_cast" {
  says = "a in type U, rounded to nearest, ties to even; the greatest number where a is beyond it",
  types = { numeric, minifloats, packed }, U = minifloats, takes = { "T" }, gives = "U", most_of_lower = most_of_lower,
  expr = function(a, types) return convert(types.U, a, "saturated") end,
}

local scale_rounding = { { "rounding", "u32", default = 0 } }

op "rounded_cast" {
  says = "a in type U, which are powers of two: rounded up if rounding is 0, down if it is 1, otherwise to the nearest, halfway up; " ..
         "NaN where a is not between the least and the greatest of them",
  types = floats, U = scales, takes = { "T" }, gives = "U", parameters = scale_rounding, most_of_lower = most_of_lower,
  expr = function(a, with, types) return convert(types.U, a, nil, with.rounding) end,
}

op "clamped_cast" {
  says = "a in type U, which are powers of two, rounded as by rounded_cast; the least or the greatest of them where a is beyond it",
  types = floats, U = scales, takes = { "T" }, gives = "U", parameters = scale_rounding, most_of_lower = most_of_lower,
  expr = function(a, with, types) return convert(types.U, a, "saturated", with.rounding) end,
}

local nearest = { i8 = i8_clamped_i16, u8 = u8_clamped_i16, i16 = i16_clamped_i32, u16 = u16_clamped_i32 }

-- A quotient in f32 to integers, and zero added.
local function to_steps(quotient, zero, types)
  local steps = let.steps(width(types.V) == 8 and i16_nearest_byte_f32(quotient) or convert("i32", quotient, "nearest"))
  return nearest[types.V](add_saturated(steps, convert(steps.type, zero)))
end

-- A quotient in f32, and zero added: except in a finite format, a zero of either sign leaves the quotient as it is, -0 too. A NaN has no
-- sign: that of a quotient is not the same on every machine.
local function moved(quotient, zero)
  local by = convert("f32", zero)
  local sum = let.moved(mini.finite[zero.type] and quotient + by or quotient - (constant("f32", 0) - by))
  return select(is_nan(sum), bits.f32(constant("u32", 0x7fc00000)), sum)
end

-- A quotient by a scale is exact, or so great or so little that its last bits do not matter.
local function is_scaled(T, U) return T == U or T == "i32" and U == "f32" or is_scale[U] end
local function is_quantized(T, U, V) return is_scaled(T, U) and not (is_scale[U] and is_minifloat[V] and not mini.finite[V]) end

-- A quotient in f32, in type V.
local function quantized(quotient, zero, types)
  return is_minifloat[types.V] and convert(types.V, moved(quotient, zero)) or to_steps(quotient, zero, types)
end

op "quantize_linear" {
  says = "a / factor in f32, to integers rounded to nearest, ties to even, plus zero; saturated; zero where a / factor is NaN; " ..
         "to floats plus zero in f32, in type V",
  types = { "f32", "f16", "bf16", "i32" }, U = { "f32", "f16", "bf16", scales },
  V = { "i8", "u8", "i16", "u16", minifloats, packed },
  saturates = true, only = is_quantized, most_of_lower = most_of_lower,
  takes = { "T", "U", "V" }, gives = "V", operands = { "a", "factor", "zero" },
  expr = function(a, factor, zero, types) return quantized(convert("f32", a) / convert("f32", factor), zero, types) end,
}

op "saturating_quantize" {
  says = "a / factor in f32, plus zero in f32, in type V; the greatest number where that is beyond it",
  types = { "f32", "f16", "bf16", "i32" }, U = { "f32", "f16", "bf16", scales }, V = minifloats,
  only = is_scaled, most_of_lower = most_of_lower,
  takes = { "T", "U", "V" }, gives = "V", operands = { "a", "factor", "zero" },
  expr = function(a, factor, zero, types) return convert(types.V, moved(convert("f32", a) / convert("f32", factor), zero), "saturated") end,
}

-- Where the quotient is rounded to 16 bits, few instruction sets have kernels: those to bytes that take at most 0.06 of the lower
-- one's cost.
local function most_to_bytes(_, _, V) return (V == "i8" or V == "u8") and 0.06 or 0 end

local function is_half_scaled(T, U) return T == U end

-- The quotient in type T is rounded once: f32 has 24 bits, and 2 * 11 + 2 suffice to round it again to 11 without harm (proofs.md
-- has all pairs).
op "rounded_quantize" {
  says = "a / factor in type T, to integers rounded to nearest, ties to even, plus zero; saturated; zero where a / factor is NaN; " ..
         "to floats plus zero in f32, in type V",
  types = { "f16", "bf16" }, U = { "f16", "bf16" }, V = { "i8", "u8", "i16", "u16", packed },
  saturates = true, only = is_half_scaled, most_of_lower = most_to_bytes,
  takes = { "T", "U", "V" }, gives = "V", operands = { "a", "factor", "zero" },
  half = function(a, factor, zero, types) return quantized(convert("f32", a / factor), zero, types) end,
}

op "clamped_quantize" {
  says = "a / factor in type T, plus zero in f32, in type V; the greatest number where that is beyond it",
  types = { "f16", "bf16" }, U = { "f16", "bf16" }, V = minifloats, only = is_half_scaled, most_of_lower = most_to_bytes,
  takes = { "T", "U", "V" }, gives = "V", operands = { "a", "factor", "zero" },
  half = function(a, factor, zero, types) return convert(types.V, moved(convert("f32", a / factor), zero), "saturated") end,
}

local dequantized = { "i8", "u8", "i16", "u16", "i32", minifloats, packed }

-- The difference from zero, in f32.
local function apart(a, zero, types)
  if types.T == "i32" then return convert("f32", convert("f64", a) - convert("f64", zero)) end
  if is_minifloat[types.T] then return convert("f32", a) - convert("f32", zero) end
  return convert("f32", let.difference(convert("i32", a) - convert("i32", zero)))
end

op "dequantize_linear" {
  says = "a - zero, exact and then rounded to f32, times factor in f32",
  types = dequantized, U = { "f32", "f16", "bf16" }, most_of_lower = most_of_lower,
  takes = { "T", "U", "T" }, gives = "U", operands = { "a", "factor", "zero" },
  expr = function(a, factor, zero, types) return apart(a, zero, types) * factor end,
}

op "dequantize_to" {
  says = "a - zero, exact and then rounded to f32, times factor in f32, in type V",
  types = dequantized, U = scales, V = { "f32", "f16", "bf16" }, most_of_lower = most_of_lower,
  takes = { "T", "U", "T" }, gives = "V", operands = { "a", "factor", "zero" },
  expr = function(a, factor, zero, types) return convert(types.V, apart(a, zero, types) * convert("f32", factor)) end,
}

op "fake_quantize" {
  says = "output_low where a <= min(input_low, input_high), output_high where a > max(input_low, input_high), otherwise " ..
         "round((a - input_low) / (input_high - input_low) * (levels - 1)) / (levels - 1) * (output_high - output_low) + output_low",
  types = floats, takes = { "T", "T", "T", "T", "T" },
  operands = { "a", "input_low", "input_high", "output_low", "output_high" },
  parameters = { { "levels", "u32", default = 256 } },
  expr = function(a, input_low, input_high, output_low, output_high, with, types)
    local steps = let.steps(convert(types.T, with.levels - 1))
    local share = let.share((a - input_low) / let.input_range(input_high - input_low), "the level and its value")
    local level = let.level(round_even(share * steps))
    local between = let.between(level / steps * let.output_range(output_high - output_low) + output_low)
    local is_above = lt(maximum(input_low, input_high), a)
    return select(le(a, minimum(input_low, input_high)), output_low, select(is_above, output_high, between))
  end,
}

for _, to in ipairs { "f8e4m3fn", "f8e5m2" } do
  local function converted(a, factor, shift, types) -- each step is one of T
    local number = mini.nearest(to, convert("f32", a * factor - shift))
    return (convert(types.T, number) + shift) / factor
  end
  op("fake_convert_" .. to:match "e%dm%d") {
    says = ("b = a * factor - shift, in type %s; saturated; (b + shift) / factor; each step is rounded to type T"):format(to),
    types = { "f32", "f16", "bf16" }, takes = { "T", "T", "T" }, operands = { "a", "factor", "shift" },
    most_of_lower = function(T) return T == "f32" and 0.85 or 0 end, float = converted, half = converted,
  }
end
