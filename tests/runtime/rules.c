/* Broadcast shapes: the examples that the four rules' documents give, and their corner cases. Each is asked of
 * bl_broadcast_shape, and planned.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#define MOST 5
#define NO_AXIS (-1)

/** Shapes end at the first negative number. */
typedef struct example {
    bl_rule rule;
    ptrdiff_t axis;
    int a[MOST + 1];
    int b[MOST + 1];
    bl_status status;
    int result[MOST + 1];
} example;

#define END -1
#define A2345           \
    {                   \
        2, 3, 4, 5, END \
    }

static const example examples[] = {
    /* ONNX Broadcasting.md, multidirectional */
    {BL_RULE_NUMPY, NO_AXIS, A2345, {END}, BL_OK, A2345},
    {BL_RULE_NUMPY, NO_AXIS, A2345, {5, END}, BL_OK, A2345},
    {BL_RULE_NUMPY, NO_AXIS, {4, 5, END}, A2345, BL_OK, A2345},
    {BL_RULE_NUMPY, NO_AXIS, {1, 4, 5, END}, {2, 3, 1, 1, END}, BL_OK, A2345},
    {BL_RULE_NUMPY, NO_AXIS, {3, 4, 5, END}, {2, 1, 1, 1, END}, BL_OK, A2345},
    {BL_RULE_NUMPY, NO_AXIS, A2345, {2, 1, 1, 5, END}, BL_OK, A2345},
    {BL_RULE_NUMPY, NO_AXIS, A2345, {1, 3, 1, 5, END}, BL_OK, A2345},
    /* OpenVINO broadcast rules, numpy */
    {BL_RULE_NUMPY, NO_AXIS, {END}, {END}, BL_OK, {END}},
    {BL_RULE_NUMPY, NO_AXIS, {2, 3, END}, {1, END}, BL_OK, {2, 3, END}},
    {BL_RULE_NUMPY, NO_AXIS, {3, END}, {2, 3, END}, BL_OK, {2, 3, END}},
    {BL_RULE_NUMPY, NO_AXIS, {2, 3, 5, END}, {END}, BL_OK, {2, 3, 5, END}},
    {BL_RULE_NUMPY, NO_AXIS, {2, 1, 5, END}, {1, 4, 5, END}, BL_OK, {2, 4, 5, END}},
    {BL_RULE_NUMPY, NO_AXIS, {6, 5, END}, {2, 1, 5, END}, BL_OK, {2, 6, 5, END}},
    {BL_RULE_NUMPY, NO_AXIS, {2, 1, 5, END}, {4, 1, END}, BL_OK, {2, 4, 5, END}},
    {BL_RULE_NUMPY, NO_AXIS, {3, 2, 1, 4, END}, {5, 4, END}, BL_OK, {3, 2, 5, 4, END}},
    {BL_RULE_NUMPY, NO_AXIS, {1, 5, 3, END}, {5, 2, 1, 3, END}, BL_OK, {5, 2, 5, 3, END}},
    {BL_RULE_NUMPY, NO_AXIS, {3, END}, {2, END}, BL_SHAPES_DO_NOT_BROADCAST, {END}},
    {BL_RULE_NUMPY, NO_AXIS, {3, 1, 5, END}, {4, 4, 5, END}, BL_SHAPES_DO_NOT_BROADCAST, {END}},
    {BL_RULE_NUMPY, NO_AXIS, {8, 1, 6, 1, END}, {7, 1, 5, END}, BL_OK, {8, 7, 6, 5, END}},
    /* 0 is an ordinary size that is not 1 */
    {BL_RULE_NUMPY, NO_AXIS, {0, END}, {0, END}, BL_OK, {0, END}},
    {BL_RULE_NUMPY, NO_AXIS, {3, 0, END}, {1, END}, BL_OK, {3, 0, END}},
    {BL_RULE_NUMPY, NO_AXIS, {1, END}, {0, END}, BL_OK, {0, END}},
    {BL_RULE_NUMPY, NO_AXIS, {0, END}, {2, END}, BL_SHAPES_DO_NOT_BROADCAST, {END}},
    {BL_RULE_NUMPY, NO_AXIS, {2, END}, {0, END}, BL_SHAPES_DO_NOT_BROADCAST, {END}},
    {BL_RULE_NUMPY, 7, {2, END}, {2, END}, BL_OK, {2, END}}, /* the axis is not looked at */
    /* none */
    {BL_RULE_NONE, NO_AXIS, A2345, A2345, BL_OK, A2345},
    {BL_RULE_NONE, NO_AXIS, {END}, {END}, BL_OK, {END}},
    {BL_RULE_NONE, NO_AXIS, {2, 4, END}, {1, 2, 4, END}, BL_SHAPES_DIFFER, {END}},
    {BL_RULE_NONE, NO_AXIS, {2, 4, END}, {2, 1, END}, BL_SHAPES_DIFFER, {END}},
    {BL_RULE_NONE, NO_AXIS, {2, 1, END}, {2, 4, END}, BL_SHAPES_DIFFER, {END}},
    {BL_RULE_NONE, NO_AXIS, {2, 0, END}, {2, 0, END}, BL_OK, {2, 0, END}},
    /* OpenVINO pdpd, from its document */
    {BL_RULE_PDPD, 1, A2345, {3, 4, END}, BL_OK, A2345},
    {BL_RULE_PDPD, 1, A2345, {3, 1, END}, BL_OK, A2345},
    {BL_RULE_PDPD, -1, A2345, {4, 5, END}, BL_OK, A2345},
    {BL_RULE_PDPD, 2, A2345, {4, 5, END}, BL_OK, A2345},
    {BL_RULE_PDPD, 0, A2345, {1, 3, END}, BL_OK, A2345},
    {BL_RULE_PDPD, -1, A2345, {END}, BL_OK, A2345},
    {BL_RULE_PDPD, -1, A2345, {5, END}, BL_OK, A2345},
    {BL_RULE_PDPD, 3, A2345, {5, END}, BL_OK, A2345},
    {BL_RULE_PDPD, 1, {8, 1, 6, 1, END}, {7, 1, 5, END}, BL_SHAPES_DO_NOT_BROADCAST, {END}},
    /* pdpd as OpenVINO's code has it since 2025: interior ones stretch, ranks count untrimmed */
    {BL_RULE_PDPD, 1, {2, 3, 4, 5, END}, {3, 1, 5, END}, BL_OK, A2345},
    {BL_RULE_PDPD, -1, {8, 7, 6, 5, END}, {7, 1, 5, END}, BL_OK, {8, 7, 6, 5, END}},
    {BL_RULE_PDPD, -1, {8, 7, 6, 5, END}, {8, 1, 6, 5, END}, BL_OK, {8, 7, 6, 5, END}},
    {BL_RULE_PDPD, 3, A2345, {5, 1, END}, BL_AXIS_OUT_OF_RANGE, {END}},
    {BL_RULE_PDPD, -2, A2345, {5, END}, BL_AXIS_OUT_OF_RANGE, {END}},
    {BL_RULE_PDPD, 4, A2345, {5, END}, BL_AXIS_OUT_OF_RANGE, {END}},
    {BL_RULE_PDPD, 5, A2345, {END}, BL_AXIS_OUT_OF_RANGE, {END}},
    {BL_RULE_PDPD, -1, {2, 3, 4, 1, END}, A2345, BL_SHAPES_DO_NOT_BROADCAST, {END}},
    {BL_RULE_PDPD, -1, {4, 5, END}, A2345, BL_SHAPES_DO_NOT_BROADCAST, {END}},
    {BL_RULE_PDPD, 1, A2345, {4, END}, BL_SHAPES_DO_NOT_BROADCAST, {END}},
    {BL_RULE_PDPD, 0, {0, 3, END}, {1, END}, BL_OK, {0, 3, END}},
    {BL_RULE_PDPD, 0, {1, 3, END}, {0, END}, BL_SHAPES_DO_NOT_BROADCAST, {END}},
    /* ONNX legacy, from its document */
    {BL_RULE_ONNX_LEGACY, -1, A2345, {END}, BL_OK, A2345},
    {BL_RULE_ONNX_LEGACY, -1, A2345, {1, 1, END}, BL_OK, A2345},
    {BL_RULE_ONNX_LEGACY, -1, A2345, {5, END}, BL_OK, A2345},
    {BL_RULE_ONNX_LEGACY, -1, A2345, {4, 5, END}, BL_OK, A2345},
    {BL_RULE_ONNX_LEGACY, 1, A2345, {3, 4, END}, BL_OK, A2345},
    {BL_RULE_ONNX_LEGACY, 0, A2345, {2, END}, BL_OK, A2345},
    /* its published tests, which need ones trimmed at both ends */
    {BL_RULE_ONNX_LEGACY, 0, {2, 3, END}, {2, 1, END}, BL_OK, {2, 3, END}},
    {BL_RULE_ONNX_LEGACY, 0, {2, 3, END}, {1, 3, END}, BL_OK, {2, 3, END}},
    {BL_RULE_ONNX_LEGACY, 1, {2, 3, END}, {3, END}, BL_OK, {2, 3, END}},
    /* within the trimmed part nothing stretches; a single element fits anywhere */
    {BL_RULE_ONNX_LEGACY, 1, A2345, {3, 1, 5, END}, BL_SHAPES_DO_NOT_BROADCAST, {END}},
    {BL_RULE_ONNX_LEGACY, 9, A2345, {1, END}, BL_OK, A2345},
    {BL_RULE_ONNX_LEGACY, -1, {2, END}, {1, 1, 1, END}, BL_OK, {2, END}},
    {BL_RULE_ONNX_LEGACY, -1, A2345, {4, END}, BL_SHAPES_DO_NOT_BROADCAST, {END}},
    {BL_RULE_ONNX_LEGACY, 3, A2345, {4, 5, END}, BL_AXIS_OUT_OF_RANGE, {END}},
    {BL_RULE_ONNX_LEGACY, -2, A2345, {5, END}, BL_AXIS_OUT_OF_RANGE, {END}},
    {BL_RULE_ONNX_LEGACY, 3, A2345, {5, 1, END}, BL_AXIS_OUT_OF_RANGE, {END}}, /* before trimming */
    {BL_RULE_ONNX_LEGACY, -1, {4, 5, END}, A2345, BL_SHAPES_DO_NOT_BROADCAST, {END}},
    {BL_RULE_ONNX_LEGACY, -1, {2, 1, 5, END}, {4, 5, END}, BL_SHAPES_DO_NOT_BROADCAST, {END}},
    {BL_RULE_ONNX_LEGACY, 0, {0, 3, END}, {0, END}, BL_OK, {0, 3, END}},
};

static void from_numbers(test_array *made, bl_dtype dtype, const int *numbers)
{
    size_t shape[MOST];
    size_t rank = 0;

    while (numbers[rank] >= 0) {
        shape[rank] = (size_t)numbers[rank];
        ++rank;
    }
    set_shape(made, dtype, rank, shape);
}

static const char *text_of(const test_array *of, char *text)
{
    size_t length = 0;

    text[length++] = '(';
    for (size_t d = 0; d < of->array.rank; ++d) {
        length += (size_t)sprintf(text + length, d > 0 ? ",%zu" : "%zu", of->shape[d]);
    }
    text[length++] = ')';
    text[length] = '\0';
    return text;
}

/* The first dims fit together and the last do not; and a shape with too little room. */
static void nothing_is_written_on_error(void)
{
    const size_t three[] = {2, 3}, four[] = {2, 4};
    const bl_array a = {NULL, BL_F32, 2, three, NULL}, b = {NULL, BL_F32, 2, four, NULL};
    const bl_array *const differing[] = {&a, &b}, *const equal[] = {&a, &a};
    size_t shape[2] = {77, 77};
    size_t rank = 99;

    ok(bl_broadcast_shape(BL_RULE_NUMPY, -1, 2, differing, 2, shape, &rank) == BL_SHAPES_DO_NOT_BROADCAST &&
           shape[0] == 77 && shape[1] == 77 && rank == 99,
       "where shapes do not broadcast, nothing is written");
    ok(bl_broadcast_shape(BL_RULE_NUMPY, -1, 2, equal, 1, shape, &rank) == BL_TOO_MANY_DIMS && shape[0] == 77 && rank == 2,
       "where there is no room for the shape, only the rank is written");
}

/* Nine dims that merge to eight, given in an order in which the two that merge are not neighbours. */
static void dims_merge_in_any_order(void)
{
    const size_t shape[9] = {2, 2, 2, 2, 2, 2, 2, 2, 2};
    const ptrdiff_t apart[9] = {2, 383, 191, 95, 47, 23, 11, 5, 1}, beside[9] = {383, 191, 95, 47, 23, 11, 5, 2, 1};
    const bl_array first = {NULL, BL_F32, 9, shape, apart}, second = {NULL, BL_F32, 9, shape, beside};
    const bl_array *const inputs[] = {&first, &first}, *const others[] = {&second, &second};
    bl_plan plan;

    ok(bl_plan_make(&plan, bl_op_by_name("add"), inputs, &first, NULL) == BL_OK &&
           bl_plan_make(&plan, bl_op_by_name("add"), others, &second, NULL) == BL_OK,
       "nine dims that merge to eight can be planned, whatever their order");
}

int main(void)
{
    static const char *const rules[] = {"numpy", "none", "pdpd", "onnx legacy"};
    const bl_op *add = bl_op_by_name("add");
    test_array a, b, out;
    const bl_array *inputs[3] = {&a.array, &b.array, &b.array};
    size_t shape[MOST];
    size_t rank;

    for (size_t i = 0; i < sizeof examples / sizeof *examples; ++i) {
        const example *of = &examples[i];
        bl_options options = BL_DEFAULT_OPTIONS;
        bl_plan plan;
        char text[3][64];
        bl_status status;
        int right;

        from_numbers(&a, BL_F32, of->a);
        from_numbers(&b, BL_F32, of->b);
        from_numbers(&out, BL_F32, of->result);
        status = bl_broadcast_shape(of->rule, of->axis, 2, inputs, MOST, shape, &rank);
        right = status == of->status;
        if (status == BL_OK) {
            right = right && rank == out.array.rank && memcmp(shape, out.shape, rank * sizeof *shape) == 0;
        }
        options.rule = of->rule;
        options.axis = of->axis;
        right = right && bl_plan_make(&plan, add, inputs, &out.array, &options) == of->status;
        ok(right, "%s, axis %td: %s and %s: %s", rules[of->rule], of->axis, text_of(&a, text[0]), text_of(&b, text[1]),
           of->status == BL_OK ? text_of(&out, text[2]) : bl_status_string(of->status));
    }

    from_numbers(&a, BL_F32, (const int[]){2, 1, END});
    from_numbers(&b, BL_F32, (const int[]){3, END});
    ok(bl_broadcast_shape(BL_RULE_NUMPY, -1, 3, inputs, MOST, shape, &rank) == BL_OK && rank == 2 && shape[0] == 2 &&
           shape[1] == 3,
       "three inputs under numpy");
    ok(bl_broadcast_shape(BL_RULE_NUMPY, -1, 0, inputs, MOST, shape, &rank) == BL_OK && rank == 0, "no inputs: rank 0");
    ok(bl_broadcast_shape(BL_RULE_PDPD, -1, 3, inputs, MOST, shape, &rank) == BL_UNKNOWN_RULE,
       "pdpd is for two inputs");
    ok(bl_broadcast_shape(BL_RULE_ONNX_LEGACY, -1, 1, inputs, MOST, shape, &rank) == BL_UNKNOWN_RULE,
       "onnx legacy is for two inputs");
    ok(bl_broadcast_shape((bl_rule)4, -1, 2, inputs, MOST, shape, &rank) == BL_UNKNOWN_RULE, "no rule 4");
    shape[1] = 77;
    ok(bl_broadcast_shape(BL_RULE_NUMPY, -1, 2, inputs, 1, shape, &rank) == BL_TOO_MANY_DIMS && rank == 2 &&
           shape[0] == 2 && shape[1] == 77,
       "room for one dim of two: the rank is told, nothing written beyond");
    ok(bl_broadcast_shape(BL_RULE_NUMPY, -1, 2, NULL, MOST, shape, &rank) == BL_NULL_POINTER, "null inputs");
    ok(bl_broadcast_shape(BL_RULE_NUMPY, -1, 2, inputs, MOST, NULL, &rank) == BL_NULL_POINTER, "null shape");
    ok(bl_broadcast_shape(BL_RULE_NUMPY, -1, 2, inputs, MOST, shape, NULL) == BL_NULL_POINTER, "null rank");
    a.array.shape = NULL;
    ok(bl_broadcast_shape(BL_RULE_NUMPY, -1, 2, inputs, MOST, shape, &rank) == BL_NULL_POINTER,
       "an input without shape");
    nothing_is_written_on_error();
    dims_merge_in_any_order();
    return done_testing();
}
