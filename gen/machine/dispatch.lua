-- Everything around the kernels: headers, dispatch tables, the list of ISAs, and what the Makefile needs to know.

local declare = include "declare"
local kernels = include "kernels"
local lists = include "lists"
local moves = include "moves"
local packaging = include "packaging"
local profile = include "profile"
local selftest = include "selftest"
local spelling = include "spelling"
local tables = include "tables"
local template = include "template"

local dispatch = {}

local lines = lists.lines

-- The condition under which the compiler was told to assume the ISA, if `also` holds: each of its features has a macro.
local function promise(isa, also)
  local macros = lists.map(isa.all_features, function(feature)
    return ("defined(%s)"):format(feature.macro or ("__%s__"):format((feature[1]:upper():gsub("%.", "_"))))
  end)
  return table.concat({ also, table.unpack(macros) }, " && ")
end

-- The ISAs that a library knows by name: all, or those that it is woven for, where there is nothing to detect.
local function known(woven, made) return made.detect and declare.isas or woven.isas end

-- "#define BL_AVX2 …": what each of the ISA's functions is declared with, as the compilers spell it; or its model.
local function attribute_define(isa)
  local function define(compiler)
    local names = lists.text(isa.all_features, ",", function(feature) return feature[compiler] or feature[1] end)
    local target = names ~= "" and ('__attribute__((target("%s"))) '):format(names) or ""
    return ("#define %s %sBL_EXACT%s"):format(isa.attribute, target, isa == declare.plain and " BL_PLAIN" or "")
  end
  local gcc, clang = define "gcc", define "clang"
  local text = gcc == clang and gcc or lines { "#if defined(__clang__)", clang, "#else", gcc, "#endif" }
  return isa.model and lines { "#ifndef " .. isa.attribute, text, "#endif" } or text
end

local function prototypes(woven, isa, made)
  local own = {}
  for _, kernel in ipairs(woven.kernels) do
    local jobs = kernel.cells[isa.name].jobs or {}
    local names = lists.commas(jobs, kernels.name)
    local streams = lists.commas(jobs, function(job) return job.streams and kernels.name(job) .. "_stream" or nil end)
    if names ~= "" then own[#own + 1] = ("bl_kernel_%s %s;"):format(kernels.call_of(kernel.op):lower(), names) end
    if streams ~= "" then
      own[#own + 1] = ("bl_stream_kernel%s %s;"):format(kernel.op.parameters and "_p" or "", streams)
    end
  end
  if made.runtime == "full" and moves.has(isa) then own[#own + 1] = ("extern const bl_moves bl_moves_%s;"):format(isa.name) end
  return #own > 0 and tables.guarded(isa, lines(own)) or nil
end

-- What the ISA's header refuses where double is not binary64: f64, if some table takes or gives it, and each other table whose
-- kernels compute in f64. The plain ISA's header, which all others include, comes first; they do not repeat what it refuses.
local function in_doubles(woven, isa)
  local is_plain = isa == declare.plain
  local function computes(entry, on)
    return lists.any(entry.kernel.cells[on.name].jobs or {}, function(job) return job.doubles end)
  end
  local function has_f64(entry)
    local own = lists.map(entry.op.parameters or {}, function(parameter) return entry.types[parameter.type] or parameter.type end)
    return lists.set(lists.joined(entry.takes, { entry.gives }, own)).f64
  end
  local entries = woven.tables or {}
  return lists.joined({ is_plain and lists.any(entries, has_f64) and "f64" or nil }, lists.map(entries, function(entry)
    local is_told = has_f64(entry) or not is_plain and computes(entry, declare.plain)
    return not is_told and computes(entry, isa) and entry.name or nil
  end))
end

-- What an ISA's kernels stand on, with these helpers; `doubles`: what of them needs double to be binary64.
function dispatch.isa_header(isa, helpers, doubles)
  local is_plain = isa == declare.plain
  local message = ('#error "Broadloom\'s f64 is IEEE 754\'s binary64, which double is not here: leave out %s."'):format(
    lists.commas(doubles))
  return template.fill("headers/isa.h", {
    isa = isa.name, title = isa.says, guard = "BL_KERNELS_" .. isa.upper .. "_H", with = isa.with,
    includes = is_plain and "" or ('#include "bl_kernels_%s.h"'):format(declare.plain.name),
    header = isa.header and template.fill("headers/intrinsics.h", { header = isa.header }) or "", attribute = attribute_define(isa),
    exact_doubles = #doubles > 0 and template.fill("headers/exact_doubles.h", { message = template.wrap(message, 118, " \\\n") }) or "",
    plain_words = is_plain and template.fill("headers/plain_words.h", {}) or "",
    helpers = lists.text(helpers, "\n\n", function(helper) return helper.text end),
  })
end

-- Whether floats are computed with, if only to divide integers: then the compiler's flags matter to the results.
local function has_floats(woven)
  local function are_in(text)
    return lists.any({ "float", "double", "f16", "f32", "f64", "_p[sd]%(" }, function(pattern) return text:find(pattern) end)
  end
  if not woven.tables then return true end -- the tests' words
  return lists.any(woven.isas, function(isa)
    return lists.any(woven.kernels, function(kernel)
      local file = kernel.cells[isa.name].file
      return file and are_in(file.kernels)
    end) or lists.any(woven.helpers:of(isa).list, function(helper) return are_in(helper.text) end)
  end)
end

-- The kernels' headers: path -> text.
function dispatch.headers(woven, made)
  local files, chosen = {}, lists.set(woven.isas)
  local function guard(isa)
    local with, can = isa.with, made.detect and isa.guard or promise(isa, isa.guard)
    return ("#ifndef %s\n#if %s\n#define %s 1\n#else\n#define %s 0\n#endif\n#endif"):format(with, can, with, with)
  end
  local function is_left_out(isa) return not chosen[isa] and ("#define %s 0"):format(isa.with) or nil end
  local left_out = lists.map(known(woven, made), is_left_out)
  if #left_out > 0 then table.insert(left_out, 1, "/* not woven */") end
  local guards = lines(lists.joined(lists.map(woven.isas, guard), left_out))
  files["bl_kernels.h"] = template.fill("headers/kernels.h", {
    exact_floats = has_floats(woven) and template.fill("headers/exact_floats.h", {}) or "",
    guards = guards, prototypes = lists.text(woven.isas, "\n\n", function(isa) return prototypes(woven, isa, made) end),
  })
  for _, isa in ipairs(woven.isas) do
    files[("bl_kernels_%s.h"):format(isa.name)] = dispatch.isa_header(isa, woven.helpers:of(isa).list, in_doubles(woven, isa))
  end
  return files
end

local function ops_header(by_op, folds, isas)
  local shown = lists.map(by_op, function(entries)
    local op = entries[1].op
    return lines {
      ("/* %s: %s. */"):format(op.name, op.says), ("BL_API extern const bl_op bl_op_%s;"):format(op.name),
      "BL_API " .. tables.op_call(op) .. ";",
      lines(entries, function(entry)
        return ("BL_API extern const bl_table bl_table_%s;\n%s;"):format(entry.name, tables.contiguous_call(entry, "BL_API "))
      end),
    }
  end)
  for _, fold in ipairs(folds) do
    shown[#shown + 1] = ("/* %s: %s. */\nBL_API extern const bl_fold bl_fold_%s;\n#define bl_%s BL_SIZED(bl_%s)\nBL_API %s;"):format(
      fold.name, fold.says, fold.name, fold.name, fold.name, tables.fold_call(fold))
  end
  return template.fill("headers/ops.h", {
    isas = lists.text(isas, ",\n", function(isa, i) return ("    BL_ISA_%s = %d"):format(isa.upper, i) end),
    ops = table.concat(shown, "\n\n"),
  })
end

-- The structs of parameters, in the tables' order.
local function parameters_header(woven)
  return template.fill("headers/parameters.h", { structs = lists.text(woven.tables, "\n\n", function(entry)
    if not entry.op.parameters then return nil end
    local fields = lines(entry.op.parameters, function(parameter)
      return ("    %s %s;"):format(spelling.memory_type(entry.types[parameter.type] or parameter.type), parameter.name)
    end)
    return ("typedef struct bl_%s_parameters {\n%s\n} bl_%s_parameters;"):format(entry.name, fields, entry.name)
  end) })
end

local register_number = { eax = 0, ebx = 1, ecx = 2, edx = 3 }

local function feature_record(feature)
  local way = feature.leaf and "CPUID" or feature.hwcap and "HWCAP" or feature.hwcap2 and "HWCAP2" or feature.hwprobe and "HWPROBE"
  return ("    /* %s */ {BL_TOLD_BY_%s, %d, %d, 0x%x, %du, %du},"):format(
    feature[1], way or "NOBODY", register_number[feature.reg] or 0,
    feature.bit or feature.hwcap or feature.hwcap2 or feature.hwprobe or 0, feature.xcr0 or 0, feature.leaf or 0, feature.subleaf or 0)
end

-- What there is to know of instruction sets: how they are detected, or that the compiler's flags promise them.
local function isas_file(woven, made)
  local function features_of(isa)
    local promised = ("#if %s\n#define BL_PROMISED_%s 1\n#else\n#define BL_PROMISED_%s 0\n#endif"):format(
      promise(isa, isa.with), isa.upper, isa.upper)
    if #isa.all_features == 0 then return promised end
    local records = lines(isa.all_features, feature_record)
    return ("static const bl_cpu_feature %s_features[] = {\n%s\n};\n\n%s"):format(isa.name, records, promised)
  end
  local function record(isa)
    if not made.detect then return ('    {"%s", %s, %s, 0, NULL},'):format(isa.name, isa.with, isa.with) end
    local count = #isa.all_features
    return ('    {"%s", %s, BL_PROMISED_%s, %d, %s},'):format(
      isa.name, isa.with, isa.upper, count, count > 0 and isa.name .. "_features" or "NULL")
  end
  local function bit(isa, i) return ("(uint32_t)%s << %d"):format(isa.with, i) end
  local isas = known(woven, made)
  return template.fill("tables/isas.c", {
    features = made.detect and lists.text(isas, "\n\n", features_of) or "", records = lines(isas, record),
    promised = made.detect and "" or ("const uint32_t bl_isas_promised = 1u | %s;"):format(lists.text(isas, " | ", bit)),
  })
end

-- Each ISA's moves, in an object of its own: only plans need them. Not every compiler can build them.
local function moves_files(woven, files, isas)
  local chosen = lists.set(woven.isas)
  files["dispatch/moves.c"] = template.fill("moves/table.c", { records = lines(isas, function(isa)
    if not (chosen[isa] and moves.has(isa)) then return "    NULL," end
    files[("%s/moves_%s.c"):format(isa.name, isa.name)] = moves.file(isa)
    return ("#if %s && BL_WITH_MOVES\n    &bl_moves_%s,\n#else\n    NULL,\n#endif"):format(isa.with, isa.name)
  end) })
end

-- What make must know: which folders of kernels belong to which machines; and of every ISA, woven or not, how its tests
-- are built and run.
local function make_fragment(woven)
  local text, packages = { "# Generated by broadloom (make generate) from gen/isa. Do not edit.", "" }, {}
  local function set(name, value) text[#text + 1] = name .. " :=" .. (value and value ~= "" and " " .. value or "") end
  local function name_of(entry) return entry.name end
  set("WOVEN", lists.text(woven.isas, " ", name_of))
  set("KNOWN", lists.text(declare.isas, " ", name_of))
  set("SELDOM", lists.text(declare.isas, " ", function(isa) return isa.seldom and isa.name or nil end))
  set("PRECOMPILED", lists.text(declare.isas, " ", function(isa) return isa.precompiled ~= false and isa.name or nil end))
  for _, isa in ipairs(declare.isas) do
    set("MACHINE_" .. isa.name, isa.machine)
    if isa.model then
      set("MODEL_" .. isa.name, isa.model)
      set("BASE_" .. isa.name, isa.base)
    end
    set("RUNS_" .. isa.name, lists.text(isa.runs, " ", name_of))
    for _, run in ipairs(isa.runs) do
      for name in (run.packages or isa.packages or ""):gmatch("%S+") do packages[name] = true end
    end
  end
  for _, name in ipairs(lists.keys(packages)) do text[#text + 1] = "PACKAGES += " .. name end
  return lines(text)
end

-- The ways to run the tests of instruction sets, as tests/runs.sh reads them: a line each.
local function runs_table()
  local text = {
    "# Generated by broadloom (make generate) from gen/isa: how tests/runs.sh builds and runs the tests where this machine cannot.",
    "# name | compiler | flags | link | platform | command", "",
  }
  for _, isa in ipairs(declare.isas) do
    for _, run in ipairs(isa.runs) do
      local compiler, flags = run.compiler:match("^(%S+)%s*(.*)$")
      text[#text + 1] = table.concat({ run.name, compiler, flags, run.link, run.platform, run.command }, " | ")
    end
  end
  return lines(text)
end

-- The kernels' files: each cell's; the plain one's has the tables of its op besides, and what other ops borrow a file each.
local function kernel_files(woven, files)
  local groups = lists.grouped(woven.tables, function(entry)
    return entry.kernel.op == entry.op and entry.kernel or entry.op.name .. " " .. entry.kernel.name
  end)
  for _, kernel in ipairs(woven.kernels) do
    for _, isa in ipairs(woven.isas) do
      local values = kernel.cells[isa.name].file
      if values then
        local is_plain = isa == declare.plain
        values.include = is_plain and '#include "broadloom.h"' or ""
        values.kernels = tables.guarded(isa, isa.guard == "1" and values.kernels or "\n" .. values.kernels .. "\n")
        if is_plain and groups[kernel] then
          values.kernels = values.kernels .. "\n\n" .. tables.text_of(woven, groups[kernel])
        end
        files[("%s/%s_%s.c"):format(isa.name, kernel.name, isa.name)] = template.fill("kernels/file.c", values)
      end
    end
  end
  for _, entries in ipairs(groups) do
    local op, kernel = entries[1].op, entries[1].kernel
    if kernel.op ~= op then
      files[("dispatch/%s_%s.c"):format(op.name, kernel.type_name)] = template.fill("tables/borrowed_tables.c", {
        op = op.name, tables = tables.text_of(woven, entries),
      })
    end
  end
end

-- The ways of calling kernels, as a set of bits: the full runtime takes any table's.
local function calls_of(woven, made)
  local number, calls = { ["1"] = 1, ["2"] = 2, ["3"] = 3, N = 4, P = 5 }, 0
  if made.runtime == "full" then return 62 end
  for _, kernel in ipairs(woven.kernels) do calls = calls | 1 << number[tostring(kernels.call_of(kernel.op))] end
  return calls
end

-- All files of the woven library: path -> text.
function dispatch.files(woven, folds, made)
  local files, isas = dispatch.headers(woven, made), known(woven, made)
  kernel_files(woven, files)
  local by_op = lists.grouped(woven.tables, function(entry) return entry.op end)
  for _, entries in ipairs(by_op) do
    local op = entries[1].op
    files[("dispatch/%s.c"):format(op.name)] = tables.op_file(op, entries)
  end
  for _, fold in ipairs(folds) do files[("dispatch/%s.c"):format(fold.name)] = tables.fold_file(fold) end
  files["dispatch/all_ops.c"] = template.fill("tables/all_ops.c", {
    ops = lines(by_op, function(entries) return ("    &bl_op_%s,"):format(entries[1].op.name) end), op_count = #by_op,
    folds = lines(folds, function(fold) return ("    &bl_fold_%s,"):format(fold.name) end), fold_count = #folds,
  })
  files["dispatch/isas.c"] = isas_file(woven, made)
  files["broadloom_ops.h"] = ops_header(by_op, folds, isas)
  files["broadloom_parameters.h"] = parameters_header(woven)
  files["broadloom_profile.h"] = template.fill("headers/profile.h", {
    compact = made.runtime == "compact" and 1 or 0, folds = made.has_folds and 1 or 0,
    arity = declare.arity(woven.tables), rank = made.rank, rules = profile.rule_defines(made),
    tile_bytes = made.tile_bytes, cache_bytes = made.cache_bytes,
    detect = made.detect and 1 or 0, environment = made.is_vendored and 0 or 1, isas = #isas, calls = calls_of(woven, made),
    refuses_zero = made.refuses_zero and 1 or 0, selftest = made.selftest and 1 or 0,
    square = moves.largest_square, step = moves.longest_step,
  })
  if made.selftest then files["dispatch/selftest_hashes.c"] = selftest.file(woven.tables, made) end
  if made.runtime == "full" then moves_files(woven, files, isas) end -- nothing else packs
  files["runtime.txt"] = lists.lines(packaging.runtime(made))
  files["isas.mk"] = make_fragment(woven)
  files["runs.txt"] = runs_table()
  return files
end

return dispatch
