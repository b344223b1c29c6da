-- What the generator does with lists again and again.

local lists = {}

-- f(entry, i) of each entry, in order; nothing where that is nil.
function lists.map(list, f)
  local made = {}
  for i, entry in ipairs(list) do made[#made + 1] = f(entry, i) end
  return made
end

-- The same, or the list itself where there is no f, as one text.
function lists.text(list, joint, f) return table.concat(f and lists.map(list, f) or list, joint) end
function lists.lines(list, f) return lists.text(list, "\n", f) end
function lists.commas(list, f) return lists.text(list, ", ", f) end

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
  local keys = {}
  for key in pairs(of) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  return keys
end

return lists
