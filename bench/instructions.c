/* Counts the instructions of every kernel, at two lengths: the difference is the loop, the rest a call's fixed cost.
 *
 *   valgrind --tool=callgrind --combine-dumps=yes instructions     a dump a call, named by its trigger
 *   instructions ISA...                                            a line a call, without the instruction sets named
 *
 * Without valgrind the processor itself counts, for the instruction sets that valgrind cannot execute: it traps after
 * every instruction (x86-64 only), which is slow.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define _POSIX_C_SOURCE 200809L

#include "../src/kernel.h"
#include "broadloom.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <valgrind/callgrind.h>

enum { SHORT_COLS = 256,
       LONG_COLS = 512 };

static uint64_t inputs[BL_MAX_ARITY][LONG_COLS];
static uint64_t output[LONG_COLS];
static uint64_t parameters[128]; /* of the table at hand */

/* ---- Counting ---- */

static void call(bl_kernel kernel, const bl_table *table, size_t cols)
{
    const void *at[BL_MAX_ARITY];

    for (size_t i = 0; i < BL_MAX_ARITY; ++i) {
        at[i] = inputs[i];
    }
    bl_call_kernel(table->call, 0, kernel, 1, cols, at, parameters, output, NULL);
}

#if defined(__x86_64__)

#include <x86intrin.h>

#define TRAP_FLAG 0x100u

static volatile unsigned long steps;

static void count_step(int number)
{
    (void)number;
    ++steps;
}

static int can_step(void)
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_handler = count_step;
    return sigaction(SIGTRAP, &action, NULL) == 0;
}

static void step(const char *name, bl_kernel kernel, const bl_table *table, size_t cols)
{
    steps = 0;
    __writeeflags(__readeflags() | TRAP_FLAG);
    call(kernel, table, cols);
    __writeeflags(__readeflags() & ~(unsigned long long)TRAP_FLAG);
    printf("%s %lu\n", name, steps);
}

#else

static int can_step(void)
{
    return 0;
}

static void step(const char *name, bl_kernel kernel, const bl_table *table, size_t cols)
{
    (void)name, (void)kernel, (void)table, (void)cols;
}

#endif

static void count(const char *what, bl_kernel kernel, const bl_table *table, size_t cols)
{
    char name[1232];

    (void)snprintf(name, sizeof name, "%s %zu", what, cols);
    if (RUNNING_ON_VALGRIND) {
        CALLGRIND_ZERO_STATS;
        call(kernel, table, cols);
        CALLGRIND_DUMP_STATS_AT(name);
    } else {
        step(name, kernel, table, cols);
    }
}

/* What counting itself adds, for each arity: a kernel of one instruction. */
static void nothing(void)
{
}

static void count_nothing(void)
{
    for (size_t arity = 1; arity <= BL_MAX_ARITY; ++arity) {
        bl_table table;
        char what[32];

        memset(&table, 0, sizeof table);
        table.call = (uint8_t)(arity <= BL_CALL_3 ? arity : BL_CALL_N);
        (void)snprintf(what, sizeof what, "nothing %zu - -", arity);
        count(what, nothing, &table, SHORT_COLS);
    }
}

/* ---- The operands ---- */

/* Ordinary values: floats in [1, 2), odd integers. */
static uint64_t ordinary(bl_dtype dtype, uint64_t random)
{
    switch (dtype) {
    case BL_F32:
        return 0x3f800000u | (random & 0x7fffffu);
    case BL_F64:
        return 0x3ff0000000000000u | (random & 0xfffffffffffffu);
    case BL_F16:
        return 0x3c00u | (random & 0x3ffu);
    case BL_BF16:
        return 0x3f80u | (random & 0x7fu);
    case BL_BOOL:
        return random & 1;
    default:
        return random | 1;
    }
}

static void fill(void *data, bl_dtype dtype)
{
    uint64_t state = 1;

    for (size_t i = 0; i < LONG_COLS; ++i) {
        uint64_t value;

        state = state * 6364136223846793005u + 1442695040888963407u;
        value = ordinary(dtype, state >> 11 ^ state << 40);
        switch (bl_dtype_size(dtype)) {
        case 1:
            ((uint8_t *)data)[i] = (uint8_t)value;
            break;
        case 2:
            ((uint16_t *)data)[i] = (uint16_t)value;
            break;
        case 4:
            ((uint32_t *)data)[i] = (uint32_t)value;
            break;
        default:
            ((uint64_t *)data)[i] = value;
            break;
        }
    }
}

/* ---- The kernels ---- */

static int same_kernels(const bl_table *a, const bl_table *b)
{
    if (a->variant_count != b->variant_count) {
        return 0;
    }
    for (size_t i = 0; i < a->variant_count; ++i) {
        for (size_t held = 0; held < (size_t)1 << a->arity; ++held) {
            if (a->variants[i].isa != b->variants[i].isa ||
                a->variants[i].patterns[held] != b->variants[i].patterns[held]) {
                return 0;
            }
        }
    }
    return 1;
}

/* The dtypes of the operator's type variables: "i8", "f32_i8". */
static size_t put_dtypes(const bl_op *op, const bl_table *table, char *text, size_t size)
{
    size_t length = 0;

    for (size_t v = 0; v < op->variable_count; ++v) {
        length += (size_t)snprintf(text + length, size - length, "%s%s", v > 0 ? "_" : "",
                                   bl_dtype_name((bl_dtype)table->dtypes[op->typed_by[v]]));
    }
    return length;
}

/* The dtypes of the tables that run the same kernels as table t: "i8,u8". Returns 0 where an earlier one has named
 * them. */
static int name_dtypes(const bl_op *op, size_t t, char *names, size_t size)
{
    size_t length = 0;

    for (size_t i = 0; i < op->first[BL_DTYPE_COUNT]; ++i) {
        if (same_kernels(op->tables[i], op->tables[t])) {
            if (i < t) {
                return 0;
            }
            length += (size_t)snprintf(names + length, size - length, "%s", i > t ? "," : "");
            length += put_dtypes(op, op->tables[i], names + length, size - length);
        }
    }
    return 1;
}

static void count_variant(const bl_table *table, const bl_variant *variant, const char *dtypes)
{
    for (size_t held = 0; held < (size_t)1 << table->arity; ++held) {
        char pattern[BL_MAX_ARITY + 1] = {0};
        char what[1200];

        if (variant->patterns[held] == NULL) {
            continue;
        }
        for (size_t i = 0; i < table->arity; ++i) {
            pattern[i] = (held >> i & 1) != 0 ? 's' : 'v';
        }
        (void)snprintf(what, sizeof what, "%s %s %s %s", table->op, dtypes, pattern, bl_isa_name(variant->isa));
        count(what, variant->patterns[held], table, SHORT_COLS);
        count(what, variant->patterns[held], table, LONG_COLS);
    }
}

static int is_among(const char *name, char **names)
{
    while (*names != NULL && strcmp(*names, name) != 0) {
        ++names;
    }
    return *names != NULL;
}

static void count_table(const bl_table *table, const char *dtypes, char **left_out)
{
    for (size_t i = 0; i < table->arity; ++i) {
        fill(inputs[i], (bl_dtype)table->dtypes[i + 1]);
    }
    bl_parameters_default(table, parameters);
    for (size_t i = 0; i < table->variant_count; ++i) {
        const bl_variant *variant = &table->variants[i];

        if (bl_isa_available(variant->isa) && !is_among(bl_isa_name(variant->isa), left_out)) {
            count_variant(table, variant, dtypes);
        }
    }
}

int main(int argc, char **argv)
{
    (void)argc;
    if (!RUNNING_ON_VALGRIND && !can_step()) {
        return 0;
    }
    count_nothing();
    for (size_t i = 0; i < bl_all_op_count; ++i) {
        const bl_op *op = bl_all_ops[i];

        for (size_t t = 0; t < op->first[BL_DTYPE_COUNT]; ++t) {
            char dtypes[1024];

            if (name_dtypes(op, t, dtypes, sizeof dtypes)) {
                count_table(op->tables[t], dtypes, argv + 1);
            }
        }
    }
    return 0;
}
