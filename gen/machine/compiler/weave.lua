-- Takes all tables and instruction sets, and returns their kernels, each with a cell per ISA: the file's text, the
-- generated patterns, the kernels that serve the other patterns, and the costs.

local declare = require "reading.declare"
local helpers = require "compiler.helpers"
local is_wherever = require("reading.isas").is_wherever
local kernels = require "compiler.kernels"
local lists = require "lists"
local operators = require "compiler.operators"
local reach = require "compiler.reach"

local weave = {}

-- The text about costs in a file's header comment.
local function cost_of(isa, lanes, contract, costs, way)
  local elements = helpers.plural(lanes, "element")
  if isa.scale then elements = elements .. " for every " .. isa.bits .. " bits of a register" end
  local least = contract > 1 and (" At least %d columns: the last step of a row overlaps."):format(contract) or ""
  local by = way and (" The way '%s'."):format(way) or ""
  return ("%s per step; instructions per step: %s.%s%s"):format(elements, costs, by, least)
end

-- Generates a cell's jobs: adds its file, without the header comment's line about the operator, and its costs.
function weave.cell(library, isa, kernel, cell)
  local jobs = cell.jobs
  local texts, functions = kernels.weave(library, jobs)
  local costs = lists.commas(jobs, function(job) return job.pattern.name .. " " .. job.cost.instructions end)
  cell.prepared = math.max(table.unpack(lists.map(jobs, function(job) return job.cost.prepared end)))
  cell.cost = jobs[1].cost
  local own_tables = isa == declare.plain and {} or functions.tables -- those of plain C are above the slow ways
  cell.file = {
    isa = isa.name,
    cost = cost_of(isa, cell.cost.lanes, jobs[1].contract, costs, #kernel.ways > 1 and jobs[1].way.name),
    kernels = table.concat(lists.joined(own_tables, functions.list, texts), "\n\n"),
  }
  return cell
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

-- The cost per element of the lower ISA's kernel, with loads and stores; 0 if only plain C has the kernel.
local function most_of_lower(kernel)
  local op, types = kernel.op, kernel.types
  return op.most_of_lower and op.most_of_lower(types.T, types.U, types.V) or 0.85
end

-- Chooses the kernel's cell on each ISA. A pattern is generated if its cost per element is at most this fraction of
-- the cost of the kernel that would run instead, the next lower ISA's. The ISA's `slots` (by the set of held
-- operands) use that kernel for the other patterns. A cell without slots has no pattern; `missing` is the missing
-- word, if that is the reason. `served` is the kernel of the pattern without held operands, of this or a lower ISA.
local function choose_cells(woven, kernel)
  local most = most_of_lower(kernel)
  for _, isa in ipairs(woven.isas) do
    local lower, own, slots, why = next_lower(woven, kernel, isa), {}, {}, nil
    local graphs = kernels.graphs(kernel)
    local is_as_on_base = kernel.cells[isa.base] and not lists.any(kernel.ways, function(way)
      return not reach.is_all_as_on_base(isa, way.root)
    end) and kernel.cells[isa.base]
    for _, pattern in ipairs(kernels.patterns(kernel.op)) do
      local job, missing
      if not is_as_on_base and (most > 0 or isa == declare.plain) then
        job, missing = kernels.chosen(isa, kernel, pattern, graphs)
      end
      local below = lower and lower.slots[pattern.set]
      slots[pattern.set] = below
      why = why or missing or is_as_on_base and is_as_on_base.missing
      if job and (not below or job.each <= most * below.each) then
        own[#own + 1], slots[pattern.set] = job, job
      end
    end
    if why and isa == declare.plain then
      declare.wrong(kernel.op, " at %s: no recipe computes '%s', not even in plain C", kernel.types.T, why)
    end
    local cell = {}
    if #own > 0 then
      cell.jobs, cell.slots, cell.contract = own, slots, own[1].contract
      for _, slot in pairs(slots) do cell.contract = math.max(cell.contract, slot.contract) end
      for _, of in ipairs(kernel.shorter or {}) do
        cell.contract = math.max(cell.contract, of.kernel.cells[isa.name].served.contract)
      end
    end
    cell.missing, cell.served = why, slots[0]
    kernel.cells[isa.name] = cell
  end
end

-- Generates them, and then the helpers that they call. Then drops the choices, unless the library `keeps` them.
local function weave_cells(woven, kernel)
  for _, isa in ipairs(woven.isas) do
    local cell = kernel.cells[isa.name]
    if cell.jobs then weave.cell(woven.helpers, isa, kernel, cell) end
    for _, job in ipairs(woven.keeps and {} or cell.jobs or {}) do
      job.choices, job.choice, job.step, job.own = nil, nil, nil, nil
    end
  end
  for _, isa in ipairs(woven.isas) do woven.helpers:written(isa) end
  if not woven.keeps then kernel.ways = nil end
end

-- Generates every cell that is fast enough, for these tables' kernels. Makes all choices for a kernel before
-- generating any of it.
function weave.all(entries, isas, where, keeps)
  local woven = { helpers = helpers.new(), kernels = {}, tables = entries, isas = isas, keeps = keeps }
  local kernel_for = operators.kernels()
  local function add(kernel)
    if kernel.inner then return add(kernel.inner) end
    if next(kernel.cells) then return end
    for _, of in ipairs(kernel.shorter or {}) do add(of.kernel) end
    woven.kernels[#woven.kernels + 1] = kernel
    choose_cells(woven, kernel)
    weave_cells(woven, kernel)
  end
  for _, entry in ipairs(entries) do
    entry.kernel, entry.exchanged = kernel_for(entry)
    add(entry.kernel)
  end
  if #entries == 0 then error(where .. ": nothing is left to generate: no chosen op takes a chosen dtype", 0) end
  return woven
end

return weave
