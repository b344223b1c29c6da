-- The output of --list and --coverage: all operators, dtypes and instruction sets, and how each cell is generated.

local declare = require "reading.declare"
local kernels = require "compiler.kernels"
local lists = require "lists"
local tables = require "files.tables"

local report = {}

-- The dtypes of an operator's type variables: "T: f32 f64"; for a fold, those that all of its operators have.
local function dtypes_of(entry)
  return lists.text(declare.variables, "; ", function(variable)
    local own = entry.ops[1][variable] and lists.filter(declare.dtypes, function(dtype)
      return not lists.any(entry.ops, function(op) return not op[variable][dtype.name] end)
    end)
    return own and variable .. ": " .. table.concat(lists.names(own), " ")
  end)
end

function report.list()
  local function line(entry, takes, gives, more)
    return ("  %-20s %s -> %s   %s; "):format(entry.name, takes, gives, entry.says) .. dtypes_of(entry) .. (more or "")
  end
  return lists.lines(lists.joined({ "operators" }, lists.map(declare.ops, function(op)
    local ways = declare.ways_of(op, op.types[1])
    local named = #ways > 1 and "; ways: " .. lists.text(ways, " ", function(way) return way[1] end) or ""
    local claims = op.rounded and "; rounded: " .. lists.text(op.types, ", ", function(type)
      local claim = declare.claim_of(op, type)
      return claim and type .. " " .. claim
    end)
    return line(op, table.concat(op.takes, ","), op.gives, named .. (claims or ""))
  end), { "folds" }, lists.map(declare.folds, function(fold)
    return line(fold, "T,...", "T")
  end), {
    "dtypes", "  " .. lists.text(declare.dtypes, " ", function(dtype) return dtype.name end), "instruction sets",
  }, lists.map(declare.isas, function(isa)
    return ("  %-20s %s%s"):format(isa.name, isa.says, isa.base and ", on " .. isa.base or "")
  end)))
end

-- How a cell is generated: instructions per step / elements per step, or the ISA whose kernels run instead; and the
-- missing word, if that is the reason. "+vs": vs is the first pattern with its own kernel; "-vs": the first without
-- one.
local function cell_text(kernel, isa)
  local cell = kernel.cells[isa.name]
  local is_own, other = cell.served.isa == isa, nil
  for _, pattern in ipairs(cell.slots and kernels.patterns(kernel.op) or {}) do
    other = other or (cell.slots[pattern.set].isa == isa) ~= is_own and pattern.name
  end
  local how = is_own and ("own %d/%d"):format(cell.cost.instructions, cell.cost.lanes)
  return (how or "=" .. cell.served.isa.name) .. (other and (is_own and "-" or "+") .. other or "")
    .. (cell.missing and ": no " .. cell.missing or "")
end

-- One line for each op with a call and each choice of its dtypes, one column per ISA.
function report.coverage(woven)
  local function line(head, text_of)
    local columns = lists.text(woven.isas, " ", function(isa) return ("%-18s"):format(text_of(isa)) end)
    return (("%-22s %s"):format(head, columns):gsub(" +$", ""))
  end
  local lines = lists.map(tables.with_kernels(woven.tables), function(entry)
    return not entry.op.folds and line(entry.op.name .. " " .. declare.suffix(entry.types), function(isa)
      return cell_text(entry.kernel, isa)
    end) or nil
  end)
  return lists.lines(lists.joined({
    "Instructions per step / elements per step, pattern v or vv; or who serves instead, and the word that is missing.",
    line("op dtype", function(isa) return isa.name end),
  }, lines)) .. "\n"
end

return report
