/* Operands of all kinds: `make bench-operands` prints the time of each function for fourteen classes of operands, divided by its time for
 * ordinary operands and, for f32 and f64, by the time of the C library's function, if there is one. No class should take more than three times as long
 * as ordinary operands (of f64 four times), nor longer than the C library. The classes are timed by turns. BROADLOOM_ISA chooses the instruction set; arguments
 * are names of functions and of dtypes. tests/settled counts the settled lanes of the same operands, by kernels that count them.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "bench.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COUNT = 8192,
       ROUNDS = 13,
       RARE = 16,
       CANDIDATES = 1 << 22 };

typedef enum operand_class {
    ORDINARY,
    ZEROS,
    SUBNORMALS,
    NANS,
    INFINITIES,
    SMALL_RESULTS, /* normal operands with subnormal results; some functions have none */
    TINY,
    HUGE_ONES,
    REDUCED,       /* from 2^17 to 2^60, where multiples of pi / 2 are subtracted in several parts; f16 has no such operands */
    NEXT_TO_1,     /* by up to 2^-8 */
    ONE_SUBNORMAL, /* among 16 */
    ONE_NAN,
    ONE_HUGE,
    ONE_SMALL_RESULT,
    CLASSES
} operand_class;

static const char *const titles[CLASSES] = {"ordinary", "zeros", "subnorm", "NaN", "infinite", "below",
                                            "tiny", "huge", "2^17 on", "next 1", "1 subn", "1 NaN", "1 huge", "1 below"};

static uint64_t seed = 1;

static uint64_t random_bits(void)
{
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    return seed >> 33;
}

static uint64_t any_bits(void)
{
    return random_bits() << 33 ^ random_bits() << 16 ^ random_bits();
}

static double random_number(bench_range range)
{
    const double t = (double)random_bits() / 0x1p31;

    if (range.content == BENCH_BY_MAGNITUDE) {
        return range.least * pow(range.most / range.least, t);
    }
    return range.least + (range.most - range.least) * t;
}

/* ---- Elements, as bits of their dtype ---- */

static uint64_t sign_of(bl_dtype dtype)
{
    return UINT64_C(1) << (8 * bl_dtype_size(dtype) - 1);
}

static uint64_t bits_of(bl_dtype dtype, double number)
{
    const bench_float how = bench_floats[dtype];
    const uint64_t sign = signbit(number) ? sign_of(dtype) : 0;
    const double size = fabs(number), least = ldexp(1, 1 - (int)how.bias);
    const int exponent = size < least ? 1 - (int)how.bias : ilogb(size);
    const uint64_t units = (uint64_t)nearbyint(ldexp(size, (int)how.mantissa - exponent));

    return sign | (units + ((uint64_t)(exponent + (int)how.bias - 1) << how.mantissa));
}

static uint64_t infinity_of(bl_dtype dtype)
{
    return (uint64_t)(2 * bench_floats[dtype].bias + 1) << bench_floats[dtype].mantissa;
}

static int is_subnormal(bl_dtype dtype, uint64_t bits)
{
    const uint64_t size = bits & (sign_of(dtype) - 1);

    return size != 0 && size < UINT64_C(1) << bench_floats[dtype].mantissa;
}

static void put(bl_dtype dtype, void *array, size_t i, uint64_t bits)
{
    if (dtype == BL_F64) {
        ((uint64_t *)array)[i] = bits;
    } else if (dtype == BL_F32) {
        ((uint32_t *)array)[i] = (uint32_t)bits;
    } else {
        ((uint16_t *)array)[i] = (uint16_t)bits;
    }
}

static uint64_t get(bl_dtype dtype, const void *array, size_t i)
{
    if (dtype == BL_F64) {
        return ((const uint64_t *)array)[i];
    }
    return dtype == BL_F32 ? ((const uint32_t *)array)[i] : ((const uint16_t *)array)[i];
}

/* ---- Functions ---- */

typedef struct subject {
    const bl_table *table;
    bl_dtype dtype;
    bench_range range, second; /* ordinary operands */
    int which;                 /* the operand that has the classes; the other one is ordinary */
    float (*libm)(float);
    float (*libm_of_two)(float, float);
    double (*libm_f64)(double);
    double (*libm_f64_of_two)(double, double);
    char parameters[64];
} subject;

typedef struct libm_function {
    const char *name;
    float (*one)(float);
    float (*two)(float, float);
    double (*one_f64)(double);
    double (*two_f64)(double, double);
} libm_function;

static const libm_function libm[] = {
    {"exp", expf, NULL, exp, NULL},
    {"exp2", exp2f, NULL, exp2, NULL},
    {"expm1", expm1f, NULL, expm1, NULL},
    {"log", logf, NULL, log, NULL},
    {"log2", log2f, NULL, log2, NULL},
    {"log10", log10f, NULL, log10, NULL},
    {"log1p", log1pf, NULL, log1p, NULL},
    {"sin", sinf, NULL, sin, NULL},
    {"cos", cosf, NULL, cos, NULL},
    {"tan", tanf, NULL, tan, NULL},
    {"asin", asinf, NULL, asin, NULL},
    {"acos", acosf, NULL, acos, NULL},
    {"atan", atanf, NULL, atan, NULL},
    {"sinh", sinhf, NULL, sinh, NULL},
    {"cosh", coshf, NULL, cosh, NULL},
    {"tanh", tanhf, NULL, tanh, NULL},
    {"asinh", asinhf, NULL, asinh, NULL},
    {"acosh", acoshf, NULL, acosh, NULL},
    {"atanh", atanhf, NULL, atanh, NULL},
    {"cbrt", cbrtf, NULL, cbrt, NULL},
    {"erf", erff, NULL, erf, NULL},
    {"pow", NULL, powf, NULL, pow},
    {"atan2", NULL, atan2f, NULL, atan2},
    {"hypot", NULL, hypotf, NULL, hypot},
};

/* Functions with parameters; the bench of functions has those without. */
static const char *const with_parameters[] = {"elu", "selu", "celu", "swish"};

/* ---- Operands ---- */

static uint64_t second[COUNT]; /* as an array of the dtype */
static uint64_t operands[CLASSES][COUNT];
static uint64_t results[COUNT];
static int is_there[CLASSES];

static void run(const subject *of, const void *a)
{
    const void *const inputs[2] = {of->which == 0 ? a : (const void *)second, of->which == 0 ? (const void *)second : a};

    if (bl_run_contiguous(of->table, COUNT, inputs, of->parameters, results) != BL_OK) {
        fprintf(stderr, "operands: a call failed\n");
        exit(1);
    }
}

#ifndef OPERANDS_SETTLED
static void run_libm(const subject *of, const void *operand)
{
    const float *a = (const float *)operand, *b = (const float *)(const void *)second;
    const double *a_f64 = (const double *)operand, *b_f64 = (const double *)(const void *)second;
    float *to = (float *)(void *)results;
    double *to_f64 = (double *)(void *)results;

    for (size_t i = 0; of->libm && i < COUNT; ++i) {
        to[i] = of->libm(a[i]);
    }
    for (size_t i = 0; of->libm_of_two && i < COUNT; ++i) {
        to[i] = of->which == 0 ? of->libm_of_two(a[i], b[i]) : of->libm_of_two(b[i], a[i]);
    }
    for (size_t i = 0; of->libm_f64 && i < COUNT; ++i) {
        to_f64[i] = of->libm_f64(a_f64[i]);
    }
    for (size_t i = 0; of->libm_f64_of_two && i < COUNT; ++i) {
        to_f64[i] = of->which == 0 ? of->libm_f64_of_two(a_f64[i], b_f64[i]) : of->libm_f64_of_two(b_f64[i], a_f64[i]);
    }
}

static int has_libm(const subject *of)
{
    return of->libm || of->libm_of_two || of->libm_f64 || of->libm_f64_of_two;
}

#endif

/* Operands with results below the least normal number: random bits, or operands with such powers of e. */
static int find_small_results(const subject *of)
{
    static uint64_t candidates[COUNT];
    const bl_dtype dtype = of->dtype;
    const double far = dtype == BL_F16 ? 40 : dtype == BL_F64 ? 1100
                                                              : 170; /* powers of 2 are also 0 below it */
    size_t found = 0;

    for (size_t tries = 0; tries < 128 && found < COUNT; ++tries) {
        for (size_t i = 0; i < COUNT; ++i) {
            const double number = far * ((double)random_bits() / 0x1p30 - 1);
            const uint64_t bits = (tries & 1) ? bits_of(dtype, number) : any_bits() & (2 * sign_of(dtype) - 1);

            put(dtype, candidates, i, is_subnormal(dtype, bits) ? 0 : bits);
        }
        run(of, candidates);
        for (size_t i = 0; i < COUNT && found < COUNT; ++i) {
            if (is_subnormal(dtype, get(dtype, results, i))) {
                put(dtype, operands[SMALL_RESULTS], found++, get(dtype, candidates, i));
            }
        }
    }
    for (size_t i = found; found >= 16 && i < COUNT; ++i) {
        put(dtype, operands[SMALL_RESULTS], i, get(dtype, operands[SMALL_RESULTS], random_bits() % found));
    }
    return found >= 16;
}

static void make_operands(const subject *of)
{
    static const operand_class rare[] = {SUBNORMALS, NANS, HUGE_ONES, SMALL_RESULTS};
    const bl_dtype dtype = of->dtype;
    const uint64_t sign = sign_of(dtype), infinity = infinity_of(dtype), least = UINT64_C(1) << bench_floats[dtype].mantissa;
    const uint64_t tiny = infinity / 4, huge = infinity / 8; /* a quarter of the normal numbers, and an eighth */

    for (size_t i = 0; i < COUNT; ++i) {
        const uint64_t either = (random_bits() & 1) ? sign : 0;
        const double part = (double)random_bits() / 0x1p31; /* from 0 to 1 */

        put(dtype, second, i, bits_of(dtype, random_number(of->which == 0 ? of->second : of->range)));
        put(dtype, operands[ORDINARY], i, bits_of(dtype, random_number(of->which == 0 ? of->range : of->second)));
        put(dtype, operands[ZEROS], i, either);
        put(dtype, operands[SUBNORMALS], i, either | (1 + any_bits() % (least - 1)));
        put(dtype, operands[NANS], i, either | infinity | least / 2 | (any_bits() & (least / 2 - 1)));
        put(dtype, operands[INFINITIES], i, either | infinity);
        put(dtype, operands[TINY], i, either | (least + any_bits() % tiny));
        put(dtype, operands[HUGE_ONES], i, either | (infinity - 1 - any_bits() % huge));
        put(dtype, operands[REDUCED], i, either | bits_of(dtype, dtype == BL_F16 ? 0 : exp2(17 + 43 * part)));
        put(dtype, operands[NEXT_TO_1], i, bits_of(dtype, 1 + (either ? part : -part) / 256));
    }
    for (size_t k = 0; k < CLASSES; ++k) {
        is_there[k] = 1;
    }
    is_there[REDUCED] = dtype != BL_F16;
    is_there[SMALL_RESULTS] = is_there[ONE_SMALL_RESULT] = find_small_results(of);
    for (size_t k = 0; k < sizeof rare / sizeof *rare; ++k) {
        memcpy(operands[ONE_SUBNORMAL + k], operands[ORDINARY], sizeof operands[ORDINARY]);
        for (size_t i = 0; i < COUNT; i += RARE) {
            const size_t at = i + random_bits() % RARE;

            put(dtype, operands[ONE_SUBNORMAL + k], at, get(dtype, operands[rare[k]], at));
        }
    }
}

#ifndef OPERANDS_SETTLED
/* ---- Time ---- */

static double now_ns(void)
{
    struct timespec time;

    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The lower quartiles, by turns, in ns per element, of the library's function and of the C library's. */
static void time_classes(const subject *of, double *ns, double *libm_ns)
{
    static double times[2][CLASSES][ROUNDS];
    for (size_t round = 0; round < ROUNDS; ++round) {
        for (size_t k = 0; k < CLASSES; ++k) {
            double start;

            if (!is_there[k]) {
                continue;
            }
            start = now_ns();
            run(of, operands[k]);
            times[0][k][round] = now_ns() - start;
            if (has_libm(of)) {
                start = now_ns();
                run_libm(of, operands[k]);
                times[1][k][round] = now_ns() - start;
            }
        }
    }
    for (size_t k = 0; k < CLASSES; ++k) {
        qsort(times[0][k], ROUNDS, sizeof(double), by_size);
        qsort(times[1][k], ROUNDS, sizeof(double), by_size);
        ns[k] = times[0][k][ROUNDS / 4] / COUNT;
        libm_ns[k] = has_libm(of) ? times[1][k][ROUNDS / 4] / COUNT : 0;
    }
}

static void print_ratio(double ratio, int is_known, double limit)
{
    if (is_known) {
        printf(" %7.2f%c", ratio, ratio > limit ? '!' : ' ');
    } else {
        printf(" %7s ", "-");
    }
}

static int measure(const subject *of, const char *name)
{
    static const char *const dtypes[] = {"f32", "f64", "f16", "bf16"};
    double ns[CLASSES], libm_ns[CLASSES];
    char label[32];

    make_operands(of);
    time_classes(of, ns, libm_ns);
    (void)snprintf(label, sizeof label, "%s %s%s", name, dtypes[of->dtype], of->which == 1 ? " b" : "");
    printf("%-16s %6.3f ns", label, ns[ORDINARY]);
    for (size_t k = ZEROS; k < CLASSES; ++k) {
        print_ratio(ns[k] / ns[ORDINARY], is_there[k], of->dtype == BL_F64 ? 4 : 3);
    }
    printf("\n");
    if (has_libm(of)) {
        printf("%18s%7.2f", "over libm's", ns[ORDINARY] / libm_ns[ORDINARY]);
        for (size_t k = ZEROS; k < CLASSES; ++k) {
            print_ratio(ns[k] / libm_ns[k], is_there[k], 1);
        }
        printf("\n");
    }
    (void)fflush(stdout);
    return 1;
}

static void print_titles(void)
{
    printf("%s; time divided by that of ordinary operands (! above 3, for f64 above 4), and by the C library's (! above 1)\n%-26s", bl_isa_name(bl_isa_best()), "");
    for (size_t k = ZEROS; k < CLASSES; ++k) {
        printf(" %7s ", titles[k]);
    }
    printf("\n");
}
#else
unsigned long bl_settled_lanes; /* kernels add to it */
static unsigned tests;

/* Prints TAP: few lanes of ordinary operands may be settled, and no lanes of operands with a known result. */
static int measure(const subject *of, const char *name)
{
    static const char *const dtypes[] = {"f32", "f64", "f16", "bf16"};
    const unsigned long few = COUNT / 64;
    unsigned long lanes[CLASSES];
    int is_right = 1;

    make_operands(of);
    for (size_t k = 0; k < CLASSES; ++k) {
        bl_settled_lanes = 0;
        if (is_there[k]) {
            run(of, operands[k]);
        }
        lanes[k] = bl_settled_lanes;
        if (k <= INFINITIES || k == ONE_SUBNORMAL || k == ONE_NAN) { /* for others the result may be uncertain */
            is_right &= lanes[k] <= (k == ORDINARY || k >= ONE_SUBNORMAL ? few : 0);
        }
    }
    printf("%s %u - %s of %s%s settles", is_right ? "ok" : "not ok", ++tests, name, dtypes[of->dtype], of->which == 1 ? ", by b," : "");
    for (size_t k = 0; k < CLASSES; ++k) {
        if (is_there[k] && lanes[k] != 0) {
            printf(" %lu (%s)", lanes[k], titles[k]);
        }
    }
    printf(" of %d lanes\n", (int)COUNT);
    return is_right;
}
#endif

/* ---- The arguments ---- */

static int is_wanted(int argc, char **argv, const char *const *known, size_t count, const char *name)
{
    int any = 0;

    for (int i = 1; i < argc; ++i) {
        int of_these = 0;

        for (size_t k = 0; k < count; ++k) {
            of_these |= strcmp(argv[i], known[k]) == 0;
        }
        any |= of_these;
        if (of_these && strcmp(argv[i], name) == 0) {
            return 1;
        }
    }
    return !any;
}

/* The number of operands for which measure() found a wrong result. */
static unsigned measure_function(const char *name, const bench_function *by, bl_dtype dtype)
{
    unsigned wrong = 0;
    static const bench_range around_0 = {BENCH_UNIFORM, -10, 10};
    const bl_op *op = bl_op_by_name(name);
    bl_dtype types[2];
    subject of;

    types[0] = types[1] = dtype;
    memset(&of, 0, sizeof of);
    if (!op || !(of.table = bl_op_table(op, types))) {
        return 0;
    }
    bl_parameters_default(of.table, of.parameters);
    of.dtype = dtype;
    of.range = by ? bench_range_of(&by->inputs, dtype) : around_0;
    if (by && by->second) {
        of.second = bench_range_of(&by->second->inputs, dtype);
    }
    for (size_t k = 0; k < sizeof libm / sizeof *libm; ++k) {
        if (strcmp(libm[k].name, name) == 0 && dtype == BL_F32) {
            of.libm = libm[k].one;
            of.libm_of_two = libm[k].two;
        }
        if (strcmp(libm[k].name, name) == 0 && dtype == BL_F64) {
            of.libm_f64 = libm[k].one_f64;
            of.libm_f64_of_two = libm[k].two_f64;
        }
    }
    for (of.which = 0; of.which < (by && by->second ? 2 : 1); ++of.which) {
        wrong += !measure(&of, name);
    }
    return wrong;
}

int main(int argc, char **argv)
{
#ifdef OPERANDS_SETTLED
    enum { DTYPES = 3 }; /* the kernels of f64 count no lanes */
#else
    enum { DTYPES = 4 };
#endif
    static const char *const dtype_names[] = {"f32", "f16", "bf16", "f64"};
    static const bl_dtype dtypes[] = {BL_F32, BL_F16, BL_BF16, BL_F64};
    const char *names[128];
    const bench_function *by[128];
    size_t count, used = 0;
    unsigned wrong = 0;
    const bench_function *const functions = bench_functions(&count);

    if (bl_isa_from_environment() != BL_OK) {
        fprintf(stderr, "operands: this machine has no such instruction set\n");
        return 1;
    }
    for (size_t i = 0; i < count; ++i) {
        if (!functions[i].note) {
            by[used] = &functions[i];
            names[used++] = functions[i].op;
        }
    }
    for (size_t i = 0; i < sizeof with_parameters / sizeof *with_parameters; ++i) {
        by[used] = NULL;
        names[used++] = with_parameters[i];
    }
#ifndef OPERANDS_SETTLED
    print_titles();
#endif
    for (size_t d = 0; d < DTYPES; ++d) {
        for (size_t i = 0; is_wanted(argc, argv, dtype_names, DTYPES, dtype_names[d]) && i < used; ++i) {
            if (is_wanted(argc, argv, names, used, names[i])) {
                wrong += measure_function(names[i], by[i], dtypes[d]);
            }
        }
    }
#ifdef OPERANDS_SETTLED
    printf("1..%u\n", tests);
#endif
    return wrong != 0;
}
