-- The specs' front ends: reads the versions in catalogue/onnx.lua and catalogue/openvino.lua, checks them, and weaves them into
-- constant tables, an object an operator, and into docs/conformance.md. Call after the ops are read.

local declare = include "declare"
local lists = include "lists"
local template = include "template"
local complain, wrong = declare.complain, declare.wrong

local frontends = {}

local onnx = { name = "onnx", list = {}, needed = "title newest order attributes rules" }
local openvino = { name = "openvino", list = {}, needed = "title order attributes rules" }
local specs = { onnx, openvino }

-- A version as it is given, checked and with what the entry says for all; it comes after `last`.
local function read_version(spec, entry, given, last)
  local version, what = { op = entry.op, attributes = {} }, ("%s '%s'"):format(spec.name, entry.name)
  for key, value in pairs(given) do version[key] = value end
  declare.check(version, spec.name .. "_version", what, entry.where)
  declare.need(version, spec.order .. " op types rules", what .. ": a version", entry.where)
  if version[spec.order] <= last then wrong(entry, ": '%s' must rise from version to version", spec.order) end
  for _, rule in ipairs(version.rules) do
    if not spec.rules[rule] then wrong(entry, ": unknown rule '%s'", tostring(rule)) end
  end
  declare.check(version.attributes, spec.name .. "_attributes", what .. ", attributes", entry.where)
  local known, broadcast = lists.set(spec.attributes), version.attributes.auto_broadcast
  for _, name in ipairs(lists.keys(version.attributes)) do
    if not known[name] then wrong(entry, ": the spec's attributes lack '%s'", name) end
  end
  if broadcast and not lists.set(version.rules)[broadcast] then wrong(entry, ": its rules lack auto_broadcast's '%s'", broadcast) end
  version.has = declare.add_dtypes({}, version.types, entry)
  version.op = declare.known_op(version.op, entry)
  version.python_op = version.python_op and declare.known_op(version.python_op, entry)
  if version.python_op and #version.python_op.takes ~= #version.op.takes then
    wrong(entry, ": python_op '%s' takes not as many inputs as '%s'", version.python_op.name, version.op.name)
  end
  return version
end

local function reader(spec)
  return declare.registry(spec.list, spec.name, "", function(entry)
    local last = 0
    entry.versions = lists.map(entry, function(given)
      local version = read_version(spec, entry, given, last)
      last = version[spec.order]
      return version
    end)
    if #entry.versions == 0 then wrong(entry, " has no versions") end
    entry.input_count = #entry.versions[1].op.takes
    local function differs(version) return #version.op.takes ~= entry.input_count end
    if lists.any(entry.versions, differs) then wrong(entry, ": versions differ in inputs") end
    entry.symbol = entry.name:gsub("(%l)(%u)", "%1_%2"):lower()
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

local function rule_constant(rule) return "BL_RULE_" .. rule:upper() end

-- What the records of both specs' versions begin with: the version, the dtypes as bits, and those attributes that it has.
local function record_head(spec, version)
  local mask = 0
  for i, dtype in ipairs(declare.dtypes) do
    if version.has[dtype.name] then mask = mask | 1 << (i - 1) end
  end
  local attributes = lists.text(spec.attributes, " | ", function(name)
    return version.attributes[name] ~= nil and ("BL_%s_%s"):format(spec.name, name):upper() or nil
  end)
  return ("%d, 0x%04x, %s"):format(version[spec.order], mask, attributes == "" and "0" or attributes)
end

function onnx.record(version)
  local own, rules = version.attributes, version.rules
  return ("{%s,\n     %s, %s, %d, %d, &bl_op_%s}"):format(record_head(onnx, version), rule_constant(rules[1]),
    rule_constant(rules[2] or rules[1]), own.broadcast or 0, own.axis or -1, version.op.name)
end

function openvino.record(version)
  local own = version.attributes
  local rules = lists.text(version.rules, " | ", function(rule) return "1 << " .. rule_constant(rule) end)
  return ("{%s,\n     %s, %s, %d, %d,\n     &bl_op_%s, %s}"):format(record_head(openvino, version), rules,
    rule_constant(own.auto_broadcast or version.rules[1]), own.axis or -1, own.m_pythondiv and 1 or 0, version.op.name,
    version.python_op and "&bl_op_" .. version.python_op.name or "NULL")
end

-- One operator's file.
local function op_file(spec, entry)
  local function title_of(version) return ("%s-%d"):format(entry.name, version[spec.order]) end
  return template.fill("frontends/op.c", {
    spec = spec.name, title = spec.title, name = entry.name, symbol = entry.symbol, input_count = entry.input_count,
    versions = lists.commas(entry.versions, title_of),
    records = lists.lines(entry.versions, function(version)
      local dtypes = lists.text(declare.dtypes, " ", function(dtype) return version.has[dtype.name] and dtype.name or nil end)
      return ("    /* %s: %s */\n    %s,"):format(title_of(version), dtypes, spec.record(version))
    end),
  })
end

-- path -> text, for those operators whose versions' ops are all among the chosen.
function frontends.files(ops)
  read()
  local files, chosen = {}, lists.set(ops)
  for _, spec in ipairs(specs) do
    local served = lists.map(spec.list, function(entry)
      local function is_left_out(version) return not chosen[version.op] or version.python_op and not chosen[version.python_op] end
      return not lists.any(entry.versions, is_left_out) and entry or nil
    end)
    for _, entry in ipairs(served) do files[("frontends/%s_%s.c"):format(spec.name, entry.symbol)] = op_file(spec, entry) end
    files[("broadloom_%s_ops.h"):format(spec.name)] = template.fill("frontends/ops.h", {
      spec = spec.name, title = spec.title, guard = spec.name:upper(),
      declarations = template.fill("frontends/" .. spec.name .. ".h", { newest = spec.newest }),
      ops = lists.lines(served, function(entry)
        return ("extern const bl_%s_op bl_%s_%s;"):format(spec.name, spec.name, entry.symbol)
      end),
    })
    files[("frontends/%s_all.c"):format(spec.name)] = template.fill("frontends/all.c", {
      spec = spec.name, title = spec.title,
      ops = lists.lines(served, function(entry) return ("    &bl_%s_%s,"):format(spec.name, entry.symbol) end),
    })
    local names = lists.commas(spec.dtype_names, function(name) return '"' .. name .. '"' end)
    files[("frontends/%s_dtypes.c"):format(spec.name)] = template.fill("frontends/" .. spec.name .. "_dtypes.c", {
      names = template.wrap(names, 100, "\n    "), numbers = #spec.dtype_numbers > 0 and lists.commas(spec.dtype_numbers) or nil,
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
  local serves, number = lists.set(version.op.types), version[spec.order]
  local cells = lists.text(declare.dtypes, " | ", function(dtype)
    if not version.has[dtype.name] then return "" end
    if not serves[dtype.name] then return "no" end
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

-- The text of docs/conformance.md, from the versions and from the counts that the test of the vectors writes.
function frontends.conformance()
  read()
  local counts, sum = read_counts()
  local values = { total = sum, counts = counts_path }
  for _, spec in ipairs(specs) do values[spec.name] = conformance_table(spec, counts) end
  for _, key in ipairs(counts) do
    if counts[key] then complain(counts_path, "no version is counted as '%s'", key) end
  end
  return template.fill("frontends/conformance.md", values)
end

return frontends
