-- WebAssembly's 128-bit SIMD. Spellings only: gen/dictionary/words.lua defines the words.
--   $1 $2 $3 operands   $e suffix   $h $w the suffixes of half and twice the width   $p address
-- All registers have one type; masks are registers with lanes of all ones or 0. The narrow side of conversions is a
-- register's low part. A module with one such instruction runs only if all are supported, so they need no detection:
-- the whole compilation uses them (-msimd128) or does not.

isa "wasm" {
  says = "WebAssembly SIMD", rank = 37, number = 10, bits = 128, guard = "defined(__wasm_simd128__)", machine = "wasm32",
  header = "wasm_simd128.h", loop = "last", features = {},
  compiler = "clang --target=wasm32-wasi -msimd128", link = "", platform = "wasi",
  packages = "clang lld llvm libclang-rt-dev-wasm32 wasi-libc nodejs", run = "node --no-warnings tests/platforms/run.mjs $program $isa",
  free = { "_splat$", "^u?int%d+_t$" },

  lanes {
    f32 = "f32x4", f64 = "f64x2", i8 = "i8x16", i16 = "i16x8", i32 = "i32x4", i64 = "i64x2",
    u8 = "u8x16", u16 = "u16x8", u32 = "u32x4", u64 = "u64x2", f16 = "u16x8", bf16 = "u16x8",
  } {
    reg = "v128_t", load = "wasm_v128_load($p)", store = "wasm_v128_store($p, $1)",
    splat = "wasm_$e_splat($1)", zero = "wasm_$e_const_splat(0)", select = "wasm_v128_bitselect($2, $3, $1)",
  },
  lanes { f32 = "f32x4", f64 = "f64x2" } {
    add = "wasm_$e_add($1, $2)", sub = "wasm_$e_sub($1, $2)", mul = "wasm_$e_mul($1, $2)", div = "wasm_$e_div($1, $2)",
    neg = "wasm_$e_neg($1)", sqrt = "wasm_$e_sqrt($1)",
    floor = "wasm_$e_floor($1)", ceil = "wasm_$e_ceil($1)", trunc = "wasm_$e_trunc($1)", round_even = "wasm_$e_nearest($1)",
    eq = "wasm_$e_eq($1, $2)", lt = "wasm_$e_lt($1, $2)", le = "wasm_$e_le($1, $2)",
    minimum = "wasm_$e_min($1, $2)", maximum = "wasm_$e_max($1, $2)",
  },
  lanes {
    i8 = "i8x16", i16 = "i16x8", i32 = "i32x4", i64 = "i64x2", u8 = "i8x16", u16 = "i16x8", u32 = "i32x4", u64 = "i64x2",
    f16 = "i16x8", bf16 = "i16x8",
  } {
    mask = "v128_t", not_all = "!wasm_$e_all_true($1)", constant = "wasm_$e_const_splat($1)",
    fraction = { [8] = { reg = "v128_t", load = "wasm_v128_load64_zero($p)", store = "wasm_v128_store64_lane($p, $1, 0)" } },
    bit_and = "wasm_v128_and($1, $2)", bit_or = "wasm_v128_or($1, $2)", bit_xor = "wasm_v128_xor($1, $2)",
    both = "wasm_v128_and($1, $2)", either = "wasm_v128_or($1, $2)", differ = "wasm_v128_xor($1, $2)",
    opposite = "wasm_v128_not($1)", keep = "wasm_v128_and($1, $2)", drop = "wasm_v128_andnot($2, $1)",
    lanes_from_mask = "$1", mask_from_lanes = "$1",
  },
  lanes {
    i8 = "i8x16", i16 = "i16x8", i32 = "i32x4", i64 = "i64x2", u8 = "i8x16", u16 = "i16x8", u32 = "i32x4", u64 = "i64x2",
  } {
    add = "wasm_$e_add($1, $2)", sub = "wasm_$e_sub($1, $2)", neg = "wasm_$e_neg($1)", eq = "wasm_$e_eq($1, $2)",
    shift_left = "wasm_$e_shl($1, $2)", shift_left_by = "wasm_$e_shl($1, (uint32_t)$2)",
  },
  lanes {
    i8 = "i8x16", i16 = "i16x8", i32 = "i32x4", i64 = "i64x2", u8 = "u8x16", u16 = "u16x8", u32 = "u32x4", u64 = "u64x2",
  } {
    shift_right = "wasm_$e_shr($1, $2)", shift_right_by = "wasm_$e_shr($1, (uint32_t)$2)",
    widen = { one = "wasm_$w_extend_low_$e($1)", lo = "wasm_$w_extend_low_$e($1)", hi = "wasm_$w_extend_high_$e($1)" },
  },
  lanes { i8 = "i8x16", i16 = "i16x8", i32 = "i32x4", i64 = "i64x2", u8 = "u8x16", u16 = "u16x8", u32 = "u32x4" } {
    lt = "wasm_$e_lt($1, $2)", le = "wasm_$e_le($1, $2)",
  },
  lanes { i8 = "i8x16", i16 = "i16x8", i32 = "i32x4", u8 = "u8x16", u16 = "u16x8", u32 = "u32x4" } {
    minimum = "wasm_$e_min($1, $2)", maximum = "wasm_$e_max($1, $2)",
  },
  lanes { i8 = "i8x16", i16 = "i16x8", u8 = "u8x16", u16 = "u16x8" } {
    add_saturated = "wasm_$e_add_sat($1, $2)", sub_saturated = "wasm_$e_sub_sat($1, $2)",
  },
  lanes { i16 = "i16x8", i32 = "i32x4", i64 = "i64x2", u16 = "i16x8", u32 = "i32x4", u64 = "i64x2" } {
    mul = "wasm_$e_mul($1, $2)",
  },
  lanes { i8 = "i8x16", i16 = "i16x8", i32 = "i32x4", i64 = "i64x2" } {
    magnitude = "wasm_$e_abs($1)",
    mask_widen = {
      one = "wasm_$w_extend_low_$e($1)", lo = "wasm_$w_extend_low_$e($1)", hi = "wasm_$w_extend_high_$e($1)",
    },
  },
  lanes { i16 = "i16x8", i32 = "i32x4", u16 = "u16x8", u32 = "u32x4" } { -- for 16 bits
    mul_high = "wasm_i16x8_shuffle(wasm_$w_extmul_low_$e($1, $2), wasm_$w_extmul_high_$e($1, $2), 1, 3, 5, 7, 9, 11, 13, 15)",
  },
  lanes { i32 = "i32x4", i64 = "i64x2", u32 = "u32x4", u64 = "u64x2" } {
    mul_high = "wasm_i32x4_shuffle(wasm_$w_extmul_low_$e($1, $2), wasm_$w_extmul_high_$e($1, $2), 1, 3, 5, 7)",
    mul_even = "wasm_$w_extmul_low_$e(wasm_i32x4_shuffle($1, $1, 0, 2, 0, 2), wasm_i32x4_shuffle($2, $2, 0, 2, 0, 2))",
  },

  -- widths: every other part of two registers gives the lower halves
  lanes { i16 = "", u16 = "" } {
    narrow = {
      one = "wasm_i8x16_shuffle($1, $1, 0, 2, 4, 6, 8, 10, 12, 14, 0, 2, 4, 6, 8, 10, 12, 14)",
      pair = "wasm_i8x16_shuffle($1, $2, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)",
    },
  },
  lanes { i32 = "", u32 = "" } { narrow = { pair = "wasm_i16x8_shuffle($1, $2, 0, 2, 4, 6, 8, 10, 12, 14)" } },
  lanes { i64 = "", u64 = "" } { narrow = { pair = "wasm_i32x4_shuffle($1, $2, 0, 2, 4, 6)" } },
  lanes { u16 = "u8x16_narrow_i16x8", u32 = "u16x8_narrow_i32x4" } { narrow_unsigned = { pair = "wasm_$e($1, $2)" } },
  lanes { i8 = "i8x16", i16 = "i16x8", i32 = "i32x4" } { mask_narrow = { pair = "wasm_$h_narrow_$e($1, $2)" } },
  lanes { i64 = "" } { mask_narrow = { pair = "wasm_i32x4_shuffle($1, $2, 0, 2, 4, 6)" } },
  lanes { i16 = "" } {
    byte_from_mask = {
      one = "wasm_v128_and(wasm_i8x16_narrow_i16x8($1, $1), wasm_i8x16_const_splat(1))",
      pair = "wasm_v128_and(wasm_i8x16_narrow_i16x8($1, $2), wasm_i8x16_const_splat(1))",
    },
  },

  -- conversions
  lanes { i32 = "i32x4" } {
    f32_from_i32 = "wasm_f32x4_convert_$e($1)",
    f64_from_i32 = {
      lo = "wasm_f64x2_convert_low_$e($1)", hi = "wasm_f64x2_convert_low_$e(wasm_i32x4_shuffle($1, $1, 2, 3, 2, 3))",
    },
  },
  lanes { u32 = "u32x4" } {
    f64_from_u32 = {
      lo = "wasm_f64x2_convert_low_$e($1)", hi = "wasm_f64x2_convert_low_$e(wasm_i32x4_shuffle($1, $1, 2, 3, 2, 3))",
    },
  },
  lanes { f32 = "f32x4" } {
    i32_from_f32 = "wasm_i32x4_trunc_sat_$e($1)", i32_saturated_f32 = "wasm_i32x4_trunc_sat_$e($1)",
    u32_saturated_f32 = "wasm_u32x4_trunc_sat_$e($1)",
    f64_from_f32 = {
      lo = "wasm_f64x2_promote_low_$e($1)", hi = "wasm_f64x2_promote_low_$e(wasm_i32x4_shuffle($1, $1, 2, 3, 2, 3))",
    },
  },
  lanes { f64 = "f64x2", u64 = "u64x2" } {
    look_up = { "wasm_$e_make($1[wasm_u64x2_extract_lane($2, 0)], $1[wasm_u64x2_extract_lane($2, 1)])", cost = 6 },
  },
  lanes { f64 = "f64x2" } {
    f32_from_f64 = {
      pair = "wasm_i64x2_shuffle(wasm_f32x4_demote_$e_zero($1), wasm_f32x4_demote_$e_zero($2), 0, 2)",
    },
    i32_from_f64 = {
      one = "wasm_i32x4_trunc_sat_$e_zero($1)",
      pair = "wasm_i64x2_shuffle(wasm_i32x4_trunc_sat_$e_zero($1), wasm_i32x4_trunc_sat_$e_zero($2), 0, 2)",
    },
    i32_saturated_f64 = {
      one = "wasm_i32x4_trunc_sat_$e_zero($1)",
      pair = "wasm_i64x2_shuffle(wasm_i32x4_trunc_sat_$e_zero($1), wasm_i32x4_trunc_sat_$e_zero($2), 0, 2)",
    },
    u32_from_f64 = {
      one = "wasm_u32x4_trunc_sat_$e_zero($1)",
      pair = "wasm_i64x2_shuffle(wasm_u32x4_trunc_sat_$e_zero($1), wasm_u32x4_trunc_sat_$e_zero($2), 0, 2)",
    },
    u32_saturated_f64 = {
      one = "wasm_u32x4_trunc_sat_$e_zero($1)",
      pair = "wasm_i64x2_shuffle(wasm_u32x4_trunc_sat_$e_zero($1), wasm_u32x4_trunc_sat_$e_zero($2), 0, 2)",
    },
  },
}
