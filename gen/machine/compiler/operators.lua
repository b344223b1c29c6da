-- Takes an operator's entry and a choice of dtypes, and returns its expression as a checked graph, and the kernel
-- that serves it. Operators and dtypes with the same expression share one kernel.

local declare = require "reading.declare"
local expr = require "compiler.expr"
local lists = require "lists"
local numbers = require "compiler.numbers"
local spelling = require "compiler.spelling"
local wrong = declare.wrong

local operators = {}

-- Raises an error if an entry does not use a value or an operand, or if a word's count depends on an operand.
local function check_use(op, types, graph, inputs, root)
  local seen = lists.set(expr.reachable(root))
  for _, node in ipairs(graph.nodes) do
    if node.type == "count" and node.uses & ~expr.parameters ~= 0 and node.word then
      wrong(op, ": '%s' needs a value that is the same for all elements, such as a parameter", node.word.name)
    end
    if node.word and not (seen[node] or node.word.silent or node.is_within) then
      wrong(op, ": '%s' is computed but not used in its result", node.word.name)
    end
    if node.word and node.word.near and not declare.claim_of(op, types.T) then
      wrong(op, ": '%s' is a near word; only entries with 'rounded' can use near words", node.word.name)
    end
  end
  for _, node in ipairs(inputs) do
    local kind = node.leaf and "operand" or "parameter"
    if not seen[node] then wrong(op, ": its %s '%s' is not used", kind, node.result) end
  end
end

-- The root in the required type, or in the integer type that stores it; for bool, a mask.
local function finished(op, root, wanted)
  if not expr.is_node(root) then wrong(op, ": its expression gives a %s, not a value", type(root)) end
  if expr.class(root.type) == "mask" and wanted == "bool" then
    return expr.apply(declare.words.byte_from_mask, declare.type_of("int", expr.width(root.type)), root)
  end
  if root.type ~= wanted and root.type ~= spelling.stored_as(wanted) then
    wrong(op, ": its expression gives %s, not %s", root.type, wanted)
  end
  return root
end

local function is_half(type) return expr.class(type) == "half" end

-- The root of an expression of these inputs, with the types `as` for T, U and V; if `wide`, f16 and bf16 are
-- computed in f32 and rounded at the end.
local function evaluate(op, as, wide, expression, inputs)
  local function computed_in(type) return wide and is_half(type) and "f32" or type end
  local function given_as(node)
    local is_same = computed_in(node.type) == node.type
    return is_same and node or expr.apply(declare.words["f32_from_" .. node.type], nil, node)
  end
  local given, by_name = lists.map({ table.unpack(inputs, 1, #op.takes) }, given_as), {}
  for i, parameter in ipairs(op.parameters or {}) do by_name[parameter.name] = given_as(inputs[#op.takes + i]) end
  if op.parameters then
    given[#given + 1] = setmetatable({}, { __index = function(_, name)
      return by_name[name] or wrong(op, " has no parameter '%s'", tostring(name))
    end })
  end
  given[#given + 1] = { T = computed_in(as.T), U = as.U and computed_in(as.U), V = as.V and computed_in(as.V) }
  local root, gives = expression(table.unpack(given)), as[op.gives] or op.gives
  if expr.is_node(root) and computed_in(gives) ~= gives and root.type == "f32" then
    root = expr.apply(declare.words[gives .. "_from_f32"], nil, root)
  end
  return finished(op, root, gives)
end

-- A graph with the root that `root_of` gives for the inputs.
local function build(op, as, root_of)
  local graph = expr.new_graph(op.where)
  host.about(op.where)
  local function actual(type) return as[type] or type end
  return expr.within(graph, function()
    local inputs = lists.map(op.takes, function(type, i) return expr.leaf(i, actual(type), op.operands[i]) end)
    for i, parameter in ipairs(op.parameters or {}) do
      inputs[#inputs + 1] = expr.parameter(i, actual(parameter.type), parameter.name)
    end
    local root = root_of(inputs)
    check_use(op, as, graph, inputs, root)
    return root, graph
  end)
end

-- An expression of the operator at a choice of dtypes: its root and its graph. f16 and bf16 are computed in f32 and
-- rounded once at the end if the operator has no expression for them and has several steps, steps in f32, parameters
-- of fixed types, or inputs of several types. Folds are rounded at each step.
local function graph_of(op, types, as, expression)
  local function root_of(wide)
    return function(inputs) return evaluate(op, as, wide, expression, inputs) end
  end
  if op.folds then
    local _, _, step = graph_of(op.folds, types, as, expression)
    return build(op, as, function(inputs)
      local root = inputs[1]
      for i = 2, #inputs do root = step { root, inputs[i] } end
      return root
    end)
  end
  local takes, parameters = lists.set(op.takes), op.parameters or {}
  local wide = not op.half and lists.any(op.takes, function(type) return is_half(types[type] or type) end)
  if wide and not (takes.T and takes.U
    or lists.any(parameters, function(parameter) return not op[parameter.type] end)) then
    local builds, root = pcall(build, op, as, root_of(false))
    local reached = builds and expr.reachable(root) or {}
    wide = not builds or #lists.filter(reached, function(node) return node.word and node.word.computes end) > 1
  end
  local root, graph = build(op, as, root_of(wide))
  return root, graph, root_of(wide)
end

-- The ways to compute the operator at a choice of dtypes: `name`, `root` and `graph` of each.
function operators.ways(op, types, as)
  return lists.map(declare.ways_of(op, types.T), function(way)
    local root, graph = graph_of(op, types, as, way[2])
    return { name = way[1], root = root, graph = graph }
  end)
end

-- Everything on which a kernel depends, including types; if `crossed`, with the two operands exchanged.
local function signature(op, ways, crossed)
  return (op.commutes and "commutes;" or ";") .. lists.text(ways, "|", function(way)
    return expr.text(way.root, crossed)
  end)
end

-- The same, but with only the width of types where a word's result depends on nothing else.
local function by_width(ways)
  return lists.text(ways, "|", function(way) return expr.as_text(way.root, function(node)
    local word, width = node.word, expr.width(node.type)
    if node.table then return "table" .. lists.commas(node.table) end
    if not word then return table.concat({ node.leaf or "", node.parameter or "", node.value or "", width }, ":") end
    if word.name == "bits" then return nil end
    local class = expr.class(node.lane)
    local is_signless = word.carries or word.sign == "any" and (class == "int" or class == "uint")
    return word.name .. "@" .. (is_signless and expr.width(node.lane) or node.lane)
  end) end)
end

-- The types in which an operator is computed: for each type variable the unsigned type of the same width, if all
-- types of that width give the same bits. Also the ways in these types, and the types' names: "x8" if only the width
-- matters.
local function as_unsigned(op, types)
  local as, names = types, { T = types.T, U = types.U, V = types.V }
  local ways = operators.ways(op, types, as)
  local text = by_width(ways)
  local function is_unsigned(variable) return expr.class(as[variable]) == "uint" end
  local function try(variables) -- all at once, for several types, to compare the results
    local were, other = is_unsigned(variables[1]), { T = as.T, U = as.U, V = as.V }
    for _, variable in ipairs(variables) do
      if is_unsigned(variable) ~= were then return false end
      other[variable] = declare.type_of(were and "int" or "uint", expr.width(as[variable]))
    end
    -- fails if the expression itself names types
    local builds, built = pcall(operators.ways, op, types, other)
    if not builds or by_width(built) ~= text then return false end
    for _, variable in ipairs(variables) do names[variable] = "x" .. expr.width(as[variable]) end
    if not were then as, ways = other, built end
    return true
  end
  local of_op = op.parameters and {} or declare.variables
  local variables = lists.map(of_op, function(variable) return types[variable] and variable end)
  if #variables < 2 or not try(variables) then
    for _, variable in ipairs(variables) do try { variable } end
  end
  return as, ways, declare.suffix(names)
end

-- The kernels of an operator's shorter ways at a choice of dtypes, each with the operand's value, as C, for which it
-- gives the same result; and that operand's index. Nil if there are none.
local function shorter_of(op, types, kernel_for)
  if not op.shorter or not op.shorter.has[expr.class(types.T)] then return nil end
  local place = op.shorter.place
  local type = types[op.takes[place]]
  local list = lists.map(op.shorter, function(of)
    local value = numbers.bits(type, of.value)
    local kernel = value and kernel_for { op = of.op, types = { T = types.T } }
    return value and { literal = numbers.literal(type, value), kernel = kernel }
  end)
  list.place = place
  return list
end

-- The dtype to which an operand is converted at this choice of dtypes (converted.lua); nil if it is not converted.
local function converted_to(op, types)
  local to = op.converts and op.converts.to(types.T, types.U)
  return to ~= types.U and to or nil
end

-- The dtypes of the kernel for a table with packed operands: those to which the packed ones are unpacked. An integer
-- that does not saturate is the low bits of a signed byte. A float of the result's dtype is its bits. Nil if no operand
-- is unpacked to another dtype.
local function unpacked(op, types)
  local own, is_other = {}, false
  for variable, type in pairs(types) do
    local to = declare.dtypes[type].unpacked
    if to and expr.class(type) ~= "minifloat" then
      own[variable] = variable == op.gives and not op.saturates and declare.type_of("int", 8) or to
    else
      own[variable] = type ~= types[op.gives] and to or type
    end
    is_other = is_other or own[variable] ~= type
  end
  return is_other and own or nil
end

-- The kernel of a table with such an operand. `inner`: the kernel of the table whose operand has the other dtype.
local function converted_kernel(entry, inner)
  return {
    name = entry.name, op = entry.op, types = entry.types, as = entry.types, type_name = declare.suffix(entry.types),
    takes = lists.map(entry.takes, spelling.stored_as), gives = spelling.stored_as(entry.gives), inner = inner,
    cells = inner.cells,
  }
end

-- Returns a function that finds a table's kernel, and whether its operands are exchanged. If the words of the
-- expression depend only on the width of their operands (or only on the width of integers), one kernel serves all
-- dtypes of that width: "x8". If two operators have the same expression, possibly with two operands exchanged, the
-- first one's kernel serves both. A kernel has `name`, `op`, the `types` of the table after which it is named, the
-- types that it computes `as`, those that it `takes` and `gives`, its `ways`, and its `cells`. A kernel that
-- converts an operand (converted.lua) has the cells of the `inner` kernel.
function operators.kernels()
  local known, names, kernel_for = {}, {}, nil
  function kernel_for(entry)
    local op, types = entry.op, entry.types
    local of_bytes = unpacked(op, types)
    if of_bytes then
      return kernel_for { op = op, types = of_bytes, name = op.name .. "_" .. declare.suffix(of_bytes) }
    end
    local to = converted_to(op, types)
    if to then
      return converted_kernel(entry, (kernel_for { op = op, types = { T = types.T, U = to }, name = op.name })), false
    end
    local as, ways, type_name = as_unsigned(op, types)
    local key = signature(op, ways, false)
    if known[key] then return known[key], false end
    local exchanged = #op.takes == 2 and not op.parameters and known[signature(op, ways, true)]
    if exchanged then return exchanged, true end
    if names[op.name .. "_" .. type_name] then type_name = declare.suffix(types) end
    local name = op.name .. "_" .. type_name
    local function stored(type) return spelling.stored_as(as[type] or type) end
    names[name] = true
    known[key] = {
      name = name, op = op, types = types, as = as, type_name = type_name, by_width = type_name:match("^x(%d+)$"),
      takes = lists.map(op.takes, stored), gives = stored(op.gives), ways = ways, cells = {}, slow = {}, tables = {},
      struct = op.parameters and ("bl_%s_parameters"):format(entry.name),
    }
    known[key].shorter = shorter_of(op, types, kernel_for)
    return known[key], false
  end
  return kernel_for
end

return operators
