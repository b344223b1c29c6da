-- Takes a word's node, and returns its derivation: the cheapest ways to compute that word on an instruction set, for
-- operands in registers of each size. A derivation is computed once. A way is a spelling in one of its forms, a
-- recipe, or a helper (a recipe, or plain C lane by lane, as a function of the ISA's header), with the lanes of its
-- result (`lanes`) and of its operands (`from`), and its cost (`total`).
--
-- A recipe consists of words, possibly even the word that it computes. So costs are relaxed to a fixed point, as in
-- Knuth's generalisation of Dijkstra's algorithm: when a way gets cheaper, derivations that use it are computed
-- again.

local choose = require "compiler.choose"
local declare = require "reading.declare"
local expr = require "compiler.expr"
local lists = require "lists"
local reach = require "compiler.reach"
local recipes = require "compiler.recipes"
local spelling = require "compiler.spelling"

local derive = {}

-- Recomputes a derivation until it no longer changes, and then those that use it.
local function relax(own)
  own.is_stale = true
  if own.is_under_way then return end
  own.is_under_way = true
  local got_cheaper = false
  while own.is_stale do
    own.is_stale = false
    got_cheaper = own:improve() or got_cheaper
  end
  own.is_under_way = false
  for _, reader in ipairs(got_cheaper and own.readers or {}) do relax(reader) end
end

local most_nested = 100 -- derivations that wait for others; only endless recursion of recipes exceeds this

-- The derivation under `key`; if there is none, of() creates it. When it gets cheaper, `reader` is recomputed.
local nested = 0
local function known(isa, key, reader, improve, of)
  isa.derived = isa.derived or {}
  local own = isa.derived[key]
  if not own then
    own = of()
    own.isa, own.ways, own.readers, own.improve = isa, {}, {}, improve
    isa.derived[key], nested = own, nested + 1
    if nested > most_nested then declare.wrong(isa, ": the recipes of '%s' use each other without end", own.node.at) end
    relax(own)
    nested = nested - 1
  end
  if reader and not own.readers[reader] then
    own.readers[reader] = true
    table.insert(own.readers, reader)
  end
  return own
end

-- ---- Spelled words ----

-- Calls offer(way) for each form of a spelling.
local function spelled(own, entry, offer)
  local isa, text, word, gives = own.isa, entry.text, own.node.word, own.node.type
  local asks = type(text) == "table" and (text.pair or text.one or text.lo) or text
  if not own.is_like and asks:find("$k", 1, true) then
    return -- its lanes are not elements, so no predicate says which of them are live
  end
  for _, lanes in ipairs(own.sizes) do
    local function offer_form(form, of, from, parts)
      local way = spelling.way(isa, form, of, entry, word)
      way.from, way.lanes, way.total = from, lanes, own.elements * (word.lanes or 1) / lanes * way.cost
      way.parts = parts
      offer(way)
    end
    local fills = spelling.fills(isa, gives, lanes)
    if type(text) == "string" then
      if fills then offer_form("one", text, word.lanes and math.tointeger(lanes / word.lanes) or lanes) end
    else
      local taken = spelling.stored_as(own.node.args[1].type)
      local from, to = expr.width(taken), expr.width(gives)
      local is_whole = fills -- the wider side
      if to <= from then is_whole = to == from or spelling.fills(isa, taken, lanes) end
      local one = is_whole and text.one or not is_whole and text.fraction
      if one then offer_form("one", one, lanes) end
      local fills_whole = lanes >= spelling.full(isa, gives) -- as the other forms do
      if text.lo and to > from and fills and fills_whole then offer_form("lo", text, lanes * 2) end
      if text.pair and to < from and fills_whole then offer_form("pair", text.pair, lanes // 2, text.parts) end
    end
  end
end

-- ---- Helpers: derivations that store the cheapest choice, resolved, and its cost ----

-- Keeps a choice for a helper if it is cheaper than the current one; returns whether it is.
local function keep(derived, cost, choices, choice, where)
  if not cost or derived.cost and derived.cost <= cost then return false end
  derived.cost, derived.choices, derived.choice, derived.where = cost, choices, choice, where
  return true
end

-- A word's recipes as functions over full registers.
local function improve_by_words(derived)
  local isa, better = derived.isa, false
  for _, recipe in ipairs(recipes.of(isa, derived.node)) do
    if not (recipe.inline or recipe.held) then
      local expansion = recipes.expansion(recipe, derived.node)
      local graph = expr.new_graph(recipe.where, expansion.graph)
      local choices = derive.choices(isa, graph, spelling.full(isa, derived.lane), 0, "registers", derived)
      local choice = choices:best(expansion.root, choices:natural(expansion.root))
      local cost = choice and choose.total(choice)
      better = keep(derived, cost, choices, choice, recipe.where) or better
    end
  end
  return better
end

-- The additional cost, for a word that is computed lane by lane, of a load that waits for a store.
local lanes_overhead = 48

-- Stores every lane, computes it in plain C and loads the results.
local function improve_by_lanes(derived)
  local word, args, graph = derived.word, derived.node.args, expr.new_graph(derived.word.name)
  local root = expr.within(graph, function()
    return expr.apply(word, derived.lane, table.unpack(lists.map(args, function(arg, i)
      return expr.leaf(i, arg.type, word.operands[i])
    end)))
  end)
  local choices = derive.choices(declare.plain, graph, 1, nil, "registers", derived)
  local choice = choices:best(root, 1)
  local each = choice and choose.total(choice) + 1 + #args
  return keep(derived, each and derived.by_lanes * each + lanes_overhead, choices, choice)
end

local function helper(reader, kind, improve, by_lanes)
  local node = reader.node
  return known(reader.isa, node.at .. kind, reader, improve, function()
    return { node = node, word = node.word, lane = node.lane, by_lanes = by_lanes }
  end)
end

-- ---- Words ----

-- Whether a word's operands and result differ in width.
local function is_group(node)
  return node.word.lanes or lists.any(node.args, function(arg)
    return expr.is_node(arg) and arg.type ~= "count" and expr.width(arg.type) ~= expr.width(node.type)
  end)
end

-- Whether x has lanes that cannot be stored one by one.
local function has_no_lanes(x)
  return not expr.is_node(x) or x.type == "count" or expr.class(x.type) == "mask"
end

local function improve_word(own)
  local isa, node, better = own.isa, own.node, false
  local function offer(way)
    local place = choose.place(own.ways, way.lanes, way.from, way.total)
    if place then own.ways[place], better = way, true end
  end
  local function offer_helper(derived, lanes)
    local total = derived.cost and own.elements / lanes * derived.cost
    if total then offer { kind = "helper", derived = derived, from = lanes, lanes = lanes, total = total } end
  end
  local entry = isa.lanes[node.lane] and isa.lanes[node.lane].words[node.word.name]
  if entry and type(entry.text) ~= "function" then spelled(own, entry, offer) end
  local group, derived = is_group(node), nil
  for _, recipe in ipairs(recipes.of(isa, node)) do
    if not (recipe.inline or recipe.held or group) then
      derived = derived or (own.is_like or isa.counted) and helper(own, " helper", improve_by_words)
    elseif not lists.any(recipe.held or {}, function(i) return own.varies[i] end) then
      local expansion = recipes.expansion(recipe, node, own.key)
      local choices = derive.choices(isa, expansion.graph, own.elements, own.held, "given", own)
      choices.is_unlike = not own.is_like
      for _, choice in ipairs(choices:forms(expansion.root)) do
        local lanes, from, total = choice.lanes, choice.from or choice.lanes, choice.total
        offer { kind = "recipe", recipe = recipe, from = from, lanes = lanes, total = total }
      end
    end
  end
  if group then return better end
  local by_lanes = isa.bits and not isa.scale and not has_no_lanes(node) and not lists.any(node.args, has_no_lanes)
    and spelling.full(isa, node.lane)
  for _, lanes in ipairs(own.sizes) do
    if spelling.fills(isa, node.type, lanes) then
      if derived then offer_helper(derived, lanes) end
      if lanes == by_lanes then offer_helper(helper(own, " lanes", improve_by_lanes, lanes), lanes) end
    end
  end
  return better
end

-- The ways to compute a word's node in the context of these choices.
local function ways_of(choices, node)
  local isa, held, varies, ratio, parts = choices.isa, 0, {}, nil, { node.at }
  if reach.is_as_on_base(isa, node) then isa = declare.isas[isa.base] end
  local has_recipes = #recipes.of(isa, node) > 0
  for i, arg in ipairs(node.args) do
    local is_known = not expr.is_node(arg) or expr.is_known(arg)
    if has_recipes then parts[#parts + 1] = recipes.key_of(node.args, i) end
    if not is_known and choices:is_held(arg) then
      held = held | 1 << (i - 1)
    elseif not is_known then
      varies[i], ratio = true, ratio or arg.ratio
    end
  end
  local elements, expansion_key = choices.limit * (ratio or 1), table.concat(parts)
  local is_like = not isa.scale or node.ratio == 1 and not choices.is_unlike
  held = choices.held and held
  parts[#parts + 1] = " " .. elements .. (is_like and "" or "~") .. (has_recipes and (held or "-") or "")
  return known(isa, table.concat(parts), choices.reader, improve_word, function()
    local natural = math.min(spelling.full(isa, spelling.stored_as(node.type)), elements * (node.word.lanes or 1))
    return {
      node = node, key = expansion_key, held = held, varies = varies, elements = elements, is_like = is_like,
      sizes = spelling.sizes(isa, node.type, math.tointeger(natural)),
    }
  end).ways
end

-- The choices of a graph (choose.lua), with these ways to compute words.
function derive.choices(...) return choose.new(ways_of, ...) end

return derive
