-- The entries of declarative files: dtypes, words, operators, folds and instruction sets. Runs the files, checks each
-- entry as it is read, and stores it by name and in order. Every error names the file and line of the wrong entry.

local basics = require "reading.basics"
local check = require "reading.check"
local lists = require "lists"

local declare = {
  dtypes = {},   -- by name, and in order under 1..n
  types = {},    -- the dtypes, and the types of other values: masks of each width, counts; by name
  words = {},    -- by name, and in order
  ops = {},      -- by name, and in order
  folds = {},    -- by name, and in order
  calls = {},    -- ops and folds, by name
  isas = {},     -- by name; ordered by rank once all are read
  plain = nil,   -- the ISA without registers: one element per step, the fallback of all others
  variables = { "T", "U", "V" }, -- the type variables of an operator
  kinds = check.kinds, complain = check.complain, check = check.entry, need = check.keys,
}
local complain = check.complain

-- An error in an entry, which begins with its kind and name: "op 'add'".
function declare.wrong(entry, format, ...)
  complain(entry.where, "%s '%s'" .. format, entry.kind, entry.name, ...)
end
local wrong = declare.wrong

-- Raises such an error unless `holds` is true.
function declare.expect(entry, holds, format, ...)
  if not holds then wrong(entry, format, ...) end
end
local expect = declare.expect

local reading -- the path of the declarative file that is being read

-- `kind "name" { … }`: checks an entry, and stores it in the list, under its name and in order, with its file and
-- line. `names`: entries by name, if several kinds share a namespace.
function declare.registry(list, kind, finish, names)
  names = names or list
  return function(name)
    local where, what = host.where(1), ("%s '%s'"):format(kind, tostring(name))
    if type(name) ~= "string" or not name:find("^%a[%w_]*$") then
      complain(where, "%s needs a name of letters, digits and underscores, not '%s'", kind, tostring(name))
    end
    local other = names[name]
    local is_of = other and (other.kind == kind and "is already declared" or "has the name of the " .. other.kind)
    if other then complain(where, "%s %s at %s", what, is_of, other.where) end
    return function(entry)
      declare.check(entry, kind, what, where)
      entry.name, entry.kind, entry.where, entry.file = name, kind, where, reading
      finish(entry)
      list[name], list[#list + 1], names[name] = entry, entry, entry
    end
  end
end

-- Runs a declarative file, which may be outside the root. It can use only the `known` names, the basics, and the
-- names that `dynamic` gives.
function declare.read(path, known, dynamic, is_outside)
  reading = path
  host.about(path)
  setmetatable(known, { __index = function(_, name)
    local value = basics[name]
    if value == nil and dynamic then value = dynamic(name) end
    if value == nil then
      local near = lists.nearest(tostring(name), lists.joined(lists.keys(known), lists.keys(basics)))[1]
      complain(host.where(1), "unknown name '%s'%s", tostring(name), near and "; did you mean '" .. near .. "'?" or "")
    end
    return value
  end })
  host.load(path, setmetatable({}, {
    __index = known,
    __newindex = function(_, name) complain(host.where(1), "'%s' may not be set here", tostring(name)) end,
  }), is_outside)()
end

-- ---- Dtypes and words ----

-- Adds the dtypes in a list, which may be nested, to a set, as keys and in order under 1..n.
function declare.add_dtypes(set, given, entry)
  for _, key in ipairs(lists.keys(given)) do
    expect(entry, math.type(key) == "integer", ": a list of dtypes has no key '%s'", tostring(key))
  end
  for _, name in ipairs(given) do
    if type(name) == "table" then
      declare.add_dtypes(set, name, entry)
    else
      expect(entry, type(name) == "string" and declare.dtypes[name], ": unknown dtype '%s'", tostring(name))
      expect(entry, not set[name], ": dtype '%s' is listed twice", name)
      set[name], set[#set + 1] = true, name
    end
  end
  return set
end

local by_class = {}

-- Classes that may have several types of one width.
local formats = lists.set { "half", "minifloat" }

-- The type of that class and width; nil if there is none.
function declare.type_of(class, bits) return by_class[class .. bits] end

local function know_type(type)
  declare.types[type.name] = type
  if not formats[type.class] and not type.unpacked and type.class ~= "table" then
    by_class[type.class .. type.bits] = type.name
  end
end

for _, bits in ipairs { 8, 16, 32, 64 } do know_type { name = "m" .. bits, class = "mask", bits = bits } end
know_type { name = "count", class = "count", bits = 32, c = "uint32_t" } -- a shift count, one scalar for all lanes

declare.dtype = declare.registry(declare.dtypes, "dtype", function(dtype)
  local other = not formats[dtype.class] and declare.type_of(dtype.class, dtype.bits)
  expect(dtype, not other, " has the same class and width as '%s'", other)
  local is_float = dtype.class == "float" or formats[dtype.class] or false
  expect(dtype, is_float == (dtype.significand ~= nil), ": floats need a 'significand', which other dtypes cannot have")
  local is_mini = dtype.class == "minifloat"
  expect(dtype, is_mini == (dtype.bias ~= nil and dtype.most ~= nil and dtype.nan ~= nil),
    ": minifloats need 'bias', 'most' and 'nan', which other dtypes cannot have")
  local unpacked = declare.types[dtype.unpacked]
  know_type(is_mini and unpacked and setmetatable({ bits = 8 }, { __index = dtype }) or dtype)
  expect(dtype, (dtype.bits < 8) == (dtype.unpacked ~= nil),
    ": dtypes below a byte need 'unpacked', which other dtypes cannot have")
  expect(dtype, not dtype.unpacked or unpacked and unpacked.bits == 8,
    ": 'unpacked' must name an earlier dtype of one byte")
  if unpacked then return end
  know_type { name = "table_" .. dtype.name, class = "table", bits = dtype.bits, c = ("const %s *"):format(dtype.c) }
end)

local times = { half = 1 / 2, twice = 2, four = 4, eight = 8 }

-- The type that a word's signature means at lane type T; nil if there is none.
function declare.meant(signature, lane)
  if signature == "T" then return lane end
  if signature == "N" then return "count" end
  if signature == "K" then return "table_" .. lane end
  local type = declare.types[lane]
  local how, of = signature:match("^(%a+):([TM])$")
  local bits = math.tointeger(type.bits * (times[how] or not how and 1 or 0))
  if bits == 0 then return nil end
  if (of or signature) == "M" then return declare.type_of("mask", bits) end
  if how then return declare.type_of(type.class, bits) end
  if signature == "R" then return declare.type_of("uint", math.max(bits, 16)) end
  return declare.dtypes[signature] and signature
end

local function names_of(kinds) return lists.set(lists.words((kinds:gsub("%a%g*", check.kinds)))) end
local keywords, macros, own_names = names_of "keywords", names_of "macros", names_of "reserved own_names macros"

-- Whether C or C++ reserves the name; whether a value may have it.
function declare.is_of_c(name) return keywords[name] or name:find("_t$") ~= nil end
function declare.is_free_name(name)
  return type(name) == "string" and name:find("^%l[%l%d_]*$") and not name:find("^bl_") and not declare.is_of_c(name)
end

local means_no_value = lists.set { "A", "C" } -- any type; a count that is known when the C is generated

declare.word = declare.registry(declare.words, "word", function(word)
  check.kinds.block[word.name] = "word"
  word.operands = word.operands or { "a", "b", "c" }
  word.has = declare.add_dtypes({}, word.types, word)
  expect(word, #word.operands >= #word.takes, " takes %d operands, but names %d", #word.takes, #word.operands)
  for _, name in ipairs(lists.joined(word.operands, { word.result })) do
    expect(word, declare.is_free_name(name), ": '%s' cannot be a value's name", name)
  end
  for _, lane in ipairs(word.types) do
    for _, signature in ipairs(lists.joined(word.takes, { word.gives })) do
      local is_known = means_no_value[signature] or declare.meant(signature, lane)
      expect(word, is_known, ": '%s' is not a type at %s", signature, lane)
    end
  end
end)

-- ---- Operators and folds ----

-- The dtypes of a choice, as part of a name: "f32", "f32_i8".
function declare.suffix(types)
  return lists.text(declare.variables, "_", function(variable) return types[variable] end)
end

-- An op's tables, one for each choice of dtypes: op, types (the choice: T, U, V), takes and gives (the dtypes of the
-- operands and of the result), name ("add_f32"), and whether it `divides` integers.
local function tables_of(op)
  local tables = {}
  for _, T in ipairs(op.T) do
    for _, U in ipairs(op.U or { false }) do
      for _, V in ipairs(op.V or { false }) do
        local types = { T = T, U = U or nil, V = V or nil }
        local function actual(type) return types[type] or type end
        if not op.only or op.only(T, types.U, types.V) then
          tables[#tables + 1] = {
            op = op, types = types, name = op.name .. "_" .. declare.suffix(types),
            takes = lists.map(op.takes, actual), gives = actual(op.gives),
            divides = op.divisor and declare.dtypes[T].class:find("int") ~= nil,
            is_packed = lists.any({ types.T, types.U, types.V }, function(type)
              return declare.dtypes[type].unpacked
            end),
          }
        end
      end
    end
  end
  return tables
end

-- Raises an error unless the values of an op have distinct names and existing types.
local function check_values(op)
  local taken = {}
  local function check_name(name, what, reserved)
    local is_free = declare.is_free_name(name) and not reserved[name] and not taken[name]
    expect(op, is_free, ": '%s' cannot be %s's name", tostring(name), what)
    taken[name] = true
  end
  local function check_type(type)
    local varies = lists.set(declare.variables)[type] and op[type]
    expect(op, varies or declare.dtypes[type], ": unknown dtype '%s'", tostring(type))
  end
  for _, name in ipairs(op.operands) do check_name(name, "an operand", own_names) end
  for _, name in ipairs(op.operands) do -- the names of a pointer to it, and of its registers
    for _, other in ipairs(op.operands) do
      local meets = other == "p" .. name or other == "p_" .. name or other:match("^(.-)%d+$") == name
      expect(op, not meets, ": the names of the operands '%s' and '%s' conflict", name, other)
    end
  end
  for _, type in ipairs(lists.joined(op.takes, { op.gives })) do check_type(type) end
  for _, parameter in ipairs(op.parameters or {}) do
    check_name(parameter.name, "a parameter", macros)
    check_type(parameter.type)
  end
end

-- The op's expressions for T, each with a name: those for all classes, for T only, or for its class. f16 and bf16 use
-- those of floats unless they have their own. Nil if there are none.
function declare.ways_of(op, dtype)
  local class, own = declare.dtypes[dtype].class, declare.dtypes[dtype].own
  return op.expr or own and op[own] or op[class] or class == "half" and op.float or nil
end

local expressions = { "expr", "float", "double", "half", "minifloat", "int", "uint", "bool" } -- for all classes or one

-- Converts an expression, or several with the same result, to a list of { name, expression }.
local function ways(op, key)
  local given = op[key]
  if type(given) == "function" then return { { "expr", given } } end
  expect(op, type(given) == "table" and #given > 0, ": '%s' must be an expression or a list of expressions", key)
  local names = {}
  for _, way in ipairs(given) do
    declare.check(way, "op_way", ("op '%s', '%s'"):format(op.name, key), op.where)
    expect(op, declare.is_free_name(way[1]) and not names[way[1]], ": '%s' cannot be a way's name", way[1])
    names[way[1]] = true
  end
  return given
end

-- Keeps only those ways to compute an operator at a dtype whose names are in `wanted`, if there are any, and records
-- them in `found`.
function declare.narrow_ways(op, dtype, wanted, found)
  local all = declare.ways_of(op, dtype)
  local kept = lists.map(all, function(way) return wanted[way[1]] and way or nil end)
  for _, way in ipairs(kept) do found[way[1]] = true end
  kept.all = all.all or all -- as a word, the function may use all ways
  for _, key in ipairs(expressions) do
    if op[key] == all and #kept > 0 then op[key] = kept end
  end
end

-- The claim that the op's results for T are right, whichever values near words have; nil: it must not use near words.
function declare.claim_of(op, dtype)
  local claims, of = op.rounded or {}, declare.dtypes[dtype]
  return claims[of.own] or claims[of.class] or of.class == "half" and claims.float or nil
end

-- The shorter ways of an op, each as an op of the remaining operand, which is in no list.
local function read_shorter(op)
  local own = op.shorter
  declare.check(own, "shorter", ("op '%s', 'shorter'"):format(op.name), op.where)
  own.has = lists.set(own.classes)
  for i, name in ipairs(op.operands) do own.place = name == own.operand and i or own.place end
  expect(op, own.place and #op.takes == 2, ": 'shorter' must name one of two operands")
  local left = 3 - own.place
  for _, of in ipairs(own) do
    declare.check(of, "shorter_way", ("op '%s', 'shorter'"):format(op.name), op.where)
    local part = {
      name = op.name .. "_" .. of[2], kind = "op", where = op.where, rounded = op.rounded, gives = op.gives,
      means = { of[3] }, takes = { op.takes[left] }, operands = { op.operands[left] },
    }
    for _, class in ipairs(own.classes) do part[class] = { { "expr", of[4] } } end
    of.value, of.op = of[1], part
  end
end

local classes = {
  integers = lists.set { "int", "uint" }, ["signed integers"] = lists.set { "int" }, bool = lists.set { "bool" },
  floats = lists.set { "float", "half", "minifloat" },
  numbers = lists.set { "int", "uint", "float", "half", "minifloat" },
  bools = lists.set { "bool" },
}

-- An operator's meaning: with the clauses that concern one of the choices; or without choices, with all clauses and
-- the classes' names.
function declare.says(op, choices)
  local function class(type, types) return declare.dtypes[types[type] or type].class end
  return lists.text(lists.keys(op.means), "; ", function(key)
    local from, to = tostring(key):match("^(.-) to (.*)$")
    local function is_about(types)
      return key == 1 or classes[from or key][class("T", types)] and (not to or classes[to][class(op.gives, types)])
    end
    if choices then return lists.any(choices, is_about) and op.means[key] or nil end
    return (key == 1 and "" or key .. ": ") .. op.means[key]
  end)
end

declare.op = declare.registry(declare.ops, "op", function(op)
  local says_takes = op.takes
  op.takes, op.gives, op.T, op.ops = op.takes or { "T", "T" }, op.gives or "T", op.types, { op }
  op.operands = op.operands or table.move({ "a", "b", "c", "d", "e", "f" }, 1, #op.takes, 1, {})
  expect(op, #op.takes >= 1 and #op.takes <= 6, " takes %d operands, but must take one to six", #op.takes)
  expect(op, #op.operands == #op.takes, " names %d operands, and 'takes' has the dtypes of %d%s", #op.operands,
    #op.takes, says_takes and "" or "; its default is { \"T\", \"T\" }")
  op.parameters = op.parameters and lists.map(op.parameters, function(given, i)
    declare.check(given, "parameter", ("op '%s', parameter %d"):format(op.name, i), op.where)
    return { name = given[1], type = given[2], default = given.default or 0 }
  end)
  check_values(op)
  local at = { [op.gives] = 0 } -- the operand that determines each type variable; 0: the output
  for i = #op.takes, 1, -1 do at[op.takes[i]] = i end
  op.told_by = {}
  for i, variable in ipairs(declare.variables) do
    if op[variable] then
      op[variable] = declare.add_dtypes({}, op[variable], op)
      op.told_by[i] = at[variable] or wrong(op, ": no operand determines its type variable %s", variable)
    end
  end
  op.types, op.tables = op.T, tables_of(op)
  op.means = type(op.says) == "table" and op.says or { op.says }
  declare.check(op.means, "says", ("op '%s', 'says'"):format(op.name), op.where)
  op.says = declare.says(op)
  expect(op, #op.tables > 0, " takes no dtype")
  expect(op, not op.says:find('["\\\n]') and not op.says:find("*/", 1, true),
    ": 'says' must be one line without quotes, backslashes and the end of a comment")
  expect(op, not op.commutes or #op.takes == 2 and op.takes[1] == op.takes[2],
    " cannot commute, which needs two operands of the same dtype")
  expect(op, not op.divisor or op.takes[op.divisor], " has no operand %s, which 'divisor' names", op.divisor)
  expect(op, op.divisor or not op.remainder, ": 'remainder' needs a 'divisor'")
  for _, key in ipairs(expressions) do op[key] = op[key] and ways(op, key) end
  if type(op.rounded) == "string" then op.rounded = { float = op.rounded } end
  if op.rounded then declare.check(op.rounded, "rounded", ("op '%s', 'rounded'"):format(op.name), op.where) end
  if op.shorter then read_shorter(op) end
  for _, dtype in ipairs(op.types) do
    expect(op, declare.ways_of(op, dtype), " takes %s but has no expression for it", dtype)
  end
end, declare.calls)

-- The largest number of inputs among the ops of these tables.
function declare.arity(tables)
  return math.max(1, table.unpack(lists.map(tables, function(entry) return #entry.op.takes end)))
end

-- The op of that name, to which an entry refers.
function declare.known_op(name, entry)
  return declare.ops[name] or wrong(entry, ": unknown op '%s'", tostring(name))
end

-- The signature of an op, with its parameters: "T, n u32 -> T".
local function signature(op)
  local parameters = lists.map(op.parameters or {}, function(given) return given.name .. " " .. given.type end)
  return lists.commas(lists.joined(op.takes, parameters)) .. " -> " .. op.gives
end

declare.most_at_once = 5 -- inputs of a fold in one kernel call; BL_MOST_AT_ONCE of include/broadloom_tables.h

-- step(…step(x0, x1)…), and then the finish, if there is one.
declare.fold = declare.registry(declare.folds, "fold", function(fold)
  local step = declare.known_op(fold.step, fold)
  local finish = fold.finish and declare.known_op(fold.finish, fold)
  fold.step, fold.finish, fold.ops = step, finish, { step, finish }
  expect(fold, signature(step) == "T, T -> T",
    ": its step '%s' must take two T, give T, and have no parameters", step.name)
  expect(fold, not finish or signature(finish) == "T, n u32 -> T",
    ": its finish '%s' must take one T, give T, and have the one parameter n, a u32", finish and finish.name)
  fold.at_once = fold.at_once or {}
  for _, dtype in ipairs(lists.keys(fold.at_once)) do
    local most = fold.at_once[dtype]
    expect(fold, declare.dtypes[dtype], ": unknown dtype '%s'", tostring(dtype))
    expect(fold, math.type(most) == "integer" and most >= 3 and most <= declare.most_at_once,
      ": a kernel takes 3 to %d inputs, not %s of %s", declare.most_at_once, tostring(most), dtype)
  end
end, declare.calls)

-- The step of folds for this many inputs at once, at some dtypes, as an op that is in no list.
function declare.folded(step, count, types)
  local op = {
    name = ("%s_of_%d"):format(step.name, count), kind = "op", where = step.where, folds = step, rounded = step.rounded,
    T = types, takes = {}, gives = "T", operands = { table.unpack({ "a", "b", "c", "d", "e" }, 1, count) },
    told_by = { 1 }, says = "a",
  }
  for i = 1, count do op.takes[i] = "T" end
  for i = 2, count do op.says = ("%s(%s, %s)"):format(step.name, op.says, op.operands[i]) end
  for _, key in ipairs(expressions) do op[key] = step[key] end
  expect(op, not declare.calls[op.name], ": the folds of '%s' take this name", step.name)
  op.means, op.tables = { op.says }, tables_of(op)
  return op
end

return declare
