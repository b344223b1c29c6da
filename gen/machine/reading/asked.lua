-- The operators, folds, dtypes, instruction sets and ways to compute functions that a profile selects. A name that
-- does not exist, or that selects nothing, is an error.

local declare = require "reading.declare"
local lists = require "lists"
local complain = declare.complain

local asked = {}

-- The name of an operator or a file, and the text of the dtypes after it: "clamp:f32+i8".
function asked.split(word)
  local name, dtypes = word:match("^(.*):([%w_+]*)$")
  return name or word, dtypes
end

-- The names as a set; each must exist and occur only once.
function asked.chosen(list, names, kind, where)
  local set = {}
  for _, name in ipairs(names) do
    if not list[name] then
      local near = lists.nearest(name, lists.names(list))
      complain(where, "unknown %s '%s'; %s", kind, name,
        #near > 0 and "the nearest: " .. lists.commas(near) or "see --list")
    end
    if set[name] then complain(where, "%s '%s' is listed twice", kind, name) end
    set[name] = true
  end
  return set
end

-- The tables of an operator that need only the chosen dtypes, a set (nil: all).
local function tables_of(op, chosen)
  return lists.map(op.tables, function(entry)
    for _, dtype in pairs(chosen and entry.types or {}) do
      if not chosen[dtype] then return nil end
    end
    return entry
  end)
end

-- Whether the operator or fold of that name has a table with the profile's dtypes.
function asked.is_left(name, profile)
  local entry, chosen = declare.ops[name] or declare.folds[name], profile.dtypes and lists.set(profile.dtypes)
  return not lists.any(entry.ops, function(op) return #tables_of(op, chosen) == 0 end)
end

-- The set of dtypes in the entries' tables, limited to `chosen` (nil: no limit); for a fold, the dtypes that all of
-- its operators have.
local function dtypes_of(entries, chosen)
  local all = {}
  for _, entry in ipairs(entries) do
    local common
    for _, op in ipairs(entry.ops) do
      local own = {}
      for _, of in ipairs(tables_of(op, chosen)) do
        for _, dtype in ipairs(lists.joined(of.takes, { of.gives })) do own[dtype] = not common or common[dtype] end
      end
      common = own
    end
    for dtype in pairs(common) do all[dtype] = true end
  end
  return all
end

local function in_order(set)
  return lists.commas(lists.map(declare.dtypes, function(dtype) return set[dtype.name] and dtype.name or nil end))
end

-- The request made by one word in the list of operators: entries, the dtypes in the word, those that it may use (nil:
-- all), and those that it uses.
local function request(callable, word, general, where)
  local name, text = asked.split(word)
  local entries = lists.map(callable, function(entry)
    return (entry.name == name or entry.file == name) and entry or nil
  end)
  if #entries == 0 then complain(where, "unknown op '%s'; see --list", name) end
  if text and ("+" .. text .. "+"):find("++", 1, true) then complain(where, "'%s': a dtype is missing", word) end
  local own = text and asked.chosen(declare.dtypes, lists.words((text:gsub("%+", " "))), "dtype",
    ("%s: '%s'"):format(where, word))
  local dtypes = own or general
  local used, all = dtypes_of(entries, dtypes), dtypes_of(entries)
  if not next(used) then
    complain(where, "'%s': with %s alone nothing is left to generate; its dtypes are %s", name, in_order(dtypes),
      in_order(all))
  end
  for _, dtype in ipairs(lists.keys(own or {})) do
    if not used[dtype] then
      complain(where, "'%s': no table of these has '%s'; its dtypes are %s", word, dtype, in_order(all))
    end
  end
  return { word = word, entries = entries, dtypes = dtypes, used = used }
end

-- The tables of the chosen operators, and the folds; a fold adds its operators. specs: the front ends whose operators
-- the profile names.
local function calls(profile, specs)
  local callable, where = lists.joined(declare.ops, declare.folds), profile.where
  for _, of in ipairs { "op", "dtype" } do
    if profile[of .. "s"] and #profile[of .. "s"] == 0 then complain(where, "no %s is chosen", of) end
  end
  local general = profile.dtypes and asked.chosen(declare.dtypes, profile.dtypes, "dtype", where)
  local needs = {} -- operators for the front ends: those with tables of these dtypes, if any
  for _, spec in ipairs(specs) do
    for name in pairs(asked.chosen(spec.list, profile[spec.name] or {}, spec.title .. " operator", where)) do
      local names = lists.keys(spec.list[name].needs)
      local left = lists.filter(names, function(own) return asked.is_left(own, profile) end)
      for _, own in ipairs(#left > 0 and left or names) do needs[own] = true end
    end
  end
  local ops = profile.ops or (#specs > 0 and {} or { "all" })
  local words = lists.commas(ops) ~= "all" and lists.joined(ops, lists.keys(needs))
  local requests = words and lists.map(words, function(word) return request(callable, word, general, where) end)
    or { { entries = callable, dtypes = general, used = general } }
  local by, used = {}, {} -- the word that chose each entry; the dtypes in use
  for _, of in ipairs(requests) do
    for _, entry in ipairs(of.entries) do
      if by[entry] and not needs[of.word] then
        complain(where, "%s '%s' is listed twice, by '%s' and '%s'", entry.kind, entry.name, by[entry], of.word)
      end
      by[entry] = by[entry] or of.word or true
      for _, op in ipairs(entry.ops) do
        for _, own in ipairs(tables_of(op, of.dtypes)) do own.is_wanted = true end
      end
    end
    for dtype in pairs(of.used or {}) do used[dtype] = true end
  end
  for _, dtype in ipairs(profile.dtypes or {}) do
    if not used[dtype] then complain(where, "dtype '%s': no chosen operator uses it", dtype) end
  end
  local function wanted_of(op) return lists.map(op.tables, function(own) return own.is_wanted and own or nil end) end
  local folds = lists.map(declare.folds, function(fold)
    local lacks = lists.any(fold.ops, function(op) return #wanted_of(op) == 0 end)
    return by[fold] and not lacks and fold or nil
  end)
  return lists.joined(table.unpack(lists.map(declare.ops, wanted_of))), folds
end

-- If a table has some of the chosen ways, it is computed only in these.
local function choose_ways(tables, profile)
  local wanted, found = {}, {}
  for _, name in ipairs(profile.ways or {}) do
    if wanted[name] then complain(profile.where, "way '%s' is listed twice", name) end
    wanted[name] = true
  end
  for _, entry in ipairs(tables) do declare.narrow_ways(entry.op, entry.types.T, wanted, found) end
  for name in pairs(wanted) do
    if not found[name] then complain(profile.where, "way '%s': no chosen operator has it", name) end
  end
end

-- The tables of the folds' steps for several inputs at once. A fold's `folded` lists the ops by number of inputs;
-- folds with the same step share them. The compact runtime has none.
local function folded(folds, profile)
  local all = {}
  for _, own in ipairs(lists.grouped(folds, function(fold) return fold.step end)) do
    local ops = {}
    for count = 3, profile.runtime == "full" and declare.most_at_once or 0 do
      local types = lists.map(own[1].step.tables, function(entry)
        local T = entry.types.T
        local takes = lists.any(own, function(fold) return (fold.at_once[T] or 0) >= count end)
        return entry.is_wanted and takes and T or nil
      end)
      ops[count] = #types > 0 and declare.folded(own[1].step, count, types) or nil
      lists.append(all, ops[count] and ops[count].tables or {})
    end
    for _, fold in ipairs(own) do fold.folded = ops end
  end
  return all
end

-- The profile's tables, folds and instruction sets, which always include plain C.
function asked.all(profile, specs)
  local tables, folds = calls(profile, specs)
  choose_ways(tables, profile)
  tables = lists.joined(tables, folded(folds, profile))
  if not profile.isas then return tables, folds, declare.isas end
  local set = asked.chosen(declare.isas, profile.isas, "ISA", profile.where)
  return tables, folds, lists.map(declare.isas, function(isa)
    return (set[isa.name] or isa == declare.plain) and isa or nil
  end)
end

return asked
