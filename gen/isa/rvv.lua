-- RVV 1.0, RISC-V's vectors. The processor chooses the length of its registers: 128 bits or more. Spellings only:
-- gen/dictionary/words.lua defines the words.
--   $1 $2 $3 operands   $e suffix   $f the suffix of the operand's type   $p address
--   $i the element at which a register begins   $n the number of elements   $k the number of live lanes
-- Bytes are in one register, and elements of 64 bits in a group of eight, so all have the same number of lanes. One count of live
-- lanes and one kind of mask serve all widths, and conversions work lane by lane. Counts of bits and lanes are those of the
-- shortest registers. Lanes that are not live are neither changed nor computed.

-- Rounds to an integer, and converts that to a float. From 2^23 (f64: 2^52) on every float is an integer; `limit` is twice the
-- bits of that number. Truncation uses magnitudes, because QEMU 7.2 aborts at the instructions for it.
local function whole(float, int, limit, of)
  local small = ("__riscv_vmsltu_vx_u%s_b8(__riscv_vsll_vx_u%s(__riscv_vreinterpret_v_%s_u%s($1), 1, $k), %s, $k)"):format(
    int, int, float, int, limit)
  local down = ("__riscv_vfcvt_x_f_v_i%s_rm_m(%s, %s, __RISCV_FRM_RDN, $k)"):format(int, small, of)
  return ("__riscv_vfsgnj_vv_%s_mu(%s, $1, __riscv_vfcvt_f_x_v_%s(%s, $k), $1, $k)"):format(float, small, float, down)
end

-- An i32 from a magnitude, which `converted` computes from the absolute value, and from a sign in all bits.
local function signed(converted, float, sign)
  local magnitude = converted:format(("__riscv_vfabs_v_%s($1, $k), __RISCV_FRM_RDN, $k"):format(float))
  return ("__riscv_vsub_vv_i32m4(__riscv_vxor_vv_i32m4(%s, %s, $k), %s, $k)"):format(magnitude, sign, sign)
end

local sign_of_f32 = "__riscv_vsra_vx_i32m4(__riscv_vreinterpret_v_f32m4_i32m4($1), 31, $k)"
local sign_of_f64 = "__riscv_vnsra_wx_i32m4(__riscv_vreinterpret_v_f64m8_i64m8($1), 63, $k)"

local unless_by_zero = "__riscv_vmerge_vxm_$e(%s, 0, __riscv_vmseq_vx_$e_b8($2, 0, $k), $k)"

-- The instructions read only the lowest bits of each count.
local function shifts_by_lanes(width)
  local unless_beyond = "__riscv_vmerge_vxm_$e(__riscv_%s_vv_$e($1, $2, $k), 0, __riscv_vmsgtu_vx_$e_b8($2, %d, $k), $k)"
  return {
    shift_left_lanes = unless_beyond:format("vsll", width - 1), shift_right_lanes = unless_beyond:format("vsrl", width - 1),
  }
end

isa "rvv" {
  says = "RVV", rank = 36, number = 9, bits = 128, scale = "__riscv_vlenb() / 16", scale_most = 64, counted = true,
  guard = "defined(__riscv) && __riscv_xlen == 64 && " .. -- others need the flag for the whole file
          "(defined(__clang__) && __clang_major__ >= 19 || defined(__riscv_v) && __riscv_v_intrinsic >= 12000)",
  machine = "riscv64", header = "riscv_vector.h", loop = "while", precompiled = false,
  features = { { "v", hwcap = 21, macro = "__riscv_v", gcc = "arch=+v", clang = "arch=+v" } },
  compiler = "clang-19 --target=riscv64-linux-gnu", link = "-static -fuse-ld=lld",
  packages = "clang-19 llvm-19 lld-19 gcc-riscv64-linux-gnu libc6-dev-riscv64-cross qemu-user-static",
  run = {
    { "128", "qemu-riscv64-static -cpu rv64,v=true,vlen=128,vext_spec=v1.0 $program $isa" },
    { "256", "qemu-riscv64-static -cpu rv64,v=true,vlen=256,vext_spec=v1.0 $program $isa" },
  },
  free = { "^__riscv_vreinterpret_", "^u?int%d+_t$", "^size_t$" },

  lanes { f32 = "f32m4" } { reg = "vfloat32m4_t" },
  lanes { f64 = "f64m8" } { reg = "vfloat64m8_t" },
  lanes { i8 = "i8m1" } { reg = "vint8m1_t" },
  lanes { i16 = "i16m2" } { reg = "vint16m2_t" },
  lanes { i32 = "i32m4" } { reg = "vint32m4_t" },
  lanes { i64 = "i64m8" } { reg = "vint64m8_t" },
  lanes { u8 = "u8m1" } { reg = "vuint8m1_t" },
  lanes { u16 = "u16m2", f16 = "u16m2", bf16 = "u16m2" } { reg = "vuint16m2_t" },
  lanes { u32 = "u32m4" } { reg = "vuint32m4_t" },
  lanes { u64 = "u64m8" } { reg = "vuint64m8_t" },
  lanes {
    f32 = "32_v_f32m4", f64 = "64_v_f64m8", f16 = "16_v_u16m2", bf16 = "16_v_u16m2", i8 = "8_v_i8m1", i16 = "16_v_i16m2",
    i32 = "32_v_i32m4", i64 = "64_v_i64m8", u8 = "8_v_u8m1", u16 = "16_v_u16m2", u32 = "32_v_u32m4", u64 = "64_v_u64m8",
  } {
    load = "__riscv_vle$e($p, $k)", store = "__riscv_vse$e($p, $1, $k)",
  },
  lanes { i8 = "", i16 = "", i32 = "", i64 = "" } {
    mask = "vbool8_t", not_all = "__riscv_vcpop_m_b8($1, $k) != $k",
    live = "__riscv_vsetvl_e8m1($n - $i < 1024 ? $n - $i : 1024)", -- at most scale_most times the shortest
    all_live = "__riscv_vsetvlmax_e8m1()",
  },
  lanes { f32 = "f32m4", f64 = "f64m8" } { splat = "__riscv_vfmv_v_f_$e($1, $k)" },
  lanes {
    i8 = "i8m1", i16 = "i16m2", i32 = "i32m4", i64 = "i64m8", u8 = "u8m1", u16 = "u16m2", u32 = "u32m4", u64 = "u64m8",
    f16 = "u16m2", bf16 = "u16m2",
  } {
    splat = "__riscv_vmv_v_x_$e($1, $k)",
  },
  lanes {
    f32 = "f32m4", f64 = "f64m8", i8 = "i8m1", i16 = "i16m2", i32 = "i32m4", i64 = "i64m8", u8 = "u8m1", u16 = "u16m2",
    u32 = "u32m4", u64 = "u64m8", f16 = "u16m2", bf16 = "u16m2",
  } {
    bits = "__riscv_vreinterpret_v_$f_$e($1)", select = "__riscv_vmerge_vvm_$e($3, $2, $1, $k)",
  },

  lanes { f32 = "f32m4", u32 = "u32m4" } {
    look_up = { "__riscv_vluxei32_v_$e($1, __riscv_vsll_vx_u32m4($2, 2, $k), $k)", cost = 16 },
  },
  lanes { f64 = "f64m8", u64 = "u64m8" } {
    look_up = { "__riscv_vluxei64_v_$e($1, __riscv_vsll_vx_u64m8($2, 3, $k), $k)", cost = 16 },
  },
  lanes { f32 = "f32m4", f64 = "f64m8" } {
    fused = "__riscv_vfmacc_vv_$e($3, $1, $2, $k)", fused_from = "__riscv_vfnmsac_vv_$e($3, $1, $2, $k)",
    add = "__riscv_vfadd_vv_$e($1, $2, $k)", sub = "__riscv_vfsub_vv_$e($1, $2, $k)", mul = "__riscv_vfmul_vv_$e($1, $2, $k)",
    div = "__riscv_vfdiv_vv_$e($1, $2, $k)", divide = "__riscv_vfdiv_vv_$e($1, $2, $k)", neg = "__riscv_vfneg_v_$e($1, $k)",
    sqrt = "__riscv_vfsqrt_v_$e($1, $k)", le_ordered = "__riscv_vmfle_vv_$e_b8($1, $2, $k)",
    eq = "__riscv_vmfeq_vv_$e_b8($1, $2, $k)", lt_ordered = "__riscv_vmflt_vv_$e_b8($1, $2, $k)", -- it raises invalid for every NaN
    -- quiet comparisons: a is neither the maximum of both (which is a if b is NaN) nor NaN
    lt = "__riscv_vmand_mm_b8(__riscv_vmfne_vv_$e_b8($1, __riscv_vfmax_vv_$e($1, $2, $k), $k), " ..
         "__riscv_vmfeq_vv_$e_b8($1, $1, $k), $k)",
  },
  lanes {
    i8 = "i8m1", i16 = "i16m2", i32 = "i32m4", i64 = "i64m8", u8 = "u8m1", u16 = "u16m2", u32 = "u32m4", u64 = "u64m8",
  } {
    add = "__riscv_vadd_vv_$e($1, $2, $k)", sub = "__riscv_vsub_vv_$e($1, $2, $k)", mul = "__riscv_vmul_vv_$e($1, $2, $k)",
    neg = "__riscv_vrsub_vx_$e($1, 0, $k)", shift_left = "__riscv_vsll_vx_$e($1, $2, $k)",
    bit_and = "__riscv_vand_vv_$e($1, $2, $k)", bit_or = "__riscv_vor_vv_$e($1, $2, $k)", bit_xor = "__riscv_vxor_vv_$e($1, $2, $k)",
    eq = "__riscv_vmseq_vv_$e_b8($1, $2, $k)", drop = "__riscv_vmerge_vxm_$e($2, 0, $1, $k)",
    both = "__riscv_vmand_mm_b8($1, $2, $k)", either = "__riscv_vmor_mm_b8($1, $2, $k)",
    differ = "__riscv_vmxor_mm_b8($1, $2, $k)", opposite = "__riscv_vmnot_m_b8($1, $k)",
    mask_from_lanes = "__riscv_vmsne_vx_$e_b8($1, 0, $k)", mask_from_byte = "__riscv_vmsne_vx_u8m1_b8($1, 0, $k)",
    byte_from_mask = "__riscv_vmerge_vxm_u8m1(__riscv_vmv_v_x_u8m1(0, $k), 1, $1, $k)", mask_widen = "$1", mask_narrow = "$1",
  },
  lanes { i8 = "i8m1", i16 = "i16m2", i32 = "i32m4", i64 = "i64m8" } {
    lt = "__riscv_vmslt_vv_$e_b8($1, $2, $k)", le = "__riscv_vmsle_vv_$e_b8($1, $2, $k)",
    minimum = "__riscv_vmin_vv_$e($1, $2, $k)", maximum = "__riscv_vmax_vv_$e($1, $2, $k)",
    add_saturated = "__riscv_vsadd_vv_$e($1, $2, $k)", sub_saturated = "__riscv_vssub_vv_$e($1, $2, $k)",
    magnitude = "__riscv_vmax_vv_$e($1, __riscv_vneg_v_$e($1, $k), $k)", shift_right = "__riscv_vsra_vx_$e($1, $2, $k)",
    shift_left_by = "__riscv_vsll_vx_$e($1, (size_t)$2, $k)", shift_right_by = "__riscv_vsra_vx_$e($1, (size_t)$2, $k)",
    widen = "__riscv_vsext_vf2_$w($1, $k)", narrow = "__riscv_vncvt_x_x_w_$h($1, $k)",
    lanes_from_mask = { "__riscv_vmerge_vxm_$e(__riscv_vmv_v_x_$e(0, $k), -1, $1, $k)", cost = 1 },
  },
  lanes { u8 = "u8m1", u16 = "u16m2", u32 = "u32m4", u64 = "u64m8" } {
    lt = "__riscv_vmsltu_vv_$e_b8($1, $2, $k)", le = "__riscv_vmsleu_vv_$e_b8($1, $2, $k)",
    minimum = "__riscv_vminu_vv_$e($1, $2, $k)", maximum = "__riscv_vmaxu_vv_$e($1, $2, $k)",
    add_saturated = "__riscv_vsaddu_vv_$e($1, $2, $k)", sub_saturated = "__riscv_vssubu_vv_$e($1, $2, $k)", shift_right = "__riscv_vsrl_vx_$e($1, $2, $k)",
    shift_left_by = "__riscv_vsll_vx_$e($1, (size_t)$2, $k)", shift_right_by = "__riscv_vsrl_vx_$e($1, (size_t)$2, $k)",
    widen = "__riscv_vzext_vf2_$w($1, $k)",
    narrow = "__riscv_vncvt_x_x_w_$h($1, $k)", narrow_unsigned = "__riscv_vncvt_x_x_w_$h($1, $k)",
  },

  lanes { u8 = "u8m1" } (shifts_by_lanes(8)),
  lanes { u16 = "u16m2" } (shifts_by_lanes(16)),
  lanes { u32 = "u32m4" } (shifts_by_lanes(32)),
  lanes { u64 = "u64m8" } (shifts_by_lanes(64)),

  lanes { i16 = "h_vv_i16m2", i32 = "h_vv_i32m4", u16 = "hu_vv_u16m2", u32 = "hu_vv_u32m4" } {
    mul_high = "__riscv_vmul$e($1, $2, $k)", -- for 64 bits clang 19 accepts it only with a flag for the whole file
  },

  -- division: x / 0 is all ones, MIN / -1 is MIN
  lanes { i8 = "i8m1", i16 = "i16m2", i32 = "i32m4", i64 = "i64m8" } {
    plain_div = { "__riscv_vdiv_vv_$e($1, $2, $k)", cost = 13 },
    trunc_div = { unless_by_zero:format "__riscv_vdiv_vv_$e($1, $2, $k)", cost = 15 },
    floor_div = function(a, b)
      local quotient = let.quotient(plain_div(a, b))
      local rest = let.rest(a - quotient * b)
      local short = lt(rest ~ b, 0) & ~eq(rest, 0)
      return drop(eq(b, 0), select(short, quotient - 1, quotient))
    end,
  },
  lanes { u8 = "u8m1", u16 = "u16m2", u32 = "u32m4", u64 = "u64m8" } {
    plain_div = { "__riscv_vdivu_vv_$e($1, $2, $k)", cost = 13 },
    trunc_div = { unless_by_zero:format "__riscv_vdivu_vv_$e($1, $2, $k)", cost = 15 },
  },

  lanes { f32 = "f32m4" } {
    floor = { whole("$e", "32m4", "0x96000000u", "$1"), cost = 6 },
    trunc = { whole("$e", "32m4", "0x96000000u", "__riscv_vfabs_v_$e($1, $k)"), cost = 7 },
  },
  lanes { f64 = "f64m8" } {
    floor = { whole("$e", "64m8", "UINT64_C(0x8660000000000000)", "$1"), cost = 6 },
    trunc = { whole("$e", "64m8", "UINT64_C(0x8660000000000000)", "__riscv_vfabs_v_$e($1, $k)"), cost = 7 },
  },

  -- conversions; truncating ones use magnitudes
  lanes { i32 = "" } {
    f32_from_i32 = "__riscv_vfcvt_f_x_v_f32m4($1, $k)", f64_from_i32 = "__riscv_vfwcvt_f_x_v_f64m8($1, $k)",
  },
  lanes { u32 = "" } { f64_from_u32 = "__riscv_vfwcvt_f_xu_v_f64m8($1, $k)" },
  lanes { u64 = "" } { f64_from_u64 = "__riscv_vfcvt_f_xu_v_f64m8($1, $k)" },
  lanes { f32 = "" } {
    f64_from_f32 = "__riscv_vfwcvt_f_f_v_f64m8($1, $k)",
    i32_from_f32 = signed("__riscv_vreinterpret_v_u32m4_i32m4(__riscv_vfcvt_xu_f_v_u32m4_rm(%s))", "f32m4", sign_of_f32),
  },
  lanes { f64 = "" } {
    f32_from_f64 = "__riscv_vfncvt_f_f_w_f32m4($1, $k)", f32_odd_from_f64 = "__riscv_vfncvt_rod_f_f_w_f32m4($1, $k)",
    i32_from_f64 = signed("__riscv_vreinterpret_v_u32m4_i32m4(__riscv_vfncvt_xu_f_w_u32m4_rm(%s))", "f64m8", sign_of_f64),
    i32_modulo_f64 = signed("__riscv_vncvt_x_x_w_i32m4(__riscv_vfcvt_x_f_v_i64m8_rm(%s), $k)", "f64m8", sign_of_f64),
    u32_from_f64 = "__riscv_vfncvt_xu_f_w_u32m4($1, $k)",
    u64_from_f64 = "__riscv_vfcvt_xu_f_v_u64m8_rm(__riscv_vfabs_v_f64m8($1, $k), __RISCV_FRM_RDN, $k)",
  },
}
