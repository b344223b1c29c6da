/* An operator's parameters, from its table.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../basics/dtype.h"
#include "../basics/text.h"

void bl_parameters_default(const bl_table *table, void *parameters)
{
    for (size_t i = 0; table != NULL && parameters != NULL && i < table->parameter_count; ++i) {
        const bl_parameter *own = &table->parameters[i];

        bl_store_bits((bl_dtype)own->dtype, own->initial, (unsigned char *)parameters + own->offset);
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
