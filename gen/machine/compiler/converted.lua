-- Takes a kernel without loops, whose operand U must be converted to another dtype. Returns plain C functions that
-- convert the operand and call the kernel for that dtype. A held value is converted once; others go through a tile.

local declare = require "reading.declare"
local derive = require "compiler.derive"
local expr = require "compiler.expr"
local kernels = require "compiler.kernels"
local lists = require "lists"
local naming = require "compiler.names"
local schedule = require "compiler.schedule"
local spelling = require "compiler.spelling"
local statements = require "compiler.statements"
local template = require "template"

local converted = {}

local tile = 64 -- elements; a call takes half of them or more, which is enough columns for each kernel

-- The position of the operand of type U.
local function place_of(op)
  for i, type in ipairs(op.takes) do
    if type == "U" then return i end
  end
end

-- A plain C function that converts one value: its name and its text.
local function function_of_one(library, kernel, place)
  local op, graph, type = kernel.op, expr.new_graph(kernel.op.where), kernel.inner.takes[place]
  return expr.within(graph, function()
    local leaf = expr.leaf(1, kernel.takes[place], op.operands[place])
    local root = op.converts.by(leaf, type)
    local choices = derive.choices(declare.plain, graph, 1, nil, "registers")
    local own = schedule.new(choices, { library = library, names = naming.new(op.operands) })
    local lines, result = statements.of_value(own, choices:best(root, 1))
    local name = ("%s_%s"):format(kernel.name, op.operands[place])
    return name, template.fill("kernels/step.c", {
      says = ("the %s as %s"):format(op.operands[place], kernel.inner.types.U),
      head = ("%s BL_INLINE %s %s("):format(declare.plain.attribute, spelling.memory_type(type), name),
      parameters = lists.commas(own:declared()),
      body = lists.joined(lines, { "return " .. result .. ";" }),
    })
  end)
end

-- The functions for all instruction sets; `guarded` encloses those of an instruction set in its condition.
function converted.text(woven, kernel, guarded)
  local op, place = kernel.op, place_of(kernel.op)
  local one, text_of_one = function_of_one(woven.helpers, kernel, place)
  local own, type = spelling.pointer(op.operands[place]), kernel.takes[place]
  local function way(kind, at, passed, common)
    local loaded = spelling.fill(declare.plain.lanes[type].load, {}, { p = own .. " + " .. at, a = own, i = at })
    return template.fill("kernels/converted_" .. kind .. ".c", {
      name = kernel.name, call = kernels.call_of(op), parameters = kernels.declaration(op),
      operand = op.operands[place], pointers = kernels.pointers(kernel), advance = kernels.advance(op),
      type = spelling.memory_type(kernel.inner.takes[place]), value = ("%s(%s)"):format(one, loaded),
      passed = lists.commas(op.operands, function(name, i)
        return i == place and passed or spelling.pointer(name) .. common
      end),
    }, { tile = tile, half = tile // 2, place = place })
  end
  local texts = { text_of_one, way("tile", "done + i", "tile", " + step * done"), way("value", "0", "&value", "") }
  for _, isa in ipairs(woven.isas) do
    local wrappers = lists.text(kernel.cells[isa.name].jobs or {}, "\n\n", function(job)
      local held = job.pattern.held
      return template.fill("kernels/converting.c", {
        name = kernels.name(kernel, job), parameters = kernels.declaration(op), operands = lists.commas(op.operands),
        by = ("%s_%s"):format(kernel.name, held[place] and "value" or "tile"),
        kernel = kernels.name(kernel.inner, job) .. (held[place] and "" or held[3 - place] and ", 0" or ", 1"),
      })
    end)
    texts[#texts + 1] = wrappers ~= "" and guarded(isa, wrappers) or nil
  end
  return table.concat(texts, "\n\n")
end

return converted
