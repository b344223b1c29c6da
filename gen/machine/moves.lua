-- Moving elements: what packing and streaming use of an ISA's vectors. The shuffles are GCC's and clang's own, for any
-- vector; what an ISA may spell besides is `permute`, with indices in a register ($1 values, $2 indices). Elements for whose
-- width the ISA has no registers of the unsigned type are moved in plain C.

local declare = include "declare"
local lists = include "lists"
local template = include "template"

local moves = {}

moves.longest_step = 8 -- between elements that are gathered
local most_planes = 4 -- whose elements are woven
moves.largest_square = 16 -- of elements, that are transposed in registers

-- Whether shuffles of narrow elements across the ISA's registers are slow.
local function crosses_slowly(isa, dtype) return isa.bits > 256 and dtype.bits < 32 end

-- How the ISA transposes: the bits of a square's row, and of the registers that hold rows of one square or two. Short loads
-- seldom cross a cache line, and shuffles within 128 bits are quick.
local function square_bits(isa, dtype)
  if isa.bits > 256 and not crosses_slowly(isa, dtype) then return isa.bits, isa.bits end
  return 128, math.min(isa.bits, 256)
end

-- at(0), at(1), … as a list between commas.
local function numbers(count, at)
  local list = {}
  for i = 0, count - 1 do list[i + 1] = at(i) end
  return table.concat(list, ", ")
end

-- The first of two halves in turn with the second, which is `other` further; from a number on.
local function turns(half, from, other)
  return numbers(half * 2, function(i) return from + i // 2 + i % 2 * other end)
end

-- The same in each of several parts of a vector, and of another that has as many lanes.
local function turns_of_parts(parts, side, from)
  return numbers(parts * side, function(i) return i // side * side + from + i % side // 2 + i % 2 * parts * side end)
end

-- A statement that sets `result` to lanes of a and b, by their numbers.
local function shuffle(result, a, b, list)
  return ("%s = __builtin_shufflevector(\n    %s, %s,\n    %s);"):format(result, a, b, template.wrap(list, 100, "\n    "))
end

-- The unsigned types that the ISA has registers of.
local function widths(isa)
  return lists.map(declare.dtypes, function(dtype) return dtype.class == "uint" and isa.lanes[dtype.name] and dtype or nil end)
end

-- The unsigned type by whose permutes the ISA repeats elements of this one: the widest that these are groups of. Itself where
-- the ISA permutes nothing; nothing where it permutes only wider ones.
local function repeated_as(isa, dtype)
  local own, permutes
  for _, other in ipairs(widths(isa)) do
    if isa.lanes[other.name].permute then
      own, permutes = other.bits <= dtype.bits and other or own, true
    end
  end
  if permutes then return own end
  return dtype
end

-- Repeats of whatever groups, by permutes.
local function permuted(isa, dtype, lanes, given)
  local lane, wide = isa.lanes[dtype.name], dtype.bits == 8 -- bytes do not hold the products
  local counts = wide and "counts" or given.vector
  return template.fill("moves/permuted.c", {
    isa = isa.name,
    typedef = wide and ("typedef uint16_t counts __attribute__((vector_size(%d)));"):format(lanes * 2) or "",
    element = dtype.c, vector = given.vector, counts = counts, count = wide and "uint16_t" or dtype.c, lanes = lanes,
    room = lane.load_parts and 128 // dtype.bits or lanes, register = lane.reg,
    numbers = template.wrap(numbers(lanes, function(i) return i end), 128, "\n" .. (" "):rep(#"    const  numbers = {" + #counts)),
    index = wide and ("__builtin_convertvector(number, %s)"):format(given.vector) or "number",
    load = (lane.load_parts or lane.load):gsub("%$p", "own"),
    permute = lane.permute:gsub("%$1", "values"):gsub("%$2", "(" .. lane.reg .. ")index"),
  })
end

-- Of 2, 4 and 8 copies of single values, by shuffles that are known when the C is woven; and what these stand on.
local function interleaved(isa, dtype, lanes, given)
  return template.fill("moves/interleaved.c", { width = given.width, isa = isa.name }), template.fill("moves/interleave.c", {
    attribute = isa.attribute, width = given.width, isa = isa.name, element = dtype.c, vector = given.vector, lanes = lanes,
    twice_low = shuffle("spread[2 * k]", "spread[k]", "spread[k]", turns(lanes // 2, 0, 0)),
    twice_high = shuffle("spread[2 * k + 1]", "spread[k]", "spread[k]", turns(lanes // 2, lanes // 2, 0)),
  })
end

-- Permutes of a type's own lanes across registers longer than 128 bits are as quick as other shuffles for any copies.
local function repeat_text(isa, dtype, given)
  local lanes, lane, as = isa.bits // dtype.bits, isa.lanes[dtype.name], repeated_as(isa, dtype)
  local by_shuffles, before = "", ""
  if not lane.permute or lane.load_parts or isa.bits == 128 then by_shuffles, before = interleaved(isa, dtype, lanes, given) end
  if lane.permute then by_shuffles = by_shuffles .. "\n" .. permuted(isa, dtype, lanes, given) end
  local values = {
    before = before, by_shuffles = by_shuffles, attribute = isa.attribute, width = given.width, isa = isa.name, element = dtype.c,
  }
  if as ~= dtype then
    values.narrow, values.narrow_element, values.times = "x" .. as.bits, as.c, dtype.bits // as.bits
    return template.fill("moves/repeat_as.c", values)
  end
  values.lanes, values.vector = lanes, given.vector
  values.splats = lane.permute and "group == 1" or ("group == 1 && copies >= %d"):format(lanes // 2)
  return template.fill("moves/repeat.c", values)
end

-- The lanes of a vector by classes modulo a step, one class after the other: the lane of each element in this order; and
-- where a vector begins in memory, first lanes before the next element, if its elements of a class are the next ones.
local function classes(step, lanes)
  local lane_of, begins, count = {}, {}, 0
  for first = 0, step - 1 do
    begins[first] = count * step - first
    for lane = first, lanes - 1, step do lane_of[count], count = lane, count + 1 end
  end
  return lane_of, begins
end

-- The functions of steps from one to another, and a switch that calls them: f(step, lane_of, begins) fills a template.
local function by_steps(from, to, lanes, call, f)
  local functions, calls = {}, {}
  for step = from, to do
    functions[#functions + 1] = f(step, classes(step, lanes))
    calls[#calls + 1] = ("case %d:\n    return bl_%s;"):format(step, call:format(step))
  end
  return table.concat(functions, "\n\n"), #calls > 0 and "switch (step) {\n" .. lists.lines(calls) .. "\ndefault:\n    break;\n}" or ""
end

-- Steps from 3 on, up to where a vector holds but one element that is wanted: a load for each class fills all lanes, and
-- none reads past the element that follows the last one.
local function gather_steps(isa, dtype, lanes, given)
  local call = "step%d_" .. given.width .. "_" .. isa.name .. "(count, from, to)"
  return by_steps(3, math.min(isa.steps or moves.longest_step, lanes // 2), lanes, call, function(step, lane_of, begins)
    local blends = {}
    for first = 1, step - 1 do
      blends[#blends + 1] = ("BL_COPY(&next, own + %d, sizeof next);"):format(begins[first])
      blends[#blends + 1] = shuffle("all", "all", "next", numbers(lanes, function(i)
        return i % step == first and lanes + i or i
      end))
    end
    return template.fill("moves/step.c", {
      attribute = isa.attribute, isa = isa.name, width = given.width, element = dtype.c, vector = given.vector,
      step = step, lanes = lanes, blends = blends,
      order = shuffle("all", "all", "all", numbers(lanes, function(i) return lane_of[i] end)),
    })
  end)
end

-- The longest step that the ISA scatters by masked stores, as what lies between may not be written: none that writes fewer
-- than eight elements at once.
local function longest_scatter(isa, dtype)
  return isa.loop == "mask" and math.min(moves.longest_step, isa.bits // dtype.bits // 8) or 0
end

-- Gathering the other way round.
local function scatter_text(isa, dtype, given)
  local lane, lanes = isa.lanes[dtype.name], isa.bits // dtype.bits
  local call = "scatter%d_" .. given.width .. "_" .. isa.name .. "(count, from, to)"
  local steps, by = by_steps(2, longest_scatter(isa, dtype), lanes, call, function(step, lane_of, begins)
    local element_of, stores = {}, {}
    for i = 0, lanes - 1 do element_of[lane_of[i]] = i end
    for first = 0, step - 1 do
      local mask = 0
      for i = first, lanes - 1, step do mask = mask | 1 << i end
      stores[#stores + 1] = (lane.store_first:gsub("%$(%w)", {
        p = "own + " .. begins[first], k = ("(%s)UINT64_C(0x%x)"):format((lane.mask:gsub("%$l", lanes)), mask),
        ["1"] = ("(%s)all"):format(lane.reg),
      })) .. ";"
    end
    return template.fill("moves/scatter_step.c", {
      attribute = isa.attribute, isa = isa.name, width = given.width, element = dtype.c, vector = given.vector,
      step = step, lanes = lanes, stores = stores,
      order = shuffle("all", "all", "all", numbers(lanes, function(i) return element_of[i] end)),
    })
  end)
  return template.fill("moves/scatter.c", {
    steps = steps, by_steps = by, attribute = isa.attribute, isa = isa.name, width = given.width, element = dtype.c,
  })
end

-- Statements that weave planes, woven[p] of each p of a list: an element of each in turn. Results stand from woven[free] on;
-- returns where, and what is free then. Of an odd number of planes each has its elements brought into the lanes in which one
-- of the results wants them; an even number is two halves, woven first by themselves.
local function weave(planes, lanes, statements, free)
  local count, results = #planes, {}
  local function add(to, a, b, at)
    statements[#statements + 1] = shuffle(("woven[%d]"):format(to), ("woven[%d]"):format(a), ("woven[%d]"):format(b), numbers(lanes, at))
  end
  if count == 1 then return planes, free end
  if count % 2 == 0 then
    local halves = { {}, {} }
    for i, plane in ipairs(planes) do table.insert(halves[2 - i % 2], plane) end
    local even, odd
    even, free = weave(halves[1], lanes, statements, free)
    odd, free = weave(halves[2], lanes, statements, free)
    for k = 0, count - 1 do
      add(free + k, even[k // 2 + 1], odd[k // 2 + 1], function(i) return k % 2 * lanes // 2 + i // 2 + i % 2 * lanes end)
    end
  else
    local inverse = 1
    while inverse * count % lanes ~= 1 do inverse = inverse + 1 end
    for c, plane in ipairs(planes) do
      add(plane, plane, plane, function(i) return (i - c + 1) * inverse % lanes end)
    end
    for k = 0, count - 1 do
      for c = 2, count do
        add(free + k, c == 2 and planes[1] or free + k, planes[c], function(i)
          return (k * lanes + i) % count == c - 1 and lanes + i or i
        end)
      end
    end
  end
  for k = 0, count - 1 do results[k + 1] = free + k end
  return results, free + count
end

-- A few planes to elements of each in turn: a transpose of rows that are fewer than a square's.
local function weaves_text(isa, dtype, given)
  local lanes, functions, calls = isa.bits // dtype.bits, {}, {}
  for count = 2, most_planes do
    local shuffled = count % 2 == 0 and not crosses_slowly(isa, dtype)
    if shuffled or count % 2 == 1 and (isa.steps or moves.longest_step) > 2 then
      local planes, statements = {}, {}
      for i = 1, count do planes[i] = i - 1 end
      local results, used = weave(planes, lanes, statements, count)
      for k, result in ipairs(results) do
        statements[#statements + 1] = ("BL_COPY(to + %d * at + %d, &woven[%d], sizeof woven[0]);"):format(count, (k - 1) * lanes, result)
      end
      functions[#functions + 1] = template.fill("moves/weave.c", {
        attribute = isa.attribute, isa = isa.name, width = given.width, element = dtype.c, vector = given.vector,
        planes = count, used = used, lanes = lanes, statements = statements,
      })
      calls[#calls + 1] = ("case %d:\n    bl_weave%d_%s_%s(cols, from, from_row, to);\n    return 1;"):format(
        count, count, given.width, isa.name)
    end
  end
  return template.fill("moves/weaves.c", {
    functions = table.concat(functions, "\n\n"), attribute = isa.attribute, isa = isa.name, width = given.width,
    element = dtype.c, lanes = lanes, calls = calls,
  })
end

local function transpose_text(isa, dtype, given)
  local row_bits, register_bits = square_bits(isa, dtype)
  local side, square = row_bits // dtype.bits, ("bl_square_%s_%s"):format(given.width, isa.name)
  local squares, half = register_bits // row_bits, side // 2
  local types = ("typedef %s %s __attribute__((vector_size(%d)));"):format(dtype.c, square, row_bits // 8)
  local load_row = "BL_COPY(&rows[i], from + i * from_row, sizeof rows[i]);"
  local other = ("rows[i + %d]"):format(half)
  if squares > 1 then
    types = types .. ("\ntypedef %s %ss __attribute__((vector_size(%d)));"):format(dtype.c, square, register_bits // 8)
    load_row = template.fill("moves/two_squares.c", {
      square = square, side = side,
      both = shuffle("rows[i]", "upper", "lower", numbers(squares * side, function(i) return i end)),
    })
  end
  return weaves_text(isa, dtype, given) .. "\n\n" .. template.fill("moves/transpose.c", {
    width = given.width, isa = isa.name, element = dtype.c, attribute = isa.attribute, types = types,
    squares = squares > 1 and square .. "s" or square, side = side, half = half, tall = squares * side, load_row = load_row,
    low = shuffle("woven[2 * i]", "rows[i]", other, turns_of_parts(squares, side, 0)),
    high = shuffle("woven[2 * i + 1]", "rows[i]", other, turns_of_parts(squares, side, half)),
  })
end

local function others_text(isa, dtype, given)
  local lanes = isa.bits // dtype.bits
  local steps, switch = gather_steps(isa, dtype, lanes, given)
  return template.fill("moves/width.c", {
    steps = steps, by_steps = switch, width = given.width, isa = isa.name, element = dtype.c, vector = given.vector,
    attribute = isa.attribute, lanes = lanes, last = lanes - 1,
    backward = shuffle("low", "low", "low", numbers(lanes, function(i) return lanes - 1 - i end)),
    even = shuffle("low", "low", "high", numbers(lanes, function(i) return 2 * i end)),
    odd_backward = shuffle("low", "low", "high", numbers(lanes, function(i) return 2 * (lanes - i) - 1 end)),
  }) .. (longest_scatter(isa, dtype) > 1 and "\n\n" .. scatter_text(isa, dtype, given) or "") .. "\n\n" .. transpose_text(isa, dtype, given)
end

-- The elements that the ISA moves, by their unsigned types; those that it repeats, perhaps only of the widths that its file
-- names, where what is below it does all else.
local function moved(isa) return isa.repeats and {} or widths(isa) end
local function repeated(isa)
  local own = isa.repeats and lists.set(isa.repeats)
  return lists.map(widths(isa), function(dtype) return (not own or own[dtype.bits]) and repeated_as(isa, dtype) and dtype or nil end)
end

local function width_text(isa, dtype)
  local given = { width = "x" .. dtype.bits, vector = ("bl_x%d_%s"):format(dtype.bits, isa.name) }
  local function is_in(list) return lists.any(list, function(other) return other == dtype end) end
  local texts = { is_in(repeated(isa)) and repeat_text(isa, dtype, given) or nil }
  if is_in(moved(isa)) then texts[#texts + 1] = others_text(isa, dtype, given) end
  if #texts == 0 then return nil end
  return ("/* ---- Elements of %d bits ---- */\n\ntypedef %s %s __attribute__((vector_size(%d)));\n\n"):format(
    dtype.bits, dtype.c, given.vector, isa.bits // 8) .. table.concat(texts, "\n\n")
end

-- The cases of a switch by bytes: each width's function; of other widths nothing is done.
local function cases(isa, own, call)
  local text = lists.lines(own, function(dtype, i)
    return ("%s:\n    return bl_%s;"):format(i < 4 and "case " .. dtype.bits // 8 or "default",
      (call:gsub("%$w", ("x%d_%s"):format(dtype.bits, isa.name)):gsub("%$t", dtype.c)))
  end)
  return #own == 4 and text or text .. "\ndefault:\n    return 0;"
end

-- Whether the ISA's vectors hold several of every element, and how many is known when the C is woven.
function moves.has(isa) return isa.bits and isa.bits >= 128 and not isa.scale and #repeated(isa) > 0 end

function moves.file(isa)
  local all = moved(isa)
  local scattered = lists.map(all, function(dtype) return longest_scatter(isa, dtype) > 1 and dtype or nil end)
  local permutes = lists.any(repeated(isa), function(dtype) return isa.lanes[repeated_as(isa, dtype).name].permute end)
  return template.fill("moves/file.c", {
    isa = isa.name, title = isa.says, with = isa.with, attribute = isa.attribute,
    divisor = permutes and template.fill("moves/divisor.c", { isa = isa.name }) or "",
    widths = lists.text(lists.map(widths(isa), function(dtype) return width_text(isa, dtype) end), "\n\n"),
    repeats = cases(isa, repeated(isa), "repeat_$w(group, copies, count, (const $t *)from, ($t *)to)"),
    others = #all == 0 and "" or template.fill("moves/others.c", {
      attribute = isa.attribute, isa = isa.name,
      gathers = cases(isa, all, "gather_$w(count, (const $t *)from, step, ($t *)to)"),
      scatters = #scattered > 0 and template.fill("moves/scatters.c", {
        attribute = isa.attribute, isa = isa.name, scatters = cases(isa, scattered, "scatter_$w(count, (const $t *)from, ($t *)to, step)"),
      }) or "",
      transposes = cases(isa, all, "transpose_$w(rows, cols, (const $t *)from, from_row, ($t *)to, to_row)"),
    }),
    functions = ("bl_repeat_%s, %s"):format(isa.name, #all == 0 and "NULL, NULL, NULL"
      or ("bl_gather_%s, %s, bl_transpose_%s"):format(isa.name, #scattered > 0 and "bl_scatter_" .. isa.name or "NULL", isa.name)),
  })
end

return moves
