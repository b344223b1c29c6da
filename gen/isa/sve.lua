-- SVE of AArch64. The processor chooses the length of its registers: 128 to 2048 bits. Spellings only:
-- gen/dictionary/words.lua defines the words.
--   $1 $2 $3 operands   $e suffix   $h that of half the width   $f that of the operand's type   $p address
--   $i the element at which a register begins   $n the number of elements   $k the live lanes of the result
-- All counts of bits and lanes are those of the shortest registers; `scale` is the ratio of the actual length to theirs. Masks
-- are predicates, in which the lowest of a lane's bits counts. Words that may raise a floating-point exception skip lanes that
-- are not live. A narrow value may be in the lanes of a wide one, extended by zeros, as in extending loads and truncating
-- stores.

isa "sve" {
  says = "SVE", rank = 35, number = 8, bits = 128, scale = "svcntb() / 16", scale_most = 16, typical = 2,
  guard = "defined(__aarch64__) && !defined(__AARCH64EB__) && " .. -- clang's older headers need the flag for the whole file
          "(!defined(__clang__) || __clang_major__ >= 16 || defined(__ARM_FEATURE_SVE))",
  machine = "aarch64", header = "arm_sve.h", loop = "while", precompiled = false,
  features = { { "sve", hwcap = 22, macro = "__ARM_FEATURE_SVE", gcc = "+sve" } },
  compiler = "aarch64-linux-gnu-gcc",
  packages = "gcc-aarch64-linux-gnu g++-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static",
  run = {
    { "128", "qemu-aarch64-static -cpu max,sve128=on,sve256=off,sve512=off $program $isa" },
    { "256", "qemu-aarch64-static -cpu max,sve256=on,sve512=off $program $isa" },
    { "512", "qemu-aarch64-static -cpu max,sve512=on $program $isa" },
  },
  free = { "^svreinterpret_", "^svdup_n_%w%d+$", "^svptrue_", "^u?int%d+_t$" },

  lanes {
    f32 = "f32", f64 = "f64", i8 = "s8", i16 = "s16", i32 = "s32", i64 = "s64", u8 = "u8", u16 = "u16", u32 = "u32", u64 = "u64",
    f16 = "u16", bf16 = "u16",
  } {
    load = "svld1_$e($k, $p)", store = "svst1_$e($k, $p, $1)",
    splat = "svdup_n_$e($1)", zero = "svdup_n_$e(0)", bits = "svreinterpret_$e_$f($1)", select = "svsel_$e($1, $2, $3)",
  },
  lanes { i8 = "b8", u8 = "b8" } { live = "svwhilelt_$e_u64($i, $n)", all_live = "svptrue_$e()" },
  lanes { i16 = "b16", u16 = "b16", f16 = "b16", bf16 = "b16" } { live = "svwhilelt_$e_u64($i, $n)", all_live = "svptrue_$e()" },
  lanes { i32 = "b32", u32 = "b32", f32 = "b32" } { live = "svwhilelt_$e_u64($i, $n)", all_live = "svptrue_$e()" },
  lanes { i64 = "b64", u64 = "b64", f64 = "b64" } { live = "svwhilelt_$e_u64($i, $n)", all_live = "svptrue_$e()" },

  lanes { f32 = "f32" } { reg = "svfloat32_t" },
  lanes { f64 = "f64" } { reg = "svfloat64_t" },
  lanes { i8 = "s8" } { reg = "svint8_t", mask = "svbool_t", not_all = "svptest_any(svptrue_b8(), svnot_b_z(svptrue_b8(), $1))" },
  lanes { i16 = "s16" } { reg = "svint16_t", mask = "svbool_t", not_all = "svptest_any(svptrue_b8(), svnot_b_z(svptrue_b8(), $1))" },
  lanes { i32 = "s32" } { reg = "svint32_t", mask = "svbool_t", not_all = "svptest_any(svptrue_b8(), svnot_b_z(svptrue_b8(), $1))" },
  lanes { i64 = "s64" } { reg = "svint64_t", mask = "svbool_t", not_all = "svptest_any(svptrue_b8(), svnot_b_z(svptrue_b8(), $1))" },
  lanes { u8 = "u8" } {
    reg = "svuint8_t",
    fraction = { [8] = { reg = "svuint16_t", load = "svld1ub_u16($k, $p)", store = "svst1b_u16($k, $p, $1)" } },
  },
  lanes { u16 = "u16", f16 = "u16", bf16 = "u16" } {
    reg = "svuint16_t",
    fraction = { [8] = { reg = "svuint32_t", load = "svld1uh_u32($k, $p)", store = "svst1h_u32($k, $p, $1)" } },
  },
  lanes { u32 = "u32" } { reg = "svuint32_t" },
  lanes { u64 = "u64" } { reg = "svuint64_t" },

  lanes { f32 = "u32index_f32", f64 = "u64index_f64", u32 = "u32index_u32", u64 = "u64index_u64" } {
    look_up = { "svld1_gather_$e($k, $1, $2)", cost = 8 },
  },
  lanes { f32 = "f32", f64 = "f64" } {
    fused = "svmla_$e_x($k, $3, $1, $2)", fused_from = "svmls_$e_x($k, $3, $1, $2)",
    -- no divide: gcc computes both ways before the branch, and so raises the exceptions of the way that is not taken
    add = "svadd_$e_x($k, $1, $2)", sub = "svsub_$e_x($k, $1, $2)", mul = "svmul_$e_x($k, $1, $2)", div = "svdiv_$e_x($k, $1, $2)",
    neg = "svneg_$e_x(svptrue_b8(), $1)", sqrt = "svsqrt_$e_x($k, $1)",
    floor = "svrintm_$e_x($k, $1)", ceil = "svrintp_$e_x($k, $1)", trunc = "svrintz_$e_x($k, $1)",
    round_even = "svrintn_$e_x($k, $1)", round_away = "svrinta_$e_x($k, $1)",
    minimum = "svmin_$e_x($k, $1, $2)", maximum = "svmax_$e_x($k, $1, $2)",
    eq = "svcmpeq_$e($k, $1, $2)", ordered = "svnot_b_z($k, svcmpuo_$e($k, $1, $2))",
    lt_ordered = "svcmplt_$e($k, $1, $2)", le_ordered = "svcmple_$e($k, $1, $2)", -- they raise invalid for every NaN
    lt = "svcmplt_$e(svnot_b_z($k, svcmpuo_$e($k, $1, $2)), $1, $2)",
    le = "svcmple_$e(svnot_b_z($k, svcmpuo_$e($k, $1, $2)), $1, $2)",
  },
  lanes { i8 = "s8", i16 = "s16", i32 = "s32", i64 = "s64", u8 = "u8", u16 = "u16", u32 = "u32", u64 = "u64" } {
    add = "svadd_$e_x(svptrue_b8(), $1, $2)", sub = "svsub_$e_x(svptrue_b8(), $1, $2)", mul = "svmul_$e_x(svptrue_b8(), $1, $2)",
    bit_and = "svand_$e_x(svptrue_b8(), $1, $2)", bit_or = "svorr_$e_x(svptrue_b8(), $1, $2)",
    bit_xor = "sveor_$e_x(svptrue_b8(), $1, $2)", shift_left = "svlsl_n_$e_x(svptrue_b8(), $1, $2)",
    eq = "svcmpeq_$e(svptrue_b8(), $1, $2)", lt = "svcmplt_$e(svptrue_b8(), $1, $2)",
    le = "svcmple_$e(svptrue_b8(), $1, $2)", minimum = "svmin_$e_x(svptrue_b8(), $1, $2)", maximum = "svmax_$e_x(svptrue_b8(), $1, $2)",
    add_saturated = "svqadd_$e($1, $2)", sub_saturated = "svqsub_$e($1, $2)",
    both = "svand_b_z(svptrue_b8(), $1, $2)", either = "svorr_b_z(svptrue_b8(), $1, $2)",
    differ = "sveor_b_z(svptrue_b8(), $1, $2)", opposite = "svnot_b_z(svptrue_b8(), $1)",
    keep = "svsel_$e($1, $2, svdup_n_$e(0))", drop = "svsel_$e($1, svdup_n_$e(0), $2)",
    mask_from_lanes = "svcmpne_n_$e(svptrue_b8(), $1, 0)",
  },
  lanes { i8 = "s8", i16 = "s16", i32 = "s32", i64 = "s64" } {
    neg = "svneg_$e_x(svptrue_b8(), $1)", magnitude = "svabs_$e_x(svptrue_b8(), $1)", lanes_from_mask = "svdup_n_$e_z($1, -1)",
  },
  lanes { u8 = "8", u16 = "16", u32 = "32", u64 = "64" } { lanes_from_mask = "svdup_n_u$e_z($1, UINT$e_MAX)" },
  lanes { i16 = "s16", i32 = "s32", i64 = "s64", u16 = "u16", u32 = "u32", u64 = "u64" } {
    mul_high = "svmulh_$e_x(svptrue_b8(), $1, $2)",
  },
  lanes { i32 = "s32", u32 = "u32" } { trunc_div = { "svdiv_$e_x(svptrue_b8(), $1, $2)", cost = 16 } },
  lanes { i64 = "s64", u64 = "u64" } { trunc_div = { "svdiv_$e_x(svptrue_b8(), $1, $2)", cost = 24 } },
  lanes { i8 = "asr_n_s8", i16 = "asr_n_s16", i32 = "asr_n_s32", i64 = "asr_n_s64" } { shift_right = "sv$e_x(svptrue_b8(), $1, $2)" },
  lanes { u8 = "lsr_n_u8", u16 = "lsr_n_u16", u32 = "lsr_n_u32", u64 = "lsr_n_u64" } { shift_right = "sv$e_x(svptrue_b8(), $1, $2)" },
  lanes { i8 = "8", i16 = "16", i32 = "32", i64 = "64" } {
    shift_right_lanes = "svasr_s$e_x(svptrue_b8(), $1, svreinterpret_u$e_s$e($2))",
    shift_left_by = "svlsl_n_s$e_x(svptrue_b8(), $1, (uint$e_t)$2)", shift_right_by = "svasr_n_s$e_x(svptrue_b8(), $1, (uint$e_t)$2)",
  },
  lanes { u8 = "8", u16 = "16", u32 = "32", u64 = "64" } {
    shift_left_lanes = "svlsl_u$e_x(svptrue_b8(), $1, $2)", shift_right_lanes = "svlsr_u$e_x(svptrue_b8(), $1, $2)",
    shift_left_by = "svlsl_n_u$e_x(svptrue_b8(), $1, (uint$e_t)$2)", shift_right_by = "svlsr_n_u$e_x(svptrue_b8(), $1, (uint$e_t)$2)",
  },

  -- widths
  lanes { i8 = "s16", i16 = "s32", i32 = "s64", u32 = "u64" } {
    widen = { lo = "svunpklo_$e($1)", hi = "svunpkhi_$e($1)" },
  },
  lanes { u8 = "u16", u16 = "u32" } { widen = { one = "$1", lo = "svunpklo_$e($1)", hi = "svunpkhi_$e($1)" } },
  lanes { i8 = "s8", i16 = "s16", i32 = "s32", i64 = "s64", u8 = "u8", u16 = "u16", u32 = "u32", u64 = "u64" } {
    narrow = { pair = "svuzp1_$h(svreinterpret_$h_$e($1), svreinterpret_$h_$e($2))" },
    narrow_unsigned = { one = "$1", pair = "svuzp1_$h(svreinterpret_$h_$e($1), svreinterpret_$h_$e($2))" },
  },
  lanes { u16 = "u16", u32 = "u32", u64 = "u64" } {
    low_halves = "svreinterpret_$e_$h(svtrn1_$h(svreinterpret_$h_$e($1), svreinterpret_$h_$e($2)))",
    high_halves = "svreinterpret_$e_$h(svtrn2_$h(svreinterpret_$h_$e($1), svreinterpret_$h_$e($2)))",
  },
  lanes { i8 = "", i16 = "", i32 = "" } { mask_widen = { lo = "svunpklo_b($1)", hi = "svunpkhi_b($1)" } },
  lanes { i16 = "b8", i32 = "b16", i64 = "b32" } { mask_narrow = { pair = "svuzp1_$e($1, $2)" } },
  lanes { i8 = "", u8 = "" } { mask_from_byte = "svcmpne_n_u8(svptrue_b8(), $1, 0)", byte_from_mask = "svdup_n_u8_z($1, 1)" },
  lanes { i16 = "" } {
    mask_from_byte = { one = "svcmpne_n_u16(svptrue_b8(), $1, 0)" }, byte_from_mask = { one = "svdup_n_u16_z($1, 1)" },
  },

  -- conversions
  lanes { u32 = "u32" } { single_of_half = "svcvt_f32_f16_x($k, svreinterpret_f16_u32($1))" },
  lanes { f32 = "f32" } {
    half_of_single = "svreinterpret_u32_f16(svcvt_f16_f32_x($k, $1))", i32_from_f32 = "svcvt_s32_f32_x($k, $1)",
    i32_saturated_f32 = "svcvt_s32_f32_x($k, $1)", u32_saturated_f32 = "svcvt_u32_f32_x($k, $1)",
    f64_from_f32 = {
      lo = "svcvt_f64_f32_x($k, svreinterpret_f32_u64(svunpklo_u64(svreinterpret_u32_f32($1))))",
      hi = "svcvt_f64_f32_x($k, svreinterpret_f32_u64(svunpkhi_u64(svreinterpret_u32_f32($1))))",
    },
  },
  lanes { i32 = "s32" } {
    f32_from_i32 = "svcvt_f32_s32_x(svptrue_b8(), $1)",
    f64_from_i32 = {
      lo = "svcvt_f64_s64_x(svptrue_b8(), svunpklo_s64($1))", hi = "svcvt_f64_s64_x(svptrue_b8(), svunpkhi_s64($1))",
    },
  },
  lanes { u32 = "u32" } {
    f64_from_u32 = {
      lo = "svcvt_f64_u64_x(svptrue_b8(), svunpklo_u64($1))", hi = "svcvt_f64_u64_x(svptrue_b8(), svunpkhi_u64($1))",
    },
  },
  lanes { u64 = "u64" } { f64_from_u64 = "svcvt_f64_u64_x(svptrue_b8(), $1)" },
  lanes { f64 = "f64" } {
    u64_from_f64 = "svcvt_u64_f64_x($k, $1)", u64_saturated_f64 = "svcvt_u64_f64_x($k, $1)",
    i64_saturated_f64 = "svcvt_s64_f64_x($k, $1)",
    f32_from_f64 = { pair = "svuzp1_f32(svcvt_f32_f64_x(svunpklo_b($k), $1), svcvt_f32_f64_x(svunpkhi_b($k), $2))" },
    i32_modulo_f64 = {
      pair = "svuzp1_s32(svreinterpret_s32_s64(svcvt_s64_f64_x(svunpklo_b($k), $1)), " ..
             "svreinterpret_s32_s64(svcvt_s64_f64_x(svunpkhi_b($k), $2)))",
    },
    u32_from_f64 = {
      pair = "svuzp1_u32(svreinterpret_u32_u64(svcvt_u64_f64_x(svunpklo_b($k), $1)), " ..
             "svreinterpret_u32_u64(svcvt_u64_f64_x(svunpkhi_b($k), $2)))",
    },
  },
}
