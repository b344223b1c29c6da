-- Conversions between f32 and the minifloats, by the rows of gen/catalogue/dtypes.lua: in integers, and in sums of normal
-- numbers that are exact or rounded to nearest even, so that none meets a subnormal f32. Each is a function in the header of
-- an instruction set, which all conversions of the format share.

-- By name: whether a type is a minifloat; its width; the bits of 1 in it; whether it is finite.
local mini = { has = {}, bits = {}, one = {}, finite = {} }
for _, format in ipairs(formats) do
  mini.has[format.name] = format.class == "minifloat"
  mini.bits[format.name] = format.bias and format.bits
  mini.one[format.name] = format.bias and format.bias << format.significand
  mini.finite[format.name] = format.finite
end

local function is_above(limit, a) return lt(constant("i32", limit), bits.i32(a)) end
local function exponent_of_f32(exponent) return 127 + exponent << 23 end

-- Whether the only NaN has the bits that are -0 elsewhere.
local function nan_is_negative_zero(format) return format.nan == 1 << format.bits - 1 and not format.finite end

function mini.to_bool(a)
  local u = bits.u8(a)
  return ~eq(nan_is_negative_zero(formats[a.type]) and u or u & 0x7f, 0)
end

function mini.is_nan(a)
  local format, u = formats[a.type], bits.u8(a)
  if nan_is_negative_zero(format) then return eq(u, format.nan) end
  return lt(constant("i8", format.infinity or format.most), bits.i8(u & 0x7f))
end

-- Whether a is an infinity of a sign that the masks choose. A format without infinities needs a bit that the mask clears.
function mini.is_infinite(a, negative, positive)
  local infinity = formats[a.type].infinity
  local magnitude, wanted = infinity and 0x7f or 0x7e, infinity or 1
  local looked_at = let.looked_at(select(negative ~ positive, constant("u8", 0x80 | magnitude), constant("u8", magnitude)))
  return eq(bits.u8(a) & looked_at, let.wanted(select(positive, constant("u8", wanted), constant("u8", 0x80 | wanted))))
end

-- A magnitude above the exponent's bias is a number of the same significand in f32. A subnormal one is a whole number of
-- steps: below a leading 1 that weighs 2^significand of these it is exact, and what is left without that 1.
local function number(format, u)
  local sign_bit, least = 1 << format.bits - 1, 1 << format.significand
  local magnitude = let.magnitude(u & sign_bit - 1)
  local shifted = let.shifted(magnitude << 23 - format.significand)
  local one = exponent_of_f32(1 - format.bias)
  local subnormal = let.subnormal(bits.u32(bits.f32(shifted | one) - constant("f32", 2.0 ^ (1 - format.bias))))
  local normal = let.normal(shifted + exponent_of_f32(-format.bias))
  local result = select(is_above(least - 1, magnitude), normal, subnormal)
  local infinity = 0x7f800000
  if nan_is_negative_zero(format) then
    result = select(eq(u, sign_bit), constant("u32", infinity | 1 << 22), result)
  elseif not format.finite then
    local special = constant("u32", format.infinity and infinity or infinity | 1 << 22)
    result = select(is_above(format.most, magnitude), special, result)
    if format.infinity then
      result = select(is_above(format.infinity, magnitude), constant("u32", infinity | 1 << 22), result)
    end
  end
  return bits.f32(let.result(result) | (u ~ magnitude) << 32 - format.bits)
end

-- A scale has the exponents of f32, where its least one is a subnormal number's, and its greatest one NaN's.
local function power(u)
  local shifted = let.shifted(u << 23)
  return bits.f32(select(eq(u + 1 & 0xfe, 0), shifted | 1 << 22, shifted))
end

local function from_wide(format, wide)
  local to_number = format.significand == 0 and power or function(u) return number(format, u) end
  return (piece["f32_from_" .. format.name](to_number, wide))
end

function mini.to_f32(a) return from_wide(formats[a.type], let.wide(widen(widen(bits.u8(a))))) end

-- A normal number is rounded by adding just under half of its last bit, and one more where that is odd; a subnormal one by
-- adding a power of two whose last bit weighs as much as its own. A number above the greatest one once it is rounded
-- becomes that, or infinity, or NaN where there is none; in a finite format the greatest one.
local function nearest(format, a, saturates)
  local lost, sign_bit = 23 - format.significand, 1 << format.bits - 1
  local u = bits.u32(a)
  local magnitude = let.magnitude(u & 0x7fffffff)
  local odd = let.odd(magnitude >> lost & 1)
  local rebias = (127 - format.bias << format.significand) & 0xffffffff
  local normal = let.normal((magnitude + odd + ((1 << lost - 1) - 1) >> lost) - rebias)
  local least = exponent_of_f32(1 - format.bias) -- the least normal number
  local is_normal = let.is_normal(is_above(least - 1, magnitude))
  local step = exponent_of_f32(1 - format.bias - format.significand + 23)
  local small_part = bits.f32(let.below_normal(drop(is_normal, magnitude)))
  local subnormal = let.subnormal(bits.u32(small_part + bits.f32(constant("u32", step))) - step)
  local rounded = let.rounded(select(is_normal, normal, subnormal))
  local beyond = (saturates or format.finite) and format.most or format.infinity or format.nan
  local limited = select(is_above(format.most, rounded), constant("u32", beyond), rounded)
  local result = let.result(select(is_above(0x7f800000, magnitude), constant("u32", format.nan), limited))
  local sign = let.sign((u ~ magnitude) >> 32 - format.bits)
  if nan_is_negative_zero(format) then sign = drop(eq(result, 0), sign) end
  return result | sign
end

-- A number from the least to the greatest scale is rounded up (rounding is 0), down (1), or to the nearest (any other): a sum of
-- its significand and a constant carries into the exponent. A subnormal number within the limits has one bit less after its
-- leading 1, so half of the constant is added. Negative numbers and zeros are below the limits.
local function power_rounded(format, a, rounding, saturates)
  local u = bits.u32(a)
  local halfway = select(eq(rounding, 1), constant("u32", 0), constant("u32", 1 << 22))
  local carry = let.carry(select(eq(rounding, 0), constant("u32", (1 << 23) - 1), halfway))
  local rounded = let.rounded(u + select(is_above((1 << 23) - 1, u), carry, carry >> 1) >> 23)
  local is_below = let.is_below(lt(bits.i32(u), constant("i32", 1 << 22)))
  local is_beyond = let.is_beyond(is_above(format.most << 23, u))
  local least, most = constant("u32", saturates and 0 or format.nan), constant("u32", saturates and format.most or format.nan)
  local limited = let.limited(select(is_beyond, most, select(is_below, least, rounded)))
  return select(is_above(0x7f800000, u & 0x7fffffff), constant("u32", format.nan), limited)
end

-- Its bits in 32.
local function to_wide(type, a, saturates)
  local name = (saturates and "%s_saturated" or "%s_from_f32"):format(type)
  return piece[name](function(of) return nearest(formats[type], of, saturates) end, a)
end

function mini.from_f32(type, a, saturates, rounding) -- gives its bits
  local format = formats[type]
  local wide = format.significand == 0 and power_rounded(format, a, rounding, saturates) or to_wide(type, a, saturates)
  return narrow_unsigned(narrow_unsigned(wide))
end

-- The number that an f32 becomes in the type, saturated, as an f32.
function mini.nearest(type, a) return from_wide(formats[type], to_wide(type, a, true)) end

return mini
