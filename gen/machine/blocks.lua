-- The blocks of an ISA's file: the spellings of words, registers and memory for some types of lanes, checked as they are
-- read. Every error names the file, and the line where the spelling stands.

local declare = include "declare"
local lists = include "lists"
local complain, asks = declare.complain, declare.kinds.asks

local blocks = {}

-- `lanes { f32 = "ps" } { add = "…" }` gives each lane type its suffix ($e) and spells words for all of them; a word with $h
-- or $w for those alone whose half or double has a suffix too. Keys that are not words describe registers and memory.
function blocks.lanes(suffixes)
  local where = host.where(1)
  return function(block)
    if type(suffixes) ~= "table" or type(block) ~= "table" then complain(where, "a block is lanes { type = suffix, … } { … }") end
    return { suffixes = suffixes, block = block, where = where }
  end
end

-- The line where a key of the block stands; the block's own where it is not found.
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

-- A spelling, or a table of spellings, with a type's suffixes; nil where it asks for one that the type has not.
local function with_suffixes(value, suffixes)
  if type(value) == "string" then
    local text = value:gsub("%$([ehw])", suffixes)
    return not text:find("%$[hw]") and text or nil
  end
  if type(value) ~= "table" then return value end
  local filled = {}
  for key, text in pairs(value) do
    filled[key] = with_suffixes(text, suffixes)
    if filled[key] == nil then return nil end
  end
  return filled
end

-- A type's suffixes in a block: its own ($e), and those of its class's types of half ($h) and twice ($w) the width.
local function suffixes_of(given, name)
  local dtype = declare.dtypes[name]
  local function suffix(bits) return given.suffixes[declare.type_of(dtype.class, bits)] end
  return { e = given.suffixes[name], h = suffix(dtype.bits // 2), w = suffix(dtype.bits * 2) }
end

-- What a block says of one type.
function blocks.of(given, name)
  local block, suffixes = {}, suffixes_of(given, name)
  for key, value in pairs(given.block) do block[key] = with_suffixes(value, suffixes) end
  return block
end

-- Raises an error unless a spelling asks for all that it must, and for nothing that it is not given.
local function check_text(isa, given, key, text, asked_for, operands)
  local must, may = lists.words(asked_for[1]), lists.words(asked_for[2] .. " e h w")
  for i = 1, operands or 0 do must[#must + 1] = tostring(i) end
  local has, asked = lists.set(may), {}
  has.k = has.k and isa.scale ~= nil
  for _, name in ipairs(must) do has[name] = true end
  for name in text:gmatch("%$(%w?)") do
    asked[name] = true
    if not has[name] then
      complain(blocks.place(given, key), "isa '%s': '%s' asks for $%s, which it is not given: %s", isa.name, key, name, text)
    end
  end
  for _, name in ipairs(must) do
    if not asked[name] then complain(blocks.place(given, key), "isa '%s': '%s' does not ask for $%s: %s", isa.name, key, name, text) end
  end
end

-- A word in several forms: how many registers of its operand and of its result stand beside each other follows from their widths.
local function check_forms(isa, given, word, forms, name)
  local function need(condition, format, ...)
    if not condition then complain(blocks.place(given, word.name), "isa '%s', word '%s'" .. format, isa.name, word.name, ...) end
  end
  need(forms[1] or forms.one or forms.lo or forms.pair, " is not spelled")
  need(not (forms[1] and (forms.one or forms.lo or forms.pair)), " is spelled both plainly and in forms")
  need(not forms.lo == not forms.hi, ": 'lo' and 'hi' go together")
  local function bits(signature) return declare.types[declare.meant(signature, name)].bits end
  local from, to = word.takes[1] == "A" and bits(word.gives) or bits(word.takes[1]), bits(word.gives)
  need(not forms.lo or to > from, ": 'lo' and 'hi' are of words that widen, which it does not at %s", name)
  need(not forms.fraction or forms.one and to > from, ": 'fraction' stands beside 'one', of words that widen")
  need(not forms.pair or to < from, ": 'pair' is of words that narrow, which it does not at %s", name)
end

local function check_word(isa, given, word, value)
  local key, is_form = word.name, type(value) == "table"
  local at = lists.map(declare.dtypes, function(dtype)
    local name = dtype.name
    return given.suffixes[name] and word.has[name] and with_suffixes(value, suffixes_of(given, name)) ~= nil and name or nil
  end)
  local what = ("isa '%s', word '%s'"):format(isa.name, key)
  if #at == 0 then complain(blocks.place(given, key), "%s exists for none of these lanes, or asks for a suffix that none has", what) end
  if type(value) == "function" then return end
  if not is_form and type(value) ~= "string" then
    complain(blocks.place(given, key), "%s must be a spelling, its forms or a function, not a %s", what, type(value))
  end
  local own = asks[key] or asks.word
  if not is_form then return check_text(isa, given, key, value, own, #word.takes) end
  declare.check(value, "forms", what, function() return blocks.place(given, key) end)
  for _, name in ipairs(at) do check_forms(isa, given, word, value, name) end
  for _, form in ipairs(lists.keys(value)) do
    if asks[form] then check_text(isa, given, key, value[form], asks[form])
    elseif form ~= "cost" then check_text(isa, given, key, value[form], asks.word, #word.takes) end
  end
end

-- Spellings of registers and memory; words: those that may stand beside them.
local function check_storage(isa, given, storage, kind, what, words)
  declare.check(storage, kind, what, function(key) return blocks.place(given, key) end, words)
  for _, key in ipairs(lists.keys(storage)) do
    if asks[key] then check_text(isa, given, key, storage[key], asks[key]) end
  end
end

local names
local function word_names()
  names = names or lists.map(declare.words, function(word) return word.name end)
  return names
end

function blocks.check(isa, given)
  local what, storage = "isa '" .. isa.name .. "'", {}
  for _, name in ipairs(lists.keys(given.suffixes)) do
    if type(name) ~= "string" or not declare.dtypes[name] then complain(given.where, "%s: unknown dtype '%s'", what, tostring(name)) end
    local suffix = given.suffixes[name]
    if type(suffix) ~= "string" then complain(given.where, "%s: the suffix of '%s' is a %s", what, name, type(suffix)) end
  end
  for key, value in pairs(given.block) do storage[key] = not declare.words[key] and value or nil end
  check_storage(isa, given, storage, "block", what, word_names())
  for _, bytes in ipairs(lists.keys(storage.fraction or {})) do
    local fraction, of = storage.fraction[bytes], ("%s, fraction [%s]"):format(what, tostring(bytes))
    check_storage(isa, given, fraction, "fraction", of)
    local halves = math.type(bytes) == "integer" and isa.bits // 8 or 0
    while halves > bytes do halves = halves // 2 end
    if halves ~= bytes then complain(given.where, "%s: not a half, a quarter, … of its %d bytes", of, isa.bits // 8) end
    if not fraction.lo ~= not fraction.hi then complain(given.where, "%s: 'lo' and 'hi' go together", of) end
  end
  for _, word in ipairs(declare.words) do
    if given.block[word.name] ~= nil then check_word(isa, given, word, given.block[word.name]) end
  end
end

-- Adds what a block says of one type's lanes.
function blocks.read_lane(lane, name, given)
  for key, spelling in pairs(blocks.of(given, name)) do
    lane.given[key] = given
    if key == "fraction" then
      for bytes, fraction in pairs(spelling) do
        lane.fraction[bytes] = lane.fraction[bytes] or {}
        for key_in_it, text in pairs(fraction) do lane.fraction[bytes][key_in_it] = text end
      end
    elseif not declare.words[key] then
      lane[key] = spelling
    elseif declare.words[key].has[name] then
      local group = type(spelling) == "table" and spelling or {}
      lane.words[key] = { text = group[1] or spelling, where = given.where, cost = group.cost }
    end
  end
  if given.block.reg then lane.suffix = given.suffixes[name] end
end

return blocks
