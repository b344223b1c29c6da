-- Checks an entry of a declarative file against reading/entries.lua: which keys its kind may have, their types, and
-- which are mandatory. An error names the entry's place, or the key's.

local lists = require "lists"

local check = { kinds = host.load("gen/machine/reading/entries.lua", { pairs = pairs })() }

function check.complain(where, format, ...)
  error(where .. ": " .. string.format(format, ...), 0)
end

-- A description of the allowed values; nil if this value is allowed.
local function misfit(value, wanted)
  if type(wanted) == "table" then
    if lists.set(wanted)[value] then return nil end
    return ("one of %s, not '%s'"):format(lists.commas(wanted, tostring), tostring(value))
  end
  local least, most = wanted:match("^(%d+) to (%d+)$")
  if least then
    if math.type(value) == "integer" and value >= tonumber(least) and value <= tonumber(most) then return nil end
    return ("a whole number of %s, not '%s'"):format(wanted, tostring(value))
  end
  if wanted ~= "names" or type(value) ~= "table" then
    if wanted == "any" or wanted == "word" or wanted == type(value) then return nil end
    return ("a %s, not a %s"):format(wanted == "names" and "list of strings" or wanted, type(value))
  end
  local keys = lists.keys(value)
  for _, key in ipairs(keys) do
    if math.type(key) ~= "integer" or type(value[key]) ~= "string" or key > #keys then
      return ("a list of strings, without %s = '%s'"):format(tostring(key), tostring(value[key]))
    end
  end
end

-- Raises an error unless the entry has those keys.
function check.keys(entry, keys, what, where)
  for _, key in ipairs(lists.words(keys)) do
    if entry[key] == nil then check.complain(where, "%s lacks '%s'", what, key) end
  end
end

-- A suggestion for an unknown key.
local function answer(known, key)
  local names = lists.map(lists.keys(known), tostring)
  local near = lists.nearest(key, names)
  if #near > 0 then return "the nearest: " .. lists.commas(near) end
  local own = lists.map(names, function(name) return known[name] ~= "word" and name or nil end)
  return "the known keys: " .. lists.commas(own) .. (#own < #names and ", and the dictionary's words" or "")
end

-- Raises an error unless `entry` has only keys that its kind may have, and all mandatory ones. where: the place of the
-- entry, or a function that gives the place of a key.
function check.entry(entry, kind, what, where)
  local known = check.kinds[kind]
  local function refuse(key, format, ...)
    check.complain(type(where) == "function" and where(key) or where, "%s" .. format, what, ...)
  end
  if type(entry) ~= "table" then refuse("", " must be a table") end
  for at in ipairs(known) do
    if entry[at] == nil then refuse(at, " lacks a value at place %d", at) end
  end
  for _, key in ipairs(lists.keys(entry)) do
    local wanted = known[key] or math.type(key) == "integer" and known["..."]
    if not wanted then refuse(key, " has an unknown key '%s'; %s", tostring(key), answer(known, tostring(key))) end
    local instead = misfit(entry[key], wanted)
    if instead then refuse(key, ": '%s' must be %s", key, instead) end
  end
  check.keys(entry, check.kinds.needed[kind] or "", what, where)
end

return check
