-- The vector facility of z/Architecture as of z14, which also has lanes of f32 (vector-enhancements facility 1). Its
-- machines are big-endian. Spellings only: gen/dictionary/words.lua defines the words.
--   $1 $2 $3 operands   $e suffix: the lanes' type in C   $h $w those of half and twice the width   $p address
-- Masks are registers of bool lanes, all ones or 0. The narrow side of conversions is a register's first half. Lanes of
-- f32 are not converted to integers; every other one is converted to f64. Registers of all lanes are loaded as bytes: kernels of
-- unsigned lanes also serve arrays of other types of the same width.

-- Converts every other lane of f32 to f64.
local first, last = "vec_doublee(vec_mergeh($1, $1))", "vec_doublee(vec_mergel($1, $1))"
local function singles(of_first, of_last)
  return ("vec_perm(vec_floate(%s), vec_floate(%s), %s)"):format(of_first, of_last,
    "((__vector unsigned char){0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27})")
end
local function unsigned_packs(from) -- for values that are at least 0
  return ("vec_packs((__vector unsigned %s)vec_max($1, vec_splats((signed %s)0)), (__vector unsigned %s)vec_max($2, vec_splats((signed %s)0)))")
    :format(from, from, from, from)
end

isa "zvector" {
  says = "z/Architecture's vectors", rank = 39, number = 12, bits = 128, guard = "defined(__VEC__) && defined(__ARCH__) && __ARCH__ >= 12",
  machine = "s390x", header = "vecintrin.h", loop = "last", precompiled = false, features = {},
  compiler = "s390x-linux-gnu-gcc -march=z14 -mzvector", run = "qemu-s390x-static -cpu max $program $isa",
  packages = "gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user-static",
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
    add = "$1 + $2", sub = "$1 - $2", neg = "-$1", eq = "vec_cmpeq($1, $2)",
    lt = "vec_cmplt($1, $2)", le = "vec_cmple($1, $2)",
  },
  lanes { f32 = "sb", f64 = "db" } {
    fused = "vec_madd($1, $2, $3)", fused_from = "vec_madd(-$1, $2, $3)",
    mul = "$1 * $2", div = "$1 / $2", sqrt = "vec_sqrt($1)",
    floor = "vec_floor($1)", ceil = "vec_ceil($1)", trunc = "vec_trunc($1)", round_even = "vec_round($1)",
    round_away = "__builtin_s390_vfi$e($1, 4, 1)", -- 4: inexact results are silent; 1: ties away
    -- 1: NaN and zeros as in Java; 2: as in C's macros
    minimum = "__builtin_s390_vfmin$e($1, $2, 1)", maximum = "__builtin_s390_vfmax$e($1, $2, 1)",
    min_or_second = "__builtin_s390_vfmin$e($1, $2, 2)", max_or_second = "__builtin_s390_vfmax$e($1, $2, 2)",
  },
  lanes { i8 = "char", i16 = "short", i32 = "int", i64 = "long long" } {
    mask = "__vector __bool $e",
    not_all = "vec_any_eq((__vector unsigned $e)$1, vec_splats((unsigned $e)0))",
    magnitude = "vec_abs($1)",
    mask_narrow = { pair = "vec_pack($1, $2)" },
    -- GCC 12 unpacks the last of 16-bit bool lanes without their sign
    mask_widen = {
      one = "(__vector __bool $w)vec_unpackh((__vector signed $e)$1)",
      lo = "(__vector __bool $w)vec_unpackh((__vector signed $e)$1)", hi = "(__vector __bool $w)vec_unpackl((__vector signed $e)$1)",
    },
  },
  lanes {
    i8 = "signed char", i16 = "signed short", i32 = "signed int", i64 = "signed long long",
    u8 = "unsigned char", u16 = "unsigned short", u32 = "unsigned int", u64 = "unsigned long long",
  } {
    minimum = "vec_min($1, $2)", maximum = "vec_max($1, $2)", bit_and = "$1 & $2", bit_or = "$1 | $2", bit_xor = "$1 ^ $2",
    both = "$1 & $2", either = "$1 | $2", differ = "$1 ^ $2", opposite = "~$1",
    keep = "(__vector $e)$1 & $2", drop = "vec_andc($2, (__vector $e)$1)", lanes_from_mask = { "(__vector $e)$1", cost = 0 },
    shift_left = "$1 << vec_splats(($e)$2)", shift_left_by = "$1 << vec_splats(($e)$2)",
    shift_right = "$1 >> vec_splats(($e)$2)", shift_right_by = "$1 >> vec_splats(($e)$2)",
    widen = { one = "vec_unpackh($1)", lo = "vec_unpackh($1)", hi = "vec_unpackl($1)" },
    narrow = { one = "vec_pack($1, $1)", pair = "vec_pack($1, $2)" },
  },
  lanes { i8 = "char", i16 = "short", i32 = "int", i64 = "long long", u8 = "char", u16 = "short", u32 = "int", u64 = "long long" } {
    mask_from_lanes = { "(__vector __bool $e)$1", cost = 0 },
  },
  -- the instructions read only the lowest bits of each count
  lanes { u8 = "char", u16 = "short", u32 = "int", u64 = "long long" } {
    shift_left_lanes = {
      "($1 << ($2 & (8 * sizeof(unsigned $e) - 1))) & (__vector unsigned $e)vec_cmplt($2, vec_splats((unsigned $e)(8 * sizeof(unsigned $e))))",
      cost = 3,
    },
    shift_right_lanes = {
      "($1 >> ($2 & (8 * sizeof(unsigned $e) - 1))) & (__vector unsigned $e)vec_cmplt($2, vec_splats((unsigned $e)(8 * sizeof(unsigned $e))))",
      cost = 3,
    },
  },
  lanes { i8 = "char", i16 = "short", i32 = "int", i64 = "long long" } {
    shift_right_lanes = {
      "$1 >> (__vector signed $e)vec_min((__vector unsigned $e)$2, vec_splats((unsigned $e)(8 * sizeof(unsigned $e) - 1)))", cost = 2,
    },
  },
  lanes { i8 = "", i16 = "", i32 = "", u8 = "", u16 = "", u32 = "" } { mul = "$1 * $2" },
  lanes { i16 = "", i32 = "", u16 = "", u32 = "" } { mul_high = "vec_mulh($1, $2)" },
  lanes { i32 = "", u32 = "" } { mul_even = "vec_mulo($1, $2)" },
  lanes { u8 = "" } { permute = "vec_perm($1, $1, $2)" },
  lanes { u16 = "" } { narrow_unsigned = { pair = "vec_pack($1, $2)" } },
  lanes { i16 = "" } {
    i8_clamped_i16 = { pair = "vec_packs($1, $2)" },
    u8_clamped_i16 = { pair = unsigned_packs("short") },
    byte_from_mask = {
      one = "(__vector unsigned char)vec_pack($1, $1) & vec_splats((unsigned char)1)",
      pair = "(__vector unsigned char)vec_pack($1, $2) & vec_splats((unsigned char)1)",
    },
  },

  -- conversions
  lanes { i32 = "" } {
    i16_clamped_i32 = { pair = "vec_packs($1, $2)" }, u16_clamped_i32 = { pair = unsigned_packs("int") },
    f64_from_i32 = { lo = "vec_double(vec_unpackh($1))", hi = "vec_double(vec_unpackl($1))" },
    f32_from_i32 = singles("vec_double(vec_unpackh($1))", "vec_double(vec_unpackl($1))"),
  },
  lanes { u32 = "" } {
    f64_from_u32 = { lo = "vec_double(vec_unpackh($1))", hi = "vec_double(vec_unpackl($1))" },
    f32_from_u32 = singles("vec_double(vec_unpackh($1))", "vec_double(vec_unpackl($1))"),
  },
  lanes { i64 = "" } { f64_from_i64 = "vec_double($1)" },
  lanes { u64 = "" } { f64_from_u64 = "vec_double($1)" },
  lanes { f32 = "" } {
    f64_from_f32 = { lo = first, hi = last },
    i32_from_f32 = ("vec_pack(vec_signed(%s), vec_signed(%s))"):format(first, last),
    u32_saturated_f32 = ("vec_packs(vec_unsigned(%s), vec_unsigned(%s))"):format(first, last),
    i32_saturated_f32 = ("vec_packs(vec_signed(%s), vec_signed(%s)) & (__vector signed int)vec_cmpeq($1, $1)"):format(first, last),
    i32_nearest_f32 = ("vec_packs(vec_signed(vec_round(%s)), vec_signed(vec_round(%s))) & (__vector signed int)vec_cmpeq($1, $1)")
      :format(first, last),
  },
  -- a value that does not fit becomes the nearest one that does; NaN becomes MIN, or 0 for unsigned types
  lanes { f64 = "double", u64 = "unsigned long long" } {
    look_up = { "(__vector $e){$1[vec_extract($2, 0)], $1[vec_extract($2, 1)]}", cost = 4 },
  },
  lanes { f64 = "" } {
    f32_from_f64 = { pair = singles("$1", "$2") },
    i32_from_f64 = { pair = "vec_pack(vec_signed($1), vec_signed($2))" },
    i32_modulo_f64 = { pair = "vec_pack(vec_signed($1), vec_signed($2))" },
    i64_from_f64 = "vec_signed($1)", i64_below_f64 = "vec_signed(vec_floor($1))",
    i64_saturated_f64 = "vec_signed($1) & (__vector signed long long)vec_cmpeq($1, $1)",
    u32_from_f64 = { pair = "vec_pack(vec_unsigned($1), vec_unsigned($2))" },
    u32_saturated_f64 = { pair = "vec_packs(vec_unsigned($1), vec_unsigned($2))" },
    u64_from_f64 = "vec_unsigned($1)", u64_saturated_f64 = "vec_unsigned($1)",
  },
}
