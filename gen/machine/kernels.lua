-- Kernels: loops around steps. For one pattern of an expression on an ISA: the step, what is held, and the loops that use
-- them, as text with its costs.

local declare = include "declare"
local emit = include "emit"
local expr = include "expr"
local lists = include "lists"
local lower = include "lower"
local spelling = include "spelling"
local steps = include "steps"
local template = include "template"

local kernels = {}

local short_step = 8 -- instructions; the loops of such steps are unrolled twice
local most_streamed = 26 -- instructions; longer steps do not wait for memory

local fill = spelling.fill

-- A way to hold some operands (the bits of `set`), as letters: v contiguous, s one value held.
function kernels.pattern(arity, set)
  local name, held = "", {}
  for i = 1, arity do
    held[i] = set >> (i - 1) & 1 == 1
    name = name .. (held[i] and "s" or "v")
  end
  return { name = name, held = held, set = set }
end

-- All that kernels are woven for. Unary and binary operators have all but the one where all are held, and where they commute
-- the one that is another exchanged. With more, the first one is never held, and all the others are, or none; but of two that a
-- bool chooses from, either may be.
function kernels.patterns(op)
  local arity, list = #op.takes, {}
  for set = 0, (1 << arity) - 2 do
    local pays = not (op.commutes and set == 1)
    if arity > 2 then pays = set & 1 == 0 and (arity == 3 and op.takes[1] == "bool" or set == 0 or set == (1 << arity) - 2) end
    if pays then list[#list + 1] = kernels.pattern(arity, set) end
  end
  return list
end

-- The name of a lowered pattern's function.
function kernels.name(job) return ("bl_%s_%s_%s"):format(job.kernel.name, job.isa.name, job.pattern.name) end

-- How the kernels are called: by arguments, or by arrays.
local function by_array(op) return op.parameters or op.kind == "word" or #op.takes > 3 end

function kernels.call_of(op)
  return op.parameters and "P" or by_array(op) and "N" or tostring(#op.takes)
end

local function pointer_name(operand) return #operand == 1 and "p" .. operand or "p_" .. operand end

local function declaration(op)
  local inputs = { "const void *const *inputs", op.parameters and "const void *parameters" }
  if not by_array(op) then inputs = lists.map(op.operands, function(name) return "const void *" .. name end) end
  local list = lists.joined({ "size_t cols" }, inputs, { "void *out", "size_t rows", "const ptrdiff_t *row" })
  return template.list(list, "    ", 126)
end

-- The operands' pointers, those of one type in a line; from_arrays: which the function takes.
local function pointers(kernel, from_arrays)
  local set, by_type = {}, {}
  for i, name in ipairs(kernel.op.operands) do
    local c = spelling.memory_type(kernel.takes[i])
    local own = ("*%s = (const %s *)%s"):format(pointer_name(name), c, from_arrays and ("inputs[%d]"):format(i - 1) or name)
    if by_type[c] and #set[by_type[c]] + #own < 120 then
      set[by_type[c]] = set[by_type[c]] .. ", " .. own
    else
      by_type[c], set[#set + 1] = #set + 1, ("const %s %s"):format(c, own)
    end
  end
  local c = spelling.memory_type(kernel.gives)
  set[#set + 1] = ("%s *po = (%s *)out"):format(c, c)
  if kernel.op.parameters then
    set[#set + 1] = ("const %s *p = (const %s *)parameters"):format(kernel.struct, kernel.struct)
  end
  return lists.map(set, function(line) return line .. ";" end)
end

-- How they go on to the next row.
local function advance(op)
  return lists.commas(op.operands, function(name, i) return ("%s += row[%d]"):format(pointer_name(name), i) end) .. ", po += row[0]"
end

local function walk_text(op, pattern)
  local function those(held)
    return lists.text(op.operands, " and ", function(name, i) return pattern.held[i] == held and name or nil end)
  end
  local held = those(true)
  return ("%s: %s contiguous%s"):format(pattern.name, those(false), held ~= "" and ", " .. held .. " one value per row" or "")
end

-- ---- What is held ----

-- Held values in plain C, each where all that it depends on is known: once per call, or once per row.
local Held = {}
Held.__index = Held

local function new_held(functions, library, job, taken)
  local plain = emit.new(lower.chooser(declare.plain, job.scope, 1, { all = true, memory = true }), library, taken)
  local held = setmetatable({ once = {}, row = {}, registers = {}, plain = plain }, Held)
  function plain:lines_for(node) return held:lines_for(node) end
  function plain.ask_slow(...) return steps.slow_way(job.pattern.name, functions, ...) end
  function plain.ask_leaf(node)
    if node.parameter then return { "p->" .. node.result } end
    local pointer = pointer_name(node.result)
    if node.type == "count" then return { ("(int)bl_load_u32(%s)"):format(pointer) } end
    return { spelling.moved(declare.plain, "load", node.type, 1, pointer, 1) }
  end
  return held
end

function Held:lines_for(node) return node.level <= 1 and self.once or self.row end

function Held:value(node) return node.value and spelling.constant(node) or self.plain:registers(node, 1)[1] end

-- What a register holds that has the value in all lanes.
function Held:splat(isa, node)
  local all = { k = spelling.all_live(isa, spelling.full(isa, node.type)) }
  if expr.class(node.type) ~= "mask" then
    return fill(spelling.splat_lane(isa, node.type).splat, { self:value(node) }, all)
  end
  local int = declare.type_of("int", expr.width(node.type))
  local ones = self:value(expr.apply(declare.words.lanes_from_mask, int, node))
  return fill(isa.lanes[int].words.mask_from_lanes.text, { fill(isa.lanes[int].splat, { ones }, all) }, all)
end

-- The name of that register.
function Held:register(isa, node)
  if not self.registers[node] then
    local scalar = node.type == "count" or not isa.bits
    local value = scalar and self:value(node) or self:splat(isa, node)
    if scalar and value:find("^[%a_][%w_]*$") then return value end
    local name = self.plain:unique(node.result .. (not scalar and "_all" or node.word and "" or "_value"))
    local c_type = spelling.full_type(scalar and declare.plain or isa, spelling.stored_as(node.type))
    table.insert(self:lines_for(node), ("const %s %s = %s;"):format(c_type, name, value))
    self.registers[node] = name
  end
  return self.registers[node]
end

-- ---- Loops ----

-- A loop's way to compute a step: where it stands in the row, and how memory is accessed there.
--   isa
--   at      the index's name
--   load    which of the ISA's loads: load, load_first (under a mask), load_filled (and dead lanes repeat a live one)
--   store   likewise: store, store_first, stream
--   keep    the name of the result, where it is not stored at once
--   masked  the C type of the mask `tail`
--   live    (lanes, i) -> the name of a predicate

-- The type of a mask of so many lanes.
local function tail_type(isa, lanes) return (fill(isa.lanes.i8.mask, {}, { l = math.max(8, lanes) })) end

-- What a spelling needs for register i of a value in memory.
local function place(loop, pointer, lanes, i)
  local isa, before, k = loop.isa, (i - 1) * lanes, nil
  local offset = before > 0 and (isa.scale and ("%d * scale"):format(before) or tostring(before))
  local index = offset and (loop.at ~= "" and loop.at .. " + " or "") .. offset or loop.at
  if loop.masked then
    local mask = tail_type(isa, lanes)
    k = loop.masked == mask and "tail" or before > 0 and ("(%s)(tail >> %d)"):format(mask, before) or ("(%s)tail"):format(mask)
  elseif loop.live then
    k = loop.live(lanes, i)
  end
  return { p = index ~= "" and ("%s + %s"):format(pointer, index) or pointer, a = pointer, i = index, k = k, l = lanes }
end

-- The predicates of a step whose loop is a `while`: by the width of elements; or their count, by which the loop goes on.
local function predicates(isa, chooser)
  local known, lines = {}, {}
  if isa.loop ~= "while" then return nil, lines end
  local function live(lanes, i)
    local bits = isa.bits // lanes -- of a lane: a narrow value may stand in lanes that are wider
    local name = isa.counted and "live" or ("live%d%s"):format(bits, chooser.lanes > lanes and "_" .. i - 1 or "")
    if not known[name] then
      known[name] = true
      local before = (i - 1) * lanes
      local at = before > 0 and ("i + %d * scale"):format(before) or "i"
      lines[#lines + 1] = ("const %s %s = %s;"):format(spelling.live_type(isa, bits), name,
        fill(spelling.masks(isa, bits).live, {}, { i = at, n = "cols" }))
    end
    return name
  end
  return live, lines
end

-- How a register of an operand is loaded.
local function load_text(loop, pointer, parameter, i)
  local type, lanes = spelling.stored_as(parameter.node.type), parameter.lanes
  local storage, values = spelling.storage(loop.isa, type, lanes), place(loop, pointer, lanes, i)
  if loop.load == "load_filled" then
    values.v = fill(declare.plain.lanes[type].load, {}, { p = pointer .. " + " .. loop.at, a = pointer, i = loop.at })
  end
  return fill(storage[loop.load], {}, values)
end

-- The arguments of a step's call; of the function that loads by itself pointers instead of registers. And its name.
local function arguments(loop, step, held)
  local list, seen, by_pointer = {}, {}, step.at and loop.load == "load"
  for _, parameter in ipairs(step.parameters) do
    local node, kind = parameter.node, parameter.kind
    local pointer = kind == "leaf" and pointer_name(node.result)
    for i in ipairs(parameter.names) do
      if kind == "live" then
        list[#list + 1] = loop.live(parameter.lanes, i)
      elseif kind == "held" then
        list[#list + 1] = (i == 1 or not by_pointer) and held:register(loop.isa, node) or nil
      elseif not by_pointer then
        list[#list + 1] = load_text(loop, pointer, parameter, i)
      elseif not seen[pointer] then
        list[#list + 1], seen[pointer] = ("%s + %s"):format(pointer, loop.at), true
      end
    end
  end
  return list, by_pointer and step.at or step.name
end

-- The instructions of a step's loads and stores.
local function moving(isa, step)
  local function count(type, lanes, how) return spelling.instructions(isa, spelling.storage(isa, type, lanes)[how]) end
  local sum = step.many * count(step.type, step.lanes, "store")
  for _, parameter in ipairs(step.parameters) do
    if parameter.kind == "leaf" then sum = sum + #parameter.names * count(parameter.node.type, parameter.lanes, "load") end
  end
  return sum
end

-- Where an operand takes several registers: a function that loads them and calls the step. Its name.
local function loading_step(functions, isa, step, pattern)
  if isa.scale then return nil end -- each load wants a predicate
  local declared, given, known, groups = {}, {}, {}, false
  for i = 1, step.many > 1 and step.many or 0 do
    given[i] = "out" .. i - 1
    declared[i] = ("%s *%s"):format(step.c_type, given[i])
  end
  for _, parameter in ipairs(step.parameters) do
    local node, many = parameter.node, #parameter.names
    local is_leaf = parameter.kind == "leaf"
    local name = node.leaf and node.result or parameter.names[1]
    local c_type = is_leaf and ("const %s *"):format(spelling.memory_type(spelling.stored_as(node.type))) or parameter.c_type .. " "
    groups = groups or many > 1
    if not (is_leaf and known[name]) then declared[#declared + 1] = c_type .. name end -- else in registers of another size
    known[name] = true
    for i = 1, many do
      given[#given + 1] = is_leaf and load_text({ isa = isa, at = "", load = "load" }, name, parameter, i) or name
    end
  end
  if not groups then return nil end
  local call = ("%s%s(%s);"):format(step.many == 1 and "return " or "", step.name, table.concat(given, ", "))
  return functions:add(pattern, "load", step.many == 1 and step.c_type or "void", declared, { call })
end

-- The statements that compute a step, and those that store it.
local function call_step(loop, step, held)
  local store = spelling.storage(loop.isa, step.type, step.lanes)[loop.store]
  local given, name = arguments(loop, step, held)
  local before, results = {}, {}
  if step.many > 1 then
    for i = 1, step.many do results[i] = (loop.keep or step.result) .. i - 1 end
    before = {
      ("%s %s;"):format(step.c_type, table.concat(results, ", ")), "",
      ("%s(&%s, %s);"):format(name, table.concat(results, ", &"), table.concat(given, ", ")),
    }
  else
    results[1] = ("%s(%s)"):format(name, table.concat(given, ", "))
    local keep = loop.keep or store:find("$1.*$1") and step.result -- computed once, however often it is asked for
    if keep then
      before[1] = ("const %s %s = %s;"):format(step.c_type, keep, results[1])
      results[1] = keep
    end
  end
  local stores = lists.map(results, function(result, i)
    return fill(store, { result }, place(loop, "po", step.lanes, i)) .. ";"
  end)
  return template.statements(before), template.statements(stores)
end

-- For each loop shape what stands in a row besides the body, and what is set up once per call. call(loop): call_step there.
local shapes = {}

function shapes.each() return {} end

function shapes.last(job, row, call)
  row.lanes = job.lanes
  row.last, row.last_stores = call { at = "last", load = "load", store = "store", keep = job.step.result .. "_last" }
  return { ("const size_t last = cols - %d;"):format(job.lanes) }
end

-- A word's: nothing is written where it reads.
function shapes.again(job, row) return shapes.last(job, row, function() end) end

function shapes.mask(job, row, call)
  local one = tail_type(job.isa, job.lanes) -- where all registers are of one size, the mask is theirs
  local function differs(of) return of.kind ~= "held" and of.kind ~= "live" and of.lanes ~= job.lanes end
  if differs(job.step) or lists.any(job.step.parameters, differs) then one = "uint64_t" end
  local load, bits = job.minds_dead_lanes and "load_filled" or "load_first", "(UINT64_C(1) << (cols - whole)) - 1"
  row.lanes = job.lanes
  row.tail = lists.joined(call { at = "whole", load = load, store = "store_first", masked = one })
  return {
    ("const size_t whole = cols - cols %% %d;"):format(job.lanes),
    one == "uint64_t" and ("const uint64_t tail = %s;"):format(bits) or ("const %s tail = (%s)(%s);"):format(one, one, bits),
  }
end

shapes["while"] = function(job, row)
  if job.isa.counted then
    row.step, row.body = "", lists.joined(row.body, { "i += live;" })
    return {}
  end
  row.step = (" i += %d * scale"):format(job.lanes)
  return { ("const size_t scale = %s;"):format(job.isa.scale) }
end

-- ---- Kernels ----

-- Elements per step: a register of the narrowest stored type, but at most four of the widest; where predicates are counted, as
-- many as that takes.
local function step_lanes(isa, takes, gives)
  if not isa.bits or isa.counted then return spelling.full(isa, gives) end
  local narrow, wide = expr.width(gives), expr.width(gives)
  for _, type in ipairs(takes) do
    if type ~= "count" then narrow, wide = math.min(narrow, expr.width(type)), math.max(wide, expr.width(type)) end
  end
  return isa.scale and isa.bits // narrow or math.min(isa.bits // narrow, 4 * isa.bits // wide)
end

-- Whether some element's own operation may raise an exception, or be settled: dead lanes then repeat a live element.
local function minds_dead_lanes(root)
  return lists.any(expr.reachable(root), function(node)
    local class = node.word and node.word.raises and expr.class(node.lane) or "int"
    return class ~= "int" and class ~= "uint" or node.word == declare.words.settle
  end)
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
    store_lanes = store_lanes, contract = isa.loop == "last" and lanes or 1, each = cost / (lanes * (isa.typical or 1)),
  }
end

local own_names = lists.words "last whole tail rows cols row i out po p scale"
-- Its text; the job is told its cost and its status, and `functions` its steps.
function kernels.weave(functions, library, job)
  local isa, kernel, pattern, op = job.isa, job.kernel, job.pattern, job.kernel.op
  local is_word = op.kind == "word" -- of the tests
  return expr.in_scope(job.scope, function()
    local step = steps.weave(functions, library, job)
    job.step, job.minds_dead_lanes = step, minds_dead_lanes(job.root)
    step.at = loading_step(functions, isa, step, pattern.name)
    local taken = lists.joined(own_names, { step.result .. "_last" })
    for _, name in ipairs(op.operands) do lists.append(taken, { name, pointer_name(name) }) end
    local held = new_held(functions, library, job, taken)
    local function call(loop)
      loop.isa = isa
      return call_step(loop, step, held)
    end
    local live, own_predicates = predicates(isa, job.chooser)
    local before, stores = call { at = "i", load = "load", store = "store", live = live }
    local row = { body = lists.joined(own_predicates, before, stores) }
    local shape = is_word and isa.loop == "last" and "again" or isa.loop
    local once = shapes[shape](job, row, call)
    local instructions = step.instructions + moving(isa, step)
    job.doubles = step.doubles or held.plain.doubles
    job.cost = { instructions = instructions, lanes = job.lanes, prepared = held.plain.weighted }
    job.status = step.promoted and "promoted" or step.expanded and "expanded" or "native"
    if isa.loop ~= "each" then row.unrolled = shape ~= "again" and instructions <= short_step and "BL_UNROLL_TWICE" or "" end

    local in_row, in_call = template.statements(held.row), template.statements(held.once)
    local text = template.fill("kernels/kernel.c", {
      walk = walk_text(op, pattern), head = ("%s%s void %s("):format(is_word and "static " or "", isa.attribute, kernels.name(job)),
      parameters = declaration(op), advance = advance(op), pointers = lists.joined(pointers(kernel, by_array(op)), once, in_call),
      row = #in_row > 0 and lists.joined(in_row, { "" }) or {}, loop = template.fill("kernels/loop_" .. shape .. ".c", row),
    })
    local can_stream = spelling.storage(isa, step.type, step.lanes).stream
    job.streams = can_stream and not is_word and instructions <= most_streamed
    if not job.streams then return text end
    return text .. "\n\n" .. template.fill("kernels/stream.c", {
      pattern = pattern.name, attribute = isa.attribute, name = kernels.name(job), lanes = job.lanes, fence = isa.fence,
      pointers = lists.joined(pointers(kernel, true), in_call, in_row),
      more = op.parameters and ", const void *parameters" or "",
      body = lists.joined(call { at = "i", load = "load", store = "stream" }),
    })
  end)
end

return kernels
