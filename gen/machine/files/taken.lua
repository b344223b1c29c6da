-- Reserved names: the declarations of a private operator or fold must not clash with names of the library, of its
-- generated texts, or of other operators.

local declare = require "reading.declare"
local headers = require "files.headers"
local lists = require "lists"

local taken = {}

-- The names that a header declares for an operator or a fold, with a placeholder for its name.
local function names_of(call)
  local nameless = setmetatable({ name = "\0" }, { __index = call })
  local entries = lists.map(call.tables or {}, function(entry)
    return setmetatable({ op = nameless, name = "\0_" .. declare.suffix(entry.types) }, { __index = entry })
  end)
  local text, names = call.step and headers.fold(nameless) or headers.op(nameless, entries), {}
  local values = lists.lines(entries, function(entry) return "bl_values_" .. entry.name end) -- from BL_VALUE
  for name in (text .. headers.structs(entries) .. values):gmatch("bl_[%w_]*\0[%w_]*") do
    names[name:gsub("\0", call.name)] = true
  end
  return lists.keys(names)
end

-- Adds the names in a folder's files, each with its file.
local function add_folder(known, folder)
  for _, name in ipairs(host.list(folder)) do
    local path = folder .. "/" .. name
    if not name:find(".", 1, true) then add_folder(known, path) end
    local text = name:find("%.[ch]$") and host.read(path):gsub("/%*.-%*/", "") or ""
    for word in text:gmatch("%f[%w_]bl_[%w_]+") do known[word] = known[word] or path end
  end
end

-- Raises an error unless all operators and folds of private files have unique names.
function taken.check(files)
  local known, is_own = {}, lists.set(files)
  for _, folder in ipairs { "include", "src", "templates" } do add_folder(known, folder) end
  for _, checked in ipairs { false, true } do -- the library's entries first
    for _, call in ipairs(lists.joined(declare.ops, declare.folds)) do
      for _, name in ipairs((is_own[call.file] or false) == checked and names_of(call) or {}) do
        local is_kernel = checked and declare.isas[call.name:match("^.*_%l+%d+_(%w+)")]
        declare.expect(call, not is_kernel, ": such names are reserved for kernels")
        declare.expect(call, not (checked and known[name]), ": '%s' is a name of %s", name, known[name])
        known[name] = ("%s '%s'"):format(call.kind, call.name)
      end
    end
  end
end

-- Raises an error if an operator's name with the prefix is a name of C or C++.
function taken.check_prefix(prefix, calls, where)
  for _, call in ipairs(calls) do
    local name = prefix .. call.name
    if declare.is_of_c(name) then declare.complain(where, "prefix '%s': '%s' is a name of C or C++", prefix, name) end
  end
end

return taken
