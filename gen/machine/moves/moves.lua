-- Moving elements: the file of an ISA's moves, which packing and streaming use. Elements are moved as unsigned integers
-- of their width. The shuffles are those that GCC and clang have for any vector; an ISA may also spell `permute`, with
-- indices in a register ($1 values, $2 indices). Elements whose width has no registers are moved in plain C.

local declare = require "reading.declare"
local lists = require "lists"
local template = require "template"

local moves = {
  longest_step = 8,    -- between elements that are gathered
  largest_square = 16, -- of elements, which are transposed in registers
}
local most_planes = 4     -- with shuffles for interleaving them
local least_scattered = 8 -- for a masked store, which skips the elements in between

-- The widths of elements for which the ISA has registers: the ways to move them, and the values for templates. An ISA
-- that names the widths that it `repeats` has no other moves; the ISA below serves these.
local function widths_of(isa)
  local is_all = not isa.repeats
  local widths = lists.map(declare.dtypes, function(dtype)
    local bits, lane = dtype.bits, isa.lanes[dtype.name]
    if dtype.class ~= "uint" or not lane then return nil end
    local lanes = isa.bits // bits
    local longest_scatter = isa.loop == "mask" and math.min(moves.longest_step, lanes // least_scattered) or 0
    return {
      isa = isa.name, attribute = isa.attribute, register_bits = isa.bits, lane = lane, bits = bits, lanes = lanes,
      width = "x" .. bits, element = dtype.c, vector = ("bl_x%d_%s"):format(bits, isa.name), last = lanes - 1,
      crosses_slowly = isa.bits > 256 and bits < 32, -- shuffles across registers
      longest_step = isa.steps or moves.longest_step, longest_scatter = longest_scatter,
      ["repeat"] = is_all or lists.set(isa.repeats)[bits], gather = is_all, transpose = is_all,
      scatter = is_all and longest_scatter > 1, least = is_all, four = 4 * lanes,
    }
  end)
  -- If the ISA has permutes, groups are repeated with the permute of the widest elements of which they consist.
  local permutes, widest = lists.any(widths, function(width) return width.lane.permute end), nil
  for _, width in ipairs(widths) do
    widest = (width.lane.permute or not permutes) and width or widest
    width["repeat"] = width["repeat"] and widest
  end
  return widths
end

-- ---- Shuffles ----

-- at(0), at(1), … as a list with commas.
local function numbers(count, at)
  local list = {}
  for i = 0, count - 1 do list[i + 1] = at(i) end
  return table.concat(list, ", ")
end

local function itself(i) return i end

-- A statement that sets `result` to lanes of a and b, by their numbers.
local function shuffle(result, a, b, lanes, at)
  return ("%s = __builtin_shufflevector(%s, %s, %s);"):format(result, a, b, numbers(lanes, at))
end

-- The lanes of the first (0) or second (1) half of each part of a vector, alternating with the lanes `other`
-- positions further.
local function in_turn(part, half, other)
  return function(i) return i // part * part + half * part // 2 + i % part // 2 + i % 2 * other end
end

local function vector_type(element, name, bits)
  return ("typedef %s %s __attribute__((vector_size(%d)));"):format(element, name, bits // 8)
end

-- For each number in a range, the function that function_of returns, if any, and the case of a switch that calls it;
-- $ in `call` is the end of its name.
local function by_number(width, from, to, call, function_of)
  local functions, cases = {}, {}
  for number = from, to do
    local own = call:gsub("%$", ("%d_%s_%s"):format(number, width.width, width.isa))
    local text = function_of(width, number)
    functions[#functions + 1] = text
    cases[#cases + 1] = text and ("case %d:\n    %s"):format(number, own)
  end
  return table.concat(functions, "\n\n"), cases
end

-- ---- Repeating ----

-- Repeats groups of any size, with permutes.
local function permuted(width)
  local lane, is_byte = width.lane, width.bits == 8 -- the products do not fit in bytes
  local counts = is_byte and "counts" or width.vector
  return template.fill("moves/permuted.c", {
    typedef = is_byte and vector_type("uint16_t", counts, width.lanes * 16) or "",
    counts = counts, count = is_byte and "uint16_t" or width.element,
    room = lane.load_parts and 128 // width.bits or width.lanes, register = lane.reg,
    numbers = numbers(width.lanes, itself),
    index = is_byte and ("__builtin_convertvector(number, %s)"):format(width.vector) or "number",
    load = (lane.load_parts or lane.load):gsub("%$p", "own"),
    permute = lane.permute:gsub("%$1", "values"):gsub("%$2", "(" .. lane.reg .. ")index"),
  }, width)
end

-- Makes 2, 4 and 8 copies of single values, with shuffles that are known when the C is generated.
local function interleaved(width)
  local function twice(result, half)
    return shuffle(result, "spread[k]", "spread[k]", width.lanes, in_turn(width.lanes, half, 0))
  end
  return template.fill("moves/interleave.c", {
    twice_low = twice("spread[2 * k]", 0), twice_high = twice("spread[2 * k + 1]", 1),
  }, width)
end

-- In registers longer than 128 bits, permutes across the whole register are as fast as other shuffles, for any number
-- of copies.
local function repeat_text(width)
  local lane, as, own = width.lane, width["repeat"], { before = "", by_shuffles = {} }
  if not lane.permute or lane.load_parts or width.register_bits == 128 then
    own.before, own.by_shuffles[1] = interleaved(width), template.fill("moves/interleaved.c", {}, width)
  end
  if lane.permute then table.insert(own.by_shuffles, permuted(width)) end
  if as ~= width then
    own.narrow, own.narrow_element, own.times = as.width, as.element, width.bits // as.bits
    return template.fill("moves/repeat_as.c", own, width)
  end
  own.splats = lane.permute and "group == 1" or ("group == 1 && copies >= %d"):format(width.lanes // 2)
  return template.fill("moves/repeat.c", own, width)
end

-- ---- Gathering and scattering ----

-- Lanes that are equal modulo the step form a class. The elements of each class in turn are consecutive in the result.

local function in_order(width, order)
  return shuffle("all", "all", "all", width.lanes, function(i) return order[i] end)
end

-- One load per class fills all lanes, beginning with class `first`. No load reads the element before the vector's own
-- elements, or the one after them. If `first` is lanes % step or more, no load reads past the last element.
local function loads(width, step, first)
  local lanes, statements, lane_of, count = width.lanes, {}, {}, 0
  for class = first, first + step - 1 do
    local own = class % step
    local function blended(i) return i % step == own and lanes + i or i end
    local from = ("own + %d"):format(count * step - own):gsub("%+ %-", "- "):gsub(" %+ 0", "")
    local to = class == first and "all" or "next"
    statements[#statements + 1] = ("BL_COPY(&%s, %s, sizeof %s);"):format(to, from, to)
    if class > first then statements[#statements + 1] = shuffle("all", "all", "next", lanes, blended) end
    for lane = own, lanes - 1, step do lane_of[count], count = lane, count + 1 end
  end
  statements[#statements + 1] = in_order(width, lane_of)
  return statements
end

local function gather_step(width, step)
  local last = width.lanes % step
  return template.fill("moves/step.c", {
    step = step, loads = loads(width, step, 0), last_loads = loads(width, step, last),
    least = last == 0 and width.lanes or width.lanes + 1,
  }, width)
end

-- The inverse: a masked store for each class.
local function scatter_step(width, step)
  local own, stores, element_of, count = width.lane, {}, {}, 0
  local mask_type = own.mask:gsub("%$l", width.lanes)
  for class = 0, step - 1 do
    local begins, mask = count * step - class, 0
    for lane = class, width.lanes - 1, step do
      element_of[lane], count, mask = count, count + 1, mask | 1 << lane
    end
    stores[#stores + 1] = own.store_first:gsub("%$(%w)", {
      p = "own + " .. begins, k = ("(%s)UINT64_C(0x%x)"):format(mask_type, mask), ["1"] = ("(%s)all"):format(own.reg),
    }) .. ";"
  end
  local order = in_order(width, element_of)
  return template.fill("moves/scatter_step.c", { step = step, stores = stores, order = order }, width)
end

local function switch_of(cases)
  return #cases > 0 and ("switch (step) {\n%s\ndefault:\n    break;\n}"):format(lists.lines(cases)) or ""
end

-- For steps of up to the number of lanes, at which a vector contains one needed element; steps below 3 take fewer
-- loads. Every second element of two vectors is the first of a pair or, at the end, the second, so that nothing is
-- read past the last one.
local function gather_text(width)
  local lanes = width.lanes
  local longest = math.min(width.longest_step, lanes // 2)
  local steps, cases = by_number(width, 3, longest, "return bl_step$(count, from, to);", gather_step)
  local function pairs_of(at) return shuffle("low", "low", "high", lanes, at) end
  return template.fill("moves/width.c", {
    steps = steps, by_steps = switch_of(cases),
    backward = shuffle("low", "low", "low", lanes, function(i) return lanes - 1 - i end),
    even = pairs_of(function(i) return 2 * i end), odd = pairs_of(function(i) return 2 * i + 1 end),
    even_backward = pairs_of(function(i) return 2 * (lanes - 1 - i) end),
    odd_backward = pairs_of(function(i) return 2 * (lanes - i) - 1 end),
  }, width)
end

local function scatter_text(width)
  local call = "return bl_scatter$(count, from, to);"
  local steps, cases = by_number(width, 2, width.longest_scatter, call, scatter_step)
  return template.fill("moves/scatter.c", { steps = steps, by_steps = switch_of(cases) }, width)
end

-- ---- Transposing ----

-- Interleaves planes; nil if no shuffles do so quickly. The array `woven` contains the planes, then the values
-- computed from them. With 2 or 4 planes, the first half is interleaved with the second, once or twice; with 3, each
-- plane is first permuted so that its elements are in the lanes of the results.
local function weave_text(width, count)
  local lanes, statements, is_even, first = width.lanes, {}, count % 2 == 0, 0
  if is_even and width.crosses_slowly or not is_even and width.longest_step < 3 then return nil end
  local function add(to, a, b, at)
    local function name(i) return ("woven[%d]"):format(i) end
    statements[#statements + 1] = shuffle(name(to), name(a), name(b), lanes, at)
  end
  while is_even and 1 << first // count < count do
    for k = 0, count - 1 do
      add(first + count + k, first + k // 2, first + (k + count) // 2, in_turn(lanes, k % 2, lanes))
    end
    first = first + count
  end
  if not is_even then
    local inverse = 1
    while inverse * count % lanes ~= 1 do inverse = inverse + 1 end
    for plane = 0, count - 1 do
      add(plane, plane, plane, function(i) return (i - plane) * inverse % lanes end)
    end
    first = count
    for k = 0, count - 1 do
      for plane = 1, count - 1 do
        local function blended(i) return (k * lanes + i) % count == plane and lanes + i or i end
        add(first + k, plane == 1 and 0 or first + k, plane, blended)
      end
    end
  end
  for k = 0, count - 1 do
    local place = ("%d * at + %d"):format(count, k * lanes)
    statements[#statements + 1] = ("BL_COPY(to + %s, &woven[%d], sizeof woven[0]);"):format(place, first + k)
  end
  return template.fill("moves/weave.c", { planes = count, used = first + count, statements = statements }, width)
end

-- Transposes fewer rows than a square has.
local function weaves_text(width)
  local call = "bl_weave$(cols, from, from_row, to);\n    return 1;"
  local functions, calls = by_number(width, 2, most_planes, call, weave_text)
  return template.fill("moves/weaves.c", { functions = functions, calls = calls }, width)
end

-- A register contains a row of one square or of two, because short loads seldom cross a cache line and shuffles
-- within 128 bits are fast.
local function transpose_text(width)
  local is_long = width.register_bits > 256 and not width.crosses_slowly
  local row_bits = is_long and width.register_bits or 128
  local squares = is_long and 1 or math.min(width.register_bits, 256) // row_bits
  local side, square = row_bits // width.bits, ("bl_square_%s_%s"):format(width.width, width.isa)
  local tall, other = squares * side, ("rows[i + %d]"):format(side // 2)
  local types = vector_type(width.element, square, row_bits)
  local load_row = "BL_COPY(&rows[i], from + i * from_row, sizeof rows[i]);"
  if squares > 1 then
    types = types .. "\n" .. vector_type(width.element, square .. "s", squares * row_bits)
    local both = shuffle("rows[i]", "upper", "lower", tall, itself)
    load_row = template.fill("moves/two_squares.c", { square = square, side = side, both = both })
  end
  return weaves_text(width) .. "\n\n" .. template.fill("moves/transpose.c", {
    types = types, squares = squares > 1 and square .. "s" or square, load_row = load_row,
    side = side, half = side // 2, tall = tall,
    low = shuffle("woven[2 * i]", "rows[i]", other, tall, in_turn(side, 0, tall)),
    high = shuffle("woven[2 * i + 1]", "rows[i]", other, tall, in_turn(side, 1, tall)),
  }, width)
end

-- ---- Searching ----

-- Loops that compilers vectorise: each lane keeps the least element so far.
local function least_text(width) return template.fill("moves/least.c", {}, width) end

-- ---- The file ----

-- The members of bl_moves, in order: the name, result and parameters (without the element width) of the function for
-- any width; the arguments of its call for one width; and the function that generates the text for a width.
local ways = {
  { "repeat", "size_t", "size_t group, size_t copies, size_t count, const void *from, void *to",
    "group, copies, count, (const $element *)from, ($element *)to", repeat_text },
  { "gather", "int", "size_t count, const void *from, ptrdiff_t step, void *to",
    "count, (const $element *)from, step, ($element *)to", gather_text },
  { "scatter", "int", "size_t count, const void *from, void *to, ptrdiff_t step",
    "count, (const $element *)from, ($element *)to, step", scatter_text },
  { "transpose", "int", "size_t rows, size_t cols, const void *from, ptrdiff_t from_row, void *to, ptrdiff_t to_row",
    "rows, cols, (const $element *)from, from_row, ($element *)to, to_row", transpose_text },
  {
    "least", "size_t", "size_t count, const void *from, uint64_t *least", "count, (const $element *)from, least",
    least_text,
  },
}

local function is_had(widths, name) return lists.any(widths, function(width) return width[name] end) end

-- Calls the function for the element's width; for other widths it does nothing.
local function by_width(isa, widths, name, gives, takes, call)
  local own = lists.filter(widths, function(width) return width[name] end)
  local cases = lists.map(own, function(width, i)
    local label, arguments = i < 4 and "case " .. width.bits // 8 or "default", call:gsub("%$element", width.element)
    return ("%s:\n    return bl_%s_%s_%s(%s);"):format(label, name, width.width, isa.name, arguments)
  end)
  if #cases < 4 then cases[#cases + 1] = "default:\n    return 0;" end
  return template.fill("moves/by_width.c", {
    attribute = isa.attribute, isa = isa.name, name = name, gives = gives, takes = takes, cases = cases,
  })
end

local function width_text(width)
  local texts = lists.map(ways, function(way) return width[way[1]] and way[5](width) or nil end)
  if #texts == 0 then return nil end
  return ("/* ---- Elements of %d bits ---- */\n\n%s\n\n%s"):format(
    width.bits, vector_type(width.element, width.vector, width.register_bits), table.concat(texts, "\n\n"))
end

-- Whether the ISA's vectors contain several elements of every width, and their number is known when the C is generated.
function moves.has(isa)
  return isa.bits and isa.bits >= 128 and not isa.scale and is_had(widths_of(isa), "repeat")
end

function moves.file(isa)
  local widths = widths_of(isa)
  local own = lists.filter(ways, function(way) return is_had(widths, way[1]) end)
  local permutes = lists.any(widths, function(width) return width.lane.permute end)
  return template.fill("moves/file.c", {
    isa = isa.name, upper = isa.upper, title = isa.says, with = isa.with,
    divisor = permutes and template.fill("moves/divisor.c", { isa = isa.name }) or "",
    widths = lists.text(widths, "\n\n", width_text),
    by_width = lists.text(own, "\n\n", function(way) return by_width(isa, widths, table.unpack(way)) end),
    names = lists.commas(ways, function(way)
      return is_had(widths, way[1]) and ("bl_%s_%s"):format(way[1], isa.name) or "NULL"
    end),
  })
end

return moves
