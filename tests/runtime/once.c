/* Small inputs that are packed once: [8,1,6,1] with [7,1,5] and similar shapes, their dims in every order, broadcast in every way; in
 * parts, in place if possible, with elements of different widths, on every instruction set.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define RANK 4

static test_case now;
static bl_isa isa;
static size_t once; /* plans that pack an input once */

static void begin(const char *op, bl_dtype dtype, const size_t *shape)
{
    const bl_options defaults = BL_DEFAULT_OPTIONS;

    now.op = bl_op_by_name(op);
    now.dtype = dtype;
    now.options = defaults;
    now.options.isa = isa;
    now.parts = 0;
    set_shape(&now.out, (bl_dtype)table_of(now.op, dtype)->dtypes[0], RANK, shape);
}

/** Give input i the output's extents for the dims with set bits, and 1 for the others. */
static void set_input(size_t i, unsigned dims)
{
    size_t shape[RANK];

    for (size_t d = 0; d < RANK; ++d) {
        shape[d] = (dims >> d & 1) != 0 ? now.out.shape[d] : 1;
    }
    set_shape(&now.inputs[i], (bl_dtype)table_of(now.op, now.dtype)->dtypes[i + 1], RANK, shape);
}

/** Run in one go or in parts; an input of the output's shape may be in place. */
static int run(int at_end, size_t parts, size_t in_place)
{
    now.parts = parts;
    place(&now.out, &out_arena, at_end);
    memset(out_arena.bytes, 0xa5, ARENA_BYTES);
    for (size_t i = 0; i < now.op->arity; ++i) {
        place(&now.inputs[i], &input_arenas[i], at_end);
    }
    if (in_place < now.op->arity) {
        fill(&out_arena, now.out.array.dtype);
        now.inputs[in_place].array.data = now.out.array.data;
    }
    if (!run_case(&now)) {
        printf("# at most %s\n", bl_isa_name(isa));
        print_case(&now);
        return 0;
    }
    once += strstr(now.strategy, " once") != NULL;
    return 1;
}

/** The dims in order number `order` of 24. */
static void permute(const size_t *shape, size_t order, size_t *permuted, size_t *place_of)
{
    size_t left[RANK] = {0, 1, 2, 3};

    for (size_t d = 0; d < RANK; ++d) {
        const size_t choices = RANK - d;
        const size_t chosen = order % choices;

        permuted[d] = shape[left[chosen]];
        place_of[left[chosen]] = d;
        left[chosen] = left[choices - 1];
        order /= choices;
    }
}

/** [8,1,6,1] with [1,7,1,5], the dims in any order; a third input is one of these two. */
static void test_orders(const char *op, bl_dtype dtype)
{
    static const size_t shapes[][RANK] = {{8, 7, 6, 5}, {2, 9, 3, 16}, {33, 4, 2, 3}};
    size_t failed = 0;

    once = 0;
    for (size_t k = 0; k < 24 * COUNT(shapes) && failed == 0; ++k) {
        size_t shape[RANK], place_of[RANK];
        unsigned dims;

        permute(shapes[k / 24], k % 24, shape, place_of);
        dims = 1u << place_of[0] | 1u << place_of[2];
        begin(op, dtype, shape);
        for (size_t i = 0; i < now.op->arity; ++i) {
            set_input(i, i % 2 == 0 ? dims : 15u & ~dims);
        }
        failed += !run(1, 0, BL_MAX_ARITY) || !run(0, 0, BL_MAX_ARITY) || !run(1, 1 + k % 7, BL_MAX_ARITY);
    }
    ok(failed == 0 && once > 24, "%s, %s %s: two sides, the dims in every order; packed once: %zu", bl_isa_name(isa),
       op, bl_dtype_name(dtype), once);
}

/** Every way that the inputs can broadcast. */
static void test_broadcasts(const char *op, bl_dtype dtype)
{
    const size_t shape[RANK] = {6, 5, 9, 3};
    size_t failed = 0;

    once = 0;
    for (unsigned dims = 0; dims < 256 && failed == 0; ++dims) {
        const unsigned masks[BL_MAX_ARITY] = {dims & 15u, dims >> 4, random_bits() & 15u};

        if (((masks[0] | masks[1]) & 15u) != 15u) {
            continue; /* the output has all dims */
        }
        begin(op, dtype, shape);
        for (size_t i = 0; i < now.op->arity; ++i) {
            set_input(i, masks[i]);
        }
        failed += !run((int)(dims & 1), 0, BL_MAX_ARITY) || !run((int)(dims & 1), 1 + random_below(7), BL_MAX_ARITY);
        for (size_t i = 0; i < now.op->arity && failed == 0; ++i) {
            if (masks[i] == 15u && now.inputs[i].array.dtype == now.out.array.dtype) {
                failed += !run(1, random_below(8), i);
            }
        }
    }
    ok(failed == 0 && once > 0, "%s, %s %s: broadcast in every way; packed once: %zu", bl_isa_name(isa), op,
       bl_dtype_name(dtype), once);
}

int main(void)
{
    static const bl_dtype dtypes[] = {BL_I8, BL_U16, BL_F32, BL_F64};

    make_arenas();
    for (size_t t = 0; t < COUNT(dtypes); ++t) {
        for (size_t i = 0; i < BL_MAX_ARITY; ++i) {
            fill(&input_arenas[i], dtypes[t]);
        }
        for (isa = 1; isa <= BL_ISA_MOST; ++isa) {
            if (bl_isa_available(isa)) {
                test_orders("sub", dtypes[t]);
                test_orders("less", dtypes[t]);
                test_broadcasts("sub", dtypes[t]);
            }
        }
        fill(&input_arenas[0], BL_BOOL);
        for (isa = 1; isa <= BL_ISA_MOST; ++isa) {
            if (bl_isa_available(isa)) {
                test_orders("select", dtypes[t]);
                test_broadcasts("select", dtypes[t]);
            }
        }
    }
    return done_testing();
}
