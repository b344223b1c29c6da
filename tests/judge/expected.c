/* The expected output: each element comes from the oracle's rule for the operator (for a user's operator, from its
 * expression) and the input elements that the definition names; every other byte is unchanged.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "judge.h"

#include <stdio.h>
#include <stdlib.h>

unsigned char *expected_bytes;

static reference one, finish; /* the operator's or the step's; the finish's */

static void take_reference(reference *which, const bl_table *table)
{
    text fault;

    text_clear(&fault);
    if (!reference_of_op(which, table, &fault)) {
        printf("Bail out! %s: %s\n", table->op, fault.bytes);
        exit(1);
    }
}

static void take_references(const meaning *of)
{
    reference_forget();
    if (of->fold == NULL) {
        take_reference(&one, of->table);
        memcpy(one.parameters, of->values, sizeof of->values);
        return;
    }
    take_reference(&one, bl_op_table(of->fold->step, &of->dtype));
    if (of->fold->finish != NULL) {
        take_reference(&finish, bl_op_table(of->fold->finish, &of->dtype));
        finish.parameters[0] = of->count;
    }
}

static uint64_t input_at(const definition *is, size_t i, const size_t *index)
{
    const test_array *array = is->means.inputs[i];
    const size_t size = array != NULL ? element_size(array->array.dtype) : 0;
    ptrdiff_t offset = 0;
    uint64_t value;

    if (array == NULL) {
        return 0;
    }
    for (size_t d = 0; d < is->rank; ++d) {
        const size_t step = is->block > 0 && i > 0 && d == is->block_axis ? index[d] / is->block : index[d];

        offset += (ptrdiff_t)step * is->walk[i][d];
    }
    load_elements(&value, (const unsigned char *)array->array.data + offset * (ptrdiff_t)size, size, 1);
    return value;
}

static uint64_t value_at(const definition *is, const size_t *index)
{
    const meaning *of = &is->means;
    uint64_t x[MOST_INPUTS];

    for (size_t i = 0; i < of->count; ++i) {
        x[i] = input_at(is, i, index);
    }
    if (of->fold == NULL) {
        return reference_value(&one, x);
    }
    for (size_t i = 1; i < of->count; ++i) {
        const uint64_t pair[2] = {x[0], x[i]};

        x[0] = reference_value(&one, pair);
    }
    return of->fold->finish != NULL ? reference_value(&finish, x) : x[0];
}

void expect_output(const call *of, const definition *is)
{
    const size_t size = element_size(of->out.array.dtype);
    size_t index[MAX_TEST_RANK] = {0};

    memcpy(expected_bytes, OUT_ROOM->before, OUT_ROOM->size);
    if (is->is_empty) {
        return;
    }
    take_references(&is->means);
    do {
        const uint64_t value = value_at(is, index);

        store_elements(expected_bytes + (element(&of->out, is->rank, index) - OUT_ROOM->bytes), size, &value, 1);
    } while (next_index(&of->out, index));
}

/* A fold of one input without a finish is that input, bit for bit. */
static int accepts(const meaning *of, uint64_t got, uint64_t wanted)
{
    if (of->fold != NULL && of->fold->finish != NULL) {
        return reference_accepts(&finish, got, wanted);
    }
    return got == wanted || ((of->fold == NULL || of->count > 1) && reference_accepts(&one, got, wanted));
}

int output_is_right(const call *of, const definition *is, text *why)
{
    const size_t size = element_size(of->out.array.dtype);
    size_t index[MAX_TEST_RANK] = {0};

    if (memcmp(OUT_ROOM->bytes, expected_bytes, OUT_ROOM->size) == 0) {
        return 1;
    }
    if (is->must == 0 && !is->is_empty) {
        do { /* results that are as good as the expected ones */
            unsigned char *at = element(&of->out, of->out.array.rank, index);
            uint64_t got, wanted;

            load_elements(&got, at, size, 1);
            load_elements(&wanted, expected_bytes + (at - OUT_ROOM->bytes), size, 1);
            if (!accepts(&is->means, got, wanted)) {
                text_add(why, "element");
                for (size_t d = 0; d < of->out.array.rank; ++d) {
                    text_add(why, " ");
                    text_number(why, index[d]);
                }
                text_add(why, " is ");
                text_hex(why, got, (unsigned)size * 2);
                text_add(why, ", expected ");
                text_hex(why, wanted, (unsigned)size * 2);
                return 0;
            }
            store_elements(at, size, &wanted, 1);
        } while (next_index(&of->out, index));
        if (memcmp(OUT_ROOM->bytes, expected_bytes, OUT_ROOM->size) == 0) {
            return 1;
        }
    }
    text_add(why, "something is written that is no element of the output");
    return 0;
}
