-- NEON of 32-bit Arm: integers. Its floats flush subnormals, so f32 is only moved, selected and converted; there is no f64.
--   $1 $2 $3 operands   $e suffix   $h $w those of half and twice the width   $f that of the operand's type   $p address
-- Masks are registers of unsigned lanes, all ones or 0. Half registers have the narrow side of conversions. Unsigned
-- lanes of 16 bits and more are loaded as bytes: those kernels also serve arrays of other types of the same width.

local integers = { i8 = "s8", i16 = "s16", i32 = "s32", i64 = "s64", u8 = "u8", u16 = "u16", u32 = "u32", u64 = "u64" }
local signed = { i8 = "8", i16 = "16", i32 = "32", i64 = "64" }

isa "armv7" {
  says = "NEON of Armv7", rank = 28, number = 5, bits = 128, machine = "arm", header = "arm_neon.h", loop = "last", precompiled = false,
  guard = "defined(__arm__) && !defined(__ARMEB__) && (!defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE == 'A') && " ..
          "(!defined(__clang__) || defined(__ARM_NEON))", -- clang's header needs the flag
  features = { { "neon", hwcap = 12, macro = "__ARM_NEON", gcc = "fpu=neon" } },
  compiler = "arm-linux-gnueabihf-gcc", run = "qemu-arm-static $program $isa",
  packages = "gcc-arm-linux-gnueabihf libc6-dev-armhf-cross qemu-user-static",
  free = { "^vreinterpret", "^vget_low", "^vget_high", "^vcombine", "^vdupq?_n_", "^u?int%d+_t$" },

  -- registers and memory
  lanes { i8 = "s8", i16 = "s16", i32 = "s32", i64 = "s64", u8 = "u8" } { load = "vld1q_$e($p)", store = "vst1q_$e($p, $1)" },
  lanes { u16 = "u16", u32 = "u32", u64 = "u64", f16 = "u16", bf16 = "u16" } {
    load = "vreinterpretq_$e_u8(vld1q_u8((const uint8_t *)($p)))",
    store = "vst1q_u8((uint8_t *)($p), vreinterpretq_u8_$e($1))", named = "$e",
  },
  lanes { u8 = "u8" } { fraction = { [8] = { reg = "uint8x8_t", load = "vld1_u8($p)", store = "vst1_u8($p, $1)" } } },
  lanes { f32 = "f32" } {
    reg = "float32x4_t", load = "vld1q_f32($p)", store = "vst1q_f32($p, $1)", splat = "vdupq_n_f32($1)",
    zero = "vdupq_n_f32(0)", bits = "vreinterpretq_f32_$f($1)", select = "vbslq_f32($1, $2, $3)",
    i32_from_f32 = "vcvtq_s32_f32($1)",
  },
  lanes { i8 = "s8" } { reg = "int8x16_t", mask = "uint8x16_t" },
  lanes { i16 = "s16" } { reg = "int16x8_t", mask = "uint16x8_t" },
  lanes { i32 = "s32" } { reg = "int32x4_t", mask = "uint32x4_t", f32_from_i32 = "vcvtq_f32_s32($1)" },
  lanes { i64 = "s64" } { reg = "int64x2_t", mask = "uint64x2_t" },
  lanes { u8 = "u8" } { reg = "uint8x16_t" },
  lanes { u16 = "u16", f16 = "u16", bf16 = "u16" } { reg = "uint16x8_t", bits = "vreinterpretq_$e_$f($1)" },
  lanes { u32 = "u32" } { reg = "uint32x4_t" },
  lanes { u64 = "u64" } { reg = "uint64x2_t" },
  lanes { i8 = "u8", i16 = "u16", i32 = "u32", i64 = "u64" } {
    not_all = "vget_lane_s64(vreinterpret_s64_$e(vand_$e(vget_low_$e($1), vget_high_$e($1))), 0) != -1",
  },

  -- integers
  lanes(integers) {
    splat = "vdupq_n_$e($1)", zero = "vdupq_n_$e(0)", bits = "vreinterpretq_$e_$f($1)",
    add = "vaddq_$e($1, $2)", sub = "vsubq_$e($1, $2)", add_saturated = "vqaddq_$e($1, $2)", sub_saturated = "vqsubq_$e($1, $2)",
    bit_and = "vandq_$e($1, $2)", bit_or = "vorrq_$e($1, $2)", bit_xor = "veorq_$e($1, $2)",
    shift_left = "vshlq_n_$e($1, $2)", shift_right = "vshrq_n_$e($1, $2)", select = "vbslq_$e($1, $2, $3)",
  },
  lanes { i8 = "s8", i16 = "s16", i32 = "s32", u8 = "u8", u16 = "u16", u32 = "u32" } {
    mul = "vmulq_$e($1, $2)", eq = "vceqq_$e($1, $2)", lt = "vcltq_$e($1, $2)", le = "vcleq_$e($1, $2)",
    minimum = "vminq_$e($1, $2)", maximum = "vmaxq_$e($1, $2)",
  },
  lanes { i64 = "s64" } { lt = "vreinterpretq_u64_s64(vshrq_n_s64(vqsubq_s64($1, $2), 63))" }, -- saturated: the sign is right
  lanes { i8 = "s8", i16 = "s16", i32 = "s32" } { neg = "vnegq_$e($1)", magnitude = "vabsq_$e($1)" },
  lanes(signed) {
    shift_left_by = "vshlq_s$e($1, vdupq_n_s$e((int$e_t)$2))", shift_right_by = "vshlq_s$e($1, vdupq_n_s$e((int$e_t)-$2))",
  },
  lanes { u8 = "8", u16 = "16", u32 = "32", u64 = "64" } {
    shift_left_by = "vshlq_u$e($1, vdupq_n_s$e((int$e_t)$2))", shift_right_by = "vshlq_u$e($1, vdupq_n_s$e((int$e_t)-$2))",
  },
  lanes { i32 = "s32" } { mul_fraction = { "vqrdmulhq_$e($1, $2)", cost = 1 } },

  -- the signed lowest byte of a count is the shift to the left; larger counts are treated as the width
  lanes { u8 = "8", u16 = "16", u32 = "32" } {
    shift_left_lanes = "vshlq_u$e($1, vreinterpretq_s$e_u$e(vminq_u$e($2, vdupq_n_u$e($e))))",
    shift_right_lanes = "vshlq_u$e($1, vnegq_s$e(vreinterpretq_s$e_u$e(vminq_u$e($2, vdupq_n_u$e($e)))))",
  },
  lanes { i8 = "8", i16 = "16", i32 = "32" } {
    shift_right_lanes = "vshlq_s$e($1, vnegq_s$e(vreinterpretq_s$e_u$e(vminq_u$e(vreinterpretq_u$e_s$e($2), vdupq_n_u$e($e)))))",
  },

  -- masks
  lanes { i8 = "u8", i16 = "u16", i32 = "u32", i64 = "u64", u8 = "u8", u16 = "u16", u32 = "u32", u64 = "u64" } {
    both = "vandq_$e($1, $2)", either = "vorrq_$e($1, $2)", differ = "veorq_$e($1, $2)",
    opposite = "veorq_$e($1, vreinterpretq_$e_s8(vdupq_n_s8(-1)))",
  },
  lanes { u8 = "u8", u16 = "u16", u32 = "u32", u64 = "u64" } {
    keep = "vandq_$e($1, $2)", drop = "vbicq_$e($2, $1)", lanes_from_mask = "$1", mask_from_lanes = "$1",
  },
  lanes(signed) { lanes_from_mask = "vreinterpretq_s$e_u$e($1)", mask_from_lanes = "vreinterpretq_u$e_s$e($1)" },
  lanes { i8 = "u8", u8 = "u8" } { mask_from_byte = "vtstq_u8($1, $1)", byte_from_mask = "vandq_u8($1, vdupq_n_u8(1))" },
  lanes { i16 = "u16" } {
    mask_from_byte = { one = "vcgtq_u16(vmovl_u8($1), vdupq_n_u16(0))" },
    byte_from_mask = {
      one = "vand_u8(vmovn_u16($1), vdup_n_u8(1))", pair = "vandq_u8(vcombine_u8(vmovn_u16($1), vmovn_u16($2)), vdupq_n_u8(1))",
    },
  },

  -- widths
  lanes(integers) {
    widen = { lo = "vmovl_$e(vget_low_$e($1))", hi = "vmovl_$e(vget_high_$e($1))" },
    narrow = { pair = "vcombine_$h(vmovn_$e($1), vmovn_$e($2))" },
  },
  lanes { i16 = "s16", i32 = "s32", u16 = "u16", u32 = "u32" } {
    mul_high = "vcombine_$e(vshrn_n_$w(vmull_$e(vget_low_$e($1), vget_low_$e($2)), 16), " ..
               "vshrn_n_$w(vmull_$e(vget_high_$e($1), vget_high_$e($2)), 16))",
  },
  lanes { i32 = "s32", i64 = "s64", u32 = "u32", u64 = "u64" } {
    mul_high = "vcombine_$e(vshrn_n_$w(vmull_$e(vget_low_$e($1), vget_low_$e($2)), 32), " ..
               "vshrn_n_$w(vmull_$e(vget_high_$e($1), vget_high_$e($2)), 32))",
  },
  lanes(signed) {
    mask_widen = {
      lo = "vreinterpretq_u$w_s$w(vmovl_s$e(vget_low_s$e(vreinterpretq_s$e_u$e($1))))",
      hi = "vreinterpretq_u$w_s$w(vmovl_s$e(vget_high_s$e(vreinterpretq_s$e_u$e($1))))",
    },
    mask_narrow = { pair = "vcombine_u$h(vmovn_u$e($1), vmovn_u$e($2))" },
  },
}
