/* Sweeps: every length of rows and columns from 1 to 70, every sign of strides, steps of 1 to 3, transposes of any side, repeated groups,
 * parts 1 to 7, in place on each input, for every width of element, on every instruction set. Operands are at guard pages; every byte of
 * the output's memory is compared.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const bl_dtype dtypes[] = {BL_I8, BL_U16, BL_I32, BL_F32, BL_F64};
static test_case now;
static bl_isa isa; /* use none above this one */

static void begin(const char *op, bl_dtype dtype, size_t rank, const size_t *shape)
{
    const bl_options defaults = BL_DEFAULT_OPTIONS;

    now.op = bl_op_by_name(op);
    now.dtype = dtype;
    now.options = defaults;
    now.options.isa = isa;
    now.parts = 0;
    set_shape(&now.out, (bl_dtype)table_of(now.op, dtype)->dtypes[0], rank, shape);
    for (size_t i = 0; i < now.op->arity; ++i) {
        set_shape(&now.inputs[i], (bl_dtype)table_of(now.op, dtype)->dtypes[i + 1], rank, shape);
    }
}

/** Place the operands that have no place yet, run, compare. */
static int run(int at_end)
{
    place(&now.out, &out_arena, at_end);
    memset(out_arena.bytes, 0xa5, ARENA_BYTES);
    for (size_t i = 0; i < now.op->arity; ++i) {
        place(&now.inputs[i], &input_arenas[i], at_end);
    }
    if (!run_case(&now)) {
        print_case(&now);
        return 0;
    }
    return 1;
}

/** [M, N] with one input [N] or [M, 1], on either side. */
static void test_short(const char *op, bl_dtype dtype)
{
    size_t failed = 0;

    for (size_t n = 1; n <= 70 && failed == 0; ++n) {
        for (size_t kind = 0; kind < 4 && failed == 0; ++kind) {
            const size_t m = n % 3 == 0 ? 1 + 3000 / n : 1 + n % 7;
            const size_t shape[2] = {m, n};
            const size_t row[2] = {1, n};
            const size_t column[2] = {m, 1};

            begin(op, dtype, 2, shape);
            set_shape(&now.inputs[kind % 2], now.inputs[kind % 2].array.dtype, 2, kind < 2 ? row : column);
            failed += !run(1) || !run(0);
        }
    }
    ok(failed == 0, "%s, %s %s: rows and columns of 1 to 70", bl_isa_name(isa), op, bl_dtype_name(dtype));
}

/** [P, C, G] with one input [P, 1, G]: groups of 1 to 40 elements, 2 to 40 times each; groups are adjacent, apart or in reverse order. */
static void test_groups(bl_dtype dtype)
{
    size_t failed = 0, replicates = 0;

    for (size_t k = 0; k < 600 && failed == 0; ++k) {
        const size_t most = k % 2 == 0 ? 9 : 40;
        const size_t group = 1 + random_below(most);
        const size_t copies = 2 + random_below(most);
        const size_t shape[3] = {1 + random_below(1 + 6000 / (group * copies)), copies, group};
        const size_t groups[3] = {shape[0], 1, group};
        test_array *of = &now.inputs[k / 2 % 2];

        begin("sub", dtype, 3, shape);
        set_shape(of, dtype, 3, groups);
        of->strides[0] += (ptrdiff_t)(k % 5 == 1 ? random_below(9) : 0);
        of->strides[0] *= k % 5 == 2 ? -1 : 1;
        of->strides[2] *= k % 5 == 3 ? -1 : 1;
        failed += !run(1) || !run(0);
        replicates += strstr(now.strategy, "replicate") != NULL;
    }
    ok(failed == 0 && (replicates > 30) == HAS_TILES, "%s, sub %s: groups that are repeated, %zu of them packed", bl_isa_name(isa), bl_dtype_name(dtype),
       replicates);
}

/** One operand in steps of -3 to 3, in one row or in several with gaps between them or in reverse order; lengths around those of vectors
 * and tiles. */
static void test_steps(bl_dtype dtype)
{
    static const size_t lengths[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 66,
                                     127, 128, 129, 191, 192, 193, 256, 257, 511, 512, 513, 1023, 1024, 1025,
                                     2047, 2048, 2049, 4095, 4096, 4097, 8192, 8193};
    static const ptrdiff_t steps[] = {-3, -2, -1, 2, 3};
    size_t failed = 0;

    for (size_t k = 0; k < 15 * COUNT(lengths) && failed == 0; ++k) {
        const size_t n = lengths[k / 15];
        const ptrdiff_t step = steps[k % 5];
        const size_t shape[2] = {n < 600 ? 1 + random_below(4) : 1, n};
        const ptrdiff_t row = (ptrdiff_t)(3 * n + random_below(3));
        test_array *of = k % 15 / 5 < 2 ? &now.inputs[k % 15 / 5] : &now.out;

        begin("sub", dtype, 2, shape);
        of->strides[0] = random_below(2) == 0 ? -row : row;
        of->strides[1] = step;
        failed += !run(1) || !run(0);
    }
    ok(failed == 0, "%s, sub %s: an operand in steps of -3 to 3", bl_isa_name(isa), bl_dtype_name(dtype));
}

/** An input, the output, or both transposed, with or without gaps between rows, with strides of all signs; sides around those of all
 * squares, and any others up to 70. */
static void test_transposes(bl_dtype dtype)
{
    static const size_t sides[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 65};
    size_t failed = 0, transposes = 0;

    for (size_t k = 0; k < COUNT(sides) * COUNT(sides) + 200 && failed == 0; ++k) {
        const int is_listed = k < COUNT(sides) * COUNT(sides);
        const size_t rows = is_listed ? sides[k / COUNT(sides)] : 1 + random_below(70);
        const size_t cols = is_listed ? sides[k % COUNT(sides)] : 1 + random_below(70);
        const size_t shape[2] = {rows, cols};
        const size_t which = 1 + random_below(7); /* bit 0, 1: an input, bit 2: the output */

        begin("sub", dtype, 2, shape);
        for (size_t i = 0; i < 3; ++i) {
            test_array *of = i < 2 ? &now.inputs[i] : &now.out;

            if ((which >> i & 1) != 0) {
                of->strides[0] = random_below(4) == 0 ? -1 : 1;
                of->strides[1] = (ptrdiff_t)(rows + random_below(2) * random_below(9));
                of->strides[1] *= random_below(4) == 0 ? -1 : 1;
            }
        }
        failed += !run(1) || !run(0);
        transposes += strstr(now.strategy, "transpose") != NULL || strstr(now.strategy, "scatter") != NULL;
    }
    ok(failed == 0 && (transposes > 100) == HAS_TILES, "%s, sub %s: transposed operands, sides of 1 to 70", bl_isa_name(isa),
       bl_dtype_name(dtype));
}

/** A long side: squares of more than one tile. */
static void test_long_transposes(bl_dtype dtype)
{
    static const size_t sides[] = {17, 127, 128, 129, 255, 257};
    size_t failed = 0;

    for (size_t k = 0; k < 2 * COUNT(sides) && failed == 0; ++k) {
        const size_t side = sides[k / 2];
        const size_t shape[2] = {k % 2 == 0 ? side : 8192 / side, k % 2 == 0 ? 8192 / side : side};

        for (size_t i = 0; i < 3; ++i) {
            test_array *of = i < 2 ? &now.inputs[i] : &now.out;

            begin("sub", dtype, 2, shape);
            of->strides[0] = 1;
            of->strides[1] = (ptrdiff_t)shape[0];
            failed += !run(1) || !run(0);
        }
    }
    ok(failed == 0, "%s, sub %s: long transposed operands", bl_isa_name(isa), bl_dtype_name(dtype));
}

/** Both dims, all three operands, forwards or backwards, in both orders in memory. */
static void test_signs(bl_dtype dtype)
{
    const size_t shape[2] = {37, 50};
    size_t failed = 0;

    for (unsigned bits = 0; bits < 512 && failed == 0; ++bits) {
        begin("sub", dtype, 2, shape);
        for (size_t i = 0; i < 3; ++i) {
            test_array *of = i < 2 ? &now.inputs[i] : &now.out;
            const unsigned own = bits >> 3 * i & 7;

            if ((own & 4) != 0) {
                of->strides[0] = 1;
                of->strides[1] = 37;
            }
            of->strides[0] *= (own & 1) != 0 ? -1 : 1;
            of->strides[1] *= (own & 2) != 0 ? -1 : 1;
        }
        failed += !run((int)(bits & 1));
    }
    ok(failed == 0, "sub %s: orders and signs of strides", bl_dtype_name(dtype));
}

/** Shapes that divide in different places, in 1 to 7 parts. */
static void test_parts(bl_dtype dtype)
{
    static const size_t shapes[][3] = {{1, 1, 4000}, {3, 1, 1000}, {50, 7, 9}, {2, 700, 3}, {1, 2, 3}, {5, 64, 16}};
    size_t failed = 0;

    for (size_t s = 0; s < COUNT(shapes) && failed == 0; ++s) {
        for (size_t parts = 1; parts <= 7 && failed == 0; ++parts) {
            const size_t middle[3] = {1, shapes[s][1], 1};

            begin("sub", dtype, 3, shapes[s]);
            now.parts = parts;
            failed += !run(1);
            set_shape(&now.inputs[1], dtype, 3, middle);
            failed += !run(0);
            set_shape(&now.inputs[1], dtype, 1, &shapes[s][2]);
            failed += !run(1);
            now.out.strides[0] = 1; /* and transposed */
            now.out.strides[1] = (ptrdiff_t)shapes[s][0];
            now.out.strides[2] = (ptrdiff_t)(shapes[s][0] * shapes[s][1]);
            failed += !run(0);
        }
    }
    ok(failed == 0, "sub %s: in 1 to 7 parts", bl_dtype_name(dtype));
}

/** The boundaries of the parts of a sum of n elements: the first byte that each writes, within the output's arena. */
static void test_boundaries(size_t rows, size_t cols)
{
    const size_t parts = 5;
    const size_t shape[2] = {rows, cols};
    const bl_array *inputs[2] = {&now.inputs[0].array, &now.inputs[1].array};
    const void *data[2];
    size_t found = 0, on_lines = 0;
    bl_plan plan;

    begin("add", BL_F32, 2, shape);
    place(&now.out, &out_arena, 1); /* its start is within a line */
    for (size_t i = 0; i < 2; ++i) {
        place(&now.inputs[i], &input_arenas[i], 0);
        fill(&input_arenas[i], BL_F32);
        data[i] = now.inputs[i].array.data;
    }
    if (bl_plan_make(&plan, now.op, inputs, &now.out.array, NULL) == BL_OK) {
        for (size_t part = 1; part < parts; ++part) {
            size_t first = 0;

            memset(out_arena.bytes, 0xff, ARENA_BYTES);
            bl_plan_run_part(&plan, part, parts, data, NULL, now.out.array.data);
            while (first < ARENA_BYTES && out_arena.bytes[first] == 0xff) {
                ++first;
            }
            found += first < ARENA_BYTES;
            on_lines += (uintptr_t)(out_arena.bytes + first) % 64 == 0;
        }
    }
    ok(found == parts - 1 && on_lines == found, "%zu x %zu: parts begin on cache lines", rows, cols);
}

/** Each input in place, when the other is the same array, a row, a column or transposed. */
static void test_in_place(const char *op, bl_dtype dtype)
{
    size_t failed = 0;

    begin(op, dtype, 0, NULL);
    for (size_t i = 0; i < now.op->arity && failed == 0; ++i) {
        for (size_t kind = 0; kind < 10 && failed == 0; ++kind) {
            const size_t n = kind < 5 ? 5 : 130;
            const size_t shape[2] = {60, n};
            const size_t row[1] = {n};
            const size_t column[2] = {60, 1};
            size_t other;

            begin(op, dtype, 2, shape);
            other = (i + 1) % now.op->arity;
            if (now.inputs[i].array.dtype != now.out.array.dtype) {
                continue; /* a condition cannot be in place */
            }
            switch (kind % 5) {
            case 1:
                set_shape(&now.inputs[other], now.inputs[other].array.dtype, 1, row);
                break;
            case 2:
                set_shape(&now.inputs[other], now.inputs[other].array.dtype, 2, column);
                break;
            case 3:
                now.inputs[other].strides[0] = 1;
                now.inputs[other].strides[1] = 60;
                break;
            case 4: /* itself strided */
                now.out.strides[0] = now.inputs[i].strides[0] = 2 * (ptrdiff_t)n + 1;
                now.out.strides[1] = now.inputs[i].strides[1] = 2;
                break;
            default:
                break;
            }
            place(&now.out, &out_arena, 1);
            fill(&out_arena, now.out.array.dtype);
            for (size_t j = 0; j < now.op->arity; ++j) {
                place(&now.inputs[j], &input_arenas[j], 1);
            }
            now.inputs[i].array.data = now.out.array.data;
            if (!run_case(&now)) {
                print_case(&now);
                ++failed;
            }
        }
    }
    ok(failed == 0, "%s %s: each input in place", op, bl_dtype_name(dtype));
}

int main(void)
{
    make_arenas();
    test_boundaries(1, 10001);
    test_boundaries(1001, 17);
    for (size_t t = 0; t < COUNT(dtypes); ++t) {
        for (size_t i = 0; i < BL_MAX_ARITY; ++i) {
            fill(&input_arenas[i], dtypes[t]);
        }
        isa = BL_ISA_ANY;
        test_short("add", dtypes[t]);
        test_short("less", dtypes[t]);
        test_signs(dtypes[t]);
        test_parts(dtypes[t]);
        test_in_place("add", dtypes[t]);
        test_in_place("sub", dtypes[t]);
        for (isa = 1; isa <= BL_ISA_MOST; ++isa) {
            if (bl_isa_available(isa) && dtypes[t] != BL_I32) { /* packing only depends on widths */
                test_short("sub", dtypes[t]);
                test_groups(dtypes[t]);
                test_steps(dtypes[t]);
                test_transposes(dtypes[t]);
                test_long_transposes(dtypes[t]);
            }
        }
        fill(&input_arenas[0], BL_BOOL);
        for (isa = 1; isa <= BL_ISA_MOST; ++isa) {
            if (bl_isa_available(isa) && dtypes[t] != BL_I32) {
                test_short("select", dtypes[t]);
            }
        }
        isa = BL_ISA_ANY;
        test_in_place("select", dtypes[t]);
    }
    return done_testing();
}
