-- The language of the recipes in gen/dictionary: the dictionary's words as functions, and what says in which types they are used.

local declare = include "declare"
local expr = include "expr"
local lists = include "lists"

local language = { recipes = {} } -- by word@type, in order

local T, where -- the lane type of the recipe that is being applied, and where that stands

local environment = expr.vocabulary {
  ints = { "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64" },
  ones = expr.ones, no_count = expr.no_count,
}
function environment.is_signed(type) return expr.class(type) == "int" end
function environment.half_of(type) return declare.type_of(expr.class(type), expr.width(type) // 2) end
local function word(name)
  return declare.words[name] and environment[name] or declare.complain(where, "unknown word '%s'", tostring(name))
end
function environment.apply(name, ...) return word(name)(...) end
function environment.at(name, type) return word(name)[type] end
function environment.single(a) return word("f32_from_" .. a.type)(a) end
function environment.from_single(type, a) return word(type .. "_from_f32")(a) end
function environment.real(a)
  while expr.width(a.type) < 32 do a = environment.widen(a) end
  return environment.f32_from_i32(environment.bits.i32(a))
end
function environment.from_i32(type, a)
  a = environment.bits[declare.type_of(expr.class(type), 32)](a)
  while expr.width(a.type) > expr.width(type) do a = environment.narrow(a) end
  return a
end

function environment.recipe(name)
  local where = host.where(1)
  return function(recipe)
    local what, word = ("recipe '%s'"):format(tostring(name)), declare.words[name]
    if not word then declare.complain(where, "%s: unknown word", what) end
    declare.check(recipe, "recipe", what, where)
    declare.need(recipe, "types", what, where)
    recipe.name, recipe.kind, recipe.where, recipe.build = name, "recipe", where, recipe[1]
    for _, operand in ipairs(recipe.held or {}) do
      if not word.takes[operand] then declare.wrong(recipe, ": no operand '%s' to hold", tostring(operand)) end
    end
    for _, type in ipairs(declare.add_dtypes({}, recipe.types, recipe)) do
      if not word.has[type] then declare.wrong(recipe, ": the word does not exist for %s", type) end
      local key = name .. "@" .. type
      language.recipes[key] = language.recipes[key] or {}
      table.insert(language.recipes[key], recipe)
    end
  end
end

-- Builds what a recipe, or a function in an ISA's file, makes of a word: what is wrong in it shows at its own place.
local function try(recipe, word, lane)
  expr.in_scope(expr.new_scope(recipe.where), function()
    local args = lists.map(word.takes, function(signature, i)
      return signature == "C" and 1 or expr.leaf(i, declare.meant(signature, lane), expr.step, word.operands[i])
    end)
    language.build(recipe, expr.apply(word, lane, table.unpack(args)))
  end)
end

function language.read()
  for _, file in ipairs { "recipes.lua", "limits.lua", "division.lua", "conversions.lua" } do
    declare.read("gen/dictionary/" .. file, environment, function(name)
      return name == "T" and T or name == "w" and T and expr.width(T) or nil
    end)
  end
  for _, word in ipairs(declare.words) do
    for _, lane in ipairs(word.types) do
      for _, recipe in ipairs(language.recipes[word.name .. "@" .. lane] or {}) do try(recipe, word, lane) end
      for _, isa in ipairs(declare.isas) do
        local entry = isa.lanes[lane] and isa.lanes[lane].words[word.name]
        if entry and type(entry.text) == "function" then try({ build = entry.text, where = entry.where }, word, lane) end
      end
    end
  end
end

-- The node that a recipe makes of a word node.
function language.build(recipe, node, args)
  local outer, outer_where = T, where
  T, where = node.lane, recipe.where
  local root = recipe.build(table.unpack(args or node.args))
  T, where = outer, outer_where
  if not expr.is_node(root) or root.type ~= node.type then
    declare.complain(recipe.where, "the recipe for '%s' at %s gives %s, not %s", node.word.name, node.lane,
      expr.is_node(root) and root.type or type(root), node.type)
  end
  return root
end

return language
