-- AVX2 with F16C and FMA. Spellings only: gen/dictionary/words.lua defines the words.
--   $1 $2 $3 operands   $e suffix   $p address
-- Masks are registers with lanes of all ones or 0. Smaller registers have the narrow side of conversions.

-- For tables of f64. `quarter`: one of the four elements from a place on, by the halves of each element, 2 index and 2 index + 1. `either`:
-- one of two values, by the bit that is n places below the first.
local function quarter(from)
  return "_mm256_castps_pd(_mm256_permutevar8x32_ps(_mm256_castpd_ps(_mm256_loadu_pd(" .. from .. ")), _mm256_add_epi32(" ..
    "_mm256_shuffle_epi32(_mm256_slli_epi64($2, 1), 0xa0), _mm256_set1_epi64x(INT64_C(1) << 32))))"
end
local function either(n, first, second)
  return ("_mm256_blendv_pd(%s, %s, _mm256_castsi256_pd(_mm256_slli_epi64($2, %d)))"):format(first, second, n)
end

isa "avx2" {
  says = "AVX2", rank = 40, number = 13, bits = 256, guard = "defined(__x86_64__) && BL_WIDE_SPILLS && BL_ALL_INTRINSICS", machine = "x86_64", header = "immintrin.h",
  loop = "last",
  fence = "_mm_sfence()",
  features = {
    { "avx2", leaf = 7, reg = "ebx", bit = 5, xcr0 = 6 },
    { "f16c", leaf = 1, reg = "ecx", bit = 29, xcr0 = 6 },
    { "fma", leaf = 1, reg = "ecx", bit = 12, xcr0 = 6 },
  },
  run = {
    {
      "windows", "tests/platforms/wine.sh $program $isa", platform = "windows",
      compiler = "x86_64-w64-mingw32-gcc -Wa,-muse-unaligned-vector-move -DBL_WIDE_SPILLS=1 -Wno-psabi",
      packages = "gcc-mingw-w64-x86-64-posix wine wine64",
    },
  },
  order = {
    "_mm256_permute4x64_epi64($1, 0xd8)", "_mm256_permutevar8x32_epi32($1, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7))",
  },
  free = { "^bl_load_bytes_u32$", "^_mm%d*_cast", "^_mm%d*_set[1r]_", "^_mm%d*_setzero_", "^int%d+_t$" },

  lanes { f32 = "ps", f64 = "pd" } {
    load = "_mm256_loadu_$e($p)", store = "_mm256_storeu_$e($p, $1)", stream = "_mm256_stream_$e($p, $1)",
    splat = "_mm256_set1_$e($1)", zero = "_mm256_setzero_$e()",
    min_or_second = "_mm256_min_$e($1, $2)", max_or_second = "_mm256_max_$e($1, $2)",
    add = "_mm256_add_$e($1, $2)", sub = "_mm256_sub_$e($1, $2)",
    fused = "_mm256_fmadd_$e($1, $2, $3)", fused_from = "_mm256_fnmadd_$e($1, $2, $3)",
    mul = "_mm256_mul_$e($1, $2)", div = "_mm256_div_$e($1, $2)", divide = "_mm256_div_$e($1, $2)",
    floor = "_mm256_floor_$e($1)", ceil = "_mm256_ceil_$e($1)",
    trunc = "_mm256_round_$e($1, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)",
    round_even = "_mm256_round_$e($1, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)", sqrt = "_mm256_sqrt_$e($1)",
    -- equal values give the bits that both have, because of 0 and -0; an operand that is NaN gets all bits
    maximum = "_mm256_and_$e(_mm256_or_$e($1, _mm256_cmp_$e($1, $2, _CMP_NGE_UQ)), _mm256_or_$e($2, _mm256_cmp_$e($2, $1, _CMP_NGE_UQ)))",
    eq = "_mm256_cmp_$e($1, $2, _CMP_EQ_OQ)", lt = "_mm256_cmp_$e($1, $2, _CMP_LT_OQ)",
    le = "_mm256_cmp_$e($1, $2, _CMP_LE_OQ)", select = "_mm256_blendv_$e($3, $2, $1)", bits = "_mm256_castsi256_$e($1)",
    bitwise = {
      bit_and = "_mm256_and_$e($1, $2)", bit_or = "_mm256_or_$e($1, $2)", bit_xor = "_mm256_xor_$e($1, $2)",
      both = "_mm256_and_$e($1, $2)", either = "_mm256_or_$e($1, $2)", differ = "_mm256_xor_$e($1, $2)",
      opposite = "_mm256_xor_$e($1, _mm256_castsi256_$e(_mm256_set1_epi8(-1)))",
      keep = "_mm256_and_$e($1, $2)", drop = "_mm256_andnot_$e($1, $2)", select = "_mm256_blendv_$e($3, $2, $1)",
    },
  },
  lanes { f32 = "ps" } {
    fraction = { [16] = { reg = "__m128", load = "_mm_loadu_ps($p)", store = "_mm_storeu_ps($p, $1)", bits = "_mm_castsi128_ps($1)" } },
    i32_or_min_f32 = "_mm256_cvttps_epi32($1)", i32_nearest_or_min_f32 = "_mm256_cvtps_epi32($1)",
    f64_from_f32 = {
      one = "_mm256_cvtps_pd($1)",
      lo = "_mm256_cvtps_pd(_mm256_castps256_ps128($1))", hi = "_mm256_cvtps_pd(_mm256_extractf128_ps($1, 1))",
    },
  },
  lanes { f32 = "ps" } { reg = "__m256", reciprocal = "_mm256_rcp_ps($1)", i32_from_f32 = "_mm256_cvttps_epi32($1)" },
  lanes { f64 = "pd" } {
    reg = "__m256d",
    i32_from_f64 = {
      one = "_mm256_cvttpd_epi32($1)",
      pair = "_mm256_inserti128_si256(_mm256_castsi128_si256(_mm256_cvttpd_epi32($1)), _mm256_cvttpd_epi32($2), 1)",
    },
    i32_or_min_f64 = {
      one = "_mm256_cvttpd_epi32($1)",
      pair = "_mm256_inserti128_si256(_mm256_castsi128_si256(_mm256_cvttpd_epi32($1)), _mm256_cvttpd_epi32($2), 1)",
    },
    f32_from_f64 = {
      one = "_mm256_cvtpd_ps($1)",
      pair = "_mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps($1)), _mm256_cvtpd_ps($2), 1)",
    },
  },

  -- tables: a permute of a register that the loop loads once, or a gather
  lanes { f32 = "" } {
    look_up8 = { "_mm256_permutevar8x32_ps(_mm256_loadu_ps($1), $2)", cost = 1, wraps = 8 },
    look_up = { "_mm256_i32gather_ps($1, $2, 4)", cost = 16 },
  },
  lanes { u32 = "" } {
    look_up8 = { "_mm256_permutevar8x32_epi32(_mm256_loadu_si256((const __m256i *)($1)), $2)", cost = 1 },
    look_up = { "_mm256_i32gather_epi32((const int *)$1, $2, 4)", cost = 16 },
  },
  lanes { f64 = "" } {
    look_up4 = { quarter "$1", cost = 2, wraps = 4 },
    look_up16 = {
      either(60, either(61, quarter "$1", quarter "$1 + 4"), either(61, quarter "$1 + 8", quarter "$1 + 12")), cost = 7, wraps = 16,
    },
    look_up = { "_mm256_i64gather_pd($1, $2, 8)", cost = 8 },
  },
  lanes { u64 = "" } { look_up = { "_mm256_i64gather_epi64((const long long *)$1, $2, 8)", cost = 8 } },

  lanes { u8 = "" } {
    permute = "_mm256_shuffle_epi8($1, $2)", load_parts = "_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)($p)))",
  },
  lanes { u32 = "" } { permute = "_mm256_permutevar8x32_epi32($1, $2)" },

  -- all integers, and f16 and bf16 as stored
  lanes {
    i8 = "epi8", i16 = "epi16", i32 = "epi32", i64 = "epi64x", u8 = "epi8", u16 = "epi16", u32 = "epi32", u64 = "epi64x",
    f16 = "epi16", bf16 = "epi16",
  } {
    reg = "__m256i", mask = "__m256i", not_all = "_mm256_movemask_epi8($1) != -1",
    load = "_mm256_loadu_si256((const __m256i *)($p))", store = "_mm256_storeu_si256((__m256i *)($p), $1)",
    stream = "_mm256_stream_si256((__m256i *)($p), $1)",
    zero = "_mm256_setzero_si256()",
    fraction = {
      [16] = {
        reg = "__m128i",
        load = "_mm_loadu_si128((const __m128i *)($p))", store = "_mm_storeu_si128((__m128i *)($p), $1)",
        stream = "_mm_stream_si128((__m128i *)($p), $1)", bits = "_mm_cast$f_si128($1)",
      },
      [8] = {
        reg = "__m128i",
        load = "_mm_loadl_epi64((const __m128i *)($p))", store = "_mm_storel_epi64((__m128i *)($p), $1)",
      },
      [4] = { reg = "__m128i", load = "_mm_cvtsi32_si128((int)bl_load_bytes_u32($p))" },
    },
    bits = "_mm256_cast$f_si256($1)",
    bit_and = "_mm256_and_si256($1, $2)", bit_or = "_mm256_or_si256($1, $2)", bit_xor = "_mm256_xor_si256($1, $2)",
    both = "_mm256_and_si256($1, $2)", either = "_mm256_or_si256($1, $2)",
    differ = "_mm256_xor_si256($1, $2)",
    opposite = "_mm256_xor_si256($1, _mm256_set1_epi8(-1))",
    keep = "_mm256_and_si256($1, $2)", drop = "_mm256_andnot_si256($1, $2)",
    select = "_mm256_blendv_epi8($3, $2, $1)",
    lanes_from_mask = "$1", mask_from_lanes = "$1",
  },
  lanes { i32 = "" } { false_bits = "255 ^ (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps($1))" },
  lanes { i64 = "" } { false_bits = "15 ^ (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd($1))" },
  lanes { i8 = "epi8(", i16 = "epi16(", i32 = "epi32(", i64 = "epi64x(",
          u8 = "epi8((int8_t)", u16 = "epi16((int16_t)", u32 = "epi32((int32_t)", u64 = "epi64x((int64_t)" } {
    splat = "_mm256_set1_$e$1)",
  },
  lanes { i8 = "epi8", i16 = "epi16", i32 = "epi32", i64 = "epi64x", u8 = "epi8", u16 = "epi16", u32 = "epi32", u64 = "epi64x" } {
    constant = "_mm256_set1_$e($1)",
  },

  lanes { i8 = "epi8", i16 = "epi16", i32 = "epi32", i64 = "epi64", u8 = "epi8", u16 = "epi16", u32 = "epi32", u64 = "epi64" } {
    add = "_mm256_add_$e($1, $2)", sub = "_mm256_sub_$e($1, $2)", eq = "_mm256_cmpeq_$e($1, $2)",
  },
  lanes { i8 = "epi8", i16 = "epi16", i32 = "epi32", i64 = "epi64" } { lt = "_mm256_cmpgt_$e($2, $1)" },
  lanes { i8 = "epi8", i16 = "epi16", i32 = "epi32" } { magnitude = "_mm256_abs_$e($1)" },
  lanes { i8 = "epi8", i16 = "epi16", i32 = "epi32", u8 = "epu8", u16 = "epu16", u32 = "epu32" } {
    minimum = "_mm256_min_$e($1, $2)", maximum = "_mm256_max_$e($1, $2)",
  },
  lanes { i8 = "epi8", i16 = "epi16", u8 = "epu8", u16 = "epu16" } {
    add_saturated = "_mm256_adds_$e($1, $2)", sub_saturated = "_mm256_subs_$e($1, $2)",
  },
  lanes { i16 = "epi16", i32 = "epi32", u16 = "epi16", u32 = "epi32" } { mul = "_mm256_mullo_$e($1, $2)" },
  lanes { i16 = "epi16", u16 = "epu16" } { mul_high = "_mm256_mulhi_$e($1, $2)" },
  lanes { i32 = "epi32", u32 = "epu32" } { mul_even = "_mm256_mul_$e($1, $2)" },

  lanes { i16 = "epi16", i32 = "epi32", i64 = "epi64", u16 = "epi16", u32 = "epi32", u64 = "epi64" } {
    shift_left = "_mm256_slli_$e($1, $2)",
  },
  lanes { i16 = "srai_epi16", i32 = "srai_epi32", u16 = "srli_epi16", u32 = "srli_epi32", u64 = "srli_epi64" } {
    shift_right = "_mm256_$e($1, $2)",
  },
  lanes { i16 = "sra_epi16", i32 = "sra_epi32", u16 = "srl_epi16", u32 = "srl_epi32", u64 = "srl_epi64" } {
    shift_right_by = "_mm256_$e($1, _mm_cvtsi32_si128($2))",
  },
  lanes { i16 = "epi16", i32 = "epi32", i64 = "epi64", u16 = "epi16", u32 = "epi32", u64 = "epi64" } {
    shift_left_by = "_mm256_sll_$e($1, _mm_cvtsi32_si128($2))",
  },
  lanes { i64 = "epi64" } {
    shift_right_by = function(a, n)
      local sign = lanes_from_mask(lt(a, 0))
      return bits.i64(shift_right_by(bits.u64(a ~ sign), n)) ~ sign
    end,
  },

  lanes { i32 = "epi32", i64 = "epi64", u32 = "epi32", u64 = "epi64" } { shift_left_lanes = "_mm256_sllv_$e($1, $2)" },
  lanes { i32 = "srav_epi32", u32 = "srlv_epi32", u64 = "srlv_epi64" } { shift_right_lanes = "_mm256_$e($1, $2)" },

  -- widths
  lanes { i8 = "epi8_epi16", i16 = "epi16_epi32", i32 = "epi32_epi64", u8 = "epu8_epi16", u16 = "epu16_epi32", u32 = "epu32_epi64" } {
    widen = {
      one = "_mm256_cvt$e($1)",
      lo = "_mm256_cvt$e(_mm256_castsi256_si128($1))", hi = "_mm256_cvt$e(_mm256_extracti128_si256($1, 1))",
    },
  },
  lanes { i8 = "epi8_epi32", i16 = "epi16_epi64", u8 = "epu8_epi32", u16 = "epu16_epi64" } { widen_twice = { one = "_mm256_cvt$e($1)" } },
  lanes { i8 = "epi8_epi64", u8 = "epu8_epi64" } { widen_thrice = { one = "_mm256_cvt$e($1)" } },
  lanes { u16 = "epi16", u32 = "epi32" } {
    narrow_unsigned = {
      one = "_mm_packus_$e(_mm256_castsi256_si128($1), _mm256_extracti128_si256($1, 1))",
      parts = "_mm256_packus_$e($1, $2)",
    },
  },
  lanes { i16 = "epi16" } {
    i8_clamped_i16 = {
      one = "_mm_packs_$e(_mm256_castsi256_si128($1), _mm256_extracti128_si256($1, 1))",
      parts = "_mm256_packs_$e($1, $2)",
    },
    u8_clamped_i16 = {
      one = "_mm_packus_$e(_mm256_castsi256_si128($1), _mm256_extracti128_si256($1, 1))",
      parts = "_mm256_packus_$e($1, $2)",
    },
  },
  lanes { i32 = "epi32" } {
    i16_clamped_i32 = {
      one = "_mm_packs_$e(_mm256_castsi256_si128($1), _mm256_extracti128_si256($1, 1))",
      parts = "_mm256_packs_$e($1, $2)",
    },
    u16_clamped_i32 = {
      one = "_mm_packus_$e(_mm256_castsi256_si128($1), _mm256_extracti128_si256($1, 1))",
      parts = "_mm256_packus_$e($1, $2)",
    },
  },
  lanes { u32 = "0xaa" } {
    low_halves = "_mm256_blend_epi16($1, _mm256_slli_epi32($2, 16), $e)",
    high_halves = "_mm256_blend_epi16(_mm256_srli_epi32($1, 16), $2, $e)",
  },
  lanes { u64 = "0xaa" } {
    low_halves = "_mm256_blend_epi32($1, _mm256_slli_epi64($2, 32), $e)",
    high_halves = "_mm256_blend_epi32(_mm256_srli_epi64($1, 32), $2, $e)",
  },
  lanes { i8 = "epi8_epi16" } {
    mask_widen = {
      lo = "_mm256_cvt$e(_mm256_castsi256_si128($1))", hi = "_mm256_cvt$e(_mm256_extracti128_si256($1, 1))",
    },
  },
  lanes { i16 = "epi16_epi32", i32 = "epi32_epi64" } { -- all use one port of the processor, so loads that widen bytes are faster
    mask_widen = {
      lo = "_mm256_cvt$e(_mm256_castsi256_si128($1))", hi = "_mm256_cvt$e(_mm256_extracti128_si256($1, 1))", cost = 2,
    },
  },
  lanes { i16 = "epi16", i32 = "epi32", i64 = "epi32" } { -- a 64-bit mask is two equal 32-bit ones
    mask_narrow = { parts = "_mm256_packs_$e($1, $2)" },
  },
  lanes { i16 = "epi16", i32 = "epi32", i64 = "epi64" } {
    mask_from_byte = { one = "_mm256_cmpgt_$e(_mm256_cvtepu8_$e($1), _mm256_setzero_si256())" },
  },
  lanes { i16 = "epi16" } {
    byte_from_mask = {
      one = "_mm_and_si128(_mm_packs_epi16(_mm256_castsi256_si128($1), _mm256_extracti128_si256($1, 1)), _mm_set1_epi8(1))",
      parts = "_mm256_and_si256(_mm256_packs_epi16($1, $2), _mm256_set1_epi8(1))",
    },
  },

  lanes { i64 = "", u64 = "" } {
    narrow = {
      parts = "_mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps($1), _mm256_castsi256_ps($2), 0x88))",
    },
  },

  -- conversions
  lanes { i32 = "i32" } {
    f32_from_i32 = "_mm256_cvtepi32_ps($1)",
    f64_from_i32 = {
      one = "_mm256_cvtepi32_pd($1)",
      lo = "_mm256_cvtepi32_pd(_mm256_castsi256_si128($1))", hi = "_mm256_cvtepi32_pd(_mm256_extracti128_si256($1, 1))",
    },
  },
  lanes { f16 = "f16" } { f32_from_f16 = { one = "_mm256_cvtph_ps($1)" } },
  lanes { f32 = "f32" } {
    f16_from_f32 = { one = "_mm256_cvtps_ph($1, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)" },
    half_of_single = "_mm256_cvtepu16_epi32(_mm256_cvtps_ph($1, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC))",
  },
  lanes { u32 = "" } {
    single_of_half =
      "_mm256_cvtph_ps(_mm256_castsi256_si128(_mm256_permute4x64_epi64(_mm256_packus_epi32($1, $1), 0x08)))",
  },
}
