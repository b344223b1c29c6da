/* What the processor can do. x86 is asked by CPUID, and by XGETBV whether the system saves the registers; elsewhere,
 * and in firmware, only what the compiler's flags promise counts.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "isa.h"

#if BL_DETECT_CPU && (defined(__x86_64__) || defined(__i386__)) && (defined(__GNUC__) || defined(__clang__))

#include <cpuid.h>

#define OSXSAVE_BIT 27 /* CPUID leaf 1, ecx: the system has switched XGETBV on */

static uint32_t saved_registers(void)
{
    unsigned eax, ebx, ecx, edx;

    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || (ecx >> OSXSAVE_BIT & 1) == 0) {
        return 0;
    }
    __asm__ volatile("xgetbv"
                     : "=a"(eax), "=d"(edx)
                     : "c"(0));
    return eax;
}

int bl_cpu_has(const bl_isa_row *row)
{
    for (size_t i = 0; i < row->feature_count; ++i) {
        const bl_cpu_feature *feature = &row->features[i];
        unsigned reg[4] = {0, 0, 0, 0};

        if (!__get_cpuid_count(feature->leaf, feature->subleaf, &reg[0], &reg[1], &reg[2], &reg[3]) ||
            (reg[feature->reg] >> feature->bit & 1) == 0) {
            return 0;
        }
        if (feature->xcr0 != 0 && (saved_registers() & feature->xcr0) != feature->xcr0) {
            return 0;
        }
    }
    return 1;
}

#else

int bl_cpu_has(const bl_isa_row *row)
{
    (void)row;
    return 0;
}

#endif
