-- Steps: a kernel's expression as a function over registers, written once for all loops and patterns that compute it alike;
-- and the slow way of a settle as one beside it.

local declare = include "declare"
local emit = include "emit"
local expr = include "expr"
local helpers = include "helpers"
local literal = include "literal"
local registers = include "registers"
local template = include "template"

local steps = {}

-- What a function asks of its caller: registers of leaves, held values, predicates; each a parameter, or several.
local Parameters = {}
Parameters.__index = Parameters

local function new_parameters(isa)
  return setmetatable({ isa = isa, list = {} }, Parameters)
end

function Parameters:add(kind, node, lanes, names, c_type)
  self.list[#self.list + 1] = { kind = kind, node = node, lanes = lanes, names = names, c_type = c_type, order = #self.list }
  return names
end

-- The functions that an emitter asks.
function Parameters:asked(emitter)
  emitter.ask_leaf = function(node, lanes, many)
    return self:add("leaf", node, lanes, emitter:name(node.result, many), registers.c_type(self.isa, node.type, lanes))
  end
  local known = {}
  emitter.ask_held = function(node, many) -- an operand in as many registers as if it were not held, so that steps are alike
    local c_type = registers.whole_type(self.isa, registers.stored_as(node.type))
    local key = node.leaf and node.id .. ":" .. many or node
    known[key] = known[key] or self:add("held", node, emitter.chooser.lanes // many, emitter:name(node.result, node.leaf and many or 1), c_type)
    return known[key]
  end
  emitter.ask_live = function(node, lanes)
    local bits = self.isa.bits // lanes
    known[bits] = known[bits] or self:add("live", node, lanes, emitter:name("live", emitter.chooser:count(node) // lanes),
      self.isa.lanes.i8.mask)
    return known[bits]
  end
end

-- In the operands' order; held values that are no operand come behind, then predicates.
function Parameters:sorted()
  local function rank(parameter)
    if parameter.kind == "live" then return 2000 end
    return parameter.node.leaf or 1000
  end
  table.sort(self.list, function(a, b)
    local x, y = rank(a), rank(b)
    if x ~= y then return x < y end
    return a.order < b.order
  end)
  return self.list
end

function Parameters:declared()
  local list = {}
  for _, parameter in ipairs(self:sorted()) do
    for _, name in ipairs(parameter.names) do list[#list + 1] = parameter.c_type .. " " .. name end
  end
  return list
end

-- ---- The slow way ----

-- Statements by which lanes that are not doubtful take what one doubtful lane has: nothing there can raise an exception
-- that no doubtful lane raises.
local function spread(isa, chooser, list, doubtful, doubtful_type, lanes)
  local scale = isa.scale and isa.scale_most or 1
  local lines, moves, copies = {}, {}, {}
  local everything = isa.scale and literal.fill(isa.lanes.i8.live, {}, { i = "0", n = "SIZE_MAX" })
  local mask_type = declare.type_of("int", expr.width(doubtful_type))
  local function place(name, i, count)
    local at = isa.scale and ("%s + %d * (%s)"):format(name, (i - 1) * count, isa.scale) or ("%s + %d"):format(name, (i - 1) * count)
    if i == 1 then at = name end
    return { p = at, a = at, i = "0", k = everything, l = count }
  end
  local function array(type, name, count)
    lines[#lines + 1] = ("%s %s[%d];"):format(literal.c_type(registers.stored_as(type)), name, count * scale)
  end
  local count = math.tointeger(chooser.lanes)
  array(mask_type, "is_doubtful", count)
  local mask_storage = registers.storage(isa, mask_type, lanes)
  for i, name in ipairs(doubtful) do
    local as_lanes = literal.fill(isa.lanes[mask_type].words.lanes_from_mask.text, { name }, { l = lanes, k = everything })
    moves[#moves + 1] = literal.fill(mask_storage.store, { as_lanes }, place("is_doubtful", i, lanes)) .. ";"
  end
  local back = {}
  for _, parameter in ipairs(list) do
    if parameter.node.leaf then
      local lane_name = parameter.names[1]:gsub("0$", "") .. "_lane"
      local storage = registers.storage(isa, parameter.node.type, parameter.lanes)
      array(parameter.node.type, lane_name, count)
      for i, name in ipairs(parameter.names) do
        moves[#moves + 1] = literal.fill(storage.store, { name }, place(lane_name, i, parameter.lanes)) .. ";"
        back[#back + 1] = ("%s = %s;"):format(name, literal.fill(storage.load, {}, place(lane_name, i, parameter.lanes)))
      end
      copies[#copies + 1] = ("    %s[i] = is_doubtful[i] != 0 ? %s[i] : %s[one];"):format(lane_name, lane_name, lane_name)
    end
  end
  lines[#lines + 1] = "size_t one = 0;"
  lines[#lines + 1] = ""
  table.move(moves, 1, #moves, #lines + 1, lines)
  table.move({ "while (is_doubtful[one] == 0) {", "    ++one;", "}",
    ("for (size_t i = 0; i < %s; ++i) {"):format(isa.scale and ("%d * (%s)"):format(count, isa.scale) or count) }, 1, 4, #lines + 1, lines)
  table.move(copies, 1, #copies, #lines + 1, lines)
  lines[#lines + 1] = "}"
  return table.move(back, 1, #back, #lines + 1, lines)
end

-- The statements of a call of settle's slow way, whose function is added to `functions`.
local function slow_way(owner, functions, outer, node, lanes, many, names, doubtful)
  local isa, chooser = outer.isa, outer.chooser
  local parameters = new_parameters(isa)
  local inner = emit.new(chooser, { helpers = outer.helpers })
  parameters:asked(inner)
  inner.ask_slow = outer.ask_slow
  for name in pairs { i = 1, one = 1, is_doubtful = 1 } do inner:unique(name) end
  local mask, slow_type = node.args[2].type, registers.c_type(isa, node.type, lanes)
  local mask_type = registers.c_type(isa, mask, lanes)
  local flags, fast = inner:name("doubtful", many), inner:name("fast", many)
  local slow = inner:registers(node.args[3], lanes)
  local lines, results = {}, slow
  if isa.bits then
    lines = spread(isa, chooser, parameters.list, flags, mask, lanes)
    local blended = {}
    for i, given in ipairs { { node.args[2], "doubtful", flags }, { node, "slow", slow }, { node, "fast", fast } } do
      blended[i] = expr.leaf(given[2], given[1].type, expr.step, given[2])
      inner.memo[blended[i].id .. ":" .. lanes] = given[3]
    end
    local blend = expr.apply(declare.words.select, nil, table.unpack(blended))
    results = inner:registers(blend, lanes)
  end
  table.move(inner.lines, 1, #inner.lines, #lines + 1, lines)
  local declared, given, list = {}, {}, parameters:sorted()
  local function add(c_type, own, theirs)
    for i, name in ipairs(own) do
      declared[#declared + 1] = c_type .. " " .. name
      given[#given + 1] = theirs[i] or theirs[1]
    end
  end
  if isa.bits then
    add(mask_type, flags, doubtful)
    add(slow_type, fast, names)
  end
  for _, parameter in ipairs(list) do
    local theirs
    if parameter.kind == "leaf" then
      theirs = outer:registers(parameter.node, parameter.lanes)
    elseif parameter.kind == "held" then
      theirs = outer.ask_held(parameter.node, #parameter.names)
    else
      theirs = outer.ask_live(parameter.node, parameter.lanes)
    end
    add(parameter.c_type, parameter.names, theirs)
  end
  local call, type
  local head = {}
  if many == 1 then
    type = slow_type
    local result = helpers.returned(lines, results[1])
    lines[#lines + 1] = "return " .. result .. ";"
  else
    type = "void"
    for i = 1, many do
      table.insert(declared, i, slow_type .. " *settled" .. i - 1)
      table.insert(given, i, "&slow" .. i - 1)
      lines[#lines + 1] = ("*settled%d = %s;"):format(i - 1, results[i])
      head[#head + 1] = ("%s slow%d;"):format(slow_type, i - 1)
    end
  end
  local name = functions:add(owner, "slow", type, declared, lines)
  call = ("%s(%s)"):format(name, table.concat(given, ", "))
  if many == 1 then return { ("%s = %s;"):format(names[1], call) } end
  head[#head + 1] = call .. ";"
  for i = 1, many do head[#head + 1] = ("%s = slow%d;"):format(names[i], i - 1) end
  return head
end

-- ---- A file's functions ----

-- The functions of a kernel file, each text once.
local Functions = {}
Functions.__index = Functions

function steps.functions(kernel_name, isa)
  return setmetatable({ kernel = kernel_name, isa = isa, list = {}, by_text = {}, names = {} }, Functions)
end

local head_of = { step = "", slow = "bl_slow_", load = "" }
local tail_of = { step = "", slow = "", load = "_at" }
local attribute_of = { step = "%s BL_INLINE", slow = "static BL_NEVER_INLINE %s", load = "%s BL_INLINE" }
local says_of = { slow = "only where a lane is doubtful", step = "a step", load = "a step from memory" }

function Functions:add(pattern, kind, type, parameters, lines)
  local key = kind .. type .. table.concat(parameters, ",") .. table.concat(lines, "\n")
  if self.by_text[key] then return self.by_text[key] end
  local name = ("%s%s_%s"):format(head_of[kind], self.kernel, self.isa.name)
  if self.names[name .. tail_of[kind]] then name = name .. "_" .. pattern end
  name = name .. tail_of[kind]
  while self.names[name] do name = name .. "_b" end
  self.names[name], self.by_text[key] = true, name
  local head = attribute_of[kind]:format(helpers.attribute(self.isa)) .. (" %s %s("):format(type, name)
  self.list[#self.list + 1] = template.fill("step.c", {
    says = says_of[kind], head = head, parameters = template.list(parameters, head), body = template.statements(lines),
  })
  return name
end

-- The step of a lowered expression: the function's name, its parameters, its results. In the expression's scope.
function steps.weave(functions, library, job)
  local isa, root, chooser, pattern, store_lanes = job.isa, job.root, job.chooser, job.pattern.name, job.store_lanes
  local parameters = new_parameters(isa)
  local emitter = emit.new(chooser, { helpers = library })
  parameters:asked(emitter)
  emitter.ask_slow = function(...) return slow_way(pattern, functions, ...) end
  for _, name in ipairs { "out", "i" } do emitter:unique(name) end
  local names = emitter:registers(root, store_lanes)
  local lines, declared, c_type = emitter.lines, parameters:declared(), registers.c_type(isa, root.type, store_lanes)
  if #names == 1 then
    local result = helpers.returned(lines, names[1])
    lines[#lines + 1] = "return " .. result .. ";"
  else
    for i, name in ipairs(names) do
      table.insert(declared, i, ("%s *out%d"):format(c_type, i - 1))
      helpers.give(lines, name, ("*out%d"):format(i - 1))
    end
  end
  return {
    name = functions:add(pattern, "step", #names == 1 and c_type or "void", declared, lines),
    parameters = parameters.list, many = #names, lanes = store_lanes, c_type = c_type, type = root.type, result = root.result,
    instructions = emitter.instructions, expanded = emitter.expanded, promoted = emitter.promoted,
  }
end

return steps
