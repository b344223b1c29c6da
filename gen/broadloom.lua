-- The generator's command line: reads the tables, weaves what was asked for, writes what changed.

local loaded = {}
function include(name)
  loaded[name] = loaded[name] or host.load("gen/" .. name .. ".lua", _G)()
  return loaded[name]
end

local usage = [[
usage: broadloom [--root DIR] [options]

  --out DIR        write the woven library there (nothing is written without it)
  --conformance F  write the file F (docs/conformance.md) from the specs' rows and tests/vectors/counts.txt
  --tests DIR      write what the tests need there: vocabularies and expressions
  --ops A,B        only these operators           (default: all)
  --dtypes A,B     only these dtypes              (default: all)
  --isas A,B       only these instruction sets    (default: all; plain C is always there)
  --list           say what there is to choose from
  --coverage       print op x dtype x ISA: how each cell is made, and its instructions a step
  --help           this text

--root DIR, where given, comes first: the folder that holds gen/ and templates/ (default: the current folder).
]]

local function complain(format, ...) error(format:format(...), 0) end

local function read_arguments(...)
  local takes_value = {
    ["--out"] = "out", ["--conformance"] = "conformance", ["--tests"] = "tests", ["--ops"] = "ops", ["--dtypes"] = "dtypes",
    ["--isas"] = "isas",
  }
  local flags = { ["--list"] = "list", ["--coverage"] = "coverage", ["--help"] = "help" }
  local options, i, given = {}, 1, table.pack(...)
  while i <= given.n do
    local word = given[i]
    if flags[word] then
      options[flags[word]] = true
    elseif takes_value[word] then
      i = i + 1
      options[takes_value[word]] = given[i] or complain("%s needs a value; see --help", word)
    else
      complain("unknown option '%s'; see --help", word)
    end
    i = i + 1
  end
  return options
end

-- The chosen entries of a list, in its own order: all, or those named in "a,b".
local function choose(list, names, kind)
  if not names then return table.move(list, 1, #list, 1, {}) end
  local wanted, chosen = {}, {}
  for name in names:gmatch("[^,]+") do
    if not list[name] then complain("unknown %s '%s'; --list says what there is", kind, name) end
    wanted[name] = true
  end
  for _, entry in ipairs(list) do
    if wanted[entry.name] then chosen[#chosen + 1] = entry end
  end
  if #chosen == 0 then complain("no %s is chosen", kind) end
  return chosen
end

-- Writes the files, and removes those of an earlier run that are woven no more: a manifest remembers them.
local function write_files(folder, files)
  local names = {}
  for name in pairs(files) do names[#names + 1] = name end
  table.sort(names)
  local manifest = folder .. "/manifest.txt"
  for name in (host.old(manifest) or ""):gmatch("[^\n]+") do
    if not files[name] and not name:find("..", 1, true) then host.remove(folder .. "/" .. name) end
  end
  local changed = 0
  for _, name in ipairs(names) do
    if host.write(folder .. "/" .. name, files[name]) then changed = changed + 1 end
  end
  host.write(manifest, table.concat(names, "\n") .. "\n")
  host.say(("%s: %d files, %d changed\n"):format(folder, #names, changed))
end

local function main(...)
  local options = read_arguments(...)
  if options.help or select("#", ...) == 0 then return host.say(usage) end

  local declare = include "declare"
  host.load("gen/catalogue/dtypes.lua", declare.environment "dtype")()
  host.load("gen/primitives.lua", declare.environment "word")()
  local expr = include "expr"
  local words = expr.vocabulary()
  local numeric = {}
  for _, dtype in ipairs(declare.dtypes) do
    if dtype.class ~= "bool" then numeric[#numeric + 1] = dtype.name end
  end
  words.numeric = numeric
  host.load("gen/catalogue/ops.lua", declare.environment("op", words))()
  local isas_of = include "isas"
  for _, file in ipairs(host.list "gen/isa") do
    host.load("gen/isa/" .. file, declare.environment("isa", words))()
  end
  isas_of.finish()
  include("rule_language").read()

  local report = include "report"
  if options.list then return host.say(report.list()) end
  local ops, dtypes = choose(declare.ops, options.ops, "op"), {}
  for _, dtype in ipairs(choose(declare.dtypes, options.dtypes, "dtype")) do dtypes[dtype.name] = true end
  local isas = choose(declare.isas, options.isas and options.isas .. "," .. declare.plain.name, "ISA")

  if options.tests then write_files(options.tests, include("vocabulary").files(ops, dtypes, isas)) end
  if options.conformance then host.write(options.conformance, include("frontends").conformance()) end
  if not options.out and not options.coverage then return end
  local woven = include("weave").all(ops, dtypes, isas)
  if options.out then
    local files = include("dispatch").files(woven, declare.folds)
    for path, text in pairs(include("frontends").files(ops)) do files[path] = text end
    write_files(options.out, files)
  end
  if options.coverage then host.say(report.coverage(woven)) end
end

return main(...)
