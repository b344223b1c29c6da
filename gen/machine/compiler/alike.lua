-- Takes the records of a function, and finds parts: groups of records that do the same to each of several registers,
-- in more than two statements. A part is generated as a function of one register. It has `members` (records),
-- `outputs` among them, of which the function returns the last, and `inputs`.

local lists = require "lists"

local alike = {}

local least_statements = 3

-- Whether a record's registers are computed one by one, each from the registers with the same number.
local function is_member(record)
  local form = record.choice and record.choice.way and record.choice.way.form
  local is_alike = record.kind == "helper" or record.kind == "spelled" and form ~= "lo" and form ~= "pair"
  if record.many < 2 or not is_alike then return false end
  for _, given in ipairs(record.given) do
    if given.many ~= record.many and given.many ~= 1 then return false end
  end
  return true
end

-- Finds which records are members, and each record's level. A path between members of the same level stays within the
-- level, so that they can be computed together.
local function levels_of(records, users)
  local level, is = {}, {}
  for _, record in ipairs(records) do
    is[record], level[record] = is_member(record), 0
    for _, given in ipairs(record.given or {}) do
      local is_apart = given.given and not (is[record] and is[given] and given.many == record.many)
      level[record] = math.max(level[record], level[given] + (is_apart and 1 or 0))
    end
  end
  for i = #records, 1, -1 do -- as late as the first use allows
    local record, least = records[i], math.huge
    for _, user in ipairs(is[record] and users[record] or {}) do
      least = math.min(least, is[user] and user.many == record.many and level[user] or -1)
    end
    if least < math.huge then level[record] = math.max(level[record], least) end
  end
  return is, level
end

-- The groups of connected members of the same level, in the records' order; and each member's group.
local function connected(records, is, level)
  local of, list = {}, {}
  for _, record in ipairs(records) do
    if is[record] then
      local own = { record }
      list[#list + 1] = own
      for _, given in ipairs(record.given) do
        local other = is[given] and given.many == record.many and level[given] == level[record] and of[given]
        if other and other ~= own then
          table.move(other, 1, #other, #own + 1, own)
          for _, member in ipairs(other) do of[member] = own end
          other.is_gone = true
        end
      end
      of[record] = own
    end
  end
  return list, of
end

-- Finds the parts among records that are results or that others use; sets `alike` of each member to its part.
function alike.find(records, results)
  local users, place = {}, {}
  for i, record in ipairs(records) do
    users[record], place[record] = {}, i
    for _, given in ipairs(record.given or {}) do table.insert(users[given], record) end
  end
  for _, record in ipairs(results) do table.insert(users[record], results) end
  local is, level = levels_of(records, users)
  local list, of = connected(records, is, level)
  for _, members in ipairs(list) do
    table.sort(members, function(a, b) return place[a] < place[b] end)
    local part, outputs, inputs, statements, first_use = { members = members, inputs = {} }, {}, {}, 0, #records + 1
    for _, record in ipairs(members) do
      local is_output = false
      for _, user in ipairs(users[record]) do
        if of[user] ~= members then is_output, first_use = true, math.min(first_use, place[user] or first_use) end
      end
      outputs[#outputs + 1] = is_output and record or nil
      statements = statements + ((is_output or not record.nested) and 1 or 0)
      for _, given in ipairs(lists.joined(record.given, { record.live or nil })) do
        if of[given] ~= members and not inputs[given] then
          inputs[given], part.inputs[#part.inputs + 1] = true, given
        end
      end
    end
    part.outputs, part.is_output, part.output = outputs, lists.set(outputs), outputs[#outputs]
    while part.output and members[#members] ~= part.output do table.remove(members) end -- members that nothing uses
    if not members.is_gone and statements >= least_statements and place[part.output] < first_use then
      for _, record in ipairs(members) do record.alike = part end
      for _, record in ipairs(#outputs > 1 and outputs or {}) do record.nested = false end
    end
  end
end

return alike
