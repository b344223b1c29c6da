-- The specs' front ends: reads the versions in catalogue/onnx.lua and catalogue/openvino.lua, checks them, and weaves them into
-- constant tables, an object an operator, and into docs/conformance.md. Call after the ops are read.

local declare = include "declare"
local lists = include "lists"
local template = include "template"
local complain, wrong = declare.complain, declare.wrong

local frontends = {}

local onnx = { name = "onnx", list = {}, needed = "title newest order attributes rules foreign" }
local openvino = { name = "openvino", list = {}, needed = "title order attributes rules foreign" }
local specs = { onnx, openvino }

-- Of a version's rules: the runtime's, and the rank that inputs beside the first may have.
local rules = {
  numpy = { "NUMPY" }, none = { "NONE" }, pdpd = { "PDPD" }, onnx_legacy = { "ONNX_LEGACY" }, uni = { "UNI" }, channel = { "CHANNEL" },
  scalar = { "ONNX_LEGACY", 0 }, axis = { "ONNX_LEGACY", 1 }, channels = { "ONNX_LEGACY", 1 },
}

-- The number that stands for a value of the attribute.
local function number_of(attribute, value, entry)
  for _, word in ipairs(attribute.words or {}) do
    if word[1] == tostring(value) then return word[2] end
  end
  return type(value) == "number" and value - value == 0 and value or wrong(entry, ": '%s' cannot be '%s'", attribute[1], tostring(value))
end

-- The version's attribute of that use; nil where it has none.
local function attribute_for(spec, version, use)
  for _, attribute in ipairs(spec.attributes) do
    if attribute.use == use and version.attributes[attribute[1]] ~= nil then return attribute end
  end
end

-- A way as it is given, checked: what it takes of the node, by the operator's operands, and which of the node's inputs are there.
local function read_way(spec, version, given, entry)
  declare.check(given, "way", ("%s '%s', a way"):format(spec.name, entry.name), entry.where)
  if not given.op == not given.fold then wrong(entry, ": a way has an 'op' or a 'fold'") end
  local fold = given.fold and (declare.folds[given.fold] or wrong(entry, ": unknown fold '%s'", given.fold))
  local op = given.op and declare.known_op(given.op, entry)
  local way = {
    op = op, fold = fold, ops = { op or fold.step, fold and fold.finish }, calls = op or fold,
    like = given.like, gives = given.gives, values = given.values,
    takes = given.takes or lists.map((op or fold.step).takes, function(_, i) return i end), inputs = {},
    has = declare.add_dtypes({}, given.types or lists.map(declare.dtypes, function(dtype) return dtype.name end), entry),
  }
  if op and (#way.takes ~= #op.takes or op.told_by[1] == 0 or way.takes[op.told_by[1]] == 0) then
    wrong(entry, ": '%s' takes %d inputs, one of which tells its first dtype", op.name, #op.takes)
  end
  if op and #(op.parameters or {}) > 4 then wrong(entry, ": '%s' has more than four parameters", op.name) end
  for _, input in ipairs(lists.joined(op and way.takes or {}, { way.like })) do way.inputs[input] = true end
  for i in ipairs(way.values and op.parameters or {}) do way.inputs[way.values + i - 1] = true end
  way.inputs[0] = nil
  if given.when ~= nil then
    local chooses = attribute_for(spec, version, "choice") or wrong(entry, ": no attribute chooses '%s'", tostring(given.when))
    way.choice = number_of(chooses, given.when, entry)
  end
  return way
end

-- A version as it is given, or one that it is `also`, checked and with what the entry says for all; it comes after `last`.
local function read_version(spec, entry, given, number, last)
  local version, what = { ways = entry.ways, attributes = {} }, ("%s '%s'"):format(spec.name, entry.name)
  for key, value in pairs(given) do version[key] = value end
  version[spec.order] = number
  declare.check(version, spec.name .. "_version", what, entry.where)
  declare.need(version, spec.order .. " ways types rules", what .. ": a version", entry.where)
  if version[spec.order] <= last then wrong(entry, ": '%s' must rise from version to version", spec.order) end
  for _, rule in ipairs(version.rules) do
    if not spec.rules[rule] then wrong(entry, ": unknown rule '%s'", tostring(rule)) end
  end
  for _, name in ipairs(lists.keys(version.attributes)) do
    local attribute, value = spec.attributes[name], version.attributes[name]
    if not attribute then wrong(entry, ": unknown attribute '%s'", tostring(name)) end
    if value ~= "required" then number_of(attribute, value, entry) end
  end
  version.has = declare.add_dtypes({}, version.types, entry)
  for _, variable in ipairs { "U", "V" } do
    local types = version[variable]
    version[variable] = types and types ~= "T" and declare.add_dtypes({}, types, entry) or {}
  end
  version.ways = lists.map(version.ways, function(way) return read_way(spec, version, way, entry) end)
  if #version.ways == 0 then wrong(entry, " has no ways") end
  return version
end

local function reader(spec)
  return declare.registry(spec.list, spec.name, "", function(entry)
    local last = 0
    entry.versions = {}
    for _, given in ipairs(entry) do
      for _, number in ipairs(lists.joined({ given[spec.order] or "none" }, given.also)) do
        entry.versions[#entry.versions + 1] = read_version(spec, entry, given, number, last)
        last = number
      end
    end
    if #entry.versions == 0 then wrong(entry, " has no versions") end
    entry.symbol = entry.name:gsub("LU$", "lu"):gsub("NaN$", "Nan"):gsub("(%l)(%u)", "%1_%2"):lower()
  end)
end

-- The spec's names of the dtypes, and their numbers where it has any.
local function read_dtypes(spec, given, where)
  local seen = {}
  spec.dtype_names, spec.dtype_numbers = {}, {}
  declare.need(given, lists.text(declare.dtypes, " ", function(dtype) return dtype.name end), spec.name .. "'s dtypes", where)
  for _, name in ipairs(lists.keys(given)) do
    local what, own = ("%s's dtype '%s'"):format(spec.name, tostring(name)), given[name]
    if not declare.dtypes[name] then complain(where, "%s is unknown", what) end
    own = type(own) == "table" and own or { own }
    declare.check(own, spec.name .. "_dtype", what, where)
    for _, value in ipairs(own) do
      if seen[value] then complain(where, "%s is called '%s', as another is", what, value) end
      seen[value] = true
    end
    given[name] = own
  end
  for i, dtype in ipairs(declare.dtypes) do
    spec.dtype_names[i], spec.dtype_numbers[i] = table.unpack(given[dtype.name])
  end
end

local function read_spec(spec, given, where)
  declare.check(given, spec.name .. "_spec", spec.name .. "'s spec", where)
  declare.need(given, spec.needed, spec.name .. "'s spec", where)
  for key, value in pairs(given) do spec[key] = value end
  for _, attribute in ipairs(spec.attributes) do
    declare.check(attribute, "attribute", ("%s's spec, an attribute"):format(spec.name), where)
    spec.attributes[attribute[1]] = attribute
  end
end

local function read()
  if onnx.dtype_names then return end
  for _, spec in ipairs(specs) do
    declare.read("gen/catalogue/" .. spec.name .. ".lua", {
      [spec.name] = reader(spec),
      spec = function(given) read_spec(spec, given, host.where(1)) end,
      dtypes = function(given) read_dtypes(spec, given, host.where(1)) end,
    })
  end
end

local function mask_of(set)
  local mask = 0
  for i, dtype in ipairs(declare.dtypes) do
    if set[dtype.name] then mask = mask | 1 << (i - 1) end
  end
  return ("0x%04x"):format(mask)
end

local function constant(spec, name) return ("BL_%s_%s"):format(spec.name, name):upper() end

-- What declares a way. `alone`: all ways of the version want the same inputs, so that their number is all there is to see.
local function way_record(way, alone)
  local given = 0
  for input in pairs(way.inputs) do given = given | 1 << (input - 1) end
  return ("{%s, %s, %s, %d, %d, %d, %s, %d, {%s}},"):format(way.op and "&bl_op_" .. way.op.name or "NULL",
    way.fold and "&bl_fold_" .. way.fold.name or "NULL", mask_of(way.has), alone and 0 or given, way.choice or -1, way.like or 0,
    way.gives and "BL_" .. way.gives:upper() or "BL_DTYPE_COUNT", (way.values or 1) - 1, lists.commas(way.op and way.takes or { 0 }))
end

-- How many inputs a version takes: those that all of its ways want, and all.
local function input_counts(version)
  local least, most = 0, 0
  if version.ways[1].fold then return 1, "BL_ANY_NUMBER" end
  for _, way in ipairs(version.ways) do
    for input in pairs(way.inputs) do most = math.max(most, input) end
  end
  while least < most and not lists.any(version.ways, function(way) return not way.inputs[least + 1] end) do least = least + 1 end
  return least, most
end

-- A version's record, and the arrays that it refers to, which `shared` has by their texts.
local function version_record(spec, version, shared, owner)
  local least, most = input_counts(version)
  local initial, has, required = {}, {}, {}
  for _, attribute in ipairs(spec.attributes) do
    local value = version.attributes[attribute[1]]
    if value ~= nil then
      initial[#initial + 1] = value == "required" and "0" or ("%.17g"):format(number_of(attribute, value))
      has[#has + 1] = "UINT32_C(1) << " .. constant(spec, attribute[1])
      if value == "required" then required[#required + 1] = has[#has] end
    end
  end
  local function array(kind, name, items)
    local text = ("static const %s %s_%s[] = {%s};"):format(kind, owner, name .. "_%d", items)
    if not shared[text] then
      shared[#shared + 1] = text:format(#shared + 1)
      shared[text] = ("%s_%s_%d"):format(owner, name, #shared)
    end
    return shared[text]
  end
  local function either(list) return #list > 0 and table.concat(list, " | ") or "0" end
  return ("{%d, {%s, %s, %s}, %s, %s, BL_RULE_%s, %s, %s, %d, %s, %s, %s, %s},"):format(version[spec.order], mask_of(version.has),
    mask_of(version.U), mask_of(version.V), least, most, rules[version.rules[1]][1],
    either(lists.map(version.rules, function(rule) return "1 << BL_RULE_" .. rules[rule][1] end)),
    rules[version.rules[1]][2] or "BL_ANY_RANK", #version.ways, either(has), either(required),
    #initial > 0 and array("double", "initial", lists.commas(initial)) or "NULL",
    array("bl_way", "ways", "\n" .. lists.lines(version.ways, function(way) return "    " .. way_record(way, least == most) end) .. "\n"))
end

-- One operator's file.
local function op_file(spec, entry)
  local shared = {}
  local function title_of(version) return ("%s-%d"):format(entry.name, version[spec.order]) end
  local records = lists.lines(entry.versions, function(version)
    local dtypes = lists.text(declare.dtypes, " ", function(dtype) return version.has[dtype.name] and dtype.name or nil end)
    local record = version_record(spec, version, shared, spec.name .. "_" .. entry.symbol)
    return ("    /* %s: %s */\n    %s"):format(title_of(version), dtypes, record)
  end)
  return template.fill("frontends/op.c", {
    spec = spec.name, title = spec.title, name = entry.name, symbol = entry.symbol, records = records, arrays = shared,
    versions = lists.commas(entry.versions, title_of),
  })
end

local function quoted(text) return text and '"' .. text .. '"' or "NULL" end

-- The spec's attributes.
local function attributes_file(spec)
  local words = {}
  local records = lists.lines(spec.attributes, function(attribute)
    local name, own = attribute[1], attribute.words or {}
    if #own > 0 then
      words[#words + 1] = ("static const bl_word %s_%s_words[] = {%s};"):format(spec.name, name,
        lists.commas(own, function(word) return ("{%s, %d}"):format(quoted(word[1]), word[2]) end))
    end
    return ("    {%s, %s, BL_%s, BL_FOR_%s, %d, %d, %.17g, %.17g, %s, %s},"):format(
      quoted(attribute.called or name), quoted(attribute.alias), attribute[2]:upper(),
      attribute.parameter and "PARAMETER" or (attribute.use or "nothing"):upper(), attribute.rounds_up and 1 or 0,
      #own, attribute.least or -2^63, attribute.most or 2^63,
      #own > 0 and ("%s_%s_words"):format(spec.name, name) or "NULL", quoted(attribute.parameter))
  end)
  return template.fill("frontends/attributes.c", { spec = spec.name, title = spec.title, words = words, records = records })
end

-- path -> text, for those operators of the chosen specs whose versions' ops and folds can all be called.
function frontends.files(callable, chosen_specs)
  read()
  local files, chosen, has_spec = {}, lists.set(callable), lists.set(chosen_specs)
  for _, spec in ipairs(lists.map(specs, function(spec) return has_spec[spec.name] and spec or nil end)) do
    local served = lists.map(spec.list, function(entry)
      local function lacks(version) return lists.any(version.ways, function(way) return not chosen[way.calls] end) end
      return not lists.any(entry.versions, lacks) and entry or nil
    end)
    for _, entry in ipairs(served) do files[("frontends/%s_%s.c"):format(spec.name, entry.symbol)] = op_file(spec, entry) end
    files[("broadloom_%s_ops.h"):format(spec.name)] = template.fill("frontends/ops.h", {
      spec = spec.name, title = spec.title, guard = spec.name:upper(),
      attributes = lists.lines(spec.attributes, function(attribute) return ("    %s,"):format(constant(spec, attribute[1])) end),
      declarations = template.fill("frontends/" .. spec.name .. ".h", { newest = spec.newest }),
      ops = lists.lines(served, function(entry)
        return ("BL_API extern const bl_%s_op bl_%s_%s;"):format(spec.name, spec.name, entry.symbol)
      end),
    })
    files[("frontends/%s_all.c"):format(spec.name)] = template.fill("frontends/all.c", {
      spec = spec.name, title = spec.title,
      ops = lists.lines(served, function(entry) return ("    &bl_%s_%s,"):format(spec.name, entry.symbol) end),
    })
    files[("frontends/%s_attributes.c"):format(spec.name)] = attributes_file(spec)
    local names = lists.commas(spec.dtype_names, quoted)
    local foreign = lists.text(lists.keys(spec.foreign), ",\n    ", function(name)
      return ("{%s, %d}"):format(quoted(name), spec.foreign[name])
    end)
    files[("frontends/%s_dtypes.c"):format(spec.name)] = template.fill("frontends/" .. spec.name .. "_dtypes.c", {
      names = template.wrap(names, 100, "\n    "), numbers = #spec.dtype_numbers > 0 and lists.commas(spec.dtype_numbers) or nil,
      foreign = foreign,
    })
  end
  return files
end

local counts_path = "tests/vectors/counts.txt"

-- "spec operator version dtype rule" -> the number of published vectors that pass; in order under 1..n, and their sum.
local function read_counts()
  local counts, sum = {}, 0
  for line in host.read(counts_path):gmatch("[^\n]+") do
    if line:sub(1, 1) ~= "#" then
      local key, passed = line:match("^(%S+ %S+ %d+ %S+ %S+) (%d+)$")
      if not key or counts[key] then complain(counts_path, "'%s' is no new line of counts", line) end
      counts[key], counts[#counts + 1], sum = tonumber(passed), key, sum + tonumber(passed)
    end
  end
  return counts, sum
end

-- One line of the table: a version under a rule, and a count for each dtype. Takes what it shows out of `counts`.
local function conformance_line(spec, entry, version, rule, counts)
  local number = version[spec.order]
  local function serves(name)
    return lists.any(version.ways, function(way)
      return way.has[name] and not lists.any(way.ops, function(op) return not lists.set(op.types)[name] end)
    end)
  end
  local cells = lists.text(declare.dtypes, " | ", function(dtype)
    if not version.has[dtype.name] then return "" end
    if not serves(dtype.name) then return "no" end
    local key = ("%s %s %d %s %s"):format(spec.name, entry.name, number, dtype.name, rule)
    local count = counts[key] or 0
    counts[key] = nil
    return count
  end)
  return ("| %s-%d | %s | %s |"):format(entry.name, number, spec.rules[rule], cells)
end

local function conformance_table(spec, counts)
  local lines = {
    ("| version | shapes | %s |"):format(lists.text(declare.dtypes, " | ", function(dtype) return dtype.name end)),
    "|---|---|" .. ("---:|"):rep(#declare.dtypes),
  }
  for _, entry in ipairs(spec.list) do
    for _, version in ipairs(entry.versions) do
      for _, rule in ipairs(version.rules) do lines[#lines + 1] = conformance_line(spec, entry, version, rule, counts) end
    end
  end
  return lines
end

-- The attributes that are not followed in all of their values, and the versions that have them.
local function attribute_table(spec)
  local lines = { "| attribute | versions | |", "|---|---|---|" }
  for _, attribute in ipairs(spec.attributes) do
    local name, versions = attribute[1], {}
    for _, entry in ipairs(spec.list) do
      for _, version in ipairs(entry.versions) do
        if version.attributes[name] ~= nil then versions[#versions + 1] = ("%s-%d"):format(entry.name, version[spec.order]) end
      end
    end
    local what = attribute.use == "zero" and "refused, but for 0"
      or attribute[2]:find "^dtype_" and "refused: " .. table.concat(lists.keys(spec.foreign), ", ")
      or not attribute.use and not attribute.parameter and "no effect"
    local as = attribute.called and attribute[2] == "dtype_name" and " (a string)" or "" -- another is called so
    if what then lines[#lines + 1] = ("| `%s`%s | %s | %s |"):format(attribute.called or name, as, table.concat(versions, ", "), what) end
  end
  return lines
end

-- The text of docs/conformance.md, from the versions and from the counts that the test of the vectors writes.
function frontends.conformance()
  read()
  local counts, sum = read_counts()
  local values = { total = sum, counts = counts_path }
  for _, spec in ipairs(specs) do
    values[spec.name], values[spec.name .. "_attributes"] = conformance_table(spec, counts), attribute_table(spec)
  end
  for _, key in ipairs(counts) do
    if counts[key] then complain(counts_path, "no version is counted as '%s'", key) end
  end
  return template.fill("frontends/conformance.md", values)
end

return frontends
