-- Kernels: loops around steps. For one pattern of an expression on an ISA: the step, what is held, and the loops that use
-- them, as text with its costs.

local declare = include "declare"
local emit = include "emit"
local expr = include "expr"
local helpers = include "helpers"
local literal = include "literal"
local lower = include "lower"
local registers = include "registers"
local steps = include "steps"
local template = include "template"

local kernels = {}

local short_step = 8 -- instructions; the loops of such steps are unrolled twice
local most_streamed = 24 -- instructions; longer steps do not wait for memory

local fill = literal.fill

-- Every way to hold some operands that kernels are woven for, as letters: v contiguous, s one value held. Unary and binary
-- operators have all but the one where all are held, and where they commute the one that is another exchanged. With three
-- operands the first one is never held; with more all the others are, or none.
function kernels.patterns(op)
  local arity, list = #op.takes, {}
  for set = 0, (1 << arity) - 2 do
    local name, held, many = "", {}, 0
    for i = 1, arity do
      held[i] = set >> (i - 1) & 1 == 1
      many = many + (held[i] and 1 or 0)
      name = name .. (held[i] and "s" or "v")
    end
    local pays = not (op.commutes and name == "sv")
    if arity > 2 then pays = not held[1] and (arity == 3 or many == 0 or many == arity - 1) end
    if pays then list[#list + 1] = { name = name, held = held, set = set } end
  end
  return list
end

-- How the kernels are called: by arguments, or by arrays.
function kernels.call_of(op)
  return op.parameters and "P" or #op.takes > 3 and "N" or tostring(#op.takes)
end

local function pointer_name(operand) return #operand == 1 and "p" .. operand or "p_" .. operand end

local function declaration(op)
  local list, call = { "size_t rows", "size_t cols", "void *out", "ptrdiff_t out_row" }, kernels.call_of(op)
  if call == "N" or call == "P" then
    table.move({ "const void *const *inputs", "const ptrdiff_t *input_rows", call == "P" and "const void *parameters" or nil }, 1, 3, #list + 1, list)
  else
    for _, name in ipairs(op.operands) do
      list[#list + 1] = "const void *" .. name
      list[#list + 1] = ("ptrdiff_t %s_row"):format(name)
    end
  end
  return template.list(list, "    ", 126)
end

-- The operands' pointers, those of one type in a line; by_array: from the arrays that the function takes.
local function pointers(kernel, by_array)
  local set, by_type = {}, {}
  for i, name in ipairs(kernel.op.operands) do
    local c = literal.c_type(kernel.takes[i])
    local own = ("*%s = (const %s *)%s"):format(pointer_name(name), c, by_array and ("inputs[%d]"):format(i - 1) or name)
    if by_type[c] then
      set[by_type[c]] = set[by_type[c]] .. ", " .. own
    else
      by_type[c], set[#set + 1] = #set + 1, ("const %s %s"):format(c, own)
    end
  end
  local c = literal.c_type(kernel.gives)
  set[#set + 1] = ("%s *po = (%s *)out"):format(c, c)
  if kernel.op.parameters then
    set[#set + 1] = ("const %s *p = (const %s *)parameters"):format(kernel.struct, kernel.struct)
  end
  for i, line in ipairs(set) do set[i] = line .. ";" end
  return set
end

-- How they go on to the next row.
local function advance(op, by_array)
  local list = {}
  for i, name in ipairs(op.operands) do
    list[i] = ("%s += %s"):format(pointer_name(name), by_array and ("input_rows[%d]"):format(i - 1) or name .. "_row")
  end
  list[#list + 1] = "po += out_row"
  return table.concat(list, ", ")
end

local function walk_text(op, pattern)
  local by = { v = {}, s = {} }
  for i, name in ipairs(op.operands) do table.insert(by[pattern.held[i] and "s" or "v"], name) end
  local text = pattern.name .. ": " .. table.concat(by.v, " and ") .. " contiguous"
  if #by.s > 0 then text = text .. ", " .. table.concat(by.s, " and ") .. " one value a row" end
  return text
end

-- ---- What is held ----

-- Held values in plain C, each where all that it depends on is known: once a call, or once a row.
local function new_held(library, scope, names)
  local held = { once = {}, row = {}, registers = {}, prepared = 0 }
  local chooser = lower.chooser(declare.plain, scope, 1, { all = true, memory = true })
  local plain
  plain = emit.new(chooser, {
    helpers = library, names = names,
    ask_leaf = function(node)
      if node.parameter then return { "p->" .. node.result } end
      local pointer = pointer_name(node.result)
      if node.type == "count" then return { ("(int)bl_load_u32(%s)"):format(pointer) } end
      return { fill(declare.plain.lanes[registers.stored_as(node.type)].load, {}, { p = pointer, a = pointer, i = "0" }) }
    end,
  })
  function plain:lines_for(node) return node.level <= 1 and held.once or held.row end
  function held.value(node) return node.value and literal.of(node) or plain:registers(node, 1)[1] end
  function held.spent() return plain.weighted end
  plain.ask_slow = function() error("a settle of held values alone", 0) end
  return held, plain
end

-- The register that a held value is in for all lanes, as a name.
local function held_register(isa, held, plain, node)
  if held.registers[node] then return held.registers[node] end
  local lines, name = node.level <= 1 and held.once or held.row, nil
  local type = registers.stored_as(node.type)
  if node.type == "count" or not isa.bits then
    local value = held.value(node)
    if value:find("^[%a_][%w_]*$") then return value end
    name = plain:unique(node.word and node.result or node.result .. "_value")
    lines[#lines + 1] = ("const %s %s = %s;"):format(registers.c_type(declare.plain, type, 1), name, value)
  else
    local value
    if expr.class(type) == "mask" then
      local T = declare.type_of("int", expr.width(type))
      local ones = held.value(expr.apply(declare.words.lanes_from_mask, T, node))
      value = fill(isa.lanes[T].words.mask_from_lanes.text, { fill(isa.lanes[T].splat, { ones }) })
    else
      local lane = isa.lanes[isa.lanes[type].splat and type or declare.type_of("uint", expr.width(type))] -- halves are bits here
      value = fill(lane.splat, { held.value(node) })
    end
    name = plain:unique(node.result .. "_all")
    lines[#lines + 1] = ("const %s %s = %s;"):format(registers.whole_type(isa, type), name, value)
  end
  held.registers[node] = name
  return name
end

-- ---- Loops ----

-- The type of a mask of so many lanes.
local function tail_type(isa, lanes) return (fill(isa.lanes.i8.mask, {}, { l = math.max(8, lanes) })) end

-- A loop's place in the row: the index, and how memory is accessed there.
--   at     the index's name
--   load   which of the ISA's loads: load, load_first (under a mask), load_filled (and dead lanes repeat a live one)
--   store  likewise: store, store_first, stream
local function place(loop, isa, pointer, lanes, i)
  local before = (i - 1) * lanes
  local offset = before > 0 and (isa.scale and ("%d * scale"):format(before) or tostring(before))
  local index = offset and (loop.at ~= "" and loop.at .. " + " or "") .. offset or loop.at
  local k
  if loop.masked then
    local mask = tail_type(isa, lanes)
    k = loop.masked == mask and "tail" or before > 0 and ("(%s)(tail >> %d)"):format(mask, before) or ("(%s)tail"):format(mask)
  end
  return { p = index ~= "" and ("%s + %s"):format(pointer, index) or pointer, a = pointer, i = index, k = k, l = lanes }
end

-- The predicates of a step whose loop is a `while`: by the width of elements.
local function predicates(isa, chooser)
  local known, lines = {}, {}
  local function live(lanes, i)
    local bits = isa.bits // lanes -- of a lane: a narrow value may stand in lanes that are wider
    local name = ("live%d%s"):format(bits, chooser.lanes > lanes and "_" .. i - 1 or "")
    if not known[name] then
      known[name] = true
      local before = (i - 1) * lanes
      lines[#lines + 1] = ("const %s %s = %s;"):format(isa.lanes.i8.mask, name,
        fill(isa.lanes[declare.type_of("int", bits)].live, {}, { i = before > 0 and ("i + %d * scale"):format(before) or "i", n = "cols" }))
    end
    return name
  end
  return live, lines
end

-- How a register of an operand is loaded at a loop's place.
local function load_text(loop, isa, parameter, i, spend)
  local node, lanes = parameter.node, parameter.lanes
  local type = registers.stored_as(node.type)
  local storage, pointer = registers.storage(isa, type, lanes), loop.pointer and node.result or pointer_name(node.result)
  local values, text = place(loop, isa, pointer, lanes, i), storage[loop.load]
  if loop.live then values.k = loop.live(lanes, i) end
  if loop.load == "load_filled" then
    local class = expr.class(type)
    text = (class == "float" or class == "half") and text or storage.load_first
    values.v = fill(declare.plain.lanes[type].load, {}, { p = pointer .. " + " .. loop.at, a = pointer, i = loop.at })
  end
  spend(text)
  return fill(text, {}, values)
end

-- The arguments of a step's call at a loop's place; of the function that loads by itself pointers instead of registers.
local function arguments(loop, isa, step, held, spend)
  local list, seen, by_pointer = {}, {}, step.at and loop.load == "load"
  for _, parameter in ipairs(step.parameters) do
    for i in ipairs(parameter.names) do
      local text
      if parameter.kind == "held" then
        text = (i == 1 or not by_pointer) and held(parameter.node) or nil
      elseif parameter.kind == "live" then
        text = loop.live(parameter.lanes, i)
      else
        text = load_text(loop, isa, parameter, i, spend)
        if by_pointer then
          local pointer = pointer_name(parameter.node.result)
          text = not seen[pointer] and ("%s + %s"):format(pointer, loop.at) or nil
          seen[pointer] = true
        end
      end
      list[#list + 1] = text
    end
  end
  return list, by_pointer and step.at or step.name
end

-- Where an operand takes several registers: a function that loads them and calls the step. Its name.
local function loading_step(functions, isa, step, pattern)
  if isa.scale then return nil end -- each load wants a predicate
  local declared, given, lines, by_name, groups = {}, {}, {}, {}, false
  local outs = {}
  for i = 1, step.many > 1 and step.many or 0 do
    outs[i] = "out" .. i - 1
    declared[i] = ("%s *%s"):format(step.c_type, outs[i])
  end
  for _, parameter in ipairs(step.parameters) do
    groups = groups or #parameter.names > 1
    local name = parameter.node.leaf and parameter.node.result or parameter.names[1]
    if parameter.kind == "leaf" then
      if not by_name[name] then -- else the same operand in registers of another size
        declared[#declared + 1] = ("const %s *%s"):format(literal.c_type(registers.stored_as(parameter.node.type)), name)
      end
      by_name[name] = true
      for i in ipairs(parameter.names) do
        given[#given + 1] = load_text({ at = "", load = "load", pointer = true }, isa, parameter, i, function() end)
      end
    else
      declared[#declared + 1] = parameter.c_type .. " " .. name
      for _ in ipairs(parameter.names) do given[#given + 1] = name end
    end
  end
  if not groups then return nil end
  table.move(given, 1, #given, #outs + 1, outs)
  lines[1] = ("%s%s(%s);"):format(step.many == 1 and "return " or "", step.name, table.concat(outs, ", "))
  return functions:add(pattern, "load", step.many == 1 and step.c_type or "void", declared, lines)
end

-- The statements that compute a step at a loop's place, and those that store it; nil where the ISA has no such stores.
local function call_step(loop, isa, step, held, spend)
  local storage = registers.storage(isa, step.type, step.lanes)
  if not storage[loop.store] then return nil end
  local given, name = arguments(loop, isa, step, held, spend)
  local before, stores, results = {}, {}, {}
  if step.many == 1 then
    results[1] = ("%s(%s)"):format(name, table.concat(given, ", "))
    if loop.keep then
      before[1] = ("const %s %s = %s;"):format(step.c_type, loop.keep, results[1])
      results[1] = loop.keep
    end
  else
    local outs, kept = {}, {}
    for i = 1, step.many do
      results[i] = (loop.keep or step.result) .. i - 1
      outs[i] = "&" .. results[i]
      kept[i] = results[i]
    end
    before = {
      ("%s %s;"):format(step.c_type, table.concat(kept, ", ")), "",
      ("%s(%s, %s);"):format(name, table.concat(outs, ", "), table.concat(given, ", ")),
    }
  end
  for i, result in ipairs(results) do
    local values = place(loop, isa, "po", step.lanes, i)
    if loop.live then values.k = loop.live(step.lanes, i) end
    spend(storage[loop.store])
    stores[i] = fill(storage[loop.store], { result }, values) .. ";"
  end
  return template.statements(before), template.statements(stores)
end

local function joined(...)
  local all = {}
  for _, list in ipairs { ... } do table.move(list, 1, #list, #all + 1, all) end
  return all
end

-- The body of a row for each loop shape, besides what is set up once a call.
local shapes = {}

function shapes.each(call)
  return { body = joined(call { at = "i", load = "load", store = "store" }) }, {}
end

function shapes.last(call, step, lanes)
  local before, stores = call { at = "last", load = "load", store = "store", keep = step.result .. "_last" }
  return {
    last = before, last_stores = stores, lanes = lanes, body = joined(call { at = "i", load = "load", store = "store" }),
  }, { ("const size_t last = cols - %d;"):format(lanes) }
end

function shapes.mask(call, step, lanes, isa)
  local one = tail_type(isa, lanes) -- where all registers are of one size, the mask is theirs
  for _, parameter in ipairs(step.parameters) do
    if parameter.kind == "leaf" and parameter.lanes ~= lanes or step.lanes ~= lanes then one = "uint64_t" end
  end
  return {
    lanes = lanes, body = joined(call { at = "i", load = "load", store = "store" }),
    tail = joined(call { at = "whole", load = step.raises and "load_filled" or "load_first", store = "store_first", masked = one }),
  }, { ("const size_t whole = cols - cols %% %d;"):format(lanes), one == "uint64_t" and "const uint64_t tail = (UINT64_C(1) << (cols - whole)) - 1;"
    or ("const %s tail = (%s)((UINT64_C(1) << (cols - whole)) - 1);"):format(one, one) }
end

shapes["while"] = function(call, _, lanes, isa, chooser)
  local live, lines = predicates(isa, chooser)
  local body = joined(call { at = "i", load = "load", store = "store", live = live })
  return { body = joined(lines, body), lanes = lanes }, { ("const size_t scale = %s;"):format(isa.scale) }
end

-- Elements a step: a register of the narrowest stored type, but at most four of the widest; where predicates are counted, as
-- many as that takes.
local function step_lanes(isa, takes, gives)
  if not isa.bits then return 1 end
  local narrow, wide = expr.width(gives), expr.width(gives)
  for _, type in ipairs(takes) do
    if type ~= "count" then narrow, wide = math.min(narrow, expr.width(type)), math.max(wide, expr.width(type)) end
  end
  return isa.scale and isa.bits // narrow or math.min(isa.bits // narrow, 4 * isa.bits // wide)
end

-- Whether some element's own operation may raise an exception.
local is_integer = { int = true, uint = true }
local function raises(root)
  for _, node in ipairs((expr.reachable(root))) do
    if node.word and node.word.raises and not is_integer[expr.class(node.lane)] then return true end
  end
  return false
end

-- One pattern of a kernel on an ISA, lowered: what weaving it takes, and what it costs an element; nil and the word that is
-- missing where the ISA cannot.
function kernels.lowered(isa, kernel, pattern, lanes)
  local root, scope = expr.of_op(kernel.op, kernel.types, kernel.as, pattern.held)
  lanes = lanes or step_lanes(isa, kernel.takes, kernel.gives)
  local chooser = lower.chooser(isa, scope, lanes, { memory = true })
  local store_lanes, cost = chooser:store_lanes(root)
  if not store_lanes then return nil, cost end
  local most = lower.most_moved(chooser:best(root, store_lanes), store_lanes)
  if most < lanes then return kernels.lowered(isa, kernel, pattern, most) end -- nothing is moved in registers as long
  return {
    isa = isa, kernel = kernel, pattern = pattern, root = root, scope = scope, chooser = chooser, lanes = lanes,
    store_lanes = store_lanes, each = cost / (lanes * (isa.typical or 1)),
  }
end

-- Its text, and what it costs; its steps are added to `functions`.
function kernels.weave(functions, library, job, storage)
  local isa, kernel, pattern, root, chooser, lanes = job.isa, job.kernel, job.pattern, job.root, job.chooser, job.lanes
  local op = kernel.op
  return expr.in_scope(job.scope, function()
    local step = steps.weave(functions, library, job)
    step.raises = raises(root)
    step.at = loading_step(functions, isa, step, pattern.name)
    local names = { last = 1, whole = 1, tail = 1, rows = 1, cols = 1, i = 1, out = 1, po = 1, p = 1, scale = 1 }
    for _, name in ipairs(op.operands) do names[name], names[pointer_name(name)], names[name .. "_row"] = 1, 1, 1 end
    local held, plain = new_held(library, job.scope, names)
    plain:unique(step.result .. "_last")
    local moved -- instructions of loads and stores
    local function call(loop)
      local own = 0
      local before, stores = call_step(loop, isa, step, function(node) return held_register(isa, held, plain, node) end,
        function(text) own = own + registers.instructions(isa, text) end)
      if loop.at == "i" then moved = own end
      return before, stores
    end
    local row, once = shapes[isa.loop](call, step, lanes, isa, chooser)
    local cost = {
      instructions = step.instructions + moved, lanes = lanes, prepared = held.spent(), promoted = step.promoted,
      expanded = step.expanded,
    }
    local unrolled = cost.instructions <= short_step and "BL_UNROLL_TWICE" or ""
    if isa.loop ~= "each" then row.unrolled = unrolled end

    local call_kind = kernels.call_of(op)
    local by_array = call_kind == "N" or call_kind == "P"
    local name = ("bl_%s_%s_%s"):format(kernel.name, isa.name, pattern.name)
    local head = storage .. helpers.attribute(isa) .. " void " .. name .. "("
    local text = template.fill("kernel.c", {
      walk = walk_text(op, pattern), head = head, parameters = declaration(op), advance = advance(op, by_array),
      pointers = joined(pointers(kernel, by_array), once, template.statements(held.once)),
      row = #held.row > 0 and joined(template.statements(held.row), { "" }) or {},
      loop = template.fill("loop_" .. isa.loop .. ".c", row):gsub("\n$", ""),
    })
    local streams = storage == "" and cost.instructions <= most_streamed and registers.storage(isa, step.type, step.lanes).stream
      and joined(call { at = "i", load = "load", store = "stream" })
    if streams then
      text = text .. "\n" .. template.fill("stream.c", {
        pattern = pattern.name, attribute = helpers.attribute(isa), name = name,
        pointers = joined(pointers(kernel, true), template.statements(held.once), template.statements(held.row)),
        more = op.parameters and ", const void *parameters" or "", lanes = lanes, body = streams, fence = isa.fence,
      })
      cost.streams = true
    end
    return text, cost
  end)
end

return kernels
