/* The floating-point environment. A kernel raises invalid, division by zero and overflow only if the operations of
 * some element do, for any contents of the neighbouring lanes; it also runs while these exceptions trap; and exact
 * results stay exact while subnormals are flushed to zero.
 *
 * A case is a row of tuples with a value for each input. The oracle gives their exceptions. It runs at all lengths,
 * the longest first. Tuples that are no longer in the row, and the memory around the row, contain signalling NaNs and
 * zeros. So neither values next to a row nor the values of unused lanes may raise an exception.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "platforms/float_environment.h"
#include "kernels.h"
#include "platforms/platform.h"

#include <string.h>

#define LONGEST 200
#define ROWS 3
#define POISONED 16384 /* bytes of an input's region, a power of two: all rows, and those around them */
#define BEFORE 64      /* elements before the first row */
#define ATTEMPTS 64

enum case_kind {
    PLAIN,    /* nothing is raised, by ordinary values */
    SPECIAL,  /* nothing is raised, although there are zeros, infinities, NaNs, the largest and the least */
    RAISING,  /* only the exceptions of some tuples are raised, the first of which are far from the row's beginning */
    ANYTHING, /* any exception may be raised: subnormals and the like */
    KINDS
};

/* The present case. */
static struct watched {
    subject *which;
    unsigned pattern;
    reference expected; /* the exceptions that the words of the op's expression raise */
    unsigned promised;
    uint64_t x[BL_MAX_ARITY][LONGEST];
    unsigned raised[LONGEST + 1]; /* by the tuples before this one */
    operand inputs[BL_MAX_ARITY];
} watched;

static int is_held(unsigned input)
{
    return (watched.pattern >> input & 1) != 0;
}

static bl_dtype input_type(unsigned input)
{
    return (bl_dtype)watched.which->table->dtypes[input + 1];
}

static void add_exceptions(text *line, unsigned raised)
{
    static const char *const names[] = {"invalid", "division by zero", "overflow"};
    const char *between = "";

    for (unsigned i = 0; i < 3; ++i) {
        if ((raised >> i & 1) != 0) {
            text_add(line, between);
            text_add(line, names[i]);
            between = ", ";
        }
    }
    if (raised == 0) {
        text_add(line, "nothing");
    }
}

/* ---- Tuples ---- */

static uint64_t special_value(bl_dtype type, uint64_t random)
{
    switch (random % 4) {
    case 0:
        return plain_value(type, random);
    case 1:
        return sample_value(type, random >> 2);
    default:
        return edge_value(type, random >> 2);
    }
}

static uint64_t case_value(enum case_kind kind, bl_dtype type, uint64_t key)
{
    const uint64_t random = mix(key);

    if (kind == ANYTHING && random % 2 == 0) { /* a float with the exponent 0 */
        return (random >> 2) & (type_mask(type) ^ (type_mask(type) >> 1 >> oracle_types[type].fraction_bits
                                                                               << oracle_types[type].fraction_bits));
    }
    return kind == PLAIN ? plain_value(type, random) : special_value(type, random);
}

/* Values for held inputs: of floats 0, infinity, a quiet NaN, the largest and -0; of integers 0, -1, the least, 1. */
static uint64_t held_value(bl_dtype type, size_t which)
{
    const unsigned fraction_bits = oracle_types[type].fraction_bits;
    const uint64_t sign = type_mask(type) ^ type_mask(type) >> 1;
    const uint64_t infinity = type_mask(type) >> 1 >> fraction_bits << fraction_bits;
    const uint64_t floats[] = {0, infinity, infinity | infinity >> 1, infinity - 1, sign};
    const uint64_t integers[] = {0, type_mask(type), sign, 1, 2};

    return (oracle_types[type].kind == ORACLE_FLOAT ? floats : integers)[which % 5];
}

static unsigned tuple_raises(const uint64_t *x)
{
    return reference_raises(&watched.expected, x) & watched.promised;
}

/* Find walked values for tuple c that raise nothing or, if wanted, an exception other than `known`. Returns 0 if there are none. */
static int choose_tuple(enum case_kind kind, size_t c, uint64_t seed, int wants_raised, unsigned known, uint64_t *x)
{
    for (uint64_t attempt = 0; attempt < ATTEMPTS; ++attempt) {
        unsigned raised;

        for (unsigned p = 0; p < watched.which->table->arity; ++p) {
            if (!is_held(p)) {
                x[p] = case_value(kind, input_type(p), mix(mix(seed + c) + attempt) + p);
            }
        }
        if (emulator_errs(watched.which, x) || emulator_raises(watched.which, x)) {
            continue;
        }
        raised = kind == ANYTHING ? 0 : tuple_raises(x);
        if (wants_raised ? (raised & ~known) != 0 : raised == 0) {
            return 1;
        }
    }
    return 0;
}

/* Fill the row; `held` are the held inputs' values. Returns 0 if no tuple with these raises nothing. */
static int choose_tuples(enum case_kind kind, uint64_t seed, const uint64_t *held)
{
    uint64_t x[BL_MAX_ARITY], clean[BL_MAX_ARITY] = {0};

    memcpy(x, held, sizeof x);
    watched.raised[0] = 0;
    for (size_t c = 0; c < LONGEST; ++c) {
        const int wants_raised = kind == RAISING && c % 32 == 5;

        if (!(wants_raised && choose_tuple(kind, c, seed, 1, watched.raised[c], x)) &&
            !choose_tuple(kind, c, seed, 0, 0, x)) {
            if (c == 0) {
                return 0;
            }
            memcpy(x, clean, sizeof x);
        }
        if (c == 0 || tuple_raises(x) == 0) {
            memcpy(clean, x, sizeof x);
        }
        for (unsigned p = 0; p < watched.which->table->arity; ++p) {
            watched.x[p][c] = x[p];
        }
        watched.raised[c + 1] = watched.raised[c] | (kind == RAISING ? tuple_raises(x) : 0);
    }
    return 1;
}

/* ---- Memory ---- */

/* A signalling NaN, or 0. */
static uint64_t poison(bl_dtype type)
{
    const unsigned fraction_bits = oracle_types[type].fraction_bits;

    return oracle_types[type].kind == ORACLE_FLOAT
               ? ((type_mask(type) >> 1) >> fraction_bits << fraction_bits) + 1
               : 0;
}

static unsigned char *element(unsigned input, size_t row, size_t col)
{
    const ptrdiff_t at = (ptrdiff_t)row * watched.inputs[input].row + (ptrdiff_t)col;

    return watched.inputs[input].base + at * (ptrdiff_t)element_size(input_type(input));
}

/* Write poison everywhere except in the rows, also next to held values. Strides differ, and some are negative. */
static void lay_out(void)
{
    for (unsigned p = 0; p < watched.which->table->arity; ++p) {
        const size_t size = element_size(input_type(p));
        const uint64_t bad = poison(input_type(p));
        const ptrdiff_t stride = is_held(p) ? 2 + (ptrdiff_t)p : LONGEST + 3 + (ptrdiff_t)p * 2;
        const int back = (watched.pattern + p) % 2 == 1;
        const size_t first = BEFORE + (p + watched.pattern) % 7 + (back ? (ROWS - 1) * (size_t)stride : 0);

        store_elements(regions[p], size, &bad, 1);
        for (size_t filled = size; filled < POISONED; filled *= 2) {
            memcpy(regions[p] + filled, regions[p], filled);
        }
        watched.inputs[p].base = regions[p] + first * size;
        watched.inputs[p].row = back ? -stride : stride;
        for (size_t r = 0; r < ROWS; ++r) {
            store_elements(element(p, r, 0), size, watched.x[p], is_held(p) ? 1 : LONGEST);
        }
    }
}

static void poison_column(size_t col)
{
    for (unsigned p = 0; p < watched.which->table->arity; ++p) {
        const uint64_t bad = poison(input_type(p));

        for (size_t r = 0; r < ROWS && !is_held(p); ++r) {
            store_elements(element(p, r, col), element_size(input_type(p)), &bad, 1);
        }
    }
}

/* ---- Calls ---- */

static operand output_for(size_t n)
{
    const size_t size = element_size((bl_dtype)watched.which->table->dtypes[0]);
    const size_t beside = watched.which->streams ? 0 : n % 5; /* streaming kernels need whole cache lines */
    const operand output = {regions[OUTPUT_REGION] + (BEFORE + beside) * size, (ptrdiff_t)n + 7};

    return output;
}

/* Between begin and end, the test itself computes nothing. */
static unsigned run(size_t rows, size_t n, unsigned traps, int flushes)
{
    const operand output = output_for(n);
    unsigned raised;

    float_begin(traps, flushes);
    call_kernel(watched.which, watched.pattern, rows, n, watched.inputs, &output);
    raised = float_raised();
    float_end();
    return raised & watched.promised;
}

static void describe_run(text *why, size_t rows, size_t n)
{
    text_number(why, rows);
    text_add(why, " x ");
    text_number(why, n);
    for (unsigned p = 0; p < watched.which->table->arity; ++p) {
        text_add(why, p == 0 ? " of (" : ", ");
        text_hex(why, watched.x[p][n - 1], oracle_types[input_type(p)].bits / 4u);
    }
    text_add(why, ") at the end");
}

/* The exceptions that the tuples do not raise. If there are none, it runs with traps, too. */
static unsigned try_run(size_t rows, size_t n, int traps)
{
    const unsigned own = watched.raised[n], beside = run(rows, n, 0, 0) & ~own;

    results_compared += rows * n;
    if (own == 0 && beside == 0 && traps) {
        run(rows, n, watched.promised, 0);
    }
    return beside;
}

static void report_raised(const text *label, size_t rows, size_t n, unsigned beside)
{
    text why;

    text_clear(&why);
    describe_run(&why, rows, n);
    text_add(&why, " raises ");
    add_exceptions(&why, beside);
    text_add(&why, ", its own operations raise ");
    add_exceptions(&why, watched.raised[n]);
    report_fail(label->bytes, why.bytes);
}

/* Tries all lengths, the longest first; on a slow emulator only a few above 20. Returns 0, and writes a line about the shortest, if more
 * exceptions are raised than the tuples raise. */
static int try_lengths(const text *label, int slow)
{
    size_t wrong_rows = 0, wrong_n = 0;
    unsigned wrong = 0;

    for (size_t n = LONGEST; n >= watched.which->variant->contract; --n) {
        if (n < LONGEST) {
            poison_column(n);
        }
        if (slow && n > 20 && n % 16 > 1 && n % 16 < 15) {
            continue;
        }
        for (size_t rows = n % 3 == 0 ? 2 + n % 2 : 1; rows > 0; rows = rows > 1 ? 1 : 0) {
            unsigned beside = try_run(rows, n, wrong == 0);

            if (rows == 1 && n % 64 == 0 && watched.which->variant->streams != NULL) {
                watched.which->streams = 1;
                beside |= pattern_kernel(watched.which, watched.pattern) != NULL ? try_run(rows, n, wrong == 0) : 0;
                watched.which->streams = 0;
            }
            if (beside != 0) {
                wrong = beside;
                wrong_rows = rows;
                wrong_n = n;
            }
        }
    }
    if (wrong != 0) {
        report_raised(label, wrong_rows, wrong_n, wrong);
    }
    return wrong == 0;
}

/* The i-th case: first its held values are special, later any. Returns 0 if none is found. */
static int choose_case(enum case_kind kind, size_t i)
{
    const unsigned arity = watched.which->table->arity;
    int found = 0;

    for (uint64_t seed = 0; seed < ATTEMPTS && !found; ++seed) {
        uint64_t held[BL_MAX_ARITY] = {0};

        for (unsigned p = 0; p < arity; ++p) {
            held[p] = kind == SPECIAL && seed == 0 ? held_value(input_type(p), i / 2 + p)
                                                   : case_value(kind, input_type(p), mix(mix(seed) + i) + p);
        }
        found = choose_tuples(kind, mix(seed) + i, held);
    }
    return found;
}

static int try_cases(const text *label, int slow)
{
    const int can_raise = reference_can_raise(&watched.expected), holds = watched.pattern != 0;
    const size_t count = slow ? 3 : holds ? 10
                                          : 5;
    int tried = 0;

    for (size_t i = 0; i < count; ++i) {
        const enum case_kind kind = !can_raise ? SPECIAL : i == 0   ? PLAIN
                                                       : i % 2 == 0 ? RAISING
                                                                    : SPECIAL;

        choose_parameters(&watched.expected, watched.which->table, i % 3 == 2 ? i : 0);
        watched.which->expected = watched.expected;
        if (choose_case(kind, i)) {
            ++tried;
            lay_out();
            if (!try_lengths(label, slow)) {
                return 0;
            }
        }
    }
    if (tried == 0) {
        report_skip(label->bytes, "no inputs were found on which its own operations raise nothing");
        return 0;
    }
    return 1;
}

/* ---- Flushing subnormals ---- */

static int try_flushed(const text *label, size_t n)
{
    const operand output = output_for(n);
    const size_t size = element_size((bl_dtype)watched.which->table->dtypes[0]);

    run(1, n, 0, 1);
    results_compared += n;
    for (size_t c = 0; c < n; ++c) {
        uint64_t x[BL_MAX_ARITY], got, wanted;
        text why;

        for (unsigned p = 0; p < watched.which->table->arity; ++p) {
            x[p] = watched.x[p][c];
        }
        wanted = reference_value(&watched.expected, x);
        load_elements(&got, output.base + c * size, size, 1);
        if (!reference_accepts(&watched.expected, got, wanted)) {
            text_clear(&why);
            describe_run(&why, 1, n);
            text_add(&why, ", column ");
            text_number(&why, c);
            text_add(&why, ": ");
            describe_mismatch(&why, watched.which, x, got, wanted);
            report_fail(label->bytes, why.bytes);
            return 0;
        }
    }
    return 1;
}

static int try_flushing(const text *label)
{
    static const size_t lengths[] = {LONGEST, 129, 64, 33, 17, 7, 3, 1};

    for (size_t i = 0; i < 8; ++i) {
        choose_case(ANYTHING, i);
        lay_out();
        for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; ++k) {
            if (lengths[k] >= watched.which->variant->contract && !try_flushed(label, lengths[k])) {
                return 0;
            }
        }
    }
    return 1;
}

/* ---- The tests ---- */

static void label_of(text *label, const char *what)
{
    subject_label(watched.which, watched.pattern, label);
    text_add(label, what);
    platform_doing = label->bytes;
}

/* An emulator that rounds f16 differently does not give the expected results: see emulator.c. */
static int is_expected_to_differ(void)
{
    return oracle_f16_ties_away && watched.expected.compared_as == BL_F16;
}

void test_exceptions(subject *which, int slow)
{
    static text label;
    text fault;

    watched.which = which;
    text_clear(&fault);
    if (!reference_of_op(&watched.expected, which->table, &fault)) {
        subject_label(which, 0, &label);
        report_fail(label.bytes, fault.bytes);
        return;
    }
    watched.promised = reference_promised(&watched.expected, which->table);
    which->expected = watched.expected;
    for (unsigned pattern = 0; pattern < PATTERNS(which->table); ++pattern) {
        watched.pattern = pattern;
        if (pattern_kernel(which, pattern) == NULL) {
            continue;
        }
        label_of(&label, ", exceptions");
        if (float_has_flags() && try_cases(&label, slow)) {
            report_pass(label.bytes);
        }
        label_of(&label, ", subnormals flushed");
        if (float_has_flush() && reference_is_exact(&watched.expected) && !is_expected_to_differ() &&
            try_flushing(&label)) {
            report_pass(label.bytes);
        }
    }
}

void test_float_environment(void)
{
    volatile double zero = 0, one = 1, quotient;
    volatile float least = 0x1p-149f, factor = 1, product;
    unsigned raised;

    float_begin(0, 0);
    quotient = one / zero;
    raised = float_raised();
    float_end();
    (void)quotient;
    if (!float_has_flags()) {
        report_skip("exceptions are seen", "this architecture has no such flags, or none that are known here");
    } else if (raised == FLOAT_DIVISION_BY_ZERO) {
        report_pass("exceptions are seen");
    } else {
        report_fail("exceptions are seen", "1 / 0 raises no division by zero, or more");
    }
    if (float_has_traps()) {
        report_pass("exceptions can trap");
    } else {
        report_skip("exceptions can trap", "this processor or emulator does not implement it: only flags are read");
    }
    float_begin(0, 1);
    product = least * factor;
    float_end();
    if (!float_has_flush()) {
        report_skip("subnormals are flushed", "this architecture does no such thing, or it is not known how");
    } else if (product == 0) {
        report_pass("subnormals are flushed");
    } else {
        report_fail("subnormals are flushed", "a subnormal times 1 is not 0");
    }
}
