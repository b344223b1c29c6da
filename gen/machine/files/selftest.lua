-- The self-test's hashes of the generated dispatch tables, one per operator and choice of dtypes; and the tables
-- without a hash.

local declare = require "reading.declare"
local lists = require "lists"
local tables = require "files.tables"
local template = require "template"

local selftest = {}

-- Hashes by table name: the library's, those in the profile's files, and those computed for this run; and the tables
-- without a hash.
local function read(all, profile)
  local entries = tables.with_kernels(all)
  local hashes = host.load("generated/selftest.lua", {})()
  for _, path in ipairs(lists.joined(profile.selftest_hashes or {}, { profile.computed })) do
    local function check(holds, ...) return holds or declare.complain(path, ...) end
    local own = host.load(path, {}, true)()
    check(type(own) == "table", "returns no table of hashes; make selftest-hashes writes such files")
    for name, hash in pairs(own) do
      check(math.type(hash) == "integer", "the hash of '%s' is no whole number", tostring(name))
      hashes[name] = hash
    end
  end
  return hashes, lists.map(entries, function(entry) return not hashes[entry.name] and entry or nil end)
end

-- The tables without a hash.
function selftest.lacking(entries, profile) return (select(2, read(entries, profile))) end

-- The file of these tables' hashes.
function selftest.file(entries, profile)
  local hashes, lacking = read(entries, profile)
  if #lacking > 0 then
    declare.complain(profile.where, "selftest: none of these tables has a hash: %s; make vendor computes them, and so "
      .. "does make selftest-hashes, for files that selftest_hashes names", lists.commas(lists.names(lacking)))
  end
  local lines = lists.lines(lists.names(tables.with_kernels(entries)), function(name)
    return ("    {&bl_table_%s, UINT32_C(0x%08x)},"):format(name, hashes[name])
  end)
  return template.fill("tables/selftest_hashes.c", { entries = lines })
end

return selftest
