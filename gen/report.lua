-- What the generator tells people: what there is, and how each cell is made.

local declare = include "declare"

local report = {}

function report.list()
  local lines = { "operators" }
  for _, op in ipairs(declare.ops) do
    lines[#lines + 1] = ("  %-20s %s -> %s   %s"):format(op.name, table.concat(op.takes, ","), op.gives, op.says)
  end
  lines[#lines + 1] = "dtypes"
  local names = {}
  for _, dtype in ipairs(declare.dtypes) do names[#names + 1] = dtype.name end
  lines[#lines + 1] = "  " .. table.concat(names, " ")
  lines[#lines + 1] = "instruction sets"
  for _, isa in ipairs(declare.isas) do
    lines[#lines + 1] = ("  %-20s %s%s"):format(isa.name, isa.says, isa.base and ", on " .. isa.base or "")
  end
  return table.concat(lines, "\n") .. "\n"
end

-- One line per op and dtype, one column per ISA: how the cell is made, instructions a step / elements a step. "scalar":
-- some word is not legal there; "skipped": it would cost no fewer instructions an element than the next lower ISA;
-- "+vs": but the patterns from vs on are woven.
function report.coverage(woven)
  local lines = { "Instructions a step / elements a step, pattern v or vv." }
  local head = ("%-22s"):format("op dtype")
  for _, isa in ipairs(woven.isas) do head = head .. (" %-18s"):format(isa.name) end
  lines[#lines + 1] = head
  for _, entry in ipairs(woven.tables) do
    local line = ("%-22s"):format(entry.op.name .. " " .. entry.dtype)
    for _, isa in ipairs(woven.isas) do
      local cell = entry.kernel.cells[isa.name]
      local text = cell.status
      local partly = cell.slots and cell.patterns[1].name:find("s") and "+" .. cell.patterns[1].name or ""
      if cell.cost then text = ("%s %d/%d"):format(text, cell.cost.instructions, cell.cost.lanes) end
      line = line .. (" %-18s"):format(text .. partly)
    end
    lines[#lines + 1] = line
  end
  return (table.concat(lines, "\n"):gsub(" +\n", "\n"):gsub(" +$", "")) .. "\n"
end

return report
