-- Steps: takes a job, and gives the functions over registers that compute its expression, each written once for all
-- patterns and loops that compute it alike: the step, and the slow way of a settle beside it.

local arrange = require "compiler.arrange"
local declare = require "reading.declare"
local expr = require "compiler.expr"
local lists = require "lists"
local names = require "compiler.names"
local schedule = require "compiler.schedule"
local spelling = require "compiler.spelling"
local statements = require "compiler.statements"
local template = require "template"

local steps = {}

-- The functions of a kernel file, each text once, and the names of the values in them.
local Functions = {}
Functions.__index = Functions

function steps.functions(library, kernel, isa, reserved)
  return setmetatable({
    library = library, kernel = kernel.name, isa = isa, list = {}, by_text = {}, by_name = {},
    names = names.new(reserved),
  }, Functions)
end

local kinds = {
  step = { says = "a step", attribute = "%s BL_INLINE", head = "", tail = "" },
  alike = { says = "one register of a step", attribute = "%s BL_INLINE", head = "", tail = "" },
  load = { says = "a step of values in memory", attribute = "%s BL_INLINE", head = "", tail = "_at" },
  slow = {
    says = "the slow way, where a lane is doubtful", attribute = "static BL_NEVER_INLINE %s", head = "bl_slow_",
    tail = "",
  },
}

-- Adds a function, unless it is there. Its name.
function Functions:add(kind, type, parameters, lines, role)
  local key = kind .. type .. table.concat(parameters, ",") .. table.concat(lines, "\n")
  if self.by_text[key] then return self.by_text[key] end
  local of = kinds[kind]
  local name = ("%s%s_%s%s"):format(of.head, self.kernel, self.isa.name, role and "_" .. role or "")
  if self.by_name[name .. of.tail] then name = name .. "_" .. self.pattern end
  name = name .. of.tail
  while self.by_name[name] do name = name .. "_b" end
  self.by_name[name], self.by_text[key] = true, name
  local head = of.attribute:format(self.isa.attribute) .. (" %s %s("):format(type, name)
  self.list[#self.list + 1] = template.fill("kernels/step.c", {
    says = of.says, head = head, parameters = lists.commas(parameters), body = lines,
  })
  return name
end

function Functions:add_alike(role, type, parameters, lines)
  return self:add("alike", type, parameters, lines, role)
end

-- The same of a function that computes a record: one register is returned, several go where its first parameters point.
function Functions:add_giving(kind, type, parameters, list, result, pointer)
  if result.many == 1 then
    local value = statements.returned(list, result.names[1])
    return self:add(kind, type, parameters, lists.joined(statements.lines(list), { "return " .. value .. ";" }))
  end
  for i = 1, result.many do table.insert(parameters, i, ("%s *%s%d"):format(type, pointer, i - 1)) end
  statements.give(list, result, function(i) return ("*%s%d"):format(pointer, i - 1) end)
  return self:add(kind, "void", parameters, statements.lines(list))
end

-- Statements by which lanes that are not doubtful take what one doubtful lane has: nothing there can raise an exception
-- that no doubtful lane raises.
local function spread(isa, count, inputs, flags, live)
  local arrays, stores, copies, loads = {}, {}, {}, {}
  local told, is, is_not = "is_" .. flags.base, "!= 0", "== 0" -- of each lane; how it says that the lane is doubtful
  if flags.base == "certain" then is, is_not = is_not, is end
  local int, lanes = declare.type_of("int", expr.width(flags.node.type)), flags.lanes
  local function array(type, name)
    arrays[#arrays + 1] = spelling.array(type, name, count * (isa.scale and isa.scale_most or 1))
  end
  local function store(type, name, i, own_lanes, value)
    stores[#stores + 1] = spelling.moved(isa, "store", type, own_lanes, name, i, value, live) .. ";"
  end
  array(int, told)
  for i, name in ipairs(flags.names) do
    local values = { l = lanes, k = live or spelling.all_live(isa, lanes) }
    store(int, told, i, lanes, spelling.fill(isa.lanes[int].words.lanes_from_mask.text, { name }, values))
  end
  for _, input in ipairs(inputs) do
    local type = input.node.type
    if math.type(input.node.leaf) then -- an operand
      local lane = input.names[1]:gsub("0$", "") .. "_lane"
      array(type, lane)
      for i, name in ipairs(input.names) do
        store(type, lane, i, input.lanes, name)
        local loaded = spelling.moved(isa, "load", type, input.lanes, lane, i, nil, live)
        loads[#loads + 1] = ("%s = %s;"):format(name, loaded)
      end
      copies[#copies + 1] = ("%s[i] = %s[i] %s ? %s[i] : %s[one];"):format(lane, told, is, lane, lane)
    end
  end
  local all = live or isa.scale and ("%d * (%s)"):format(count, isa.scale) or count
  local search = { ("while (%s[one] %s) {"):format(told, is_not), "    ++one;", "}" }
  return lists.joined(arrays, { "size_t one = 0;", "" }, stores, search,
    { ("for (size_t i = 0; i < %s; ++i) {"):format(all) }, lists.indented(copies), { "}" }, loads)
end

-- Schedules a settle's slow way, and in `outer` what it is given. What gives the statements of its call, of the names
-- that it sets and those of the doubtful lanes.
function Functions:slow_way(outer, choice, many)
  local isa, choices, node, lanes = outer.isa, outer.choices, choice.node, choice.lanes
  local inner, doubtful, flags, fast, live = schedule.new(choices, self), nil, nil, nil, nil
  -- A value as a leaf of that name: its record, or else an input.
  local function known(name, of, record)
    local leaf = expr.leaf(name .. node.id, of.type, name) -- each settle's own
    local given = choices:give(leaf, lanes)
    inner.of[given] = record
    return leaf, inner:input(given, {
      kind = name, node = leaf, lanes = lanes, base = name, many = many, c_type = spelling.c_type(isa, of.type, lanes),
    })
  end
  if isa.bits then
    doubtful, flags = known("doubtful", node.args[2])
    if choice.way.unless then
      flags.base, doubtful = "certain", expr.apply(declare.words.opposite, nil, doubtful)
    end
    fast = known("fast", node)
  end
  local results = inner:value(choice.slow)
  if isa.bits then
    live = isa.counted and inner:live(node, lanes)
    local slow = known("slow", node, results)
    local blend = expr.apply(declare.words.select, nil, doubtful, slow, fast)
    results = inner:value(choices:resolve(choices:best(blend, lanes)))
  end
  arrange(inner, { results })
  outer.doubles = outer.doubles or inner.doubles
  local outside = {} -- the records of the inputs, by input
  for _, input in ipairs(inner:parameters()) do
    outside[input] = input.kind == "live" and outer:live(input.node, input.lanes)
      or input.kind == "held" and outer:held_input(input.node, input.many)
      or input.kind == "leaf" and outer:value(choices:best(input.node, input.lanes))
  end
  return function(names, those_doubtful)
    statements.name(inner)
    local given, passed, list = { fast = names, doubtful = those_doubtful }, {}, {}
    for _, input in ipairs(inner.inputs) do
      local own = given[input.kind] or outside[input].names
      for i = 1, input.many do passed[#passed + 1] = own[i] or own[1] end
    end
    if isa.bits then
      local lines = spread(isa, math.tointeger(choices.limit), inner.inputs, flags, live and live.names[1])
      list = lists.map(lines, function(line) return { text = line } end)
    end
    lists.append(list, statements.list(inner))
    local result_type = spelling.c_type(isa, node.type, lanes)
    local name = self:add_giving("slow", result_type, inner:declared(), list, results, "settled")
    if many == 1 then return { ("%s = %s(%s);"):format(names[1], name, table.concat(passed, ", ")) } end
    local slow = lists.map(names, function(_, i) return "slow" .. i - 1 end)
    return lists.joined(
      lists.map(slow, function(own) return ("%s %s;"):format(result_type, own) end),
      { ("%s(&%s, %s);"):format(name, table.concat(slow, ", &"), table.concat(passed, ", ")) },
      lists.map(slow, function(own, i) return ("%s = %s;"):format(names[i], own) end))
  end
end

-- Schedules the step of what is chosen: its parameters, its result and costs; its text, and so its name, is made when
-- all that the file computes has its names. In the expression's graph.
function steps.schedule(functions, job)
  local root, lanes = job.way.root, job.choice.lanes
  local own = schedule.new(job.choices, functions)
  local result = own:value(job.choice)
  arrange(own, { result })
  return {
    own = own, value = result, parameters = own:parameters(), many = result.many, lanes = lanes, type = root.type,
    c_type = spelling.c_type(job.isa, root.type, lanes), instructions = own.instructions, expanded = own.expanded,
    promoted = own.promoted, doubles = own.doubles, words = own.words, records = own.records,
  }
end

function steps.weave(functions, job)
  local step = job.step
  functions.pattern = job.pattern.name
  statements.name(step.own)
  step.result = expr.called(job.way.root)
  local list = statements.list(step.own)
  step.name = functions:add_giving("step", step.c_type, step.own:declared(), list, step.value, "out")
end

return steps
