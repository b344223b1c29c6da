-- Which operators, folds, dtypes and instruction sets were asked for. What was asked for by name and is not there is an
-- error that names it.

local declare = include "declare"
local lists = include "lists"

local asked = {}

-- An operator's or file's name, and the text of the dtypes that are said with it: "clamp:f32+i8".
function asked.split(word)
  local name, dtypes = word:match("^(.*):([%w_+]*)$")
  return name or word, dtypes
end

-- The names as a set: each is there, and once.
local function known_set(list, names, kind, where)
  local set = {}
  for _, name in ipairs(names) do
    if not list[name] then declare.complain(where, "unknown %s '%s'; --list says what there is", kind, name) end
    if set[name] then declare.complain(where, "%s '%s' is asked for twice", kind, name) end
    set[name] = true
  end
  return set
end

-- The chosen entries of a list, in its own order: all, or those that are named.
function asked.entries(list, names, kind, where)
  if not names then return list end
  if #names == 0 then declare.complain(where, "no %s is chosen", kind) end
  local wanted = known_set(list, names, kind, where)
  return lists.map(list, function(entry) return wanted[entry.name] and entry or nil end)
end

-- The operators that an operator or fold is made of.
local function ops_of(entry)
  if entry.kind == "op" then return { entry } end
  return entry.finish and { entry.step, entry.finish } or { entry.step }
end

-- The dtypes of which an entry has tables, if only `dtypes` may be used (nil: all), as a set.
local function dtypes_of(entry, dtypes)
  local common
  for _, op in ipairs(ops_of(entry)) do
    local own = {}
    for _, choice in ipairs(declare.choices(op, dtypes)) do
      for _, dtype in ipairs(lists.joined(choice.takes, { choice.gives })) do own[dtype] = not common or common[dtype] end
    end
    common = own
  end
  return common
end

local function in_order(set)
  return lists.commas(lists.map(declare.dtypes, function(dtype) return set[dtype.name] and dtype.name or nil end))
end

-- What one word of the list of operators asks for: entries, and their dtypes (nil: all).
local function request(callable, word, made, general)
  local name, text = asked.split(word)
  if callable[word] or not text then name, text = word, nil end
  local entries = callable[name] and { callable[name] }
    or lists.map(callable, function(entry) return entry.file == name and entry or nil end)
  if #entries == 0 then declare.complain(made.where, "unknown op '%s'; --list says what there is", name) end
  local own
  if text then
    local names = {}
    for dtype in (text .. "+"):gmatch("([^+]*)%+") do
      if dtype == "" then declare.complain(made.where, "'%s': a dtype is missing", word) end
      names[#names + 1] = dtype
    end
    own = known_set(declare.dtypes, names, "dtype", ("%s: '%s'"):format(made.where, word))
  end
  return { word = word, name = name, entries = entries, own = own, dtypes = own or general }
end

-- Raises an error unless there is a table for a request, and one for each dtype that it says itself; the dtypes that are used.
local function used_by(of, where)
  local used, all = {}, {}
  for _, entry in ipairs(of.entries) do
    for dtype in pairs(dtypes_of(entry, of.dtypes)) do used[dtype] = true end
    for dtype in pairs(dtypes_of(entry)) do all[dtype] = true end
  end
  if not next(used) then
    declare.complain(where, "'%s': nothing is left to weave of %s alone; its dtypes are %s", of.name, in_order(of.dtypes), in_order(all))
  end
  for _, dtype in ipairs(lists.keys(of.own or {})) do
    if not used[dtype] then
      declare.complain(where, "'%s': no table of these has '%s'; its dtypes are %s", of.word, dtype, in_order(all))
    end
  end
  return used
end

-- The tables of the operators that were asked for, and the folds; a fold brings along the operators that it is made of.
function asked.calls(made)
  local callable = lists.joined(declare.ops, declare.folds)
  for _, entry in ipairs(callable) do callable[entry.name] = entry end
  local general = made.dtypes and lists.set(lists.map(
    asked.entries(declare.dtypes, made.dtypes, "dtype", made.where), function(dtype) return dtype.name end))
  local requests = made.ops and lists.map(made.ops, function(word) return request(callable, word, made, general) end)
    or { { entries = callable, dtypes = general } }
  if #requests == 0 then declare.complain(made.where, "no op is chosen") end
  local by, dtypes, used = {}, {}, {} -- by entry: who asked for it; by operator: the dtypes that it may use
  for _, of in ipairs(requests) do
    for _, entry in ipairs(of.entries) do
      if by[entry] then
        declare.complain(made.where, "%s '%s' is asked for twice, by '%s' and '%s'", entry.kind, entry.name, by[entry], of.word)
      end
      by[entry] = of.word or true
      for _, op in ipairs(ops_of(entry)) do
        dtypes[op] = dtypes[op] or {}
        for _, dtype in ipairs(declare.dtypes) do
          if not of.dtypes or of.dtypes[dtype.name] then dtypes[op][dtype.name] = true end
        end
      end
    end
    for dtype in pairs(made.ops and used_by(of, made.where) or {}) do used[dtype] = true end
  end
  for _, dtype in ipairs(made.ops and made.dtypes or {}) do
    if not used[dtype] then declare.complain(made.where, "dtype '%s': no operator that was asked for uses it", dtype) end
  end
  local choices, woven = {}, {}
  for _, op in ipairs(declare.ops) do
    local own = dtypes[op] and declare.choices(op, dtypes[op]) or {}
    woven[op] = #own > 0
    lists.append(choices, own)
  end
  local folds = lists.map(declare.folds, function(fold)
    return by[fold] and woven[fold.step] and (not fold.finish or woven[fold.finish]) and fold or nil
  end)
  return choices, folds
end

return asked
