-- The dictionary: every word that expressions and instruction sets may use, with its one exact meaning.
--
-- Lanes are numbered in memory order: lane 0 is the first element in memory, on every machine. A half of a lane is
-- a half of its value: the lower half has the bits of lower weight. The byte order of the machine determines which narrow
-- lane this is, so `bits` between widths and `mul_even` depend on the byte order; all other words do
-- not. A recipe that reads narrow lanes through `bits` extracts them by shifts and masks of the wide lane.
--
--   takes, gives    operand and result types, as a function of the lane type T at which the word is used:
--                   "T"; "M" a mask of T's width (all lanes true or false); "C" a shift count known when the C is generated;
--                   "N" a shift count in one scalar; "half:T", "twice:T", "four:T", "eight:T" integers of half T's
--                   width, or twice, four and eight times as wide;
--                   "R" u16 for 8-bit T, else T's unsigned type; "A" any lane type; "K" a table of
--                   constants of T; a dtype's name
--   types           the lane types at which it exists
--   operands        their names; default a, b, c
--   result          the name of its value in generated C
--   says            its value, for every input; "domain:" restricts the inputs. Outside its domain a word's value is
--                   unspecified, but never undefined behaviour; it never traps unless its line says so
--   sign = "any"    for integers, the bits of the result do not depend on whether T is signed
--   carries = true  the bits of the result do not depend on T at all, only on its width
--   lanes           the result's lanes as a fraction of the operands', if they are fewer and wider
--   of_opposite     the word with the same meaning for its mask's opposite and the other two operands exchanged
--   absorbs = true  if its last operand is the constant 0, so is its result
--   computes = true for floats it may round: operators with several of these at f16 and bf16 are computed in f32
--   raises = true   for floats it may raise a floating-point exception (invalid, division by zero, overflow)
--   seldom = true   its helper is rarely called, so it is not inlined
--   settles = true  it has three operands: a fast value, a mask, and a slow value, which is computed only if the mask is false
--   silent = true   a change of representation
--   near = true     it has one of several values, so it is used only if each of them is proven to suffice: in recipes, and in
--                   operators with `rounded`
--   weight          its cost as a number of plain instructions, if it is much more than one

local ints  = { "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64" }
local sints = { "i8", "i16", "i32", "i64" }
local floats = { "f32", "f64" }
local all_floats = { "f32", "f64", "f16", "bf16" }
local numbers = { "f32", "f64", "f16", "bf16", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64" }
local narrow_ints = { "i8", "i16", "i32", "u8", "u16", "u32" }
local wide_ints = { "i16", "i32", "i64", "u16", "u32", "u64" }

-- Arithmetic. f16 and bf16: the f32 result of the exact operands, rounded to nearest even.
word "add" { takes = { "T", "T" }, gives = "T", types = numbers, result = "sum", sign = "any", commutes = true,
  computes = true, raises = true, says = "a + b; integers wrap, floats are IEEE 754 to nearest even" }
word "sub" { takes = { "T", "T" }, gives = "T", types = numbers, result = "difference", sign = "any",
  computes = true, raises = true, says = "a - b; integers wrap, floats are IEEE 754 to nearest even" }
word "mul" { takes = { "T", "T" }, gives = "T", types = numbers, result = "product", sign = "any", commutes = true,
  computes = true, raises = true, says = "a * b; integers wrap, floats are IEEE 754 to nearest even" }
word "neg" { takes = { "T" }, gives = "T", types = numbers, result = "negated", sign = "any",
  says = "-a; integers wrap; floats flip the sign bit, of a NaN too" }
word "magnitude" { takes = { "T" }, gives = "T", types = sints, result = "magnitude",
  says = "|a| modulo 2^w; MIN stays MIN" }
word "div" { takes = { "T", "T" }, gives = "T", types = all_floats, result = "quotient", weight = 8,
  computes = true, raises = true, says = "a / b, IEEE 754 to nearest even" }
word "divide" { takes = { "T", "T" }, gives = "T", types = floats, result = "quotient", weight = 8,
  computes = true, raises = true, says = "div(a, b), by the instruction that divides: for the recipe of div by a divisor that is constant over a row" }
word "floor" { takes = { "T" }, gives = "T", types = all_floats, result = "whole",
  computes = true, raises = true, says = "the greatest integer <= a; -0, infinities and NaN stay" }
word "ceil" { takes = { "T" }, gives = "T", types = all_floats, result = "whole",
  computes = true, raises = true, says = "the least integer >= a; the sign stays, so (-1, -0] gives -0" }
word "trunc" { takes = { "T" }, gives = "T", types = all_floats, result = "whole",
  computes = true, raises = true, says = "a rounded towards zero; the sign stays, so (-1, -0] gives -0" }
word "round_even" { takes = { "T" }, gives = "T", types = all_floats, result = "whole",
  computes = true, raises = true, says = "the nearest integer, ties to even; the sign stays" }
word "round_away" { takes = { "T" }, gives = "T", types = all_floats, result = "whole",
  computes = true, raises = true, says = "the nearest integer, ties away from zero; the sign stays" }
word "sqrt" { takes = { "T" }, gives = "T", types = all_floats, result = "root", weight = 8,
  computes = true, raises = true, says = "the square root, IEEE 754 to nearest even; -0 stays; NaN for negative numbers" }
word "minimum" { takes = { "T", "T" }, gives = "T", types = numbers, result = "least", commutes = true,
  raises = true, says = "the lesser operand; -0 is less than 0; NaN where either is NaN" }
word "maximum" { takes = { "T", "T" }, gives = "T", types = numbers, result = "most", commutes = true,
  raises = true, says = "the greater operand; 0 is greater than -0; NaN where either is NaN" }
word "fused" { takes = { "T", "T", "T" }, gives = "T", types = floats, result = "fused",
  computes = true, raises = true,
  says = "a * b + c, rounded once, IEEE 754 to nearest even; infinity * 0 + a quiet NaN may raise invalid" }
word "fused_from" { takes = { "T", "T", "T" }, gives = "T", types = floats, result = "fused",
  computes = true, raises = true,
  says = "c - a * b, rounded once, IEEE 754 to nearest even; NaN - infinity * 0 may raise invalid" }
word "mul_add" { takes = { "T", "T", "T" }, gives = "T", types = floats, result = "sum", near = true,
  computes = true, raises = true, says = "a * b + c, rounded once, or after the product as well" }
word "min_or_second" { takes = { "T", "T" }, gives = "T", types = floats, result = "least",
  raises = true, says = "a < b ? a : b, so b where either is NaN, which may raise invalid" }
word "max_or_second" { takes = { "T", "T" }, gives = "T", types = floats, result = "most",
  raises = true, says = "a > b ? a : b, so b where either is NaN, which may raise invalid" }
word "add_saturated" { takes = { "T", "T" }, gives = "T", types = ints, result = "sum", commutes = true,
  says = "a + b, saturated to T" }
word "sub_saturated" { takes = { "T", "T" }, gives = "T", types = ints, result = "difference",
  says = "a - b, saturated to T" }
word "mul_saturated" { takes = { "T", "T" }, gives = "T", types = ints, result = "product", commutes = true,
  says = "a * b, saturated to T" }
word "power" { operands = { "a", "n" }, takes = { "T", "T" }, gives = "T", types = ints, result = "power", sign = "any", weight = 24,
  says = "a^n modulo 2^width, n read as unsigned; 1 for n = 0" }
word "reciprocal" { takes = { "T" }, gives = "T", types = floats, result = "reciprocal", near = true,
  says = "1 / a, with a relative error below 2^-11; domain: 1 <= |a| <= 2^63" }
word "near_power" { takes = { "T", "T" }, gives = "T", types = { "f64" }, result = "power", near = true, weight = 100,
  says = "a number on the same side of each number of 25 bits as a^b; " ..
         "domain: a is a positive f32, b is not 0 and has 32 bits, a^b is a normal f64" }
word "near_angle" { operands = { "y", "x" }, takes = { "T", "T" }, gives = "T", types = { "f64" }, result = "angle",
  near = true, weight = 100, says = "the same for the angle of the point (x, y); domain: both are finite f32, y is positive, x is not 0" }
word "near_exp" { takes = { "T" }, gives = "T", types = { "f64" }, result = "power", near = true, weight = 1000,
  says = "e^a, rounded once; domain: a is finite and not 0, and the result is finite" }
word "near_exp2" { takes = { "T" }, gives = "T", types = { "f64" }, result = "power", near = true, weight = 1000,
  says = "the same for 2^a" }
word "near_expm1" { takes = { "T" }, gives = "T", types = { "f64" }, result = "below", near = true, weight = 1000,
  says = "the same for e^a - 1; domain: also, a >= -40" }
word "near_log" { operands = { "a", "about" }, takes = { "T", "T" }, gives = "T", types = { "f64" }, result = "logarithm", near = true,
  weight = 1000, says = "log(a), rounded once; domain: a is positive, finite and not 1, and `about` is log(a) with an error below 2^-40" }
for _, base in ipairs { "2", "10" } do
  word("near_log" .. base) { operands = { "a", "about" }, takes = { "T", "T" }, gives = "T", types = { "f64" }, result = "logarithm",
    near = true, weight = 1000, says = "the same for the logarithm to the base " .. base .. "; `about` is log(a)" }
end
word "near_log1p" { operands = { "a", "about" }, takes = { "T", "T" }, gives = "T", types = { "f64" }, result = "logarithm", near = true,
  weight = 1000, says = "log(1 + a), rounded once; domain: a is above -1, finite and not 0, and `about` is that with an error below 2^-40" }
word "near_cbrt" { takes = { "T" }, gives = "T", types = { "f64" }, result = "root", near = true, weight = 1000,
  says = "the cube root of a, rounded once; domain: a is finite and not 0" }
word "near_rsqrt" { takes = { "T" }, gives = "T", types = { "f64" }, result = "root", near = true, weight = 1000,
  says = "1 / sqrt(a), rounded once; domain: a is positive and finite" }
word "near_sin" { takes = { "T" }, gives = "T", types = { "f64" }, result = "sine", near = true, weight = 1000,
  says = "the sine of a, rounded once; domain: a is finite and at least 2^-30" }
word "near_cos" { takes = { "T" }, gives = "T", types = { "f64" }, result = "cosine", near = true, weight = 1000,
  says = "the same for the cosine" }
word "near_hypot" { takes = { "T", "T" }, gives = "T", types = { "f64" }, result = "length", commutes = true, near = true, weight = 1000,
  says = "the square root of a^2 + b^2, rounded once; domain: both are finite, and at least one is not 0" }
word "trunc_div" { takes = { "T", "T" }, gives = "T", types = ints, result = "quotient",
  says = "a / b rounded towards zero; a / 0 is 0; MIN / -1 is MIN" }
word "floor_div" { takes = { "T", "T" }, gives = "T", types = ints, result = "quotient",
  says = "a / b rounded towards minus infinity; a / 0 is 0; MIN / -1 is MIN" }
word "plain_div" { takes = { "T", "T" }, gives = "T", types = ints, result = "quotient", weight = 20,
  says = "a / b rounded towards zero; domain: b is not 0, and not a = MIN with b = -1, where the processor may trap" }
word "trunc_mod" { takes = { "T", "T" }, gives = "T", types = numbers, result = "rest",
  computes = true, raises = true, says = "a - b * (a / b rounded towards zero), exact; a mod 0 is 0, for floats NaN; a 0 has the sign of a" }
word "floor_mod" { takes = { "T", "T" }, gives = "T", types = numbers, result = "rest",
  computes = true, raises = true, says = "trunc_mod(a, b), plus b where its sign differs from b's, rounded once; a 0 has the sign of b" }
word "floor_quotient" { takes = { "T", "T" }, gives = "T", types = all_floats, result = "quotient", computes = true, raises = true,
  says = "(a - trunc_mod(a, b)) / b, minus 1 where that rest is not 0 and its sign differs from b's, each step rounded; then the " ..
         "nearest integer, of two the lesser; a 0 has the sign of a / b. Where b is 0, a / b" }
word "plain_mod" { takes = { "T", "T" }, gives = "T", types = floats, result = "rest", weight = 20,
  computes = true, raises = true, says = "trunc_mod(a, b), by long division" }
word "plain_floor_quotient" { takes = { "T", "T" }, gives = "T", types = floats, result = "quotient",
  computes = true, raises = true, says = "floor_quotient(a, b), by long division" }
word "mul_high" { takes = { "T", "T" }, gives = "T", types = wide_ints, result = "high",
  says = "the high half of the product of twice T's width" }
word "mul_fraction" { takes = { "T", "T" }, gives = "T", types = { "i32" }, result = "product", commutes = true, weight = 4,
  says = "a * b / 2^31 to nearest, ties upwards; MAX for MIN * MIN" }

-- Tables of constants: tables of 4, 8, 16 or 32, which may be in registers, and tables of any size.
for _, size in ipairs { "4", "8", "16", "32", "" } do
  word("look_up" .. size) { operands = { "values", "index" }, takes = { "K", "R" }, gives = "T", types = { "f32", "f64", "u32", "u64" },
    result = "found", says = "the constant at that index of a table; domain: the table has that index" }
end

word "one_for_zero" { takes = { "T" }, gives = "T", types = ints, result = "divisor",
  says = "a, but 1 for 0, so that it can be a divisor" }
word "sign_lanes" { takes = { "T" }, gives = "T", types = sints, result = "sign",
  says = "all bits set where a < 0, otherwise 0" }

-- Bits.
word "bit_and" { takes = { "T", "T" }, gives = "T", types = ints, result = "masked", carries = true, absorbs = true,
  says = "a and b, bit by bit" }
word "bit_or" { takes = { "T", "T" }, gives = "T", types = ints, result = "joined", carries = true,
  says = "a or b, bit by bit" }
word "bit_xor" { takes = { "T", "T" }, gives = "T", types = ints, result = "flipped", carries = true,
  says = "a exclusive or b, bit by bit" }
word "shift_left" { takes = { "T", "C" }, gives = "T", types = ints, result = "shifted", sign = "any",
  says = "a * 2^n modulo 2^width; domain: 0 < n < width" }
word "shift_right" { takes = { "T", "C" }, gives = "T", types = ints, result = "shifted",
  says = "floor(a / 2^n); domain: 0 < n < width" }
word "count" { takes = { "u32" }, gives = "N", types = { "u32" }, result = "count",
  says = "a as a shift count; domain: a is held, and below 2^31" }
word "shift_left_by" { operands = { "a", "n" }, takes = { "T", "N" }, gives = "T", types = ints, result = "shifted", sign = "any",
  says = "a * 2^n modulo 2^width, n held; domain: 0 <= n < width" }
word "shift_right_by" { operands = { "a", "n" }, takes = { "T", "N" }, gives = "T", types = ints, result = "shifted",
  says = "floor(a / 2^n), n held; domain: 0 <= n < width" }
word "shift_left_lanes" { operands = { "a", "n" }, takes = { "T", "T" }, gives = "T", types = ints, result = "shifted", sign = "any",
  says = "a * 2^n modulo 2^width, n read as unsigned; 0 for n >= width" }
word "shift_right_lanes" { operands = { "a", "n" }, takes = { "T", "T" }, gives = "T", types = ints, result = "shifted",
  says = "floor(a / 2^n), n read as unsigned" }
word "low_halves" { takes = { "T", "T" }, gives = "T", types = { "u32", "u64" }, result = "lows",
  says = "the lower half of a, and above it the lower half of b" }
word "high_halves" { takes = { "T", "T" }, gives = "T", types = { "u32", "u64" }, result = "highs",
  says = "the upper half of a, and above it the upper half of b" }
word "bits" { takes = { "A" }, gives = "T", types = numbers, result = "bits",
  silent = true, says = "the register's bits read as lanes of T, as if stored and loaded again: if two lanes replace a wider " ..
         "one, the first in memory is its lower half on little-endian machines, its upper half on big-endian ones" }

-- Comparisons and masks.
word "eq" { takes = { "T", "T" }, gives = "M", types = numbers, result = "equal", commutes = true, sign = "any",
  raises = true, says = "a = b; NaN equals nothing, -0 equals 0" }
word "shares_bits" { takes = { "T", "T" }, gives = "M", types = ints, result = "sharing", commutes = true,
  says = "a & b is not 0" }
word "lt" { takes = { "T", "T" }, gives = "M", types = numbers, result = "less",
  raises = true, says = "a < b; false where either is NaN, which raises invalid only if it is a signalling one" }
word "le" { takes = { "T", "T" }, gives = "M", types = numbers, result = "not_above",
  raises = true, says = "a <= b; false where either is NaN, which raises invalid only if it is a signalling one" }
word "ordered" { takes = { "T", "T" }, gives = "M", types = floats, result = "ordered", commutes = true,
  raises = true, says = "neither is NaN; invalid only for a signalling one" }
word "lt_ordered" { takes = { "T", "T" }, gives = "M", types = floats, result = "less",
  raises = true, says = "a < b; domain: neither is NaN" }
word "le_ordered" { takes = { "T", "T" }, gives = "M", types = floats, result = "not_above",
  raises = true, says = "a <= b; domain: neither is NaN" }
word "same" { takes = { "T", "T" }, gives = "M", types = all_floats, result = "same", commutes = true,
  says = "the bits of a and b are the same; raises nothing" }
word "is_nan" { takes = { "T" }, gives = "M", types = all_floats, result = "nan",
  says = "a is NaN, by its bits; raises nothing, even for a signalling one" }
word "both" { operands = { "p", "q" }, takes = { "M", "M" }, gives = "M", types = ints, result = "both", carries = true, says = "p and q" }
word "either" { operands = { "p", "q" }, takes = { "M", "M" }, gives = "M", types = ints, result = "either", carries = true,
  says = "p or q" }
word "differ" { operands = { "p", "q" }, takes = { "M", "M" }, gives = "M", types = ints, result = "differ", carries = true,
  says = "p or q, not both" }
word "opposite" { operands = { "p" }, takes = { "M" }, gives = "M", types = ints, result = "opposite", carries = true, says = "not p" }
word "select" { operands = { "p", "a", "b" }, takes = { "M", "T", "T" }, gives = "T", types = numbers, result = "chosen",
  carries = true, of_opposite = true, says = "p ? a : b, bits unchanged" }
word "keep" { operands = { "p", "a" }, takes = { "M", "T" }, gives = "T", types = ints, result = "kept", carries = true, absorbs = true,
  says = "p ? a : 0" }
word "drop" { operands = { "p", "a" }, takes = { "M", "T" }, gives = "T", types = ints, result = "kept", carries = true, absorbs = true,
  says = "p ? 0 : a" }
word "mask_from_byte" { takes = { "u8" }, gives = "M", types = ints, result = "wanted", carries = true,
  silent = true, says = "a != 0, as a mask of T's width" }
word "byte_from_mask" { operands = { "p" }, takes = { "M" }, gives = "u8", types = ints, result = "truth", carries = true,
  silent = true, says = "p ? 1 : 0, from a mask of T's width" }
word "lanes_from_mask" { operands = { "p" }, takes = { "M" }, gives = "T", types = ints, result = "ones", carries = true,
  silent = true, says = "p ? all bits set : 0, as an integer" }
word "mask_from_lanes" { takes = { "T" }, gives = "M", types = ints, result = "wanted", carries = true,
  silent = true, says = "a is not 0; domain: each lane is 0 or all bits set" }
word "mask_widen" { operands = { "p" }, takes = { "M" }, gives = "twice:M", types = { "i8", "i16", "i32" }, result = "mask", carries = true,
  silent = true, says = "the same truth value in a mask of twice T's width" }
word "mask_narrow" { operands = { "p" }, takes = { "M" }, gives = "half:M", types = { "i16", "i32", "i64" }, result = "mask",
  carries = true, silent = true, says = "the same truth value in a mask of half T's width" }
word "settle" { operands = { "fast", "certain", "slow" }, takes = { "T", "M", "T" }, gives = "T", types = numbers, result = "settled",
  settles = true,
  says = "certain ? fast : slow; slow is a function of plain C, of the operands, called for each lane that is not certain" }
word "settle_all" { operands = { "fast", "certain", "slow" }, takes = { "T", "M", "T" }, gives = "T", types = numbers, result = "settled",
  settles = true,
  says = "certain ? fast : slow; slow is a function over registers, called if some lane is not certain" }
word "settle_whole" { operands = { "fast", "certain", "slow" }, takes = { "T", "M", "T" }, gives = "T", types = numbers, result = "settled",
  settles = true,
  says = "certain ? fast : slow; if some lane of a register is not certain, all take slow; domain: where certain, both are the same" }

-- Conversions. Group words: one register of a narrow type corresponds to several of a wide one, in memory order, in any
-- byte order: lane k of the narrow one and lane k of the wide ones, counted across all of them, are the same element.
word "widen" { takes = { "T" }, gives = "twice:T", types = narrow_ints, result = "wide",
  says = "the same value in twice the width" }
word "widen_twice" { takes = { "T" }, gives = "four:T", types = { "i8", "i16", "u8", "u16" }, result = "wide",
  says = "the same value in four times the width" }
word "widen_thrice" { takes = { "T" }, gives = "eight:T", types = { "i8", "u8" }, result = "wide",
  says = "the same value in eight times the width" }
word "narrow" { takes = { "T" }, gives = "half:T", types = wide_ints, result = "narrow", sign = "any",
  says = "a modulo 2^(half of T's width)" }
word "narrow_unsigned" { takes = { "T" }, gives = "half:T", types = { "u16", "u32" }, result = "narrow",
  says = "a; domain: a < 2^(half of T's width)" }
word "f32_from_i32" { takes = { "i32" }, gives = "f32", types = { "i32" }, result = "real",
  raises = true, says = "to nearest even" }
word "i32_from_f32" { takes = { "f32" }, gives = "i32", types = { "f32" }, result = "whole",
  raises = true, says = "a rounded towards zero; domain: the result fits in i32" }
word "i32_below_f32" { takes = { "f32" }, gives = "i32", types = { "f32" }, result = "whole",
  raises = true, says = "the greatest integer <= a; domain: it fits in i32" }
word "f64_from_i32" { takes = { "i32" }, gives = "f64", types = { "i32" }, result = "real", says = "exact" }
word "i32_from_f64" { takes = { "f64" }, gives = "i32", types = { "f64" }, result = "whole",
  raises = true, says = "a rounded towards zero; domain: the result fits in i32" }
word "i32_modulo_f64" { takes = { "f64" }, gives = "i32", types = { "f64" }, result = "whole",
  raises = true, says = "a rounded towards zero, modulo 2^32; domain: |a| < 2^50" }
word "f64_from_u32" { takes = { "u32" }, gives = "f64", types = { "u32" }, result = "real", says = "exact" }
word "u32_from_f64" { takes = { "f64" }, gives = "u32", types = { "f64" }, result = "whole",
  raises = true, says = "a; domain: a is an integer (-0 is) and fits in u32" }
word "f64_from_u64" { takes = { "u64" }, gives = "f64", types = { "u64" }, result = "real",
  raises = true, says = "to nearest even" }
word "f64_from_i64" { takes = { "i64" }, gives = "f64", types = { "i64" }, result = "real",
  raises = true, says = "to nearest even" }
word "i64_from_f64" { takes = { "f64" }, gives = "i64", types = { "f64" }, result = "whole",
  raises = true, says = "a rounded towards zero; domain: the result fits in i64" }
word "i64_below_f64" { takes = { "f64" }, gives = "i64", types = { "f64" }, result = "whole",
  raises = true, says = "the greatest integer <= a; domain: it fits in i64" }
word "u64_from_f64" { takes = { "f64" }, gives = "u64", types = { "f64" }, result = "whole",
  raises = true, says = "a rounded towards zero; domain: the result fits in u64" }
word "i32_or_min_f32" { takes = { "f32" }, gives = "i32", types = { "f32" }, result = "whole",
  raises = true, says = "a rounded towards zero; MIN where that does not fit in i32, and for NaN" }
word "i32_or_min_f64" { takes = { "f64" }, gives = "i32", types = { "f64" }, result = "whole",
  raises = true, says = "a rounded towards zero; MIN where that does not fit in i32, and for NaN" }
word "i64_or_min_f64" { takes = { "f64" }, gives = "i64", types = { "f64" }, result = "whole",
  raises = true, says = "a rounded towards zero; MIN where that does not fit in i64, and for NaN" }
word "u32_or_max_f32" { takes = { "f32" }, gives = "u32", types = { "f32" }, result = "whole",
  raises = true, says = "a rounded towards zero; MAX where that does not fit in u32, and for NaN" }
word "u32_or_max_f64" { takes = { "f64" }, gives = "u32", types = { "f64" }, result = "whole",
  raises = true, says = "a rounded towards zero; MAX where that does not fit in u32, and for NaN" }
word "u64_or_max_f64" { takes = { "f64" }, gives = "u64", types = { "f64" }, result = "whole",
  raises = true, says = "a rounded towards zero; MAX where that does not fit in u64, and for NaN" }
word "i32_saturated_f32" { takes = { "f32" }, gives = "i32", types = { "f32" }, result = "whole",
  raises = true, says = "a rounded towards zero, saturated to i32; 0 for NaN" }
word "u32_saturated_f32" { takes = { "f32" }, gives = "u32", types = { "f32" }, result = "whole",
  raises = true, says = "a rounded towards zero, saturated to u32; 0 for NaN" }
word "i32_saturated_f64" { takes = { "f64" }, gives = "i32", types = { "f64" }, result = "whole",
  raises = true, says = "a rounded towards zero, saturated to i32; 0 for NaN" }
word "u32_saturated_f64" { takes = { "f64" }, gives = "u32", types = { "f64" }, result = "whole",
  raises = true, says = "a rounded towards zero, saturated to u32; 0 for NaN" }
word "i64_saturated_f64" { takes = { "f64" }, gives = "i64", types = { "f64" }, result = "whole",
  raises = true, says = "a rounded towards zero, saturated to i64; 0 for NaN" }
word "u64_saturated_f64" { takes = { "f64" }, gives = "u64", types = { "f64" }, result = "whole",
  raises = true, says = "a rounded towards zero, saturated to u64; 0 for NaN" }
word "i16_saturated_f32" { takes = { "f32" }, gives = "i16", types = { "f32" }, result = "whole",
  raises = true, says = "a rounded towards zero, saturated to i16; 0 for NaN" }
word "u16_saturated_f32" { takes = { "f32" }, gives = "u16", types = { "f32" }, result = "whole",
  raises = true, says = "a rounded towards zero, saturated to u16; 0 for NaN" }
word "i32_nearest_f32" { takes = { "f32" }, gives = "i32", types = { "f32" }, result = "whole",
  raises = true, says = "the nearest integer, ties to even, saturated to i32; 0 for NaN" }
word "i16_nearest_f32" { takes = { "f32" }, gives = "i16", types = { "f32" }, result = "whole",
  raises = true, says = "the nearest integer, ties to even, saturated to i16; 0 for NaN" }
word "i16_nearest_byte_f32" { takes = { "f32" }, gives = "i16", types = { "f32" }, result = "whole", raises = true,
  says = "the nearest integer, ties to even; beyond 511 any integer beyond 510 of the same sign; 0 for NaN" }
word "i32_nearest_or_min_f32" { takes = { "f32" }, gives = "i32", types = { "f32" }, result = "whole",
  raises = true, says = "the nearest integer, ties to even; MIN where that does not fit in i32, and for NaN" }
word "i8_clamped_i16" { takes = { "i16" }, gives = "i8", types = { "i16" }, result = "clamped",
  says = "a, saturated to i8" }
word "u8_clamped_i16" { takes = { "i16" }, gives = "u8", types = { "i16" }, result = "clamped",
  says = "a, saturated to u8" }
word "i16_clamped_i32" { takes = { "i32" }, gives = "i16", types = { "i32" }, result = "clamped",
  says = "a, saturated to i16" }
word "u16_clamped_i32" { takes = { "i32" }, gives = "u16", types = { "i32" }, result = "clamped",
  says = "a, saturated to u16" }
word "round_to_odd" { takes = { "T" }, gives = "T", types = { "i32", "i64", "u32", "u64" }, result = "odd",
  says = "a where |a| < 2^24 (64 bits: 2^53); otherwise a if it is a multiple of 2^8 (64 bits: 2^11), " ..
         "else the odd multiple next to it" }
word "f32_from_u32" { takes = { "u32" }, gives = "f32", types = { "u32" }, result = "real", says = "to nearest even" }
word "f32_from_i64" { takes = { "i64" }, gives = "f32", types = { "i64" }, result = "real", says = "to nearest even, in one rounding" }
word "f32_from_u64" { takes = { "u64" }, gives = "f32", types = { "u64" }, result = "real", says = "to nearest even, in one rounding" }
word "f64_from_f32" { takes = { "f32" }, gives = "f64", types = { "f32" }, result = "real",
  raises = true, says = "exact; NaN stays NaN" }
word "f32_from_f64" { takes = { "f64" }, gives = "f32", types = { "f64" }, result = "rounded",
  raises = true, says = "to nearest even; subnormals kept; NaN stays NaN" }
word "f32_odd_from_f64" { takes = { "f64" }, gives = "f32", types = { "f64" }, result = "odd",
  raises = true, says = "a if it is an f32, otherwise the neighbouring f32 whose last bit is set, so never an infinity; NaN stays NaN" }
word "f16_from_f64" { takes = { "f64" }, gives = "f16", types = { "f64" }, result = "rounded",
  raises = true, says = "to nearest even, in one rounding; subnormals kept; NaN stays NaN" }
word "bf16_from_f64" { takes = { "f64" }, gives = "bf16", types = { "f64" }, result = "rounded",
  raises = true, says = "to nearest even, in one rounding; subnormals kept; NaN stays NaN" }
word "f32_from_f16" { takes = { "f16" }, gives = "f32", types = { "f16" }, result = "single",
  raises = true, says = "exact; subnormals kept; NaN stays NaN" }
word "f16_from_f32" { takes = { "f32" }, gives = "f16", types = { "f32" }, result = "rounded",
  raises = true, says = "to nearest even; subnormals kept; NaN stays NaN" }
word "f32_from_bf16" { takes = { "bf16" }, gives = "f32", types = { "bf16" }, result = "single",
  says = "exact; subnormals kept; NaN stays NaN" }
word "bf16_from_f32" { takes = { "f32" }, gives = "bf16", types = { "f32" }, result = "rounded",
  says = "to nearest even; subnormals kept; NaN stays NaN" }

word "single_of_half" { takes = { "u32" }, gives = "f32", types = { "u32" }, result = "single",
  raises = true, says = "the value of the f16 whose bits are a; domain: a < 2^16" }
word "half_of_single" { takes = { "f32" }, gives = "u32", types = { "f32" }, result = "half",
  raises = true, says = "the bits of f16_from_f32(a)" }
word "single_of_bfloat" { takes = { "u32" }, gives = "f32", types = { "u32" }, result = "single",
  says = "the value of the bf16 whose bits are a; domain: a < 2^16" }
word "bfloat_of_single" { takes = { "f32" }, gives = "u32", types = { "f32" }, result = "bfloat",
  says = "the bits of bf16_from_f32(a)" }
word "mul_even" { takes = { "T", "T" }, gives = "twice:T", types = { "i32", "u32" }, result = "product", lanes = 1 / 2,
  says = "the exact products of the lower halves of a and b, read as lanes of twice the width: " ..
         "on little-endian machines of lanes 0, 2, 4, ..., on big-endian ones of lanes 1, 3, 5, ..." }

-- Division by a constant value d. These values are prepared once per row; w is T's width:
-- unsigned, with L = ceil(log2 d), and signed, with L = floor(log2 |d|).
word "divisor_multiplier" { takes = { "T" }, gives = "R", types = ints, result = "multiplier", weight = 14,
  says = "8 bits: floor(65535 / |d|); unsigned: floor(2^w * (2^L - d) / d) + 1 modulo 2^w; " ..
         "signed: floor((2^w * 2^L - 1) / |d|); 0 for d = 0" }
word "divisor_shift" { takes = { "T" }, gives = "N", types = wide_ints, result = "shift", weight = 4,
  says = "unsigned: max(0, L - 1); signed: L; w - 1 for d = 0" }
word "divisor_first_shift" { takes = { "T" }, gives = "N", types = { "u16", "u32", "u64" }, result = "first_shift", weight = 2,
  says = "0 for d = 1, otherwise 1" }
-- Floats: if a is 0 or within the span, the quotient is computed by the inverse.
word "divisor_inverse" { takes = { "T" }, gives = "T", types = floats, result = "inverse", weight = 8,
  says = "1 / d rounded to nearest, or 1 where |d| is not from 2^-40 to below 2^40 (f64: 2^400)" }
word "divisor_span" { takes = { "T" }, gives = "R", types = floats, result = "span", weight = 2,
  says = "2^(w - 1), and the bits of 2^86 minus those of 2^-86 (f64: 2^600, 2^-560) where |d| is from 2^-40 to below 2^40 (f64: 2^400)" }
word "div_by" { operands = { "a", "d", "inverse", "span" }, takes = { "T", "T", "T", "R" }, gives = "T", types = floats,
  result = "quotient", raises = true, says = "div(a, d); domain: the other operands are d's divisor_inverse, divisor_span" }
word "div_rarely_by" { operands = { "a", "d", "inverse", "span" }, takes = { "T", "T", "T", "R" }, gives = "T", types = floats,
  result = "quotient", raises = true, seldom = true, says = "the same, for registers with a 0 or with an operand outside the span" }
word "divisor_scale" { takes = { "T" }, gives = "T", types = { "f32" }, result = "multiplier", weight = 8,
  says = "65536 times 1 / d rounded to nearest, or 0 where |d| is not from 2^-40 to below 2^40" }
word "divisor_offset" { takes = { "T" }, gives = "T", types = { "f32" }, result = "offset", weight = 2,
  says = "32776, or 8 where |d| is not from 2^-40 to below 2^40" }
word "i32_fused_or_min_f32" { takes = { "f32", "f32", "f32" }, gives = "i32", types = { "f32" }, result = "whole", raises = true,
  says = "i32_nearest_or_min_f32(fused(a, b, c)), or MIN or c where a is infinite and b is 0; " ..
         "domain: b is 0 or from 2^-24 to below 2^57, both signs; |c| is at most 2^16" }
word "i32_steps_by_f32" { operands = { "a", "d", "multiplier", "offset" }, takes = { "f32", "f32", "f32", "f32" }, gives = "i32",
  types = { "f32" }, result = "steps", raises = true,
  says = "the integer nearest to a / d, ties to even, or, beyond 510, any integer beyond 510 of the same sign; 0 for NaN; " ..
         "domain: the other operands are d's divisor_scale, divisor_offset" }
word "i32_steps_seldom_f32" { operands = { "a", "d" }, takes = { "f32", "f32" }, gives = "i32", types = { "f32" }, result = "steps",
  raises = true, seldom = true, says = "i32_nearest_f32(a / d), by the instruction that divides" }
word "trunc_div_by" { operands = { "a", "d", "multiplier", "shift", "first_shift" }, takes = { "T", "T", "R", "N", "N" }, gives = "T",
  types = ints, result = "quotient",
  says = "trunc_div(a, d); domain: the other operands are d's divisor_multiplier, divisor_shift, divisor_first_shift" }
word "floor_div_by" { operands = { "a", "d", "multiplier", "shift" }, takes = { "T", "T", "R", "N" }, gives = "T", types = sints,
  result = "quotient", says = "floor_div(a, d); domain: the other operands are d's divisor_multiplier, divisor_shift" }
