/* Features of the processor.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_CPU_H
#define BL_CPU_H

#include "broadloom.h"

#if BL_DETECT_CPU

/** 1 if the processor has all of its features (and the system saves its registers). */
int bl_cpu_has(const bl_isa_record *isa);

#if !BL_RUNTIME_COMPACT /* which uses no non-temporal stores */

/** Bytes that a core keeps in its caches at their speed: of the largest one, if that is not a whole socket's; or 0 where
 * that cannot be asked. */
size_t bl_cpu_cache_bytes(void);

#endif

#endif

#endif
