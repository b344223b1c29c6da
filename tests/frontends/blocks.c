/* QuantizeLinear and DequantizeLinear with block_size: every axis, block sizes that divide it and others, strides, parts, memory that overlaps,
 * and refusals. The expectations are written from ONNX's text.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_onnx.h"
#include "tensors.h"

#include <math.h>

#define RANK 3

static tensor x, scale, zero, out;
static ptrdiff_t x_strides[RANK], out_strides[RANK];

static const bl_array *const inputs[] = {&x.array, &scale.array, &zero.array};
static const void *const pointers[] = {x.data.bytes, scale.data.bytes, zero.data.bytes};

static bl_onnx_node node_of(const bl_onnx_op *op, int64_t axis, int64_t block)
{
    bl_onnx_node node = {NULL, 21, BL_NO_ATTRIBUTES};

    node.op = op;
    bl_onnx_set(&node, "axis", 1, &axis);
    bl_onnx_set(&node, "block_size", 1, &block);
    return node;
}

/* ---- Results ---- */

/** A tensor of x's shape, but with a value for each block along the axis. */
static void set_blocks(tensor *to, bl_dtype dtype, size_t axis, size_t block)
{
    size_t shape[RANK];

    memcpy(shape, x.shape, sizeof shape);
    shape[axis] = (shape[axis] + block - 1) / block;
    set_tensor(to, dtype, shape_text(RANK, shape));
    for (size_t i = 0; i < to->count; ++i) {
        set_element(to, i, dtype == BL_F32 ? (double)(1 << i % 4) / 8 : (double)(i % 3));
    }
}

/** Strides for dims in another order in memory: the first one is the innermost. */
static void turn(tensor *of, ptrdiff_t *strides)
{
    ptrdiff_t step = 1;

    for (size_t d = 0; d < RANK; ++d) {
        strides[d] = step;
        step *= (ptrdiff_t)of->shape[d];
    }
    of->array.strides = strides;
}

static size_t place(const tensor *of, const size_t *index)
{
    size_t at = 0;

    for (size_t d = 0; d < RANK; ++d) {
        at = of->array.strides != NULL ? at + index[d] * (size_t)of->array.strides[d] : at * of->shape[d] + index[d];
    }
    return at;
}

/** The least or the greatest number of an integer dtype. */
static double limit_of(bl_dtype dtype, int is_greatest)
{
    const double half = (double)(1u << (bl_dtype_bits(dtype) - 1u));
    const int is_signed = dtype == BL_I4 || dtype == BL_I2;

    return is_greatest ? (is_signed ? half : 2 * half) - 1 : is_signed ? -half
                                                                       : 0;
}

/** The number of a packed float that is nearest to a value, the one with even bits if two are as near. */
static double nearest_to(bl_dtype dtype, double value)
{
    uint8_t best = 0;

    for (unsigned bits = 1; bits < 1u << bl_dtype_bits(dtype); ++bits) {
        const double apart = fabs(eight_value(dtype, (uint8_t)bits) - value), least = fabs(eight_value(dtype, best) - value);

        if (apart < least || (apart == least && bits % 2 == 0)) {
            best = (uint8_t)bits;
        }
    }
    return eight_value(dtype, best);
}

/** Whether a packed output ends with bits of 0, and the byte after it is untouched. */
static int ends_well(void)
{
    const size_t bits = bl_dtype_bits(out.array.dtype) * out.count;
    const size_t bytes = (bits + 7) / 8;

    return out.data.u8[bytes] == UNTOUCHED && (bits % 8 == 0 || out.data.u8[bytes - 1] >> bits % 8 == 0);
}

/** Whether each element is (x - zero) * scale, or x / scale + zero saturated, by the scale and the zero point of its block. */
static int is_right(size_t axis, size_t block, int is_dequantized)
{
    size_t index[RANK];

    for (size_t i = 0; i < out.count; ++i) {
        size_t beside[RANK], rest = i;
        double factor, zero_point, wanted;

        for (size_t d = RANK; d-- > 0; rest /= out.shape[d]) {
            beside[d] = index[d] = rest % out.shape[d];
        }
        beside[axis] = index[axis] / block;
        factor = element(&scale, place(&scale, beside));
        zero_point = element(&zero, place(&zero, beside));
        wanted = is_dequantized ? (element(&x, place(&x, index)) - zero_point) * factor : element(&x, place(&x, index)) / factor + zero_point;
        if (!is_dequantized && out.array.dtype >= BL_F4E2M1) {
            wanted = nearest_to(out.array.dtype, wanted);
        } else if (!is_dequantized) {
            const double least = limit_of(out.array.dtype, 0), greatest = limit_of(out.array.dtype, 1);

            wanted = wanted < least ? least : wanted > greatest ? greatest
                                                                : wanted;
        }
        if (element(&out, place(&out, index)) != wanted) {
            printf("# element %zu is %g, not %g\n", i, element(&out, place(&out, index)), wanted);
            return 0;
        }
    }
    return bl_dtype_bits(out.array.dtype) >= 8 || ends_well();
}

static int test_block(bl_dtype narrow, const char *shape, size_t axis, size_t block, int is_turned, int is_dequantized)
{
    bl_onnx_node node = node_of(is_dequantized ? &bl_onnx_dequantize_linear : &bl_onnx_quantize_linear, (int64_t)axis - RANK, (int64_t)block);
    const bl_dtype from = is_dequantized ? narrow : BL_F32, to = is_dequantized ? BL_F32 : narrow;
    size_t inferred[RANK], rank;
    bl_fold_step last;
    bl_dtype dtype;
    bl_call call;

    node.opset = 28; /* the first one with all packed dtypes */
    set_tensor(&x, from, shape);
    set_blocks(&scale, BL_F32, axis, block);
    set_blocks(&zero, narrow, axis, block);
    for (size_t i = 0; i < x.count; ++i) {
        set_element(&x, i, (double)(i * 7 % 23));
    }
    set_tensor(&out, to, shape);
    if (is_turned) {
        turn(&x, x_strides);
        turn(&out, out_strides);
    }
    if (bl_onnx_infer_shape(&node, 3, inputs, RANK, inferred, &rank, &dtype) != BL_OK || rank != RANK || dtype != to ||
        memcmp(inferred, x.shape, sizeof inferred) != 0 || bl_onnx_run(&node, 3, inputs, &out.array, NULL, NULL) != BL_OK ||
        !is_right(axis, block, is_dequantized)) {
        return 0;
    }
    memset(out.data.bytes, UNTOUCHED, sizeof out.data.bytes);
    if (bl_onnx_plan(&call, &node, 3, inputs, &out.array, &last, NULL) != BL_OK || bl_call_check(&call, pointers, out.data.bytes) != BL_OK) {
        return 0;
    }
    for (size_t part = 3; part-- > 0;) {
        bl_call_run_part(&call, part, 3, pointers, out.data.bytes);
    }
    return is_right(axis, block, is_dequantized);
}

static void test_packed_blocks(bl_dtype dtype, const char *shape, size_t axis)
{
    int right = 1;

    for (size_t block = 1; block <= 36; ++block) {
        if (!test_block(dtype, shape, axis, block, 0, 0) || !test_block(dtype, shape, axis, block, 0, 1)) {
            printf("# blocks of %zu\n", block);
            right = 0;
        }
    }
    ok(right, "[%s] of %s in blocks along axis %zu", shape, bl_dtype_name(dtype), axis);
}

static void test_blocks(void)
{
    static const bl_dtype packed_dtypes[] = {BL_I4, BL_U4, BL_I2, BL_U2, BL_F4E2M1, BL_F6E2M3, BL_F6E3M2};
    static const char *const shapes[] = {"2,3,7", "7,1,5", "5,6,1", "4,35,3", "0,3,2", "2,0,2"};

    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; ++s) {
        for (size_t axis = 0; axis < RANK; ++axis) {
            int right = 1;

            for (size_t block = 1; block <= 36; ++block) {
                for (int is_turned = 0; is_turned < 2; ++is_turned) {
                    if (!test_block(BL_U8, shapes[s], axis, block, is_turned, 0) || !test_block(BL_U8, shapes[s], axis, block, is_turned, 1)) {
                        printf("# blocks of %zu, %s\n", block, is_turned ? "turned" : "contiguous");
                        right = 0;
                    }
                }
            }
            ok(right, "[%s] in blocks along axis %zu", shapes[s], axis);
            for (size_t k = 0; k < sizeof packed_dtypes / sizeof packed_dtypes[0]; ++k) {
                test_packed_blocks(packed_dtypes[k], shapes[s], axis);
            }
        }
    }
}

/* ---- Memory ---- */

/** x of i16 and the output of f16 in rows of one buffer; `at`: the output's first element, from x's on. */
static bl_status run_in_buffer(ptrdiff_t row, ptrdiff_t at)
{
    const bl_onnx_node node = node_of(&bl_onnx_dequantize_linear, 1, 3);
    ptrdiff_t strides[2];
    bl_array result;

    strides[0] = row;
    strides[1] = 1;
    set_tensor(&x, BL_I16, "2,5");
    x.array.strides = strides;
    set_tensor(&scale, BL_F16, "2,2");
    set_elements(&scale, "1 2 4 8");
    set_tensor(&zero, BL_I16, "2,2");
    set_elements(&zero, "0 0 0 0");
    for (size_t i = 0; i < 2; ++i) {
        for (size_t j = 0; j < 5; ++j) {
            set_element(&x, i * (size_t)row + j, (double)(i * 5 + j + 1));
        }
    }
    result = x.array;
    result.dtype = BL_F16;
    result.data = x.data.bits16 + at;
    return bl_onnx_run(&node, 3, inputs, &result, NULL, NULL);
}

/** Whether the buffer has the results at this place. */
static int has_results(ptrdiff_t row, ptrdiff_t at)
{
    static const double wanted[] = {1, 2, 3, 8, 10, 24, 28, 32, 72, 80};
    int right = 1;

    for (size_t i = 0; i < 10; ++i) {
        right = right && half_value(BL_F16, x.data.bits16[(ptrdiff_t)(i / 5) * row + (ptrdiff_t)(i % 5) + at]) == wanted[i];
    }
    return right;
}

static void test_memory(void)
{
    ok(run_in_buffer(5, 0) == BL_OK && has_results(5, 0), "in place");
    ok(run_in_buffer(5, 10) == BL_OK && has_results(5, 10), "behind x");
    ok(run_in_buffer(10, 5) == BL_OK && has_results(10, 5), "in rows between x's");
    ok(run_in_buffer(10, 4) == BL_OVERLAP && run_in_buffer(10, 3) == BL_OVERLAP, "rows that begin within x's last block, or before it, overlap");
    ok(run_in_buffer(5, 1) == BL_OVERLAP && run_in_buffer(5, 9) == BL_OVERLAP && run_in_buffer(5, 3) == BL_OVERLAP, "and so do other places within x");
    ok(run_in_buffer(4, 10) == BL_OVERLAP, "an output whose last block is the next row's first step overlaps itself");
}

/* ---- Refusals ---- */

static bl_status run(const bl_onnx_node *node)
{
    return bl_onnx_run(node, 3, inputs, &out.array, NULL, NULL);
}

static void set_all(const char *shape, const char *scales, const char *zeros)
{
    set_tensor(&x, BL_U8, shape);
    set_tensor(&scale, BL_F32, scales);
    set_tensor(&zero, BL_U8, zeros);
    set_tensor(&out, BL_F32, shape);
}

static void test_refusals(void)
{
    static const ptrdiff_t far_apart[] = {PTRDIFF_MAX / 4 + 1};
    const bl_onnx_node node = node_of(&bl_onnx_dequantize_linear, -1, 3);
    const bl_onnx_node other_axis = node_of(&bl_onnx_dequantize_linear, 2, 3);
    bl_fold_step last;
    bl_call call;
    char text[200];

    set_all("2,7", "2,3", "2,3");
    ok(run(&node) == BL_OK, "seven steps in blocks of three");
    ok(bl_onnx_plan(&call, &node, 3, inputs, &out.array, NULL, NULL) == BL_NULL_POINTER, "need room for a step");
    ok(bl_onnx_plan(&call, &node, 3, inputs, &out.array, &last, NULL) == BL_OK &&
           bl_call_run(&call, (const void *const[]){NULL, scale.data.bytes, zero.data.bytes}, out.data.bytes) == BL_NULL_POINTER &&
           bl_call_check(&call, (const void *const[]){x.data.bytes, scale.data.bytes + 1, zero.data.bytes}, out.data.bytes) == BL_MISALIGNED &&
           bl_call_check(&call, (const void *const[]){(const void *)(UINTPTR_MAX - 14), scale.data.bytes, zero.data.bytes}, out.data.bytes) == BL_OK &&
           bl_call_check(&call, (const void *const[]){(const void *)(UINTPTR_MAX - 13), scale.data.bytes, zero.data.bytes}, out.data.bytes) ==
               BL_SIZE_OVERFLOW,
       "the pointers are checked");
    ok(run(&other_axis) == BL_AXIS_OUT_OF_RANGE, "an axis out of range");
    set_all("2,7", "2,2", "2,2");
    ok(run(&node) == BL_SHAPES_DO_NOT_BROADCAST, "too few scales");
    bl_onnx_explain(&node, 3, inputs, BL_SHAPES_DO_NOT_BROADCAST, text, sizeof text);
    ok(strcmp(text, "DequantizeLinear-21: [2,7], [2,2] and [2,2], axis = -1, block_size = 3: the shapes do not broadcast under the rule") == 0, "%s", text);
    set_all("2,7", "1,3", "1,3");
    ok(run(&node) == BL_SHAPES_DO_NOT_BROADCAST, "scales are not broadcast along the other dims");
    set_all("2,7", "3", "3");
    ok(run(&node) == BL_SHAPES_DO_NOT_BROADCAST, "and have as many dims as x");
    set_all("2,7", "2,3", "2,1,3");
    ok(run(&node) == BL_SHAPES_DO_NOT_BROADCAST, "zero points likewise");
    set_all("2,7", "2,3", "");
    ok(run(&node) == BL_SHAPES_DO_NOT_BROADCAST || run(&node) == BL_SHAPES_DIFFER, "one zero point beside six scales");
    set_all("2,7", "1,1", "");
    ok(run(&node) == BL_OK, "one scale has no blocks");
    set_all("2,7", "2,3", "2,3");
    set_tensor(&out, BL_F32, "2,6");
    ok(run(&node) == BL_WRONG_OUTPUT_SHAPE, "an output of another shape");
    set_tensor(&out, BL_F32, "14");
    ok(run(&node) == BL_WRONG_OUTPUT_SHAPE, "or of another rank");
    out.array.shape = NULL;
    ok(run(&node) == BL_NULL_POINTER, "or without one");
    set_all("2,7", "2,3", "2,3");
    x.array.shape = NULL;
    ok(run(&node) == BL_NULL_POINTER, "no shape of x");
    set_all("2,7", "2,3", "2,3");
    scale.array.shape = NULL;
    ok(run(&node) == BL_NULL_POINTER, "no shape of the scale");
    set_all("7", "3", "3");
    scale.array.strides = far_apart;
    ok(run(&node) == BL_SIZE_OVERFLOW, "scales of whole blocks that reach too far");
    set_all("4", "2", "2");
    scale.array.strides = far_apart;
    ok(run(&node) == BL_SIZE_OVERFLOW, "or the last one's");
}

static void test_ranks(void)
{
    const bl_onnx_node node = node_of(&bl_onnx_dequantize_linear, -1, 1);
    size_t shape[BL_MAX_RANK + 1];

    for (size_t d = 0; d <= BL_MAX_RANK; ++d) {
        shape[d] = 1;
    }
    shape[BL_MAX_RANK - 1] = 2;
    set_all("2", "2", "2");
    set_elements(&x, "3 5");
    set_elements(&scale, "2 4");
    set_elements(&zero, "1 1");
    x.array.rank = scale.array.rank = zero.array.rank = out.array.rank = BL_MAX_RANK;
    x.array.shape = scale.array.shape = zero.array.shape = out.array.shape = shape;
    ok(run(&node) == BL_OK && out.data.f32[0] == 4 && out.data.f32[1] == 16, "BL_MAX_RANK dims");
    shape[BL_MAX_RANK] = 2;
    shape[BL_MAX_RANK - 1] = 1;
    x.array.rank = scale.array.rank = zero.array.rank = out.array.rank = BL_MAX_RANK + 1;
    ok(run(&node) == BL_TOO_MANY_DIMS, "more are refused");
}

int main(void)
{
    test_blocks();
    test_memory();
    test_refusals();
    test_ranks();
    return done_testing();
}
