-- Every spelling of an instruction set as a C function of its own, for the compiler: what it does not know is told with the
-- line of the ISA's file. The tests compile this before anything that is woven of the spellings.

local blocks = include "blocks"
local declare = include "declare"
local expr = include "expr"
local lists = include "lists"
local spelling = include "spelling"

local spelled = {}

local operand_names = { "a", "b", "c", "d", "e", "f" }

-- Adds a function that does what is spelled. types: of what it gives, and of what it asks for, by the names behind the $; ""
-- where that is a constant. Nothing where the ISA has no registers for one of them.
local function add(list, isa, lane, key, name, text, types, lanes)
  local parameters, values, operands = {}, { l = lanes }, {}
  for asked in text:gmatch("%$(%w)") do
    local own = operand_names[tonumber(asked)] or asked == "a" and "p" or asked
    if not values[asked] then
      if not types[asked] then return end
      values[asked] = types[asked] == "" and "1" or own
      operands[tonumber(asked) or 0] = values[asked]
      parameters[own] = values[asked] == own and types[asked] .. " " .. own or nil
    end
  end
  if not types.gives then return end
  local path, line = blocks.place(lane.given[key], key):match("^(.*):(%d+)$")
  list[#list + 1] = { text = ('#line %s "%s"\n%s %s bl_%s_%s(%s) { %s%s; }'):format(line, path, isa.attribute, types.gives, name,
    isa.name, next(parameters) and lists.commas(lists.keys(parameters), function(own) return parameters[own] end) or "void",
    types.gives == "void" and "" or "return ", spelling.fill(text, operands, values)) }
end

-- The type of what says which lanes are live.
local function live_type(isa, lanes)
  if isa.scale then return spelling.live_type(isa, isa.bits // lanes) end
  return isa.lanes.i8 and spelling.c_type(isa, "m8", lanes)
end

local function add_word(list, isa, name, word, text)
  local lane, gives = isa.lanes[name], declare.meant(word.gives, name)
  local function full(type) return spelling.full(isa, type) end
  for _, form in ipairs(type(text) == "table" and lists.keys(text) or { "" }) do
    local first = declare.meant(word.takes[1], name)
    local lanes = (form == "one" or form == "fraction") and math.min(full(first), full(gives)) // (form == "one" and 1 or 2)
    local function c_type(type) return spelling.c_type(isa, type, lanes or full(type)) end
    local types = { gives = c_type(gives), k = live_type(isa, lanes or full(gives)) }
    for i, signature in ipairs(word.takes) do
      types[tostring(i)] = signature == "C" and "" or c_type(declare.meant(signature, name))
    end
    if form ~= "cost" then
      add(list, isa, lane, word.name, ("%s_%s%s"):format(word.name, name, form), form == "" and text or text[form], types,
        lanes or full(gives))
    end
  end
end

-- The word `bits`, from types of the same width; key: where it is spelled, for registers of so many lanes.
local function add_bits(list, isa, name, key, lanes, label)
  local to = spelling.c_type(isa, name, lanes)
  for _, dtype in ipairs(declare.dtypes) do
    local from = dtype.bits == expr.width(name) and spelling.c_type(isa, dtype.name, lanes)
    local text = from and from ~= to and spelling.bits(isa, dtype.name, name, lanes)
    if text then
      add(list, isa, isa.lanes[name], key, ("bits_%s_%s%s"):format(name, dtype.name, label), text, { gives = to, ["1"] = from }, lanes)
    end
  end
end

-- Registers and memory: of a whole register, or of a fraction.
local function add_storage(list, isa, name, storage, lanes, label)
  local lane, c, reg, live = isa.lanes[name], declare.dtypes[name].c, storage.reg, live_type(isa, lanes)
  local mask, twice = spelling.full_type(isa, declare.type_of("mask", expr.width(name))), spelling.c_type(isa, name, lanes * 2)
  local load = { gives = reg, p = "const " .. c .. " *", a = "const " .. c .. " *", i = "size_t", k = live, v = c }
  local store = { gives = "void", ["1"] = reg, p = c .. " *", a = c .. " *", i = "size_t", k = live }
  local half = { gives = reg, ["1"] = twice, k = live }
  local types = {
    load = load, load_first = load, load_filled = load, store = store, store_first = store, stream = store,
    splat = { gives = reg, ["1"] = c, k = live }, constant = { gives = reg, ["1"] = "", k = live }, zero = { gives = reg, k = live },
    any = { gives = "int", ["1"] = mask, k = live }, live = { gives = live, i = "size_t", n = "size_t" }, all_live = { gives = live },
    permute = { gives = reg, ["1"] = reg, ["2"] = reg }, load_parts = load, lo = half, hi = half,
    join = { gives = twice, ["1"] = reg, ["2"] = reg },
  }
  for _, key in ipairs(lists.keys(types)) do
    if storage[key] then
      add(list, isa, lane, label and "fraction" or key, key .. "_" .. name .. (label or ""), storage[key], types[key], lanes)
    end
  end
end

-- The functions, each with its text.
function spelled.functions(isa)
  local list = {}
  for _, dtype in ipairs(declare.dtypes) do
    local name, lane = dtype.name, isa.lanes[dtype.name]
    if lane then
      add_storage(list, isa, name, lane, spelling.full(isa, name))
      for _, bytes in ipairs(lists.keys(lane.fraction)) do
        local lanes = bytes * 8 // dtype.bits
        if lanes > 0 then add_storage(list, isa, name, lane.fraction[bytes], lanes, "_" .. bytes) end
        if lanes > 0 and lane.fraction[bytes].bits then add_bits(list, isa, name, "fraction", lanes, "_" .. bytes) end
      end
      for _, word in ipairs(declare.words) do
        local entry = lane.words[word.name]
        local text = entry and type(entry.text) ~= "function" and entry.text
        if text and word.takes[1] == "A" then add_bits(list, isa, name, word.name, spelling.full(isa, name), "")
        elseif text then add_word(list, isa, name, word, text) end
      end
    end
  end
  return list
end

return spelled
