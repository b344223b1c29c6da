-- What the tests need of the generator: every word of every ISA as a kernel of its own (spelled or made of others, as
-- the ISA's kernels would have it), and every op's expression as data, for an evaluator that knows the words' meanings
-- by itself. The declarations stand in tests/kernels/woven.h.
--
-- A word is woven as an operator whose expression is that word. Masks are bool bytes; a constant count is part of the
-- name. A word that gives fewer, wider lanes gets its operands as lanes of what it gives. Words that only appear inside others
-- are left to their users' tests: bits (no instruction), the division by prepared multipliers and the shifts for it (the held
-- patterns of trunc_div and floor_div), and near words, whose values are not known.

local declare = include "declare"
local expr = include "expr"
local dispatch = include "dispatch"
local helpers = include "helpers"
local kernels = include "kernels"
local lists = include "lists"
local spelled = include "spelled"
local spelling = include "spelling"
local tables = include "tables"
local template = include "template"
local weave = include "weave"

local vocabulary = {}

local inside_others = lists.set {
  "bits", "trunc_div_by", "floor_div_by", "divisor_shift", "divisor_first_shift", "count",
}

-- A mask's type, or any other, as a dtype that can stand in memory.
local function in_memory(type)
  return expr.class(type) == "mask" and "bool" or type == "count" and "u32" or type
end

-- The operator that is one word at one lane type, with the given constant count.
local function word_op(word, lane, count)
  local by_mask = word.takes[1] == "M"
  local takes = lists.map(word.takes, function(signature)
    if signature == "C" then return nil end
    return signature == "N" and "count" or in_memory(declare.meant(word.lanes and word.gives or signature, lane))
  end)
  local name = count and word.name .. ":" .. count or word.name
  if by_mask and in_memory(declare.meant(word.gives, lane)) == "bool" then name = name .. ":" .. lane end
  return {
    name = name, kind = "word", where = word.where, says = word.says, types = { lane }, lanes = word.lanes,
    takes = takes, gives = in_memory(declare.meant(word.gives, lane)), operands = table.move({ "a", "b", "c" }, 1, #takes, 1, {}),
    expr = function(...)
      local given = { ... }
      local args = lists.map(word.takes, function(signature)
        local arg = signature == "C" and count or table.remove(given, 1)
        if word.lanes then arg = expr.apply(declare.words.bits, lane, arg) end
        if signature ~= "M" or not by_mask then return arg end
        local byte = expr.apply(declare.words.bits, "u8", arg) -- bytes become masks of T's width, whatever T
        return expr.apply(declare.words.mask_from_byte, declare.type_of("int", expr.width(lane)), byte)
      end)
      return expr.apply(word, lane, table.unpack(args))
    end,
  }
end

local function counts_of(word, lane)
  local w = expr.width(lane)
  return lists.set(word.takes).C and { 1, w // 2 - 1, w // 2, w - 1 } or { false }
end

-- Contiguous, and with the last of two operands held; a count is always held. One held value is no register whose lanes could
-- be read as others.
local function patterns_of(op)
  local arity = #op.takes
  local sets = op.takes[arity] == "count" and { 2 } or arity == 2 and not op.lanes and { 0, 2 } or { 0 }
  return lists.map(sets, function(set) return kernels.pattern(arity, set) end)
end

-- The table of one word's kernels.
local function word_table(isa, kernel, cell)
  local op, slots = kernel.op, {}
  local dtypes, shifts, width = tables.operands(op.takes, op.gives)
  for set = 1, 1 << #op.takes do slots[set] = "NULL" end
  for _, job in ipairs(cell.jobs) do slots[job.pattern.set + 1] = "(bl_kernel)" .. kernels.name(job) end
  return template.fill("tests/word_table.c", {
    name = kernel.name, slots = table.concat(slots, ", "), isa = isa.upper, lanes = cell.contract,
    word = op.name, arity = #op.takes, dtypes = dtypes, shifts = shifts, width = width,
  })
end

-- The ISA's words of up to so many operands.
local function isa_file(library, isa, arity)
  local texts, records, list = {}, {}, {}
  local function add(op, lane)
    if #op.takes > arity then return end
    local kernel = {
      name = ("word_%s_%s"):format(op.name:gsub(":", "_"), lane), op = op, types = { T = lane }, as = {}, type_name = lane,
      takes = lists.map(op.takes, spelling.stored_as), gives = spelling.stored_as(op.gives), formula = op.name,
    }
    local patterns = patterns_of(op)
    local jobs = lists.map(patterns, function(pattern) return (kernels.lowered(isa, kernel, pattern)) end)
    if #jobs == #patterns then
      local cell = weave.cell(library, isa, kernel, jobs, "static ")
      texts[#texts + 1], list[#list + 1] = cell.file.kernels, "    &" .. kernel.name .. ","
      records[#records + 1] = word_table(isa, kernel, cell)
    end
  end
  for _, word in ipairs(declare.words) do
    for _, lane in ipairs((inside_others[word.name] or word.near) and {} or word.types) do
      for _, count in ipairs(counts_of(word, lane)) do add(word_op(word, lane, count or nil), lane) end
    end
  end
  return template.fill("tests/words.c", {
    isa = isa.name, with = isa.with, kernels = table.concat(texts, "\n\n"), tables = table.concat(records, "\n\n"), list = list,
  }), #list
end

-- The nodes of an expression, in order; values 0, 1, … are its inputs, then its parameters.
local function nodes_of(op, root)
  local number, records, leaves = {}, {}, #op.takes + #(op.parameters or {})
  local function constant(type) return tables.dtype_constant(in_memory(type)) end
  local function record(name, lane, type, args, value)
    records[#records + 1] = ('    {"%s", %s, %s, {%s}, UINT64_C(0x%x)},'):format(
      name, constant(lane), constant(type), table.concat(args, ", "), value)
  end
  for _, node in ipairs(expr.reachable(root)) do
    if node.leaf or node.parameter then
      number[node] = node.leaf and node.leaf - 1 or #op.takes + node.parameter - 1
    else
      local name, args = node.word and node.word.name or "constant", { 0, 0, 0 }
      for i, arg in ipairs(node.args) do
        if expr.is_node(arg) then args[i] = number[arg] else name = name .. ":" .. arg end
      end
      number[node] = leaves + #records
      record(name, node.lane or node.type, node.type, args, node.value or 0)
    end
  end
  if #records == 0 then record("bits", root.type, root.type, { number[root], 0, 0 }, 0) end -- the operand itself
  return records, leaves
end

-- The expressions of these tables, as the tests' oracle reads them.
function vocabulary.expressions(entries)
  local list = {}
  local nodes = lists.lines(entries, function(entry)
    local records, leaves = nodes_of(entry.op, (expr.of_op(entry.op, entry.types, entry.types, {})))
    list[#list + 1] = ("    {&bl_table_%s, %d, %d, %s},"):format(entry.name, leaves, #records, entry.name)
    return ("static const bl_node %s[] = {\n%s\n};"):format(entry.name, table.concat(records, "\n"))
  end)
  return template.fill("tests/expressions.c", { nodes = nodes, records = list })
end

function vocabulary.files(entries, isas, made)
  local words, library = {}, helpers.new()
  local records = lists.lines(isas, function(isa)
    local text, count = isa_file(library, isa, declare.arity(entries))
    words[("words_%s.c"):format(isa.name)] = text
    words[("spelled_%s.c"):format(isa.name)] = dispatch.isa_header(isa, spelled.functions(isa), {})
    return ('#if %s\n    {"%s", %d, bl_words_%s},\n#endif'):format(isa.with, isa.name, count, isa.name)
  end)
  local files = dispatch.headers({ isas = isas, kernels = {}, helpers = library }, made)
  for path, text in pairs(words) do files[path] = text end
  files["vocabularies.c"] = template.fill("tests/vocabularies.c", { records = records, declared = lists.lines(isas, function(isa)
    return ("extern const bl_table *const bl_words_%s[];"):format(isa.name)
  end) })
  files["expressions.c"] = vocabulary.expressions(entries)
  return files
end

return vocabulary
