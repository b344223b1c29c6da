-- Lua's own names that every declarative file may use: those that give the same on each machine and in each run. So there is no
-- `pairs` or `next`, whose order varies, no `tostring`, which writes addresses, no random numbers, and of the mathematics
-- nothing whose last bits are the C library's. `select` is the dictionary's.

local lists = include "lists"

local function refuse(format, ...) error(host.where(2) .. ": " .. string.format(format, ...), 0) end

-- A library's functions of those names.
local function some_of(library, name, names)
  local known = {}
  for _, key in ipairs(lists.words(names)) do known[key] = library[key] end
  return setmetatable(known, { __index = function(_, key) refuse("unknown name '%s.%s'", name, tostring(key)) end })
end

-- The same, none of which can be replaced.
local function unchanged(known, name)
  return setmetatable({}, {
    __index = known,
    __newindex = function(_, key) refuse("'%s.%s' may not be set here", name, tostring(key)) end,
  })
end

local strings = some_of(string, "string", "byte char find gmatch gsub len lower match rep reverse sub upper")

-- Without addresses, which vary: "%s" writes those of tables and functions, "%p" any.
function strings.format(text, ...)
  for i = 1, select("#", ...) do
    local kind = type((select(i, ...)))
    if kind ~= "string" and kind ~= "number" then refuse("'format' takes strings and numbers, not a %s", kind) end
  end
  if type(text) == "string" and string.find((string.gsub(text, "%%%%", "")), "%%[^%a%%]*p") then refuse "'format' has no '%%p' here" end
  local fine, made = pcall(string.format, text, ...)
  return fine and made or refuse("%s", made) -- at the caller's place
end

-- Strings' methods are these, too, for good: an expression runs long after its file was read. The machine itself writes
-- `string.format` where it formats what a file gave.
getmetatable("").__index = strings

return {
  ipairs = ipairs, type = type, tonumber = tonumber, assert = assert, error = error,
  math = unchanged(some_of(math, "math", "abs ceil floor fmod huge max maxinteger min mininteger modf pi sqrt tointeger type ult"), "math"),
  string = unchanged(strings, "string"),
  table = unchanged(some_of(table, "table", "concat insert move pack remove sort unpack"), "table"),
}
