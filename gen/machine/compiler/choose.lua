-- Takes a graph and an instruction set. Lists, for each value, the ways to compute it there, with their costs and the
-- lanes of their registers; and finds a result's cheapest way, as a tree of choices.
--
-- A choice is one way to compute a value: `kind`, `node`, the `lanes` of its registers, its own `cost`, its `needs`
-- (the choices of its operands), and the `total` cost, which counts a shared need once. Inside a recipe, `from` is the
-- number of lanes of the recipe's operands, the same for all. derive.lua gives the ways to compute a word, and a choice
-- keeps one of them as `way`. `best` replaces each choice of a recipe by those of the values that the recipe computes.
-- Scheduling depends only on a choice's kind:
--
--   leaf, held  an operand; a value that is known before the step
--   spelled     way.text in way.form: "one" (as many registers as the operand has); "lo" (one register widens to two:
--               way.text has the texts lo and hi); "pair" (two narrow to one; way.parts: its text before the elements
--               are put in order, order.lua). way.word, if it spells a word. derive.lua makes the forms; modules that
--               distinguish them contain `form ==`, `.lo`, `.pair` or `.parts`
--   helper      a function of the ISA's header: way.derived
--   settle      its slow way is the choice `slow`
--   inline      the same value as the one choice that it needs

local expr = require "compiler.expr"
local lists = require "lists"
local recipes = require "compiler.recipes"
local spelling = require "compiler.spelling"

local choose = {}
local Choices = {}
Choices.__index = Choices

-- The choices of a graph on an ISA, in steps of `limit` elements. held: a bit for each operand that is known before the
-- step; nil: only constants are. leaves: the operands are in "memory", in "registers" of the greatest length, or
-- "given" to a recipe in registers of any length. reader: the derivation for which these choices are made, if any.
-- ways(choices, node): the ways to compute a word.
function choose.new(ways, isa, graph, limit, held, leaves, reader)
  return setmetatable({
    ways = ways, isa = isa, graph = graph, limit = limit, held = held, leaves = leaves, reader = reader, known = {},
    held_known = {}, resolved = {},
  }, Choices)
end

function Choices:count(node) return self.limit * node.ratio end

-- The number of lanes of the largest registers that this value fills.
function Choices:natural(node)
  return math.tointeger(math.min(spelling.full(self.isa, node.type), self.limit * node.ratio))
end

-- The numbers of lanes of all registers in which it can be.
function Choices:sizes(node) return spelling.sizes(self.isa, node.type, self:natural(node)) end

function Choices:is_held(node)
  if expr.is_known(node) or self.held and node.type == "count" then return true end
  local arg = #node.args == 1 and node.args[1] -- its width differs from its operand's: registers may lack a conversion
  return self.held and node.uses & ~self.held == 0 and (not self.by_register or node.leaf
    or node.uses & ~expr.parameters == 0 or arg and arg.leaf and expr.width(arg.type) ~= expr.width(node.type)) or false
end

-- ---- The cost of a choice and its needs ----

local counted = 0

local function add_up(choice)
  if choice.counted == counted then return 0 end
  choice.counted = counted
  local sum, needs = choice.cost, choice.needs
  for i = 1, #needs do sum = sum + add_up(needs[i]) end
  return sum
end

function choose.total(choice)
  counted = counted + 1
  return add_up(choice)
end

-- Replaces the choice and its needs: f(own) returns the replacement's kind, way, cost and needs, or nil for no
-- change. A choice stays if neither it nor its needs change. known: the replacements so far.
function choose.replaced(choice, known, f)
  local own = known[choice]
  if own then return own end
  local change = f(choice) or choice
  local slow, is_same = choice.slow and choose.replaced(choice.slow, known, f), change == choice
  local needs = lists.map(change.needs, function(need)
    local other = choose.replaced(need, known, f)
    is_same = is_same and other == need
    return other
  end)
  own = is_same and slow == choice.slow and choice or {
    kind = change.kind, way = change.way, node = choice.node, lanes = choice.lanes, from = choice.from,
    cost = change.cost, needs = needs, slow = slow,
  }
  known[choice], known[own] = own, own
  return own
end

-- ---- The ways to compute a value ----

-- The choice in registers of `lanes` lanes, from operands with `from` lanes (nil: any), and its index.
local function find(forms, lanes, from)
  for i = 1, #forms do
    local choice = forms[i]
    if choice.lanes == lanes and choice.from == from then return choice, i end
  end
end

-- The index among the forms for a choice that costs `total`; nil if a choice with the same lanes costs no more.
function choose.place(forms, lanes, from, total)
  local other, i = find(forms, lanes, from)
  if not other then return #forms + 1 end
  return total < other.total and i or nil
end

-- Adds a choice to the forms, if it is cheaper.
local function offer(forms, way, node, lanes, cost, given)
  local needs, total = given.needs, cost
  counted = counted + 1
  for i = 1, #needs do total = total + (#needs == 1 and needs[1].total or add_up(needs[i])) end
  local place = choose.place(forms, lanes, given.from, total)
  if not place then return end
  forms[place] = {
    kind = way.kind, way = way, node = node, lanes = lanes, from = given.from, cost = cost, total = total,
    needs = needs, slow = given.slow,
  }
end

local held_way, leaf_way = { kind = "held" }, { kind = "leaf" }
local settle_way = { kind = "settle" }
local inline_way = { kind = "inline" }

-- The choice for a held value, in registers on which words work.
function Choices:held_choice(node, lanes)
  if self.held and not spelling.fills(self.isa, spelling.stored_as(node.type), lanes) then return nil end
  local of = self.held_known[node] or {}
  self.held_known[node] = of
  of[lanes] = of[lanes] or {
    kind = "held", way = held_way, node = node, lanes = lanes, cost = 0, total = 0, needs = {},
  }
  return of[lanes]
end

-- Each of the `ways` (needs, from), extended by each of an operand's choices with this many lanes.
local function with_operand(ways, choices, lanes)
  local longer = {}
  for _, choice in ipairs(choices) do
    for _, given in ipairs(choice.lanes == lanes and ways or {}) do
      if not (given.from and choice.from) or given.from == choice.from then
        local needs = { table.unpack(given.needs) }
        needs[#needs + 1] = choice
        longer[#longer + 1] = { needs = needs, from = given.from or choice.from }
      end
    end
  end
  return longer
end

-- The ways to compute these operands in registers of this many lanes: needs and from. A recipe itself chooses those
-- of held operands.
function Choices:operands(args, lanes, by_recipe)
  local ways = { { needs = {} } }
  for _, arg in ipairs(args) do
    if expr.is_node(arg) then
      if not self:is_held(arg) then
        ways = with_operand(ways, self:forms(arg), lanes)
      elseif not by_recipe then
        ways = with_operand(ways, { self:held_choice(arg, lanes) }, lanes)
      end
    end
  end
  return ways
end

function Choices:leaf(node, forms)
  local isa = self.isa
  for _, lanes in ipairs(self:sizes(node)) do
    local cost
    if self.leaves ~= "memory" then
      cost = (self.leaves == "given" or lanes == self:natural(node)) and 0
    elseif node.type == "count" then
      cost = 1
    elseif spelling.moves(isa, "load", node.type, lanes) then
      local load = spelling.storage(isa, node.type, lanes).load
      cost = self:count(node) / lanes * spelling.instructions(isa, load)
    end
    local from = self.leaves == "given" and lanes or nil
    if cost then offer(forms, leaf_way, node, lanes, cost, { needs = {}, from = from }) end
  end
end

function Choices:bits(node, forms)
  local from = node.args[1].type
  for _, lanes in ipairs(self:sizes(node)) do
    local text = spelling.bits(self.isa, from, node.type, lanes)
    local way = text and { kind = "spelled", form = "one", text = text }
    local below = lanes * expr.width(node.type) // expr.width(from)
    for _, given in ipairs(way and self:operands(node.args, below) or {}) do
      offer(forms, way, node, lanes, 0, given)
    end
  end
end

-- A settle's slow way is a separate function: over registers (settle_all), or in plain C, taking the operands. The
-- slow way of settle_whole is a value, which is returned early. Each step tests the mask; one in settle_seldom steps
-- needs the slow way.
local settle_asks, settle_seldom = { settle = 2, settle_all = 2, settle_whole = 1 }, 64

-- The values that the slow way in plain C takes: the operator's operands, in order. If the slow way is a single word
-- with other operands, which the fast way computes, it takes those instead.
function choose.taken(settle)
  local fast, slow = lists.set(expr.reachable(settle.args[1])), settle.args[3]
  local function is_missing(arg) return not fast[arg] or expr.is_known(arg) end
  local function is_other(arg) return not arg.leaf end
  local is_word = slow.word and not lists.any(slow.args, is_missing)
  if is_word and lists.any(slow.args, is_other) then return slow.args end
  local leaves = lists.filter(expr.reachable(slow), function(own) return own.leaf end)
  table.sort(leaves, function(a, b) return a.leaf < b.leaf end)
  return leaves
end

function Choices:settle(node, forms)
  local isa, fast, certain, slow = self.isa, table.unpack(node.args)
  local is_plain = node.word.name == "settle"
  local taken = is_plain and choose.taken(node) or {}
  for _, lanes in ipairs(self:sizes(node)) do
    local storage = spelling.storage(isa, certain.type, lanes)
    local takes_live = isa.scale and not isa.counted -- dead lanes count as certain
    local can_ask = storage and storage.not_all and (not takes_live or storage.words.either and storage.words.opposite)
    for _, given in ipairs(can_ask and self:operands(lists.joined({ fast, certain }, taken), lanes) or {}) do
      given.slow = not is_plain
        and (self:is_held(slow) and self:held_choice(slow, lanes) or find(self:forms(slow), lanes, given.from)) or nil
      if is_plain or given.slow then
        local slow_cost = given.slow and choose.total(given.slow) / settle_seldom or 0
        local cost = self:count(node) / lanes * settle_asks[node.word.name] + slow_cost
        offer(forms, settle_way, node, lanes, cost, given)
      end
    end
  end
end

-- Offers all ways to compute the expression that build(...) returns for a node's operands.
function Choices:inline(node, forms, build, ...)
  for _, choice in ipairs(self:forms(expr.within(self.graph, build, ...))) do
    offer(forms, inline_way, node, choice.lanes, 0, { needs = { choice }, from = choice.from })
  end
end

-- If all operands of a node are results of the named word, or recipes can make them such results: the lists of those
-- results' operands.
function Choices:within(name, node)
  local function each_seen(arg, f)
    if not (expr.is_node(arg) and arg.word) then return end
    if arg.word.name == name then return f(arg.args) end
    if self:is_held(arg) then return end
    for _, recipe in ipairs(recipes.of(self.isa, arg)) do
      local root = recipe.inline and not recipe.held and recipes.expansion(recipe, arg).root
      if root and root.word and root.word.name == name then
        f(expr.within(self.graph, recipes.build, recipe, arg, arg.args).args)
      end
    end
    for _, recipe in ipairs(recipes.of_operands(self.isa, arg)) do
      for _, args in ipairs(self:within(recipe.of, arg)) do
        each_seen(expr.within(self.graph, recipes.build, recipe, arg, args), f)
      end
    end
  end
  local ways = { {} }
  for _, arg in ipairs(node.args) do
    local longer = {}
    each_seen(arg, function(args)
      for _, way in ipairs(ways) do longer[#longer + 1] = lists.joined(way, args) end
    end)
    ways = longer
  end
  return ways
end

-- If a mask is the opposite of another, or a recipe computes it as one, a word may be computed from the other mask.
-- The word's recipes are also tried, because their expansions may use the mask in this way.
function Choices:by_opposite(node, forms)
  local isa, mask = self.isa, node.args[1]
  if not mask.word or expr.class(mask.type) ~= "mask" or self:is_held(mask) then return end
  local function inline(...) self:inline(node, forms, ...) end
  local is_one = mask.word.name == "opposite"
  for _, recipe in ipairs(recipes.of(isa, mask)) do
    local root = recipe.inline and recipes.expansion(recipe, mask).root
    if root and root.word and root.word.name == "opposite" then
      is_one = true
      local function of_other()
        local opposite = recipes.build(recipe, mask, mask.args)
        if not node.word.of_opposite then return opposite.args[1] end
        return expr.apply(node.word, node.lane, opposite, table.unpack(node.args, 2))
      end
      if node.word.of_opposite or node.word.name == "opposite" then inline(of_other) end
    end
  end
  for _, recipe in ipairs(is_one and recipes.of(isa, node) or {}) do
    if recipe.inline and not recipe.held then inline(recipes.build, recipe, node, node.args) end
  end
end

-- The operands of a way. If its instruction takes an index modulo a power of two (`wraps`), a mask with the same
-- effect is omitted.
function Choices:operands_of(way, node)
  local index = node.args[2]
  local masked = way.wraps and index.word and index.word.name == "bit_and" and index.args[2]
  if not masked or masked.value ~= way.wraps - 1 or self:is_held(index) then return node.args end
  return { node.args[1], index.args[1] }
end

function Choices:word(node, forms)
  local ways = self:ways(node)
  local function try(is_spelled)
    for _, way in ipairs(ways) do
      if (way.kind == "spelled") == is_spelled then
        for _, given in ipairs(self:operands(self:operands_of(way, node), way.from, way.recipe)) do
          offer(forms, way, node, way.lanes, way.total, given)
        end
      end
    end
  end
  try(true)
  self:by_opposite(node, forms)
  for _, recipe in ipairs(recipes.of_operands(self.isa, node)) do
    for _, args in ipairs(self:within(recipe.of, node)) do
      self:inline(node, forms, recipes.build, recipe, node, args)
    end
  end
  try(false)
end

local own_ways = { bits = Choices.bits }
for name in pairs(settle_asks) do own_ways[name] = Choices.settle end

-- All ways to compute a value.
function Choices:forms(node)
  local forms = self.known[node]
  if not forms then
    forms = {}
    self.known[node] = forms
    local f = node.word and (own_ways[node.word.name] or Choices.word) or Choices.leaf
    f(self, node, forms)
  end
  return forms
end

-- The cheapest way to compute a value in registers of `lanes` lanes, from operands in any registers, with all recipes
-- replaced by the values that they compute; nil if there is none.
function Choices:best(node, lanes)
  if self:is_held(node) then return self:held_choice(node, lanes) end
  local choice = find(self:forms(node), lanes, nil)
  return choice and choose.replaced(choice, self.resolved, function(own)
    local recipe, of = own.way.recipe, own.node
    if not recipe then return nil end
    local root = expr.within(self.graph, recipes.build, recipe, of, of.args)
    return { kind = "inline", way = own.way, cost = 0, needs = { self:best(root, own.lanes) } }
  end)
end

-- Turns a leaf into a value in registers of `lanes` lanes; returns the choice.
function Choices:give(leaf, lanes)
  if not self.known[leaf] then
    self.known[leaf] = {}
    offer(self.known[leaf], leaf_way, leaf, lanes, 0, { needs = {} })
  end
  return self.known[leaf][1]
end

-- The cheapest way to compute and store a result, and its cost; or nil and the missing word, which is the first one,
-- counted from the leaves, whose result fits no registers.
function Choices:stored(root)
  local best, best_cost
  for _, lanes in ipairs(self:sizes(root)) do
    local choice = spelling.moves(self.isa, "store", root.type, lanes) and self:best(root, lanes)
    if choice then
      local store = spelling.instructions(self.isa, spelling.storage(self.isa, root.type, lanes).store)
      local cost = choose.total(choice) + self:count(root) / lanes * store
      if not best or cost < best_cost then best, best_cost = choice, cost end
    end
  end
  if best then return best, best_cost end
  for _, node in ipairs(expr.reachable(root)) do
    if node.word and not self:is_held(node) and #self:forms(node) == 0 then
      return nil, node.word.name .. " " .. node.lane
    end
  end
  return nil, "store " .. root.type
end

-- The choice and all its direct and indirect needs, each after its own needs.
function choose.all(choice)
  local seen, list = {}, {}
  local function visit(own)
    if seen[own] then return end
    seen[own] = true
    for _, need in ipairs(own.needs) do visit(need) end
    if own.slow then visit(own.slow) end
    list[#list + 1] = own
  end
  visit(choice)
  return list
end

-- The number of lanes of the largest registers that a choice stores or its needs load.
function choose.most_moved(choice)
  return math.max(choice.lanes, table.unpack(lists.map(choose.all(choice), function(own)
    return own.kind == "leaf" and own.lanes or nil
  end)))
end

return choose
