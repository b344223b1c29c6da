-- Files for the tests: every word of every ISA (spelled or by a recipe, as in the ISA's kernels) as a separate kernel,
-- and every op's expression as data, for an evaluator that implements the words' meanings independently.
-- tests/kernels/woven.h has the declarations.
--
-- The kernel of a word is that of an operator whose expression is the word. Masks are bytes of bool; a constant count
-- is part of the name. A word that gives fewer, wider lanes takes its operands as lanes of the result's width. The
-- tests of other words cover those that only occur inside them: bits (no instruction), the division by prepared
-- multipliers and its shifts (patterns of trunc_div and floor_div with held operands), and near words, whose values are
-- not specified.

local blocks = require "reading.blocks"
local declare = require "reading.declare"
local expr = require "compiler.expr"
local headers = require "files.headers"
local helpers = require "compiler.helpers"
local kernels = require "compiler.kernels"
local lists = require "lists"
local operators = require "compiler.operators"
local spelled = require "tests.spelled"
local spelling = require "compiler.spelling"
local tables = require "files.tables"
local template = require "template"
local weave = require "compiler.weave"

local vocabulary = {}

-- ---- Calls of the compiler ----

-- The kernels of one operator at one lane type that hold these sets of operands; nil if the ISA has none. Their text,
-- the least columns, their names or NULL by sets, the set of words that they use ("add@f32"), the first kernel's job.
local function woven_alone(library, isa, op, lane, sets)
  local kernel = {
    name = ("word_%s_%s"):format(op.name:gsub(":", "_"), lane), op = op,
    types = { T = lane }, as = {}, type_name = lane,
    takes = lists.map(op.takes, spelling.stored_as), gives = spelling.stored_as(op.gives), slow = {}, tables = {},
  }
  kernel.ways = operators.ways(op, kernel.types, kernel.as)
  local graphs = kernels.graphs(kernel)
  local jobs = lists.map(sets, function(set)
    return (kernels.chosen(isa, kernel, kernels.pattern(#op.takes, set), graphs))
  end)
  if #jobs < #sets then return nil end
  local cell, names, words = weave.cell(library, isa, kernel, { jobs = jobs }), {}, {}
  -- Slow ways in plain C come before the kernels; each instruction set has its own copy under a separate name.
  local texts = lists.joined(lists.map(kernel.slow, function(of) return of.text end), { cell.file.kernels })
  local text = table.concat(texts, "\n\n"):gsub("bl_slow_word_", "bl_slow_" .. isa.name .. "_word_")
  for i = 1, 1 << #op.takes do names[i] = "NULL" end
  for _, job in ipairs(jobs) do
    names[job.pattern.set + 1] = kernels.name(kernel, job)
    for key in pairs(job.step.words) do words[key] = true end
  end
  return { text = text, least = jobs[1].contract, names = names, words = words, job = jobs[1] }
end

-- The place of the recipe that computes a word at a lane type; the word's place if there is none.
local function recipe_place(job, word, lane)
  for _, node in ipairs(expr.reachable(job.way.root)) do
    local choice = node.word == word and node.lane == lane and (job.choices.known[node] or {})[1]
    if choice then return (choice.way.recipe or choice.way.derived or word).where or word.where end
  end
  return word.where
end

-- ---- Words ----

local inside_others = lists.set {
  "bits", "settle", "settle_whole", "trunc_div_by", "floor_div_by", "div_by", "div_rarely_by", "i32_steps_by_f32",
  "i32_fused_or_min_f32", "divisor_shift", "divisor_first_shift", "count",
}

-- A mask's type as one that memory can contain; other types are unchanged.
local function in_memory(type) return expr.class(type) == "mask" and "bool" or type end

-- The operator that is one word at one lane type, with the given constant count.
local function word_op(word, lane, count)
  local by_mask, gives = word.takes[1] == "M", in_memory(declare.meant(word.gives, lane))
  local takes = lists.map(word.takes, function(signature)
    return signature ~= "C" and in_memory(declare.meant(word.lanes and word.gives or signature, lane)) or nil
  end)
  local function given_as(arg) return word.lanes and expr.apply(declare.words.bits, lane, arg) or arg end
  return {
    name = word.name .. (count and ":" .. count or "") .. (by_mask and gives == "bool" and ":" .. lane or ""),
    kind = "word", where = word.where, says = word.says, types = { lane }, lanes = word.lanes,
    takes = takes, gives = gives, operands = table.move({ "a", "b", "c" }, 1, #takes, 1, {}),
    expr = { { "word", function(...)
      local given = { ... }
      return expr.apply(word, lane, table.unpack(lists.map(word.takes, function(signature)
        return signature == "C" and count or given_as(table.remove(given, 1))
      end)))
    end } },
  }
end

local function counts_of(word, lane)
  local w = expr.width(lane)
  return lists.set(word.takes).C and { 1, w // 2 - 1, w // 2, w - 1 } or { false }
end

-- The sets of held operands in a word's tests: none, and the last of two; always a count. A single held value has no
-- lanes to read as others.
local function held_sets(op)
  local arity = #op.takes
  return op.takes[arity] == "count" and { 2 } or arity == 2 and not op.lanes and { 0, 2 } or { 0 }
end

-- A word's test on the ISA: its kernels, its record with the place of its spelling or recipe, and the words and lanes
-- that it uses; nil if the ISA has no such kernel.
local function word_test(library, isa, word, lane, count)
  local op = word_op(word, lane, count)
  local own, arity, block = woven_alone(library, isa, op, lane, held_sets(op)), #op.takes, isa.lanes[lane]
  if not own then return nil end
  local entry = block and block.words[word.name]
  local record = template.fill("tests/word_record.c", {
    word = op.name, lanes = own.least, arity = arity,
    place = entry and blocks.place(block.given[word.name], word.name) or recipe_place(own.job, word, lane),
    dtypes = (tables.operands(op.takes, op.gives)), kernels = lists.commas(own.names),
  })
  local function guarded(text) -- exists only if operators have as many inputs
    return arity == 1 and text or ("#if BL_MAX_ARITY >= %d\n%s\n#endif"):format(arity, text)
  end
  return {
    key = word.name .. "@" .. lane, by = own.words, is_spelled = entry and type(entry.text) ~= "function",
    kernels = guarded(own.text), record = guarded(record),
  }
end

-- The tests, each after those of the words that it uses, so that the first failure shows the faulty word: the spelled
-- words and those that they need, and the others.
local function in_order(tests)
  local by_key, met = lists.grouped(tests, function(test) return test.key end), {}
  local function add(list, test)
    if met[test] then return end
    met[test] = true
    for _, key in ipairs(lists.keys(test.by)) do
      for _, other in ipairs(by_key[key] or {}) do add(list, other) end
    end
    list[#list + 1] = test
  end
  local words, made = {}, {}
  for _, test in ipairs(tests) do
    if test.is_spelled then add(words, test) end
  end
  for _, test in ipairs(tests) do add(made, test) end
  return { words = words, made = made }
end

-- The files of an ISA's words: path -> text. words.c has those that it spells, and those that they need; made.c has the
-- others.
function vocabulary.words(isa, profile)
  local library, tests = helpers.new(), {}
  for _, word in ipairs(declare.words) do
    for _, lane in ipairs((inside_others[word.name] or word.near) and {} or word.types) do
      for _, count in ipairs(counts_of(word, lane)) do
        tests[#tests + 1] = word_test(library, isa, word, lane, count or nil)
      end
    end
  end
  local isas = isa == declare.plain and { isa } or { declare.plain, isa }
  local files = headers.of_kernels({ isas = isas, kernels = {}, helpers = library }, profile)
  for part, own in pairs(in_order(tests)) do
    files[part .. ".c"] = template.fill("tests/words.c", {
      isa = isa.name, with = isa.with, part = part,
      kernels = lists.text(own, "\n\n", function(test) return test.kernels end),
      records = lists.lines(own, function(test) return test.record end),
    })
  end
  files["spelled.c"] = headers.isa(isa, spelled.functions(isa), {}, headers.long_numbers())
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

-- The nodes of an expression, in order, with those of its pieces; values 0, 1, … are its inputs, then its parameters.
-- function_of: the function of an operator that is a word.
local function nodes_of(op, root, function_of)
  local records, leaves = {}, #op.takes + #(op.parameters or {})
  local function constant(type) return tables.dtype_constant(in_memory(type)) end
  local function record(name, lane, type, args, value, own)
    records[#records + 1] = ('    {"%s", %s, %s, {%s}, UINT64_C(0x%x), %s},'):format(
      name, constant(lane), constant(type), table.concat(args, ", "), value, own or "NULL")
    return leaves + #records - 1
  end
  local function visit(top, inputs) -- inputs: the values of a piece's operands
    local number = {}
    for _, node in ipairs(expr.reachable(top)) do
      local word, args = node.word, { 0, 0, 0 }
      local name = word and word.name or "constant"
      for i, arg in ipairs(node.args) do
        if expr.is_node(arg) then args[i] = number[arg] else name = name .. ":" .. arg end
      end
      if node.leaf or node.parameter then
        number[node] = inputs and inputs[node.leaf] or node.leaf and node.leaf - 1 or #op.takes + node.parameter - 1
      elseif word and word.root then
        number[node] = visit(word.root, args)
      else
        local own = word and word.kind == "piece" and function_of(node)
        number[node] = record(name, node.lane or node.type, node.type, args, node.value or 0, own)
      end
    end
    return number[top]
  end
  local last = visit(root)
  if last ~= leaves + #records - 1 or #records == 0 then record("bits", root.type, root.type, { last, 0, 0 }, 0) end
  return records, leaves
end

-- The expressions of these tables, as the tests' oracle reads them, and their pieces in plain C, whose helpers are
-- added to the library.
function vocabulary.expressions(entries, library)
  local list, functions, declared = {}, {}, {}
  local function function_of(node)
    functions[node.at] = functions[node.at]
      or woven_alone(library, declare.plain, word_op(node.word, node.lane), node.lane, { 0 })
    return functions[node.at].names[1]
  end
  local nodes = lists.lines(tables.with_own_kernels(entries), function(entry)
    if entry.op.folds then declared[#declared + 1] = ("extern const bl_table bl_table_%s;"):format(entry.name) end
    if declare.claim_of(entry.op, entry.types.T) then
      list[#list + 1] = ("    {&bl_table_%s, 0, 0, NULL},"):format(entry.name)
      return nil
    end
    local records, leaves = nodes_of(entry.op, operators.ways(entry.op, entry.types, entry.types)[1].root, function_of)
    list[#list + 1] = ("    {&bl_table_%s, %d, %d, %s},"):format(entry.name, leaves, #records, entry.name)
    return ("static const bl_node %s[] = {\n%s\n};"):format(entry.name, table.concat(records, "\n"))
  end)
  local texts = lists.map(lists.keys(functions), function(at) return functions[at].text end)
  if texts[1] then -- not in every vendored tree
    table.insert(texts, 1, ('#include "bl_kernels_%s.h"\n'):format(declare.plain.name))
  end
  return template.fill("tests/expressions.c", {
    declared = declared, functions = texts, nodes = nodes, records = list,
  })
end

function vocabulary.files(entries, isas, profile)
  local library = helpers.new()
  local expressions = vocabulary.expressions(entries, library)
  local files = headers.of_kernels({ isas = isas, kernels = {}, helpers = library }, profile)
  files["vocabularies.c"], files["expressions.c"] = vocabulary.list(isas), expressions
  return files
end

return vocabulary
