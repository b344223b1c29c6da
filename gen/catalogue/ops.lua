-- The operators: each an expression in the dictionary's words (gen/dictionary/words.lua), written once.
--   says        its meaning in a line; clauses behind semicolons that begin with "integer(s)" or "floats" are about those
--   types       the dtypes T that it takes
--   U, V        the dtypes of further type variables; every combination, or those that only(T, U, V) allows
--   takes       its operands' dtypes ("T", "U", "V" or a dtype), one to six; default { "T", "T" }
--   operands    their names; default a, b, c, …
--   gives       its result's dtype; default "T"
--   parameters  { name, dtype, default = number } each: values that are the same for all elements
--   commutes    f(a, b) = f(b, a), bit for bit
--   divisor     the operand that must not hold integer zeros where the caller asks to have them refused
--   remainder   true where the result is the remainder of that division: MIN over -1 has one, though no quotient
--   expr        the expression, for every class of dtype; or per class: float (f16 and bf16 too), half, int, uint, bool.
--               A function of the operands, of the parameters by their names where there are any, and of { T, U, V }. Where it
--               computes in several steps, f16 and bf16 enter it as f32 and its result is rounded once; but not a `half`
--
-- settle(fast, doubtful, slow) is the one construct of control flow: slow is computed, in a function of its own, only where
-- doubtful, a mask, is true of some element. let.name(a) names a value for the reader of the woven C.
--
-- fold "name" { says, step, finish } is step(…step(x0, x1)…) over any number of inputs, by the names of operators, and then
-- the finish, where there is one, which takes the number of inputs as its parameter n.

local floats = { "f32", "f64", "f16", "bf16" }
local signed_integers = { "i8", "i16", "i32", "i64" }
local integers = { signed_integers, "u8", "u16", "u32", "u64" }

-- ---- What several of them use ----

local function sign_bit(u) return 1 << (width(u) - 1) end

local function without_sign(u, a) return bits[u](a) & sign_bit(u) - 1 end

-- The bits of a float type's infinity, as an integer.
local function infinity(integer, float)
  return constant(integer, ({ f32 = 0x7f800000, f64 = 0x7ff << 52, f16 = 0x7c00, bf16 = 0x7f80 })[float])
end

-- A parameter that is an f32, in the type that the expression computes in.
local function single(parameter, types) return types.T == "f64" and f64_from_f32(parameter) or parameter end

-- n of any integer type, in those of T's width: of a wider one so that a^n stays the same, since a^(2^30) is 1 for every odd a
-- of 32 bits, and a^32 is 0 for every even one.
local function as_exponent(n, T)
  while width(n.type) < width(T) do n = widen(n) end
  if width(n.type) == width(T) then return bits[T](n) end
  local low = let.low(narrow(bits.u64(n)))
  local is_large = mask_narrow(~eq(bits.u64(n) >> 31, 0))
  return bits[T](select(is_large, low & 0x3fffffff | 0x40000000, low))
end

local function integer_power(a, n, types)
  local T, exponent = types.T, let.power_of(as_exponent(n, types.T))
  local result = power(a, exponent)
  if n.type ~= signed(n.type) then return result end
  local negative = width(n.type) > width(T) and mask_narrow(lt(n, 0)) or lt(exponent, 0)
  local unit = let.unit(constant(T, 0) - (exponent & 1) | 1)
  return select(negative, select(eq(a, 1), constant(T, 1), keep(eq(a, -1), unit)), result)
end

-- The sign is looked at where one alone is asked for; where none is, what has no sign is to be -infinity.
local function is_infinite(a, asked, types)
  local T, u, i = types.T, unsigned(types.T), signed(types.T)
  local negative, positive = mask_from_byte[i](asked.negative), mask_from_byte[i](asked.positive)
  local sign, magnitude = sign_bit(u), sign_bit(u) - 1
  local looked_at = let.looked_at(select(negative ~ positive, constant(u, sign | magnitude), constant(u, magnitude)))
  local wanted = let.wanted(select(positive, infinity(u, T), infinity(u, T) | sign))
  return same(bits[T](bits[u](a) & looked_at), bits[T](wanted))
end

local function hard_sigmoid(a, alpha, beta) return maximum(minimum(alpha * a + beta, 1), 0) end

local function hsigmoid(a) return minimum(maximum(a + 3.0, 0), 6.0) / 6.0 end

local function shrunk(a, by, types)
  local bias, lambd = single(by.bias, types), single(by.lambd, types)
  return select(lt(a, -lambd), a + bias, select(lt(lambd, a), a - bias, constant(types.T, 0)))
end

local function shrunk_integer(a, by, types)
  local real = width(types.T) < 32 and "f32" or "f64"
  return convert(types.T, shrunk(convert(real, a), by, { T = real }))
end

-- ---- Arithmetic ----

op "add" {
  says = "a + b; integers wrap", types = numeric, commutes = true,
  expr = function(a, b) return a + b end,
}

op "sub" {
  says = "a - b; integers wrap", types = numeric,
  expr = function(a, b) return a - b end,
}

op "mul" {
  says = "a * b; integers wrap", types = numeric, commutes = true,
  expr = function(a, b) return a * b end,
}

op "div" {
  says = "a / b; integers round towards zero, x / 0 is 0, MIN / -1 is MIN", types = numeric, divisor = 2,
  float = function(a, b) return a / b end,
  int   = function(a, b) return trunc_div(a, b) end,
  uint  = function(a, b) return trunc_div(a, b) end,
}

op "floor_div" {
  says = "the floor of a / b; integer x / 0 is 0, MIN / -1 is MIN", types = numeric, divisor = 2,
  float = function(a, b) return floor(a / b) end,
  int   = function(a, b) return floor_div(a, b) end,
  uint  = function(a, b) return trunc_div(a, b) end,
}

op "fmod" {
  says = "the remainder of a / b, the quotient rounded towards zero; integers: 0 where b is 0; floats: exact",
  types = numeric, divisor = 2, remainder = true,
  expr = function(a, b) return trunc_mod(a, b) end,
}

op "floor_mod" {
  says = "the remainder of a / b, the quotient rounded down; integers: 0 where b is 0; floats: fmod, and b added where its sign is another",
  types = numeric, divisor = 2, remainder = true,
  expr = function(a, b) return floor_mod(a, b) end,
}

op "pow" {
  says = "a to the power of the exponent, wrapping; a negative exponent gives 1 for a = 1, 1 or -1 for a = -1, else 0",
  types = integers, U = integers, takes = { "T", "U" }, operands = { "a", "exponent" },
  only = function(T, U) return T == U or T == "i32" or T == "i64" end,
  int  = function(a, n, types) return integer_power(a, n, types) end,
  uint = function(a, n, types) return integer_power(a, n, types) end,
}

op "saturating_add" {
  says = "a + b, or the limit that it is beyond", types = integers, commutes = true,
  expr = function(a, b) return add_saturated(a, b) end,
}

op "saturating_sub" {
  says = "a - b, or the limit that it is beyond", types = integers,
  expr = function(a, b) return sub_saturated(a, b) end,
}

op "saturating_mul" {
  says = "a * b, or the limit that it is beyond", types = integers, commutes = true,
  expr = function(a, b) return mul_saturated(a, b) end,
}

op "squared_difference" {
  says = "(a - b) * (a - b); integers wrap", types = numeric, commutes = true,
  expr = function(a, b)
    local difference = a - b
    return difference * difference
  end,
}

op "reciprocal" {
  says = "1 / a", types = floats, takes = { "T" },
  expr = function(a) return 1.0 / a end,
}

op "sqrt" {
  says = "the square root of a", types = floats, takes = { "T" },
  expr = function(a) return sqrt(a) end,
}

op "negative" {
  says = "-a; integers wrap, floats flip the sign bit", types = numeric, takes = { "T" },
  expr = function(a) return -a end,
}

op "abs" {
  says = "|a|; integers: MIN stays MIN, floats lose the sign bit", types = numeric, takes = { "T" },
  float = function(a, types)
    local u = unsigned(types.T)
    return bits[types.T](without_sign(u, a))
  end,
  int  = function(a) return magnitude(a) end,
  uint = function(a) return a end,
}

op "sign" {
  says = "1, 0 or -1, as a is above, at or below 0; floats: NaN stays, -0 gives 0", types = numeric, takes = { "T" },
  float = function(a, types)
    local T, u = types.T, unsigned(types.T)
    local unit = let.unit(bits[u](a) & sign_bit(u) | bits[u](constant(T, 1.0)))
    return select(is_nan(a), a, bits[T](drop(same(bits[T](without_sign(u, a)), constant(T, 0)), unit)))
  end,
  int  = function(a, types) return lanes_from_mask(lt(a, 0)) - lanes_from_mask(lt(constant(types.T, 0), a)) end,
  uint = function(a, types) return drop(eq(a, 0), constant(types.T, 1)) end,
}

-- ---- Rounding to whole numbers ----

op "floor" {
  says = "the greatest whole number <= a; -0, infinities and NaN stay", types = floats, takes = { "T" },
  expr = function(a) return floor(a) end,
}

op "ceil" {
  says = "the least whole number >= a; (-1, -0] gives -0; infinities and NaN stay", types = floats, takes = { "T" },
  expr = function(a) return ceil(a) end,
}

op "trunc" {
  says = "a without its fraction; the sign, infinities and NaN stay", types = floats, takes = { "T" },
  expr = function(a) return trunc(a) end,
}

op "round" {
  says = "the nearest whole number, halves to even; the sign, infinities and NaN stay", types = floats, takes = { "T" },
  expr = function(a) return round_even(a) end,
}

op "round_half_away" {
  says = "the nearest whole number, halves away from zero; the sign, infinities and NaN stay", types = floats, takes = { "T" },
  expr = function(a) return round_away(a) end,
}

-- ---- Comparisons and logic ----

op "equal" {
  says = "a = b; NaN equals nothing, -0 equals 0", types = { numeric, "bool" }, gives = "bool", commutes = true,
  expr = function(a, b) return eq(a, b) end,
}

op "not_equal" {
  says = "not a = b; true where either is NaN", types = { numeric, "bool" }, gives = "bool", commutes = true,
  expr = function(a, b) return ~eq(a, b) end,
}

op "less" {
  says = "a < b; floats: false where either is NaN", types = { numeric, "bool" }, gives = "bool",
  expr = function(a, b) return lt(a, b) end,
}

op "less_equal" {
  says = "a <= b; floats: false where either is NaN", types = { numeric, "bool" }, gives = "bool",
  expr = function(a, b) return le(a, b) end,
}

op "greater" {
  says = "a > b; floats: false where either is NaN", types = { numeric, "bool" }, gives = "bool",
  expr = function(a, b) return lt(b, a) end,
}

op "greater_equal" {
  says = "a >= b; floats: false where either is NaN", types = { numeric, "bool" }, gives = "bool",
  expr = function(a, b) return le(b, a) end,
}

op "is_nan" {
  says = "whether a is NaN", types = floats, takes = { "T" }, gives = "bool",
  expr = function(a) return is_nan(a) end,
}

op "is_finite" {
  says = "whether a is neither infinite nor NaN", types = floats, takes = { "T" }, gives = "bool",
  expr = function(a, types)
    local T, u, i = types.T, unsigned(types.T), signed(types.T)
    if T ~= "f64" then return lt(bits[i](without_sign(u, a)), infinity(i, T)) end
    local exponent = let.exponent(bits[u](a) & infinity(u, T)) -- as a float it is no NaN: few compare integers of 64 bits
    return le_ordered(bits[T](exponent), 0x1p1023)
  end,
}

op "is_inf" {
  says = "whether a is infinite, with a sign that is asked for", types = floats, takes = { "T" }, gives = "bool",
  parameters = { { "negative", "u8", default = 1 }, { "positive", "u8", default = 1 } },
  float = is_infinite, half = is_infinite,
}

op "logical_and" { says = "a and b", types = { "bool" }, commutes = true, expr = function(a, b) return a & b end }
op "logical_or" { says = "a or b", types = { "bool" }, commutes = true, expr = function(a, b) return a | b end }
op "logical_xor" { says = "a or b, not both", types = { "bool" }, commutes = true, expr = function(a, b) return a ~ b end }
op "logical_not" { says = "not a", types = { "bool" }, takes = { "T" }, expr = function(a) return ~a end }

op "select" {
  says = "condition ? a : b, bits unchanged; any condition but 0 is true", types = { numeric, "bool" },
  takes = { "bool", "T", "T" },
  operands = { "condition", "a", "b" },
  expr = function(condition, a, b) return select(condition, a, b) end,
}

-- ---- Bits ----

op "identity" {
  says = "a, bits unchanged", types = { numeric, "bool" }, takes = { "T" },
  expr = function(a) return a end,
}

op "bitwise_and" {
  says = "a and b, bit by bit; of bools, their truth", types = { integers, "bool" }, commutes = true,
  expr = function(a, b) return a & b end,
}

op "bitwise_or" {
  says = "a or b, bit by bit; of bools, their truth", types = { integers, "bool" }, commutes = true,
  expr = function(a, b) return a | b end,
}

op "bitwise_xor" {
  says = "a or b and not both, bit by bit; of bools, their truth", types = { integers, "bool" }, commutes = true,
  expr = function(a, b) return a ~ b end,
}

op "bitwise_not" {
  says = "not a, bit by bit; of bools, their truth", types = { integers, "bool" }, takes = { "T" },
  expr = function(a) return ~a end,
}

op "shift_left" {
  says = "a * 2^by, wrapping; by is read as unsigned, and from the width on the result is 0", types = integers, operands = { "a", "by" },
  expr = function(a, by) return shift_left_lanes(a, by) end,
}

op "shift_right" {
  says = "the floor of a / 2^by; by is read as unsigned, and from the width on only the sign is left",
  types = integers, operands = { "a", "by" },
  expr = function(a, by) return shift_right_lanes(a, by) end,
}

-- ---- Limits and activations ----

op "maximum" {
  says = "the larger one; floats: NaN is passed on, -0 < 0", types = numeric, commutes = true,
  expr = function(a, b) return maximum(a, b) end,
}

op "minimum" {
  says = "the smaller one; floats: NaN is passed on, -0 < 0", types = numeric, commutes = true,
  expr = function(a, b) return minimum(a, b) end,
}

op "divide_by_count" {
  says = "a / n", types = floats, takes = { "T" }, parameters = { { "n", "u32", default = 1 } },
  float = function(a, count, types) return a / convert(types.T, count.n) end,
}

fold "max" { says = "the largest", step = "maximum" }
fold "min" { says = "the smallest", step = "minimum" }
fold "add_n" { says = "the sum", step = "add" }
fold "mean" { says = "the sum, divided by how many there are", step = "add", finish = "divide_by_count" }

op "clip" {
  says = "a, but low where it is below, and high where that is above", types = numeric,
  takes = { "T", "T", "T" }, operands = { "a", "low", "high" },
  expr = function(a, low, high) return minimum(maximum(a, low), high) end,
}

op "clamp" {
  says = "a, but low where it is below, and high where that is above", types = numeric, takes = { "T" },
  parameters = { { "low", "T" }, { "high", "T" } },
  expr = function(a, to) return minimum(maximum(a, to.low), to.high) end,
}

op "hard_tanh" {
  says = "a, but low where it is below, and high where that is above", types = floats, takes = { "T" },
  parameters = { { "low", "f32", default = -1 }, { "high", "f32", default = 1 } },
  expr = function(a, to, types) return minimum(maximum(a, single(to.low, types)), single(to.high, types)) end,
}

op "relu" {
  says = "the larger of a and 0", types = { floats, signed_integers }, takes = { "T" },
  expr = function(a) return maximum(a, 0) end,
}

op "leaky_relu" {
  says = "a < 0 ? alpha * a : a", types = floats, takes = { "T" }, parameters = { { "alpha", "f32", default = 0.01 } },
  expr = function(a, with, types) return select(lt(a, 0), single(with.alpha, types) * a, a) end,
}

op "prelu" {
  says = "a < 0 ? slope * a : a", types = numeric, operands = { "a", "slope" },
  float = function(a, slope) return select(lt(a, 0), slope * a, a) end,
  int   = function(a, slope) return select(lt(a, 0), slope * a, a) end,
  uint  = function(a, slope) return select(eq(a, 0), slope * a, a) end,
}

op "thresholded_relu" {
  says = "a > alpha ? a : 0", types = floats, takes = { "T" }, parameters = { { "alpha", "f32", default = 1 } },
  expr = function(a, with, types) return select(lt(single(with.alpha, types), a), a, constant(types.T, 0)) end,
}

op "shrink" {
  says = "a < -lambd ? a + bias : a > lambd ? a - bias : 0; integers are computed in floats, and lose the fraction",
  types = numeric, takes = { "T" }, parameters = { { "bias", "f32", default = 0 }, { "lambd", "f32", default = 0.5 } },
  float = function(a, by, types) return shrunk(a, by, types) end,
  int   = function(a, by, types) return shrunk_integer(a, by, types) end,
  uint  = function(a, by, types) return shrunk_integer(a, by, types) end,
}

op "hard_sigmoid" {
  says = "the larger of 0 and the smaller of 1 and alpha * a + beta", types = floats, takes = { "T" },
  parameters = { { "alpha", "f32", default = 0.2 }, { "beta", "f32", default = 0.5 } },
  expr = function(a, with, types)
    return hard_sigmoid(a, single(with.alpha, types), single(with.beta, types))
  end,
}

op "hard_swish" {
  says = "a times hard_sigmoid of a, whose alpha is the f32 next to 1 / 6, and beta 0.5", types = floats, takes = { "T" },
  expr = function(a, types) return a * hard_sigmoid(a, 0x1.555556p-3, 0.5) end,
}

op "hsigmoid" {
  says = "min(max(a + 3, 0), 6) / 6", types = floats, takes = { "T" },
  expr = function(a) return hsigmoid(a) end,
}

op "hswish" {
  says = "a times hsigmoid of a", types = floats, takes = { "T" },
  expr = function(a) return a * hsigmoid(a) end,
}

-- ---- Conversions ----

op "cast" {
  says = "a in another type: rounded once, to nearest even; to integers without its fraction, the nearest that fits, 0 for NaN; " ..
         "integers to narrower ones modulo; to bool whether it is not 0",
  types = { numeric, "bool" }, U = { numeric, "bool" }, takes = { "T" }, gives = "U",
  expr = function(a, types) return convert(types.U, a) end,
}

local nearest = { i8 = i8_clamped_i16, u8 = u8_clamped_i16, i16 = i16_clamped_i32, u16 = u16_clamped_i32 }

op "quantize_linear" {
  says = "a / factor in f32, rounded half to even, and zero added; saturated; zero where a / factor is NaN",
  types = { "f32", "f16", "bf16", "i32" }, U = { "f32", "f16", "bf16" }, V = { "i8", "u8", "i16", "u16" },
  only = function(T, U) return T == U or T == "i32" and U == "f32" end,
  takes = { "T", "U", "V" }, gives = "V", operands = { "a", "factor", "zero" },
  expr = function(a, factor, zero, types)
    local steps = convert(width(types.V) == 8 and "i16" or "i32", let.steps(round_even(convert("f32", a) / factor)))
    return nearest[types.V](add_saturated(steps, convert(steps.type, zero)))
  end,
}

op "dequantize_linear" {
  says = "a - zero, exact but for its rounding to f32, times factor in f32",
  types = { "i8", "u8", "i16", "u16", "i32" }, U = { "f32", "f16", "bf16" },
  takes = { "T", "U", "T" }, gives = "U", operands = { "a", "factor", "zero" },
  expr = function(a, factor, zero, types)
    if types.T == "i32" then return convert("f32", convert("f64", a) - convert("f64", zero)) * factor end
    local whole = let.difference(convert("i32", a) - convert("i32", zero))
    return convert("f32", whole) * factor
  end,
}

op "fake_quantize" {
  says = "a in levels: output_low up to the lesser of input_low and input_high, output_high above the greater, and between them " ..
         "round((a - input_low) / (input_high - input_low) * (levels - 1)) / (levels - 1) * (output_high - output_low) + output_low",
  types = floats, takes = { "T", "T", "T", "T", "T" },
  operands = { "a", "input_low", "input_high", "output_low", "output_high" },
  parameters = { { "levels", "u32", default = 256 } },
  expr = function(a, input_low, input_high, output_low, output_high, with, types)
    local steps = let.steps(convert(types.T, with.levels - 1))
    local place = round_even((a - input_low) / (input_high - input_low) * steps)
    local between = place / steps * (output_high - output_low) + output_low
    local is_above = lt(maximum(input_low, input_high), a)
    return select(le(a, minimum(input_low, input_high)), output_low, select(is_above, output_high, between))
  end,
}
