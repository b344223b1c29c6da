-- Moving elements: what packing and streaming use of an ISA's vectors. The shuffles are GCC's and clang's own, for any
-- vector; what an ISA may spell besides is `permute`, with indices in a register ($1 values, $2 indices).

local declare = include "declare"
local lists = include "lists"
local template = include "template"

local moves = {}

local most_copies = 16 -- by permutes; a value repeated more often fills vectors of its own
moves.longest_step = 8 -- between elements that are gathered
moves.largest_square = 16 -- of elements, that are transposed in registers

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

-- A statement that sets `result` to lanes of a and b, by their numbers.
local function shuffle(result, a, b, list)
  return ("%s = __builtin_shufflevector(\n    %s, %s,\n    %s);"):format(result, a, b, template.wrap(list, 100, "\n    "))
end

-- The functions for longer steps, up to where a vector holds but one element that is wanted; and the cases of a switch.
-- A load for each lane modulo the step begins so many lanes before the next element that is wanted: they fill the vector,
-- and none reads past the element that follows the last one.
local function steps_texts(isa, dtype, lanes, given)
  local functions, calls = {}, {}
  for step = 3, math.min(isa.steps or moves.longest_step, lanes // 2) do
    local blends, from_lane, loaded = {}, {}, 0
    for first = 0, step - 1 do
      if first > 0 then
        blends[#blends + 1] = ("memcpy(&next, own + %d, sizeof next);"):format(loaded * step - first)
        blends[#blends + 1] = shuffle("all", "all", "next", numbers(lanes, function(i)
          return i % step == first and lanes + i or i
        end))
      end
      for lane = first, lanes - 1, step do from_lane[loaded], loaded = lane, loaded + 1 end
    end
    functions[#functions + 1] = template.fill("moves/step.c", {
      attribute = isa.attribute, isa = isa.name, width = given.width, element = dtype.c, vector = given.vector,
      step = step, lanes = lanes, blends = blends,
      order = shuffle("all", "all", "all", numbers(lanes, function(i) return from_lane[i] end)),
    })
    calls[#calls + 1] = ("case %d:\n    return bl_step%d_%s_%s(count, from, to);"):format(step, step, given.width, isa.name)
  end
  return table.concat(functions, "\n\n"), #calls > 0 and "switch (step) {\n" .. lists.lines(calls) .. "\ndefault:\n    break;\n}" or ""
end

local function width_text(isa, dtype)
  local lane, lanes = isa.lanes[dtype.name], isa.bits // dtype.bits
  local side = math.min(lanes, moves.largest_square)
  local half, name = side // 2, "x" .. dtype.bits
  local vector, interleave, by_shuffles = ("bl_%s_%s"):format(name, isa.name), "", nil
  if lane.permute then
    local counted = "((numbers + before) * inverse >> 10) + first"
    local wide = dtype.bits == 8 -- bytes do not hold the products; in 16 bits these do not pay where no vector is filled
    local counts = wide and "counts" or vector
    by_shuffles = template.fill("moves/permute.c", {
      most = most_copies .. (wide and " && count >= " .. lanes or ""), vector = vector, lanes = lanes,
      numbers = template.wrap(numbers(lanes, function(i) return i end), 128, "\n" .. (" "):rep(#"    const  numbers = {" + #counts)),
      counts = counts, count = wide and "uint16_t" or dtype.c, element = dtype.c,
      counting = wide and ("typedef uint16_t counts __attribute__((vector_size(%d)));"):format(isa.bits // 4) or "",
      index = wide and ("__builtin_convertvector(%s, %s)"):format(counted, vector) or counted,
      register = lane.reg, permute = lane.permute:gsub("%$1", "values"):gsub("%$2", "(" .. lane.reg .. ")index"),
      load = lane.load:gsub("%$p", ("from + i * %d"):format(lanes)),
    })
  else
    by_shuffles = template.fill("moves/interleaved.c", { width = name, isa = isa.name })
    interleave = template.fill("moves/interleave.c", {
      attribute = isa.attribute, width = name, isa = isa.name, element = dtype.c, vector = vector, lanes = lanes,
      twice_low = shuffle("spread[2 * k]", "spread[k]", "spread[k]", turns(lanes // 2, 0, 0)),
      twice_high = shuffle("spread[2 * k + 1]", "spread[k]", "spread[k]", turns(lanes // 2, lanes // 2, 0)),
    })
  end
  local steps, by_steps = steps_texts(isa, dtype, lanes, { width = name, vector = vector })
  return template.fill("moves/width.c", {
    steps = steps, by_steps = by_steps,
    bits = dtype.bits, width = name, isa = isa.name, element = dtype.c, vector = vector, attribute = isa.attribute,
    square = ("bl_square_%s_%s"):format(name, isa.name), vector_bytes = isa.bits // 8, square_bytes = side * dtype.bits // 8,
    lanes = lanes, last = lanes - 1, side = side, half = half, interleave = interleave, by_shuffles = by_shuffles,
    backward = shuffle("low", "low", "low", numbers(lanes, function(i) return lanes - 1 - i end)),
    even = shuffle("low", "low", "high", numbers(lanes, function(i) return 2 * i end)),
    odd_backward = shuffle("low", "low", "high", numbers(lanes, function(i) return 2 * (lanes - i) - 1 end)),
    low = shuffle("woven[2 * i]", "rows[i]", "rows[i + " .. half .. "]", turns(half, 0, side)),
    high = shuffle("woven[2 * i + 1]", "rows[i]", "rows[i + " .. half .. "]", turns(half, half, side)),
  })
end

-- The elements that the ISA moves, by their unsigned types: of all widths, or only of those that its file names, where what is
-- below it moves the others as well.
local function moved(isa)
  local own = isa.moves and lists.set(isa.moves)
  return lists.map(declare.dtypes, function(dtype)
    return dtype.class == "uint" and (not own or own[dtype.bits]) and dtype or nil
  end)
end

-- The cases of a switch by bytes: each width's own function; of other widths nothing is done.
local function cases(isa, call)
  local own = moved(isa)
  local text = lists.lines(own, function(dtype, i)
    return ("%s:\n    return bl_%s;"):format(
      i < 4 and "case " .. dtype.bits // 8 or "default", call:format(("x%d_%s"):format(dtype.bits, isa.name), dtype.c, dtype.c))
  end)
  return #own == 4 and text or text .. "\ndefault:\n    return 0;"
end

-- Whether the ISA's vectors hold several of every element, and how many is known when the C is woven.
function moves.has(isa) return isa.bits and isa.bits >= 128 and not isa.scale and #moved(isa) > 0 end

function moves.file(isa)
  return template.fill("moves/file.c", {
    isa = isa.name, title = isa.says, with = isa.with, attribute = isa.attribute,
    widths = lists.text(moved(isa), "\n\n", function(dtype) return width_text(isa, dtype) end),
    repeats = cases(isa, "repeat_%s(copies, count, (const %s *)from, (%s *)to)"),
    gathers = cases(isa, "gather_%s(count, (const %s *)from, step, (%s *)to)"),
    transposes = cases(isa, "transpose_%s(rows, cols, (const %s *)from, from_row, (%s *)to, to_row)"),
  })
end

return moves
