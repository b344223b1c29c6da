-- The net: what was chosen for each cell, as text in which a change of the generator shows as a difference of lines. A file per
-- ISA tells results alone: which words, at which types, in registers of how many lanes and in which form, at what cost; not how
-- they were found.

local declare = include "declare"
local expr = include "expr"
local kernels = include "kernels"
local lists = include "lists"
local spelling = include "spelling"
local template = include "template"

local net = {}

-- Of one ISA: its words (cost and spelling: set of name, register), its helpers' lines.
local Net = {}
Net.__index = Net

local function new_net(isa) return setmetatable({ isa = isa, words = {}, helpers = {} }, Net) end

local function number(value) return ("%.6g"):format(value) end

-- "f32", and where that is no full register "f32x4".
function Net:register(type, lanes)
  return (type == "count" or lanes == spelling.full(self.isa, type)) and type or ("%sx%d"):format(type, lanes)
end

-- "add.f32", but "f64_from_f32": what stands in a word's name is not said again.
local function typed(name, type, register)
  local is_in = name:sub(-#type - 1) == "_" .. type
  return is_in and name .. register:sub(#type + 1) or name .. "." .. register
end

-- What `counts` has, by name: "add.f32x8 2*load.f32x8".
local function text_of(counts)
  return lists.text(lists.keys(counts), " ", function(name)
    return counts[name] == 1 and name or counts[name] .. "*" .. name
  end)
end

-- The name of a spelled word; how it is spelled is remembered. What is no word takes a register apart, or joins two.
function Net:spelled(node, lanes, many, choice)
  local form, text, word = choice.form, choice.text, choice.word
  local name = word and word.name or form == "lo" and "halves" or "joined"
  local register = self:register(word and node.lane or node.type, lanes) .. (form ~= "one" and ":" .. form or "")
  local key = ("%s: %s %s"):format(name, number(choice.cost / many), form == "lo" and text.lo .. "; " .. text.hi or text)
  self.words[key] = self.words[key] or {}
  self.words[key][register] = true
  local counts = lists.map(word and node.args or {}, function(arg) return not expr.is_node(arg) and arg or nil end)
  return (word and typed(name, node.lane, register) or name .. "." .. register) .. (#counts > 0 and "#" .. counts[1] or "")
end

-- The name of a helper, which gets a line of its own.
function Net:helper(plan)
  local name = typed(plan.node.word.name, plan.node.lane, plan.node.lane) .. (plan.plain and "(lanes)" or "()")
  if not self.helpers[name] then
    self.helpers[name] = ""
    local chosen
    if plan.plain then
      chosen = expr.in_scope(plan.plain.scope, Net.chosen, new_net(declare.plain), plan.plain.chooser, plan.plain.root, 1)
    else
      chosen = expr.in_scope(plan.scope, Net.chosen, self, plan.chooser, plan.root, plan.lanes)
    end
    self.helpers[name] = ("%s %s: %s"):format(name, number(plan.total), text_of(chosen))
  end
  return name
end

local told = {}

function told:held() end

function told:inline() end

function told:leaf(chooser, node, lanes, many, _, add)
  if chooser.memory then add("load." .. self:register(node.type, lanes), many) end
end

function told:helper(_, _, _, many, choice, add) add(self:helper(choice.plan), many) end

function told:settle(_, node, lanes, many, _, add) add("settle." .. self:register(node.type, lanes), many) end

function told:spelled(_, node, lanes, many, choice, add)
  local is_bits = not choice.word and node.word and choice.form == "one"
  if not is_bits and choice.text ~= "$1" then add(self:spelled(node, lanes, many, choice), many) end
end

-- What a value takes in registers of so many lanes, all that it needs counted: how many registers of each. What only the slow
-- way of a settle takes is "slow".
function Net:chosen(chooser, root, root_lanes)
  local counts, seen = {}, {}
  local function visit(node, lanes, when)
    local choice = chooser:best(node, lanes)
    if seen[choice] then return end
    seen[choice] = true
    local function add(name, many) counts[when .. name] = (counts[when .. name] or 0) + many end
    told[choice.kind](self, chooser, node, lanes, math.tointeger(chooser:count(node) / lanes), choice, add)
    for _, need in ipairs(choice.needs) do visit(need[1], need[2], when) end
    if choice.kind == "settle" then visit(node.args[3], lanes, "slow:") end
  end
  visit(root, root_lanes, "")
  return counts
end

-- What `counts` has more than `others`.
local function beyond(counts, others)
  local more = {}
  for name, count in pairs(counts) do
    if count > (others[name] or 0) then more[name] = count - (others[name] or 0) end
  end
  return more
end

-- A pattern's line without its name: instructions, their cost where that is more, elements; what is held; and what is chosen, or
-- what is other than in the kernel's first pattern.
function Net:pattern(job, first)
  local counts = expr.in_scope(job.scope, Net.chosen, self, job.chooser, job.root, job.store_lanes)
  counts["store." .. self:register(job.root.type, job.store_lanes)] = math.tointeger(job.lanes / job.store_lanes)
  local cost = job.each * job.lanes * (self.isa.typical or 1)
  local text = text_of(counts)
  if first then
    local less, more = beyond(first, counts), beyond(counts, first)
    local short = "less " .. text_of(less) .. (next(more) and " but " .. text_of(more) or "")
    if #short < #text then text = short end
  end
  return ("%d%s/%d%s: %s"):format(job.cost.instructions, cost ~= job.cost.instructions and "(" .. number(cost) .. ")" or "", job.lanes,
    job.cost.prepared > 0 and ", held " .. number(job.cost.prepared) or "", text), counts
end

-- The lines of a kernel; patterns that are alike share one.
function Net:kernel(kernel)
  local cell, own, first = kernel.cells[self.isa.name], {}, nil
  if not cell.jobs then
    local missing = cell.missing and ", no " .. cell.missing or ""
    return ("%s = %s%s"):format(kernel.name, cell.served and cell.served.name or self.isa.base, missing)
  end
  for _, job in ipairs(cell.jobs) do
    local text, counts = self:pattern(job, first)
    own[job.pattern.set], first = text, first or counts
  end
  local lines = lists.map(kernels.patterns(kernel.op), function(pattern)
    local slot = cell.slots[pattern.set]
    return { name = pattern.name, text = own[pattern.set] or "= " .. (slot and slot.isa.name or "none") }
  end)
  return lists.lines(lists.grouped(lines, function(line) return line.text end), function(group)
    return ("%s %s %s"):format(kernel.name, lists.text(group, ",", function(line) return line.name end), group[1].text)
  end)
end

local function file_of(woven, isa)
  local own = new_net(isa)
  local cells = lists.lines(woven.kernels, function(kernel) return own:kernel(kernel) end)
  local words = lists.lines(lists.keys(own.words), function(key)
    local word, rest = key:match("^(.-):(.*)$")
    return ("%s %s:%s"):format(word, table.concat(lists.keys(own.words[key]), " "), rest)
  end)
  local of_helpers = lists.lines(lists.keys(own.helpers), function(name) return own.helpers[name] end)
  return template.fill("tests/net.txt", {
    isa = isa.name, words = words, helpers = of_helpers, cells = cells,
  })
end

-- The net's files, by name.
function net.files(woven)
  local files = {}
  for _, isa in ipairs(woven.isas) do files[isa.name .. ".txt"] = file_of(woven, isa) end
  return files
end

return net
