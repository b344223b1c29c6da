-- Takes the values that the functions of a file compute, and gives each a name, the same in all functions: the one
-- from `let`, or that of its word's result. If several values would have the same name, letters are appended.

local expr = require "compiler.expr"
local lists = require "lists"

local Names = {}
Names.__index = Names

local names = {}

-- reserved: names that functions of the file use for other purposes. The registers of a value in several registers
-- have its name with numbers appended. So a reserved name with a number also reserves the name without it.
function names.new(reserved)
  local known = lists.set(reserved)
  local used = lists.set(lists.map(reserved, function(name) return (name:gsub("%d+$", "")) end))
  return setmetatable({
    used = setmetatable(used, { __index = function(_, name) return known[name] or known[name:match("^(.-)%d+$")] end }),
    nodes = {}, bases = {}, own = {}, as = {}, within = {}, types = {},
  }, Names)
end

-- Gives a value that a recipe computes the name of the recipe's word. Only values of the same type share it:
-- reinterpreted bits in the same register are the same variable, but plain C has separate variables for a value and
-- its bits.
function Names:call(node, as)
  local type = self.types[self:root(node)] or node.type
  node, as = self:root(node), self:root(as)
  if node == as or expr.is_named(node) and not expr.is_named(as) or (self.types[as] or type) ~= type then return end
  self.as[node], self.types[as] = as, type
end

-- The value whose name this value shares.
function Names:root(node)
  while self.as[node] do node = self.as[node] end
  return node
end

function Names:called(node) return expr.called(self:root(node)) end
function Names:comment(node) return expr.comment(self:root(node)) end

-- The value under words that only change the representation.
local function inside(node)
  while node.word and node.word.silent do node = node.args[1] end
  return node
end

local function base_of(self, node)
  local inner = inside(node)
  if inner == node or not inner.word and not inner.result then return self:called(node) end
  if expr.is_bits(node) then return self:called(inner) .. "_as_" .. node.type end
  return self:called(node) == self:called(inner) and self:called(inner) .. "_" .. node.result or self:called(node)
end

-- Adds a value that needs a name: the one from `let`, or otherwise `called`. of: the nested value whose bits it is;
-- it takes that value's name, unless another function needs the name for that value.
function Names:add(node, called, of)
  node = self:root(node)
  self.within[node] = self.within[node] or of and self:root(of)
  if self.bases[node] then return end
  self.bases[node] = called and not expr.is_named(node) and called or base_of(self, node)
  self.nodes[#self.nodes + 1] = node
end

-- Fixes the names of all values that were added: the first value keeps the name, later ones get a letter appended.
function Names:settle()
  for node, inner in pairs(self.within) do
    if not (self.bases[inner] or expr.is_named(node)) then self.bases[node] = self:called(inner) end
  end
  for _, node in ipairs(self.nodes) do
    local base, letter = self.bases[node], "a"
    local name = base
    while self.used[name] do
      letter = letter:find("z$") and letter .. "a" or letter:sub(1, -2) .. string.char(letter:byte(-1) + 1)
      name = base .. "_" .. letter
    end
    self.own[node], self.used[name] = name, true
  end
end

function Names:of(node) return self.own[self:root(node)] end

return names
