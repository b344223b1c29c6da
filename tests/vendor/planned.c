/* Every table of a vendored copy through plans: arrays that are dense, strided, reversed, transposed or repeated in
 * any combination must give the results of bl_run_contiguous for the same elements, which the self-test compares with
 * hashes. Prints the differences.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"

#include <stdio.h>
#include <string.h>

#define DIMS 3
#define MIXTURES 12
#define MOST 12210          /* elements of the result … */
#define ROOM (3 * 8 * MOST) /* … and bytes of an operand that is spread */

static const size_t shapes[2][DIMS] = {{5, 66, 37}, {3, 4, 7}};

typedef union memory {
    uint64_t words[ROOM / 8];
    unsigned char bytes[ROOM];
} memory;

static memory operands[BL_MAX_ARITY + 1]; /* the output's first */
static memory gathered[BL_MAX_ARITY + 1];
static uint32_t state = 1;

static uint32_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

/** Bits of an element: any integer; floats near 1; for bool 0 or 1. */
static uint64_t value_of(bl_dtype dtype)
{
    const uint64_t any = (uint64_t)draw() << 32 | draw();

    switch (dtype) {
    case BL_F32:
        return (any & 0x83ffffff) + 0x3d000000;
    case BL_F64:
        return (any & UINT64_C(0x803fffffffffffff)) + UINT64_C(0x3fd0000000000000);
    case BL_F16:
        return (any & 0x8fff) + 0x3000;
    case BL_BF16:
        return (any & 0x83ff) + 0x3d00;
    case BL_BOOL:
        return any & 1;
    default:
        return any;
    }
}

static void put(memory *into, size_t at, uint64_t bits, size_t size)
{
    const uint8_t own8 = (uint8_t)bits;
    const uint16_t own16 = (uint16_t)bits;
    const uint32_t own32 = (uint32_t)bits;

    memcpy(into->bytes + at * size, size == 1 ? (const void *)&own8 : size == 2 ? (const void *)&own16
                                                                  : size == 4   ? (const void *)&own32
                                                                                : (const void *)&bits,
           size);
}

/** Strides of one operand, and the element at which it starts. An output repeats nothing. */
static size_t lay(const size_t *shape, int is_out, ptrdiff_t *strides)
{
    const uint32_t how = draw();
    ptrdiff_t next = 1 + (ptrdiff_t)(how >> 4) % 3; /* dense, or with gaps */
    size_t first = 0;

    for (size_t i = 0; i < DIMS; ++i) {
        const size_t d = (how & 1) != 0 ? i : DIMS - 1 - i; /* transposed or not */

        strides[d] = next;
        next *= (ptrdiff_t)shape[d];
        if ((how >> (6 + d) & 3) == 0 && !is_out) {
            strides[d] = 0;
        } else if ((how >> (9 + d) & 7) == 0) {
            first += (size_t)strides[d] * (shape[d] - 1);
            strides[d] = -strides[d];
        }
    }
    return first;
}

static size_t place(const size_t *shape, const ptrdiff_t *strides, size_t first, size_t i)
{
    ptrdiff_t at = (ptrdiff_t)first;

    for (size_t d = DIMS; d-- > 0; i /= shape[d]) {
        at += strides[d] * (ptrdiff_t)(i % shape[d]);
    }
    return (size_t)at;
}

/** Whether two elements are equal; any NaN equals any other. */
static int same(bl_dtype dtype, const unsigned char *a, const unsigned char *b, size_t size)
{
    const uint64_t infinity = dtype == BL_F32 ? 0x7f800000 : dtype == BL_F64 ? UINT64_C(0x7ff0000000000000)
                                                         : dtype == BL_F16   ? 0x7c00
                                                                             : 0x7f80;
    const uint64_t magnitude = UINT64_MAX >> (65 - 8 * size);
    uint16_t own16[2];
    uint32_t own32[2];
    uint64_t x, y;

    if (memcmp(a, b, size) == 0 || size == 1 || dtype > BL_BF16) {
        return memcmp(a, b, size) == 0;
    }
    memcpy(&own16[0], a, 2), memcpy(&own16[1], b, 2);
    x = own16[0], y = own16[1];
    if (size == 4) {
        memcpy(&own32[0], a, 4), memcpy(&own32[1], b, 4);
        x = own32[0], y = own32[1];
    }
    if (size == 8) {
        memcpy(&x, a, 8), memcpy(&y, b, 8);
    }
    return (x & magnitude) > infinity && (y & magnitude) > infinity;
}

/** Returns 0 if a combination gives a different result. */
static int is_right(const bl_op *op, const bl_table *table, const size_t *shape)
{
    const size_t count = shape[0] * shape[1] * shape[2];
    bl_array arrays[BL_MAX_ARITY + 1];
    const bl_array *inputs[BL_MAX_ARITY];
    const void *pointers[BL_MAX_ARITY];
    ptrdiff_t strides[BL_MAX_ARITY + 1][DIMS];
    size_t first[BL_MAX_ARITY + 1];
    uint64_t parameters[64];
    const bl_dtype gives = (bl_dtype)table->dtypes[0];
    const size_t size = bl_dtype_size(gives);
    bl_status status;

    if (table->parameters_size > sizeof parameters) {
        return 1;
    }
    bl_parameters_default(table, parameters);
    for (size_t k = 0; k <= table->arity; ++k) {
        const bl_dtype dtype = (bl_dtype)table->dtypes[k];
        const size_t own = bl_dtype_size(dtype);

        first[k] = lay(shape, k == 0, strides[k]);
        arrays[k].data = operands[k].bytes + first[k] * own;
        arrays[k].dtype = dtype;
        arrays[k].rank = DIMS;
        arrays[k].shape = shape;
        arrays[k].strides = strides[k];
        if (k > 0) {
            for (size_t i = 0; i < 3 * count; ++i) {
                put(&operands[k], i, value_of(dtype), own);
            }
            for (size_t i = 0; i < count; ++i) {
                memcpy(gathered[k].bytes + i * own, operands[k].bytes + place(shape, strides[k], first[k], i) * own, own);
            }
            inputs[k - 1] = &arrays[k];
            pointers[k - 1] = gathered[k].bytes;
        }
    }
    memset(operands[0].bytes, 0x5a, 3 * count * size);
    status = bl_run(op, inputs, parameters, &arrays[0], NULL);
    if (status == BL_TOO_MANY_DIMS && BL_MAX_RANK < DIMS) {
        return 1;
    }
    if (status != BL_OK || bl_run_contiguous(table, count, pointers, parameters, gathered[0].bytes) != BL_OK) {
        printf("%s: %s\n", op->name, bl_status_string(status));
        return 0;
    }
    for (size_t i = 0; i < count; ++i) {
        unsigned char *out = operands[0].bytes + place(shape, strides[0], first[0], i) * size;

        if (!same(gives, out, gathered[0].bytes + i * size, size)) {
            printf("%s %s: element %lu\n", op->name, bl_dtype_name((bl_dtype)table->dtypes[1]), (unsigned long)i);
            return 0;
        }
        memset(out, 0x5a, size);
    }
    for (size_t i = 0; i < 3 * count * size; ++i) {
        if (operands[0].bytes[i] != 0x5a) {
            printf("%s: byte %lu beside the results was written\n", op->name, (unsigned long)i);
            return 0;
        }
    }
    return 1;
}

int main(void)
{
    int all_right = 1;

    for (size_t i = 0; i < bl_all_op_count; ++i) {
        const bl_op *op = bl_all_ops[i];

        for (size_t t = 0; t < op->first[BL_DTYPE_COUNT]; ++t) {
            for (unsigned mixture = 0; mixture < 2 * MIXTURES; ++mixture) {
                all_right = (op->tables[t]->width == 0 || is_right(op, op->tables[t], shapes[mixture % 2])) && all_right;
            }
        }
    }
    return all_right ? 0 : 1;
}
