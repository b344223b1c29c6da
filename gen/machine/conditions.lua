-- Conditional C whose conditions are known when it is woven: what a profile decides leaves no #if behind.

local conditions = {}

local compare = {
  [">="] = function(a, b) return a >= b end, ["<="] = function(a, b) return a <= b end, [">"] = function(a, b) return a > b end,
  ["<"] = function(a, b) return a < b end, ["=="] = function(a, b) return a == b end, ["!="] = function(a, b) return a ~= b end,
}

-- Whether a term holds: true, false, or nil where that is not known.
local function holds(term, known)
  if term:find("^%d+$") then return tonumber(term) ~= 0 end
  local no, name = term:match("^(!?)%s*([%a_][%w_]*)$")
  if name and known[name] then return (known[name] ~= 0) == (no == "") end
  local left, how, right = term:match("^([%a_][%w_]*)%s*([<>=!]=?)%s*(%d+)$")
  if left and known[left] and compare[how] then return compare[how](known[left], math.tointeger(right)) end
  return nil
end

-- Whether the condition of terms joined by && holds; where that is not known, the terms that are left of it.
local function reduced(text, known)
  local left, some = {}, text:find("||", 1, true)
  if some then -- known where it has no && and all of it is known
    for term in (text .. " || "):gmatch("(.-)%s*||%s*") do
      local value = holds(term, known)
      if value == nil then return nil, text end
      left[#left + 1] = value or nil
    end
    return #left > 0
  end
  for term in (text .. " && "):gmatch("(.-)%s*&&%s*") do
    local value = holds(term, known)
    if value == false then return false end
    if value == nil then left[#left + 1] = term end
  end
  if #left == 0 then return true end
  return nil, table.concat(left, " && ")
end

-- The text without the conditions that these macros, name -> number, decide. What defines one of them stays.
function conditions.resolved(text, known)
  local lines, open = {}, {} -- of each #if around: whether it is decided, and then whether its lines count
  local dropped = 0          -- those around whose lines do not
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    local word, rest = line:match("^%s*#%s*(%a+)%s*(.-)%s*$")
    local top = open[#open]
    if word == "if" or word == "ifdef" or word == "ifndef" then
      local value, left
      local condition = rest:gsub("%s*/%*.*$", "")
      if word == "if" then value, left = reduced(condition, known) end
      if word == "ifndef" and known[condition] then value = true end
      open[#open + 1] = { decided = value ~= nil, counts = value }
      if value == nil and dropped == 0 then lines[#lines + 1] = left and condition ~= left and "#if " .. left or line end
      if value == false then dropped = dropped + 1 end
    elseif (word == "else" or word == "elif" or word == "endif") and not top then
      error(("an #%s without an #if"):format(word), 0)
    elseif (word == "else" or word == "elif") and top.decided then
      if word == "elif" then error(("'%s': an #elif after a condition that a profile decides"):format(line), 0) end
      dropped = dropped + (top.counts and 1 or -1)
      top.counts = not top.counts
    elseif word == "endif" then
      if top.decided and not top.counts then dropped = dropped - 1 end
      if not top.decided and dropped == 0 then lines[#lines + 1] = line end
      open[#open] = nil
    elseif dropped == 0 then
      lines[#lines + 1] = line
    end
  end
  if #open > 0 then error("an #if without its #endif", 0) end
  return (table.concat(lines, "\n"):gsub("\n\n\n+", "\n\n"))
end

-- The macros that a header defines as whole numbers: name -> number.
function conditions.known(header)
  local known = {}
  for name, number in header:gmatch("#define ([%u_%d]+) (%d+)%f[ \n]") do known[name] = math.tointeger(number) end
  return known
end

return conditions
