-- Weaving: which kernels there are, which cells (kernel x ISA) are emitted, and what each costs.

local declare = include "declare"
local expr = include "expr"
local helpers = include "helpers"
local is_wherever = include("isas").is_wherever
local kernels = include "kernels"
local lists = include "lists"
local spelling = include "spelling"
local steps = include "steps"
local template = include "template"

local weave = {}

-- The expression as text, its operands numbered as `order` says.
local function signature(op, root, order)
  local number = {}
  return (op.commutes and "commutes;" or ";") .. lists.text(expr.reachable(root), ";", function(node, i)
    number[node] = i
    local text = node.leaf and "leaf" .. order[node.leaf] or node.parameter and "parameter" .. node.parameter
      or node.value and "constant" .. node.value or node.word.name .. "@" .. node.lane
    for _, arg in ipairs(node.args) do text = text .. "," .. tostring(number[arg] or arg) end
    return text .. ":" .. node.type
  end)
end

local straight, crossed = { 1, 2, 3, 4, 5, 6 }, { 2, 1 }

-- The expression as text in which types of one width are alike, where a word's result does not depend on more.
local function by_width(root)
  local number, count = {}, 0
  return lists.text(expr.reachable(root), ";", function(node)
    if node.word and node.word.name == "bits" then
      number[node] = number[node.args[1]]
      return nil
    end
    count = count + 1
    number[node] = count
    local word, width = node.word, expr.width(node.type)
    if not word then return table.concat({ node.leaf or "", node.parameter or "", node.value or "", width }, ":") end
    local class = expr.class(node.lane)
    local is_signless = word.carries or word.sign == "any" and (class == "int" or class == "uint")
    local text = word.name .. "@" .. (is_signless and expr.width(node.lane) or node.lane)
    for _, arg in ipairs(node.args) do text = text .. "," .. tostring(number[arg] or arg) end
    return text
  end) .. (":%d"):format(number[root])
end

-- The types that an op is computed in: unsigned ones of the same width, for each type variable for which other types of that
-- width come to the same bits; the root in these; and what they are called: "x8" where only the width counts.
local function as_unsigned(op, types)
  local as, names = { T = types.T, U = types.U, V = types.V }, { T = types.T, U = types.U, V = types.V }
  local root = expr.of_op(op, types, as, {})
  local text = by_width(root)
  local function is_unsigned(variable) return expr.class(as[variable]) == "uint" end
  local function try(variables) -- all at once: other types, so that it is seen what they come to
    local were, other = is_unsigned(variables[1]), { T = as.T, U = as.U, V = as.V }
    for _, variable in ipairs(variables) do
      if is_unsigned(variable) ~= were then return false end
      other[variable] = declare.type_of(were and "int" or "uint", expr.width(as[variable]))
    end
    local builds, built = pcall(expr.of_op, op, types, other, {}) -- unless the expression says types of its own
    if not builds or by_width(built) ~= text then return false end
    for _, variable in ipairs(variables) do names[variable] = "x" .. expr.width(as[variable]) end
    if not were then as, root = other, built end
    return true
  end
  local variables = lists.map(op.parameters and {} or declare.variables, function(variable) return types[variable] and variable end)
  if #variables < 2 or not try(variables) then
    for _, variable in ipairs(variables) do try { variable } end
  end
  return as, root, declare.suffix(names)
end

local known_kernels, known_names = {}, {}

-- Where no word of the expression looks at more than its operands' width (or, among integers, at more than their signs'
-- absence), one kernel serves all dtypes of that width: "x8". Where two ops come out as the same expression, but perhaps
-- for the order of two operands, the first one's kernel serves both. Returns it, and whether operands are exchanged.
local function kernel_for(entry)
  local op, types = entry.op, entry.types
  local as, root, type_name = as_unsigned(op, types)
  local suffix = declare.suffix(types)
  local key = signature(op, root, straight)
  if known_kernels[key] then return known_kernels[key], false end
  local exchanged = #op.takes == 2 and not op.parameters and known_kernels[signature(op, root, crossed)]
  if exchanged then return exchanged, true end
  if known_names[op.name .. "_" .. type_name] then type_name = suffix end
  local name = op.name .. "_" .. type_name
  local function stored(type) return spelling.stored_as(as[type] or type) end
  known_names[name] = true
  known_kernels[key] = {
    name = name, op = op, types = types, as = as, type_name = type_name,
    takes = lists.map(op.takes, stored), gives = stored(op.gives), by_width = type_name:match("^x(%d+)$"),
    formula = expr.formula(root), cells = {},
    struct = op.parameters and ("bl_%s_parameters"):format(entry.name),
  }
  return known_kernels[key], false
end

-- The op's meaning at a dtype: what is said of other classes is left out. Clauses are set apart by semicolons; one that
-- begins with a class ("integers …", "floats …") is about that class.
local integers, floats = lists.set { "int", "uint" }, lists.set { "float", "half" }
local about = { integers = integers, integer = integers, floats = floats }

local function says(op, dtype)
  local class, clauses = expr.class(dtype), {}
  for clause in (op.says .. ";"):gmatch("%s*(.-);") do
    local of = about[clause:match("^%a+") or ""]
    if not of or of[class] then clauses[#clauses + 1] = clause end
  end
  return table.concat(clauses, "; ")
end

-- What the head of a cell's file says.
local function head_of(isa, kernel, lanes, contract, costs)
  local op = kernel.op
  local of = kernel.by_width and "any dtype of " .. kernel.by_width .. " bits" or kernel.type_name
  local meaning = says(op, kernel.types.T)
  if kernel.formula and meaning:sub(1, #kernel.formula) ~= kernel.formula then
    meaning = meaning .. "  (" .. kernel.formula .. ")"
  end
  local elements = helpers.plural(lanes, "element")
  if isa.scale then elements = elements .. " for every " .. isa.bits .. " bits of a register" end
  local least = contract > 1 and (" At least %d columns."):format(contract) or ""
  return {
    isa = isa.name, title = template.wrap(("%s, %s, %s:  out = %s"):format(op.name, of, isa.says, meaning), 120, "\n * "),
    cost = ("%s per step; instructions per step: %s.%s"):format(elements, costs, least),
  }
end

-- The cell of these lowered patterns: what its file says, its kernels alone, and its costs.
function weave.cell(library, isa, kernel, jobs)
  local functions = steps.functions(kernel.name, isa)
  local prepared = 0
  local texts = lists.map(jobs, function(job) return kernels.weave(functions, library, job) end)
  local costs = lists.commas(jobs, function(job)
    prepared = math.max(prepared, job.cost.prepared)
    return job.pattern.name .. " " .. job.cost.instructions
  end)
  local first, contract = jobs[1].cost, jobs[1].contract
  local file = head_of(isa, kernel, first.lanes, contract, costs)
  file.kernels = table.concat(lists.joined(functions.list, texts), "\n\n")
  return {
    file = file, jobs = jobs, cost = first, status = jobs[1].status, prepared = prepared, contract = contract,
  }
end

-- The cell of the next lower ISA that has kernels for this machine.
local function next_lower(woven, kernel, isa)
  local lower
  for _, other in ipairs(woven.isas) do
    if other == isa then return lower end
    local cell = kernel.cells[other.name]
    if cell.slots and is_wherever(other, isa) then lower = cell end
  end
end

-- The kernel's cell on each ISA. A pattern is woven where it costs less an element than the next lower ISA's; the ISA's
-- `slots` (by the set of held operands) take the others from there. A cell without slots has no pattern of its own;
-- `missing` says which word is not to be had, if that is why, and `served` which ISA's kernels run instead.
local function add_cells(woven, kernel)
  for _, isa in ipairs(woven.isas) do
    local lower, own, slots, why = next_lower(woven, kernel, isa), {}, {}, nil
    local is_as_on_base = not isa.adds_words and kernel.cells[isa.base]
    for _, pattern in ipairs(kernels.patterns(kernel.op)) do
      local job, missing
      if not is_as_on_base then job, missing = kernels.lowered(isa, kernel, pattern) end
      local below = lower and lower.slots[pattern.set]
      slots[pattern.set] = below
      why = why or missing
      if job and (not below or job.each < below.each) then
        own[#own + 1], slots[pattern.set] = job, job
      end
    end
    if why and isa == declare.plain then
      declare.wrong(kernel.op, " at %s: no recipe makes '%s' legal, not even in plain C", kernel.types.T, why)
    end
    local cell = {}
    if #own > 0 then
      cell = weave.cell(woven.helpers, isa, kernel, own)
      cell.slots = slots
      for _, slot in pairs(slots) do cell.contract = math.max(cell.contract, slot.contract) end
    end
    cell.missing, cell.served = why, slots[0] and slots[0].isa
    kernel.cells[isa.name] = cell
  end
end

-- Weaves every cell that pays, of the kernels for these tables.
function weave.all(entries, isas, where)
  local woven = { helpers = helpers.new(), kernels = {}, tables = entries, isas = isas }
  for _, entry in ipairs(entries) do
    entry.kernel, entry.exchanged = kernel_for(entry)
    if not next(entry.kernel.cells) then
      woven.kernels[#woven.kernels + 1] = entry.kernel
      add_cells(woven, entry.kernel)
    end
  end
  if #entries == 0 then error(where .. ": nothing is left to weave: no chosen op takes a chosen dtype", 0) end
  return woven
end

return weave
