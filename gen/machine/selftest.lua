-- The self-test's hashes of the tables that are woven.

local declare = include "declare"
local lists = include "lists"
local template = include "template"

local selftest = {}

-- All hashes by table's name: ours, those of the files that the profile names, and those that were computed for this run.
local function read_hashes(made)
  local hashes = host.load("gen/catalogue/selftest.lua", {})()
  for _, path in ipairs(lists.joined(made.selftest_hashes or {}, { made.computed })) do
    local own = host.load(path, {}, true)()
    if type(own) ~= "table" then declare.complain(path, "returns no table of hashes; make selftest-hashes writes such files") end
    for name, hash in pairs(own) do
      if math.type(hash) ~= "integer" then declare.complain(path, "the hash of '%s' is no whole number", tostring(name)) end
      hashes[name] = hash
    end
  end
  return hashes
end

-- The tables of which there is no hash.
function selftest.lacking(entries, made)
  local hashes = read_hashes(made)
  return lists.map(entries, function(entry) return not hashes[entry.name] and entry or nil end)
end

-- The file of these tables' hashes.
function selftest.file(entries, made)
  local hashes, lacking = read_hashes(made), selftest.lacking(entries, made)
  if #lacking > 0 then
    declare.complain(made.where, "selftest: none of these tables has a hash: %s; make vendor computes them, and so does "
      .. "make selftest-hashes, for files that selftest_hashes names", lists.commas(lacking, function(entry) return entry.name end))
  end
  return template.fill("tables/selftest_hashes.c", { entries = lists.lines(entries, function(entry)
    return ("    {&bl_table_%s, UINT32_C(0x%08x)},"):format(entry.name, hashes[entry.name])
  end) })
end

return selftest
