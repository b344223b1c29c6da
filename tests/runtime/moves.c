/* Moves, called directly: repeat, gather and transpose of every instruction set that this processor has, for every
 * width of element. Sources and targets lie against guard pages; every byte of the target's memory is compared.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define UNTOUCHED 0xa5

/* around the lanes of every vector and every width */
static const size_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 23, 31, 32, 33, 40, 47, 48, 49,
                                63, 64, 65, 66, 127, 128, 129, 130, 191, 257};

static const arena *const source_arena = &input_arenas[0];
static const bl_moves *moves;
static bl_dtype dtype; /* of unsigned numbers, for their width */
static size_t width;

static void reset_target(void)
{
    memset(out_arena.bytes, UNTOUCHED, ARENA_BYTES);
    memset(expected_arena.bytes, UNTOUCHED, ARENA_BYTES);
}

/** Where the byte at this address of the target is to be noted. */
static unsigned char *expected_at(const unsigned char *to)
{
    return expected_arena.bytes + (to - out_arena.bytes);
}

static int target_is_right(void)
{
    return memcmp(out_arena.bytes, expected_arena.bytes, ARENA_BYTES) == 0;
}

static void set_line(test_array *line, size_t count, ptrdiff_t step, const arena *in, int at_end)
{
    set_shape(line, dtype, 1, &count);
    line->strides[0] = step;
    place(line, in, at_end);
}

/** Each value `copies` times; returns how many values are done. */
static size_t try_repeat(size_t copies, size_t count, int at_end, size_t *wrong)
{
    const size_t bytes = count * copies * width;
    test_array source;
    unsigned char *to = out_arena.bytes + (at_end ? ARENA_BYTES - BL_MOVES_SLACK - bytes : 0);
    unsigned char *behind;
    size_t done;

    set_line(&source, count > 0 ? count : 1, 1, source_arena, at_end);
    reset_target();
    done = moves->repeat(width, copies, count, source.array.data, to);
    if (done > count) {
        ++*wrong;
        return 0;
    }
    for (size_t i = 0; i < done * copies; ++i) {
        const size_t value = i / copies;

        memcpy(expected_at(to + i * width), element(&source, 1, &value), width);
    }
    behind = to + done * copies * width; /* anything may stand there */
    memcpy(expected_at(behind), behind, BL_MOVES_SLACK);
    *wrong += !target_is_right();
    return done;
}

static size_t try_gather(size_t count, ptrdiff_t step, int at_end, size_t *wrong)
{
    test_array source, target;
    size_t done;

    set_line(&source, count > 0 ? count : 1, step, source_arena, at_end);
    set_line(&target, count > 0 ? count : 1, 1, &out_arena, at_end);
    reset_target();
    done = moves->gather(width, count, source.array.data, step, target.array.data);
    if (done > count) {
        ++*wrong;
        return 0;
    }
    for (size_t i = 0; i < done; ++i) {
        memcpy(expected_at(element(&target, 1, &i)), element(&source, 1, &i), width);
    }
    *wrong += !target_is_right();
    return done;
}

/** Row strides are as wide as the rows and so many elements more, and perhaps backwards. */
static int try_transpose(size_t rows, size_t cols, size_t gap, unsigned signs, int at_end, size_t *wrong)
{
    const size_t shape[2] = {rows, cols};
    test_array source, target;
    int is_done;

    set_shape(&source, dtype, 2, shape);
    set_shape(&target, dtype, 2, shape);
    source.strides[0] = (ptrdiff_t)(cols + gap) * ((signs & 1) != 0 ? -1 : 1);
    target.strides[0] = 1;
    target.strides[1] = (ptrdiff_t)(rows + gap) * ((signs & 2) != 0 ? -1 : 1);
    place(&source, source_arena, at_end);
    place(&target, &out_arena, at_end);
    reset_target();
    is_done = moves->transpose(width, rows, cols, source.array.data, source.strides[0], target.array.data,
                               target.strides[1]);
    for (size_t n = 0; is_done && n < rows * cols; ++n) {
        const size_t index[2] = {n / cols, n % cols};

        memcpy(expected_at(element(&target, 2, index)), element(&source, 2, index), width);
    }
    *wrong += !target_is_right();
    return is_done;
}

static void test_repeat(const char *isa)
{
    static const size_t many[] = {31, 32, 33, 63, 64, 65, 100};
    size_t wrong = 0, done = 0;

    for (size_t c = 1; c <= 20 + COUNT(many); ++c) {
        for (size_t n = 0; n < COUNT(counts); ++n) {
            const size_t copies = c <= 20 ? c : many[c - 21];

            done += try_repeat(copies, counts[n], 0, &wrong);
            done += try_repeat(copies, counts[n], 1, &wrong);
        }
    }
    ok(wrong == 0 && done > 0, "%s, %zu bytes: repeat, %zu values done, %zu wrong", isa, width, done, wrong);
}

static void test_gather(const char *isa)
{
    static const ptrdiff_t steps[] = {-3, -2, -1, 2, 3};

    for (size_t s = 0; s < COUNT(steps); ++s) {
        const int has_shuffles = steps[s] >= -2 && steps[s] <= 2;
        size_t wrong = 0, done = 0;

        for (size_t n = 0; n < COUNT(counts); ++n) {
            done += try_gather(counts[n], steps[s], 0, &wrong);
            done += try_gather(counts[n], steps[s], 1, &wrong);
        }
        ok(wrong == 0 && (done > 0 || !has_shuffles), "%s, %zu bytes: gather in steps of %td, %zu done, %zu wrong", isa,
           width, steps[s], done, wrong);
    }
}

static void test_transpose(const char *isa)
{
    static const size_t sides[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 23, 31, 32, 33, 65};
    size_t wrong = 0, done = 0;

    for (size_t r = 0; r < COUNT(sides); ++r) {
        for (size_t c = 0; c < COUNT(sides); ++c) {
            for (unsigned signs = 0; signs < 4; ++signs) {
                const size_t gap = signs == 0 ? 0 : random_below(6);

                done += (size_t)try_transpose(sides[r], sides[c], gap, signs, 0, &wrong);
                done += (size_t)try_transpose(sides[r], sides[c], gap, signs, 1, &wrong);
            }
        }
    }
    ok(wrong == 0 && done > 0, "%s, %zu bytes: transpose, %zu done, %zu wrong", isa, width, done, wrong);
}

int main(void)
{
    static const bl_dtype dtypes[] = {BL_U8, BL_U16, BL_U32, BL_U64};

    make_arenas();
    fill(source_arena, BL_U8);
    for (bl_isa isa = 1; (size_t)isa <= bl_isa_record_count; ++isa) {
        const char *name = bl_isa_name(isa);

        moves = bl_isa_moves[isa - 1];
        if (moves == NULL) {
            skip(name, "this build has no moves for it");
            continue;
        }
        if (!bl_isa_available(isa)) {
            skip(name, "it is not available here");
            continue;
        }
        for (size_t t = 0; t < COUNT(dtypes); ++t) {
            dtype = dtypes[t];
            width = bl_dtype_size(dtype);
            test_repeat(name);
            test_gather(name);
            test_transpose(name);
        }
    }
    return done_testing();
}
