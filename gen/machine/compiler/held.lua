-- Takes a chosen pattern with its step, and returns the names of the held values that the step takes in addition to
-- its operands. Plain C statements compute these once per call or once per row, as soon as their inputs are known.

local arrange = require "compiler.arrange"
local declare = require "reading.declare"
local derive = require "compiler.derive"
local expr = require "compiler.expr"
local schedule = require "compiler.schedule"
local spelling = require "compiler.spelling"
local statements = require "compiler.statements"

local held = {}

local function is_once(record) return record.node.uses & ~expr.parameters == 0 end

-- Schedules them; their text is generated once all names of the file are known.
function held.schedule(functions, job)
  local isa, choices = job.isa, derive.choices(declare.plain, job.choices.graph, 1, nil, "memory")
  local plain, by_record, asked = schedule.new(choices, functions), {}, {}
  local function value(node)
    return plain:value(choices:best(node, 1) or plain:lacks { node = node, lanes = 1 })
  end
  for _, input in ipairs(job.step.inputs) do
    local node = input.node
    if input.kind == "held" and not by_record[node] then
      local is_scalar, of = node.type == "count" or not isa.bits, node
      if expr.class(node.type) == "mask" and not is_scalar then
        of = expr.apply(declare.words.lanes_from_mask, declare.type_of("int", expr.width(node.type)), node)
      end
      of = value(of)
      if is_scalar and node.word and of.kind ~= "leaf" then
        by_record[node], asked[#asked + 1] = of, of
      elseif is_scalar and of.kind == "leaf" and not of.node.parameter then
        by_record[node], of.is_asked = of, true
      else
        local tail = not is_scalar and "_all" or node.word and "" or "_value"
        by_record[node] = plain:add {
          kind = "splat", node = node, of = of, many = 1, is_scalar = is_scalar, tail = tail,
          base = node.leaf and node.result .. tail,
        }
      end
    end
  end
  for _, record in ipairs(plain.records) do -- each row begins by testing this value
    local shorter = record.kind == "leaf" and job.kernel.shorter
    if shorter and record.node.leaf == shorter.place then record.is_asked = true end
  end
  arrange(plain, asked, function(a, b) return is_once(a) ~= is_once(b) end)
  return { plain = plain, by_record = by_record, floats = plain.floats, cost = math.ceil(plain.cost) }
end

-- A value is loaded into a variable if the step takes it unchanged or several values depend on it.
function held.weave(own)
  local plain, loads = own.plain, {}
  own.names, own.loads = {}, loads
  statements.name(plain, function(record)
    local node = record.node
    if record.kind ~= "leaf" then return nil end
    if node.parameter then return { "p->" .. node.result } end
    local pointer, name = spelling.pointer(node.result), node.result .. "_value"
    local text = node.type == "count" and ("(int)bl_load_u32(%s)"):format(pointer)
      or spelling.moved(declare.plain, "load", node.type, 1, pointer, 1)
    if not record.is_asked and (record.used or 0) < 2 then return { text } end
    local c_type = spelling.full_type(declare.plain, spelling.stored_as(node.type))
    loads[#loads + 1] = ("const %s %s = %s;"):format(c_type, name, text)
    return { name }
  end)
  for node, record in pairs(own.by_record) do own.names[node] = record.names[1] end
  own.once = statements.lines(statements.list(plain, is_once))
  own.row = statements.lines(statements.list(plain, function(record) return not is_once(record) end))
end

return held
