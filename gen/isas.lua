-- Instruction sets as their files declare them: registers, memory, spellings; bases resolved, and checked as they are
-- read. Every error names the file and line of what is wrong.

local declare = include "declare"
local complain = declare.complain

local isas = {}

-- An ISA's spellings come in blocks: `lanes { f32 = "ps" } { add = "…" }` gives each lane type its suffix ($e) and
-- spells words for all of them. Keys that are not words describe registers and memory.
local storage = {
  reg = "string", mask = "string", any = "string", live = "string", load = "string", store = "string", load_first = "string",
  load_filled = "string", store_first = "string", splat = "string", constant = "string", zero = "string", part = "table",
  permute = "string", stream = "string",
}
local part_keys = {
  reg = "string", load = "string", store = "string", stream = "string", load_first = "string", load_filled = "string",
  store_first = "string", lo = "string", hi = "string", join = "string",
}
local group_keys = { "string", one = "string", lo = "string", hi = "string", pair = "string", cost = "number" }

local function lanes(suffixes)
  local where = host.where(1)
  return function(block)
    return { suffixes = suffixes, block = block, where = where }
  end
end

-- A spelling, or a table of spellings, with the block's suffix for $e.
local function with_suffix(value, suffix)
  if type(value) == "string" then return (value:gsub("%$e", suffix)) end
  if type(value) ~= "table" then return value end
  local filled = {}
  for key, text in pairs(value) do filled[key] = with_suffix(text, suffix) end
  return filled
end

local function read_block(isa, given)
  local known = {}
  for key, kind in pairs(storage) do known[key] = kind end
  for _, word in ipairs(declare.words) do known[word.name] = "any" end
  declare.check(given.block, known, "isa '" .. isa.name .. "'", given.where)
  for _, part in pairs(given.block.part or {}) do
    declare.check(part, part_keys, "isa '" .. isa.name .. "', part", given.where)
  end
  for _, dtype in ipairs(declare.dtypes) do
    local suffix = given.suffixes[dtype.name]
    if suffix then
      local lane = isa.lanes[dtype.name] or { words = {}, part = {} }
      isa.lanes[dtype.name] = lane
      for key, value in pairs(given.block) do
        if key == "part" then
          for bytes, part in pairs(value) do
            local own = lane.part[bytes] or {}
            lane.part[bytes] = own
            for name, text in pairs(part) do own[name] = with_suffix(text, suffix) end
          end
        elseif storage[key] then
          lane[key] = with_suffix(value, suffix)
        elseif declare.words[key].has[dtype.name] then
          if type(value) == "table" then declare.check(value, group_keys, "isa '" .. isa.name .. "', word '" .. key .. "'", given.where) end
          local spelling = with_suffix(value, suffix)
          local is_one = type(spelling) == "table" and spelling[1]
          lane.words[key] = {
            text = is_one or spelling, where = given.where, cost = type(spelling) == "table" and spelling.cost or nil,
          }
        end
      end
      if given.block.reg then lane.suffix = suffix end
    end
  end
  for key in pairs(given.block) do
    local used = declare.words[key] == nil
    for name in pairs(given.suffixes) do used = used or declare.words[key].has[name] end
    if not used then complain(given.where, "isa '%s': word '%s' does not exist for any of these lanes", isa.name, key) end
  end
  for name in pairs(given.suffixes) do
    if not declare.dtypes[name] then complain(given.where, "isa '%s': unknown dtype '%s'", isa.name, name) end
  end
end

local loops = { each = true, last = true, mask = true, ["while"] = true }

-- What the machine relies on without asking; each omission would otherwise show far from its cause.
local function require_complete(isa)
  if not loops[isa.loop] then complain(isa.where, "isa '%s': unknown loop '%s'; there are each, last, mask and while", isa.name, isa.loop) end
  if isa.loop == "mask" and (isa.bits > 512 or not (isa.lanes.i8 and isa.lanes.i8.mask)) then
    complain(isa.where, "isa '%s': loop 'mask' wants masks of i8 lanes, at most 64 of them", isa.name)
  end
  for _, dtype in ipairs(declare.dtypes) do
    local lane, int = isa.lanes[dtype.name], isa.lanes[declare.type_of("int", dtype.bits)] or {}
    for _, key in ipairs(lane and { "reg", "load", "store", isa.bits and dtype.class ~= "half" and "splat" or nil } or {}) do
      if not lane[key] then complain(isa.where, "isa '%s': its %s lanes lack '%s'", isa.name, dtype.name, key) end
    end
    for _, word in ipairs(lane and dtype.class ~= "float" and declare.words or {}) do
      local masks = word.gives == "M"
      for _, signature in ipairs(word.takes) do masks = masks or signature == "M" end
      if masks and lane.words[word.name] and not int.mask then
        complain(isa.where, "isa '%s' spells '%s' at %s, but its i%d lanes have no 'mask'", isa.name, word.name, dtype.name, dtype.bits)
      end
    end
    if isa.loop == "while" and lane and not (isa.scale and int.live) then
      complain(isa.where, "isa '%s': loop 'while' wants 'scale', and 'live' for its i%d lanes", isa.name, dtype.bits)
    end
    if lane and lane.stream and isa.bits > 512 then
      complain(isa.where, "isa '%s' spells 'stream', but its registers are longer than a cache line", isa.name)
    end
    if lane and lane.stream and not isa.fence then
      complain(isa.where, "isa '%s' spells 'stream', but no 'fence' to order such stores", isa.name)
    end
    if lane and isa.bits and lane.mask and dtype.class == "int" and not lane.any then
      complain(isa.where, "isa '%s': its %s lanes have masks, but no 'any' to ask whether one is true", isa.name, dtype.name)
    end
    if lane and isa.bits and lane.mask and dtype.class ~= "half" and not lane.words.mask_from_lanes then
      complain(isa.where, "isa '%s': its %s lanes have masks, but do not spell 'mask_from_lanes'", isa.name, dtype.name)
    end
  end
end

-- A feature: its name; the macro by which compilers promise it and what they call it, where that is not the name; and who
-- tells of it at run time: CPUID, or Linux by a bit of AT_HWCAP or AT_HWCAP2.
local feature_keys = {
  "string", macro = "string", gcc = "string", clang = "string",
  leaf = "number", subleaf = "number", reg = "string", bit = "number", xcr0 = "number", hwcap = "number", hwcap2 = "number",
}

-- How programs are run where the processor lacks the instruction set: a command, or several, each { name, command }, where
-- the tests are run in each way.
local function check_emulator(isa)
  if isa.emulator ~= nil and type(isa.emulator) ~= "string" and type(isa.emulator) ~= "table" then
    complain(isa.where, "isa '%s': 'emulator' must be a command, or several", isa.name)
  end
  for _, way in ipairs(type(isa.emulator) == "table" and isa.emulator or {}) do
    declare.check(way, { "string", "string" }, "isa '" .. isa.name .. "', emulator", isa.where)
    if not (way[1] and way[2] and way[1]:find("^%w+$")) then
      complain(isa.where, "isa '%s': each of several emulators is { name, command }", isa.name)
    end
  end
end

local declare_isa = declare.registry(declare.isas, "isa", setmetatable({
  scale = "string", scale_most = "number", typical = "number", says = "string", rank = "number", bits = "number", guard = "string", machine = "string", header = "string", loop = "string",
  base = "string", features = "table", free = "table", compiler = "string", emulator = "any", fence = "string",
  precompiled = "boolean",
}, { __index = function(_, key) return type(key) == "number" and "table" or nil end }), function(isa)
  declare.need(isa, { "says", "rank", "guard", "machine", "loop", "features", "free" }, "isa")
  for _, feature in ipairs(isa.features) do
    declare.check(feature, feature_keys, "isa '" .. isa.name .. "', feature", isa.where)
    if not feature[1] or not (feature.leaf and feature.reg and feature.bit or feature.hwcap or feature.hwcap2) then
      complain(isa.where, "isa '%s': a feature needs its name, and CPUID's leaf, reg and bit, or hwcap or hwcap2", isa.name)
    end
  end
  check_emulator(isa)
  isa.blocks = table.move(isa, 1, #isa, 1, {})
end)

-- Resolves bases and reads the blocks, a base's first.
function isas.finish()
  local done = {}
  local function finish(isa)
    if done[isa] == "under way" then complain(isa.where, "isa '%s' is its own base", isa.name) end
    if done[isa] then return end
    done[isa] = "under way"
    isa.lanes = {}
    if isa.base then
      local base = declare.isas[isa.base]
      if not base then complain(isa.where, "isa '%s': unknown base '%s'", isa.name, isa.base) end
      finish(base)
      isa.bits, isa.header, isa.fence = isa.bits or base.bits, isa.header or base.header, isa.fence or base.fence
      isa.all_features = table.move(isa.features, 1, #isa.features, #base.all_features + 1,
        table.move(base.all_features, 1, #base.all_features, 1, {}))
      isa.blocks = table.move(isa.blocks, 1, #isa.blocks, #base.blocks + 1, table.move(base.blocks, 1, #base.blocks, 1, {}))
    end
    isa.all_features = isa.all_features or isa.features
    for _, given in ipairs(isa.blocks) do read_block(isa, given) end
    require_complete(isa)
    done[isa] = "done"
  end
  for _, isa in ipairs(declare.isas) do finish(isa) end
  table.sort(declare.isas, function(a, b) return a.rank < b.rank end)
  for i, isa in ipairs(declare.isas) do
    if i > 1 and isa.rank == declare.isas[i - 1].rank then
      complain(isa.where, "isa '%s' has the rank of '%s'", isa.name, declare.isas[i - 1].name)
    end
    if not isa.bits then
      if declare.plain then complain(isa.where, "isa '%s' has no 'bits', and '%s' is plain C already", isa.name, declare.plain.name) end
      declare.plain = isa
    end
  end
  if not declare.plain then error("no isa without 'bits': plain C, on which all others fall back, is missing", 0) end
end


declare.isa_globals = { isa = declare_isa, lanes = lanes }

return isas
