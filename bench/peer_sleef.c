/* SLEEF, in the form that gives the same results on every processor: of 1 unit in the last place, without FMA. On the processors
 * of x86-64 alone, by the vectors that Broadloom may use.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "bench.h"

#if defined(__x86_64__) && defined(__has_include)
#if __has_include(<sleef.h>)
#define HAS_SLEEF 1
#endif
#endif

#ifdef HAS_SLEEF

#include <immintrin.h>
#include <sleef.h>
#include <stdlib.h>
#include <string.h>

typedef struct job {
    const float *from;
    float *to;
    size_t count;
} job;

#define LOOP(NAME, STEP, TARGET, FUNCTION, LOAD, STORE)               \
    __attribute__((target(TARGET))) static void NAME(void *state)     \
    {                                                                 \
        const job *const j = state;                                   \
        size_t i = 0;                                                 \
        for (; i + (STEP) <= j->count; i += (STEP))                   \
            STORE(j->to + i, FUNCTION(LOAD(j->from + i)));            \
        if (i < j->count) {                                           \
            float rest[STEP] = {0};                                   \
            memcpy(rest, j->from + i, (j->count - i) * sizeof *rest); \
            STORE(rest, FUNCTION(LOAD(rest)));                        \
            memcpy(j->to + i, rest, (j->count - i) * sizeof *rest);   \
        }                                                             \
    }
#define LOOPS(OP, ULP)                                                                         \
    LOOP(OP##_4, 4, "sse2", Sleef_cinz_##OP##f4_##ULP##sse2, _mm_loadu_ps, _mm_storeu_ps)      \
    LOOP(OP##_8, 8, "avx2", Sleef_cinz_##OP##f8_##ULP##avx, _mm256_loadu_ps, _mm256_storeu_ps) \
    LOOP(OP##_16, 16, "avx512f", Sleef_cinz_##OP##f16_##ULP##avx512fnofma, _mm512_loadu_ps, _mm512_storeu_ps)
#define LOOPS_OF(OP)                 \
    {                                \
#OP, OP##_4, OP##_8, OP##_16 \
    }

LOOPS(exp, u10)
LOOPS(log, u10)
LOOPS(tanh, u10)
LOOPS(sin, u10)

static const struct {
    const char *op;
    void (*by_4)(void *), (*by_8)(void *), (*by_16)(void *);
} functions[] = {LOOPS_OF(exp), LOOPS_OF(log), LOOPS_OF(tanh), LOOPS_OF(sin)};

static const char *prepare(const bench_case *c, const void *const *inputs, void *out, bench_call *call)
{
    if (c->function == NULL)
        return "no such operator";
    if (c->dtype != BL_F32)
        return "no such type";
    for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
        if (strcmp(functions[i].op, c->op) == 0) {
            const bl_isa best = bl_isa_best();
            job *j = malloc(sizeof *j);

            if (!j)
                return "no memory";
            *j = (job){inputs[0], out, bench_count(&c->out)};
            *call = (bench_call){best >= BL_ISA_AVX512 ? functions[i].by_16 : best >= BL_ISA_AVX2 ? functions[i].by_8
                                                                                                  : functions[i].by_4,
                                 j};
            return NULL;
        }
    }
    return "no such function";
}

static const char *version(void)
{
    static const char text[] = {'0' + SLEEF_VERSION_MAJOR, '.', '0' + SLEEF_VERSION_MINOR, '\0'};
    return text;
}

const bench_peer bench_sleef = {"SLEEF", "libsleef-dev", version, prepare, free};

#else

const bench_peer bench_sleef = {"SLEEF", "libsleef-dev", NULL, NULL, NULL};

#endif
