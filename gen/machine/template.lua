-- Templates: C text with $names (${name} before a letter). A name that is not given is an error, and so is one that is
-- given but not asked for. A name alone on its line takes a block of lines, each indented like it; an empty block takes its
-- line away.

local lists = include "lists"

local template = {}
local texts = {}

local function indented(indent, lines)
  return (("\n" .. lines):gsub("\n([^\n#])", "\n" .. indent .. "%1"):sub(2))
end

-- Breaks a sentence into lines of at most `width` characters, joined by `joint`.
function template.wrap(text, width, joint)
  local lines, line = {}, ""
  for word in text:gmatch("%S+") do
    if #line + #word + 1 > width and line ~= "" then
      lines[#lines + 1], line = line, word
    else
      line = line == "" and word or line .. " " .. word
    end
  end
  lines[#lines + 1] = line
  return table.concat(lines, joint)
end

-- Parameters, in lines of at most 112 (or `wide`) columns, behind `head`.
function template.list(items, head, wide)
  local one_word_each = table.concat(items, ",\1"):gsub(" ", "\2"):gsub("\1", " ")
  return (template.wrap(one_word_each, (wide or 112) - #head, "\n" .. (" "):rep(#head)):gsub("\2", " "))
end

local most_columns = 104

-- The outermost call's arguments, in a list; the text before and after them. nil where there is no call, or more than one.
local function split_call(text)
  local head, arguments, tail = text:match("^([^(]*)(%b())(;?)$")
  if not head then return nil end
  local items = {}
  local outer = arguments:sub(2, -2):gsub("%b()", function(inner) return (inner:gsub(",", "\1")) end)
  for item in (outer .. ", "):gmatch("(.-), ") do items[#items + 1] = (item:gsub("\1", ",")) end
  return head .. "(", items, ")" .. tail
end

-- A statement that is too long for a line: broken between the arguments of its outermost call, and of those that are too
-- long in turn; as many on a line as fit. Columns count from where the statement begins.
local function broken(text, column)
  local head, items, tail = split_call(text)
  if column + #text <= most_columns or not head then return text end
  local inner = column + #head
  local lines, line = {}, ""
  for i, item in ipairs(items) do
    local mark = i < #items and "," or tail
    if line ~= "" and inner + #line + 1 + #item + #mark > most_columns then
      lines[#lines + 1], line = line, ""
    end
    line = line == "" and broken(item, inner) .. mark or line .. " " .. item .. mark
    if line:find("\n", 1, true) then
      lines[#lines + 1], line = line, ""
    end
  end
  if line ~= "" then lines[#lines + 1] = line end
  return head .. table.concat(lines, "\n" .. (" "):rep(inner))
end

function template.statements(lines)
  return lists.map(lines, function(line) return broken(line, 0) end)
end

-- The template's text, without the end of its last line.
function template.fill(name, values)
  texts[name] = texts[name] or host.read("templates/" .. name)
  local asked = {}
  local function value_of(key)
    local value = values[key]
    if value == nil then error(("templates/%s: nothing is given for $%s"):format(name, key), 0) end
    asked[key] = true
    return type(value) == "table" and table.concat(value, "\n") or tostring(value)
  end
  local text = ("\n" .. texts[name]):gsub("\n([ ]*)%$([%a_]+)(%f[\n])", function(indent, key)
    local block = value_of(key)
    return block == "" and "" or "\n" .. indented(indent, (block:gsub("%$", "\0")))
  end):sub(2)
  text = text:gsub("%${([%a_]+)}", value_of):gsub("%$([%a_]+)", value_of)
  for key in pairs(values) do
    if not asked[key] then error(("templates/%s does not ask for $%s"):format(name, key), 0) end
  end
  return (text:gsub("\n\n\n+", "\n\n"):gsub("\0", "$"):gsub("\n+$", ""))
end

return template
