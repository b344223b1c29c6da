-- Emission: a legal expression becomes C statements over an ISA's registers.
--
-- A step works on `lanes` elements. A value of a wide type then needs several registers (a group: x0, x1, …), one of a
-- narrow type may fill only part of a register. Which register sizes a value can be had in follows from what the ISA
-- spells: `can` asks, `registers` emits. Words apply to each register of a group; conversions between widths are
-- spelled one to one (the narrow side in part of a register), or lo / hi (one register widens to two), or pair (two
-- narrow to one).

local declare = include "declare"
local expr = include "expr"
local lower = include "lower"

local Emitter = {}
Emitter.__index = Emitter

local function stored_as(type) return type == "bool" and "u8" or type end

local function full_lanes(isa, type)
  if not isa.bits then return 1 end
  return isa.bits // expr.width(stored_as(type))
end

-- What the ISA's file says of registers of this type: the block, or the part of it for smaller registers.
local function storage_of(isa, type, lanes)
  type = stored_as(type)
  local is_mask = type:sub(1, 1) == "m"
  local lane = isa.lanes[is_mask and "i" .. expr.width(type) or type]
  if not lane then return nil end
  local full = full_lanes(isa, type)
  if is_mask or lanes >= full then return lane, lane end
  return lane.part[lanes * expr.width(type) // 8], lane
end

local function register_type(isa, type, lanes)
  if type == "count" then return "int" end
  local storage, lane = storage_of(isa, type, lanes)
  if type:sub(1, 1) == "m" then return (lane.mask:gsub("%$l", tostring(math.max(lanes, 8)))) end
  return storage and storage.reg
end

-- Fills a spelling in. $1 … operands, other letters from `values`.
local function fill(text, operands, values)
  return (text:gsub("%$(%w)", function(key)
    local value = tonumber(key) and operands[tonumber(key)] or values and values[key]
    if not value then error("a spelling asks for $" .. key .. ": " .. text, 0) end
    return (tostring(value))
  end))
end

-- A constant as a C literal of the lane type, or of the signed type of its width.
local function literal(node, as_signed)
  local dtype = declare.dtypes[node.type]
  if not dtype then return tostring(node.value) end
  local v = node.value
  if as_signed and dtype.class ~= "float" then dtype = declare.dtypes["i" .. dtype.bits] end
  if dtype.class == "float" then
    local number = dtype.bits == 32 and string.unpack("<f", string.pack("<I4", v)) or string.unpack("<d", string.pack("<i8", v))
    local text = ("%.17g"):format(number)
    for digits = 1, 17 do -- the shortest text that reads back as the same value
      local short = ("%%.%dg"):format(digits):format(number)
      local back = dtype.bits == 32 and string.unpack("<f", string.pack("<f", tonumber(short))) or tonumber(short)
      if back == number then text = short break end
    end
    if not text:find("[.e]") then text = text .. ".0" end
    return dtype.bits == 32 and text .. "f" or text
  end
  if dtype.class == "int" then
    if dtype.bits < 64 and v >= 1 << (dtype.bits - 1) then v = v - (1 << dtype.bits) end
    if v == math.mininteger then return "INT64_MIN" end
    if dtype.bits == 32 and v == -(1 << 31) then return "INT32_MIN" end
    local text = math.abs(v) < 1024 and ("%d"):format(v) or ("%s0x%x"):format(v < 0 and "-" or "", math.abs(v))
    return dtype.bits == 64 and "INT64_C(" .. text .. ")" or text
  end
  local text = (v >= 0 and v < 1024) and ("%d"):format(v) or ("0x%x"):format(v)
  return dtype.bits == 64 and "UINT64_C(" .. text .. ")" or text .. "u"
end

-- scope: the expression's; lanes: elements a step; names: already taken
function Emitter.new(isa, scope, lanes, options)
  return setmetatable({
    isa = isa, scope = scope, lanes = lanes, helpers = options.helpers,
    memory = options.memory, names = options.names or {}, row = {}, lines = {}, memo = {}, shared = {}, suffix = "",
    at = "i", instructions = 0, weighted = 0, prepared = 0,
  }, Emitter)
end

-- A name that no other value of this function has: base, base_b, base_c, …
function Emitter:unique(base)
  local used = (self.names[base] or 0) + 1
  self.names[base] = used
  return used == 1 and base or base .. "_" .. (used <= 26 and string.char(96 + used) or used)
end

function Emitter:count(node) return self.lanes * node.ratio end

function Emitter:natural(node)
  return math.tointeger(math.min(full_lanes(self.isa, node.type), self:count(node)))
end

-- How a word node can be had in registers of `lanes` lanes: the form, and the lanes of its operands; or nil.
function Emitter:form(node, lanes)
  local how = lower.resolve(self.isa, node)
  if node.word.name == "bits" then
    return "one", math.tointeger(lanes * expr.width(node.type) / expr.width(stored_as(node.args[1].type)))
  elseif node.word.lanes then
    return "one", math.tointeger(lanes / node.word.lanes)
  end
  local text = how.spelled
  if type(text) == "table" then
    local from = expr.width(stored_as(node.args[1].type))
    local to = expr.width(node.type)
    if to > from and not self:fills(node.type, lanes) then return nil end
    if text.one and self:can_all(node, lanes) then return "one", lanes end
    if lanes < full_lanes(self.isa, node.type) then return nil end -- the other forms fill a register
    if text.lo and to > from and self:can_all(node, lanes * 2) then return "lo", lanes * 2 end
    if text.pair and to < from and self:can_all(node, lanes // 2) then return "pair", lanes // 2 end
    return nil
  end
  if self:fills(node.type, lanes) then return "one", lanes end
end

-- Whether registers of that many lanes are of the type that the ISA's words work on.
function Emitter:fills(type, lanes)
  local whole = full_lanes(self.isa, type)
  if lanes >= whole then return true end
  if type:find("^m") and not storage_of(self.isa, type, lanes).mask:find("%$l") then type = "i" .. expr.width(type) end
  return register_type(self.isa, type, lanes) == register_type(self.isa, type, whole)
end

function Emitter:can_all(node, lanes)
  for _, arg in ipairs(node.args) do
    if expr.is_node(arg) and not self:can(arg, lanes) then return false end
  end
  return true
end

-- Whether the value can be had in registers of that many lanes.
function Emitter:can(node, lanes)
  if node.type == "count" then return true end
  if node.held then return self:fills(node.type, lanes) end
  if lanes < 1 or lanes > self:natural(node) then return false end
  if node.leaf then
    if not self.memory then return lanes == self:natural(node) end
    local storage = storage_of(self.isa, node.type, lanes)
    return storage ~= nil and storage.load ~= nil
  end
  local form, below = self:form(node, lanes)
  return form ~= nil and self:can_all(node, below)
end

function Emitter:say(type, name, value, where)
  table.insert(where or self.lines, ("const %s %s = %s;"):format(type, name, value))
end

function Emitter:spend(text, weight)
  local instructions = lower.instructions(self.isa, text)
  self.instructions = self.instructions + instructions
  self.weighted = self.weighted + instructions * (weight or 1)
end

-- ---- Held values: computed in plain C once a row, splatted where a register is wanted ----

function Emitter:held_value(node)
  if node.value then return literal(node) end
  if not self.memory then return node.name end
  if self.shared[node] then return self.shared[node] end
  self.held_scope = self.held_scope or expr.new_scope(self.scope.where)
  local root = expr.unheld(node, self.held_scope)
  self.held_emitter = self.held_emitter or setmetatable({
    isa = declare.plain, scope = self.held_scope, lanes = 1, lines = self.row, memo = {}, shared = {},
    all_at_once = true, suffix = "", instructions = 0, weighted = 0, memory = { load = function(leaf)
      local pointer = self.memory.pointer(leaf)
      if leaf.type == "count" then return ("(int)bl_load_u32(%s)"):format(pointer) end
      return fill(declare.plain.lanes[stored_as(leaf.type)].load, {}, { p = pointer, a = pointer, i = "0" })
    end },
  }, { __index = self })
  local inner = self.held_emitter
  local legal = expr.in_scope(self.held_scope, lower.legalise, declare.plain, root, true)
  local value = inner:registers(legal, 1)[1]
  self.prepared = inner.weighted
  self.shared[node] = value
  return value
end

function Emitter:held_register(node)
  local key = "splat" .. node.id
  if self.shared[key] then return self.shared[key] end
  local isa, value = self.isa, nil
  if not isa.bits then
    return self:held_value(node)
  elseif node.type:sub(1, 1) == "m" then
    local T = "i" .. expr.width(node.type)
    local lanes = expr.in_scope(self.scope, expr.apply, declare.words.lanes_from_mask, T, node)
    local masks = isa.lanes[T].words.mask_from_lanes
    value = fill(masks.text, { self:held_register(lanes) })
  else
    local type = stored_as(node.type)
    local lane = isa.lanes[isa.lanes[type].splat and type or "u" .. expr.width(type)] -- f16 and bf16 are bits here
    if node.value == 0 and lane.zero then
      value = lane.zero
    elseif node.value and lane.constant then
      value = fill(lane.constant, { literal(node, true) })
    else
      value = fill(lane.splat, { self:held_value(node) })
    end
  end
  if node.value then
    self.shared[key] = value
    return value
  end
  local name = self:unique((node.name and self.register_name(node) or node.word.result) .. "_all")
  self:say(register_type(isa, node.type, full_lanes(isa, node.type)), name, value, self.row)
  self.shared[key] = name
  return name
end

-- The C name that an operand's registers get: x, y, z in the operands' order.
function Emitter.register_name(leaf)
  return ({ "x", "y", "z" })[leaf.leaf]
end

-- ---- Registers ----

-- Names for `many` registers of a node.
function Emitter:name_registers(node, many)
  local base = self:unique(node.leaf and self.register_name(node) or node.word.result)
  local names = {}
  for i = 1, many do names[i] = base .. (many > 1 and tostring(i - 1) or "") .. self.suffix end
  return names
end

-- The value in registers of `lanes` lanes: a list of C names, in memory order. Emits what is not there yet.
function Emitter:registers(node, lanes)
  local key = node.id .. ":" .. lanes
  if self.memo[key] then return self.memo[key] end
  local many = math.tointeger(self:count(node) // lanes)
  local names
  if node.held and not self.all_at_once or node.value then
    local name = node.type == "count" and self:held_value(node) or self:held_register(node)
    names = {}
    for i = 1, many do names[i] = name end
  elseif node.leaf then
    names = self:load(node, lanes, many)
  else
    names = self:compute(node, lanes, many)
  end
  self.memo[key] = names
  return names
end

function Emitter:load(node, lanes, many)
  if not self.memory then return { node.name } end
  local names = self:name_registers(node, many)
  local type = register_type(self.isa, node.type, lanes)
  for i = 1, many do
    if self.memory.load then
      self:say(type, names[i], self.memory.load(node))
    else
      local storage = storage_of(self.isa, node.type, lanes)
      local text = self.tail and storage.load_first or storage.load
      self:spend(text)
      self:say(type, names[i], fill(text, {}, self:place(node, lanes, i)))
    end
  end
  return names
end

-- What a load or store is told: the address of register i of the step, and its part of the tail mask.
function Emitter:place(node, lanes, i)
  local before = (i - 1) * lanes
  local index = before > 0 and ("%s + %d"):format(self.at, before) or self.at
  local p = ("%s + %s"):format(self.memory.pointer(node), index)
  local k
  if self.tail then
    local mask = fill(self.isa.lanes.i8.mask, {}, { l = math.max(8, lanes) })
    k = before > 0 and ("(%s)(%s >> %d)"):format(mask, self.tail, before) or ("(%s)%s"):format(mask, self.tail)
  end
  return { p = p, a = self.memory.pointer(node), i = index, k = k, l = lanes }
end

function Emitter:compute(node, lanes, many)
  local form, below = self:form(node, lanes)
  local how = lower.resolve(self.isa, node)
  local helper = not how.spelled and self.helpers:get(self.isa, node)
  local given = {}
  for j, arg in ipairs(node.args) do
    if not helper or helper.uses[j] then given[j] = expr.is_node(arg) and self:registers(arg, below) or arg end
  end
  local function operands(i)
    local list = {}
    for j = 1, #node.args do
      list[j] = type(given[j]) == "table" and (given[j][i] or given[j][1]) or given[j]
    end
    return list
  end
  local text = how.spelled
  if node.word.name == "bits" then text = self:reinterpretation(node) end
  if text == "$1" then return given[1] end

  local names = self:name_registers(node, many)
  local type_of = register_type(self.isa, node.type, lanes)
  local values = { l = lanes }
  for i = 1, many do
    local value
    if helper then
      value = self:call(helper, operands(i))
    else
      local chosen = text
      if type(text) == "table" then
        chosen = form == "lo" and (i % 2 == 1 and text.lo or text.hi) or text[form]
      end
      self:spend(chosen, node.word.weight)
      if form == "lo" then
        value = fill(chosen, operands((i + 1) // 2), values)
      elseif form == "pair" then
        value = fill(chosen, { given[1][2 * i - 1], given[1][2 * i] }, values)
      else
        value = fill(chosen, operands(i), values)
      end
    end
    self:say(type_of, names[i], value)
  end
  return names
end

-- The C call of a helper, whose costs are added to this function's.
function Emitter:call(helper, operands)
  self.instructions = self.instructions + helper.instructions
  self.weighted = self.weighted + helper.weighted
  self.promoted = self.promoted or helper.promoted
  self.expanded = true
  local used = {}
  for j in ipairs(helper.node.args) do
    if helper.uses[j] then used[#used + 1] = operands[j] end
  end
  return ("%s(%s)"):format(helper.name, table.concat(used, ", "))
end

-- How the ISA reads a register's bits as another type: by the `bits` spelling of the result's block, which is a string
-- (a cast, where $f is the operand's suffix), or nothing to do.
function Emitter:reinterpretation(node)
  local from, to = stored_as(node.args[1].type), stored_as(node.type)
  if register_type(self.isa, from, 1 << 20) == register_type(self.isa, to, 1 << 20) then return "$1" end
  local text = self.isa.lanes[to].words.bits.text
  return (text:gsub("%$f", self.isa.lanes[from].suffix))
end

-- The lanes of the largest registers that the result can be had in and stored from; nil where there are none.
function Emitter:store_lanes(root)
  if not self.isa.lanes[stored_as(root.type)] then return nil end
  local lanes = self:natural(root)
  while lanes >= 1 do
    local storage = storage_of(self.isa, root.type, lanes)
    if storage and storage.store and self:can(root, lanes) then return lanes end
    lanes = lanes // 2
  end
end

-- Emits what the result needs; returns the lines that store it: past the caches, if `streams` says so; nil where the ISA
-- has no such stores.
function Emitter:stores(root, streams)
  local lanes = self:store_lanes(root)
  local names = self:registers(root, lanes)
  local lines = {}
  for i, name in ipairs(names) do
    local storage = storage_of(self.isa, root.type, lanes)
    local text = streams and storage.stream or self.tail and storage.store_first or storage.store
    if streams and not storage.stream then return nil end
    self:spend(text)
    lines[i] = fill(text, { name }, self:place({ leaf = 0 }, lanes, i)) .. ";"
  end
  return lines
end

-- Another pass over the same expression (the last vector, the tail): new registers, the same held values.
function Emitter:again(suffix, at, tail)
  self.lines, self.memo = {}, {}
  self.suffix, self.at, self.tail = suffix, at, tail
  self.instructions, self.weighted = 0, 0
  self.names = setmetatable({}, { __index = self.row_names })
end

-- Held values are emitted before any pass, so that their names are taken in every one. A trial pass tells which.
function Emitter:prepare(root)
  local trial = Emitter.new(self.isa, self.scope, self.lanes, { helpers = self.helpers, memory = self.memory })
  local wanted = {}
  function trial.held_register(_, node) wanted[#wanted + 1] = node return node.value and "0" or "held" end
  function trial.held_value(_, node) wanted[#wanted + 1] = node return "0" end
  trial:stores(root)
  for _, node in ipairs(wanted) do
    if node.type == "count" then self:held_value(node) elseif not node.value then self:held_register(node) end
  end
  self.row_names = self.names
end

return { new = Emitter.new, full_lanes = full_lanes, register_type = register_type, stored_as = stored_as }
