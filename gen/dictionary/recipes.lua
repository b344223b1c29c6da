-- The recipes, which compute a word that an ISA lacks from other words. Each equals the word's meaning in gen/dictionary/words.lua
-- bit for bit; the vocabulary tests run every recipe that an ISA uses.
--
--   recipe "word" { types = { … }, function(operands…) return … end }
--     held    the operands, by number, that must be constant over a row for the recipe to apply
--     inline  the recipe's words are written in the kernel itself; other recipes become a small function in the ISA's header
--     vector  the recipe uses a register as lanes of another width, which a scalar lacks; or it saves nothing in plain C
--     of      a word: the recipe is for operands that are all results of this word, and takes this word's operands; always inline
--
-- Inside, T is the lane type and w its width; at(word, type) is a word at another type.

-- Two bf16 in 32 bits: each is an f32 without the other's bits. The upper halves of the two results in f32 are the bf16. One is added if
-- the lower half is more than half of the last bit, or exactly half and the last bit is odd. A NaN from these words has a lower half of
-- zeros, like its operands, and does not change.
local function bfloats(low, high, one_more)
  local kept = bits.u16(let.kept(high_halves(low, high)))
  local rest = let.rest(bits.u16(low_halves(low, high)) | (kept & 1))
  return bits.bf16(one_more(kept, lt(constant("u16", 0x8000), rest)))
end

-- Both are correct wherever a near word is allowed.
recipe "mul_add" { types = { "f32", "f64" }, inline = true, function(a, b, c) return fused(a, b, c) end }
recipe "mul_add" { types = { "f32", "f64" }, inline = true, function(a, b, c) return a * b + c end }

for _, of in ipairs {
  { "look_up4", "look_up8", 8 }, { "look_up8", "look_up16", 16 }, { "look_up16", "look_up32", 32 }, { "look_up32", "look_up" },
} do
  recipe(of[1]) { types = { "f32", "f64", "u32", "u64" }, inline = true,
    function(values, index) return apply(of[2], padded(values, of[3]), index) end }
end

local function each(f, a, ...) if a then return f(a), each(f, ...) end end
local function lower_single(a) return bits.f32(bits.u32(a) << 16) end
local function upper_single(a) return bits.f32(bits.u32(a) & 0xffff0000) end
local function in_single(name) -- f16 and bf16: computed in f32 and rounded
  recipe(name) { types = { "f16", "bf16" }, inline = true,
    function(...) return from_single(T, apply(name, each(single, ...))) end }
end

for _, name in ipairs { "add", "sub", "mul", "div", "sqrt" } do
  in_single(name)
  for _, one_more in ipairs {
    function(kept, is_above) return select(is_above, kept + 1, kept) end,
    function(kept, is_above) return kept - lanes_from_mask.u16(is_above) end,
  } do
    recipe(name) { types = { "bf16" }, vector = true, function(...)
      local low, high = apply(name, each(lower_single, ...)), apply(name, each(upper_single, ...))
      return bfloats(bits.u32(low), bits.u32(high), one_more)
    end }
  end
end
for _, name in ipairs { "floor", "ceil", "trunc", "round_even", "round_away" } do -- with a bf16 as result
  in_single(name)
  recipe(name) { types = { "bf16" }, vector = true, function(a)
    local low, high = apply(name, lower_single(a)), apply(name, upper_single(a))
    return bits.bf16(high_halves(bits.u32(low), bits.u32(high)))
  end }
end
for _, name in ipairs { "minimum", "maximum", "trunc_mod", "floor_mod", "floor_quotient" } do in_single(name) end
recipe "eq" { types = { "f16", "bf16" }, inline = true, function(a, b) return mask_narrow(eq(single(a), single(b))) end }
local infinity_of = { f16 = 0x7c00, bf16 = 0x7f80, f32 = 0x7f800000 }
local function by_integers(name, types) -- as signed numbers, with -0 as 0
  recipe(name) { types = types, function(a, b)
    local i, u = "i" .. w, "u" .. w
    local infinity = constant(i, infinity_of[T])
    local function number(x)
      local sign = let.sign(lanes_from_mask(lt(bits[i](x), 0)))
      local magnitude = let.magnitude(bits[i](bits[u](x) & ((1 << (w - 1)) - 1)))
      return let.number((magnitude ~ sign) - sign), let.not_a_number(lt(infinity, magnitude))
    end
    local x, x_is_nan = number(a)
    local y, y_is_nan = number(b)
    return apply(name, x, y) & ~(x_is_nan | y_is_nan)
  end }
end
for _, name in ipairs { "lt", "le" } do
  recipe(name) { types = { "f16", "bf16" }, inline = true,
    function(a, b) return mask_narrow(apply(name, single(a), single(b))) end }
  by_integers(name, { "f16", "bf16", "f32" })
end
by_integers("eq", { "f32" })
recipe "le" { types = ints, inline = true, function(a, b) return ~lt(b, a) end }

-- Comparisons of 64 bits without an instruction: the deciding sign, as a mask.
local function mask_of_sign(a) return mask_from_lanes(constant(T, 0) - bits[T](bits.u64(a) >> 63)) end
recipe "eq" { types = { "i64", "u64" }, vector = true, function(a, b)
  local differing = let.differing(a ~ b)
  return ~mask_of_sign(differing | (constant(T, 0) - differing))
end }
recipe "lt" { types = { "i64" }, vector = true, function(a, b) -- the difference's sign, or a's if that overflows
  local difference = let.difference(a - b)
  return mask_of_sign(difference ~ ((a ~ b) & (difference ~ a)))
end }

recipe "neg" { types = { "f32", "f64", "f16", "bf16" }, inline = true, function(a)
  local u = unsigned(T)
  return bits[T](bits[u](a) ~ (1 << (w - 1)))
end }

recipe "f32_from_f16" { types = { "f16" }, inline = true, function(a) return single_of_half(widen(bits.u16(a))) end }
recipe "f16_from_f32" { types = { "f32" }, inline = true, function(a) return bits.f16(narrow_unsigned(half_of_single(a))) end }
recipe "f32_from_bf16" { types = { "bf16" }, inline = true, function(a) return single_of_bfloat(widen(bits.u16(a))) end }
recipe "bf16_from_f32" { types = { "f32" }, inline = true, function(a) return bits.bf16(narrow_unsigned(bfloat_of_single(a))) end }

recipe "widen_twice" { types = { "i8", "i16", "u8", "u16" }, inline = true, function(a) return widen(widen(a)) end }
recipe "widen_thrice" { types = { "i8", "u8" }, inline = true, function(a) return widen(widen(widen(a))) end }
recipe "widen" { types = { "i16", "i32", "u16", "u32" }, of = "widen", function(a) return widen_twice(a) end }
recipe "widen" { types = { "i32", "u32" }, of = "widen_twice", function(a) return widen_thrice(a) end }

recipe "narrow_unsigned" { types = { "u16", "u32" }, inline = true, function(a) return narrow(a) end }
recipe "narrow" { types = { "u16", "u32" }, inline = true, function(a) return narrow_unsigned(a & ((1 << w // 2) - 1)) end }
recipe "narrow" { types = { "i16", "i32" }, inline = true, function(a)
  return bits["i" .. w // 2](narrow(bits[unsigned(T)](a)))
end }
recipe "narrow" { types = { "u16" }, of = "narrow", vector = true, function(a) -- all upper bits are cleared at once
  return narrow_unsigned(narrow_unsigned(a & ((1 << w // 2) - 1)))
end }

-- Adding 112 to the exponent gives f32's bias, and another 112 changes 31 to 255. A subnormal f16 is a multiple of 2^-24, so
-- nothing here is a subnormal f32, which a processor may treat as 0.
recipe "single_of_half" { types = { "u32" }, function(a)
  local magnitude = let.magnitude(a & 0x7fff)
  local subnormal = let.subnormal(f32_from_i32(bits.i32(magnitude)) * 2.0 ^ -24)
  local special = let.special(lanes_from_mask(lt(constant("i32", 0x7bff), bits.i32(magnitude))) & (112 << 23))
  local normal = let.normal((magnitude << 13) + (112 << 23) + bits.u32(special))
  local is_normal = let.is_normal(lt(constant("i32", 0x3ff), bits.i32(magnitude)))
  local result = let.result(select(is_normal, normal, bits.u32(subnormal)))
  return bits.f32(result | ((a ~ magnitude) << 16))
end }

-- A subnormal f16 is rounded by adding 0.5, whose last bit has the weight of the f16's; a normal one by adding slightly
-- less than half of its last bit, and one more if that bit is odd. A carry out of the largest f16 gives infinity.
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

-- A comparison that raises invalid for every NaN must not get a quiet one.
local function is_number(x) return x.value and x.value == x.value end
recipe "ordered" { types = { "f32", "f64" }, inline = true, function(a, b)
  if is_number(a) or is_number(b) then -- constants
    local other = is_number(a) and b or a
    return eq(other, other)
  end
  return eq(a, a) & eq(b, b)
end }
recipe "lt" { types = { "f32", "f64" }, inline = true, vector = true, function(a, b)
  local u = unsigned(T)
  local both_numbers = let.ordered(ordered(a, b))
  return lt_ordered(bits[T](keep(both_numbers, bits[u](a))), bits[T](keep(both_numbers, bits[u](b))))
end }
recipe "lt" { types = { "f32", "f64" }, inline = true, vector = true, function(a, b) -- no number is above infinity or below -infinity
  local u, infinity = unsigned(T), T == "f32" and 0x7f800000 or 0x7ff << 52
  local function unless_nan(x, name, instead)
    return x.value and x or let[name](select(eq(x, x), x, bits[T](constant(u, instead))))
  end
  return lt_ordered(unless_nan(a, "or_infinity", infinity), unless_nan(b, "or_least", infinity | 1 << (w - 1)))
end }
recipe "shares_bits" { types = ints, inline = true, function(a, b) return ~eq(a & b, 0) end }
recipe "lt_ordered" { types = { "f32", "f64" }, inline = true, function(a, b) return lt(a, b) end }
recipe "le_ordered" { types = { "f32", "f64" }, inline = true, function(a, b) return le(a, b) end }
recipe "le" { types = { "f32", "f64" }, inline = true, vector = true, function(a, b)
  local u = unsigned(T)
  local both_numbers = let.ordered(ordered(a, b))
  return le_ordered(bits[T](keep(both_numbers, bits[u](a))), bits[T](keep(both_numbers, bits[u](b)))) & both_numbers
end }
recipe "le" { types = { "f32", "f64" }, inline = true, vector = true, function(a, b)
  local both_numbers = let.ordered(ordered(a, b))
  return le_ordered(bits[T](keep(both_numbers, bits[unsigned(T)](a))), select(both_numbers, b, constant(T, -1.0)))
end }

-- Rounding to integers without an instruction: adding and subtracting 2^23 (f64: 2^52) rounds to nearest; then 1 is subtracted if a
-- value was wrongly rounded up. Larger floats are integers; for these and for NaN the steps compute with 0.
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
  local small = let.below_limit(is_small(T, magnitude))
  local rounded_from = bits[T](let.rounded_from(keep(small, bits[u](magnitude))))
  local near = let.nearby((rounded_from + limit) - limit)
  local lower = let.lower(without_one(T, near, lt_ordered(rounded_from, near)))
  return select(small, bits[T](bits[u](lower) | sign), a)
end }
recipe "floor" { types = { "f32", "f64" }, function(a)
  local u, limit = unsigned(T), T == "f32" and 2.0 ^ 23 or 2.0 ^ 52
  local sign = let.sign(bits[u](a) & (1 << (w - 1)))
  local magnitude = bits[T](let.magnitude(bits[u](a) ~ sign))
  local small = let.below_limit(is_small(T, magnitude))
  local rounded_from = let.rounded_from(keep(small, bits[u](magnitude)))
  local near = bits[T](let.nearby(bits[u]((bits[T](rounded_from) + limit) - limit) | sign))
  local lower = let.lower(without_one(T, near, lt_ordered(bits[T](rounded_from | sign), near)))
  return select(small, lower, a)
end }

recipe "ceil" { types = { "f32", "f64" }, inline = true, function(a) return -floor(-a) end }
recipe "round_even" { types = { "f32", "f64" }, function(a)
  local u, limit = unsigned(T), T == "f32" and 2.0 ^ 23 or 2.0 ^ 52
  local sign = let.sign(bits[u](a) & (1 << (w - 1)))
  local magnitude = bits[T](let.magnitude(bits[u](a) ~ sign))
  local small = let.below_limit(is_small(T, magnitude))
  local rounded_from = bits[T](let.rounded_from(keep(small, bits[u](magnitude))))
  local near = let.nearby((rounded_from + limit) - limit)
  return select(small, bits[T](bits[u](near) | sign), a)
end }
-- Adding the number just below a half carries only fractions of at least a half to the next integer: an inexact sum is
-- rounded to the even neighbour, which is the integer itself.
recipe "round_away" { types = { "f32", "f64" }, inline = true, function(a)
  local u = unsigned(T)
  local half = bits[u](constant(T, T == "f32" and 0.5 - 2.0 ^ -25 or 0.5 - 2.0 ^ -54))
  return trunc(a + bits[T](let.half(half | (bits[u](a) & (1 << (w - 1))))))
end }

recipe "i32_modulo_f64" { types = { "f64" }, inline = true, vector = true, function(a) -- the integer is in the last bits
  return bits.i32(narrow(bits.u64(trunc(a) + 1.5 * 2.0 ^ 52)))
end }

-- By the lanes of the mask, or by select if masks are not lanes.
recipe "one_for_zero" { types = ints, inline = true, function(a) return let.divisor(a - lanes_from_mask[T](eq(a, 0))) end }
recipe "one_for_zero" { types = ints, inline = true, function(a) return select(eq(a, 0), constant(T, 1), a) end }
recipe "sign_lanes" { types = { "i8", "i16", "i32", "i64" }, inline = true, function(a) return lanes_from_mask(lt(a, 0)) end }
recipe "sign_lanes" { types = { "i8", "i16", "i32", "i64" }, inline = true, function(a) return a >> (w - 1) end }

recipe "i32_below_f32" { types = { "f32" }, inline = true, function(a) return i32_from_f32(floor(a)) end }
recipe "i64_below_f64" { types = { "f64" }, inline = true, function(a) return i64_from_f64(floor(a)) end }
recipe "i32_below_f32" { types = { "f32" }, inline = true, function(a) -- minus 1 if truncation increased the value
  local whole = let.whole(i32_from_f32(a))
  return whole + lanes_from_mask.i32(lt_ordered(a, f32_from_i32(whole)))
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

local function unless_least(product) -- MIN results only from MIN * MIN
  return product + lanes_from_mask.i32(eq(product, -(1 << 31)))
end
recipe "mul_fraction" { types = { "i32" }, vector = true, function(a, b)
  local function doubled(x, y) return (bits.u64(mul_even(x, y)) + (1 << 30)) << 1 end
  local odd = doubled(bits.i32(bits.u64(a) >> 32), bits.i32(bits.u64(b) >> 32))
  return unless_least(bits.i32(let.product(high_halves(doubled(a, b), odd))))
end }
recipe "mul_fraction" { types = { "i32" }, function(a, b)
  local rest = let.rest((bits.u32(a * b) >> 30) + 1) -- in quarters; adding 1 rounds
  return unless_least(let.product((mul_high(a, b) << 1) + bits.i32(rest >> 1)))
end }

recipe "low_halves" { types = { "u32", "u64" }, inline = true, function(a, b)
  return (a & ((1 << w // 2) - 1)) | (b << w // 2)
end }
recipe "high_halves" { types = { "u32", "u64" }, inline = true, function(a, b)
  return (a >> w // 2) | (b & (((1 << w // 2) - 1) << w // 2))
end }

-- Tests for NaN and for equality use the bits, so that a signalling NaN raises no exception. Without comparisons of 64 bits, the sign of
-- the difference of two numbers without signs shows the smaller one, or 32 bits are compared at a time.
local function infinity(integer)
  return constant(integer, ({ f32 = 0x7f800000, f64 = 0x7ff << 52, f16 = 0x7c00, bf16 = 0x7f80 })[T])
end
local function without_sign(a) return bits[unsigned(T)](a) & (1 << (w - 1)) - 1 end
recipe "is_nan" { types = { "f32", "f64", "f16", "bf16" }, inline = true, function(a)
  local i = "i" .. w
  return lt(infinity(i), bits[i](without_sign(a)))
end }
recipe "is_nan" { types = { "f64" }, inline = true, function(a)
  return mask_from_lanes(bits.i64(constant("u64", 0) - (infinity("u64") - without_sign(a) >> 63)))
end }
recipe "same" { types = { "f32", "f64", "f16", "bf16" }, inline = true, function(a, b)
  local u = unsigned(T)
  return eq(bits[u](a), bits[u](b))
end }
recipe "same" { types = { "f64" }, inline = true, vector = true, function(a, b)
  local difference = b.value == 0 and a or let.difference(bits.u64(a) ~ bits.u64(b))
  local halves = let.halves(bits.u64(lanes_from_mask.u32(eq(bits.u32(difference), 0))))
  return mask_from_lanes(bits.i64(halves & (halves << 32 | halves >> 32)))
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
  recipe "mask_from_byte" { types = { T, unsigned(T) }, inline = true, function(a) return ~is_zero(T, a) end } -- select uses its opposite
  recipe "mask_from_byte" { types = { T, unsigned(T) }, inline = true, function(a)
    local half = half_of(T)
    return at("mask_widen", half)(at("mask_from_byte", half)(a))
  end }
  recipe "byte_from_mask" { types = { T, unsigned(T) }, inline = true, function(p)
    return at("byte_from_mask", half_of(T))(at("mask_narrow", T)(p))
  end }
end
recipe "byte_from_mask" { types = { "i8", "u8" }, inline = true, function(p) return bits.u8(lanes_from_mask.i8(p)) & 1 end }

-- Logic of bools works on their bytes: any byte except 0 is true. Inversions apply to narrow masks or bytes, or are omitted.
recipe "byte_from_mask" { types = { "i8", "u8" }, of = "mask_from_byte", vector = true, function(a) return minimum(a, 1) end }
recipe "either" { types = ints, of = "mask_from_byte", vector = true, function(a, b) return at("mask_from_byte", T)(a | b) end }
recipe "both" { types = ints, of = "mask_from_byte", vector = true, function(a, b) return at("mask_from_byte", T)(minimum(a, b)) end }
recipe "byte_from_mask" { types = { "i8", "u8" }, of = "differ", vector = true, function(p, q)
  return byte_from_mask.i8(p) ~ byte_from_mask.i8(q)
end }
recipe "byte_from_mask" { types = { "i8", "u8" }, of = "opposite", vector = true, function(p) return byte_from_mask.i8(p) ~ 1 end }
recipe "byte_from_mask" { types = { "i8", "u8" }, of = "opposite", vector = true, function(p) return drop.u8(p, 1) end }
recipe "mask_narrow" { types = { "i16", "i32", "i64" }, of = "opposite", vector = true, function(p)
  return ~at("mask_narrow", T)(p)
end }
recipe "differ" { types = ints, of = "opposite", vector = true, function(p, q) return p ~ q end }
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

-- Exact conversions of unsigned integers through signed ones.
recipe "f64_from_u32" { types = { "u32" }, inline = true, function(a)
  return f64_from_i32(bits.i32(a ~ 0x80000000)) + 2147483648.0
end }
recipe "u32_from_f64" { types = { "f64" }, inline = true, function(a)
  return bits.u32(i32_from_f64(a - 2147483648.0)) ~ 0x80000000
end }
