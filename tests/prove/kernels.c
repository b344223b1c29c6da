/* A function's kernels: kernels.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "prove/kernels.h"
#include "second/second.h"
#include "second/values.h"

int list_kernels(kernels *into, const proof *of)
{
    const bl_op *op = bl_op_by_name(of->function);
    const bl_table *table;

    into->count = 0;
    into->type = of->type;
    if (op == NULL || op->first[of->type] == op->first[of->type + 1]) {
        return 0;
    }
    table = op->tables[op->first[of->type]];
    if (table->call != BL_CALL_1 || table->dtypes[0] != of->type) {
        return 0;
    }
    for (size_t v = 0; v < table->variant_count && into->count < MOST_KERNELS; ++v) {
        if (bl_isa_available(table->variants[v].isa)) {
            into->variants[into->count++] = &table->variants[v];
        }
    }
    return 1;
}

void run_kernel(const kernels *of, unsigned which, const void *inputs, void *results)
{
    ((bl_kernel_1 *)of->variants[which]->patterns[0])(CHUNK, inputs, results, 1, NULL);
    unify_nans(of->type, results, CHUNK);
}

void fill_chunk(unsigned type, uint32_t first, void *inputs)
{
    uint32_t *words = (uint32_t *)inputs;
    uint16_t *halves = (uint16_t *)inputs;

    for (uint32_t i = 0; i < CHUNK; ++i) {
        if (bits_of_type(type) == 32) {
            words[i] = first + i;
        } else {
            halves[i] = (uint16_t)(first + i);
        }
    }
}
