/* Every kernel on every instruction set of this processor: `make bench-isas` lists those that take more than 1.10 times as long as a
 * kernel of a lower instruction set, in each of three runs. It times all tables and all patterns of constant inputs. The kernels of one
 * table and pattern are timed by turns, and the lower quartile of many turns counts.
 *
 * Operands are ordinary: numbers of both signs from 1/16 to 16, integers of all magnitudes, no divisor 0. With `special` among the
 * arguments every eighth number is NaN, infinite, zero, subnormal, or the greatest. Other arguments choose tables: names of operators, or
 * the beginning of a table's name as it is printed. With `all` every kernel is printed.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "../src/detection/isa.h"
#include "../src/kernels/kernel.h"
#include "broadloom_ops.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDEST_BYTES = 8192,                            /* of an operand: all of a call's are in the nearest cache */
       APART_BYTES = WIDEST_BYTES + 5 * BL_LINE_BYTES, /* at equal offsets in pages, processors mistake a load for one that depends on a store */
       ROUNDS = 15,
       RUNS = 3,
       MOST_VARIANTS = 16 };

static const double limit = 1.10, batch_of_ns = 8000;

static uint64_t seed = 1;

static uint64_t random_bits(void)
{
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    return seed >> 32;
}

/* ---- Operands ---- */

static uint8_t memory[(BL_MAX_ARITY + 1) * APART_BYTES + BL_LINE_BYTES];
static uint64_t parameters[16];

/* Each begins with a cache line, as the rows of long calls do. */
static uint8_t *operand_at(size_t operand)
{
    return memory + ((uintptr_t)0 - (uintptr_t)memory) % BL_LINE_BYTES + operand * APART_BYTES;
}

/* The bits of a number from 2^-4 to 2^4 that is exact in eight bits, or of a special number. */
static uint64_t number_bits(bl_dtype dtype, int is_special)
{
    static const struct {
        unsigned width, fraction;
    } shapes[BL_DTYPE_COUNT] = {[BL_F32] = {32, 23}, [BL_F64] = {64, 52}, [BL_F16] = {16, 10}, [BL_BF16] = {16, 7}};
    const unsigned width = shapes[dtype].width, fraction = shapes[dtype].fraction;
    const uint64_t sign = (random_bits() & 1) << (width - 1), exponents = ((uint64_t)1 << (width - 1 - fraction)) - 1;
    const uint64_t one = exponents / 2;

    if (is_special) {
        const uint64_t kinds[] = {exponents << fraction | (uint64_t)1 << (fraction - 1), exponents << fraction, 0, 1,
                                  (exponents << fraction) - 1};

        return sign | kinds[random_bits() % (sizeof kinds / sizeof *kinds)];
    }
    return sign | (one - 4 + random_bits() % 8) << fraction | (random_bits() & ((1U << 7) - 1)) << (fraction - 7);
}

static void fill(const bl_table *table, size_t operand, size_t count, int special)
{
    const bl_dtype dtype = (bl_dtype)table->dtypes[operand];
    const size_t bytes = (size_t)1 << table->shifts[operand];
    uint8_t *const to = operand_at(operand);

    for (size_t i = 0; i < count; ++i) {
        uint64_t bits = ((random_bits() << 32) | random_bits()) >> (64 - 8 * bytes) >> random_bits() % (8 * bytes);

        if (dtype == BL_F32 || dtype == BL_F64 || dtype == BL_F16 || dtype == BL_BF16) {
            bits = number_bits(dtype, special && random_bits() % 8 == 0);
        } else if (dtype == BL_BOOL) {
            bits &= 1;
        } else {
            bits += bits == 0;
        }
        for (size_t k = 0; k < bytes; ++k) { /* little-endian, as all machines with several instruction sets are */
            to[i * bytes + k] = (uint8_t)(bits >> 8 * k);
        }
    }
}

/* ---- Time ---- */

typedef struct timed {
    const bl_table *table;
    const bl_variant *variant;
    bl_kernel kernel;
    double ns[ROUNDS];
    size_t times;
} timed;

static double now_ns(void)
{
    struct timespec time;

    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static double batch_ns(const timed *of, size_t count, size_t times)
{
    const void *inputs[BL_MAX_ARITY];
    const double start = now_ns();

    for (size_t i = 0; i < BL_MAX_ARITY; ++i) {
        inputs[i] = operand_at(i + 1);
    }
    for (size_t i = 0; i < times; ++i) {
        bl_call_kernel(of->table->call, 0, of->kernel, 1, count, inputs, parameters, operand_at(0), NULL);
    }
    return (now_ns() - start) / (double)times;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The lower quartile of each, in ns[0]. */
static void measure(timed *all, size_t kernels, size_t count)
{
    for (size_t k = 0; k < kernels; ++k) {
        const double once = batch_ns(&all[k], count, 2);

        all[k].times = once < batch_of_ns / 2 ? (size_t)(batch_of_ns / once) : 2;
    }
    for (size_t round = 0; round < ROUNDS; ++round) {
        for (size_t k = 0; k < kernels; ++k) {
            all[k].ns[round] = batch_ns(&all[k], count, all[k].times);
        }
    }
    for (size_t k = 0; k < kernels; ++k) {
        qsort(all[k].ns, ROUNDS, sizeof(double), by_size);
        all[k].ns[0] = all[k].ns[ROUNDS / 4];
    }
}

/* ---- Tables ---- */

typedef struct sums {
    double log_ratio;
    unsigned kernels, slower;
} sums;

static sums of_isa[BL_ISA_MOST + 1];

/* add f32 -> f32, or cast f32 -> i8 */
static void name_of(const bl_table *table, unsigned pattern, char *to, size_t size)
{
    size_t used = (size_t)snprintf(to, size, "%s", table->op);

    for (size_t i = 0; i < table->arity; ++i) {
        used += (size_t)snprintf(to + used, size - used, " %s", bl_dtype_name((bl_dtype)table->dtypes[i + 1]));
    }
    used += (size_t)snprintf(to + used, size - used, " -> %s ", bl_dtype_name((bl_dtype)table->dtypes[0]));
    for (size_t i = 0; i < table->arity; ++i) {
        used += (size_t)snprintf(to + used, size - used, "%c", (pattern >> i & 1) ? 's' : 'v');
    }
}

/* The least time of the lower instruction sets, from `from` on; the last one is plain C. */
static size_t quickest(const timed *all, size_t from, size_t kernels)
{
    size_t best = from;

    for (size_t k = from + 1; k < kernels; ++k) {
        best = all[k].ns[0] < all[best].ns[0] ? k : best;
    }
    return best;
}

static void time_pattern(const bl_table *table, unsigned pattern, int prints_all)
{
    static timed all[MOST_VARIANTS];
    double least[MOST_VARIANTS];
    const size_t count = WIDEST_BYTES / table->width;
    size_t kernels = 0, below = 0;
    char name[160];

    for (size_t k = 0; k < table->variant_count && kernels < MOST_VARIANTS; ++k) {
        const bl_variant *const variant = &table->variants[k];
        const bl_kernel kernel = variant->patterns[pattern];

        if (kernel == NULL || !bl_would_do(variant, bl_isas_usable(), count)) {
            continue;
        }
        if (kernels > 0 && all[kernels - 1].kernel == kernel) {
            --kernels; /* the lower instruction set's kernel serves both */
        }
        all[kernels].table = table;
        all[kernels].variant = variant;
        all[kernels++].kernel = kernel;
    }
    if (kernels < 2) {
        return;
    }
    name_of(table, pattern, name, sizeof name);
    for (size_t k = 0; k + 1 < kernels; ++k) {
        least[k] = INFINITY;
    }
    for (unsigned run = 0; run < RUNS; ++run) { /* repeated while some kernel was slower in each run */
        int is_slower = 0;

        measure(all, kernels, count);
        for (size_t k = 0; k + 1 < kernels; ++k) {
            const double ratio = all[k].ns[0] / all[quickest(all, k + 1, kernels)].ns[0];

            least[k] = ratio < least[k] ? ratio : least[k];
            is_slower |= least[k] > limit;
        }
        if (!is_slower) {
            break;
        }
    }
    for (size_t k = 0; k + 1 < kernels; ++k) {
        sums *const sum = &of_isa[all[k].variant->isa];

        below = quickest(all, k + 1, kernels);
        sum->log_ratio += log(least[k]);
        ++sum->kernels;
        sum->slower += least[k] > limit;
        if (prints_all || least[k] > limit) {
            printf("%-44s %-10s %8.4f ns, %-8s %8.4f: %5.2f\n", name, bl_isa_name(all[k].variant->isa), all[k].ns[0] / (double)count,
                   bl_isa_name(all[below].variant->isa), all[below].ns[0] / (double)count, least[k]);
        }
    }
    (void)fflush(stdout);
}

static int is_wanted(int argc, char **argv, const bl_table *table)
{
    char name[160];
    int any = 0;

    name_of(table, 0, name, sizeof name);
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "all") != 0 && strcmp(argv[i], "special") != 0) {
            any = 1;
            if (strcmp(argv[i], table->op) == 0 || strncmp(argv[i], name, strlen(argv[i])) == 0) {
                return 1;
            }
        }
    }
    return !any;
}

static int has(int argc, char **argv, const char *word)
{
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], word) == 0) {
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    const int special = has(argc, argv, "special"), prints_all = has(argc, argv, "all");

    if (bl_isa_from_environment() != BL_OK) {
        fprintf(stderr, "isas: this machine has no such instruction set\n");
        return 1;
    }
    for (size_t i = 0; i < bl_all_op_count; ++i) {
        for (size_t t = 0; t < bl_all_ops[i]->first[BL_DTYPE_COUNT]; ++t) {
            const bl_table *const table = bl_all_ops[i]->tables[t];

            if (table->width == 0 || !is_wanted(argc, argv, table) || table->parameters_size > sizeof parameters) {
                continue;
            }
            bl_parameters_default(table, parameters);
            for (size_t k = 1; k <= table->arity; ++k) {
                fill(table, k, WIDEST_BYTES / table->width, special);
            }
            for (unsigned pattern = 0; pattern + 1 < 1u << table->arity || pattern == 0; ++pattern) {
                time_pattern(table, pattern, prints_all);
            }
        }
    }
    for (size_t isa = 0; isa <= BL_ISA_MOST; ++isa) {
        if (of_isa[isa].kernels > 0) {
            printf("# %-10s %5u kernels, in %.2f of the time of the quickest one below, %u slower\n", bl_isa_name((bl_isa)isa),
                   of_isa[isa].kernels, exp(of_isa[isa].log_ratio / of_isa[isa].kernels), of_isa[isa].slower);
        }
    }
    return 0;
}
