-- Constants and spellings as C text.

local declare = include "declare"

local literal = {}

-- Fills a spelling in. $1 … operands, other letters from `values`.
function literal.fill(text, operands, values)
  if values and values.p and values.p:find("^[%w_]+$") then text = text:gsub("([^%w_])%(%$p%)", "%1$p") end -- a name wants no brackets
  return (text:gsub("%$(%w)", function(key)
    local value = tonumber(key) and operands[tonumber(key)] or values and values[key]
    if not value then error("a spelling asks for $" .. key .. ": " .. text, 0) end
    return (tostring(value))
  end))
end

-- The shortest text that reads back as the same number.
local function float_text(number, bits)
  local text = ("%.17g"):format(number)
  for digits = 1, 17 do
    local short = ("%%.%dg"):format(digits):format(number)
    local back = bits == 32 and string.unpack("<f", string.pack("<f", tonumber(short))) or tonumber(short)
    if back == number then
      text = short
      break
    end
  end
  if not text:find("[.e]") then text = text .. ".0" end
  return bits == 32 and text .. "f" or text
end

-- A constant node as a C literal of its type, or of the signed type of its width.
function literal.of(node, as_signed)
  local dtype = declare.dtypes[node.type]
  if not dtype then return tostring(node.value) end
  local v = node.value
  if as_signed and dtype.class ~= "float" then dtype = declare.dtypes[declare.type_of("int", dtype.bits)] end
  if dtype.class == "float" then
    local number = dtype.bits == 32 and string.unpack("<f", string.pack("<I4", v)) or string.unpack("<d", string.pack("<i8", v))
    return float_text(number, dtype.bits)
  end
  if dtype.class == "int" then
    if dtype.bits < 64 and v >= 1 << (dtype.bits - 1) then v = v - (1 << dtype.bits) end
    if v == math.mininteger then return "INT64_MIN" end
    if dtype.bits == 32 and v == -(1 << 31) then return "INT32_MIN" end
    local text = math.abs(v) < 1024 and ("%d"):format(v) or ("%s0x%x"):format(v < 0 and "-" or "", math.abs(v))
    return dtype.bits == 64 and "INT64_C(" .. text .. ")" or text
  end
  local text = (v >= 0 and v < 1024) and ("%d"):format(v) or ("0x%x"):format(v)
  return dtype.bits == 64 and "UINT64_C(" .. text .. ")" or text .. "u"
end

-- The memory type of an element, as C has it.
function literal.c_type(type) return declare.types[type].c end

return literal
