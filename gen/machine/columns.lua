-- Breaks the lines of woven C that are longer than 120 columns, as clang-format leaves them: between the arguments of
-- calls, behind operators, between the words of comments. Takes a whole file's text: only there it is known how far
-- each line is indented.

local lists = require "lists"
local template = require "template"

local columns = {}

local most = 120
local operators = { " ||", " &&", " |", " ^", " &", " +", " -", " *", " /" } -- those that bind least first

-- The text with blanks in its strings, comments and indices, so that no mark is found there.
local function masked(text)
  local function blanks(inside) return (" "):rep(#inside) end
  return (text:gsub('\\"', blanks):gsub('"[^"]*"', blanks):gsub("/%*.-%*/", blanks):gsub("%b[]", blanks))
end

-- Where the next bracket with an end is from there on, and where it ends; nil without.
local function bracket(mask, at)
  while true do
    local from = mask:find("[({]", at)
    if not from then return nil end
    local _, to = mask:find(mask:find("^%(", from) and "^%b()" or "^%b{}", from)
    if to then return from, to end
    at = from + 1
  end
end

-- The text's parts, each but the last one with the mark at its end, which stands outside all brackets.
local function parts_of(text, mark)
  if not text:find(mark .. " ", 1, true) then return { text } end
  local mask, parts, begin = masked(text), {}, 1
  local from, to = bracket(mask, 1)
  local place = mask:find(mark .. " ", 1, true)
  while place do
    if from and to < place then
      from, to = bracket(mask, to + 1)
    elseif from and from < place then
      place = mask:find(mark .. " ", to, true)
    else
      parts[#parts + 1], begin = text:sub(begin, place + #mark - 1), place + #mark + 1
      place = mask:find(mark .. " ", begin, true)
    end
  end
  parts[#parts + 1] = text:sub(begin)
  return parts
end

-- The text before the inside of its longest brackets, that inside, and the text after it; nil where it has no brackets.
local function split(text)
  local mask, before, after = masked(text), 0, 0
  local from, to = bracket(mask, 1)
  while from do
    if to - from > after - before then before, after = from, to end
    from, to = bracket(mask, to + 1)
  end
  if after > before + 1 then return text:sub(1, before), text:sub(before + 1, after - 1), text:sub(after) end
end

-- Layouts are lists of lines: the first one begins at a column, the others are indented by themselves. `head` stands
-- before the text in the first line, `tail` behind it in the last one.
local laid_out

-- The parts, as many in a line as fit; the next line begins at the same column. What is too long has lines of its own.
local function filled(parts, column, tail)
  local lines, room = {}, 0
  for i, part in ipairs(parts) do
    local own_tail = i == #parts and tail or ""
    local needed = 1 + #part + #own_tail
    if needed <= room then
      lines[#lines], room = lines[#lines] .. " " .. part .. own_tail, room - needed
    else
      local own = laid_out("", part, column, own_tail)
      lines[#lines + 1] = (" "):rep(i > 1 and column or 0) .. own[1]
      table.move(own, 2, #own, #lines + 1, lines)
      room = #own == 1 and most - column - #own[1] or 0
    end
  end
  return lines
end

-- Layouts from a column on are compared by how many lines are too long, by how many there are, and by their length.
local function best_of(layouts, column)
  local best, least
  for _, lines in ipairs(layouts) do
    local longer, sum = column + #lines[1] > most and 1 or 0, #lines[1]
    for i = 2, #lines do longer, sum = longer + (#lines[i] > most and 1 or 0), sum + #lines[i] end
    local cost = (longer << 40) + (#lines << 20) + sum
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
  local condition = parts_of(text, " ?")
  local arms = #condition == 2 and parts_of(condition[2], " :") or {}
  if #arms == 2 then
    local at = column + #head + #condition[1] - 1 -- of the question mark, below which the colon stands
    return { head .. condition[1] .. " " .. arms[1]:sub(1, -3), (" "):rep(at) .. ": " .. arms[2] .. tail }
  end
  for _, mark in ipairs(masked(text):find(" ? ", 1, true) and {} or operators) do
    local lead = text:match("^[^(]- = ") or text:match("^return ") or ""
    local parts = parts_of(text:sub(#lead + 1), mark)
    if #parts > 1 then return after(head .. lead, filled(parts, column + #head + #lead, tail)) end
  end
  local before, inside, behind = split(text)
  if not before then return { head .. text .. tail } end
  head, tail = head .. before, behind .. tail
  local parts, indent = parts_of(inside, ","), column + 4
  local layouts = { after(head, filled(parts, column + #head, tail)) } -- behind the bracket
  if not head:find("^%l+ %($") and not head:find("[%w*]%)%($") then -- nor a cast's: below it
    layouts[2] = { head, table.unpack(after((" "):rep(indent), filled(parts, indent, tail))) }
  end
  if #parts == 1 and split(inside) then table.insert(layouts, laid_out(head, inside, column, tail)) end
  return best_of(layouts, column)
end

-- The words in lines, each but the first one behind `head`, each but the last one with `tail` at its end.
local function words(text, head, tail) return template.wrap(text, most - #head - #tail, tail .. "\n" .. head) end

local function broken(line)
  local indent, text = line:match("^( *)(.*)$")
  local function indented(lines) return lists.lines(after(indent, lines)) end
  if text:find("^%* ") or text:find("^/%*") and not text:find("%*/.") then -- a comment, or a line of one
    local lines = words(text:gsub(" %*/$", "\1*/"), indent .. (text:find("^/") and " * " or "* "), "")
    return indent .. lines:gsub("\1", " ")
  elseif text:find("^#") then
    if text:find("^#define") then return line end
    local glued = text:find("^#if") and text:gsub("%b()", function(inner) return (inner:gsub(" ", "\1")) end) or text
    return (words(glued:gsub(" ([|&])", "\1%1"), "    ", " \\"):gsub("\1", " ")) -- outside all brackets
  end
  local code, comment = text:match("^(.*) (/%*.-%*/)$")
  if comment then return columns.broken(indent .. comment) .. "\n" .. columns.broken(indent .. code) end
  local loop, steps, tail = text:match("^(for %(.*; )(.*)(%) {)$")
  if loop then return indented(after(loop, filled(parts_of(steps, ","), #indent + #loop, tail))) end
  local parts = parts_of(text, ",") -- what is declared; or fields of a record that goes on
  if #parts == 1 then return indented(laid_out("", text, #indent, "")) end
  return indented(filled(parts, #indent + (text:find(",$") and 0 or 4), ""))
end

-- The text, with no line that is too long.
function columns.broken(text)
  return (text:gsub("[^\n]+", function(line) return #line > most and broken(line) or nil end))
end

return columns
