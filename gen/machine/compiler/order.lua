-- Order: takes the resolved choices of a value, and gives those that leave elements out of order where nothing minds.
-- Some instruction sets join two registers part by part (`parts`), and then put the parts in order. Of what is joined
-- so several times, with nothing between but words that compute each element in its place, the last is put in order by
-- one permutation: isa.order[n], of what was joined n times.

local choose = require "compiler.choose"
local expr = require "compiler.expr"
local lists = require "lists"
local spelling = require "compiler.spelling"

local order = {}

-- Whether a choice computes each element of what stands in the same place in these.
local function is_in_place(choice, needs)
  local kind = choice.kind
  return (kind == "inline" or kind == "helper" or kind == "spelled" and choice.way.form == "one")
    and not lists.any(needs, function(need)
      return need.lanes ~= choice.lanes or expr.width(need.node.type) ~= expr.width(choice.node.type)
    end)
end

-- The choice with other ways of joining in all that it needs; and how many instructions a step that saves.
function order.leave(isa, root)
  local list, needs, wanted, times, changed = choose.all(root), {}, {}, {}, true -- joined, since they were in order
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
    needs[choice] = lists.filter(choice.needs, function(need) return need.kind ~= "held" end) -- alike in all lanes
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
