-- Reads the specifications' versions, gen/catalogue/onnx.lua and openvino.lua, and checks them. Returns the specs:
-- their contents, each dtype's names and number (`dtypes`), the operators (`list`), and the `versions` of each and all.

local declare = require "reading.declare"
local lists = require "lists"
local complain, wrong = declare.complain, declare.wrong

local specs = {}

-- The number that represents a value of the attribute.
local function number_of(attribute, value, entry)
  for _, word in ipairs(attribute.words or {}) do
    if word[1] == tostring(value) then return word[2] end
  end
  local is_finite = type(value) == "number" and value - value == 0
  return is_finite and value or wrong(entry, ": '%s' cannot be '%s'", attribute[1], tostring(value))
end

-- Checks a way. Returns it with the node's input for each operand of the operator, and with its mandatory
-- inputs as a mask.
local function read_way(spec, version, given, entry)
  declare.check(given, "way", ("%s '%s', a way"):format(spec.name, entry.name), entry.where)
  if not given.op == not given.fold then wrong(entry, ": a way needs either 'op' or 'fold'") end
  local fold = given.fold and (declare.folds[given.fold] or wrong(entry, ": unknown fold '%s'", given.fold))
  local op = given.op and declare.known_op(given.op, entry)
  local way = {
    op = op, fold = fold, ops = { op or fold.step, fold and fold.finish }, inputs = 0,
    like = given.like, gives = given.gives, values = given.values, unread = given.unread or {},
    takes = op and (given.takes or lists.map(op.takes, function(_, i) return i end)) or { 0 },
    has = declare.add_dtypes({}, given.types or spec.known, entry), to = declare.add_dtypes({}, given.to or {}, entry),
    second = declare.add_dtypes({}, given.second or {}, entry),
  }
  entry.needs[(op or fold).name] = true
  if op and (#way.takes ~= #op.takes or op.told_by[1] == 0 or way.takes[op.told_by[1]] == 0) then
    wrong(entry, ": '%s' takes %d inputs, and one of them determines its first dtype", op.name, #op.takes)
  end
  if #way.unread > 2 then wrong(entry, ": '%s' has more than two inputs that are not read", (op or fold).name) end
  if op and #(op.parameters or {}) > 4 then wrong(entry, ": '%s' has more than four parameters", op.name) end
  local values = lists.map(way.values and op.parameters or {}, function(_, i) return way.values + i - 1 end)
  for _, input in ipairs(lists.joined(way.takes, values, { way.like })) do
    if input > 0 then way.inputs = way.inputs | 1 << (input - 1) end
  end
  for _, attribute in ipairs(given.when ~= nil and spec.attributes or {}) do
    local chooses = attribute.use == "choice" and version.attributes[attribute[1]]
    way.choice = way.choice or chooses and number_of(attribute, given.when, entry)
  end
  if given.when ~= nil and not way.choice then wrong(entry, ": no attribute chooses '%s'", tostring(given.when)) end
  for _, attribute in ipairs(op and op.parameters and spec.attributes or {}) do
    local name = version.attributes[attribute[1]] and attribute.parameter
    if name and not lists.any(op.parameters, function(parameter) return parameter.name == name end) then
      wrong(entry, ": '%s' has no parameter '%s'", op.name, name)
    end
  end
  return way
end

-- Checks a version, or another version with the same contents (`also`), and adds the entry's keys for all versions.
local function read_version(spec, entry, given, number)
  local version = { ways = entry.ways, attributes = {} }
  for key, value in pairs(given) do version[key] = value end
  version[spec.order] = number
  declare.check(version, spec.name .. "_version", ("%s '%s': a version"):format(spec.name, entry.name), entry.where)
  local last = entry.versions[#entry.versions]
  if last and number <= last[spec.order] then wrong(entry, ": '%s' must increase with each version", spec.order) end
  for _, rule in ipairs(version.rules) do
    if not spec.rules[rule] then wrong(entry, ": unknown rule '%s'", tostring(rule)) end
  end
  local numbers = {}
  for _, name in ipairs(lists.keys(version.attributes)) do
    local attribute = spec.attributes[name] or wrong(entry, ": unknown attribute '%s'", tostring(name))
    local value = version.attributes[name]
    numbers[name] = value == "required" and value or number_of(attribute, value, entry)
  end
  version.attributes, version.entry, version.title = numbers, entry, ("%s-%d"):format(entry.name, number)
  version.has = declare.add_dtypes({}, version.types, entry)
  for _, variable in ipairs { "U", "V" } do
    local types = version[variable]
    version[variable] = types and types ~= "T" and declare.add_dtypes({}, types, entry) or {}
  end
  version.ways = lists.map(version.ways, function(way) return read_way(spec, version, way, entry) end)
  if #version.ways == 0 then wrong(entry, " has no ways") end
  return version
end

local function read_versions(spec, entry)
  entry.versions, entry.needs = {}, {} -- its needs: names of operators and folds, as a set
  for _, given in ipairs(entry) do
    for _, number in ipairs(lists.joined({ given[spec.order] or "none" }, given.also)) do
      table.insert(entry.versions, read_version(spec, entry, given, number))
    end
  end
  if #entry.versions == 0 then wrong(entry, " has no versions") end
  entry.symbol = entry.name:gsub("G?LU$", string.lower):gsub("NaN$", "Nan"):gsub("(%l)(%u)", "%1_%2"):lower()
  lists.append(spec.versions, entry.versions)
end

-- By dtype: the specification's name for it, and its number if it has one. A specification may lack dtypes.
local function read_dtypes(spec, given, where)
  local seen = {}
  for _, name in ipairs(lists.keys(given)) do
    local what, own = ("%s's dtype '%s'"):format(spec.name, tostring(name)), given[name]
    if not declare.dtypes[name] then complain(where, "%s is unknown", what) end
    own = type(own) == "table" and own or { own }
    declare.check(own, spec.name .. "_dtype", what, where)
    for _, value in ipairs(own) do
      if seen[value] then complain(where, "%s has the name '%s', which another one already has", what, value) end
      seen[value] = true
    end
    spec.dtypes[name] = own
  end
  spec.known = lists.map(declare.dtypes, function(dtype) return spec.dtypes[dtype.name] and dtype.name or nil end)
end

local function read_spec(spec, given, where)
  local what = spec.name .. "'s spec"
  declare.check(given, spec.name .. "_spec", what, where)
  for key, value in pairs(given) do spec[key] = value end
  if #spec.attributes > 32 then declare.complain(where, "%s has more than 32 attributes", what) end -- a bit each
  for _, attribute in ipairs(spec.attributes) do
    declare.check(attribute, "attribute", what .. ", an attribute", where)
    spec.attributes[attribute[1]] = attribute
  end
end

local all

-- The specs, once the operators and folds are read.
function specs.all()
  all = all or lists.map({ "onnx", "openvino" }, function(name)
    local spec = { name = name, list = {}, versions = {}, dtypes = {} }
    declare.read("gen/catalogue/" .. name .. ".lua", {
      [name] = declare.registry(spec.list, name, function(entry) read_versions(spec, entry) end),
      spec = function(given) read_spec(spec, given, host.where(1)) end,
      dtypes = function(given) read_dtypes(spec, given, host.where(1)) end,
    })
    return spec
  end)
  return all
end

return specs
