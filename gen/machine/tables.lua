-- Dispatch tables: for each operator and choice of dtypes its kernels by instruction set, its parameters, and the call for
-- contiguous arrays; for each operator its tables; for each fold its operators.

local declare = include "declare"
local expr = include "expr"
local kernels = include "kernels"
local lists = include "lists"
local spelling = include "spelling"
local template = include "template"

local tables = {}

-- "#if" lines around a block that only exists where the ISA is built.
function tables.guarded(isa, block)
  if isa.guard == "1" then return block end
  return ("#if %s\n%s\n#endif"):format(isa.with, block)
end

function tables.dtype_constant(type) return "BL_" .. (type == "count" and "U32" or type:upper()) end

-- The logarithm of the element's size in bytes.
local function shift_of(type)
  local shift = 0
  while 8 << shift < expr.width(type) do shift = shift + 1 end
  return shift
end

-- The dtypes of the result and of the operands, and their shifts, as initialisers; the bytes of the widest.
function tables.operands(takes, gives)
  local types = { gives, table.unpack(takes) }
  local widths = lists.map(types, function(type) return 1 << shift_of(type) end)
  return lists.commas(types, tables.dtype_constant), lists.commas(types, shift_of), math.max(table.unpack(widths))
end

-- Variants, best ISA first; patterns by the set of held inputs, of the first `sets`. Named after their owner. Returns the
-- arrays' text and the most that a pattern prepares.
local function variants_of(woven, kernel, owner, sets)
  local variants, arrays, prepared = {}, {}, 0
  for i = #woven.isas, 1, -1 do
    local isa = woven.isas[i]
    local cell = kernel.cells[isa.name]
    if cell.slots then
      local names, streams, own = {}, false, owner .. "_by_" .. isa.name
      for _, job in pairs(cell.slots) do streams = streams or job.streams end
      for set = 1, sets do
        local job = cell.slots[set - 1]
        names[set] = job and "(bl_kernel)" .. kernels.name(job) or "NULL"
        if streams then names[sets + set] = job and job.streams and names[set] .. "_stream" or "NULL" end -- in the same array
      end
      local array = ("static const bl_kernel %s[] = {\n    %s};"):format(own, template.list(names, "    "))
      arrays[#arrays + 1] = tables.guarded(isa, array)
      variants[#variants + 1] = tables.guarded(isa, ("    {BL_ISA_%s, %d, %d, %d, %s, %s},"):format(
        isa.upper, cell.contract, cell.cost.lanes * (isa.typical or 1), cell.cost.instructions, own,
        streams and ("%s + %d"):format(own, sets) or "NULL"))
      prepared = math.max(prepared, cell.prepared)
    end
  end
  return template.fill("tables/variants.c", { arrays = arrays, owner = owner, variants = variants }), prepared
end

-- Adds what a table says of its op's parameters. Their array.
local function add_parameters(record, entry)
  local op, struct, fields = entry.op, ("bl_%s_parameters"):format(entry.name), entry.name .. "_fields"
  local records = lists.map(op.parameters, function(parameter)
    local type = entry.types[parameter.type] or parameter.type
    local width = expr.width(type)
    local default = expr.in_scope(expr.new_scope(op.where), expr.constant, type, parameter.default).value
    record.align = math.max(record.align, width // 8)
    return ('    {"%s", %s, offsetof(%s, %s), UINT64_C(0x%x)},'):format(parameter.name, tables.dtype_constant(type), struct,
      parameter.name, width == 64 and default or default & (1 << width) - 1)
  end)
  record.field_name, record.field_count, record.size = fields, #records, ("sizeof(%s)"):format(struct)
  return ("static const bl_parameter %s[] = {\n%s\n};"):format(fields, table.concat(records, "\n"))
end

-- The prototype of the call for contiguous arrays, behind what it is declared with.
function tables.contiguous_call(entry, declared)
  local op, list = entry.op, { "size_t n" }
  for i, type in ipairs(entry.takes) do list[#list + 1] = ("const %s *%s"):format(spelling.memory_type(type), op.operands[i]) end
  if op.parameters then list[#list + 1] = ("const bl_%s_parameters *parameters"):format(entry.name) end
  list[#list + 1] = spelling.memory_type(entry.gives) .. " *out"
  local head = ("%sbl_status bl_%s("):format(declared or "", entry.name)
  return head .. template.list(list, (" "):rep(#head), 150) .. ")"
end

-- by: the name of its table
local function contiguous_body(entry, by)
  local op, names = entry.op, table.concat(entry.op.operands, ", ")
  if op.parameters or #op.takes > 3 then
    return ("const void *const inputs[] = {%s};\nreturn bl_run_contiguous(&%s, n, inputs, %s, out);"):format(
      names, by, op.parameters and "parameters" or "NULL")
  end
  return ("return bl_contiguous_%d(n, %s, out, &%s);"):format(#op.takes, names, by)
end

-- Whether the call for contiguous arrays has a table of its own: in the compact runtime, where that is less than the operator's.
local function has_contiguous(woven, entry)
  local op = entry.op
  return woven.runtime == "compact" and (#op.takes > 1 or op.parameters)
end

local function table_text(woven, entry, owner, prepared)
  local op, class = entry.op, expr.class(entry.types.T)
  local divides = op.divisor and (class == "int" or class == "uint")
  local dtypes, shifts, width = tables.operands(entry.takes, entry.gives)
  local record = {
    op = op.name, owner = owner, arity = #op.takes, call = "BL_CALL_" .. kernels.call_of(op),
    commutes = op.commutes and 1 or 0, exchanged = entry.exchanged and 1 or 0,
    divisor = divides and (op.remainder and "BL_IS_REMAINDER | " or "") .. op.divisor or 0,
    held_cost = prepared, dtypes = dtypes, shifts = shifts, width = width,
    field_name = "NULL", field_count = 0, align = 1, size = "0",
  }
  local fields, contiguous, by = op.parameters and add_parameters(record, entry) or "", "", "bl_table_" .. entry.name
  local text = template.fill("tables/record.c", record)
  if has_contiguous(woven, entry) then
    by = entry.name .. "_contiguous"
    record.owner, record.field_name = by, "NULL"
    contiguous = "\n" .. template.fill("tables/contiguous.c", {
      name = entry.name, variants = variants_of(woven, entry.kernel, by, 1), record = template.fill("tables/record.c", record),
    })
  end
  return template.fill("tables/table.c", {
    name = entry.name, fields = fields, record = text, contiguous = contiguous, prototype = tables.contiguous_call(entry),
    body = contiguous_body(entry, by),
  })
end

-- The tables of these entries, which share a kernel, with that kernel's variants.
function tables.text_of(woven, entries)
  local owner = entries[1].op.name .. "_" .. entries[1].kernel.type_name
  local variants, prepared = variants_of(woven, entries[1].kernel, owner, 1 << #entries[1].op.takes)
  return variants .. "\n\n" .. lists.text(entries, "\n\n", function(entry) return table_text(woven, entry, owner, prepared) end)
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

function tables.op_file(op, entries)
  local records, first = {}, { 0 }
  for i, dtype in ipairs(declare.dtypes) do
    lists.append(records, lists.map(entries, function(entry)
      return entry.types.T == dtype.name and ("    &bl_table_%s,"):format(entry.name) or nil
    end))
    first[i + 1] = #records
  end
  return template.fill("tables/op.c", {
    op = op.name, says = op.says, arity = #op.takes, variables = #op.told_by, typed_by = table.concat(op.told_by, ", "),
    first = table.concat(first, ", "), tables = records, prototype = tables.op_call(op), names = table.concat(op.operands, ", "),
    given = op.parameters and "parameters" or "NULL",
  })
end

function tables.fold_file(fold)
  return template.fill("tables/fold.c", {
    fold = fold.name, says = fold.says, step = "&bl_op_" .. fold.step.name,
    finish = fold.finish and "&bl_op_" .. fold.finish.name or "NULL", prototype = tables.fold_call(fold),
  })
end

return tables
