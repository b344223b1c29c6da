-- Takes a function's arranged records, once the names of the file are final. Gives each record the texts of its
-- registers (`names`: a name, or the text of a nested value), and returns the function's statements.
--
-- A statement is { type =, name =, value = }, which becomes a `const` of C; or { text = }, a line of C.

local arrange = require "compiler.arrange"
local declare = require "reading.declare"
local expr = require "compiler.expr"
local lists = require "lists"
local spelling = require "compiler.spelling"

local fill = spelling.fill

local statements = {}

-- ---- The text that computes a register ----

-- Register i of a record, which may have a single one for all i; and that of each of its inputs.
local function register(record, i) return record and (record.names[i] or record.names[1]) or nil end
local function registers(given, i) return lists.map(given, function(record) return register(record, i) end) end

-- Puts brackets around a C operator that is nested in another text, unless it is a whole argument.
local function bracketed(text, operands, given)
  for i, record in ipairs(given) do
    local own = record.nested and operands[i]
    local is_simple = not own or own:find("^[%w_]+%b()$") or own:find("^%([%w_ ]+%)[%w_]+$")
      or own:find("^%([%w_ ]+%)[%w_]*%b()$")
    if not is_simple and not text:find("[(,] ?%$" .. i .. "[,)]") then operands[i] = "(" .. own .. ")" end
  end
  return operands
end

local function c_type_of(self, record)
  return record.c_type or spelling.c_type(self.isa, record.node.type, record.lanes) or self:lacks(record)
end

-- The text that computes register i of a record.
local function text_of(self, record, i)
  local given = record.given
  if record.kind == "helper" then
    local operands = lists.joined(registers(given, i), { register(record.live, i) })
    return ("%s(%s)"):format(record.helper.name, table.concat(operands, ", "))
  end
  local text, form, operands = record.choice.way.text, record.choice.way.form, nil
  if form == "pair" then
    local names = given[1].names
    operands = { names[2 * i - 1], names[2 * i] or names[1] }
  elseif form == "lo" then
    text, operands = i % 2 == 1 and text.lo or text.hi, registers(given, (i + 1) // 2)
  else
    operands = bracketed(text, registers(given, i), given)
  end
  local counts = lists.filter(record.node.args, function(arg) return not expr.is_node(arg) end)
  local filled = fill(text, lists.joined(operands, counts), { l = record.lanes, k = register(record.live, i) })
  return spelling.recast(self.isa, filled)
end

-- ---- Names and texts of registers ----

local function base_of(self, record) return record.base or self.names:of(record.node) .. (record.tail or "") end

-- The names of a value's registers.
function statements.numbered(base, many)
  if many == 1 then return { base } end
  if base:find("%d$") then base = base .. "_" end
  local names = {}
  for i = 1, many do names[i] = base .. i - 1 end
  return names
end

-- The comment of a stage, above its first statement.
local function comment_of(self, record)
  local comment = self.names:comment(record.node)
  return comment and "/* " .. comment .. " */" or nil
end

-- Adds the function for a part (alike.lua), with the names in it; returns a function that gives the call for register
-- i.
local function alike_call(self, part)
  local outside, declared, arguments = {}, {}, {}
  for _, input in ipairs(part.inputs) do
    outside[input] = input.names
    if input.kind ~= "constant" then
      input.names = { base_of(self, input) }
      declared[#declared + 1] = c_type_of(self, input) .. " " .. input.names[1]
      arguments[#arguments + 1] = outside[input]
    end
  end
  local lines = {}
  for i = 1, #part.outputs - 1 do
    local other = part.outputs[i]
    local base = base_of(self, other)
    table.insert(declared, i, ("%s *%s"):format(c_type_of(self, other), base))
    table.insert(arguments, i, lists.map(other.names, function(name) return "&" .. name end))
    outside[other] = other.names
  end
  for _, record in ipairs(part.members) do
    local text = text_of(self, record, 1)
    if record == part.output then
      lines[#lines + 1] = "return " .. text .. ";"
    else
      local is_given = part.is_output[record]
      record.names = { record.nested and text or (is_given and "*" or "") .. base_of(self, record) }
      local c_type = is_given and "" or ("const %s "):format(c_type_of(self, record))
      if not record.nested then
        lines[#lines + 1] = comment_of(self, record)
        lines[#lines + 1] = ("%s%s = %s;"):format(c_type, record.names[1], text)
      end
    end
  end
  local name = self.functions:add("alike", c_type_of(self, part.output), declared, lines, base_of(self, part.output))
  for input, names in pairs(outside) do input.names = names end
  return function(i)
    return ("%s(%s)"):format(name, lists.commas(arguments, function(own) return own[i] or own[1] end))
  end
end

-- Gives each record the texts of its registers; called(record) names the inputs that the caller declares.
function statements.name(self, called)
  for _, record in ipairs(self.records) do
    local part = record.alike
    local own = called and called(record)
    if record.kind == "constant" then
      own = { fill(record.text, { record.literal }, { k = record.live and record.live.names[1] }) }
    elseif not own and not record.nested and (not part or part.is_output[record]) then
      own = statements.numbered(base_of(self, record), record.many)
    end
    local value = part and part.output == record and alike_call(self, part)
    local is_text = record.nested and not (part and part.output ~= record)
    local texts = {}
    for i = 1, (is_text or value) and record.many or 0 do texts[i] = value and value(i) or text_of(self, record, i) end
    record.names, record.values = own or texts, value and texts
  end
end

-- ---- Statements ----

-- For each kind: adds a record's statements to a list.
local statements_of = {}

function statements_of:spelled(record, list)
  local c_type = c_type_of(self, record)
  for i = 1, record.alike and #record.alike.outputs - 1 or 0 do
    local other = record.alike.outputs[i]
    list[#list + 1] = { text = ("%s %s;"):format(c_type_of(self, other), lists.commas(other.names)) }
  end
  for i, name in ipairs(record.names) do
    local value = record.values and record.values[i] or text_of(self, record, i)
    list[#list + 1] = { type = c_type, name = name, value = value }
  end
end
statements_of.helper = statements_of.spelled

-- The C condition for a lane of register i that is not certain, and the mask that it tests.
local function doubt(self, record, certain, i)
  local isa, lanes = self.isa, record.lanes
  local storage = spelling.storage(isa, record.node.args[2].type, lanes)
  local is_mask = isa.scale and not isa.counted -- other spellings skip dead lanes
  local live, own, words = register(record.live, i), register(certain, i), storage.words
  local all = { k = spelling.all_live(isa, lanes) }
  local told = is_mask and fill(words.either.text, { own, fill(words.opposite.text, { live }, all) }, all) or own
  return fill(storage.not_all, { told }, { k = live, l = lanes }), told
end

-- A value that is replaced if some lane is not certain.
function statements_of:settle(record, list)
  local fast, told = record.given[1], {}
  local asked = lists.text(record.names, " || ", function(name, i)
    local c_type, asks = spelling.c_type(self.isa, record.node.type, record.lanes), nil
    list[#list + 1] = { text = ("%s %s = %s;"):format(c_type, name, register(fast, i)) }
    asks, told[i] = doubt(self, record, record.given[2], i)
    return asks
  end)
  local lines = record.slow(record.names, told)
  for _, line in ipairs(lists.joined({ "if (" .. asked .. ") {" }, lists.indented(lines), { "}" })) do
    list[#list + 1] = { text = line }
  end
end

function statements_of:otherwise(record, list)
  if not record.given[2].nested then declare.wrong(self.isa, ": a settle_whole's slow way must be one call") end
  local asked = doubt(self, record, record.given[1], 1)
  local lines = { "if (" .. asked .. ") {", ("    return %s;"):format(register(record.given[2], 1)), "}" }
  for _, line in ipairs(lines) do list[#list + 1] = { text = line } end
end

-- A held value in all lanes of a register; masks have a separate spelling for this (splat_mask).
function statements_of:splat(record, list)
  local isa, node = self.functions.isa, record.node
  local lanes, value = spelling.full(isa, node.type), record.of.names[1]
  local all = { k = spelling.all_live(isa, lanes), l = lanes }
  if expr.class(node.type) == "mask" and not record.is_scalar then
    local int = spelling.masks(isa, expr.width(node.type))
    value = int.splat_mask and fill(int.splat_mask, { value }, all)
      or fill(int.words.mask_from_lanes.text, { fill(int.splat, { value }, all) }, all)
  elseif not record.is_scalar then
    local text = spelling.splat_lane(isa, node.type).splat
    value = fill(text, bracketed(text, { value }, { record.of }), all)
  end
  local c_type = spelling.full_type(record.is_scalar and declare.plain or isa, spelling.stored_as(node.type))
  list[#list + 1] = { type = c_type, name = record.names[1], value = value }
end

-- The statements of all records, or of those for which `of` is true, as a list.
function statements.list(self, of)
  local list = {}
  for _, record in ipairs(self.records) do
    local is_inside = record.nested or record.alike and record.alike.output ~= record
    local f = not is_inside and statements_of[record.kind]
    if f and (not of or of(record)) then
      local comment = comment_of(self, record)
      list[#list + 1] = comment and { text = comment }
      f(self, record, list)
    end
  end
  return list
end

-- The statements as lines of C.
function statements.lines(list)
  return lists.map(list, function(own)
    return own.text or ("const %s %s = %s;"):format(own.type, own.name, own.value)
  end)
end

-- The last value's expression. If it has a statement, this is removed, so that the function returns the value without
-- a name.
function statements.returned(list, name)
  local last = list[#list]
  if not last or last.name ~= name then return name end
  list[#list] = nil
  return last.value
end

-- Schedules a function of one value; returns its record.
function statements.schedule(own, choice)
  local record = own:value(choice)
  arrange(own, { record })
  return record
end

-- The lines of a function of one value, and the text that it returns; called: as for statements.name.
function statements.of_value(own, choice, called)
  return statements.of(own, statements.schedule(own, choice), called)
end

-- The same for a scheduled value.
function statements.of(own, record, called)
  own.names:settle()
  statements.name(own, called)
  local list = statements.list(own)
  local result = statements.returned(list, record.names[1])
  return statements.lines(list), result
end

-- Assigns the registers of a result to variables; the value's own statement does so if nothing else uses its name.
function statements.give(list, record, place_of)
  for i, name in ipairs(record.names) do
    local place, own = place_of(i), nil
    for k = record.used > 2 and 0 or #list, 1, -1 do own = own or list[k].name == name and k or nil end
    if own then
      list[own] = { text = ("%s = %s;"):format(place, list[own].value) }
    else
      list[#list + 1] = { text = ("%s = %s;"):format(place, name) }
    end
  end
end

return statements
