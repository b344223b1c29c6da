-- NEON of AArch64, which every AArch64 processor has. Spellings only: gen/dictionary/words.lua defines the words.
--   $1 $2 $3 operands   $e suffix   $h $w those of half and twice the width   $f that of the operand's type   $p address
-- Masks are registers of unsigned lanes, all ones or 0. Half registers have the narrow side of conversions. Unsigned
-- lanes of 16 bits and more are loaded as bytes: those kernels also serve arrays of other types of the same width.

isa "neon" {
  says = "NEON", rank = 30, number = 7, bits = 128, guard = "defined(__aarch64__) && !defined(__AARCH64EB__)", machine = "aarch64",
  header = "arm_neon.h", loop = "last", features = {},
  compiler = "aarch64-linux-gnu-gcc", run = "qemu-aarch64-static $program $isa",
  packages = "gcc-aarch64-linux-gnu g++-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static",
  free = { "^vreinterpret", "^vget_low", "^vdupq?_n_", "^u?int%d+_t$" },

  lanes { f32 = "f32", f64 = "f64", i8 = "s8", i16 = "s16", i32 = "s32", i64 = "s64", u8 = "u8" } {
    load = "vld1q_$e($p)", store = "vst1q_$e($p, $1)",
  },
  lanes { u16 = "u16", u32 = "u32", u64 = "u64", f16 = "u16", bf16 = "u16" } {
    load = "vreinterpretq_$e_u8(vld1q_u8((const uint8_t *)($p)))",
    store = "vst1q_u8((uint8_t *)($p), vreinterpretq_u8_$e($1))", named = "$e",
    fraction = {
      [8] = {
        reg = "uint16x4_t", load = "vreinterpret_$e_u8(vld1_u8((const uint8_t *)($p)))",
        store = "vst1_u8((uint8_t *)($p), vreinterpret_u8_$e($1))", named = "half_$e",
      },
    },
  },
  lanes { u8 = "u8" } { fraction = { [8] = { reg = "uint8x8_t", load = "vld1_u8($p)", store = "vst1_u8($p, $1)" } } },
  lanes { i8 = "s8" } { fraction = { [8] = { reg = "int8x8_t", load = "vld1_s8($p)", store = "vst1_s8($p, $1)" } } },
  lanes { i16 = "s16" } { fraction = { [8] = { reg = "int16x4_t", load = "vld1_s16($p)", store = "vst1_s16($p, $1)" } } },
  lanes { i32 = "s32" } { fraction = { [8] = { reg = "int32x2_t", load = "vld1_s32($p)", store = "vst1_s32($p, $1)" } } },
  lanes { u32 = "u32" } { fraction = { [8] = { reg = "uint32x2_t" } } },
  lanes { u64 = "u64" } { fraction = { [8] = { reg = "uint64x1_t" } } },
  lanes { i8 = "s8", i16 = "s16", i32 = "s32", u8 = "u8", u16 = "u16", u32 = "u32", f16 = "u16", bf16 = "u16" } {
    fraction = { [8] = { bits = "vreinterpret_$e_$f($1)" } },
  },

  lanes { f32 = "f32" } { reg = "float32x4_t" },
  lanes { f64 = "f64" } { reg = "float64x2_t" },
  lanes { i8 = "s8" } { reg = "int8x16_t", mask = "uint8x16_t", not_all = "vminvq_u8($1) == 0" },
  lanes { i16 = "s16" } { reg = "int16x8_t", mask = "uint16x8_t", not_all = "vminvq_u16($1) == 0" },
  lanes { i32 = "s32" } { reg = "int32x4_t", mask = "uint32x4_t", not_all = "vminvq_u32($1) == 0" },
  lanes { i64 = "s64" } {
    reg = "int64x2_t", mask = "uint64x2_t",
    not_all = "vminvq_u32(vreinterpretq_u32_u64($1)) == 0",
  },
  -- tables of up to 64 bytes, with the indices of their bytes
  lanes { f32 = "f32", u32 = "u32" } {
    look_up8 = {
      "vreinterpretq_$e_u8(vqtbl2q_u8(vld1q_u8_x2((const uint8_t *)$1), " ..
        "vreinterpretq_u8_u32(vmlaq_u32(vdupq_n_u32(0x03020100u), $2, vdupq_n_u32(0x04040404u)))))",
      cost = 3,
    },
    look_up16 = {
      "vreinterpretq_$e_u8(vqtbl4q_u8(vld1q_u8_x4((const uint8_t *)$1), " ..
        "vreinterpretq_u8_u32(vmlaq_u32(vdupq_n_u32(0x03020100u), $2, vdupq_n_u32(0x04040404u)))))",
      cost = 5,
    },
  },
  lanes { f64 = "f64", u64 = "u64" } {
    look_up = { "vcombine_$e(vld1_$e($1 + vgetq_lane_u64($2, 0)), vld1_$e($1 + vgetq_lane_u64($2, 1)))", cost = 6 },
  },
  lanes { u8 = "u8" } { reg = "uint8x16_t", permute = "vqtbl1q_$e($1, $2)" },
  lanes { u16 = "u16", f16 = "u16", bf16 = "u16" } { reg = "uint16x8_t", bits = "vreinterpretq_$e_$f($1)" },
  lanes { u32 = "u32" } { reg = "uint32x4_t" },
  lanes { u64 = "u64" } { reg = "uint64x2_t" },

  lanes {
    f32 = "f32", f64 = "f64", i8 = "s8", i16 = "s16", i32 = "s32", i64 = "s64", u8 = "u8", u16 = "u16", u32 = "u32", u64 = "u64",
  } {
    splat = "vdupq_n_$e($1)", zero = "vdupq_n_$e(0)", bits = "vreinterpretq_$e_$f($1)",
    add = "vaddq_$e($1, $2)", sub = "vsubq_$e($1, $2)", eq = "vceqq_$e($1, $2)",
  },
  lanes { i8 = "s8", i16 = "s16", i32 = "s32", i64 = "s64", u8 = "u8", u16 = "u16", u32 = "u32", u64 = "u64" } {
    lt = "vcltq_$e($1, $2)", le = "vcleq_$e($1, $2)", add_saturated = "vqaddq_$e($1, $2)", sub_saturated = "vqsubq_$e($1, $2)",
  },
  lanes { f32 = "f32", f64 = "f64" } { lt_ordered = "vcltq_$e($1, $2)", le_ordered = "vcleq_$e($1, $2)" }, -- invalid for every NaN
  lanes {
    f32 = "f32", f64 = "f64", i8 = "s8", i16 = "s16", i32 = "s32", u8 = "u8", u16 = "u16", u32 = "u32",
  } {
    minimum = "vminq_$e($1, $2)", maximum = "vmaxq_$e($1, $2)",
  },
  lanes { f32 = "f32", f64 = "f64" } {
    div = "vdivq_$e($1, $2)", divide = "vdivq_$e($1, $2)", sqrt = "vsqrtq_$e($1)", select = "vbslq_$e($1, $2, $3)",
  },
  lanes { f32 = "f32", f64 = "f64" } {
    fused = "vfmaq_$e($3, $1, $2)", fused_from = "vfmsq_$e($3, $1, $2)",
    floor = "vrndmq_$e($1)", ceil = "vrndpq_$e($1)", trunc = "vrndq_$e($1)", round_even = "vrndnq_$e($1)", round_away = "vrndaq_$e($1)",
  },
  lanes {
    f32 = "f32", f64 = "f64", i8 = "s8", i16 = "s16", i32 = "s32", u8 = "u8", u16 = "u16", u32 = "u32",
  } {
    mul = "vmulq_$e($1, $2)",
  },
  lanes { u64 = "u64" } { -- the product of the low halves, plus both mixed products above it
    mul = "vmlal_u32(vshlq_n_u64(vpaddlq_u32(vmulq_u32(vreinterpretq_u32_u64($1), vrev64q_u32(vreinterpretq_u32_u64($2)))), 32), " ..
          "vmovn_u64($1), vmovn_u64($2))",
  },
  lanes { i64 = "" } { mul = function(a, b) return bits.i64(bits.u64(a) * bits.u64(b)) end },
  lanes { f32 = "f32", f64 = "f64", i8 = "s8", i16 = "s16", i32 = "s32", i64 = "s64" } { neg = "vnegq_$e($1)" },
  lanes { i8 = "s8", i16 = "s16", i32 = "s32", i64 = "s64" } { magnitude = "vabsq_$e($1)" },

  lanes { i8 = "s8", i16 = "s16", i32 = "s32", i64 = "s64", u8 = "u8", u16 = "u16", u32 = "u32", u64 = "u64" } {
    bit_and = "vandq_$e($1, $2)", bit_or = "vorrq_$e($1, $2)", bit_xor = "veorq_$e($1, $2)",
    shift_left = "vshlq_n_$e($1, $2)", shift_right = "vshrq_n_$e($1, $2)", select = "vbslq_$e($1, $2, $3)",
  },
  lanes { i8 = "u8", i16 = "u16", i32 = "u32", i64 = "u64", u8 = "u8", u16 = "u16", u32 = "u32", u64 = "u64" } {
    both = "vandq_$e($1, $2)", either = "vorrq_$e($1, $2)", differ = "veorq_$e($1, $2)",
  },
  lanes { i8 = "u8", i16 = "u16", i32 = "u32", u8 = "u8", u16 = "u16", u32 = "u32" } { opposite = "vmvnq_$e($1)" },
  lanes { i64 = "u64", u64 = "u64" } { opposite = "veorq_u64($1, vdupq_n_u64(UINT64_MAX))" },
  lanes { u8 = "u8", u16 = "u16", u32 = "u32", u64 = "u64" } {
    keep = "vandq_$e($1, $2)", drop = "vbicq_$e($2, $1)", lanes_from_mask = "$1", mask_from_lanes = "$1",
  },
  lanes { i8 = "8", i16 = "16", i32 = "32", i64 = "64" } {
    keep = "vreinterpretq_s$e_u$e(vandq_u$e($1, vreinterpretq_u$e_s$e($2)))",
    drop = "vreinterpretq_s$e_u$e(vbicq_u$e(vreinterpretq_u$e_s$e($2), $1))",
    lanes_from_mask = "vreinterpretq_s$e_u$e($1)", mask_from_lanes = "vreinterpretq_u$e_s$e($1)",
  },
  lanes { i16 = "16", i32 = "32", i64 = "64" } {
    shift_left_by = "vshlq_s$e($1, vdupq_n_s$e((int$e_t)$2))", shift_right_by = "vshlq_s$e($1, vdupq_n_s$e((int$e_t)-$2))",
  },
  lanes { u16 = "16", u32 = "32", u64 = "64" } {
    shift_left_by = "vshlq_u$e($1, vdupq_n_s$e((int$e_t)$2))", shift_right_by = "vshlq_u$e($1, vdupq_n_s$e((int$e_t)-$2))",
  },
  -- the signed lowest byte of a count is the shift to the left; larger counts are treated as the width
  lanes { u8 = "8", u16 = "16", u32 = "32" } {
    shift_left_lanes = "vshlq_u$e($1, vreinterpretq_s$e_u$e(vminq_u$e($2, vdupq_n_u$e($e))))",
    shift_right_lanes = "vshlq_u$e($1, vnegq_s$e(vreinterpretq_s$e_u$e(vminq_u$e($2, vdupq_n_u$e($e)))))",
  },
  lanes { i8 = "8", i16 = "16", i32 = "32" } {
    shift_right_lanes = "vshlq_s$e($1, vnegq_s$e(vreinterpretq_s$e_u$e(vminq_u$e(vreinterpretq_u$e_s$e($2), vdupq_n_u$e($e)))))",
  },
  lanes { i64 = "64" } {
    shift_right_lanes = "vshlq_s64($1, vnegq_s64(vbslq_s64(vcltq_u64(vreinterpretq_u64_s64($2), vdupq_n_u64(64)), $2, vdupq_n_s64(63))))",
  },
  lanes { u64 = "64" } {
    shift_left_lanes = "vandq_u64(vshlq_u64($1, vreinterpretq_s64_u64($2)), vcltq_u64($2, vdupq_n_u64(64)))",
    shift_right_lanes = "vandq_u64(vshlq_u64($1, vnegq_s64(vreinterpretq_s64_u64($2))), vcltq_u64($2, vdupq_n_u64(64)))",
  },
  lanes { i32 = "s32" } { mul_fraction = { "vqrdmulhq_$e($1, $2)", cost = 1 } },
  lanes { i16 = "s16", i32 = "s32", i64 = "s64", u16 = "u16", u32 = "u32", u64 = "u64" } {
    mul_high = "vuzp2q_$e(vreinterpretq_$e_$w(vmull_$e(vget_low_$e($1), vget_low_$e($2))), vreinterpretq_$e_$w(vmull_high_$e($1, $2)))",
  },

  -- widths
  lanes { i8 = "s8", i16 = "s16", i32 = "s32", u8 = "u8", u16 = "u16", u32 = "u32" } {
    widen = { one = "vmovl_$e($1)", lo = "vmovl_$e(vget_low_$e($1))", hi = "vmovl_high_$e($1)" },
  },
  lanes { i8 = "s8", i16 = "s16", i32 = "s32", i64 = "s64", u8 = "u8", u16 = "u16", u32 = "u32", u64 = "u64" } {
    narrow = { one = "vmovn_$e($1)", pair = "vuzp1q_$h(vreinterpretq_$h_$e($1), vreinterpretq_$h_$e($2))" },
  },
  lanes { u16 = "u16", u32 = "u32", u64 = "u64" } {
    low_halves = "vreinterpretq_$e_$h(vtrn1q_$h(vreinterpretq_$h_$e($1), vreinterpretq_$h_$e($2)))",
    high_halves = "vreinterpretq_$e_$h(vtrn2q_$h(vreinterpretq_$h_$e($1), vreinterpretq_$h_$e($2)))",
  },
  lanes { i8 = "8", i16 = "16", i32 = "32", i64 = "64" } {
    mask_widen = {
      lo = "vreinterpretq_u$w_s$w(vmovl_s$e(vget_low_s$e(vreinterpretq_s$e_u$e($1))))",
      hi = "vreinterpretq_u$w_s$w(vmovl_high_s$e(vreinterpretq_s$e_u$e($1)))",
    },
    mask_narrow = { pair = "vuzp1q_u$h(vreinterpretq_u$h_u$e($1), vreinterpretq_u$h_u$e($2))" },
  },
  lanes { i8 = "u8", u8 = "u8" } {
    mask_from_byte = "vtstq_u8($1, $1)", byte_from_mask = "vandq_u8($1, vdupq_n_u8(1))",
  },
  lanes { i16 = "u16" } {
    mask_from_byte = { one = "vcgtq_u16(vmovl_u8($1), vdupq_n_u16(0))" },
    byte_from_mask = {
      one = "vand_u8(vmovn_u16($1), vdup_n_u8(1))",
      pair = "vandq_u8(vuzp1q_u8(vreinterpretq_u8_u16($1), vreinterpretq_u8_u16($2)), vdupq_n_u8(1))",
    },
  },

  -- conversions
  lanes { i32 = "s32" } {
    f32_from_i32 = "vcvtq_f32_s32($1)",
    i16_clamped_i32 = { one = "vqmovn_s32($1)", pair = "vqmovn_high_s32(vqmovn_s32($1), $2)" },
    u16_clamped_i32 = { one = "vqmovun_s32($1)", pair = "vqmovun_high_s32(vqmovun_s32($1), $2)" },
    f64_from_i32 = { lo = "vcvtq_f64_s64(vmovl_s32(vget_low_s32($1)))", hi = "vcvtq_f64_s64(vmovl_high_s32($1))" },
  },
  lanes { i16 = "s16" } {
    i8_clamped_i16 = { one = "vqmovn_s16($1)", pair = "vqmovn_high_s16(vqmovn_s16($1), $2)" },
    u8_clamped_i16 = { one = "vqmovun_s16($1)", pair = "vqmovun_high_s16(vqmovun_s16($1), $2)" },
  },
  lanes { i64 = "s64" } { f64_from_i64 = "vcvtq_f64_s64($1)" },
  lanes { u64 = "u64" } { f64_from_u64 = "vcvtq_f64_u64($1)" },
  lanes { u32 = "u32" } {
    f32_from_u32 = "vcvtq_f32_u32($1)",
    f64_from_u32 = { lo = "vcvtq_f64_u64(vmovl_u32(vget_low_u32($1)))", hi = "vcvtq_f64_u64(vmovl_high_u32($1))" },
  },
  lanes { f32 = "f32" } {
    i32_saturated_f32 = "vcvtq_s32_f32($1)", u32_saturated_f32 = "vcvtq_u32_f32($1)", i32_nearest_f32 = "vcvtnq_s32_f32($1)",
    f64_from_f32 = { lo = "vcvt_f64_f32(vget_low_f32($1))", hi = "vcvt_high_f64_f32($1)" },
    i32_from_f32 = "vcvtq_s32_f32($1)", i32_below_f32 = "vcvtmq_s32_f32($1)",
    f16_from_f32 = { pair = "vreinterpretq_u16_f16(vcvt_high_f16_f32(vcvt_f16_f32($1), $2))" },
    half_of_single = "vmovl_u16(vreinterpret_u16_f16(vcvt_f16_f32($1)))",
  },
  lanes { f64 = "f64" } {
    i32_saturated_f64 = { pair = "vqmovn_high_s64(vqmovn_s64(vcvtq_s64_f64($1)), vcvtq_s64_f64($2))" },
    u32_saturated_f64 = { pair = "vqmovn_high_u64(vqmovn_u64(vcvtq_u64_f64($1)), vcvtq_u64_f64($2))" },
    i64_saturated_f64 = "vcvtq_s64_f64($1)", u64_saturated_f64 = "vcvtq_u64_f64($1)",
    f32_from_f64 = { pair = "vcvt_high_f32_f64(vcvt_f32_f64($1), $2)" },
    f32_odd_from_f64 = { pair = "vcvtx_high_f32_f64(vcvtx_f32_f64($1), $2)" },
    i32_modulo_f64 = { pair = "vuzp1q_s32(vreinterpretq_s32_s64(vcvtq_s64_f64($1)), vreinterpretq_s32_s64(vcvtq_s64_f64($2)))" },
    u32_from_f64 = { pair = "vuzp1q_u32(vreinterpretq_u32_u64(vcvtq_u64_f64($1)), vreinterpretq_u32_u64(vcvtq_u64_f64($2)))" },
  },
  lanes { u32 = "" } { single_of_half = "vcvt_f32_f16(vreinterpret_f16_u16(vmovn_u32($1)))" },
  lanes { f16 = "f16" } {
    f32_from_f16 = {
      lo = "vcvt_f32_f16(vget_low_f16(vreinterpretq_f16_u16($1)))", hi = "vcvt_high_f32_f16(vreinterpretq_f16_u16($1))",
    },
  },
}
