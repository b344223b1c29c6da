-- What the tests need of the generator: every word of every ISA as a kernel of its own (spelled or made of others, as
-- the ISA's kernels would have it), and every op's expression as data, for an evaluator that knows the words' meanings
-- by itself. The declarations stand in tests/kernels/woven.h.
--
-- A word is woven as an operator whose expression is that word. Masks are bool bytes; a constant count is part of the
-- name. A word that gives fewer, wider lanes gets its operands as lanes of what it gives. Words that only appear inside others
-- are left to their users' tests: bits (no instruction), the division by prepared multipliers and the shifts for it (the held
-- patterns of trunc_div and floor_div), and near words, whose values are not known.

local blocks = include "blocks"
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

-- Where it is said how the ISA has the word: in its own file, or in the recipe that was taken.
local function place_of(isa, word, lane, job)
  local own = isa.lanes[lane]
  if own and own.words[word.name] then return blocks.place(own.given[word.name], word.name) end
  for _, node in ipairs(expr.reachable(job.root)) do
    local forms = node.word == word and node.lane == lane and job.chooser.known[node.id] or {}
    local choice = forms[lists.keys(forms)[1]]
    if choice then return choice.where or choice.plan and choice.plan.scope and choice.plan.scope.where or word.where end
  end
  return word.where
end

-- A word's test on the ISA: its kernels, its record, and by which other words at which lanes it comes; nil where the ISA cannot.
local function word_test(library, isa, word, lane, count)
  local op = word_op(word, lane, count)
  local kernel = {
    name = ("word_%s_%s"):format(op.name:gsub(":", "_"), lane), op = op, types = { T = lane }, as = {}, type_name = lane,
    takes = lists.map(op.takes, spelling.stored_as), gives = spelling.stored_as(op.gives), formula = op.name,
  }
  local slots, patterns = {}, patterns_of(op)
  local jobs = lists.map(patterns, function(pattern) return (kernels.lowered(isa, kernel, pattern)) end)
  if #jobs < #patterns then return nil end
  local cell, by = weave.cell(library, isa, kernel, jobs), {}
  for set = 1, 1 << #op.takes do slots[set] = "NULL" end
  for _, job in ipairs(jobs) do
    slots[job.pattern.set + 1] = kernels.name(job)
    for key in pairs(job.step.words) do by[key] = true end
  end
  local entry = isa.lanes[lane] and isa.lanes[lane].words[word.name]
  return {
    key = word.name .. "@" .. lane, by = by, is_spelled = entry and type(entry.text) ~= "function", kernels = cell.file.kernels,
    arity = #op.takes, record = template.fill("tests/word_record.c", {
      word = op.name, place = place_of(isa, word, lane, jobs[1]), lanes = cell.contract, arity = #op.takes,
      dtypes = (tables.operands(op.takes, op.gives)), kernels = table.concat(slots, ", "),
    }),
  }
end

-- Each test behind those of the words that it comes by, spelled words first: so the first that fails tells whose fault it is.
local function in_order(tests)
  local by_key, list, met = {}, {}, {}
  for _, test in ipairs(tests) do by_key[test.key] = lists.append(by_key[test.key] or {}, { test }) end
  local function visit(test)
    if met[test] then return end
    met[test] = true
    for _, key in ipairs(lists.keys(test.by)) do
      for _, other in ipairs(by_key[key] or {}) do visit(other) end
    end
    list[#list + 1] = test
  end
  for _, wanted in ipairs { true, false } do
    for _, test in ipairs(tests) do
      if wanted == (test.is_spelled or false) then visit(test) end
    end
  end
  return list
end

-- Some of the lines are there only where operators have as many inputs.
local function guarded(test, text)
  return test.arity == 1 and text or ("#if BL_MAX_ARITY >= %d\n%s\n#endif"):format(test.arity, text)
end

-- The files of an ISA's words: path -> text. In words.c stand those that it spells, and what these want; in made.c the others.
function vocabulary.words(isa, made)
  local library, tests = helpers.new(), {}
  for _, word in ipairs(declare.words) do
    for _, lane in ipairs((inside_others[word.name] or word.near) and {} or word.types) do
      for _, count in ipairs(counts_of(word, lane)) do tests[#tests + 1] = word_test(library, isa, word, lane, count or nil) end
    end
  end
  local parts, last = { words = {}, made = {} }, 0
  tests = in_order(tests)
  for i, test in ipairs(tests) do last = test.is_spelled and i or last end
  for i, test in ipairs(tests) do table.insert(parts[i > last and "made" or "words"], test) end
  local isas = isa == declare.plain and { isa } or { declare.plain, isa }
  local files = dispatch.headers({ isas = isas, kernels = {}, helpers = library }, made)
  for part, own in pairs(parts) do
    files[part .. ".c"] = template.fill("tests/words.c", {
      isa = isa.name, with = isa.with, part = part,
      kernels = lists.text(own, "\n\n", function(test) return guarded(test, test.kernels) end),
      records = lists.lines(own, function(test) return guarded(test, test.record) end),
    })
  end
  files["spelled.c"] = dispatch.isa_header(isa, spelled.functions(isa), {})
  files["vocabularies.c"] = vocabulary.list { isa }
  return files
end

-- The list of these ISAs' words.
function vocabulary.list(isas)
  return template.fill("tests/vocabularies.c", {
    declared = lists.lines(isas, function(isa)
      return ("extern const bl_vocabulary bl_words_%s, bl_made_%s;"):format(isa.name, isa.name)
    end),
    records = lists.lines(isas, function(isa)
      return ("#if %s\n    &bl_words_%s, &bl_made_%s,\n#endif"):format(isa.with, isa.name, isa.name)
    end),
  })
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
  local files = dispatch.headers({ isas = isas, kernels = {}, helpers = helpers.new() }, made)
  files["vocabularies.c"], files["expressions.c"] = vocabulary.list(isas), vocabulary.expressions(entries)
  return files
end

return vocabulary
