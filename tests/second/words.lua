-- The dictionary's words at all their lane types, one per line: name, the result's dtype, the operands'. Masks are bool, counts u32; words
-- of tables are left out, because they compute nothing.
--
--   lua5.4 tests/second/words.lua gen/dictionary/words.lua
--
-- SPDX-License-Identifier: Apache-2.0

local function width(type) return tonumber(type:match "%d+") end
local function of_width(type, bits) return type:gsub("%d+", bits) end

local function dtype(written, T)
  if written == "T" or written == "A" then return T end
  if written:match "M$" then return "bool" end
  if written == "C" or written == "N" then return "u32" end
  if written == "R" then return width(T) == 8 and "u16" or (of_width(T, width(T)):gsub("^[if]", "u")) end
  if written == "half:T" then return (of_width(T, width(T) // 2)) end
  local times = ({ ["twice:T"] = 2, ["four:T"] = 4, ["eight:T"] = 8 })[written]
  if times then return (of_width(T, width(T) * times)) end
  return written
end

local function word(name)
  return function(entry)
    for _, T in ipairs(entry.takes[1] ~= "K" and entry.types or {}) do
      local line = { name, dtype(entry.gives, T) }
      for _, takes in ipairs(entry.takes) do -- the result has fewer and wider lanes, so operands are read with its width
        line[#line + 1] = dtype(entry.lanes and entry.gives or takes, T)
      end
      print(table.concat(line, " "))
    end
  end
end

assert(loadfile(arg[1], "t", { word = word, ipairs = ipairs }))()
