-- Emission: a lowered expression becomes C statements over an ISA's registers, in the order in which values are needed.
--
-- An emitter writes the body of one function. What it cannot compute itself it asks of its owner: the registers of leaves,
-- and what is held. Where and how these are loaded, and results stored, is the owner's business.

local declare = include "declare"
local expr = include "expr"
local lists = include "lists"
local spelling = include "spelling"

local Emitter = {}
Emitter.__index = Emitter

local fill = spelling.fill

-- chooser: of the expression; helpers: the library's; taken: names that no value may have. Asked of the owner:
-- ask_leaf(node, lanes, many) -> names; ask_held(node, many) -> names; ask_live(node, lanes) -> names of the predicates of its
-- registers; ask_slow(emitter, node, lanes, names, doubtful) -> the statements of a settle's slow way
function Emitter.new(chooser, helpers, taken)
  local self = setmetatable({
    chooser = chooser, isa = chooser.isa, helpers = helpers, lines = {}, memo = {}, words = {}, instructions = 0, weighted = 0, names = {},
  }, Emitter)
  for _, name in ipairs(taken or {}) do self.names[name] = 1 end
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

-- Statements that give `many` registers of a value: value_of(i) each. Their names.
function Emitter:say(node, base, lanes, many, value_of)
  local names, c_type = self:name(base, many), spelling.c_type(self.isa, node.type, lanes) or self:lacks(node, lanes)
  for i, name in ipairs(names) do
    local value = value_of(i)
    table.insert(self:lines_for(node), ("const %s %s = %s;"):format(c_type, name, value))
  end
  return names
end

function Emitter:spend(text, weight)
  local instructions = spelling.instructions(self.isa, text)
  self.instructions = self.instructions + instructions
  self.weighted = self.weighted + instructions * (weight or 1)
end

-- What was taken to be legal cannot be written.
function Emitter:lacks(node, lanes)
  declare.wrong(self.isa, " cannot have '%s', of type %s, in registers of %d lanes, as %s wants it", node.word and node.word.name
    or node.result or "a constant", node.type, lanes, self.chooser.scope.where)
end

-- The value in registers of `lanes` lanes: a list of C names, in memory order. Emits what is not there yet.
function Emitter:registers(node, lanes)
  local key = node.id .. ":" .. lanes
  if not self.memo[key] then
    self.doubles = self.doubles or node.type == "f64"
    if node.word then self.words[node.word.name .. "@" .. (node.lane or node.type)] = true end
    local choice = self.chooser:best(node, lanes) or self:lacks(node, lanes)
    self.memo[key] = self[choice.kind](self, node, lanes, math.tointeger(self.chooser:count(node) // lanes), choice)
  end
  return self.memo[key]
end

function Emitter:constant(node, lanes)
  if not self.isa.bits then return spelling.constant(node) end
  local lane = spelling.splat_lane(self.isa, node.type)
  local literal = spelling.is_literal(node) and lane.constant
  local text = node.value == 0 and lane.zero or literal or lane.splat
  local live = text:find("$k", 1, true) and self.ask_live(node, lanes)[1]
  return fill(text, { spelling.constant(node, literal) }, { k = live })
end

function Emitter:held(node, lanes, many)
  if not node.value then return self.ask_held(node, math.max(many, 1)) end
  return { node.type == "count" and tostring(node.value) or self:constant(node, lanes) }
end

function Emitter:leaf(node, lanes, many) return self.ask_leaf(node, lanes, many) end

function Emitter:inline(_, lanes, _, choice)
  self.expanded = true
  return self:registers(choice.root, lanes)
end

-- What a choice takes: a list of names an operand; nothing for those that are not in `uses`.
function Emitter:given(choice, uses)
  return lists.map(choice.needs, function(need, j)
    return (not uses or uses[j]) and self:registers(need[1], need[2]) or nil
  end)
end

-- The operands of register i of the result.
local function operands_of(given, i)
  return lists.map(given, function(names) return names[i] or names[1] end)
end

function Emitter:spelled(node, lanes, many, choice)
  local given = self:given(choice)
  local numbers = lists.map(node.args, function(arg) return not expr.is_node(arg) and arg or nil end) -- behind the operands
  local text, form, word = choice.text, choice.form, choice.word
  if text == "$1" then return given[1] end
  local first = word and expr.is_node(node.args[1]) and node.args[1].type
  self.promoted = self.promoted or first and not word.silent and expr.width(node.type) > expr.width(first)
  local wants_live = (form == "lo" and text.lo .. text.hi or text):find("$k", 1, true)
  return self:say(node, node.result .. (choice.tail or ""), lanes, many, function(i)
    local chosen, operands = text, nil
    if form == "lo" then
      chosen, operands = i % 2 == 1 and text.lo or text.hi, operands_of(given, (i + 1) // 2)
    elseif form == "pair" then
      operands = { given[1][2 * i - 1], given[1][2 * i] or given[1][1] }
    else
      operands = operands_of(given, i)
    end
    if choice.cost > 0 then self:spend(chosen, word and word.weight) end
    local live = wants_live and self.ask_live(node, lanes)
    return fill(chosen, lists.append(operands, numbers), { l = lanes, k = live and (live[i] or live[1]) })
  end)
end

function Emitter:helper(node, lanes, many, choice)
  local helper = self.helpers:get(self.isa, choice.plan)
  local given = self:given(choice, helper.uses)
  self.expanded, self.promoted, self.doubles = true, self.promoted or helper.promoted, self.doubles or helper.doubles
  for key in pairs(helper.words) do self.words[key] = true end
  return self:say(node, node.result, lanes, many, function(i)
    local operands = operands_of(given, i)
    local live = helper.live and self.ask_live(node, lanes)
    if live then operands[#operands + 1] = live[i] or live[1] end
    self.instructions = self.instructions + helper.instructions
    self.weighted = self.weighted + helper.weighted
    return ("%s(%s)"):format(helper.name, table.concat(operands, ", "))
  end)
end

-- settle: the slow way is a function of its own, called where some lane is doubtful. Dead lanes are never doubtful.
function Emitter:settle(node, lanes, many)
  local isa, fast, doubtful = self.isa, self:registers(node.args[1], lanes), self:registers(node.args[2], lanes)
  local storage, c_type = spelling.storage(isa, node.args[2].type, lanes), spelling.c_type(isa, node.type, lanes)
  local any = isa.bits and storage.any or "$1"
  local live = isa.scale and self.ask_live(node, lanes) or {}
  local names, wanted, lines = self:name("settled", many), {}, self:lines_for(node)
  local is_mask = isa.scale and not isa.counted -- which lanes are live: else spellings look at no others
  local asked = lists.text(names, " || ", function(name, i)
    self:spend(any)
    wanted[i] = is_mask and fill(storage.words.both.text, { live[i], doubtful[i] }, { k = live[i] }) or doubtful[i]
    lines[#lines + 1] = ("%s %s = %s;"):format(c_type, name, fast[i])
    return fill(any, { wanted[i] }, { k = live[i], l = lanes })
  end)
  local call = self.ask_slow(self, node, lanes, names, wanted)
  lists.append(lines, lists.joined({ "if (" .. asked .. ") {" }, lists.indented(call), { "}" }))
  self.expanded = true
  return names
end

return Emitter
