-- Templates: C text with $names (${name} before a letter). A name that is not given is an error, and so is one that is given but not asked for.
-- A name alone on its line takes a block of lines, each indented like it; an empty block takes its line away.

local template = {}
local texts = {}

local function indented(indent, lines)
  local out = {}
  for line in (lines .. "\n"):gmatch("(.-)\n") do
    out[#out + 1] = (line == "" or line:sub(1, 1) == "#") and line or indent .. line
  end
  return table.concat(out, "\n")
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

-- A statement that is too long for a line, broken after the commas of its outermost call.
function template.statement(line)
  local head, arguments, tail = line:match("^([^(]*%()(.*)(%);)$")
  if #line <= 112 or not head then return line end
  local parts, depth, from = {}, 0, 1
  for at, char in arguments:gmatch("()([(),])") do
    depth = depth + (char == "(" and 1 or char == ")" and -1 or 0)
    if char == "," and depth == 0 then
      parts[#parts + 1], from = arguments:sub(from, at), at + 2
    end
  end
  parts[#parts + 1] = arguments:sub(from)
  return head .. table.concat(parts, "\n" .. (" "):rep(#head)) .. tail
end

function template.statements(lines)
  local broken = {}
  for i, line in ipairs(lines) do broken[i] = template.statement(line) end
  return broken
end

function template.fill(name, values)
  local text = texts[name] or host.read("templates/" .. name)
  texts[name] = text
  local asked = {}
  local function value_of(key)
    local value = values[key]
    if value == nil then error(("templates/%s: nothing is given for $%s"):format(name, key), 0) end
    asked[key] = true
    return type(value) == "table" and table.concat(value, "\n") or tostring(value)
  end
  text = ("\n" .. text):gsub("\n([ ]*)%$([%a_]+)(%f[\n])", function(indent, key)
    local block = value_of(key)
    return block == "" and "" or "\n" .. indented(indent, (block:gsub("%$", "\0")))
  end):sub(2)
  text = text:gsub("%${([%a_]+)}", value_of):gsub("%$([%a_]+)", value_of)
  for key in pairs(values) do
    if not asked[key] then error(("templates/%s does not ask for $%s"):format(name, key), 0) end
  end
  return (text:gsub("\n\n\n+", "\n\n"):gsub("\0", "$"))
end

return template
