/* Instruction sets: names, availability, the limit, the environment, and that all of them give the same results.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#elif defined(__linux__) && (defined(__aarch64__) || defined(__arm__))
#include <asm/hwcap.h>
#endif

static int plan_uses(bl_isa isa, const bl_options *options)
{
    static const size_t shape[1] = {4096};
    test_array a;
    const bl_array *inputs[2] = {&a.array, &a.array};
    bl_plan plan;
    char text[160];

    set_shape(&a, BL_F32, 1, shape);
    if (bl_plan_make(&plan, bl_op_by_name("add"), inputs, &a.array, options) != BL_OK) {
        return 0;
    }
    bl_plan_describe(&plan, text, sizeof text);
    return strstr(text, bl_isa_name(isa)) != NULL;
}

#if BL_DETECT_CPU

/** A feature as in the headers of the compiler or the kernel. */
typedef struct known_feature {
    const char *isa;
    uint32_t mask, leaf; /* the register's bit, and CPUID's leaf */
    uint8_t told_by, reg, xcr0;
} known_feature;

/* Intel's manual, volume 1, chapter 13: XCR0's bits 1 and 2 are the registers of SSE and AVX, 5 to 7 those of AVX-512. */
#define AVX_STATE 0x06
#define AVX512_STATE 0xe6

static const known_feature known_features[] = {
#if defined(__x86_64__) || defined(__i386__)
    {"sse2", bit_SSE2, 1, BL_TOLD_BY_CPUID, 3, 0},
    {"sse41", bit_SSSE3, 1, BL_TOLD_BY_CPUID, 2, 0},
    {"sse41", bit_SSE4_1, 1, BL_TOLD_BY_CPUID, 2, 0},
    {"avx2", bit_AVX2, 7, BL_TOLD_BY_CPUID, 1, AVX_STATE},
    {"avx2", bit_F16C, 1, BL_TOLD_BY_CPUID, 2, AVX_STATE},
    {"avx2", bit_FMA, 1, BL_TOLD_BY_CPUID, 2, AVX_STATE},
    {"avx512", bit_AVX512F, 7, BL_TOLD_BY_CPUID, 1, AVX512_STATE},
    {"avx512", bit_AVX512BW, 7, BL_TOLD_BY_CPUID, 1, AVX512_STATE},
    {"avx512", bit_AVX512DQ, 7, BL_TOLD_BY_CPUID, 1, AVX512_STATE},
    {"avx512", bit_AVX512VL, 7, BL_TOLD_BY_CPUID, 1, AVX512_STATE},
    {"avx512vbmi", bit_AVX512VBMI, 7, BL_TOLD_BY_CPUID, 2, AVX512_STATE},
    {"avx512fp16", bit_AVX512FP16, 7, BL_TOLD_BY_CPUID, 3, AVX512_STATE},
#elif defined(__linux__) && defined(__aarch64__)
    {"sve", HWCAP_SVE, 0, BL_TOLD_BY_HWCAP, 0, 0},
#elif defined(__linux__) && defined(__arm__)
    {"armv7", HWCAP_NEON, 0, BL_TOLD_BY_HWCAP, 0, 0},
#elif defined(__linux__) && defined(__riscv)
    {"rvv", UINT32_C(1) << ('V' - 'A'), 0, BL_TOLD_BY_HWCAP, 0, 0}, /* a bit for each letter; the header names six */
#endif
    {NULL, 0, 0, BL_TOLD_BY_HWCAP, 0, 0},
};

static int has(const bl_isa_record *isa, const known_feature *known)
{
    for (size_t i = 0; i < isa->feature_count; ++i) {
        const bl_cpu_feature *own = &isa->features[i];

        if (own->told_by == known->told_by && own->reg == known->reg && UINT32_C(1) << own->bit == known->mask &&
            own->leaf == known->leaf && own->subleaf == 0 && own->xcr0 == known->xcr0) {
            return 1;
        }
    }
    return 0;
}

static const bl_isa_record *record_of(bl_isa isa)
{
    const bl_isa_record *record = bl_isa_records;

    while (record->isa != isa) {
        ++record;
    }
    return record;
}

/** A wrong bit may be set on every processor that has the right one; then detection on the processor does not show it. */
static void test_features(void)
{
    for (const known_feature *known = known_features; known->isa != NULL; ++known) {
        bl_isa isa = 0;

        if (bl_isa_from_name(known->isa, &isa) == BL_OK) {
            ok(has(record_of(isa), known), "%s is told by bit %08lx of leaf %lu", known->isa,
               (unsigned long)known->mask, (unsigned long)known->leaf);
        }
    }
}

#if defined(__x86_64__) || defined(__i386__)

/** The detected instruction sets are those that the compiler's own functions detect. */
static void test_detection(void)
{
    const struct {
        const char *isa;
        int is_there;
    } known[] = {
        {"sse41", __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1")},
        {"avx2", __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")}, /* all processors with these have F16C */
        {"avx512", __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                       __builtin_cpu_supports("avx512vl")},
        {"avx512vbmi", __builtin_cpu_supports("avx512vbmi") != 0},
    };

    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        bl_isa isa = 0;

        if (bl_isa_from_name(known[i].isa, &isa) == BL_OK && record_of(isa)->built) {
            ok(bl_isa_available(isa) == known[i].is_there, "%s is %s", known[i].isa, known[i].is_there ? "found" : "not found");
        }
    }
}

#endif
#endif

#if BL_DETECT_CPU && !BL_RUNTIME_COMPACT

/** The processor is detected at the first call, whichever that is. */
static void test_first_calls(void)
{
    static const int32_t x[3] = {1, -2, 3}, y[3] = {10, 20, 30};
    static const unsigned char chosen[3] = {1, 0, 1};
    const bl_table *negative = table_of(bl_op_by_name("negative"), BL_I32), *add = table_of(bl_op_by_name("add"), BL_I32);
    const bl_table *select = table_of(bl_op_by_name("select"), BL_I32);
    int32_t z[3] = {0};

    bl_isas_present_word = 0;
    ok(negative == NULL || (bl_contiguous_1(3, x, z, negative) == BL_OK && z[0] == -1 && z[1] == 2 && z[2] == -3), "the first call, of one input");
    bl_isas_present_word = 0;
    ok(bl_contiguous_2(3, x, y, z, add) == BL_OK && z[0] == 11 && z[1] == 18 && z[2] == 33, "of two inputs");
    bl_isas_present_word = 0;
    ok(bl_contiguous_3(3, chosen, x, y, z, select) == BL_OK && z[0] == 1 && z[1] == 20 && z[2] == 3, "of three inputs");
    bl_cache_word = BL_CACHE_DETECTED;
    ok(bl_cache_bytes() == SIZE_MAX, "where there are no caches nothing goes past them");
    bl_cache_word = 0;
    ok(bl_cache_bytes() >= 1024 && bl_cache_bytes() == bl_cache_bytes(), "the caches, asked once");
}

#endif

int main(void)
{
    bl_isa isa = 77;
    bl_isa scalar = 0;
    bl_isa absent = 0;
    bl_options options = BL_DEFAULT_OPTIONS;

    ok(bl_isa_from_name("scalar", &scalar) == BL_OK && bl_isa_available(scalar), "scalar is there");
    ok(bl_isa_from_name("nonesuch", &isa) == BL_UNKNOWN_ISA && isa == 77, "no instruction set of that name");
    ok(bl_isa_from_name("", &isa) == BL_UNKNOWN_ISA && bl_isa_from_name("scala", &isa) == BL_UNKNOWN_ISA &&
           bl_isa_from_name("scalars", &isa) == BL_UNKNOWN_ISA && isa == 77,
       "nor of a part of one, or more");
    ok(bl_isa_from_name(NULL, &isa) == BL_NULL_POINTER && bl_isa_from_name("scalar", NULL) == BL_NULL_POINTER, "null");
    ok(strcmp(bl_isa_name(BL_ISA_ANY), "any") == 0 && strcmp(bl_isa_name(-1), "?") == 0 &&
           strcmp(bl_isa_name(1000), "?") == 0,
       "names of what is none");
    for (size_t i = 0; i < bl_isa_record_count; ++i) {
        bl_isa found = 0;

        isa = bl_isa_records[i].isa;
        ok(bl_isa_from_name(bl_isa_records[i].name, &found) == BL_OK && found == isa && strcmp(bl_isa_name(isa), bl_isa_records[i].name) == 0,
           "%s by its name", bl_isa_name(isa));
        if (!bl_isa_available(isa)) {
            absent = isa;
        }
    }
    ok(!bl_isa_available(BL_ISA_ANY) && !bl_isa_available(-1) && !bl_isa_available(1000),
       "what is none is not available");
    ok(bl_isa_available(bl_isa_best()), "the best one, %s, is available", bl_isa_name(bl_isa_best()));

    isa = bl_isa_best();
#if BL_DETECT_CPU
    ok(bl_isa_limit(scalar) == BL_OK && bl_isa_best() == scalar && plan_uses(scalar, NULL), "limited to scalar");
#else
    ok(bl_isa_limit(isa) == BL_OK && bl_isa_best() == isa, "the best one is no limit");
    ok(bl_isa_limit(scalar) == (isa == scalar ? BL_OK : BL_UNAVAILABLE_ISA) && bl_isa_best() == isa,
       "any other there is no place for");
#endif
    ok(bl_isa_limit(BL_ISA_ANY) == BL_OK && bl_isa_best() == isa, "the limit lifted");
    ok(bl_isa_limit(-1) == BL_UNKNOWN_ISA && bl_isa_limit(1000) == BL_UNKNOWN_ISA && bl_isa_best() == isa,
       "no limit that is no instruction set");
    options.isa = scalar;
    ok(plan_uses(scalar, &options), "options that ask for scalar");
    if (absent != 0) {
        test_array a;
        static const size_t shape[1] = {4};
        const bl_array *inputs[2] = {&a.array, &a.array};
        bl_plan plan;

        set_shape(&a, BL_F32, 1, shape);
        options.isa = absent;
        ok(bl_isa_limit(absent) == BL_UNAVAILABLE_ISA && bl_isa_best() == isa, "no limit at %s", bl_isa_name(absent));
        ok(bl_plan_make(&plan, bl_op_by_name("add"), inputs, &a.array, &options) == BL_UNAVAILABLE_ISA,
           "no plan with %s", bl_isa_name(absent));
#if BL_DETECT_CPU
        platform_set_variable("BROADLOOM_ISA", bl_isa_name(absent));
        ok(bl_isa_from_environment() == BL_UNAVAILABLE_ISA && bl_isa_best() == isa, "BROADLOOM_ISA=%s",
           bl_isa_name(absent));
#endif
    } else {
        skip("what this processor lacks", "it lacks none");
    }
#if BL_DETECT_CPU
    platform_set_variable("BROADLOOM_ISA", "scalar");
    ok(bl_isa_from_environment() == BL_OK && bl_isa_best() == scalar, "BROADLOOM_ISA=scalar");
    is(bl_isa_limit(BL_ISA_ANY), BL_OK, "the limit lifted");
    platform_set_variable("BROADLOOM_ISA", "nonesuch");
    ok(bl_isa_from_environment() == BL_UNKNOWN_ISA && bl_isa_best() == isa, "BROADLOOM_ISA=nonesuch");
    platform_set_variable("BROADLOOM_ISA", "");
    ok(bl_isa_from_environment() == BL_OK && bl_isa_best() == isa, "BROADLOOM_ISA empty");
    platform_set_variable("BROADLOOM_ISA", NULL);
    ok(bl_isa_from_environment() == BL_OK && bl_isa_best() == isa, "BROADLOOM_ISA unset");
#endif
#if BL_DETECT_CPU
    test_features();
#if defined(__x86_64__) || defined(__i386__)
    test_detection();
#endif
#endif
#if BL_DETECT_CPU && !BL_RUNTIME_COMPACT
    test_first_calls();
#endif
    return done_testing();
}
