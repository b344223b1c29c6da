-- The net: the choices for each cell, as text in which a change of the generator appears as a difference of lines.
-- There is a file for each ISA, with results only: the words, their types, the lanes of their registers,
-- their forms and costs; not how they were found.

local declare = require "reading.declare"
local expr = require "compiler.expr"
local kernels = require "compiler.kernels"
local lists = require "lists"
local spelling = require "compiler.spelling"
local template = require "template"

local net = {}

-- For one ISA: its words (cost and spelling: set of name, register), and its helpers' lines.
local Net = {}
Net.__index = Net

local function new_net(isa) return setmetatable({ isa = isa, words = {}, helpers = {} }, Net) end

local function number(value) return ("%.6g"):format(value) end

-- "f32", and if that is not a full register "f32x4".
function Net:register(type, lanes)
  return (type == "count" or lanes == spelling.full(self.isa, type)) and type or ("%sx%d"):format(type, lanes)
end

-- "add.f32", but "f64_from_f32": a type in the word's name is not repeated.
local function typed(name, type, register)
  local is_in = name:sub(-#type - 1) == "_" .. type
  return is_in and name .. register:sub(#type + 1) or name .. "." .. register
end

-- The text of `counts`, by name: "add.f32x8 2*load.f32x8".
local function text_of(counts)
  return lists.text(lists.keys(counts), " ", function(name)
    return counts[name] == 1 and name or counts[name] .. "*" .. name
  end)
end

-- ---- The compiler's choices ----

-- The text of a choice, by its kind; nil if it computes nothing.
local function nothing() end
local told = { held = nothing, inline = nothing }

function told:leaf(choices, choice)
  return choices.leaves == "memory" and "load." .. self:register(choice.node.type, choice.lanes) or nil
end

function told:settle(_, choice) return "settle." .. self:register(choice.node.type, choice.lanes) end

-- The name of a spelled word; its spelling is recorded.
function told:spelled(_, choice, registers)
  local node, form, text, word = choice.node, choice.way.form, choice.way.text, choice.way.word
  if not word or text == "$1" then return nil end
  local register = self:register(node.lane, choice.lanes) .. (form ~= "one" and ":" .. form or "")
  local spelt = form == "lo" and text.lo .. "; " .. text.hi or text
  local key = ("%s: %s %s"):format(word.name, number(choice.cost / registers), spelt)
  self.words[key] = self.words[key] or {}
  self.words[key][register] = true
  local counts = lists.filter(node.args, function(arg) return not expr.is_node(arg) end)
  return typed(word.name, node.lane, register) .. (#counts > 0 and "#" .. counts[1] or "")
end

-- The name of a helper, which gets a separate line: for one that works lane by lane, the words of a lane in plain C.
function told:helper(_, choice)
  local derived = choice.way.derived
  local name = typed(derived.word.name, derived.lane, derived.lane) .. (derived.by_lanes and "(lanes)" or "()")
  if not self.helpers[name] then
    local counts = (derived.by_lanes and new_net(declare.plain) or self):counts(derived.choices, derived.choice)
    self.helpers[name] = ("%s %s: %s"):format(name, number(derived.cost), text_of(counts))
  end
  return name
end

-- The words of a choice, and of all values that it needs: the number of registers of each. Those that only the
-- slow way of a settle needs are "slow".
function Net:counts(choices, root)
  local counts, seen = {}, {}
  local function visit(choice, when)
    if seen[choice] then return end
    seen[choice] = true
    local registers = math.tointeger(choices:count(choice.node) / choice.lanes)
    local name = told[choice.kind](self, choices, choice, registers)
    if name then counts[when .. name] = (counts[when .. name] or 0) + registers end
    for _, need in ipairs(choice.needs) do visit(need, when) end
    if choice.slow then visit(choice.slow, "slow:") end
  end
  visit(root, "")
  return counts
end

-- The words of a pattern.
function Net:counts_of_job(job)
  local counts, type, lanes = self:counts(job.choices, job.choice), job.choice.node.type, job.choice.lanes
  counts["store." .. self:register(type, lanes)] = math.tointeger(job.lanes / lanes)
  return counts
end

-- ---- Lines ----

-- The words that `counts` has in excess of `others`.
local function beyond(counts, others)
  local more = {}
  for name, count in pairs(counts) do
    if count > (others[name] or 0) then more[name] = count - (others[name] or 0) end
  end
  return more
end

-- A pattern's line without its name: instructions, their cost if that is more, elements; instructions per row; and the
-- choices, or their differences from the kernel's first pattern.
function Net:pattern(job, first)
  local counts = self:counts_of_job(job)
  local text = text_of(counts)
  if first then
    local less, more = beyond(first, counts), beyond(counts, first)
    local short = "less " .. text_of(less) .. (next(more) and " but " .. text_of(more) or "")
    if #short < #text then text = short end
  end
  local instructions, cost = job.cost.instructions, job.each * job.lanes * (self.isa.typical or 1)
  local held = job.cost.prepared > 0 and ", held " .. number(job.cost.prepared) or ""
  local dearer = cost ~= instructions and "(" .. number(cost) .. ")" or ""
  return ("%d%s/%d%s: %s"):format(instructions, dearer, job.lanes, held, text), counts
end

-- The lines of a kernel; equal patterns share one.
function Net:kernel(kernel)
  local cell, own, first = kernel.cells[self.isa.name], {}, nil
  if not cell.jobs then
    local missing = cell.missing and ", no " .. cell.missing or ""
    return ("%s = %s%s"):format(kernel.name, cell.served and cell.served.isa.name or self.isa.base, missing)
  end
  for _, job in ipairs(cell.jobs) do
    local text, counts = self:pattern(job, first)
    own[job.pattern.set], first = text, first or counts
  end
  local function text_of_pattern(pattern)
    local slot = cell.slots[pattern.set]
    return own[pattern.set] or "= " .. (slot and slot.isa.name or "none")
  end
  return lists.lines(lists.grouped(kernels.patterns(kernel.op), text_of_pattern), function(patterns)
    local names = lists.text(patterns, ",", function(pattern) return pattern.name end)
    return ("%s %s %s"):format(kernel.name, names, text_of_pattern(patterns[1]))
  end)
end

-- The net's files, by name.
function net.files(woven)
  local files = {}
  for _, isa in ipairs(woven.isas) do
    local own = new_net(isa)
    local cells = lists.lines(woven.kernels, function(kernel) return own:kernel(kernel) end)
    local words = lists.lines(lists.keys(own.words), function(key)
      local word, rest = key:match("^(.-):(.*)$")
      return ("%s %s:%s"):format(word, table.concat(lists.keys(own.words[key]), " "), rest)
    end)
    local helpers = lists.lines(lists.keys(own.helpers), function(name) return own.helpers[name] end)
    files[isa.name .. ".txt"] = template.fill("tests/net.txt", {
      isa = isa.name, words = words, helpers = helpers, cells = cells,
    })
  end
  return files
end

return net
