-- Instruction sets as their files declare them: registers, memory, spellings; bases resolved, and checked as they are
-- read. Every error names the file and line of what is wrong.

local blocks = include "blocks"
local declare = include "declare"
local lists = include "lists"
local spelling = include "spelling"
local wrong = declare.wrong

local isas = {}

-- What the machine relies on without asking; each omission would otherwise show far from its cause.
local function check_lane(isa, dtype, lane)
  local int = isa.lanes[declare.type_of("int", dtype.bits)] or {}
  local function need(condition, format, ...)
    if not condition then wrong(isa, format, ...) end
  end
  need(not isa.bits or dtype.bits <= isa.bits, ": no %s fits into its %s bits", dtype.name, isa.bits)
  local lacks = lists.map(lists.joined({ "reg" }, spelling.ways(isa, "load"), spelling.ways(isa, "store")), function(key)
    return not lane[key] and key or nil
  end)
  if isa.bits and not spelling.splat_lane(isa, dtype.name) then lacks[#lacks + 1] = "splat" end
  if #lacks > 0 then
    declare.complain(lane.where, "isa '%s': its %s lanes lack %s", isa.name, dtype.name,
      lists.commas(lacks, function(key) return "'" .. key .. "'" end))
  end
  for _, word in ipairs(dtype.class ~= "float" and not int.mask and declare.words or {}) do
    local has_masks = word.gives == "M" or lists.set(word.takes).M
    need(not lane.words[word.name] or not has_masks,
      " spells '%s' at %s, but its i%d lanes have no 'mask'", word.name, dtype.name, dtype.bits)
  end
  need(isa.loop ~= "while" or isa.scale and int.live and int.all_live,
    ": loop 'while' wants 'scale', and 'live' and 'all_live' for its i%d lanes", dtype.bits)
  need(not lane.permute or isa.bits // dtype.bits <= 64, " spells 'permute' at %s, but for more than 64 lanes", dtype.name)
  if lane.stream then
    need(isa.bits <= 512, " spells 'stream', but its registers are longer than a cache line")
    need(isa.fence, " spells 'stream', but no 'fence' to order such stores")
  end
  for bytes, fraction in pairs(lane.fraction) do need(fraction.reg, ": fraction [%d] of its %s lanes lacks 'reg'", bytes, dtype.name) end
  if isa.bits and lane.mask then
    need(lane.any or dtype.class ~= "int", ": its %s lanes have masks, but no 'any' to ask whether one is true", dtype.name)
    for _, word in ipairs(dtype.class == "int" and { "mask_from_lanes", "lanes_from_mask" } or {}) do
      need(lane.words[word] and type(lane.words[word].text) == "string",
        ": its %s lanes have masks, but do not spell '%s' plainly", dtype.name, word)
    end
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
    if not (command:find("$program", 1, true) and command:find("$isa", 1, true)) then
      wrong(isa, ": the command '%s' lacks $program or $isa", command)
    end
    local compiler = run.compiler or isa.compiler or wrong(isa, ": the run '%s' has no compiler", command)
    if (command .. compiler .. (run.link or isa.link or "")):find("|", 1, true) then
      wrong(isa, ": the run '%s' has '|', which parts the columns of generated/runs.txt", command)
    end
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
  if isa.model and not isa.base then wrong(isa, " has a model, but no base that it could run on") end
  read_runs(isa)
  for _, pattern in ipairs(isa.free) do -- unanchored, "cast" would be "broadcast" too
    local rest = pattern:gsub("%%.", ""):gsub("%b[]", "")
    if not (pattern:find("^%^") or pattern:find("%$$")) or rest:find("[][%%()]") then
      wrong(isa, ": 'free' has '%s', which is no Lua pattern that begins with ^ or ends with $", pattern)
    end
  end
  if isa.machine:find("[^%w_. ]") then -- such as the first part of "x86_64-linux-gnu"
    wrong(isa, ": 'machine' is '%s', which no compiler's -dumpmachine begins with", isa.machine)
  end
  isa.upper = isa.name:upper()
  isa.attribute, isa.with = "BL_" .. isa.upper, "BL_WITH_" .. isa.upper
end)

-- Whether the ISA's kernels are there on all machines that the other is for. Of two on one base neither has the other.
function isas.is_wherever(isa, other)
  if isa.base and isa.base == other.base then return false end
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
    if base.rank >= isa.rank then wrong(isa, ": its rank is not above its base's, '%s'", base.name) end
  end
  isa.bits, isa.header, isa.fence = isa.bits or base.bits, isa.header or base.header, isa.fence or base.fence
  isa.all_features, isa.blocks = lists.joined(base.all_features, isa.features), lists.joined(base.blocks, isa)
  local bits = isa.bits
  if bits and (math.type(bits) ~= "integer" or bits < 8 or bits & (bits - 1) ~= 0) then
    wrong(isa, ": 'bits' must be a power of two, from 8 on, not %s", bits)
  end
  if not bits ~= (isa.loop == "each") then wrong(isa, ": loop 'each' is for plain C, without 'bits', and for it alone") end
  if not isa.scale ~= not isa.scale_most then wrong(isa, ": 'scale' and 'scale_most' go together") end
  isa.lanes = {}
  for i, given in ipairs(isa.blocks) do
    if type(given) ~= "table" or not given.suffixes then wrong(isa, ": block %d is no lanes { type = suffix, … } { … }", i) end
    blocks.check(isa, given)
    for name in pairs(given.suffixes) do
      isa.lanes[name] = isa.lanes[name] or { words = {}, fraction = {}, given = {}, where = given.where }
      blocks.read_lane(isa.lanes[name], name, given)
      isa.adds_words = isa.adds_words or
        i > #base.blocks and lists.any(lists.keys(given.block), function(key) return declare.words[key] end)
    end
  end
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
