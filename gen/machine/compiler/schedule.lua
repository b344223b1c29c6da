-- Takes choices, and returns a function's values, as records in the order in which they are computed, and its inputs.
-- Makes no choices.
--
-- A record is a value in `many` registers: its `choice`, its inputs `given` (records), a predicate record `live` if its
-- spelling needs one, and its `kind`: that of the choice, "constant", "splat", or that of an input: leaf, held, live
-- and, in slow ways, certain, fast and given (the result of an earlier settle).

local declare = require "reading.declare"
local expr = require "compiler.expr"
local lists = require "lists"
local numbers = require "compiler.numbers"
local spelling = require "compiler.spelling"

local schedule = {}
local Schedule = {}
Schedule.__index = Schedule

-- A schedule of these choices. functions: the library's helpers, the names of the file (names.lua), and its other
-- functions. outer: in a slow way, the schedule that calls it.
function schedule.new(choices, functions, outer)
  return setmetatable({
    outer = outer, choices = choices, isa = choices.isa, functions = functions, names = functions.names, records = {},
    of = {}, inputs = {}, words = {}, instructions = 0, cost = 0, floats = 0,
  }, Schedule)
end

-- The inputs in the order in which a function takes them.
function Schedule:parameters()
  table.sort(self.inputs, function(a, b) return a.order < b.order end)
  return self.inputs
end

-- The parameters as C declares them.
function Schedule:declared()
  local declared = {}
  for _, input in ipairs(self:parameters()) do
    for _, name in ipairs(input.names) do declared[#declared + 1] = input.c_type .. " " .. name end
  end
  return declared
end

function Schedule:add(record)
  self.records[#self.records + 1] = record
  return record
end

local places = { certain = -2, fast = -1, live = 2000 } -- operands are 1 to 6, other values 1000

-- An input of the function: the existing record under `key`, or otherwise this one.
function Schedule:input(key, record)
  if not self.of[key] then
    record.order = 1000 * (places[record.kind] or record.node.leaf or 1000) + #self.inputs
    self.of[key], self.inputs[#self.inputs + 1] = self:add(record), record
  end
  return self.of[key]
end

function Schedule:live(node, lanes)
  local bits = self.isa.bits // lanes
  return self:input(bits, {
    kind = "live", node = node, lanes = lanes, base = "live" .. bits, many = self.choices:count(node) // lanes,
    c_type = spelling.live_type(self.isa, bits),
  })
end

-- The record of a choice.
function Schedule:value(choice)
  if not self.of[choice] then
    local node = choice.node
    local is_float = declare.types[node.type].significand
    self.floats = math.max(self.floats, is_float and expr.width(node.type) or 0) -- the width of the widest float
    if node.word then self.words[node.at] = true end
    local record = { kind = choice.kind, choice = choice, node = node, lanes = choice.lanes }
    record.many = math.tointeger(self.choices:count(node) // choice.lanes)
    self.of[choice] = self[choice.kind](self, choice, record)
  end
  return self.of[choice]
end

function Schedule:leaf(choice, record)
  local function is_alike(own) return own.base == record.node.result and math.min(own.many, record.many) > 1 end
  record.base = record.node.result .. (lists.any(self.inputs, is_alike) and "_x" .. record.many or "") -- resized
  record.c_type = spelling.c_type(self.isa, record.node.type, record.lanes)
  return self:input(choice, record)
end

-- A literal of f32 in plain C. If FLT_EVAL_METHOD is 1, as on s390x, gcc -std=c99 reads the decimal as f64, so a cast
-- rounds it.
local function exactly(literal)
  local decimal = tonumber(literal:match("^(.*)f$") or "")
  return decimal and string.unpack("f", string.pack("f", decimal)) ~= decimal and "(float)" .. literal or literal
end

function Schedule:held(_, record)
  local node, many = record.node, math.max(record.many, 1)
  if node.value then
    local type, cast = node.type, "$1"
    if self.isa.bits and expr.class(type) == "float" and not numbers.is_literal(type, node.value) then -- as bits
      local as = declare.type_of("uint", expr.width(type))
      local text = spelling.splat_lane(self.isa, as) and spelling.bits(self.isa, as, type, record.lanes)
      if text then type, cast = as, text end
    end
    local block = self.isa.bits and type ~= "count" and spelling.splat_lane(self.isa, type)
    local literal = block and numbers.is_literal(type, node.value) and block.constant
    local text = block and (node.value == 0 and block.zero or literal or block.splat) or "$1"
    record.kind, record.text = "constant", (cast:gsub("%$1", function() return text end))
    record.literal = spelling.constant(type, node.value, literal)
    if not self.isa.bits and type == "f32" then record.literal = exactly(record.literal) end
    record.live = record.text:find("$k", 1, true) and self:live(node, record.lanes)
    return self:add(record)
  end
  if node.table then
    record.kind, record.text, record.literal = "constant", "$1", self.functions:table(node)
    return self:add(record)
  end
  local inner = self.isa.bits and expr.is_bits(node) and node.args[1]
  local text = inner and spelling.splat_lane(self.isa, inner.type) and
    spelling.bits(self.isa, inner.type, node.type, record.lanes)
  if not text or expr.width(inner.type) ~= expr.width(node.type) then return self:held_input(node, many) end
  -- a value that only reinterprets another is computed from that one
  record.kind, record.given, record.many = "spelled", { self:held_input(inner, many) }, inner.leaf and many or 1
  record.choice = { way = { kind = "spelled", form = "one", text = text }, cost = 0, node = node }
  return text == "$1" and record.given[1] or self:add(record)
end

-- A held operand has as many registers as a contiguous one, so that steps are the same.
function Schedule:held_input(node, many)
  return self:input(node.leaf and node.id .. ":" .. many or node, {
    kind = "held", node = node, lanes = self.choices.limit // many,
    base = node.leaf and node.result, many = node.leaf and many or 1,
    c_type = spelling.full_type(self.isa, spelling.stored_as(node.type)),
  })
end

function Schedule:inline(choice)
  local record = self:value(choice.needs[1])
  self.names:call(record.node, choice.node)
  return record
end

function Schedule:given(choice, uses)
  return lists.map(choice.needs, function(need, i) return (not uses or uses[i]) and self:value(need) or nil end)
end

function Schedule:spelled(choice, record)
  local way, word, first = choice.way, choice.node.word, choice
  local at_once = not self.isa.bits and (word == declare.words.widen or word == declare.words.narrow)
  while at_once do -- plain C converts to any width with one cast
    local inner = first.needs[1]
    while inner.kind == "inline" do inner = inner.needs[1] end
    if inner.kind ~= "spelled" or inner.node.word ~= word then break end
    first = inner
  end
  record.given = self:given(first)
  if way.text == "$1" then return record.given[1] end
  local inner = expr.is_bits(choice.node) and record.given[1]
  if inner and inner.kind == "spelled" and expr.is_bits(inner.node) then
    return self:recast(choice, record, inner.given[1])
  end
  local asks = way.form == "lo" and way.text.lo .. way.text.hi or way.text
  record.live = asks:find("$k", 1, true) and self:live(record.node, record.lanes)
  return self:add(record)
end

-- If a value is reinterpreted twice, its bits are taken from the first value.
function Schedule:recast(choice, record, inner)
  local text = spelling.bits(self.isa, inner.node.type, record.node.type, record.lanes)
  if text == "$1" then return inner end
  record.choice = setmetatable({ way = { kind = "spelled", form = "one", text = text } }, { __index = choice })
  record.given = { inner }
  return self:add(record)
end

function Schedule:helper(choice, record)
  local helper = self.functions.library:get(self.isa, choice.way.derived)
  record.helper, record.given = helper, self:given(choice, helper.uses)
  self.floats = math.max(self.floats, helper.floats)
  for key in pairs(helper.words) do self.words[key] = true end
  record.live = helper.live and self:live(record.node, record.lanes)
  return self:add(record)
end

-- Whether a choice has a record, here or in the schedule that calls this slow way.
function Schedule:has(choice) return self.of[choice] or self.outer and self.outer:has(choice) end

-- The slow way is a separate function, called if some lane is not certain: over registers, or in plain C. Dead lanes
-- are always certain. A further slow way takes the settled result, because otherwise each settle in a chain would
-- double the code.
function Schedule:settle(choice, record)
  if choice.node.word.name == "settle_whole" then return self:settle_whole(choice, record) end
  if self:has(choice) then
    record.kind, record.c_type = "given", spelling.c_type(self.isa, record.node.type, record.lanes)
    return self:input(choice, record)
  end
  record.given, record.called = self:given(choice), "settled"
  record.live = self.isa.scale and self:live(record.node, record.lanes)
  self:add(record)
  record.slow = self.functions:slow_way(self, record)
  return record
end

-- A helper returns early if some lane is not certain, so its further statements see only certain lanes.
function Schedule:settle_whole(choice, record)
  local of = self.functions.slow_way and self.functions.of
  if of then declare.wrong(of.op, ": only recipes that are functions can contain settle_whole") end
  record.kind, record.base, record.used = "otherwise", "none", 2
  record.given = { self:value(choice.needs[2]), self:value(choice.slow) }
  record.live = self.isa.scale and self:live(record.node, record.lanes)
  self:add(record)
  return self:value(choice.needs[1])
end

-- Raises an error: a choice that seemed valid has no spelling.
function Schedule:lacks(record)
  local node = record.node
  declare.wrong(self.isa, " cannot put '%s', of type %s, into registers of %d lanes, which %s needs",
    node.word and node.word.name or node.result or "a constant", node.type, record.lanes, self.choices.graph.where)
end

return schedule
