-- docs/coverage.svg: what `make coverage` says of what is woven, as a picture that fits a screen. A panel for each
-- instruction set, side by side, with a column for each dtype; a line for each operator, whatever its other dtypes.

local declare = require "reading.declare"
local kernels = require "compiler.kernels"
local lists = require "lists"
local report = require "reports.report"
local template = require "template"

local picture = {}

local left, top, right = 132, 62, 7 -- pixels: for names, for heads, and beside the last panel
local pitch, gap, side = 9, 7, 8 -- from square to square, from panel to panel more; of a square
local letter = 8 -- of a head, at most
local line, tall = 10, 8 -- from operator to operator; a square's height
local legend_lines = 3

-- What a square can be, and what the legend says of it.
local kinds = {
  { "own", "its own kernels" },
  { "some", "its own for some of the patterns or dtypes" },
  { "lower", "those of a lower instruction set" },
  { "plain", "plain C: no other pays" },
  { "lacking", "plain C, for lack of a word" },
  { "none", "the operator does not take the dtype" },
}

local function kind_of_cell(entry, isa)
  local cell = entry.kernel.cells[isa.name]
  if report.is_lacking(cell) then return "lacking" end
  if cell.jobs then return #cell.jobs == #kernels.patterns(entry.kernel.op) and "own" or "some" end
  return cell.served == declare.plain and "plain" or "lower"
end

-- Of an operator's tables at a dtype.
local function kind_of(entries, isa)
  local there = lists.set(lists.map(entries, function(entry) return kind_of_cell(entry, isa) end))
  if #entries == 0 then return "none" end
  if there.lacking then return "lacking" end
  if there.some or there.own and (there.lower or there.plain) then return "some" end
  return there.own and "own" or there.lower and "lower" or "plain"
end

-- Operators with their tables by dtype.
local function lines_of(woven)
  return lists.map(lists.grouped(woven.tables, function(entry) return entry.op.name end), function(entries)
    local own = { name = entries[1].op.name }
    for _, dtype in ipairs(declare.dtypes) do
      own[dtype.name] = lists.filter(entries, function(entry) return entry.types.T == dtype.name end)
    end
    return own
  end)
end

function picture.coverage(woven)
  local operators, body, counts = lines_of(woven), {}, {}
  local dtypes = lists.filter(declare.dtypes, function(dtype)
    return lists.any(operators, function(own) return #own[dtype.name] > 0 end)
  end)
  local isas = lists.filter(woven.isas, function(isa) return isa ~= declare.plain end)
  local longest = math.max(0, table.unpack(lists.map(isas, function(isa) return #isa.says end)))
  local panel = math.max(#dtypes * pitch, longest * letter) + gap
  local width, bottom = math.max(left + #isas * panel - gap + right, 760), top + #operators * line
  local function text(x, y, class, words, more)
    body[#body + 1] = ('<text x="%d" y="%d"%s%s>%s</text>'):format(x, y, class and ' class="' .. class .. '"' or "",
      more or "", words)
  end
  local function squares(class, at, y) -- at: where they begin on a line
    local path = lists.text(at, "", function(x) return ("M%d,%dh%dv%dh-%dz"):format(x, y, side, tall, side) end)
    body[#body + 1] = ('<path class="%s" d="%s"/>'):format(class, path)
  end

  for i, isa in ipairs(isas) do
    local x = left + (i - 1) * panel
    text(x, 22, "head", isa.says)
    for d, dtype in ipairs(dtypes) do
      local at = x + d * pitch - 2
      text(at, top - 5, "dtype", dtype.name, (' transform="rotate(-90 %d %d)"'):format(at, top - 5))
    end
  end
  for r, own in ipairs(operators) do
    local y = top + (r - 1) * line
    text(left - 8, y + 8, "name", own.name, ' text-anchor="end"')
    for _, kind in ipairs(kinds) do
      local at = {}
      for i, isa in ipairs(isas) do
        for d, dtype in ipairs(dtypes) do
          if kind_of(own[dtype.name], isa) == kind[1] then at[#at + 1] = left + (i - 1) * panel + (d - 1) * pitch end
        end
      end
      if #at > 0 then squares(kind[1], at, y) end
      counts[kind] = (counts[kind] or 0) + #at
    end
  end

  text(8, bottom + 27, "head", "What runs")
  local columns = #kinds // legend_lines
  for i, kind in ipairs(kinds) do
    local x, y = left + (i - 1) % columns * (width - left) // columns, bottom + 27 + (i - 1) // columns * 20
    squares(kind[1], { x }, y - 10)
    text(x + 14, y, nil, ("%s (%d)"):format(kind[2], counts[kind] or 0))
  end
  return template.fill("docs/coverage.svg", {
    width = width, height = bottom + 20 * legend_lines + 20, body = body,
  })
end

return picture
