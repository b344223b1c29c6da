-- docs/coverage.svg: what `make coverage` says, as a picture. A panel for each instruction set; in it a line for each operator,
-- with a square for each dtype.

local declare = include "declare"
local kernels = include "kernels"
local lists = include "lists"
local template = include "template"

local picture = {}

local left, top, pitch, side, panels_a_line = 150, 70, 15, 13, 3 -- pixels: for names and heads; of squares

-- What a square can be, and what the legend says of it.
local kinds = {
  { "own", "its own kernels" },
  { "some", "its own kernels for some of the patterns" },
  { "lower", "those of a lower instruction set" },
  { "plain", "plain C" },
  { "none", "the operator does not take the dtype" },
}

local function kind_of(entry, isa)
  if not entry then return "none" end
  local kernel = entry.kernel
  local cell = kernel.cells[isa.name]
  if cell.jobs then return #cell.jobs == #kernels.patterns(kernel.op) and "own" or "some" end
  return cell.served == declare.plain and "plain" or "lower"
end

-- The lines: an operator each, or one for each choice of dtypes besides T. A line's name, and its tables by T.
local function line_name(entry) return lists.text({ entry.op.name, entry.types.U, entry.types.V }, " ") end

local function lines_of(woven)
  return lists.map(lists.grouped(woven.tables, line_name), function(entries)
    local line = { name = line_name(entries[1]) }
    for _, entry in ipairs(entries) do line[entry.types.T] = entry end
    return line
  end)
end

function picture.coverage(woven)
  local lines, body, counts = lines_of(woven), {}, {}
  local dtypes = lists.map(declare.dtypes, function(dtype)
    return lists.any(lines, function(line) return line[dtype.name] end) and dtype or nil
  end)
  local isas = lists.map(woven.isas, function(isa) return isa ~= declare.plain and isa or nil end)
  local panel_width, panel_height = (#dtypes + 1) * pitch, top + #lines * pitch + 10
  local function text(x, y, class, words, more)
    body[#body + 1] = ('<text x="%d" y="%d" class="%s"%s>%s</text>'):format(x, y, class, more or "", words)
  end
  local function squares(class, at) -- at: places, as "x,y"
    local path = lists.text(at, "", function(place) return ("M%sh%dv%dh-%dz"):format(place, side, side, side) end)
    body[#body + 1] = ('<path class="%s" d="%s"/>'):format(class, path)
  end

  for i, isa in ipairs(isas) do
    local x, y = left + (i - 1) % panels_a_line * panel_width, (i - 1) // panels_a_line * panel_height + top
    text(x, y - 52, "head", isa.says)
    for d, dtype in ipairs(dtypes) do
      local at = x + (d - 1) * pitch + 10
      text(at, y - 6, "name", dtype.name, (' transform="rotate(-90 %d %d)"'):format(at, y - 6))
    end
    for r, line in ipairs(lines) do
      local places = {}
      if x == left then text(0, y + r * pitch - 4, "name", line.name) end
      for d, dtype in ipairs(dtypes) do
        local kind = kind_of(line[dtype.name], isa)
        places[kind] = places[kind] or {}
        table.insert(places[kind], ("%d,%d"):format(x + (d - 1) * pitch, y + (r - 1) * pitch))
        counts[kind] = (counts[kind] or 0) + 1
      end
      for _, kind in ipairs(kinds) do
        if places[kind[1]] then squares(kind[1], places[kind[1]]) end
      end
    end
  end

  local height = (#isas + panels_a_line - 1) // panels_a_line * panel_height + 20
  text(0, height, "head", "What runs:")
  for i, kind in ipairs(kinds) do
    squares(kind[1], { ("%d,%d"):format(left, height + (i - 2) * 20 + 9) })
    text(left + 20, height + (i - 1) * 20, "", ("%s (%d)"):format(kind[2], counts[kind[1]] or 0))
  end
  return template.fill("docs/coverage.svg", {
    width = left + math.min(#isas, panels_a_line) * panel_width, height = height + #kinds * 20, body = body,
  })
end

return picture
