-- Breaks lines of generated C that exceed 120 columns, where clang-format would: between the arguments of calls, and
-- after operators. Takes a whole file's text, because only then is each line's indentation known.

local lists = require "lists"
local template = require "template"

local linebreaks = {}

local most = 120
local operators = { " ||", " &&", " |", " ^", " &", " +", " -", " *", " /" } -- in order of precedence, lowest first

-- The text, with the contents of strings, comments and brackets hidden.
local function masked(text)
  local function hidden(inside) return inside:sub(1, 1) .. ("\1"):rep(#inside - 2) .. inside:sub(-1) end
  text = text:gsub('\\"', "\1\1"):gsub('"[^"]*"', hidden):gsub("/%*.-%*/", hidden)
  return (text:gsub("%b[]", hidden):gsub("%b()", hidden):gsub("%b{}", hidden))
end

-- The text's parts, split after each mark that is outside all brackets. Each part except the last ends with the mark.
local function parts_of(text, mark)
  local place, parts, begin = text:find(mark .. " ", 1, true), {}, 1
  local mask = place and masked(text)
  while place do
    place = mask:find(mark .. " ", begin, true)
    parts[#parts + 1] = text:sub(begin, place and place + #mark - 1)
    begin = place and place + #mark + 1
  end
  return #parts > 0 and parts or { text }
end

-- The text split at its longest brackets: the text before their contents, the contents, and the text after; nil if it
-- has no brackets.
local function split(text)
  local before, after = 0, 0
  for from, to in masked(text):gmatch("()[({]\1+[)}]()") do
    if to - from > after - before then before, after = from, to end
  end
  if after > 0 then return text:sub(1, before), text:sub(before + 1, after - 2), text:sub(after - 1) end
end

-- A layout is a list of lines: the first begins at a given column, the others contain their indentation. `head`
-- precedes the text in the first line, `tail` follows it in the last.
local laid_out

-- The parts, as many per line as fit; later lines begin at the same column. A part that is too long is itself broken.
local function filled(parts, column, tail)
  local lines, room = {}, 0
  for i, part in ipairs(parts) do
    local own = laid_out("", part, column, i == #parts and tail or "")
    if #own == 1 and #own[1] < room then
      lines[#lines] = lines[#lines] .. " " .. own[1]
    else
      lines[#lines + 1] = (" "):rep(i > 1 and column or 0) .. own[1]
      table.move(own, 2, #own, #lines + 1, lines)
      room = #own == 1 and most + 1 - column or 0
    end
    room = room - #own[1] - 1
  end
  return lines
end

-- The best layout that begins at a column: with the fewest lines that are too long, then the fewest lines, then the
-- fewest letters.
local function best_of(layouts, column)
  local best, least
  for _, lines in ipairs(layouts) do
    local cost = (#lines << 20) - column
    for i, line in ipairs(lines) do cost = cost + #line + ((i > 1 and 0 or column) + #line > most and 1 << 40 or 0) end
    if not least or cost < least then best, least = lines, cost end
  end
  return best
end

local function after(head, lines)
  lines[1] = head .. lines[1]
  return lines
end

function laid_out(head, text, column, tail)
  if column + #head + #text + #tail <= most then return { head .. text .. tail } end
  local lead = text:match("^[^(]- = ") or text:match("^return ") or ""
  for _, mark in ipairs(operators) do
    local parts = parts_of(text:sub(#lead + 1), mark)
    if #parts > 1 then return after(head .. lead, filled(parts, column + #head + #lead, tail)) end
  end
  local before, inside, behind = split(text)
  if not before then return { head .. text .. tail } end
  head, tail = head .. before, behind .. tail
  local parts, indent = parts_of(inside, ","), column + 4
  local layouts = { after(head, filled(parts, column + #head, tail)) } -- after the bracket
  if not head:find("^%l+ %($") and not head:find("[%w*]%)%($") then -- and not a cast
    layouts[2] = { head, table.unpack(after((" "):rep(indent), filled(parts, indent, tail))) }
  end
  if #parts == 1 and split(inside) then table.insert(layouts, laid_out(head, inside, column, tail)) end
  return best_of(layouts, column)
end

local function broken(line)
  if #line <= most then return nil end
  if line:find("^#") then -- a condition, outside of brackets
    local glued = line:gsub("%b()", function(inner) return (inner:gsub(" ", "\1")) end):gsub(" ([|&])", "\1%1")
    return (template.wrap(glued, most - 6, " \\\n    "):gsub("\1", " "))
  end
  local indent, text = line:match("^( *)(.*)$")
  local continues = text:find(",$") or text:find("^[^()]*%);$")
  local loop, steps, tail = text:match("^(for %(.*; )(.*)(%) {)$")
  local parts = parts_of(steps or text, ",") -- of a loop, a declaration, or a record's fields
  local lines = loop and after(loop, filled(parts, #indent + #loop, tail))
    or #parts == 1 and laid_out("", text, #indent, "") or filled(parts, #indent + (continues and 0 or 4), "")
  return lists.lines(after(indent, lines))
end

-- The text with its long lines broken, except comments, which template.wrap has already wrapped.
function linebreaks.broken(text) return (text:gsub("[^\n]+", broken)) end

return linebreaks
