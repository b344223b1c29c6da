/* All lengths, alignments and strides: operands end at the end of their guarded memory, begin at its start, and are
 * at all alignments in the middle; in place; and no byte outside the output may change.
 *
 * choice.c has chosen the values for the signature. The results are computed once for the longest row; shorter ones compare memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernels.h"
#include "platforms/platform.h"

#include <string.h>

#define COMBINATIONS 32 /* of rows that are kept: all of three inputs; for more inputs, those of choose_strides */
#define BESIDE 128      /* bytes before and after the output that must not change */
#define MAX_GAP 5       /* elements between rows */
#define STREAMED_COLS 128

enum placement {
    AT_END,
    AT_START,
    IN_MIDDLE,
    PLACEMENTS
};

/* The expected results of one pattern of the subject, by the row of the chosen values for each input. */
static struct expectations {
    const subject *which;
    unsigned pattern;
    text label;
    size_t known; /* combinations computed so far; further ones replace the oldest */
    unsigned combinations[COMBINATIONS];
    unsigned char bytes[COMBINATIONS][MAX_COLS * 8];
} expectations;

/* One call of a kernel. */
typedef struct call {
    size_t rows, cols;
    size_t rotated; /* its row r takes row (r + rotated) % SHAPE_ROWS of the values */
    enum placement placement;
    int in_place; /* the input that is also the output, or -1 */
    ptrdiff_t strides[BL_MAX_ARITY + 1];
    size_t offsets[BL_MAX_ARITY + 1]; /* in elements, IN_MIDDLE only */
} call;

static uint64_t input_value(unsigned pattern, unsigned input, size_t row, size_t col)
{
    return (pattern >> input & 1) != 0 ? chosen.held[input][row] : chosen.walked[input][row][col];
}

/* ---- Expected results ---- */

static void expect_combination(unsigned char *bytes, const size_t *at)
{
    const subject *which = expectations.which;
    const size_t size = element_size((bl_dtype)which->table->dtypes[0]);

    for (size_t c = 0; c < chosen.cols; ++c) {
        uint64_t x[BL_MAX_ARITY], result;

        for (unsigned p = 0; p < chosen.arity; ++p) {
            x[p] = input_value(expectations.pattern, p, at[p], c);
        }
        result = reference_value(&which->expected, x);
        store_elements(bytes + c * size, size, &result, 1);
    }
}

/* The bytes of the longest row, if each input is at the given row of the values. */
static const unsigned char *expected_row(const size_t *at)
{
    const size_t kept = expectations.known < COMBINATIONS ? expectations.known : COMBINATIONS;
    const size_t slot = expectations.known % COMBINATIONS;
    unsigned combination = 0;

    for (unsigned p = 0; p < chosen.arity; ++p) {
        combination = combination * SHAPE_ROWS + (unsigned)at[p];
    }
    for (size_t i = 0; i < kept; ++i) {
        if (expectations.combinations[i] == combination) {
            return expectations.bytes[i];
        }
    }
    ++expectations.known;
    expectations.combinations[slot] = combination;
    expect_combination(expectations.bytes[slot], at);
    return expectations.bytes[slot];
}

/* The row of the values for an input's row r: with a stride of 0 all rows are the first. */
static size_t values_row(const call *this_call, unsigned input, size_t r)
{
    return ((this_call->strides[input] == 0 ? 0 : r) + this_call->rotated) % SHAPE_ROWS;
}

/* ---- One call ---- */

/* The place of the operand's element (0, 0), such that all its rows are at the placement's end or alignment. */
static operand place(const call *this_call, unsigned at, unsigned region, size_t size, size_t width)
{
    const ptrdiff_t stride = this_call->strides[at], reach = (ptrdiff_t)(this_call->rows - 1) * stride;
    const ptrdiff_t before = reach < 0 ? -reach : 0, after = (reach > 0 ? reach : 0) + (ptrdiff_t)width;
    size_t start = (size_t)before * size;
    operand result;

    if (this_call->placement == AT_END) {
        start = REGION_BYTES - (size_t)after * size;
    } else if (this_call->placement == IN_MIDDLE) {
        start += REGION_BYTES / 4 + this_call->offsets[at] * size;
    }
    result.base = regions[region] + start;
    result.row = stride;
    return result;
}

static unsigned char *row_of(const operand *which, size_t r, size_t size)
{
    return which->base + (ptrdiff_t)r * which->row * (ptrdiff_t)size;
}

static void put_input(const call *this_call, unsigned pattern, unsigned input, const operand *to)
{
    const size_t size = element_size(chosen.inputs[input]);

    for (size_t r = 0; r < this_call->rows; ++r) {
        const size_t from = values_row(this_call, input, r);

        if ((pattern >> input & 1) != 0) {
            store_elements(row_of(to, r, size), size, &chosen.held[input][from], 1);
        } else {
            memcpy(row_of(to, r, size), chosen.walked_bytes[input][from], this_call->cols * size);
        }
    }
}

/* ", 2 x 65 at starts, in place on 0" */
static void describe_call(const call *this_call, text *line)
{
    static const char *const placements[PLACEMENTS] = {" at ends", " at starts", " in middle"};

    text_add(line, ", ");
    text_number(line, this_call->rows);
    text_add(line, " x ");
    text_number(line, this_call->cols);
    text_add(line, placements[this_call->placement]);
    if (this_call->in_place >= 0) {
        text_add(line, ", in place on ");
        text_number(line, (uint64_t)this_call->in_place);
    }
}

/* ", strides 65 0 > 70, offsets 1 2 > 3": the inputs', then the output's */
static void describe_strides(const call *this_call, text *line)
{
    text_add(line, ", strides");
    for (unsigned p = 0; p <= chosen.arity; ++p) {
        text_add(line, p < chosen.arity ? " " : " > ");
        text_signed(line, this_call->strides[p]);
    }
    if (this_call->placement == IN_MIDDLE) {
        text_add(line, ", offsets");
        for (unsigned p = 0; p <= chosen.arity; ++p) {
            text_add(line, p < chosen.arity ? " " : " > ");
            text_number(line, this_call->offsets[p]);
        }
    }
}

/* The bytes differ from the expected ones. Describe the place, or return 0 if only NaNs differ. */
static int explain(subject *which, unsigned pattern, const call *this_call, const operand *output,
                   const unsigned char *window, const unsigned char *expected, size_t bytes, text *why)
{
    const size_t size = element_size((bl_dtype)which->table->dtypes[0]);

    for (size_t r = 0; r < this_call->rows; ++r) {
        unsigned char *got_row = row_of(output, r, size);
        const unsigned char *want_row = expected + (got_row - window);

        for (size_t c = 0; c < this_call->cols; ++c) {
            uint64_t x[BL_MAX_ARITY], got, want;

            load_elements(&got, got_row + c * size, size, 1);
            load_elements(&want, want_row + c * size, size, 1);
            for (unsigned p = 0; p < chosen.arity; ++p) {
                x[p] = input_value(pattern, p, values_row(this_call, p, r), c);
            }
            if (subject_accepts(which, x, got, want)) {
                store_elements(got_row + c * size, size, &want, 1); /* then only bytes outside the output can differ */
                continue;
            }
            text_add(why, "row ");
            text_number(why, r);
            text_add(why, " column ");
            text_number(why, c);
            text_add(why, ": ");
            describe_mismatch(why, which, x, got, want);
            return 1;
        }
    }
    for (size_t i = 0; i < bytes; ++i) {
        if (window[i] != expected[i]) {
            text_add(why, "wrote outside the output: byte ");
            text_signed(why, window + i - output->base);
            text_add(why, " from its start");
            return 1;
        }
    }
    return 0;
}

static void try_call(subject *which, unsigned pattern, const call *this_call)
{
    static unsigned char expected[REGION_BYTES];
    const bl_table *table = which->table;
    const unsigned region = this_call->in_place >= 0 ? (unsigned)this_call->in_place : OUTPUT_REGION;
    const size_t size = element_size((bl_dtype)table->dtypes[0]), row_bytes = this_call->cols * size;
    const unsigned place_as = this_call->in_place >= 0 ? region : table->arity;
    const operand output = place(this_call, place_as, region, size, this_call->cols);
    const unsigned char *last = row_of(&output, this_call->rows - 1, size);
    unsigned char *low = row_of(&output, output.row < 0 ? this_call->rows - 1 : 0, size);
    const size_t to_start = (size_t)(low - regions[region]);
    const size_t covered = (size_t)((output.row < 0 ? output.base : last) - low) + row_bytes;
    const size_t to_end = REGION_BYTES - to_start - covered;
    const size_t below = to_start < BESIDE ? to_start : BESIDE, above = to_end < BESIDE ? to_end : BESIDE;
    const size_t bytes = below + covered + above;
    unsigned char *window = low - below;
    operand inputs[BL_MAX_ARITY];
    text *line = &expectations.label;
    const size_t label_length = line->length;
    text why;

    describe_call(this_call, line);
    platform_doing = line->bytes;
    memset(window, CANARY, bytes);
    memset(expected, CANARY, bytes);
    for (unsigned p = 0; p < table->arity; ++p) {
        const size_t width = (pattern >> p & 1) != 0 ? 1 : this_call->cols;

        inputs[p] = place(this_call, p, p, element_size((bl_dtype)table->dtypes[p + 1]), width);
        put_input(this_call, pattern, p, &inputs[p]);
    }
    call_kernel(which, pattern, this_call->rows, this_call->cols, inputs, &output);
    for (size_t r = 0; r < this_call->rows; ++r) {
        size_t at[BL_MAX_ARITY];

        for (unsigned p = 0; p < table->arity; ++p) {
            at[p] = values_row(this_call, p, r);
        }
        memcpy(expected + (row_of(&output, r, size) - window), expected_row(at), row_bytes);
    }
    results_compared += this_call->rows * this_call->cols;
    if (memcmp(window, expected, bytes) != 0) {
        text_clear(&why);
        if (explain(which, pattern, this_call, &output, window, expected, bytes, &why)) {
            describe_strides(this_call, line);
            report_fail(line->bytes, why.bytes);
            which->failed |= UINT64_C(1) << pattern;
        }
    }
    line->length = label_length;
}

/* ---- All calls ---- */

/* Strides for the n-th call: contiguous ones with and without gaps, of either sign, and for inputs 0; those of held inputs 0, 1, -2 and 3.
 * Each operand takes them in turn, at a different pace. */
static void choose_strides(call *this_call, unsigned pattern, size_t n)
{
    const ptrdiff_t cols = (ptrdiff_t)this_call->cols;
    const ptrdiff_t walked[] = {cols, 0, cols + 3, -cols, -(cols + MAX_GAP), 0, cols + 1};
    const ptrdiff_t held[] = {1, 0, -2, 3, 0};
    const ptrdiff_t outputs[] = {cols, cols + 2, -cols, -(cols + 1), cols + MAX_GAP};
    static const unsigned still[] = {0, 0x15, 0x2a, 0x07}; /* of many inputs: those without a stride */

    for (unsigned p = 0; p < chosen.arity; ++p) {
        const size_t pace = n * (p + 1) + p;

        this_call->strides[p] = (pattern >> p & 1) != 0 ? held[pace % 5] : walked[pace % 7];
        if (chosen.arity > 3 && ((still[n % 4] >> p & 1) != 0) != (this_call->strides[p] == 0)) {
            this_call->strides[p] = this_call->strides[p] == 0 ? cols : 0;
        }
    }
    this_call->strides[chosen.arity] = outputs[n % 5];
    if (this_call->in_place >= 0) {
        this_call->strides[this_call->in_place] = outputs[n % 5];
    }
}

/* Alignments for the n-th call in the middle: each operand takes all of them in turn, with different steps. */
static void choose_offsets(call *this_call, size_t step, size_t n)
{
    for (unsigned p = 0; p <= chosen.arity; ++p) {
        this_call->offsets[p] = (n * (2 * p + 1) + n / step + p) % step;
    }
}

static int may_be_in_place(const subject *which, unsigned pattern, unsigned input)
{
    return (pattern >> input & 1) == 0 && element_size((bl_dtype)which->table->dtypes[input + 1]) ==
                                              element_size((bl_dtype)which->table->dtypes[0]);
}

/* One of the ways to call at a length: first one row, then two or three, at each placement; then in place on each input, with one to three
 * rows. Returns 0 if there is no such call. */
static int choose_call(const subject *which, unsigned pattern, unsigned way, size_t turn, call *this_call)
{
    const size_t n = this_call->cols * 8 + way + turn * 31;

    this_call->in_place = -1;
    this_call->rows = way < PLACEMENTS ? 1 : 2 + (this_call->cols + turn) % 2;
    this_call->placement = (enum placement)(way % PLACEMENTS);
    if (way >= 2 * PLACEMENTS) {
        this_call->in_place = (int)way - 2 * PLACEMENTS;
        this_call->rows = 1 + (n + turn) % 3;
        this_call->placement = (enum placement)((this_call->cols / 3 + way) % PLACEMENTS);
        if (!may_be_in_place(which, pattern, way - 2u * PLACEMENTS)) {
            return 0;
        }
    }
    this_call->rotated = (this_call->cols + way) % SHAPE_ROWS;
    choose_strides(this_call, pattern, n);
    return 1;
}

static void try_pattern(subject *which, unsigned pattern, int thorough)
{
    const size_t step = subject_step(which), turns = thorough ? 2 * step : 1;
    size_t in_middle = 0;
    call this_call;

    memset(&this_call, 0, sizeof this_call);
    expectations.which = which;
    expectations.pattern = pattern;
    expectations.known = 0;
    subject_label(which, pattern, &expectations.label);
    for (size_t turn = 0; turn < turns; ++turn) {
        for (this_call.cols = which->variant->contract; this_call.cols <= 3 * step + 1; ++this_call.cols) {
            for (unsigned way = 0; way < 2u * PLACEMENTS + which->table->arity; ++way) {
                if (!choose_call(which, pattern, way, turn, &this_call)) {
                    continue;
                }
                if (this_call.placement == IN_MIDDLE) {
                    choose_offsets(&this_call, step, in_middle++);
                }
                try_call(which, pattern, &this_call);
                if ((which->failed >> pattern & 1) != 0) {
                    return;
                }
            }
        }
    }
}

/* Streaming kernels, one row at a time: the output's rows are on cache lines, and columns come in 64s; inputs are anywhere, but not in
 * place. */
static void try_streams(subject *which, unsigned pattern)
{
    const unsigned out = which->table->arity;
    size_t in_middle = 0;
    call this_call;

    memset(&this_call, 0, sizeof this_call);
    which->streams = 1;
    if (pattern_kernel(which, pattern) == NULL) {
        which->streams = 0;
        return;
    }
    text_add(&expectations.label, ", past the caches");
    for (this_call.cols = 64; this_call.cols <= STREAMED_COLS && (which->failed >> pattern & 1) == 0; this_call.cols += 64) {
        for (unsigned way = 0; way < 2u * PLACEMENTS; ++way) {
            const ptrdiff_t cols = (ptrdiff_t)this_call.cols;

            choose_call(which, pattern, way, 0, &this_call);
            choose_offsets(&this_call, 64, ++in_middle);
            this_call.offsets[out] = 0;
            this_call.strides[out] = way % 3 == 2 ? -cols : cols + (ptrdiff_t)(way % 3) * 64;
            try_call(which, pattern, &this_call);
        }
    }
    which->streams = 0;
}

void test_shapes(subject *which, int thorough)
{
    for (unsigned pattern = 0; pattern < PATTERNS(which->table); ++pattern) {
        if (pattern_kernel(which, pattern) != NULL && (which->failed >> pattern & 1) == 0) {
            try_pattern(which, pattern, thorough);
            try_streams(which, pattern);
        }
    }
}
