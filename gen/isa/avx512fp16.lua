-- AVX512-FP16: arithmetic of f16 without f32. Spellings only: gen/dictionary/words.lua defines the words.
-- AVX-512 does the rest, including moves of f16, with f16 lanes as integers.
--   $1 $2 operands   $e suffix

isa "avx512fp16" {
  says = "AVX512-FP16", rank = 55, number = 16, base = "avx512", machine = "x86_64", loop = "mask",
  guard = "defined(__x86_64__) && BL_WIDE_SPILLS && BL_ALL_INTRINSICS && " ..
          "(defined(__clang__) ? __clang_major__ >= 19 : __GNUC__ >= 12)", -- clang 16 crashes at comparisons
  features = { { "avx512fp16", leaf = 7, reg = "edx", bit = 23, xcr0 = 0xe6 } },
  model = "tests/platforms/models/avx512fp16.h", repeats = {},
  free = { "^_mm%d*_cast", "^_mm%d*_set[14r]_", "^_mm%d*_setzero_", "^__mmask", "^int%d+_t$" },

  -- no div: 4,096 quotients took 1,369 ns, and 856 ns in f32
  lanes { f16 = "ph" } {
    add = "_mm512_castph_si512(_mm512_add_$e(_mm512_castsi512_$e($1), _mm512_castsi512_$e($2)))",
    sub = "_mm512_castph_si512(_mm512_sub_$e(_mm512_castsi512_$e($1), _mm512_castsi512_$e($2)))",
    mul = "_mm512_castph_si512(_mm512_mul_$e(_mm512_castsi512_$e($1), _mm512_castsi512_$e($2)))",
    -- a mask of all lanes: GCC 12 warns about its unmasked names, which are macros with a -1
    eq = "_mm512_mask_cmp_$e_mask(0xffffffff, _mm512_castsi512_$e($1), _mm512_castsi512_$e($2), _CMP_EQ_OQ)",
    lt = "_mm512_mask_cmp_$e_mask(0xffffffff, _mm512_castsi512_$e($1), _mm512_castsi512_$e($2), _CMP_LT_OQ)",
  },
}
