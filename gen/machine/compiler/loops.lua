-- Takes a job with its step, and returns the statements that process the columns of one row, for each value of an
-- instruction set's key `loop` (templates/kernels/loop_*.c). The loop over rows is templates/kernels/kernel.c, which
-- kernels.lua fills in.

local declare = require "reading.declare"
local expr = require "compiler.expr"
local lists = require "lists"
local spelling = require "compiler.spelling"
local template = require "template"

local loops = {}

local fill = spelling.fill

-- Where in a row a loop computes a step, and how it accesses memory there.
--   isa
--   at      the index's name
--   load    the name of the ISA's load: load, load_first (under a mask), load_filled (dead lanes repeat a live one)
--   store   likewise: store, store_first, stream
--   keep    the name of the result, if it is not stored at once
--   masked  the C type of the mask `tail`
--   live    (lanes, i) -> the name of a predicate

-- The type of a mask with this many lanes.
local function tail_type(isa, lanes) return (fill(isa.lanes.i8.mask, {}, { l = math.max(8, lanes) })) end

-- The values of a spelling's $ letters for register i of a value in memory.
local function place(loop, pointer, lanes, i)
  local isa, before, k = loop.isa, (i - 1) * lanes, nil
  local offset = before > 0 and (isa.scale and ("%d * scale"):format(before) or tostring(before))
  local index = offset and (loop.at ~= "" and loop.at .. " + " or "") .. offset or loop.at
  if loop.masked then
    local mask = tail_type(isa, lanes)
    local shifted = before > 0 and ("(tail >> %d)"):format(before) or "tail"
    k = loop.masked == mask and "tail" or ("(%s)%s"):format(mask, shifted)
  elseif loop.live then
    k = loop.live(lanes, i)
  end
  return { p = index ~= "" and ("%s + %s"):format(pointer, index) or pointer, a = pointer, i = index, k = k, l = lanes }
end

-- The predicates of a step in a `while` loop: one for each width of elements, or the number of live lanes.
local function predicates(isa, limit)
  local known, lines = {}, {}
  if isa.loop ~= "while" then return nil, lines end
  local function live(lanes, i)
    local bits = isa.bits // lanes -- of a lane, which may be wider than its value
    local name = isa.counted and "live" or ("live%d%s"):format(bits, limit > lanes and "_" .. i - 1 or "")
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

-- The text that loads a register of an operand.
local function load_text(loop, pointer, parameter, i)
  local type, lanes = spelling.stored_as(parameter.node.type), parameter.lanes
  local storage, values = spelling.storage(loop.isa, type, lanes), place(loop, pointer, lanes, i)
  if loop.load == "load_filled" then
    values.v = fill(declare.plain.lanes[type].load, {}, { p = pointer .. " + " .. loop.at, a = pointer, i = loop.at })
  end
  return fill(storage[loop.load], {}, values)
end

-- The arguments of a step's call, and the function's name. A function that loads takes pointers instead of registers.
local function arguments(loop, step, held)
  local list, seen, by_pointer = {}, {}, step.at and loop.load == "load"
  for _, parameter in ipairs(step.inputs) do
    local node, kind = parameter.node, parameter.kind
    local pointer = kind == "leaf" and spelling.pointer(node.result)
    for i in ipairs(parameter.names) do
      if kind == "live" then
        list[#list + 1] = loop.live(parameter.lanes, i)
      elseif kind == "held" then
        list[#list + 1] = (i == 1 or not by_pointer) and held.names[node] or nil
      elseif not by_pointer then
        list[#list + 1] = load_text(loop, pointer, parameter, i)
      elseif not seen[pointer] then
        list[#list + 1], seen[pointer] = place(loop, pointer, parameter.lanes, 1).p, true
      end
    end
  end
  return list, by_pointer and step.at or step.name
end

-- The instructions of a step's loads and stores.
function loops.moving(isa, step)
  local function count(type, lanes, how) return spelling.instructions(isa, spelling.storage(isa, type, lanes)[how]) end
  local sum = step.many * count(step.type, step.lanes, "store")
  for _, parameter in ipairs(step.inputs) do
    if parameter.kind == "leaf" then
      sum = sum + parameter.many * count(parameter.node.type, parameter.lanes, "load")
    end
  end
  return sum
end

-- A function that loads the operands and calls the step, if an operand takes several registers. Returns its name.
function loops.loading_step(functions, isa, step)
  if isa.scale then return nil end -- each load needs a predicate
  local declared, given, known, groups = {}, {}, {}, false
  for i = 1, step.many > 1 and step.many or 0 do
    given[i] = "out" .. i - 1
    declared[i] = ("%s *%s"):format(step.c_type, given[i])
  end
  for _, parameter in ipairs(step.inputs) do
    local node, many, is_leaf = parameter.node, #parameter.names, parameter.kind == "leaf"
    local name = node.leaf and node.result or parameter.names[1]
    local memory = is_leaf and spelling.memory_type(spelling.stored_as(node.type))
    local c_type = memory and ("const %s *"):format(memory) or parameter.c_type .. " "
    groups = groups or many > 1
    if not (is_leaf and known[name]) then -- otherwise it is already a parameter, in registers of another size
      declared[#declared + 1] = c_type .. name
    end
    known[name] = true
    for i = 1, many do
      given[#given + 1] = is_leaf and load_text({ isa = isa, at = "", load = "load" }, name, parameter, i) or name
    end
  end
  if not groups then return nil end
  local call = ("%s%s(%s);"):format(step.many == 1 and "return " or "", step.name, table.concat(given, ", "))
  return functions:add("load", step.many == 1 and step.c_type or "void", declared, { call })
end

-- The same for a step that puts doubtful elements aside, after the fast results are stored.
local function call_queued(isa, loop, step)
  local value, tail = step.inputs[1], loop.keep and "_last" or loop.masked and "_tail" or ""
  local storage = spelling.storage(isa, step.type, step.lanes)
  local mask = spelling.storage(isa, step.certain.node.type, step.lanes)
  local own, certain, lanes = value.names[1] .. "_step" .. tail, "certain" .. tail, { l = step.lanes }
  local before = {
    ("const %s %s = %s;"):format(value.c_type, own, load_text(loop, spelling.pointer(value.node.result), value, 1)),
    ("%s %s;"):format(step.certain_type, certain),
  }
  local result, dead = ("%s(%s, &%s)"):format(step.name, own, certain), nil
  if loop.keep then
    before[3] = ("const %s %s = %s;"):format(step.c_type, loop.keep, result)
    result = loop.keep
  elseif loop.masked then -- dead lanes count as certain
    dead = fill(mask.words.opposite.text, { "tail" }, lanes)
  end
  local at = place(loop, "po", step.lanes, 1)
  local call = ("%s(&queue, %s, %s, %s);"):format(step.put_aside, own, certain, at.p)
  if step.takes_whole_steps then -- the operand and its end, if the loop needs them
    call = ("%s(&queue, %s, %s, %s, po, %s, %s);"):format(
      step.put_aside, own, certain, spelling.pointer(value.node.result), at.i,
      at.i == "i" and (isa.loop == "mask" and "whole" or "last") or at.i)
    call = (at.i == "i" and "i = " or "(void)") .. call
  end
  local stores = lists.joined({ fill(storage[loop.store], { result }, at) .. ";" },
    { dead and ("%s = %s;"):format(certain, fill(mask.words.either.text, { certain, dead }, lanes)) }, {
      ("if (%s) {"):format(fill(mask.not_all, { certain }, lanes)),
      "    " .. call, "}",
    })
  return loop.keep and before or lists.joined(before, { "" }), stores
end

-- The statements that compute a step, and those that store the result.
local function call_step(isa, loop, step, held)
  loop.isa = isa
  if step.slow then return call_queued(isa, loop, step) end
  local store = spelling.storage(isa, step.type, step.lanes)[loop.store]
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
    local keep = loop.keep or store:find("$1.*$1") and step.result -- computed once, even if stored twice
    if keep then
      before[1] = ("const %s %s = %s;"):format(step.c_type, keep, results[1])
      results[1] = keep
    end
  end
  local stores = lists.map(results, function(result, i)
    return fill(store, { result }, place(loop, "po", step.lanes, i)) .. ";"
  end)
  return before, stores
end

local most_steps = 64 -- after this many, a queue is settled before the next step

-- The functions that put doubtful elements aside and settle them, and the type of their queue.
function loops.queue(functions, job)
  local isa, step = job.isa, job.step
  local value, lanes = step.inputs[1], { l = step.lanes }
  local int = declare.type_of("int", expr.width(step.certain.node.type))
  local name, block = functions.kernel .. "_" .. isa.name, isa.lanes[int]
  step.put_aside, step.settle = "bl_put_aside_" .. name, "bl_settle_" .. name
  step.slow.at = loops.loading_step(functions, isa, step.slow)
  local first = spelling.moved(isa, "store", step.type, step.lanes, "value", 1, "values")
  local stores, flags, of_lanes, aside = { first .. ";" }, {}, nil, nil
  local shared = {
    type = spelling.memory_type(step.type), pointer = spelling.pointer(value.node.result), lanes = step.lanes,
    body = lists.joined(call_step(isa, { at = "", load = "load", store = "store" }, step.slow, {})),
  }
  step.takes_whole_steps = job.kernel.op.whole_steps and block.false_bits
  if step.takes_whole_steps then
    local loop = { isa = isa, at = "i", load = "load", store = "store" }
    local store = spelling.storage(isa, step.type, step.lanes).store
    aside = template.fill("kernels/queue_steps.c", {
      name = name, attribute = isa.attribute, register = value.c_type, mask = step.certain_type, stores = stores,
      bits = fill(block.false_bits, { "certain" }, lanes), half = step.lanes // 2, most = most_steps,
      first = fill(store, { step.slow.name .. "(values)" }, place(loop, "po", step.lanes, 1)) .. ";",
      body = lists.joined(call_step(isa, loop, step.slow, {})),
    }, shared)
  elseif block.false_bits then
    of_lanes = template.fill("kernels/queue_bits.c", {
      bits = fill(block.false_bits, { "certain" }, lanes), half = step.lanes // 2, all = (1 << step.lanes) - 1,
    }, shared)
  else
    local text = fill(block.words.lanes_from_mask.text, { "certain" }, lanes)
    flags[1] = spelling.array(int, "is_certain", step.lanes)
    stores[2] = spelling.moved(isa, "store", int, step.lanes, "is_certain", 1, text) .. ";"
    of_lanes = template.fill("kernels/queue_lanes.c", { lanes = step.lanes })
  end
  aside = aside or template.fill("kernels/queue_aside.c", {
    name = name, attribute = isa.attribute, register = value.c_type, mask = step.certain_type,
    flags = flags, stores = stores, loop = of_lanes,
  }, shared)
  functions:add_text(template.fill("kernels/queue.c", {
    name = name, attribute = isa.attribute, twice = 2 * step.lanes, put_aside = aside,
    more = step.takes_whole_steps and {
      "size_t steps; /* that were settled at once, up to this place */", ("const %s *next;"):format(shared.type),
    } or {},
  }, shared))
  return name .. "_queue"
end

-- For each shape of loop: the texts of a row other than the body, and the setup that runs once per call. call(loop)
-- is call_step.
local shapes = {}

function shapes.each() return {} end

function shapes.last(job, row, call)
  row.lanes = job.lanes
  row.last, row.last_stores = call { at = "last", load = "load", store = "store", keep = job.step.result .. "_last" }
  return { ("const size_t last = cols - %d;"):format(job.lanes) }
end

-- For words, whose output never overlaps the inputs.
function shapes.again(job, row) return shapes.last(job, row, function() end) end

-- Whether some element's operation may raise an exception or need settling; then dead lanes repeat a live element.
local function minds_dead_lanes(root)
  return lists.any(expr.reachable(root), function(node)
    local class = node.word and node.word.raises and expr.class(node.lane) or "int"
    return class ~= "int" and class ~= "uint" or node.word and node.word.settles
  end)
end

function shapes.mask(job, row, call)
  local one = tail_type(job.isa, job.lanes) -- the mask of all registers, if they have one size
  local function differs(of) return of.kind ~= "held" and of.kind ~= "live" and of.lanes ~= job.lanes end
  if differs(job.step) or lists.any(job.step.inputs, differs) then one = "uint64_t" end
  local load = minds_dead_lanes(job.way.root) and "load_filled" or "load_first"
  local bits = "(UINT64_C(1) << (cols - whole)) - 1"
  row.lanes = job.lanes
  row.tail = lists.joined(call { at = "whole", load = load, store = "store_first", masked = one })
  return {
    ("const size_t whole = cols - cols %% %d;"):format(job.lanes),
    ("const %s tail = %s;"):format(one, one == "uint64_t" and bits or ("(%s)(%s)"):format(one, bits)),
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

-- For a chosen pattern with its step: the loop's shape, the values for its template, and the setup that runs once per
-- call.
function loops.row(job, held, is_word)
  local function call(loop) return call_step(job.isa, loop, job.step, held) end
  local live, own_predicates = predicates(job.isa, job.lanes)
  local before, stores = call { at = "i", load = "load", store = "store", live = live }
  local row = { body = lists.joined(own_predicates, before, stores) }
  local shape = is_word and job.isa.loop == "last" and "again" or job.isa.loop
  return shape, row, shapes[shape](job, row, call)
end

-- A step of a stream.
function loops.streamed(job, held)
  return lists.joined(call_step(job.isa, { at = "i", load = "load", store = "stream" }, job.step, held))
end

return loops
