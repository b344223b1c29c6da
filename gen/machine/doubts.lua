-- Doubts: what was not begun because it is under way already. A failure that met some holds as long as all of them are under
-- way; in another context there may be a way after all. Without that memory the same failures are found again and again.

local lists = include "lists"

local doubts = {}
local met = {} -- in the order in which they were met: set[key] is value while it is under way

local function holds(doubt) return doubt.set[doubt.key] == doubt.value end

function doubts.meet(set, key) met[#met + 1] = { set = set, key = key, value = set[key] } end

function doubts.now() return #met end

-- Those met after `before` that hold still, each once; the others are forgotten.
function doubts.since(before)
  local seen, still = {}, {}
  for i = before + 1, #met do
    local doubt = met[i]
    local keys = seen[doubt.set] or {}
    seen[doubt.set], met[i] = keys, nil
    if holds(doubt) and not keys[doubt.key] then keys[doubt.key], still[#still + 1] = true, doubt end
  end
  lists.append(met, still)
  return still
end

function doubts.forget(before)
  for i = before + 1, #met do met[i] = nil end
end

-- Whether a failure that met these is one now, too.
function doubts.hold(reasons)
  if not reasons or lists.any(reasons, function(doubt) return not holds(doubt) end) then return false end
  lists.append(met, reasons)
  return true
end

return doubts
