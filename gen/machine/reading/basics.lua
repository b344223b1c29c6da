-- The Lua names that every declarative file may use: those that give the same results on each machine and in each
-- run. So there is no `pairs` or `next`, whose order varies, no `tostring`, which writes addresses, no random
-- numbers, and no mathematical function whose last bits depend on the C library. `select` is the dictionary's word.

local lists = require "lists"

local function refuse(format, ...) error(host.where(2) .. ": " .. string.format(format, ...), 0) end

-- Functions of a library by name, in a table that declarative files cannot change; and in one that this file can
-- change.
local function some_of(library, name, names)
  local known = setmetatable({}, { __index = function(_, key) refuse("unknown name '%s.%s'", name, tostring(key)) end })
  for _, key in ipairs(lists.words(names)) do known[key] = library[key] end
  return setmetatable({}, {
    __index = known,
    __newindex = function(_, key) refuse("'%s.%s' may not be set here", name, tostring(key)) end,
  }), known
end

local numbers = "abs ceil floor fmod huge max maxinteger min mininteger modf pi sqrt tointeger type ult"
local of_texts, strings = some_of(string, "string", "byte char find gmatch gsub len lower match rep reverse sub upper")

-- Refuses formats that print addresses, which vary: "%s" for tables and functions, "%p" for anything.
function strings.format(text, ...)
  local asks = string.find(tostring(text), "%%[^%a%%]*p") and string.gsub(text, "%%%%", "") or ""
  if string.find(asks, "%%[^%a%%]*p") then refuse "'format' has no '%%p' here" end
  local is_fine, result = pcall(string.format, text, ...)
  if not is_fine then refuse("%s", result) end -- at the caller's place
  for i = 1, string.find(result, ": 0x", 1, true) and select("#", ...) or 0 do
    local kind = type((select(i, ...)))
    if kind ~= "string" and kind ~= "number" then refuse("'format' takes strings and numbers, not a %s", kind) end
  end
  return result
end

-- From now on string methods are these, because an expression runs long after its file was read. The generator itself
-- calls `string.format` for values from a file.
getmetatable("").__index = strings

return {
  ipairs = ipairs, type = type, tonumber = tonumber, assert = assert, error = error, string = of_texts,
  math = (some_of(math, "math", numbers)),
  table = (some_of(table, "table", "concat insert move pack remove sort unpack")),
}
