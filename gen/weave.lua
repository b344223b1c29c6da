-- Weaving: kernels and helpers as text. Decides which cells (op x dtype x ISA) are emitted and what each costs.

local declare = include "declare"
local expr = include "expr"
local lower = include "lower"
local emit = include "emit"
local template = include "template"

local weave = {}

-- Every way to hold some operands but not all, as letters: v contiguous, s one value held.
function weave.patterns(op)
  local arity, list = #op.takes, {}
  for set = 0, (1 << arity) - 2 do
    local name, held = "", {}
    for i = 1, arity do
      held[i] = set >> (i - 1) & 1 == 1
      name = name .. (held[i] and "s" or "v")
    end
    if not (op.commutes and name == "sv") then list[#list + 1] = { name = name, held = held, set = set } end
  end
  return list
end

-- ---- Which kernel serves an op at a dtype ----

local function signature(op, root)
  local order, number, parts = expr.reachable(root), {}, { op.commutes and "commutes" or "" }
  for i, node in ipairs(order) do
    number[node] = i
    local part = node.leaf and "leaf" .. node.leaf or node.value and "constant" .. node.value or node.word.name .. "@" .. node.lane
    for _, arg in ipairs(node.args) do part = part .. "," .. tostring(number[arg] or arg) end
    parts[i + 1] = part .. ":" .. node.type
  end
  return table.concat(parts, ";")
end

-- Where no word of the expression looks at more than its operands' width (or, among integers, at more than their
-- signs' absence), one kernel serves all dtypes of that width: "x8". Where two ops come out as the same expression,
-- the first one's kernel serves both.
local known_kernels, known_names = {}, {}
function weave.kernel_for(op, dtype)
  local info = declare.dtypes[dtype]
  local width = info.bits
  local root = expr.of_op(op, dtype, dtype, {})
  local moves, signless = info.class ~= "bool", info.class == "int" or info.class == "uint"
  for i = 1, #op.takes + 1 do
    local type = op.takes[i] or op.gives
    if type ~= "T" and type ~= "bool" then moves, signless = false, false end
  end
  for _, node in ipairs((expr.reachable(root))) do
    if node.word and node.word.name ~= "bits" then
      moves = moves and node.word.moves
      signless = signless and (node.word.moves or node.word.sign == "any")
    end
  end
  local name, lane = dtype, dtype
  if moves or signless then -- unless the expression says types of its own
    local folds, folded = pcall(expr.of_op, op, dtype, "u" .. width, {})
    if folds then name, lane, root = "x" .. width, "u" .. width, folded end
  end
  local key = signature(op, root)
  if not known_kernels[key] then
    if known_names[op.name .. "_" .. name] then name = dtype end
    known_names[op.name .. "_" .. name] = true
    known_kernels[key] = {
      name = op.name .. "_" .. name, op = op, dtype = dtype, lane = lane, type_name = name,
      formula = expr.formula(root), cells = {},
    }
  end
  return known_kernels[key]
end

-- The types that the kernel's operands and result are stored in.
function weave.stored(kernel)
  local function at(type) return emit.stored_as(type == "T" and kernel.lane or type) end
  local takes = {}
  for i, type in ipairs(kernel.op.takes) do takes[i] = at(type) end
  return takes, at(kernel.op.gives)
end

-- Elements a step: a register of the narrowest stored type, but at most four of the widest.
local function step_lanes(isa, kernel)
  if not isa.bits then return 1 end
  local takes, gives = weave.stored(kernel)
  local narrow, wide = expr.width(gives), expr.width(gives)
  for _, type in ipairs(takes) do
    if type ~= "count" then narrow, wide = math.min(narrow, expr.width(type)), math.max(wide, expr.width(type)) end
  end
  return math.min(isa.bits // narrow, 4 * isa.bits // wide)
end

local function plural(count, noun) return ("%d %s%s"):format(count, noun, count == 1 and "" or "s") end

-- ---- Helpers: the words that an ISA makes of others, as functions of its header ----

local Helpers = {}
Helpers.__index = Helpers

function weave.new_helpers()
  return setmetatable({ by_isa = {} }, Helpers)
end

local function attribute(isa) return "BL_" .. isa.name:upper() end
weave.attribute = attribute

function Helpers:of(isa)
  self.by_isa[isa.name] = self.by_isa[isa.name] or { list = {}, by_key = {} }
  return self.by_isa[isa.name]
end

-- The helper for a word node on the ISA; woven where it is not there yet, after those that it calls itself.
function Helpers:get(isa, node)
  local own = self:of(isa)
  local key = node.word.name .. "_" .. node.lane
  if not own.by_key[key] then
    local helper = self:weave(isa, node)
    own.by_key[key] = helper
    own.list[#own.list + 1] = helper
  end
  return own.by_key[key]
end

local function note_promotion(emitter, root)
  for _, node in ipairs((expr.reachable(root))) do
    if node.word and (node.word.name == "widen" or node.word.name:find("^f%d%d_from_")) and not node.held then
      emitter.promoted = true
    end
  end
end

function Helpers:weave(isa, node)
  local root, scope = lower.helper_body(isa, node)
  local lanes = emit.full_lanes(isa, node.type:find("^m") and node.type or node.lane)
  local emitter = emit.new(isa, scope, lanes, { helpers = self })
  local order, leaves = expr.reachable(root), {}
  for _, inner in ipairs(order) do
    if inner.leaf then leaves[inner.leaf] = inner end
  end
  local parameters, uses = {}, {}
  for i = 1, #node.args do
    if leaves[i] then
      parameters[#parameters + 1] = emit.register_type(isa, leaves[i].type, 1 << 20) .. " " .. leaves[i].name
      uses[i] = true
      emitter:unique(leaves[i].name)
    end
  end
  local result = expr.in_scope(scope, function() return emitter:registers(root, emitter:natural(root))[1] end)
  note_promotion(emitter, root)
  local name = ("bl_%s_%s_%s"):format(node.word.name, node.lane, isa.name)
  local last = emitter.lines[#emitter.lines]
  local direct = last and last:match("^const .- " .. result:gsub("%p", "%%%0") .. " = (.*);$")
  if direct then -- no name for what is returned at once
    emitter.lines[#emitter.lines] = nil
    result = direct
  end
  return {
    name = name, node = node, uses = uses, instructions = emitter.instructions, weighted = emitter.weighted, promoted = emitter.promoted,
    text = template.fill("helper.h", {
      says = template.wrap(("%s, %s: %s. %s."):format(node.word.name, node.lane, node.word.says,
        plural(emitter.instructions, "instruction")), 112, "\n * "),
      attribute = attribute(isa) .. " BL_INLINE", type = emit.register_type(isa, root.type, 1 << 20), name = name,
      parameters = table.concat(parameters, ", "), body = template.statements(emitter.lines),
      result = template.statement("return " .. result .. ";"),
    }),
  }
end

-- ---- Kernels ----

local short_step = 5 -- instructions; the loops of such steps are unrolled twice
local most_streamed = 24 -- instructions; longer steps do not wait for memory

local function pointer_name(operand) return #operand == 1 and "p" .. operand or "p_" .. operand end

-- The type of a pointer to elements: the lane type's C type in memory.
local function c_type(type) return declare.dtypes[type == "count" and "u32" or type].c end

function weave.parameters(op, head)
  local lines, pad = { "size_t rows, size_t cols", "void *out, ptrdiff_t out_row" }, (" "):rep(#head)
  for _, name in ipairs(op.operands) do
    lines[#lines + 1] = ("const void *%s, ptrdiff_t %s_row"):format(name, name)
  end
  return table.concat(lines, ",\n" .. pad)
end

local function walk_text(op, pattern)
  local by = { v = {}, s = {} }
  for i, name in ipairs(op.operands) do
    local kind = pattern.held[i] and "s" or "v"
    table.insert(by[kind], name)
  end
  local text = pattern.name .. ": " .. table.concat(by.v, " and ") .. " contiguous"
  if #by.s > 0 then text = text .. ", " .. table.concat(by.s, " and ") .. " one value a row" end
  return text
end

-- One pattern of a kernel on an ISA: its text and costs; nil and the reason where the ISA cannot.
local function weave_pattern(helpers, isa, kernel, pattern, storage)
  local op = kernel.op
  local root, scope = expr.of_op(op, kernel.dtype, kernel.lane, pattern.held)
  return expr.in_scope(scope, function()
    local legal, why = lower.legalise(isa, root)
    if not legal then return nil, why end
    local takes, gives = weave.stored(kernel)
    local lanes = step_lanes(isa, kernel)
    local emitter = emit.new(isa, scope, lanes, {
      helpers = helpers, names = { last = 1, tail = 1, rows = 1, cols = 1, r = 1, i = 1, out = 1, po = 1 },
      memory = { pointer = function(leaf) return leaf.leaf == 0 and "po" or pointer_name(leaf.name) end },
    })
    emitter.expanded = legal ~= root
    note_promotion(emitter, legal)
    local pointers = {}
    for i, name in ipairs(op.operands) do
      emitter.names[name], emitter.names[name .. "_row"], emitter.names[pointer_name(name)] = 1, 1, 1
      local c = c_type(takes[i])
      pointers[i] = ("const %s *%s = (const %s *)%s + (ptrdiff_t)r * %s_row;"):format(c, pointer_name(name), c, name, name)
    end
    pointers[#pointers + 1] = ("%s *po = (%s *)out + (ptrdiff_t)r * out_row;"):format(c_type(gives), c_type(gives))

    if not emitter:store_lanes(legal) then return nil, "store " .. gives end
    emitter:prepare(legal)
    emitter:again("", "i", nil)
    local stores = emitter:stores(legal)
    local name = ("bl_%s_%s_%s"):format(kernel.name, isa.name, pattern.name)
    local head = storage .. attribute(isa) .. " void " .. name .. "("
    local values = {
      walk = walk_text(op, pattern), attribute = storage .. attribute(isa), name = name, parameters = weave.parameters(op, head),
      pointers = pointers, held = template.statements(emitter.row), body = template.statements(emitter.lines),
      stores = template.statements(stores),
    }
    local cost = {
      instructions = emitter.instructions, weighted = emitter.weighted, lanes = lanes, prepared = emitter.prepared,
      promoted = emitter.promoted, expanded = emitter.expanded,
    }
    local streams = storage == "" and cost.instructions <= most_streamed and emitter:stores(legal, true)
    local streaming = ""
    if streams then
      local stream_head = attribute(isa) .. " void " .. name .. "_stream("
      streaming = template.fill("kernel_stream.c", {
        attribute = values.attribute, name = name, parameters = weave.parameters(op, stream_head), pointers = pointers,
        held = values.held, body = values.body, stores = template.statements(streams), lanes = lanes, fence = isa.fence,
        unrolled = cost.instructions <= short_step and "BL_UNROLL_TWICE" or "",
      })
      cost.streams = true
    end
    if isa.loop ~= "each" then
      values.lanes, values.unrolled = lanes, cost.instructions <= short_step and "BL_UNROLL_TWICE" or ""
      if isa.loop == "last" then emitter:again("_last", "last", nil) else emitter:again("_tail", "i", "tail") end
      values.tail_stores = template.statements(emitter:stores(legal))
      values.tail_body = template.statements(emitter.lines)
    end
    return template.fill("kernel_" .. isa.loop .. ".c", values) .. streaming, cost
  end)
end

-- The cell of these patterns: the file's text, its kernels alone, and its costs; or nil and the reason why one of them
-- cannot be. The kernels have external linkage, unless `storage` says otherwise.
function weave.cell(helpers, isa, kernel, patterns, storage)
  local texts, costs, first, prepared = {}, {}, nil, 0
  for _, pattern in ipairs(patterns) do
    local text, cost = weave_pattern(helpers, isa, kernel, pattern, storage or "")
    if not text then return nil, cost end
    texts[#texts + 1] = (text:gsub("\n$", ""))
    costs[#costs + 1] = pattern.name .. " " .. cost.instructions
    first = first or cost
    prepared = math.max(prepared, cost.prepared)
  end
  local op = kernel.op
  local contract = isa.loop == "last" and first.lanes or 1
  local lines = ("* %s a step; instructions a step: %s."):format(plural(first.lanes, "element"), table.concat(costs, ", "))
  local shared = kernel.type_name:match("^x(%d+)$")
  local remark = "* v: contiguous; s: one value a row."
  if #patterns < #weave.patterns(op) then
    remark = "* v: contiguous; s: one value a row. The other patterns are the next lower instruction set's."
  elseif op.commutes then
    remark = "* There is no sv: the operator commutes, so the planner swaps a and b and calls vs."
  end
  return {
    text = template.fill("kernel_file.c", {
      isa = isa.name, title = ("%s, %s, %s"):format(op.name, shared and "any dtype of " .. shared .. " bits" or kernel.type_name, isa.says),
      formula = "out = " .. kernel.formula, says = op.says, cost = lines, contract = contract, remark = remark,
      with = "BL_WITH_" .. isa.name:upper(), kernels = table.concat(texts, "\n\n"),
    }),
    kernels = table.concat(texts, "\n\n"), patterns = patterns, cost = first, prepared = prepared, contract = contract,
    status = first.promoted and "promoted" or first.expanded and "expanded" or "native",
  }
end

-- Weaves every cell that pays.
function weave.all(ops, dtypes, isas)
  local result = { helpers = weave.new_helpers(), kernels = {}, tables = {}, isas = isas, files = {} }
  local seen = {}
  for _, op in ipairs(ops) do
    for _, dtype in ipairs(op.types) do
      if dtypes[dtype] then
        local kernel = weave.kernel_for(op, dtype)
        result.tables[#result.tables + 1] = { op = op, dtype = dtype, kernel = kernel }
        if not seen[kernel] then
          seen[kernel] = true
          result.kernels[#result.kernels + 1] = kernel
          weave.cells(result, kernel)
        end
      end
    end
  end
  if #result.tables == 0 then error("nothing is left to weave: no chosen op takes a chosen dtype", 0) end
  return result
end

-- The cell of the next lower ISA that has kernels for this machine.
local function next_lower(result, kernel, isa)
  local lower_cell
  for _, other in ipairs(result.isas) do
    if other == isa then return lower_cell end
    local cell = kernel.cells[other.name]
    if cell.slots and (other.machine == "any" or other.machine == isa.machine) then lower_cell = cell end
  end
end

-- The kernel's cell on each ISA. A pattern is woven where it costs less an element than the next lower ISA's; the ISA's
-- `slots` (by the set of held operands) take the others from there. A cell without slots has no pattern of its own.
function weave.cells(result, kernel)
  local patterns = weave.patterns(kernel.op)
  for _, isa in ipairs(result.isas) do
    local lower_cell, trial, own, slots, why = next_lower(result, kernel, isa), weave.new_helpers(), {}, {}, nil
    local status, first = "scalar", nil
    for i, pattern in ipairs(patterns) do
      local text, cost = weave_pattern(trial, isa, kernel, pattern, "")
      local below = lower_cell and lower_cell.slots[pattern.set]
      slots[pattern.set] = below
      if not text then
        why = why or cost
      else
        local each = cost.weighted / cost.lanes
        if i == 1 then status, first = "skipped", cost end
        if not below or each < below.each then
          own[#own + 1] = pattern
          slots[pattern.set] = { isa = isa, each = each, contract = isa.loop == "last" and cost.lanes or 1, streams = cost.streams }
        end
      end
    end
    if why and isa == declare.plain then
      declare.complain(kernel.op.where, "op '%s' at %s: no rule makes '%s' legal, not even in plain C", kernel.op.name, kernel.dtype, why)
    end
    if #own == 0 then
      kernel.cells[isa.name] = { status = status, cost = first }
    else
      local cell = weave.cell(result.helpers, isa, kernel, own)
      cell.slots = slots
      if own[1] ~= patterns[1] then cell.status, cell.cost = status, first end
      for _, slot in pairs(slots) do cell.contract = math.max(cell.contract, slot.contract) end
      kernel.cells[isa.name] = cell
      result.files[("%s/%s_%s.c"):format(isa.name, kernel.name, isa.name)] = cell.text
    end
  end
end

return weave
