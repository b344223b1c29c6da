/* The planner's costs, measured: `make bench-costs` prints each constant of src/full/costs.h and its measurement on this machine.
 *
 * A cost is the difference between two ways to do the same work, or the time of a part of it alone, by default for f32 and
 * with all data in the inner caches. The fastest of many runs counts. Only ratios matter to the planner: a
 * machine that is twice as fast in everything needs no change. BROADLOOM_ISA chooses the instruction set.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "../src/full/costs.h"
#include "../src/detection/isa.h"
#include "../src/full/rows.h"
#include "../src/full/pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 512, /* of the matrices that are transposed */
       PACKED = 1024,
       LINE = BL_LINE_BYTES / 4,
       APART = 21 * LINE, /* of the operands, within pages of 4 KiB: at equal offsets, processors mistake a load for one that depends on a store */
       LARGEST_TILE = 32768,
       BATCH_NS = 50000,
       BATCHES = 100 };

static float memory[3][SIDE * SIDE + APART];
static float *a, *b, *out; /* within it, on cache lines */
static uint32_t isas;

static float *on_a_line(float *memory_of)
{
    return memory_of + ((uintptr_t)0 - (uintptr_t)memory_of) % BL_LINE_BYTES / sizeof *memory_of;
}

/* ---- Time ---- */

/** The work that is timed. */
typedef void work(const void *context);

static double now_ns(void)
{
    struct timespec time;

    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static double batch_ns(work *done, const void *context, size_t times)
{
    const double start = now_ns();

    for (size_t i = 0; i < times; ++i) {
        done(context);
    }
    return now_ns() - start;
}

/** The time of one execution, in tenths of a nanosecond: the fastest of many batches. */
static double tenths(work *done, const void *context)
{
    size_t times = 1;
    double best;

    while (batch_ns(done, context, times) < BATCH_NS) {
        times *= 2;
    }
    best = batch_ns(done, context, times);
    for (size_t i = 0; i < BATCHES; ++i) {
        const double own = batch_ns(done, context, times);

        best = own < best ? own : best;
    }
    return 10 * best / (double)times;
}

/* ---- Rows and calls: an addition by a plan, or a kernel by itself ---- */

static void run_plan(const void *plan)
{
    const void *const inputs[] = {a, b};

    (void)bl_plan_run((const bl_plan *)plan, inputs, NULL, out);
}

/** a + b over calls x rows x cols. A cache line separates the rows and the calls' rows, so that no dims merge. */
static double addition(size_t calls, size_t rows, size_t cols)
{
    const ptrdiff_t row = (ptrdiff_t)cols + LINE;
    const size_t shape[3] = {calls, rows, cols};
    const ptrdiff_t strides[3] = {row * (ptrdiff_t)rows + LINE, row, 1};
    bl_array array = {NULL, BL_F32, 3, NULL, NULL};
    const bl_array *const inputs[] = {&array, &array};
    bl_plan plan;

    array.shape = shape;
    array.strides = strides;
    if (bl_plan_make(&plan, &bl_op_add, inputs, &array, NULL) != BL_OK || plan.packed != 0 || plan.rows != rows ||
        plan.cols != cols) {
        fprintf(stderr, "costs: expected a call of %zu x %zu\n", rows, cols);
        exit(1);
    }
    return tenths(run_plan, &plan);
}

/** The cost of a plan that packs, without the elements: `element` each. */
static double packed_plan(double element)
{
    static const size_t shape[1] = {128};
    static const ptrdiff_t third[1] = {3};
    const bl_array line = {NULL, BL_F32, 1, shape, NULL};
    const bl_array strided = {NULL, BL_F32, 1, shape, third};
    const bl_array *const inputs[2][2] = {{&line, &line}, {&strided, &line}};
    bl_plan plans[2];

    for (size_t i = 0; i < 2; ++i) {
        if (bl_plan_make(&plans[i], &bl_op_add, inputs[i], &line, NULL) != BL_OK || (plans[i].packed != 0) != (i == 1)) {
            fprintf(stderr, "costs: expected a plan that packs every third element\n");
            exit(1);
        }
    }
    return tenths(run_plan, &plans[1]) - tenths(run_plan, &plans[0]) - 128 * element;
}

/** A kernel's call. */
typedef struct kernel_call {
    bl_kernel_2 *kernel;
    size_t rows, cols;
} kernel_call;

static void call_kernel(const void *context)
{
    const kernel_call *call = (const kernel_call *)context;
    const ptrdiff_t row[3] = {(ptrdiff_t)call->cols, (ptrdiff_t)call->cols, (ptrdiff_t)call->cols};

    call->kernel(call->cols, a, b, out, call->rows, row);
}

/** The scalar kernel's cost per element, without the cost per row. */
static double scalar_element(void)
{
    const bl_table *table = &bl_table_add_f32;
    bl_kernel_2 *kernel = (bl_kernel_2 *)table->variants[table->variant_count - 1u].patterns[0];
    const kernel_call three = {kernel, 64, 3};
    const kernel_call seven = {kernel, 64, 7};

    return (tenths(call_kernel, &seven) - tenths(call_kernel, &three)) / (64 * 4);
}

/** The cost of an instruction of the best kernel's step. */
static double instruction(void)
{
    const bl_variant *variant = bl_variant_for(&bl_table_add_f32, isas, PACKED);
    const kernel_call one = {(bl_kernel_2 *)variant->patterns[0], 1, PACKED};

    return tenths(call_kernel, &one) / (double)(PACKED / variant->step * variant->instructions);
}

/* ---- Packing ---- */

/** A box of a matrix, packed at `count` places that are `step` bytes apart. */
typedef struct packing {
    bl_box box;
    size_t width;
    size_t count, step;
} packing;

static void pack(const void *context)
{
    const packing *own = (const packing *)context;

    for (size_t i = 0; i < own->count; ++i) {
        bl_box_copy(&own->box, own->width, isas, (const unsigned char *)a + i * own->step, out);
    }
}

/** The time to pack a box of inner x outer elements, which are dense in the tile; `from`: the strides in the operand. */
static double box_cost(size_t width, size_t inner, ptrdiff_t from_inner, size_t outer, ptrdiff_t from_outer, size_t count,
                       size_t step)
{
    packing own = {{0, {0}, {0}, {0}}, 0, 0, 0};

    own.width = width;
    own.count = count;
    own.step = step;
    bl_box_add(&own.box, inner, from_inner, 1);
    bl_box_add(&own.box, outer, from_outer, (ptrdiff_t)inner);
    return tenths(pack, &own) / (double)count;
}

/** The time to write up to 4,096 bytes of values, each of which is repeated this often. */
static double repeated(size_t copies)
{
    return box_cost(1, copies, 0, 4 * PACKED / copies, 1, 1, 0);
}

/** The largest number of copies of a byte that takes at most 1.5 times as long as 8 copies. */
static double longest_repeat(void)
{
    const double most = 1.5 * repeated(8);
    size_t copies = 8;

    while (copies < BL_LINE_BYTES && repeated(copies + 4) <= most) {
        copies += 4;
    }
    return (double)copies;
}

/** The time per element of transposing a matrix by blocks of steps x cols. */
static double transposed(size_t width, size_t steps, size_t cols)
{
    return box_cost(width, steps, SIDE, cols, 1, SIDE / cols, cols * width) / (double)(steps * cols);
}

/** The number of elements that are gathered one by one in the time of an empty call of the best moves. */
static double few_columns(void)
{
    const double many = box_cost(4, PACKED, BL_MOVES_STEP + 1, 1, 0, 1, 0);
    const double one = box_cost(4, 1, BL_MOVES_STEP + 1, 1, 0, 1, 0);

    return (box_cost(4, BL_FEW_COLS + 1, 3, 1, 0, 1, 0) - one) * PACKED / (many - one);
}

/* ---- The tile's size ---- */

static void pack_and_add(const void *context)
{
    static float tile[LARGEST_TILE / 4 + BL_MOVES_SLACK];
    const size_t cols = *(const size_t *)context;
    bl_kernel_2 *kernel = (bl_kernel_2 *)bl_variant_for(&bl_table_add_f32, isas, cols)->patterns[0];
    bl_box box = {0, {0}, {0}, {0}};

    bl_box_add(&box, cols, 3, 1);
    for (size_t i = 0; i < SIDE * SIDE / 4; i += cols) {
        bl_box_copy(&box, 4, isas, a + 3 * i, tile);
        kernel(cols, tile, b + i, out + i, 1, NULL);
    }
}

/** The smallest tile with which adding a gathered operand takes at most 2 % longer than with the best one. */
static size_t best_tile(void)
{
    double taken[6];
    double least;
    size_t tile = 0;

    printf("Adding a gathered operand through tiles, tenths of a nanosecond an element:");
    for (size_t i = 0; i < 6; ++i) {
        const size_t cols = (size_t)LARGEST_TILE / 4 >> (5 - i);

        taken[i] = tenths(pack_and_add, &cols) / (SIDE * SIDE / 4);
        least = i == 0 || taken[i] < least ? taken[i] : least;
        printf(" %zu: %.2f", cols * 4, taken[i]);
    }
    printf("\n");
    while (taken[tile] > 1.02 * least) {
        ++tile;
    }
    return (size_t)LARGEST_TILE >> (5 - tile);
}

/* ---- Lines without a plan ---- */

typedef struct line_case {
    size_t cols;
    ptrdiff_t step; /* of a; the others are contiguous */
} line_case;

static void add_line(const void *context)
{
    const line_case *line = context;
    const void *const inputs[2] = {a, b};
    const ptrdiff_t steps[2] = {line->step * (ptrdiff_t)sizeof *a, (ptrdiff_t)sizeof *b};

    (void)bl_run_strided(&bl_table_add_f32, line->cols, inputs, steps, NULL, out, (ptrdiff_t)sizeof *out);
}

/** The additional time if a has a step for which there are no moves. */
static double gathered_line(size_t cols)
{
    const line_case stepped = {cols, BL_MOVES_STEP + 1}, contiguous = {cols, 1};

    return tenths(add_line, &stepped) - tenths(add_line, &contiguous);
}

/* ---- The table ---- */

static void tell(const char *name, double value, double measured, const char *how)
{
    printf("%-29s %6.0f %9.1f  %s\n", name, value, measured, how);
}

#define TELL(constant, measured, how) tell(#constant, constant, measured, how)

int main(void)
{
    const bl_status limited = bl_isa_from_environment();
    const double lines = PACKED / LINE;
    double call, row, tile, run, step, copied;

    if (limited != BL_OK) {
        fprintf(stderr, "costs: BROADLOOM_ISA: %s\n", bl_status_string(limited));
        return 1;
    }
    for (size_t i = 0; i < 3; ++i) {
        for (size_t k = 0; k < SIDE * SIDE + APART; ++k) {
            memory[i][k] = (float)(k % 1000);
        }
    }
    a = on_a_line(memory[0]);
    b = on_a_line(memory[1]);
    out = on_a_line(memory[2]);
    isas = bl_isas_usable();
    call = (addition(16, 8, LINE) - addition(2, 64, LINE)) / 14;
    row = (addition(2, 64, LINE) - addition(2, 16, 4 * LINE)) / 96;
    tile = box_cost(4, PACKED, 1, 1, 0, 1, 0);
    run = box_cost(4, 4, 1, PACKED / 4, 8, 1, 0);
    step = box_cost(4, PACKED, 3, 1, 0, 1, 0) / PACKED;
    copied = (gathered_line(104) - gathered_line(40)) / 64;

    printf("%-29s %6s %9s  %s, %s\n", "constant", "value", "measured", "how", bl_isa_name(bl_isa_best()));
    TELL(BL_CALL_TENTHS_NS, call, "a + b of 128 rows of 16: 16 calls less 2");
    TELL(BL_ROW_TENTHS_NS, row, "a + b of 2,048 elements: rows of 16 less rows of 64");
    TELL(BL_INSTRUCTION_TENTHS_NS, instruction(), "a + b of a row of 1,024, by its instructions");
    TELL(BL_PACKED_TENTHS_NS, packed_plan(step), "a + b of 128, a of every third, less contiguous ones, less the copies");
    TELL(BL_RUN_TENTHS_NS, (run - tile) / (PACKED / 4), "1,024 elements copied: runs of 4 less one run");
    TELL(BL_TILE_TENTHS_NS, tile / lines, "64 lines copied");
    TELL(BL_REPEAT_TENTHS_NS, (repeated(12) - tile) / lines, "341 bytes, each 12 times, less that");
    TELL(BL_SPLAT_TENTHS_NS, (repeated(48) - tile) / (2 * 85), "85 bytes, each 48 times, less that");
    TELL(BL_TRANSPOSE_TENTHS_NS, transposed(4, 32, 32), "32 x 32 of a matrix of 512 x 512");
    TELL(BL_TRANSPOSE_PART_TENTHS_NS, transposed(1, BL_MOVES_SQUARE, 64), "16 x 64 bytes of such a matrix");
    TELL(BL_STEP_TENTHS_NS, step, "1,024 elements, of every third");
    TELL(BL_GATHER_TENTHS_NS, box_cost(4, PACKED, BL_MOVES_STEP + 1, 1, 0, 1, 0) / PACKED, "1,024 elements, of every ninth");
    TELL(BL_COPY_TENTHS_NS, gathered_line(40) - 40 * copied, "a + b of 40, a of every ninth, less contiguous ones, less the copies");
    TELL(BL_COPIED_TENTHS_NS, copied, "the same of 104 less that of 40");
    TELL(BL_SHORTEST_STEP, (double)bl_table_add_f32.variants[bl_table_add_f32.variant_count - 1u].instructions,
         "instructions of the scalar kernel of a + b");
    TELL(BL_FEW_COLS, few_columns(), "elements of every ninth in the time of a call for every third");
    TELL(BL_SCALAR_TENTHS_NS, scalar_element(), "the scalar kernel: 64 rows of 7 less rows of 3");
    TELL(BL_REPEATED_BYTES, longest_repeat(), "so many copies of bytes in 1.5 times the time of 8");
    TELL(BL_CHEAP_ROW_COLS, (call + row) * PACKED / tile, "elements through a tile for a call and a row");
    TELL(BL_PLAIN_TILE_BYTES, (double)best_tile(), "of these the smallest that is as good as the best");
    return 0;
}
