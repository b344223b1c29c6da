/* The usable instruction sets; shared by the runtime's files.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_ISA_H
#define BL_ISA_H

#include "broadloom.h"

#define BL_PLAIN_ALONE 3u /* bit 0, and plain C's: its number is 1 */

#if BL_DETECT_CPU

/* A single word that is written rarely, and always completely: relaxed loads and stores suffice. */
#if defined(__GNUC__) || defined(__clang__)
#define BL_LOAD_RELAXED(word) __atomic_load_n(&(word), __ATOMIC_RELAXED)
#define BL_STORE_RELAXED(word, value) __atomic_store_n(&(word), (value), __ATOMIC_RELAXED)
#else
#define BL_LOAD_RELAXED(word) (*(volatile uint32_t *)&(word))
#define BL_STORE_RELAXED(word, value) (*(volatile uint32_t *)&(word) = (value))
#endif

/* The library's only state. Each word is idempotent: every thread computes the same value. */
extern uint32_t bl_isas_present_word;   /* bit isa; and bit 0, so that it is 0 only before the first use */
extern uint32_t bl_isas_forbidden_word; /* the instruction sets that bl_isa_limit forbids */

#if !BL_RUNTIME_COMPACT /* which uses no non-temporal stores */

extern uint32_t bl_cache_word; /* a core's share of the caches in KiB, and BL_CACHE_DETECTED; 0 before the first use */

#define BL_CACHE_DETECTED (UINT32_C(1) << 31)

/** Bytes above which results are written by non-temporal stores; SIZE_MAX: never. */
size_t bl_cache_bytes(void);

#endif

/** Fill bl_isas_present_word, and return it. */
uint32_t bl_isas_detect(void);

/** The instruction sets that are built and that this processor runs: bit isa. Bit 0 is always set. */
static inline uint32_t bl_isas_present(void)
{
    const uint32_t present = BL_LOAD_RELAXED(bl_isas_present_word);

    return present != 0 ? present : bl_isas_detect();
}

/** The same without those that bl_isa_limit forbids. */
static inline uint32_t bl_isas_usable(void)
{
    return bl_isas_present() & ~BL_LOAD_RELAXED(bl_isas_forbidden_word);
}

#else

static inline uint32_t bl_isas_present(void)
{
    return BL_ISA_COUNT == 1 ? BL_PLAIN_ALONE : bl_isas_promised;
}

static inline uint32_t bl_isas_usable(void)
{
    return bl_isas_present();
}

#if !BL_RUNTIME_COMPACT /* which uses no non-temporal stores */

static inline size_t bl_cache_bytes(void)
{
    return BL_CACHE_BYTES == 0 ? SIZE_MAX : (size_t)BL_CACHE_BYTES;
}

#endif

#endif

/** Bits of the instruction set and of those below it in rank, and bit 0; 0 if no instruction set has this number. */
static inline uint32_t bl_isas_up_to(bl_isa isa)
{
#if BL_ISA_COUNT > 1
    uint32_t isas = 1;

    for (size_t i = 0; i < bl_isa_record_count; ++i) {
        isas |= UINT32_C(1) << bl_isa_records[i].isa;
        if (isa == bl_isa_records[i].isa) {
            return isas;
        }
    }
    return 0;
#else
    return isa == 1 ? BL_PLAIN_ALONE : 0;
#endif
}

/** The instruction sets up to the one in the options; all for BL_ISA_ANY. BL_UNKNOWN_ISA, BL_UNAVAILABLE_ISA. */
static inline bl_status bl_isas_allowed(bl_isa isa, uint32_t *isas)
{
    *isas = bl_isas_usable();
    if (isa != BL_ISA_ANY) {
        const uint32_t up_to = bl_isas_up_to(isa);

        if (up_to == 0) {
            return BL_UNKNOWN_ISA;
        }
        if ((bl_isas_present() >> isa & 1) == 0) {
            return BL_UNAVAILABLE_ISA;
        }
        *isas &= up_to;
    }
    return BL_OK;
}

#endif
