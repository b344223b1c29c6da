-- Constants: converts a number to its bits in a dtype and back, and formats it for C and for people. Does not depend
-- on nodes or instruction sets.

local declare = require "reading.declare"

local numbers = {}

-- The number of stored bits in a float type's significand, and the least exponent of a normal number; nil for other
-- types.
local function format_of(type)
  local own = declare.types[type]
  return own.significand, own.significand and 2 - (1 << (own.bits - own.significand - 2))
end

-- The bits of the float nearest to a number, ties to even; nil for NaN and for a number that is not finite in that
-- format.
local function float_bits(type, number)
  local fraction, least = format_of(type)
  local magnitude, top = math.abs(number), declare.types[type].bits - 1
  local infinity = (1 << top) - (1 << fraction)
  local sign = (number < 0 or number == 0 and 1 / number < 0) and 1 << top or 0
  if magnitude == math.huge then return infinity | sign end
  if number ~= number then return nil end
  if fraction == 52 then return (string.unpack("<i8", string.pack("<d", number))) end
  local exponent = least
  while magnitude >= 2.0 ^ (exponent + 1) do exponent = exponent + 1 end
  local scaled = magnitude * 2.0 ^ (fraction - exponent)
  local whole = math.floor(scaled)
  local rest = scaled - whole
  if rest > 0.5 or rest == 0.5 and whole % 2 == 1 then whole = whole + 1 end
  local bits = math.tointeger(whole) + ((exponent - least) << fraction)
  return bits < infinity and bits | sign or nil
end

-- A number's bits in a dtype; nil and the reason if the dtype cannot represent it.
function numbers.bits(type, number)
  local dtype = declare.dtypes[type]
  if dtype.significand then
    if number ~= number then
      return nil, "NaN is no constant: bits." .. type .. "(…) of an integer says which of them"
    end
    local bits = float_bits(type, number)
    return bits, not bits and ("the constant %s is not finite in %s"):format(number, type)
  end
  local bits = math.tointeger(number)
  if not bits then return nil, ("the constant %s is not a whole number"):format(number) end
  if dtype.bits == 64 then return bits end
  local least = dtype.class == "int" and -(1 << (dtype.bits - 1)) or 0
  if bits < least or bits >= 1 << dtype.bits then
    return nil, ("the constant %d does not fit in %s"):format(bits, type)
  end
  return bits & ((1 << dtype.bits) - 1)
end

-- The meaning of a float's bits: sign * significand * 2^exponent, unless it is an infinity or NaN.
local function parts_of(type, bits)
  local fraction, least = format_of(type)
  local top = declare.types[type].bits - 1
  local highest = (1 << (top - fraction)) - 1
  local stored, significand = bits >> fraction & highest, bits & (1 << fraction) - 1
  return {
    sign = bits >> top & 1 == 1 and "-" or "", is_finite = stored < highest,
    is_subnormal = stored == 0 and significand > 0, is_infinite = stored == highest and significand == 0,
    significand = stored > 0 and significand | 1 << fraction or significand,
    exponent = math.max(stored, 1) - 1 + least - fraction,
  }
end

-- A constant as a person would write it.
function numbers.shown(type, bits)
  if not format_of(type) then
    local unused, is_signed = 64 - declare.types[type].bits, declare.types[type].class == "int"
    local value = is_signed and (bits << unused) // (1 << unused) or bits
    local is_short = value <= 0xffff and value >= (is_signed and -0x8000 or 0)
    return is_short and tostring(value) or ("0x%x"):format(bits)
  end
  local parts = parts_of(type, bits)
  if parts.is_finite then return parts.sign .. ("%.17g"):format(parts.significand * 2.0 ^ parts.exponent) end
  return parts.is_infinite and parts.sign .. "inf" or ("NaN 0x%x"):format(bits)
end

-- Whether a constant has a literal: infinities and NaN have none, and those of subnormal numbers would hide their bits.
function numbers.is_literal(type, bits)
  local parts = declare.types[type].class == "float" and parts_of(type, bits)
  return not parts or parts.is_finite and not parts.is_subnormal
end

-- A finite float as a person would write it: the shortest decimal text that reads back as the same number. It has an
-- exponent only if it is long without one; an integer up to 2^53 is written in full.
local function float_text(type, bits)
  local parts, single = parts_of(type, bits), declare.types[type].bits == 32
  local number, text = parts.significand * 2.0 ^ parts.exponent, nil
  for digits = 1, 17 do
    text = ("%%.%dg"):format(digits):format(number)
    local back = tonumber(text)
    if (single and string.unpack("<f", string.pack("<f", back)) or back) == number then break end
  end
  if number % 1 == 0 and number <= 2.0 ^ 53 then text = ("%.0f"):format(number) end
  text = text:gsub("e%+?(%-?)0*", "e%1")
  if not text:find("[.ep]") then text = text .. ".0" end
  return parts.sign .. (single and text .. "f" or text)
end

-- A literal of the type; for an integer with `as_signed`, of the signed type of its width. A negative int is decimal.
-- Unsigned bits are hexadecimal unless they are small; large bit patterns of negative numbers are cast.
function numbers.literal(type, bits, as_signed)
  local dtype = declare.types[type]
  if dtype.class == "float" then return float_text(type, bits) end
  local is_int, wide, number = dtype.class == "int", dtype.bits == 64, bits
  local signed = is_int or as_signed
  if signed and not wide and bits >= 1 << (dtype.bits - 1) then number = bits - (1 << dtype.bits) end
  if signed and number == -1 << (dtype.bits - 1) then return ("INT%d_MIN"):format(dtype.bits) end
  local is_small = number < 1024 and number > (signed and -1024 or -1)
  if signed and not is_int and number < 0 and not is_small then
    return ("(int%d_t)"):format(dtype.bits) .. numbers.literal(type, bits):gsub("u$", "")
  end
  local text = ((is_small or is_int and number < 0) and "%d" or "0x%x"):format(number)
  return wide and (signed and "INT64_C(%s)" or "UINT64_C(%s)"):format(text) or signed and text or text .. "u"
end

return numbers
