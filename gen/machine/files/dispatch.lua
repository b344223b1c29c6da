-- Collects all files of the generated library except the front ends': the kernels, their tables, and the files of the
-- other modules here. Their text: templates/kernels/file.c, templates/tables.

local building = require "files.building"
local converted = require "compiler.converted"
local declare = require "reading.declare"
local detection = require "files.detection"
local headers = require "files.headers"
local lists = require "lists"
local moves = require "moves.moves"
local selftest = require "files.selftest"
local tables = require "files.tables"
local template = require "template"

local dispatch = {}

-- Each ISA's moves, in a separate object, because only plans need them. Not every compiler can build them.
local function moves_files(woven, files, isas)
  local chosen = lists.set(woven.isas)
  local records = {} -- the best one first
  for _, isa in ipairs(isas) do
    if chosen[isa] and moves.has(isa) then
      files[("%s/moves_%s.c"):format(isa.name, isa.name)] = moves.file(isa)
      table.insert(records, 1, ("#if %s && BL_WITH_MOVES\n    &bl_moves_%s,\n#endif"):format(isa.with, isa.name))
    end
  end
  files["dispatch/moves.c"] = template.fill("moves/table.c", { records = records })
end

-- The title of a file, for a kernel on an ISA and the tables that it serves: the clauses of the operator's meaning
-- that concern their dtypes.
local function title_of(isa, kernel, entries)
  local op, choices = kernel.op, lists.map(entries, function(entry) return entry.types end)
  local says = declare.says(op, choices):gsub("%f[%w][TUV]%f[%W]", function(variable)
    return table.concat(lists.keys(lists.set(lists.map(choices, function(types) return types[variable] end))), " or ")
  end)
  local dtypes = lists.english(lists.map(choices, declare.suffix))
  return template.wrap(("%s, %s, %s: out = %s"):format(op.name, dtypes, isa.says, says), 117, "\n * ")
end

-- The kernels' files, one per cell. The plain C file also contains its op's tables; other ops that share the kernels
-- have a file each.
local function kernel_files(woven, files)
  local own_tables, own_entries = {}, {} -- by kernel
  local function owner_of(entry) return entry.op.name .. " " .. entry.kernel.name end
  for _, entries in ipairs(lists.grouped(woven.tables, owner_of)) do
    local op, kernel, text = entries[1].op, entries[1].kernel, tables.text_of(woven, entries)
    if kernel.inner then
      files[("dispatch/%s.c"):format(kernel.name)] = template.fill("tables/converted_tables.c", {
        title = title_of(declare.plain, kernel, entries), plain = declare.plain.name,
        functions = converted.text(woven, kernel, tables.guarded), tables = text,
      })
    elseif kernel.op == op then
      own_tables[kernel], own_entries[kernel] = "\n\n" .. text, entries
    else
      files[("dispatch/%s_%s.c"):format(op.name, kernel.type_name)] =
        template.fill("tables/borrowed_tables.c", { op = op.name, tables = text })
    end
  end
  for _, kernel in ipairs(woven.kernels) do
    for _, isa in ipairs(woven.isas) do
      local file, is_plain = kernel.cells[isa.name].file, isa == declare.plain
      local shared = is_plain and lists.joined(kernel.tables, lists.map(kernel.slow, function(of) return of.text end))
      local text = file and table.concat(lists.joined(shared or {}, { file.kernels }), "\n\n")
      files[("%s/%s_%s.c"):format(isa.name, kernel.name, isa.name)] = file and template.fill("kernels/file.c", {
        isa = file.isa, title = title_of(isa, kernel, own_entries[kernel] or { kernel }),
        cost = template.wrap(file.cost, 117, "\n * "), include = is_plain and '#include "broadloom.h"' or "",
        kernels = tables.guarded(isa, isa.guard == "1" and text or "\n" .. text .. "\n")
          .. (is_plain and own_tables[kernel] or ""),
      })
    end
  end
end

-- All files of the generated library: path -> text.
function dispatch.files(woven, folds, profile)
  local files, isas = headers.of_kernels(woven, profile), detection.known(woven, profile)
  local called = lists.filter(woven.tables, function(entry) return not entry.op.folds end)
  local by_op = lists.grouped(called, function(entry) return entry.op end)
  local ops = lists.map(by_op, function(entries) return entries[1].op end)
  local long = headers.long_numbers(woven)
  kernel_files(woven, files)
  files["dispatch/long_numbers.c"] = #long > 0 and template.fill("long/numbers.c", {
    plain = declare.plain.name, functions = table.concat(headers.long_functions(long), "\n\n"),
    ways = table.concat(long, "\n\n"),
  }) or nil
  files["dispatch/all_ops.c"] = template.fill("tables/all_ops.c", {
    ops = lists.lines(ops, function(op) return ("    &bl_op_%s,"):format(op.name) end), op_count = #ops,
    folds = lists.lines(folds, function(fold) return ("    &bl_fold_%s,"):format(fold.name) end), fold_count = #folds,
  })
  files["dispatch/isas.c"] = detection.file(woven, profile)
  for _, isa in ipairs(lists.filter(woven.isas, function(isa) return tables.streams(woven, isa) end)) do
    files[("%s/fence_%s.c"):format(isa.name, isa.name)] = template.fill("moves/fence.c", {
      isa = isa.name, title = isa.says, with = isa.with, attribute = isa.attribute, name = tables.fence(isa),
      fence = isa.fence,
    })
  end
  files["broadloom_ops.h"] = headers.ops(by_op, folds, isas)
  files["broadloom_parameters.h"] =
    template.fill("headers/parameters.h", { structs = headers.structs(called) })
  files["broadloom_profile.h"] = headers.profile(woven, profile)
  if profile.selftest then files["dispatch/selftest_hashes.c"] = selftest.file(called, profile) end
  if profile.runtime == "full" then moves_files(woven, files, isas) end -- only this runtime packs
  for i, call in ipairs(lists.joined(ops, folds)) do
    local path = ("dispatch/%s.c"):format(call.name)
    declare.expect(call, not files[path], ": the library already has a file %s", path)
    files[path] = by_op[i] and tables.op_file(call, by_op[i]) or tables.fold_file(call, profile)
  end
  for _, fold in ipairs(folds) do
    for _, op in pairs(fold.folded) do files[("dispatch/%s.c"):format(op.name)] = tables.folded_file(op) end
  end
  files["runtime.txt"] = lists.lines(building.runtime(profile))
  files["operators.txt"] = building.operators(by_op, folds)
  files["isas.mk"], files["runs.txt"] = building.make_fragment(woven), building.runs_table()
  return files
end

return dispatch
