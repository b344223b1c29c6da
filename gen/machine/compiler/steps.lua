-- Steps: takes a job, and gives the functions over registers that compute its expression, each written once for all
-- patterns and loops that compute it alike: the step, and the slow way of a settle beside it.

local arrange = require "compiler.arrange"
local declare = require "reading.declare"
local expr = require "compiler.expr"
local lists = require "lists"
local lookups = require "compiler.lookups"
local names = require "compiler.names"
local schedule = require "compiler.schedule"
local slow = require "compiler.slow"
local spelling = require "compiler.spelling"
local statements = require "compiler.statements"
local template = require "template"

local steps = {}

-- The functions of a kernel file, each text once, and the names of the values in them.
local Functions = {}
Functions.__index = Functions

function steps.functions(library, kernel, isa, reserved)
  return setmetatable({
    library = library, of = kernel, kernel = kernel.name, isa = isa, list = {}, by_text = {}, by_name = {},
    names = names.new(reserved), tables = isa == declare.plain and kernel.tables or {},
  }, Functions)
end

local says = {
  step = "a step", alike = "one register of a step", load = "a step of values in memory",
  slow = "the slow way, where a lane is doubtful", settled = "a step of the slow way",
}

-- Adds a function, unless it is there. Its name: with that of the pattern where another has it already.
function Functions:add(kind, type, parameters, lines, role)
  local key = kind .. type .. table.concat(parameters, ",") .. table.concat(lines, "\n")
  if self.by_text[key] then return self.by_text[key] end
  local attribute, head, tail = self.isa.attribute .. " BL_INLINE", "", kind == "load" and "_at" or ""
  if kind == "slow" then attribute, head = "static BL_NEVER_INLINE " .. self.isa.attribute, "bl_slow_" end
  local name = ("%s%s_%s%s"):format(head, self.kernel, self.isa.name, role and "_" .. role or "")
  local is_taken = self.by_name[name .. tail]
  name = name .. (is_taken and "_" .. self.pattern or "") .. tail
  while self.by_name[name] do name = name .. "_b" end
  self.by_name[name], self.by_text[key] = true, name
  self.list[#self.list + 1] = template.fill("kernels/step.c", {
    says = says[kind] .. (is_taken and ", for " .. self.pattern or ""), parameters = lists.commas(parameters),
    head = ("%s %s %s("):format(attribute, type, name), body = lines,
  })
  return name
end

-- Adds what is written already, unless it is there.
function Functions:add_text(text)
  if self.by_text[text] then return end
  self.by_text[text], self.list[#self.list + 1] = true, text
end

function Functions:add_alike(role, type, parameters, lines)
  return self:add("alike", type, parameters, lines, role)
end

-- The same of a function that computes a record: one register is returned, several go where its first parameters point.
function Functions:add_giving(kind, type, parameters, list, result, pointer, role)
  if result.many == 1 then
    local value = statements.returned(list, result.names[1])
    return self:add(kind, type, parameters, lists.joined(statements.lines(list), { "return " .. value .. ";" }), role)
  end
  for i = 1, result.many do table.insert(parameters, i, ("%s *%s%d"):format(type, pointer, i - 1)) end
  statements.give(list, result, function(i) return ("*%s%d"):format(pointer, i - 1) end)
  return self:add(kind, "void", parameters, statements.lines(list), role)
end

-- The name of a table of constants, which the file then has.
function Functions:table(node)
  return lookups.name(self.tables, self.kernel .. "_" .. self.isa.name, node)
end

function Functions:slow_way(outer, record)
  local of = record.node.word.name == "settle" and slow.in_plain_c or slow.over_registers
  return of(self, outer, record)
end

-- Schedules what is chosen, with its result and its name, and maybe a mask of it; its text is made when all that the
-- file computes has its names. In the expression's graph.
local function scheduled(functions, job, choice, certain)
  local step, root = schedule.new(job.choices, functions), job.way.root
  step.record, step.result = step:value(choice), expr.called(root)
  step.certain = certain and step:value(certain)
  arrange(step, { step.record, step.certain })
  step:parameters() -- in order
  step.many, step.lanes, step.type = step.record.many, choice.lanes, root.type
  step.c_type = spelling.c_type(job.isa, root.type, step.lanes)
  return step
end

-- Whether a whole expression of one operand settles over registers: its doubtful elements then are put aside in a queue
-- (templates/kernels/queue.c), so that doubt costs a lane's share of the slow way.
local function queues(job)
  local choice, isa = job.choice, job.isa
  return choice.kind == "settle" and choice.slow and isa.bits and isa.loop ~= "while" and #job.kernel.takes == 1
    and job.kernel.op.kind ~= "word" and job.choices:count(choice.node) == choice.lanes
end

-- Schedules the step of a job; of one that queues, that of its slow way, too.
function steps.schedule(functions, job)
  local choice = job.choice
  local step = queues(job) and scheduled(functions, job, choice.needs[1], choice.needs[2])
  if not step or #step.inputs ~= 1 then return scheduled(functions, job, choice) end -- one register is put aside
  step.slow = scheduled(functions, job, choice.slow)
  return step
end

local function weave(functions, step, kind, role)
  statements.name(step)
  local list, declared = statements.list(step), step:declared()
  if step.certain then
    declared[#declared + 1] = ("%s *certain"):format(step.certain_type)
    statements.give(list, step.certain, function() return "*certain" end)
  end
  step.name = functions:add_giving(kind, step.c_type, declared, list, step.record, "out", role)
end

function steps.weave(functions, job)
  local step = job.step
  functions.pattern = job.pattern.name
  if step.slow then
    step.certain_type = spelling.c_type(job.isa, step.certain.node.type, step.certain.lanes)
    weave(functions, step.slow, "settled", "slowly")
  end
  weave(functions, step, "step")
end

return steps
