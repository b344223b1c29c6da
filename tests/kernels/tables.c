/* The generated data about operators: whether tables fulfil the promises of include/broadloom_tables.h, and whether
 * expressions agree with the oracle's hand-written ops.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernels.h"

/* ---- Tables ---- */

/* Whether scalar has all patterns that this variant has, and none holds all inputs. */
static int holds_right(const bl_table *table, const bl_variant *variant, const bl_variant *last)
{
    for (unsigned held = 0; held < PATTERNS(table); ++held) {
        if (variant->patterns[held] != NULL && (last->patterns[held] == NULL || held + 1 == PATTERNS(table))) {
            return 0;
        }
    }
    return 1;
}

static int has_held_pattern(const bl_table *table, const bl_variant *variant)
{
    for (unsigned held = 1; held < PATTERNS(table); ++held) {
        if (variant->patterns[held] != NULL) {
            return 1;
        }
    }
    return table->arity == 1;
}

/* The first statement of include/broadloom_tables.h about a table that is not true, or NULL. */
static const char *table_fault(const bl_table *table, int is_called)
{
    const bl_variant *last = &table->variants[table->variant_count - 1];
    const unsigned call = table->parameter_count > 0 ? BL_CALL_P : table->arity > 3 ? BL_CALL_N
                                                                                    : table->arity;

    if (table->arity == 0 || table->arity > BL_MAX_ARITY || table->call != call) {
        return "its arity or how it is called";
    }
    for (unsigned p = 0; p <= table->arity; ++p) {
        if (table->dtypes[p] >= BL_DTYPE_COUNT ||
            element_size((bl_dtype)table->dtypes[p]) != (size_t)1 << table->shifts[p]) {
            return "an operand's dtype or width";
        }
    }
    for (unsigned p = 0; p < table->parameter_count; ++p) {
        const bl_parameter *parameter = &table->parameters[p];
        const size_t size = parameter->dtype < BL_DTYPE_COUNT ? element_size((bl_dtype)parameter->dtype) : 0;

        if (size == 0 || parameter->offset % size != 0 || parameter->offset + size > table->parameters_size ||
            (parameter->initial & ~type_mask((bl_dtype)parameter->dtype)) != 0 ||
            (p > 0 && parameter->offset < table->parameters[p - 1].offset +
                                              element_size((bl_dtype)table->parameters[p - 1].dtype))) {
            return "a parameter's dtype, offset or default";
        }
    }
    if (table->parameters_align == 0 || table->parameters_size % table->parameters_align != 0 ||
        (table->parameters_size == 0) != (table->parameter_count == 0)) {
        return "its parameters' size or alignment";
    }
    if ((table->exchanged || table->commutes) && table->arity != 2) {
        return "only binary operators commute or are exchanged";
    }
    if (last->contract != 1 || !same_name(name_of_isa(last->isa), "scalar")) {
        return "its last variant is not scalar";
    }
    for (size_t i = 0; i < table->variant_count; ++i) {
        if (table->variants[i].patterns[0] == NULL) {
            return "a variant has no kernel for contiguous operands";
        }
        if (table->variants[i].step == 0 || (table->variants[i].step & (table->variants[i].step - 1)) != 0) {
            return "a variant's step is no power of two";
        }
        if (!holds_right(table, &table->variants[i], last)) {
            return "a variant holds inputs that scalar does not hold, or all of them";
        }
        if (has_held_pattern(table, &table->variants[i]) != is_called) {
            return "a variant holds no input at all, or one of what folds take at once";
        }
    }
    return NULL;
}

/* The checks of an op: the places of its tables, and that each occurs once. */
static const char *op_fault(const bl_op *op)
{
    if (op->variable_count == 0 || op->variable_count > BL_MAX_VARIABLES || op->first[0] != 0) {
        return "its type variables";
    }
    for (int type = 0; type < BL_DTYPE_COUNT; ++type) {
        for (size_t k = op->first[type]; k < op->first[type + 1]; ++k) {
            if (op->tables[k]->dtypes[op->typed_by[0]] != type || op->tables[k]->arity != op->arity ||
                !same_name(op->tables[k]->op, op->name)) {
                return "a table does not belong where it stands";
            }
            for (size_t other = op->first[type]; other < k; ++other) {
                unsigned same = 0;

                for (unsigned v = 0; v < op->variable_count; ++v) {
                    same += op->tables[k]->dtypes[op->typed_by[v]] == op->tables[other]->dtypes[op->typed_by[v]];
                }
                if (same == op->variable_count) {
                    return "two tables have the same type variables";
                }
            }
        }
    }
    return NULL;
}

const char *find_table_fault(const bl_op *op, int is_called)
{
    const char *fault = op_fault(op);

    for (size_t k = 0; fault == NULL && k < op->first[BL_DTYPE_COUNT]; ++k) {
        fault = table_fault(op->tables[k], is_called);
    }
    return fault;
}

/* ---- Expressions ---- */

static int agree(const reference *expression, const reference *rule, const bl_table *table, const uint64_t *x,
                 text *fault)
{
    static subject which;
    uint64_t said, known;

    reference_unspecified = UINT64_MAX;
    said = reference_value(expression, x);
    reference_unspecified = 0;
    known = reference_value(rule, x);
    ++results_compared;
    if (reference_accepts(rule, said, known)) {
        return 1;
    }
    which.table = table;
    which.expected = *expression;
    text_add(fault, expression == rule ? "a word outside of its domain shows: " : "the expression of ");
    describe_mismatch(fault, &which, x, said, known);
    return 0;
}

static int agree_on_samples(const reference *expression, const reference *rule, const bl_table *table, uint64_t from,
                            uint64_t to, text *fault)
{
    uint64_t x[BL_MAX_ARITY];

    for (uint64_t i = from; i < to; ++i) {
        for (unsigned p = 0; p < table->arity; ++p) {
            x[p] = sample_value((bl_dtype)table->dtypes[p + 1], mix(i) + p);
        }
        if (!agree(expression, rule, table, x, fault)) {
            return 0;
        }
    }
    return 1;
}

/* Compares results for edge values and samples of inputs and parameters. */
static int compare_expression(reference *expression, reference *rule, const bl_table *table, text *fault)
{
    static uint64_t sets[BL_MAX_ARITY][MAX_SET];
    size_t counts[BL_MAX_ARITY];
    uint64_t x[BL_MAX_ARITY];

    for (unsigned p = 0; p < table->arity; ++p) {
        counts[p] = edge_values((bl_dtype)table->dtypes[p + 1], sets[p]);
    }
    for (size_t i = 0; i < counts[0]; ++i) {
        for (size_t k = 0; k < (table->arity > 1 ? counts[1] : 1); ++k) {
            x[0] = sets[0][i];
            for (unsigned p = 1; p < table->arity && p < BL_MAX_ARITY; ++p) {
                x[p] = sets[p][p == 1 ? k : (i + 3 * k + p - 2) % counts[p]];
            }
            if (!agree(expression, rule, table, x, fault)) {
                return 0;
            }
        }
    }
    for (size_t set = 0; set < (table->parameter_count > 0 ? 32 : 1); ++set) {
        choose_parameters(expression, table, set);
        choose_parameters(rule, table, set);
        if (!agree_on_samples(expression, rule, table, 4096 * set, 4096 * (set + 1), fault)) {
            return 0;
        }
    }
    return 1;
}

void add_dtypes(text *line, const bl_op *op, const bl_table *table)
{
    for (unsigned v = 0; v < op->variable_count; ++v) {
        text_add(line, v == 0 ? " " : ",");
        text_add(line, oracle_types[table->dtypes[op->typed_by[v]]].name);
    }
}

void test_expression(const bl_op *op, const bl_table *table)
{
    static reference expression, rule;
    const bl_expression *from = expression_of(table);
    const int has_rule = oracle_op(op->name) != NULL;
    text label, fault;

    text_clear(&fault);
    text_clear(&label);
    text_add(&label, "expression ");
    text_add(&label, op->name);
    add_dtypes(&label, op, table);
    reference_forget();
    if (from == NULL) {
        report_fail(label.bytes, "it has none");
    } else if (from->nodes == NULL) {
        report_comment("proven");
    } else if (reference_of_expression(&expression, from, &fault) &&
               (!has_rule || reference_of_op(&rule, table, &fault)) &&
               compare_expression(&expression, has_rule ? &rule : &expression, table, &fault)) {
        report_pass(label.bytes);
    } else {
        report_fail(label.bytes, fault.bytes);
    }
}
