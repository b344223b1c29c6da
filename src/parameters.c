/* An operator's parameters, by what its table says of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "dtype.h"
#include "text.h"

#include <string.h>

void bl_parameters_default(const bl_table *table, void *parameters)
{
    for (size_t i = 0; table != NULL && parameters != NULL && i < table->parameter_count; ++i) {
        const bl_parameter *own = &table->parameters[i];
        unsigned char *field = (unsigned char *)parameters + own->offset;
        const uint8_t one_byte = (uint8_t)own->initial;
        const uint16_t two_bytes = (uint16_t)own->initial;
        const uint32_t four_bytes = (uint32_t)own->initial;

        switch (bl_dtype_shifts[own->dtype]) {
        case 0:
            memcpy(field, &one_byte, sizeof one_byte);
            break;
        case 1:
            memcpy(field, &two_bytes, sizeof two_bytes);
            break;
        case 2:
            memcpy(field, &four_bytes, sizeof four_bytes);
            break;
        default:
            memcpy(field, &own->initial, sizeof own->initial);
            break;
        }
    }
}

const bl_parameter *bl_parameter_by_name(const bl_table *table, const char *name)
{
    for (size_t i = 0; table != NULL && name != NULL && i < table->parameter_count; ++i) {
        if (bl_same_text(name, table->parameters[i].name)) {
            return &table->parameters[i];
        }
    }
    return NULL;
}
