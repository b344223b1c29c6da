
op "squared_sum" {
  says = "(a + b) squared", types = numeric, commutes = true,
  expr = function(a, b) local sum = a + b; return sum * sum end,
}

op "multiply_add" {
  says = "a * b + c, rounded twice", types = numeric, takes = { "T", "T", "T" },
  expr = function(a, b, c) return a * b + c end,
}

op "not_below_zero" {
  says = "the greater of a and 0; NaN stays", types = { "f32", "f64", "f16", "bf16", "i8", "i16", "i32", "i64" }, takes = { "T" },
  expr = function(a) return select(lt(a, 0), 0, a) end,
}

op "half_and_one" {
  says = "a / 2 + 1", types = { "f32", "f64", "f16", "bf16" }, takes = { "T" },
  expr = function(a) return a * 0.5 + 1 end,
}

op "tenth" {
  says = "a / 10, rounded towards zero", types = { "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64" }, takes = { "T" },
  expr = function(a) return trunc_div(a, 10) end,
}

op "absolute" {
  says = "a without its sign bit", types = { "f32" }, takes = { "T" },
  expr = function(a) return bits.f32(bits.u32(a) & 0x7fffffff) end,
}

op "above" {
  says = "a + 2 b or, where a has no sign, a - 2 b", types = { "i8", "u8", "i32", "u32" },
  int = function(a, b) return a + b * 2 end,
  uint = function(a, b) return a - b * 2 end,
}

op "offset" {
  says = "a less a zero point", types = { "i8", "u8" }, takes = { "T", "i8" },
  expr = function(a, zero) return bits.i8(a) - zero end, gives = "i8", operands = { "a", "zero" },
}

op "real" {
  says = "the nearest float", types = { "i32" }, takes = { "T" }, gives = "f32",
  expr = function(a) return f32_from_i32(a) end,
}

-- The contract's promises that the library's operators do not use.

op "one_over" {
  says = "1 / a", types = { "f32", "f64", "f16", "bf16" }, takes = { "T" },
  expr = function(a) return 1.0 / a end,
}

op "one_over_less_one" {
  says = "1 / (a - 1)", types = { "f32", "f64", "f16", "bf16" }, takes = { "T" },
  expr = function(a) return 1.0 / (a - 1.0) end,
}

op "one_over_whole" { -- an integer's dead lanes count, too
  says = "1 / a as a float", types = { "u8", "i32" }, takes = { "T" }, gives = "f32",
  expr = function(a, types)
    return 1.0 / f32_from_i32(types.T == "u8" and bits.i32(widen(widen(a))) or a)
  end,
}

op "settled_reciprocal" {
  says = "1 / a; of negative numbers 2 / a halved", types = { "f32", "f64", "f16", "bf16" }, takes = { "T" },
  expr = function(a) return settle_all(1.0 / a, ~lt(a, 0.0), 2.0 / a * 0.5) end,
}

op "settled_slope" { -- nothing that walks is in doubt
  says = "a / slope, by 1 / slope", types = { "f32", "f16" }, takes = { "T" }, parameters = { { "slope", "T", default = 2 } },
  expr = function(a, p) return a * settle_all(1.0 / p.slope, ~lt(p.slope, 0.0), 2.0 / p.slope * 0.5) end,
}

op "settled_ratio" { -- two operands, either of which may be held
  says = "a / b; where b is above a, twice that", types = { "f32", "f64", "f16" },
  expr = function(a, b) return settle(a / b, ~lt(a, b), a / b + a / b) end,
}

op "settled_sum" { -- in lanes of zeros there is doubt
  says = "a + 1; of what is not above 0, a * 3 + 1", types = { "i8", "i32" }, takes = { "T" },
  expr = function(a) return settle(a + 1, lt(0, a), a * 3 + 1) end,
}

op "settled_distance" {
  says = "a - b; where that is not above 0, b - a", types = { "f32", "f64", "i8", "i32" },
  expr = function(a, b) return settle(a - b, lt(b, a), b - a) end,
}

op "beyond" {
  says = "a > b; false where either is NaN", types = numeric, gives = "bool",
  expr = function(a, b) return lt(b, a) end,
}

op "five" {
  says = "a * b + c - d * e", types = { "f32", "i8", "i16", "u64" }, takes = { "T", "T", "T", "T", "T" },
  expr = function(a, b, c, d, e) return a * b + c - d * e end,
}

op "line" {
  says = "a * slope + offset", types = { "f32", "f64", "f16", "i8", "i32" }, takes = { "T" },
  parameters = { { "slope", "T", default = 2 }, { "offset", "T", default = 1 } },
  expr = function(a, p) return a * p.slope + p.offset end,
}

op "eleven" {
  says = "eleven parameters of four dtypes, mixed", types = { "i32", "u32" }, takes = { "T", "T" },
  parameters = {
    { "first", "T", default = 3 }, { "second", "f32", default = 0.5 }, { "third", "f64", default = -2 }, { "fourth", "u8", default = 7 },
    { "fifth", "T" }, { "sixth", "f32" }, { "seventh", "f64" }, { "eighth", "u8" }, { "ninth", "T" }, { "tenth", "f32" },
    { "eleventh", "u8", default = 255 },
  },
  expr = function(a, b, p, types)
    local as = bits[types.T]
    local function real(x) return as(bits.u32(x)) end
    local function long(x) return as(narrow(bits.u64(x))) end
    local function byte(x) return as(widen(widen(x))) end
    local left = (a * p.first ~ real(p.second)) + long(p.third) - byte(p.fourth)
    local right = (b ~ p.fifth) * byte(p.eighth) + (real(p.sixth) | p.ninth)
    return (left + right) * (long(p.seventh) ~ real(p.tenth)) + byte(p.eleventh)
  end,
}

-- Constants without literals: infinities, NaNs, of which the third signals, the least and the greatest subnormal number, -0.
local special = {
  f32 = { 0x7f800000, 0xff800000, 0x7fc12345, 0xff812345, 0x00000001, 0x807fffff, 0x80000000 },
  f64 = {
    0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000012345678, 0xfff0000012345678, 0x0000000000000001, 0x800fffffffffffff,
    0x8000000000000000,
  },
  f16 = { 0x7c00, 0xfc00, 0x7e12, 0xfc12, 0x0001, 0x83ff, 0x8000 },
  bf16 = { 0x7f80, 0xff80, 0x7fc1, 0xff81, 0x0001, 0x807f, 0x8000 },
}
local function special_of(type, i) return bits[type](constant(unsigned(type), special[type][i])) end

op "special" {
  says = "the bits of a constant, which the last three bits of a choose, or of a", types = { "f32", "f64", "f16", "bf16" },
  U = { "u16", "u32", "u64" }, only = function(T, U) return unsigned(T) == U end, takes = { "T" }, gives = "U",
  expr = function(a, types)
    local as, chosen = bits[types.U], a
    for i = 1, 7 do chosen = select(eq(as(a) & 7, i), special_of(types.T, i), chosen) end
    return as(chosen)
  end,
}

op "special_sum" {
  says = "the lesser of a and limit, times the least subnormal number and less 0", types = { "f32", "f64", "f16", "bf16" }, takes = { "T" },
  parameters = { { "limit", "T", default = 1 / 0 } },
  expr = function(a, p, types)
    local T = types.T
    local finite = select(lt(a, special_of(T, 1)), a, special_of(T, 2))
    return minimum(finite, p.limit) * special_of(T, 5) + special_of(T, 7)
  end,
}

-- In registers that are fractions, if there are any.
op "wide_bits" {
  says = "the bits of a as f32, but for a NaN's", types = { "f32", "f64" }, takes = { "T" }, gives = "u64",
  expr = function(a, types)
    if types.T == "f32" then return widen(bits.u32(a)) end
    return widen(bits.u32(f32_from_f64(a))) & 0x7f800000
  end,
}

op "narrow_bits" {
  says = "the f32 of the lower bits", types = { "u64" }, takes = { "T" }, gives = "f64",
  expr = function(a) return f64_from_f32(bits.f32(narrow(a))) end,
}

op "widened_bits" {
  says = "the f64 of the f32 whose bits a is", types = { "u32", "i32" }, takes = { "T" }, gives = "f64",
  expr = function(a) return f64_from_f32(bits.f32(a)) end,
}

op "low_half" {
  says = "the lower half of a's bits as a number of the other kind, signed or not", types = { "i16", "i32", "i64", "u16", "u32", "u64" },
  U = { "i16", "i32", "i64", "u16", "u32", "u64" }, only = function(T, U) return T ~= U and width(T) == width(U) end,
  takes = { "T" }, gives = "U",
  expr = function(a, types) return widen(bits[types.U:sub(1, 1) .. width(types.U) // 2](narrow(a))) end,
}

op "half_bits" {
  says = "the bits of a with their sign", types = { "f16", "bf16" }, takes = { "T" }, gives = "i64",
  expr = function(a) return widen(widen(bits.i16(a))) end,
}

local bits_of = { i8 = 8, i16 = 16, i32 = 32, u8 = 8, u16 = 16 }
local function as_i32(a, type)
  local width = bits_of[type]
  while width < 32 do a, width = widen(a), width * 2 end
  return bits.i32(a)
end

op "convert" {
  says = "a in another type", types = { "i8", "i16", "i32", "u8", "u16" }, U = { "i32", "f32", "i64" }, takes = { "T" }, gives = "U",
  only = function(T, U) return T ~= U and not (U == "i64" and T ~= "i32") end,
  expr = function(a, types)
    local whole = as_i32(a, types.T)
    if types.U == "i64" then return widen(whole) end
    return types.U == "i32" and whole or f32_from_i32(whole)
  end,
}

op "product_as" {
  says = "a * b in a third type", types = { "i8", "i16", "u16" }, U = { "i8", "u8", "i32" }, V = { "i32", "f32" },
  takes = { "T", "U" }, gives = "V",
  expr = function(a, b, types)
    local product = as_i32(a, types.T) * as_i32(b, types.U)
    return types.V == "i32" and product or f32_from_i32(product)
  end,
}

op "logical_less" { says = "not a, but b", types = { "bool" }, gives = "bool", expr = function(a, b) return lt(a, b) end }
op "logical_equal" { says = "both or neither", types = { "bool" }, commutes = true, gives = "bool", expr = function(a, b) return eq(a, b) end }

op "pick" {
  says = "condition ? a : b, bytes unchanged", types = { "bool", "u8" }, takes = { "bool", "T", "T" },
  operands = { "condition", "a", "b" },
  expr = function(condition, a, b) return select(condition, a, b) end,
}

op "share" {
  says = "a / n", types = { "f32", "f64", "i32" }, takes = { "T" }, parameters = { { "n", "u32", default = 1 } },
  float = function(a, p, types)
    return a / (types.T == "f64" and f64_from_u32(p.n) or f32_from_i32(bits.i32(p.n)))
  end,
  int = function(a, p) return trunc_div(a, bits.i32(p.n)) end,
}

fold "total" { says = "the sum of all, from left to right", step = "add" }
fold "rest" { says = "the first less all others", step = "sub" }
fold "average" { says = "the sum of all by their number", step = "add", finish = "share" }

local function as_count(n) return convert("u32", width(n.type) > 32 and minimum(n, constant(n.type, 32)) or n) end

op "times_power_of_two" { -- kernels of one U, which the others are converted to
  says = "a * 2^by; wraps", types = { "u32" }, U = { "u8", "u32", "u64" }, takes = { "T", "U" }, operands = { "a", "by" },
  converts = { to = function(T, U) return "u32" end, by = as_count },
  expr = function(a, by) return shift_left_lanes(a, as_count(by)) end,
}

op "weighed" { -- where the weight is held and is 2, another kernel
  says = "a * weight", types = { "f32", "f64" }, operands = { "a", "weight" },
  shorter = { operand = "weight", classes = { "float" }, { 2.0, "twice", "a + a", function(a) return a + a end } },
  expr = function(a, weight) return a * weight end,
}
