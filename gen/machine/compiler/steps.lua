-- Takes a job, and returns the functions over registers that compute its expression: the step, and the slow way of a
-- settle. Patterns and loops with the same computation share one function.

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

-- The functions of a kernel file, each text only once, and the names of the values in them.
local Functions = {}
Functions.__index = Functions

function steps.functions(library, kernel, isa)
  local reserved = lists.words(declare.kinds.reserved)
  for _, name in ipairs(kernel.op.operands) do lists.append(reserved, { name, spelling.pointer(name) }) end
  return setmetatable({
    library = library, of = kernel, kernel = kernel.name, isa = isa, list = {}, by_text = {}, by_name = {},
    names = names.new(reserved), tables = isa == declare.plain and kernel.tables or {},
  }, Functions)
end

local says = {
  step = "a step", alike = "one register of a step", load = "a step of values in memory",
  slow = "the slow way, where a lane is doubtful", settled = "a step of the slow way",
}

-- Adds a function, unless it exists, and returns its name. If another function has that name, the pattern's name is
-- appended.
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

-- Adds a text, unless it exists.
function Functions:add_text(text)
  if self.by_text[text] then return end
  self.by_text[text], self.list[#self.list + 1] = true, text
end

-- Adds a function that computes a record: it returns one register, or stores several through its first arguments.
function Functions:add_giving(kind, type, parameters, list, result, pointer, role)
  if result.many == 1 then
    local value = statements.returned(list, result.names[1])
    return self:add(kind, type, parameters, lists.joined(statements.lines(list), { "return " .. value .. ";" }), role)
  end
  for i = 1, result.many do table.insert(parameters, i, ("%s *%s%d"):format(type, pointer, i - 1)) end
  statements.give(list, result, function(i) return ("*%s%d"):format(pointer, i - 1) end)
  return self:add(kind, "void", parameters, statements.lines(list), role)
end

-- The name of a table of constants, which is added to the file.
function Functions:table(node)
  return lookups.name(self.tables, self.kernel .. "_" .. self.isa.name, node)
end

function Functions:slow_way(outer, record)
  local of = record.node.word.name == "settle" and slow.in_plain_c or slow.over_registers
  return of(self, outer, record)
end

-- Schedules a choice, with its result, the result's name and optionally a mask of the result. The text is generated
-- once all names of the file are known. Call this within the expression's graph.
local function scheduled(functions, job, choice, certain)
  local step, root = schedule.new(job.choices, functions), job.way.root
  step.record, step.result = step:value(choice), expr.called(root)
  step.certain = certain and step:value(certain)
  arrange(step, { step.record, step.certain })
  step:parameters() -- puts them in order
  step.many, step.lanes, step.type = step.record.many, choice.lanes, root.type
  step.c_type = spelling.c_type(job.isa, root.type, step.lanes)
  return step
end

-- Whether the whole expression, with one operand, is settled over registers. A queue then collects its doubtful
-- elements (templates/kernels/queue.c), so that each costs only one lane's share of the slow way.
local function queues(job)
  local choice, isa = job.choice, job.isa
  return choice.kind == "settle" and choice.slow and isa.bits and isa.loop ~= "while" and #job.kernel.takes == 1
    and job.kernel.op.kind ~= "word" and job.choices:count(choice.node) == choice.lanes
end

-- Schedules the step of a job and, if it queues, that of its slow way.
function steps.schedule(functions, job)
  local choice = job.choice
  local step = queues(job) and scheduled(functions, job, choice.needs[1], choice.needs[2])
  if not step or #step.inputs ~= 1 then return scheduled(functions, job, choice) end -- the queue is for one register
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
