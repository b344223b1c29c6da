-- Resolves conditional C whose conditions are known when it is generated, so that no #if remains that the profile
-- decides.

local conditions = {}

-- Whether a term is true or false; nil if that is not known.
local function holds(term, known)
  local no, name, how, number = term:match("^(!?)%s*([%w_]+)%s*([<>]?=?)%s*(%d*)$")
  local value, limit = known[name] or math.tointeger(name), math.tointeger(number)
  if not value then return nil end
  if how == "" then return (value ~= 0) == (no == "") end
  if how == ">=" then return value >= limit end
  if how == ">" then return value > limit end
  if how == "<" then return value < limit end
end

-- Whether a condition is true: terms joined by &&, or by || if all are known. If this is not known, the undecided
-- terms.
local function reduced(condition, known)
  local is_any, some, all, left = condition:find("||", 1, true), false, true, {}
  local joint = is_any and "||" or "&&"
  for term in (condition .. joint):gmatch("%s*(.-)%s*" .. joint) do
    local value = holds(term, known)
    if value == nil then left[#left + 1] = term end
    some, all = some or value, all and value ~= false
  end
  if #left == 0 or not is_any and not all then return is_any and some or all end
  return nil, is_any and condition or table.concat(left, " && ")
end

-- The text without the conditions that these macros (name -> number) decide. The macros' definitions remain.
function conditions.resolved(text, known)
  local lines, open, counts = {}, {}, true -- the enclosing #ifs, and whether the lines inside them remain
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    local word, rest = line:match("^%s*#%s*(%a+)%s*(.-)%s*$")
    if word == "if" or word == "ifdef" or word == "ifndef" then
      local condition, value, left = (rest:gsub("%s*/%*.*$", "")), nil, nil
      if word == "if" then value, left = reduced(condition, known) end
      if word == "ifndef" and known[condition] then value = true end
      if counts and value == nil then lines[#lines + 1] = left and left ~= condition and "#if " .. left or line end
      open[#open + 1] = { is_decided = value ~= nil, counts = counts }
      counts = counts and value ~= false
    elseif word == "else" or word == "elif" or word == "endif" then
      local top = open[#open] or error(("an #%s without an #if"):format(word), 0)
      if not top.is_decided then
        lines[#lines + 1] = counts and line or nil
      elseif word == "elif" then
        error(("'%s': an #elif after a condition that a profile decides"):format(line), 0)
      end
      counts = top.counts and (not top.is_decided or word == "endif" or not counts)
      if word == "endif" then open[#open] = nil end
    elseif counts then
      lines[#lines + 1] = line
    end
  end
  if #open > 0 then error("an #if without its #endif", 0) end
  return (table.concat(lines, "\n"):gsub("\n\n\n+", "\n\n"))
end

-- The macros that a header defines as integers: name -> number.
function conditions.known(header)
  local known = {}
  for name, number in header:gmatch("#define ([%u_%d]+) (%d+)%f[ \n]") do known[name] = math.tointeger(number) end
  return known
end

return conditions
