-- Shows the output of each phase of the compiler, for one table on one instruction set, as lines of text: the graph,
-- the ways of its words, the choices and the records of each pattern, and the C.

local choose = require "compiler.choose"
local linebreaks = require "linebreaks"
local expr = require "compiler.expr"
local helpers = require "compiler.helpers"
local kernels = require "compiler.kernels"
local lists = require "lists"
local numbers = require "compiler.numbers"
local operators = require "compiler.operators"

local show = {}

-- A node without its operands: "add@f32", "a", "0.5".
local function named(node)
  if node.value then return numbers.shown(node.type, node.value) end
  return node.word and node.at or node.result
end

-- Numbers a list's nodes or choices, and returns their lines: f(entry, of), where of(entry) is an entry's number.
local function numbered(list, f)
  local number = {}
  for i, entry in ipairs(list) do number[entry] = i end
  return lists.lines(list, function(entry, i)
    return ("%4d  %s"):format(i, f(entry, function(other) return tostring(number[other] or other) end))
  end)
end

local function graph_lines(kernel)
  return lists.lines(kernel.ways, function(way)
    local lines = numbered(expr.reachable(way.root), function(node, of)
      local args = #node.args > 0 and "(" .. lists.commas(node.args, of) .. ")" or ""
      local name = way.graph.names[node]
      return ("%s%s: %s%s"):format(named(node), args, node.type, name and ", called " .. name or "")
    end)
    return (#kernel.ways > 1 and "by " .. way.name .. "\n" or "") .. lines
  end)
end

local function how(way)
  if way.recipe then return "recipe at " .. way.recipe.where end
  local helper = way.derived
  if helper then return helper.by_lanes and "helper, lane by lane" or "helper, the recipe at " .. helper.where end
  if not way.text then return way.kind end
  local text = type(way.text) == "table" and way.text.lo .. "; " .. way.text.hi or way.text
  return ("spelled, %s: %s"):format(way.form, text)
end

local function ways_lines(job)
  local seen = {}
  return lists.lines(choose.all(job.choice), function(choice)
    local node = choice.node
    if not node.word or seen[node.at] or job.choices:is_held(node) then return nil end
    seen[node.at] = true
    local own = lists.lines(job.choices:ways(node), function(way)
      return ("      x%d of x%d, %g a step: %s"):format(way.lanes, way.from, way.total, how(way))
    end)
    return own ~= "" and ("    %s, in registers of\n%s"):format(node.at, own) or nil
  end)
end

local function choices_lines(job)
  return numbered(choose.all(job.choice), function(choice, of)
    local node, needs = choice.node, lists.joined(choice.needs, { choice.slow })
    return ("%s: %d of %sx%d%s; costs %g%s"):format(named(node), job.choices:count(node) // choice.lanes, node.type,
      choice.lanes, #needs > 0 and ", of " .. lists.commas(needs, of) or "", choice.cost,
      choice.kind == "inline" and "; inline" or "; " .. how(choice.way))
  end)
end

local function records_lines(job)
  return lists.lines(job.step.records, function(record)
    if record.kind == "constant" then return nil end
    local given = lists.commas(record.given or {}, function(other) return table.concat(other.names, " ") end)
    local what = record.helper and record.helper.name or record.node.word and record.node.at or record.kind
    return ("    %s = %s(%s)"):format(table.concat(record.names, " "), what, given)
  end)
end

local of_pattern = { ways = ways_lines, choices = choices_lines, records = records_lines }

show.phases = "graph ways choices records text"

-- The output of a phase, for a table (declare.lua) on an ISA.
function show.phase(phase, entry, isa)
  local kernel = operators.kernels()(entry)
  if phase == "graph" then return ("%s, computed as %s\n%s\n"):format(entry.name, kernel.name, graph_lines(kernel)) end
  local graphs, jobs, lacking = kernels.graphs(kernel), {}, {}
  for _, pattern in ipairs(kernels.patterns(kernel.op)) do
    local job, missing = kernels.chosen(isa, kernel, pattern, graphs)
    jobs[#jobs + 1] = job
    lacking[#lacking + 1] = not job and ("%s: %s has no %s"):format(pattern.name, isa.name, missing) or nil
  end
  local texts, functions = {}, { list = {} }
  if #jobs > 0 then texts, functions = kernels.weave(helpers.new(), jobs) end
  local parts = lists.map(jobs, function(job, i)
    if phase == "text" then return texts[i] end
    local by = #kernel.ways > 1 and ", by " .. job.way.name or ""
    local cost = job.each * job.lanes
    local head = ("%s%s, %d elements a step, %g a step"):format(job.pattern.name, by, job.lanes, cost)
    return head .. "\n" .. expr.within(job.choices.graph, of_pattern[phase], job)
  end)
  local all = table.concat(lists.joined(phase == "text" and functions.list or {}, parts, lacking), "\n\n") .. "\n"
  return phase == "text" and linebreaks.broken(all) or all
end

return show
