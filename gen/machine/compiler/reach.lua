-- Decides whether an instruction set computes a word, or a whole expression, exactly as its base does, so that the
-- base's derivation applies. Only the words that its own blocks spell can differ, and those whose recipes use such
-- words.

local declare = require "reading.declare"
local expr = require "compiler.expr"
local lists = require "lists"
local recipes = require "compiler.recipes"

local reach = {}

local of_moves = lists.set { "permute", "load_parts" }

-- The words that the ISA spells, as word@type; nil if it also changes registers or the counting of instructions.
local function own_words(isa, base)
  for _, key in ipairs { "loop", "bits", "scale", "typical", "counted" } do
    if isa[key] ~= base[key] then return nil end
  end
  if table.concat(isa.free, " ") ~= table.concat(base.free, " ") then return nil end
  local own = {}
  for _, given in ipairs(isa) do
    for key in pairs(given.block) do
      if not declare.words[key] and not of_moves[key] then return nil end
      for lane in pairs(given.suffixes) do own[#own + 1] = key .. "@" .. lane end
    end
  end
  return own
end

-- A word and all words to which its recipes on the base lead, as word@type.
local function words_of(base, node)
  local set, list = { [node.at] = true }, { node }
  for _, own in ipairs(list) do -- the list grows meanwhile
    for _, recipe in ipairs(recipes.of(base, own)) do
      for _, node in ipairs(recipes.expansion(recipe, own).graph.nodes) do
        if node.word and not set[node.at] then set[node.at], list[#list + 1] = true, node end
      end
    end
  end
  return set
end

-- Whether a word is computed as on the base.
function reach.is_as_on_base(isa, node)
  local base = isa.base and declare.isas[isa.base]
  if not base then return false end
  isa.as_on_base = isa.as_on_base or { own = own_words(isa, base) or false }
  local known, own = isa.as_on_base, isa.as_on_base.own
  if known[node.at] == nil then
    local set = words_of(base, node)
    known[node.at] = own and not lists.any(own, function(at) return set[at] end)
  end
  return known[node.at]
end

-- Whether a whole expression is.
function reach.is_all_as_on_base(isa, root)
  return isa.base ~= nil and not lists.any(expr.reachable(root), function(node)
    return node.word and not reach.is_as_on_base(isa, node)
  end)
end

return reach
