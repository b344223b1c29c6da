-- Dispatch tables as C: for each operator and choice of dtypes its kernels by ISA, its parameters, and the call for
-- contiguous arrays; for each operator its tables; for each fold its operators; and the prototypes for the headers.

local declare = require "reading.declare"
local expr = require "compiler.expr"
local kernels = require "compiler.kernels"
local lists = require "lists"
local spelling = require "compiler.spelling"
local template = require "template"

local tables = {}

-- Puts "#if" lines around a block that exists only where the ISA is built.
function tables.guarded(isa, block)
  if isa.guard == "1" then return block end
  return ("#if %s\n%s\n#endif"):format(isa.with, block)
end

function tables.dtype_constant(type) return "BL_" .. (type == "count" and "U32" or type:upper()) end

local shifts = { [8] = 0, [16] = 1, [32] = 2, [64] = 3 } -- log2 of an element's bytes, by its bits

-- Initialisers: the dtypes of the result and the operands, and their shifts; the bytes of the widest, or 0 if some
-- are packed; and the set of packed operands.
function tables.operands(takes, gives)
  local types, packed = { gives, table.unpack(takes) }, 0
  local bits = lists.map(types, function(type) return (declare.dtypes[type] or declare.types[type]).bits end)
  for i, width in ipairs(bits) do packed = packed | (width < 8 and 1 << (i - 1) or 0) end
  local bytes = lists.commas(bits, function(width) return shifts[math.max(width, 8)] end)
  local width = packed == 0 and math.max(table.unpack(bits)) // 8 or 0
  return lists.commas(types, tables.dtype_constant), bytes, width, packed
end

-- Whether some of these tables have packed operands: then tables have a field for these.
function tables.have_packed(entries) return lists.any(entries, function(entry) return entry.is_packed end) end

-- Those of these tables that have kernels: packed ones use the kernels of tables of bytes.
function tables.with_kernels(entries)
  return lists.filter(entries, function(entry) return not entry.is_packed end)
end

-- Those, and tables whose packed operands are floats of the result's dtype: their kernels take and give its bits.
function tables.with_own_kernels(entries)
  return lists.filter(entries, function(entry)
    return not lists.any({ entry.gives, table.unpack(entry.takes) }, function(type)
      local dtype = declare.dtypes[type]
      return dtype and dtype.unpacked and not (dtype.class == "minifloat" and type == entry.gives)
    end)
  end)
end

-- The parameters of a table's operator, with their types in this table.
function tables.parameters_of(entry)
  return lists.map(entry.op.parameters or {}, function(given)
    return { name = given.name, type = entry.types[given.type] or given.type, default = given.default }
  end)
end

-- The function that orders an ISA's streaming stores; a variant lists it after the kernels that stream.
function tables.fence(isa) return "bl_fence_" .. isa.name end

-- Whether some kernel that is generated for the ISA streams.
function tables.streams(woven, isa)
  return lists.any(woven.kernels, function(kernel)
    return lists.any(kernel.cells[isa.name].jobs or {}, function(job) return job.streams end)
  end)
end

-- Variants, named after their owner, best ISA first; patterns by the set of held inputs: the first `sets`, or `only`
-- some. Returns their text and the largest number of values that a pattern prepares.
local function variants_of(woven, kernel, owner, sets, only)
  local variants, arrays, prepared = {}, {}, 0
  for i = #woven.isas, 1, -1 do
    local isa = woven.isas[i]
    local cell, own = kernel.cells[isa.name], owner .. "_by_" .. isa.name
    if cell.slots then
      local names, streams, fence, is_empty = {}, {}, nil, true
      for set = 0, kernel.inner and -1 or (1 << #kernel.op.takes) - 1 do
        local job = cell.slots[set]
        fence = job and job.streams and tables.fence(job.isa) or fence
      end
      for set = 1, sets do
        local job = (not only or only[set - 1]) and cell.slots[set - 1]
        is_empty = is_empty and not job
        names[set] = job and "(bl_kernel)" .. kernels.name(kernel, job) or "NULL"
        streams[set] = fence and job and job.streams and names[set] .. "_stream" or "NULL"
      end
      names = lists.joined(names, fence and streams or {}, { fence })
      local array = ("static const bl_kernel %s[] = {%s};"):format(own, lists.commas(names))
      local variant = ("    {BL_ISA_%s, %d, %d, %d, %s, %s},"):format(
        isa.upper, cell.contract, cell.cost.lanes * (isa.typical or 1), cell.cost.instructions, own,
        fence and own .. " + " .. sets or "NULL")
      if not is_empty then
        arrays[#arrays + 1], variants[#variants + 1] = tables.guarded(isa, array), tables.guarded(isa, variant)
      end
      prepared = math.max(prepared, cell.prepared)
    end
  end
  return template.fill("tables/variants.c", { arrays = arrays, owner = owner, variants = variants }), prepared
end

-- The prototype of the call for contiguous arrays, with these specifiers before it.
function tables.contiguous_call(entry, declared)
  local inputs = lists.map(entry.takes, function(type, i)
    return ("const %s *%s"):format(spelling.memory_type(type), entry.op.operands[i])
  end)
  local parameters = entry.op.parameters and ("const bl_%s_parameters *parameters"):format(entry.name)
  local list = lists.joined({ "size_t n" }, inputs, { parameters }, { spelling.memory_type(entry.gives) .. " *out" })
  return ("%sbl_status bl_%s(%s)"):format(declared or "", entry.name, lists.commas(list))
end

-- The sets of inputs that calls with values hold: all except the first; also only the first, if there are two that do
-- not commute.
local function value_sets(op)
  if #op.takes < 2 then return {} end
  return { (1 << #op.takes) - 2, #op.takes == 2 and not op.commutes and 1 or nil }
end

-- Calls with values, as uses of the macros in broadloom.h that define them. Values of float types that C lacks are
-- pointers.
function tables.value_calls(entry)
  local op = entry.op
  return lists.text(value_sets(op), "", function(set)
    local arguments, inputs = { "size_t n" }, {}
    for i, type in ipairs(entry.takes) do
      local class = expr.class(type)
      local is_number = set >> (i - 1) & 1 == 1 and class ~= "half" and class ~= "minifloat"
        and expr.width(type) >= 8
      local declared = is_number and "%s %s" or "const %s *%s"
      arguments[i + 1] = declared:format(spelling.memory_type(type), op.operands[i])
      inputs[i] = (is_number and "&" or "") .. op.operands[i]
    end
    arguments[#arguments + 1] = op.parameters and ("const bl_%s_parameters *parameters"):format(entry.name)
    local macro, call = "VALUE", "bl_%s_value"
    if set == 1 then macro, call = "VALUE_OF", "bl_value_%s" end
    return ("\nBL_%s%s(%s, %s, (%s, %s *out), %s)"):format(macro, op.parameters and "_P" or "", call:format(entry.name),
      entry.name, lists.commas(arguments), spelling.memory_type(entry.gives), lists.commas(inputs))
  end)
end

local function table_text(woven, entry, owner, prepared)
  local op = entry.op
  local has_packed = tables.have_packed(woven.tables)
  local dtypes, shifts_of, width, packed = tables.operands(entry.takes, entry.gives)
  local saturates = op.saturates and expr.class(entry.gives) ~= "minifloat"
  if packed & 1 > 0 and saturates then packed = packed .. " | BL_SATURATES" end
  local struct, align = ("bl_%s_parameters"):format(entry.name), 1
  local fields = lists.lines(tables.parameters_of(entry), function(parameter)
    local bits = expr.width(parameter.type)
    local default = expr.within(expr.new_graph(op.where), expr.constant, parameter.type, parameter.default).value
    align = math.max(align, bits // 8)
    return ('    {"%s", %s, offsetof(%s, %s), UINT64_C(0x%x)},'):format(
      parameter.name, tables.dtype_constant(parameter.type), struct, parameter.name,
      bits == 64 and default or default & (1 << bits) - 1)
  end)
  -- A table with the kernels of that owner; a table only for contiguous arrays has fewer fields.
  local function record(of, field_name)
    return template.fill("tables/record.c", {
      op = op.name, owner = of, arity = #op.takes, call = "BL_CALL_" .. kernels.call_of(op),
      commutes = op.commutes or false, exchanged = entry.exchanged,
      divisor = entry.divides and (op.remainder and "BL_IS_REMAINDER | " or "") .. op.divisor or 0,
      held_cost = prepared, dtypes = dtypes, shifts = shifts_of, width = width, field_name = field_name,
      more = has_packed and ", packed" or "", packed = has_packed and ", " .. packed or "",
      parameters = op.parameters and "/* parameter_count, parameters_align, parameters_size */ "
        .. ("%d, %d, sizeof(%s)"):format(#op.parameters, align, struct) or "BL_NO_PARAMETERS",
    })
  end
  -- In the compact runtime, calls for contiguous arrays and calls with values have smaller tables.
  local by, contiguous = "bl_table_" .. entry.name, ""
  if woven.runtime == "compact" and (#op.takes > 1 or op.parameters) then
    by = entry.name .. "_contiguous"
    contiguous = "\n" .. template.fill("tables/contiguous.c", {
      name = entry.name, variants = variants_of(woven, entry.kernel, by, 1), record = record(by, "NULL"),
    })
    if #op.takes > 1 then
      local values = entry.name .. "_values"
      contiguous = contiguous .. "\n\n" .. template.fill("tables/values.c", {
        name = entry.name, record = record(values, "NULL"),
        variants = variants_of(woven, entry.kernel, values, 1 << #op.takes, lists.set(value_sets(op))),
      })
    end
  end
  local own = record(owner, op.parameters and entry.name .. "_fields" or "NULL")
  if op.folds then return template.fill("tables/folded_table.c", { name = entry.name, record = own }) end
  local names, body = lists.commas(op.operands), "return bl_contiguous_%d(n, %s, out, &%s);"
  body = body:format(#op.takes, names, by)
  if op.parameters or #op.takes > 3 then
    body = ("const void *const inputs[] = {%s};\nreturn bl_run_contiguous(&%s, n, inputs, %s, out);"):format(
      names, by, op.parameters and "parameters" or "NULL")
  end
  local array = "/* name, dtype, offset, initial */\n"
    .. ("static const bl_parameter %s_fields[] = {\n%s\n};"):format(entry.name, fields)
  return template.fill("tables/table.c", {
    name = entry.name, fields = op.parameters and array or "", contiguous = contiguous,
    record = own, prototype = tables.contiguous_call(entry), body = body,
  })
end

-- The tables of these entries, which share a kernel, with that kernel's variants.
function tables.text_of(woven, entries)
  local owner = entries[1].op.name .. "_" .. entries[1].kernel.type_name
  local variants, prepared = variants_of(woven, entries[1].kernel, owner, 1 << #entries[1].op.takes)
  local texts = lists.map(entries, function(entry) return table_text(woven, entry, owner, prepared) end)
  return lists.text(lists.joined({ variants }, texts), "\n\n")
end

function tables.op_call(op)
  local arrays = lists.commas(op.operands, function(name) return "const bl_array *" .. name end)
  return ("bl_status bl_%s(%s%s, const bl_array *out, const bl_options *options)"):format(
    op.name, arrays, op.parameters and ", const void *parameters" or "")
end

function tables.fold_call(fold)
  return ("bl_status bl_%s(size_t count, const bl_array *const *inputs, const bl_array *out, bl_fold_step *steps, "
    .. "const bl_options *options)"):format(fold.name)
end

-- The op's tables over all dtypes, and the rest of its file.
local function file_of_op(name, op, entries, more)
  local records, first = {}, { 0 }
  for i, dtype in ipairs(declare.dtypes) do
    lists.append(records, lists.map(entries, function(entry)
      return entry.types.T == dtype.name and ("    &bl_table_%s,"):format(entry.name) or nil
    end))
    first[i + 1] = #records
  end
  return template.fill(name, {
    op = op.name, says = template.wrap('"' .. op.says .. '",', 113, ' "\n"'), arity = #op.takes,
    variables = #op.told_by, typed_by = lists.commas(op.told_by), tables = records,
    first = template.wrap(lists.commas(first), 100, "\n     "),
  }, more)
end

function tables.op_file(op, entries)
  return file_of_op("tables/op.c", op, entries, {
    prototype = tables.op_call(op), names = lists.commas(op.operands), given = op.parameters and "parameters" or "NULL",
  })
end

-- The tables of a fold's step for several inputs at once, which has no call.
function tables.folded_file(op)
  return file_of_op("tables/folded.c", op, op.tables, {
    declared = lists.lines(op.tables, function(entry)
      return ("extern const bl_table bl_table_%s;"):format(entry.name)
    end),
  })
end

-- The fold's call, and the function of its plain name in a shared library.
function tables.fold_file(fold, profile)
  local folded = {}
  for count = 3, declare.most_at_once do lists.append(folded, { fold.folded[count] or false }) end
  local call = { fold = fold.name, prototype = tables.fold_call(fold) }
  return template.fill("tables/fold.c", {
    plain = not profile.is_vendored and template.fill("tables/plain_fold.c", call) or "",
    fold = fold.name, says = fold.says, step = "&bl_op_" .. fold.step.name,
    finish = fold.finish and "&bl_op_" .. fold.finish.name or "NULL", prototype = tables.fold_call(fold),
    declared = lists.lines(folded, function(op)
      return op and ("extern const bl_op bl_op_%s;"):format(op.name) or nil
    end),
    folded = profile.runtime == "full" and (",\n    /* at_once */ {%s}"):format(lists.commas(folded, function(op)
      return op and "&bl_op_" .. op.name or "NULL"
    end)) or "",
  })
end

return tables
