-- Takes the resolved choices of a value, and delays reordering as long as the result is the same. Some instruction
-- sets join two registers part by part (`parts`), and must then reorder the parts. If values are joined several
-- times, with only element-wise words in between, one permutation after the last join restores the order:
-- isa.order[n], after n joins.

local choose = require "compiler.choose"
local expr = require "compiler.expr"
local lists = require "lists"
local spelling = require "compiler.spelling"

local order = {}

-- Whether a choice computes each element only from the elements of its needs in the same position.
local function is_in_place(choice, needs)
  local kind = choice.kind
  return (kind == "inline" or kind == "helper" or kind == "spelled" and choice.way.form == "one")
    and not lists.any(needs, function(need)
      return need.lanes ~= choice.lanes or expr.width(need.node.type) ~= expr.width(choice.node.type)
    end)
end

-- The choice without the permutations of its needs, where possible; and how many instructions per step this saves.
function order.leave(isa, root)
  local list, needs, wanted, times, changed = choose.all(root), {}, {}, {}, true -- times: the number of joins
  if not lists.any(list, function(choice) return choice.way.parts end) then return root, 0 end
  local function want(choice) changed, wanted[choice] = changed or not wanted[choice], true end
  local function times_of(choice)
    local own, first = needs[choice], needs[choice][1]
    if choice.way.parts then
      if times[first] == #isa.order then want(first) end
      return wanted[choice] and 0 or times[first] + 1
    elseif first and not wanted[choice] and is_in_place(choice, own)
      and not lists.any(own, function(need) return times[need] ~= times[first] end) then
      return times[first]
    end
    for _, need in ipairs(own) do want(need) end
    return 0
  end
  for _, choice in ipairs(list) do
    needs[choice] = lists.filter(choice.needs, function(need) return need.kind ~= "held" end) -- equal in all lanes
    if choice.slow then want(choice.slow) end
  end
  want(root)
  while changed do
    changed = false
    for _, choice in ipairs(list) do times[choice] = times_of(choice) end
  end
  local saved = 0
  local ordered = choose.replaced(root, {}, function(choice)
    local way, text = choice.way, choice.way.parts
    if not text then return nil end
    if wanted[choice] then text = spelling.fill(isa.order[times[needs[choice][1]] + 1], { text }) end
    local cost = choice.cost / spelling.cost(isa, way.text) * spelling.cost(isa, text)
    saved = saved + choice.cost - cost
    way = { kind = way.kind, form = way.form, text = text, word = way.word }
    return { kind = choice.kind, way = way, cost = cost, needs = choice.needs }
  end)
  return ordered, saved
end

return order
