
op "squared_difference" {
  says = "(a - b) squared", types = numeric, commutes = true,
  expr = function(a, b) local d = a - b; return d * d end,
}

op "multiply_add" {
  says = "a * b + c, rounded twice", types = numeric, takes = { "T", "T", "T" },
  expr = function(a, b, c) return a * b + c end,
}

op "relu" {
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
