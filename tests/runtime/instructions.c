/* The cost of plans with three or more operands, in instructions: no length may cost much more than one of whole
 * steps, and no set of single-valued inputs much more than a set with one fewer. Instructions are counted by the
 * processor's single-step trap.
 *
 *     instructions [each [operator]]     tests one in `each` of the lengths, 1 for all; prints an operator's costs
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#if defined(__linux__) && defined(__x86_64__) && defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !BL_RUNTIME_COMPACT

#include <signal.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define BESIDE 150        /* instructions that a length may cost in addition to a quarter more than one of whole steps … */
#define BESIDE_A_TILE 300 /* … and an input of one value in addition to three tenths more than another: its tile */

/* ---- Counting ---- */

static volatile sig_atomic_t traps;

static void on_trap(int signal)
{
    (void)signal;
    ++traps;
}

static void begin_to_count(void)
{
    traps = 0;
    __asm__ volatile("pushfq\n\torq $0x100, (%%rsp)\n\tpopfq" ::
                         : "memory", "cc");
}

static size_t end_to_count(void)
{
    __asm__ volatile("pushfq\n\tandq $~0x100, (%%rsp)\n\tpopfq" ::
                         : "memory", "cc");
    return (size_t)traps;
}

extern void __asan_init(void) __attribute__((weak)); /* it exists if the library checks itself at every access */

/** Whether the processor, or its emulator, traps as it should. */
static int can_count(void)
{
    size_t none, ten;

    if (__asan_init != NULL) {
        return 0;
    }
    signal(SIGTRAP, on_trap);
    begin_to_count();
    none = end_to_count();
    begin_to_count();
    __asm__ volatile("nop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop");
    ten = end_to_count();
    return none > 0 && ten == none + 10;
}

/* ---- Plans ---- */

static union {
    double align;
    unsigned char bytes[BL_MAX_ARITY + 1][32768];
} memory;

static union {
    double align;
    unsigned char bytes[256];
} parameters;

/** The number of instructions to run n elements with some inputs of one value; 0 if that fails. */
static size_t cost_of(const bl_table *table, unsigned still, size_t n)
{
    test_array inputs[BL_MAX_ARITY], out;
    const bl_array *arrays[BL_MAX_ARITY];
    const void *data[BL_MAX_ARITY];
    bl_status status;
    bl_plan plan;
    size_t cost;

    set_shape(&out, (bl_dtype)table->dtypes[0], 1, &n);
    for (size_t i = 0; i < table->arity; ++i) {
        set_shape(&inputs[i], (bl_dtype)table->dtypes[i + 1], 1, &n);
        inputs[i].strides[0] = (still >> i & 1) == 0;
        arrays[i] = &inputs[i].array;
        data[i] = memory.bytes[i + 1];
    }
    if (bl_plan_make_table(&plan, table, arrays, &out.array, NULL) != BL_OK) {
        return 0;
    }
    begin_to_count();
    status = bl_plan_run(&plan, data, parameters.bytes, memory.bytes[0]);
    cost = end_to_count();
    return status == BL_OK ? cost : 0;
}

/** The elements in a step of the best usable kernel. */
static size_t step_of(const bl_table *table)
{
    const uint32_t isas = bl_isas_usable();
    const bl_variant *variant = table->variants;

    while ((isas >> variant->isa & 1) == 0) {
        ++variant;
    }
    return variant->step;
}

static const size_t longer[] = {127, 128, 129, 255, 256, 257, 303, 511, 512, 513, 1023, 1025};

#define SHORT 128 /* the costs of such lengths are stored: no step is longer */

/** Every length to 80 and some longer ones, or one in `sparse` of these. */
static void test_table(const bl_table *table, size_t sparse, int is_told)
{
    static size_t kept[1 << BL_MAX_ARITY][SHORT + 1];
    const size_t step = step_of(table);
    const unsigned sets = 1u << table->arity;
    size_t ragged = 0, dear = 0, failed = 0;

    memset(kept, 0, sizeof kept);
    for (size_t i = 0; i < table->arity; ++i) { /* ordinary floats: with divisors of 0 each step would be divided */
        const bl_dtype dtype = (bl_dtype)table->dtypes[i + 1];

        memset(memory.bytes[i + 1], dtype == BL_F32 || dtype == BL_F64 || dtype == BL_F16 || dtype == BL_BF16 ? 0x3c : 1,
               sizeof memory.bytes[i + 1]);
    }
    bl_parameters_default(table, parameters.bytes);
    for (size_t k = step - 1; k < 80 + COUNT(longer); k += sparse) {
        const size_t n = k < 80 ? k + 1 : longer[k - 80];
        const size_t whole = (n + step - 1) / step * step;
        size_t costs[1 << BL_MAX_ARITY];

        for (unsigned still = 0; still < sets; ++still) {
            costs[still] = n <= SHORT && kept[still][n] != 0 ? kept[still][n] : cost_of(table, still, n);
            failed += costs[still] == 0;
            if (whole <= SHORT && kept[still][whole] == 0) {
                kept[still][whole] = cost_of(table, still, whole);
            }
            if (whole != n && whole <= SHORT && costs[still] * 4 > kept[still][whole] * 5 + 4 * BESIDE && ragged++ < 3) {
                printf("# %zu elements, inputs %x standing still: %zu instructions\n", n, still, costs[still]);
            }
            for (unsigned i = 0; i < table->arity; ++i) {
                if ((still >> i & 1) != 0 && costs[still] * 10 > costs[still & ~(1u << i)] * 13 + 10 * BESIDE_A_TILE && dear++ < 3) {
                    printf("# %zu elements, inputs %x standing still: %zu instructions, without input %u %zu\n", n, still, costs[still],
                           i, costs[still & ~(1u << i)]);
                }
            }
        }
        if (is_told) {
            printf("# %zu:", n);
            for (unsigned still = 0; still < sets; ++still) {
                printf(" %zu", costs[still]);
            }
            printf("\n");
        }
    }
    ok(failed + ragged == 0, "%s, %s %s: every length costs what whole steps do", bl_isa_name(bl_isa_best()), table->op,
       bl_dtype_name((bl_dtype)table->dtypes[0]));
    ok(dear == 0, "%s, %s %s: every set of inputs that stand still costs what smaller ones do", bl_isa_name(bl_isa_best()), table->op,
       bl_dtype_name((bl_dtype)table->dtypes[0]));
}

int main(int argc, char **argv)
{
    const bl_isa best = bl_isa_best();
    const size_t each = argc > 1 ? (size_t)strtoul(argv[1], NULL, 0) : 13;

    if (!can_count()) {
        ok(1, "instructions # SKIP nothing traps here");
        return done_testing();
    }
    for (size_t i = bl_isa_record_count; i-- > 0;) {
        const bl_isa isa = bl_isa_records[i].isa;

        bl_isa_limit(isa);
        if (isa != best && (!bl_isa_available(isa) || strcmp(bl_isa_name(isa), "avx2") != 0)) {
            continue;
        }
        for (size_t o = 0; o < bl_all_op_count; ++o) {
            const bl_op *op = bl_all_ops[o];
            size_t last = op->first[BL_DTYPE_COUNT] - 1u;

            while (last > 0 && op->tables[last]->width == 0) { /* tiles of packed operands cost as much for each length */
                --last;
            }
            if (op->arity >= 3 && (argc < 3 || strcmp(argv[2], op->name) == 0)) { /* at its first dtype, mostly f32, and its last */
                test_table(op->tables[0], isa == best ? 5 * each : each, argc > 2);
                test_table(op->tables[last], 4 * each, argc > 2);
            }
        }
    }
    bl_isa_limit(best);
    return done_testing();
}

#else

int main(void)
{
    ok(1, "instructions # SKIP only where x86-64 traps, of the full runtime");
    return done_testing();
}

#endif
