-- convert(type, a): the words that convert a value of one dtype to another. Floats become integers without their
-- fraction, or the nearest that fits, and NaN becomes 0. Integers become narrower ones modulo. Numbers become true if they are not 0,
-- bools become 0 or 1. Other conversions round once, to nearest even. convert(type, a, "nearest") also rounds floats that become
-- integers. convert(type, a, "saturated") makes the greatest number of a minifloat of everything that is beyond it.
-- Of a scale it makes the least one, too. How numbers become scales is a fourth operand: up (0), down (1), to the nearest (any other).

local width = { i8 = 8, i16 = 16, i32 = 32, i64 = 64, u8 = 8, u16 = 16, u32 = 32, u64 = 64 } -- of integers
local single = { f16 = f32_from_f16, bf16 = f32_from_bf16 }
local one = { f32 = 0x3f800000, f64 = 0x3ff0000000000000, f16 = 0x3c00, bf16 = 0x3f80 }
local bits_of_one = { f32 = "u32", f64 = "u64", f16 = "u16", bf16 = "u16" }

-- An integer in as many bits, with the sign of its type.
local function in_width(a, bits)
  while width[a.type] < bits do a = widen(a) end
  while width[a.type] > bits do a = narrow(a) end
  return a
end

local function from_bool(type, a)
  if mini.has[type] then return drop.u8(eq(bits.u8(a), 0), mini.one[type]) end
  if width[type] == 64 then return bits[type](keep.u64(a, 1)) end
  if width[type] then return bits[type](in_width(drop.u8(eq(bits.u8(a), 0), 1), width[type])) end
  return bits[type](keep[bits_of_one[type]](a, one[type]))
end

local function to_bool(a)
  if single[a.type] then return ~eq(bits.u16(a) << 1, 0) end -- without the sign
  return ~eq(a.type == "bool" and bits.u8(a) or a, 0)
end

-- From f32 or f64.
local function to_float(type, a)
  if a.type == "f64" then
    return type == "f32" and f32_from_f64(a) or type == "f16" and f16_from_f64(a) or type == "bf16" and bf16_from_f64(a) or a
  end
  return type == "f64" and f64_from_f32(a) or type == "f16" and f16_from_f32(a) or type == "bf16" and bf16_from_f32(a) or a
end

local function to_int(type, a, rounding)
  local to_i32, to_i16 = i32_saturated_f32, i16_saturated_f32
  if rounding == "nearest" and (a.type == "f64" or width[type] == 64 or type == "u32" or type == "u16") then
    a = round_even(a)
  elseif rounding == "nearest" then
    to_i32, to_i16 = i32_nearest_f32, i16_nearest_f32
  end
  if width[type] == 64 then
    a = to_float("f64", a)
    return type == "i64" and i64_saturated_f64(a) or u64_saturated_f64(a)
  end
  if type == "u32" then return a.type == "f32" and u32_saturated_f32(a) or u32_saturated_f64(a) end
  local is_single = a.type == "f32"
  if width[type] == 32 then return is_single and to_i32(a) or i32_saturated_f64(a) end
  if type == "u16" then return is_single and u16_saturated_f32(a) or u16_clamped_i32(i32_saturated_f64(a)) end
  local half = is_single and to_i16(a) or i16_clamped_i32(i32_saturated_f64(a))
  return type == "i16" and half or type == "i8" and i8_clamped_i16(half) or u8_clamped_i16(half)
end

local from_int = {
  f32 = { i32 = f32_from_i32, u32 = f32_from_u32, i64 = f32_from_i64, u64 = f32_from_u64 },
  f64 = { i32 = f64_from_i32, u32 = f64_from_u32, i64 = f64_from_i64, u64 = f64_from_u64 },
}
local function real(type, a) -- f16 is infinite before f32 is inexact, but bf16 is not
  if width[a.type] < 32 then a = bits.i32(in_width(a, 32)) elseif type == "bf16" then a = round_to_odd(a) end
  if from_int[type] then return from_int[type][a.type](a) end
  return to_float(type, from_int[width[a.type] == 64 and "f64" or "f32"][a.type](a))
end

local convert

-- The f32 that becomes the same minifloat. Integers that f32 rounds are beyond all minifloats, and stay so. Of f64, bits that
-- f32 does not have are set in the last bit that is left (rounding to odd): it then tells what a minifloat's rounding asks.
local function to_single(a)
  if a.type ~= "f64" then return convert("f32", a) end
  local u, lost = let.whole(bits.u64(a)), (1 << 37) - 1
  local single = let.single(f32_from_f64(bits.f64(let.odd((u | (u & lost) + lost) & ~lost))))
  return bits.f32(bits.u32(single) | narrow(u >> 32) & 0x80000000) -- RISC-V gives a NaN without its sign
end

function convert(type, a, rounding, to_scale)
  if a.type == type and type ~= "bool" and rounding ~= "saturated" then return a end
  if type == "bool" then return mini.has[a.type] and mini.to_bool(a) or to_bool(a) end
  if a.type == "bool" then return from_bool(type, a) end
  if mini.has[a.type] then a = mini.to_f32(a) end
  if mini.has[type] then return mini.from_f32(type, to_single(a), rounding == "saturated", to_scale) end
  if width[a.type] then return width[type] and bits[type](in_width(a, width[type])) or real(type, a) end
  if single[a.type] then a = single[a.type](a) end
  return width[type] and to_int(type, a, rounding) or to_float(type, a)
end

return convert
