-- Reads and checks the files of gen/dictionary that define words in terms of other words. Takes a word's node, and
-- returns its recipes on an instruction set, and a recipe's expansion.

local declare = require "reading.declare"
local expr = require "compiler.expr"
local lists = require "lists"

local recipes = {}

local by_word = {} -- under word@type, in order
local by_operand = {} -- likewise, the recipes with `of`
local T, where -- the lane type of the recipe that is being applied, and its place

-- The environment of the files: the words as functions, and the lists of types for their entries.
local function environment()
  local words = expr.vocabulary {
    ints = { "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64" }, ones = expr.ones, padded = expr.padded,
  }
  local function word(name)
    return declare.words[name] and words[name] or declare.complain(where, "unknown word '%s'", tostring(name))
  end
  function words.no_count() return expr.constant_of_bits("count", 0) end -- where a word uses no shift count
  function words.is_signed(type) return expr.class(type) == "int" end
  function words.half_of(type) return declare.type_of(expr.class(type), expr.width(type) // 2) end
  function words.apply(name, ...) return word(name)(...) end
  function words.at(name, type) return word(name)[type] end
  function words.single(a) return word("f32_from_" .. a.type)(a) end
  function words.from_single(type, a) return word(type .. "_from_f32")(a) end
  function words.real(a)
    while expr.width(a.type) < 32 do a = words.widen(a) end
    return words.f32_from_i32(words.bits.i32(a))
  end
  function words.from_i32(type, a)
    a = words.bits[declare.type_of(expr.class(type), 32)](a)
    while expr.width(a.type) > expr.width(type) do a = words.narrow(a) end
    return a
  end
  return words
end

-- Adds a recipe to those of a word at a lane type.
local function add(recipe, word, lane)
  local key, of = word.name .. "@" .. lane, recipe.of and by_operand or by_word
  of[key] = of[key] or {}
  table.insert(of[key], recipe)
end

-- The one recipe of a piece (pieces.lua).
function recipes.add(word, lane, build)
  add({ name = word.name, kind = "piece", where = word.where, build = build }, word, lane)
end

local function recipe_of(name)
  local place = host.where(1)
  return function(recipe)
    local what, word = ("recipe '%s'"):format(tostring(name)), declare.words[name]
    if not word then declare.complain(place, "%s: unknown word", what) end
    declare.check(recipe, "recipe", what, place)
    recipe.name, recipe.kind, recipe.where, recipe.build = name, "recipe", place, recipe[1]
    for _, operand in ipairs(recipe.held or {}) do
      if not word.takes[operand] then declare.wrong(recipe, ": '%s' is not an operand", tostring(operand)) end
    end
    if recipe.of and not declare.words[recipe.of] then declare.wrong(recipe, ": unknown word '%s'", recipe.of) end
    for _, type in ipairs(declare.add_dtypes({}, recipe.types, recipe)) do
      if not word.has[type] then declare.wrong(recipe, ": the word does not exist for %s", type) end
      add(recipe, word, type)
    end
  end
end

-- The expansion of a recipe for a node's word, with these operands. (Only the fields word, lane and at of nodes
-- matter here and below.)
function recipes.build(recipe, node, args)
  local outer, outer_where = T, where
  T, where = node.lane, recipe.where
  local root, wanted = recipe.build(table.unpack(args)), declare.meant(node.word.gives, node.lane)
  T, where = outer, outer_where
  local given = expr.is_node(root) and root.type or type(root)
  if given ~= wanted then
    declare.complain(recipe.where, "the recipe for '%s' at %s gives %s, not %s", node.word.name, node.lane, given,
      wanted)
  end
  return root
end

-- The properties of an operand on which an expansion depends: whether it is an integer, a constant, or an earlier
-- operand again.
function recipes.key_of(args, i)
  local arg = args[i]
  if not expr.is_node(arg) then return ",#" .. arg end
  if arg.value then return ",=" .. arg.value end
  if arg.table then return (",#%d:%s"):format(arg.length, lists.commas(arg.table)) end
  for earlier = 1, i - 1 do
    if args[earlier] == arg then return "," .. earlier end
  end
  return ","
end

-- The expansion for any operands: its root and graph. If `key` is the operands' properties, the expansion is only for
-- operands with these; otherwise one expansion serves all uses of the word.
function recipes.expansion(recipe, node, key)
  local args = key and node.args or {}
  key = key or node.at
  recipe.expansions = recipe.expansions or {}
  if not recipe.expansions[key] then
    local graph = expr.new_graph(recipe.where)
    local root = expr.within(graph, function()
      local leaves = {}
      return recipes.build(recipe, node, lists.map(node.word.takes, function(signature, i)
        local arg = args[i]
        if signature == "C" or arg and not expr.is_node(arg) then return arg or 1 end
        if arg and arg.value then return expr.constant_of_bits(arg.type, arg.value) end
        if signature == "K" and (not arg or arg.table) then
          return arg and expr.padded(arg, arg.length) or expr.table(node.lane, { 0 })
        end
        local leaf = leaves[arg or i] or expr.leaf(i, declare.meant(signature, node.lane), node.word.operands[i])
        leaves[arg or i] = leaf
        return leaf
      end))
    end)
    recipe.expansions[key] = { graph = graph, root = root }
  end
  return recipe.expansions[key]
end

-- The recipes of a node's word, on all ISAs.
function recipes.all(node) return by_word[node.at] or {} end

-- The recipes with `of`, on an ISA.
function recipes.of_operands(isa, node)
  return lists.filter(by_operand[node.at] or {}, function(recipe) return isa.bits or not recipe.vector end)
end

-- The recipes on an ISA; a function in its file comes first.
function recipes.of(isa, node)
  isa.recipes = isa.recipes or {}
  if not isa.recipes[node.at] then
    local own = isa.bits and isa.lanes[node.lane] and isa.lanes[node.lane].words[node.word.name]
    local first = own and type(own.text) == "function" and { build = own.text, where = own.where }
    isa.recipes[node.at] = lists.filter(lists.joined({ first or nil }, recipes.all(node)), function(recipe)
      return isa.bits or not recipe.vector
    end)
  end
  return isa.recipes[node.at]
end

-- Reads the files.
function recipes.read()
  local words = environment()
  words.recipe = recipe_of
  for _, file in ipairs { "recipes.lua", "limits.lua", "division.lua", "conversions.lua" } do
    declare.read("gen/dictionary/" .. file, words, function(name)
      return name == "T" and T or name == "w" and T and expr.width(T) or nil
    end)
  end
end

-- Builds a recipe with `of` at each lane type of that other word whose result the recipe's word takes.
local function check_of_operands(recipe, use)
  local inner, takes = declare.words[recipe.of], declare.meant(use.word.takes[1], use.lane)
  for _, at in ipairs(inner.types) do
    if declare.meant(inner.gives, at) == takes then
      expr.within(expr.new_graph(recipe.where), function()
        local args = {}
        for _ = 1, #use.word.takes do
          for i, signature in ipairs(inner.takes) do
            args[#args + 1] = expr.leaf(#args + 1, declare.meant(signature, at), inner.operands[i])
          end
        end
        recipes.build(recipe, use, args)
      end)
    end
  end
end

-- Builds each recipe, and each function of an ISA's file, once, so that errors name the recipe's place.
function recipes.check()
  for _, word in ipairs(declare.words) do
    for _, lane in ipairs(word.types) do
      local use = { word = word, lane = lane, at = word.name .. "@" .. lane }
      for _, recipe in ipairs(recipes.all(use)) do recipes.expansion(recipe, use) end
      for _, recipe in ipairs(by_operand[use.at] or {}) do check_of_operands(recipe, use) end
      for _, isa in ipairs(declare.isas) do
        local first = recipes.of(isa, use)[1]
        if first and not first.kind then recipes.expansion(first, use) end
      end
    end
  end
end

return recipes
