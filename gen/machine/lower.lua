-- Lowering: which words compute an expression on an ISA, and in registers of how many lanes each value is had. Both are
-- decided together: for a value in registers of so many lanes there are candidates, each with what it costs and what it
-- needs in turn, and the one is taken that costs least with all of that.
--
--   spelled     the ISA says how: one to one; lo and hi (one register widens to two, or is split in its halves); pair (two
--               narrow to one, or are joined)
--   inline      a recipe's words, in the expression itself
--   helper      a recipe's words, or plain C lane by lane, as a small function of the ISA's header
--   settle, leaf, held
--
-- A step works on so many elements that a value of a wide type needs several registers (a group), and one of a narrow type
-- may fill only a fraction of one.

local declare = include "declare"
local doubts = include "doubts"
local expr = include "expr"
local language = include "recipe_language"
local lists = include "lists"
local spelling = include "spelling"

local lower = {}
local Chooser = {}
Chooser.__index = Chooser

-- What calls of functions and memory add where a word is done lane by lane: a store and a load that wait for each other.
local lanes_overhead = 48

-- scope: the expression's; lanes: elements per step; memory: its leaves are loaded, in registers of any size; all: nothing is
-- held
function lower.chooser(isa, scope, lanes, options)
  return setmetatable({
    isa = isa, scope = scope, lanes = lanes, memory = options.memory, all = options.all,
    known = {}, failed = {}, under_way = {}, expanding = {},
  }, Chooser)
end

function Chooser:count(node) return self.lanes * node.ratio end

-- The lanes of the largest registers that hold nothing but this value.
function Chooser:natural(node)
  return math.tointeger(math.min(spelling.full(self.isa, spelling.stored_as(node.type)), self:count(node)))
end

function Chooser:is_held(node)
  return node.value ~= nil or not self.all and (node.type == "count" or node.level < expr.step)
end

-- Iterates over a number of lanes, its half, and so on down to 1.
local function halves(lanes)
  return function()
    local own = lanes
    lanes = own // 2
    return own >= 1 and own or nil
  end
end

-- ---- Candidates ----

-- A candidate: its own cost for all registers of the value, and what it needs: { node, lanes } each.
local function candidate(kind, cost, needs, more)
  local made = more or {}
  made.kind, made.cost, made.needs = kind, cost, needs
  return made
end

local function needs_of(node, lanes)
  return lists.map(node.args, function(arg) return expr.is_node(arg) and { arg, lanes } or nil end)
end

-- A spelling in one of its forms, for `many` registers; entry and word: where it spells a word.
local function in_form(isa, form, text, many, needs, entry, word)
  local function count(one) return spelling.instructions(isa, one) end
  local instructions = form == "lo" and (count(text.lo) + count(text.hi)) / 2 or count(text)
  local each = entry and entry.cost or instructions * (word and word.weight or 1)
  return candidate("spelled", many * each, needs, { form = form, text = text, word = word })
end

local function is_group(node)
  return node.word.lanes or lists.any(node.args, function(arg)
    return expr.is_node(arg) and arg.type ~= "count" and expr.width(arg.type) ~= expr.width(node.type)
  end)
end

-- A choice and all that it needs, each once.
local function with_needs(choice, list)
  list = list or {}
  if not list[choice] then
    list[choice], list[#list + 1] = true, choice
    for _, need in ipairs(choice.needs) do with_needs(need.choice, list) end
  end
  return list
end

local function total(choice)
  local sum = 0
  for _, own in ipairs(with_needs(choice)) do sum = sum + own.cost end
  return sum
end

-- The lanes of the largest registers in which anything that a choice takes, or it itself, is loaded or stored.
function lower.most_moved(choice, lanes)
  for _, own in ipairs(with_needs(choice)) do
    for _, need in ipairs(own.needs) do
      if need.choice.kind == "leaf" then lanes = math.max(lanes, need[2]) end
    end
  end
  return lanes
end

function Chooser:leaf(node, lanes, many, try)
  if not self.memory then
    if lanes == self:natural(node) then try(candidate("leaf", 0, {})) end
  elseif node.type == "count" then
    try(candidate("leaf", 1, {}))
  elseif spelling.moves(self.isa, "load", node.type, lanes) then
    try(candidate("leaf", many * spelling.instructions(self.isa, spelling.storage(self.isa, node.type, lanes).load), {}))
  end
end

function Chooser:bits(node, lanes, _, try)
  local arg = node.args[1]
  local below, text = lanes * expr.width(node.type) // expr.width(arg.type), spelling.bits(self.isa, arg.type, node.type, lanes)
  if text then try(candidate("spelled", 0, { { arg, below } }, { form = "one", text = text })) end
end

-- settle(fast, doubtful, slow): the slow way is a function of its own; a mask that is asked each time, and the slow way in a
-- step of so many.
local settle_asks, settle_seldom = 2, 64

function Chooser:settle(node, lanes, many, try)
  local isa, fast, doubtful, slow = self.isa, node.args[1], node.args[2], self:best(node.args[3], lanes)
  local storage = spelling.storage(isa, doubtful.type, lanes)
  local asks = storage and storage.any and (not isa.scale or isa.counted or storage.words.both)
  if slow and (asks or not isa.bits) then
    try(candidate("settle", many * settle_asks + total(slow) / settle_seldom, { { fast, lanes }, { doubtful, lanes } }))
  end
end

-- The forms of a spelling in which the value comes in registers of `lanes` lanes.
function Chooser:spelled(node, entry, lanes, many, try)
  local isa, text, word = self.isa, entry.text, node.word
  if node.ratio ~= 1 and (type(text) == "table" and (text.pair or text.one or text.lo) or text):find("$k", 1, true) then
    return -- its lanes are not the elements, so no predicate of theirs tells which are live
  end
  local function offer(form, of, below) try(in_form(isa, form, of, many, needs_of(node, below), entry, word)) end
  local fills = spelling.fills(isa, node.type, lanes)
  if type(text) == "string" then
    if fills then offer("one", text, word.lanes and math.tointeger(lanes / word.lanes) or lanes) end
    return
  end
  local from, to = expr.width(spelling.stored_as(node.args[1].type)), expr.width(node.type)
  local one = (to <= from or fills) and text.one or to > from and not fills and text.fraction
  if one and spelling.c_type(isa, node.type, lanes) then offer("one", one, lanes) end
  if lanes < spelling.full(isa, node.type) or not fills and to > from then return end -- the other forms fill a register
  if text.lo and to > from then
    offer("lo", text, lanes * 2)
  elseif text.pair and to < from then
    offer("pair", text.pair, lanes // 2)
  end
end

-- The recipes that may be used for this node on the ISA, a function in its file first; all: nothing is held.
local function recipes_for(isa, node, all)
  local lane, list = isa.lanes[node.lane], {}
  local entry = lane and lane.words[node.word.name]
  if entry and type(entry.text) == "function" then
    list[1] = { build = entry.text, where = entry.where, vector = true, inline = false }
  end
  lists.append(list, language.recipes[node.word.name .. "@" .. node.lane] or {})
  local function is_computed(i) return node.args[i].level == expr.step end
  return lists.map(list, function(recipe)
    local held = not recipe.held or not all and node.level == expr.step and not lists.any(recipe.held, is_computed)
    return held and (isa.bits or not recipe.vector) and recipe or nil
  end)
end

-- A word that means the same with the opposite of its mask, where a recipe makes that mask as one.
function Chooser:by_opposite(node, offer_inline)
  local mask = node.args[1]
  if not (node.word.of_opposite and mask.word) or self:is_held(mask) then return end
  for _, recipe in ipairs(recipes_for(self.isa, mask, self.all)) do
    local made = recipe.inline and expr.in_scope(self.scope, language.build, recipe, mask)
    if made and made.word and made.word.name == "opposite" then
      offer_inline(expr.in_scope(self.scope, expr.apply, node.word, node.lane, made, node.args[2], node.args[3]))
    end
  end
end

local asked_otherwise = { bits = Chooser.bits, settle = Chooser.settle }
-- Calls try(lanes, candidate) for each candidate, in registers of every size; it says no where what that needs is not to be had.
function Chooser:candidates(node, try)
  local isa, count = self.isa, self:count(node)
  local function each_size(build)
    for lanes in halves(self:natural(node)) do
      if spelling.c_type(isa, node.type, lanes) then build(lanes, count / lanes, function(made) try(lanes, made) end) end
    end
  end
  local function offer_inline(root, where)
    each_size(function(lanes, _, offer) offer(candidate("inline", 0, { { root, lanes } }, { root = root, where = where })) end)
  end
  local own = not node.word and self.leaf or node.word and asked_otherwise[node.word.name]
  if own then return each_size(function(...) own(self, node, ...) end) end
  local lane = isa.lanes[node.lane]
  local entry = lane and lane.words[node.word.name]
  if entry and type(entry.text) ~= "function" then
    each_size(function(...) self:spelled(node, entry, ...) end)
  end

  self:by_opposite(node, offer_inline)
  local group, has_recipe = is_group(node), false
  for _, recipe in ipairs(recipes_for(isa, node, self.all)) do
    if not (recipe.inline or recipe.held or group) then
      has_recipe = true
    elseif not self.expanding[recipe] then -- a recipe that comes back to itself does not help
      self.expanding[recipe] = true
      offer_inline(expr.in_scope(self.scope, language.build, recipe, node), recipe.where)
      self.expanding[recipe] = nil
    else
      doubts.meet(self.expanding, recipe)
    end
  end
  if group then return end
  local plan = has_recipe and self:helper(node)
  each_size(function(lanes, many, offer)
    if not spelling.fills(isa, node.type, lanes) then return end
    local by_lanes = isa.bits and lanes == spelling.full(isa, node.type) and lower.each_lane(isa, node)
    local predicated = isa.scale and not isa.counted and node.ratio ~= 1 -- no predicate of the elements' is that of its lanes
    if plan and not predicated then offer(candidate("helper", many * plan.total, needs_of(node, lanes), { plan = plan })) end
    if by_lanes then offer(candidate("helper", many * by_lanes.total, needs_of(node, lanes), { plan = by_lanes })) end
  end)
end

-- ---- The cheapest choice ----

-- The cheapest candidates for a value: by the lanes of its registers.
function Chooser:forms(node)
  local known = self.known[node.id]
  if known then return known end
  if doubts.hold(self.failed[node.id]) then return {} end
  if self.under_way[node.id] then
    doubts.meet(self.under_way, node.id)
    return {}
  end
  for _, arg in ipairs(node.args) do -- first, so that no recipe of this node's is under way there
    if expr.is_node(arg) and not self:is_held(arg) then self:forms(arg) end
  end
  local before, forms, totals = doubts.now(), {}, {}
  self.under_way[node.id] = true
  local function try(lanes, made)
    for _, need in ipairs(made.needs) do
      need.choice = self:best(need[1], need[2])
      if not need.choice then return end
    end
    local best = forms[lanes]
    if best then totals[lanes] = totals[lanes] or total(best) end
    local made_total = best and total(made)
    if not best or made_total < totals[lanes] then forms[lanes], totals[lanes] = made, made_total end
  end
  self:candidates(node, try)
  self.under_way[node.id] = nil
  self:resize(node, forms)
  local reasons = doubts.since(before)
  local is_known = next(forms) or #reasons == 0
  self[is_known and "known" or "failed"][node.id] = is_known and forms or reasons
  return forms
end

local held_choice = candidate("held", 0, {})

-- The cheapest candidate for the value in registers of `lanes` lanes; nil where there is none.
function Chooser:best(node, lanes)
  if self:is_held(node) then
    return (self.all or spelling.fills(self.isa, spelling.stored_as(node.type), lanes)) and held_choice or nil
  end
  return self:forms(node)[lanes]
end

-- Where a value is not to be had in registers of some size: halves of larger ones, or one of two smaller ones.
function Chooser:resize(node, forms)
  local isa, natural = self.isa, self:natural(node)
  if not isa.bits or expr.class(node.type) == "mask" then return end
  local function resize(lanes, from)
    if forms[lanes] or not forms[from] then return end
    local fraction, splits = spelling.storage(isa, node.type, math.min(lanes, from)) or {}, lanes < from
    local text = splits and fraction.lo and { lo = fraction.lo, hi = fraction.hi } or not splits and fraction.join
    if not text then return end
    local needs = { { node, from, choice = forms[from] } }
    forms[lanes] = in_form(isa, splits and "lo" or "pair", text, self:count(node) / lanes, needs)
    forms[lanes].tail = splits and "_half" or nil
  end
  local lanes = 2
  while lanes <= natural do
    resize(lanes, lanes // 2)
    lanes = lanes * 2
  end
  for half in halves(natural // 2) do resize(half, half * 2) end
end

-- What is not to be had: the first word, from the leaves on, that no registers can hold.
function Chooser:missing(root)
  for _, node in ipairs(expr.reachable(root)) do
    if node.word and not self:is_held(node) and not next(self:forms(node)) then return node.word.name .. " " .. node.lane end
  end
  return "store " .. root.type
end

-- The lanes of the registers that the result is best had in and stored from, and what that costs; nil and what is missing
-- where there are none.
function Chooser:store_lanes(root)
  local best, best_cost
  for lanes in halves(self:natural(root)) do
    local choice = spelling.moves(self.isa, "store", root.type, lanes) and self:best(root, lanes)
    if choice then
      local store = spelling.storage(self.isa, root.type, lanes).store
      local cost = total(choice) + self:count(root) / lanes * spelling.instructions(self.isa, store)
      if not best or cost < best_cost then best, best_cost = lanes, cost end
    end
  end
  return best, best and best_cost or self:missing(root)
end

-- ---- Helpers ----

-- In a scope of its own: build(leaves that stand for the node's operands), lowered for registers of so many lanes; nil where
-- that is not legal.
local function lowered(isa, node, where, lanes, options, build)
  local scope = expr.new_scope(where)
  local root = expr.in_scope(scope, function()
    return build(lists.map(node.args, function(arg, i)
      if not expr.is_node(arg) then return arg end
      return expr.leaf(i, arg.type, arg.type == "count" and 2 or expr.step, node.word.operands[i])
    end))
  end)
  local chooser = lower.chooser(isa, scope, lanes, options)
  local choice = chooser:best(root, chooser:natural(root))
  return choice and {
    node = node, scope = scope, root = root, chooser = chooser, lanes = chooser:natural(root), total = total(choice),
  }
end

-- The word's helper on the ISA: the cheapest of its recipes, with all that emission needs; nil where none is legal.
function Chooser:helper(node)
  local isa, key = self.isa, node.word.name .. "@" .. node.lane
  isa.helpers, isa.failed = isa.helpers or {}, isa.failed or {}
  local known = isa.helpers[key]
  if known == "under way" then
    doubts.meet(isa.helpers, key)
    return nil
  elseif known ~= nil then
    return known or nil
  end
  if doubts.hold(isa.failed[key]) then return nil end
  isa.helpers[key] = "under way"
  local before, best = doubts.now(), nil
  for _, recipe in ipairs(recipes_for(isa, node, true)) do
    if not (recipe.inline or recipe.held) then
      local plan = lowered(isa, node, recipe.where, spelling.full(isa, node.lane), {}, function(leaves)
        return language.build(recipe, node, leaves)
      end)
      if plan and (not best or plan.total < best.total) then best = plan end
    end
  end
  isa.helpers[key] = best or false
  if best then doubts.forget(before) end
  local reasons = doubts.since(before)
  if #reasons > 0 then isa.helpers[key], isa.failed[key] = nil, reasons end
  return best
end

-- The word lane by lane: every lane is stored, computed in plain C and loaded again. nil where it takes or gives masks.
local function each_lane(isa, node)
  local function is_unsized(x) return not expr.is_node(x) or x.type == "count" or expr.class(x.type) == "mask" end
  local sized = not (isa.scale or is_unsized(node) or lists.any(node.args, is_unsized))
  local plain = sized and lowered(declare.plain, node, node.word.name, 1, { all = true }, function(leaves)
    return expr.apply(node.word, node.lane, table.unpack(leaves))
  end)
  local lanes = spelling.full(isa, node.lane)
  return plain and {
    node = node, plain = plain, lanes = lanes, total = lanes * (plain.total + 1 + #node.args) + lanes_overhead,
  } or false
end

function lower.each_lane(isa, node)
  isa.each_lane = isa.each_lane or {}
  local key = node.word.name .. "@" .. node.lane
  if isa.each_lane[key] == nil then
    local before = doubts.now()
    isa.each_lane[key] = each_lane(isa, node)
    doubts.forget(before)
  end
  return isa.each_lane[key]
end

return lower
