-- Templates: C text with $names (${name} before a letter), filled in from a table of values. A name without a value
-- and an unused value are errors. A boolean is written as 1 or 0. A name alone on its line is replaced by a block of
-- lines, each indented like it; an empty block removes the line.

local lists = require "lists"

local template = {}
local texts = {}

local function indented(indent, lines)
  return (("\n" .. lines):gsub("\n([^\n#])", "\n" .. indent .. "%1"):sub(2))
end

-- Breaks a sentence into lines of at most `width` characters, joined by `joint`.
function template.wrap(text, width, joint)
  local lines, line = {}, nil
  for _, word in ipairs(lists.words(text)) do
    if line and #line + 1 + #word > width then
      lines[#lines + 1], line = line, word
    else
      line = line and line .. " " .. word or word
    end
  end
  lines[#lines + 1] = line
  return table.concat(lines, joint)
end

-- The filled template, without its last newline. common: values shared by templates, which need not be used.
function template.fill(name, values, common)
  texts[name] = texts[name] or host.read("templates/" .. name)
  local asked = {}
  local function value_of(key)
    local value = values[key]
    if value == nil and common then value = common[key] end
    if value == nil then error(("templates/%s: $%s has no value"):format(name, key), 0) end
    asked[key] = true
    if type(value) == "boolean" then return value and "1" or "0" end
    return type(value) == "table" and table.concat(value, "\n") or tostring(value)
  end
  local text = ("\n" .. texts[name]):gsub("\n([ ]*)%$([%a_]+)(%f[\n])", function(indent, key)
    local block = value_of(key)
    return block == "" and "" or "\n" .. indented(indent, (block:gsub("%$", "\0")))
  end):sub(2)
  text = text:gsub("%${([%a_]+)}", value_of):gsub("%$([%a_]+)", value_of)
  for key in pairs(values) do
    if not asked[key] then error(("templates/%s does not use $%s"):format(name, key), 0) end
  end
  return (text:gsub("\n\n\n+", "\n\n"):gsub("\0", "$"):gsub("\n+$", ""))
end

return template
