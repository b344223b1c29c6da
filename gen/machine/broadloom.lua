-- The generator's command line: reads the tables, generates the requested files, writes those that changed. Each key
-- of a profile (reading/entries.lua) is also an option; --help prints usage.txt.

local asked = require "reading.asked"
local blocks = require "reading.blocks"
local linebreaks = require "linebreaks"
local conformance = require "frontends.conformance"
local basics = require "reading.basics"
local declare = require "reading.declare"
local dispatch = require "files.dispatch"
local expr = require "compiler.expr"
local isas = require "reading.isas"
local lists = require "lists"
local net = require "tests.net"
local profiles = require "reading.profile"
local pieces = require "compiler.pieces"
local recipes = require "compiler.recipes"
local records = require "frontends.records"
local report = require "reports.report"
local show = require "reports.show"
local selftest = require "files.selftest"
local specs = require "frontends.specs"
local taken = require "files.taken"
local vendor = require "vendoring.vendor"
local vocabulary = require "tests.vocabulary"
local weave = require "compiler.weave"

local function complain(format, ...) error(string.format(format, ...), 0) end
local function note(format, names)
  if #names > 0 then host.say(("note: " .. format .. "\n"):format(lists.commas(names)), true) end
end

local takes_value = lists.set(lists.words "out vendor conformance tests words profile lacking computed net")
local flags = lists.set { "list", "coverage", "help" }
local shown = { "phase", "op", "dtypes", "isa" } -- the arguments of --show

-- The options, and the settings that a profile may also contain, as texts by key: "--tile-bytes 256".
local function read_arguments(...)
  local options, said, given = {}, {}, { ... }
  while #given > 0 do
    local word = table.remove(given, 1)
    local name = word:match("^%-%-([%a-]+)$") or ""
    local key = name:gsub("-", "_")
    local into = takes_value[name] and options or declare.kinds.profile[key] and said
    if flags[name] then
      options[name] = true
    elseif name == "show" then
      options.show = lists.map(shown, function(what)
        return table.remove(given, 1) or complain("--show needs the argument %s", what)
      end)
    elseif into then
      local value = table.remove(given, 1) or ""
      into[key] = value ~= "" and value or complain("%s needs a value; see --help", word)
    else
      complain("unknown option '%s'; see --help", word)
    end
  end
  return options, said
end

-- Writes the files, and removes those of earlier runs that are no longer generated. A manifest lists all files that a
-- run may have written, so that the next run repairs an interrupted one. If the folder `is_shared` with other files,
-- these are not overwritten.
local function write_files(folder, files, manifest, is_shared)
  local names, gone, changed, ours = lists.keys(files), {}, 0, {}
  local function remember(more)
    host.write(folder, manifest, lists.lines(lists.keys(lists.set(lists.joined(names, more)))) .. "\n")
  end
  for name in (host.old(folder, manifest) or ""):gmatch("[^\n]+") do
    if name:find("^/") or ("/" .. name .. "/"):find("/../", 1, true) then
      complain("%s/%s: '%s' is not a file in this folder", folder, manifest, name)
    end
    ours[name] = true
    gone[#gone + 1] = not files[name] and name or nil
  end
  for _, name in ipairs(is_shared and names or {}) do
    if not ours[name] and host.old(folder, name) then complain("%s/%s exists, but is not generated", folder, name) end
  end
  remember(gone)
  for _, name in ipairs(gone) do host.remove(folder, name) end
  for _, name in ipairs(names) do
    if host.write(folder, name, files[name] .. "\n") then changed = changed + 1 end
  end
  remember {}
  host.say(("%s: %d files, %d changed\n"):format(folder, #names, changed))
end

local function write_file(path, text)
  local folder, name = path:match("^(.-)([^/]*)$")
  host.write(folder == "" and "." or folder, name, text .. "\n")
end

-- Reads all tables and the profile.
local function read_tables(path, said)
  declare.read("gen/catalogue/dtypes.lua", { dtype = declare.dtype })
  declare.read("gen/dictionary/words.lua", { word = declare.word })
  local function of_class(is_wanted)
    return lists.map(declare.dtypes, function(dtype)
      return not dtype.unpacked and is_wanted(dtype.class, dtype) and dtype.name or nil
    end)
  end
  local packed = lists.map(declare.dtypes, function(dtype) return dtype.unpacked and dtype.name or nil end)
  local numeric = of_class(function(class) return class ~= "bool" and class ~= "minifloat" end)
  local minifloats = of_class(function(class, dtype) return class == "minifloat" and dtype.significand > 0 end)
  local scales = of_class(function(class, dtype) return class == "minifloat" and dtype.significand == 0 end)
  local of_minifloats = expr.vocabulary { formats = declare.dtypes, piece = pieces.piece }
  setmetatable(of_minifloats, { __index = basics })
  local mini = host.load("gen/dictionary/minifloats.lua", of_minifloats)()
  local convert = host.load("gen/dictionary/convert.lua", expr.vocabulary { mini = mini })()
  local constants = {}
  for _, file in ipairs { "coefficients", "hard_cases", "halves", "doubles" } do
    constants[file] = host.load("gen/catalogue/" .. file .. ".lua", {})()
  end
  -- The names that files of functions and of operators may use in addition to the words.
  local function knows(own)
    expr.vocabulary(own)
    own.convert, own.mini, own.look_up, own.piece = convert, mini, expr.look_up, pieces.piece
    for file, of_file in pairs(constants) do own[file] = of_file end
    return own
  end
  local functions = {}
  for _, file in ipairs { "functions", "fixed", "parts", "sines" } do -- each may use the functions of those before it
    local of_file = setmetatable(knows {}, { __index = function(_, name) return functions[name] or basics[name] end })
    for name, own in pairs(host.load("gen/catalogue/" .. file .. ".lua", of_file)()) do functions[name] = own end
  end
  -- The names that a file of operators may use, including its private ones.
  local function language(own)
    own.op, own.fold, own.numeric, own.minifloats = declare.op, declare.fold, numeric, minifloats
    own.packed, own.scales = packed, scales
    knows(own)
    for _, name in ipairs(lists.keys(functions)) do
      if own[name] then complain("gen/catalogue/functions.lua: '%s' is a word", name) end
      own[name] = functions[name]
    end
    return own
  end
  local families
  declare.read("gen/catalogue/operators.lua", language { families = function(given) families = given end })
  local shared = language(families.shared)
  for _, of in ipairs(families) do declare.read("gen/catalogue/operators/" .. of .. ".lua", shared, pieces.of_op) end
  local profile = profiles.read(path, said)
  for _, own in ipairs(profile.ops_from or {}) do declare.read(own, language {}, pieces.of_op, true) end
  for _, file in ipairs(host.list "gen/isa") do
    declare.read("gen/isa/" .. file, expr.vocabulary { isa = isas.isa, lanes = blocks.lanes })
  end
  isas.finish()
  if profile.ops_from then taken.check(profile.ops_from) end
  recipes.read()
  return profile
end

-- Shows the output of a compiler phase for one table (an operator at its dtypes) on one instruction set.
local function show_phase(phase, op, dtypes, isa)
  local own = declare.isas[isa] or complain("--show: unknown instruction set '%s'", isa)
  if not lists.set(lists.words(show.phases))[phase] then
    complain("--show: unknown phase '%s'; the phases are %s", phase, show.phases)
  end
  for _, entry in ipairs(declare.known_op(op, { kind = "--show", name = op, where = "command line" }).tables) do
    if declare.suffix(entry.types) == dtypes then return host.say(show.phase(phase, entry, own)) end
  end
  complain("--show: %s has no table of %s", op, dtypes)
end

-- The files with which tests/selftest/compute_hashes.sh computes the self-test's missing hashes: the tables without a
-- hash, in plain C, and their expressions.
local function files_of_lacking(tables, profile)
  local lacking = profile.selftest and selftest.lacking(tables, profile) or {}
  if #lacking == 0 then return {} end
  local woven = weave.all(lacking, { declare.plain }, profile.where)
  local expressions = vocabulary.expressions(lacking, woven.helpers)
  local files = dispatch.files(woven, {}, profiles.read(nil, { runtime = "compact" }))
  files["expressions.c"] = expressions
  return files
end

local function main(...)
  local options, said = read_arguments(...)
  if options.help or select("#", ...) == 0 then return host.say(host.read "gen/machine/usage.txt") end
  local profile = read_tables(options.profile, said)
  if not options.vendor then recipes.check() end -- vendoring checks the recipes that it uses
  if options.list then return host.say(report.list() .. "\n") end
  local names_fronts = profile.onnx or profile.openvino
  local tables, folds, chosen_isas = asked.all(profile, names_fronts and specs.all() or {})
  if options.show then return show_phase(table.unpack(options.show)) end

  local ops = lists.map(tables, function(entry) return entry.op end)
  taken.check_prefix(profile.prefix, lists.joined(ops, folds), profile.where)
  profile.is_vendored, profile.computed = options.vendor ~= nil, options.computed
  profile.has_folds = #folds > 0 or #profile.specs > 0
  local function write(option, files_of, ...)
    if options[option] then write_files(options[option], files_of(...), "manifest.txt") end
  end
  local lacking = options.lacking and files_of_lacking(tables, profile) or {}
  if next(lacking) then return write_files(options.lacking, lacking, "manifest.txt") end
  write("tests", vocabulary.files, tables, chosen_isas, profile)
  write("words", vocabulary.words, chosen_isas[#chosen_isas], profile)
  if options.conformance then write_file(options.conformance, conformance.text()) end
  local weaves = { "out", "vendor", "net", "coverage" }
  if not lists.any(weaves, function(option) return options[option] end) then return end

  local woven = weave.all(tables, chosen_isas, profile.where, options.net)
  woven.runtime = profile.runtime
  local files = {}
  if options.out or options.vendor then
    files = dispatch.files(woven, folds, profile)
    files["list.txt"] = report.list()
    local rows, lacking = records.files(lists.joined(ops, folds), profile)
    for path, text in pairs(rows) do files[path] = text end
    note("left out, because the profile lacks the operators in parentheses: %s", lacking)
    for path, text in pairs(files) do files[path] = path:find("%.[ch]$") and linebreaks.broken(text) or text end
  end
  write("out", function() return files end)
  if options.vendor then
    local by_flags = lists.filter(profile.detect and {} or chosen_isas, function(isa) return #isa.all_features > 0 end)
    note("these run only if the compiler's flags promise them: %s; DETECT=yes detects them",
      lists.names(by_flags))
    local own, manifest = vendor.files(files, profile)
    write_files(options.vendor, own, manifest, true)
  end
  write("net", net.files, woven)
  if options.coverage then host.say(report.coverage(woven)) end
end

return main(...)
