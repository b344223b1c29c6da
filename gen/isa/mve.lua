-- MVE, called Helium: the vectors of Armv8.1-M, Cortex-M55 and others. Spellings only:
-- gen/dictionary/words.lua defines the words.
--   $1 $2 $3 operands   $e suffix   $f that of the operand's type   $p address   $k the live lanes of the result
--   $i the element at which a register begins   $n the number of elements
-- Its f32 flush subnormals, so f32 are moved, selected and converted, and used only in computations that flushing does not affect;
-- f16 are exact (if FPSCR.FZ16 is not set). There is no f64, and i64 has bit operations only. Masks are predicates: a bit
-- for each byte of a register. A narrow value may be in the lanes of a wide one, extended by zeros, as in extending loads
-- and truncating stores; the other instructions that change the width separate even and odd lanes, and are not usable here.
-- Unsigned lanes of 16 bits and more are loaded as bytes: those kernels also serve arrays of other types of the same width.

local integers = { i8 = "s8", i16 = "s16", i32 = "s32", u8 = "u8", u16 = "u16", u32 = "u32" }
local signed = { i8 = "8", i16 = "16", i32 = "32" }
local unsigned = { u8 = "8", u16 = "16", u32 = "32" }

isa "mve" {
  says = "MVE (Helium)", rank = 29, number = 6, bits = 128, scale = "1", scale_most = 1, typical = 1,
  guard = "defined(__ARM_FEATURE_MVE) && (__ARM_FEATURE_MVE & 2) && !defined(__ARM_BIG_ENDIAN)", machine = "arm thumbv8.1m.main",
  header = "arm_mve.h", loop = "while", precompiled = false, features = {},
  compiler = "arm-none-eabi-gcc -mthumb -mcpu=cortex-m55 -mfloat-abi=hard", platform = "cortex_m",
  link = "-nostartfiles -T tests/firmware/firmware.ld -Wl,--gc-sections -Wl,--defsym=VECTORS_START=0 " ..
         "-Wl,--defsym=ROM_START=0x60000000,--defsym=ROM_SIZE=32M " ..
         "-Wl,--defsym=RAM_START=0x62000000,--defsym=RAM_SIZE=32M,--defsym=STACK_SIZE=256K",
  run = "qemu-system-arm -M mps3-an547 -cpu cortex-m55 -nographic -monitor none -serial null -chardev stdio,id=text " ..
        "-semihosting-config enable=on,target=native,chardev=text,arg=$isa -kernel $program",
  packages = "gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm",
  free = { "^vreinterpretq_", "^vdupq_n_", "^u?int%d+_t$" },

  -- registers and memory
  lanes { i8 = "s8", u8 = "u8" } { load = "vldrbq_z_$e($p, $k)", store = "vstrbq_p_$e($p, $1, $k)" },
  lanes { i16 = "s16" } { load = "vldrhq_z_$e($p, $k)", store = "vstrhq_p_$e($p, $1, $k)" },
  lanes { i32 = "s32", f32 = "f32" } { load = "vldrwq_z_$e($p, $k)", store = "vstrwq_p_$e($p, $1, $k)" },
  lanes { u16 = "u16", u32 = "u32", u64 = "u64", i64 = "s64", f16 = "u16", bf16 = "u16" } {
    load = "vreinterpretq_$e_u8(vldrbq_z_u8((const uint8_t *)($p), $k))",
    store = "vstrbq_p_u8((uint8_t *)($p), vreinterpretq_u8_$e($1), $k)",
  },
  lanes { u8 = "u8", i8 = "u8" } {
    fraction = {
      [4] = {
        reg = "uint16x8_t", load = "vreinterpretq_u16_u32(vldrbq_z_u32((const uint8_t *)($p), $k))",
        store = "vstrbq_p_u32((uint8_t *)($p), vreinterpretq_u32_u16($1), $k)",
      },
      [8] = { reg = "uint16x8_t", load = "vldrbq_z_u16((const uint8_t *)($p), $k)", store = "vstrbq_p_u16((uint8_t *)($p), $1, $k)" },
    },
  },
  lanes { u16 = "u16", i16 = "u16", f16 = "u16", bf16 = "u16" } {
    fraction = {
      [8] = { reg = "uint32x4_t", load = "vldrhq_z_u32((const uint16_t *)($p), $k)", store = "vstrhq_p_u32((uint16_t *)($p), $1, $k)" },
    },
  },
  lanes { f32 = "f32" } {
    reg = "float32x4_t", splat = "vdupq_n_f32($1)", zero = "vdupq_n_f32(0)", bits = "vreinterpretq_f32_$f($1)",
    select = "vpselq_f32($2, $3, $1)",
  },
  lanes { i8 = "s8" } { reg = "int8x16_t", live = "vctp8q($i < $n ? $n - ($i) : 0)" },
  lanes { i16 = "s16" } { reg = "int16x8_t", live = "vctp16q($i < $n ? $n - ($i) : 0)" },
  lanes { i32 = "s32" } { reg = "int32x4_t", live = "vctp32q($i < $n ? $n - ($i) : 0)" },
  lanes { i64 = "s64" } { reg = "int64x2_t", live = "vctp64q($i < $n ? $n - ($i) : 0)" },
  lanes { i8 = "", i16 = "", i32 = "", i64 = "" } { mask = "mve_pred16_t", not_all = "$1 != 0xffff", all_live = "0xffff" },
  lanes { u8 = "u8" } { reg = "uint8x16_t" },
  lanes { u16 = "u16", f16 = "u16", bf16 = "u16" } { reg = "uint16x8_t", bits = "vreinterpretq_$e_$f($1)" },
  lanes { u32 = "u32" } { reg = "uint32x4_t" },
  lanes { u64 = "u64" } { reg = "uint64x2_t" },

  -- integers
  lanes(integers) {
    splat = "vdupq_n_$e($1)", zero = "vdupq_n_$e(0)", bits = "vreinterpretq_$e_$f($1)",
    add = "vaddq_$e($1, $2)", sub = "vsubq_$e($1, $2)", mul = "vmulq_$e($1, $2)",
    add_saturated = "vqaddq_$e($1, $2)", sub_saturated = "vqsubq_$e($1, $2)",
    bit_and = "vandq_$e($1, $2)", bit_or = "vorrq_$e($1, $2)", bit_xor = "veorq_$e($1, $2)",
    shift_left = "vshlq_n_$e($1, $2)", shift_right = "vshrq_n_$e($1, $2)",
    shift_left_by = "vshlq_r_$e($1, $2)", shift_right_by = "vshlq_r_$e($1, -$2)",
    eq = "vcmpeqq_$e($1, $2)", minimum = "vminq_$e($1, $2)", maximum = "vmaxq_$e($1, $2)", select = "vpselq_$e($2, $3, $1)",
    keep = "vpselq_$e($2, vdupq_n_$e(0), $1)", drop = "vpselq_$e(vdupq_n_$e(0), $2, $1)",
    mask_from_lanes = "vcmpneq_n_$e($1, 0)",
  },
  lanes { i8 = "s8", i16 = "s16", i32 = "s32" } {
    lt = "vcmpltq_$e($1, $2)", le = "vcmpleq_$e($1, $2)", neg = "vnegq_$e($1)", magnitude = "vabsq_$e($1)",
    lanes_from_mask = "vpselq_$e(vdupq_n_$e(-1), vdupq_n_$e(0), $1)",
  },
  lanes { u8 = "u8", u16 = "u16", u32 = "u32" } { lt = "vcmphiq_$e($2, $1)", le = "vcmpcsq_$e($2, $1)" },
  lanes(unsigned) { lanes_from_mask = "vpselq_u$e(vdupq_n_u$e(UINT$e_MAX), vdupq_n_u$e(0), $1)" },
  lanes { i16 = "s16", i32 = "s32", u16 = "u16", u32 = "u32" } { mul_high = "vmulhq_$e($1, $2)" },
  lanes { i32 = "s32" } { mul_fraction = { "vqrdmulhq_$e($1, $2)", cost = 1 } },

  -- the signed lowest byte of a count is the shift to the left; larger counts are treated as the width
  lanes(unsigned) {
    shift_left_lanes = "vshlq_u$e($1, vreinterpretq_s$e_u$e(vminq_u$e($2, vdupq_n_u$e($e))))",
    shift_right_lanes = "vshlq_u$e($1, vnegq_s$e(vreinterpretq_s$e_u$e(vminq_u$e($2, vdupq_n_u$e($e)))))",
  },
  lanes(signed) {
    shift_right_lanes = "vshlq_s$e($1, vnegq_s$e(vreinterpretq_s$e_u$e(vminq_u$e(vreinterpretq_u$e_s$e($2), vdupq_n_u$e($e)))))",
  },

  -- bits of 64: two lanes of 32 each
  lanes { i64 = "s64", u64 = "u64" } {
    splat = "vcreateq_$e((uint64_t)$1, (uint64_t)$1)", bits = "vreinterpretq_$e_$f($1)", select = "vpselq_$e($2, $3, $1)",
    bit_and = "vreinterpretq_$e_u32(vandq_u32(vreinterpretq_u32_$e($1), vreinterpretq_u32_$e($2)))",
    bit_or = "vreinterpretq_$e_u32(vorrq_u32(vreinterpretq_u32_$e($1), vreinterpretq_u32_$e($2)))",
    bit_xor = "vreinterpretq_$e_u32(veorq_u32(vreinterpretq_u32_$e($1), vreinterpretq_u32_$e($2)))",
    mask_from_lanes = "vcmpneq_n_u32(vreinterpretq_u32_$e($1), 0)",
    lanes_from_mask = "vreinterpretq_$e_u32(vpselq_u32(vdupq_n_u32(UINT32_MAX), vdupq_n_u32(0), $1))",
  },

  -- masks
  lanes { i8 = "", i16 = "", i32 = "", i64 = "", u8 = "", u16 = "", u32 = "", u64 = "" } {
    both = "(mve_pred16_t)($1 & $2)", either = "(mve_pred16_t)($1 | $2)", differ = "(mve_pred16_t)($1 ^ $2)",
    opposite = "(mve_pred16_t)~$1",
  },
  lanes { i8 = "", u8 = "" } {
    mask_from_byte = "vcmpneq_n_u8($1, 0)", byte_from_mask = "vpselq_u8(vdupq_n_u8(1), vdupq_n_u8(0), $1)",
  },
  lanes { i16 = "", u16 = "" } {
    mask_from_byte = { one = "vcmpneq_n_u16($1, 0)" }, byte_from_mask = { one = "vpselq_u16(vdupq_n_u16(1), vdupq_n_u16(0), $1)" },
  },
  lanes { i32 = "", u32 = "" } {
    mask_from_byte = { one = "vcmpneq_n_u32(vreinterpretq_u32_u16($1), 0)" },
    byte_from_mask = { one = "vreinterpretq_u16_u32(vpselq_u32(vdupq_n_u32(1), vdupq_n_u32(0), $1))" },
  },

  -- widths
  lanes { u16 = "" } { widen = { one = "$1" } },
  lanes { u8 = "" } { widen = { one = "$1", fraction = "vreinterpretq_u32_u16($1)" } },
  lanes { i8 = "" } {
    widen = {
      one = "vmovlbq_s8(vreinterpretq_s8_u16($1))",
      fraction = "vreinterpretq_u32_s16(vmovlbq_s8(vreinterpretq_s8_u16($1)))",
    },
  },
  lanes { i16 = "" } { widen = { one = "vmovlbq_s16(vreinterpretq_s16_u32($1))" } },
  lanes { i16 = "", u16 = "" } { -- of 16 or 32 bits, like a value that was narrowed before
    narrow = { one = "vmovlbq_u8((uint8x16_t)$1)", fraction = "vmovlbq_u8((uint8x16_t)$1)" },
  },
  lanes { i32 = "s32", u32 = "u32" } { narrow = { one = "vmovlbq_u16(vreinterpretq_u16_$e($1))" } },
  lanes { u16 = "" } { narrow_unsigned = { one = "$1", fraction = "(uint16x8_t)$1" } },
  lanes { u32 = "" } { narrow_unsigned = { one = "$1" } },
  lanes { i16 = "" } { -- a wider value is 0 above these bits, and remains so
    i8_clamped_i16 = {
      one = "vreinterpretq_u16_s8(vqmovnbq_s16(vdupq_n_s8(0), (int16x8_t)$1))",
      fraction = "vreinterpretq_u16_s8(vqmovnbq_s16(vdupq_n_s8(0), (int16x8_t)$1))",
    },
    u8_clamped_i16 = {
      one = "vreinterpretq_u16_u8(vqmovunbq_s16(vdupq_n_u8(0), (int16x8_t)$1))",
      fraction = "vreinterpretq_u16_u8(vqmovunbq_s16(vdupq_n_u8(0), (int16x8_t)$1))",
    },
  },
  lanes { i32 = "" } {
    i16_clamped_i32 = { one = "vreinterpretq_u32_s16(vqmovnbq_s32(vdupq_n_s16(0), $1))" },
    u16_clamped_i32 = { one = "vreinterpretq_u32_u16(vqmovunbq_s32(vdupq_n_u16(0), $1))" },
  },

  -- floats: f16 words that may raise an exception use live lanes only; less is greater with exchanged operands, because NaN counts as less
  lanes { f16 = "f16" } {
    add = "vreinterpretq_u16_$e(vaddq_x_$e(vreinterpretq_$e_u16($1), vreinterpretq_$e_u16($2), $k))",
    sub = "vreinterpretq_u16_$e(vsubq_x_$e(vreinterpretq_$e_u16($1), vreinterpretq_$e_u16($2), $k))",
    mul = "vreinterpretq_u16_$e(vmulq_x_$e(vreinterpretq_$e_u16($1), vreinterpretq_$e_u16($2), $k))",
    floor = "vreinterpretq_u16_$e(vrndmq_x_$e(vreinterpretq_$e_u16($1), $k))",
    ceil = "vreinterpretq_u16_$e(vrndpq_x_$e(vreinterpretq_$e_u16($1), $k))",
    trunc = "vreinterpretq_u16_$e(vrndq_x_$e(vreinterpretq_$e_u16($1), $k))",
    round_even = "vreinterpretq_u16_$e(vrndnq_x_$e(vreinterpretq_$e_u16($1), $k))",
    round_away = "vreinterpretq_u16_$e(vrndaq_x_$e(vreinterpretq_$e_u16($1), $k))",
    eq = "vcmpeqq_m_$e(vreinterpretq_$e_u16($1), vreinterpretq_$e_u16($2), $k)",
  },
  lanes { f32 = "f32" } { -- words with the same result for a flushed subnormal
    trunc = "vrndq_x_$e($1, $k)", round_even = "vrndnq_x_$e($1, $k)", round_away = "vrndaq_x_$e($1, $k)",
    ordered = "vcmpeqq_m_$e($1, $1, vcmpeqq_m_$e($2, $2, $k))",
    i32_from_f32 = "vcvtq_x_s32_$e($1, $k)", i32_saturated_f32 = "vcvtq_x_s32_$e($1, $k)",
    i32_nearest_f32 = "vcvtnq_x_s32_$e($1, $k)",
    u32_saturated_f32 = "vcvtq_x_u32_$e($1, $k)",
  },
  lanes { i32 = "" } { f32_from_i32 = "vcvtq_f32_s32($1)" },
  lanes { u32 = "" } { f32_from_u32 = "vcvtq_f32_u32($1)" }, -- no single_of_half: GNU's assembler 2.40 encodes VCVTB wrongly
}
