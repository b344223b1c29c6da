-- The specs' front ends: reads the rows of catalogue/onnx.lua and catalogue/openvino.lua, checks them, and weaves them into
-- constant tables, an object an operator, and into docs/conformance.md. Call after the ops are read.

local declare = include "declare"
local template = include "template"

local frontends = {}
local complain = declare.complain

local rule_constants = { numpy = "BL_RULE_NUMPY", none = "BL_RULE_NONE", pdpd = "BL_RULE_PDPD", onnx_legacy = "BL_RULE_ONNX_LEGACY" }

-- ---- Reading the rows ----

-- The set of dtype names in a nested list.
local function flatten(types, set, what, where)
  for _, entry in ipairs(types) do
    if type(entry) == "table" then
      flatten(entry, set, what, where)
    elseif not declare.dtypes[entry] then
      complain(where, "%s: unknown dtype '%s'", what, tostring(entry))
    else
      set[entry] = true
    end
  end
  return set
end

local function known_op(name, what, where)
  if not declare.ops[name] then complain(where, "%s: unknown op '%s'", what, tostring(name)) end
  return declare.ops[name]
end

-- What both specs' rows have in common. `spec.order` is the row's key that rises.
local function finish_row(spec, name, row, where, last)
  local what = ("%s '%s'"):format(spec.name, name)
  declare.check(row, spec.row_keys, what, where)
  for _, key in ipairs { spec.order, "op", "types", "rules" } do
    if row[key] == nil then complain(where, "%s: a version lacks '%s'", what, key) end
  end
  if row[spec.order] <= last then complain(where, "%s: '%s' must rise from version to version", what, spec.order) end
  for _, rule in ipairs(row.rules) do
    if not spec.rules[rule] then complain(where, "%s: unknown rule '%s'", what, tostring(rule)) end
  end
  row.attributes = row.attributes or {}
  declare.check(row.attributes, spec.attribute_types, what .. ", attributes", where)
  row.has = flatten(row.types, {}, what, where)
  row.op = known_op(row.op, what, where)
  row.python_op = row.python_op and known_op(row.python_op, what, where)
end

local function reader(spec)
  return function(name)
    local where = host.where(1)
    if spec.list[name] then complain(where, "%s '%s' stands already", spec.name, name) end
    return function(entry)
      local versions, last = {}, 0
      for i, given in ipairs(entry) do
        local row = {}
        for key, value in pairs(given) do row[key] = value end
        row.op = row.op or entry.op
        finish_row(spec, name, row, where, last)
        versions[i], last = row, row[spec.order]
        if #row.op.takes ~= #versions[1].op.takes then complain(where, "%s '%s': versions differ in inputs", spec.name, name) end
      end
      if #versions == 0 then complain(where, "%s '%s' has no versions", spec.name, name) end
      local own = { name = name, versions = versions, input_count = #versions[1].op.takes }
      own.symbol = name:gsub("(%l)(%u)", "%1_%2"):lower()
      spec.list[name], spec.list[#spec.list + 1] = own, own
    end
  end
end

local function dtype_reader(spec, kind)
  return function(names)
    local where = host.where(1)
    for _, dtype in ipairs(declare.dtypes) do
      if type(names[dtype.name]) ~= kind then complain(where, "%s has no name for the dtype '%s'", spec.name, dtype.name) end
    end
    spec.dtypes = names
  end
end

local function environment(spec, known)
  return setmetatable({}, {
    __index = function(_, name) return known[name] or complain(host.where(1), "unknown name '%s'", tostring(name)) end,
    __newindex = function(_, name) complain(host.where(1), "'%s' may not be set here", tostring(name)) end,
  })
end

-- ---- C for a row ----

local function mask_of(set)
  local mask = 0
  for i, dtype in ipairs(declare.dtypes) do
    if set[dtype.name] then mask = mask | 1 << (i - 1) end
  end
  return ("0x%04x"):format(mask)
end

-- The dtypes of a set, in order.
local function listed(set)
  local names = {}
  for _, dtype in ipairs(declare.dtypes) do
    if set[dtype.name] then names[#names + 1] = dtype.name end
  end
  return names
end

-- The row's attributes as or-ed constants, in the order of `names`.
local function attribute_bits(row, names, prefix)
  local bits = {}
  for _, name in ipairs(names) do
    if row.attributes[name] ~= nil then bits[#bits + 1] = prefix .. name:upper() end
  end
  return #bits > 0 and table.concat(bits, " | ") or "0"
end

local onnx = {
  name = "onnx", title = "ONNX", prefix = "BL_ONNX_", order = "since", list = {}, 
  rules = { numpy = "multidirectional", none = "equal", onnx_legacy = "broadcast = 1" },
  row_keys = { since = "number", op = "string", types = "table", rules = "table", attributes = "table" },
  attribute_types = { broadcast = "number", axis = "number", consumed_inputs = "string" },
  attributes = { "broadcast", "axis", "consumed_inputs" },
}

function onnx.row(row)
  local own = row.attributes
  return ("{%d, %s, %s,\n     %s, %s, %d, %d, &bl_op_%s}"):format(row.since, mask_of(row.has), attribute_bits(row, onnx.attributes, onnx.prefix),
    rule_constants[row.rules[1]], rule_constants[row.rules[2] or row.rules[1]], own.broadcast or 0, own.axis or -1, row.op.name)
end

function onnx.declarations()
  return {
    "/** The newest opset that is known. */", ("#define BL_ONNX_NEWEST_OPSET %d"):format(onnx.newest), "",
    "/** By bl_dtype: ONNX's names, and its numbers in TensorProto.DataType. */",
    "extern const char *const bl_onnx_dtype_names[BL_DTYPE_COUNT];", "extern const uint8_t bl_onnx_data_types[BL_DTYPE_COUNT];",
  }
end

function onnx.dtype_tables()
  local names, numbers = {}, {}
  for i, dtype in ipairs(declare.dtypes) do
    names[i], numbers[i] = ('"%s"'):format(onnx.dtypes[dtype.name][1]), tostring(onnx.dtypes[dtype.name][2])
  end
  return {
    "const char *const bl_onnx_dtype_names[BL_DTYPE_COUNT] = {", "    " .. template.wrap(table.concat(names, ", "), 100, "\n    ") .. "};", "",
    "const uint8_t bl_onnx_data_types[BL_DTYPE_COUNT] = {" .. table.concat(numbers, ", ") .. "};",
  }
end

local openvino = {
  name = "openvino", title = "OpenVINO", prefix = "BL_OPENVINO_", order = "opset", list = {}, 
  rules = { numpy = "numpy", none = "none", pdpd = "pdpd" },
  row_keys = { opset = "number", op = "string", python_op = "string", types = "table", rules = "table", attributes = "table" },
  attribute_types = { auto_broadcast = "string", axis = "number", m_pythondiv = "boolean" },
  attributes = { "auto_broadcast", "axis", "m_pythondiv" },
}

function openvino.row(row)
  local own, rules = row.attributes, {}
  for i, rule in ipairs(row.rules) do rules[i] = "1 << " .. rule_constants[rule] end
  return ("{%d, %s, %s,\n     %s, %s, %d, %d,\n     &bl_op_%s, %s}"):format(row.opset, mask_of(row.has),
    attribute_bits(row, openvino.attributes, openvino.prefix), table.concat(rules, " | "), rule_constants[own.auto_broadcast or row.rules[1]],
    own.axis or -1, own.m_pythondiv and 1 or 0, row.op.name, row.python_op and "&bl_op_" .. row.python_op.name or "NULL")
end

function openvino.declarations()
  return { "/** By bl_dtype: OpenVINO's names. */", "extern const char *const bl_openvino_dtype_names[BL_DTYPE_COUNT];" }
end

function openvino.dtype_tables()
  local names = {}
  for i, dtype in ipairs(declare.dtypes) do names[i] = ('"%s"'):format(openvino.dtypes[dtype.name]) end
  return {
    "const char *const bl_openvino_dtype_names[BL_DTYPE_COUNT] = {", "    " .. template.wrap(table.concat(names, ", "), 100, "\n    ") .. "};",
  }
end

local specs = { onnx, openvino }

local function read()
  if onnx.newest then return end
  host.load("gen/catalogue/onnx.lua", environment(onnx, {
    onnx = reader(onnx), dtypes = dtype_reader(onnx, "table"), opsets = function(given) onnx.newest = given.newest end,
  }))()
  host.load("gen/catalogue/openvino.lua", environment(openvino, { openvino = reader(openvino), dtypes = dtype_reader(openvino, "string") }))()
end

-- ---- The woven files ----

-- The operators of a spec all of whose rows' ops are among the chosen.
local function served(spec, chosen)
  local list = {}
  for _, entry in ipairs(spec.list) do
    local all = true
    for _, row in ipairs(entry.versions) do all = all and chosen[row.op.name] and (not row.python_op or chosen[row.python_op.name]) end
    if all then list[#list + 1] = entry end
  end
  return list
end

-- path -> text, for the chosen ops (a list of entries).
function frontends.files(ops)
  read()
  local files, chosen = {}, {}
  for _, op in ipairs(ops) do chosen[op.name] = true end
  for _, spec in ipairs(specs) do
    local declared, all = {}, {}
    for i, entry in ipairs(served(spec, chosen)) do
      local rows, versions = {}, {}
      for j, row in ipairs(entry.versions) do
        versions[j] = ("%s-%d"):format(entry.name, row[spec.order])
        rows[j] = ("    /* %s: %s */\n    %s,"):format(versions[j], table.concat(listed(row.has), " "), spec.row(row))
      end
      files[("frontends/%s_%s.c"):format(spec.name, entry.symbol)] = template.fill("frontend_op.c", {
        spec = spec.name, title = spec.title, name = entry.name, symbol = entry.symbol, versions = table.concat(versions, ", "),
        input_count = entry.input_count, rows = table.concat(rows, "\n"),
      })
      declared[i] = ("extern const bl_%s_op bl_%s_%s;"):format(spec.name, spec.name, entry.symbol)
      all[i] = ("    &bl_%s_%s,"):format(spec.name, entry.symbol)
    end
    files[("broadloom_%s_ops.h"):format(spec.name)] = template.fill("frontend_ops.h", {
      spec = spec.name, title = spec.title, guard = spec.name:upper(), ops = table.concat(declared, "\n"),
      declarations = spec.declarations(),
    })
    files[("frontends/%s_all.c"):format(spec.name)] = template.fill("frontend_all.c", {
      spec = spec.name, title = spec.title, ops = table.concat(all, "\n"),
    })
    files[("frontends/%s_dtypes.c"):format(spec.name)] = template.fill("frontend_dtypes.c", {
      spec = spec.name, title = spec.title, tables = spec.dtype_tables(),
    })
  end
  return files
end

-- ---- docs/conformance.md ----

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

-- One row of the table: a version under a rule, with a cell a dtype. Takes what it shows out of `counts`.
local function conformance_row(spec, entry, row, rule, counts)
  local cells, version = {}, row[spec.order]
  for i, dtype in ipairs(declare.dtypes) do
    local key = ("%s %s %d %s %s"):format(spec.name, entry.name, version, dtype.name, rule)
    local serves = false
    for _, name in ipairs(row.op.types) do serves = serves or name == dtype.name end
    if not row.has[dtype.name] then
      cells[i] = ""
    elseif serves then
      cells[i], counts[key] = tostring(counts[key] or 0), nil
    else
      cells[i] = "no"
    end
  end
  return ("| %s-%d | %s | %s |"):format(entry.name, version, spec.rules[rule], table.concat(cells, " | "))
end

local function conformance_table(spec, counts)
  local lines, names, bars = {}, {}, {}
  for i, dtype in ipairs(declare.dtypes) do names[i], bars[i] = dtype.name, "---:" end
  lines[1] = ("| version | shapes | %s |"):format(table.concat(names, " | "))
  lines[2] = ("|---|---|%s|"):format(table.concat(bars, "|"))
  for _, entry in ipairs(spec.list) do
    for _, row in ipairs(entry.versions) do
      for _, rule in ipairs(row.rules) do lines[#lines + 1] = conformance_row(spec, entry, row, rule, counts) end
    end
  end
  return lines
end

-- The text of docs/conformance.md, from the rows and from the counts that the test of the vectors writes.
function frontends.conformance()
  read()
  local counts, sum = read_counts()
  local values = { total = sum, counts = counts_path }
  for _, spec in ipairs(specs) do values[spec.name] = conformance_table(spec, counts) end
  for _, key in ipairs(counts) do
    if counts[key] then complain(counts_path, "no version has a row for '%s'", key) end
  end
  return template.fill("frontend_conformance.md", values)
end

return frontends
