-- Decides which patterns of an operator exist. For one pattern of a kernel on an ISA it first makes a job, with the
-- choices and their cost; and later the text: the step, the values that are constant over a row, the loop over a
-- row's columns (loops.lua), and the loop over rows (templates/kernels/kernel.c).

local choose = require "compiler.choose"
local declare = require "reading.declare"
local derive = require "compiler.derive"
local expr = require "compiler.expr"
local held = require "compiler.held"
local lists = require "lists"
local loops = require "compiler.loops"
local order = require "compiler.order"
local spelling = require "compiler.spelling"
local steps = require "compiler.steps"
local template = require "template"

local kernels = {}

local short_step = 8 -- instructions; loops whose steps are this short are unrolled twice
local most_streamed = 26 -- instructions; longer steps are not limited by memory

-- A pattern, as letters: v for a contiguous operand, s for a held one (a bit of `set`).
function kernels.pattern(arity, set)
  local name, held = "", {}
  for i = 1, arity do
    held[i] = set >> (i - 1) & 1 == 1
    name = name .. (held[i] and "s" or "v")
  end
  return { name = name, held = held, set = set }
end

-- The patterns that an operator's kernels have. Unary and binary operators have every pattern except the one in which
-- all operands are constant. If they commute they have no sv, which is vs with exchanged operands. With more
-- operands, patterns hold all except the first, or none. There are two exceptions: if a bool selects one of two
-- operands, either of these may be held; and a fold's kernel for several inputs has no held ones.
function kernels.patterns(op)
  local arity, list = #op.takes, {}
  for set = 0, (1 << arity) - 2 do
    local pays = not (op.commutes and set == 1)
    if arity > 2 then
      local all_or_none = set == 0 or set == (1 << arity) - 2
      pays = set & 1 == 0 and (all_or_none or arity == 3 and op.takes[1] == "bool")
      if op.folds then pays = set == 0 end
    end
    if pays then list[#list + 1] = kernels.pattern(arity, set) end
  end
  return list
end

-- The name of a kernel's function for a job's pattern.
function kernels.name(kernel, job) return ("bl_%s_%s_%s"):format(kernel.name, job.isa.name, job.pattern.name) end

-- Whether the kernels take their arguments in arrays.
local function by_array(op) return op.parameters or op.kind == "word" or #op.takes > 3 end

function kernels.call_of(op)
  return op.parameters and "P" or by_array(op) and "N" or tostring(#op.takes)
end

function kernels.declaration(op)
  local inputs = { "const void *const *inputs", op.parameters and "const void *parameters" }
  if not by_array(op) then inputs = lists.map(op.operands, function(name) return "const void *" .. name end) end
  return lists.commas(lists.joined({ "size_t cols" }, inputs, { "void *out", "size_t rows", "const ptrdiff_t *row" }))
end

-- The declarations of the operands' pointers, one line per type. from_arrays: the function's parameters are arrays.
function kernels.pointers(kernel, from_arrays)
  local set, by_type = {}, {}
  for i, name in ipairs(kernel.op.operands) do
    local c, given = spelling.memory_type(kernel.takes[i]), from_arrays and ("inputs[%d]"):format(i - 1) or name
    local own = ("*%s = (const %s *)%s"):format(spelling.pointer(name), c, given)
    if by_type[c] and #set[by_type[c]] + #own < 113 then -- so that they fit in 120 columns with the text around them
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

-- The statements that move the pointers to the next row.
function kernels.advance(op)
  local inputs = lists.map(op.operands, function(name, i)
    return ("%s += row[%d]"):format(spelling.pointer(name), i)
  end)
  return lists.commas(lists.joined(inputs, { "po += row[0]" }))
end

function kernels.walk_text(op, pattern)
  local function those(held)
    return lists.english(lists.map(op.operands, function(name, i) return pattern.held[i] == held and name or nil end))
  end
  local held = those(true)
  if held ~= "" then held = "; of " .. held .. " one value per row" end
  return template.wrap(("%s: %s contiguous%s"):format(pattern.name, those(false), held), 114, "\n * ")
end

-- Elements per step: one register of the narrowest stored type, but at most four registers of the widest; if
-- predicates are counts, the number of lanes that these count.
local function step_lanes(isa, takes, gives)
  if not isa.bits or isa.counted then return spelling.full(isa, gives) end
  local narrow, wide = expr.width(gives), expr.width(gives)
  for _, type in ipairs(takes) do
    if type ~= "count" then narrow, wide = math.min(narrow, expr.width(type)), math.max(wide, expr.width(type)) end
  end
  return isa.scale and isa.bits // narrow or math.min(isa.bits // narrow, 4 * isa.bits // wide)
end

-- The job for one pattern of a kernel on an ISA in one way, and its cost per element; or nil and the missing word, if
-- the ISA cannot compute it. graph: the one for all patterns of the way on this ISA.
local function chosen(isa, kernel, way, pattern, graph, lanes)
  lanes = lanes or step_lanes(isa, kernel.takes, kernel.gives)
  local choices = derive.choices(isa, graph, lanes, pattern.set | expr.parameters, "memory")
  -- in a long expression held values save little, so one step serves all patterns
  choices.by_register = #kernel.takes > 1 and declare.claim_of(kernel.op, kernel.types.T)
  local choice, cost = choices:stored(way.root)
  if not choice then return nil, cost end
  if isa.order then
    local saved
    choice, saved = order.leave(isa, choice)
    cost = cost - saved
  end
  local most = choose.most_moved(choice)
  if most < lanes then -- no loaded or stored register is this long
    return chosen(isa, kernel, way, pattern, graph, most)
  end
  return {
    isa = isa, kernel = kernel, way = way, pattern = pattern, choices = choices, choice = choice, lanes = lanes,
    contract = isa.loop == "last" and lanes or 1, each = cost / (lanes * (isa.typical or 1)),
  }
end

-- The graphs with an ISA's choices: one for each way, shared by all patterns.
function kernels.graphs(kernel)
  return lists.map(kernel.ways, function(way) return expr.new_graph(kernel.op.where, way.graph) end)
end

-- The cheapest way.
function kernels.chosen(isa, kernel, pattern, graphs)
  local best, why
  for i, way in ipairs(kernel.ways) do
    local job, missing = chosen(isa, kernel, way, pattern, graphs[i])
    why = why or missing
    if job and (not best or job.each < best.each) then best = job end
  end
  return best, not best and why or nil
end

-- Schedules a job: adds its step, the schedule of its held values, and its cost.
local function scheduled(functions, job)
  job.step = steps.schedule(functions, job)
  job.own = held.schedule(functions, job)
  local step, own = job.step, job.own
  job.floats = math.max(step.floats, own.floats)
  job.cost = {
    instructions = step.instructions + loops.moving(job.isa, step), lanes = job.lanes, prepared = own.cost,
  }
end

-- The beginning of a row if the operator has shorter ways for some values of the held operand: it looks for the row's
-- value among these, and computes all rows with the same value at once.
function kernels.shortened(kernel, isa, pattern)
  local op, shorter = kernel.op, kernel.shorter
  if not (shorter and pattern.held[shorter.place]) then return {} end
  local operand = op.operands[shorter.place]
  return { template.fill("kernels/shortened.c", {
    operand = operand, place = shorter.place,
    others = lists.commas(op.operands, function(own, i) return i ~= shorter.place and spelling.pointer(own) or nil end),
    cases = lists.lines(shorter, function(of)
      return ("if (%s_value == %s) {\n    shorter = %s;\n}"):format(
        operand, of.literal, kernels.name(of.kernel, of.kernel.cells[isa.name].served))
    end),
  }), "" }
end

-- Whether this is plain C for halves, which some compilers vectorise badly (templates/headers/kernels.h).
local function in_halves(job)
  return job.isa == declare.plain and
    lists.any(job.kernel.takes, function(type) return expr.class(type) == "half" end)
end

-- A job's text, once all jobs of the file are scheduled and the names are settled.
local function text_of(functions, job)
  local isa, kernel, pattern, op = job.isa, job.kernel, job.pattern, job.kernel.op
  local is_word = op.kind == "word" -- only in the tests
  local step, own, instructions = job.step, job.own, job.cost.instructions
  steps.weave(functions, job)
  held.weave(own)
  step.at = not step.slow and loops.loading_step(functions, isa, step) or nil
  local queue = step.slow and loops.queue(functions, job)
  local shape, row, once = loops.row(job, own, is_word)
  if isa.loop ~= "each" then
    row.unrolled = shape ~= "again" and instructions <= short_step and "BL_UNROLL_TWICE" or ""
  end

  local in_row, in_call = lists.joined(own.loads, kernels.shortened(kernel, isa, pattern), own.row), own.once
  local text = template.fill("kernels/kernel.c", {
    walk = kernels.walk_text(op, pattern), parameters = kernels.declaration(op), advance = kernels.advance(op),
    head = ("%s%s%s void %s("):format(
      is_word and "static " or "", in_halves(job) and "BL_ONE_BY_ONE " or "", isa.attribute, kernels.name(kernel, job)),
    pointers = lists.joined(kernels.pointers(kernel, by_array(op)), once, in_call,
      queue and { queue .. " queue;", "", "queue.count = 0;" },
      step.takes_whole_steps and { "queue.steps = 0;", "queue.next = NULL;" }),
    settled = queue and { "if (queue.count != 0) {", "    " .. step.settle .. "(&queue);", "}" } or {},
    row = #in_row > 0 and lists.joined(in_row, { "" }) or {},
    loop = template.fill("kernels/loop_" .. shape .. ".c", row),
  })
  local can_stream = spelling.storage(isa, step.type, step.lanes).stream
  job.streams = can_stream and not (is_word or step.slow) and instructions <= most_streamed
  if not job.streams then return text end
  return text .. "\n\n" .. template.fill("kernels/stream.c", {
    pattern = pattern.name, attribute = isa.attribute, name = kernels.name(kernel, job), lanes = job.lanes,
    pointers = lists.joined(kernels.pointers(kernel, true), in_call, own.loads, own.row),
    more = op.parameters and ", const void *parameters" or "",
    body = loops.streamed(job, own),
  })
end

-- The texts of all jobs of a file, which share a graph, and the functions that they call.
function kernels.weave(library, jobs)
  local functions = steps.functions(library, jobs[1].kernel, jobs[1].isa)
  return expr.within(jobs[1].choices.graph, function()
    for _, job in ipairs(jobs) do scheduled(functions, job) end
    functions.names:settle()
    return lists.map(jobs, function(job) return text_of(functions, job) end), functions
  end)
end

return kernels
