-- The specs' front ends: reads the rows of catalogue/onnx.lua and catalogue/openvino.lua, checks them, and weaves them into
-- constant tables, an object an operator, and into docs/conformance.md. Call after the ops are read.

local declare = include "declare"
local lists = include "lists"
local template = include "template"
local complain, wrong = declare.complain, declare.wrong

local frontends = {}

local onnx, openvino = { name = "onnx", list = {} }, { name = "openvino", list = {} }
local specs = { onnx, openvino }

-- A version's row as it is given, checked and with what the entry says for all; it comes after `last`.
local function read_row(spec, entry, given, last)
  local row, what = { op = entry.op, attributes = {} }, ("%s '%s'"):format(spec.name, entry.name)
  for key, value in pairs(given) do row[key] = value end
  declare.check(row, spec.name .. "_version", what, entry.where)
  for _, key in ipairs { spec.order, "op", "types", "rules" } do
    if row[key] == nil then wrong(entry, ": a version lacks '%s'", key) end
  end
  if row[spec.order] <= last then wrong(entry, ": '%s' must rise from version to version", spec.order) end
  for _, rule in ipairs(row.rules) do
    if not spec.rules[rule] then wrong(entry, ": unknown rule '%s'", tostring(rule)) end
  end
  declare.check(row.attributes, spec.name .. "_attributes", what .. ", attributes", entry.where)
  row.has = declare.add_dtypes({}, row.types, entry)
  row.op = declare.known_op(row.op, entry)
  row.python_op = row.python_op and declare.known_op(row.python_op, entry)
  return row
end

local function reader(spec)
  return declare.registry(spec.list, spec.name, "", function(entry)
    local last = 0
    entry.versions = lists.map(entry, function(given)
      local row = read_row(spec, entry, given, last)
      last = row[spec.order]
      return row
    end)
    if #entry.versions == 0 then wrong(entry, " has no versions") end
    entry.input_count = #entry.versions[1].op.takes
    local function differs(row) return #row.op.takes ~= entry.input_count end
    if lists.any(entry.versions, differs) then wrong(entry, ": versions differ in inputs") end
    entry.symbol = entry.name:gsub("(%l)(%u)", "%1_%2"):lower()
  end)
end

-- The spec's names of the dtypes, and their numbers where it has any.
local function read_dtypes(spec, given, where)
  spec.dtype_names, spec.dtype_numbers = {}, {}
  for i, dtype in ipairs(declare.dtypes) do
    local own = given[dtype.name] or complain(where, "%s has no name for the dtype '%s'", spec.name, dtype.name)
    spec.dtype_names[i] = type(own) == "table" and own[1] or own
    spec.dtype_numbers[i] = type(own) == "table" and own[2] or nil
  end
end

local function read()
  if onnx.dtype_names then return end
  for _, spec in ipairs(specs) do
    declare.read("gen/catalogue/" .. spec.name .. ".lua", {
      [spec.name] = reader(spec),
      spec = function(given)
        for key, value in pairs(given) do spec[key] = value end
      end,
      dtypes = function(given) read_dtypes(spec, given, host.where(1)) end,
    })
  end
end

local function rule_constant(rule) return "BL_RULE_" .. rule:upper() end

-- What rows of both specs begin with: the version, the dtypes as bits, and those attributes that it has.
local function row_head(spec, row)
  local mask = 0
  for i, dtype in ipairs(declare.dtypes) do
    if row.has[dtype.name] then mask = mask | 1 << (i - 1) end
  end
  local attributes = lists.text(spec.attributes, " | ", function(name)
    return row.attributes[name] ~= nil and ("BL_%s_%s"):format(spec.name, name):upper() or nil
  end)
  return ("%d, 0x%04x, %s"):format(row[spec.order], mask, attributes == "" and "0" or attributes)
end

function onnx.row(row)
  local own, rules = row.attributes, row.rules
  return ("{%s,\n     %s, %s, %d, %d, &bl_op_%s}"):format(row_head(onnx, row), rule_constant(rules[1]),
    rule_constant(rules[2] or rules[1]), own.broadcast or 0, own.axis or -1, row.op.name)
end

function openvino.row(row)
  local own = row.attributes
  local rules = lists.text(row.rules, " | ", function(rule) return "1 << " .. rule_constant(rule) end)
  return ("{%s,\n     %s, %s, %d, %d,\n     &bl_op_%s, %s}"):format(row_head(openvino, row), rules,
    rule_constant(own.auto_broadcast or row.rules[1]), own.axis or -1, own.m_pythondiv and 1 or 0, row.op.name,
    row.python_op and "&bl_op_" .. row.python_op.name or "NULL")
end

-- One operator's file.
local function op_file(spec, entry)
  local function version(row) return ("%s-%d"):format(entry.name, row[spec.order]) end
  return template.fill("frontend_op.c", {
    spec = spec.name, title = spec.title, name = entry.name, symbol = entry.symbol, input_count = entry.input_count,
    versions = lists.commas(entry.versions, version),
    rows = lists.lines(entry.versions, function(row)
      local dtypes = lists.text(declare.dtypes, " ", function(dtype) return row.has[dtype.name] and dtype.name or nil end)
      return ("    /* %s: %s */\n    %s,"):format(version(row), dtypes, spec.row(row))
    end),
  })
end

-- path -> text, for those operators whose rows' ops are all among the chosen.
function frontends.files(ops)
  read()
  local files, chosen = {}, lists.set(ops)
  for _, spec in ipairs(specs) do
    local served = lists.map(spec.list, function(entry)
      local function is_left_out(row) return not chosen[row.op] or row.python_op and not chosen[row.python_op] end
      return not lists.any(entry.versions, is_left_out) and entry or nil
    end)
    for _, entry in ipairs(served) do files[("frontends/%s_%s.c"):format(spec.name, entry.symbol)] = op_file(spec, entry) end
    files[("broadloom_%s_ops.h"):format(spec.name)] = template.fill("frontend_ops.h", {
      spec = spec.name, title = spec.title, guard = spec.name:upper(),
      declarations = template.fill("frontend_" .. spec.name .. ".h", { newest = spec.newest }),
      ops = lists.lines(served, function(entry)
        return ("extern const bl_%s_op bl_%s_%s;"):format(spec.name, spec.name, entry.symbol)
      end),
    })
    files[("frontends/%s_all.c"):format(spec.name)] = template.fill("frontend_all.c", {
      spec = spec.name, title = spec.title,
      ops = lists.lines(served, function(entry) return ("    &bl_%s_%s,"):format(spec.name, entry.symbol) end),
    })
    local names = lists.commas(spec.dtype_names, function(name) return '"' .. name .. '"' end)
    files[("frontends/%s_dtypes.c"):format(spec.name)] = template.fill("frontend_" .. spec.name .. "_dtypes.c", {
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

-- One row of the table: a version under a rule, with a cell a dtype. Takes what it shows out of `counts`.
local function conformance_row(spec, entry, row, rule, counts)
  local serves, version = lists.set(row.op.types), row[spec.order]
  local cells = lists.text(declare.dtypes, " | ", function(dtype)
    if not row.has[dtype.name] then return "" end
    if not serves[dtype.name] then return "no" end
    local key = ("%s %s %d %s %s"):format(spec.name, entry.name, version, dtype.name, rule)
    local count = counts[key] or 0
    counts[key] = nil
    return count
  end)
  return ("| %s-%d | %s | %s |"):format(entry.name, version, spec.rules[rule], cells)
end

local function conformance_table(spec, counts)
  local lines = {
    ("| version | shapes | %s |"):format(lists.text(declare.dtypes, " | ", function(dtype) return dtype.name end)),
    "|---|---|" .. ("---:|"):rep(#declare.dtypes),
  }
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
