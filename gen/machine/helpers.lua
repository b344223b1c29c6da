-- Helpers: the words that an ISA makes of others, as functions of its header.

local declare = include "declare"
local emit = include "emit"
local expr = include "expr"
local lists = include "lists"
local spelling = include "spelling"
local template = include "template"

local Helpers = {}
Helpers.__index = Helpers

function Helpers.new() return setmetatable({ by_isa = {} }, Helpers) end

function Helpers.plural(count, noun) return ("%d %s%s"):format(count, noun, count == 1 and "" or "s") end

function Helpers:of(isa)
  self.by_isa[isa.name] = self.by_isa[isa.name] or { list = {}, by_key = {} }
  return self.by_isa[isa.name]
end

-- The helper that a plan of lower.lua stands for; woven where it is not there yet, after those that it calls itself.
function Helpers:get(isa, plan)
  local own = self:of(isa)
  local key = plan.node.word.name .. "_" .. plan.node.lane
  if not own.by_key[key] then
    own.by_key[key] = plan.plain and self:by_lanes(isa, plan) or self:by_words(isa, plan)
    own.list[#own.list + 1] = own.by_key[key]
  end
  return own.by_key[key]
end

-- The last value's own expression, where it has a statement of its own: no name for what is returned at once.
function Helpers.returned(lines, name)
  local value = lines[#lines] and lines[#lines]:match("^const [^=]- " .. name:gsub("%p", "%%%0") .. " = (.*);$")
  if value then lines[#lines] = nil end
  return value or name
end

-- Gives a value to a place: by the value's own statement, where nothing after it uses its name.
function Helpers.give(lines, name, place)
  local escaped = "%f[%w_]" .. name:gsub("%p", "%%%0") .. "%f[^%w_]"
  for i = #lines, 1, -1 do
    local value = lines[i]:match("^const [^=]- " .. escaped .. " = (.*;)$")
    if value then
      lines[i] = place .. " = " .. value
      return
    elseif lines[i]:find(escaped) then
      break
    end
  end
  lines[#lines + 1] = ("%s = %s;"):format(place, name)
end

-- Its name and its text, of the given parameters and statements, and what it returns.
local function finish(isa, plan, helper, says, parameters, lines, value)
  local word, lane = plan.node.word, plan.node.lane
  local result = Helpers.returned(lines, value)
  helper.name = ("bl_%s_%s_%s"):format(word.name, lane, isa.name)
  helper.text = template.fill("kernels/helper.h", {
    says = template.wrap(("%s, %s: %s. %s."):format(word.name, lane, word.says, says), 112, "\n * "),
    attribute = isa.attribute .. " BL_INLINE", type = spelling.full_type(isa, plan.node.type), name = helper.name,
    parameters = table.concat(parameters, ", "), body = template.statements(lines),
    result = template.statements { "return " .. result .. ";" },
  })
  return helper
end

function Helpers:by_words(isa, plan)
  local helper, emitter = { uses = {} }, emit.new(plan.chooser, self)
  emitter.ask_leaf = function(node) return { node.result } end
  emitter.ask_held = emitter.ask_leaf
  emitter.ask_live = function(node, lanes) -- of the helper's registers: its own parameter, or that widened
    helper.live = true
    local live = expr.leaf("live", declare.type_of("mask", expr.width(spelling.stored_as(plan.node.lane))), expr.step, "live")
    while plan.chooser:natural(live) > lanes do
      live = expr.apply(declare.words.mask_widen, declare.type_of("int", expr.width(live.type)), live)
    end
    return emitter:registers(live, lanes)
  end
  local leaves = {}
  for _, inner in ipairs(expr.reachable(plan.root)) do
    if inner.leaf then leaves[inner.leaf] = inner end
  end
  local parameters = {}
  for i = 1, #plan.node.args do
    if leaves[i] then
      parameters[#parameters + 1] = spelling.full_type(isa, leaves[i].type) .. " " .. emitter:unique(leaves[i].result)
      helper.uses[i] = true
    end
  end
  local name = expr.in_scope(plan.scope, emitter.registers, emitter, plan.root, plan.lanes)[1]
  if helper.live then parameters[#parameters + 1] = spelling.live_type(isa, expr.width(plan.node.lane)) .. " live" end
  helper.instructions, helper.weighted = emitter.instructions, emitter.weighted
  helper.promoted, helper.doubles, helper.words = emitter.promoted, emitter.doubles, emitter.words
  return finish(isa, plan, helper, Helpers.plural(emitter.instructions, "instruction"), parameters, emitter.lines, name)
end

-- Every lane is stored, computed in plain C and loaded again.
function Helpers:by_lanes(isa, plan)
  local node, plain, stores, uses = plan.node, plan.plain, {}, {}
  local names = node.word.operands
  local function array(type, name) return ("%s %s[%d];"):format(spelling.memory_type(type), name, plan.lanes) end
  local lines = lists.map(node.args, function(arg, i)
    uses[i], stores[i] = true, spelling.moved(isa, "store", arg.type, plan.lanes, names[i] .. "_lane", 1, names[i]) .. ";"
    return array(arg.type, names[i] .. "_lane")
  end)
  lists.append(lines, { array(node.type, node.result), table.unpack(stores) })
  local emitter = emit.new(plain.chooser, self, { node.result })
  emitter.ask_leaf = function(leaf) return { names[leaf.leaf] .. "_lane[i]" } end
  emitter.ask_held = emitter.ask_leaf
  local name = expr.in_scope(plain.scope, emitter.registers, emitter, plain.root, 1)[1]
  local result = Helpers.returned(emitter.lines, name)
  emitter.lines[#emitter.lines + 1] = ("%s[i] = %s;"):format(node.result, result)
  lists.append(lines, { "BL_LANES", ("for (size_t i = 0; i < %d; ++i) {"):format(plan.lanes) })
  lists.append(lines, lists.indented(emitter.lines))
  lines[#lines + 1] = "}"
  local helper = { uses = uses, instructions = math.tointeger(plan.total), weighted = plan.total, doubles = emitter.doubles, words = {} }
  local parameters = lists.map(node.args, function(arg, i) return spelling.full_type(isa, arg.type) .. " " .. names[i] end)
  local loaded = spelling.moved(isa, "load", node.type, plan.lanes, node.result, 1)
  return finish(isa, plan, helper, "Lane by lane", parameters, lines, loaded)
end

return Helpers
