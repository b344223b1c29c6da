/* Features of the processor.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_CPU_H
#define BL_CPU_H

#include "broadloom.h"

#if BL_DETECT_CPU

/** 1 if the processor has all features of the instruction set (and the system saves its registers). */
int bl_cpu_has(const bl_isa_record *isa);

#if !BL_RUNTIME_COMPACT /* it uses no non-temporal stores */

/** Bytes that a core can keep in its caches: the size of the largest one, or its share of a whole socket's; 0 if the system does not report
 * it. */
size_t bl_cpu_cache_bytes(void);

#endif

#endif

#endif
