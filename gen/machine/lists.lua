-- Lists: mapping, filtering, joining and sorting them, and making text of them.

local lists = {}

-- f(entry, i) of each entry, in order; nothing where that is nil.
function lists.map(list, f)
  local made = {}
  for i, entry in ipairs(list) do made[#made + 1] = f(entry, i) end
  return made
end

-- The entries that f holds for, in order.
function lists.filter(list, f)
  return lists.map(list, function(entry) return f(entry) and entry or nil end)
end

-- The same, or the list itself where there is no f, as one text.
function lists.text(list, joint, f) return table.concat(f and lists.map(list, f) or list, joint) end
function lists.lines(list, f) return lists.text(list, "\n", f) end
function lists.names(list) return lists.map(list, function(entry) return entry.name end) end
function lists.commas(list, f) return lists.text(list, ", ", f) end

-- "a", "a and b", "a, b and c".
function lists.english(names)
  if #names < 2 then return names[1] or "" end
  return table.concat(names, ", ", 1, #names - 1) .. " and " .. names[#names]
end

-- Whether f holds for some entry.
function lists.any(list, f)
  for _, entry in ipairs(list) do
    if f(entry) then return true end
  end
  return false
end

function lists.append(list, more) return table.move(more, 1, #more, #list + 1, list) end

function lists.joined(...)
  local all = {}
  for _, list in ipairs { ... } do lists.append(all, list) end
  return all
end

-- Lines of C inside a block.
function lists.indented(lines)
  return lists.map(lines, function(line) return "    " .. line end)
end

function lists.set(names)
  local set = {}
  for _, name in ipairs(names) do set[name] = true end
  return set
end

function lists.words(text)
  local words = {}
  for word in text:gmatch("%S+") do words[#words + 1] = word end
  return words
end

-- The entries by key_of(entry), which is no number: a list each, under its key and in the order in which they began.
function lists.grouped(list, key_of)
  local groups = {}
  for _, entry in ipairs(list) do
    local key = key_of(entry)
    if not groups[key] then
      groups[key] = {}
      groups[#groups + 1] = groups[key]
    end
    table.insert(groups[key], entry)
  end
  return groups
end

-- A table's keys, sorted as texts.
function lists.keys(of)
  local keys, others = {}, false
  for key in pairs(of) do keys[#keys + 1], others = key, others or type(key) ~= "string" end
  table.sort(keys, others and function(a, b) return tostring(a) < tostring(b) end or nil)
  return keys
end

-- How many letters must be put in, left out, changed or exchanged with the next one to make one name of the other.
local function distance(a, b)
  local rows = { [0] = {} }
  for j = 0, #b do rows[0][j] = j end
  for i = 1, #a do
    local row = { [0] = i }
    rows[i] = row
    for j = 1, #b do
      local same = a:byte(i) == b:byte(j)
      row[j] = math.min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (same and 0 or 1))
      if i > 1 and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j) then
        row[j] = math.min(row[j], rows[i - 2][j - 2] + 1)
      end
    end
  end
  return rows[#a][#b]
end

-- A name with its parts in the order of the alphabet.
local function sorted(name)
  local parts = lists.words((name:gsub("_", " ")))
  table.sort(parts)
  return table.concat(parts, "_")
end

-- The few names, nearest first, that a misspelled one may mean: a third of their letters or fewer differ, in whichever
-- order their parts stand, or they begin alike.
function lists.nearest(name, names)
  local found = {}
  for _, other in ipairs(names) do
    local alike, letters = 0, math.min(distance(name, other), distance(sorted(name), sorted(other)))
    while alike < #name and name:byte(alike + 1) == other:byte(alike + 1) do alike = alike + 1 end
    local is_near = alike >= 3 or letters <= math.max(1, #name // 3)
    found[#found + 1] = is_near and { name = other, far = letters - alike } or nil
  end
  table.sort(found, function(a, b) return a.far < b.far or a.far == b.far and a.name < b.name end)
  return lists.map(table.move(found, 1, 4, 1, {}), function(entry) return entry.name end)
end

return lists
