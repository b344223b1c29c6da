-- AVX-512 VBMI: bytes permuted across a whole register, for moves. AVX-512 does the rest.
--   $1 values   $2 indices

isa "avx512vbmi" {
  says = "AVX-512 VBMI", rank = 52, number = 15, base = "avx512", machine = "x86_64", loop = "mask", guard = "defined(__x86_64__) && BL_WIDE_SPILLS && BL_ALL_INTRINSICS",
  features = { { "avx512vbmi", leaf = 7, reg = "ecx", bit = 1, xcr0 = 0xe6 } },
  repeats = { 8 },
  free = { "^_mm%d*_cast", "^_mm%d*_set[14r]_", "^_mm%d*_setzero_", "^__mmask", "^int%d+_t$" },

  lanes { u8 = "epi8" } { permute = "_mm512_permutexvar_$e($2, $1)" },
}
