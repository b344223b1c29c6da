-- VSX as of POWER8, which every little-endian POWER processor has. (If a flag forbids the compiler to use it,
-- the registers' types do not exist.) Spellings only: gen/dictionary/words.lua defines the words.
--   $1 $2 $3 operands   $e suffix: the lanes' type in C   $h $w those of half and twice the width   $p address
-- Masks are registers of bool lanes, all ones or 0. The narrow side of conversions is a register's first half. Registers
-- of all lanes are loaded as bytes: kernels of unsigned lanes also serve arrays of other types of the same width.

isa "vsx" {
  says = "VSX", rank = 38, number = 11, bits = 128, guard = "defined(__POWER8_VECTOR__) && defined(__LITTLE_ENDIAN__)",
  machine = "powerpc64le ppc64le", header = "altivec.h", loop = "last", features = {},
  compiler = "powerpc64le-linux-gnu-gcc", run = "qemu-ppc64le-static -cpu power8 $program $isa",
  packages = "gcc-powerpc64le-linux-gnu libc6-dev-ppc64el-cross qemu-user-static",
  free = { "^vec_splats$", "^u?int%d+_t$" },

  lanes {
    f32 = "float", f64 = "double", i8 = "signed char", i16 = "signed short", i32 = "signed int", i64 = "signed long long",
    u8 = "unsigned char", u16 = "unsigned short", u32 = "unsigned int", u64 = "unsigned long long",
    f16 = "unsigned short", bf16 = "unsigned short",
  } {
    reg = "__vector $e", load = "(__vector $e)vec_xl(0, (const unsigned char *)($p))",
    store = "vec_xst((__vector unsigned char)$1, 0, (unsigned char *)($p))",
    splat = "vec_splats(($e)$1)", zero = "vec_splats(($e)0)", constant = "vec_splats(($e)$1)",
    bits = "(__vector $e)$1", select = "vec_sel($3, $2, $1)",
    fraction = {
      [8] = {
        reg = "__vector $e", load = "(__vector $e)vec_splats((unsigned long long)bl_load_bytes_u64($p))",
        store = "bl_store_bytes_u64($p, vec_extract((__vector unsigned long long)$1, 0))",
      },
    },
  },
  lanes {
    f32 = "float", f64 = "double", i8 = "signed char", i16 = "signed short", i32 = "signed int", i64 = "signed long long",
    u8 = "unsigned char", u16 = "unsigned short", u32 = "unsigned int", u64 = "unsigned long long",
  } {
    add = "vec_add($1, $2)", sub = "vec_sub($1, $2)", eq = "vec_cmpeq($1, $2)",
  },
  lanes { f32 = "float", f64 = "double" } {
    fused = "vec_madd($1, $2, $3)", fused_from = "vec_madd(-$1, $2, $3)",
    mul = "vec_mul($1, $2)", div = "vec_div($1, $2)", divide = "vec_div($1, $2)", neg = "vec_neg($1)", sqrt = "vec_sqrt($1)",
    floor = "vec_floor($1)", ceil = "vec_ceil($1)", trunc = "vec_trunc($1)", round_even = "vec_rint($1)",
    lt_ordered = "vec_cmplt($1, $2)", le_ordered = "vec_cmple($1, $2)", -- they raise invalid for every NaN
  },
  lanes { i8 = "char", i16 = "short", i32 = "int", i64 = "long long" } {
    mask = "__vector __bool $e",
    not_all = "vec_any_eq((__vector unsigned $e)$1, vec_splats((unsigned $e)0))",
    magnitude = { "vec_abs($1)", cost = 2 },
    mask_widen = { one = "vec_unpackh($1)", lo = "vec_unpackh($1)", hi = "vec_unpackl($1)" },
    mask_narrow = { pair = "vec_pack($1, $2)" },
  },
  lanes {
    i8 = "signed char", i16 = "signed short", i32 = "signed int", i64 = "signed long long",
    u8 = "unsigned char", u16 = "unsigned short", u32 = "unsigned int", u64 = "unsigned long long",
  } {
    lt = "vec_cmplt($1, $2)", minimum = "vec_min($1, $2)", maximum = "vec_max($1, $2)",
    bit_and = "vec_and($1, $2)", bit_or = "vec_or($1, $2)", bit_xor = "vec_xor($1, $2)",
    both = "vec_and($1, $2)", either = "vec_or($1, $2)", differ = "vec_xor($1, $2)", opposite = "vec_nor($1, $1)",
    keep = "vec_and((__vector $e)$1, $2)", drop = "vec_andc($2, (__vector $e)$1)", lanes_from_mask = { "(__vector $e)$1", cost = 0 },
    narrow = { one = "vec_pack($1, $1)", pair = "vec_pack($1, $2)" },
  },
  lanes { i8 = "char", i16 = "short", i32 = "int", i64 = "long long", u8 = "char", u16 = "short", u32 = "int", u64 = "long long" } {
    mask_from_lanes = { "(__vector __bool $e)$1", cost = 0 },
    shift_left = "vec_sl($1, vec_splats((unsigned $e)$2))", shift_left_by = "vec_sl($1, vec_splats((unsigned $e)$2))",
  },
  lanes { i8 = "char", i16 = "short", i32 = "int", i64 = "long long" } {
    shift_right = "vec_sra($1, vec_splats((unsigned $e)$2))", shift_right_by = "vec_sra($1, vec_splats((unsigned $e)$2))",
    widen = { one = "vec_unpackh($1)", lo = "vec_unpackh($1)", hi = "vec_unpackl($1)" },
  },
  lanes { u8 = "unsigned char", u16 = "unsigned short", u32 = "unsigned int", u64 = "unsigned long long" } {
    shift_right = "vec_sr($1, vec_splats(($e)$2))", shift_right_by = "vec_sr($1, vec_splats(($e)$2))",
    widen = {
      one = "(__vector $w)vec_mergeh($1, vec_splats(($e)0))",
      lo = "(__vector $w)vec_mergeh($1, vec_splats(($e)0))", hi = "(__vector $w)vec_mergel($1, vec_splats(($e)0))",
    },
  },
  lanes { i32 = "signed int", u32 = "unsigned int" } {
    mul = "vec_mul($1, $2)", mul_even = "vec_mule($1, $2)",
    mul_high = "vec_mergeo((__vector $e)vec_mule($1, $2), (__vector $e)vec_mulo($1, $2))",
  },
  lanes {
    i8 = "signed char", i16 = "signed short", i32 = "signed int", u8 = "unsigned char", u16 = "unsigned short", u32 = "unsigned int",
  } {
    add_saturated = "vec_adds($1, $2)", sub_saturated = "vec_subs($1, $2)",
  },
  -- the instructions read only the lowest bits of each count
  lanes { u8 = "char", u16 = "short", u32 = "int", u64 = "long long" } {
    shift_left_lanes = "vec_and(vec_sl($1, $2), (__vector unsigned $e)vec_cmplt($2, vec_splats((unsigned $e)(8 * sizeof(unsigned $e)))))",
    shift_right_lanes = "vec_and(vec_sr($1, $2), (__vector unsigned $e)vec_cmplt($2, vec_splats((unsigned $e)(8 * sizeof(unsigned $e)))))",
  },
  lanes { i16 = "signed short", u16 = "unsigned short" } {
    mul = "vec_mladd($1, $2, vec_splats(($e)0))",
    mul_high = "vec_sel((__vector $e)vec_sr((__vector unsigned int)vec_mule($1, $2), vec_splats(16u)), " ..
               "(__vector $e)vec_mulo($1, $2), (__vector unsigned short)vec_splats(0xffff0000u))",
  },
  lanes { i16 = "" } {
    byte_from_mask = {
      one = "vec_and((__vector unsigned char)vec_pack($1, $1), vec_splats((unsigned char)1))",
      pair = "vec_and((__vector unsigned char)vec_pack($1, $2), vec_splats((unsigned char)1))",
    },
  },

  -- conversions
  lanes { i32 = "" } { f32_from_i32 = "vec_float($1)", f64_from_i32 = { lo = "vec_doubleh($1)", hi = "vec_doublel($1)", cost = 2 } },
  lanes { u32 = "" } { f64_from_u32 = { lo = "vec_doubleh($1)", hi = "vec_doublel($1)", cost = 2 } },
  lanes { u64 = "" } { f64_from_u64 = "vec_double($1)" },
  lanes { f32 = "" } {
    i32_from_f32 = "vec_signed($1)", f64_from_f32 = { lo = "vec_doubleh($1)", hi = "vec_doublel($1)", cost = 2 },
  },
  lanes { f64 = "double", u64 = "unsigned long long" } {
    look_up = { "(__vector $e){$1[vec_extract($2, 0)], $1[vec_extract($2, 1)]}", cost = 6 },
  },
  lanes { f64 = "" } {
    f32_from_f64 = { pair = "vec_float2($1, $2)", cost = 4 },
    i32_from_f64 = { pair = "vec_signed2($1, $2)", cost = 4 },
    i32_modulo_f64 = { pair = "vec_pack(vec_signed($1), vec_signed($2))" },
    u32_from_f64 = { pair = "(__vector unsigned int)vec_pack(vec_signed($1), vec_signed($2))" },
    u64_from_f64 = "__builtin_convertvector($1, __vector unsigned long long)",
  },
}
