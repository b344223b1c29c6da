-- Moving elements: what packing and streaming use of an ISA's vectors. The shuffles are GCC's and clang's own, for any
-- vector; what an ISA may spell besides is `permute`, with indices in a register ($1 values, $2 indices).

local declare = include "declare"
local template = include "template"

local moves = {}

local most_copies = 16 -- by permutes; a value repeated more often fills vectors of its own
local largest_square = 16

local function numbers(count, at)
  local list = {}
  for i = 0, count - 1 do list[i + 1] = at(i) end
  return table.concat(list, ", ")
end

-- A statement that sets `result` to lanes of a and b, by their numbers.
local function shuffle(result, a, b, list)
  return ("%s = __builtin_shufflevector(\n    %s, %s,\n    %s);"):format(result, a, b, template.wrap(list, 100, "\n    "))
end

local function width_text(isa, dtype)
  local lane = isa.lanes[dtype.name]
  local bytes, lanes = isa.bits // 8, isa.bits // dtype.bits
  local side = math.min(lanes, largest_square)
  local name = "x" .. dtype.bits
  local vector, square = ("bl_%s_%s"):format(name, isa.name), ("bl_square_%s_%s"):format(name, isa.name)
  local function turns(half) -- of two halves in turn
    return function(from, other) return numbers(half * 2, function(i) return from + i // 2 + i % 2 * other end) end
  end
  local half, of_square = turns(lanes // 2), turns(side // 2)
  local attribute, interleave, by_shuffles = isa.attribute, "", nil
  if lane.permute then
    by_shuffles = template.fill("moves_permute.c", {
      most = most_copies, vector = vector, element = dtype.c, lanes = lanes, numbers = numbers(lanes, function(i) return i end),
      register = lane.reg, permute = lane.permute:gsub("%$1", "values"):gsub("%$2", "(" .. lane.reg .. ")index"),
      load = lane.load:gsub("%$p", ("from + i * %d"):format(lanes)),
    })
  else
    by_shuffles = template.fill("moves_interleaved.c", { width = name, isa = isa.name })
    interleave = template.fill("moves_interleave.c", {
      attribute = attribute, width = name, isa = isa.name, element = dtype.c, vector = vector, lanes = lanes,
      twice_low = shuffle("spread[2 * k]", "spread[k]", "spread[k]", half(0, 0)),
      twice_high = shuffle("spread[2 * k + 1]", "spread[k]", "spread[k]", half(lanes // 2, 0)),
    })
  end
  return template.fill("moves_width.c", {
    bits = dtype.bits, width = name, isa = isa.name, element = dtype.c, vector = vector, square = square, attribute = attribute,
    vector_bytes = bytes, square_bytes = side * dtype.bits // 8, lanes = lanes, last = lanes - 1, side = side, half = side // 2,
    backward = shuffle("low", "low", "low", numbers(lanes, function(i) return lanes - 1 - i end)),
    even = shuffle("low", "low", "high", numbers(lanes, function(i) return 2 * i end)),
    odd_backward = shuffle("low", "low", "high", numbers(lanes, function(i) return 2 * (lanes - i) - 1 end)),
    low = shuffle("woven[2 * i]", "rows[i]", "rows[i + " .. side // 2 .. "]", of_square(0, side)),
    high = shuffle("woven[2 * i + 1]", "rows[i]", "rows[i + " .. side // 2 .. "]", of_square(side // 2, side)),
    interleave = interleave, by_shuffles = (by_shuffles),
  })
end

-- Whether the ISA's vectors hold several of every element.
function moves.has(isa) return isa.bits and isa.bits >= 128 end

function moves.file(isa)
  local widths = {}
  for _, dtype in ipairs(declare.dtypes) do
    if dtype.class == "uint" then widths[#widths + 1] = width_text(isa, dtype) end
  end
  return template.fill("moves.c", {
    isa = isa.name, title = isa.says, with = "BL_WITH_" .. isa.name:upper(), attribute = isa.attribute,
    widths = table.concat(widths, "\n\n"),
  })
end

return moves
