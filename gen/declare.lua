-- What the declarative files may say: dtypes, words, ops and ISAs, checked as they are read. Every error names the
-- file and line of the entry that is wrong.

local declare = {
  dtypes = {},   -- by name, and in order under 1..n
  words = {},    -- by name, and in order
  ops = {},      -- by name, and in order
  isas = {},     -- by name; ordered by rank once all are read
  plain = nil,   -- the isa without registers: one element a step, on which all others fall back
}

local function complain(where, format, ...)
  error(where .. ": " .. format:format(...), 0)
end
declare.complain = complain

-- An ordered copy of a set's names, for messages.
local function names_of(set)
  local names = {}
  for name in pairs(set) do names[#names + 1] = tostring(name) end
  table.sort(names)
  return table.concat(names, ", ")
end

-- Raises an error unless every key of `entry` is in `known` (key -> the type its value must have).
function declare.check(entry, known, what, where)
  if type(entry) ~= "table" then complain(where, "%s must be a table", what) end
  local keys = {}
  for key in pairs(entry) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for _, key in ipairs(keys) do
    local wanted = known[key]
    if wanted == nil then
      complain(where, "%s has an unknown key '%s'; it knows %s", what, tostring(key), names_of(known))
    end
    if wanted ~= "any" and type(entry[key]) ~= wanted then
      complain(where, "%s: '%s' must be a %s, not a %s", what, key, wanted, type(entry[key]))
    end
  end
end

-- `kind "name" { … }`: registers an entry under its name, in order, with the place where it stands.
local function registry(list, kind, known, finish)
  return function(name)
    local where = host.where(1)
    if type(name) ~= "string" or not name:find("^%a[%w_]*$") then
      complain(where, "%s needs a name of letters, digits and underscores, not '%s'", kind, tostring(name))
    end
    if list[name] then complain(where, "%s '%s' stands already at %s", kind, name, list[name].where) end
    return function(entry)
      declare.check(entry, known, ("%s '%s'"):format(kind, name), where)
      entry.name, entry.where = name, where
      if finish then finish(entry) end
      list[name] = entry
      list[#list + 1] = entry
    end
  end
end

local function set_of(list, known, what, where)
  local set = {}
  for _, name in ipairs(list) do
    if not known[name] then complain(where, "%s: unknown dtype '%s'", what, tostring(name)) end
    set[name] = true
  end
  return set
end

local function need(entry, keys, kind)
  for _, key in ipairs(keys) do
    if entry[key] == nil then complain(entry.where, "%s '%s' lacks '%s'", kind, entry.name, key) end
  end
end

local declare_dtype = registry(declare.dtypes, "dtype", { class = "string", bits = "number", c = "string" })

local declare_word = registry(declare.words, "word", {
  takes = "table", operands = "table", gives = "string", types = "table", result = "string", says = "string",
  sign = "string", moves = "boolean", commutes = "boolean", weight = "number", lanes = "number", of_opposite = "table",
}, function(word)
  need(word, { "takes", "gives", "types", "result", "says" }, "word")
  word.operands = word.operands or { "a", "b", "c" }
  word.has = set_of(word.types, declare.dtypes, "word '" .. word.name .. "'", word.where)
end)

-- Names that the woven functions use themselves.
local reserved = {}
for name in ("out n options inputs rows cols r i last tail po x y z"):gmatch("%S+") do reserved[name] = true end

local declare_op = registry(declare.ops, "op", {
  says = "string", types = "table", takes = "table", gives = "string", operands = "table", commutes = "boolean",
  divisor = "number", expr = "function", float = "function", int = "function", uint = "function",
}, function(op)
  need(op, { "says", "types" }, "op")
  set_of(op.types, declare.dtypes, "op '" .. op.name .. "'", op.where)
  op.takes = op.takes or { "T", "T" }
  op.gives = op.gives or "T"
  op.operands = op.operands or table.move({ "a", "b", "c" }, 1, #op.takes, 1, {})
  if #op.takes < 1 or #op.takes > 3 or #op.operands ~= #op.takes then
    complain(op.where, "op '%s' must take one to three operands, and name each", op.name)
  end
  local seen = {}
  for _, name in ipairs(op.operands) do
    if not tostring(name):find("^%a[%w_]*$") or reserved[name] or seen[name] then
      complain(op.where, "op '%s': '%s' cannot be an operand's name", op.name, tostring(name))
    end
    seen[name] = true
  end
  for i = 1, #op.takes + 1 do
    local type = op.takes[i] or op.gives
    if type ~= "T" and not declare.dtypes[type] then complain(op.where, "op '%s': unknown dtype '%s'", op.name, tostring(type)) end
  end
  if op.says:find('["\\\n]') then complain(op.where, "op '%s': 'says' is one line without quotes or backslashes", op.name) end
  if op.commutes and (#op.takes ~= 2 or op.takes[1] ~= op.takes[2]) then
    complain(op.where, "op '%s' cannot commute: that takes two operands of one dtype", op.name)
  end
  if op.divisor and not op.takes[op.divisor] then complain(op.where, "op '%s' has no operand %s to divide by", op.name, op.divisor) end
  for _, dtype in ipairs(op.types) do
    local class = declare.dtypes[dtype].class
    if not (op.expr or op[class == "half" and "float" or class]) then
      complain(op.where, "op '%s' takes %s but has no expression for it", op.name, dtype)
    end
  end
end)

-- An ISA's spellings come in blocks: `lanes { f32 = "ps" } { add = "…" }` gives each lane type its suffix ($e) and
-- spells words for all of them. Keys that are not words describe registers and memory.
local storage = {
  reg = "string", mask = "string", load = "string", store = "string", load_first = "string", store_first = "string",
  splat = "string", constant = "string", zero = "string", part = "table", permute = "string", stream = "string",
}
local part_keys = { reg = "string", load = "string", store = "string", stream = "string", load_first = "string", store_first = "string" }
local group_keys = { one = "string", lo = "string", hi = "string", pair = "string" }

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
          for bytes, part in pairs(value) do lane.part[bytes] = with_suffix(part, suffix) end
        elseif storage[key] then
          lane[key] = with_suffix(value, suffix)
        elseif declare.words[key].has[dtype.name] then
          if type(value) == "table" then declare.check(value, group_keys, key, given.where) end
          lane.words[key] = { text = with_suffix(value, suffix), where = given.where }
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

local loops = { each = true, last = true, mask = true }

-- What the machine relies on without asking; each omission would otherwise show far from its cause.
local function require_complete(isa)
  if not loops[isa.loop] then complain(isa.where, "isa '%s': unknown loop '%s'; there are each, last and mask", isa.name, isa.loop) end
  if isa.loop == "mask" and (isa.bits > 512 or not (isa.lanes.i8 and isa.lanes.i8.mask)) then
    complain(isa.where, "isa '%s': loop 'mask' wants masks of i8 lanes, at most 64 of them", isa.name)
  end
  for _, dtype in ipairs(declare.dtypes) do
    local lane = isa.lanes[dtype.name]
    for _, key in ipairs(lane and { "reg", "load", "store", isa.bits and dtype.class ~= "half" and "splat" or nil } or {}) do
      if not lane[key] then complain(isa.where, "isa '%s': its %s lanes lack '%s'", isa.name, dtype.name, key) end
    end
    for _, word in ipairs(lane and dtype.class ~= "float" and declare.words or {}) do
      local masks = word.gives == "M"
      for _, signature in ipairs(word.takes) do masks = masks or signature == "M" end
      if masks and lane.words[word.name] and not (isa.lanes["i" .. dtype.bits] or {}).mask then
        complain(isa.where, "isa '%s' spells '%s' at %s, but its i%d lanes have no 'mask'", isa.name, word.name, dtype.name, dtype.bits)
      end
    end
    if lane and lane.stream and isa.bits > 512 then
      complain(isa.where, "isa '%s' spells 'stream', but its registers are longer than a cache line", isa.name)
    end
    if lane and lane.stream and not isa.fence then
      complain(isa.where, "isa '%s' spells 'stream', but no 'fence' to order such stores", isa.name)
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
  for _, way in ipairs(type(isa.emulator) == "table" and isa.emulator or {}) do
    declare.check(way, { "string", "string" }, "isa '" .. isa.name .. "', emulator", isa.where)
    if not (way[1] and way[2] and way[1]:find("^%w+$")) then
      complain(isa.where, "isa '%s': each of several emulators is { name, command }", isa.name)
    end
  end
end

local declare_isa = registry(declare.isas, "isa", setmetatable({
  says = "string", rank = "number", bits = "number", guard = "string", machine = "string", header = "string", loop = "string",
  base = "string", features = "table", free = "table", compiler = "string", emulator = "any", fence = "string",
  precompiled = "boolean",
}, { __index = function(_, key) return type(key) == "number" and "table" or nil end }), function(isa)
  need(isa, { "says", "rank", "guard", "machine", "loop", "features", "free" }, "isa")
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
function declare.finish_isas()
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

-- The globals that each kind of declarative file sees: its own declarator, and nothing else of the machine.
function declare.environment(kind, extra)
  local known = ({
    dtype = { dtype = declare_dtype }, word = { word = declare_word },
    op = { op = declare_op }, isa = { isa = declare_isa, lanes = lanes },
  })[kind]
  for name, value in pairs(extra or {}) do known[name] = value end
  return setmetatable({}, {
    __index = function(_, name)
      if known[name] == nil then complain(host.where(1), "unknown name '%s'", tostring(name)) end
      return known[name]
    end,
    __newindex = function(_, name) complain(host.where(1), "'%s' may not be set here", tostring(name)) end,
  })
end

return declare
