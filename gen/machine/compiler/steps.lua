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

-- The name of a table of constants, which the file then has.
function Functions:table(node)
  return lookups.name(self.tables, self.kernel .. "_" .. self.isa.name, node)
end

function Functions:slow_way(outer, record)
  local of = record.node.word.name == "settle" and slow.in_plain_c or slow.over_registers
  return of(self, outer, record)
end

-- Schedules the step of what is chosen, with its result and its name; its text is made when all that the file computes
-- has its names. In the expression's graph.
function steps.schedule(functions, job)
  local step, root = schedule.new(job.choices, functions), job.way.root
  step.record, step.result = step:value(job.choice), expr.called(root)
  arrange(step, { step.record })
  step:parameters() -- in order
  step.many, step.lanes, step.type = step.record.many, job.choice.lanes, root.type
  step.c_type = spelling.c_type(job.isa, root.type, step.lanes)
  return step
end

function steps.weave(functions, job)
  local step = job.step
  functions.pattern = job.pattern.name
  statements.name(step)
  step.name = functions:add_giving("step", step.c_type, step:declared(), statements.list(step), step.record, "out")
end

return steps
