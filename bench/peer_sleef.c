/* SLEEF, in its quickest form of 1 unit in the last place: with FMA. On the processors of x86-64 alone, by the widest vectors that the
 * compiler may use.
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
    const float *from, *second;
    size_t second_step; /* 0 for one value */
    float *to;
    size_t count;
} job;

/* Its header has the functions of these vectors alone. */
#ifdef __AVX512F__
enum { STEP = 16 };
#define LOAD _mm512_loadu_ps
#define STORE _mm512_storeu_ps
#define FUNCTION(OP, ULP) Sleef_##OP##f16_##ULP##avx512f
#elif defined(__AVX2__)
enum { STEP = 8 };
#define LOAD _mm256_loadu_ps
#define STORE _mm256_storeu_ps
#define FUNCTION(OP, ULP) Sleef_##OP##f8_##ULP##avx2
#else
enum { STEP = 4 };
#define LOAD _mm_loadu_ps
#define STORE _mm_storeu_ps
#define FUNCTION(OP, ULP) Sleef_##OP##f4_##ULP##sse2
#endif

#define LOOP(OP, ULP)                                                 \
    static void run_##OP(void *state)                                 \
    {                                                                 \
        const job *const j = state;                                   \
        const size_t rest = j->count % STEP, whole = j->count - rest; \
        for (size_t i = 0; i < whole; i += STEP)                      \
            STORE(j->to + i, FUNCTION(OP, ULP)(LOAD(j->from + i)));   \
        if (rest > 0) {                                               \
            float last[STEP] = {0};                                   \
            memcpy(last, j->from + whole, rest * sizeof *last);       \
            STORE(last, FUNCTION(OP, ULP)(LOAD(last)));               \
            memcpy(j->to + whole, last, rest * sizeof *last);         \
        }                                                             \
    }
#define LOOP_OF_TWO(OP, ULP)                                                                                     \
    static void run_##OP(void *state)                                                                            \
    {                                                                                                            \
        const job *const j = state;                                                                              \
        const size_t rest = j->count % STEP, whole = j->count - rest;                                            \
        float held[STEP], last[STEP] = {0}, second[STEP] = {0};                                                  \
        for (size_t i = 0; i < STEP; ++i)                                                                        \
            held[i] = *j->second;                                                                                \
        for (size_t i = 0; i < whole; i += STEP)                                                                 \
            STORE(j->to + i, FUNCTION(OP, ULP)(LOAD(j->from + i), LOAD(j->second_step ? j->second + i : held))); \
        if (rest > 0) {                                                                                          \
            memcpy(last, j->from + whole, rest * sizeof *last);                                                  \
            memcpy(second, j->second_step ? j->second + whole : held, rest * sizeof *last);                      \
            STORE(last, FUNCTION(OP, ULP)(LOAD(last), LOAD(second)));                                            \
            memcpy(j->to + whole, last, rest * sizeof *last);                                                    \
        }                                                                                                        \
    }
#define FUNCTIONS_OF_TWO \
    OF(pow, u10)         \
    OF(atan2, u10)       \
    OF(hypot, u05)
#define FUNCTIONS  \
    OF(exp, u10)   \
    OF(exp2, u10)  \
    OF(expm1, u10) \
    OF(log, u10)   \
    OF(log2, u10)  \
    OF(log10, u10) \
    OF(log1p, u10) \
    OF(sin, u10)   \
    OF(cos, u10)   \
    OF(tan, u10)   \
    OF(asin, u10)  \
    OF(acos, u10)  \
    OF(atan, u10)  \
    OF(sinh, u10)  \
    OF(cosh, u10)  \
    OF(tanh, u10)  \
    OF(asinh, u10) \
    OF(acosh, u10) \
    OF(atanh, u10) \
    OF(cbrt, u10)  \
    OF(erf, u10)

#define OF LOOP
FUNCTIONS
#undef OF
#define OF LOOP_OF_TWO
FUNCTIONS_OF_TWO
#undef OF

static const struct {
    const char *op;
    void (*run)(void *state);
} functions[] = {
#define OF(OP, ULP) {#OP, run_##OP},
    FUNCTIONS FUNCTIONS_OF_TWO
#undef OF
};

static const char *prepare(const bench_case *c, const void *const *inputs, void *out, bench_call *call)
{
    if (c->function == NULL)
        return "no such operator";
    if (c->dtype != BL_F32)
        return "no such type";
    for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
        if (strcmp(functions[i].op, c->op) == 0) {
            job *j = malloc(sizeof *j);

            if (!j)
                return "no memory";
            *j = (job){inputs[0], c->arity > 1 ? inputs[1] : NULL, c->arity > 1 && bench_count(&c->inputs[1]) > 1, out, bench_count(&c->out)};
            *call = (bench_call){functions[i].run, j};
            return NULL;
        }
    }
    return "no such function";
}

#define TEXT_OF(NUMBER) #NUMBER
#define VERSION_TEXT(MAJOR, MINOR) TEXT_OF(MAJOR) "." TEXT_OF(MINOR)
static const char *version(void)
{
    return VERSION_TEXT(SLEEF_VERSION_MAJOR, SLEEF_VERSION_MINOR);
}

const bench_peer bench_sleef = {"SLEEF", "libsleef-dev", version, prepare, free};

#else

const bench_peer bench_sleef = {"SLEEF", "libsleef-dev", NULL, NULL, NULL};

#endif
