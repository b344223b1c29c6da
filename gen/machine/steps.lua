-- Steps: a kernel's expression as a function over registers, written once for all loops and patterns that compute it alike;
-- and the slow way of a settle as one beside it.

local declare = include "declare"
local emit = include "emit"
local expr = include "expr"
local helpers = include "helpers"
local lists = include "lists"
local spelling = include "spelling"
local template = include "template"

local steps = {}

-- What a function, whose body the emitter writes, asks of its caller: registers of leaves, held values, predicates; each a
-- parameter, or several.
local function parameters_of(emitter)
  local isa, chooser, list, known = emitter.isa, emitter.chooser, {}, {}
  local function add(kind, node, lanes, base, many, c_type)
    local names = emitter:name(base, many)
    -- the operands' order; held values that are no operand come behind, then predicates
    local order = 1000 * (kind == "live" and 2000 or node.leaf or 1000) + #list
    list[#list + 1] = { kind = kind, node = node, lanes = lanes, names = names, c_type = c_type, order = order }
    return names
  end
  function emitter.ask_leaf(node, lanes, many)
    return add("leaf", node, lanes, node.result, many, spelling.c_type(isa, node.type, lanes))
  end
  function emitter.ask_held(node, many) -- an operand in as many registers as if it were not held, so that steps are alike
    local key = node.leaf and node.id .. ":" .. many or node
    known[key] = known[key] or add("held", node, chooser.lanes // many, node.result, node.leaf and many or 1,
      spelling.full_type(isa, spelling.stored_as(node.type)))
    return known[key]
  end
  function emitter.ask_live(node, lanes)
    local bits = isa.bits // lanes
    known[bits] = known[bits] or add("live", node, lanes, "live", chooser:count(node) // lanes,
      spelling.live_type(isa, bits))
    return known[bits]
  end
  return list
end

local function by_order(a, b) return a.order < b.order end

-- The functions of a kernel file, each text once.
local Functions = {}
Functions.__index = Functions

function steps.functions(kernel_name, isa)
  return setmetatable({ kernel = kernel_name, isa = isa, list = {}, by_text = {}, names = {} }, Functions)
end

local kinds = {
  step = { says = "a step", attribute = "%s BL_INLINE", head = "", tail = "" },
  load = { says = "a step from memory", attribute = "%s BL_INLINE", head = "", tail = "_at" },
  slow = { says = "only where a lane is doubtful", attribute = "static BL_NEVER_INLINE %s", head = "bl_slow_", tail = "" },
}

-- Adds a function, unless it is there. Its name.
function Functions:add(pattern, kind, type, parameters, lines)
  local key = kind .. type .. table.concat(parameters, ",") .. table.concat(lines, "\n")
  if self.by_text[key] then return self.by_text[key] end
  local of = kinds[kind]
  local name = ("%s%s_%s"):format(of.head, self.kernel, self.isa.name)
  if self.names[name .. of.tail] then name = name .. "_" .. pattern end
  name = name .. of.tail
  while self.names[name] do name = name .. "_b" end
  self.names[name], self.by_text[key] = true, name
  local head = of.attribute:format(self.isa.attribute) .. (" %s %s("):format(type, name)
  self.list[#self.list + 1] = template.fill("kernels/step.c", {
    says = of.says, head = head, parameters = template.list(parameters, head), body = template.statements(lines),
  })
  return name
end

-- The same of a function that computes `results`: one is returned, several go where its first parameters point.
function Functions:add_giving(pattern, kind, type, parameters, lines, results, pointer)
  if #results == 1 then
    local result = helpers.returned(lines, results[1])
    lines[#lines + 1] = "return " .. result .. ";"
    return self:add(pattern, kind, type, parameters, lines)
  end
  for i, name in ipairs(results) do
    local place = ("*%s%d"):format(pointer, i - 1)
    table.insert(parameters, i, type .. " " .. place)
    if kind == "step" then helpers.give(lines, name, place) else lines[#lines + 1] = ("%s = %s;"):format(place, name) end
  end
  return self:add(pattern, kind, "void", parameters, lines)
end

-- Statements by which lanes that are not doubtful take what one doubtful lane has: nothing there can raise an exception
-- that no doubtful lane raises.
local function spread(isa, count, list, doubtful, mask, lanes, live)
  local arrays, stores, copies, loads = {}, {}, {}, {}
  local int = declare.type_of("int", expr.width(mask))
  local function array(type, name)
    local c_type, most = spelling.memory_type(spelling.stored_as(type)), isa.scale and isa.scale_most or 1
    arrays[#arrays + 1] = ("%s %s[%d];"):format(c_type, name, count * most)
  end
  local function store(type, name, i, own_lanes, value)
    stores[#stores + 1] = spelling.moved(isa, "store", type, own_lanes, name, i, value, live) .. ";"
  end
  array(int, "is_doubtful")
  for i, name in ipairs(doubtful) do
    local values = { l = lanes, k = live or spelling.all_live(isa, lanes) }
    store(int, "is_doubtful", i, lanes, spelling.fill(isa.lanes[int].words.lanes_from_mask.text, { name }, values))
  end
  for _, parameter in ipairs(list) do
    local type = parameter.node.type
    if parameter.node.leaf then
      local lane = parameter.names[1]:gsub("0$", "") .. "_lane"
      array(type, lane)
      for i, name in ipairs(parameter.names) do
        store(type, lane, i, parameter.lanes, name)
        loads[#loads + 1] = ("%s = %s;"):format(name, spelling.moved(isa, "load", type, parameter.lanes, lane, i, nil, live))
      end
      copies[#copies + 1] = ("%s[i] = is_doubtful[i] != 0 ? %s[i] : %s[one];"):format(lane, lane, lane)
    end
  end
  local all = live or isa.scale and ("%d * (%s)"):format(count, isa.scale) or count
  return lists.joined(arrays, { "size_t one = 0;", "" }, stores,
    { "while (is_doubtful[one] == 0) {", "    ++one;", "}", ("for (size_t i = 0; i < %s; ++i) {"):format(all) },
    lists.indented(copies), { "}" }, loads)
end

-- The statements of a call of settle's slow way, whose function is added to `functions`.
function steps.slow_way(pattern, functions, outer, node, lanes, names, doubtful)
  local isa, many = outer.isa, #names
  local inner = emit.new(outer.chooser, outer.helpers, { "i", "one", "is_doubtful" })
  local parameters = parameters_of(inner)
  inner.ask_slow = outer.ask_slow
  local mask, c_type = node.args[2].type, spelling.c_type(isa, node.type, lanes)
  local flags, fast = inner:name("doubtful", many), inner:name("fast", many)
  local results = inner:registers(node.args[3], lanes)
  local lines, declared, given = {}, {}, {}
  local function add(type, own, theirs)
    for i, name in ipairs(own) do
      declared[#declared + 1], given[#given + 1] = type .. " " .. name, theirs[i] or theirs[1]
    end
  end
  if isa.bits then
    local function known(name, type, in_registers)
      local leaf = expr.leaf(name, type, expr.step, name)
      inner.memo[leaf.id .. ":" .. lanes] = in_registers
      return leaf
    end
    local live = isa.counted and inner.ask_live(node, lanes)[1]
    lines = spread(isa, math.tointeger(outer.chooser.lanes), parameters, flags, mask, lanes, live)
    local blend = expr.apply(declare.words.select, nil, known("doubtful", mask, flags), known("slow", node.type, results),
      known("fast", node.type, fast))
    results = inner:registers(blend, lanes)
    add(spelling.c_type(isa, mask, lanes), flags, doubtful)
    add(c_type, fast, names)
  end
  outer.doubles = outer.doubles or inner.doubles
  lists.append(lines, inner.lines)
  table.sort(parameters, by_order)
  for _, parameter in ipairs(parameters) do
    local kind, own = parameter.kind, parameter.names
    add(parameter.c_type, own, kind == "leaf" and outer:registers(parameter.node, parameter.lanes)
      or kind == "held" and outer.ask_held(parameter.node, #own) or outer.ask_live(parameter.node, parameter.lanes))
  end
  local name = functions:add_giving(pattern, "slow", c_type, declared, lines, results, "settled")
  if many == 1 then return { ("%s = %s(%s);"):format(names[1], name, table.concat(given, ", ")) } end
  local slow = lists.map(names, function(_, i) return "slow" .. i - 1 end)
  return lists.joined(
    lists.map(slow, function(own) return ("%s %s;"):format(c_type, own) end),
    { ("%s(&%s, %s);"):format(name, table.concat(slow, ", &"), table.concat(given, ", ")) },
    lists.map(slow, function(own, i) return ("%s = %s;"):format(names[i], own) end))
end

-- The step of a lowered expression: the function's name, its parameters, its results. In the expression's scope.
function steps.weave(functions, library, job)
  local isa, root, pattern, lanes = job.isa, job.root, job.pattern.name, job.store_lanes
  local emitter = emit.new(job.chooser, library, { "out", "i" })
  local parameters = parameters_of(emitter)
  emitter.ask_slow = function(...) return steps.slow_way(pattern, functions, ...) end
  local names = emitter:registers(root, lanes)
  local declared, c_type = {}, spelling.c_type(isa, root.type, lanes)
  table.sort(parameters, by_order)
  for _, parameter in ipairs(parameters) do
    for _, name in ipairs(parameter.names) do declared[#declared + 1] = parameter.c_type .. " " .. name end
  end
  return {
    name = functions:add_giving(pattern, "step", c_type, declared, emitter.lines, names, "out"),
    parameters = parameters, many = #names, lanes = lanes, c_type = c_type, type = root.type, result = root.result,
    instructions = emitter.instructions, expanded = emitter.expanded, promoted = emitter.promoted, doubles = emitter.doubles,
    words = emitter.words,
  }
end

return steps
