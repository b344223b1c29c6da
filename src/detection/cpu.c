/* The processor's features and the size of its caches. On x86 CPUID reports them, and XGETBV whether the system saves
 * the registers; Linux on other processors reports them by getauxval and riscv_hwprobe. Elsewhere, and in firmware, only the
 * promises of the compiler's flags count.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "cpu.h"

#if BL_DETECT_CPU

#if (defined(__x86_64__) || defined(__i386__)) && (defined(__GNUC__) || defined(__clang__))

#include <cpuid.h>

#define BL_OSXSAVE_BIT 27 /* CPUID leaf 1, ecx: the system has switched XGETBV on */

static uint32_t saved_registers(void)
{
    unsigned eax, ebx, ecx, edx;

    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || (ecx >> BL_OSXSAVE_BIT & 1) == 0) {
        return 0;
    }
    __asm__ volatile("xgetbv"
                     : "=a"(eax), "=d"(edx)
                     : "c"(0));
    return eax;
}

static int has_feature(const bl_cpu_feature *feature)
{
    unsigned reg[4] = {0, 0, 0, 0};

    return feature->told_by == BL_TOLD_BY_CPUID &&
           __get_cpuid_count(feature->leaf, feature->subleaf, &reg[0], &reg[1], &reg[2], &reg[3]) &&
           (reg[feature->reg] >> feature->bit & 1) != 0 &&
           (feature->xcr0 == 0 || (saved_registers() & feature->xcr0) == feature->xcr0);
}

#if !BL_RUNTIME_COMPACT

/** The largest cache among the leaf's subleaves; Intel's leaf and AMD's have the same format. */
static size_t largest_cache(unsigned leaf)
{
    size_t largest = 0;
    unsigned eax, ebx, ecx, edx;

    for (unsigned i = 0; i < 16 && __get_cpuid_count(leaf, i, &eax, &ebx, &ecx, &edx) && (eax & 31) != 0; ++i) {
        const size_t line = (ebx & 0xfff) + 1u;
        const size_t partitions = (ebx >> 12 & 0x3ff) + 1u;
        const size_t ways = (ebx >> 22) + 1u;
        const size_t bytes = line * partitions * ways * ((size_t)ecx + 1);

        if (bytes > largest) {
            largest = bytes;
        }
    }
    return largest;
}

/* A larger last-level cache belongs to an Intel socket. Virtual machines do not report reliably how many cores share it, so a core's share
 * is limited to this. The limit was measured by additions of f32 and by chains of three, each on the previous result, with and without
 * results that bypass the caches. On a Xeon (L3 260 MiB), a chain of calls on 48 MiB each takes 1.45 times as long if they bypass them, and
 * a single call on 192 MiB takes 1.5 times as long if it does not. On an EPYC (L3 32 MiB for eight cores), a chain of calls on up to
 * 12 MiB takes 1.1 to 1.3 times as long if they bypass them, and from 24 MiB on if they do not. */
#define BL_SOCKET_BYTES ((size_t)64 << 20)

size_t bl_cpu_cache_bytes(void)
{
    const size_t amd = largest_cache(0x8000001d);
    const size_t intel = largest_cache(4);

    if (amd != 0) {
        return amd;
    }
    return intel > BL_SOCKET_BYTES ? BL_SOCKET_BYTES : intel;
}

#endif

#else

#if defined(__linux__)

#include <sys/auxv.h>

#if defined(__riscv)

#ifdef __cplusplus
#include <unistd.h>
#else
long syscall(long number, ...); /* <unistd.h> declares it only if more than C99 is enabled, as in C++ */
#endif

#define BL_SYSCALL_RISCV_HWPROBE 258
#define BL_HWPROBE_BASE_BEHAVIOURS 4

/** The struct of the Linux kernel, which sets an unknown key to -1. */
typedef struct hwprobe_pair {
    int64_t key;
    uint64_t value;
} hwprobe_pair;

static uint64_t hwprobe(void)
{
    hwprobe_pair asked = {BL_HWPROBE_BASE_BEHAVIOURS, 0};

    return syscall(BL_SYSCALL_RISCV_HWPROBE, &asked, 1, 0, NULL, 0) == 0 && asked.key >= 0 ? asked.value : 0;
}

#else

static uint64_t hwprobe(void)
{
    return 0;
}

#endif

static int has_feature(const bl_cpu_feature *feature)
{
    const uint64_t bits = feature->told_by == BL_TOLD_BY_HWCAP     ? getauxval(AT_HWCAP)
                          : feature->told_by == BL_TOLD_BY_HWCAP2  ? getauxval(AT_HWCAP2)
                          : feature->told_by == BL_TOLD_BY_HWPROBE ? hwprobe()
                                                                   : 0;

    return (bits >> feature->bit & 1) != 0;
}

#else

static int has_feature(const bl_cpu_feature *feature)
{
    (void)feature;
    return 0;
}

#endif

#if !BL_RUNTIME_COMPACT
size_t bl_cpu_cache_bytes(void)
{
    return 0;
}
#endif

#endif

int bl_cpu_has(const bl_isa_record *isa)
{
    for (size_t i = 0; i < isa->feature_count; ++i) {
        if (!has_feature(&isa->features[i])) {
            return 0;
        }
    }
    return 1;
}

#endif
