-- Emission: a lowered expression becomes C statements over an ISA's registers, in the order in which values are needed.
--
-- An emitter writes the body of one function. What it cannot compute itself it asks of its owner: the registers of leaves,
-- and what is held. Where and how these are loaded, and results stored, is the owner's business.

local declare = include "declare"
local expr = include "expr"
local literal = include "literal"
local registers = include "registers"
local Emitter = {}
Emitter.__index = Emitter

local fill = literal.fill

-- chooser: of the expression; helpers: the library's; names: already taken. Asked of the owner: ask_leaf(node, lanes, many)
-- -> names; ask_held(node, many) -> names; ask_live(node, lanes) -> names of the predicates of its registers; ask_slow(node, lanes,
-- many) -> the function of a settle's slow way
function Emitter.new(chooser, options)
  local self = setmetatable(options, Emitter)
  self.chooser, self.isa, self.names = chooser, chooser.isa, options.names or {}
  self.lines, self.memo, self.instructions, self.weighted = {}, {}, 0, 0
  return self
end

-- A name that no other value of this function has: base, base_b, base_c, …
function Emitter:unique(base)
  local used = (self.names[base] or 0) + 1
  self.names[base] = used
  if used == 1 then return base end
  return self:unique(base .. "_" .. (used <= 26 and string.char(96 + used) or used))
end

-- Names for `many` registers of a value.
function Emitter:name(base, many)
  base = self:unique(base)
  local names = {}
  for i = 1, many do names[i] = many > 1 and base .. i - 1 or base end
  return names
end

-- Where a value's statement goes: all to one place, but that owners may tell by what it depends on.
function Emitter:lines_for(_) return self.lines end

function Emitter:say(node, type, name, value)
  table.insert(self:lines_for(node), ("const %s %s = %s;"):format(type, name, value))
end

function Emitter:spend(text, weight)
  local instructions = registers.instructions(self.isa, text)
  self.instructions = self.instructions + instructions
  self.weighted = self.weighted + instructions * (weight or 1)
end

-- The value in registers of `lanes` lanes: a list of C names, in memory order. Emits what is not there yet.
function Emitter:registers(node, lanes)
  local key = node.id .. ":" .. lanes
  if not self.memo[key] then
    local choice = self.chooser:best(node, lanes)
    self.memo[key] = self[choice.kind](self, node, lanes, math.tointeger(self.chooser:count(node) // lanes), choice)
  end
  return self.memo[key]
end

function Emitter:constant(node)
  local isa = self.isa
  if not isa.bits then return literal.of(node) end
  local type = registers.stored_as(node.type)
  local lane = isa.lanes[isa.lanes[type].splat and type or declare.type_of("uint", expr.width(type))]
  if node.value == 0 and lane.zero then return lane.zero end
  return lane.constant and fill(lane.constant, { literal.of(node, true) }) or fill(lane.splat, { literal.of(node) })
end

-- ---- What each kind of choice becomes: handlers by its name ----

function Emitter:held(node, _, many)
  if not node.value then return self.ask_held(node, math.max(many, 1)) end
  return { node.type == "count" and tostring(node.value) or self:constant(node) }
end

function Emitter:leaf(node, lanes, many) return self.ask_leaf(node, lanes, many) end

function Emitter:inline(_, lanes, _, choice)
  self.expanded = true
  return self:registers(choice.root, lanes)
end

-- The operands of register i of the result: `given` has a list of names or a plain number an operand.
local function operands_of(given, count, i)
  local list = {}
  for j = 1, count do list[j] = type(given[j]) == "table" and (given[j][i] or given[j][1]) or given[j] end
  return list
end

function Emitter:given(node, choice, uses)
  local given, at = {}, 0
  for j, arg in ipairs(node.args) do
    if expr.is_node(arg) then at = at + 1 end
    if not uses or uses[j] then
      given[j] = expr.is_node(arg) and self:registers(arg, choice.needs[at][2]) or arg
    end
  end
  return given
end

function Emitter:spelled(node, lanes, many, choice)
  local given = self:given(node, choice)
  local text, form = choice.text, choice.form
  if text == "$1" then return given[1] end
  local first = expr.is_node(node.args[1]) and node.args[1].type
  self.promoted = self.promoted or first and not node.word.silent and expr.width(node.type) > expr.width(first)
  local names = self:name(node.result, many)
  local c_type = registers.c_type(self.isa, node.type, lanes)
  local one = form == "lo" and text.lo .. text.hi or text
  local live = one:find("$k", 1, true) and self.ask_live(node, lanes)
  for i = 1, many do
    local chosen = form == "lo" and (i % 2 == 1 and text.lo or text.hi) or text
    self:spend(chosen, node.word.weight)
    local operands
    if form == "lo" then
      operands = operands_of(given, #node.args, (i + 1) // 2)
    elseif form == "pair" then
      operands = { given[1][2 * i - 1], given[1][2 * i] or given[1][1] }
    else
      operands = operands_of(given, #node.args, i)
    end
    self:say(node, c_type, names[i], fill(chosen, operands, { l = lanes, k = live and (live[i] or live[1]) }))
  end
  return names
end

function Emitter:helper(node, lanes, many, choice)
  local helper = self.helpers:get(self.isa, choice.plan)
  local given = self:given(node, choice, helper.uses)
  local names = self:name(node.result, many)
  local c_type = registers.c_type(self.isa, node.type, lanes)
  local live = helper.live and self.ask_live(node, lanes)
  for i = 1, many do
    local operands, used = operands_of(given, #node.args, i), {}
    for j = 1, #node.args do
      if helper.uses[j] then used[#used + 1] = operands[j] end
    end
    if live then used[#used + 1] = live[i] or live[1] end
    self.instructions = self.instructions + helper.instructions
    self.weighted = self.weighted + helper.weighted
    self:say(node, c_type, names[i], ("%s(%s)"):format(helper.name, table.concat(used, ", ")))
  end
  self.expanded, self.promoted = true, self.promoted or helper.promoted
  return names
end

function Emitter:split(node, lanes, many, choice)
  local whole = self:registers(node, lanes * 2)
  local names, c_type = self:name(node.result .. "_half", many), registers.c_type(self.isa, node.type, lanes)
  for i = 1, many do
    local text = i % 2 == 1 and choice.lo or choice.hi
    self:spend(text)
    self:say(node, c_type, names[i], fill(text, { whole[(i + 1) // 2] }))
  end
  return names
end

function Emitter:join(node, lanes, many, choice)
  local halves = self:registers(node, lanes // 2)
  local names, c_type = self:name(node.result, many), registers.c_type(self.isa, node.type, lanes)
  for i = 1, many do
    self:spend(choice.text)
    self:say(node, c_type, names[i], fill(choice.text, { halves[2 * i - 1], halves[2 * i] or halves[1] }))
  end
  return names
end

-- settle: the slow way is a function of its own, called where some lane is doubtful. Dead lanes are never doubtful.
function Emitter:settle(node, lanes, many)
  local isa, fast, doubtful = self.isa, self:registers(node.args[1], lanes), self:registers(node.args[2], lanes)
  local storage = registers.storage(isa, node.args[2].type, lanes)
  local live = isa.scale and self.ask_live(node, lanes)
  local names, wanted, asked = self:name("settled", many), {}, {}
  for i = 1, many do
    local any = isa.bits and storage.any or "$1"
    self:spend(any)
    wanted[i] = live and fill(storage.words.both.text, { live[i], doubtful[i] }, { k = live[i] }) or doubtful[i]
    asked[i] = fill(any, { wanted[i] }, { k = live and live[i], l = lanes })
    self.lines[#self.lines + 1] = ("%s %s = %s;"):format(registers.c_type(isa, node.type, lanes), names[i], fast[i])
  end
  local call = self.ask_slow(self, node, lanes, many, names, wanted)
  self.lines[#self.lines + 1] = "if (" .. table.concat(asked, " || ") .. ") {"
  for _, line in ipairs(call) do self.lines[#self.lines + 1] = "    " .. line end
  self.lines[#self.lines + 1] = "}"
  self.expanded = true
  return names
end

return { new = Emitter.new }
