/* Elements and parameters in memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernels.h"

#include <string.h>

/* The compiler's memcpy: it remains one instruction even with -ffreestanding, where memcpy is an ordinary function. */
#define COPY __builtin_memcpy

size_t element_size(bl_dtype type)
{
    return (oracle_types[type].bits + 7u) / 8u; /* unpacked */
}

void load_elements(uint64_t *to, const unsigned char *from, size_t size, size_t count)
{
    uint16_t two;
    uint32_t four;

    if (size == 1) {
        for (size_t i = 0; i < count; ++i) {
            to[i] = from[i];
        }
    } else if (size == 2) {
        for (size_t i = 0; i < count; ++i) {
            COPY(&two, from + i * 2, sizeof two);
            to[i] = two;
        }
    } else if (size == 4) {
        for (size_t i = 0; i < count; ++i) {
            COPY(&four, from + i * 4, sizeof four);
            to[i] = four;
        }
    } else {
        memcpy(to, from, count * sizeof to[0]);
    }
}

void store_elements(unsigned char *to, size_t size, const uint64_t *from, size_t count)
{
    if (size == 1) {
        for (size_t i = 0; i < count; ++i) {
            to[i] = (unsigned char)from[i];
        }
    } else if (size == 2) {
        for (size_t i = 0; i < count; ++i) {
            const uint16_t two = (uint16_t)from[i];

            COPY(to + i * 2, &two, sizeof two);
        }
    } else if (size == 4) {
        for (size_t i = 0; i < count; ++i) {
            const uint32_t four = (uint32_t)from[i];

            COPY(to + i * 4, &four, sizeof four);
        }
    } else {
        memcpy(to, from, count * sizeof from[0]);
    }
}

void store_parameters(unsigned char *to, const bl_table *table, const uint64_t *values)
{
    for (unsigned p = 0; p < table->parameter_count; ++p) {
        const bl_parameter *parameter = &table->parameters[p];

        store_elements(to + parameter->offset, element_size((bl_dtype)parameter->dtype), &values[p], 1);
    }
}
