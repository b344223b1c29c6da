/* Calls on arrays with equal shapes or with few elements, which may run without a plan: a million of them, half of
 * which have an error. Each must give the status of planning and checking, and the results of a plain loop over the
 * original memory.
 *
 *     alike [seed [cases]]
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define MOST_DIMS 4
#define ROOM 8192   /* bytes in which all operands are … */
#define BEFORE 2048 /* … from here to … */
#define WITHIN 3000 /* … this many bytes after it */

static const struct {
    const char *op;
    bl_dtype dtype;
} operators[] = {{"add", BL_F32}, {"add", BL_I8}, {"sub", BL_U16}, {"sub", BL_F64}, {"less", BL_F64}, {"less", BL_I8}, {"select", BL_U16}, {"select", BL_F32}, {"negative", BL_F32}, {"div", BL_I8}};

static union {
    double align;
    unsigned char bytes[ROOM];
} room, as_it_was, expected;

/** A call; operand 0 is the output, i + 1 input i. */
static const bl_op *op;
static bl_dtype dtype;
static test_array operands[BL_MAX_ARITY + 1];
static const bl_array *inputs[BL_MAX_ARITY], *out;
static bl_options options;
static int has_inputs, has_options;

/* ---- Cases ---- */

/** Make an input one element along some of its dims, all, or none; perhaps without the first dims. */
static void broadcast(test_array *of)
{
    const size_t kind = random_below(3);
    size_t left_out = 0;

    of->array.shape = of->shape;
    for (size_t d = 0; d < of->array.rank && kind > 0; ++d) {
        of->shape[d] = kind == 1 || random_below(2) == 0 ? 1 : of->shape[d];
    }
    while (left_out < of->array.rank && of->shape[left_out] == 1 && random_below(2) == 0) {
        ++left_out;
    }
    of->array.rank -= left_out;
    memmove(of->shape, of->shape + left_out, of->array.rank * sizeof *of->shape);
    memmove(of->strides, of->strides + left_out, of->array.rank * sizeof *of->strides);
}

/** Arrays of one shape, contiguous or all transposed, perhaps in place; a third of the time inputs are broadcast to it. */
static void choose_alike(size_t which)
{
    static const size_t extents[] = {1, 2, 3, 4, 5, 1, 7, 40, 150};
    const bl_options defaults = BL_DEFAULT_OPTIONS;
    const size_t rank = random_below(MOST_DIMS + 1);
    const int turned = random_below(8) == 0 && rank > 0, plain = random_below(2) == 0, broadcasts = random_below(3) == 0;
    const bl_table *table;
    size_t shape[MOST_DIMS], count = 1;

    op = bl_op_by_name(operators[which].op);
    dtype = operators[which].dtype;
    table = table_of(op, dtype);
    for (size_t d = 0; d < rank; ++d) {
        shape[d] = count > 10 ? 1 + random_below(2) : extents[random_below(COUNT(extents))];
        count *= shape[d];
    }
    for (size_t i = 0; i <= op->arity; ++i) {
        const size_t width = bl_dtype_size((bl_dtype)table->dtypes[i]);
        test_array *of = &operands[i];

        set_shape(of, (bl_dtype)table->dtypes[i], rank, shape);
        of->array.data = room.bytes + BEFORE + random_below(WITHIN / width) * width;
        if (turned) {
            for (size_t d = 1; d < rank; ++d) {
                of->strides[d] = (ptrdiff_t)shape[d - 1] * (d > 1 ? of->strides[d - 1] : 1);
            }
            of->strides[0] = 1;
        } else if (plain || random_below(2) == 0) {
            of->array.strides = NULL;
        }
        if (random_below(2) == 0) {
            of->array.shape = operands[0].shape;
        }
        if (i > 0 && broadcasts) {
            broadcast(of);
        }
        if (i > 0) {
            inputs[i - 1] = &of->array;
            if (random_below(5) == 0) {
                of->array.data = operands[0].array.data;
            }
        }
    }
    out = &operands[0].array;
    options = defaults;
    has_inputs = 1;
    has_options = (int)random_below(2);
}

/** Change something in one of the operands. */
static void disturb_operand(void)
{
    test_array *of = &operands[random_below(op->arity + 1u)];
    const size_t rank = of->array.rank, d = rank > 0 ? random_below(rank) : 0;

    switch (random_below(12)) {
    case 0:
        of->array.data = NULL;
        break;
    case 1:
        of->array.data = (void *)((uintptr_t)of->array.data + 1);
        break;
    case 2:
        of->array.data = (void *)((UINTPTR_MAX - random_below(100)) & ~(uintptr_t)7);
        break;
    case 3:
        of->array.data = (void *)((uintptr_t)operands[0].array.data + 8 * random_below(8));
        break;
    case 4:
        of->array.dtype = (bl_dtype)(random_below(BL_DTYPE_COUNT + 2) - 1);
        break;
    case 5:
        of->array.dtype = (bl_dtype)(256 + (int)of->array.dtype);
        break;
    case 6:
        of->array.shape = of->shape;
        of->shape[d] = random_below(3) == 0 ? random_below(6) : 1;
        break;
    case 7: /* one dim more or less */
        of->array.shape = of->shape;
        memmove(of->shape + 1, of->shape, rank * sizeof *of->shape);
        memmove(of->strides + 1, of->strides, rank * sizeof *of->strides);
        of->shape[0] = 1;
        of->array.rank = rank > 0 && random_below(2) == 0 ? rank - 1 : rank + 1;
        break;
    case 8:
        of->array.strides = of->strides;
        of->strides[d] = (ptrdiff_t)random_below(20) - 10;
        break;
    case 9:
        of->array.strides = of->strides;
        of->strides[d] = PTRDIFF_MAX / (1 + (ptrdiff_t)random_below(16));
        break;
    case 10:
        of->array.shape = NULL;
        break;
    default:
        if (of == &operands[0]) {
            out = NULL;
        } else {
            inputs[of - operands - 1] = NULL;
        }
    }
}

/** Or change the same in all operands: no elements, or too many; or change an option or the operator. */
static void disturb_all(void)
{
    const size_t d = random_below(MOST_DIMS);
    const size_t extents[] = {0, SIZE_MAX >> random_below(30), SIZE_MAX / 2 + 2 + random_below(4)}; /* twice the last is a few */
    const size_t extent = extents[random_below(COUNT(extents))];

    has_options = 1;
    switch (random_below(9)) {
    case 0:
    case 1:
        for (size_t i = 0; i <= op->arity; ++i) {
            operands[i].shape[d] = extent;
        }
        break;
    case 2:
        options.rule = (bl_rule)(random_below(BL_RULE_COUNT + 2) - 1);
        options.axis = (ptrdiff_t)random_below(7) - 2;
        break;
    case 3:
        options.rule = BL_RULE_UNI;
        options.onto = random_below(5);
        break;
    case 4:
        options.isa = (bl_isa)random_below(BL_ISA_MOST + 3) - 1;
        break;
    case 5:
        options.on_zero_divisor = (bl_on_zero_divisor)random_below(3);
        break;
    case 6:
        options.cache_bytes = random_below(2);
        break;
    case 7:
        has_inputs = 0;
        break;
    default:
        op = NULL;
    }
}

/* ---- The expected result ---- */

/** The place in the room of the output's element, in an operand that broadcasts from the right. */
static size_t place_of(const bl_array *of, size_t out_rank, const size_t *index)
{
    ptrdiff_t offset = 0, contiguous = 1;

    for (size_t d = of->rank; d-- > 0;) {
        const ptrdiff_t stride = of->strides != NULL ? of->strides[d] : contiguous;

        offset += of->shape[d] != 1 ? (ptrdiff_t)index[d + out_rank - of->rank] * stride : 0;
        contiguous *= (ptrdiff_t)of->shape[d];
    }
    return (size_t)((uintptr_t)of->data - (uintptr_t)room.bytes) + (size_t)offset * bl_dtype_size(of->dtype);
}

static void result_of(const unsigned char *const *from, unsigned char *to)
{
    int8_t quotient = 0, a, b;
    float x;

    if (strcmp(op->name, "div") == 0) {
        memcpy(&a, from[0], 1);
        memcpy(&b, from[1], 1);
        quotient = (int8_t)(b == 0 ? 0 : b == -1 && a == -128 ? -128
                                                              : a / b);
        memcpy(to, &quotient, 1);
    } else if (strcmp(op->name, "negative") == 0) {
        memcpy(&x, from[0], sizeof x);
        x = -x;
        memcpy(to, &x, sizeof x);
    } else {
        oracle(op->name, dtype, from, to);
    }
}

/** Write the expected contents of the room to `expected`. Returns 0 if not all operands are in the room, or if their broadcasting is unknown. */
static int expect(void)
{
    size_t index[MAX_TEST_RANK] = {0};
    size_t count = 1, d;

    memcpy(expected.bytes, room.bytes, ROOM);
    for (d = 0; d < out->rank; ++d) {
        count *= out->shape[d];
    }
    if (count == 0) {
        return 1;
    }
    for (size_t i = 0; i <= op->arity; ++i) {
        if (operands[i].array.dtype != (bl_dtype)table_of(op, dtype)->dtypes[i]) {
            return 0; /* all changed in the same way: another table's */
        }
    }
    if (has_options && options.rule != BL_RULE_NUMPY && options.rule != BL_RULE_NONE) {
        return 0;
    }
    do {
        const unsigned char *from[BL_MAX_ARITY];

        for (size_t i = 0; i <= op->arity; ++i) {
            const bl_array *of = i > 0 ? inputs[i - 1] : out;
            const size_t at = place_of(of, out->rank, index);

            if (at > ROOM - bl_dtype_size(of->dtype)) {
                return 0;
            }
            if (i > 0) {
                from[i - 1] = room.bytes + at;
            }
        }
        result_of(from, expected.bytes + place_of(out, out->rank, index));
        for (d = out->rank; d > 0 && ++index[d - 1] == out->shape[d - 1]; --d) {
            index[d - 1] = 0;
        }
    } while (d > 0);
    return 1;
}

/** The status of planning and checking. *is_known: it can be tested, because no operand is outside the room. */
static bl_status planned(int *is_known)
{
    const void *data[BL_MAX_ARITY];
    bl_plan plan;
    bl_status status = bl_plan_make(&plan, op, has_inputs ? inputs : NULL, out, has_options ? &options : NULL);
    const int refuses = has_options && options.on_zero_divisor == BL_ZERO_DIVISOR_REFUSED;
    const int is_here = status == BL_OK && expect();

    *is_known = status != BL_OK || is_here || !refuses; /* otherwise the divisor may not be read */
    if (status == BL_OK && *is_known) {
        for (size_t i = 0; i < op->arity; ++i) {
            data[i] = inputs[i]->data;
        }
        status = bl_plan_check(&plan, data, NULL, out->data);
        *is_known = status != BL_OK || is_here;
    }
    return status;
}

/** Call the operator by its name if possible. */
static bl_status call(void)
{
    const bl_options *given = has_options ? &options : NULL;

    if (op == NULL || !has_inputs || random_below(2) == 0) {
        return bl_run(op, has_inputs ? inputs : NULL, NULL, out, given);
    }
    if (strcmp(op->name, "add") == 0) {
        return bl_add(inputs[0], inputs[1], out, given);
    }
    if (strcmp(op->name, "select") == 0) {
        return bl_select(inputs[0], inputs[1], inputs[2], out, given);
    }
    return bl_run(op, inputs, NULL, out, given);
}

/** Values for the room: small whole floats if the operator takes floats, otherwise any bytes. */
static void fill_room(bl_dtype type)
{
    for (size_t k = 0; k < ROOM; k += 8) {
        const float halves[2] = {(float)random_below(1000) - 500.0f, (float)random_below(1000)};
        const double whole = (double)random_below(100000) - 50000.0;
        const uint32_t bits[2] = {random_bits() & random_bits(), random_bits() & random_bits() & random_bits()}; /* some bytes are 0 */

        memcpy(as_it_was.bytes + k, type == BL_F32 ? (const void *)halves : type == BL_F64 ? (const void *)&whole
                                                                                           : (const void *)bits,
               8);
    }
    memcpy(room.bytes, as_it_was.bytes, ROOM);
}

static size_t counts[BL_STATUS_COUNT];

/** One call. Returns 0 if its result is wrong. */
static int is_right(size_t which)
{
    const size_t disturbed = random_below(4);
    bl_status status, wanted;
    int is_known;

    choose_alike(which);
    for (size_t k = 2; k <= disturbed && op != NULL; ++k) {
        if (random_below(3) > 0) {
            disturb_operand();
        } else {
            disturb_all();
        }
    }
    wanted = planned(&is_known);
    if (!is_known) {
        return 1;
    }
    ++counts[wanted];
    status = call();
    if (status != wanted || memcmp(room.bytes, wanted == BL_OK ? expected.bytes : as_it_was.bytes, ROOM) != 0) {
        printf("# %s %s: %s; planned: %s\n", operators[which].op, bl_dtype_name(dtype), bl_status_string(status), bl_status_string(wanted));
        memcpy(room.bytes, as_it_was.bytes, ROOM);
        return 0;
    }
    memcpy(room.bytes, as_it_was.bytes, ROOM);
    return 1;
}

int main(int argc, char **argv)
{
    const size_t cases = argc > 2 ? (size_t)strtoul(argv[2], NULL, 0) : 100000;

    random_state = argc > 1 ? strtoull(argv[1], NULL, 0) : 20240229;
    make_arenas();
    for (size_t which = 0; which < COUNT(operators); ++which) {
        size_t failed = 0;

        fill_room(operators[which].dtype);
        for (size_t k = 0; k < cases && failed < 3; ++k) {
            failed += !is_right(which);
        }
        ok(failed == 0, "%s %s: as planned", operators[which].op, bl_dtype_name(operators[which].dtype));
    }
    for (int status = BL_OK; status <= BL_ZERO_DIVISOR; ++status) {
        if (status != BL_TOO_MANY_DIMS) {
            ok(counts[status] > 10, "%s: %zu", bl_status_string((bl_status)status), counts[status]);
        }
    }
    return done_testing();
}
