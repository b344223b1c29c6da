/* Instructions that Bochs 2.7 computes wrongly: each separately, with an input that shows the error, the result
 * according to Intel's manual and that of Bochs. On a processor with AVX-512 the same program shows that the manual's
 * values are right, and passes; in Bochs (`make check-bochs`) each check fails, and prints the result.
 * tests/kernels/emulator.c allows for these errors.
 *
 * Sources: Intel SDM volume 2 (VPSRAVQ, VCVTTPD2UQQ, VCVTUDQ2PS, VCVTPS2PH) and volume 1, 4.8.4 (rounding); the files named below are
 * Bochs's.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernels/kernels.h"
#include "platforms/platform.h"

#include <immintrin.h>

#define AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))

/* ---- The instructions, on the lowest lane ---- */

AVX512 static uint64_t vpsravq(uint64_t number, uint64_t count)
{
    const __m128i shifted = _mm_srav_epi64(_mm_cvtsi64_si128((long long)number), _mm_cvtsi64_si128((long long)count));

    return (uint64_t)_mm_cvtsi128_si64(shifted);
}

AVX512 static uint64_t vcvttpd2uqq(uint64_t number, uint64_t unused)
{
    (void)unused;
    return (uint64_t)_mm_cvtsi128_si64(_mm_cvttpd_epu64(_mm_castsi128_pd(_mm_cvtsi64_si128((long long)number))));
}

AVX512 static uint64_t vcvtudq2ps(uint64_t number, uint64_t unused)
{
    const __m512 real = _mm512_cvtepu32_ps(_mm512_set1_epi32((int)(uint32_t)number));

    (void)unused;
    return (uint32_t)_mm_cvtsi128_si32(_mm_castps_si128(_mm512_castps512_ps128(real)));
}

AVX512 static uint64_t vcvtps2ph(uint64_t number, uint64_t unused)
{
    const __m512 single = _mm512_castsi512_ps(_mm512_set1_epi32((int)(uint32_t)number));

    (void)unused;
    return (uint32_t)_mm_cvtsi128_si32(_mm256_castsi256_si128(_mm512_cvtps_ph(single, _MM_FROUND_TO_NEAREST_INT))) & 0xffff;
}

/* ---- The expected results ---- */

typedef struct known_error {
    const char *instruction;
    uint64_t (*execute)(uint64_t, uint64_t);
    volatile uint64_t input[2]; /* so that the compiler does not compute it */
    uint64_t manual, bochs;
    unsigned digits;
    const char *because;
} known_error;

static const known_error errors[] = {
    /* xmm_psravq in cpu/simd_int.h: a count is too large from 65 on, instead of from 64 on */
    {"VPSRAVQ of MIN by 64", vpsravq, {0x8000000000000000, 64}, 0xffffffffffffffff, 0x8000000000000000, 16, "a count above 63 fills with the sign"},
    /* float64_to_uint64_round_to_zero in cpu/fpu/softfloat.cc */
    {"VCVTTPD2UQQ of 2^63", vcvttpd2uqq, {0x43e0000000000000, 0}, 0x8000000000000000, 0xffffffffffffffff, 16, "it fits"},
    {"VCVTTPD2UQQ of -0.5", vcvttpd2uqq, {0xbfe0000000000000, 0}, 0, 0xffffffffffffffff, 16, "it is cut off to 0, which fits"},
    /* uint32_to_float32 there drops the last bit before it rounds */
    {"VCVTUDQ2PS of 2^31 + 129", vcvtudq2ps, {0x80000081, 0}, 0x4f000001, 0x4f000000, 8, "it lies nearer to 2^31 + 256"},
    {"VCVTPS2PH of 1 + 2^-11, to nearest even", vcvtps2ph, {0x3f801000, 0}, 0x3c00, 0x3c01, 4, "1 is even, of the two nearest"},
};

static void check(const known_error *of)
{
    const uint64_t got = of->execute(of->input[0], of->input[1]);
    text why;

    platform_doing = of->instruction;
    if (got == of->manual) {
        report_pass(of->instruction);
        return;
    }
    text_clear(&why);
    text_add(&why, "gave ");
    text_hex(&why, got, of->digits);
    text_add(&why, got == of->bochs ? ", as Bochs 2.7 does, not " : ", which neither Bochs 2.7 gives nor the manual: ");
    text_hex(&why, of->manual, of->digits);
    text_add(&why, ": ");
    text_add(&why, of->because);
    report_fail(of->instruction, why.bytes);
}

int test_main(void)
{
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl") || !__builtin_cpu_supports("avx512bw")) {
        return PLATFORM_CANNOT_RUN;
    }
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; ++i) {
        check(&errors[i]);
    }
    return report_end() != 0;
}
