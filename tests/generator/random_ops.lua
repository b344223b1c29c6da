-- Prints a file of operators for a number: lua5.4 tests/generator/random_ops.lua SEED. It is the same on every machine. With "broken" after
-- the seed, some letters of the file are changed, left out or exchanged.
--
-- SPDX-License-Identifier: Apache-2.0

local seed = math.tointeger(tonumber(arg[1])) or error("say a seed, a whole number")
local state = (seed * 0x9e3779b97f4a7c15) ~ 0x2545f4914f6cdd1d

-- A number from 1 to n.
local function draw(n)
  state = state ~ state << 13
  state = state ~ state >> 7
  state = state ~ state << 17
  return (state >> 33) % n + 1
end
for _ = 1, 16 do draw(2) end -- so that similar seeds differ
local function one_of(list) return list[draw(#list)] end
local function once_in(n) return draw(n) == 1 end
local function words(text)
  local list = {}
  for word in text:gmatch("%S+") do list[#list + 1] = word end
  return list
end
local function some(list, n)
  local left, chosen = table.move(list, 1, #list, 1, {}), {}
  for _ = 1, math.min(n, #left) do chosen[#chosen + 1] = table.remove(left, draw(#left)) end
  return chosen
end
local function quoted(list) return '{ "' .. table.concat(list, '", "') .. '" }' end

-- ---- Names: those of the generated functions, of C's library and of the API among them ----

local value_names = words [[a b x y z x0 x1 a0 b1 half half0 value values index sum sum0 product low high mask table bias
  weight left right result input data size type name min max abs word as at to from step shift sign p0 out0 row0 live8 tail0
  pa pb px p_sum less is_doubtful0 doubtful0 quotient difference shifted errno main memcpy printf exp uint8 f32 e g shorter]]
local op_names = words [[mix scale run_all status_of tables my_op line pack box shape text_of plan_b sum fused relu2 x f v main
  memcpy exp_of add_all lerp gate int float isnan kernel_of array_of select_max cast_u8 dot]]

-- Whether a name does not clash with others: an operand's pointer is called p…, its registers …0, …1.
local function names(n)
  local chosen = {}
  for _, name in ipairs(some(value_names, #value_names)) do
    local is_free = #chosen < n
    for _, other in ipairs(chosen) do
      for _, of in ipairs { { name, other }, { other, name } } do
        local a, b = table.unpack(of)
        is_free = is_free and a ~= "p" .. b and a ~= "p_" .. b and a:gsub("%d+$", "") ~= b
      end
    end
    if is_free then chosen[#chosen + 1] = name end
  end
  return chosen
end

-- ---- Expressions: each step takes values of type T, unused ones first ----

local dtypes = {
  float = words "f32 f64 f16 bf16", int = words "i8 i16 i32 i64 u8 u16 u32 u64", signed = words "i8 i16 i32 i64", bool = { "bool" },
}
local steps = { -- $1, $2, $3: values; $c: a constant; $n: a count; $k: a dtype
  float = [[$1 + $2; $1 - $2; $1 * $2; $1 / $2; $1 * $2 + $3; minimum($1, $2); maximum($1, $c); sqrt($1); floor($1); ceil($1);
    trunc($1); round_even($1); round_away($1); -$1; select(lt($1, $2), $3, $1); select(le($1, $c), $2, $3);
    select(eq($1, $2), $3, $c); select(is_nan($1), $c, $2); select(~lt($1, $2), $1, $3); $1 + $c; $1 * $c; $c - $1;
    select(lt($1, $c) & le($2, $3), $2, $1); convert(types.T, convert("i32", $1)); trunc_mod($1, $2); floor_mod($1, $c);
    convert(types.T, convert("i16", $1, "nearest"))]],
  int = [[$1 + $2; $1 - $2; $1 * $2; minimum($1, $2); maximum($1, $2); add_saturated($1, $2); sub_saturated($1, $2);
    mul_saturated($1, $2); trunc_div($1, $2); floor_div($1, $c); trunc_mod($1, $2); floor_mod($1, $2); $1 & $2; $1 | $2; $1 ~ $2;
    ~$1; -$1; $1 << $n; $1 >> $n; shift_left_lanes($1, $2); shift_right_lanes($1, $2); select(lt($1, $2), $3, $1);
    select(eq($1, $c), $2, $3); keep(le($1, $2), $3); drop(lt($1, $c), $2); select(~le($1, $2), $1, $3); $1 + $c; $1 * $c;
    convert(types.T, convert("$k", $1)); select(lt($1, $2) | eq($2, $3), $2, $c); bits[types.T](lanes_from_mask(lt($1, $2)));
    bits[types.T](bits[unsigned(types.T)]($1) + $c)]],
  bool = "$1 & $2; $1 | $2; $1 ~ $2; ~$1",
}
if seed > 300 then -- the files of lower seeds do not have these
  dtypes.float = words "f32 f16 bf16" -- functions do not take f64
  steps.float = steps.float .. [[; exp($1); tanh($1); sigmoid($1); log($1); gelu($1); cos($1); rsqrt($1); erf($1)]]
  for _, class in ipairs { "float", "int" } do
    steps[class] = steps[class] .. [[; piece.own_sum(function(x, y) return x * y - x end, $1, $2);
      piece.own_choice(function(x, y, z) return select(lt(x, y), z, x - y) end, $1, $2, $3)]]
  end
end
steps.signed = steps.int .. "; magnitude($1); sign_lanes($1)"
for class, text in pairs(steps) do
  steps[class] = {}
  for step in text:gmatch("[^;]+") do table.insert(steps[class], (step:gsub("^%s+", ""))) end
end

-- The lines of an expression of so many steps, and the name of its value.
local function expression(class, given, count)
  local lines, all, unused = {}, table.move(given, 1, #given, 1, {}), table.move(given, 1, #given, 1, {})
  local function value() return #unused > 0 and not once_in(4) and table.remove(unused, draw(#unused)) or one_of(all) end
  local function add(text)
    local name = "v[" .. #lines + 1 .. "]"
    if once_in(6) then text = "let." .. one_of(value_names) .. "(" .. text .. ")" end
    lines[#lines + 1] = "    " .. name .. " = " .. text
    all[#all + 1], unused[#unused + 1] = name, name
  end
  for _ = 1, count do
    local now = {}
    add((one_of(steps[class]):gsub("%$(%w)", function(what)
      if what == "c" then return tostring(one_of(class == "float" and { 0.5, 1.5, 2, 100, 0, -1 } or { 1, 2, 7, 100 })) end
      if what == "n" then return tostring(draw(7)) end
      if what == "k" then return one_of(dtypes.int) end
      now[what] = now[what] or value()
      return now[what]
    end)))
  end
  while #unused > 1 do
    local a, b = table.remove(unused), table.remove(unused, 1)
    add(a .. (class == "bool" and " ~ " or " + ") .. b)
  end
  return lines, unused[1] or all[#all]
end

-- ---- Operators ----

local function an_op(name)
  local class = one_of { "float", "float", "float", "int", "int", "signed", "bool" }
  local arity, count = draw(6), one_of { 1, 2, draw(6), draw(6), draw(20), draw(20), draw(80), once_in(4) and draw(400) or 3 }
  local own, parameters = names(arity + draw(4) - 1), {}
  local operands = table.move(own, 1, arity, 1, {})
  local takes, given, has_u = {}, {}, class ~= "bool" and arity > 1 and arity < 4 and once_in(5)
  for i, operand in ipairs(operands) do
    takes[i] = has_u and i == arity and "U" or "T"
    given[i] = takes[i] == "U" and "convert(types.T, " .. operand .. ")" or operand
  end
  for i = arity + 1, class == "bool" and 0 or #own do
    parameters[#parameters + 1] = ('{ "%s", "%s" }'):format(own[i], once_in(3) and one_of(dtypes.int) or "T")
    given[#given + 1] = (parameters[#parameters]:find('"T"') and "p.%s" or "convert(types.T, p.%s)"):format(own[i])
  end
  local lines, result = expression(class, given, count)
  local gives = class == "bool" and "bool" or "T"
  if class ~= "bool" and once_in(6) then gives, result = "bool", ("lt(%s, %s)"):format(result, given[1]) end
  if gives == "T" and once_in(8) then
    gives = one_of(dtypes.int)
    result = ('convert("%s", %s)'):format(gives, result)
  end
  local body = ("function(%s)\n    local v = {}\n%s\n    return %s\n  end"):format(
    table.concat(operands, ", ") .. (#parameters > 0 and ", p" or "") .. ", types", table.concat(lines, "\n"), result)
  return table.concat({
    ('op "%s" {'):format(name), '  says = "by chance",', "  types = " .. quoted(some(dtypes[class], draw(3))) .. ",",
    has_u and "  U = " .. quoted(some(one_of { dtypes.float, dtypes.int }, 2)) .. "," or "",
    "  takes = " .. quoted(takes) .. ", operands = " .. quoted(operands) .. (', gives = "%s",'):format(gives),
    #parameters > 0 and "  parameters = { " .. table.concat(parameters, ", ") .. " }," or "",
    "  expr = " .. body .. ",", "}",
  }, "\n"):gsub("\n\n+", "\n")
end

local texts = {}
for i = 1, draw(2) do texts[i] = an_op(("%s_%d"):format(one_of(op_names), seed * 2 + i)) end
local text = table.concat(texts, "\n\n")
if arg[2] == "broken" then
  for _ = 1, draw(3) do
    local at, what = draw(#text - 9), draw(5)
    local before, letter, after = text:sub(1, at - 1), text:sub(at, at), text:sub(at + 1)
    if what == 1 then text = before .. after end
    if what == 2 then text = before .. one_of { "(", ")", "{", "}", '"', ",", "0", "nil", "a", "%", "\\", "= ", "\n", "\0" } .. after end
    if what == 3 then text = before .. after:sub(1, 1) .. letter .. after:sub(2) end
    if what == 4 then text = before .. letter .. letter .. after end
    if what == 5 then text = text:gsub(one_of(words "expr takes types says T f32 op operands a x lt"), one_of(words "exp nil T U f80 {} 1 -"), draw(3)) end
  end
end
print(text)
