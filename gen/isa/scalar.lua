-- Plain C99: one element per step. Every other instruction set falls back on it, and uses it for values that are constant over a row.
--   $1 $2 $3 operands   $e suffix   $f the suffix of the operand's type   $a $i array and index   $p address
-- Integers are added, subtracted and multiplied as unsigned ones, for which C defines wrapping. Loads and stores of
-- u16, u32 and u64 use BL_COPY: those kernels also serve arrays of other types of the same width.

isa "scalar" {
  says = "scalar C", rank = 10, number = 1, guard = "1", machine = "any", loop = "each", features = {},
  run = { -- big-endian
    {
      "s390x", "qemu-s390x-static $program $isa", compiler = "s390x-linux-gnu-gcc",
      packages = "gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user-static",
    },
    {
      "ppc64", "qemu-ppc64-static $program $isa", compiler = "powerpc64-linux-gnu-gcc",
      packages = "gcc-powerpc64-linux-gnu libc6-dev-ppc64-cross qemu-user-static",
    },
  },
  free = { "^u?int%d+_t$", "^float$", "^double$", "^bl_bits_", "^BL_COPY$" },

  lanes { f32 = "f32", f64 = "f64" } {
    look_up = "$1[$2]",
    add = "$1 + $2", sub = "$1 - $2", mul = "$1 * $2", div = "$1 / $2",
    sqrt = "bl_root_$e($1)", plain_mod = "bl_plain_mod_$e($1, $2)",
    eq = "$1 == $2", lt = "bl_quiet_less_$e($1, $2)", le = "bl_quiet_not_above_$e($1, $2)",
    select = "$1 ? $2 : $3",
    bits = "bl_bits_$e_$f($1)", load = "$a[$i]", store = "$a[$i] = $1",
  },
  lanes { f32 = "f32" } { reg = "float" },
  lanes { f64 = "f64" } {
    reg = "double", near_power = "bl_near_power($1, $2)", near_angle = "bl_near_angle($1, $2)", near_exp = "bl_near_exp($1)", near_exp2 = "bl_near_exp2($1)",
    near_expm1 = "bl_near_expm1($1)", near_log = "bl_near_log($1, $2)", near_log2 = "bl_near_log2($1, $2)", near_log10 = "bl_near_log10($1, $2)",
    near_log1p = "bl_near_log1p($1, $2)", near_cbrt = "bl_near_cbrt($1)",
    near_rsqrt = "bl_near_rsqrt($1)", near_sin = "bl_near_sin($1)", near_cos = "bl_near_cos($1)",
    near_hypot = "bl_near_hypot($1, $2)",
  },

  lanes { f16 = "u16", bf16 = "u16", u16 = "u16" } { reg = "uint16_t" },
  lanes { u32 = "u32" } { reg = "uint32_t" },
  lanes { u64 = "u64" } { reg = "uint64_t" },
  lanes { f16 = "u16", bf16 = "u16", u16 = "u16", u32 = "u32", u64 = "u64" } {
    load = "bl_load_$e($p)", store = "bl_store_$e($p, $1)",
  },
  lanes { u8 = "u8" } { reg = "uint8_t" },
  lanes { i8 = "i8" } { reg = "int8_t" },
  lanes { i16 = "i16" } { reg = "int16_t" },
  lanes { i32 = "i32" } { reg = "int32_t" },
  lanes { i64 = "i64" } { reg = "int64_t" },
  lanes { u8 = "u8", i8 = "i8", i16 = "i16", i32 = "i32", i64 = "i64" } { load = "$a[$i]", store = "$a[$i] = $1" },

  lanes { i8 = "i8", i16 = "i16", i32 = "i32", i64 = "i64", u8 = "u8", u16 = "u16", u32 = "u32", u64 = "u64" } {
    mask = "int", not_all = "!$1",
    eq = "$1 == $2", lt = "$1 < $2", le = "$1 <= $2",
    both = "$1 & $2", either = "$1 | $2", differ = "$1 ^ $2", opposite = "!$1",
    mask_from_byte = "$1 != 0", byte_from_mask = "(uint8_t)$1", mask_widen = "$1", mask_narrow = "$1",
    mask_from_lanes = "$1 != 0",
    divisor_multiplier = "bl_divisor_multiplier_$e($1)", divisor_shift = "bl_divisor_shift_$e($1)",
    divisor_first_shift = "$1 != 1",
  },
  lanes { u32 = "" } { count = "(int)$1" },

  lanes { u8 = "uint8_t", u16 = "uint16_t", i8 = "int8_t", i16 = "int16_t" } {
    bit_and = "($e)($1 & $2)", bit_or = "($e)($1 | $2)", bit_xor = "($e)($1 ^ $2)",
    shift_left = "($e)((uint32_t)$1 << $2)", shift_right = "($e)($1 >> $2)", shift_right_by = "($e)($1 >> $2)",
    shift_left_by = "($e)((uint32_t)$1 << $2)",
    lanes_from_mask = "($e)(0 - $1)", bits = "($e)$1",
    select = "($e)($1 ? $2 : $3)", minimum = "($e)($1 < $2 ? $1 : $2)", maximum = "($e)($1 > $2 ? $1 : $2)",
  },
  lanes { u32 = "", u64 = "", i32 = "", i64 = "" } {
    select = "$1 ? $2 : $3", minimum = "$1 < $2 ? $1 : $2", maximum = "$1 > $2 ? $1 : $2",
  },
  lanes { u8 = "uint8_t", u16 = "uint16_t" } { mul = "($e)((uint32_t)$1 * $2)" },
  lanes { i8 = "int8_t" } { mul = "($e)($1 * $2)" },
  lanes { u8 = "uint8_t", u16 = "uint16_t", i8 = "int8_t" } {
    add = "($e)($1 + $2)", sub = "($e)($1 - $2)", neg = "($e)(0 - $1)", plain_div = "($e)($1 / $2)",
  },
  lanes { i16 = "int16_t" } { -- an int may have only 16 bits
    add = "($e)((int32_t)$1 + $2)", sub = "($e)((int32_t)$1 - $2)", neg = "($e)(0 - (int32_t)$1)", mul = "($e)((int32_t)$1 * $2)",
    plain_div = "($e)((int32_t)$1 / $2)",
  },

  lanes { u32 = "u32", u64 = "u64" } {
    look_up = "$1[$2]",
    add = "$1 + $2", sub = "$1 - $2", mul = "$1 * $2", neg = "0 - $1", plain_div = "$1 / $2",
    bit_and = "$1 & $2", bit_or = "$1 | $2", bit_xor = "$1 ^ $2",
    shift_left = "$1 << $2", shift_right = "$1 >> $2", shift_left_by = "$1 << $2", shift_right_by = "$1 >> $2",
    bits = "bl_bits_$e_$f($1)",
  },
  lanes { u32 = "uint32_t", u64 = "uint64_t" } { lanes_from_mask = "0 - ($e)$1" },

  lanes { i32 = "i32", i64 = "i64" } {
    add = "bl_wrapping_add_$e($1, $2)", sub = "bl_wrapping_sub_$e($1, $2)", mul = "bl_wrapping_mul_$e($1, $2)", neg = "bl_wrapping_sub_$e(0, $1)",
    plain_div = "$1 / $2", lanes_from_mask = "0 - $1",
    bit_and = "$1 & $2", bit_or = "$1 | $2", bit_xor = "$1 ^ $2",
    shift_right = "$1 >> $2", shift_right_by = "$1 >> $2",
    bits = "bl_bits_$e_$f($1)",
  },

  lanes { u8 = "uint16_t", u16 = "uint32_t", u32 = "uint64_t", i8 = "int16_t", i16 = "int32_t", i32 = "int64_t" } {
    widen = "($e)$1",
  },
  lanes { u16 = "uint8_t", u32 = "uint16_t", u64 = "uint32_t", i16 = "int8_t", i32 = "int16_t", i64 = "int32_t" } {
    narrow = "($e)$1",
  },

  lanes { u16 = "u16" } { mul_high = "(uint16_t)((uint32_t)$1 * $2 >> 16)" },
  lanes { i16 = "i16" } { mul_high = "(int16_t)((int32_t)$1 * $2 >> 16)" },
  lanes { u32 = "u32" } { mul_high = "(uint32_t)((uint64_t)$1 * $2 >> 32)" },
  lanes { i32 = "i32" } { mul_high = "(int32_t)((int64_t)$1 * $2 >> 32)", mul_fraction = "bl_mul_fraction_i32($1, $2)" },
  lanes { u64 = "u64" } { mul_high = "bl_mul_high_u64($1, $2)" },

  lanes { u8 = "8", u16 = "16", u32 = "32" } {
    shift_left_lanes = "(uint$e_t)bl_shifted_left($1, $2)", shift_right_lanes = "(uint$e_t)($2 < $e ? $1 >> $2 : 0)",
    power = "(uint$e_t)bl_power_u32($1, $2)",
  },
  lanes { i8 = "8", i16 = "16", i32 = "32" } {
    shift_left_lanes = "(int$e_t)bl_shifted_left((uint32_t)$1, (uint$e_t)$2)",
    shift_right_lanes = "(int$e_t)($1 >> ((uint$e_t)$2 < $e ? $2 : $e - 1))",
    power = "(int$e_t)bl_power_u32((uint32_t)$1, (uint$e_t)$2)",
  },
  lanes { u64 = "" } {
    shift_left_lanes = "$2 < 64 ? $1 << $2 : 0", shift_right_lanes = "$2 < 64 ? $1 >> $2 : 0", power = "bl_power_u64($1, $2)",
  },
  lanes { i64 = "" } {
    shift_left_lanes = "(int64_t)((uint64_t)$2 < 64 ? (uint64_t)$1 << $2 : 0)",
    shift_right_lanes = "$1 >> ((uint64_t)$2 < 64 ? $2 : 63)",
    power = "(int64_t)bl_power_u64((uint64_t)$1, (uint64_t)$2)",
  },

  -- conversions; those to integers give 0 outside their domain
  lanes { i32 = "" } { f32_from_i32 = "(float)$1", f64_from_i32 = "(double)$1" },
  lanes { u32 = "" } { f32_from_u32 = "(float)$1", f64_from_u32 = "(double)$1" },
  lanes { i64 = "" } { f32_from_i64 = { "(float)$1", cost = 3 }, f64_from_i64 = "(double)$1" },
  lanes { u64 = "" } { f32_from_u64 = { "(float)$1", cost = 3 }, f64_from_u64 = "(double)$1" },
  lanes { f32 = "f32" } {
    i32_from_f32 = "bl_i32_from_f32($1)", f64_from_f32 = "(double)$1",
    i32_saturated_f32 = { "bl_i32_saturated_$e($1)", cost = 5 }, u32_saturated_f32 = { "bl_u32_saturated_$e($1)", cost = 5 },
  },
  lanes { f64 = "f64" } {
    f32_from_f64 = { "(float)$1", cost = 200 }, -- from a value in f64; most processors with plain C only compute f64 by calls
    i32_saturated_f64 = { "bl_i32_saturated_$e($1)", cost = 5 }, u32_saturated_f64 = { "bl_u32_saturated_$e($1)", cost = 5 },
    i64_saturated_f64 = { "bl_i64_saturated_$e($1)", cost = 5 }, u64_saturated_f64 = { "bl_u64_saturated_$e($1)", cost = 7 },
  },
  lanes { f64 = "" } {
    i32_from_f64 = "bl_i32_from_f64($1)", i32_modulo_f64 = "bl_i32_modulo_f64($1)", u32_from_f64 = "bl_u32_from_f64($1)", u64_from_f64 = "bl_u64_from_f64($1)",
  },
  lanes { i32 = "32", i64 = "64" } {
    shift_left = "(int$e_t)((uint$e_t)$1 << $2)", shift_left_by = "(int$e_t)((uint$e_t)$1 << $2)",
  },
}
