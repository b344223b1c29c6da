/* bl_explain: a sentence for every status that bl_run can return, which names the wrong argument; and sentences for
 * statuses that the arguments do not cause.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

/* the compact runtime is tested without 16-bit floats */
#if BL_RUNTIME_COMPACT
#define NEGATIVE_OF_BOOL "negative: inputs[0] is bool, but must be f32, f64, i8, i16, i32, i64, u8, u16, u32 or u64"
#else
#define NEGATIVE_OF_BOOL "negative: inputs[0] is bool, but must be f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32 or u64"
#endif

static float a_data[32], b_data[32], out_data[64];
static int32_t numbers[32], divisors[32], quotients[32];
static const size_t two_three[2] = {2, 3}, two_four[2] = {2, 4}, three[1] = {3}, two[1] = {2}, six[1] = {6};
static bl_array a, b, out;
static const bl_array *inputs[3] = {&a, &b, &b};
static bl_options options = BL_DEFAULT_OPTIONS;
static char sentence[300];

/** Arrays of f32 that add takes. */
static void restore(void)
{
    const bl_options defaults = BL_DEFAULT_OPTIONS;

    a = bl_input_array(a_data, BL_F32, 2, two_three, NULL);
    b = bl_input_array(b_data, BL_F32, 1, three, NULL);
    out = bl_input_array(out_data, BL_F32, 2, two_three, NULL);
    inputs[0] = &a;
    inputs[1] = &b;
    options = defaults;
}

/** Run the operator; check that it gives this status, and bl_explain this sentence. Then restore everything. */
static void explains(const bl_op *op, const void *parameters, bl_status expected, const char *said)
{
    const bl_status status = bl_run(op, inputs, parameters, &out, &options);
    const size_t length = bl_explain(op, inputs, parameters, &out, &options, status, sentence, sizeof sentence);

    ok(status == expected && length == strlen(sentence) && strcmp(sentence, said) == 0, "%s", said);
    if (strcmp(sentence, said) != 0) {
        printf("# said: %s\n", sentence);
    }
    restore();
}

static void test_pointers(void)
{
    const bl_op *add = bl_op_by_name("add");
    const uint64_t limits[4] = {0};

    inputs[1] = NULL;
    explains(add, NULL, BL_NULL_POINTER, "add: inputs[1] is NULL");
    a.shape = NULL;
    explains(add, NULL, BL_NULL_POINTER, "add: inputs[0]->shape is NULL");
    out.shape = NULL;
    explains(add, NULL, BL_NULL_POINTER, "add: out->shape is NULL");
    b.data = NULL;
    explains(add, NULL, BL_NULL_POINTER, "add: inputs[1]->data is NULL");
    out.data = NULL;
    explains(add, NULL, BL_NULL_POINTER, "add: out->data is NULL");
    explains(bl_op_by_name("leaky_relu"), NULL, BL_NULL_POINTER, "leaky_relu: parameters is NULL");
    bl_explain(add, NULL, NULL, &out, NULL, BL_NULL_POINTER, sentence, sizeof sentence);
    ok(strcmp(sentence, "add: inputs is NULL") == 0, "%s", sentence);
    bl_explain(add, inputs, NULL, NULL, NULL, BL_NULL_POINTER, sentence, sizeof sentence);
    ok(strcmp(sentence, "add: out is NULL") == 0, "%s", sentence);
    bl_explain(NULL, inputs, NULL, &out, NULL, BL_NULL_POINTER, sentence, sizeof sentence);
    ok(strcmp(sentence, "op is NULL: a needed pointer is null") == 0, "%s", sentence);
    b.data = (char *)b_data + 1;
    explains(add, NULL, BL_MISALIGNED, "add: inputs[1]->data is not as aligned as f32 must be");
    out.data = (char *)out_data + 2;
    explains(add, NULL, BL_MISALIGNED, "add: out->data is not as aligned as f32 must be");
    explains(bl_op_by_name("leaky_relu"), (const char *)limits + 1, BL_MISALIGNED, "leaky_relu: parameters is not as aligned as its struct must be");
    b.data = (void *)(UINTPTR_MAX - 3);
    explains(add, NULL, BL_SIZE_OVERFLOW, "add: inputs[1] is [3] of f32, which is larger than this machine can address there");
}

static void test_dtypes(void)
{
    const bl_op *add = bl_op_by_name("add");

    b.dtype = (bl_dtype)77;
    explains(add, NULL, BL_UNKNOWN_DTYPE, "add: inputs[1]->dtype is 77, which is no bl_dtype");
    b.dtype = BL_F64;
    explains(add, NULL, BL_DTYPES_DIFFER, "add: inputs[1] is f64, but must be f32");
    out.dtype = BL_I8;
    explains(add, NULL, BL_WRONG_OUTPUT_DTYPE, "add: out is i8, but must be f32");
    a.dtype = BL_BOOL;
    explains(bl_op_by_name("negative"), NULL, BL_UNSUPPORTED_DTYPE, NEGATIVE_OF_BOOL);
    inputs[0] = &b;
    a.dtype = BL_U8;
    inputs[1] = &a;
    explains(bl_op_by_name("select"), NULL, BL_DTYPES_DIFFER, "select: inputs[0] is f32, but must be bool");
}

static void test_shapes(void)
{
    const bl_op *add = bl_op_by_name("add");
    const bl_op *choose = bl_op_by_name("select");
    const ptrdiff_t same[2] = {1, 1};
    const size_t huge[2] = {SIZE_MAX / 8, 3};
    const size_t long_way[1] = {3};
    const ptrdiff_t far[1] = {PTRDIFF_MAX / 4};

    b.shape = two;
    explains(add, NULL, BL_SHAPES_DO_NOT_BROADCAST, "add: inputs[0] is [2,3], inputs[1] is [2]: the shapes do not broadcast under the rule");
    a.rank = 1;
    a.shape = three;
    b.rank = 2;
    b.shape = two_four; /* the last two inputs, which are one array, broadcast */
    a.dtype = BL_BOOL;
    explains(choose, NULL, BL_SHAPES_DO_NOT_BROADCAST, "select: inputs[0] is [3], inputs[1] is [2,4]: the shapes do not broadcast under the rule");
    options.rule = BL_RULE_NONE;
    explains(add, NULL, BL_SHAPES_DIFFER, "add: inputs[0] is [2,3], inputs[1] is [3]: the shapes differ and the rule allows no broadcasting");
#if BL_WITH_RULE_PDPD
    options.rule = BL_RULE_PDPD;
    options.axis = 2;
    explains(add, NULL, BL_AXIS_OUT_OF_RANGE,
             "add: options->axis is 2, inputs[0] is [2,3], inputs[1] is [3]: the axis does not place an input within the one that it is broadcast onto");
    options.rule = BL_RULE_PDPD;
    options.onto = 1;
    explains(add, NULL, BL_SHAPES_DO_NOT_BROADCAST, "add: inputs[0] is [2,3], inputs[1] is [3]: the shapes do not broadcast under the rule");
    options.rule = BL_RULE_PDPD;
    options.onto = 5;
    explains(add, NULL, BL_UNKNOWN_OPTION, "add: options->onto is 5: an option has no such value");
#endif
    out.shape = two_four;
    explains(add, NULL, BL_WRONG_OUTPUT_SHAPE, "add: out is [2,4], but the inputs broadcast to [2,3]");
    out.rank = 0;
    explains(add, NULL, BL_WRONG_OUTPUT_SHAPE, "add: out is [], but the inputs broadcast to [2,3]");
    a.shape = out.shape = huge;
    bl_explain(add, inputs, NULL, &out, &options, bl_run(add, inputs, NULL, &out, &options), sentence, sizeof sentence);
    ok(strncmp(sentence, "add: out is [", 13) == 0 && strstr(sentence, ",3] of f32, which is larger") != NULL, "%s", sentence);
    restore();
    b.shape = long_way;
    b.strides = far;
    explains(add, NULL, BL_SIZE_OVERFLOW, "add: inputs[1] is [3] of f32, which is larger than this machine can address there");
    out.strides = same;
    explains(add, NULL, BL_OVERLAP, "add: out overlaps itself: its strides put several elements in one place");
}

static void test_overlap(void)
{
    const bl_op *sub = bl_op_by_name("sub");

    b = bl_input_array(out_data + 6, BL_F32, 2, two_three, NULL);
    out.data = out_data + 1;
    explains(sub, NULL, BL_OVERLAP, "sub: out overlaps inputs[1] other than exactly in place");
    a = bl_input_array(out_data + 3, BL_F32, 2, two_three, NULL);
    b = bl_input_array(out_data, BL_F32, 2, two_three, NULL);
    explains(sub, NULL, BL_OVERLAP, "sub: out overlaps inputs[0] other than exactly in place");
    b = bl_input_array(out_data, BL_F32, 1, three, NULL);
    explains(sub, NULL, BL_OVERLAP, "sub: out overlaps inputs[1] other than exactly in place");
    a.data = b.data = out_data;
    a.shape = six;
    a.rank = 1;
    b = a;
    out = a;
    out.data = out_data + 1; /* both are wrong; the first is reported */
    explains(sub, NULL, BL_OVERLAP, "sub: out overlaps inputs[0] other than exactly in place");
}

static void test_options(void)
{
    const bl_op *div = bl_op_by_name("div");

    options.rule = (bl_rule)9;
    explains(div, NULL, BL_UNKNOWN_RULE, "div: options->rule is 9: no such broadcasting rule");
    options.isa = 1000;
    explains(div, NULL, BL_UNKNOWN_ISA, "div: options->isa is 1000: no such instruction set");
    options.on_zero_divisor = (bl_on_zero_divisor)7;
    explains(div, NULL, BL_UNKNOWN_OPTION, "div: options->on_zero_divisor is 7: an option has no such value");
    for (size_t i = 0; i < bl_isa_record_count; ++i) {
        const bl_isa isa = (bl_isa)bl_isa_records[i].isa;

        if (!bl_isa_available(isa)) {
            char said[100] = "div: ";

            strcat(strcat(said, bl_isa_name(isa)), ", options->isa: this build or this processor lacks the instruction set");
            options.isa = isa;
            explains(div, NULL, BL_UNAVAILABLE_ISA, said);
            break;
        }
    }
#if BL_REFUSES_ZERO
    for (size_t i = 0; i < 32; ++i) {
        divisors[i] = i != 2;
    }
    for (size_t r = 0; r < 2; ++r) {
        a = bl_input_array(numbers, BL_I32, 2, two_three, NULL);
        b = bl_input_array(divisors, BL_I32, 1, three, NULL);
        out = bl_input_array(quotients, BL_I32, 2, two_three, NULL);
        options.on_zero_divisor = BL_ZERO_DIVISOR_REFUSED;
        if (r == 0) {
            explains(div, NULL, BL_ZERO_DIVISOR, "div: inputs[1] has a zero, which options->on_zero_divisor refuses");
        } else {
            explains(bl_op_by_name("fmod"), NULL, BL_ZERO_DIVISOR, "fmod: inputs[1] has a zero, which options->on_zero_divisor refuses");
        }
    }
#endif
}

/** Statuses that these arguments do not give, with arguments of all kinds: each gives some sentence, and no forbidden access. */
static void test_of_no_cause(void)
{
    size_t short_ones = 0;

    for (int s = 0; s < BL_STATUS_COUNT; ++s) {
        for (unsigned wrong = 0; wrong < 64; ++wrong) {
            inputs[1] = (wrong & 1) != 0 ? NULL : &b;
            a.shape = (wrong & 2) != 0 ? NULL : two_three;
            a.dtype = (wrong & 4) != 0 ? (bl_dtype)99 : BL_F32;
            out.dtype = (wrong & 8) != 0 ? (bl_dtype)-1 : BL_F32;
            out.data = (wrong & 16) != 0 ? NULL : out_data;
            options.onto = (wrong & 32) != 0 ? 7 : 0;
            options.rule = (bl_rule)(wrong % 7);
            short_ones += bl_explain(bl_op_by_name("add"), inputs, NULL, &out, &options, (bl_status)s, sentence, sizeof sentence) < 8 ||
                          strncmp(sentence, "add: ", 5) != 0;
        }
    }
    restore();
    ok(short_ones == 0, "statuses that the arguments do not give");
    bl_explain(bl_op_by_name("add"), inputs, NULL, &out, NULL, BL_SIZE_OVERFLOW, sentence, sizeof sentence);
    ok(strcmp(sentence + 5, bl_status_string(BL_SIZE_OVERFLOW)) == 0, "are told in their own words: %s", sentence);
    ok(bl_explain(bl_op_by_name("add"), inputs, NULL, &out, NULL, BL_OK, NULL, 0) == strlen("add: no error"), "the length alone");
    ok(bl_explain(bl_op_by_name("add"), inputs, NULL, &out, NULL, BL_OK, sentence, 6) == strlen("add: no error") &&
           strcmp(sentence, "add: ") == 0,
       "as much as there is room for");
}

int main(void)
{
    make_arenas();
    restore();
    test_pointers();
    test_dtypes();
    test_shapes();
    test_overlap();
    test_options();
    test_of_no_cause();
    return done_testing();
}
