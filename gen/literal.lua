-- Constants and spellings as C text.

local declare = include "declare"
local expr = include "expr"

local literal = {}

-- Fills a spelling in. $1 … operands, other letters from `values`.
function literal.fill(text, operands, values)
  local is_name = values and values.p and values.p:find("^[%w_]+$") -- which wants no brackets
  if is_name then text = text:gsub("([^%w_])%(%$p%)", "%1$p") end
  return (text:gsub("%$(%w)", function(key)
    local value = tonumber(key) and operands[tonumber(key)] or values and values[key]
    if not value then error("a spelling asks for $" .. key .. ": " .. text, 0) end
    return (tostring(value))
  end))
end

-- The shortest text that reads back as the same number.
local function float_text(number, bits)
  local text
  for digits = 1, 17 do
    text = ("%%.%dg"):format(digits):format(number)
    local back = tonumber(text)
    if (bits == 32 and string.unpack("<f", string.pack("<f", back)) or back) == number then break end
  end
  if not text:find("[.e]") then text = text .. ".0" end
  return bits == 32 and text .. "f" or text
end

-- A constant node as a C literal of its type, or of the signed type of its width.
function literal.of(node, as_signed)
  local dtype, v = declare.dtypes[node.type], node.value
  if not dtype then return tostring(v) end
  if dtype.class == "float" then return float_text(expr.number_of(node), dtype.bits) end
  local signed, wide = as_signed or dtype.class == "int", dtype.bits == 64
  if signed and not wide and v >= 1 << (dtype.bits - 1) then v = v - (1 << dtype.bits) end
  if signed and v == math.mininteger then return "INT64_MIN" end
  if signed and dtype.bits == 32 and v == -(1 << 31) then return "INT32_MIN" end
  local text
  if signed then
    text = math.abs(v) < 1024 and ("%d"):format(v) or ("%s0x%x"):format(v < 0 and "-" or "", math.abs(v))
  else
    text = v >= 0 and v < 1024 and ("%d"):format(v) or ("0x%x"):format(v)
  end
  return wide and (signed and "INT64_C(%s)" or "UINT64_C(%s)"):format(text) or signed and text or text .. "u"
end

-- The memory type of an element, as C has it.
function literal.c_type(type) return declare.types[type].c end

return literal
