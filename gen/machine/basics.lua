-- Lua's own names that every declarative file may use: those that give the same on each machine and in each run. So there is no
-- `pairs` or `next`, whose order varies, no `tostring`, which writes addresses, no random numbers, and of the mathematics
-- nothing whose last bits are the C library's. `select` is the dictionary's.

local lists = include "lists"

-- A library's functions of those names, none of which can be replaced.
local function some_of(library, name, names)
  local known = {}
  for _, key in ipairs(lists.words(names)) do known[key] = library[key] end
  return setmetatable({}, {
    __index = function(_, key) return known[key] or error(("%s: unknown name '%s.%s'"):format(host.where(1), name, tostring(key)), 0) end,
    __newindex = function(_, key) error(("%s: '%s.%s' may not be set here"):format(host.where(1), name, tostring(key)), 0) end,
  })
end

return {
  ipairs = ipairs, type = type, tonumber = tonumber, assert = assert, error = error,
  math = some_of(math, "math", "abs ceil floor fmod huge max maxinteger min mininteger modf pi sqrt tointeger type ult"),
  string = some_of(string, "string", "byte char find format gmatch gsub len lower match rep reverse sub upper"),
  table = some_of(table, "table", "concat insert move pack remove sort unpack"),
}
