-- What an ISA's file says of the registers in which values of a type can be.
--
-- A register of `lanes` lanes may be a whole one, or a part: a smaller one, for the narrow side of conversions. Of ISAs
-- whose width is unknown when the C is woven all numbers are nominal.

local declare = include "declare"
local expr = include "expr"

local registers = {}

-- bool stands in memory, and in registers, as a byte.
function registers.stored_as(type) return expr.class(type) == "bool" and "u8" or type end

-- Lanes of a whole register.
function registers.full(isa, type)
  return isa.bits and isa.bits // expr.width(type) or 1
end

-- The integers' lanes that have masks of that width, and predicates.
function registers.masks(isa, bits) return isa.lanes[declare.type_of("int", bits)] end

-- What is spelled for registers of that many lanes (the block, or a part of it), and the block; nil where there are none.
function registers.storage(isa, type, lanes)
  type = registers.stored_as(type)
  local info = declare.types[type]
  local is_mask = info.class == "mask"
  local lane = isa.lanes[is_mask and declare.type_of("int", info.bits) or type]
  if not lane then return nil end
  if is_mask or not isa.bits or lanes >= isa.bits // info.bits then return lane, lane end
  return lane.part[lanes * info.bits // 8], lane
end

-- The block that spells how a value is in all lanes: that of its bits where its own does not, as with halves.
function registers.splat_lane(isa, type)
  type = registers.stored_as(type)
  return isa.lanes[isa.lanes[type].splat and type or declare.type_of("uint", expr.width(type))]
end

-- The C type of such a register.
function registers.c_type(isa, type, lanes)
  if type == "count" then return "int" end
  local storage, lane = registers.storage(isa, type, lanes)
  if declare.types[type].class == "mask" then return lane and lane.mask and (lane.mask:gsub("%$l", tostring(math.max(lanes, 8)))) end
  return storage and storage.reg
end

function registers.whole_type(isa, type) return registers.c_type(isa, type, registers.full(isa, type)) end

-- Whether registers of that many lanes are of the type that the ISA's words work on.
local function fills(isa, type, lanes)
  local full = registers.full(isa, type)
  if lanes >= full then return registers.c_type(isa, type, full) ~= nil end
  local storage = registers.storage(isa, type, lanes)
  if declare.types[type].class == "mask" and storage and storage.mask and not storage.mask:find("$l", 1, true) then
    type = declare.type_of("int", declare.types[type].bits)
  end
  local own = registers.c_type(isa, type, lanes)
  return own ~= nil and own == registers.c_type(isa, type, full)
end

function registers.fills(isa, type, lanes)
  if type == "count" then return true end
  isa.fills = isa.fills or {}
  local known = isa.fills[type] or {}
  isa.fills[type] = known
  if known[lanes] == nil then known[lanes] = fills(isa, type, lanes) end
  return known[lanes]
end

-- How many plain instructions a spelling is: its calls, but for those that the ISA declares to be free; an operator of C
-- where there is no call; nothing for a bare operand.
local function count_instructions(isa, text)
  if text:match("^%$%d$") then return 0 end
  local calls, found = 0, false
  for name in text:gmatch("([%a_][%w_$]*)%(") do
    local free = false
    for _, pattern in ipairs(isa.free) do free = free or name:find(pattern) ~= nil end
    calls, found = calls + (free and 0 or 1), true
  end
  return found and calls or 1
end

function registers.instructions(isa, text)
  isa.instructions = isa.instructions or {}
  isa.instructions[text] = isa.instructions[text] or count_instructions(isa, text)
  return isa.instructions[text]
end

return registers
