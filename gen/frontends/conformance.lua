-- The tables of docs/conformance.md, from the specs' versions and from the counts that the test of the vectors writes;
-- the text around them is templates/frontends/conformance.md.

local declare = require "reading.declare"
local lists = require "lists"
local specs = require "frontends.specs"
local template = require "template"

local conformance = {}

local counts_path = "tests/vectors/counts.txt"

-- "spec operator version dtype rule" -> the number of published vectors that pass, with their tolerance; and the sum of
-- these numbers.
local function read_counts()
  local counts, sum = {}, 0
  for line in host.read(counts_path):gmatch("[^\n]+") do
    if line:sub(1, 1) ~= "#" then
      local key, passed, tolerance = line:match("^(%S+ %S+ %d+ %S+ %S+) (%d+) ?([%d.e-]*)$")
      if not key or counts[key] then declare.complain(counts_path, "'%s' is malformed or repeats a line", line) end
      counts[key] = tolerance == "" and passed or ("%s (%s)"):format(passed, tolerance)
      sum = sum + tonumber(passed)
    end
  end
  return counts, sum
end

-- One line: a version under a rule, and a count for each dtype. Removes these from `counts`.
local function line_of(spec, version, rule, counts)
  local function lacks_nothing(way, dtype)
    return way.has[dtype] and not lists.any(way.ops, function(op) return not op.types[dtype] end)
  end
  local cells = lists.text(spec.known, " | ", function(dtype)
    if not version.has[dtype] then return "" end
    if not lists.any(version.ways, function(way) return lacks_nothing(way, dtype) end) then return "no" end
    local key = ("%s %s %d %s %s"):format(spec.name, version.entry.name, version[spec.order], dtype, rule)
    local count = counts[key] or "yes"
    counts[key] = nil
    return count
  end)
  return ("| %s | %s | %s |"):format(version.title, spec.rules[rule], cells)
end

local function version_table(spec, counts)
  local head = ("| version | shapes | %s |\n|---|---|%s"):format(
    lists.text(spec.known, " | "), ("---:|"):rep(#spec.known))
  return lists.joined({ head }, lists.map(spec.versions, function(version)
    return lists.lines(version.rules, function(rule) return line_of(spec, version, rule, counts) end)
  end))
end

-- The attributes with unsupported values, and the versions that have them.
local function attribute_table(spec)
  local head = "| attribute | versions | |\n|---|---|---|"
  return lists.joined({ head }, lists.map(spec.attributes, function(attribute)
    local what = attribute[2]:find "^dtype_" and "refused: " .. lists.commas(lists.keys(spec.foreign))
      or attribute.use == "truth" and "refused: 0"
      or not attribute.use and not attribute.parameter and "no effect"
    local versions = lists.commas(spec.versions, function(version)
      return version.attributes[attribute[1]] and version.title
    end)
    local as = attribute.called and attribute[2] == "dtype_name" and " (a string)" or "" -- its name is not unique
    return what and ("| `%s`%s | %s | %s |"):format(attribute.called or attribute[1], as, versions, what) or nil
  end))
end

function conformance.text()
  local counts, sum = read_counts()
  local values = { total = sum, counts = counts_path }
  for _, spec in ipairs(specs.all()) do
    values[spec.name], values[spec.name .. "_attributes"] = version_table(spec, counts), attribute_table(spec)
  end
  for _, key in ipairs(lists.keys(counts)) do
    declare.complain(counts_path, "no version matches '%s'", key)
  end
  return template.fill("frontends/conformance.md", values)
end

return conformance
