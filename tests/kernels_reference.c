/* What must come out: the oracle's rule of a word or op, or an op's expression over the oracle's words. How a kernel is
 * called, and how a wrong result is told.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernels.h"

#include <string.h>

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
        text_add(fault, "tests/oracle.c does not know this word");
        return 0;
    }
    which->rule = rule;
    which->has_count = (uint8_t)constant_count(table->op, &which->count);
    which->arity = table->arity;
    which->moves = rule->moves;
    which->compared_as = (bl_dtype)(rule->bits_of != 0 ? rule->bits_of : table->output);
    which->type = (bl_dtype)(rule->typed_by < 0 ? table->output : table->inputs[rule->typed_by]);
    if (which->arity + which->has_count != rule->arity) {
        text_add(fault, "its table has another number of inputs than tests/oracle.c");
        return 0;
    }
    return 1;
}

int reference_of_expression(reference *which, const bl_table *table, const bl_expression *expression, text *fault)
{
    memset(which, 0, sizeof *which);
    if (expression->node_count > MAX_NODES || expression->node_count == 0) {
        text_add(fault, "its expression has no nodes, or too many for tests/kernels.h");
        return 0;
    }
    which->expression = expression;
    which->type = (bl_dtype)expression->dtype;
    which->compared_as = (bl_dtype)table->output;
    which->arity = table->arity;
    which->moves = 1;
    for (size_t i = 0; i < expression->node_count; ++i) {
        const bl_node *node = &expression->nodes[i];

        if (same_name(node->word, "constant")) {
            continue;
        }
        which->words[i] = oracle_word(node->word);
        if (which->words[i] == NULL) {
            text_add(fault, "tests/oracle.c does not know its word ");
            text_add(fault, node->word);
            return 0;
        }
        if (!constant_count(node->word, &which->counts[i])) {
            which->counts[i] = UINT64_MAX;
        }
        which->moves &= which->words[i]->moves;
    }
    return 1;
}

int reference_of_op(reference *which, const bl_table *table, bl_dtype type, text *fault)
{
    memset(which, 0, sizeof *which);
    which->rule = oracle_op(table->op);
    if (which->rule != NULL) {
        which->type = type;
        which->compared_as = (bl_dtype)table->output;
        which->arity = table->arity;
        which->moves = which->rule->moves;
        if (which->rule->arity != table->arity) {
            text_add(fault, "its table has another number of inputs than tests/oracle.c");
            return 0;
        }
        return 1;
    }
    for (size_t i = 0; i < bl_expression_count; ++i) {
        if (same_name(bl_expressions[i].op, table->op) && bl_expressions[i].dtype == type) {
            return reference_of_expression(which, table, &bl_expressions[i], fault);
        }
    }
    text_add(fault, "neither tests/oracle.c nor an expression says what it must give");
    return 0;
}

static uint64_t expression_value(const reference *which, const uint64_t *x)
{
    uint64_t values[BL_MAX_ARITY + MAX_NODES];

    memcpy(values, x, which->arity * sizeof values[0]);
    for (size_t i = 0; i < which->expression->node_count; ++i) {
        const bl_node *node = &which->expression->nodes[i];
        const oracle_rule *word = which->words[i];
        uint64_t operands[3] = {0, 0, 0};

        if (word == NULL) {
            values[which->arity + i] = node->constant;
            continue;
        }
        for (unsigned p = 0; p < word->arity; ++p) {
            const int is_constant = word->counted && p + 1u == word->arity && which->counts[i] != UINT64_MAX;

            operands[p] = is_constant ? which->counts[i] : values[node->args[p]];
        }
        values[which->arity + i] = word->value((bl_dtype)node->dtype, operands);
    }
    return values[which->arity + which->expression->node_count - 1u];
}

uint64_t reference_value(const reference *which, const uint64_t *x)
{
    uint64_t operands[3] = {x[0], x[1], x[2]};

    if (which->expression != NULL) {
        return expression_value(which, x);
    }
    if (which->has_count) {
        operands[which->arity] = which->count;
    }
    return which->rule->value(which->type, operands);
}

int reference_in_domain(const reference *which, const uint64_t *x)
{
    uint64_t operands[3] = {x[0], x[1], x[2]};

    if (which->rule == NULL || which->rule->domain == NULL) {
        return 1;
    }
    if (which->has_count) {
        operands[which->arity] = which->count;
    }
    return which->rule->domain(which->type, operands);
}

int reference_accepts(const reference *which, uint64_t got, uint64_t expected)
{
    return got == expected || oracle_same(which->compared_as, which->moves, got, expected);
}

void subject_label(const subject *which, unsigned pattern, text *label)
{
    const bl_table *table = which->table;

    text_clear(label);
    text_add(label, which->isa);
    text_add(label, which->is_word ? " word " : " op ");
    text_add(label, table->op);
    for (unsigned p = 0; p < table->arity; ++p) {
        text_add(label, p == 0 ? "(" : ",");
        text_add(label, oracle_types[table->inputs[p]].name);
    }
    text_add(label, ")->");
    text_add(label, oracle_types[table->output].name);
    text_add(label, " ");
    for (unsigned p = 0; p < table->arity; ++p) {
        text_add(label, (pattern >> p & 1) != 0 ? "s" : "v");
    }
    if (which->variant != NULL) {
        text_add(label, ", least cols ");
        text_number(label, which->variant->lanes);
        if (which->variant->isa >= 1 && (size_t)which->variant->isa <= bl_isa_row_count &&
            !same_name(bl_isa_rows[which->variant->isa - 1].name, which->isa)) {
            text_add(label, " of ");
            text_add(label, bl_isa_rows[which->variant->isa - 1].name);
        }
    }
}

size_t subject_step(const subject *which)
{
    const bl_table *table = which->table;
    size_t narrowest = element_size((bl_dtype)table->output), widest = narrowest;

    for (unsigned p = 0; p < table->arity; ++p) {
        const size_t size = element_size((bl_dtype)table->inputs[p]);

        narrowest = size < narrowest ? size : narrowest;
        widest = size > widest ? size : widest;
    }
    if (which->variant->lanes > 1) {
        return which->variant->lanes;
    }
    return 64 / narrowest < 4 * 64 / widest ? 64 / narrowest : 4 * 64 / widest;
}

void describe_mismatch(text *fault, const subject *which, const uint64_t *x, uint64_t got, uint64_t expected)
{
    const bl_table *table = which->table;

    text_add(fault, table->op);
    for (unsigned p = 0; p < table->arity; ++p) {
        text_add(fault, p == 0 ? "(" : ", ");
        text_hex(fault, x[p], oracle_types[table->inputs[p]].bits / 4u);
    }
    text_add(fault, ") gave ");
    text_hex(fault, got, oracle_types[table->output].bits / 4u);
    text_add(fault, ", expected ");
    text_hex(fault, expected, oracle_types[table->output].bits / 4u);
}

void call_kernel(const subject *which, unsigned pattern, size_t rows, size_t cols, const operand *inputs,
                 const operand *output)
{
    const bl_kernel kernel = (which->streams ? which->variant->streams : which->variant->patterns)[pattern];

    if (which->table->arity == 1) {
        ((bl_kernel_1 *)kernel)(rows, cols, inputs[0].base, inputs[0].row, output->base, output->row);
    } else if (which->table->arity == 2) {
        ((bl_kernel_2 *)kernel)(rows, cols, inputs[0].base, inputs[0].row, inputs[1].base, inputs[1].row, output->base,
                                output->row);
    } else {
        ((bl_kernel_3 *)kernel)(rows, cols, inputs[0].base, inputs[0].row, inputs[1].base, inputs[1].row,
                                inputs[2].base, inputs[2].row, output->base, output->row);
    }
}

size_t element_size(bl_dtype type)
{
    return oracle_types[type].bits / 8u;
}

/* The compiler's own memcpy: it stays one instruction also where -ffreestanding takes memcpy for any function. */
#define COPY __builtin_memcpy

void load_elements(uint64_t *to, const unsigned char *from, size_t size, size_t count)
{
    uint16_t two;
    uint32_t four;

    if (size == 1) {
        for (size_t i = 0; i < count; ++i) {
            to[i] = from[i];
        }
    } else if (size == 2) {
        for (size_t i = 0; i < count; ++i) {
            COPY(&two, from + i * 2, sizeof two);
            to[i] = two;
        }
    } else if (size == 4) {
        for (size_t i = 0; i < count; ++i) {
            COPY(&four, from + i * 4, sizeof four);
            to[i] = four;
        }
    } else {
        memcpy(to, from, count * sizeof to[0]);
    }
}

void store_elements(unsigned char *to, size_t size, const uint64_t *from, size_t count)
{
    if (size == 1) {
        for (size_t i = 0; i < count; ++i) {
            to[i] = (unsigned char)from[i];
        }
    } else if (size == 2) {
        for (size_t i = 0; i < count; ++i) {
            const uint16_t two = (uint16_t)from[i];

            COPY(to + i * 2, &two, sizeof two);
        }
    } else if (size == 4) {
        for (size_t i = 0; i < count; ++i) {
            const uint32_t four = (uint32_t)from[i];

            COPY(to + i * 4, &four, sizeof four);
        }
    } else {
        memcpy(to, from, count * sizeof from[0]);
    }
}
