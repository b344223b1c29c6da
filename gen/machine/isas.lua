-- Instruction sets as their files declare them: registers, memory, spellings; bases resolved, and checked as they are
-- read. Every error names the file and line of what is wrong.

local declare = include "declare"
local lists = include "lists"
local complain, wrong = declare.complain, declare.wrong

local isas = {}

-- An ISA's spellings come in blocks: `lanes { f32 = "ps" } { add = "…" }` gives each lane type its suffix ($e) and
-- spells words for all of them; a word with $h or $w for those alone whose half or double has a suffix too. Keys that are not
-- words describe registers and memory.
function isas.lanes(suffixes)
  local where = host.where(1)
  return function(block)
    return { suffixes = suffixes, block = block, where = where }
  end
end

-- A spelling, or a table of spellings, with a type's suffixes; nil where it asks for one that the type has not.
local function with_suffixes(value, suffixes)
  if type(value) == "string" then
    local text = value:gsub("%$([ehw])", suffixes)
    return not text:find("%$[hw]") and text or nil
  end
  if type(value) ~= "table" then return value end
  local filled = {}
  for key, text in pairs(value) do
    filled[key] = with_suffixes(text, suffixes)
    if filled[key] == nil then return nil end
  end
  return filled
end

-- What a block says of one type. Its suffixes: its own ($e), and those of its class's types of half ($h) and twice ($w) the
-- width.
local function block_for(given, name)
  local dtype, block = declare.dtypes[name], {}
  local function suffix(bits) return given.suffixes[declare.type_of(dtype.class, bits)] end
  local suffixes = { e = given.suffixes[name], h = suffix(dtype.bits // 2), w = suffix(dtype.bits * 2) }
  for key, value in pairs(given.block) do block[key] = with_suffixes(value, suffixes) end
  return block
end

local function check_block(isa, given)
  local what, storage = "isa '" .. isa.name .. "'", {}
  for key, value in pairs(given.block) do storage[key] = not declare.words[key] and value or nil end
  declare.check(storage, "block", what, given.where)
  for _, fraction in pairs(given.block.fraction or {}) do declare.check(fraction, "fraction", what .. ", fraction", given.where) end
  for name in pairs(given.suffixes) do
    if not declare.dtypes[name] then complain(given.where, "%s: unknown dtype '%s'", what, name) end
  end
  for key, value in pairs(given.block) do
    local word = declare.words[key]
    local used = not word
    for name in pairs(given.suffixes) do used = used or word.has[name] and block_for(given, name)[key] ~= nil end
    if not used then
      complain(given.where, "%s: word '%s' is for none of these lanes, or asks for a suffix that none has", what, key)
    end
    if word and type(value) == "table" then declare.check(value, "forms", what .. ", word '" .. key .. "'", given.where) end
  end
end

-- Adds what a block says of one type's lanes.
local function read_lane(lane, name, given)
  for key, spelling in pairs(block_for(given, name)) do
    if key == "fraction" then
      for bytes, fraction in pairs(spelling) do
        lane.fraction[bytes] = lane.fraction[bytes] or {}
        for key_in_it, text in pairs(fraction) do lane.fraction[bytes][key_in_it] = text end
      end
    elseif not declare.words[key] then
      lane[key] = spelling
    elseif declare.words[key].has[name] then
      local group = type(spelling) == "table" and spelling or {}
      lane.words[key] = { text = group[1] or spelling, where = given.where, cost = group.cost }
    end
  end
  if given.block.reg then lane.suffix = given.suffixes[name] end
end

local loops = lists.set { "each", "last", "mask", "while" }

-- What the machine relies on without asking; each omission would otherwise show far from its cause.
local function check_lane(isa, dtype, lane)
  local int = isa.lanes[declare.type_of("int", dtype.bits)] or {}
  local function need(condition, format, ...)
    if not condition then wrong(isa, format, ...) end
  end
  for _, key in ipairs { "reg", "load", "store", isa.bits and dtype.class ~= "half" and "splat" or nil } do
    need(lane[key], ": its %s lanes lack '%s'", dtype.name, key)
  end
  for _, word in ipairs(dtype.class ~= "float" and declare.words or {}) do
    local has_masks = word.gives == "M" or lists.set(word.takes).M
    need(int.mask or not lane.words[word.name] or not has_masks,
      " spells '%s' at %s, but its i%d lanes have no 'mask'", word.name, dtype.name, dtype.bits)
  end
  need(isa.loop ~= "while" or isa.scale and int.live and int.all_live,
    ": loop 'while' wants 'scale', and 'live' and 'all_live' for its i%d lanes", dtype.bits)
  if lane.stream then
    need(isa.bits <= 512, " spells 'stream', but its registers are longer than a cache line")
    need(isa.fence, " spells 'stream', but no 'fence' to order such stores")
  end
  if isa.bits and lane.mask then
    need(lane.any or dtype.class ~= "int", ": its %s lanes have masks, but no 'any' to ask whether one is true", dtype.name)
    need(lane.words.mask_from_lanes or dtype.class == "half",
      ": its %s lanes have masks, but do not spell 'mask_from_lanes'", dtype.name)
  end
end

-- How the tests are built and run on other machines than the ISA's: by the ISA's own command, or in several ways, each with
-- a name and perhaps a compiler of its own.
local function read_runs(isa)
  local what = "isa '" .. isa.name .. "', run"
  local given = type(isa.run) == "string" and { { "", isa.run } } or isa.run or {}
  if type(given) ~= "table" then wrong(isa, ": 'run' must be a command, or several") end
  isa.runs = lists.map(given, function(run)
    declare.check(run, "run", what, isa.where)
    local name, command = run[1], run[2]
    if not (name and command and name:find(#given > 1 and "^%w+$" or "^%w*$")) then
      wrong(isa, ": each of several runs is { name, command }")
    end
    if not command:find("%$program %$isa") then wrong(isa, ": the command '%s' lacks '$program $isa'", command) end
    local compiler = run.compiler or isa.compiler or wrong(isa, ": the run '%s' has no compiler", command)
    return {
      name = name == "" and isa.name or isa.name .. "-" .. name, command = command, compiler = compiler,
      link = run.link or isa.link or "-static", platform = run.platform or isa.platform or "hosted", packages = run.packages,
    }
  end)
end

isas.isa = declare.registry(declare.isas, "isa", "says rank guard machine loop features free", function(isa)
  for _, feature in ipairs(isa.features) do
    declare.check(feature, "feature", "isa '" .. isa.name .. "', feature", isa.where)
    if not feature[1] or feature.leaf and not (feature.reg and feature.bit) then
      wrong(isa, ": a feature needs its name; and of CPUID's leaf, the reg and the bit")
    end
  end
  read_runs(isa)
  isa.upper = isa.name:upper()
  isa.attribute, isa.with = "BL_" .. isa.upper, "BL_WITH_" .. isa.upper
end)

-- Whether the ISA's kernels are there on all machines that the other is for.
function isas.is_wherever(isa, other)
  local machines = lists.set(lists.words(isa.machine))
  return machines.any or not lists.any(lists.words(other.machine), function(machine) return not machines[machine] end)
end

-- Resolves the ISA's bases and reads its blocks, a base's first.
local function finish(isa)
  if isa.lanes then return end
  if isa.under_way then wrong(isa, " is its own base") end
  isa.under_way = true
  local base = { blocks = {}, all_features = {} }
  if isa.base then
    base = declare.isas[isa.base] or wrong(isa, ": unknown base '%s'", isa.base)
    finish(base)
  end
  isa.bits, isa.header, isa.fence = isa.bits or base.bits, isa.header or base.header, isa.fence or base.fence
  isa.all_features, isa.blocks = lists.joined(base.all_features, isa.features), lists.joined(base.blocks, isa)
  isa.lanes = {}
  for _, given in ipairs(isa.blocks) do
    check_block(isa, given)
    for name in pairs(given.suffixes) do
      isa.lanes[name] = isa.lanes[name] or { words = {}, fraction = {} }
      read_lane(isa.lanes[name], name, given)
    end
  end
  if not loops[isa.loop] then wrong(isa, ": unknown loop '%s'; there are each, last, mask and while", isa.loop) end
  if isa.loop == "mask" and (isa.bits > 512 or not (isa.lanes.i8 and isa.lanes.i8.mask)) then
    wrong(isa, ": loop 'mask' wants masks of i8 lanes, at most 64 of them")
  end
  if isa.counted and isa.loop ~= "while" then wrong(isa, ": live lanes are counted in the loop 'while' only") end
  for _, dtype in ipairs(declare.dtypes) do
    if isa.lanes[dtype.name] then check_lane(isa, dtype, isa.lanes[dtype.name]) end
  end
end

-- Once all are read.
function isas.finish()
  for _, isa in ipairs(declare.isas) do finish(isa) end
  table.sort(declare.isas, function(a, b) return a.rank < b.rank end)
  for i, isa in ipairs(declare.isas) do
    local lower = declare.isas[i - 1]
    if lower and isa.rank == lower.rank then wrong(isa, " has the rank of '%s'", lower.name) end
    if not isa.bits then
      if declare.plain then wrong(isa, " has no 'bits', and '%s' is plain C already", declare.plain.name) end
      declare.plain = isa
    end
  end
  if not declare.plain then error("no isa without 'bits': plain C, on which all others fall back, is missing", 0) end
end

return isas
