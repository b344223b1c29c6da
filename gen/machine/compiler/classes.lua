-- Takes a function's records, and decides whether bitwise words and comparisons use registers of integers (class
-- "int") or of floats of the same width, whichever needs fewer casts. This is for instruction sets whose blocks of
-- floats also spell integers' bitwise words (`bitwise`); masks of words in such a block are in registers of floats.

local declare = require "reading.declare"
local expr = require "compiler.expr"
local lists = require "lists"
local numbers = require "compiler.numbers"
local spelling = require "compiler.spelling"

local function by_type(node) return expr.class(node.type) == "float" and node.type or "int" end

-- Sets the class of a record's text (`own`), and for a bitwise word the text in class `float` (`twin`).
local function describe(isa, record, is_result)
  local node, way = record.node, record.kind == "spelled" and record.choice.way or {}
  local float = way.word and way.form == "one" and declare.type_of("float", expr.width(node.lane))
  local bitwise = float and isa.lanes[float] and isa.lanes[float].bitwise
  record.masks = bitwise and node.lane == float and float or "int" -- the class of its masks
  record.twin = bitwise and node.lane ~= float and bitwise[way.word.name]
  record.own = expr.class(node.type) == "mask" and record.masks or by_type(node)
  record.float = not is_result and (record.twin and float or record.own ~= by_type(node) and record.own) or nil
  record.class, record.users = record.float or by_type(node), {}
  record.is_cast = way.form == "one" and expr.is_bits(node)
end

-- The class in which a record needs its argument `i`.
local function wanted(record, i)
  local given = record.given[i]
  if record.twin or record.is_cast and given.class == record.class then return record.class end
  local node = record.masks ~= "int" and record.node.args[i] or given.node
  return expr.class(node.type) == "mask" and record.masks or by_type(node)
end

-- The value before its casts, if that already has the class or the casts change nothing.
local function source(given, class)
  local inner = given.is_cast and given.given[1]
  return inner and (inner.class == class or inner.class == given.class) and source(inner, class) or given
end

-- How many casts a record needs for its argument `i`.
local function casts(record, i)
  local class = wanted(record, i)
  local given = source(record.given[i], class)
  if record.is_cast then return given.class == record.class and 0 or 1 end
  local is_literal = given.kind == "constant" and class ~= "int" and numbers.is_literal(class, given.node.value)
  return (given.is_cast or given.class ~= class and not is_literal) and 1 or 0
end

local function cost(record, class)
  record.class = class
  local sum = (record.twin or class == record.own) and 0 or 1
  for i in ipairs(record.given) do sum = sum + casts(record, i) end
  for _, use in ipairs(record.users) do sum = sum + casts(use.by, use.i) end
  return sum
end

local function decide(record)
  if record.float and cost(record, "int") <= cost(record, record.float) then record.class = "int" end
end

-- A cast of a record's registers from one class to another, as a spelling.
local function cast(isa, record, from, to)
  local int = declare.type_of("int", expr.width(record.node.type))
  return spelling.bits(isa, from == "int" and int or from, to == "int" and int or to, record.lanes)
end

local function place(self, record)
  if not record.is_placed then self:add(record) end
  record.is_placed = true
  return record
end

-- The record of a value in a class: the value itself, the same number as another type, or a cast, which is reused if
-- it exists.
local function in_class(self, given, class)
  given = source(given, class)
  local node, known = given.node, given.as or { [given.class] = given }
  if not known[class] then
    local own = { lanes = given.lanes, many = given.many, tail = "", class = class }
    local there = lists.filter(given.users, function(use) return use.by.is_cast and use.by.class == class end)[1]
    given.as = known
    if there then
      known[class] = place(self, there.by)
    elseif given.kind == "constant" then
      own.node = expr.constant_of_bits(class, node.value)
      known[class] = self:held(nil, own)
    else
      local int = expr.class(node.type) == "uint" and "int" or "uint"
      local type = class == "int" and declare.type_of(int, expr.width(node.type)) or class
      own.kind, own.given, own.node = "spelled", { given }, expr.apply(declare.words.bits, type, node)
      own.choice = { way = { form = "one", text = cast(self.isa, given, given.class, class) }, cost = 0 }
      known[class] = self:add(own)
    end
  end
  return known[class]
end

-- Gives a record the text that computes it in its class.
local function respell(isa, record)
  local way, text = record.choice.way, nil
  if record.twin then
    text = record.class ~= "int" and record.twin
  elseif record.class ~= record.own then
    text = cast(isa, record, record.own, record.class):gsub("%$1", function() return way.text end)
  elseif record.is_cast and record.given[1].class == record.class then
    text = "$1"
  end
  if record.class ~= by_type(record.node) then record.c_type = isa.lanes[record.class].reg end
  way = text and setmetatable({ text = text }, { __index = way })
  record.choice = way and setmetatable({ way = way }, { __index = record.choice }) or record.choice
end

-- results: records that other functions refer to by name.
return function(self, results)
  local isa, list, is_used = self.isa, self.records, lists.set(results)
  if not lists.any(lists.keys(isa.lanes), function(type) return isa.lanes[type].bitwise end) then return end
  for _, record in ipairs(list) do
    describe(isa, record, is_used[record])
    for i, given in ipairs(record.given or {}) do table.insert(given.users, { by = record, i = i }) end
  end
  for _, record in ipairs(list) do decide(record) end
  for i = #list, 1, -1 do decide(list[i]) end
  for i = #list, 1, -1 do
    local record = list[i]
    is_used[record], record.wants = is_used[record] or not record.is_cast, {}
    for k, given in ipairs(is_used[record] and record.given or {}) do
      record.wants[k] = wanted(record, k)
      is_used[source(given, record.wants[k])] = true
    end
  end
  self.records = {}
  for _, record in ipairs(lists.filter(list, function(own) return is_used[own] end)) do
    for i, given in ipairs(record.given or {}) do record.given[i] = in_class(self, given, record.wants[i]) end
    if record.kind == "spelled" then respell(isa, record) end
    place(self, record)
  end
end
