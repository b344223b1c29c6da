-- The recipes by which a word that an ISA lacks is made of others. Each equals the word's meaning in gen/dictionary/words.lua
-- bit for bit; the vocabulary tests run every one that an ISA uses.
--
--   recipe "word" { types = { … }, function(operands…) return … end }
--     held    the operands, by number, that must be held for the recipe to apply
--     inline  the recipe's words stand in the kernel itself; other recipes become a small function of the ISA's header
--     vector  the recipe looks at a register as lanes of another width, which a scalar has not
--
-- Inside, T is the lane type and w its width; at(word, type) is a word at another type.

-- Two bf16 in 32 bits: each is an f32 once the other's bits are gone. Of the two results in f32 the upper halves are bf16,
-- and one is added to those whose lower half is more than a half of their last bit, or a half of an odd one's. A NaN that
-- these words give has the lower half clear, as its operands have, and stays.
local function bfloats(low, high, one_more)
  local kept = bits.u16(let.kept(high_halves(low, high)))
  local rest = let.rest(bits.u16(low_halves(low, high)) | (kept & 1))
  return bits.bf16(one_more(kept, lt(constant("u16", 0x8000), rest)))
end

for _, name in ipairs { "add", "sub", "mul", "div" } do -- f16 and bf16: computed in f32 and rounded
  recipe(name) { types = { "f16", "bf16" }, inline = true,
    function(a, b) return from_single(T, apply(name, single(a), single(b))) end }
  for _, one_more in ipairs {
    function(kept, is_above) return select(is_above, kept + 1, kept) end,
    function(kept, is_above) return kept - lanes_from_mask.u16(is_above) end,
  } do
    recipe(name) { types = { "bf16" }, vector = true, function(a, b)
      local x, y = bits.u32(a), bits.u32(b)
      local low = apply(name, bits.f32(x << 16), bits.f32(y << 16))
      local high = apply(name, bits.f32(x & 0xffff0000), bits.f32(y & 0xffff0000))
      return bfloats(bits.u32(low), bits.u32(high), one_more)
    end }
  end
end

recipe "floor" { types = { "f16", "bf16" }, inline = true, function(a) return from_single(T, floor(single(a))) end }
recipe "eq" { types = { "f16", "bf16" }, inline = true, function(a, b) return mask_narrow(eq(single(a), single(b))) end }
recipe "lt" { types = { "f16", "bf16" }, inline = true, function(a, b) return mask_narrow(lt(single(a), single(b))) end }
recipe "lt" { types = { "f16", "bf16" }, function(a, b) -- as signed numbers, of which -0 is 0
  local infinity = constant("i16", T == "f16" and 0x7c00 or 0x7f80)
  local function number(x)
    local sign = let.sign(lanes_from_mask(lt(bits.i16(x), 0)))
    local magnitude = let.magnitude(bits.i16(bits.u16(x) & 0x7fff))
    return let.number((magnitude ~ sign) - sign), let.not_a_number(lt(infinity, magnitude))
  end
  local x, x_is_nan = number(a)
  local y, y_is_nan = number(b)
  return lt(x, y) & ~(x_is_nan | y_is_nan)
end }

recipe "neg" { types = { "f32", "f64", "f16", "bf16" }, inline = true, function(a)
  local u = unsigned(T)
  return bits[T](bits[u](a) ~ (1 << (w - 1)))
end }

recipe "f32_from_f16" { types = { "f16" }, inline = true, function(a) return single_of_half(widen(bits.u16(a))) end }
recipe "f16_from_f32" { types = { "f32" }, inline = true, function(a) return bits.f16(narrow_unsigned(half_of_single(a))) end }
recipe "f32_from_bf16" { types = { "bf16" }, inline = true, function(a) return single_of_bfloat(widen(bits.u16(a))) end }
recipe "bf16_from_f32" { types = { "f32" }, inline = true, function(a) return bits.bf16(narrow_unsigned(bfloat_of_single(a))) end }

recipe "narrow_unsigned" { types = { "u16", "u32" }, inline = true, function(a) return narrow(a) end }
recipe "narrow" { types = { "u16", "u32" }, inline = true, function(a) return narrow_unsigned(a & ((1 << w // 2) - 1)) end }
recipe "narrow" { types = { "i16", "i32" }, inline = true, function(a)
  return bits["i" .. w // 2](narrow(bits[unsigned(T)](a)))
end }

-- 112 more in the exponent is f32's bias, and another 112 makes 31 there 255. A subnormal f16 is a whole number of 2^-24:
-- nothing here is a subnormal f32, which a processor may be told to take for 0.
recipe "single_of_half" { types = { "u32" }, function(a)
  local magnitude = let.magnitude(a & 0x7fff)
  local subnormal = let.subnormal(f32_from_i32(bits.i32(magnitude)) * 2.0 ^ -24)
  local special = let.special(lanes_from_mask(lt(constant("i32", 0x7bff), bits.i32(magnitude))) & (112 << 23))
  local normal = let.normal((magnitude << 13) + (112 << 23) + bits.u32(special))
  local is_normal = let.is_normal(lt(constant("i32", 0x3ff), bits.i32(magnitude)))
  local result = let.result(select(is_normal, normal, bits.u32(subnormal)))
  return bits.f32(result | ((a ~ magnitude) << 16))
end }

-- A subnormal f16 is rounded by adding 0.5, whose last bit weighs as much as the f16's; a normal one by adding just
-- under half of its last bit, and one more where that bit is odd. A carry out of the largest f16 gives infinity.
recipe "half_of_single" { types = { "f32" }, function(a)
  local u = bits.u32(a)
  local magnitude = let.magnitude(u & 0x7fffffff)
  local function is_above(limit) return lt(constant("i32", limit), bits.i32(magnitude)) end
  local function is_below(limit) return lt(bits.i32(magnitude), constant("i32", limit)) end
  local subnormal = let.subnormal(bits.u32(bits.f32(magnitude) + 0.5) - 0x3f000000)
  local odd = let.odd((magnitude >> 13) & 1)
  local normal = let.normal((magnitude + odd + 0xc8000fff) >> 13)
  local finite = let.finite(select(is_below(0x38800000), subnormal, normal))
  local special = let.special(0x7c00 | bits.u32(lanes_from_mask(is_above(0x7f800000)) & 0x200))
  local result = let.result(select(is_below(0x47800000), finite, special))
  return result | ((u ~ magnitude) >> 16)
end }

recipe "single_of_bfloat" { types = { "u32" }, inline = true, function(a) return bits.f32(a << 16) end }
recipe "bfloat_of_single" { types = { "f32" }, function(a)
  local u = bits.u32(a)
  local rounded = let.rounded((u + ((u >> 16) & 1) + 0x7fff) >> 16)
  return select(eq(a, a), rounded, let.quiet((u >> 16) | 0x40))
end }

-- A comparison that raises invalid for every NaN must not see a quiet one.
recipe "ordered" { types = { "f32", "f64" }, inline = true, function(a, b) return eq(a, a) & eq(b, b) end }
recipe "lt" { types = { "f32", "f64" }, inline = true, vector = true, function(a, b)
  local u = unsigned(T)
  local both_numbers = let.ordered(ordered(a, b))
  return lt_ordered(bits[T](keep(both_numbers, bits[u](a))), bits[T](keep(both_numbers, bits[u](b))))
end }

-- Rounding to whole numbers where there is no instruction: adding and taking away 2^23 (f64: 2^52) rounds to nearest;
-- what went up where it should not comes down by one. Beyond that every float is whole; there, and for NaN, 0 is rounded
-- instead.
local function is_small(T, magnitude)
  if T == "f32" then return lt(bits.i32(magnitude), constant("i32", 0x4b000000)) end
  return lt(magnitude, constant(T, 2.0 ^ 52))
end
local function without_one(T, near, is_above)
  return near - bits[T](keep(is_above, bits[unsigned(T)](constant(T, 1.0))))
end
recipe "trunc" { types = { "f32", "f64" }, function(a)
  local u, limit = unsigned(T), T == "f32" and 2.0 ^ 23 or 2.0 ^ 52
  local sign = let.sign(bits[u](a) & (1 << (w - 1)))
  local magnitude = bits[T](let.magnitude(bits[u](a) ~ sign))
  local small = let.small(is_small(T, magnitude))
  local rounded_from = bits[T](let.rounded_from(keep(small, bits[u](magnitude))))
  local near = let.near((rounded_from + limit) - limit)
  local lower = let.lower(without_one(T, near, lt_ordered(rounded_from, near)))
  return select(small, bits[T](bits[u](lower) | sign), a)
end }
recipe "floor" { types = { "f32", "f64" }, function(a)
  local u, limit = unsigned(T), T == "f32" and 2.0 ^ 23 or 2.0 ^ 52
  local sign = let.sign(bits[u](a) & (1 << (w - 1)))
  local magnitude = bits[T](let.magnitude(bits[u](a) ~ sign))
  local small = let.small(is_small(T, magnitude))
  local rounded_from = let.rounded_from(keep(small, bits[u](magnitude)))
  local near = bits[T](let.near(bits[u]((bits[T](rounded_from) + limit) - limit) | sign))
  local lower = let.lower(without_one(T, near, lt_ordered(bits[T](rounded_from | sign), near)))
  return select(small, lower, a)
end }

recipe "floor_div" { types = { "u8", "u16", "u32", "u64" }, inline = true, function(a, b) return trunc_div(a, b) end }

recipe "i32_modulo_f64" { types = { "f64" }, inline = true, vector = true, function(a) -- what is whole stands in the last bits
  return bits.i32(narrow(bits.u64(trunc(a) + 1.5 * 2.0 ^ 52)))
end }

-- By the mask's own ones, or chosen, where masks are no lanes.
recipe "one_for_zero" { types = ints, inline = true, function(a) return let.divisor(a - lanes_from_mask[T](eq(a, 0))) end }
recipe "one_for_zero" { types = ints, inline = true, function(a) return select(eq(a, 0), constant(T, 1), a) end }
recipe "sign_lanes" { types = { "i8", "i16", "i32", "i64" }, inline = true, function(a) return lanes_from_mask(lt(a, 0)) end }
recipe "sign_lanes" { types = { "i8", "i16", "i32", "i64" }, inline = true, function(a) return a >> (w - 1) end }

-- Division: small integers through floats, where the rounded quotient never reaches the next whole number, since the
-- true one stays 1 / |b| away from it. 0 divides nothing: no exception is to be raised; its quotient is masked. The elements
-- in 32 bits are divided where they stand; or operands are widened, where that costs less.
local function divide_in_place(T, w, a, b, whole)
  local wide = is_signed(T) and "i32" or "u32"
  local x, y, joined = bits[wide](a), bits[wide](one_for_zero(b)), nil
  for at = 0, 32 - w, w do
    local function element(v, name)
      if wide == "u32" then
        v = at > 0 and v >> at or v
        v = at < 32 - w and let[name](v & ((1 << w) - 1)) or v
      else
        v = at < 32 - w and let[name .. "_on_top"](v << (32 - w - at)) or v
        v = let[name](v >> (32 - w))
      end
      return let[name .. "_real"](f32_from_i32(bits.i32(v)))
    end
    local real = let["ratio" .. at](element(x, "dividend" .. at) / element(y, "divisor" .. at))
    local quotient = bits.u32(let["quotient" .. at](whole(real)))
    quotient = at < 32 - w and quotient & ((1 << w) - 1) or quotient
    quotient = at > 0 and let["placed" .. at](quotient << at) or quotient
    joined = joined and let.joined(joined | quotient) or quotient
  end
  return drop(eq(b, 0), bits[T](joined))
end
recipe "trunc_div" { types = { "i8", "i16", "u8", "u16" }, vector = true, function(a, b)
  return divide_in_place(T, w, a, b, i32_from_f32)
end }
recipe "trunc_div" { types = { "i8", "i16", "u8", "u16" }, vector = true, function(a, b)
  return drop(eq(b, 0), from_i32(T, i32_from_f32(real(a) / real(one_for_zero(b)))))
end }
for _, whole in ipairs {
  function(quotient) return i32_from_f32(floor(quotient)) end,
  function(quotient) -- one less where what is left of the fraction lies above
    local whole = let.whole(i32_from_f32(quotient))
    return whole + lanes_from_mask.i32(lt_ordered(quotient, f32_from_i32(whole)))
  end,
} do
  recipe "floor_div" { types = { "i8", "i16" }, vector = true, function(a, b) return divide_in_place(T, w, a, b, whole) end }
end
recipe "floor_div" { types = { "i8", "i16" }, vector = true, function(a, b)
  return drop(eq(b, 0), from_i32(T, i32_from_f32(floor(real(a) / real(one_for_zero(b))))))
end }
recipe "trunc_div" { types = { "u32" }, vector = true, function(a, b)
  return drop(eq(b, 0), u32_from_f64(trunc(f64_from_u32(a) / f64_from_u32(one_for_zero(b)))))
end }
recipe "trunc_div" { types = { "u32" }, vector = true, function(a, b) -- as trunc is made, of what is neither large nor negative
  local quotient = let.quotient(f64_from_u32(a) / f64_from_u32(one_for_zero(b)))
  local near = let.near((quotient + 2.0 ^ 52) - 2.0 ^ 52)
  return drop(eq(b, 0), u32_from_f64(without_one("f64", near, lt_ordered(quotient, near))))
end }

-- MIN / -1 is 2^31, which is no i32: modulo 2^32 it is MIN; or one less is divided, and added again.
local function divide_i32(a, b, round)
  return drop(eq(b, 0), i32_modulo_f64(round(f64_from_i32(a) / f64_from_i32(one_for_zero(b)))))
end
local function divide_i32_within(a, b, round)
  local least = constant("i32", -2147483648)
  local too_large = let.too_large(lanes_from_mask(eq(a, least) & eq(b, -1)))
  local quotient = i32_from_f64(round(f64_from_i32(a - too_large) / f64_from_i32(one_for_zero(b))))
  return drop(eq(b, 0), quotient - too_large)
end
for _, divide in ipairs { divide_i32, divide_i32_within } do
  recipe "trunc_div" { types = { "i32" }, vector = true, function(a, b) return divide(a, b, function(q) return q end) end }
  recipe "floor_div" { types = { "i32" }, vector = true, function(a, b) return divide(a, b, floor) end }
end

-- 64 bits: two quotients through f64, both kept a little too small (by 2^-50), so that the rest stays unsigned; what
-- the second one leaves is less than twice the divisor.
recipe "trunc_div" { types = { "u64" }, vector = true, function(a, b)
  local below = 1.0 - 2.0 ^ -50
  local divisor = let.divisor(f64_from_u64(one_for_zero(b)))
  local first = let.first(u64_from_f64(f64_from_u64(a) / divisor * below))
  local rest = let.rest(a - first * b)
  local second = let.second(u64_from_f64(f64_from_u64(rest) / divisor * below))
  local left = let.left(rest - second * b)
  local quotient = let.quotient(first + second)
  return drop(eq(b, 0), select(lt(left, b), quotient, quotient + 1))
end }
recipe "trunc_div" { types = { "i64" }, vector = true, function(a, b)
  local sign = sign_lanes(a ~ b)
  local quotient = trunc_div(bits.u64(magnitude(a)), bits.u64(magnitude(b)))
  return (bits.i64(quotient) ~ sign) - sign
end }
recipe "floor_div" { types = { "i32", "i64" }, vector = true, function(a, b)
  local quotient = trunc_div(a, b)
  local rest = a - quotient * b
  local short = lt(rest ~ b, 0) & ~eq(rest, 0)
  return drop(eq(b, 0), select(short, quotient - 1, quotient))
end }

-- The processor's own division, kept away from what it does not define.
recipe "trunc_div" { types = { "i8", "i16", "i32", "i64" }, function(a, b)
  local zero, minus_one = eq(b, 0), eq(b, -1)
  local quotient = plain_div(a, select(zero | minus_one, constant(T, 1), b))
  return drop(zero, select(minus_one, -a, quotient))
end }
recipe "trunc_div" { types = { "u8", "u16", "u32", "u64" }, function(a, b)
  local zero = eq(b, 0)
  return drop(zero, plain_div(a, select(zero, constant(T, 1), b)))
end }
recipe "floor_div" { types = { "i8", "i16", "i32", "i64" }, function(a, b)
  local zero, minus_one = eq(b, 0), eq(b, -1)
  local divisor = select(zero | minus_one, constant(T, 1), b)
  local quotient = plain_div(a, divisor)
  local rest = a - quotient * divisor
  local short = lt(rest ~ divisor, 0) & ~eq(rest, 0)
  return drop(zero, select(minus_one, -a, select(short, quotient - 1, quotient)))
end }

-- Division by a held value: multiply by a reciprocal prepared once per row, keep the high half, shift.
recipe "trunc_div" { types = { "u8" }, held = { 2 }, inline = true, function(a, d)
  return trunc_div_by(a, d, divisor_multiplier(d), no_count(), no_count())
end }
recipe "trunc_div" { types = { "u16", "u32", "u64" }, held = { 2 }, inline = true, function(a, d)
  return trunc_div_by(a, d, divisor_multiplier(d), divisor_shift(d), divisor_first_shift(d))
end }
recipe "trunc_div" { types = { "i8" }, held = { 2 }, inline = true, function(a, d)
  return trunc_div_by(a, d, divisor_multiplier(d), no_count(), no_count())
end }
recipe "trunc_div" { types = { "i16", "i32", "i64" }, held = { 2 }, inline = true, function(a, d)
  return trunc_div_by(a, d, divisor_multiplier(d), divisor_shift(d), no_count())
end }
recipe "floor_div" { types = { "i8" }, held = { 2 }, inline = true, function(a, d)
  return floor_div_by(a, d, divisor_multiplier(d), no_count())
end }
recipe "floor_div" { types = { "i16", "i32", "i64" }, held = { 2 }, inline = true, function(a, d)
  return floor_div_by(a, d, divisor_multiplier(d), divisor_shift(d))
end }

-- floor((x + 1) * floor(65535 / d) / 65536) = floor(x / d) for every x and d of 8 bits, and 0 for d = 0.
recipe "trunc_div_by" { types = { "u8" }, vector = true, function(a, d, m)
  local pairs = bits.u16(a)
  local even = mul_high((pairs & 0xff) + 1, m)
  local odd = mul_high((pairs >> 8) + 1, m)
  return bits.u8(even | (odd << 8))
end }
recipe "trunc_div_by" { types = { "u8" }, function(a, d, m) return narrow(mul_high(widen(a) + 1, m)) end }
recipe "trunc_div_by" { types = { "u16", "u32", "u64" }, function(a, d, m, n, first)
  local high = mul_high(a, m)
  return shift_right_by(high + shift_right_by(a - high, first), n)
end }
recipe "trunc_div_by" { types = { "i8" }, function(a, d, m)
  local quotient = trunc_div_by(bits.u8(magnitude(a)), bits.u8(d), m, no_count(), no_count())
  local sign = lanes_from_mask(lt(a, 0)) ~ lanes_from_mask(lt(d, 0))
  return (bits.i8(quotient) ~ sign) - sign
end }
-- floor((x + 1) * m / 2^(w + n)) = floor(x / |d|) for x up to 2^(w - 1), as |a| is: m falls short of 2^(w + n) / |d|, and
-- by so little that the 1 makes up for it.
recipe "trunc_div_by" { types = { "i16", "i32", "i64" }, function(a, d, m, n)
  local u = unsigned(T)
  local quotient = bits[T](shift_right_by(mul_high(bits[u](magnitude(a)) + 1, m), n))
  local sign = lanes_from_mask(lt(a, 0)) ~ lanes_from_mask(lt(d, 0))
  return (quotient ~ sign) - sign
end }

-- Rounding down: with p all ones for d > 0 and 0 else, the quotient is negative exactly where (a xor p) > p; there it
-- is not((|a| - 1) / |d|). d = 0 leaves 0 by its multiplier and is kept from being inverted.
recipe "floor_div_by" { types = { "i8" }, function(a, d, m)
  local p = lanes_from_mask(lt(constant(T, 0), d))
  local nonzero = lanes_from_mask(~eq(d, 0))
  local negative = lanes_from_mask(lt(p, a ~ p)) & nonzero
  local quotient = trunc_div_by(bits.u8(magnitude(a) + negative), bits.u8(d), m, no_count(), no_count())
  return bits.i8(quotient) ~ negative
end }
recipe "floor_div_by" { types = { "i16", "i32", "i64" }, inline = true, function(a, d, m, n)
  local most = constant(T, (1 << (w - 1)) - 1) -- nothing is above it: for d = 0
  local p = select(lt(constant(T, 0), d), ones(T), select(lt(d, 0), constant(T, 0), most))
  local negative = lanes_from_mask(lt(p, a ~ p))
  local quotient = shift_right_by(mul_high(bits[unsigned(T)](magnitude(a) + negative) + 1, m), n)
  return bits[T](quotient) ~ negative
end }

recipe "magnitude" { types = { "i8", "i16", "i32", "i64" }, function(a)
  local sign = lanes_from_mask(lt(a, 0))
  return (a ~ sign) - sign
end }

-- Products.
recipe "mul" { types = { "i8", "u8" }, vector = true, function(a, b)
  local x, y = bits.u16(a), bits.u16(b)
  return bits[T](((x * y) & 0xff) | ((x & 0xff00) * (y >> 8)))
end }
recipe "mul" { types = { "i32", "u32" }, vector = true, function(a, b)
  local x, y = bits.u32(a), bits.u32(b)
  local even = let.even(mul_even(x, y))
  local odd = let.odd(mul_even(bits.u32(bits.u64(x) >> 32), bits.u32(bits.u64(y) >> 32)))
  return bits[T](low_halves(even, odd))
end }
recipe "mul" { types = { "i64", "u64" }, vector = true, function(a, b)
  local x, y = bits.u32(a), bits.u32(b)
  local x_high, y_high = bits.u32(bits.u64(a) >> 32), bits.u32(bits.u64(b) >> 32)
  local cross = let.cross(mul_even(x, y_high) + mul_even(x_high, y))
  return bits[T](mul_even(x, y) + (cross << 32))
end }
recipe "mul_high" { types = { "u32" }, vector = true, function(a, b)
  local even = mul_even(a, b)
  local odd = mul_even(bits.u32(bits.u64(a) >> 32), bits.u32(bits.u64(b) >> 32))
  return bits.u32(high_halves(even, odd))
end }
recipe "mul_high" { types = { "i32" }, vector = true, function(a, b)
  local even = bits.u64(mul_even(a, b))
  local odd = bits.u64(mul_even(bits.i32(bits.u64(a) >> 32), bits.i32(bits.u64(b) >> 32)))
  return bits.i32(high_halves(even, odd))
end }
recipe "mul_high" { types = { "u64" }, vector = true, function(a, b)
  local x, y = bits.u32(a), bits.u32(b)
  local x_high, y_high = bits.u32(a >> 32), bits.u32(b >> 32)
  local middle = mul_even(x_high, y) + (mul_even(x, y) >> 32)
  local other = mul_even(x, y_high) + (middle & 0xffffffff)
  return mul_even(x_high, y_high) + (middle >> 32) + (other >> 32)
end }
recipe "mul_high" { types = { "i16", "i32", "i64" }, function(a, b)
  local u = unsigned(T)
  local high = bits[T](mul_high(bits[u](a), bits[u](b)))
  return high - (lanes_from_mask(lt(a, 0)) & b) - (lanes_from_mask(lt(b, 0)) & a)
end }

recipe "low_halves" { types = { "u32", "u64" }, inline = true, function(a, b)
  return (a & ((1 << w // 2) - 1)) | (b << w // 2)
end }
recipe "high_halves" { types = { "u32", "u64" }, inline = true, function(a, b)
  return (a >> w // 2) | (b & (((1 << w // 2) - 1) << w // 2))
end }

-- Comparisons and masks.
recipe "lt" { types = { "u8", "u16", "u32", "u64" }, function(a, b)
  local i, top = signed(T), 1 << (w - 1)
  return lt(bits[i](a ~ top), bits[i](b ~ top))
end }
recipe "mask_from_byte" { types = { "i8", "u8" }, inline = true, function(a) return ~eq(a, 0) end }
local function is_zero(T, a) -- a byte, as a mask of T's width
  return (T == "i8" or T == "u8") and eq(a, 0) or at("mask_widen", half_of(T))(is_zero(half_of(T), a))
end
for _, T in ipairs { "i16", "i32", "i64" } do
  recipe "mask_from_byte" { types = { T, unsigned(T) }, inline = true, function(a) return ~is_zero(T, a) end } -- its opposite serves select
  recipe "mask_from_byte" { types = { T, unsigned(T) }, inline = true, function(a)
    local half = half_of(T)
    return at("mask_widen", half)(at("mask_from_byte", half)(a))
  end }
  recipe "byte_from_mask" { types = { T, unsigned(T) }, inline = true, function(p)
    return at("byte_from_mask", half_of(T))(at("mask_narrow", T)(p))
  end }
end
recipe "byte_from_mask" { types = { "i8", "u8" }, inline = true, function(p) return bits.u8(lanes_from_mask.i8(p)) & 1 end }
recipe "keep" { types = ints, inline = true, function(p, a) return select(p, a, constant(T, 0)) end }
recipe "drop" { types = ints, inline = true, function(p, a) return select(p, constant(T, 0), a) end }
recipe "lanes_from_mask" { types = ints, inline = true, function(p) return select(p, ones(T), constant(T, 0)) end }
recipe "select" { types = { "f32", "f64", "f16", "bf16" }, inline = true, function(p, a, b)
  local u = unsigned(T)
  return bits[T](select(p, bits[u](a), bits[u](b)))
end }
recipe "select" { types = ints, function(p, a, b)
  local ones = lanes_from_mask[T](p)
  return b ~ ((a ~ b) & ones)
end }
recipe "neg" { types = ints, inline = true, function(a) return constant(T, 0) - a end }

-- Exact conversions of unsigned integers by way of signed ones.
recipe "f64_from_u32" { types = { "u32" }, inline = true, function(a)
  return f64_from_i32(bits.i32(a ~ 0x80000000)) + 2147483648.0
end }
recipe "u32_from_f64" { types = { "f64" }, inline = true, function(a)
  return bits.u32(i32_from_f64(a - 2147483648.0)) ~ 0x80000000
end }
