/* SLEEF, in its fastest form with an error of 1 unit in the last place: with FMA. Only for x86-64, with the widest vectors that the
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
    const void *from, *second;
    size_t second_step; /* 0 for one value */
    void *to;
    size_t count;
} job;

/* SLEEF's header has only the functions for these vectors. The first macro of each pair is for f32. */
#ifdef __AVX512F__
enum { STEP = 64 };
#define LOAD_f32 _mm512_loadu_ps
#define LOAD_f64 _mm512_loadu_pd
#define STORE_f32 _mm512_storeu_ps
#define STORE_f64 _mm512_storeu_pd
#define FUNCTION_f32(OP, ULP) Sleef_##OP##f16_##ULP##avx512f
#define FUNCTION_f64(OP, ULP) Sleef_##OP##d8_##ULP##avx512f
#elif defined(__AVX2__)
enum { STEP = 32 };
#define LOAD_f32 _mm256_loadu_ps
#define LOAD_f64 _mm256_loadu_pd
#define STORE_f32 _mm256_storeu_ps
#define STORE_f64 _mm256_storeu_pd
#define FUNCTION_f32(OP, ULP) Sleef_##OP##f8_##ULP##avx2
#define FUNCTION_f64(OP, ULP) Sleef_##OP##d4_##ULP##avx2
#else
enum { STEP = 16 };
#define LOAD_f32 _mm_loadu_ps
#define LOAD_f64 _mm_loadu_pd
#define STORE_f32 _mm_storeu_ps
#define STORE_f64 _mm_storeu_pd
#define FUNCTION_f32(OP, ULP) Sleef_##OP##f4_##ULP##sse2
#define FUNCTION_f64(OP, ULP) Sleef_##OP##d2_##ULP##sse2
#endif

#define LOOP(OP, ULP, DTYPE, T)                                                       \
    static void run_##OP##_##DTYPE(void *state)                                       \
    {                                                                                 \
        enum { LANES = STEP / (int)sizeof(T) };                                       \
        const job *const j = state;                                                   \
        const T *from = j->from;                                                      \
        T *to = j->to, last[LANES] = {0};                                             \
        const size_t rest = j->count % LANES, whole = j->count - rest;                \
        for (size_t i = 0; i < whole; i += LANES)                                     \
            STORE_##DTYPE(to + i, FUNCTION_##DTYPE(OP, ULP)(LOAD_##DTYPE(from + i))); \
        if (rest > 0) {                                                               \
            memcpy(last, from + whole, rest * sizeof *last);                          \
            STORE_##DTYPE(last, FUNCTION_##DTYPE(OP, ULP)(LOAD_##DTYPE(last)));       \
            memcpy(to + whole, last, rest * sizeof *last);                            \
        }                                                                             \
    }
#define LOOP_OF_TWO(OP, ULP, DTYPE, T)                                                                                                 \
    static void run_##OP##_##DTYPE(void *state)                                                                                        \
    {                                                                                                                                  \
        enum { LANES = STEP / (int)sizeof(T) };                                                                                        \
        const job *const j = state;                                                                                                    \
        const T *from = j->from, *other = j->second;                                                                                   \
        T *to = j->to, held[LANES], last[LANES] = {0}, second[LANES] = {0};                                                            \
        const size_t rest = j->count % LANES, whole = j->count - rest;                                                                 \
        for (size_t i = 0; i < LANES; ++i)                                                                                             \
            held[i] = *other;                                                                                                          \
        for (size_t i = 0; i < whole; i += LANES)                                                                                      \
            STORE_##DTYPE(to + i, FUNCTION_##DTYPE(OP, ULP)(LOAD_##DTYPE(from + i), LOAD_##DTYPE(j->second_step ? other + i : held))); \
        if (rest > 0) {                                                                                                                \
            memcpy(last, from + whole, rest * sizeof *last);                                                                           \
            memcpy(second, j->second_step ? other + whole : held, rest * sizeof *last);                                                \
            STORE_##DTYPE(last, FUNCTION_##DTYPE(OP, ULP)(LOAD_##DTYPE(last), LOAD_##DTYPE(second)));                                  \
            memcpy(to + whole, last, rest * sizeof *last);                                                                             \
        }                                                                                                                              \
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

#define OF(OP, ULP)           \
    LOOP(OP, ULP, f32, float) \
    LOOP(OP, ULP, f64, double)
FUNCTIONS
#undef OF
#define OF(OP, ULP)                  \
    LOOP_OF_TWO(OP, ULP, f32, float) \
    LOOP_OF_TWO(OP, ULP, f64, double)
FUNCTIONS_OF_TWO
#undef OF

static const struct {
    const char *op;
    void (*run[2])(void *state); /* of f32, and of f64 */
} functions[] = {
#define OF(OP, ULP) {#OP, {run_##OP##_f32, run_##OP##_f64}},
    FUNCTIONS FUNCTIONS_OF_TWO
#undef OF
};

static const char *prepare(const bench_case *c, const void *const *inputs, void *out, bench_call *call)
{
    if (c->function == NULL)
        return "no such operator";
    if (c->dtype != BL_F32 && c->dtype != BL_F64)
        return "no such type";
    for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
        if (strcmp(functions[i].op, c->op) == 0) {
            job *j = malloc(sizeof *j);

            if (!j)
                return "no memory";
            *j = (job){inputs[0], c->arity > 1 ? inputs[1] : NULL, c->arity > 1 && bench_count(&c->inputs[1]) > 1, out, bench_count(&c->out)};
            *call = (bench_call){functions[i].run[c->dtype == BL_F64], j};
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
