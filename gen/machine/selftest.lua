-- The self-test's hashes of the tables that are woven.

local declare = include "declare"
local lists = include "lists"
local template = include "template"

local selftest = {}

-- All hashes by table's name: ours, and those of the files that the profile names.
local function read_hashes(made)
  local hashes = host.load("gen/catalogue/selftest.lua", {})()
  for _, path in ipairs(made.selftest_hashes or {}) do
    local own = host.load(path, {}, true)()
    if type(own) ~= "table" then declare.complain(path, "returns no table of hashes; make selftest-hashes writes such files") end
    for name, hash in pairs(own) do
      if math.type(hash) ~= "integer" then declare.complain(path, "the hash of '%s' is no whole number", tostring(name)) end
      hashes[name] = hash
    end
  end
  return hashes
end

-- The file of these tables' hashes.
function selftest.file(entries, made)
  local hashes = read_hashes(made)
  local untested = lists.map(entries, function(entry) return not hashes[entry.name] and entry.name or nil end)
  if #untested == #entries then
    declare.complain(made.where, "selftest: none of %s has a hash; selftest_hashes may name files of them", lists.commas(untested))
  end
  return template.fill("tables/selftest_hashes.c", {
    untested = #untested, names = #untested > 0 and template.wrap(": " .. lists.commas(untested), 100, "\n * ") or "",
    entries = lists.lines(entries, function(entry)
      return hashes[entry.name] and ("    {&bl_table_%s, UINT32_C(0x%08x)},"):format(entry.name, hashes[entry.name]) or nil
    end),
  })
end

return selftest
