/* A sentence about the argument of bl_run or bl_plan_make that caused a status. The checks are repeated, operand by operand.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../lookups/op_table.h"
#include "../plans/plan.h"
#include "../shapes/shape.h"

/* Each is a separate object, which a linker omits if nothing uses it: with some linkers, the literals of omitted functions stay. */
static const char text_out_word[] = "out";
static const char text_inputs_word[] = "inputs[";
static const char text_closing[] = "]";
static const char text_is_word[] = " is ";
static const char text_all_inputs[] = "inputs";
static const char text_is_null[] = " is NULL";
static const char text_shape_is_null[] = "->shape is NULL";
static const char text_data_is_null[] = "->data is NULL";
static const char text_parameters_word[] = "parameters";
static const char text_dtype_is[] = "->dtype is ";
static const char text_no_dtype[] = ", which is no bl_dtype";
static const char text_must_be[] = ", but must be ";
static const char text_nothing[] = "";
static const char text_or_word[] = " or ";
static const char text_comma[] = ", ";
static const char text_colon[] = ": ";
static const char text_broadcast_to[] = ", but the inputs broadcast to [";
static const char text_short_comma[] = ",";
static const char text_of_word[] = " of ";
static const char text_too_large[] = ", which is larger than this machine can address there";
static const char text_data_not_aligned[] = "->data is not as aligned as ";
static const char text_must_be_so[] = " must be";
static const char text_parameters_not_aligned[] = "parameters is not as aligned as its struct must be";
static const char text_overlaps_itself[] = "out overlaps itself: its strides put several elements in one place";
static const char text_out_overlaps[] = "out overlaps ";
static const char text_not_in_place[] = " other than exactly in place";
static const char text_options_word[] = "options->";
static const char text_rule_word[] = "rule";
static const char text_axis_word[] = "axis";
static const char text_isa_word[] = "isa";
static const char text_options_isa[] = ", options->isa: ";
static const char text_onto_word[] = "onto";
static const char text_on_zero_word[] = "on_zero_divisor";
static const char text_op_is_null[] = "op is NULL";

/** The arguments of bl_run. Only the parameters and the options may be NULL. */
typedef struct bl_run_call {
    const bl_op *op;
    const bl_array *const *inputs;
    const void *parameters;
    const bl_array *out;
    const bl_options *options;
} bl_run_call;

static const bl_array *array_of(const bl_run_call *of, size_t operand)
{
    return operand == BL_OUT ? of->out : of->inputs[operand - 1];
}

/** "out", "inputs[1]". */
static void put_argument(bl_text *to, size_t operand)
{
    if (operand == BL_OUT) {
        bl_put(to, text_out_word);
    } else {
        bl_put(to, text_inputs_word);
        bl_put_number(to, (int64_t)operand - 1);
        bl_put(to, text_closing);
    }
}

/** "inputs[1] is [2,3]". */
static void put_argument_shape(bl_text *to, const bl_run_call *of, size_t operand)
{
    put_argument(to, operand);
    bl_put(to, text_is_word);
    bl_put_shape(to, array_of(of, operand));
}

/* ---- Null pointers ---- */

/** The first argument that is null, in the order of the checks; 0 if none is. */
static int put_null(bl_text *to, const bl_run_call *of)
{
    const char *what = of->inputs == NULL ? text_all_inputs : of->out == NULL ? text_out_word
                                                                              : NULL;

    for (size_t i = 1; what == NULL && i <= of->op->arity; ++i) {
        if (of->inputs[i - 1] == NULL) {
            put_argument(to, i);
            bl_put(to, text_is_null);
            return 1;
        }
    }
    for (size_t field = 0; what == NULL && field < 2; ++field) { /* first all shapes, then all data; the output's come first */
        for (size_t i = 0; i <= of->op->arity; ++i) {
            const bl_array *array = array_of(of, i);

            if (field == 0 ? array->shape == NULL && array->rank > 0 : array->data == NULL) {
                put_argument(to, i);
                bl_put(to, field == 0 ? text_shape_is_null : text_data_is_null);
                return 1;
            }
        }
    }
    if (what == NULL && of->parameters == NULL && of->op->tables[0]->parameter_count > 0) {
        what = text_parameters_word;
    }
    if (what != NULL) {
        bl_put(to, what);
        bl_put(to, text_is_null);
    }
    return what != NULL;
}

/* ---- Dtypes ---- */

/** The order in which operands' dtypes are checked: those that determine type variables, then all inputs, then the output. */
static size_t operand_at(const bl_op *op, size_t k)
{
    return k < op->variable_count ? op->typed_by[k] : (k - op->variable_count + 1) % ((size_t)op->arity + 1);
}

static size_t count_looks(const bl_op *op)
{
    return (size_t)op->variable_count + op->arity + 1;
}

/** How many operands in that order have the table's dtypes. */
static size_t count_fitting(const bl_run_call *of, const bl_table *table)
{
    size_t fit = 0;

    while (fit < count_looks(of->op) && (unsigned)array_of(of, operand_at(of->op, fit))->dtype == table->dtypes[operand_at(of->op, fit)]) {
        ++fit;
    }
    return fit;
}

static int put_unknown_dtype(bl_text *to, const bl_run_call *of)
{
    for (size_t k = of->op->variable_count; k < count_looks(of->op); ++k) {
        const size_t i = operand_at(of->op, k);

        if (!bl_is_dtype(array_of(of, i)->dtype)) {
            put_argument(to, i);
            bl_put(to, text_dtype_is);
            bl_put_number(to, (int64_t)array_of(of, i)->dtype);
            bl_put(to, text_no_dtype);
            return 1;
        }
    }
    return 0;
}

/** The first operand with a dtype that no table has in combination with those before it, and the dtypes that tables have there. */
static int put_unfit_dtype(bl_text *to, const bl_run_call *of)
{
    const bl_op *op = of->op;
    const size_t tables = op->first[BL_DTYPE_COUNT];
    size_t most = 0;
    size_t operand;
    uint32_t choices = 0;

    for (size_t t = 0; t < tables; ++t) {
        const size_t fit = count_fitting(of, op->tables[t]);

        most = fit > most ? fit : most;
    }
    if (most == count_looks(op)) {
        return 0;
    }
    operand = operand_at(op, most);
    for (size_t t = 0; t < tables; ++t) {
        choices |= count_fitting(of, op->tables[t]) == most ? UINT32_C(1) << op->tables[t]->dtypes[operand] : 0;
    }
    put_argument(to, operand);
    bl_put(to, text_is_word);
    bl_put(to, bl_dtype_name(array_of(of, operand)->dtype));
    bl_put(to, text_must_be);
    for (int dtype = 0; choices != 0; ++dtype) {
        if ((choices >> dtype & 1) != 0) {
            choices &= ~(UINT32_C(1) << dtype);
            bl_put(to, bl_dtype_name((bl_dtype)dtype));
            bl_put(to, choices == 0 ? text_nothing : (choices & (choices - 1)) == 0 ? text_or_word
                                                                                    : text_comma);
        }
    }
    return 1;
}

/* ---- Shapes ---- */

/** The first two inputs that do not broadcast with each other; one of them is `onto` if the rule names that input. */
static int put_unfit_shapes(bl_text *to, const bl_run_call *of)
{
    const int is_onto = of->options->rule != BL_RULE_NUMPY && of->options->rule != BL_RULE_NONE;
    const size_t onto = of->options->onto;
    bl_options options = *of->options;

    options.onto = 0;
    for (size_t i = 1; i < of->op->arity; ++i) {
        for (size_t j = 0; j < i; ++j) {
            const int is_turned = is_onto && i == onto;
            const bl_array *const pair[2] = {of->inputs[is_turned ? i : j], of->inputs[is_turned ? j : i]};
            bl_status status = BL_OK;
            size_t rank;

            if (!is_onto || is_turned || j == onto) {
                status = bl_broadcast_shape(&options, 2, pair, 0, NULL, &rank);
            }
            if (status != BL_OK && status != BL_TOO_MANY_DIMS) {
                put_argument_shape(to, of, j + 1);
                bl_put(to, text_comma);
                put_argument_shape(to, of, i + 1);
                bl_put(to, text_colon);
                bl_put(to, bl_status_string(status));
                return 1;
            }
        }
    }
    return 0;
}

static int put_wrong_output_shape(bl_text *to, const bl_run_call *of)
{
    bl_placement placement;

    if (bl_place(&placement, of->options, of->op->arity, of->inputs) != BL_OK || (of->out->shape == NULL && of->out->rank > 0)) {
        return 0;
    }
    put_argument_shape(to, of, BL_OUT);
    bl_put(to, text_broadcast_to);
    for (size_t d = 0; d < placement.rank; ++d) {
        size_t extent = 0;

        (void)bl_broadcast_dim(&placement, of->op->arity, of->inputs, d, &extent);
        bl_put(to, d > 0 ? text_short_comma : text_nothing);
        bl_put_number(to, (int64_t)extent);
    }
    bl_put(to, text_closing);
    return 1;
}

/** Whether an array, which is not empty, spans more bytes than PTRDIFF_MAX, or reaches around the end of memory. */
static int is_too_large(const bl_array *array)
{
    const size_t width = bl_dtype_size(array->dtype);
    size_t below = 0;
    size_t above = width;
    size_t count = 1;

    for (size_t d = 0; d < array->rank; ++d) {
        if (array->shape[d] == 0) {
            return 0;
        }
    }
    for (size_t d = array->rank; d-- > 0;) {
        const ptrdiff_t stride = array->strides != NULL ? array->strides[d] : (ptrdiff_t)count;
        const size_t extent = array->shape[d];
        size_t *reach = stride < 0 ? &below : &above;

        if (!bl_product_fits(bl_magnitude(stride), extent - 1, ((size_t)PTRDIFF_MAX - *reach) / width) ||
            !bl_product_fits(count, extent, (size_t)PTRDIFF_MAX / width)) {
            return 1;
        }
        *reach += bl_magnitude(stride) * (extent - 1) * width;
        count *= extent;
    }
    above = bl_bytes_of(above, 0, bl_packed_bits(array->dtype)); /* of a packed dtype: elements until here */
    return below > (size_t)PTRDIFF_MAX - above || below > (uintptr_t)array->data || above > UINTPTR_MAX - (uintptr_t)array->data;
}

/* ---- Pointers ---- */

static int put_too_large(bl_text *to, const bl_run_call *of)
{
    for (size_t i = 0; i <= of->op->arity; ++i) {
        const bl_array *array = array_of(of, i);

        if (bl_is_dtype(array->dtype) && is_too_large(array)) {
            put_argument_shape(to, of, i);
            bl_put(to, text_of_word);
            bl_put(to, bl_dtype_name(array->dtype));
            bl_put(to, text_too_large);
            return 1;
        }
    }
    return 0;
}

static int put_misaligned(bl_text *to, const bl_run_call *of)
{
    const bl_table *table;

    for (size_t i = 0; i <= of->op->arity; ++i) {
        const bl_array *array = array_of(of, i);

        if (bl_is_dtype(array->dtype) && bl_check_pointer(array->data, bl_dtype_size(array->dtype)) == BL_MISALIGNED) {
            put_argument(to, i);
            bl_put(to, text_data_not_aligned);
            bl_put(to, bl_dtype_name(array->dtype));
            bl_put(to, text_must_be_so);
            return 1;
        }
    }
    if (bl_find_table(of->op, of->inputs, of->out, &table) == BL_OK && bl_check_parameters(table, of->parameters) == BL_MISALIGNED) {
        bl_put(to, text_parameters_not_aligned);
        return 1;
    }
    return 0;
}

/** An address for an operand of the plan that does not overlap the output. */
static const void *address_beside(const bl_plan *plan, size_t operand, const void *out)
{
    const uintptr_t low = (uintptr_t)out - plan->below[BL_OUT];
    const uintptr_t width = bl_operand_width(plan, operand);
    const uintptr_t behind = (low + plan->bytes[BL_OUT] + plan->below[operand] + width - 1) & ~(width - 1);

    if (plan->bytes[operand] - plan->below[operand] < UINTPTR_MAX - behind && behind > low) {
        return (const void *)behind;
    }
    return (const void *)((low - plan->bytes[operand] + plan->below[operand]) & ~(width - 1));
}

/** The first input that overlaps the output while the others are elsewhere, or an output that overlaps itself. */
static int put_overlap(bl_text *to, const bl_run_call *of)
{
    bl_plan plan;
    const bl_status status = bl_plan_make(&plan, of->op, of->inputs, of->out, of->options);

    if (status == BL_OVERLAP) {
        bl_put(to, text_overlaps_itself);
        return 1;
    }
    if (status != BL_OK || plan.count == 0) {
        return 0;
    }
#if BL_REFUSES_ZERO
    plan.refuses_zero = 0;
#endif
    for (size_t i = 1; i <= of->op->arity; ++i) {
        const void *at[BL_MAX_ARITY];

        for (size_t k = 1; k <= of->op->arity; ++k) {
            at[k - 1] = k == i ? of->inputs[k - 1]->data : address_beside(&plan, k, of->out->data);
        }
        if (bl_plan_check(&plan, at, of->parameters, of->out->data) == BL_OVERLAP) {
            bl_put(to, text_out_overlaps);
            put_argument(to, i);
            bl_put(to, text_not_in_place);
            return 1;
        }
    }
    return 0;
}

/* ---- Options ---- */

/** "options->rule is 9: ", the beginning of a sentence that the status's text completes. */
static int put_option(bl_text *to, const char *name, int64_t value)
{
    bl_put(to, text_options_word);
    bl_put(to, name);
    bl_put(to, text_is_word);
    bl_put_number(to, value);
    bl_put(to, text_colon);
    return 0;
}

#if BL_REFUSES_ZERO
static const char text_has_a_zero[] = " has a zero, which options->on_zero_divisor refuses";

static int put_zero_divisor(bl_text *to, const bl_run_call *of)
{
    const bl_table *table;

    if (bl_find_table(of->op, of->inputs, of->out, &table) != BL_OK || table->divisor == 0) {
        return 0;
    }
    put_argument(to, table->divisor & ~(unsigned)BL_IS_REMAINDER);
    bl_put(to, text_has_a_zero);
    return 1;
}
#endif

#if BL_WITH_PACKED
static const char text_with_strides[] = ", whose elements have no gaps between them; its strides must be NULL or row-major";

static int put_packed_strides(bl_text *to, const bl_run_call *of)
{
    for (size_t i = 0; i <= of->op->arity; ++i) {
        const bl_array *array = array_of(of, i);

        if (bl_is_dtype(array->dtype) && bl_packed_bits(array->dtype) != 0 && bl_check_packed(array) != BL_OK) {
            put_argument_shape(to, of, i);
            bl_put(to, text_of_word);
            bl_put(to, bl_dtype_name(array->dtype));
            bl_put(to, text_with_strides);
            return 1;
        }
    }
    return 0;
}
#endif

/* ---- The sentence ---- */

/** The error, if it is found; otherwise the beginning of a sentence that the status's text completes. */
static int put_cause(bl_text *to, const bl_run_call *of, bl_status status)
{
    switch (status) {
    case BL_UNKNOWN_DTYPE:
        return put_unknown_dtype(to, of);
    case BL_UNSUPPORTED_DTYPE:
    case BL_DTYPES_DIFFER:
    case BL_WRONG_OUTPUT_DTYPE:
        return put_unfit_dtype(to, of);
    case BL_AXIS_OUT_OF_RANGE:
        bl_put(to, text_options_word);
        bl_put(to, text_axis_word);
        bl_put(to, text_is_word);
        bl_put_number(to, (int64_t)of->options->axis);
        bl_put(to, text_comma);
        return put_unfit_shapes(to, of);
    case BL_SHAPES_DIFFER:
    case BL_SHAPES_DO_NOT_BROADCAST:
        return put_unfit_shapes(to, of);
    case BL_WRONG_OUTPUT_SHAPE:
        return put_wrong_output_shape(to, of);
    case BL_SIZE_OVERFLOW:
        return put_too_large(to, of);
#if BL_WITH_PACKED
    case BL_PACKED_STRIDES:
        return put_packed_strides(to, of);
#endif
    case BL_MISALIGNED:
        return put_misaligned(to, of);
    case BL_OVERLAP:
        return put_overlap(to, of);
#if BL_REFUSES_ZERO
    case BL_ZERO_DIVISOR:
        return put_zero_divisor(to, of);
#endif
    case BL_UNKNOWN_RULE:
        return put_option(to, text_rule_word, (int64_t)of->options->rule);
    case BL_UNKNOWN_ISA:
        return put_option(to, text_isa_word, of->options->isa);
    case BL_UNAVAILABLE_ISA:
        bl_put(to, bl_isa_name(of->options->isa));
        bl_put(to, text_options_isa);
        return 0;
    case BL_UNKNOWN_OPTION:
        return bl_is_on_zero_divisor(of->options->on_zero_divisor)
                   ? put_option(to, text_onto_word, (int64_t)of->options->onto)
                   : put_option(to, text_on_zero_word, (int64_t)of->options->on_zero_divisor);
    default:
        return 0;
    }
}

/** Whether the arrays, and the shapes that the checks read, are not null. */
static int are_all_there(const bl_run_call *of)
{
    int are_there = of->inputs != NULL && of->out != NULL && (of->out->shape != NULL || of->out->rank == 0);

    for (size_t i = 0; are_there && i < of->op->arity; ++i) {
        are_there = of->inputs[i] != NULL && (of->inputs[i]->shape != NULL || of->inputs[i]->rank == 0);
    }
    return are_there;
}

size_t bl_explain(const bl_op *op, const bl_array *const *inputs, const void *parameters, const bl_array *out,
                  const bl_options *options, bl_status status, char *text, size_t size)
{
    const bl_run_call call = {op, inputs, parameters, out, options != NULL ? options : &bl_default_options};
    bl_text to = bl_text_begin(text, size);
    int is_told = 0;

    bl_put(&to, op != NULL ? op->name : text_op_is_null);
    bl_put(&to, text_colon);
    if (op != NULL && status == BL_NULL_POINTER) {
        is_told = put_null(&to, &call);
    }
    if (op != NULL && status != BL_NULL_POINTER && are_all_there(&call)) {
        is_told = put_cause(&to, &call, status);
    }
    bl_put(&to, is_told ? text_nothing : bl_status_string(status));
    return bl_text_end(&to);
}
