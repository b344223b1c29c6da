-- Names: takes the values that the functions of a file compute, and gives each its name, the same in all of them: as
-- `let` calls it, or after its word's result; where several would have one name, after what they are computed from.

local expr = require "compiler.expr"
local lists = require "lists"

local Names = {}
Names.__index = Names

local names = {}

-- reserved: names that functions of the file have for other things. In several registers a value has its name with
-- numbers behind it. So a reserved name with a number behind it is taken, and a reserved name without its number.
function names.new(reserved)
  local known = lists.set(reserved)
  local used = lists.set(lists.map(reserved, function(name) return (name:gsub("%d+$", "")) end))
  return setmetatable({
    used = setmetatable(used, { __index = function(_, name) return known[name] or known[name:match("^(.-)%d+$")] end }),
    nodes = {}, bases = {}, own = {}, as = {}, results = {}, sources = {},
    within = {}, types = {},
  }, Names)
end

-- A value that is what a recipe makes of a word is called like that: one type of value, for where bits are the same
-- register its bits stand for it, and in plain C they stand beside it.
function Names:call(node, as)
  local type = self.types[self:root(node)] or node.type
  node, as = self:root(node), self:root(as)
  if node == as or expr.is_named(node) and not expr.is_named(as) or (self.types[as] or type) ~= type then return end
  self.as[node], self.types[as] = as, type
end

-- The value whose name a value has.
function Names:root(node)
  while self.as[node] do node = self.as[node] end
  return node
end

function Names:called(node) return expr.called(self:root(node)) end

-- What is below words that only change the representation.
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

-- Adds a value that wants a name: as `let` says, or else `called`. of: the value whose bits it is, where that is nested
-- in it; it has that one's name, if no other function wants it for that.
function Names:add(node, called, of)
  local result = called or node.result
  node = self:root(node)
  self.results[node] = self.results[node] or result
  self.within[node] = self.within[node] or of and self:root(of)
  if self.bases[node] then return end
  self.bases[node] = called and not expr.is_named(node) and called or base_of(self, node)
  self.nodes[#self.nodes + 1] = node
end

-- The one operand or parameter that a value depends on; nil of others.
local function source(self, node)
  if node.leaf or node.parameter then return node.result end
  if self.sources[node] == nil then
    local found = {}
    for _, arg in ipairs(node.args) do
      if expr.is_node(arg) and arg.uses ~= 0 then found[source(self, arg) or 0] = true end
    end
    local only = next(found)
    self.sources[node] = only and only ~= 0 and not next(found, only) and only or false
  end
  return self.sources[node] or nil
end

-- An argument for short: an operand that is but converted is called like the operand.
local function short(self, node)
  node = self:root(inside(self:root(node)))
  local is_converted = node.word and #node.args == 1 and not expr.is_named(node) and node.args[1].leaf
  return is_converted and source(self, node) or self.own[node] or self:called(node)
end

-- What the arguments are called: two that are no constants; a constant by name; and any constant, by its value.
local known_constants = {
  [0] = "zero", [1] = "one", [-1] = "ones", [0x7f800000] = "infinity", [0x7c00] = "infinity", [0x7f80] = "infinity",
  [0x7ff0000000000000] = "infinity", [0xff800000] = "minus_infinity", [0xfc00] = "minus_infinity",
  [0xff80] = "minus_infinity", [0xfff0000000000000] = "minus_infinity",
  [0x80000000] = "sign_bit", [0x8000] = "sign_bit", [math.mininteger] = "sign_bit",
}
local function known_name(node, value) -- signed integers are no bits of halves
  return expr.class(node.type) == "int" and value == 0xff80 and "minus_128" or known_constants[value]
end
local function arguments(self, node)
  local list, constant, value = {}, nil, nil
  for _, arg in ipairs(inside(node).args) do
    if expr.is_node(arg) and arg.value then
      local hex = expr.class(arg.type) ~= "float" and ("%x"):format(arg.value) or nil
      constant, value = constant or known_name(arg, arg.value), value or hex
    elseif expr.is_node(arg) then
      list[#list + 1] = short(self, arg)
    else
      value = value or tostring(arg)
    end
  end
  return list[1], list[2], constant, constant or value
end

-- What a comparison is called: b_is_zero, a_below_b, sum_above_most (that an integer of 8 or 16 bits can be).
local limits = {
  [-0x80] = "least", [-0x8000] = "least", [0x7f] = "most", [0xff] = "most", [0x7fff] = "most", [0xffff] = "most",
}
local function comparison(self, node)
  local a, b, word = node.args[1], node.args[2], node.word
  if not (word and word.against) or expr.is_named(node) then return nil end
  local value, first, second = a.value or b.value, short(self, a), short(self, b)
  local bits = 64 - expr.width(a.type)
  local signed = value and expr.class(a.type) == "int" and math.tointeger((value << bits) // (1 << bits))
  local constant = known_name(a, value) or signed == -1 and "minus_one" or bits <= 32 and limits[signed]
  if a == b then return first and first .. "_is_number" end
  if a.value then return constant and second and ("%s_%s_%s"):format(second, word.against[1], constant) end
  second = constant or not b.value and second
  return first and second and ("%s_%s_%s"):format(first, word.against[2], second)
end

-- The names that a value may have, the best first; false where there is none of a kind.
local most_letters, kinds = 36, 16
local function candidates(self, node)
  local base, list = self.bases[node], {}
  local function add(...)
    local parts, is_whole = { ... }, true
    for i = 1, select("#", ...) do is_whole = is_whole and parts[i] ~= nil and parts[i] ~= parts[i - 1] end
    local name = is_whole and table.concat(parts, "_")
    list[#list + 1] = name and #name <= most_letters and name
  end
  local only, first, second, constant, value = source(self, node), arguments(self, node)
  local type = expr.class(node.type) == "mask" and "i" .. expr.width(node.type) or node.type
  local inner = inside(node)
  local is_converted = #inner.args == 1 and (inner.args[1].leaf or inner.args[1].parameter)
  local compared = comparison(self, node)
  if is_converted and not expr.is_named(inner) then add(only, base) else add(compared or base) end
  add(only, base)
  add(base, constant)
  add(first, base)
  add(base, type)
  add(only, base, constant)
  add(only, base, type)
  add(first, second, base)
  add(second, base)
  add(first, base, type)
  add(only, first, base)
  add(base, value)
  add(first, base, value)
  add(only, first, base, value)
  add(node.word and self.results[node] ~= base and self.results[node] or nil, base)
  add(self.users[node] and self:called(self.users[node]) or nil, base)
  return list
end

-- Names those of a group that would all have one name: by the first kind of names that tells all of them apart, or else
-- by the kind that tells most of them apart, and the others by further kinds.
local function tell_apart(self, of, group)
  local best, best_parts
  for kind = 1, kinds do
    local parts = lists.grouped(group, function(node) return of[node][kind] or of[node].last end)
    local free = not lists.any(parts, function(part) return self.used[of[part[1]][kind] or of[part[1]].last] end)
    if free and (not best or #parts > #best_parts) then best, best_parts = kind, parts end
  end
  for _, part in ipairs(best_parts or {}) do
    if #part == 1 then
      local name = of[part[1]][best] or of[part[1]].last
      self.own[part[1]], self.used[name] = name, true
    end
  end
  for _, part in ipairs(best_parts or { group }) do
    if best and #part > 1 and #part < #group then
      for _, node in ipairs(part) do of[node].last = of[node][best] or of[node].last end
      tell_apart(self, of, part)
    elseif not best or #part > 1 then
      for _, node in ipairs(part) do
        local name, count = of[node].last, 1
        local own = name
        while self.used[own] do
          count = count + 1
          own = name .. "_" .. (count <= 26 and string.char(96 + count) or count)
        end
        self.own[node], self.used[own] = own, true
      end
    end
  end
end

-- Of what a recipe computes on its way to one value that `let` names, that one.
local function users_of(self)
  local users = {}
  for made in pairs(self.as) do
    local user = self:root(made)
    for _, arg in ipairs(expr.is_named(user) and made.args or {}) do
      local used = expr.is_node(arg) and self:root(inside(self:root(arg)))
      if used then users[used] = (users[used] == nil or users[used] == user) and user end
    end
  end
  return users
end

-- Settles the names of all that was added.
function Names:settle()
  self.users = users_of(self)
  for node, inner in pairs(self.within) do
    if not (self.bases[inner] or expr.is_named(node)) then self.bases[node] = self:called(inner) end
  end
  for _, group in ipairs(lists.grouped(self.nodes, function(node) return self.bases[node] end)) do
    local of = {}
    for _, node in ipairs(group) do
      of[node] = candidates(self, node)
      of[node].last = self.bases[node]
    end
    tell_apart(self, of, group)
  end
end

function Names:of(node) return self.own[self:root(node)] end

return names
