-- Takes derivations of words (derive.lua), and returns functions for an ISA's header. A helper is first only
-- scheduled, because callers need its name and costs; its text follows later. One object has the helpers of all ISAs
-- of a library.

local declare = require "reading.declare"
local expr = require "compiler.expr"
local lists = require "lists"
local naming = require "compiler.names"
local schedule = require "compiler.schedule"
local spelling = require "compiler.spelling"
local statements = require "compiler.statements"
local template = require "template"

local Helpers = {}
Helpers.__index = Helpers

function Helpers.new() return setmetatable({ by_isa = {} }, Helpers) end

function Helpers.plural(count, noun) return ("%d %s%s"):format(count, noun, count == 1 and "" or "s") end

function Helpers:of(isa)
  self.by_isa[isa.name] = self.by_isa[isa.name] or { list = {}, count = 0, by_key = {} }
  return self.by_isa[isa.name]
end

-- The helper for a derivation. Its first use schedules it, after the helpers that it calls.
function Helpers:get(isa, derived)
  local own, word, lane = self:of(isa), derived.word, derived.lane
  local key = word.name .. "_" .. lane
  if not own.by_key[key] then
    local of = derived.by_lanes and self.by_lanes or self.by_words
    local helper = expr.within(derived.choices.graph, of, self, isa, derived)
    helper.derived, helper.name = derived, ("bl_%s_%s_%s"):format(word.name, lane, isa.name)
    own.by_key[key], own.list[#own.list + 1] = helper, helper
  end
  return own.by_key[key]
end

-- A helper's text: its parameters, its statements and the value that it returns.
local function text_of(isa, helper, says, parameters, lines, result)
  local word, lane = helper.derived.word, helper.derived.lane
  return template.fill("kernels/helper.h", {
    says = template.wrap(("%s, %s: %s. %s."):format(word.name, lane, word.says, says), 112, "\n * "),
    attribute = isa.attribute .. (word.seldom and " BL_SELDOM" or " BL_INLINE"),
    type = spelling.full_type(isa, declare.meant(word.gives, lane)),
    name = helper.name, parameters = table.concat(parameters, ", "), body = lines,
    result = "return " .. result .. ";",
  })
end

-- The predicate of a helper's registers: its parameter, or that parameter widened.
local function live_of(own, derived, lanes)
  local choices, lane = derived.choices, spelling.stored_as(derived.lane)
  local live = expr.leaf("live", declare.type_of("mask", expr.width(lane)), "live")
  local input = own:input("live", {
    kind = "live", node = live, lanes = choices:natural(live), base = "live", many = 1,
    c_type = spelling.live_type(own.isa, expr.width(derived.lane)),
  })
  own.of[choices:best(live, input.lanes)] = input
  while choices:natural(live) > lanes do
    live = expr.apply(declare.words.mask_widen, declare.type_of("int", expr.width(live.type)), live)
  end
  return own:value(choices:best(live, lanes))
end

function Helpers:by_words(isa, derived)
  local own = schedule.new(derived.choices, { library = self, names = naming.new(derived.word.operands) })
  own.isa = isa -- not the base, even for words computed as there: one header has all these helpers
  function own:live(_, lanes) return live_of(self, derived, lanes) end
  local helper = { uses = {}, own = own, record = statements.schedule(own, derived.choice), write = self.write_words }
  helper.floats, helper.words, helper.instructions = own.floats, own.words, own.instructions
  for _, input in ipairs(own.inputs) do
    if input.kind == "live" then helper.live = true else helper.uses[input.node.leaf] = true end
  end
  return helper
end

function Helpers.write_words(isa, helper)
  local lines, result = statements.of(helper.own, helper.record)
  return text_of(isa, helper, Helpers.plural(helper.instructions, "instruction"), helper.own:declared(), lines, result)
end

-- Stores every lane, computes it in plain C and loads the results.
function Helpers:by_lanes(_, derived)
  local own = schedule.new(derived.choices, { library = self, names = naming.new { derived.word.result, "i" } })
  return {
    own = own, record = statements.schedule(own, derived.choice), floats = own.floats, words = {},
    instructions = math.tointeger(derived.cost), write = self.write_lanes,
  }
end

function Helpers.write_lanes(isa, helper)
  local derived = helper.derived
  local word, lanes, stores, names = derived.word, derived.by_lanes, {}, derived.word.operands
  local gives = declare.meant(word.gives, derived.lane)
  local types = lists.map(word.takes, function(signature) return declare.meant(signature, derived.lane) end)
  local function is_table(i) return expr.class(types[i]) == "table" end
  local arrays = lists.map(types, function(type, i)
    if is_table(i) then return nil end
    stores[#stores + 1] = spelling.moved(isa, "store", type, lanes, names[i] .. "_lane", 1, names[i]) .. ";"
    return spelling.array(type, names[i] .. "_lane", lanes)
  end)
  local computed, result = statements.of(helper.own, helper.record, function(input)
    local i = input.node.leaf
    return input.kind == "leaf" and { is_table(i) and names[i] or names[i] .. "_lane[i]" }
  end)
  local inner = lists.joined(computed, { ("%s[i] = %s;"):format(word.result, result) })
  local lines = lists.joined(arrays, { spelling.array(gives, word.result, lanes) }, stores,
    { "BL_LANES", ("for (size_t i = 0; i < %d; ++i) {"):format(lanes) }, lists.indented(inner), { "}" })
  local parameters = lists.map(types, function(type, i)
    return (spelling.full_type(isa, type) .. " " .. names[i]):gsub("%* ", "*", 1)
  end)
  local loaded = spelling.moved(isa, "load", gives, lanes, word.result, 1)
  return text_of(isa, helper, "Lane by lane", parameters, lines, loaded)
end

-- The helpers of an ISA with their texts, each after those that it calls. Their schedules are dropped.
function Helpers:written(isa)
  local own = self:of(isa)
  for i = own.count + 1, #own.list do
    local helper = own.list[i]
    helper.text = expr.within(helper.derived.choices.graph, helper.write, isa, helper)
    helper.own, helper.record, own.count = nil, nil, i
  end
  return own.list
end

return Helpers
