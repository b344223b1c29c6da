/* A function's kernels: kernels.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "prove/kernels.h"
#include "second/second.h"
#include "second/values.h"

int list_kernels(kernels *into, const proof *of)
{
    const bl_op *op = bl_op_by_name(of->function);
    const bl_dtype dtypes[] = {(bl_dtype)of->type, (bl_dtype)of->second};
    const bl_table *table = op != NULL && op->variable_count <= 2 ? bl_op_table(op, dtypes) : NULL;

    into->count = 0;
    into->type = of->type;
    into->operands = of->operands;
    if (table == NULL || table->arity != of->operands || table->call != (of->operands == 1 ? BL_CALL_1 : BL_CALL_2) ||
        table->dtypes[0] != of->type || table->dtypes[1] != of->type || (of->operands == 2 && table->dtypes[2] != of->second)) {
        return 0;
    }
    into->exchanged = table->exchanged;
    for (size_t v = 0; v < table->variant_count && into->count < MOST_KERNELS; ++v) {
        if (bl_isa_available(table->variants[v].isa)) {
            into->variants[into->count++] = &table->variants[v];
        }
    }
    return 1;
}

void run_kernel(const kernels *of, unsigned which, const void *const *inputs, void *results)
{
    const bl_kernel kernel = of->variants[which]->patterns[0];

    if (of->operands == 1) {
        ((bl_kernel_1 *)kernel)(CHUNK, inputs[0], results, 1, NULL);
    } else {
        ((bl_kernel_2 *)kernel)(CHUNK, inputs[of->exchanged], inputs[!of->exchanged], results, 1, NULL);
    }
    unify_nans(of->type, results, CHUNK);
}
