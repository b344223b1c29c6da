-- What build systems other than make must know besides the manifest.

local lists = include "lists"
local profile = include "profile"

local packaging = {}

-- The paths of the runtime's public headers and of its sources, as far as a library for this profile needs them.
function packaging.runtime(made)
  local files, has_spec = {}, lists.set(made.specs)
  local left_out = lists.map(profile.specs, function(spec) return not has_spec[spec] and spec or nil end)
  local function is_left_out(name)
    for _, spec in ipairs(left_out) do
      if name:find("^" .. spec) or name:find("^broadloom_" .. spec) then return true end
    end
    return name == "broadloom_node.h" and #made.specs == 0 or name == "selftest.c" and not made.selftest
      or name:find("^fold") and not made.has_folds
  end
  local function add(folder, ending)
    for _, name in ipairs(host.list(folder)) do
      if name:find(ending) and not is_left_out(name) then files[#files + 1] = folder .. "/" .. name end
    end
  end
  add("include", "%.h$")
  add("src", "%.c$")
  if #made.specs > 0 then add("src/frontends", "%.c$") end
  add("src/" .. made.runtime, "%.c$")
  return files
end

return packaging
