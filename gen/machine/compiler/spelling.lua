-- Takes an instruction set, a type and a number of lanes, and returns what the ISA's file says about such registers:
-- their C type, how values get into them, and the cost. Also fills in spellings.
--
-- A register of `lanes` lanes may be a full one, or a fraction: a smaller one, for the narrow side of conversions. Only
-- this module decides which sizes exist (`storage`, `c_type`, `sizes`); choose.lua and derive.lua assume that none is
-- longer than a full one. If an ISA's register length is unknown when the C is generated, all numbers are nominal.

local declare = require "reading.declare"
local expr = require "compiler.expr"
local isas = require "reading.isas"
local lists = require "lists"
local numbers = require "compiler.numbers"

local spelling = {}

-- bools and minifloats are unsigned integers in memory, and in registers.
local as_integers = lists.set { "bool", "minifloat" }
function spelling.stored_as(type)
  return as_integers[expr.class(type)] and declare.type_of("uint", expr.width(type)) or type
end

-- The lanes of a full register. If lanes are counted, registers of all types have the same number.
function spelling.full(isa, type)
  return isa.bits and isa.bits // (isa.counted and 8 or declare.types[type].bits) or 1
end

-- The spellings for registers of this many lanes (the block's, or a fraction's), and the block; nil if there are none.
function spelling.storage(isa, type, lanes)
  type = spelling.stored_as(type)
  local info = declare.types[type]
  local is_mask = info.class == "mask"
  local block = isa.lanes[is_mask and declare.type_of("int", info.bits) or type]
  if not block then return nil end
  if is_mask or not isa.bits or lanes >= spelling.full(isa, type) then return block, block end
  return block.fraction[lanes * info.bits // 8], block
end

-- The block with the spelling that copies a value into all lanes; nil if there is none.
function spelling.splat_lane(isa, type) return isas.splat_lane(isa, spelling.stored_as(type)) end

-- Whether the ISA can load or store such registers in all the ways that `how` requires.
function spelling.moves(isa, how, type, lanes)
  local storage = spelling.storage(isa, type, lanes)
  return storage and not lists.any(isas.ways(isa, how), function(way) return not storage[way] end)
end

-- f(isa, type, lanes), computed once for each combination.
local function remembered(f)
  local known = {}
  return function(isa, type, lanes)
    local of_isa = known[isa] or {}
    known[isa] = of_isa
    local of_type = of_isa[type] or {}
    of_isa[type] = of_type
    if of_type[lanes] == nil then of_type[lanes] = f(isa, type, lanes) or false end
    return of_type[lanes] or nil
  end
end

-- The C type of such a register.
spelling.c_type = remembered(function(isa, type, lanes)
  if type == "count" then return "int" end
  if declare.types[type].class == "table" then return declare.types[type].c end
  local storage, block = spelling.storage(isa, type, lanes)
  if declare.types[type].class ~= "mask" then return storage and storage.reg end
  return block and block.mask and (block.mask:gsub("%$l", tostring(math.max(lanes, 8))))
end)

function spelling.full_type(isa, type) return spelling.c_type(isa, type, spelling.full(isa, type)) end

-- Whether registers of that many lanes have the type on which the ISA's words work.
spelling.fills = remembered(function(isa, type, lanes)
  if type == "count" or declare.types[type].class == "table" then return true end
  local full = spelling.full(isa, type)
  if lanes >= full then return spelling.c_type(isa, type, full) ~= nil end
  local storage = spelling.storage(isa, type, lanes)
  if declare.types[type].class == "mask" and storage and storage.mask and not storage.mask:find("$l", 1, true) then
    type = declare.type_of("int", declare.types[type].bits)
  end
  local own = spelling.c_type(isa, type, lanes)
  return own ~= nil and own == spelling.c_type(isa, type, full)
end)

-- The numbers of lanes, up to this limit, of all registers that can contain values of a type, the longest first.
spelling.sizes = remembered(function(isa, type, most)
  local sizes, lanes = {}, spelling.full(isa, spelling.stored_as(type))
  while lanes >= 1 do
    if lanes <= most and spelling.c_type(isa, type, lanes) then sizes[#sizes + 1] = lanes end
    lanes = lanes // 2
  end
  return sizes
end)

-- A spelling in one of its forms, as a way: of a word, or (for `bits`) of none; `cost` is for one register.
function spelling.way(isa, form, text, entry, word)
  local function count(one) return spelling.cost(isa, one) end
  local instructions = form == "lo" and (count(text.lo) + count(text.hi)) / 2 or count(text)
  return {
    kind = "spelled", form = form, text = text, word = word, wraps = entry and entry.wraps,
    cost = entry and entry.cost or instructions * (word and word.weight or 1),
  }
end

-- The text that reads a register of one type as another with the same number of bits: nothing, if both have the same
-- C type; the type's `bits`, which is for whole registers; or that of its fraction, with the operand's suffix. Nil if
-- there is none.
function spelling.bits(isa, from, to, lanes)
  local source, below = isa.lanes[spelling.stored_as(from)], lanes * expr.width(to) // expr.width(from)
  local from_type, to_type = spelling.c_type(isa, from, below), spelling.c_type(isa, to, lanes)
  if not (from_type and to_type) then return nil end
  if from_type == to_type then return "$1" end
  local storage, block = spelling.storage(isa, to, lanes)
  local is_whole, word = spelling.fills(isa, from, below) and spelling.fills(isa, to, lanes), block.words.bits
  if not word and expr.class(to) == "half" then -- that of its bits, whose registers it uses
    local as = declare.type_of("uint", expr.width(to))
    word = spelling.c_type(isa, as, lanes) == to_type and isa.lanes[as].words.bits
  end
  local text = is_whole and word and word.text or not is_whole and storage.bits
  return text and source.suffix and (text:gsub("%$f", source.suffix)) or nil
end

-- The calls that read full registers as another type: by name, the C types from and to; and by these types, the name.
local function casts_of(isa)
  local casts = {}
  for _, to in ipairs(isa.bits and lists.keys(isa.lanes) or {}) do
    for _, from in ipairs(lists.keys(isa.lanes)) do
      local lanes = spelling.full(isa, to)
      local text = spelling.bits(isa, from, to, lanes)
      local name = text and text:match("^([%w_]+)%(%$1%)$")
      if name then
        casts[name] = { from = spelling.full_type(isa, from), to = spelling.c_type(isa, to, lanes) }
        casts[casts[name].from .. " " .. casts[name].to] = name
      end
    end
  end
  return casts
end

-- The text, with a cast of a cast replaced by one cast.
function spelling.recast(isa, text)
  isa.casts = isa.casts or casts_of(isa)
  local at = 1
  while true do
    local from, to, outer = text:find("([%w_]+)%(", at)
    if not from then return text end
    local inner, inside, after = text:match("^([%w_]+)(%b())()%)", to + 1)
    local second, first = isa.casts[outer], inner and isa.casts[inner]
    local one = second and first and first.to == second.from and isa.casts[first.from .. " " .. second.to]
    if second and first and first.from == second.to then inside, one = inside:sub(2, -2), "" end
    if one then text = text:sub(1, from - 1) .. one .. inside .. text:sub(after + 1) end
    at = one and from or to + 1
  end
end

-- How many plain instructions a spelling takes: its calls, except those that the ISA declares free. A text without
-- calls counts as one if it has a C operator, and as none if it is a bare operand.
local function count_instructions(isa, text)
  if text:match("^%$%d$") then return 0 end
  local calls, found = 0, false
  for name in text:gmatch("([%a_][%w_$]*)%(") do
    local free = lists.any(isa.free, function(pattern) return name:find(pattern) end)
    local named = isa.functions[name]
    calls, found = calls + (named and count_instructions(isa, named) or free and 0 or 1), true
  end
  return found and calls or 1
end

function spelling.instructions(isa, text)
  isa.instructions = isa.instructions or {}
  isa.instructions[text] = isa.instructions[text] or count_instructions(isa, text)
  return isa.instructions[text]
end

-- A spelling's cost in plain instructions; a call that the ISA declares heavy counts as several.
function spelling.cost(isa, text)
  local cost = spelling.instructions(isa, text)
  for name in text:gmatch(isa.heavy and "([%a_][%w_]*)%(" or "$^") do cost = cost + (isa.heavy[name] or 1) - 1 end
  return cost
end

-- Fills a spelling in: $1 … by operands, other letters by `values`.
function spelling.fill(text, operands, values)
  local is_name = values and values.p and values.p:find("^[%w_]+$") -- needs no brackets
  if is_name then text = text:gsub("([^%w_])%(%$p%)", "%1$p") end
  return (text:gsub("%$(%w)", function(key)
    local value = tonumber(key) and operands[tonumber(key)] or values and values[key]
    if not value then error("a spelling uses $" .. key .. ", which has no value: " .. text, 0) end
    return (tostring(value))
  end))
end

-- The predicate with all lanes live, if the ISA has predicates.
function spelling.all_live(isa, lanes)
  return isa.scale and spelling.masks(isa, isa.bits // lanes).all_live
end

-- The block of integers of that width, which has the masks and predicates.
function spelling.masks(isa, bits) return isa.lanes[declare.type_of("int", bits)] end

-- The C type of a predicate, or of the number of live lanes.
function spelling.live_type(isa, bits) return isa.counted and "size_t" or spelling.masks(isa, bits).mask end

-- The text that loads register i of a value from an array, or stores `value` there: all lanes, or only the `live` ones.
function spelling.moved(isa, how, type, lanes, array, i, value, live)
  local before, at = ("%d"):format((i - 1) * lanes), array
  if i > 1 then at = array .. " + " .. (isa.scale and ("%s * (%s)"):format(before, isa.scale) or before) end
  local text = spelling.storage(isa, type, lanes)[how]
  live = live or spelling.all_live(isa, lanes)
  return spelling.fill(text, { value }, { p = at, a = at, i = "0", k = live, l = lanes })
end

-- A constant in C: a literal of its type, or of the signed type of its width; or a value made from its bits.
function spelling.constant(type, bits, as_signed)
  if type == "count" then return tostring(bits) end
  if numbers.is_literal(type, bits) then return numbers.literal(type, bits, as_signed) end
  local as = declare.type_of("uint", expr.width(type))
  return spelling.fill(spelling.bits(declare.plain, as, type, 1), { numbers.literal(as, bits) })
end

-- The name of an operand's pointer in kernels.
function spelling.pointer(operand) return #operand == 1 and "p" .. operand or "p_" .. operand end

-- The C type of an element in memory; and an array of such elements.
function spelling.memory_type(type) return declare.types[type].c end
function spelling.array(type, name, count)
  return ("%s %s[%d];"):format(spelling.memory_type(spelling.stored_as(type)), name, count)
end

return spelling
