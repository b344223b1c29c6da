-- Weaving: which kernels there are, which cells (kernel x ISA) are emitted, and what each costs.

local declare = include "declare"
local expr = include "expr"
local helpers = include "helpers"
local kernels = include "kernels"
local registers = include "registers"
local steps = include "steps"

local weave = {}

-- ---- Which kernel serves an op at its dtypes ----

-- The expression as text, its operands numbered as `order` says.
local function signature(op, root, order)
  local number, parts = {}, { op.commutes and "commutes" or "" }
  for i, node in ipairs((expr.reachable(root))) do
    number[node] = i
    local part = node.leaf and "leaf" .. order[node.leaf] or node.parameter and "parameter" .. node.parameter
      or node.value and "constant" .. node.value or node.word.name .. "@" .. node.lane
    for _, arg in ipairs(node.args) do part = part .. "," .. tostring(number[arg] or arg) end
    parts[i + 1] = part .. ":" .. node.type
  end
  return table.concat(parts, ";")
end

local straight, crossed = { 1, 2, 3, 4, 5, 6 }, { 2, 1 }

-- Whether the op's results do not depend on T but for its width; or, among integers, not on its sign.
local function is_by_width(op, types, root)
  if op.U or op.parameters then return false end
  local class = expr.class(types.T)
  local moves, signless = true, class == "int" or class == "uint"
  for i = 1, #op.takes + 1 do
    local type = op.takes[i] or op.gives
    if type ~= "T" and type ~= "bool" then return false end
  end
  for _, node in ipairs((expr.reachable(root))) do
    if class == "bool" and node.leaf and node.type == "bool" and op.takes[node.leaf] == "T" then
      moves = moves and not weave.is_asked_for_truth(root, node)
    end
    if node.word and node.word.name ~= "bits" then
      moves = moves and node.word.moves
      signless = signless and (node.word.moves or node.word.sign == "any")
    end
  end
  return moves or signless
end

-- Whether a bool's truth is asked for, not only its byte moved.
function weave.is_asked_for_truth(root, bool)
  local bytes = { [bool] = true }
  for _, node in ipairs((expr.reachable(root))) do
    if node.word and bytes[node.args[1]] then
      if node.word.name == "bits" then bytes[node] = true end
      if node.word.name == "mask_from_byte" then return true end
    end
  end
  return false
end

local known_kernels, known_names = {}, {}

-- The types of the operands and of the result, as they are stored.
local function stored(op, as)
  local takes = {}
  for i, type in ipairs(op.takes) do takes[i] = registers.stored_as(as[type] or type) end
  return takes, registers.stored_as(as[op.gives] or op.gives)
end

-- The dtypes of a choice, as part of a name: "f32", "f32_i8".
function weave.suffix(types)
  local names = {}
  for _, variable in ipairs(declare.variables) do names[#names + 1] = types[variable] end
  return table.concat(names, "_")
end

-- Where no word of the expression looks at more than its operands' width (or, among integers, at more than their signs'
-- absence), one kernel serves all dtypes of that width: "x8". Where two ops come out as the same expression, but perhaps
-- for the order of two operands, the first one's kernel serves both. Returns it, and whether operands are exchanged.
function weave.kernel_for(op, types)
  local root = expr.of_op(op, types, types, {})
  local name, as = weave.suffix(types), types
  if is_by_width(op, types, root) then -- unless the expression says types of its own
    local width = expr.width(types.T)
    local unsigned = { T = declare.type_of("uint", width) }
    local folds, folded = pcall(expr.of_op, op, types, unsigned, {})
    if folds then name, as, root = "x" .. width, unsigned, folded end
  end
  local key = signature(op, root, straight)
  if known_kernels[key] then return known_kernels[key], false end
  local exchanged = #op.takes == 2 and not op.parameters and known_kernels[signature(op, root, crossed)]
  if exchanged then return exchanged, true end
  if known_names[op.name .. "_" .. name] then name = weave.suffix(types) end
  known_names[op.name .. "_" .. name] = true
  local takes, gives = stored(op, as)
  known_kernels[key] = {
    name = op.name .. "_" .. name, op = op, types = types, as = as, type_name = name, takes = takes, gives = gives,
    by_width = as ~= types and expr.width(as.T), formula = expr.formula(root), cells = {},
    struct = op.parameters and ("bl_%s_%s_parameters"):format(op.name, weave.suffix(types)),
  }
  return known_kernels[key], false
end

-- ---- Cells ----

-- The cell of these lowered patterns: what its file says, its kernels alone, and its costs. The kernels have external linkage,
-- unless `storage` says otherwise.
function weave.cell(library, isa, kernel, jobs, storage)
  local functions = steps.functions(kernel.name, isa)
  local texts, costs, first, prepared = {}, {}, nil, 0
  for _, job in ipairs(jobs) do
    local text, cost = kernels.weave(functions, library, job, storage or "")
    texts[#texts + 1] = (text:gsub("\n$", ""))
    costs[#costs + 1] = job.pattern.name .. " " .. cost.instructions
    job.streams = cost.streams
    first = first or cost
    prepared = math.max(prepared, cost.prepared)
  end
  for i, text in ipairs(functions.list) do table.insert(texts, i, (text:gsub("\n$", ""))) end
  local op, lanes = kernel.op, first.lanes
  local contract = isa.loop == "last" and lanes or 1
  local elements = isa.scale and helpers.plural(lanes, "element") .. " for every " .. isa.bits .. " bits of a register" or helpers.plural(lanes, "element")
  local says, of = weave.says(op, kernel.types.T), kernel.by_width and "any dtype of " .. kernel.by_width .. " bits" or kernel.type_name
  local formula = kernel.formula and says:sub(1, #kernel.formula) ~= kernel.formula and "  (" .. kernel.formula .. ")" or ""
  local least = contract > 1 and (" At least %d columns."):format(contract) or ""
  return {
    file = {
      isa = isa.name, title = ("%s, %s, %s:  out = %s%s"):format(op.name, of, isa.says, says, formula),
      cost = ("%s a step; instructions a step: %s.%s"):format(elements, table.concat(costs, ", "), least),
      kernels = table.concat(texts, "\n\n"),
    },
    kernels = table.concat(texts, "\n\n"), jobs = jobs, cost = first, prepared = prepared, contract = contract,
    status = first.promoted and "promoted" or first.expanded and "expanded" or "native",
  }
end

-- The op's meaning at a dtype: what is said of other classes is left out. Parts are set apart by semicolons; one that
-- begins with a class ("integers …", "floats …") is about that class.
local about = { integers = { int = true, uint = true }, integer = { int = true, uint = true }, floats = { float = true, half = true } }
function weave.says(op, dtype)
  local class, parts = expr.class(dtype), {}
  for part in (op.says .. ";"):gmatch("%s*(.-);") do
    local of = about[part:match("^%a+") or ""]
    if not of or of[class] then parts[#parts + 1] = part end
  end
  return table.concat(parts, "; ")
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
-- `slots` (by the set of held operands) take the others from there. A cell without slots has no pattern of its own;
-- `missing` says which word is not to be had, if that is why, and `served` which ISA's kernels run instead.
function weave.cells(result, kernel)
  local patterns = kernels.patterns(kernel.op)
  for _, isa in ipairs(result.isas) do
    local lower_cell, own, slots, why = next_lower(result, kernel, isa), {}, {}, nil
    for _, pattern in ipairs(patterns) do
      local job, missing = kernels.lowered(isa, kernel, pattern)
      local below = lower_cell and lower_cell.slots[pattern.set]
      slots[pattern.set] = below
      why = why or missing
      if job and (not below or job.each < below.each) then
        own[#own + 1], slots[pattern.set] = job, job
        job.contract = isa.loop == "last" and job.lanes or 1
      end
    end
    if why and isa == declare.plain then
      declare.complain(kernel.op.where, "op '%s' at %s: no rule makes '%s' legal, not even in plain C", kernel.op.name, kernel.types.T, why)
    end
    local cell = {}
    if #own > 0 then
      cell = weave.cell(result.helpers, isa, kernel, own)
      cell.slots = slots
      for _, slot in pairs(slots) do cell.contract = math.max(cell.contract, slot.contract) end
    end
    cell.missing, cell.served = why, slots[0] and slots[0].isa
    kernel.cells[isa.name] = cell
  end
end

-- Weaves every cell that pays.
function weave.all(ops, dtypes, isas)
  local result = { helpers = helpers.new(), kernels = {}, tables = {}, isas = isas }
  local seen = {}
  for _, op in ipairs(ops) do
    for _, types in ipairs(op.choices) do
      local chosen = true
      for _, dtype in pairs(types) do chosen = chosen and dtypes[dtype] end
      if chosen then
        local kernel, exchanged = weave.kernel_for(op, types)
        result.tables[#result.tables + 1] = { op = op, types = types, kernel = kernel, exchanged = exchanged }
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

return weave
