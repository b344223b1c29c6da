-- What the tests need of the generator: every word of every ISA as a kernel of its own (spelled or made of others, as
-- the ISA's kernels would have it), and every op's expression as data, for an evaluator that knows the words' meanings
-- by itself. The declarations stand in tests/woven.h.
--
-- A word is woven as an operator whose expression is that word. Masks are bool bytes; a constant count is part of the
-- name. Words that only appear inside others are left to their users' tests: bits (no instruction), mul_even (half the
-- lanes), the division by prepared multipliers and the shifts for it (the held patterns of trunc_div and floor_div).

local declare = include "declare"
local expr = include "expr"
local dispatch = include "dispatch"
local helpers = include "helpers"
local kernels = include "kernels"
local registers = include "registers"
local tables = include "tables"
local template = include "template"
local weave = include "weave"

local vocabulary = {}

local inside_others = {
  bits = true, mul_even = true, trunc_div_by = true, floor_div_by = true, divisor_shift = true, divisor_first_shift = true,
}

-- A mask's type, or any other, as a dtype that can stand in memory.
local function in_memory(type)
  return expr.class(type) == "mask" and "bool" or type == "count" and "u32" or type
end

-- The operator that is one word at one lane type, with the given constant count.
local function word_op(word, lane, count)
  local takes, operands, held = {}, {}, {}
  for i, signature in ipairs(word.takes) do
    if signature ~= "C" then
      takes[#takes + 1] = signature == "N" and "count" or in_memory(expr.meant(signature, lane))
      operands[#operands + 1] = ("abc"):sub(#takes, #takes)
      held[#takes] = signature == "N"
    end
  end
  local name = count and word.name .. ":" .. count or word.name
  if word.takes[1] == "M" and in_memory(expr.meant(word.gives, lane)) == "bool" then name = name .. ":" .. lane end
  return {
    name = name, where = word.where, says = word.says, types = { lane },
    takes = takes, gives = in_memory(expr.meant(word.gives, lane)), operands = operands, must_hold = held,
    expr = function(...)
      local args, given = {}, { ... }
      for i, signature in ipairs(word.takes) do args[i] = signature == "C" and count or table.remove(given, 1) end
      if word.takes[1] == "M" and expr.is_node(args[1]) then -- bytes become masks of T's width, whatever T
        for i, signature in ipairs(word.takes) do
          if signature == "M" then
            args[i] = expr.apply(declare.words.mask_from_byte, "i" .. expr.width(lane), expr.apply(declare.words.bits, "u8", args[i]))
          end
        end
      end
      return expr.apply(word, lane, table.unpack(args))
    end,
  }
end

local function counts_of(word, lane)
  for _, signature in ipairs(word.takes) do
    if signature == "C" then
      local w = expr.width(lane)
      return { 1, w // 2 - 1, w // 2, w - 1 }
    end
  end
  return { false }
end

-- Contiguous, and with the last of two operands held; a count is always held.
local function patterns_of(op)
  local list, arity = {}, #op.takes
  local function add(held)
    local name, set = "", 0
    for i = 1, arity do
      name = name .. (held[i] and "s" or "v")
      if held[i] then set = set | 1 << (i - 1) end
    end
    list[#list + 1] = { name = name, held = held, set = set }
  end
  if not op.must_hold[arity] then add({}) end
  if arity == 2 then add({ false, true }) end
  return list
end

-- The table of one word's kernels.
local function word_table(isa, op, c_name, cell, patterns)
  local slots, dtypes, shifts = {}, { tables.dtype_constant(op.gives) }, { tables.shift_of(op.gives) }
  for set = 1, 1 << #op.takes do slots[set] = "NULL" end
  for _, pattern in ipairs(patterns) do
    slots[pattern.set + 1] = ("(bl_kernel)bl_%s_%s_%s"):format(c_name, isa.name, pattern.name)
  end
  for i, type in ipairs(op.takes) do dtypes[i + 1], shifts[i + 1] = tables.dtype_constant(type), tables.shift_of(type) end
  return template.fill("word_table.c", {
    name = c_name, slots = table.concat(slots, ", "), isa = isa.name:upper(), lanes = cell.contract,
    word = op.name, arity = #op.takes, dtypes = table.concat(dtypes, ", "), shifts = table.concat(shifts, ", "),
  })
end

local function isa_file(library, isa)
  local texts, rows, list = {}, {}, {}
  for _, word in ipairs(declare.words) do
    for _, lane in ipairs(inside_others[word.name] and {} or word.types) do
      for _, count in ipairs(counts_of(word, lane)) do
        local op = word_op(word, lane, count or nil)
        local c_name, patterns, takes = ("word_%s_%s"):format(op.name:gsub(":", "_"), lane), patterns_of(op), {}
        for i, type in ipairs(op.takes) do takes[i] = registers.stored_as(type) end
        local kernel = {
          name = c_name, op = op, types = { T = lane }, as = {}, takes = takes, gives = registers.stored_as(op.gives),
          type_name = lane, formula = op.name, cells = {},
        }
        local jobs = {}
        for _, pattern in ipairs(patterns) do jobs[#jobs + 1] = kernels.lowered(isa, kernel, pattern) end
        if #jobs == #patterns then
          local cell = weave.cell(library, isa, kernel, jobs, "static ")
          texts[#texts + 1] = cell.kernels
          rows[#rows + 1] = word_table(isa, op, c_name, cell, patterns)
          list[#list + 1] = "    &" .. c_name .. ","
        end
      end
    end
  end
  return template.fill("words.c", {
    isa = isa.name, with = "BL_WITH_" .. isa.name:upper(), kernels = table.concat(texts, "\n\n"),
    tables = table.concat(rows, "\n"), list = table.concat(list, "\n"),
  }), #list
end

-- ---- Expressions as data ----

-- The nodes of an expression, in order; values 0, 1, … are its inputs, then its parameters.
local function nodes_of(op, root)
  local number, rows, leaves = {}, {}, #op.takes + #(op.parameters or {})
  local function constant(type) return tables.dtype_constant(in_memory(type)) end
  local function row(name, lane, type, args, value)
    rows[#rows + 1] = ('    {"%s", %s, %s, {%s}, UINT64_C(0x%x)},'):format(
      name, constant(lane), constant(type), table.concat(args, ", "), value)
  end
  for _, node in ipairs((expr.reachable(root))) do
    if node.leaf or node.parameter then
      number[node] = node.leaf and node.leaf - 1 or #op.takes + node.parameter - 1
    else
      local name, args = node.word and node.word.name or "constant", { 0, 0, 0 }
      for i, arg in ipairs(node.args) do
        if expr.is_node(arg) then args[i] = number[arg] else name = name .. ":" .. arg end
      end
      number[node] = leaves + #rows
      row(name, node.lane or node.type, node.type, args, node.value or 0)
    end
  end
  if #rows == 0 then row("bits", root.type, root.type, { number[root], 0, 0 }, 0) end -- the operand itself
  return rows, leaves
end

local function expressions_file(ops, dtypes)
  local nodes, list = {}, {}
  for _, op in ipairs(ops) do
    for _, types in ipairs(op.choices) do
      local chosen, name = true, tables.name_of { op = op, types = types }
      for _, dtype in pairs(types) do chosen = chosen and dtypes[dtype] end
      if chosen then
        local rows, leaves = nodes_of(op, (expr.of_op(op, types, types, {})))
        nodes[#nodes + 1] = ("static const bl_node %s[] = {\n%s\n};"):format(name, table.concat(rows, "\n"))
        list[#list + 1] = ("    {&bl_table_%s, %d, %d, %s},"):format(name, leaves, #rows, name)
      end
    end
  end
  return template.fill("expressions.c", { nodes = table.concat(nodes, "\n"), rows = table.concat(list, "\n") })
end

function vocabulary.files(ops, dtypes, isas)
  local files, declared, rows = {}, {}, {}
  local library = helpers.new()
  for _, isa in ipairs(isas) do
    local text, count = isa_file(library, isa)
    files[("words_%s.c"):format(isa.name)] = text
    local with = "BL_WITH_" .. isa.name:upper()
    declared[#declared + 1] = ("extern const bl_table *const bl_words_%s[];"):format(isa.name)
    rows[#rows + 1] = ('#if %s\n    {"%s", %d, bl_words_%s},\n#endif'):format(with, isa.name, count, isa.name)
  end
  local woven = { isas = isas, kernels = {}, helpers = library }
  files["bl_kernels.h"] = dispatch.kernels_header(woven)
  for _, isa in ipairs(isas) do files[("bl_kernels_%s.h"):format(isa.name)] = dispatch.isa_header(woven, isa) end
  files["vocabularies.c"] = template.fill("vocabularies.c", { declared = table.concat(declared, "\n"), rows = table.concat(rows, "\n") })
  files["expressions.c"] = expressions_file(ops, dtypes)
  return files
end

return vocabulary
