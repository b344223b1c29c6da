-- The library to generate: from a profile's file, the command line, or both; the command line overrides the profile.
-- Returns a table with the keys that reading/entries.lua has for a profile, checked, with defaults for missing ones.

local asked = require "reading.asked"
local declare = require "reading.declare"
local lists = require "lists"

local profiles = {}

profiles.rules = { "numpy", "none", "pdpd", "onnx_legacy", "uni", "channel" }
profiles.specs = { "onnx", "openvino" }

-- The rules that the versions of the front ends' operators need.
local wanted_rules = { onnx = { "none", "uni", "onnx_legacy" }, openvino = { "none", "pdpd", "uni", "channel" } }

-- The defaults of each runtime. A list without a default or a choice means everything.
local usual = {
  full = {
    rank = 8, tile_bytes = 16384, cache_bytes = 32 << 20, detect = true, rules = profiles.rules, refuses_zero = true,
    specs = profiles.specs,
  },
  compact = {
    rank = 8, tile_bytes = 256, cache_bytes = 0, detect = false, rules = { "numpy", "none" }, refuses_zero = false,
    specs = {},
  },
}
local tiles = { full = { 256, 65536 }, compact = { 8, 256 } } -- the limits, in bytes

-- The value of a key on the command line, in the form of a profile's file.
local function read_value(key, text)
  local wanted = declare.kinds.profile[key]
  if wanted == "names" then
    if text == "none" and key ~= "rules" then return {} end
    local names = {}
    for name in text:gmatch("[^,]+") do names[#names + 1] = name end
    return names
  end
  if wanted == "boolean" then
    local value = ({ yes = true, no = false })[text]
    if value == nil then error(("--%s must be yes or no, not '%s'"):format(key:gsub("_", "-"), text), 0) end
    return value
  end
  return math.tointeger(text) or text
end

-- Raises an error unless the choices are consistent.
local function check(profile)
  local function expect(holds, format, ...)
    if not holds then declare.complain(profile.where, format, ...) end
  end
  for _, of in ipairs { { "rule", profiles.rules }, { "spec", profiles.specs } } do
    local kind, known = table.unpack(of)
    for _, name in ipairs(profile[kind .. "s"]) do
      expect(lists.set(known)[name], "unknown %s '%s'; the known ones are %s", kind, name, lists.commas(known))
    end
  end
  expect(profile.prefix:find("^%l[%l%d_]*_$"), "prefix '%s': a prefix begins with a small letter, continues with small "
    .. "letters, digits and underscores, and ends with an underscore, as 'acme_' does", profile.prefix)
  local bytes, least, most = profile.tile_bytes, table.unpack(tiles[profile.runtime])
  expect(bytes >= least and bytes <= most and bytes % 8 == 0,
    "tile_bytes of the %s runtime must be a multiple of 8 from %d to %d, not %d", profile.runtime, least, most, bytes)
  expect(profile.cache_bytes % 1024 == 0, "cache_bytes must be whole KiB, not %d", profile.cache_bytes) -- stored in KiB
  local has, fronts = lists.set(profile.rules), lists.set(profile.specs)
  for _, spec in ipairs(profiles.specs) do
    expect(fronts[spec] or not profile[spec], "the profile names operators of '%s', but its specs lack it", spec)
  end
  for _, spec in ipairs(profile.specs) do
    for _, rule in ipairs(wanted_rules[spec]) do
      expect(has[rule], "the front end '%s' needs the rule '%s'", spec, rule)
    end
  end
  expect(has.numpy, "rules must have 'numpy', which is the default")
end

-- The make command with all of these choices.
local function command_of(path, said, runtime)
  local words = { "make vendor", path and "PROFILE=" .. path:match("[^/]+$") or nil }
  for _, key in ipairs(lists.keys(said)) do words[#words + 1] = ("%s=%s"):format(key:upper(), said[key]) end
  if not path and not said.runtime then words[#words + 1] = "RUNTIME=" .. runtime end
  return table.concat(words, " ")
end

-- Paths of files are relative to the profile that names them, unless they are absolute.
local function find_beside(path, profile)
  local folder, is_file = path:match("^(.*/)[^/]*$") or "", lists.set(profile.ops_from or {})
  local function found(name) return name:find("^/") and name or folder .. name end
  local function found_op(word)
    local name, dtypes = asked.split(word)
    if is_file[word] then return found(word) end
    return is_file[name] and found(name) .. ":" .. dtypes or word
  end
  for key, find in pairs { ops = found_op, ops_from = found, selftest_hashes = found } do
    profile[key] = profile[key] and lists.map(profile[key], find)
  end
end

-- The profile in a file, which may be anywhere, and its place.
local function read_file(path)
  local profile, where
  declare.read(path, { profile = function(given)
    if profile then declare.complain(host.where(1), "only one profile is allowed; the first is at %s", where) end
    profile, where = given, host.where(1)
    declare.check(profile, "profile", "profile", where)
  end }, nil, true)
  if not profile then declare.complain(path, "has no profile { … }") end
  find_beside(path, profile)
  return profile, where
end

-- The profile in a file, with the command line's choices: texts by key.
function profiles.read(path, said)
  local profile, where = {}, "command line"
  if path then profile, where = read_file(path) end
  for key, text in pairs(said) do profile[key] = read_value(key, text) end
  declare.check(profile, "profile", "profile", where)
  profile.runtime = profile.runtime or "full"
  local fronts = lists.filter(profiles.specs, function(spec) return profile[spec] end)
  if #fronts > 0 then profile.specs = profile.specs or fronts end
  if #(profile.specs or usual[profile.runtime].specs) > 0 then profile.rules = profile.rules or profiles.rules end
  for key, value in pairs(usual[profile.runtime]) do
    if profile[key] == nil then profile[key] = value end
  end
  profile.prefix, profile.form, profile.where = profile.prefix or "bl_", profile.form or "tree", where
  check(profile)
  profile.name = path and path:match("[^/]+$") or "the command line's"
  profile.command = command_of(path, said, profile.runtime)
  profile.version = host.read("include/broadloom.h"):match('#define BL_VERSION "([^"]+)"')
  return profile
end

return profiles
