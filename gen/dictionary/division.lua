-- The recipes for division; gen/dictionary/recipes.lua explains how to write recipes.

recipe "floor_div" { types = { "u8", "u16", "u32", "u64" }, inline = true, function(a, b) return trunc_div(a, b) end }

-- Division in floats of at least twice the width. The rounded quotient never reaches the next integer, because the exact one is at least
-- 1 / |b| away from it. A divisor of 0 is replaced, so that it raises no exception, and its quotient is masked. Elements in 32 bits
-- (32-bit elements: in 64) are divided at their places, signed ones at the upper end, which scales both operands equally; or operands are
-- widened, if that costs less.
local function divide_in_place(T, w, a, b, divide, divide_odd)
  local all = w == 32 and 64 or 32
  local own = (is_signed(T) and "i" or "u") .. all
  local x, y, mask = bits[own](a), bits[own](let.divisor(one_for_zero(b), "the elements of a group in turn")), (1 << w) - 1
  local function element(v, at, name)
    if is_signed(T) then
      v = at < all - w and let[name .. "_on_top"](v << (all - w - at)) or v
      v = at > 0 and let[name](v & (mask << (all - w))) or v
    else
      v = at > 0 and v >> at or v
      v = at < all - w and let[name](v & mask) or v
    end
    return let[name .. "_real"](w == 32 and apply("f64_from_" .. own, v) or f32_from_i32(bits.i32(v)))
  end
  local function quotient(at)
    local divide = at // w % 2 == 0 and divide or divide_odd
    return let["quotient" .. at](divide(element(x, at, "dividend" .. at), element(y, at, "divisor" .. at)))
  end
  local function pair(at)
    if w > 8 then return bits[unsigned(own)](quotient(at)) end
    local low = bits.u32(quotient(at))
    return let["pair" .. at]((is_signed(T) and low & mask or low) | bits.u32(quotient(at + 8)) << 8)
  end
  return drop(eq(b, 0), bits[T](low_halves(pair(0), pair(all // 2))))
end
local function whole(T, x) return T == "u32" and u64_from_f64(x) or T == "i32" and i64_from_f64(x) or i32_from_f32(x) end
local function below(T, x) return T == "i32" and i64_below_f64(x) or i32_below_f32(x) end
local function divided(T, round)
  return function(x, y) return round(T, let.ratio(x / y)) end
end

-- If the ISA estimates reciprocals, every other element is multiplied by one, while the divider computes its neighbour. The estimates are
-- refined once for 16 bits and twice for 32: with r = (1 + e) / b, r * (2 - b * r) is (1 - e^2) / b, and rounding adds at most 3.5 units of
-- the last bit. So their relative errors are below 2^-11, 2^-21 and 2^-43. The factor is then enlarged by more than its error, but by at
-- most 2^-9, 2^-17 and 2^-35. So the product is above |a / b| by less than 1 / |b|, and never reaches the next integer. For the
-- floor, a + 1/2 (b < 0: a - 1/2) replaces a: the quotient is then at least 1 / |2b| away from integers, and its error is below 2^-3 /
-- |b|.
local function estimated(w, y, more)
  local r = let.estimate(reciprocal(y))
  if w == 8 then return more > 0 and let.inverse(r * (1.0 + more)) or r end
  if w == 32 then r = let.better(r * (2.0 - y * r)) end
  return let.inverse(r * (2.0 + more - y * r))
end
local more = { [8] = 2.0 ^ -10, [16] = 2.0 ^ -18, [32] = 2.0 ^ -36 }
local function truncated_near(T, w)
  return function(x, y) return whole(T, x * estimated(w, y, more[w])) end
end
local function floored_near(T, w)
  local own, half, sign = "u32", (127 + 31 - w) << 23, 1 << 31 -- in the scale of x and y
  if w == 32 then own, half, sign = "u64", (1023 + 31) << 52, 1 << 63 end
  return function(x, y)
    local towards = let.half(bits[x.type]((bits[own](y) & sign) | half))
    return below(T, (x + towards) * estimated(w, y, 0))
  end
end
local fractions = { "i8", "i16", "i32", "u8", "u16", "u32" }
recipe "trunc_div" { types = fractions, vector = true, function(a, b)
  return divide_in_place(T, w, a, b, divided(T, whole), truncated_near(T, w))
end }
recipe "trunc_div" { types = fractions, vector = true, function(a, b)
  return divide_in_place(T, w, a, b, divided(T, whole), divided(T, whole))
end }
recipe "trunc_div" { types = { "i8", "i16", "u8", "u16" }, vector = true, function(a, b)
  return drop(eq(b, 0), from_i32(T, i32_from_f32(real(a) / real(one_for_zero(b)))))
end }
recipe "floor_div" { types = { "i8", "i16", "i32" }, vector = true, function(a, b)
  return divide_in_place(T, w, a, b, divided(T, below), floored_near(T, w))
end }
recipe "floor_div" { types = { "i8", "i16", "i32" }, vector = true, function(a, b)
  return divide_in_place(T, w, a, b, divided(T, below), divided(T, below))
end }
recipe "floor_div" { types = { "i8", "i16" }, vector = true, function(a, b)
  return drop(eq(b, 0), from_i32(T, i32_below_f32(real(a) / real(one_for_zero(b)))))
end }
recipe "trunc_div" { types = { "u32" }, vector = true, function(a, b)
  return drop(eq(b, 0), u32_from_f64(trunc(f64_from_u32(a) / f64_from_u32(one_for_zero(b)))))
end }
recipe "trunc_div" { types = { "u32" }, vector = true, function(a, b) -- as in trunc, but values are neither large nor negative
  local quotient = let.quotient(f64_from_u32(a) / f64_from_u32(one_for_zero(b)))
  local near = let.nearby((quotient + 2.0 ^ 52) - 2.0 ^ 52)
  return drop(eq(b, 0), u32_from_f64(near - bits.f64(keep(lt_ordered(quotient, near), bits.u64(constant("f64", 1.0))))))
end }

-- MIN / -1 is 2^31, which is not an i32; modulo 2^32 it is MIN. Or one less is divided, and 1 is added again.
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

-- 64 bits: two quotients by one reciprocal in f64. Both are reduced slightly (by 2^-50, because all roundings together are 5 * 2^-53),
-- so that the remainder is not negative; after the second one it is less than twice the divisor.
recipe "trunc_div" { types = { "u64" }, vector = true, function(a, b)
  local inverse = let.inverse((1.0 - 2.0 ^ -50) / f64_from_u64(one_for_zero(b)))
  local first = let.first(u64_from_f64(f64_from_u64(a) * inverse))
  local rest = let.rest(a - first * b)
  local second = let.second(u64_from_f64(f64_from_u64(rest) * inverse))
  local left = let.left(rest - second * b)
  local quotient = let.quotient(first + second)
  return drop(eq(b, 0), select(lt(left, b), quotient, quotient + 1))
end }
recipe "trunc_div" { types = { "i64" }, vector = true, function(a, b)
  local sign = sign_lanes(a ~ b)
  local quotient = trunc_div(bits.u64(magnitude(a)), bits.u64(magnitude(b)))
  return (bits.i64(quotient) ~ sign) - sign
end }
-- For opposite signs the quotient's magnitude is rounded up: |a| + |b| - 1 is at most 2^w - 1.
recipe "floor_div" { types = { "i64" }, vector = true, function(a, b)
  local sign = sign_lanes(a ~ b)
  local divisor = let.divisor(bits.u64(magnitude(b)))
  local quotient = trunc_div(bits.u64(magnitude(a)) + (bits.u64(sign) & divisor - 1), divisor)
  return (bits.i64(quotient) ~ sign) - sign
end }
recipe "floor_div" { types = { "i32", "i64" }, vector = true, function(a, b)
  local quotient = trunc_div(a, b)
  local rest = a - quotient * b
  local short = lt(rest ~ b, 0) & ~eq(rest, 0)
  return drop(eq(b, 0), select(short, quotient - 1, quotient))
end }

-- The processor's own division, without the operands for which it is undefined.
recipe "trunc_div" { types = { "i8", "i16", "i32", "i64" }, function(a, b)
  local zero, minus_one = let.is_zero(eq(b, 0)), let.is_minus_one(eq(b, -1))
  local quotient = plain_div(a, select(zero | minus_one, constant(T, 1), b))
  return drop(zero, select(minus_one, -a, quotient))
end }
recipe "trunc_div" { types = { "u8", "u16", "u32", "u64" }, function(a, b)
  local zero = let.is_zero(eq(b, 0))
  return drop(zero, plain_div(a, select(zero, constant(T, 1), b)))
end }
recipe "floor_div" { types = { "i8", "i16", "i32", "i64" }, function(a, b)
  local zero, minus_one = let.is_zero(eq(b, 0)), let.is_minus_one(eq(b, -1))
  local divisor = select(zero | minus_one, constant(T, 1), b)
  local quotient = plain_div(a, divisor)
  local rest = a - quotient * divisor
  local short = lt(rest ~ divisor, 0) & ~eq(rest, 0)
  return drop(zero, select(minus_one, -a, select(short, quotient - 1, quotient)))
end }

-- Division by a held value: multiply by a reciprocal that is prepared once per row, keep the high half, and shift.
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
-- floor((x + 1) * m / 2^(w + n)) = floor(x / |d|) for x up to 2^(w - 1), such as |a|: m is less than 2^(w + n) / |d|, and
-- the 1 compensates for the difference.
recipe "trunc_div_by" { types = { "i16", "i32", "i64" }, function(a, d, m, n)
  local u = unsigned(T)
  local quotient = bits[T](shift_right_by(mul_high(bits[u](magnitude(a)) + 1, m), n))
  local sign = lanes_from_mask(lt(a, 0)) ~ lanes_from_mask(lt(d, 0))
  return (quotient ~ sign) - sign
end }

-- Rounding down: if p is all ones for d > 0 and 0 otherwise, the quotient is negative exactly if (a xor p) > p; then it
-- is not((|a| - 1) / |d|). The multiplier for d = 0 gives 0, which is not inverted.
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

-- Remainders.
recipe "trunc_mod" { types = ints, inline = true, function(a, b) return drop(eq(b, 0), a - trunc_div(a, b) * b) end }
recipe "floor_mod" { types = { "i8", "i16", "i32", "i64" }, inline = true, function(a, b)
  return drop(eq(b, 0), a - floor_div(a, b) * b)
end }
recipe "floor_mod" { types = { "u8", "u16", "u32", "u64" }, inline = true, function(a, b) return trunc_mod(a, b) end }
-- By the processor's own division: the divisor 1 replaces 0 and -1, and gives the remainder 0 that these must have.
local function plain_rest(T, a, b)
  local divisor = let.divisor(select(is_signed(T) and eq(b, 0) | eq(b, -1) or eq(b, 0), constant(T, 1), b))
  return let.rest(a - plain_div(a, divisor) * divisor), divisor
end
recipe "trunc_mod" { types = ints, function(a, b)
  local rest = plain_rest(T, a, b)
  return rest
end }
recipe "floor_mod" { types = { "i8", "i16", "i32", "i64" }, function(a, b)
  local rest, divisor = plain_rest(T, a, b)
  local differ = let.differ(lt(rest ~ divisor, 0) & ~eq(rest, 0))
  return select(differ, rest + divisor, rest)
end }
recipe "trunc_mod" { types = { "f32", "f64" }, inline = true, function(a, b) return plain_mod(a, b) end }

-- If b is a normal number and a is less than 2^n times as large, as the exponents show, the remainder is a - whole(a / b) * b,
-- without rounding. The quotient is then less than 2^n. It may be rounded to the next integer k, but not beyond.
--   f32 and f64, where n is half of a significand's bits: b is the sum of an upper and a lower half, each of n bits or one more,
--   so both products are exact. After subtracting the first one from a, the rest is a multiple of the last bit of a or of the upper
--   half, and at most a; after subtracting the second one, it is a multiple of the last bit of b and less than b. So both are also
--   exact. If the quotient was k, the rest is negative: the remainder minus b.
--   f16 and bf16 in f32, n bits in addition to a significand's: the product is exact, and the difference of k and a / b is at least
--   1 / 2^bits, more than half of the quotient's last bit, so that it does not become k.
local function quick_division(T, a, b, n, is_half)
  local u, i, w = unsigned(T), signed(T), T == "f32" and 32 or 64
  local fraction, one, infinity = 23, 127 << 23, 255 << 23
  if w == 64 then fraction, one, infinity = 52, 1023 << 52, 2047 << 52 end
  local sign = let.sign(bits[u](a) & (1 << (w - 1)), "whether the quotient is small enough")
  local dividend, divisor = let.dividend(bits[i](bits[u](a) ~ sign)), let.divisor(bits[i](bits[u](b) & ((1 << (w - 1)) - 1)))
  local finite = let.finite(lt(dividend, infinity) & lt(divisor, infinity))
  local normal, near = lt(constant(i, (1 << fraction) - 1), divisor), let.nearby(lt(dividend - divisor, n << fraction))
  local quick = let.quick(finite & let.normal(normal) & near)
  local x, y = bits[T](let.x(keep(quick, dividend))), bits[T](let.y(select(quick, divisor, constant(i, one))))
  local whole = let.whole(trunc(x / y), "x - whole y, with no rounding")
  if is_half then return quick, sign, y, whole, let.rest(x - whole * y) end
  local upper = bits[T](let.upper(bits[u](y) & (w == 32 and 0xfffff000 or -1 << 26)))
  return quick, sign, y, whole, let.too_small((x - whole * upper) - whole * (y - upper))
end
local function quick_rest(T, a, b, n, is_half)
  local u, quick, sign, y, _, rest = unsigned(T), quick_division(T, a, b, n, is_half)
  if not is_half then rest = let.rest(rest + bits[T](keep(lt_ordered(rest, 0), bits[u](y)))) end
  return settle(bits[T](bits[u](rest) | sign), quick, plain_mod(a, b))
end
local in_two_parts, beside_half = { f32 = 12, f64 = 26 }, { f16 = 13, bf16 = 16 }
recipe "trunc_mod" { types = { "f32", "f64" }, inline = true, vector = true, function(a, b)
  return quick_rest(T, a, b, in_two_parts[T])
end }
recipe "trunc_mod" { types = { "f16", "bf16" }, inline = true, vector = true, function(a, b)
  return from_single(T, quick_rest("f32", single(a), single(b), beside_half[T], true))
end }

-- If the signs are the same, 0 is added, so that no sum overflows.
recipe "floor_mod" { types = { "f32", "f64" }, inline = true, function(a, b)
  local u, rest = unsigned(T), let.rest(trunc_mod(a, b))
  local differ = let.differ(lt(bits[signed(T)](bits[u](rest) ~ bits[u](b)), 0))
  local moved = let.moved(rest + bits[T](keep(differ, bits[u](b))))
  return select(eq(rest, 0), bits[T](bits[u](b) & (1 << (w - 1))), moved)
end }

-- The steps of the word's meaning. A divisor of 0 is replaced, because its remainder would be an invalid operation. The quotient before
-- the last rounding is 0 or at least 1 in magnitude. So adding a half to its floor is exact, or changes nothing.
recipe "plain_floor_quotient" { types = { "f32", "f64" }, function(a, b)
  local u, i, one = unsigned(T), signed(T), constant(T, 1.0)
  local by_zero = let.by_zero(eq(b, 0))
  local rest = let.rest(plain_mod(bits[T](drop(by_zero, bits[u](a))), select(by_zero, one, b)))
  local differ = let.differ(lt(bits[i](bits[u](rest) ~ bits[u](b)), 0) & ~eq(rest, 0))
  local quotient = let.quotient(let.ratio((a - rest) / b) - bits[T](keep(differ, bits[u](one))))
  local whole = let.whole(floor(quotient))
  local nearest = let.nearest(whole + bits[T](keep(lt(whole + 0.5, quotient), bits[u](one))))
  return select(eq(quotient, 0), bits[T]((bits[u](a) ~ bits[u](b)) & (1 << (w - 1))), nearest)
end }
recipe "floor_quotient" { types = { "f32", "f64" }, inline = true, function(a, b) return plain_floor_quotient(a, b) end }

-- If the quotient is less than 2^n, as above, all roundings together change it by less than a half, so the nearest integer is the
-- floor. It has the quotient's sign, and is 1 less if the remainder has the opposite sign.
local function quick_floor(T, a, b, n, is_half)
  local quick, _, _, whole, rest = quick_division(T, a, b, n, is_half)
  local u, sign_bit = unsigned(T), T == "f32" and 1 << 31 or 1 << 63
  local sign = let.quotient_sign((bits[u](a) ~ bits[u](b)) & sign_bit, "the floor: 1 less where the rest has the opposite sign")
  local less = let.less(lt_ordered(bits[T](bits[u](rest) ~ sign), 0))
  local quotient = bits[T](bits[u](whole) | sign) - bits[T](keep(less, bits[u](constant(T, 1.0))))
  return settle(quotient, quick, plain_floor_quotient(a, b))
end
recipe "floor_quotient" { types = { "f32", "f64" }, inline = true, vector = true, function(a, b)
  return quick_floor(T, a, b, in_two_parts[T])
end }
recipe "floor_quotient" { types = { "f16", "bf16" }, inline = true, vector = true, function(a, b)
  return from_single(T, quick_floor("f32", single(a), single(b), beside_half[T], true))
end }

-- Floats divided by a value d that is constant over a row: with z = 1 / d rounded to nearest, q = a z and r = a - q d, which one
-- fused step computes without an error, q + r z, fused, is the quotient rounded to nearest. `make check-quotients` visits each pair
-- of significands of f32 whose quotient lies within 6 units of a point between two floats, where a unit is ulp(q) / 2 * ulp(d) / d;
-- q + r z is off by less than 5 of them before it is rounded. For f64 it is a theorem (Brisebarre, Muller and Raina, "Accelerating
-- correctly rounded floating-point division when the divisor is known in advance", 2004, without their conditions on the divisor:
-- Markstein's last step).
--   Neither the quotient nor r, a multiple of ulp(q) ulp(d), may be too small or too large. So |d| must be from 2^-side to 2^side, and |a|
-- from 2^-least to 2^most, or a must be 0, which gives a quotient with the signs of a and d. For any other a or d, the whole register is
-- divided.
local function range_of(T)
  if T == "f32" then return 127 << 23, 40 << 23, 86 << 23, 86 << 23 end
  return 1023 << 52, 400 << 52, 560 << 52, 600 << 52
end
local function is_safe(d)
  local one, side = range_of(T)
  local size = let.size(bits[unsigned(T)](d) & ((1 << w - 1) - 1))
  return let.is_safe(lt(size - (one - side), constant(unsigned(T), 2 * side)))
end
recipe "divisor_inverse" { types = { "f32", "f64" }, function(d)
  return 1.0 / select(is_safe(d), d, constant(T, 1.0))
end }
recipe "divisor_span" { types = { "f32", "f64" }, function(d)
  local _, _, least, most = range_of(T)
  return keep(is_safe(d), constant(unsigned(T), least + most)) + (1 << w - 1)
end }
local function is_in_range(a, span)
  local u, one, _, least = unsigned(T), range_of(T)
  local offset = let.offset((bits[u](a) & (1 << w - 1) - 1) - (one - least + (1 << w - 1)))
  return let.in_range(lt(bits[signed(T)](offset), bits[signed(T)](span)))
end
local function corrected(a, d, inverse)
  local product = let.product(a * inverse)
  return fused(let.rest(fused_from(product, d, a)), inverse, product)
end
recipe "div_by" { types = { "f32", "f64" }, vector = true, function(a, d, inverse, span)
  return settle_whole(corrected(a, d, inverse), is_in_range(a, span), div_rarely_by(a, d, inverse, span))
end }
recipe "div_rarely_by" { types = { "f32", "f64" }, vector = true, function(a, d, inverse, span)
  local in_range, is_zero = is_in_range(a, span), let.is_zero(eq(a, 0))
  local served = let.served(in_range | is_zero & lt(constant(signed(T), -(1 << w - 1)), bits[signed(T)](span)))
  local quotient = corrected(bits[T](keep(in_range, bits[unsigned(T)](a))), d, inverse)
  return settle_whole(select(is_zero, a * inverse, quotient), served, at("divide", T)(a, d))
end }
recipe "div" { types = { "f32", "f64" }, held = { 2 }, inline = true, vector = true, function(a, d)
  return div_by(a, d, divisor_inverse(d), divisor_span(d))
end }

-- Quotients that are rounded to 8 bits. t = 65536 a / d + 32776 is computed through the inverse and rounded twice. If the quotient is below
-- 512, t differs by less than 7 from its value for the quotient rounded to f32: 2 by the inverse, 2.1 by the fused step, 0.5 by the
-- conversion, 2 by the quotient's own rounding. So t / 65536, without its fraction, is the nearest integer, unless t modulo 65536 is less
-- than 16. Then the register is divided. It is also divided if t does not fit in 32 bits, or if |d| is not in the range, for which t is 8.
-- A quotient of 512 or more remains above 510.
recipe "divisor_scale" { types = { "f32" }, function(d)
  return bits.f32(keep(is_safe(d), bits.u32(65536.0 * divisor_inverse(d))))
end }
recipe "divisor_offset" { types = { "f32" }, function(d)
  return select(is_safe(d), constant("f32", 32776.0), constant("f32", 8.0))
end }
recipe "i32_fused_or_min_f32" { types = { "f32" }, vector = true, inline = true, function(a, b, c)
  local limited = max_or_second(min_or_second(a, 2.0 ^ 71), -2.0 ^ 71)
  return i32_nearest_or_min_f32(fused(limited, b, c))
end }
recipe "i32_steps_by_f32" { types = { "f32" }, vector = true, function(a, d, multiplier, offset)
  local scaled = let.scaled(i32_fused_or_min_f32(a, multiplier, offset))
  return settle_whole(scaled >> 16, shares_bits(scaled, 0xfff0), i32_steps_seldom_f32(a, d))
end }
recipe "i32_steps_seldom_f32" { types = { "f32" }, vector = true, function(a, d) return i32_nearest_f32(at("divide", "f32")(a, d)) end }
recipe "i16_nearest_byte_f32" { types = { "f32" }, of = "div", vector = true, function(a, d)
  return i16_clamped_i32(i32_steps_by_f32(a, d, divisor_scale(d), divisor_offset(d)))
end }
