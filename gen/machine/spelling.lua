-- How values are spelled in C: what an ISA's file says of the registers in which values of a type can be; spellings filled in;
-- constants.
--
-- A register of `lanes` lanes may be a full one, or a fraction: a smaller one, for the narrow side of conversions. Of ISAs
-- whose width is unknown when the C is woven all numbers are nominal.

local declare = include "declare"
local expr = include "expr"
local lists = include "lists"

local spelling = {}

-- bool stands in memory, and in registers, as a byte.
function spelling.stored_as(type) return expr.class(type) == "bool" and "u8" or type end

-- Lanes of a full register; where they are counted, a register of wide lanes is as much longer.
function spelling.full(isa, type)
  return isa.bits and isa.bits // (isa.counted and 8 or expr.width(type)) or 1
end

-- What is spelled for registers of that many lanes (the block, or a fraction of it), and the block; nil where there are none.
function spelling.storage(isa, type, lanes)
  type = spelling.stored_as(type)
  local info = declare.types[type]
  local is_mask = info.class == "mask"
  local lane = isa.lanes[is_mask and declare.type_of("int", info.bits) or type]
  if not lane then return nil end
  if is_mask or not isa.bits or lanes >= spelling.full(isa, type) then return lane, lane end
  return lane.fraction[lanes * info.bits // 8], lane
end

-- The block that spells how a value is in all lanes: of a half that of its bits, where its own does not; nil where none does.
function spelling.splat_lane(isa, type)
  local own = isa.lanes[spelling.stored_as(type)]
  if not own.splat and expr.class(type) == "half" then own = isa.lanes[declare.type_of("uint", expr.width(type))] or {} end
  return own.splat and own or nil
end

-- How the ISA's loops load ("load") or store: every way in which some loop does.
local ways = { load = { "load" }, store = { "store" } }
local ways_by_masks = { load = { "load", "load_first", "load_filled" }, store = { "store", "store_first" } }

function spelling.ways(isa, how) return (isa.loop == "mask" and ways_by_masks or ways)[how] end

-- Whether such registers are loaded or stored in all of them.
function spelling.moves(isa, how, type, lanes)
  local storage = spelling.storage(isa, type, lanes)
  return storage and not lists.any(spelling.ways(isa, how), function(way) return not storage[way] end)
end

-- f(isa, type, lanes), once for each.
local function remembered(f)
  local known = {}
  return function(isa, type, lanes)
    local of_isa = known[isa] or {}
    known[isa] = of_isa
    local of_type = of_isa[type] or {}
    of_isa[type] = of_type
    local value = of_type[lanes]
    if value == nil then
      value = f(isa, type, lanes) or false
      of_type[lanes] = value
    end
    return value or nil
  end
end

-- The C type of such a register.
spelling.c_type = remembered(function(isa, type, lanes)
  if type == "count" then return "int" end
  local storage, lane = spelling.storage(isa, type, lanes)
  if declare.types[type].class ~= "mask" then return storage and storage.reg end
  return lane and lane.mask and (lane.mask:gsub("%$l", tostring(math.max(lanes, 8))))
end)

function spelling.full_type(isa, type) return spelling.c_type(isa, type, spelling.full(isa, type)) end

-- Whether registers of that many lanes are of the type that the ISA's words work on.
spelling.fills = remembered(function(isa, type, lanes)
  if type == "count" then return true end
  local full = spelling.full(isa, type)
  if lanes >= full then return spelling.c_type(isa, type, full) ~= nil end
  local storage = spelling.storage(isa, type, lanes)
  if declare.types[type].class == "mask" and storage and storage.mask and not storage.mask:find("$l", 1, true) then
    type = declare.type_of("int", declare.types[type].bits)
  end
  local own = spelling.c_type(isa, type, lanes)
  return own ~= nil and own == spelling.c_type(isa, type, full)
end)

-- How a register of so many lanes of a type is had from one of as many bits of another: as it is, where both are of one C type;
-- by the type's `bits`, which is of whole registers, or by that of its fraction, with the operand's suffix. nil where it is not.
function spelling.bits(isa, from, to, lanes)
  local source, below = isa.lanes[spelling.stored_as(from)], lanes * expr.width(to) // expr.width(from)
  local from_type, to_type = spelling.c_type(isa, from, below), spelling.c_type(isa, to, lanes)
  if not (from_type and to_type) then return nil end
  if from_type == to_type then return "$1" end
  local storage, lane = spelling.storage(isa, to, lanes)
  local is_whole, word = spelling.fills(isa, from, below) and spelling.fills(isa, to, lanes), lane.words.bits
  local text = is_whole and word and word.text or not is_whole and storage.bits
  return text and source.suffix and (text:gsub("%$f", source.suffix)) or nil
end

-- How many plain instructions a spelling is: its calls, but for those that the ISA declares to be free; an operator of C
-- where there is no call; nothing for a bare operand.
local function count_instructions(isa, text)
  if text:match("^%$%d$") then return 0 end
  local calls, found = 0, false
  for name in text:gmatch("([%a_][%w_$]*)%(") do
    local free = lists.any(isa.free, function(pattern) return name:find(pattern) end)
    calls, found = calls + (free and 0 or 1), true
  end
  return found and calls or 1
end

function spelling.instructions(isa, text)
  isa.instructions = isa.instructions or {}
  isa.instructions[text] = isa.instructions[text] or count_instructions(isa, text)
  return isa.instructions[text]
end

-- Fills a spelling in. $1 … operands, other letters from `values`.
function spelling.fill(text, operands, values)
  local is_name = values and values.p and values.p:find("^[%w_]+$") -- which wants no brackets
  if is_name then text = text:gsub("([^%w_])%(%$p%)", "%1$p") end
  return (text:gsub("%$(%w)", function(key)
    local value = tonumber(key) and operands[tonumber(key)] or values and values[key]
    if not value then error("a spelling asks for $" .. key .. ": " .. text, 0) end
    return (tostring(value))
  end))
end

-- The predicate of the ISA's registers with all lanes live, where it has such.
function spelling.all_live(isa, lanes)
  return isa.scale and spelling.masks(isa, isa.bits // lanes).all_live
end

-- The integers' lanes of that width: they have its masks and predicates.
function spelling.masks(isa, bits) return isa.lanes[declare.type_of("int", bits)] end

-- The C type of what says which lanes are live.
function spelling.live_type(isa, bits) return isa.counted and "size_t" or spelling.masks(isa, bits).mask end

-- How register i of a value is loaded from an array, or `value` stored there; all lanes, or those that are `live`.
function spelling.moved(isa, how, type, lanes, array, i, value, live)
  local before, at = ("%d"):format((i - 1) * lanes), array
  if i > 1 then at = array .. " + " .. (isa.scale and ("%s * (%s)"):format(before, isa.scale) or before) end
  local text = spelling.storage(isa, type, lanes)[how]
  return spelling.fill(text, { value }, { p = at, a = at, i = "0", k = live or spelling.all_live(isa, lanes), l = lanes })
end

-- A finite float constant: the shortest text that reads back as the same number; but a subnormal number, whose decimal digits
-- look more exact than they are, as a multiple of the least one.
local function float_text(parts, bits)
  local number, text = parts.significand * 2.0 ^ parts.exponent, nil
  for digits = 1, 17 do
    text = ("%%.%dg"):format(digits):format(number)
    local back = tonumber(text)
    if (bits == 32 and string.unpack("<f", string.pack("<f", back)) or back) == number then break end
  end
  if parts.is_subnormal then text = ("0x%xp%d"):format(parts.significand, parts.exponent) end
  if not text:find("[.ep]") then text = text .. ".0" end
  return parts.sign .. (bits == 32 and text .. "f" or text)
end

-- Whether C has a literal of a constant: it has none of infinities and NaN.
function spelling.is_literal(node)
  return expr.class(node.type) ~= "float" or expr.parts_of(node).is_finite
end

-- A constant node in C: a literal of its type, or of the signed type of its width; or made of its bits.
function spelling.constant(node, as_signed)
  local dtype, v = declare.dtypes[node.type], node.value
  if not dtype then return tostring(v) end
  if not spelling.is_literal(node) then
    local as = declare.type_of("uint", dtype.bits)
    return spelling.fill(spelling.bits(declare.plain, as, node.type, 1), { spelling.constant { type = as, value = v } })
  end
  if dtype.class == "float" then return float_text(expr.parts_of(node), dtype.bits) end
  local signed, wide = as_signed or dtype.class == "int", dtype.bits == 64
  if signed and not wide and v >= 1 << (dtype.bits - 1) then v = v - (1 << dtype.bits) end
  if signed and v == math.mininteger then return "INT64_MIN" end
  if signed and dtype.bits == 32 and v == -(1 << 31) then return "INT32_MIN" end
  local text
  if signed then
    local is_plain = math.abs(v) < 1024 or v == -0x8000 -- where an int has 16 bits, 0x8000 is unsigned
    text = is_plain and ("%d"):format(v) or ("%s0x%x"):format(v < 0 and "-" or "", math.abs(v))
  else
    text = v >= 0 and v < 1024 and ("%d"):format(v) or ("0x%x"):format(v)
  end
  return wide and (signed and "INT64_C(%s)" or "UINT64_C(%s)"):format(text) or signed and text or text .. "u"
end

-- The memory type of an element, as C has it.
function spelling.memory_type(type) return declare.types[type].c end

return spelling
