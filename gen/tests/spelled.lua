-- Every spelling of an instruction set as a separate C function: the compiler reports unknown names with
-- the line of the ISA's file. The tests compile this before the code that is generated from the spellings.

local blocks = require "reading.blocks"
local declare = require "reading.declare"
local expr = require "compiler.expr"
local lists = require "lists"
local spelling = require "compiler.spelling"

local spelled = {}

-- The contents of an ISA's file for one lane type; list: the functions.
local Block = {}
Block.__index = Block

function Block:c_type(type, lanes) return spelling.c_type(self.isa, type, lanes or spelling.full(self.isa, type)) end

-- The type of the value that selects the live lanes.
function Block:live(lanes)
  local isa = self.isa
  if isa.scale then return spelling.live_type(isa, isa.bits // lanes) end
  return isa.lanes.i8 and self:c_type("m8", lanes)
end

-- Adds a function with the spelling under `key` for registers of so many lanes. gives, takes: C types; "" if
-- an operand is a constant. Adds nothing if the ISA has no registers for one of them.
function Block:add(key, name, text, lanes, gives, takes)
  local pointer = (gives == "void" and "" or "const ") .. self.c .. " *"
  local types = { p = pointer, a = pointer, i = "size_t", n = "size_t", k = self:live(lanes), v = self.c }
  local parameters, values = {}, { l = lanes }
  for asked in text:gsub("%$l", ""):gmatch("%$(%w)") do
    local operand = tonumber(asked)
    local type = operand and takes[operand] or types[asked]
    local own = operand and ("abcdef"):sub(operand, operand) or asked == "a" and "p" or asked
    if not type then return end
    values[asked] = type == "" and "1" or own
    parameters[own] = type ~= "" and type .. " " .. own or nil
  end
  if not gives then return end
  local path, line = blocks.place(self.lane.given[key], key):match("^(.*):(%d+)$")
  local declared = lists.commas(lists.keys(parameters), function(own) return parameters[own] end)
  table.insert(self.list, { text = ('#line %s "%s"\n%s %s spelled_%s_%s(%s) { %s%s; }'):format(
    line, path, self.isa.attribute, gives, name, self.isa.name, declared ~= "" and declared or "void",
    gives == "void" and "" or "return ", spelling.fill(text, {}, values)) })
end

-- A word's spelling, or each of its forms.
function Block:word(word, text)
  local function meant(signature) return declare.meant(signature, self.type) end
  local function full(signature) return spelling.full(self.isa, meant(signature)) end
  local function c_type(signature, lanes)
    return signature == "M" and self.lane.bitwise and self.lane.reg or self:c_type(meant(signature), lanes)
  end
  local gives, least = full(word.gives), math.min(full(word.takes[1]), full(word.gives))
  local forms, of_form = type(text) == "table" and text or { [""] = text }, { one = least, fraction = least // 2 }
  for _, form in ipairs(lists.keys(forms)) do
    local lanes = of_form[form]
    local takes = lists.map(word.takes, function(signature)
      return signature == "C" and "" or c_type(signature, lanes) or false
    end)
    if form ~= "cost" then
      local name = ("%s_%s%s"):format(word.name, self.type, form)
      self:add(word.name, name, forms[form], lanes or gives, c_type(word.gives, lanes), takes)
    end
  end
end

-- The word `bits`, from types of the same width; key: the place of its spelling, for registers of so many lanes.
function Block:bits(key, lanes, label)
  local to = self:c_type(self.type, lanes)
  for _, dtype in ipairs(declare.dtypes) do
    local from = dtype.bits == expr.width(self.type) and self:c_type(dtype.name, lanes)
    local text = from and from ~= to and spelling.bits(self.isa, dtype.name, self.type, lanes)
    if text then self:add(key, ("bits_%s_%s%s"):format(self.type, dtype.name, label), text, lanes, to, { from }) end
  end
end

-- Registers and memory: of a whole register, or of a fraction, which has a label.
function Block:storage(storage, lanes, label)
  local reg, live = storage.reg, self:live(lanes)
  local mask = self:c_type(declare.type_of("mask", expr.width(self.type)))
  local types = { -- the types of each result and operand
    load = { reg }, load_first = { reg }, load_filled = { reg }, load_parts = { reg },
    store = { "void", reg }, store_first = { "void", reg }, stream = { "void", reg },
    splat = { reg, self.c }, constant = { reg, "" }, zero = { reg }, permute = { reg, reg, reg },
    not_all = { "int", mask }, false_bits = { "uint64_t", mask }, live = { live }, all_live = { live },
  }
  for _, key in ipairs(lists.keys(types)) do
    local gives, name = types[key][1], key .. "_" .. self.type .. label
    if storage[key] then
      self:add(label == "" and key or "fraction", name, storage[key], lanes, gives, { table.unpack(types[key], 2, 3) })
    end
  end
  if label ~= "" and storage.bits then self:bits("fraction", lanes, label) end
end

-- The functions, each with its text.
function spelled.functions(isa)
  local list = {}
  for _, dtype in ipairs(lists.filter(declare.dtypes, function(dtype) return isa.lanes[dtype.name] end)) do
    local lane, full = isa.lanes[dtype.name], spelling.full(isa, dtype.name)
    local block = setmetatable({ isa = isa, type = dtype.name, c = dtype.c, lane = lane, list = list }, Block)
    block:storage(lane, full, "")
    for _, bytes in ipairs(lists.keys(lane.fraction)) do
      local lanes = bytes * 8 // dtype.bits
      if lanes > 0 then block:storage(lane.fraction[bytes], lanes, "_" .. bytes) end
    end
    for _, name in ipairs(lists.keys(lane.bitwise or {})) do
      local text, reg = lane.bitwise[name], lane.reg
      block:add("bitwise", name .. "_of_" .. dtype.name, text, full, reg, { reg, reg, reg })
    end
    for _, word in ipairs(declare.words) do
      local entry = lane.words[word.name]
      local text = entry and type(entry.text) ~= "function" and entry.text
      if text and word.takes[1] == "A" then block:bits(word.name, full, "")
      elseif text then block:word(word, text) end
    end
  end
  return list
end

return spelled
