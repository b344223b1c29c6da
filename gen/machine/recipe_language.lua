-- The language of gen/dictionary/recipes.lua: the dictionary's words as functions, and what says in which types they are used.

local declare = include "declare"
local expr = include "expr"

local language = { recipes = {} } -- by word@type, in order

local T -- the lane type of the recipe that is being applied

local function to_class(class)
  return function(type) return declare.type_of(class, expr.width(type)) end
end

local environment = expr.vocabulary {
  ints = { "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64" }, unsigned = to_class "uint", signed = to_class "int",
  constant = expr.constant, ones = expr.ones, no_count = expr.no_count, ipairs = ipairs,
}
function environment.is_signed(type) return expr.class(type) == "int" end
function environment.half_of(type) return declare.type_of(expr.class(type), expr.width(type) // 2) end
function environment.apply(name, ...) return expr.apply(declare.words[name], nil, ...) end
function environment.at(name, type) return environment[name][type] end
function environment.single(a) return environment["f32_from_" .. a.type](a) end
function environment.from_single(type, a) return environment[type .. "_from_f32"](a) end
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
    declare.check(recipe, "recipe", "recipe '" .. name .. "'", where)
    if not declare.words[name] then declare.complain(where, "recipe for an unknown word '%s'", name) end
    recipe.where, recipe.build = where, recipe[1]
    for _, type in ipairs(recipe.types) do
      local key = name .. "@" .. type
      language.recipes[key] = language.recipes[key] or {}
      table.insert(language.recipes[key], recipe)
    end
  end
end

function language.read()
  declare.read("gen/dictionary/recipes.lua", environment, function(name)
    return name == "T" and T or name == "w" and T and expr.width(T) or nil
  end)
end

-- The node that a recipe makes of a word node.
function language.build(recipe, node, args)
  local outer = T
  T = node.lane
  local root = recipe.build(table.unpack(args or node.args))
  T = outer
  if not expr.is_node(root) or root.type ~= node.type then
    declare.complain(recipe.where, "the recipe for '%s' at %s gives %s, not %s", node.word.name, node.lane,
      expr.is_node(root) and root.type or type(root), node.type)
  end
  return root
end

return language
