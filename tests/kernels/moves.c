/* Moves: an instruction set's repeat, gather, scatter, transpose and search, at every width of element, against plain
 * loops. Sources and targets are at the ends of guarded memory, and within it at every alignment; memory around the
 * target is also compared.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernels.h"
#include "platforms/platform.h"

#include <string.h>

#if !BL_RUNTIME_COMPACT /* it has no moves */

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define MARGIN 192 /* watched bytes on each side of the target */

/* around the lanes of every vector and every width */
static const size_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 23, 31, 32, 33, 40, 47, 48, 49,
                                63, 64, 65, 66, 127, 128, 129, 130, 191, 257};

/* The present moves; the number of elements moved so far, and their first error. */
static const bl_moves *moves;
static size_t width;
static size_t done, wrong;
static text fault;

/* The place of the bytes of a try. */
enum places {
    AT_BEGIN,
    AT_END,
    WITHIN,
    PLACES
};

static unsigned char *place(unsigned char *region, size_t bytes, enum places where, uint64_t key)
{
    const size_t room = REGION_BYTES - bytes;

    if (where == WITHIN) {
        return region + room / 2 / 64 * 64 + mix(key) % 64 / width * width;
    }
    return where == AT_BEGIN ? region : region + room;
}

/* ---- The source ---- */

static void fill_source(void)
{
    for (size_t i = 0; i < REGION_BYTES; ++i) {
        regions[0][i] = (unsigned char)mix(i);
    }
}

/* The expected target is read from the source, which therefore must not have changed. */
static void check_source(void)
{
    size_t i = 0;

    while (i < REGION_BYTES && regions[0][i] == (unsigned char)mix(i)) {
        ++i;
    }
    if (i < REGION_BYTES) {
        if (wrong++ == 0) {
            text_clear(&fault);
            text_add(&fault, "the source is written");
        }
        fill_source();
    }
}

/* ---- The target ---- */

/* Bytes of OUTPUT_REGION, and their expected values. */
static struct target {
    unsigned char *first;    /* the lowest of those that may be written */
    unsigned char *watched;  /* these, and a margin on either side if there is room */
    unsigned char *expected; /* the expected value of first[0] and those after it */
    size_t watched_bytes;
} target;

static void set_target(size_t bytes, size_t slack, enum places where)
{
    unsigned char *const region = regions[OUTPUT_REGION];
    size_t before, end;

    target.first = place(region, bytes + slack, where, bytes);
    before = (size_t)(target.first - region);
    before = before < MARGIN ? before : MARGIN;
    end = (size_t)(target.first - region) + bytes + slack + MARGIN;
    end = end < REGION_BYTES ? end : REGION_BYTES;
    target.watched = target.first - before;
    target.watched_bytes = (size_t)(region + end - target.watched);
    target.expected = regions[ROWS_REGION] + before;
    memset(target.watched, CANARY, target.watched_bytes);
    memset(regions[ROWS_REGION], CANARY, target.watched_bytes);
}

/* Set the expected value of the element `at` elements after (or before) the one at `to`. */
static void expect(const unsigned char *to, ptrdiff_t at, const unsigned char *from)
{
    memcpy(target.expected + (to - target.first) + at * (ptrdiff_t)width, from, width);
    ++results_compared;
}

/* Compare the target. The first fault is kept, with its two numbers. */
static void check_target(const char *what, ptrdiff_t a, ptrdiff_t b)
{
    const unsigned char *const expected = regions[ROWS_REGION];
    size_t i = 0;

    if (memcmp(target.watched, expected, target.watched_bytes) == 0) {
        return;
    }
    while (target.watched[i] == expected[i]) {
        ++i;
    }
    if (wrong++ == 0) {
        text_clear(&fault);
        text_add(&fault, what);
        text_add(&fault, " ");
        text_signed(&fault, a);
        text_add(&fault, ", ");
        text_signed(&fault, b);
        text_add(&fault, ": byte ");
        text_signed(&fault, target.watched + i - target.first);
        text_add(&fault, " of the target is ");
        text_hex(&fault, target.watched[i], 2);
        text_add(&fault, ", expected ");
        text_hex(&fault, expected[i], 2);
    }
}

/* The number of elements that a call has reported; more than `count` is an error. */
static size_t heed(size_t said, size_t count, const char *what, ptrdiff_t a)
{
    if (said > count && wrong++ == 0) {
        text_clear(&fault);
        text_add(&fault, what);
        text_add(&fault, " ");
        text_signed(&fault, a);
        text_add(&fault, ": more is done than there is");
    }
    return said > count ? 0 : said;
}

/* ---- Tries ---- */

/* This many groups, each repeated this often. */
static void try_repeat(size_t group, size_t copies, size_t count, enum places where)
{
    const size_t bytes = count * copies * group * width;
    const unsigned char *const from = place(regions[0], count * group * width, where, copies + count);
    size_t groups;
    size_t behind;

    if (bytes + BL_MOVES_SLACK > REGION_BYTES - 2 * MARGIN) {
        return;
    }
    set_target(bytes, BL_MOVES_SLACK, where);
    groups = heed(moves->repeat(width, group, copies, count, from, target.first), count, "copies, groups",
                  (ptrdiff_t)copies);
    for (size_t i = 0; i < groups * copies * group; ++i) {
        expect(target.first, (ptrdiff_t)i, from + (i / (group * copies) * group + i % group) * width);
    }
    behind = groups * copies * group * width; /* these bytes may have any values */
    memcpy(target.expected + behind, target.first + behind, BL_MOVES_SLACK);
    check_target("copies, groups", (ptrdiff_t)copies, (ptrdiff_t)count);
    done += groups;
}

static void try_gather(size_t count, ptrdiff_t step, enum places where)
{
    const size_t apart = (size_t)(step < 0 ? -step : step);
    const size_t span = count == 0 ? 0 : (count - 1) * apart + 1;
    const unsigned char *from = place(regions[0], span * width, where, count);
    size_t elements;

    if (step < 0 && count > 0) {
        from += (span - 1) * width;
    }
    set_target(count * width, 0, where);
    elements = moves->gather(width, count, from, step, target.first) ? count : 0;
    for (size_t i = 0; i < elements; ++i) {
        expect(target.first, (ptrdiff_t)i, from + (ptrdiff_t)i * step * (ptrdiff_t)width);
    }
    check_target("step, elements", step, (ptrdiff_t)count);
    done += elements;
}

/* The elements between must not change. */
static void try_scatter(size_t count, ptrdiff_t step, enum places where)
{
    const size_t span = count == 0 ? 0 : (count - 1) * (size_t)step + 1;
    const unsigned char *const from = place(regions[0], count * width, where, count);
    size_t elements;

    set_target(span * width, 0, where);
    elements = moves->scatter(width, count, from, target.first, step) ? count : 0;
    for (size_t i = 0; i < elements; ++i) {
        expect(target.first, (ptrdiff_t)i * step, from + i * width);
    }
    check_target("step, elements", step, (ptrdiff_t)count);
    done += elements;
}

/* Rows are `gap` elements apart, on both sides; bits 0 and 1 of `signs`: the source's, the target's strides are negative. */
static void try_transpose(size_t rows, size_t cols, size_t gap, unsigned signs, enum places where)
{
    const size_t from_bytes = ((rows - 1) * (cols + gap) + cols) * width;
    const size_t to_bytes = ((cols - 1) * (rows + gap) + rows) * width;
    const unsigned char *from = place(regions[0], from_bytes, where, rows + cols);
    ptrdiff_t from_row = (ptrdiff_t)(cols + gap), to_row = (ptrdiff_t)(rows + gap);
    unsigned char *to;

    set_target(to_bytes, 0, where);
    to = target.first;
    if ((signs & 1) != 0) {
        from += (rows - 1) * (cols + gap) * width;
        from_row = -from_row;
    }
    if ((signs & 2) != 0) {
        to += (cols - 1) * (rows + gap) * width;
        to_row = -to_row;
    }
    if (moves->transpose(width, rows, cols, from, from_row, to, to_row)) {
        for (size_t i = 0; i < rows; ++i) {
            for (size_t j = 0; j < cols; ++j) {
                const ptrdiff_t at = (ptrdiff_t)i * from_row + (ptrdiff_t)j;

                expect(to, (ptrdiff_t)j * to_row + (ptrdiff_t)i, from + at * (ptrdiff_t)width);
            }
        }
        done += rows * cols;
    }
    check_target("rows, columns", (ptrdiff_t)rows, (ptrdiff_t)cols);
}

/* ---- All tries ---- */

static void all_repeats(void)
{
    static const size_t many[] = {31, 32, 33, 63, 64, 65, 100};
    static const size_t groups[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65};

    for (size_t g = 0; g < COUNT(groups); ++g) {
        for (size_t c = 1; c <= 20 + COUNT(many); ++c) {
            for (size_t n = 0; n < COUNT(counts); ++n) {
                const size_t copies = c <= 20 ? c : many[c - 21];

                for (int where = 0; where < PLACES && (g == 0 || counts[n] * groups[g] <= 300); ++where) {
                    try_repeat(groups[g], copies, counts[n], (enum places)where);
                }
            }
        }
    }
}

static void all_gathers(void)
{
    if (moves->gather == NULL) {
        return;
    }
    for (ptrdiff_t step = -3; step <= BL_MOVES_STEP + 1; ++step) {
        for (size_t n = 0; n < COUNT(counts); ++n) {
            for (int where = 0; where < PLACES; ++where) {
                try_gather(counts[n], step, (enum places)where);
            }
        }
    }
}

static void all_scatters(void)
{
    if (moves->scatter == NULL) {
        return;
    }
    for (ptrdiff_t step = 2; step <= BL_MOVES_STEP + 1; ++step) {
        for (size_t n = 0; n < COUNT(counts); ++n) {
            for (int where = 0; where < PLACES; ++where) {
                try_scatter(counts[n], step, (enum places)where);
            }
        }
    }
}

static void all_transposes(void)
{
    static const size_t sides[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 23, 31, 32, 33, 65};

    if (moves->transpose == NULL) {
        return;
    }
    for (size_t r = 0; r < COUNT(sides); ++r) {
        for (size_t c = 0; c < COUNT(sides); ++c) {
            for (int where = 0; where < PLACES; ++where) {
                const unsigned signs = (unsigned)mix((r * COUNT(sides) + c) * PLACES + (unsigned)where) % 4;

                try_transpose(sides[r], sides[c], 0, 0, (enum places)where);
                try_transpose(sides[r], sides[c], 0, signs, (enum places)where);
                try_transpose(sides[r], sides[c], 1 + (r + c) % 5, signs, (enum places)where);
            }
        }
    }
}

/* Elements, at most one of which is 0 or -1. */
static void try_least(size_t count, size_t where_special, unsigned char special, enum places where)
{
    unsigned char *const from = place(regions[OUTPUT_REGION], count * width, where, count);
    uint64_t least = 2, expected = 2;
    size_t elements;

    for (size_t i = 0; i < count; ++i) {
        memset(from + i * width, special, width);
        from[i * width + mix(i) % width] = (unsigned char)(i == where_special ? special : 1 + mix(i) % 254);
    }
    elements = heed(moves->least(width, count, from, &least), count, "elements, special one", (ptrdiff_t)count);
    if (where_special < elements) {
        expected = special == 0 ? 1 : 0;
    }
    ++results_compared;
    if (least != expected && wrong++ == 0) {
        text_clear(&fault);
        text_add(&fault, "elements, special one ");
        text_number(&fault, count);
        text_add(&fault, ", ");
        text_number(&fault, where_special);
        text_add(&fault, ": the least of what follows them is ");
        text_number(&fault, least);
    }
    done += elements;
}

static void all_leasts(void)
{
    for (size_t c = 0; moves->least != NULL && c < COUNT(counts); ++c) {
        for (size_t special = 0; special <= counts[c]; ++special) { /* the last time there is none */
            try_least(counts[c], special, 0x00, (enum places)(special % PLACES));
            try_least(counts[c], special, 0xff, (enum places)((special + 1) % PLACES));
        }
    }
}

/* Writes a line, and returns the number of moved elements. */
static size_t test_kind(const char *isa, const char *kind, void (*all)(void))
{
    text label;

    text_clear(&label);
    text_add(&label, isa);
    text_add(&label, " moves ");
    text_number(&label, width * 8);
    text_add(&label, "-bit elements: ");
    text_add(&label, kind);
    platform_doing = label.bytes;
    done = wrong = 0;
    all();
    check_source();
    if (wrong > 0) {
        text_add(&fault, "; tries that went wrong: ");
        text_number(&fault, wrong);
        report_fail(label.bytes, fault.bytes);
    } else if (done > 0) {
        report_pass(label.bytes);
    }
    return done;
}

void test_moves(const char *isa, bl_isa number)
{
    static const size_t widths[] = {1, 2, 4, 8};
    const bl_moves *const *at = bl_isa_moves;
    const bl_moves *own;
    size_t moved = 0, scattered = 0; /* only of widths that are narrow compared with a vector */

    while (*at != NULL && (*at)->isa != number) {
        ++at;
    }
    own = *at;
    if (own == NULL) {
        report_skip(isa, "moves: it has no separate ones");
        return;
    }
    moves = own;
    fill_source();
    for (size_t w = 0; w < COUNT(widths); ++w) {
        size_t gathered, transposed, searched;

        width = widths[w];
        moved += test_kind(isa, "repeated", all_repeats);
        gathered = test_kind(isa, "gathered", all_gathers);
        scattered += test_kind(isa, "scattered", all_scatters);
        transposed = test_kind(isa, "transposed", all_transposes);
        searched = test_kind(isa, "searched", all_leasts);
        if ((gathered == 0) != (own->gather == NULL) || (transposed == 0) != (own->transpose == NULL) ||
            (searched == 0) != (own->least == NULL)) {
            report_fail(isa, "moves: it gathers, transposes and searches elements of all widths, or leaves all to those below");
        }
    }
    if (moved == 0 || (scattered == 0) != (own->scatter == NULL)) {
        report_fail(isa, "moves: nothing is done by any, or nothing scattered");
    }
    platform_doing = "";
}

#endif
