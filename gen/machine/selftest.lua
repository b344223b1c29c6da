-- The self-test's hashes of the tables that are woven.

local declare = include "declare"
local lists = include "lists"
local template = include "template"

local selftest = {}

-- The file of these tables' hashes; `where` asked for it.
function selftest.file(entries, where)
  local hashes = host.load("gen/catalogue/selftest.lua", {})()
  local untested = lists.map(entries, function(entry) return not hashes[entry.name] and entry.name or nil end)
  if #untested == #entries then
    declare.complain(where, "selftest: none of %s has a hash", lists.commas(untested))
  end
  return template.fill("tables/selftest_hashes.c", {
    untested = #untested, names = #untested > 0 and template.wrap(": " .. lists.commas(untested), 100, "\n * ") or "",
    entries = lists.lines(entries, function(entry)
      return hashes[entry.name] and ("    {&bl_table_%s, UINT32_C(0x%08x)},"):format(entry.name, hashes[entry.name]) or nil
    end),
  })
end

return selftest
