-- What the head of a kernel's file says that it does: the operator's meaning, as far as it is about that file's dtypes.

local declare = require "reading.declare"
local lists = require "lists"
local template = require "template"

local heads = {}

-- The meaning at these choices of dtypes, with the names of those.
local function says(op, choices)
  return (declare.says(op, choices):gsub("%f[%w][TUV]%f[%W]", function(variable)
    local names = lists.keys(lists.set(lists.map(choices, function(types) return types[variable] end)))
    return table.concat(names, " or ")
  end))
end

-- For a kernel on an ISA, and the tables that it serves.
function heads.title(isa, kernel, entries)
  local op, choices = kernel.op, lists.map(entries, function(entry) return entry.types end)
  local dtypes = lists.english(lists.map(choices, declare.suffix))
  return template.wrap(("%s, %s, %s: out = %s"):format(op.name, dtypes, isa.says, says(op, choices)), 117, "\n * ")
end

return heads
