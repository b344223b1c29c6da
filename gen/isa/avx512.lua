-- AVX-512 with BW, DQ and VL. Spellings only: gen/dictionary/words.lua defines the words.
--   $1 $2 $3 operands   $e suffix   $f the suffix of the operand's type   $l lanes   $p address   $k tail mask
-- Masks are mask registers. Smaller vector registers have the narrow side of conversions.

isa "avx512" {
  says = "AVX-512", rank = 50, number = 14, bits = 512, guard = "defined(__x86_64__) && BL_WIDE_SPILLS && BL_ALL_INTRINSICS", machine = "x86_64", header = "immintrin.h",
  loop = "mask", fence = "_mm_sfence()",
  features = {
    { "avx512f", leaf = 7, reg = "ebx", bit = 16, xcr0 = 0xe6 },
    { "avx512bw", leaf = 7, reg = "ebx", bit = 30, xcr0 = 0xe6 },
    { "avx512dq", leaf = 7, reg = "ebx", bit = 17, xcr0 = 0xe6 },
    { "avx512vl", leaf = 7, reg = "ebx", bit = 31, xcr0 = 0xe6 },
  },
  run = {
    {
      "windows", "tests/platforms/wine.sh $program $isa", platform = "windows",
      compiler = "x86_64-w64-mingw32-gcc -Wa,-muse-unaligned-vector-move -DBL_WIDE_SPILLS=1 -Wno-psabi",
      packages = "gcc-mingw-w64-x86-64-posix wine wine64",
    },
  },
  order = {
    "_mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), $1)",
    "_mm512_permutexvar_epi32(_mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15), $1)",
  },
  free = { "^_mm%d*_cast", "^_mm%d*_set[14r]_", "^_mm%d*_setzero_", "^__mmask", "^int%d+_t$" },
  heavy = { -- more than one operation of the processor: make bench-isas ARGS="cast add mul"
    _mm512_cvtepi16_epi8 = 2, _mm512_cvtepi32_epi16 = 2, _mm512_cvtepi64_epi32 = 2,
    _mm512_cvtsepi16_epi8 = 2, _mm512_cvtsepi32_epi16 = 2, _mm512_cvtusepi16_epi8 = 2, _mm512_cvtusepi32_epi16 = 2,
    _mm512_cvtph_ps = 3, _mm512_cvtps_ph = 3,
    _mm512_kunpackb = 3, _mm512_kunpackw = 3, _mm512_kunpackd = 3, -- single operations, but those on masks share one port: ARGS="equal less"
  },

  lanes { f32 = "ps", f64 = "pd" } {
    load = "_mm512_loadu_$e($p)", store = "_mm512_storeu_$e($p, $1)", stream = "_mm512_stream_$e($p, $1)",
    load_first = "_mm512_maskz_loadu_$e($k, $p)", store_first = "_mm512_mask_storeu_$e($p, $k, $1)",
    load_filled = "_mm512_mask_loadu_$e(_mm512_set1_$e($v), $k, $p)",
    splat = "_mm512_set1_$e($1)", zero = "_mm512_setzero_$e()",
    min_or_second = "_mm512_min_$e($1, $2)", max_or_second = "_mm512_max_$e($1, $2)",
    add = "_mm512_add_$e($1, $2)", sub = "_mm512_sub_$e($1, $2)",
    fused = "_mm512_fmadd_$e($1, $2, $3)", fused_from = "_mm512_fnmadd_$e($1, $2, $3)",
    mul = "_mm512_mul_$e($1, $2)", div = "_mm512_div_$e($1, $2)", divide = "_mm512_div_$e($1, $2)",
    floor = "_mm512_roundscale_$e($1, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)",
    ceil = "_mm512_roundscale_$e($1, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC)",
    trunc = "_mm512_roundscale_$e($1, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)",
    round_even = "_mm512_roundscale_$e($1, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)", sqrt = "_mm512_sqrt_$e($1)",
    -- range ignores a single NaN, but a sum keeps it
    minimum = "_mm512_mask_add_$e(_mm512_range_$e($1, $2, 4), _mm512_cmp_$e_mask($1, $2, _CMP_UNORD_Q), $1, $2)",
    maximum = "_mm512_mask_add_$e(_mm512_range_$e($1, $2, 5), _mm512_cmp_$e_mask($1, $2, _CMP_UNORD_Q), $1, $2)",
    eq = "_mm512_cmp_$e_mask($1, $2, _CMP_EQ_OQ)", lt = "_mm512_cmp_$e_mask($1, $2, _CMP_LT_OQ)",
    le = "_mm512_cmp_$e_mask($1, $2, _CMP_LE_OQ)", is_nan = "_mm512_fpclass_$e_mask($1, 0x81)", -- quiet or signalling
    select = "_mm512_mask_blend_$e($1, $3, $2)", bits = "_mm512_castsi512_$e($1)",
  },
  lanes { f32 = "ps" } {
    fraction = {
      [32] = {
        reg = "__m256", load = "_mm256_loadu_$e($p)", store = "_mm256_storeu_$e($p, $1)",
        load_first = "_mm256_maskz_loadu_$e($k, $p)", store_first = "_mm256_mask_storeu_$e($p, $k, $1)",
        load_filled = "_mm256_mask_loadu_$e(_mm256_set1_$e($v), $k, $p)", bits = "_mm256_castsi256_$e($1)",
      },
    },
    i32_or_min_f32 = "_mm512_cvttps_epi32($1)", u32_or_max_f32 = "_mm512_cvttps_epu32($1)",
    i32_nearest_or_min_f32 = "_mm512_cvtps_epi32($1)",
    i32_fused_or_min_f32 = "_mm512_cvt_roundps_epi32(_mm512_fmadd_round_ps($1, $2, $3, " ..
      "_MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)",
    -- the mask of the conversion changes NaN to 0; a value that is too large becomes MIN first
    i32_saturated_f32 = "_mm512_mask_mov_epi32(_mm512_maskz_cvttps_epi32(_mm512_cmp_ps_mask($1, $1, _CMP_ORD_Q), $1), " ..
      "_mm512_cmp_ps_mask($1, _mm512_set1_ps(2147483648.0f), _CMP_GE_OQ), _mm512_set1_epi32(INT32_MAX))",
    i32_nearest_f32 = "_mm512_mask_mov_epi32(_mm512_maskz_cvtps_epi32(_mm512_cmp_ps_mask($1, $1, _CMP_ORD_Q), $1), " ..
      "_mm512_cmp_ps_mask($1, _mm512_set1_ps(2147483648.0f), _CMP_GE_OQ), _mm512_set1_epi32(INT32_MAX))",
    i16_saturated_f32 = {
      one = "_mm512_cvtsepi32_epi16(_mm512_maskz_cvttps_epi32(_mm512_cmp_ps_mask($1, $1, _CMP_ORD_Q), " ..
        "_mm512_min_ps($1, _mm512_set1_ps(32767))))",
      parts = "_mm512_packs_epi32(_mm512_maskz_cvttps_epi32(_mm512_cmp_ps_mask($1, $1, _CMP_ORD_Q), " ..
        "_mm512_min_ps($1, _mm512_set1_ps(32767))), _mm512_maskz_cvttps_epi32(_mm512_cmp_ps_mask($2, $2, _CMP_ORD_Q), " ..
        "_mm512_min_ps($2, _mm512_set1_ps(32767))))",
    },
    i16_nearest_f32 = {
      one = "_mm512_cvtsepi32_epi16(_mm512_maskz_cvtps_epi32(_mm512_cmp_ps_mask($1, $1, _CMP_ORD_Q), " ..
        "_mm512_min_ps($1, _mm512_set1_ps(32767))))",
      parts = "_mm512_packs_epi32(_mm512_maskz_cvtps_epi32(_mm512_cmp_ps_mask($1, $1, _CMP_ORD_Q), " ..
        "_mm512_min_ps($1, _mm512_set1_ps(32767))), _mm512_maskz_cvtps_epi32(_mm512_cmp_ps_mask($2, $2, _CMP_ORD_Q), " ..
        "_mm512_min_ps($2, _mm512_set1_ps(32767))))",
    },
    f64_from_f32 = {
      one = "_mm512_cvtps_pd($1)",
      lo = "_mm512_cvtps_pd(_mm512_castps512_ps256($1))", hi = "_mm512_cvtps_pd(_mm512_extractf32x8_ps($1, 1))",
    },
  },
  lanes { f32 = "ps" } {
    reg = "__m512", reciprocal = "_mm512_rcp14_ps($1)", i32_from_f32 = "_mm512_cvttps_epi32($1)",
    i32_below_f32 = "_mm512_cvt_roundps_epi32($1, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)",
  },
  lanes { f64 = "pd" } {
    reg = "__m512d", div = { "_mm512_div_pd($1, $2)", cost = 16 }, reciprocal = "_mm512_rcp14_pd($1)",
    i64_from_f64 = "_mm512_cvttpd_epi64($1)",
    i64_below_f64 = "_mm512_cvt_roundpd_epi64($1, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)",
    u64_from_f64 = "_mm512_cvt_roundpd_epu64($1, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)",
    i32_from_f64 = {
      one = "_mm512_cvttpd_epi32($1)",
      pair = "_mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvttpd_epi32($1)), _mm512_cvttpd_epi32($2), 1)",
    },
    i32_or_min_f64 = {
      one = "_mm512_cvttpd_epi32($1)",
      pair = "_mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvttpd_epi32($1)), _mm512_cvttpd_epi32($2), 1)",
    },
    u32_or_max_f64 = {
      one = "_mm512_cvttpd_epu32($1)",
      pair = "_mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvttpd_epu32($1)), _mm512_cvttpd_epu32($2), 1)",
    },
    i64_or_min_f64 = "_mm512_cvttpd_epi64($1)", u64_or_max_f64 = "_mm512_cvttpd_epu64($1)",
    f32_from_f64 = {
      one = "_mm512_cvtpd_ps($1)",
      pair = "_mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps($1)), _mm512_cvtpd_ps($2), 1)",
    },
    i32_modulo_f64 = {
      one = "_mm512_cvtepi64_epi32(_mm512_cvttpd_epi64($1))",
      pair = "_mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi64_epi32(_mm512_cvttpd_epi64($1))), " ..
        "_mm512_cvtepi64_epi32(_mm512_cvttpd_epi64($2)), 1)",
    },
    u32_from_f64 = {
      one = "_mm512_cvttpd_epu32($1)",
      pair = "_mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvttpd_epu32($1)), _mm512_cvttpd_epu32($2), 1)",
    },
  },

  lanes { u16 = "epi16", u32 = "epi32", u64 = "epi64" } { permute = "_mm512_permutexvar_$e($2, $1)" },

  -- tables: a permute of one or two registers that the loop loads once, or a gather
  lanes { f32 = "ps", u32 = "epi32" } {
    look_up16 = { "_mm512_permutexvar_$e($2, _mm512_loadu_$e($1))", cost = 1, wraps = 16 },
    look_up32 = { "_mm512_permutex2var_$e(_mm512_loadu_$e($1), $2, _mm512_loadu_$e($1 + 16))", cost = 1, wraps = 32 },
    look_up = { "_mm512_i32gather_$e($2, $1, 4)", cost = 26 },
  },
  lanes { f64 = "pd", u64 = "epi64" } {
    look_up8 = { "_mm512_permutexvar_$e($2, _mm512_loadu_$e($1))", cost = 1, wraps = 8 },
    look_up16 = { "_mm512_permutex2var_$e(_mm512_loadu_$e($1), $2, _mm512_loadu_$e($1 + 8))", cost = 1, wraps = 16 },
    look_up32 = { -- by halves of the table
      "_mm512_mask_blend_$e(_mm512_test_epi64_mask($2, _mm512_set1_epi64(16)), "
        .. "_mm512_permutex2var_$e(_mm512_loadu_$e($1), $2, _mm512_loadu_$e($1 + 8)), "
        .. "_mm512_permutex2var_$e(_mm512_loadu_$e($1 + 16), $2, _mm512_loadu_$e($1 + 24)))", cost = 4, wraps = 32,
    },
    look_up = { "_mm512_i64gather_$e($2, $1, 8)", cost = 14 },
  },

  -- all integers, and f16 and bf16 as stored
  lanes {
    i8 = "epi8", i16 = "epi16", i32 = "epi32", i64 = "epi64", u8 = "epi8", u16 = "epi16", u32 = "epi32", u64 = "epi64",
    f16 = "epi16", bf16 = "epi16",
  } {
    reg = "__m512i", mask = "__mmask$l", not_all = "!_kortestc_mask$l_u8($1, $1)",
    load = "_mm512_loadu_si512($p)", store = "_mm512_storeu_si512($p, $1)",
    stream = "_mm512_stream_si512((__m512i *)($p), $1)",
    load_first = "_mm512_maskz_loadu_$e($k, $p)", store_first = "_mm512_mask_storeu_$e($p, $k, $1)",
    zero = "_mm512_setzero_si512()", constant = "_mm512_set1_$e($1)",
    fraction = {
      [32] = {
        reg = "__m256i",
        load = "_mm256_loadu_si256((const __m256i *)($p))", store = "_mm256_storeu_si256((__m256i *)($p), $1)",
        stream = "_mm256_stream_si256((__m256i *)($p), $1)",
        load_first = "_mm256_maskz_loadu_$e($k, $p)", store_first = "_mm256_mask_storeu_$e($p, $k, $1)",
        bits = "_mm256_cast$f_si256($1)",
      },
      [16] = {
        reg = "__m128i",
        load = "_mm_loadu_si128((const __m128i *)($p))", store = "_mm_storeu_si128((__m128i *)($p), $1)",
        stream = "_mm_stream_si128((__m128i *)($p), $1)",
        load_first = "_mm_maskz_loadu_$e($k, $p)", store_first = "_mm_mask_storeu_$e($p, $k, $1)",
      },
      [8] = {
        reg = "__m128i",
        load = "_mm_loadl_epi64((const __m128i *)($p))", store = "_mm_storel_epi64((__m128i *)($p), $1)",
        load_first = "_mm_maskz_loadu_$e($k, $p)", store_first = "_mm_mask_storeu_$e($p, $k, $1)",
      },
    },
    bits = "_mm512_cast$f_si512($1)",
    bit_and = "_mm512_and_si512($1, $2)", bit_or = "_mm512_or_si512($1, $2)", bit_xor = "_mm512_xor_si512($1, $2)",
    both = "(__mmask$l)($1 & $2)", either = "(__mmask$l)($1 | $2)", differ = "(__mmask$l)($1 ^ $2)", opposite = "(__mmask$l)~$1",
    select = "_mm512_mask_blend_$e($1, $3, $2)", keep = "_mm512_maskz_mov_$e($1, $2)",
    splat_mask = "(__mmask$l)$1", false_bits = "(__mmask$l)~$1", lanes_from_mask = "_mm512_movm_$e($1)", mask_from_lanes = "_mm512_mov$e_mask($1)",
  },
  lanes { i8 = "8", i16 = "16", i32 = "32", i64 = "64", u8 = "8", u16 = "16", u32 = "32", u64 = "64", f16 = "16", bf16 = "16" } {
    load_filled = "_mm512_mask_loadu_epi$e(_mm512_set1_epi$e((int$e_t)$v), $k, $p)",
  },
  lanes { i8 = "8", i16 = "16", i32 = "32", u8 = "8", u16 = "16", u32 = "32", f16 = "16", bf16 = "16" } {
    fraction = {
      [32] = { load_filled = "_mm256_mask_loadu_epi$e(_mm256_set1_epi$e((int$e_t)$v), $k, $p)" },
      [16] = { load_filled = "_mm_mask_loadu_epi$e(_mm_set1_epi$e((int$e_t)$v), $k, $p)" },
      [8] = { load_filled = "_mm_mask_loadu_epi$e(_mm_set1_epi$e((int$e_t)$v), $k, $p)" },
    },
  },
  lanes { i8 = "epi8", i16 = "epi16", i32 = "epi32", i64 = "epi64", u8 = "epi8", u16 = "epi16", u32 = "epi32", u64 = "epi64" } {
    add = "_mm512_add_$e($1, $2)", sub = "_mm512_sub_$e($1, $2)", eq = "_mm512_cmpeq_$e_mask($1, $2)",
    shares_bits = "_mm512_test_$e_mask($1, $2)",
  },
  lanes {
    i8 = "epi8(", i16 = "epi16(", i32 = "epi32(", i64 = "epi64(",
    u8 = "epi8((int8_t)", u16 = "epi16((int16_t)", u32 = "epi32((int32_t)", u64 = "epi64((int64_t)",
  } {
    splat = "_mm512_set1_$e$1)",
  },

  lanes { i8 = "epi8", i16 = "epi16", i32 = "epi32", i64 = "epi64", u8 = "epu8", u16 = "epu16", u32 = "epu32", u64 = "epu64" } {
    lt = "_mm512_cmplt_$e_mask($1, $2)", le = "_mm512_cmple_$e_mask($1, $2)",
    minimum = "_mm512_min_$e($1, $2)", maximum = "_mm512_max_$e($1, $2)",
  },
  lanes { i8 = "epi8", i16 = "epi16", i32 = "epi32", i64 = "epi64" } { magnitude = "_mm512_abs_$e($1)" },
  lanes { i16 = "epi16", i32 = "epi32", i64 = "epi64", u16 = "epi16", u32 = "epi32", u64 = "epi64" } {
    mul = "_mm512_mullo_$e($1, $2)", shift_left = "_mm512_slli_$e($1, $2)",
  },
  lanes { i8 = "epi8", i16 = "epi16", u8 = "epu8", u16 = "epu16" } {
    add_saturated = "_mm512_adds_$e($1, $2)", sub_saturated = "_mm512_subs_$e($1, $2)",
  },
  lanes { i16 = "epi16", u16 = "epu16" } { mul_high = "_mm512_mulhi_$e($1, $2)" },
  lanes { i32 = "epi32", u32 = "epu32" } { mul_even = "_mm512_mul_$e($1, $2)" },
  lanes { i16 = "srai_epi16", i32 = "srai_epi32", i64 = "srai_epi64", u16 = "srli_epi16", u32 = "srli_epi32", u64 = "srli_epi64" } {
    shift_right = "_mm512_$e($1, $2)",
  },
  lanes { i16 = "sra_epi16", i32 = "sra_epi32", i64 = "sra_epi64", u16 = "srl_epi16", u32 = "srl_epi32", u64 = "srl_epi64" } {
    shift_right_by = "_mm512_$e($1, _mm_cvtsi32_si128($2))",
  },
  lanes { i16 = "epi16", i32 = "epi32", i64 = "epi64", u16 = "epi16", u32 = "epi32", u64 = "epi64" } {
    shift_left_by = "_mm512_sll_$e($1, _mm_cvtsi32_si128($2))",
  },

  lanes { i16 = "epi16", i32 = "epi32", i64 = "epi64", u16 = "epi16", u32 = "epi32", u64 = "epi64" } {
    shift_left_lanes = "_mm512_sllv_$e($1, $2)",
  },
  lanes { i16 = "srav_epi16", i32 = "srav_epi32", i64 = "srav_epi64", u16 = "srlv_epi16", u32 = "srlv_epi32", u64 = "srlv_epi64" } {
    shift_right_lanes = "_mm512_$e($1, $2)",
  },

  -- widths
  lanes { i8 = "epi8_epi16", i16 = "epi16_epi32", i32 = "epi32_epi64", u8 = "epu8_epi16", u16 = "epu16_epi32", u32 = "epu32_epi64" } {
    widen = {
      one = "_mm512_cvt$e($1)",
      lo = "_mm512_cvt$e(_mm512_castsi512_si256($1))", hi = "_mm512_cvt$e(_mm512_extracti64x4_epi64($1, 1))",
    },
  },
  lanes { i8 = "epi8_epi32", i16 = "epi16_epi64", u8 = "epu8_epi32", u16 = "epu16_epi64" } { widen_twice = { one = "_mm512_cvt$e($1)" } },
  lanes { i8 = "epi8_epi64", u8 = "epu8_epi64" } { widen_thrice = { one = "_mm512_cvt$e($1)" } },
  lanes { i16 = "epi16_epi8", i32 = "epi32_epi16", u16 = "epi16_epi8", u32 = "epi32_epi16" } { narrow = { one = "_mm512_cvt$e($1)" } },
  lanes { u16 = "epi16", u32 = "epi32" } { narrow_unsigned = { parts = "_mm512_packus_$e($1, $2)" } },
  lanes { i64 = "", u64 = "" } {
    narrow = {
      one = "_mm512_cvtepi64_epi32($1)",
      pair = "_mm512_permutex2var_epi32($1, _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), $2)",
    },
  },
  lanes { u32 = "" } { -- each half is moved to lanes of the other register that are not needed
    low_halves = "_mm512_mask_shuffle_epi8($1, 0xcccccccccccccccc, $2, _mm512_set4_epi32(0x0d0c0d0c, 0x09080908, 0x05040504, 0x01000100))",
    high_halves = "_mm512_mask_shuffle_epi8($2, 0x3333333333333333, $1, _mm512_set4_epi32(0x0f0e0f0e, 0x0b0a0b0a, 0x07060706, 0x03020302))",
  },
  lanes { u64 = "" } {
    low_halves = "_mm512_mask_shuffle_epi32($1, 0xaaaa, $2, _MM_PERM_CCAA)",
    high_halves = "_mm512_mask_shuffle_epi32($2, 0x5555, $1, _MM_PERM_DDBB)",
  },
  lanes { i16 = "d", i32 = "w", i64 = "b" } { mask_narrow = { pair = "_mm512_kunpack$e($2, $1)" } },
  lanes { i8 = "_mm512", u8 = "_mm512" } {
    mask_from_byte = "$e_test_epi8_mask($1, $1)", byte_from_mask = "$e_maskz_set1_epi8($1, 1)",
  },
  lanes { i16 = "_mm256", i32 = "_mm" } { mask_from_byte = { one = "$e_test_epi8_mask($1, $1)" } },
  lanes { i64 = "_mm" } { mask_from_byte = { one = "(__mmask8)$e_test_epi8_mask($1, $1)" } },
  lanes { i16 = "_mm256", i32 = "_mm" } { byte_from_mask = { one = "$e_maskz_set1_epi8($1, 1)" } },

  -- conversions
  lanes { i32 = "i32" } { f32_from_i32 = "_mm512_cvtepi32_ps($1)" },
  lanes { u32 = "u32" } { f32_from_u32 = "_mm512_cvtepu32_ps($1)" },
  lanes { i64 = "epi64" } {
    f32_from_i64 = {
      one = "_mm512_cvt$e_ps($1)",
      pair = "_mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvt$e_ps($1)), _mm512_cvt$e_ps($2), 1)",
    },
  },
  lanes { u64 = "epu64" } {
    f32_from_u64 = {
      one = "_mm512_cvt$e_ps($1)",
      pair = "_mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvt$e_ps($1)), _mm512_cvt$e_ps($2), 1)",
    },
  },
  lanes { i16 = "epi16" } {
    i8_clamped_i16 = {
      one = "_mm512_cvts$e_epi8($1)",
      parts = "_mm512_packs_$e($1, $2)",
    },
    u8_clamped_i16 = {
      one = "_mm512_cvtus$e_epi8(_mm512_max_$e($1, _mm512_setzero_si512()))",
      parts = "_mm512_packus_$e($1, $2)",
    },
  },
  lanes { i32 = "epi32" } {
    i16_clamped_i32 = {
      one = "_mm512_cvts$e_epi16($1)",
      parts = "_mm512_packs_$e($1, $2)",
    },
    u16_clamped_i32 = {
      one = "_mm512_cvtus$e_epi16(_mm512_max_$e($1, _mm512_setzero_si512()))",
      parts = "_mm512_packus_$e($1, $2)",
    },
  },
  lanes { i32 = "epi32" } {
    f64_from_i32 = {
      one = "_mm512_cvt$e_pd($1)",
      lo = "_mm512_cvt$e_pd(_mm512_castsi512_si256($1))", hi = "_mm512_cvt$e_pd(_mm512_extracti64x4_epi64($1, 1))",
    },
  },
  lanes { u32 = "epu32" } {
    f64_from_u32 = {
      one = "_mm512_cvt$e_pd($1)",
      lo = "_mm512_cvt$e_pd(_mm512_castsi512_si256($1))", hi = "_mm512_cvt$e_pd(_mm512_extracti64x4_epi64($1, 1))",
    },
  },
  lanes { i64 = "epi64" } { f64_from_i64 = "_mm512_cvt$e_pd($1)" },
  lanes { u64 = "epu64" } { f64_from_u64 = "_mm512_cvt$e_pd($1)" },
  lanes { f16 = "f16" } { f32_from_f16 = { one = "_mm512_cvtph_ps($1)" } },
  lanes { f32 = "f32" } {
    f16_from_f32 = { one = "_mm512_cvtps_ph($1, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)" },
    half_of_single = "_mm512_cvtepu16_epi32(_mm512_cvtps_ph($1, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC))",
  },
  lanes { u32 = "" } { single_of_half = "_mm512_cvtph_ps(_mm512_cvtepi32_epi16($1))" },
}
