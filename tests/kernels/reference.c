/* The expected results: from the oracle's rule for a word or op or, if an op has none, from its expression over the
 * oracle's words. For a proven operator they are those of plain C, also within an expression unless the oracle has
 * that word. Also the exceptions that the words of an expression, or a proven operator, raise.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernels.h"

#include <string.h>

#define MAX_STEPS 32768 /* of all expressions in use at a time */

enum step_kind {
    WORD,
    CONSTANT,
    SETTLE,
    FUNCTION
};

struct expression_step {
    const oracle_rule *word;
    uint64_t constant; /* or the count of "shift_left:7", which is its last operand */
    uint16_t args[3];
    uint8_t kind, dtype, gives;
    uint8_t arity; /* arguments, without the count */
    uint8_t has_pole;
    bl_kernel_n *function;
};

uint64_t reference_unspecified;

static expression_step steps[MAX_STEPS];
static size_t steps_used;

/* The values of the expression that was evaluated last: leaves, then steps. */
static uint64_t values[MAX_VALUES];

/* The number after the colon of "shift_left:7". Returns 1 if there is one ("both:i16" has none). */
static int constant_count(const char *name, uint64_t *count)
{
    while (*name != '\0' && *name != ':') {
        ++name;
    }
    if (name[0] == '\0' || name[1] < '0' || name[1] > '9') {
        return 0;
    }
    *count = 0;
    while (*++name >= '0' && *name <= '9') {
        *count = *count * 10 + (uint64_t)(*name - '0');
    }
    return 1;
}

int reference_of_word(reference *which, const bl_table *table, text *fault)
{
    const oracle_rule *rule = oracle_word(table->op);

    memset(which, 0, sizeof *which);
    if (rule == NULL) {
        text_add(fault, "tests/oracle/oracle.c does not know this word");
        return 0;
    }
    which->rule = rule;
    which->has_count = (uint8_t)constant_count(table->op, &which->count);
    which->arity = table->arity;
    which->carries = rule->carries;
    which->compared_as = (bl_dtype)(rule->bits_of != 0 ? rule->bits_of : table->dtypes[0]);
    which->type = (bl_dtype)table->dtypes[rule->typed_by + 1];
    if (which->arity + which->has_count != rule->arity) {
        text_add(fault, "its table has another number of inputs than tests/oracle/oracle.c");
        return 0;
    }
    return 1;
}

static int has_pole(const char *function)
{
    static const char *const with_poles[] = {"log", "log2", "log10", "log1p", "atanh", "rsqrt", "pow"};
    int found = 0;

    for (size_t i = 0; i < BL_COUNT(with_poles); ++i) {
        found |= same_name(function, with_poles[i]);
    }
    return found;
}

static int take_node(expression_step *to, const bl_node *node, size_t values_before, text *fault)
{
    uint64_t count;

    memset(to, 0, sizeof *to);
    to->dtype = node->dtype;
    to->gives = node->gives;
    memcpy(to->args, node->args, sizeof to->args);
    if (same_name(node->word, "constant")) {
        to->kind = CONSTANT;
        to->constant = node->constant;
        return 1;
    }
    if (same_name(node->word, "settle") || same_name(node->word, "settle_all")) {
        to->kind = SETTLE;
        to->arity = 3;
    } else {
        to->kind = WORD;
        to->word = oracle_word(node->word);
        if (to->word == NULL && node->function != NULL) {
            to->kind = FUNCTION;
            to->arity = 1;
            to->function = node->function;
            to->has_pole = (uint8_t)has_pole(node->word);
            return to->args[0] < values_before;
        }
        if (to->word == NULL) {
            text_add(fault, "tests/oracle/oracle.c does not know its word ");
            text_add(fault, node->word);
            return 0;
        }
        to->arity = to->word->arity;
        if (to->word->counted && constant_count(node->word, &count)) {
            to->constant = count;
            --to->arity;
        }
    }
    for (unsigned i = 0; i < to->arity; ++i) {
        if (to->args[i] >= values_before) {
            text_add(fault, "a node of its expression takes a value that comes later");
            return 0;
        }
    }
    return 1;
}

/* A proven function. */
static int reference_of_plain_c(reference *which, const bl_table *table, text *fault)
{
    for (size_t v = 0; v < table->variant_count; ++v) {
        if (same_name(name_of_isa(table->variants[v].isa), "scalar") && table->parameter_count == 0 &&
            (table->call == BL_CALL_1 || table->call == BL_CALL_2)) {
            which->plain = table->variants[v].patterns[0];
        }
    }
    which->has_pole = (uint8_t)has_pole(table->op);
    which->type = (bl_dtype)table->dtypes[1];
    which->compared_as = (bl_dtype)table->dtypes[0];
    which->of_double = which->type == BL_F64 ? oracle_double_by_name(table->op) : NULL;
    which->dtypes = table->dtypes;
    which->arity = table->arity;
    if (which->plain == NULL) {
        text_add(fault, "it is proven, but has no kernel of one or two operands in plain C");
    }
    return which->plain != NULL;
}

int reference_of_expression(reference *which, const bl_expression *expression, text *fault)
{
    const bl_table *table = expression->table;
    expression_step *const first = steps + steps_used;

    memset(which, 0, sizeof *which);
    if (expression->nodes == NULL) {
        return reference_of_plain_c(which, table, fault);
    }
    if (expression->node_count == 0 || expression->node_count > MAX_STEPS - steps_used) {
        text_add(fault, "its expression has no nodes, or too many for tests/kernels/reference.c");
        return 0;
    }
    if (table->parameter_count > MAX_PARAMETERS) {
        text_add(fault, "it has more parameters than tests/kernels/kernels.h has room for");
        return 0;
    }
    if (expression->leaf_count != table->arity + table->parameter_count ||
        expression->leaf_count + (size_t)expression->node_count > MAX_VALUES) {
        text_add(fault, "its expression has other leaves than its table has inputs and parameters, or too many values");
        return 0;
    }
    which->type = (bl_dtype)table->dtypes[1];
    which->dtypes = table->dtypes;
    which->compared_as = (bl_dtype)table->dtypes[0];
    which->arity = table->arity;
    which->carries = 1;
    which->steps = first;
    which->step_count = expression->node_count;
    for (size_t i = 0; i < expression->node_count; ++i) {
        if (!take_node(&first[i], &expression->nodes[i], expression->leaf_count + i, fault)) {
            return 0;
        }
        which->carries &= first[i].kind == WORD ? first[i].word->carries : first[i].kind != FUNCTION;
    }
    steps_used += expression->node_count;
    choose_parameters(which, table, 0);
    return 1;
}

void reference_forget(void)
{
    steps_used = 0;
}

const bl_expression *expression_of(const bl_table *table)
{
    for (size_t i = 0; i < bl_expression_count; ++i) {
        if (bl_expressions[i].table == table) {
            return &bl_expressions[i];
        }
    }
    return NULL;
}

/* Whether the table has the parameters that the rule expects. */
static int has_parameters_of(const bl_table *table, const oracle_op_rule *rule)
{
    if (table->parameter_count != rule->parameter_count) {
        return 0;
    }
    for (unsigned p = 0; p < rule->parameter_count; ++p) {
        const oracle_parameter *known = &rule->parameters[p];
        const bl_parameter *has = &table->parameters[p];
        const int is_typed = known->dtype == BL_DTYPE_COUNT;

        if (!same_name(has->name, known->name) || has->dtype != (is_typed ? table->dtypes[1] : known->dtype) ||
            (!is_typed && has->initial != known->initial)) {
            return 0;
        }
    }
    return 1;
}

/* Whether the op raises nothing, even for a signalling NaN, according to docs/semantics.md. */
static int is_quiet(const char *op)
{
    static const char *const quiet[] = {"is_nan", "is_inf", "is_finite", "sign", "select", "identity", "negative", "abs"};
    int found = 0;

    for (size_t i = 0; i < sizeof quiet / sizeof quiet[0]; ++i) {
        found |= same_name(op, quiet[i]);
    }
    return found;
}

int reference_of_op(reference *which, const bl_table *table, text *fault)
{
    const bl_expression *expression = expression_of(table);
    const oracle_op_rule *rule = oracle_op(table->op);

    if (expression == NULL) {
        text_add(fault, "it has no expression");
        return 0;
    }
    if (!reference_of_expression(which, expression, fault)) {
        return 0;
    }
    if (rule == NULL || which->plain != NULL) {
        return 1;
    }
    if (rule->arity != table->arity || !has_parameters_of(table, rule)) {
        text_add(fault, "its table has other inputs or parameters than tests/oracle/ops.c, or other defaults");
        return 0;
    }
    which->op = rule;
    which->quiet = (uint8_t)is_quiet(table->op);
    which->carries = rule->carries;
    return 1;
}

/* ---- Values ---- */

/* The operands of a step's word, from the present values. */
static void gather_operands(const expression_step *from, uint64_t *operands)
{
    for (unsigned p = 0; p < 3; ++p) {
        operands[p] = p < from->arity ? values[from->args[p]] : 0;
    }
    if (from->arity < 3) {
        operands[from->arity] = from->constant;
    }
}

static uint64_t word_value(const expression_step *from)
{
    uint64_t operands[3], value;

    gather_operands(from, operands);
    value = from->word->value((bl_dtype)from->dtype, operands);
    if (from->word->domain != NULL && reference_unspecified != 0 &&
        !from->word->domain((bl_dtype)from->dtype, operands)) {
        value ^= reference_unspecified & (from->gives == BL_BOOL ? 1 : type_mask((bl_dtype)from->gives));
    }
    return value;
}

static uint64_t function_value(const expression_step *from)
{
    unsigned char x[sizeof(uint64_t)], to[sizeof(uint64_t)];
    const void *const inputs[] = {x};
    uint64_t result;

    store_elements(x, element_size((bl_dtype)from->dtype), &values[from->args[0]], 1);
    from->function(1, inputs, to, 1, NULL);
    load_elements(&result, to, element_size((bl_dtype)from->gives), 1);
    return result;
}

static uint64_t expression_value(const reference *which, const uint64_t *x)
{
    uint64_t *value = values + which->arity + which->parameter_count;

    memcpy(values, x, which->arity * sizeof values[0]);
    memcpy(values + which->arity, which->parameters, which->parameter_count * sizeof values[0]);
    for (const expression_step *from = which->steps; from < which->steps + which->step_count; ++from, ++value) {
        *value = from->kind == WORD       ? word_value(from)
                 : from->kind == CONSTANT ? from->constant
                 : from->kind == FUNCTION ? function_value(from)
                                          : values[from->args[values[from->args[1]] == 0 ? 2 : 0]];
    }
    return value[-1];
}

static uint64_t op_value(const reference *which, const uint64_t *x)
{
    uint64_t operands[ORACLE_MAX_OPERANDS];

    memcpy(operands, x, which->arity * sizeof operands[0]);
    memcpy(operands + which->arity, which->parameters, which->parameter_count * sizeof operands[0]);
    return which->op->value(which->dtypes, operands);
}

/* A word's operands, with its count. */
static void take_word_operands(const reference *which, const uint64_t *x, uint64_t *operands)
{
    memset(operands, 0, 3 * sizeof operands[0]);
    memcpy(operands, x, which->arity * sizeof operands[0]);
    if (which->has_count) {
        operands[which->arity] = which->count;
    }
}

static uint64_t in_plain_c(const reference *which, const uint64_t *x)
{
    unsigned char from[2][sizeof *x], to[sizeof *x];
    uint64_t result;

    for (unsigned p = 0; p < which->arity; ++p) {
        store_elements(from[p], element_size(which->dtypes[p + 1]), &x[p], 1);
    }
    if (which->arity == 1) {
        ((bl_kernel_1 *)which->plain)(1, from[0], to, 1, NULL);
    } else {
        ((bl_kernel_2 *)which->plain)(1, from[0], from[1], to, 1, NULL);
    }
    load_elements(&result, to, element_size(which->compared_as), 1);
    return result;
}

static uint64_t proven_value(const reference *which, const uint64_t *x)
{
    return which->of_double != NULL ? oracle_double_value(which->of_double, x) : in_plain_c(which, x);
}

/* Whether a table is that of the same operator with f32 in place of the other's f16. */
static int is_single_of(const bl_table *of, const bl_table *table)
{
    int is_same = of->arity == table->arity && same_name(of->op, table->op);

    for (unsigned i = 0; is_same && i <= table->arity; ++i) {
        is_same = of->dtypes[i] == (table->dtypes[i] == BL_F16 ? BL_F32 : table->dtypes[i]);
    }
    return is_same;
}

int reference_in_single(const bl_table *table, const uint64_t *x, uint64_t *single)
{
    for (size_t i = 0; i < bl_expression_count; ++i) {
        const bl_expression *other = &bl_expressions[i];
        uint64_t operands[BL_MAX_ARITY];
        reference which;
        text fault;

        if (other->nodes == NULL && is_single_of(other->table, table)) {
            text_clear(&fault);
            if (reference_of_expression(&which, other, &fault)) {
                for (unsigned p = 0; p < table->arity; ++p) {
                    operands[p] = table->dtypes[p + 1] == BL_F16 ? oracle_f32_from_half(BL_F16, x[p]) : x[p];
                }
                *single = in_plain_c(&which, operands);
                return 1;
            }
        }
    }
    return 0;
}

uint64_t reference_value(const reference *which, const uint64_t *x)
{
    uint64_t operands[3];

    if (which->plain != NULL) {
        return proven_value(which, x);
    }
    if (which->rule == NULL) {
        return which->op != NULL ? op_value(which, x) : expression_value(which, x);
    }
    take_word_operands(which, x, operands);
    return which->rule->value(which->type, operands);
}

int reference_in_domain(const reference *which, const uint64_t *x)
{
    uint64_t operands[3];

    if (which->rule == NULL || which->rule->domain == NULL) {
        return 1;
    }
    take_word_operands(which, x, operands);
    return which->rule->domain(which->type, operands);
}

int reference_accepts(const reference *which, uint64_t got, uint64_t expected)
{
    return got == expected || oracle_same(which->compared_as, which->carries, got, expected);
}

/* ---- Exceptions ---- */

unsigned reference_raises(const reference *which, const uint64_t *x)
{
    static uint8_t needed[MAX_VALUES];
    const size_t leaves = (size_t)which->arity + which->parameter_count;
    unsigned raised = 0;

    if (which->quiet) {
        return 0;
    }
    if (which->plain != NULL) {
        return oracle_function_raises(which->dtypes, which->arity, which->has_pole, x, proven_value(which, x));
    }
    expression_value(which, x);
    memset(needed, 0, leaves + which->step_count);
    needed[leaves + which->step_count - 1] = 1;
    for (size_t i = which->step_count; i-- > 0;) {
        const expression_step *from = &which->steps[i];

        if (!needed[leaves + i]) {
            continue;
        }
        for (unsigned p = 0; p < from->arity; ++p) {
            needed[from->args[p]] |= from->kind != SETTLE || p < 2 || values[from->args[1]] == 0;
        }
        if (from->kind == WORD && from->word->raises != NULL) {
            uint64_t operands[3];

            gather_operands(from, operands);
            raised |= from->word->raises((bl_dtype)from->dtype, operands, values[leaves + i]);
        } else if (from->kind == FUNCTION) {
            const uint8_t dtypes[] = {from->gives, from->dtype};

            raised |= oracle_function_raises(dtypes, 1, from->has_pole, &values[from->args[0]], values[leaves + i]);
        }
    }
    return raised;
}

int reference_doubts(const reference *which, const uint64_t *x)
{
    int doubts = 0;

    expression_value(which, x);
    for (size_t i = 0; i < which->step_count; ++i) {
        doubts |= which->steps[i].kind == SETTLE && values[which->steps[i].args[1]] == 0;
    }
    return doubts;
}

int reference_has(const reference *which, const uint64_t *x, word_test *holds)
{
    uint64_t operands[3];

    if (which->rule != NULL) {
        take_word_operands(which, x, operands);
        return holds(which->rule->name, which->type, operands);
    }
    expression_value(which, x);
    for (size_t i = 0; i < which->step_count; ++i) {
        const expression_step *from = &which->steps[i];

        if (from->kind == WORD) {
            gather_operands(from, operands);
            if (holds(from->word->name, (bl_dtype)from->dtype, operands)) {
                return 1;
            }
        }
    }
    return 0;
}

static int is_half(uint8_t type)
{
    return type == BL_F16 || type == BL_BF16;
}

unsigned reference_promised(const reference *which, const bl_table *table)
{
    int halves = 0;

    for (unsigned p = 0; p <= table->arity; ++p) {
        halves |= is_half(table->dtypes[p]);
    }
    for (size_t i = 0; i < which->step_count; ++i) {
        halves |= is_half(which->steps[i].dtype) || is_half(which->steps[i].gives);
    }
    return ORACLE_INVALID | ORACLE_DIVISION_BY_ZERO | (halves ? 0u : ORACLE_OVERFLOW);
}

int reference_can_raise(const reference *which)
{
    int can = which->plain != NULL;

    for (size_t i = 0; i < which->step_count && !which->quiet; ++i) {
        can |= which->steps[i].kind == FUNCTION ||
               (which->steps[i].kind == WORD && which->steps[i].word->raises != NULL &&
                oracle_types[which->steps[i].dtype].kind == ORACLE_FLOAT);
    }
    return can;
}

int reference_is_exact(const reference *which)
{
    if (which->plain != NULL) {
        return 0;
    }
    for (size_t i = 0; i < which->step_count && !which->quiet; ++i) {
        const expression_step *from = &which->steps[i];
        const char *name = from->kind == WORD ? from->word->name : "";
        const int compares = same_name(name, "eq") || same_name(name, "lt");
        const int widens = same_name(name, "f32_from_f16") || same_name(name, "f32_from_bf16");

        if (from->kind == FUNCTION) {
            return 0;
        }
        if (from->kind == WORD && !from->word->carries && oracle_types[from->dtype].kind == ORACLE_FLOAT && !widens &&
            !(compares && from->dtype == BL_F16)) {
            return 0;
        }
    }
    return 1;
}
