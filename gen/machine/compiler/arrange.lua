-- Takes a function's records. Decides which are nested (computed where they are used), which do the same to each of
-- several registers (alike.lua) and which need names; counts their instructions.

local alike = require "compiler.alike"
local classes = require "compiler.classes"
local expr = require "compiler.expr"
local lists = require "lists"
local spelling = require "compiler.spelling"

local most_nested, most_letters = 3, 100 -- instructions in a statement; characters, as far as they are known here

local cast = "^%([%w_ ]+%)%$1$"

-- Whether a record's text may replace its name in the text of its user. A call or a cast may. A C operator may only
-- within a cast, and never on floats, because compilers would contract it (into an FMA).
local function can_nest(record, user)
  if record.kind ~= "spelled" and record.kind ~= "helper" or expr.is_named(record.node) then return false end
  if user.kind == "otherwise" then return true end -- the value is returned
  local text = record.choice.way.text
  if type(text) ~= "string" or text:find("^[%w_$]+%b()$") or text:find(cast) then return true end
  local outer = user.kind == "spelled" and user.choice.way.text
  return type(outer) == "string" and outer:find(cast) ~= nil and expr.class(record.node.type) ~= "float"
    and not text:find("?", 1, true)
end

-- Whether a record's text has C's `?:`. Its arms must be names, because compilers may turn arms into branches.
local function chooses(record)
  local text = record.kind == "spelled" and record.choice.way.text
  return type(text) == "string" and text:find("?", 1, true) ~= nil
end

-- How often a record's text contains each register of input `i`; 2 means twice or more.
local function times(record, i)
  local given, way = record.given[i], record.choice.way
  if record.kind == "settle" then return i end -- the mask is tested, and passed on
  if record.kind == "otherwise" then return 3 - i end -- the mask has a name, the slow way is nested
  if record.kind == "spelled" and way.form == "pair" then return given.many > 1 and 1 or 2 end
  if given.many ~= record.many or way.form == "lo" then return 2 end
  if record.kind == "helper" then return 1 end
  local _, count = way.text:gsub("%$" .. i, "")
  return count
end

-- The instructions for all registers of a record. choose.lua has already added up their cost.
local function instructions_of(record, isa)
  local many = record.many
  if record.kind == "helper" then return record.node.word.seldom and 1 or many * record.helper.instructions end
  if record.kind == "settle" or record.kind == "otherwise" then
    local storage = spelling.storage(isa, record.node.args[2].type, record.lanes)
    return many * spelling.instructions(isa, storage.not_all)
  end
  local choice = record.kind == "spelled" and record.choice
  if not choice or choice.cost == 0 then return 0 end
  local text, instructions = choice.way.text, 0
  for i = 1, many do
    local own = choice.way.form ~= "lo" and text or i % 2 == 1 and text.lo or text.hi
    instructions = instructions + spelling.instructions(isa, own)
  end
  return instructions
end

-- The approximate length of a record's text.
local name_letters = 12
local function letters_of(record)
  if record.kind == "constant" then return #record.text + 4 end
  local way = record.choice and record.choice.way
  local text = record.helper and record.helper.name or way and (way.form == "lo" and way.text.lo or way.text) or ""
  local letters = #text
  for _, given in ipairs(record.given or {}) do
    letters = letters + (given.kind == "constant" and #given.text + 4 or name_letters)
  end
  return letters
end

-- Decides which values are nested, passes the others to the file's names, and adds up instructions and costs.
-- results: records that the caller refers to by name; is_apart(a, b): whether a is computed in a different place than
-- b.
return function(self, results, is_apart)
  classes(self, results)
  local size, letters = {}, {}
  local function use(record, count) record.used = (record.used or 0) + count end
  for _, record in ipairs(results) do use(record, 2) end
  for _, record in ipairs(self.records) do
    for i, given in ipairs(record.given or {}) do use(given, times(record, i)) end
    if record.live then use(record.live, 2) end
    if record.of then use(record.of, 1) end
  end
  for _, record in ipairs(self.records) do
    local instructions = instructions_of(record, self.isa)
    self.instructions = self.instructions + instructions
    self.cost = self.cost + (instructions > 0 and record.choice.cost or 0) -- loads are not counted
    size[record], letters[record] = math.min(instructions, 1), letters_of(record)
    local able = lists.filter(record.given or { record.of }, function(given)
      local is_simple = not record.of or not lists.any(given.given or {}, function(own) return own.nested end)
      local is_here = not (is_apart and is_apart(given, record) or chooses(record))
      return given.used == 1 and is_simple and is_here and can_nest(given, record)
    end)
    local own_size, own_letters = size[record], letters[record]
    for _, given in ipairs(able) do
      own_size, own_letters = own_size + size[given], own_letters + letters[given] - name_letters
    end
    local fits = record.kind == "otherwise" or own_size <= most_nested and own_letters <= most_letters -- all or none
    for _, given in ipairs(able) do given.nested = fits or size[given] == 0 end
    if fits then size[record], letters[record] = own_size, own_letters end
  end
  for _, record in ipairs(self.records) do
    record.nested = record.nested or not record.used and record.choice ~= nil and record.given ~= nil
  end
  if self.functions.add then alike.find(self.records, results) end
  for _, record in ipairs(self.records) do
    local part = record.alike
    for _, input in ipairs(part and record == part.members[#part.members] and part.inputs or {}) do
      if not (input.kind == "constant" or input.base) then self.names:add(input.node) end
    end
    local is_inside = record.nested and not (part and part.output == record)
    if not (record.kind == "constant" or is_inside or record.base) then
      local inner = expr.is_bits(record.node) and record.given and record.given[1]
      self.names:add(record.node, record.called, inner and inner.nested and inner.node or nil)
    end
  end
end
