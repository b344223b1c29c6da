/* Instruction sets: their names, which are available, and the limit that a caller may set.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "isa.h"
#include "cpu.h"
#include "../basics/text.h"

#if BL_DETECT_CPU

uint32_t bl_isas_present_word;
uint32_t bl_isas_forbidden_word;

uint32_t bl_isas_detect(void)
{
    uint32_t present = UINT32_C(1) << BL_ISA_ANY;

    for (size_t i = 0; i < bl_isa_record_count; ++i) {
        const bl_isa_record *record = &bl_isa_records[i];

        if (record->built && (record->promised || record->feature_count == 0 || bl_cpu_has(record))) {
            present |= UINT32_C(1) << record->isa;
        }
    }
    BL_STORE_RELAXED(bl_isas_present_word, present);
    return present;
}

#if !BL_RUNTIME_COMPACT

uint32_t bl_cache_word;

size_t bl_cache_bytes(void)
{
    uint32_t word = BL_LOAD_RELAXED(bl_cache_word);

    if (word == 0) {
        const size_t found = bl_cpu_cache_bytes();

        word = (uint32_t)((found != 0 ? found : (size_t)BL_CACHE_BYTES) >> 10) | BL_CACHE_DETECTED;
        BL_STORE_RELAXED(bl_cache_word, word);
    }
    word &= ~BL_CACHE_DETECTED;
    return word == 0 ? SIZE_MAX : (size_t)word << 10;
}

#endif

#endif

const char *bl_isa_name(bl_isa isa)
{
    if (isa == BL_ISA_ANY) {
        return "any";
    }
    for (size_t i = 0; i < bl_isa_record_count; ++i) {
        if (isa == bl_isa_records[i].isa) {
            return bl_isa_records[i].name;
        }
    }
    return "?";
}

bl_status bl_isa_from_name(const char *name, bl_isa *isa)
{
    if (name == NULL || isa == NULL) {
        return BL_NULL_POINTER;
    }
    for (size_t i = 0; i < bl_isa_record_count; ++i) {
        if (bl_same_text(name, bl_isa_records[i].name)) {
            *isa = bl_isa_records[i].isa;
            return BL_OK;
        }
    }
    return BL_UNKNOWN_ISA;
}

int bl_isa_available(bl_isa isa)
{
    return bl_isas_up_to(isa) != 0 && (bl_isas_usable() >> isa & 1) != 0;
}

bl_isa bl_isa_best(void)
{
    size_t i = bl_isa_record_count - 1;

    while (i > 0 && !bl_isa_available(bl_isa_records[i].isa)) {
        --i;
    }
    return bl_isa_records[i].isa;
}

bl_status bl_isa_limit(bl_isa isa)
{
#if BL_DETECT_CPU
    uint32_t forbidden = 0;
#endif

    if (isa != BL_ISA_ANY) {
        const uint32_t up_to = bl_isas_up_to(isa);

        if (up_to == 0) {
            return BL_UNKNOWN_ISA;
        }
        if ((bl_isas_present() >> isa & 1) == 0) {
            return BL_UNAVAILABLE_ISA;
        }
#if BL_DETECT_CPU
        forbidden = ~up_to;
    }
    BL_STORE_RELAXED(bl_isas_forbidden_word, forbidden);
#else
        if (isa != bl_isa_best()) {
            return BL_UNAVAILABLE_ISA;
        }
    }
#endif
    return BL_OK;
}
