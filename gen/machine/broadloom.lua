-- The generator's command line: reads the tables, weaves what was asked for, writes what changed.

local loaded = {}
function include(name)
  loaded[name] = loaded[name] or host.load("gen/machine/" .. name .. ".lua", _G)()
  return loaded[name]
end

local lists = include "lists"

local function complain(format, ...) error(string.format(format, ...), 0) end

local takes_value = lists.set { "out", "vendor", "conformance", "picture", "tests", "words", "profile", "lacking", "computed", "net" }
local flags = lists.set { "list", "coverage", "help" }

-- What a profile's file may say may be said on the command line as well: "--tile-bytes 256".
local function key_of(name) return (name:gsub("-", "_")) end

local function read_arguments(...)
  local options, said, given = {}, {}, { ... }
  local of_profile = include("declare").kinds.profile
  while #given > 0 do
    local word = table.remove(given, 1)
    local name = word:match("^%-%-([%a-]+)$")
    if flags[name] then
      options[name] = true
    elseif takes_value[name] or name and of_profile[key_of(name)] then
      local value = table.remove(given, 1) or ""
      local into, key = takes_value[name] and options or said, takes_value[name] and name or key_of(name)
      into[key] = value ~= "" and value or complain("%s needs a value; see --help", word)
    else
      complain("unknown option '%s'; see --help", word)
    end
  end
  return options, said
end

-- Writes the files, and removes those of earlier runs that are woven no more. A manifest remembers what a run may have
-- written, so that the next one repairs what an interrupted one left. Where the folder `is_shared` with other files, none of
-- these is written over.
local function write_files(folder, files, manifest, is_shared)
  local names, gone, changed, ours = lists.keys(files), {}, 0, {}
  local function remember(more)
    host.write(folder, manifest, lists.lines(lists.keys(lists.set(lists.joined(names, more)))) .. "\n")
  end
  for name in (host.old(folder, manifest) or ""):gmatch("[^\n]+") do
    if name:find("^/") or ("/" .. name .. "/"):find("/../", 1, true) then
      complain("%s/%s: '%s' is no file of that folder", folder, manifest, name)
    end
    ours[name] = true
    gone[#gone + 1] = not files[name] and name or nil
  end
  for _, name in ipairs(is_shared and names or {}) do
    if not ours[name] and host.old(folder, name) then complain("%s/%s is there, and was not woven", folder, name) end
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

-- What computes the self-test's hashes of the tables that lack them (tests/selftest/compute_hashes.sh): these in plain C, and
-- their expressions.
local function files_of_lacking(choices, made)
  local lacking = made.selftest and include("selftest").lacking(choices, made) or {}
  if #lacking == 0 then return {} end
  local least = include("profile").read(nil, { runtime = "compact" })
  local files = include("dispatch").files(include("weave").all(lacking, { include("declare").plain }, made.where), {}, least)
  files["expressions.c"] = include("vocabulary").expressions(lacking)
  return files
end

local function main(...)
  local options, said = read_arguments(...)
  if options.help or select("#", ...) == 0 then return host.say(host.read "gen/machine/usage.txt") end

  local declare, expr, isas_of = include "declare", include "expr", include "isas"
  declare.read("gen/catalogue/dtypes.lua", { dtype = declare.dtype })
  declare.read("gen/dictionary/words.lua", { word = declare.word })
  local numeric = lists.map(declare.dtypes, function(dtype) return dtype.class ~= "bool" and dtype.name or nil end)
  local language = expr.vocabulary({ op = declare.op, fold = declare.fold, numeric = numeric }, true)
  language.convert = host.load("gen/dictionary/convert.lua", language)()
  declare.read("gen/catalogue/ops.lua", language)
  local made = include("profile").read(options.profile, said)
  for _, path in ipairs(made.ops_from or {}) do declare.read(path, language, nil, true) end
  for _, file in ipairs(host.list "gen/isa") do
    declare.read("gen/isa/" .. file, expr.vocabulary { isa = isas_of.isa, lanes = include("blocks").lanes })
  end
  isas_of.finish()
  include("recipe_language").read()

  local report, asked = include "report", include "asked"
  if options.list then return host.say(report.list()) end
  local choices, folds = asked.calls(made)
  made.is_vendored, made.computed = options.vendor ~= nil, options.computed
  made.has_folds = #folds > 0 or #made.specs > 0
  local plain = declare.plain.name
  if made.isas and not lists.set(made.isas)[plain] then made.isas = lists.joined(made.isas, { plain }) end
  local isas = asked.entries(declare.isas, made.isas, "ISA", made.where)

  if options.lacking then write_files(options.lacking, files_of_lacking(choices, made), "manifest.txt") end
  if options.tests then write_files(options.tests, include("vocabulary").files(choices, isas, made), "manifest.txt") end
  if options.words then write_files(options.words, include("vocabulary").words(isas[#isas], made), "manifest.txt") end
  if options.conformance then write_file(options.conformance, include("frontends").conformance()) end
  if not options.out and not options.vendor and not options.coverage and not options.picture and not options.net then return end
  local woven = include("weave").all(choices, isas, made.where)
  woven.runtime = made.runtime
  if options.out or options.vendor then
    local files = include("dispatch").files(woven, folds, made)
    local callable = lists.joined(lists.map(choices, function(choice) return choice.op end), folds)
    for path, text in pairs(include("frontends").files(callable, made.specs)) do files[path] = text end
    if options.out then write_files(options.out, files, "manifest.txt") end
    if options.vendor then
      local own, manifest = include("vendor").files(files, made)
      write_files(options.vendor, own, manifest, true)
    end
  end
  if options.net then write_files(options.net, include("net").files(woven), "manifest.txt") end
  if options.coverage then host.say(report.coverage(woven)) end
  if options.picture then write_file(options.picture, include("picture").coverage(woven)) end
end

return main(...)
