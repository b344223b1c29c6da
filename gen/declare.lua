-- What the declarative files may say: dtypes, words, ops and ISAs, checked as they are read. Every error names the
-- file and line of the entry that is wrong.

local declare = {
  dtypes = {},   -- by name, and in order under 1..n
  types = {},    -- the dtypes, and what else a value can be: masks of each width, counts; by name
  words = {},    -- by name, and in order
  ops = {},      -- by name, and in order
  folds = {},    -- by name, and in order
  isas = {},     -- by name; ordered by rank once all are read
  plain = nil,   -- the isa without registers: one element a step, on which all others fall back
}

local function complain(where, format, ...)
  error(where .. ": " .. format:format(...), 0)
end
declare.complain = complain

-- An ordered copy of a set's names, for messages.
local function names_of(set)
  local names = {}
  for name in pairs(set) do names[#names + 1] = tostring(name) end
  table.sort(names)
  return table.concat(names, ", ")
end

-- Raises an error unless every key of `entry` is in `known` (key -> the type its value must have).
function declare.check(entry, known, what, where)
  if type(entry) ~= "table" then complain(where, "%s must be a table", what) end
  local keys = {}
  for key in pairs(entry) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for _, key in ipairs(keys) do
    local wanted = known[key]
    if wanted == nil then
      complain(where, "%s has an unknown key '%s'; it knows %s", what, tostring(key), names_of(known))
    end
    if wanted ~= "any" and type(entry[key]) ~= wanted then
      complain(where, "%s: '%s' must be a %s, not a %s", what, key, wanted, type(entry[key]))
    end
  end
end

-- `kind "name" { … }`: registers an entry under its name, in order, with the place where it stands.
local function registry(list, kind, known, finish)
  return function(name)
    local where = host.where(1)
    if type(name) ~= "string" or not name:find("^%a[%w_]*$") then
      complain(where, "%s needs a name of letters, digits and underscores, not '%s'", kind, tostring(name))
    end
    if list[name] then complain(where, "%s '%s' stands already at %s", kind, name, list[name].where) end
    return function(entry)
      declare.check(entry, known, ("%s '%s'"):format(kind, name), where)
      entry.name, entry.where = name, where
      if finish then finish(entry) end
      list[name] = entry
      list[#list + 1] = entry
    end
  end
end

local function set_of(list, known, what, where)
  local set = {}
  for _, name in ipairs(list) do
    if not known[name] then complain(where, "%s: unknown dtype '%s'", what, tostring(name)) end
    set[name] = true
  end
  return set
end

local function need(entry, keys, kind)
  for _, key in ipairs(keys) do
    if entry[key] == nil then complain(entry.where, "%s '%s' lacks '%s'", kind, entry.name, key) end
  end
end

-- ---- Types ----

local by_class = {}

-- The type of that class and width; nil where there is none.
function declare.type_of(class, bits) return by_class[class .. bits] end

local function know_type(type)
  declare.types[type.name] = type
  if type.class ~= "half" then by_class[type.class .. type.bits] = type.name end
end

for bits = 8, 64, 8 do
  if bits & bits - 1 == 0 then know_type { name = "m" .. bits, class = "mask", bits = bits } end
end
know_type { name = "count", class = "count", bits = 32, c = "uint32_t" } -- a shift count, held in one scalar

local classes = { float = true, half = true, int = true, uint = true, bool = true }

local declare_dtype = registry(declare.dtypes, "dtype", { class = "string", bits = "number", c = "string" }, function(dtype)
  if not classes[dtype.class] then complain(dtype.where, "dtype '%s' has an unknown class '%s'", dtype.name, tostring(dtype.class)) end
  know_type(dtype)
end)

-- ---- Words ----

local declare_word = registry(declare.words, "word", {
  takes = "table", operands = "table", gives = "string", types = "table", result = "string", says = "string",
  sign = "string", moves = "boolean", commutes = "boolean", weight = "number", lanes = "number", of_opposite = "table",
  raises = "boolean", silent = "boolean",
}, function(word)
  need(word, { "takes", "gives", "types", "result", "says" }, "word")
  if word.sign and word.sign ~= "any" then complain(word.where, "word '%s': sign can only be \"any\"", word.name) end
  word.operands = word.operands or { "a", "b", "c" }
  word.has = set_of(word.types, declare.dtypes, "word '" .. word.name .. "'", word.where)
end)

-- ---- Operators ----

-- Names that the woven functions use themselves, and C's own.
local function set_of_names(text)
  local set = {}
  for name in text:gmatch("%S+") do set[name] = true end
  return set
end
local own_names = set_of_names "n count steps out options inputs input_rows parameters rows cols i last tail whole live po p one"
local keywords = set_of_names [[auto break case char const continue default do double else enum extern float for goto if inline
  int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while asm
  bool catch class delete explicit export false friend mutable namespace new operator or and not xor private protected
  public template this throw true try typename using virtual]]

declare.variables = { "T", "U", "V" } -- what an operator's dtypes may vary in

-- The dtypes that an operator is woven for: { T = …, U = …, V = … } each.
local function choices_of(op)
  local list = { {} }
  for _, variable in ipairs(declare.variables) do
    local own = variable == "T" and op.types or op[variable]
    if own then
      local longer = {}
      for _, choice in ipairs(list) do
        for _, dtype in ipairs(own) do
          longer[#longer + 1] = setmetatable({ [variable] = dtype }, { __index = choice })
        end
      end
      list = longer
    end
  end
  local kept = {}
  for _, choice in ipairs(list) do
    if not op.only or op.only(choice.T, choice.U, choice.V) then
      kept[#kept + 1] = { T = choice.T, U = choice.U, V = choice.V }
    end
  end
  return kept
end

-- Which operand tells a type variable: 0 the output, i the operand i; nil where none does.
local function told_by(op, variable)
  for i, type in ipairs(op.takes) do
    if type == variable then return i end
  end
  return op.gives == variable and 0 or nil
end

local function check_operands(op)
  op.takes = op.takes or { "T", "T" }
  op.gives = op.gives or "T"
  op.operands = op.operands or table.move({ "a", "b", "c", "d", "e", "f" }, 1, #op.takes, 1, {})
  if #op.takes < 1 or #op.takes > 6 or #op.operands ~= #op.takes then
    complain(op.where, "op '%s' must take one to six operands, and name each", op.name)
  end
  local seen = {}
  local function check_name(name, what, reserved)
    if not tostring(name):find("^%a[%w_]*$") or keywords[name] or reserved[name] or seen[name] then
      complain(op.where, "op '%s': '%s' cannot be %s's name", op.name, tostring(name), what)
    end
    seen[name] = true
  end
  for _, name in ipairs(op.operands) do check_name(name, "an operand", own_names) end
  local function check_type(type)
    if not declare.dtypes[type] and type ~= "T" and not (op[type] and (type == "U" or type == "V")) then
      complain(op.where, "op '%s': unknown dtype '%s'", op.name, tostring(type))
    end
  end
  for _, type in ipairs(op.takes) do check_type(type) end
  check_type(op.gives)
  for i, given in ipairs(op.parameters or {}) do
    declare.check(given, { "string", "string", default = "number" }, ("op '%s', parameter %d"):format(op.name, i), op.where)
    local parameter = { name = given[1], type = given[2], default = given.default or 0 }
    check_name(parameter.name, "a parameter", {})
    check_type(parameter.type)
    op.parameters[i] = parameter
  end
end

local declare_op = registry(declare.ops, "op", {
  says = "string", types = "table", U = "table", V = "table", only = "function", takes = "table", gives = "string",
  operands = "table", parameters = "table", commutes = "boolean", divisor = "number",
  expr = "function", float = "function", half = "function", int = "function", uint = "function", bool = "function",
}, function(op)
  need(op, { "says", "types" }, "op")
  for _, variable in ipairs(declare.variables) do
    local own = variable == "T" and op.types or op[variable]
    if own then set_of(own, declare.dtypes, "op '" .. op.name .. "'", op.where) end
  end
  check_operands(op)
  for _, variable in ipairs(declare.variables) do
    if (variable == "T" or op[variable]) and not told_by(op, variable) then
      complain(op.where, "op '%s': no operand tells its type variable %s", op.name, variable)
    end
  end
  op.told_by = told_by
  op.choices = choices_of(op)
  if op.says:find('["\\\n]') then complain(op.where, "op '%s': 'says' is one line without quotes or backslashes", op.name) end
  if op.commutes and (#op.takes ~= 2 or op.takes[1] ~= op.takes[2]) then
    complain(op.where, "op '%s' cannot commute: that takes two operands of one dtype", op.name)
  end
  if op.divisor and not op.takes[op.divisor] then complain(op.where, "op '%s' has no operand %s to divide by", op.name, op.divisor) end
  for _, dtype in ipairs(op.types) do
    if not declare.expression_of(op, dtype) then
      complain(op.where, "op '%s' takes %s but has no expression for it", op.name, dtype)
    end
  end
end)

-- The op's expression for T: for all classes, or for that of T; f16 and bf16 have that of floats unless they have one.
function declare.expression_of(op, dtype)
  local class = declare.dtypes[dtype].class
  return op.expr or op[class] or class == "half" and op.float or nil
end

-- step(…step(x0, x1)…), and then the finish where there is one.
local declare_fold = registry(declare.folds, "fold", { says = "string", step = "string", finish = "string" }, function(fold)
  need(fold, { "says", "step" }, "fold")
  fold.step = declare.ops[fold.step] or complain(fold.where, "fold '%s': unknown op '%s'", fold.name, fold.step)
  fold.finish = fold.finish and (declare.ops[fold.finish] or complain(fold.where, "fold '%s': unknown op '%s'", fold.name, fold.finish))
  local step, finish = fold.step, fold.finish
  if #step.takes ~= 2 or step.takes[1] ~= "T" or step.takes[2] ~= "T" or step.gives ~= "T" or step.parameters then
    complain(fold.where, "fold '%s': its step '%s' must take two T, give T, and have no parameters", fold.name, step.name)
  end
  local n = finish and finish.parameters and finish.parameters[1]
  if finish and not (#finish.takes == 1 and finish.takes[1] == "T" and finish.gives == "T" and n and #finish.parameters == 1
      and n.name == "n" and n.type == "u32") then
    complain(fold.where, "fold '%s': its finish '%s' must take one T, give T, and have the one parameter n, a u32", fold.name, finish.name)
  end
end)

declare.registry, declare.need = registry, need

-- The globals that each kind of declarative file sees: its own declarators, and nothing else of the machine.
function declare.environment(kind, extra)
  local known = ({
    dtype = { dtype = declare_dtype }, word = { word = declare_word },
    op = { op = declare_op, fold = declare_fold }, isa = declare.isa_globals,
  })[kind]
  for name, value in pairs(extra or {}) do known[name] = value end
  return setmetatable({}, {
    __index = function(_, name)
      if known[name] == nil then complain(host.where(1), "unknown name '%s'", tostring(name)) end
      return known[name]
    end,
    __newindex = function(_, name) complain(host.where(1), "'%s' may not be set here", tostring(name)) end,
  })
end

return declare
