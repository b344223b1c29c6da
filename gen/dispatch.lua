-- Everything around the kernels: headers, dispatch tables, the list of ISAs, and what the Makefile needs to know.

local declare = include "declare"
local moves = include "moves"
local helpers = include "helpers"
local kernels = include "kernels"
local literal = include "literal"
local tables = include "tables"
local template = include "template"

local dispatch = {}

local function upper(isa) return isa.name:upper() end
local function with(isa) return "BL_WITH_" .. upper(isa) end
local function lines(list) return table.concat(list, "\n") end

-- ---- Headers ----

-- The condition under which the compiler was told to assume the ISA: each of its features has a macro.
local function promise(isa)
  local macros = { with(isa) }
  for _, feature in ipairs(isa.all_features) do
    local macro = feature.macro or ("__%s__"):format((feature[1]:upper():gsub("%.", "_")))
    macros[#macros + 1] = ("defined(%s)"):format(macro)
  end
  return table.concat(macros, " && ")
end

-- "#define BL_AVX2 …": what each of the ISA's functions is declared with, as the compilers spell it.
local function attribute_define(isa)
  local function define(compiler)
    local names = {}
    for i, feature in ipairs(isa.all_features) do names[i] = feature[compiler] or feature[1] end
    local target = #names > 0 and ('__attribute__((target("%s"))) '):format(table.concat(names, ",")) or ""
    return ("#define %s %sBL_EXACT"):format(helpers.attribute(isa), target)
  end
  local gcc, clang = define "gcc", define "clang"
  return gcc == clang and gcc or lines { "#if defined(__clang__)", clang, "#else", gcc, "#endif" }
end

function dispatch.kernels_header(woven)
  local guards, prototypes = {}, {}
  local chosen = {}
  for _, isa in ipairs(woven.isas) do chosen[isa] = true end
  for _, isa in ipairs(declare.isas) do
    guards[#guards + 1] = chosen[isa]
      and ("#ifndef %s\n#if %s\n#define %s 1\n#else\n#define %s 0\n#endif\n#endif"):format(with(isa), isa.guard, with(isa), with(isa))
      or ("#define %s 0 /* not woven */"):format(with(isa))
  end
  for _, isa in ipairs(woven.isas) do
    local own = {}
    for _, kernel in ipairs(woven.kernels) do
      if kernel.cells[isa.name].slots then
        local names, streams = {}, {}
        local cell = kernel.cells[isa.name]
        for _, job in ipairs(cell.jobs) do
          local name = ("bl_%s_%s_%s"):format(kernel.name, isa.name, job.pattern.name)
          names[#names + 1] = name
          if job.streams then streams[#streams + 1] = name .. "_stream" end
        end
        own[#own + 1] = ("bl_kernel_%s %s;"):format(kernels.call_of(kernel.op):lower(), table.concat(names, ", "))
        if #streams > 0 then own[#own + 1] = ("bl_stream_kernel%s %s;"):format(kernel.op.parameters and "_p" or "", table.concat(streams, ", ")) end
      end
    end
    if moves.has(isa) then own[#own + 1] = ("extern const bl_moves bl_moves_%s;"):format(isa.name) end
    if #own > 0 then prototypes[#prototypes + 1] = tables.guarded(isa, lines(own)) end
  end
  return template.fill("kernels.h", { guards = lines(guards), prototypes = table.concat(prototypes, "\n\n") })
end

function dispatch.isa_header(woven, isa)
  local functions, includes = {}, isa == declare.plain and "" or ('#include "bl_kernels_%s.h"'):format(declare.plain.name)
  for _, helper in ipairs(woven.helpers:of(isa).list) do functions[#functions + 1] = (helper.text:gsub("\n$", "")) end
  return template.fill("isa_header.h", {
    isa = isa.name, title = isa.says, guard = "BL_KERNELS_" .. upper(isa) .. "_H", includes = includes, with = with(isa),
    header = isa.header and ("#include <%s>"):format(isa.header) or "", attribute = attribute_define(isa),
    plain_words = isa == declare.plain and host.read "templates/plain_words.h" or "", helpers = table.concat(functions, "\n\n"),
  })
end

-- ---- Dispatch tables ----

local function ops_header(woven, ops, folds)
  local isas, shown = {}, {}
  for i, isa in ipairs(declare.isas) do isas[i] = ("    BL_ISA_%s = %d"):format(upper(isa), i) end
  for _, op in ipairs(ops) do
    local own = {
      ("/* %s: %s. */"):format(op.name, op.says), ("extern const bl_op bl_op_%s;"):format(op.name), tables.op_call(op) .. ";",
    }
    for _, entry in ipairs(woven.tables) do
      if entry.op == op then
        own[#own + 1] = ("extern const bl_table bl_table_%s;"):format(tables.name_of(entry))
        own[#own + 1] = tables.contiguous_call(entry) .. ";"
      end
    end
    shown[#shown + 1] = lines(own)
  end
  for _, fold in ipairs(folds) do
    shown[#shown + 1] = lines {
      ("/* %s: %s. */"):format(fold.name, fold.says), ("extern const bl_fold bl_fold_%s;"):format(fold.name), tables.fold_call(fold) .. ";",
    }
  end
  return template.fill("ops.h", { isas = table.concat(isas, ",\n"), ops = table.concat(shown, "\n\n") })
end

-- The structs of parameters, in the tables' order.
local function parameters_header(woven)
  local structs = {}
  for _, entry in ipairs(woven.tables) do
    if entry.op.parameters then
      local own = {}
      for i, parameter in ipairs(entry.op.parameters) do
        own[i] = ("    %s %s;"):format(literal.c_type(entry.types[parameter.type] or parameter.type), parameter.name)
      end
      local name = ("bl_%s_parameters"):format(tables.name_of(entry))
      structs[#structs + 1] = ("typedef struct %s {\n%s\n} %s;"):format(name, lines(own), name)
    end
  end
  return template.fill("parameters.h", { structs = table.concat(structs, "\n\n") })
end

local register_number = { eax = 0, ebx = 1, ecx = 2, edx = 3 }
local at_hwcap, at_hwcap2 = 16, 26 -- Linux's AT_HWCAP and AT_HWCAP2

local function feature_row(feature)
  local hwcap = feature.hwcap and at_hwcap or feature.hwcap2 and at_hwcap2 or 0
  return ("    /* %s */ {%du, %du, %d, %d, 0x%x, %d},"):format(
    feature[1], feature.leaf or 0, feature.subleaf or 0, register_number[feature.reg] or 0,
    feature.bit or feature.hwcap or feature.hwcap2, feature.xcr0 or 0, hwcap)
end

local function isas_file(isas)
  local features, rows = {}, {}
  for _, isa in ipairs(isas) do
    if #isa.all_features > 0 then
      local own = {}
      for i, feature in ipairs(isa.all_features) do own[i] = feature_row(feature) end
      features[#features + 1] = ("static const bl_cpu_feature %s_features[] = {\n%s\n};"):format(isa.name, lines(own))
    end
    features[#features + 1] = ("#if %s\n#define BL_PROMISED_%s 1\n#else\n#define BL_PROMISED_%s 0\n#endif"):format(
      promise(isa), upper(isa), upper(isa))
    rows[#rows + 1] = ('    {"%s", %s, BL_PROMISED_%s, %d, %s},'):format(
      isa.name, with(isa), upper(isa), #isa.all_features, #isa.all_features > 0 and isa.name .. "_features" or "NULL")
  end
  return template.fill("isas.c", { features = table.concat(features, "\n\n"), rows = lines(rows) })
end

-- Each ISA's moves, in an object of its own: only plans need them. Not every compiler can build them.
local function moves_files(isas)
  local files, rows = {}, {}
  for i, isa in ipairs(declare.isas) do rows[i] = "    NULL," end
  for i, isa in ipairs(declare.isas) do
    if isas[isa] and moves.has(isa) then
      files[("%s/moves_%s.c"):format(isa.name, isa.name)] = moves.file(isa)
      rows[i] = ("#if %s && BL_WITH_MOVES\n    &bl_moves_%s,\n#else\n    NULL,\n#endif"):format(with(isa), isa.name)
    end
  end
  files["dispatch/moves.c"] = template.fill("moves_table.c", { rows = lines(rows) })
  return files
end

-- What make must know: which folders of kernels belong to which machine, and how a foreign one is built and run.
local function make_fragment(woven)
  local text = { "# Generated by broadloom (make generate) from gen/isa. Do not edit.", "" }
  local function set(name, value) text[#text + 1] = name .. " :=" .. (value and value ~= "" and " " .. value or "") end
  local names, precompiled = {}, {}
  for i, isa in ipairs(woven.isas) do
    names[i] = isa.name
    if isa.precompiled ~= false then precompiled[#precompiled + 1] = isa.name end
  end
  set("ISAS", table.concat(names, " "))
  set("PRECOMPILED", table.concat(precompiled, " "))
  for _, isa in ipairs(woven.isas) do
    set("MACHINE_" .. isa.name, isa.machine)
    set("HEADER_" .. isa.name, isa.header)
    set("COMPILER_" .. isa.name, isa.compiler)
    local ways = type(isa.emulator) == "table" and isa.emulator or {}
    local way_names = {}
    for i, way in ipairs(ways) do way_names[i] = way[1] end
    set("EMULATOR_" .. isa.name, ways[1] and ways[1][2] or isa.emulator)
    set("EMULATORS_" .. isa.name, table.concat(way_names, " "))
    for _, way in ipairs(ways) do set("EMULATOR_" .. isa.name .. "_" .. way[1], way[2]) end
  end
  return lines(text) .. "\n"
end

-- The kernels' files: each cell's; the plain one's has the tables of its op besides.
local function kernel_files(woven, files)
  local by_kernel, borrowed = {}, {}
  for _, entry in ipairs(woven.tables) do
    local owned = entry.kernel.op == entry.op
    local list = owned and by_kernel or borrowed
    local key = owned and entry.kernel or entry.op.name .. " " .. entry.kernel.name
    if not list[key] then
      list[key] = {}
      list[#list + 1] = list[key]
    end
    table.insert(list[key], entry)
  end
  for _, kernel in ipairs(woven.kernels) do
    for _, isa in ipairs(woven.isas) do
      local values = kernel.cells[isa.name].file
      if values then
        local plain = isa == declare.plain
        values.include = plain and '#include "broadloom.h"' or ""
        values.kernels = tables.guarded(isa, isa.guard == "1" and values.kernels or "\n" .. values.kernels .. "\n")
        if plain and by_kernel[kernel] then values.kernels = values.kernels .. "\n\n" .. tables.text_of(woven, by_kernel[kernel]) end
        files[("%s/%s_%s.c"):format(isa.name, kernel.name, isa.name)] = template.fill("kernel_file.c", values)
      end
    end
  end
  for _, entries in ipairs(borrowed) do
    local op = entries[1].op
    files[("dispatch/%s_%s.c"):format(op.name, entries[1].kernel.type_name)] = template.fill("borrowed_tables.c", {
      op = op.name, tables = tables.text_of(woven, entries),
    })
  end
end

-- All files of the woven library: path -> text.
function dispatch.files(woven, all_folds)
  local files, ops, by_op = {}, {}, {}
  for _, entry in ipairs(woven.tables) do
    local op = entry.op
    if not by_op[op] then
      by_op[op], ops[#ops + 1] = {}, op
    end
    table.insert(by_op[op], entry)
  end
  kernel_files(woven, files)
  local op_rows, fold_rows, folds, arity = {}, {}, {}, 1
  for i, op in ipairs(ops) do
    files[("dispatch/%s.c"):format(op.name)] = tables.op_file(op, by_op[op])
    op_rows[i], arity = ("    &bl_op_%s,"):format(op.name), math.max(arity, #op.takes)
  end
  for _, fold in ipairs(all_folds) do
    if by_op[fold.step] and (not fold.finish or by_op[fold.finish]) then
      folds[#folds + 1] = fold
      fold_rows[#folds] = ("    &bl_fold_%s,"):format(fold.name)
      files[("dispatch/%s.c"):format(fold.name)] = tables.fold_file(fold)
    end
  end
  files["dispatch/all_ops.c"] = template.fill("all_ops.c", {
    ops = lines(op_rows), op_count = #ops, folds = lines(fold_rows), fold_count = #folds,
  })
  files["dispatch/isas.c"] = isas_file(declare.isas)
  files["broadloom_ops.h"] = ops_header(woven, ops, folds)
  files["broadloom_parameters.h"] = parameters_header(woven)
  files["broadloom_profile.h"] = template.fill("profile.h", { arity = arity })
  files["bl_kernels.h"] = dispatch.kernels_header(woven)
  for _, isa in ipairs(woven.isas) do files[("bl_kernels_%s.h"):format(isa.name)] = dispatch.isa_header(woven, isa) end
  local chosen = {}
  for _, isa in ipairs(woven.isas) do chosen[isa] = true end
  for path, text in pairs(moves_files(chosen)) do files[path] = text end
  files["isas.mk"] = make_fragment(woven)
  return files
end

return dispatch
