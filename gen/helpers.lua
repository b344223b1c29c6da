-- Helpers: the words that an ISA makes of others, as functions of its header.

local emit = include "emit"
local expr = include "expr"
local literal = include "literal"
local registers = include "registers"
local template = include "template"

local Helpers = {}
Helpers.__index = Helpers

local function new() return setmetatable({ by_isa = {} }, Helpers) end

-- The macro of an ISA's function attributes.
local function attribute(isa) return "BL_" .. isa.name:upper() end

local function plural(count, noun) return ("%d %s%s"):format(count, noun, count == 1 and "" or "s") end

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

local function finish(isa, plan, helper, says, parameters, lines, result)
  local node = plan.node
  helper.name = ("bl_%s_%s_%s"):format(node.word.name, node.lane, isa.name)
  helper.node = node
  helper.text = template.fill("helper.h", {
    says = template.wrap(("%s, %s: %s. %s."):format(node.word.name, node.lane, node.word.says, says), 112, "\n * "),
    attribute = attribute(isa) .. " BL_INLINE", type = registers.whole_type(isa, node.type), name = helper.name,
    parameters = table.concat(parameters, ", "), body = template.statements(lines),
    result = template.statement("return " .. result .. ";"),
  })
  return helper
end

-- The last value's own expression, where it has a statement of its own: no name for what is returned at once.
local function returned(lines, name)
  local value = lines[#lines] and lines[#lines]:match("^const [^=]- " .. name:gsub("%p", "%%%0") .. " = (.*);$")
  if value then lines[#lines] = nil end
  return value or name
end

-- Gives a value to a place: by the value's own statement, where nothing after it uses its name.
local function give(lines, name, place)
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

-- Predicates of a helper's registers: its own parameter, or that widened.
local function ask_live(emitter, plan, note)
  local type = registers.stored_as(plan.node.lane)
  return function(node, lanes)
    note()
    local live = expr.leaf("live", include("declare").type_of("mask", expr.width(type)), expr.step, "live")
    while emitter().chooser:natural(live) > lanes do
      live = expr.apply(include("declare").words.mask_widen, include("declare").type_of("int", expr.width(live.type)), live)
    end
    return emitter():registers(live, lanes)
  end
end

function Helpers:by_words(isa, plan)
  local leaves, uses, parameters, helper, emitter = {}, {}, {}, {}, nil
  for _, inner in ipairs((expr.reachable(plan.root))) do
    if inner.leaf then leaves[inner.leaf] = inner end
  end
  local function name_of(node) return node.result end
  emitter = emit.new(plan.chooser, {
    helpers = self, ask_leaf = function(node) return { name_of(node) } end, ask_held = function(node) return { name_of(node) } end,
    ask_live = ask_live(function() return emitter end, plan, function() helper.live = true end),
  })
  for i = 1, #plan.node.args do
    if leaves[i] then
      parameters[#parameters + 1] = registers.whole_type(isa, leaves[i].type) .. " " .. leaves[i].result
      uses[i] = true
      emitter:unique(leaves[i].result)
    end
  end
  local name = expr.in_scope(plan.scope, function() return emitter:registers(plan.root, plan.lanes)[1] end)
  if helper.live then parameters[#parameters + 1] = isa.lanes.i8.mask .. " live" end
  helper.uses, helper.instructions, helper.weighted, helper.promoted = uses, emitter.instructions, emitter.weighted, emitter.promoted
  local result = returned(emitter.lines, name)
  return finish(isa, plan, helper, plural(emitter.instructions, "instruction"), parameters, emitter.lines, result)
end

-- Every lane is stored, computed in plain C and loaded again.
function Helpers:by_lanes(isa, plan)
  local node, plain, parameters, uses, lines, values = plan.node, plan.plain, {}, {}, {}, {}
  local function storage(type) return registers.storage(isa, type, plan.lanes) end
  local function array(type, name)
    lines[#lines + 1] = ("%s %s[%d];"):format(literal.c_type(type), name, plan.lanes)
  end
  for i, arg in ipairs(node.args) do
    local name = node.word.operands[i]
    parameters[i] = registers.whole_type(isa, arg.type) .. " " .. name
    uses[i] = true
    array(arg.type, name .. "_lane")
  end
  array(node.type, node.result)
  for i, arg in ipairs(node.args) do
    local name = node.word.operands[i] .. "_lane"
    lines[#lines + 1] = literal.fill(storage(arg.type).store, { node.word.operands[i] }, { p = name, a = name, i = "0" }) .. ";"
    values[i] = name .. "[i]"
  end
  local emitter = emit.new(plain.chooser, {
    helpers = self, ask_leaf = function(leaf) return { values[leaf.leaf] } end, ask_held = function(leaf) return { values[leaf.leaf] } end,
  })
  emitter:unique(node.result)
  local name = expr.in_scope(plain.scope, function() return emitter:registers(plain.root, 1)[1] end)
  local result = returned(emitter.lines, name)
  lines[#lines + 1] = ("for (size_t i = 0; i < %d; ++i) {"):format(plan.lanes)
  for _, line in ipairs(emitter.lines) do lines[#lines + 1] = "    " .. line end
  lines[#lines + 1] = ("    %s[i] = %s;"):format(node.result, result)
  lines[#lines + 1] = "}"
  local helper = { uses = uses, instructions = math.tointeger(plan.total), weighted = plan.total }
  return finish(isa, plan, helper, "Lane by lane", parameters, lines,
    literal.fill(storage(node.type).load, {}, { p = node.result, a = node.result, i = "0" }))
end

return { new = new, attribute = attribute, plural = plural, returned = returned, give = give }
