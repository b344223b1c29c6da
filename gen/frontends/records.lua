-- The specs' versions as C, for src/frontends: constant tables, one object file per operator, so that a linker takes
-- only those that are used.

local asked = require "reading.asked"
local declare = require "reading.declare"
local lists = require "lists"
local specs = require "frontends.specs"
local template = require "template"

local records = {}

-- The largest number of dims that inputs after the first may have under these rules.
local most_dims = { scalar = 0, axis = 1, channels = 1 }

local function rule_constant(rule) return "BL_RULE_" .. (most_dims[rule] and "ONNX_LEGACY" or rule:upper()) end

local function constant(spec, attribute) return ("BL_%s_%s"):format(spec.name, attribute[1]):upper() end

local function mask_of(set)
  local mask = 0
  for i, dtype in ipairs(declare.dtypes) do mask = set[dtype.name] and mask | 1 << (i - 1) or mask end
  return mask == 0 and "0" or mask == (1 << #declare.dtypes) - 1 and "UINT32_MAX" or ("0x%04x"):format(mask)
end

local function quoted(text) return text and '"' .. text .. '"' or "NULL" end

local function fill(spec, name, values)
  values.spec, values.title = spec.name, spec.title
  return template.fill("frontends/" .. name, values)
end

-- The least and largest number of inputs of a version: those that all of its ways require, and all that one has.
local function input_counts(ways)
  if ways[1].fold then return 1, "BL_ANY_NUMBER" end
  local by_all, by_some, least, most = ~0, 0, 0, 0
  for _, way in ipairs(ways) do
    by_all, by_some = by_all & way.inputs, by_some | way.inputs
    for _, input in ipairs(way.unread) do by_some = by_some | 1 << (input - 1) end
  end
  while by_all >> least & 1 == 1 do least = least + 1 end
  while by_some >> most ~= 0 do most = most + 1 end
  return least, most
end

-- For each type variable, the dtypes that the library lacks although the way's tables have them.
local function left_out(way)
  local sets = { {}, {}, {} }
  for _, op in ipairs(way.ops) do
    for _, own in ipairs(op.tables) do
      for i, name in ipairs(own.is_wanted and {} or declare.variables) do sets[i][own.types[name] or ""] = true end
    end
  end
  return (lists.commas(sets, mask_of):gsub("^0, 0, 0$", "0"))
end

-- The C initialiser of a way. `alone`: no other way of the version takes other inputs, so only their number matters.
local function way_record(way, alone)
  local op, fold = way.op and "&bl_op_" .. way.op.name, way.fold and "&bl_fold_" .. way.fold.name
  local gives = way.gives and "BL_" .. way.gives:upper() or "BL_DTYPE_COUNT"
  local unread = lists.commas({ way.unread[1] or 0, way.unread[2] })
  return ("    {%s, %s, %s, %s, %s, %d, %d, %d, %s, %d, {%s}, {%s}, {%s}},"):format(op or "NULL", fold or "NULL",
    mask_of(way.has), mask_of(way.to), mask_of(way.second), alone and 0 or way.inputs, way.choice or -1, way.like or 0,
    gives, (way.values or 1) - 1, unread, lists.commas(way.takes), left_out(way))
end

local heads = {
  bl_way =
    "/* op, fold, dtypes, to, second, given, choice, like, gives, values_from, unread, takes, left_out */\n",
}

-- A version's record, with the ways that have tables in the library, and the arrays to which it refers. `shared` has
-- arrays by content; the number of an array is that of the first version that refers to it.
local function version_record(spec, version, shared, chosen)
  local own = lists.filter(version.ways, function(way) return chosen[(way.op or way.fold).name] end)
  local least, most = input_counts(own)
  local initial, has, required = {}, {}, {}
  for _, attribute in ipairs(spec.attributes) do
    local value = version.attributes[attribute[1]]
    if value then
      initial[#initial + 1] = value == "required" and "0" or ("%.17g"):format(value):gsub("e%+", "e")
      has[#has + 1] = "BL_BIT(" .. constant(spec, attribute) .. ")"
      required[#required + 1] = value == "required" and has[#has] or nil
    end
  end
  local function array(kind, name, items)
    if not shared[items] then
      shared[items] = ("%s_%s_%s_%d"):format(spec.name, version.entry.symbol, name, version[spec.order])
      shared[#shared + 1] = ("%sstatic const %s %s[] = {%s};"):format(heads[kind] or "", kind, shared[items], items)
    end
    return shared[items]
  end
  local function either(list)
    local text = #list > 0 and table.concat(list, " |\n") or "0" -- single words, which may be wrapped
    return (template.wrap(text:gsub(" |\n", "\1|\n"), 90, "\n        "):gsub("\1", " "))
  end
  local rules = lists.map(version.rules, function(rule) return "1 << " .. rule_constant(rule) end)
  local ways = lists.lines(own, function(way) return way_record(way, #own == 1 or least == most) end)
  return template.fill("frontends/version.c", {
    title = version.title, since = version[spec.order], T = mask_of(version.has), U = mask_of(version.U),
    V = mask_of(version.V), least = least, most = most, rule = rule_constant(version.rules[1]), rules = either(rules),
    names = template.wrap(lists.text(lists.names(declare.dtypes), " ", function(name)
      return version.has[name] and name
    end), 95, "\n * "),
    most_rank = most_dims[version.rules[1]] or "BL_ANY_RANK", attributes = either(has), required = either(required),
    initial = #initial > 0 and array("double", "initial", lists.commas(initial)) or "NULL",
    ways = array("bl_way", "ways", "\n" .. ways .. "\n"),
  })
end

-- One operator's file.
local function op_file(spec, entry, chosen)
  local shared = {}
  local versions = lists.lines(entry.versions, function(version)
    return version_record(spec, version, shared, chosen)
  end)
  return fill(spec, "op.c", {
    name = entry.name, symbol = entry.symbol, records = versions, arrays = shared,
    versions = template.wrap(lists.commas(entry.versions, function(version) return version.title end), 92, "\n * "),
  })
end

-- The spec's attributes.
local function attributes_file(spec)
  local words = {}
  local attributes = lists.lines(spec.attributes, function(attribute)
    local own, array = attribute.words or {}, ("%s_%s_words"):format(spec.name, attribute[1])
    if #own > 0 then
      local items = lists.commas(own, function(word) return ("{%s, %d}"):format(quoted(word[1]), word[2]) end)
      words[#words + 1] = ("static const bl_word %s[] = {%s};"):format(array, items)
    end
    local function limit(given, otherwise) return given and ("%.17g"):format(given) or ("%.1f"):format(otherwise) end
    local limits = limit(attribute.least, -2^63) .. ", " .. limit(attribute.most, 2^63)
    if not (attribute.least or attribute.most) then limits = "BL_ANY_VALUE" end
    return ("    {%s, %s, BL_%s, BL_FOR_%s, %d, %d, %s, %s, %s},"):format(
      quoted(attribute.called or attribute[1]), quoted(attribute.alias), attribute[2]:upper(),
      attribute.parameter and "PARAMETER" or (attribute.use or "nothing"):upper(), attribute.rounds_up and 1 or 0, #own,
      limits, #own > 0 and array or "NULL", quoted(attribute.parameter))
  end)
  return fill(spec, "attributes.c", { words = words, records = attributes })
end

local function dtypes_file(spec)
  local none = { "?", spec.dtypes.f32[2] and 0 } -- a dtype that the spec lacks
  local function of(dtype) return spec.dtypes[dtype.name] or none end
  local names = lists.commas(declare.dtypes, function(dtype) return quoted(of(dtype)[1]) end)
  local numbers = lists.commas(declare.dtypes, function(dtype) return of(dtype)[2] end)
  return template.fill(("frontends/%s_dtypes.c"):format(spec.name), {
    names = template.wrap(names, 100, "\n    "), numbers = numbers ~= "" and numbers or nil,
    foreign = lists.text(lists.keys(spec.foreign), ",\n    ", function(name)
      return ("{%s, %d}"):format(quoted(name), spec.foreign[name])
    end),
  })
end

-- path -> text, for the specs' operators in the profile; by default, for those with all of their versions' ops and
-- folds in the library. Also returns the operators of which only some are, with the missing ones: "Mod (fmod)".
function records.files(callable, profile)
  local files, lacking, has_spec, chosen = {}, {}, lists.set(profile.specs), lists.set(lists.names(callable))
  local all = #profile.specs > 0 and specs.all() or {}
  for _, spec in ipairs(lists.filter(all, function(spec) return has_spec[spec.name] end)) do
    local named = profile[spec.name] and lists.set(profile[spec.name])
    local served = lists.filter(spec.list, function(entry)
      local needs = lists.filter(lists.keys(entry.needs), function(name) return asked.is_left(name, profile) end)
      local lacks = lists.filter(needs, function(name) return not chosen[name] end)
      if not named and #lacks > 0 and #lacks < #needs then
        lacking[#lacking + 1] = ("%s's %s (%s)"):format(spec.title, entry.name, lists.commas(lacks))
      end
      return #lacks == 0 and #needs > 0 and (not named or named[entry.name])
    end)
    local function of_served(format)
      return lists.lines(served, function(entry) return format:format(spec.name, entry.symbol) end)
    end
    local function put(name, text) files[("frontends/%s_%s.c"):format(spec.name, name)] = text end
    for _, entry in ipairs(served) do put(entry.symbol, op_file(spec, entry, chosen)) end
    put("all", fill(spec, "all.c", { ops = of_served "    &bl_%s_%s," }))
    put("attributes", attributes_file(spec))
    put("dtypes", dtypes_file(spec))
    files[("broadloom_%s_ops.h"):format(spec.name)] = fill(spec, "ops.h", {
      guard = spec.name:upper(), ops = of_served("BL_API extern const bl_" .. spec.name .. "_op bl_%s_%s;"),
      attributes = lists.lines(spec.attributes, function(given) return "    " .. constant(spec, given) .. "," end),
      declarations = template.fill("frontends/" .. spec.name .. ".h", { newest = spec.newest }),
    })
  end
  return files, lacking
end

return records
