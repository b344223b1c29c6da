-- Names that are taken: what the header would declare for an operator or fold of one's own meets no name of the library,
-- of its generated texts, and of the other operators.

local declare = require "reading.declare"
local headers = require "files.headers"
local lists = require "lists"

local taken = {}

-- What is declared for an operator or a fold: what a header without its name has where the name would be.
local function names_of(call)
  local nameless = setmetatable({ name = "\0" }, { __index = call })
  local entries = lists.map(call.tables or {}, function(entry)
    return setmetatable({ op = nameless, name = "\0_" .. declare.suffix(entry.types) }, { __index = entry })
  end)
  local text, names = call.step and headers.fold(nameless) or headers.op(nameless, entries), {}
  for name in (text .. headers.structs(entries)):gmatch("bl_[%w_]*\0[%w_]*") do
    names[#names + 1] = name:gsub("\0", call.name)
  end
  return lists.keys(lists.set(names))
end

-- The names in the files of a folder: which has them.
local function add_folder(known, folder)
  for _, name in ipairs(host.list(folder)) do
    local path = folder .. "/" .. name
    if not name:find(".", 1, true) then
      add_folder(known, path)
    elseif name:find("%.[ch]$") then
      for word in host.read(path):gsub("/%*.-%*/", ""):gmatch("%f[%w_]bl_[%w_]+") do known[word] = known[word] or path end
    end
  end
end

-- Raises an error unless all operators and folds of one's own files have names of their own.
function taken.check(files)
  local known, calls = {}, lists.joined(declare.ops, declare.folds)
  for _, folder in ipairs { "include", "src", "templates" } do add_folder(known, folder) end
  local own = lists.filter(calls, function(call) return lists.set(files)[call.file] end)
  for _, call in ipairs(calls) do
    local is_own = lists.set(own)[call]
    for _, name in ipairs(is_own and {} or names_of(call)) do known[name] = call.kind .. " '" .. call.name .. "'" end
  end
  for _, call in ipairs(own) do
    declare.expect(call, not declare.isas[call.name:match("_%l+%d+_(%w+)$")], ": only kernels' names end like this")
    for _, name in ipairs(names_of(call)) do
      declare.expect(call, not known[name], ": '%s' is a name of %s", name, known[name])
      known[name] = call.kind .. " '" .. call.name .. "'"
    end
  end
end

-- Raises an error where a prefix makes a name of C's or C++'s of an operator's.
function taken.check_prefix(prefix, calls, where)
  for _, call in ipairs(calls) do
    local name = prefix .. call.name
    if declare.is_of_c(name) then declare.complain(where, "prefix '%s': C or C++ has '%s'", prefix, name) end
  end
end

return taken
