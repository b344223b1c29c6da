-- The recipes for conversions between types; gen/dictionary/recipes.lua explains how to write recipes.

-- ---- Floats to integers ----

-- Values that do not fit are detected before or after the conversion. For NaN, comparisons are false, or the lanes are cleared at the end.
recipe "min_or_second" { types = { "f32", "f64" }, inline = true, function(a, b) return select(lt(a, b), a, b) end }
recipe "max_or_second" { types = { "f32", "f64" }, inline = true, function(a, b) return select(lt(b, a), a, b) end }
recipe "lt_ordered" { types = { "f32", "f64" }, inline = true, function(a, b) return lt(a, b) end }

local limit = { f32 = 2.0 ^ 31 - 2.0 ^ 7, f64 = 2.0 ^ 63 - 2.0 ^ 10 } -- the greatest number below 2^31, 2^63
local function saturated(i, a, converted)
  local above = lanes_from_mask[i](lt_ordered(constant(T, limit[T]), a)) -- inverts MIN, the result of its conversion
  return keep(eq(a, a), converted ~ above)
end
recipe "i32_saturated_f32" { types = { "f32" }, function(a) return saturated("i32", a, let.converted(i32_or_min_f32(a))) end }
recipe "i64_saturated_f64" { types = { "f64" }, function(a) return saturated("i64", a, let.converted(i64_or_min_f64(a))) end }
recipe "i32_saturated_f64" { types = { "f64" }, inline = true, function(a)
  local numbers = let.numbers(keep(eq(a, a), bits.u64(min_or_second(a, 2147483647.0))))
  return i32_or_min_f64(bits.f64(numbers))
end }
recipe "i32_saturated_f64" { types = { "f64" }, inline = true, vector = true, function(a)
  local nearest = max_or_second(min_or_second(a, 2147483647.0), -2147483648.0)
  return i32_modulo_f64(bits.f64(let.numbers(keep(eq(a, a), bits.u64(nearest)))))
end }
recipe "i32_or_min_f32" { types = { "f32" }, inline = true, vector = true, function(a)
  local fits = let.fits(le_ordered(constant("f32", -2.0 ^ 31), a) & lt_ordered(a, constant("f32", 2.0 ^ 31)))
  local numbers = let.numbers(keep(fits, bits.u32(a)))
  return select(fits, i32_from_f32(bits.f32(numbers)), constant("i32", -(1 << 31)))
end }

-- NaN and negative numbers give 0.
recipe "u32_saturated_f32" { types = { "f32" }, inline = true, function(a) return u32_or_max_f32(max_or_second(a, 0.0)) end }
recipe "u64_saturated_f64" { types = { "f64" }, inline = true, function(a) return u64_or_max_f64(max_or_second(a, 0.0)) end }
recipe "u32_saturated_f64" { types = { "f64" }, inline = true, function(a) return u32_or_max_f64(max_or_second(a, 0.0)) end }

-- A value beyond i32 is converted after subtracting 2^31, and its highest bit is inverted. A value beyond u32 gives MIN in that
-- conversion, which becomes 0; then all bits are set.
recipe "u32_saturated_f32" { types = { "f32" }, function(given)
  local a = let.positive(max_or_second(given, 0.0))
  local high = let.high(bits.u32(lanes_from_mask.i32(lt_ordered(constant("f32", limit.f32), a))))
  local converted = i32_or_min_f32(a - bits.f32(high & 0x4f000000))
  local above = bits.u32(lanes_from_mask.i32(lt_ordered(constant("f32", 2.0 ^ 32 - 2.0 ^ 8), a)))
  return (bits.u32(converted) ~ (high & 0x80000000)) | above
end }

-- A whole number below 2^52 added to 2^52, or to 1.5 * 2^52 if it may be negative, is in the last bits of the sum.
recipe "u32_saturated_f64" { types = { "f64" }, inline = true, vector = true, function(a)
  local whole = let.whole(trunc(min_or_second(max_or_second(a, 0.0), 4294967295.0)))
  return narrow(bits.u64(whole + 2.0 ^ 52))
end }
-- The halves of a 64-bit number are also in the last bits, and each step is exact. For more than 64 bits, and for NaN, the result
-- is unspecified.
local function whole_halves(a, middle)
  local whole = let.whole(trunc(a))
  local upper = let.upper(floor(whole * 2.0 ^ -32))
  local lower = let.lower(whole - upper * 2.0 ^ 32)
  return let.joined(low_halves(bits.u64(lower + 2.0 ^ 52), bits.u64(upper + middle)))
end
recipe "i64_saturated_f64" { types = { "f64" }, vector = true, function(a)
  local least, most = constant("i64", 1 << 63), constant("i64", ~(1 << 63))
  local fitting = select(lt_ordered(a, constant("f64", -2.0 ^ 63)), least, bits.i64(whole_halves(a, 1.5 * 2.0 ^ 52)))
  return keep(eq(a, a), select(lt_ordered(constant("f64", limit.f64), a), most, fitting))
end }
recipe "u64_saturated_f64" { types = { "f64" }, vector = true, function(given)
  local a = let.positive(max_or_second(given, 0.0))
  return whole_halves(a, 2.0 ^ 52) | lanes_from_mask.u64(lt_ordered(constant("f64", 2.0 ^ 64 - 2.0 ^ 11), a))
end }

-- ---- Floats to 16 bits ----

recipe "i16_saturated_f32" { types = { "f32" }, inline = true, function(a) return i16_clamped_i32(i32_saturated_f32(a)) end }
recipe "u16_saturated_f32" { types = { "f32" }, inline = true, function(a) return u16_clamped_i32(i32_saturated_f32(a)) end }
recipe "i16_saturated_f32" { types = { "f32" }, inline = true, function(a) -- a value that is too small gives MIN
  local numbers = let.numbers(keep(eq(a, a), bits.u32(min_or_second(a, 32767.0))))
  return i16_clamped_i32(i32_or_min_f32(bits.f32(numbers)))
end }
recipe "u16_saturated_f32" { types = { "f32" }, inline = true, function(a)
  return u16_clamped_i32(i32_or_min_f32(min_or_second(max_or_second(a, 0.0), 65535.0)))
end }
recipe "i16_saturated_f32" { types = { "f32" }, inline = true, vector = true, function(a)
  local nearest = max_or_second(min_or_second(a, 32767.0), -32768.0)
  return narrow(i32_from_f32(bits.f32(let.numbers(keep(eq(a, a), bits.u32(nearest))))))
end }
recipe "u16_saturated_f32" { types = { "f32" }, inline = true, vector = true, function(a)
  return narrow_unsigned(bits.u32(i32_from_f32(min_or_second(max_or_second(a, 0.0), 65535.0))))
end }

-- ---- Through f64, which represents every f32 and every integer of 32 bits ----

recipe "f32_from_i32" { types = { "i32" }, inline = true, vector = true, function(a) return f32_from_f64(f64_from_i32(a)) end }
recipe "f32_from_u32" { types = { "u32" }, inline = true, vector = true, function(a) return f32_from_f64(f64_from_u32(a)) end }
for _, name in ipairs { "i32_from", "i32_or_min", "i32_saturated", "u32_saturated" } do
  recipe(name .. "_f32") { types = { "f32" }, inline = true, vector = true, function(a)
    return apply(name .. "_f64", f64_from_f32(a))
  end }
end

-- ---- Floats to the nearest integers ----

-- From 2^23 on every f32 is an integer, so values that do not fit are detected as for truncation.
recipe "i32_nearest_f32" { types = { "f32" }, inline = true, function(a)
  return i32_saturated_f32(let.rounded(round_even(a)))
end }
recipe "i32_nearest_f32" { types = { "f32" }, function(a)
  return saturated("i32", a, let.converted(i32_nearest_or_min_f32(a)))
end }
recipe "i16_nearest_f32" { types = { "f32" }, inline = true, function(a) return i16_clamped_i32(i32_nearest_f32(a)) end }
recipe "i16_nearest_f32" { types = { "f32" }, inline = true, function(a)
  return i16_saturated_f32(let.rounded(round_even(a)))
end }
recipe "i16_nearest_f32" { types = { "f32" }, inline = true, function(a) -- a value that is too small gives MIN
  local numbers = let.numbers(keep(eq(a, a), bits.u32(min_or_second(a, 32767.0))))
  return i16_clamped_i32(i32_nearest_or_min_f32(bits.f32(numbers)))
end }
recipe "i16_nearest_byte_f32" { types = { "f32" }, inline = true, function(a) return i16_nearest_f32(a) end }

-- ---- Integers to the nearest narrower ones ----

local function clamped(a, least, most)
  return let.within(select(lt(a, least), constant(T, least), let.capped(select(lt(most, a), constant(T, most), a))))
end
recipe "i8_clamped_i16" { types = { "i16" }, inline = true, function(a) return narrow(clamped(a, -0x80, 0x7f)) end }
recipe "u8_clamped_i16" { types = { "i16" }, inline = true, function(a) return narrow_unsigned(bits.u16(clamped(a, 0, 0xff))) end }
recipe "i16_clamped_i32" { types = { "i32" }, inline = true, function(a) return narrow(clamped(a, -0x8000, 0x7fff)) end }
recipe "u16_clamped_i32" { types = { "i32" }, inline = true, function(a) return narrow_unsigned(bits.u32(clamped(a, 0, 0xffff))) end }

-- ---- Integers to floats ----

-- Each half of an integer is put into the last bits of a float: the lower one above 2^23 (of 64 bits: 2^52), the upper one, at
-- its weight, above 2^39 (2^84). Subtracting the latter is exact, and so is every step except the sum.
local function joined_halves(f, a, upper, lower, excess)
  local high = bits[f](let.high(a >> w // 2 | upper))
  local low = bits[f](let.low(a & ((1 << w // 2) - 1) | lower))
  return let.real(high - excess) + low
end
recipe "f32_from_u32" { types = { "u32" }, function(a)
  return joined_halves("f32", a, 0x53000000, 0x4b000000, 2.0 ^ 39 + 2.0 ^ 23)
end }
recipe "f64_from_u64" { types = { "u64" }, function(a)
  return joined_halves("f64", a, 0x4530000000000000, 0x4330000000000000, 2.0 ^ 84 + 2.0 ^ 52)
end }
recipe "f64_from_i64" { types = { "i64" }, function(a)
  return joined_halves("f64", bits.u64(a) ~ (1 << 63), 0x4530000000000000, 0x4330000000000000, 2.0 ^ 84 + 2.0 ^ 63 + 2.0 ^ 52)
end }

-- A value that was rounded to odd, with at least two spare bits, is rounded again as if it were exact: if its last bit is set,
-- there are more bits after it, or it is not a half.
local function odd(a, lost)
  return (a | ((a & ((1 << lost) - 1)) + ((1 << lost) - 1))) & constant(a.type, (w == 64 and -1 or 0xffffffff) & ~((1 << lost) - 1))
end
recipe "round_to_odd" { types = { "u32", "u64", "i32", "i64" }, function(a)
  local u, exact, lost = bits[unsigned(T)](a), w == 64 and 53 or 24, w == 64 and 11 or 8
  local beyond = is_signed(T) and (u + (1 << exact)) >> (exact + 1) or u >> exact
  return bits[T](select(eq(let.beyond(beyond), 0), u, let.rounded(odd(u, lost))))
end }
recipe "f32_from_i64" { types = { "i64" }, inline = true, function(a) return f32_from_f64(f64_from_i64(round_to_odd(a))) end }
recipe "f32_from_u64" { types = { "u64" }, inline = true, function(a) return f32_from_f64(f64_from_u64(round_to_odd(a))) end }

-- ---- f64 to f16 and bf16 ----

-- All numbers of 16 bits that bf16 distinguishes from 0 are exact in f32, whose subnormals have a last bit of 2^-149: bf16's
-- least number is 2^-133, and half of it still has all these bits.
for _, name in ipairs { "f16", "bf16" } do
  recipe(name .. "_from_f64") { types = { "f64" }, inline = true, function(a) return from_single(name, f32_odd_from_f64(a)) end }
  recipe(name .. "_from_f64") { types = { "f64" }, inline = true, function(a)
    return from_single(name, f32_from_f64(bits.f64(let.odd(odd(bits.u64(a), 37)))))
  end }
end
