-- Instruction sets as their files declare them: registers, memory, spellings, features, ways to run the tests. Checks
-- them, and adds the base's spellings to each; isa.lanes has the spellings for each type. Every error names a file
-- and line.

local blocks = require "reading.blocks"
local declare = require "reading.declare"
local lists = require "lists"
local expect = declare.expect

local isas = {}

-- The kinds of loads ("load") and stores that an ISA's loops use.
local ways = { load = { "load" }, store = { "store" } }
local ways_by_masks = { load = { "load", "load_first", "load_filled" }, store = { "store", "store_first" } }

function isas.ways(isa, how) return (isa.loop == "mask" and ways_by_masks or ways)[how] end

-- The block with the spelling that copies a value into all lanes; for a half this may be the block of its bits. Nil
-- if there is none.
function isas.splat_lane(isa, type)
  local own, dtype = isa.lanes[type], declare.types[type]
  if not own.splat and dtype.class == "half" then own = isa.lanes[declare.type_of("uint", dtype.bits)] or {} end
  return own.splat and own or nil
end

-- Checks the keys that the generator always uses, because a missing one would otherwise cause an error that is hard
-- to trace.
local function check_lane(isa, dtype, lane)
  local int = isa.lanes[declare.type_of("int", dtype.bits)] or {}
  expect(isa, not isa.bits or dtype.bits <= isa.bits, ": a %s does not fit into its %s bits", dtype.name, isa.bits)
  local wanted = lists.joined({ "reg" }, isas.ways(isa, "load"), isas.ways(isa, "store"))
  local lacks = lists.map(wanted, function(key) return not lane[key] and "'" .. key .. "'" or nil end)
  if isa.bits and not isas.splat_lane(isa, dtype.name) then lacks[#lacks + 1] = "'splat'" end
  if #lacks > 0 then
    declare.complain(lane.where, "isa '%s': its %s lanes lack %s", isa.name, dtype.name, lists.commas(lacks))
  end
  for _, word in ipairs(dtype.class ~= "float" and not int.mask and declare.words or {}) do
    expect(isa, not lane.words[word.name] or not (word.gives == "M" or lists.set(word.takes).M),
      " spells '%s' at %s, but its i%d lanes have no 'mask'", word.name, dtype.name, dtype.bits)
  end
  expect(isa, isa.loop ~= "while" or isa.scale and int.live and int.all_live,
    ": loop 'while' needs 'scale', and needs 'live' and 'all_live' for its i%d lanes", dtype.bits)
  expect(isa, not lane.permute or isa.bits // dtype.bits <= 64,
    " spells 'permute' at %s, but has more than 64 lanes", dtype.name)
  expect(isa, not lane.stream or isa.bits <= 512, " spells 'stream', but its registers are longer than a cache line")
  expect(isa, not lane.stream or isa.fence, " spells 'stream', but needs a 'fence', which orders such stores")
  for bytes, fraction in pairs(lane.fraction) do
    expect(isa, fraction.reg, ": fraction [%d] of its %s lanes lacks 'reg'", bytes, dtype.name)
  end
  if isa.bits and lane.mask and dtype.class == "int" then
    expect(isa, lane.not_all, ": its %s lanes have masks, but no 'not_all' to test whether one is false", dtype.name)
    for _, name in ipairs { "mask_from_lanes", "lanes_from_mask" } do
      local word = lane.words[name]
      expect(isa, word and type(word.text) == "string", ": its %s lanes have masks, but do not spell '%s' plainly",
        dtype.name, name)
    end
  end
end

-- How the tests run on machines without the ISA: by the ISA's command, or in several ways, each with a name and
-- optionally its own compiler.
local function runs_of(isa)
  local given = type(isa.run) == "string" and { { "", isa.run } } or isa.run or {}
  expect(isa, type(given) == "table", ": 'run' must be a command or a list of commands")
  return lists.map(given, function(run)
    declare.check(run, "run", "isa '" .. isa.name .. "', run", isa.where)
    local name, command, compiler, link = run[1], run[2], run.compiler or isa.compiler, run.link or isa.link
    expect(isa, name:find(#given > 1 and "^%w+$" or "^%w*$"), ": each of several runs must be { name, command }")
    expect(isa, command:find("$program", 1, true) and command:find("$isa", 1, true),
      ": the command '%s' lacks $program or $isa", command)
    expect(isa, compiler, ": the run '%s' has no compiler", command)
    expect(isa, not (command .. compiler .. (link or "")):find("|", 1, true),
      ": the run '%s' has '|', which separates the columns of generated/runs.txt", command)
    return {
      name = name == "" and isa.name or isa.name .. "-" .. name, command = command, compiler = compiler,
      link = link or "-static", platform = run.platform or isa.platform or "hosted", packages = run.packages,
    }
  end)
end

isas.isa = declare.registry(declare.isas, "isa", function(isa)
  for _, feature in ipairs(isa.features) do
    declare.check(feature, "feature", "isa '" .. isa.name .. "', feature", isa.where)
    expect(isa, not feature.leaf or feature.reg and feature.bit, ": a feature of CPUID needs 'leaf', 'reg' and 'bit'")
  end
  expect(isa, isa.base or not isa.model, " has a model, but lacks the base on which it runs")
  isa.runs = runs_of(isa)
  for _, pattern in ipairs(isa.free) do -- unanchored, "cast" would also match "broadcast"
    local rest = pattern:gsub("%%.", ""):gsub("%b[]", "")
    expect(isa, (pattern:find("^%^") or pattern:find("%$$")) and not rest:find("[][%%()]"),
      ": 'free' has '%s', which must be a Lua pattern that begins with ^ or ends with $", pattern)
  end
  for call, cost in pairs(isa.heavy or {}) do
    expect(isa, type(call) == "string" and type(cost) == "number" and cost > 1,
      ": 'heavy' must give a number above 1 for each call's name: its time in plain instructions")
  end
  expect(isa, not isa.machine:find("[^%w_. ]"), -- such as the first part of "x86_64-linux-gnu"
    ": 'machine' is '%s', which cannot be the beginning of a compiler's -dumpmachine", isa.machine)
  isa.upper = isa.name:upper()
  isa.attribute, isa.with = "BL_" .. isa.upper, "BL_WITH_" .. isa.upper
end)

-- Whether the ISA's kernels run on all machines with the other ISA. Two ISAs with the same base do not imply each
-- other.
function isas.is_wherever(isa, other)
  if isa.base and isa.base == other.base then return false end
  local machines = lists.set(lists.words(isa.machine))
  return machines.any or not lists.any(lists.words(other.machine), function(machine) return not machines[machine] end)
end

-- Adds the spellings of the base, which is already complete, because its rank is lower.
local function take_over(isa)
  local base = isa.base and declare.isas[isa.base] or { lanes = {}, blocks = {}, all_features = {} }
  expect(isa, base.name == isa.base, ": unknown base '%s'", isa.base)
  expect(isa, base ~= isa, " is its own base")
  expect(isa, base.lanes, ": its rank must be higher than that of its base '%s'", isa.base)
  isa.bits, isa.header, isa.fence = isa.bits or base.bits, isa.header or base.header, isa.fence or base.fence
  isa.order, isa.heavy = isa.order or base.order, isa.heavy or base.heavy
  isa.all_features, isa.blocks = lists.joined(base.all_features, isa.features), lists.joined(base.blocks, isa)
end

-- Turns the ISA's `named` spellings into functions in its header, and the spellings into calls of these functions.
local function name_spellings(isa)
  isa.functions = {}
  local function name(own, key, base, says, gives, takes, given)
    local call, text = ("bl_%s_%s"):format(base, isa.name), own[key]
    if not isa.functions[call] then
      isa.functions[call] = text
      isa.functions[#isa.functions + 1] = { name = call, says = says, gives = gives, takes = takes, text = text }
    end
    own[key] = ("%s(%s)"):format(call, given)
  end
  for _, dtype in ipairs(declare.dtypes) do
    local lane = isa.lanes[dtype.name] or { fraction = {}, words = {} }
    local fractions = lists.map(lists.keys(lane.fraction), function(bytes) return lane.fraction[bytes] end)
    for _, own in ipairs(lists.joined({ lane }, fractions)) do
      local base, reg = own.named, own.reg or lane.reg
      if base then
        name(own, "load", "load_" .. base, "loads from any address", reg, "const void *p", "$p")
        name(own, "store", "store_" .. base, "stores to any address", "void", ("void *p, %s a"):format(reg), "$p, $1")
      end
    end
    for _, word in ipairs(declare.words) do
      local forms = lane.words[word.name] and lane.words[word.name].text
      if type(forms) == "table" and forms.named then
        local takes, gives = ("%s a, %s b"):format(lane.reg, lane.reg), declare.meant(word.gives, dtype.name)
        local says = word.name .. ", both registers: " .. word.says
        name(forms, "pair", forms.named, says, isa.lanes[gives].reg, takes, "$1, $2")
        forms.named = nil
      end
    end
  end
end

-- Reads an ISA's blocks, its base's first, and checks them together.
local function finish(isa)
  take_over(isa)
  local bits = isa.bits
  expect(isa, not bits or math.type(bits) == "integer" and bits >= 8 and bits & (bits - 1) == 0,
    ": 'bits' must be a power of two of at least 8, not %s", bits)
  expect(isa, not bits == (isa.loop == "each"), ": plain C, without 'bits', needs loop 'each'; others need another")
  expect(isa, not isa.scale == not isa.scale_most, ": 'scale' needs 'scale_most', and 'scale_most' needs 'scale'")
  for _, text in ipairs(isa.order or {}) do
    expect(isa, text:find("$1", 1, true), ": 'order' has '%s', which does not use $1", text)
  end
  for i, given in ipairs(isa) do
    expect(isa, type(given) == "table" and given.suffixes, ": block %d must be lanes { type = suffix, … } { … }", i)
    blocks.check(isa, given)
  end
  isa.lanes = {}
  for _, given in ipairs(isa.blocks) do
    for name in pairs(given.suffixes) do
      isa.lanes[name] = isa.lanes[name] or { words = {}, fraction = {}, given = {}, where = given.where }
      blocks.read_lane(isa.lanes[name], name, given)
    end
  end
  expect(isa, isa.loop ~= "mask" or bits <= 512 and isa.lanes.i8 and isa.lanes.i8.mask,
    ": loop 'mask' needs masks of at most 64 i8 lanes")
  expect(isa, isa.loop == "while" or not isa.counted, ": only loop 'while' can have 'counted'")
  for _, dtype in ipairs(declare.dtypes) do
    if isa.lanes[dtype.name] then check_lane(isa, dtype, isa.lanes[dtype.name]) end
  end
  name_spellings(isa)
end

-- Completes all ISAs once their files are read.
function isas.finish()
  local by, own = {}, 24 -- for ISAs without a number, ascending
  table.sort(declare.isas, function(a, b) return a.rank < b.rank end)
  for i, isa in ipairs(declare.isas) do
    local lower = declare.isas[i - 1]
    expect(isa, not lower or isa.rank ~= lower.rank, " has the same rank as '%s'", lower and lower.name)
    if not isa.number then isa.number, own = own, own + 1 end
    local same = by[isa.number]
    expect(isa, not same, " has the same number as '%s'; without 'number' it gets a free one", same and same.name)
    expect(isa, isa.number < 32, ": no number is left for it")
    by[isa.number] = isa
    finish(isa)
    if not isa.bits then
      local other = declare.plain
      expect(isa, not other, " has no 'bits', but '%s' is already plain C", other and other.name)
      declare.plain = isa
      expect(isa, isa.number == 1, ": the number of plain C must be 1") -- as in src/detection/isa.h
    end
  end
  if not declare.plain then error("no isa without 'bits': plain C, on which all others fall back, is missing", 0) end
end

return isas
