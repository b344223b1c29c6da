-- The blocks of an instruction set's file: spellings of words, registers and memory for some lane types. Checks them,
-- and returns the spellings for one type's lanes. Every error names the spelling's line.

local declare = require "reading.declare"
local lists = require "lists"
local complain, asks = declare.complain, declare.kinds.asks

local blocks = {}

-- `lanes { f32 = "ps" } { add = "…" }` gives each lane type its suffix ($e) and spells words for all of them. A word
-- with $h or $w is spelled only for types whose half or double width has a suffix too. Keys that are not words describe
-- registers and memory.
function blocks.lanes(suffixes)
  local where = host.where(1)
  return function(block)
    if type(suffixes) ~= "table" or type(block) ~= "table" then
      complain(where, "a block must be lanes { type = suffix, … } { … }")
    end
    return { suffixes = suffixes, block = block, where = where }
  end
end

-- The line of a key in the block; the block's first line if the key is not found.
function blocks.place(given, key)
  local name = tostring(key):gsub("%p", "%%%0")
  local path, first = given.where:match("^(.*):(%d+)$")
  local line = 0
  for text in host.read(path):gmatch("([^\n]*)\n") do
    line = line + 1
    if line > tonumber(first) and text:find("^%s*lanes%f[^%w_]") then break end
    if line >= tonumber(first) and text:find("%f[%w_]" .. name .. "%s*=") then return path .. ":" .. line end
  end
  return given.where
end

-- A type's suffixes in the block: its own ($e), and those of the types of its class with half ($h) and twice ($w) the
-- width.
local function suffixes_of(given, name)
  local dtype, of, own = declare.dtypes[name], given.suffixes_of or {}, nil
  local function suffix(bits) return given.suffixes[declare.type_of(dtype.class, bits)] end
  own = of[name] or { e = given.suffixes[name], h = suffix(dtype.bits // 2), w = suffix(dtype.bits * 2) }
  given.suffixes_of, of[name] = of, own
  return own
end

-- A spelling, or a table of spellings, with a type's suffixes; nil if one of them is missing.
local function with_suffixes(given, name, value)
  if type(value) == "string" then
    if not value:find("$", 1, true) then return value end
    local text = value:gsub("%$([ehw])", suffixes_of(given, name))
    return not text:find("%$[hw]") and text or nil
  end
  if type(value) ~= "table" then return value end
  local filled = {}
  for key, text in pairs(value) do
    filled[key] = with_suffixes(given, name, text)
    if filled[key] == nil then return nil end
  end
  return filled
end

-- Raises an error unless a spelling uses all mandatory values, and no values other than those that it gets.
local function check_text(given, key, text, asked_for, operands)
  local must, has, asked = lists.words(asked_for[1]), lists.set(lists.words(asked_for[2] .. " e h w")), {}
  local function refuse(format, name)
    complain(blocks.place(given, key), "isa '%s': '%s' " .. format .. ": %s", given.isa.name, key, name, text)
  end
  for i = 1, operands do must[#must + 1] = tostring(i) end
  has.k = has.k and given.isa.scale ~= nil
  for _, name in ipairs(must) do has[name] = true end
  for name in text:gmatch("%$(%w?)") do
    asked[name] = true
    if not has[name] then refuse("uses $%s, which has no value here", name) end
  end
  for _, name in ipairs(must) do
    if not asked[name] then refuse("does not use $%s", name) end
  end
end

local no_texts = lists.set { "cost", "wraps", "named" }

-- A word's spelling, or its forms. The widths of its operand and its result determine how many registers of each a
-- form has.
local function check_word(given, word, value)
  local key, forms = word.name, type(value) == "string" and { value } or value
  local what = ("isa '%s', word '%s'"):format(given.isa.name, key)
  local function place() return blocks.place(given, key) end
  local function need(holds, format, ...)
    if not holds then complain(place(), what .. format, ...) end
  end
  local at = lists.map(word.types, function(name)
    return given.suffixes[name] and with_suffixes(given, name, value) ~= nil and name or nil
  end)
  need(#at > 0, " exists for none of these lanes, or uses a suffix that they lack")
  if type(forms) == "function" then return end
  need(type(forms) == "table", " must be a spelling, its forms or a function, not a %s", type(forms))
  declare.check(forms, "forms", what, place)
  local is_in_forms = forms.one or forms.lo or forms.pair or forms.parts
  need(forms[1] or is_in_forms, " has no spelling")
  need(not (forms[1] and is_in_forms), " is spelled both plainly and in forms")
  need(not forms.parts or not forms.pair, " is spelled both as 'pair' and in 'parts'")
  need(not forms.parts or given.isa.order, ": 'parts' needs the isa's 'order'")
  need(not forms.lo == not forms.hi, ": 'lo' needs 'hi', and 'hi' needs 'lo'")
  for _, name in ipairs(at) do
    local function bits(signature) return declare.types[declare.meant(signature, name)].bits end
    local from, to = bits(word.takes[1] == "A" and word.gives or word.takes[1]), bits(word.gives)
    need(not forms.lo or to > from, ": only words that widen have 'lo' and 'hi'; at %s it does not widen", name)
    need(not forms.fraction or forms.one and to ~= from,
      ": 'fraction' needs 'one' and a word that widens or narrows")
    for _, form in ipairs { "pair", "parts" } do
      need(not forms[form] or to < from, ": only words that narrow have '%s'; at %s it does not narrow", form, name)
    end
  end
  for _, form in ipairs(lists.keys(forms)) do
    local asked_for = asks[form == 1 and key or form] or asks.word
    if not no_texts[form] then check_text(given, key, forms[form], asked_for, #word.takes) end
  end
end

-- The spellings of registers and memory in a block, or in a fraction.
local function check_storage(given, storage, kind, what)
  declare.check(storage, kind, what, function(key) return blocks.place(given, key) end)
  for _, key in ipairs(lists.keys(storage)) do
    if asks[key] and declare.kinds[kind][key] ~= "word" then check_text(given, key, storage[key], asks[key], 0) end
  end
end

-- A block of an ISA's file.
function blocks.check(isa, given)
  local what, whole = "isa '" .. isa.name .. "'", (isa.bits or 0) // 8
  given.isa = isa
  for _, name in ipairs(lists.keys(given.suffixes)) do
    local suffix, is_known = given.suffixes[name], type(name) == "string" and declare.dtypes[name]
    if not is_known then complain(given.where, "%s: unknown dtype '%s'", what, tostring(name)) end
    if type(suffix) ~= "string" then
      complain(given.where, "%s: the suffix of '%s' is a %s", what, name, type(suffix))
    end
  end
  check_storage(given, given.block, "block", what)
  for _, bytes in ipairs(lists.keys(given.block.fraction or {})) do
    local fraction, of = given.block.fraction[bytes], ("%s, fraction [%s]"):format(what, tostring(bytes))
    check_storage(given, fraction, "fraction", of)
    if math.type(bytes) ~= "integer" or bytes < 1 or whole % bytes ~= 0 then -- whole is a power of two
      complain(given.where, "%s: must be a half, a quarter, … of its %d bytes", of, whole)
    end
  end
  for _, name in ipairs(lists.keys(given.block.bitwise or {})) do
    local word, text = declare.words[name], given.block.bitwise[name]
    if not (word and type(text) == "string") then
      complain(blocks.place(given, name), "%s, bitwise: '%s' is not a word with a plain spelling", what, tostring(name))
    end
    check_text(given, name, text, asks.word, #word.takes)
  end
  for _, word in ipairs(declare.words) do
    if given.block[word.name] ~= nil then check_word(given, word, given.block[word.name]) end
  end
end

-- Adds a block's spellings for one type's lanes.
function blocks.read_lane(lane, name, given)
  for key, value in pairs(given.block) do
    local spelling, word = with_suffixes(given, name, value), declare.words[key]
    lane.given[key] = spelling ~= nil and given or lane.given[key]
    if word and word.has[name] and spelling ~= nil then
      local forms = type(spelling) == "table" and spelling or { spelling }
      if forms.parts then forms.pair = given.isa.order[1]:gsub("%$1", function() return forms.parts end) end
      lane.words[key] = { text = forms[1] or forms, where = given.where, cost = forms.cost, wraps = forms.wraps }
    elseif key == "fraction" then
      for bytes, fraction in pairs(spelling or {}) do
        lane.fraction[bytes] = lane.fraction[bytes] or {}
        for part, text in pairs(fraction) do lane.fraction[bytes][part] = text end
      end
    elseif not word and spelling ~= nil then
      lane[key] = type(spelling) == "table" and setmetatable(spelling, { __index = lane[key] }) or spelling
    end
  end
  if given.block.reg then lane.suffix = given.suffixes[name] end
end

return blocks
