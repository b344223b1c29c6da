-- SSE4.1: words with better spellings than in SSE2. Spellings only: gen/dictionary/words.lua defines the words.

isa "sse41" {
  says = "SSE4.1", rank = 25, number = 3, base = "sse2", guard = "defined(__x86_64__)", machine = "x86_64", header = "smmintrin.h",
  loop = "last",
  features = { { "ssse3", leaf = 1, reg = "ecx", bit = 9 }, { "sse4.1", leaf = 1, reg = "ecx", bit = 19 } },
  free = { "^_mm_cast", "^_mm_set1_", "^_mm_setzero_", "^int%d+_t$" },

  lanes { f32 = "ps", f64 = "pd" } {
    floor = "_mm_floor_$e($1)", ceil = "_mm_ceil_$e($1)", trunc = "_mm_round_$e($1, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)",
    round_even = "_mm_round_$e($1, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)",
    select = "_mm_blendv_$e($3, $2, $1)", bitwise = { select = "_mm_blendv_$e($3, $2, $1)" },
  },
  lanes { i8 = "", i16 = "", i32 = "", i64 = "", u8 = "", u16 = "", u32 = "", u64 = "" } {
    select = "_mm_blendv_epi8($3, $2, $1)",
  },
  lanes { i8 = "epi8", i16 = "epi16", i32 = "epi32" } { magnitude = "_mm_abs_$e($1)" },
  lanes { i8 = "epi8", i32 = "epi32", u16 = "epu16", u32 = "epu32" } {
    minimum = "_mm_min_$e($1, $2)", maximum = "_mm_max_$e($1, $2)",
  },
  lanes { i32 = "epi32", u32 = "epi32" } { mul = "_mm_mullo_$e($1, $2)" },
  lanes { i32 = "epi32" } { mul_even = "_mm_mul_$e($1, $2)" },
  lanes { i64 = "epi64", u64 = "epi64" } { eq = "_mm_cmpeq_$e($1, $2)" },

  lanes { u8 = "epi8" } { permute = "_mm_shuffle_$e($1, $2)" },

  lanes { u32 = "0xaa" } {
    low_halves = "_mm_blend_epi16($1, _mm_slli_epi32($2, 16), $e)", high_halves = "_mm_blend_epi16(_mm_srli_epi32($1, 16), $2, $e)",
  },
  lanes { u64 = "0xcc" } {
    low_halves = "_mm_blend_epi16($1, _mm_slli_epi64($2, 32), $e)", high_halves = "_mm_blend_epi16(_mm_srli_epi64($1, 32), $2, $e)",
  },
  lanes { u32 = "epi32" } { narrow_unsigned = { pair = "_mm_packus_$e($1, $2)" } },
  lanes { i32 = "epi32" } { u16_clamped_i32 = { one = "_mm_packus_$e($1, $1)", pair = "_mm_packus_$e($1, $2)" } },
}
