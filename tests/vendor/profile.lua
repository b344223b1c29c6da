-- A profile by its number, as words of `make vendor`: build/broadloom --list | lua5.4 tests/vendor/profile.lua SEED, from the project's
-- folder. The same number gives the same profile everywhere, as long as there are the same operators.
--
-- SPDX-License-Identifier: Apache-2.0

local seed = math.tointeger(tonumber(arg[1])) or error("say a seed, a whole number")
local state = (seed * 0x9e3779b97f4a7c15) ~ 0x2545f4914f6cdd1d

-- A number from 1 to n.
local function draw(n)
  state = state ~ state << 13
  state = state ~ state >> 7
  state = state ~ state << 17
  return (state >> 33) % n + 1
end
for _ = 1, 16 do draw(2) end -- seeds that are alike have parted
local function one_of(list) return list[draw(#list)] end
local function once_in(n) return draw(n) == 1 end

local function words(text)
  local list = {}
  for word in text:gmatch("%S+") do list[#list + 1] = word end
  return list
end

-- Up to n of the list, each once.
local function some(list, n)
  local left, chosen = table.move(list, 1, #list, 1, {}), {}
  for _ = 1, math.min(n, #left) do chosen[#chosen + 1] = table.remove(left, draw(#left)) end
  return chosen
end

-- ---- Operators, dtypes and instruction sets ----

-- An operator's tables are lists of the dtypes that its type variables have.
local tables = {}
local ops, folds = {}, {}
local function families(names)
  for _, family in ipairs(names) do
    for line in io.lines("gen/catalogue/operators/" .. family .. ".lua") do
      folds[#folds + 1] = line:match('^fold "([%w_]+)"')
    end
  end
end
assert(loadfile("gen/catalogue/operators.lua", "t", { families = families }))()
for line in io.lines() do
  if line == "folds" then break end
  ops[#ops + 1] = line:match("^  (%g+) ")
end
local is_dtype = {}
for line in io.lines("gen/catalogue/dtypes.lua") do is_dtype[line:match('^dtype "(%w+)"') or ""] = "" end
for name in pairs(assert(loadfile("generated/selftest.lua"))()) do
  local best
  for _, op in ipairs(ops) do
    local dtypes = name:match("^" .. op .. "_([%w_]+)$")
    local known = dtypes and not dtypes:gsub("%w+", is_dtype):find("%w")
    if known and (not best or #op > #best) then best = op end
  end
  tables[best] = tables[best] or {}
  table.insert(tables[best], words((name:sub(#best + 2):gsub("_", " "))))
end
for _, list in pairs(tables) do
  table.sort(list, function(a, b) return table.concat(a, "_") < table.concat(b, "_") end)
end
-- ours, whose hashes nobody has stored
local own_file, own = "tests/toy/ops.lua", { squared_sum = { "f32", "i8", "u16" }, multiply_add = { "f64", "u8", "f32" }, tenth = { "i8", "i32" } }
local own_names = { "squared_sum", "multiply_add", "tenth" }

-- ---- The choice ----

local said = {}
local function say(key, value) said[#said + 1] = key .. "=" .. value end
local function maybe(key, values)
  if once_in(2) then say(key, tostring(one_of(values))) end
end

local function joined_set(list, joint)
  local seen, texts = {}, {}
  for _, name in ipairs(list) do
    if not seen[name] then texts[#texts + 1] = name end
    seen[name] = true
  end
  return table.concat(texts, joint)
end

-- Some operators; each at its own dtypes, or all at DTYPES that each of them has.
local chosen, general = {}, once_in(3) and one_of(ops)
if general then
  local dtypes = one_of(tables[general])
  local has = {}
  for _, dtype in ipairs(dtypes) do has[dtype] = true end
  local fitting = {}
  for _, op in ipairs(ops) do
    for _, variables in ipairs(op ~= general and tables[op] or {}) do
      local fits = true
      for _, dtype in ipairs(variables) do fits = fits and has[dtype] end
      if fits then fitting[#fitting + 1] = op break end
    end
  end
  chosen[1] = general
  table.move(some(fitting, draw(3) - 1), 1, 2, 2, chosen)
  say("DTYPES", joined_set(dtypes, ","))
end
local function take(op, dtypes) chosen[#chosen + 1] = op .. ":" .. dtypes end
local is_chosen = {}
for _, op in ipairs(chosen) do is_chosen[op] = true end
for _, op in ipairs(some(ops, general and draw(2) - 1 or draw(3))) do
  local dtypes = {}
  for _, variables in ipairs(some(tables[op], #tables[op][1] > 1 and 1 or draw(2))) do table.move(variables, 1, #variables, #dtypes + 1, dtypes) end
  if not is_chosen[op] then take(op, joined_set(dtypes, "+")) end
end
if once_in(5) then take(one_of(folds), one_of { "f32", "f32", "f64", "f16" }) end
if once_in(6) then
  local op = one_of(own_names)
  say("OPS_FROM", own_file)
  take(op, one_of(own[op]))
end
say("OPS", table.concat(chosen, ","))

local x86 = some({ "sse2", "sse41", "avx2", "avx512" }, draw(4) - 1)
local others = once_in(4) and some(words "neon sve armv7 dsp mve rvv wasm vsx zvector", draw(2)) or {}
local isas = table.move(others, 1, #others, #x86 + 1, x86)
say("ISAS", table.concat(isas, ",") .. (#isas == 0 and "scalar" or once_in(2) and ",scalar" or ""))

local runtime = one_of { "full", "compact" }
if runtime == "full" or once_in(2) then say("RUNTIME", runtime) end
say("FORM", once_in(4) and "tree" or "single")
maybe("RANK", words "2 2 3 4 5 6 7 8 12 32")
if once_in(2) then say("TILE_BYTES", runtime == "full" and one_of { 256, 264, 512, 1000, 4096, 4104, 10000, 16384, 32768, 65528, 65536 } or draw(32) * 8) end
maybe("CACHE_BYTES", { 0, 1024, 65536, 1048576 })
maybe("DETECT", { "yes", "no" })
maybe("REFUSES_ZERO", { "yes", "no" })
local specs = once_in(8) and one_of { "onnx", "openvino", "onnx,openvino" } or "none"
say("SPECS", specs)
if specs == "none" and once_in(2) then
  say("RULES", table.concat({ "numpy", table.unpack(some(words "none pdpd onnx_legacy uni channel", draw(5))) }, ","))
end
if not once_in(5) then say("SELFTEST", "yes") end
if not once_in(8) then say("PREFIX", one_of { "k", "my_own", "acme", "p2p", "vision_x" } .. seed .. "_") end

print(table.concat(said, "\n"))
