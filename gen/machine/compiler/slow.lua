-- Slow ways: takes the record of a settle_all or of a settle. For settle_all it makes a function over registers, in
-- which the other lanes copy one doubtful lane; for settle, one that calls plain C for each doubtful lane. Both return
-- a Lua function: it takes the names of the registers to set and of the masks of certain lanes, and returns the C
-- statements of the call.

local arrange = require "compiler.arrange"
local choose = require "compiler.choose"
local declare = require "reading.declare"
local derive = require "compiler.derive"
local expr = require "compiler.expr"
local lists = require "lists"
local lookups = require "compiler.lookups"
local naming = require "compiler.names"
local schedule = require "compiler.schedule"
local spelling = require "compiler.spelling"
local statements = require "compiler.statements"
local template = require "template"

local slow = {}

-- Statements that copy the inputs of one doubtful lane into the lanes that are not doubtful, so that these raise no
-- other exceptions.
local function spread(isa, count, inner, flags, live)
  local arrays, stores, copies, loads, known = {}, {}, {}, {}, {}
  local int, lanes = declare.type_of("int", expr.width(flags.node.type)), flags.lanes
  local function array(type, name)
    arrays[#arrays + 1] = spelling.array(type, name, count * (isa.scale and isa.scale_most or 1))
  end
  local function store(type, name, i, own_lanes, value)
    stores[#stores + 1] = spelling.moved(isa, "store", type, own_lanes, name, i, value, live) .. ";"
  end
  array(int, "is_certain")
  for i, name in ipairs(flags.names) do
    local values = { l = lanes, k = live or spelling.all_live(isa, lanes) }
    store(int, "is_certain", i, lanes, spelling.fill(isa.lanes[int].words.lanes_from_mask.text, { name }, values))
  end
  for _, input in ipairs(inner.inputs) do
    local type = input.node.type
    if math.type(input.node.leaf) or input.kind == "given" then -- an operand, or a settled value
      local name = input.kind == "given" and input.names[1] or input.node.result
      local lane, is_first = name .. "_lane", not known[input.node] -- else it is in registers of another size
      for i, name in ipairs(input.names) do
        if is_first then store(type, lane, i, input.lanes, name) end
        local loaded = spelling.moved(isa, "load", type, input.lanes, lane, i, nil, live)
        loads[#loads + 1] = ("%s = %s;"):format(name, loaded)
      end
      if is_first then
        array(type, lane)
        copies[#copies + 1] = ("%s[i] = is_certain[i] == 0 ? %s[i] : %s[one];"):format(lane, lane, lane)
      end
      known[input.node] = true
    end
  end
  local all = live or isa.scale and ("%d * (%s)"):format(count, isa.scale) or count
  -- the bound keeps compilers from making strlen of it
  local search = { ("while (is_certain[one] != 0 && one + 1 < %s) {"):format(all), "    ++one;", "}" }
  return lists.joined(arrays, { "size_t one = 0;", "" }, stores, search,
    { ("for (size_t i = 0; i < %s; ++i) {"):format(all) }, lists.indented(copies), { "}" }, loads)
end

-- Schedules the slow way of a settle_all, and its arguments in `outer`.
function slow.over_registers(functions, outer, record)
  local isa, choices, choice, many = outer.isa, outer.choices, record.choice, record.many
  local node, lanes = choice.node, choice.lanes
  local inner, certain, flags, fast, live = schedule.new(choices, functions, outer), nil, nil, nil, nil
  -- Replaces a value by a leaf of that name, whose argument is its record, or else an input.
  local function known(name, of, record)
    local leaf = expr.leaf(name .. node.id, of.type, name) -- one for each settle
    local given = choices:give(leaf, lanes)
    inner.of[given] = record
    return leaf, inner:input(given, {
      kind = name, node = leaf, lanes = lanes, base = name, many = many, c_type = spelling.c_type(isa, of.type, lanes),
    })
  end
  if isa.bits then
    certain, flags = known("certain", node.args[2])
    fast = known("fast", node)
  end
  local results = inner:value(choice.slow)
  if isa.bits then
    live = isa.counted and inner:live(node, lanes)
    local slowly = known("slow", node, results)
    local blend = expr.apply(declare.words.select, nil, certain, fast, slowly)
    results = inner:value(choices:resolve(choices:best(blend, lanes)))
  end
  arrange(inner, { results })
  outer.floats = math.max(outer.floats, inner.floats)
  local outside = {} -- the argument for each input
  for _, input in ipairs(inner:parameters()) do
    outside[input] = input.kind == "live" and outer:live(input.node, input.lanes)
      or input.kind == "held" and outer:held_input(input.node, input.many)
      or (input.kind == "leaf" or input.kind == "given") and outer:value(input.choice)
  end
  return function(names, told)
    statements.name(inner)
    local given, passed = { fast = names, certain = told }, {}
    for _, input in ipairs(inner.inputs) do
      local own = given[input.kind] or outside[input].names
      for i = 1, input.many do passed[#passed + 1] = own[i] or own[1] end
    end
    local lines = isa.bits and spread(isa, math.tointeger(choices.limit), inner, flags, live and live.names[1]) or {}
    local list = lists.joined(lists.map(lines, function(line) return { text = line } end), statements.list(inner))
    local result_type = spelling.c_type(isa, node.type, lanes)
    local is_taken = lists.any(inner.records, function(own) -- by a computed value
      return (own ~= results or own.kind == "settle") and own.names[1] == "settled0"
    end)
    local pointer = is_taken and "slow" or "settled"
    local name = functions:add_giving("slow", result_type, inner:declared(), list, results, pointer)
    if many == 1 then return { ("%s = %s(%s);"):format(names[1], name, table.concat(passed, ", ")) } end
    local given_back = lists.map(names, function(_, i) return "slow" .. i - 1 end)
    return lists.joined(
      lists.map(given_back, function(own) return ("%s %s;"):format(result_type, own) end),
      { ("%s(&%s, %s);"):format(name, table.concat(given_back, ", &"), table.concat(passed, ", ")) },
      lists.map(given_back, function(own, i) return ("%s = %s;"):format(names[i], own) end))
  end
end

-- ---- In plain C, lane by lane ----

-- The kernel's plain C function for a settle's slow way, and the operands that it takes. Functions with the same text
-- are one.
local function plain_function(functions, outer, node)
  local kernel, plain, root, taken = functions.of, declare.plain, node.args[3], choose.taken(node)
  local graph = expr.new_graph(kernel.op.where, outer.choices.graph)
  return expr.within(graph, function()
    if lists.any(taken, function(own) return not own.leaf end) then
      taken = lists.map(taken, function(own, i) return expr.leaf(i, own.type, root.word.operands[i]) end)
      root = expr.apply(root.word, root.lane, table.unpack(taken))
    end
    local choices = derive.choices(plain, graph, 1, nil, "registers")
    local own = schedule.new(choices, {
      library = functions.library, names = naming.new(kernel.op.operands),
      table = function(_, of) return lookups.in_plain_c(kernel, of) end,
      slow_way = function() declare.wrong(kernel.op, ": the slow way of a settle settles again") end,
    })
    local lines, result = statements.of_value(own, choices:resolve(choices:best(root, 1)))
    local inputs = own:parameters()
    for _, input in ipairs(inputs) do
      if not input.node.leaf then declare.wrong(kernel.op, ": the slow way of a settle takes operands alone") end
    end
    table.insert(lines, "return " .. result .. ";")
    local text = table.concat(lines, "\n")
    local leaves = lists.map(inputs, function(input) return input.node end)
    for _, other in ipairs(kernel.slow) do
      if other.lines == text then return other, leaves end
    end
    local name = ("bl_slow_%s%s"):format(kernel.name, #kernel.slow > 0 and "_" .. #kernel.slow + 1 or "")
    local head = ("%s %s("):format(spelling.memory_type(spelling.stored_as(node.type)), name)
    local prototype = head .. lists.commas(own:declared()) .. ");"
    local of = { name = name, lines = text, prototype = prototype, floats = own.floats }
    of.text = template.fill("kernels/step.c", {
      says = "the slow way, where a lane of whatever instruction set is doubtful",
      head = plain.attribute .. " " .. head, parameters = lists.commas(own:declared()), body = lines,
    })
    kernel.slow[#kernel.slow + 1] = of
    return of, leaves
  end)
end

-- The function over registers that calls it for each doubtful lane.
local function each_lane(functions, outer, record, of, leaves)
  local isa, node, lanes, many = outer.isa, record.node, record.lanes, record.many
  local int = declare.type_of("int", expr.width(node.args[2].type))
  local counted = isa.counted and "live" or nil
  local all = counted or isa.scale and ("%d * (%s)"):format(many * lanes, isa.scale) or many * lanes
  local count = many * lanes * (isa.scale and isa.scale_most or 1)
  local arrays, stores, parameters = {}, {}, {}
  local function stored(type, name, own_lanes, c_type, base, value_of)
    arrays[#arrays + 1] = spelling.array(type, name, count)
    for i, own in ipairs(statements.numbered(base, many)) do
      parameters[#parameters + 1] = c_type .. " " .. own
      local value = value_of and value_of(own) or own
      stores[#stores + 1] = spelling.moved(isa, "store", type, own_lanes, name, i, value, counted) .. ";"
    end
  end
  local c_type = spelling.c_type(isa, node.type, lanes)
  stored(node.type, "settled", lanes, c_type, "fast")
  stored(int, "is_certain", lanes, spelling.c_type(isa, node.args[2].type, lanes), "certain", function(name)
    local values = { l = lanes, k = counted or spelling.all_live(isa, lanes) }
    return spelling.fill(isa.lanes[int].words.lanes_from_mask.text, { name }, values)
  end)
  local taken = lists.map(leaves, function(leaf, i)
    local given = record.given[2 + i]
    stored(leaf.type, leaf.result .. "_lane", given.lanes, spelling.c_type(isa, leaf.type, given.lanes), leaf.result)
    return leaf.result .. "_lane[i]"
  end)
  if counted then parameters[#parameters + 1] = spelling.live_type(isa, isa.bits // lanes) .. " live" end
  local lines = lists.joined(arrays, { "" }, stores, {
    ("for (size_t i = 0; i < %s; ++i) {"):format(all), "    if (is_certain[i] == 0) {",
    ("        settled[i] = %s(%s);"):format(of.name, lists.commas(taken)), "    }", "}",
  })
  local result = { many = many, names = {}, used = math.huge } -- names without statements
  for i = 1, many do result.names[i] = spelling.moved(isa, "load", node.type, lanes, "settled", i, nil, counted) end
  local list = lists.map(lines, function(line) return { text = line } end)
  return functions:add_giving("slow", c_type, parameters, list, result, "slow")
end

function slow.in_plain_c(functions, outer, record)
  local isa, node, many = outer.isa, record.node, record.many
  local of, leaves = plain_function(functions, outer, node)
  outer.floats = math.max(outer.floats, isa.bits and 0 or of.floats)
  return function(names, told)
    local passed, given = {}, lists.map(leaves, function(_, i) return record.given[2 + i].names end)
    for _, own in ipairs(isa.bits and lists.joined({ names, told }, given) or given) do
      for i = 1, many do passed[#passed + 1] = own[i] or own[1] end
    end
    if isa.counted then passed[#passed + 1] = record.live.names[1] end
    local name = isa.bits and each_lane(functions, outer, record, of, leaves) or of.name
    if many == 1 then return { ("%s = %s(%s);"):format(names[1], name, lists.commas(passed)) } end
    return { ("%s(&%s, %s);"):format(name, table.concat(names, ", &"), lists.commas(passed)) }
  end
end

return slow
