-- Dispatch tables: for each operator and choice of dtypes its kernels by instruction set, its parameters, and the call for
-- contiguous arrays; for each operator its tables; for each fold its operators.

local declare = include "declare"
local expr = include "expr"
local kernels = include "kernels"
local literal = include "literal"
local template = include "template"
local weave = include "weave"

local tables = {}

local function lines(list) return table.concat(list, "\n") end

-- "#if" lines around a block that only exists where the ISA is built.
function tables.guarded(isa, block)
  if isa.guard == "1" then return block end
  return ("#if BL_WITH_%s\n%s\n#endif"):format(isa.name:upper(), block)
end

function tables.dtype_constant(type) return "BL_" .. (type == "count" and "U32" or type:upper()) end

-- The logarithm of the element's size in bytes.
function tables.shift_of(type)
  local shift = 0
  while 8 << shift < expr.width(type) do shift = shift + 1 end
  return shift
end

-- The dtypes of an entry's operands and of its result.
function tables.types_of(entry)
  local function at(type) return entry.types[type] or type end
  local takes = {}
  for i, type in ipairs(entry.op.takes) do takes[i] = at(type) end
  return takes, at(entry.op.gives)
end

-- "bl_add_f32": the name of an entry's call, and in `bl_table_add_f32` of its table.
function tables.name_of(entry) return entry.op.name .. "_" .. weave.suffix(entry.types) end

-- ---- The kernels of a table ----

-- Variants, best ISA first; patterns by the set of held inputs. Named after the kernel. Returns the arrays' text and the
-- most that a pattern prepares.
local function variants_of(woven, kernel)
  local arity, variants, arrays, prepared = #kernel.op.takes, {}, {}, 0
  for i = #woven.isas, 1, -1 do
    local isa = woven.isas[i]
    local cell = kernel.cells[isa.name]
    if cell.slots then
      local slots, streams, has_streams = {}, {}, false
      for set = 0, (1 << arity) - 1 do slots[set + 1], streams[set + 1] = "NULL", "NULL" end
      for _, pattern in ipairs(kernels.patterns(kernel.op)) do
        local slot = cell.slots[pattern.set]
        if slot then
          local name = ("(bl_kernel)bl_%s_%s_%s"):format(kernel.name, slot.isa.name, pattern.name)
          slots[pattern.set + 1] = name
          if slot.streams then streams[pattern.set + 1], has_streams = name .. "_stream", true end
        end
      end
      local own = kernel.name .. "_by_" .. isa.name
      if has_streams then table.move(streams, 1, #streams, #slots + 1, slots) end -- behind the others, in one array
      arrays[#arrays + 1] = tables.guarded(isa, ("static const bl_kernel %s[] = {\n    %s};"):format(own, template.list(slots, "    ")))
      variants[#variants + 1] = tables.guarded(isa, ("    {BL_ISA_%s, %d, %s, %s},"):format(
        isa.name:upper(), cell.contract, own, has_streams and ("%s + %d"):format(own, 1 << arity) or "NULL"))
      prepared = math.max(prepared, cell.prepared)
    end
  end
  return template.fill("variants.c", { arrays = lines(arrays), kernel = kernel.name, variants = lines(variants) }), prepared
end

-- ---- One table ----

-- A parameter's default as the bits of its dtype.
local function default_bits(op, parameter, type)
  local node = expr.in_scope(expr.new_scope(op.where), expr.constant, type, parameter.default)
  return ("UINT64_C(0x%x)"):format(expr.width(type) == 64 and node.value or node.value & (1 << expr.width(type)) - 1)
end

local function parameters_of(entry)
  local op, rows, align = entry.op, {}, 1
  local struct = "bl_" .. tables.name_of(entry) .. "_parameters"
  for i, parameter in ipairs(op.parameters or {}) do
    local type = entry.types[parameter.type] or parameter.type
    align = math.max(align, expr.width(type) // 8)
    rows[i] = ('    {"%s", %s, offsetof(%s, %s), %s},'):format(
      parameter.name, tables.dtype_constant(type), struct, parameter.name, default_bits(op, parameter, type))
  end
  if #rows == 0 then return "", "NULL", 0, 1, "0" end
  local name = tables.name_of(entry) .. "_fields"
  return ("static const bl_parameter %s[] = {\n%s\n};"):format(name, lines(rows)), name, #rows, align, ("sizeof(%s)"):format(struct)
end

local function c_pointer(type, name) return ("const %s *%s"):format(literal.c_type(type), name) end

-- The prototype of the call for contiguous arrays.
function tables.contiguous_call(entry)
  local op, list, takes, gives = entry.op, { "size_t n" }, tables.types_of(entry)
  for i, type in ipairs(takes) do list[#list + 1] = c_pointer(type, op.operands[i]) end
  if op.parameters then list[#list + 1] = ("const bl_%s_parameters *parameters"):format(tables.name_of(entry)) end
  list[#list + 1] = literal.c_type(gives) .. " *out"
  return ("bl_status bl_%s(%s)"):format(tables.name_of(entry), table.concat(list, ", "))
end

local function contiguous_body(entry)
  local op, name = entry.op, tables.name_of(entry)
  local names = table.concat(op.operands, ", ")
  if op.parameters or #op.takes > 3 then
    return ("const void *const inputs[] = {%s};\nreturn bl_run_contiguous(&bl_table_%s, n, inputs, %s, out);"):format(
      names, name, op.parameters and "parameters" or "NULL")
  end
  return ("return bl_contiguous_%d(&bl_table_%s, n, %s, out);"):format(#op.takes, name, names)
end

local function table_text(entry, prepared)
  local op, takes, gives = entry.op, tables.types_of(entry)
  local dtypes, shifts = { tables.dtype_constant(gives) }, { tables.shift_of(gives) }
  for i, type in ipairs(takes) do dtypes[i + 1], shifts[i + 1] = tables.dtype_constant(type), tables.shift_of(type) end
  local class = expr.class(entry.types.T)
  local divides = op.divisor and (class == "int" or class == "uint")
  local fields, field_name, count, align, size = parameters_of(entry)
  return template.fill("table.c", {
    op = op.name, name = tables.name_of(entry), kernel = entry.kernel.name, fields = fields, field_name = field_name, field_count = count,
    align = align, size = size, arity = #op.takes, call = "BL_CALL_" .. kernels.call_of(op), commutes = op.commutes and 1 or 0,
    exchanged = entry.exchanged and 1 or 0, divisor = divides and op.divisor or 0, held_cost = prepared,
    dtypes = table.concat(dtypes, ", "), shifts = table.concat(shifts, ", "), prototype = tables.contiguous_call(entry),
    body = contiguous_body(entry),
  })
end

-- The tables of these entries, which share a kernel, with that kernel's variants.
function tables.text_of(woven, entries)
  local arrays, prepared = variants_of(woven, entries[1].kernel)
  local texts = { (arrays:gsub("\n$", "")) }
  for _, entry in ipairs(entries) do texts[#texts + 1] = (table_text(entry, prepared):gsub("\n$", "")) end
  return table.concat(texts, "\n\n")
end

-- ---- Operators and folds ----

local function array_parameters(op)
  local list = {}
  for i, name in ipairs(op.operands) do list[i] = "const bl_array *" .. name end
  if op.parameters then list[#list + 1] = "const void *parameters" end
  return table.concat(list, ", ")
end

function tables.op_call(op)
  return ("bl_status bl_%s(%s, const bl_array *out, const bl_options *options)"):format(op.name, array_parameters(op))
end

function tables.fold_call(fold)
  return ("bl_status bl_%s(size_t count, const bl_array *const *inputs, const bl_array *out, bl_fold_step *steps, const bl_options *options)"):format(fold.name)
end

function tables.op_file(op, entries)
  local rows, first, variables = {}, { 0 }, {}
  for _, dtype in ipairs(declare.dtypes) do
    for _, entry in ipairs(entries) do
      if entry.types.T == dtype.name then rows[#rows + 1] = ("    &bl_table_%s,"):format(tables.name_of(entry)) end
    end
    first[#first + 1] = #rows
  end
  for i, variable in ipairs(declare.variables) do variables[i] = op.told_by(op, variable) end
  return template.fill("op.c", {
    op = op.name, says = op.says, arity = #op.takes, variables = #variables, typed_by = table.concat(variables, ", "),
    first = table.concat(first, ", "), tables = lines(rows), prototype = tables.op_call(op), names = table.concat(op.operands, ", "),
    given = op.parameters and "parameters" or "NULL",
  })
end

function tables.fold_file(fold)
  return template.fill("fold.c", {
    fold = fold.name, says = fold.says, step = "&bl_op_" .. fold.step.name,
    finish = fold.finish and "&bl_op_" .. fold.finish.name or "NULL", prototype = tables.fold_call(fold),
  })
end

return tables
