-- What a library is woven for: from a profile's file, the command line, or both; the command line says the last word.

local asked = include "asked"
local declare = include "declare"
local lists = include "lists"

local profile = {}

local rules = { "numpy", "none", "pdpd", "onnx_legacy", "uni", "channel" }
local specs = { "onnx", "openvino" }
profile.specs = specs

-- What the versions of their operators ask for.
local wanted_rules = { onnx = { "none", "uni", "onnx_legacy" }, openvino = { "none", "pdpd", "uni", "channel" } }

-- What each runtime has unless it is said otherwise. A library has all that there is of what is named nowhere.
local usual = {
  full = {
    rank = 8, tile_bytes = 16384, cache_bytes = 32 << 20, detect = true, rules = rules, refuses_zero = true, specs = specs,
  },
  compact = {
    rank = 8, tile_bytes = 256, cache_bytes = 0, detect = false, rules = { "numpy", "none" }, refuses_zero = false, specs = {},
  },
}

-- The value of a key on the command line, as the profile's file would have it.
local function read_value(key, text)
  local wanted = declare.kinds.profile[key]
  if wanted == "names" then
    local names = {}
    for name in text:gmatch("[^,]+") do names[#names + 1] = name ~= "none" and name or key == "rules" and name or nil end
    return names
  end
  if wanted == "boolean" then
    local value = ({ yes = true, no = false })[text]
    if value == nil then error(("--%s is yes or no, not '%s'"):format(key:gsub("_", "-"), text), 0) end
    return value
  end
  return math.tointeger(text) or text
end

local function check_names(given, known, kind, where)
  for _, name in ipairs(given) do
    if not lists.set(known)[name] then
      declare.complain(where, "unknown %s '%s'; there are %s", kind, name, table.concat(known, ", "))
    end
  end
end

-- What fits the runtime's tiles, and the word that has the caches' size.
local function check_sizes(made, where)
  local least, most = 256, 65536
  if made.runtime == "compact" then least, most = 8, 256 end
  if made.tile_bytes < least or made.tile_bytes > most or made.tile_bytes % 8 ~= 0 then
    declare.complain(where, "tile_bytes of the %s runtime are %d to %d, a multiple of 8, not %d",
      made.runtime, least, most, made.tile_bytes)
  end
  if made.cache_bytes % 1024 ~= 0 then declare.complain(where, "cache_bytes are whole KiB, not %d", made.cache_bytes) end
end

-- How to say all of it to make.
local function command_of(path, said, runtime)
  local words = { "make vendor", path and "PROFILE=" .. path:match("[^/]+$") or nil }
  for _, key in ipairs(lists.keys(said)) do words[#words + 1] = ("%s=%s"):format(key:upper(), said[key]) end
  if not path and not said.runtime then words[#words + 1] = "RUNTIME=" .. runtime end
  return table.concat(words, " ")
end

-- Files of operators stand beside the profile that names them, unless it says otherwise.
local function find_beside(path, made)
  local folder, is_file = path:match("^(.*/)[^/]*$") or "", lists.set(made.ops_from or {})
  local function found(name) return is_file[name] and not name:find("^/") and folder .. name or name end
  local function found_op(word)
    local name, dtypes = asked.split(word)
    return is_file[word] and found(word) or dtypes and found(name) .. ":" .. dtypes or word
  end
  made.ops, made.ops_from = made.ops and lists.map(made.ops, found_op), made.ops_from and lists.map(made.ops_from, found)
  is_file = lists.set(made.selftest_hashes or {})
  made.selftest_hashes = made.selftest_hashes and lists.map(made.selftest_hashes, found)
end

-- The profile of a file, which may stand anywhere, and of what the command line says: texts by key.
function profile.read(path, said)
  local made, where = {}, "command line"
  if path then
    declare.read(path, { profile = function(entry)
      where = host.where(1)
      if made.where then declare.complain(where, "a second profile; the first is at %s", made.where) end
      declare.check(entry, "profile", "profile", where)
      made = entry
      made.where = where
    end }, nil, true)
    if not made.where then declare.complain(path, "has no profile { … }") end
    find_beside(path, made)
  end
  for key, text in pairs(said) do made[key] = read_value(key, text) end
  made.where = nil
  declare.check(made, "profile", "profile", where)
  made.runtime = made.runtime or "full"
  if #(made.specs or usual[made.runtime].specs) > 0 then made.rules = made.rules or rules end
  for key, value in pairs(usual[made.runtime]) do
    if made[key] == nil then made[key] = value end
  end
  made.prefix = made.prefix or "bl_"
  made.form = made.form or "tree"
  made.where, made.name, made.command = where, path and path:match("[^/]+$") or "the command line's", command_of(path, said, made.runtime)
  made.version = host.read("include/broadloom.h"):match('#define BL_VERSION "([^"]+)"')
  check_names(made.rules, rules, "rule", where)
  check_names(made.specs, specs, "spec", where)
  if not made.prefix:find("^%l[%l%d_]*_$") then
    declare.complain(where, "prefix '%s' must be small letters, digits and underscores, and end with one of these", made.prefix)
  end
  check_sizes(made, where)
  for _, spec in ipairs(made.specs) do
    for _, rule in ipairs(wanted_rules[spec]) do
      if not lists.set(made.rules)[rule] then declare.complain(where, "the front end '%s' wants the rule '%s'", spec, rule) end
    end
  end
  if not lists.set(made.rules).numpy then declare.complain(where, "rules must have 'numpy', which is the default") end
  return made
end

-- Lines of C: which rules there are.
function profile.rule_defines(made)
  local has, lines = lists.set(made.rules), {}
  for i, rule in ipairs(rules) do lines[i] = ("#define BL_WITH_RULE_%s %d"):format(rule:upper(), has[rule] and 1 or 0) end
  local onto = has.pdpd or has.onnx_legacy or has.uni or has.channel
  lines[#lines + 1] = ("#define BL_WITH_RULES_ONTO %d /* some of those that name an input whose shape the result has */"):format(
    onto and 1 or 0)
  return table.concat(lines, "\n")
end

return profile
