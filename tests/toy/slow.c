/* Slow ways run only in case of doubt: counts the calls of the functions at the given addresses, while operators that
 * settle run on rows without doubtful elements, and on rows with one. Their kernels are compiled with
 * -finstrument-functions (tests/toy/toy.t).
 *
 *     slow ADDRESS...
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "runtime/woven_case.h"

#define LONGEST 200
#define ATTEMPTS 4096

static const void *slow_ways[4096];
static size_t slow_count;
static size_t calls;

void __cyg_profile_func_enter(void *function, void *from);
void __cyg_profile_func_exit(void *function, void *from);

void __cyg_profile_func_enter(void *function, void *from)
{
    (void)from;
    for (size_t i = 0; i < slow_count; ++i) {
        calls += function == slow_ways[i];
    }
}

void __cyg_profile_func_exit(void *function, void *from)
{
    (void)function, (void)from;
}

/* A row of an operator: some inputs hold one value. */
typedef struct row_case {
    const bl_op *op;
    const bl_table *table;
    reference expected;
    bl_isa isa;
    unsigned held;
    uint64_t x[BL_MAX_ARITY][LONGEST];
    uint64_t doubtful[BL_MAX_ARITY]; /* a doubtful tuple with the same held values */
} row_case;

static int choose_tuple(const row_case *of, int wants_doubt, uint64_t *x)
{
    for (size_t attempt = 0; attempt < ATTEMPTS; ++attempt) {
        for (unsigned p = 0; p < of->table->arity; ++p) {
            x[p] = (of->held >> p & 1) != 0 ? of->x[p][0] : plain_value((bl_dtype)of->table->dtypes[p + 1], random_bits());
        }
        if (reference_doubts(&of->expected, x) == wants_doubt) {
            return 1;
        }
    }
    return 0;
}

static void put_tuple(row_case *of, size_t c, const uint64_t *x)
{
    for (unsigned p = 0; p < of->table->arity; ++p) {
        of->x[p][c] = x[p];
    }
}

/* Choose a row without doubt, of held values with which others are doubtful. Returns 0 if none is found. */
static int choose_row(row_case *of, size_t n)
{
    for (size_t attempt = 0; attempt < ATTEMPTS; ++attempt) {
        uint64_t x[BL_MAX_ARITY];
        size_t c = 0;

        for (unsigned p = 0; p < of->table->arity; ++p) {
            of->x[p][0] = plain_value((bl_dtype)of->table->dtypes[p + 1], random_bits());
        }
        if (!choose_tuple(of, 1, of->doubtful)) {
            continue;
        }
        while (c < n && choose_tuple(of, 0, x)) {
            put_tuple(of, c++, x);
        }
        if (c == n) {
            return 1;
        }
    }
    return 0;
}

/* Run it. Returns the calls of slow ways; with a wrong result, no possible number. */
static size_t run_row(const row_case *of, size_t n)
{
    static unsigned char memory[BL_MAX_ARITY + 1][LONGEST * 8];
    const size_t one = 1, size = element_size((bl_dtype)of->table->dtypes[0]);
    bl_options options = BL_DEFAULT_OPTIONS;
    bl_array arrays[BL_MAX_ARITY + 1];
    const bl_array *inputs[BL_MAX_ARITY];

    options.isa = of->isa;
    for (unsigned p = 0; p <= of->table->arity; ++p) {
        const int is_held = p > 0 && (of->held >> (p - 1) & 1) != 0;
        const bl_array array = {memory[p], (bl_dtype)of->table->dtypes[p], 1, is_held ? &one : &n, NULL};

        arrays[p] = array;
        if (p > 0) {
            inputs[p - 1] = &arrays[p];
            store_elements(memory[p], element_size(array.dtype), of->x[p - 1], is_held ? 1 : n);
        }
    }
    calls = 0;
    if (bl_run(of->op, inputs, NULL, &arrays[0], &options) != BL_OK) {
        return SIZE_MAX;
    }
    for (size_t c = 0; c < n; ++c) {
        uint64_t x[BL_MAX_ARITY], got;

        for (unsigned p = 0; p < of->table->arity; ++p) {
            x[p] = of->x[p][c];
        }
        load_elements(&got, memory[0] + c * size, size, 1);
        if (!reference_accepts(&of->expected, got, reference_value(&of->expected, x))) {
            return SIZE_MAX;
        }
    }
    return calls;
}

/* An element in the last whole vector may be computed twice, each time by a function over registers and, for settle, by one of plain C;
 * dead lanes, fewer than 64, repeat an element. */
#define MOST_CALLS (4 + 63)

/* Every length. */
static void test_rows(row_case *of)
{
    size_t wrong = 0, missed = 0, most = 0;

    for (size_t n = 1; n <= LONGEST; ++n) {
        size_t without, with;

        if (!choose_row(of, n)) {
            printf("# no rows with and without doubt\n");
            ++wrong;
            break;
        }
        without = run_row(of, n);
        put_tuple(of, random_below(n), of->doubtful);
        with = run_row(of, n);
        wrong += without != 0;
        missed += with == 0;
        most = with > most ? with : most;
    }
    ok(wrong == 0 && missed == 0 && most <= MOST_CALLS, "%s %s on %s, held 0x%x: %zu calls without doubt, %zu rows with doubt miss it",
       of->op->name, bl_dtype_name((bl_dtype)of->table->dtypes[of->op->typed_by[0]]), bl_isa_name(of->isa), of->held,
       wrong, missed);
}

static int settles(const bl_expression *expression)
{
    for (size_t i = 0; expression != NULL && i < expression->node_count; ++i) {
        if (strcmp(expression->nodes[i].word, "settle") == 0 || strcmp(expression->nodes[i].word, "settle_all") == 0) {
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    static row_case now;
    text fault;

    for (int i = 1; i < argc && slow_count < sizeof slow_ways / sizeof slow_ways[0]; ++i) {
        slow_ways[slow_count++] = (const void *)(uintptr_t)strtoull(argv[i], NULL, 16);
    }
    text_clear(&fault);
    for (size_t i = 0; i < bl_all_op_count; ++i) {
        for (size_t k = 0; k < bl_all_ops[i]->first[BL_DTYPE_COUNT]; ++k) {
            now.op = bl_all_ops[i];
            now.table = now.op->tables[k];
            if (is_packed_table(now.table) || !settles(expression_of(now.table)) || now.table->parameter_count > 0) {
                continue;
            }
            reference_forget();
            if (!reference_of_expression(&now.expected, expression_of(now.table), &fault)) {
                printf("Bail out! %s\n", fault.bytes);
                return 1;
            }
            for (now.isa = 1; now.isa <= BL_ISA_MOST; ++now.isa) {
                for (now.held = 0; bl_isa_available(now.isa) && now.held + 1 < 1u << now.table->arity; ++now.held) {
                    test_rows(&now);
                }
            }
        }
    }
    return done_testing();
}
