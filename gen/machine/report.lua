-- What the generator tells people: what there is, and how each cell is made.

local declare = include "declare"
local lists = include "lists"

local report = {}

function report.list()
  local lines = { "operators" }
  for _, op in ipairs(declare.ops) do
    lines[#lines + 1] = ("  %-20s %s -> %s   %s"):format(op.name, table.concat(op.takes, ","), op.gives, op.says)
  end
  lines[#lines + 1] = "dtypes"
  lines[#lines + 1] = "  " .. lists.text(declare.dtypes, " ", function(dtype) return dtype.name end)
  lines[#lines + 1] = "instruction sets"
  for _, isa in ipairs(declare.isas) do
    lines[#lines + 1] = ("  %-20s %s%s"):format(isa.name, isa.says, isa.base and ", on " .. isa.base or "")
  end
  return table.concat(lines, "\n") .. "\n"
end

-- How a cell is made.
local function cell_text(cell, isa)
  local text
  if cell.served == isa then
    text = ("%s %d/%d"):format(cell.status, cell.cost.instructions, cell.cost.lanes)
  else
    text = (cell.served and "=" .. cell.served.name or "none") .. (cell.jobs and "+" .. cell.jobs[1].pattern.name or "")
  end
  return cell.missing and text .. ": no " .. cell.missing or text
end

-- One line per op and choice of dtypes, one column per ISA: how the cell is made, and instructions per step / elements per step.
-- Of a cell that is not woven: the ISA whose kernels serve instead, and, where that is why, the word that is missing. "+vs":
-- another ISA serves, but the patterns from vs on are woven.
function report.coverage(woven)
  local lines = { "Instructions per step / elements per step, pattern v or vv; or who serves instead, and the word that is missing." }
  local function add(head, text_of)
    local line = ("%-22s"):format(head)
    for _, isa in ipairs(woven.isas) do line = line .. (" %-18s"):format(text_of(isa)) end
    lines[#lines + 1] = (line:gsub(" +$", ""))
  end
  add("op dtype", function(isa) return isa.name end)
  for _, entry in ipairs(woven.tables) do
    add(entry.op.name .. " " .. declare.suffix(entry.types), function(isa) return cell_text(entry.kernel.cells[isa.name], isa) end)
  end
  return table.concat(lines, "\n") .. "\n"
end

return report
