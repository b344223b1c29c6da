/* A program that uses the drop-in broadloom.c (profiles/dropin.lua): the self-test of all kernels, calls from the pages, and
 * equal bits from each instruction set that the processor has. Prints their names.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broadloom.h"

#include <stdio.h>
#include <string.h>

enum { ROWS = 7,
       COLS = 301 };

static float a[ROWS * COLS], b[COLS], expected[ROWS * COLS], results[ROWS * COLS];

/* exp((a + b) * 0.25) of a matrix and a row: planned with broadcasting, contiguous with a value, and a function */
static bl_status compute(float *out)
{
    const size_t shape[] = {ROWS, COLS}, row_shape[] = {COLS};
    const bl_array left = bl_input_array(a, BL_F32, 2, shape, NULL), right = bl_input_array(b, BL_F32, 1, row_shape, NULL);
    const bl_array sum = {out, BL_F32, 2, shape, NULL};
    bl_status status = bl_add(&left, &right, &sum, NULL);

    if (status == BL_OK) {
        status = bl_mul_f32_value(ROWS * COLS, out, 0.25f, out);
    }
    return status != BL_OK ? status : bl_exp_f32(ROWS * COLS, out, out);
}

int main(void)
{
    bl_selftest_fault fault = {NULL, BL_ISA_ANY};
    bl_status status;
    size_t i;

    for (i = 0; i < ROWS * COLS; ++i) {
        a[i] = (float)i * 0.01f - 5;
    }
    for (i = 0; i < COLS; ++i) {
        b[i] = (float)(i % 17) - 8;
    }
    status = bl_isa_limit(BL_ISA_SCALAR);
    if (status == BL_OK) {
        status = compute(expected);
    }
    for (i = 0; i < bl_isa_record_count && status == BL_OK; ++i) {
        bl_isa_limit(BL_ISA_ANY);
        if (bl_isa_available(bl_isa_records[i].isa)) {
            bl_isa_limit(bl_isa_records[i].isa);
            status = compute(results);
            if (status == BL_OK && memcmp(results, expected, sizeof results) != 0) {
                printf("other bits: ");
                status = BL_WRONG_RESULTS;
            }
            printf("%s ", bl_isa_records[i].name);
        }
    }
    bl_isa_limit(BL_ISA_ANY);
    if (status == BL_OK) {
        status = bl_selftest(&fault);
    }
    if (fault.table != NULL) {
        printf("%s of %s: ", fault.table->op, bl_isa_name(fault.isa));
    }
    printf("%s\n", bl_status_string(status));
    return status != BL_OK;
}
