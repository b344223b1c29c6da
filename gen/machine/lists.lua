-- Maps, filters, joins and sorts lists, and converts them to text.

local lists = {}

-- f(entry, i) for each entry, in order, without nil results.
function lists.map(list, f)
  local made = {}
  for i, entry in ipairs(list) do made[#made + 1] = f(entry, i) end
  return made
end

-- The entries for which f is true, in order.
function lists.filter(list, f)
  return lists.map(list, function(entry) return f(entry) and entry or nil end)
end

-- The mapped list (or the list itself if there is no f) as one text.
function lists.text(list, joint, f) return table.concat(f and lists.map(list, f) or list, joint) end
function lists.lines(list, f) return lists.text(list, "\n", f) end
function lists.names(list) return lists.map(list, function(entry) return entry.name end) end
function lists.commas(list, f) return lists.text(list, ", ", f) end

-- "a", "a and b", "a, b and c".
function lists.english(names)
  if #names < 2 then return names[1] or "" end
  return table.concat(names, ", ", 1, #names - 1) .. " and " .. names[#names]
end

-- Whether f is true for some entry.
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

-- Indents lines of C by one level.
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

-- Groups entries by key_of(entry), which must not be a number: each list is stored under its key, and in order of its
-- first entry.
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

-- The pairs of adjacent letters in a name's parts; the order of the parts does not matter, and their ends form pairs
-- with a space.
local function pairs_of(name)
  local set, count = {}, 0
  for part in name:gmatch("[^_]+") do
    part = " " .. part .. " "
    for i = 1, #part - 1 do set[part:sub(i, i + 1)], count = true, count + 1 end
  end
  return set, count
end

-- Up to four names that resemble a misspelled one, most similar first: they must share two fifths of the pairs of
-- letters.
function lists.nearest(name, names)
  local own, count = pairs_of(name)
  local found = lists.map(names, function(other)
    local set, all = pairs_of(other)
    local common = #lists.filter(lists.keys(own), function(pair) return set[pair] end)
    local alike = 2 * common / (count + all)
    return alike >= 0.4 and { name = other, alike = alike } or nil
  end)
  table.sort(found, function(a, b) return a.alike > b.alike or a.alike == b.alike and a.name < b.name end)
  return lists.names(table.move(found, 1, 4, 1, {}))
end

return lists
