-- The recipes of minimum and maximum, of saturation, and of shifts by a count for each lane; gen/dictionary/recipes.lua
-- explains how to write recipes.

recipe "minimum" { types = ints, function(a, b) return select(lt(a, b), a, b) end }
recipe "maximum" { types = ints, function(a, b) return select(lt(a, b), b, a) end }
recipe "minimum" { types = { "u8", "u16" }, function(a, b) return a - sub_saturated(a, b) end }
recipe "maximum" { types = { "u8", "u16" }, function(a, b) return a + sub_saturated(b, a) end }

-- If neither is above the other, one is NaN, or both have the same bits except perhaps the sign of 0. The minimum is then the bitwise or.
-- The maximum is the bitwise and; but first, all bits are set in an operand that is NaN or not above.
recipe "minimum" { types = { "f32", "f64" }, function(a, b)
  local u = unsigned(T)
  return bits[T](drop(lt(b, a), bits[u](a)) | drop(lt(a, b), bits[u](b)))
end }
recipe "maximum" { types = { "f32", "f64" }, function(a, b)
  local u = unsigned(T)
  local a_or_ones = let.a_or_ones(bits[u](a) | lanes_from_mask[u](~le(b, a)))
  return bits[T](a_or_ones & (bits[u](b) | lanes_from_mask[u](~le(a, b))))
end }
recipe "minimum" { types = { "f32", "f64" }, vector = true, function(a, b)
  local u, numbers = unsigned(T), let.numbers(ordered(a, b))
  local x, y = bits[T](keep(numbers, bits[u](a))), bits[T](keep(numbers, bits[u](b)))
  return bits[T](bits[u](min_or_second(x, y)) | bits[u](min_or_second(y, x)) | lanes_from_mask[u](~numbers))
end }
recipe "maximum" { types = { "f32", "f64" }, vector = true, function(a, b)
  local u, numbers = unsigned(T), let.numbers(ordered(a, b))
  local x, y = bits[T](keep(numbers, bits[u](a))), bits[T](keep(numbers, bits[u](b)))
  return bits[T]((bits[u](max_or_second(x, y)) & bits[u](max_or_second(y, x))) | lanes_from_mask[u](~numbers))
end }

-- A constant operand is the result if it is not below a. If it is NaN, it is always the result, unless a is NaN. If it is -0,
-- which is below 0, it is the result only if it is above a; the test compares with the number before 0.
local function limited(T, name, a, b)
  local u = unsigned(T)
  local sign, infinity = 1 << (w - 1), T == "f32" and 0x7f800000 or 0x7ff << 52
  local zero = name == "maximum" and sign or 0
  local least, farthest = constant(u, 1 | zero), constant(u, infinity | zero ~ sign)
  local limit = b.value == zero and bits[T](least) or b
  if not b.value then
    local of_zero = select(eq(bits[u](b), zero), least, bits[u](b))
    limit = bits[T](let.limit(select(eq(b, b), of_zero, farthest)))
  end
  local at_limit = name == "maximum" and le(a, limit) or le(limit, a)
  if b.value == 0 then return bits[T](drop(at_limit, bits[u](a))) end
  return select(at_limit, b, a)
end
recipe "maximum" { types = { "f32", "f64" }, held = { 2 }, inline = true, vector = true, function(a, b) return limited(T, "maximum", a, b) end }
recipe "minimum" { types = { "f32", "f64" }, held = { 2 }, inline = true, vector = true, function(a, b) return limited(T, "minimum", a, b) end }

-- Halves in the order of signed integers, in which NaNs are at both ends. A number is subtracted or added to move all NaNs to the end that
-- wins: those beyond the other infinity wrap around.
local function reversed(x) return x ~ bits.i16(bits.u16(sign_lanes(x)) & 0x7fff) end -- its own inverse
local function beyond(T, name) return (name == "maximum" and -1 or 1) * (0x7fff - (T == "f16" and 0x7c00 or 0x7f80)) end
local function place(T, name, x) return let.place(reversed(bits.i16(x)) + beyond(T, name)) end
for _, name in ipairs { "minimum", "maximum" } do
  recipe(name) { types = { "f16", "bf16" }, inline = true, function(a, b)
    return bits[T](reversed(let.found(apply(name, place(T, name, a), place(T, name, b)) - beyond(T, name))))
  end }
  recipe(name) { types = { "f16", "bf16" }, held = { 2 }, inline = true, function(a, b)
    if name == "maximum" and b.value == 0 then -- as integers, NaNs with a sign are above -infinity
      return bits[T](drop(lt(bits.i16(a), T == "f16" and 0x7c01 - 0x8000 or 0x7f81 - 0x8000), bits.u16(a)))
    end
    local x, y = place(T, name, a), place(T, name, b)
    return select(name == "maximum" and lt(x, y) or lt(y, x), b, a)
  end }
end

-- Saturation. A sum has overflowed if its sign differs from both operands' signs.
recipe "add_saturated" { types = { "u8", "u16", "u32", "u64" }, function(a, b)
  local sum = let.sum(a + b)
  return select(lt(sum, a), ones(T), sum)
end }
recipe "add_saturated" { types = { "u8", "u16", "u32", "u64" }, function(a, b) return minimum(a, ~b) + b end }
recipe "add_saturated" { types = { "u8", "u16", "u32", "u64" }, function(a, b)
  local sum = let.sum(a + b)
  return sum | lanes_from_mask[T](lt(sum, a))
end }
recipe "sub_saturated" { types = { "u8", "u16", "u32", "u64" }, function(a, b) return maximum(a, b) - b end }
recipe "sub_saturated" { types = { "u8", "u16", "u32", "u64" }, function(a, b) return drop(lt(a, b), a - b) end }
local function limit(T, sign) return let.limit(sign_lanes(sign) ~ ((1 << (w - 1)) - 1)) end
recipe "add_saturated" { types = { "i8", "i16", "i32", "i64" }, function(a, b)
  local sum = let.sum(a + b)
  return select(lt((sum ~ a) & (sum ~ b), 0), limit(T, a), sum)
end }
recipe "sub_saturated" { types = { "i8", "i16", "i32", "i64" }, function(a, b)
  local difference = let.difference(a - b)
  return select(lt((a ~ b) & (a ~ difference), 0), limit(T, a), difference)
end }
recipe "mul_saturated" { types = { "i8" }, inline = true, function(a, b)
  return narrow(minimum(maximum(widen(a) * widen(b), -128), 127))
end }
recipe "mul_saturated" { types = { "u8" }, inline = true, function(a, b) return narrow(minimum(widen(a) * widen(b), 255)) end }
recipe "mul_saturated" { types = { "u16", "u32", "u64" }, function(a, b)
  return a * b | lanes_from_mask[T](~eq(mul_high(a, b), 0))
end }
recipe "mul_saturated" { types = { "i16", "i32", "i64" }, function(a, b) -- if the product fits, the high half is its sign
  local low = let.low(a * b)
  return select(eq(mul_high(a, b), sign_lanes(low)), low, limit(T, a ~ b))
end }

-- Shifts by one count for all lanes; counts of at least the width give 0, or the sign.
local function count_below(n) -- the count from a held n, which is below the width
  return count(w == 16 and widen(n) or w == 64 and narrow(n) or n)
end
local unsigned_wide, wide = { "u16", "u32", "u64" }, { "i16", "i32", "i64", "u16", "u32", "u64" }
recipe "shift_left_lanes" { types = wide, held = { 2 }, function(a, n)
  local u = unsigned(T)
  local fits = let.fits(lanes_from_mask[T](lt(bits[u](n), constant(u, w))))
  return shift_left_by(a, count_below(bits[u](n) & (w - 1))) & fits
end }
recipe "shift_right_lanes" { types = unsigned_wide, held = { 2 }, function(a, n)
  return shift_right_by(a, count_below(n & (w - 1))) & let.fits(lanes_from_mask[T](lt(n, constant(T, w))))
end }
recipe "shift_right_lanes" { types = { "i16", "i32", "i64" }, held = { 2 }, function(a, n)
  return shift_right_by(a, count_below(minimum(bits[unsigned(T)](n), w - 1)))
end }

-- Shifts by a count for each lane: in lanes of twice the width, each half separately.
local halves = { "i8", "i16", "u8", "u16" }
recipe "shift_left_lanes" { types = halves, vector = true, function(a, n)
  local u, mask = "u" .. 2 * w, (1 << w) - 1
  local low = let.low(shift_left_lanes(bits[u](a), bits[u](n) & mask) & mask)
  return bits[T](low | shift_left_lanes(bits[u](a) & (mask << w), bits[u](n) >> w))
end }
recipe "shift_right_lanes" { types = { "u8", "u16" }, vector = true, function(a, n)
  local u, mask = "u" .. 2 * w, (1 << w) - 1
  local low = let.low(shift_right_lanes(bits[u](a) & mask, bits[u](n) & mask))
  return bits[T](low | (shift_right_lanes(bits[u](a), bits[u](n) >> w) & (mask << w)))
end }
recipe "shift_right_lanes" { types = { "i8", "i16" }, vector = true, function(a, n)
  local u, i, mask = "u" .. 2 * w, "i" .. 2 * w, (1 << w) - 1
  local low = let.low(shift_right_lanes(bits[i](a) << w, bits[i](bits[u](n) & mask)))
  local high = let.high(shift_right_lanes(bits[i](a), bits[i](bits[u](n) >> w)))
  if w == 8 then return bits[T]((bits[u](low) >> w) | (bits[u](high) & (mask << w))) end
  return bits[T](high_halves(bits[u](low), bits[u](high)))
end }
recipe "shift_left_lanes" { types = { "i8", "i16", "i32", "i64" }, inline = true, function(a, n)
  local u = unsigned(T)
  return bits[T](shift_left_lanes(bits[u](a), bits[u](n)))
end }
recipe "shift_right_lanes" { types = { "i8", "i16", "i32", "i64" }, function(a, n) -- a negative value is inverted, shifted, and inverted again
  local u, sign = unsigned(T), let.sign(sign_lanes(a))
  return bits[T](shift_right_lanes(bits[u](a ~ sign), bits[u](n))) ~ sign
end }

-- Powers of 8 and 16 bits take a step for each bit of the exponent. For more bits, plain C stops at the exponent's last bit.
recipe "power" { types = { "i8", "i16", "u8", "u16" }, vector = true, function(a, n)
  local one, square, result = constant(T, 1), a, nil
  for i = 0, w - 1 do
    local function of_bit(name, value, says) return let[name .. "_of_bit_" .. i](value, says) end
    if i > 0 then square = of_bit("power", square * square) end
    local part = of_bit("part", bits[unsigned(T)](n) & (1 << i), "a factor, if the exponent has this bit")
    local factor = of_bit("factor", select(of_bit("lack", eq(part, 0)), one, square))
    result = result and of_bit("product", result * factor) or factor
  end
  return result
end }
