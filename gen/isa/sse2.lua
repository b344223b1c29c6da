-- SSE2, which every x86-64 processor has. Spellings only: gen/dictionary/words.lua defines the words.
--   $1 $2 $3 operands   $e suffix   $f the suffix of the operand's type   $p address
-- Masks are registers with lanes of all ones or 0. The narrow side of conversions is a register's low part.

isa "sse2" {
  says = "SSE2", rank = 20, number = 2, bits = 128, guard = "defined(__x86_64__) || (defined(__i386__) && defined(__SSE2_MATH__))",
  machine = "x86_64 i686", header = "emmintrin.h", loop = "last",
  steps = 2, -- longer steps need permutes of bytes
  run = {
    {
      "i686", "$program $isa", compiler = "i686-linux-gnu-gcc -msse2 -mfpmath=sse",
      packages = "gcc-i686-linux-gnu libc6-dev-i386-cross",
    },
  },
  features = { { "sse2", leaf = 1, reg = "edx", bit = 26 } },
  free = { "^_mm_cast", "^_mm_set1_", "^_mm_setzero_", "^int%d+_t$" },

  lanes { f32 = "ps", f64 = "pd" } {
    load = "_mm_loadu_$e($p)", store = "_mm_storeu_$e($p, $1)",
    splat = "_mm_set1_$e($1)", zero = "_mm_setzero_$e()",
    add = "_mm_add_$e($1, $2)", sub = "_mm_sub_$e($1, $2)", mul = "_mm_mul_$e($1, $2)", div = "_mm_div_$e($1, $2)",
    min_or_second = "_mm_min_$e($1, $2)", max_or_second = "_mm_max_$e($1, $2)",
    sqrt = "_mm_sqrt_$e($1)",
    eq = "_mm_cmpeq_$e($1, $2)", lt_ordered = "_mm_cmplt_$e($1, $2)", le_ordered = "_mm_cmple_$e($1, $2)",
    ordered = "_mm_cmpord_$e($1, $2)",
    select = "_mm_or_$e(_mm_and_$e($1, $2), _mm_andnot_$e($1, $3))",
    bits = "_mm_castsi128_$e($1)",
    bitwise = {
      bit_and = "_mm_and_$e($1, $2)", bit_or = "_mm_or_$e($1, $2)", bit_xor = "_mm_xor_$e($1, $2)",
      both = "_mm_and_$e($1, $2)", either = "_mm_or_$e($1, $2)", differ = "_mm_xor_$e($1, $2)",
      opposite = "_mm_xor_$e($1, _mm_castsi128_$e(_mm_set1_epi8(-1)))",
      keep = "_mm_and_$e($1, $2)", drop = "_mm_andnot_$e($1, $2)",
    },
  },
  lanes { f32 = "ps" } {
    reg = "__m128", i32_from_f32 = "_mm_cvttps_epi32($1)", i32_or_min_f32 = "_mm_cvttps_epi32($1)",
    i32_nearest_or_min_f32 = "_mm_cvtps_epi32($1)",
    f64_from_f32 = { lo = "_mm_cvtps_pd($1)", hi = "_mm_cvtps_pd(_mm_movehl_ps($1, $1))" },
  },
  lanes { f64 = "pd" } {
    look_up = { "_mm_loadh_pd(_mm_load_sd($1 + _mm_cvtsi128_si32($2)), $1 + _mm_extract_epi16($2, 4))", cost = 5 },
  },
  lanes { f64 = "pd" } {
    reg = "__m128d",
    i32_from_f64 = { pair = "_mm_unpacklo_epi64(_mm_cvttpd_epi32($1), _mm_cvttpd_epi32($2))" },
    i32_or_min_f64 = { pair = "_mm_unpacklo_epi64(_mm_cvttpd_epi32($1), _mm_cvttpd_epi32($2))" },
    f32_from_f64 = { pair = "_mm_movelh_ps(_mm_cvtpd_ps($1), _mm_cvtpd_ps($2))" },
  },

  -- all integers, and f16 and bf16 as stored
  lanes {
    i8 = "epi8", i16 = "epi16", i32 = "epi32", i64 = "epi64x", u8 = "epi8", u16 = "epi16", u32 = "epi32", u64 = "epi64x",
    f16 = "epi16", bf16 = "epi16",
  } {
    reg = "__m128i", mask = "__m128i", not_all = "_mm_movemask_epi8($1) != 0xffff",
    load = "_mm_loadu_si128((const __m128i *)($p))", store = "_mm_storeu_si128((__m128i *)($p), $1)",
    zero = "_mm_setzero_si128()", constant = "_mm_set1_$e($1)",
    fraction = {
      [8] = {
        reg = "__m128i",
        load = "_mm_loadl_epi64((const __m128i *)($p))", store = "_mm_storel_epi64((__m128i *)($p), $1)",
      },
    },
    bits = "_mm_cast$f_si128($1)",
    bit_and = "_mm_and_si128($1, $2)", bit_or = "_mm_or_si128($1, $2)", bit_xor = "_mm_xor_si128($1, $2)",
    both = "_mm_and_si128($1, $2)", either = "_mm_or_si128($1, $2)",
    differ = "_mm_xor_si128($1, $2)",
    opposite = "_mm_xor_si128($1, _mm_set1_epi8(-1))",
    keep = "_mm_and_si128($1, $2)", drop = "_mm_andnot_si128($1, $2)",
    lanes_from_mask = "$1", mask_from_lanes = "$1",
  },
  lanes {
    i8 = "epi8(", i16 = "epi16(", i32 = "epi32(", i64 = "epi64x(",
    u8 = "epi8((int8_t)", u16 = "epi16((int16_t)", u32 = "epi32((int32_t)", u64 = "epi64x((int64_t)",
  } {
    splat = "_mm_set1_$e$1)",
  },

  lanes { i8 = "epi8", i16 = "epi16", i32 = "epi32", i64 = "epi64", u8 = "epi8", u16 = "epi16", u32 = "epi32", u64 = "epi64" } {
    add = "_mm_add_$e($1, $2)", sub = "_mm_sub_$e($1, $2)",
  },
  lanes { i8 = "epi8", i16 = "epi16", i32 = "epi32", u8 = "epi8", u16 = "epi16", u32 = "epi32" } {
    eq = "_mm_cmpeq_$e($1, $2)",
  },
  lanes { i8 = "epi8", i16 = "epi16", i32 = "epi32" } { lt = "_mm_cmplt_$e($1, $2)" },
  lanes { i16 = "epi16", u8 = "epu8" } { minimum = "_mm_min_$e($1, $2)", maximum = "_mm_max_$e($1, $2)" },
  lanes { i8 = "epi8", i16 = "epi16", u8 = "epu8", u16 = "epu16" } {
    add_saturated = "_mm_adds_$e($1, $2)", sub_saturated = "_mm_subs_$e($1, $2)",
  },
  lanes { i16 = "epi16", u16 = "epi16" } { mul = "_mm_mullo_$e($1, $2)" },
  lanes { i16 = "epi16", u16 = "epu16" } { mul_high = "_mm_mulhi_$e($1, $2)" },
  lanes { u32 = "epu32" } { mul_even = "_mm_mul_$e($1, $2)" },

  lanes { i16 = "epi16", i32 = "epi32", i64 = "epi64", u16 = "epi16", u32 = "epi32", u64 = "epi64" } {
    shift_left = "_mm_slli_$e($1, $2)",
  },
  lanes { i16 = "srai_epi16", i32 = "srai_epi32", u16 = "srli_epi16", u32 = "srli_epi32", u64 = "srli_epi64" } {
    shift_right = "_mm_$e($1, $2)",
  },
  lanes { i16 = "sra_epi16", i32 = "sra_epi32", u16 = "srl_epi16", u32 = "srl_epi32", u64 = "srl_epi64" } {
    shift_right_by = "_mm_$e($1, _mm_cvtsi32_si128($2))",
  },
  lanes { i16 = "epi16", i32 = "epi32", i64 = "epi64", u16 = "epi16", u32 = "epi32", u64 = "epi64" } {
    shift_left_by = "_mm_sll_$e($1, _mm_cvtsi32_si128($2))",
  },

  -- widths
  lanes { i8 = "epi8" } {
    widen = {
      one = "_mm_srai_epi16(_mm_unpacklo_epi8($1, $1), 8)",
      lo = "_mm_srai_epi16(_mm_unpacklo_epi8($1, $1), 8)", hi = "_mm_srai_epi16(_mm_unpackhi_epi8($1, $1), 8)",
    },
  },
  lanes { i16 = "epi16" } {
    widen = {
      one = "_mm_srai_epi32(_mm_unpacklo_epi16($1, $1), 16)",
      lo = "_mm_srai_epi32(_mm_unpacklo_epi16($1, $1), 16)", hi = "_mm_srai_epi32(_mm_unpackhi_epi16($1, $1), 16)",
    },
  },
  lanes { u8 = "epi8", u16 = "epi16", u32 = "epi32" } {
    widen = {
      one = "_mm_unpacklo_$e($1, _mm_setzero_si128())",
      lo = "_mm_unpacklo_$e($1, _mm_setzero_si128())", hi = "_mm_unpackhi_$e($1, _mm_setzero_si128())",
    },
  },
  lanes { i32 = "epi32" } {
    widen = {
      lo = "_mm_unpacklo_$e($1, _mm_srai_$e($1, 31))", hi = "_mm_unpackhi_$e($1, _mm_srai_$e($1, 31))",
    },
  },
  lanes { u16 = "epi16" } { narrow_unsigned = { one = "_mm_packus_$e($1, $1)", pair = "_mm_packus_$e($1, $2)" } },
  lanes { i16 = "epi16" } {
    i8_clamped_i16 = { one = "_mm_packs_$e($1, $1)", pair = "_mm_packs_$e($1, $2)" },
    u8_clamped_i16 = { one = "_mm_packus_$e($1, $1)", pair = "_mm_packus_$e($1, $2)" },
  },
  lanes { i32 = "epi32" } { i16_clamped_i32 = { one = "_mm_packs_$e($1, $1)", pair = "_mm_packs_$e($1, $2)" } },
  lanes { i64 = "", u64 = "" } { narrow = { pair = "_mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps($1), _mm_castsi128_ps($2), 0x88))" } },
  lanes { i32 = "epi32", u32 = "epi32" } {
    narrow = {
      pair = "_mm_packs_epi32(_mm_srai_epi32(_mm_slli_epi32($1, 16), 16), _mm_srai_epi32(_mm_slli_epi32($2, 16), 16))",
      named = "narrow_x32",
    },
  },
  lanes { i8 = "epi8", i16 = "epi16", i32 = "epi32" } {
    mask_widen = { one = "_mm_unpacklo_$e($1, $1)", lo = "_mm_unpacklo_$e($1, $1)", hi = "_mm_unpackhi_$e($1, $1)" },
  },
  lanes { i16 = "epi16", i32 = "epi32", i64 = "epi32" } { -- a 64-bit mask is two equal 32-bit ones
    mask_narrow = { pair = "_mm_packs_$e($1, $2)" },
  },
  lanes { i16 = "epi16" } {
    byte_from_mask = {
      one = "_mm_and_si128(_mm_packs_epi16($1, $1), _mm_set1_epi8(1))",
      pair = "_mm_and_si128(_mm_packs_epi16($1, $2), _mm_set1_epi8(1))",
    },
  },

  -- conversions
  lanes { i32 = "i32" } {
    f32_from_i32 = "_mm_cvtepi32_ps($1)",
    f64_from_i32 = { lo = "_mm_cvtepi32_pd($1)", hi = "_mm_cvtepi32_pd(_mm_shuffle_epi32($1, 0xee))" },
  },
}
