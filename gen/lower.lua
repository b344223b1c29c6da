-- Lowering: which words compute an expression on an ISA, and in registers of how many lanes each value is had. Both are
-- decided together: for a value in registers of so many lanes there are candidates, each with what it costs and what it
-- needs in turn, and the cheapest whole is taken.
--
--   spelled     the ISA says how: one to one; lo and hi (one register widens to two); pair (two narrow to one)
--   inline      a rule's words, in the expression itself
--   helper      a rule's words, as a small function of the ISA's header
--   lanes       plain C, lane by lane, as such a function
--   split, join the two halves of a register twice as large; one register of two parts
--
-- A step works on so many elements that a value of a wide type needs several registers (a group), and one of a narrow type
-- may fill only part of one.

local declare = include "declare"
local expr = include "expr"
local language = include "rule_language"
local registers = include "registers"

local lower = {}
local Chooser = {}
Chooser.__index = Chooser

-- What calls of functions and memory add where a word is done lane by lane: a store and a load that wait for each other.
local lanes_overhead = 48

-- scope: the expression's; lanes: elements a step; memory: its leaves are loaded, in registers of any size; all: nothing is
-- held
function lower.chooser(isa, scope, lanes, options)
  return setmetatable({
    isa = isa, scope = scope, lanes = lanes, memory = options.memory, all = options.all,
    known = {}, under_way = {}, expanding = {}, guarded = 0,
  }, Chooser)
end

function Chooser:count(node) return self.lanes * node.ratio end

-- The lanes of the largest registers that hold nothing but this value.
function Chooser:natural(node)
  return math.tointeger(math.min(registers.full(self.isa, registers.stored_as(node.type)), self:count(node)))
end

function Chooser:is_held(node)
  return node.value ~= nil or not self.all and (node.type == "count" or node.level < expr.step)
end

-- ---- Candidates ----

-- A candidate: its own cost for all registers of the value, and what it needs: { node, lanes } each.
local function candidate(kind, cost, needs, more)
  local made = more or {}
  made.kind, made.cost, made.needs = kind, cost, needs
  return made
end

local function needs_of(node, lanes)
  local needs = {}
  for _, arg in ipairs(node.args) do
    if expr.is_node(arg) then needs[#needs + 1] = { arg, lanes } end
  end
  return needs
end

local function is_group(node)
  if node.word.lanes then return true end
  for _, arg in ipairs(node.args) do
    if expr.is_node(arg) and arg.type ~= "count" and expr.width(arg.type) ~= expr.width(node.type) then return true end
  end
  return false
end

function Chooser:leaf_candidate(node, lanes, many)
  if not self.memory then
    return lanes == self:natural(node) and candidate("leaf", 0, {}) or nil
  end
  local storage = registers.storage(self.isa, node.type, lanes)
  if node.type == "count" then return candidate("leaf", 1, {}) end
  if storage and storage.load then
    return candidate("leaf", many * registers.instructions(self.isa, storage.load), {})
  end
end

-- How the register's bits are read as another type: by the `bits` spelling of the result's block (where $f is the operand's
-- suffix), or nothing to do.
function Chooser:reinterpretation(node, lanes)
  local isa, arg = self.isa, node.args[1]
  local below = lanes * expr.width(node.type) // expr.width(arg.type)
  local from, to = registers.c_type(isa, arg.type, below), registers.c_type(isa, node.type, lanes)
  local entry = isa.lanes[node.type] and isa.lanes[node.type].words.bits
  local source = isa.lanes[registers.stored_as(arg.type)]
  if from and from == to then
    return candidate("spelled", 0, { { arg, below } }, { form = "one", text = "$1" })
  elseif from and to and entry and source and source.suffix then
    return candidate("spelled", 0, { { arg, below } }, { form = "one", text = (entry.text:gsub("%$f", source.suffix)) })
  end
end

-- The forms of a spelling in which the value comes in registers of `lanes` lanes.
function Chooser:spelled(node, entry, lanes, many, try)
  local isa, text = self.isa, entry.text
  if node.ratio ~= 1 and (type(text) == "table" and (text.pair or text.one or text.lo) or text):find("$k", 1, true) then
    return -- its lanes are not the elements, so no predicate of theirs tells which are live
  end
  local function cost(form)
    return many * (entry.cost or registers.instructions(isa, form) * (node.word.weight or 1))
  end
  if type(text) == "string" then
    if registers.fills(isa, node.type, lanes) then
      local below = node.word.lanes and math.tointeger(lanes / node.word.lanes) or lanes
      try(candidate("spelled", cost(text), needs_of(node, below), { form = "one", text = text }))
    end
    return
  end
  local from, to = expr.width(registers.stored_as(node.args[1].type)), expr.width(node.type)
  if to > from and not registers.fills(isa, node.type, lanes) then return end
  if text.one then try(candidate("spelled", cost(text.one), needs_of(node, lanes), { form = "one", text = text.one })) end
  if lanes < registers.full(isa, node.type) then return end -- the other forms fill a register
  if text.lo and to > from then
    try(candidate("spelled", (cost(text.lo) + cost(text.hi)) / 2, needs_of(node, lanes * 2), { form = "lo", text = text }))
  elseif text.pair and to < from then
    try(candidate("spelled", cost(text.pair), needs_of(node, lanes // 2), { form = "pair", text = text.pair }))
  end
end

local function applies(rule, isa, node, all)
  if rule.vector and not isa.bits then return false end
  if not rule.held then return true end
  if all or node.level < expr.step then return false end
  for _, i in ipairs(rule.held) do
    if node.args[i].level == expr.step then return false end
  end
  return true
end

-- The rules for the word on the ISA, a function in its file first.
local function rules_for(isa, node)
  local lane = isa.lanes[node.lane]
  local entry = lane and lane.words[node.word.name]
  local list = {}
  if entry and type(entry.text) == "function" then
    list[1] = { build = entry.text, where = entry.where, vector = true, inline = false }
  end
  for _, rule in ipairs(language.rules[node.word.name .. "@" .. node.lane] or {}) do list[#list + 1] = rule end
  return list
end

-- A word that means the same with the opposite of its mask, where a rule makes that mask as one.
function Chooser:by_opposite(node, each_size)
  local mask = node.args[1]
  if not (node.word.of_opposite and mask.word) or self:is_held(mask) then return end
  for _, rule in ipairs(rules_for(self.isa, mask)) do
    if rule.inline and applies(rule, self.isa, mask, self.all) then
      local made = expr.in_scope(self.scope, language.build, rule, mask)
      if made.word and made.word.name == "opposite" then
        local root = expr.in_scope(self.scope, expr.apply, node.word, node.lane, made, node.args[2], node.args[3])
        each_size(function(lanes, _, offer) offer(candidate("inline", 0, { { root, lanes } }, { root = root })) end)
      end
    end
  end
end

-- Calls try(lanes, candidate) for each candidate, in registers of every size; `try` says no where something that it needs is
-- not to be had.
function Chooser:candidates(node, try)
  local isa, count, natural = self.isa, self:count(node), self:natural(node)
  local function each_size(build)
    local lanes = natural
    while lanes >= 1 do
      build(lanes, count / lanes, function(made) try(lanes, made) end)
      lanes = lanes // 2
    end
  end
  if not node.word or node.word.name == "bits" then
    local build = node.word and self.reinterpretation or self.leaf_candidate
    return each_size(function(lanes, many, offer)
      local own = build(self, node, lanes, many)
      if own then offer(own) end
    end)
  elseif node.word.name == "settle" then
    return each_size(function(lanes, many, offer) self:settled(node, lanes, many, offer) end)
  end
  local lane = isa.lanes[node.lane]
  local entry = lane and lane.words[node.word.name]
  if entry and type(entry.text) ~= "function" then
    each_size(function(lanes, many, offer) self:spelled(node, entry, lanes, many, offer) end)
  end

  self:by_opposite(node, each_size)
  local group, has_rule = is_group(node), false
  for _, rule in ipairs(rules_for(isa, node)) do
    if applies(rule, isa, node, self.all) then
      if not (rule.inline or rule.held or group) then
        has_rule = true
      elseif not self.expanding[rule] then -- a rule that comes back to itself does not help
        self.expanding[rule] = true
        local root = expr.in_scope(self.scope, language.build, rule, node)
        each_size(function(lanes, _, offer) offer(candidate("inline", 0, { { root, lanes } }, { root = root })) end)
        self.expanding[rule] = nil
      else
        self.guarded = self.guarded + 1
      end
    end
  end
  if group then return end
  local plan = has_rule and self:helper(node)
  each_size(function(lanes, many, offer)
    if not registers.fills(isa, node.type, lanes) then return end
    if plan then offer(candidate("helper", many * plan.total, needs_of(node, lanes), { plan = plan })) end
    local by_lanes = isa.bits and lanes == registers.full(isa, node.type) and lower.each_lane(isa, node)
    if by_lanes then offer(candidate("helper", many * by_lanes.total, needs_of(node, lanes), { plan = by_lanes })) end
  end)
end

-- settle(fast, doubtful, slow): the slow way is a function of its own; a mask that is asked each time, and the slow way in a
-- step of so many.
local settle_asks, settle_seldom = 2, 64

function Chooser:settled(node, lanes, many, try)
  local isa, fast, doubtful = self.isa, node.args[1], node.args[2]
  local slow = self:best(node.args[3], lanes)
  if not slow then return end
  local storage = registers.storage(isa, doubtful.type, lanes)
  if isa.bits and not (storage and storage.any) then return end
  try(candidate("settle", many * settle_asks + lower.total(slow) / settle_seldom, { { fast, lanes }, { doubtful, lanes } }))
end

-- ---- The cheapest whole ----

-- What a choice costs with all that it needs, each value once.
function lower.total(choice, seen)
  seen = seen or {}
  if seen[choice] then return 0 end
  seen[choice] = true
  local sum = choice.cost
  for _, need in ipairs(choice.needs) do sum = sum + lower.total(need.choice, seen) end
  return sum
end

-- The lanes of the largest registers in which anything that a choice takes, or it itself, is loaded or stored.
function lower.most_moved(choice, lanes, seen)
  seen = seen or {}
  if seen[choice] then return lanes end
  seen[choice] = true
  for _, need in ipairs(choice.needs) do
    if need.choice.kind == "leaf" then lanes = math.max(lanes, need[2]) end
    lanes = lower.most_moved(need.choice, lanes, seen)
  end
  return lanes
end

-- The cheapest candidates for a value: by the lanes of its registers.
function Chooser:forms(node)
  local known = self.known[node.id]
  if known then return known end
  if self.under_way[node.id] then
    self.guarded = self.guarded + 1
    return {}
  end
  for _, arg in ipairs(node.args) do -- first, so that no rule of this node's is under way there
    if expr.is_node(arg) and not self:is_held(arg) then self:forms(arg) end
  end
  local guarded, forms, totals = self.guarded, {}, {}
  self.under_way[node.id] = true
  local function try(lanes, made)
    for _, need in ipairs(made.needs) do
      need.choice = self:best(need[1], need[2])
      if not need.choice then return end
    end
    local best = forms[lanes]
    if best then totals[lanes] = totals[lanes] or lower.total(best) end
    local total = best and lower.total(made)
    if not best or total < totals[lanes] then forms[lanes], totals[lanes] = made, total end
  end
  self:candidates(node, try)
  self.under_way[node.id] = nil
  self:resize(node, forms)
  if next(forms) or self.guarded == guarded then self.known[node.id] = forms end -- else it may do better in another context
  return forms
end

local held_choice = candidate("held", 0, {})

-- The cheapest candidate for the value in registers of `lanes` lanes; nil where there is none.
function Chooser:best(node, lanes)
  if self:is_held(node) then
    return (self.all or registers.fills(self.isa, registers.stored_as(node.type), lanes)) and held_choice or nil
  end
  return self:forms(node)[lanes]
end

-- Where a value is not to be had in registers of some size: halves of larger ones, or one of two smaller ones.
function Chooser:resize(node, forms)
  local isa, count, natural = self.isa, self:count(node), self:natural(node)
  if not isa.bits or expr.class(node.type) == "mask" then return end
  local function offer(kind, lanes, from, cost, more)
    if not forms[lanes] and forms[from] then
      local need = { node, from, choice = forms[from] }
      forms[lanes] = candidate(kind, cost, { need }, more)
    end
  end
  local lanes = 2
  while lanes <= natural do
    local part = registers.storage(isa, node.type, lanes // 2)
    if part and part.join then
      offer("join", lanes, lanes // 2, count / lanes * registers.instructions(isa, part.join), { text = part.join })
    end
    lanes = lanes * 2
  end
  lanes = natural // 2
  while lanes >= 1 do
    local part = registers.storage(isa, node.type, lanes)
    if part and part.lo then
      local cost = registers.instructions(isa, part.lo) + registers.instructions(isa, part.hi)
      offer("split", lanes, lanes * 2, count / lanes / 2 * cost, { lo = part.lo, hi = part.hi })
    end
    lanes = lanes // 2
  end
end

-- What is not to be had: the first word, from the leaves on, that no registers can hold.
function Chooser:missing(root)
  for _, node in ipairs((expr.reachable(root))) do
    if node.word and not self:is_held(node) and not next(self:forms(node)) then return node.word.name .. " " .. node.lane end
  end
  return "store " .. root.type
end

-- The lanes of the registers that the result is best had in and stored from, and what that costs; nil and what is missing
-- where there are none.
function Chooser:store_lanes(root)
  local best, best_cost
  local lanes = self:natural(root)
  while lanes >= 1 do
    local storage = registers.storage(self.isa, root.type, lanes)
    local choice = storage and storage.store and self:best(root, lanes)
    if choice then
      local cost = lower.total(choice) + self:count(root) / lanes * registers.instructions(self.isa, storage.store)
      if not best or cost < best_cost then best, best_cost = lanes, cost end
    end
    lanes = lanes // 2
  end
  if best then return best, best_cost end
  return nil, self:missing(root)
end

-- ---- Helpers ----

-- Leaves that stand for a node's operands.
local function leaves_like(node, level)
  local leaves = {}
  for i, arg in ipairs(node.args) do
    leaves[i] = expr.is_node(arg) and expr.leaf(i, arg.type, arg.type == "count" and 2 or level, node.word.operands[i]) or arg
  end
  return leaves
end

-- The word's helper on the ISA: the cheapest of its rules, in a scope of its own, with all that emission needs; nil where
-- none is legal.
function Chooser:helper(node)
  local isa = self.isa
  isa.helpers = isa.helpers or {}
  local key = node.word.name .. "@" .. node.lane
  local known = isa.helpers[key]
  if known == "under way" then
    self.guarded = self.guarded + 1
    return nil
  elseif known ~= nil then
    return known or nil
  end
  isa.helpers[key] = "under way"
  local best, guarded = nil, false
  for _, rule in ipairs(rules_for(isa, node)) do
    if not (rule.inline or rule.held) and applies(rule, isa, node, true) then
      local scope = expr.new_scope(rule.where)
      local root = expr.in_scope(scope, function()
        return language.build(rule, node, leaves_like(node, expr.step))
      end)
      local chooser = lower.chooser(isa, scope, registers.full(isa, node.lane), {})
      local lanes = chooser:natural(root)
      local choice = chooser:best(root, lanes)
      guarded = guarded or chooser.guarded > 0
      local total = choice and lower.total(choice)
      if choice and (not best or total < best.total) then
        best = { node = node, scope = scope, root = root, chooser = chooser, lanes = lanes, total = total }
      end
    end
  end
  isa.helpers[key] = best
  if not best and not guarded then isa.helpers[key] = false end
  self.guarded = self.guarded + (not best and guarded and 1 or 0)
  return best
end

-- The word on one element, in plain C.
function lower.plain(node)
  local scope = expr.new_scope(node.word.name)
  local root = expr.in_scope(scope, function()
    return expr.apply(node.word, node.lane, table.unpack(leaves_like(node, expr.step)))
  end)
  local chooser = lower.chooser(declare.plain, scope, 1, { all = true })
  local choice = chooser:best(root, 1)
  return choice and { scope = scope, root = root, chooser = chooser, total = lower.total(choice) }
end

-- The word lane by lane: every lane is stored, computed in plain C and loaded again. nil where it takes or gives masks.
function lower.each_lane(isa, node)
  if isa.scale then return nil end
  isa.each_lane = isa.each_lane or {}
  local key = node.word.name .. "@" .. node.lane
  if isa.each_lane[key] == nil then
    local lanes, sized = registers.full(isa, node.lane), expr.class(node.type) ~= "mask"
    for _, arg in ipairs(node.args) do
      sized = sized and expr.is_node(arg) and arg.type ~= "count" and expr.class(arg.type) ~= "mask"
    end
    local plain = sized and lower.plain(node)
    isa.each_lane[key] = plain and {
      node = node, plain = plain, lanes = lanes, uses = {}, total = lanes * (plain.total + 1 + #node.args) + lanes_overhead,
    } or false
  end
  return isa.each_lane[key] or nil
end

return lower
