-- Takes the record of a settle_all or of a settle. For settle_all it generates a function over registers, in which
-- certain lanes copy one doubtful lane; for settle, one that calls plain C for each doubtful lane. Both return a Lua
-- function, which takes the names of the registers to set and of the masks of certain lanes, and returns the C
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

-- Arrays for the lanes of values with `count` lanes, of which those in `live` are live: their declarations; the
-- statements that store registers there; the C expression for the number of lanes; and functions: store adds an
-- array, store_mask adds the array of certain lanes.
local function new_arrays(isa, count, live)
  local own = { arrays = {}, stores = {} }
  own.all = live or isa.scale and ("%d * (%s)"):format(count, isa.scale) or count
  function own.store(type, name, lanes, registers)
    own.arrays[#own.arrays + 1] = spelling.array(type, name, count * (isa.scale and isa.scale_most or 1))
    for i, register in ipairs(registers) do
      own.stores[#own.stores + 1] = spelling.moved(isa, "store", type, lanes, name, i, register, live) .. ";"
    end
  end
  function own.store_mask(type, lanes, registers)
    local int = declare.type_of("int", expr.width(type))
    local text = isa.lanes[int].words.lanes_from_mask.text
    own.store(int, "is_certain", lanes, lists.map(registers, function(register)
      return spelling.fill(text, { register }, { l = lanes, k = live or spelling.all_live(isa, lanes) })
    end))
  end
  return own
end

-- Statements that copy the inputs of one doubtful lane into the certain lanes, so that these raise no other exceptions.
local function spread(isa, count, inner, flags, live)
  local own, copies, loads, known = new_arrays(isa, count, live), {}, {}, {}
  own.store_mask(flags.node.type, flags.lanes, flags.names)
  for _, input in ipairs(inner.inputs) do
    local type, lanes = input.node.type, input.lanes
    if math.type(input.node.leaf) or input.kind == "given" then -- an operand, or a settled value
      local lane = (input.kind == "given" and input.names[1] or input.node.result) .. "_lane"
      if not known[input.node] then -- otherwise it is in registers of another size
        own.store(type, lane, lanes, input.names)
        copies[#copies + 1] = ("%s[i] = is_certain[i] == 0 ? %s[i] : %s[one];"):format(lane, lane, lane)
        known[input.node] = true
      end
      for i, name in ipairs(input.names) do
        loads[#loads + 1] = ("%s = %s;"):format(name, spelling.moved(isa, "load", type, lanes, lane, i, nil, live))
      end
    end
  end
  -- the bound keeps compilers from turning it into strlen
  local search = { ("while (is_certain[one] != 0 && one + 1 < %s) {"):format(own.all), "    ++one;", "}" }
  return lists.joined(own.arrays, { "size_t one = 0;", "" }, own.stores, search,
    { ("for (size_t i = 0; i < %s; ++i) {"):format(own.all) }, lists.indented(copies), { "}" }, loads)
end

-- Schedules the slow way of a settle_all, and its arguments in `outer`.
function slow.over_registers(functions, outer, record)
  local isa, choices, choice, many = outer.isa, outer.choices, record.choice, record.many
  local node, lanes = choice.node, choice.lanes
  local inner, certain, flags, fast, live = schedule.new(choices, functions, outer), nil, nil, nil, nil
  -- Replaces a value by a leaf of that name; the argument for it is the value's record, or otherwise an input.
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
    results = inner:value(choices:best(blend, lanes))
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
-- are merged.
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
    local lines, result = statements.of_value(own, choices:best(root, 1))
    local inputs = own:parameters()
    for _, input in ipairs(inputs) do
      if not input.node.leaf then declare.wrong(kernel.op, ": the slow way of a settle can take operands only") end
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
  local counted, mask = isa.counted and "live" or nil, node.args[2].type
  local own, parameters = new_arrays(isa, many * lanes, counted), {}
  local function given(type, own_lanes, base) -- the registers of a value, as parameters
    local names = statements.numbered(base, many)
    for _, name in ipairs(names) do
      parameters[#parameters + 1] = spelling.c_type(isa, type, own_lanes) .. " " .. name
    end
    return names
  end
  own.store(node.type, "settled", lanes, given(node.type, lanes, "fast"))
  own.store_mask(mask, lanes, given(mask, lanes, "certain"))
  local taken = lists.map(leaves, function(leaf, i)
    local name, own_lanes = leaf.result .. "_lane", record.given[2 + i].lanes
    own.store(leaf.type, name, own_lanes, given(leaf.type, own_lanes, leaf.result))
    return name .. "[i]"
  end)
  if counted then parameters[#parameters + 1] = spelling.live_type(isa, isa.bits // lanes) .. " live" end
  local lines = lists.joined(own.arrays, { "" }, own.stores, {
    ("for (size_t i = 0; i < %s; ++i) {"):format(own.all), "    if (is_certain[i] == 0) {",
    ("        settled[i] = %s(%s);"):format(of.name, lists.commas(taken)), "    }", "}",
  })
  local result = { many = many, names = {}, used = math.huge } -- names without statements
  for i = 1, many do result.names[i] = spelling.moved(isa, "load", node.type, lanes, "settled", i, nil, counted) end
  local list = lists.map(lines, function(line) return { text = line } end)
  return functions:add_giving("slow", spelling.c_type(isa, node.type, lanes), parameters, list, result, "slow")
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
