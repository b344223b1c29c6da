/* One block of a subject: judge two computes all results, and the kernels of every instruction set of this machine must agree; a sample is
 * compared with MPFR and with the oracle.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"
#include "subjects.h"
#include "values.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A chunk's operands and results, as bits and as arrays. */
static uint64_t operands[2][CHUNK], expected[CHUNK];
static union array {
    uint8_t as8[8 * CHUNK];
    uint16_t as16[4 * CHUNK];
    uint32_t as32[2 * CHUNK];
    uint64_t as64[CHUNK];
} arrays[2], wanted, got;
static uint8_t unsaid[CHUNK]; /* outside the word's domain */

/* ---- Elements in arrays ---- */

static void store(unsigned type, union array *to, size_t i, uint64_t bits)
{
    switch (bits_of_type(type)) {
    case 8:
        to->as8[i] = (uint8_t)bits;
        break;
    case 16:
        to->as16[i] = (uint16_t)bits;
        break;
    case 32:
        to->as32[i] = (uint32_t)bits;
        break;
    default:
        to->as64[i] = bits;
    }
}

static uint64_t load(unsigned type, const union array *from, size_t i)
{
    switch (bits_of_type(type)) {
    case 8:
        return from->as8[i];
    case 16:
        return from->as16[i];
    case 32:
        return from->as32[i];
    default:
        return from->as64[i];
    }
}

/* ---- Operands ---- */

static void fill(const subject *which, uint64_t chunk)
{
    for (size_t i = 0; i < CHUNK; ++i) {
        if (which->kind == ALL_PAIRS) {
            operands[0][i] = chunk;
            operands[1][i] = i;
        } else if (which->kind == ALL_INPUTS) {
            operands[0][i] = chunk * CHUNK + i;
        } else {
            random_pair(which->dtypes[1], chunk * CHUNK + i, &operands[0][i], &operands[1][i]);
        }
        for (unsigned p = 0; p < which->arity; ++p) {
            store(which->dtypes[p + 1], &arrays[p], i, operands[p][i]);
        }
    }
}

/* ---- Judges ---- */

static void take(const subject *which, size_t i, uint64_t *x)
{
    for (unsigned p = 0; p < which->arity; ++p) {
        x[p] = operands[p][i];
    }
}

static void say_difference(const subject *which, size_t i, const char *who, uint64_t gave, uint64_t should)
{
    printf("%s %s %s: ", kind_name(which), which->name, which->dtypes_text);
    printf("(0x%" PRIx64, operands[0][i]);
    if (which->arity > 1) {
        printf(", 0x%" PRIx64, operands[1][i]);
    }
    printf(") %s gave 0x%" PRIx64 ", judge two 0x%" PRIx64 "\n", who, gave, should);
}

static int is_same(const subject *which, uint64_t a, uint64_t b)
{
    const unsigned type = which->rule->nan_of != 0 ? which->rule->nan_of : which->dtypes[0];

    return a == b || (!which->rule->moves && is_nan_bits(type, a) && is_nan_bits(type, b));
}

static uint64_t asked_oracle(const subject *which, const uint64_t *x)
{
    return which->op_oracle != NULL ? which->op_oracle->value(which->dtypes, x)
                                    : which->word_oracle->value((bl_dtype)which->dtypes[which->word_oracle->typed_by + 1], x);
}

/* Computes judge two's results of a chunk, and compares the samples. Returns 0 if judges differ. */
static int judge(const subject *which, uint64_t chunk)
{
    const size_t exact_from = which->every_exact != 0 ? mixed(chunk) % which->every_exact : 0;
    const size_t oracle_from = which->every_oracle != 0 ? mixed(~chunk) % which->every_oracle : 0;
    uint64_t x[BL_MAX_ARITY + 8] = {0};

    for (unsigned p = 0; which->table != NULL && p < which->table->parameter_count; ++p) {
        x[which->arity + p] = which->table->parameters[p].initial;
    }
    for (size_t i = 0; i < CHUNK; ++i) {
        take(which, i, x);
        unsaid[i] = which->domain != NULL && !which->domain(which->dtypes, x);
        expected[i] = unsaid[i] ? 0 : which->full(which->dtypes, x);
        store(which->dtypes[0], &wanted, i, expected[i]);
    }
    for (size_t i = exact_from; which->every_exact != 0 && i < CHUNK; i += which->every_exact) {
        take(which, i, x);
        if ((which->rule->domain == NULL || which->rule->domain(which->dtypes, x)) == unsaid[i]) {
            say_difference(which, i, "the domain", !unsaid[i], unsaid[i]);
            return 0;
        }
        if (!unsaid[i] && !is_same(which, which->exact(which->dtypes, x), expected[i])) {
            say_difference(which, i, "MPFR", which->exact(which->dtypes, x), expected[i]);
            return 0;
        }
    }
    for (size_t i = oracle_from; which->every_oracle != 0 && i < CHUNK; i += which->every_oracle) {
        take(which, i, x);
        if (!unsaid[i] && !is_same(which, asked_oracle(which, x), expected[i])) {
            say_difference(which, i, "the oracle", asked_oracle(which, x), expected[i]);
            return 0;
        }
    }
    return 1;
}

/* ---- Kernels ---- */

static int compare(const subject *which, const char *isa)
{
    if (has_nans(which->dtypes[0]) && !which->rule->moves) {
        unify_nans(which->dtypes[0], &got, CHUNK);
    }
    if (memcmp(&got, &wanted, CHUNK * (size_t)bits_of_type(which->dtypes[0]) / 8) == 0) {
        return 1;
    }
    for (size_t i = 0; i < CHUNK; ++i) {
        const uint64_t gave = load(which->dtypes[0], &got, i);

        if (!unsaid[i] && !is_same(which, gave, expected[i])) {
            say_difference(which, i, isa, gave, expected[i]);
            return 0;
        }
    }
    return 1;
}

static void call_kernel(const bl_table *table, bl_kernel kernel, const void *parameters)
{
    const void *inputs[2] = {&arrays[table->exchanged ? 1 : 0], &arrays[table->exchanged ? 0 : 1]};

    switch (table->call) {
    case BL_CALL_1:
        ((bl_kernel_1 *)kernel)(CHUNK, inputs[0], &got, 1, NULL);
        break;
    case BL_CALL_2:
        ((bl_kernel_2 *)kernel)(CHUNK, inputs[0], inputs[1], &got, 1, NULL);
        break;
    default:
        ((bl_kernel_p *)kernel)(CHUNK, inputs, parameters, &got, 1, NULL);
    }
}

static int run_kernels(const subject *which)
{
    static uint64_t parameters[64];
    const bl_table *table = which->table;

    if (table == NULL) {
        const void *const inputs[2] = {&arrays[0], &arrays[1]};

        if (which->word == NULL) {
            return 1;
        }
        which->word->patterns[0](CHUNK, inputs, &got, 1, NULL);
        return compare(which, "scalar");
    }
    bl_parameters_default(table, parameters);
    for (size_t v = 0; v < table->variant_count; ++v) {
        if (bl_isa_available(table->variants[v].isa)) {
            call_kernel(table, table->variants[v].patterns[0], parameters);
            if (!compare(which, bl_isa_name(table->variants[v].isa))) {
                return 0;
            }
        }
    }
    return 1;
}

/* The instruction sets that run_kernels compares, best first. */
static void name_isas(const subject *which, char *isas, size_t room)
{
    size_t used = 0;

    (void)snprintf(isas, room, which->word != NULL ? "scalar" : "none");
    for (size_t v = 0; which->table != NULL && v < which->table->variant_count && used < room; ++v) {
        if (bl_isa_available(which->table->variants[v].isa)) {
            used += (size_t)snprintf(isas + used, room - used, "%s%s", used == 0 ? "" : ",",
                                     bl_isa_name(which->table->variants[v].isa));
        }
    }
}

/* ---- Blocks ---- */

static uint64_t hashed(uint64_t hash, const subject *which)
{
    const unsigned bits = bits_of_type(which->dtypes[0]);

    for (size_t i = 0; i < CHUNK;) {
        uint64_t joined = 0;

        for (unsigned at = 0; at < 64; at += bits, ++i) {
            joined |= expected[i] << at;
        }
        hash = hashed_with(hash, joined);
    }
    return hash;
}

int run_block(const subject *which, unsigned block, uint64_t *hash, char *isas, size_t room)
{
    *hash = 0;
    name_isas(which, isas, room);
    for (unsigned c = 0; c < which->chunks; ++c) {
        const uint64_t chunk = (uint64_t)block * which->chunks + c;

        fill(which, chunk);
        if (!judge(which, chunk) || !run_kernels(which)) {
            return 0;
        }
        *hash = hashed(*hash, which);
    }
    return 1;
}

int rerun_block(const subject *which, unsigned block, uint64_t *hash)
{
    static uint64_t parameters[64];
    const bl_table *table = which->table;
    size_t best = 0;

    *hash = 0;
    while (!bl_isa_available(table->variants[best].isa)) {
        ++best;
    }
    bl_parameters_default(table, parameters);
    for (unsigned c = 0; c < which->chunks; ++c) {
        fill(which, (uint64_t)block * which->chunks + c);
        call_kernel(table, table->variants[best].patterns[0], parameters);
        if (has_nans(which->dtypes[0]) && !which->rule->moves) {
            unify_nans(which->dtypes[0], &got, CHUNK);
        }
        for (size_t i = 0; i < CHUNK; ++i) {
            expected[i] = load(which->dtypes[0], &got, i);
        }
        *hash = hashed(*hash, which);
    }
    return (int)table->variants[best].isa;
}
