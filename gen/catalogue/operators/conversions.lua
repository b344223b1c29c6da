-- Conversions between dtypes, quantisation among them.

-- Conversions of minifloats are many, so few have kernels in vectors: those to and from these dtypes, where an instruction
-- set takes at most 0.45 of the lower one's cost. No table converts one minifloat to another: f32 between them is exact.
local in_vectors = { f32 = true, f16 = true }
local is_minifloat = {}
for _, type in ipairs(minifloats) do is_minifloat[type] = true end
local function most_of_lower(T, U)
  if is_minifloat[T] or is_minifloat[U] then return (in_vectors[T] or in_vectors[U]) and 0.45 or 0 end
end

op "cast" {
  says = {
    "a in type U", ["numbers to floats"] = "the nearest, halves to even",
    ["floats to integers"] = "without the fraction, the nearest that fits, 0 for NaN",
    ["integers to integers"] = "modulo 2^width", ["numbers to bool"] = "whether a is not 0", bools = "1 or 0",
  },
  types = { numeric, "bool", minifloats }, U = { numeric, "bool", minifloats }, takes = { "T" }, gives = "U",
  only = function(T, U) return T == U or not (is_minifloat[T] and is_minifloat[U]) end, most_of_lower = most_of_lower,
  expr = function(a, types) return convert(types.U, a) end,
}

op "saturating_cast" {
  says = "a in type U, the nearest, halves to even; the greatest number for all that is beyond it",
  types = numeric, U = minifloats, takes = { "T" }, gives = "U", most_of_lower = most_of_lower,
  expr = function(a, types) return convert(types.U, a, "saturated") end,
}

local nearest = { i8 = i8_clamped_i16, u8 = u8_clamped_i16, i16 = i16_clamped_i32, u16 = u16_clamped_i32 }

op "quantize_linear" {
  says = "a / factor in f32, rounded half to even, and zero added; saturated; zero where a / factor is NaN",
  types = { "f32", "f16", "bf16", "i32" }, U = { "f32", "f16", "bf16" }, V = { "i8", "u8", "i16", "u16" },
  only = function(T, U) return T == U or T == "i32" and U == "f32" end,
  takes = { "T", "U", "V" }, gives = "V", operands = { "a", "factor", "zero" },
  expr = function(a, factor, zero, types)
    local quotient = convert("f32", a) / factor
    local steps = let.steps(width(types.V) == 8 and i16_nearest_byte_f32(quotient) or convert("i32", quotient, "nearest"))
    return nearest[types.V](add_saturated(steps, convert(steps.type, zero)))
  end,
}

op "dequantize_linear" {
  says = "a - zero, exact but for its rounding to f32, times factor in f32",
  types = { "i8", "u8", "i16", "u16", "i32" }, U = { "f32", "f16", "bf16" },
  takes = { "T", "U", "T" }, gives = "U", operands = { "a", "factor", "zero" },
  expr = function(a, factor, zero, types)
    if types.T == "i32" then return convert("f32", convert("f64", a) - convert("f64", zero)) * factor end
    local whole = let.difference(convert("i32", a) - convert("i32", zero))
    return convert("f32", whole) * factor
  end,
}

op "fake_quantize" {
  says = "a in levels: output_low up to the lesser of input_low and input_high, output_high above the greater, and between them " ..
         "round((a - input_low) / (input_high - input_low) * (levels - 1)) / (levels - 1) * (output_high - output_low) + output_low",
  types = floats, takes = { "T", "T", "T", "T", "T" },
  operands = { "a", "input_low", "input_high", "output_low", "output_high" },
  parameters = { { "levels", "u32", default = 256 } },
  expr = function(a, input_low, input_high, output_low, output_high, with, types)
    local steps = let.steps(convert(types.T, with.levels - 1))
    local share = let.share((a - input_low) / let.input_range(input_high - input_low), "the level, and what it stands for")
    local level = let.level(round_even(share * steps))
    local between = let.between(level / steps * let.output_range(output_high - output_low) + output_low)
    local is_above = lt(maximum(input_low, input_high), a)
    return select(le(a, minimum(input_low, input_high)), output_low, select(is_above, output_high, between))
  end,
}
