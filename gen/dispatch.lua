-- Everything around the kernels: headers, dispatch tables, the list of ISAs, and what the Makefile needs to know.

local declare = include "declare"
local moves = include "moves"
local template = include "template"
local weave = include "weave"

local dispatch = {}

local function upper(isa) return isa.name:upper() end
local function with(isa) return "BL_WITH_" .. upper(isa) end
local function lines(list) return table.concat(list, "\n") end

-- "#if" lines around a block that only exists where the ISA is built.
local function guarded(isa, block)
  if isa.guard == "1" then return block end
  return ("#if %s\n%s\n#endif"):format(with(isa), block)
end

local function dtype_constant(dtype) return "BL_" .. dtype:upper() end

local function c_name(operand, type)
  return ("const %s *%s"):format(declare.dtypes[type].c, operand)
end

local function types_of(entry)
  local function at(type) return type == "T" and entry.dtype or type end
  local takes = {}
  for i, type in ipairs(entry.op.takes) do takes[i] = at(type) end
  return takes, at(entry.op.gives)
end

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
    return ("#define %s %sBL_EXACT"):format(weave.attribute(isa), target)
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
        local names = {}
        local cell = kernel.cells[isa.name]
        for _, pattern in ipairs(cell.patterns) do
          local name = ("bl_%s_%s_%s"):format(kernel.name, isa.name, pattern.name)
          names[#names + 1] = name
          if cell.slots[pattern.set].streams then names[#names + 1] = name .. "_stream" end
        end
        own[#own + 1] = ("bl_kernel_%d %s;"):format(#kernel.op.takes, table.concat(names, ",\n    "))
      end
    end
    if moves.has(isa) then own[#own + 1] = ("extern const bl_moves bl_moves_%s;"):format(isa.name) end
    if #own > 0 then prototypes[#prototypes + 1] = guarded(isa, lines(own)) end
  end
  return template.fill("kernels.h", { guards = lines(guards), prototypes = table.concat(prototypes, "\n\n") })
end

function dispatch.isa_header(woven, isa)
  local helpers, includes = {}, isa == declare.plain and "" or ('#include "bl_kernels_%s.h"'):format(declare.plain.name)
  for _, helper in ipairs(woven.helpers:of(isa).list) do helpers[#helpers + 1] = (helper.text:gsub("\n$", "")) end
  return template.fill("isa_header.h", {
    isa = isa.name, title = isa.says, guard = "BL_KERNELS_" .. upper(isa) .. "_H", includes = includes, with = with(isa),
    header = isa.header and ("#include <%s>"):format(isa.header) or "", attribute = attribute_define(isa),
    plain_words = isa == declare.plain and host.read "templates/plain_words.h" or "", helpers = table.concat(helpers, "\n\n"),
  })
end

-- ---- Dispatch tables ----

-- Variants, best ISA first; patterns by the set of held inputs.
local function table_file(woven, entry)
  local op, kernel = entry.op, entry.kernel
  local arity, variants, arrays, prepared = #op.takes, {}, {}, 0
  for i = #woven.isas, 1, -1 do
    local isa = woven.isas[i]
    local cell = kernel.cells[isa.name]
    if cell.slots then
      local slots, streams, has_streams = {}, {}, false
      for set = 0, (1 << arity) - 1 do slots[set + 1], streams[set + 1] = "NULL", "NULL" end
      for _, pattern in ipairs(weave.patterns(op)) do
        local slot = cell.slots[pattern.set]
        local name = ("(bl_kernel)bl_%s_%s_%s"):format(kernel.name, slot.isa.name, pattern.name)
        slots[pattern.set + 1] = name
        if slot.streams then streams[pattern.set + 1], has_streams = name .. "_stream", true end
      end
      local function array(kind, list)
        arrays[#arrays + 1] = guarded(isa, ("static const bl_kernel %s_%s[] = {\n    %s};"):format(isa.name, kind, table.concat(list, ",\n    ")))
      end
      array("patterns", slots)
      if has_streams then array("streams", streams) end
      variants[#variants + 1] = guarded(isa, ("    {BL_ISA_%s, %d, %s_patterns, %s},"):format(
        upper(isa), cell.contract, isa.name, has_streams and isa.name .. "_streams" or "NULL"))
      prepared = math.max(prepared, cell.prepared)
    end
  end
  local takes, gives = types_of(entry)
  local inputs, parameters, names = {}, {}, {}
  for i, type in ipairs(takes) do
    inputs[i], parameters[i], names[i] = dtype_constant(type), c_name(op.operands[i], type), op.operands[i]
  end
  local class = declare.dtypes[entry.dtype].class
  local divides = op.divisor and (class == "int" or class == "uint")
  return template.fill("table.c", {
    op = op.name, dtype = entry.dtype, arrays = table.concat(arrays, "\n"), variants = lines(variants), arity = arity,
    commutes = op.commutes and 1 or 0, divisor = divides and op.divisor or 0, inputs = table.concat(inputs, ", "),
    output = dtype_constant(gives), held_cols = prepared, parameters = table.concat(parameters, ", "),
    names = table.concat(names, ", "), out = declare.dtypes[gives].c .. " *out",
  })
end

local function op_file(op, tables)
  local slots, by_dtype = {}, {}
  for _, entry in ipairs(tables) do by_dtype[entry.dtype] = true end
  for i, dtype in ipairs(declare.dtypes) do
    slots[i] = by_dtype[dtype.name] and ("    &bl_table_%s_%s,"):format(op.name, dtype.name) or "    NULL,"
  end
  local typed_by, parameters = 0, {}
  for i = #op.takes, 1, -1 do
    if op.takes[i] == "T" then typed_by = i - 1 end
    parameters[i] = "const bl_array *" .. op.operands[i]
  end
  return template.fill("op.c", {
    op = op.name, says = op.says, arity = #op.takes, typed_by = typed_by, tables = lines(slots),
    parameters = table.concat(parameters, ", "), names = table.concat(op.operands, ", "),
  })
end

local function ops_header(woven, ops)
  local isas, shown = {}, {}
  for i, isa in ipairs(declare.isas) do isas[i] = ("    BL_ISA_%s = %d"):format(upper(isa), i) end
  for _, op in ipairs(ops) do
    local parameters = {}
    for i, name in ipairs(op.operands) do parameters[i] = "const bl_array *" .. name end
    local own = {
      ("/* %s: %s. */"):format(op.name, op.says),
      ("extern const bl_op bl_op_%s;"):format(op.name),
      ("bl_status bl_%s(%s, const bl_array *out, const bl_options *options);"):format(op.name, table.concat(parameters, ", ")),
    }
    for _, entry in ipairs(woven.tables) do
      if entry.op == op then
        local takes, gives = types_of(entry)
        local typed = {}
        for i, type in ipairs(takes) do typed[i] = c_name(op.operands[i], type) end
        own[#own + 1] = ("extern const bl_table bl_table_%s_%s;"):format(op.name, entry.dtype)
        own[#own + 1] = ("bl_status bl_%s_%s(size_t n, %s, %s *out);"):format(
          op.name, entry.dtype, table.concat(typed, ", "), declare.dtypes[gives].c)
      end
    end
    shown[#shown + 1] = lines(own)
  end
  return template.fill("ops.h", { isas = table.concat(isas, ",\n"), ops = table.concat(shown, "\n\n") })
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

-- All files of the woven library: path -> text.
function dispatch.files(woven)
  local files, ops, by_op = {}, {}, {}
  for path, text in pairs(woven.files) do files[path] = text end
  for _, entry in ipairs(woven.tables) do
    local op = entry.op
    if not by_op[op] then
      by_op[op], ops[#ops + 1] = {}, op
    end
    table.insert(by_op[op], entry)
    files[("dispatch/%s_%s.c"):format(op.name, entry.dtype)] = table_file(woven, entry)
  end
  local all = {}
  for i, op in ipairs(ops) do
    files[("dispatch/%s.c"):format(op.name)] = op_file(op, by_op[op])
    all[i] = ("    &bl_op_%s,"):format(op.name)
  end
  files["dispatch/all_ops.c"] = template.fill("all_ops.c", { ops = lines(all) })
  files["dispatch/isas.c"] = isas_file(declare.isas)
  files["broadloom_ops.h"] = ops_header(woven, ops)
  files["bl_kernels.h"] = dispatch.kernels_header(woven)
  for _, isa in ipairs(woven.isas) do files[("bl_kernels_%s.h"):format(isa.name)] = dispatch.isa_header(woven, isa) end
  local chosen = {}
  for _, isa in ipairs(woven.isas) do chosen[isa] = true end
  for path, text in pairs(moves_files(chosen)) do files[path] = text end
  files["isas.mk"] = make_fragment(woven)
  return files
end

return dispatch
