-- What the declarative files may say: dtypes, words, ops and ISAs, checked as they are read. Every error names the
-- file and line of the entry that is wrong.

local basics = include "basics"
local lists = include "lists"

local declare = {
  dtypes = {},   -- by name, and in order under 1..n
  types = {},    -- the dtypes, and what else a value can be: masks of each width, counts; by name
  words = {},    -- by name, and in order
  ops = {},      -- by name, and in order
  folds = {},    -- by name, and in order
  isas = {},     -- by name; ordered by rank once all are read
  plain = nil,   -- the isa without registers: one element per step, on which all others fall back
}

local function complain(where, format, ...)
  error(where .. ": " .. string.format(format, ...), 0)
end
declare.complain = complain

-- Of an entry of a registry: "op 'add'" goes before.
local function wrong(entry, format, ...)
  complain(entry.where, "%s '%s'" .. format, entry.kind, entry.name, ...)
end
declare.wrong = wrong

local entries = host.load("gen/machine/entries.lua", {})()
declare.kinds = entries

-- What a value should be instead, in words; nil where it is as wanted.
local function misfit(value, wanted)
  if type(wanted) == "table" then
    return not lists.set(wanted)[value] and ("one of %s, not '%s'"):format(lists.commas(wanted, tostring), tostring(value)) or nil
  end
  local least, most = wanted:match("^(%-?%d+) to (%d+)$")
  if least then
    local fits = math.type(value) == "integer" and value >= tonumber(least) and value <= tonumber(most)
    return not fits and ("a whole number of %s, not '%s'"):format(wanted, tostring(value)) or nil
  end
  local is_list = wanted == "names"
  if type(value) ~= (is_list and "table" or wanted) then
    return wanted ~= "any" and ("a %s, not a %s"):format(is_list and "list of strings" or wanted, type(value)) or nil
  end
  local keys = is_list and lists.keys(value) or {}
  for _, key in ipairs(keys) do
    if math.type(key) ~= "integer" or type(value[key]) ~= "string" or key > #keys then
      return ("a list of strings, without %s = '%s'"):format(tostring(key), tostring(value[key]))
    end
  end
end

-- Raises an error unless `entry` says only what one of that kind may, and all of its places. where: the place of the entry, or a
-- function that gives that of a key; words: what may stand there as well as keys.
function declare.check(entry, kind, what, where, words)
  local known = entries[kind]
  local function place(key) return type(where) == "function" and where(key) or where end
  if type(entry) ~= "table" then complain(place(""), "%s must be a table", what) end
  for at in ipairs(known) do
    if entry[at] == nil then complain(place(at), "%s lacks what stands at place %d", what, at) end
  end
  for _, key in ipairs(lists.keys(entry)) do
    local wanted = known[key] or math.type(key) == "integer" and known["..."]
    if not wanted then
      local names = lists.map(lists.keys(known), tostring)
      local near = lists.nearest(tostring(key), lists.joined(names, words or {}))
      local instead = #near > 0 and "the nearest: " .. lists.commas(near)
        or "it knows " .. lists.commas(names) .. (words and ", and the dictionary's words" or "")
      complain(place(key), "%s has an unknown key '%s'; %s", what, tostring(key), instead)
    end
    local instead = misfit(entry[key], wanted)
    if instead then complain(place(key), "%s: '%s' must be %s", what, key, instead) end
  end
end

-- Raises an error unless the entry has those keys.
function declare.need(entry, keys, what, where)
  for _, key in ipairs(lists.words(keys)) do
    if entry[key] == nil then complain(where, "%s lacks '%s'", what, key) end
  end
end

local reading -- the path of the declarative file that is being read

-- `kind "name" { … }`: registers an entry under its name, in order, with its file and the place where it stands. `needed`: the
-- keys, in words, that it must not lack.
function declare.registry(list, kind, needed, finish)
  return function(name)
    local where = host.where(1)
    if type(name) ~= "string" or not name:find("^%a[%w_]*$") then
      complain(where, "%s needs a name of letters, digits and underscores, not '%s'", kind, tostring(name))
    end
    if list[name] then complain(where, "%s '%s' stands already at %s", kind, name, list[name].where) end
    return function(entry)
      local what = ("%s '%s'"):format(kind, name)
      declare.check(entry, kind, what, where)
      declare.need(entry, needed, what, where)
      entry.name, entry.kind, entry.where, entry.file = name, kind, where, reading
      finish(entry)
      list[name], list[#list + 1] = entry, entry
    end
  end
end

-- Runs a declarative file, which may stand outside the root. It sees the names that are `known`, the basics, those that
-- `dynamic` gives where it is given, and nothing else of the machine.
function declare.read(path, known, dynamic, is_outside)
  reading = path
  setmetatable(known, { __index = function(_, name)
    local value = basics[name]
    if value == nil and dynamic then value = dynamic(name) end
    if value == nil then complain(host.where(1), "unknown name '%s'", tostring(name)) end
    return value
  end })
  host.load(path, setmetatable({}, {
    __index = known,
    __newindex = function(_, name) complain(host.where(1), "'%s' may not be set here", tostring(name)) end,
  }), is_outside)()
end

-- Adds the dtypes in a list, which may be nested, to a set, and under 1..n.
function declare.add_dtypes(set, given, entry)
  for _, key in ipairs(lists.keys(given)) do
    if math.type(key) ~= "integer" then wrong(entry, ": a list of dtypes has no key '%s'", tostring(key)) end
  end
  for _, name in ipairs(given) do
    if type(name) == "table" then
      declare.add_dtypes(set, name, entry)
    else
      if type(name) ~= "string" or not declare.dtypes[name] then wrong(entry, ": unknown dtype '%s'", tostring(name)) end
      if set[name] then wrong(entry, ": dtype '%s' twice", name) end
      set[name], set[#set + 1] = true, name
    end
  end
  return set
end

local by_class = {}

-- The type of that class and width; nil where there is none.
function declare.type_of(class, bits) return by_class[class .. bits] end

local function know_type(type)
  declare.types[type.name] = type
  if type.class ~= "half" then by_class[type.class .. type.bits] = type.name end
end

for _, bits in ipairs { 8, 16, 32, 64 } do know_type { name = "m" .. bits, class = "mask", bits = bits } end
know_type { name = "count", class = "count", bits = 32, c = "uint32_t" } -- a shift count, held in one scalar

local is_float = lists.set { "float", "half" }

declare.dtype = declare.registry(declare.dtypes, "dtype", "class bits c", function(dtype)
  local other = dtype.class ~= "half" and declare.type_of(dtype.class, dtype.bits)
  if other then wrong(dtype, " has the class and the width of '%s'", other) end
  if is_float[dtype.class] ~= (dtype.significand and true) then wrong(dtype, ": floats, and they alone, have a 'significand'") end
  know_type(dtype)
end)

-- The type that a word's signature means at lane type T; nil where there is none.
function declare.meant(signature, lane)
  if signature == "T" then return lane end
  if signature == "N" then return "count" end
  local type = declare.types[lane]
  local how, of = signature:match("^(%a+):([TM])$")
  local bits = how == "half" and type.bits // 2 or how == "twice" and type.bits * 2 or not how and type.bits
  if not bits then return nil end
  if (of or signature) == "M" then return declare.type_of("mask", bits) end
  if how then return declare.type_of(type.class, bits) end
  if signature == "R" then return declare.type_of("uint", math.max(bits, 16)) end
  return declare.dtypes[signature] and signature
end

local own_names, keywords = lists.set(lists.words(entries.own_names)), lists.set(lists.words(entries.keywords))

-- Whether C and C++ have the name free for a value.
function declare.is_free_name(name)
  return type(name) == "string" and name:find("^%l[%l%d_]*$") and not (keywords[name] or name:find("^bl_") or name:find("_t$"))
end

local means_no_value = lists.set { "A", "C" } -- any type; a count that is known

declare.word = declare.registry(declare.words, "word", "takes gives types result says", function(word)
  word.operands = word.operands or { "a", "b", "c" }
  word.has = declare.add_dtypes({}, word.types, word)
  if #word.operands < #word.takes then wrong(word, " takes %d operands, but names %d", #word.takes, #word.operands) end
  for _, name in ipairs(lists.joined(word.operands, { word.result })) do
    if not declare.is_free_name(name) then wrong(word, ": '%s' cannot be a value's name", name) end
  end
  for _, lane in ipairs(word.types) do
    for _, signature in ipairs(lists.joined(word.takes, { word.gives })) do
      if not (means_no_value[signature] or declare.meant(signature, lane)) then
        wrong(word, ": '%s' means no type at %s", signature, lane)
      end
    end
  end
  local order = word.of_opposite and lists.set(word.of_opposite)
  if order and not (order[1] and order[2] and order[3]) then wrong(word, ": 'of_opposite' is no order of three operands") end
end)

declare.variables = { "T", "U", "V" } -- what an operator's dtypes may vary in

-- The dtypes that an operator is woven for: { T = …, U = …, V = … } each.
local function choices_of(op)
  local choices = {}
  for _, T in ipairs(op.T) do
    for _, U in ipairs(op.U or { false }) do
      for _, V in ipairs(op.V or { false }) do
        local choice = { T = T, U = U or nil, V = V or nil }
        if not op.only or op.only(T, choice.U, choice.V) then choices[#choices + 1] = choice end
      end
    end
  end
  return choices
end

-- The tables of an op that need only the chosen dtypes, a set (nil: all): op, types (a choice of dtypes), takes and gives (the
-- operands' and the result's dtypes), name ("add_f32").
function declare.choices(op, chosen)
  return lists.map(op.choices, function(types)
    for _, variable in ipairs(declare.variables) do
      if chosen and types[variable] and not chosen[types[variable]] then return nil end
    end
    local function actual(type) return types[type] or type end
    return {
      op = op, types = types, name = op.name .. "_" .. declare.suffix(types),
      takes = lists.map(op.takes, actual), gives = actual(op.gives),
    }
  end)
end

-- The dtypes of a choice, as part of a name: "f32", "f32_i8".
function declare.suffix(types)
  return lists.text(declare.variables, "_", function(variable) return types[variable] end)
end

local function check_operands(op)
  op.operands = op.operands or table.move({ "a", "b", "c", "d", "e", "f" }, 1, #op.takes, 1, {})
  if #op.takes < 1 or #op.takes > 6 or #op.operands ~= #op.takes then
    wrong(op, " must take one to six operands, and name each")
  end
  local seen = {}
  local function check_name(name, what, reserved)
    if not declare.is_free_name(name) or reserved[name] or seen[name] then
      wrong(op, ": '%s' cannot be %s's name", tostring(name), what)
    end
    seen[name] = true
  end
  local function check_type(type)
    local varies = type == "T" or type == "U" or type == "V"
    if not declare.dtypes[type] and not (varies and op[type]) then wrong(op, ": unknown dtype '%s'", tostring(type)) end
  end
  for _, name in ipairs(op.operands) do check_name(name, "an operand", own_names) end
  for _, type in ipairs(op.takes) do check_type(type) end
  check_type(op.gives)
  op.parameters = op.parameters and lists.map(op.parameters, function(given, i)
    declare.check(given, "parameter", ("op '%s', parameter %d"):format(op.name, i), op.where)
    check_name(given[1], "a parameter", {})
    check_type(given[2])
    return { name = given[1], type = given[2], default = given.default or 0 }
  end)
end

-- Ops and folds are called alike.
local function check_is_alone(entry, other)
  if other then wrong(entry, " has the name of the %s at %s", other.kind, other.where) end
end

declare.op = declare.registry(declare.ops, "op", "says types", function(op)
  check_is_alone(op, declare.folds[op.name])
  op.takes, op.gives, op.T = op.takes or { "T", "T" }, op.gives or "T", op.types
  check_operands(op)
  local at = { [op.gives] = 0 } -- which operand tells a type; 0: the output
  for i = #op.takes, 1, -1 do at[op.takes[i]] = i end
  op.told_by = {}
  for i, variable in ipairs(declare.variables) do
    if op[variable] then
      op[variable] = declare.add_dtypes({}, op[variable], op)
      op.told_by[i] = at[variable] or wrong(op, ": no operand tells its type variable %s", variable)
    end
  end
  op.types, op.choices = op.T, choices_of(op)
  if #op.choices == 0 then wrong(op, " takes no dtype") end
  if op.says:find('["\\\n]') then wrong(op, ": 'says' is one line without quotes or backslashes") end
  if op.commutes and (#op.takes ~= 2 or op.takes[1] ~= op.takes[2]) then
    wrong(op, " cannot commute: that takes two operands of one dtype")
  end
  if op.divisor and not op.takes[op.divisor] then wrong(op, " has no operand %s to divide by", op.divisor) end
  if op.remainder and not op.divisor then wrong(op, ": 'remainder' is that of a division, so there must be a 'divisor'") end
  for _, dtype in ipairs(op.types) do
    if not declare.expression_of(op, dtype) then wrong(op, " takes %s but has no expression for it", dtype) end
  end
end)

-- The most inputs that an op of these tables has.
function declare.arity(entries)
  return math.max(1, table.unpack(lists.map(entries, function(entry) return #entry.op.takes end)))
end

-- The op's expression for T: for all classes, or for that of T; f16 and bf16 have that of floats unless they have one.
function declare.expression_of(op, dtype)
  local class = declare.dtypes[dtype].class
  return op.expr or op[class] or class == "half" and op.float or nil
end

-- The op of that name, which an entry wants.
function declare.known_op(name, entry)
  return declare.ops[name] or wrong(entry, ": unknown op '%s'", tostring(name))
end

-- step(…step(x0, x1)…), and then the finish where there is one.
declare.fold = declare.registry(declare.folds, "fold", "says step", function(fold)
  check_is_alone(fold, declare.ops[fold.name])
  local step = declare.known_op(fold.step, fold)
  local finish = fold.finish and declare.known_op(fold.finish, fold)
  fold.step, fold.finish = step, finish
  if table.concat(step.takes, ",") ~= "T,T" or step.gives ~= "T" or step.parameters then
    wrong(fold, ": its step '%s' must take two T, give T, and have no parameters", step.name)
  end
  local n = finish and finish.parameters and #finish.parameters == 1 and finish.parameters[1] or {}
  if finish and not (table.concat(finish.takes, ",") == "T" and finish.gives == "T" and n.name == "n" and n.type == "u32") then
    wrong(fold, ": its finish '%s' must take one T, give T, and have the one parameter n, a u32", finish.name)
  end
end)

return declare
