/* All values, in plain rows: combined edge values, samples, all values of unary 8-bit and 16-bit operands, the multiples of divisors, and
 * parameters. The values, and so the hash, depend only on the table, not on the instruction set.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernels.h"
#include "platforms/platform.h"

#include <string.h>

#if !BL_WITH_DIVISION
#define BL_IS_REMAINDER 0x80
#endif
#define LEAST_COLS 128  /* so that a row fills the lanes of any ISA */
#define SAMPLE_COLS 256 /* of rows without combined values */
#define SAMPLE_ROWS 8
#define UNARY_EDGES 512
#define WIDE_SAMPLES 8192
#define MULTIPLES 128 /* the multiples of a divisor, and their neighbours */
#define EDGE_ROWS 8
#define PARAMETER_SETS 24
#define PARAMETER_ROWS 2 /* for each of them */

typedef struct row {
    size_t cols;
    uint64_t x[BL_MAX_ARITY][MAX_COLS]; /* a held operand has its value in each column */
    uint64_t expected[MAX_COLS];
} row;

/* The state of the values test, and its findings. */
typedef struct run {
    subject *which;
    unsigned first; /* the first pattern that exists: its results are hashed */
    unsigned pattern;
    int thorough;
    uint64_t magnitude, infinity; /* a result with greater magnitude is NaN */
    int hashing;                  /* this row belongs to the hash: it is tried even if the test is not thorough */
    row row;
    uint64_t sets[BL_MAX_ARITY][MAX_SET];
    size_t set_counts[BL_MAX_ARITY];
    uint64_t crossed[MAX_SET * MAX_SET]; /* the expected results for each pair from two operands' sets */
} run;

static run now; /* too large for a stack */

static int is_held(unsigned input)
{
    return (now.pattern >> input & 1) != 0;
}

static void take_operands(size_t column, uint64_t *x)
{
    for (unsigned p = 0; p < now.which->table->arity; ++p) {
        x[p] = now.row.x[p][column];
    }
}

static void expect_row(void)
{
    const int all_held = now.pattern + 1 == PATTERNS(now.which->table); /* then the row has one value */

    for (size_t c = 0; c < now.row.cols; ++c) {
        uint64_t x[BL_MAX_ARITY];

        take_operands(c, x);
        now.row.expected[c] = all_held && c > 0 ? now.row.expected[0] : reference_value(&now.which->expected, x);
    }
}

/* A constant count is always in its domain. */
static int has_domain(void)
{
    const reference *expected = &now.which->expected;

    return expected->rule != NULL && expected->rule->domain != NULL && !expected->has_count;
}

/* Replace operands outside the domain by ones in it. Returns 0 if this row has none. */
static int settle_domain(void)
{
    static size_t inside[MAX_COLS], outside[MAX_COLS];
    size_t inside_count = 0, outside_count = 0;

    if (!has_domain()) {
        return 1;
    }
    for (size_t c = 0; c < now.row.cols; ++c) {
        uint64_t x[BL_MAX_ARITY];

        take_operands(c, x);
        if (reference_in_domain(&now.which->expected, x)) {
            inside[inside_count++] = c;
        } else {
            outside[outside_count++] = c;
        }
    }
    for (size_t i = 0; i < outside_count && inside_count > 0; ++i) { /* random ones inside the domain, so that neighbours differ */
        const size_t to = outside[i], from = inside[mix(i) % inside_count];

        for (unsigned p = 0; p < now.which->table->arity; ++p) {
            now.row.x[p][to] = now.row.x[p][from];
        }
        now.row.expected[to] = now.row.expected[from];
    }
    return inside_count > 0;
}

static void hash_row(const uint64_t *results)
{
    uint64_t hash = now.which->hash;

    for (size_t c = 0; c < now.row.cols; ++c) {
        const int is_nan = (results[c] & now.magnitude) > now.infinity;

        hash = (hash ^ (is_nan ? UINT64_MAX : results[c])) * UINT64_C(0x9e3779b97f4a7c15); /* one hash for any NaN */
        hash ^= hash >> 32;
    }
    now.which->hash = hash;
}

static void fail_here(size_t column, uint64_t got)
{
    const subject *which = now.which;
    uint64_t x[BL_MAX_ARITY];
    text label, why;

    take_operands(column, x);
    subject_label(which, now.pattern, &label);
    text_clear(&why);
    text_add(&why, "lane ");
    text_number(&why, column % subject_step(which));
    text_add(&why, " of ");
    text_number(&why, subject_step(which));
    text_add(&why, " (column ");
    text_number(&why, column);
    text_add(&why, " of ");
    text_number(&why, now.row.cols);
    text_add(&why, "): ");
    describe_mismatch(&why, which, x, got, now.row.expected[column]);
    report_fail(label.bytes, why.bytes);
    now.which->failed |= UINT64_C(1) << now.pattern;
}

static int has_failed(void)
{
    return (now.which->failed >> now.pattern & 1) != 0;
}

/* Run now.row through the kernel, each operand's end at the end of its guarded region. Returns the results. */
static const uint64_t *run_row(void)
{
    static uint64_t results[MAX_COLS];
    const bl_table *table = now.which->table;
    const size_t size = element_size((bl_dtype)table->dtypes[0]), cols = now.row.cols;
    operand inputs[BL_MAX_ARITY];
    operand output = {regions[OUTPUT_REGION] + REGION_BYTES - cols * size, 0};

    for (unsigned p = 0; p < table->arity; ++p) {
        const size_t each = element_size((bl_dtype)table->dtypes[p + 1]), count = is_held(p) ? 1 : cols;

        inputs[p].row = 0;
        inputs[p].base = regions[p] + REGION_BYTES - count * each;
        store_elements(inputs[p].base, each, now.row.x[p], count);
    }
    memset(output.base, CANARY, cols * size);
    call_kernel(now.which, now.pattern, 1, cols, inputs, &output);
    load_elements(results, output.base, size, cols);
    for (size_t c = 0; c < cols; ++c) {
        uint64_t x[BL_MAX_ARITY];

        if (results[c] == now.row.expected[c]) {
            continue;
        }
        take_operands(c, x);
        if (!subject_accepts(now.which, x, results[c], now.row.expected[c])) {
            fail_here(c, results[c]);
            return results;
        }
    }
    results_compared += cols;
    return results;
}

/* Whether this pattern needs nothing more; the hash needs all rows. */
static int is_done(void)
{
    return has_failed() && now.pattern != now.first;
}

/* Try a row with known results. */
static void try_row(void)
{
    const uint64_t *results = now.row.expected;

    if (!settle_domain()) {
        return;
    }
    if (now.which->variant != NULL && !has_failed()) {
        results = run_row();
    }
    if (now.hashing && now.pattern == now.first) {
        hash_row(has_failed() ? now.row.expected : results);
    }
}

/* ---- One operand: every value, or many ---- */

/* How often edge values are repeated, so that they are in all lanes; all values of few bits (of 32-bit integers with a domain the low
 * ones, which may be all in it); many samples. */
static size_t dense_count(bl_dtype type)
{
    const oracle_type *about = &oracle_types[type];

    if (about->bits <= 16) {
        return (size_t)1 << about->bits;
    }
    return about->bits == 32 && about->kind != ORACLE_FLOAT && has_domain() ? 65536 : 0;
}

static size_t unary_count(bl_dtype type, int thorough)
{
    const size_t samples = oracle_types[type].bits <= 16 ? 0 : thorough ? 128 * WIDE_SAMPLES
                                                                        : WIDE_SAMPLES;

    return UNARY_EDGES + dense_count(type) + samples;
}

static uint64_t unary_value(bl_dtype type, size_t k)
{
    if (k < UNARY_EDGES) {
        return now.sets[0][k % now.set_counts[0]];
    }
    return k - UNARY_EDGES < dense_count(type) ? k - UNARY_EDGES : sample_value(type, k);
}

/* A held operand needs a separate row for each value: if it has 16 bits, every seventh value, unless thorough. */
static void unary_rows(void)
{
    const bl_dtype type = (bl_dtype)now.which->table->dtypes[1];
    const size_t count = unary_count(type, now.thorough), held_step = count > 2 * WIDE_SAMPLES && !now.thorough ? 7 : 1;

    now.row.cols = is_held(0) ? subject_step(now.which) : SAMPLE_COLS;
    for (size_t k = 0; k < count && !is_done(); k += is_held(0) ? held_step : SAMPLE_COLS) {
        now.hashing = k < unary_count(type, 0);
        for (size_t c = 0; c < now.row.cols; ++c) {
            now.row.x[0][c] = unary_value(type, is_held(0) ? k : k + c);
        }
        expect_row();
        try_row();
    }
}

/* ---- Two operands or more ---- */

/* Fill an operand's row from its set, from the given place on, cyclically. */
static void walk_set(unsigned input, size_t start)
{
    for (size_t c = 0; c < now.row.cols;) {
        for (; start < now.set_counts[input] && c < now.row.cols; ++start, ++c) {
            now.row.x[input][c] = now.sets[input][start];
        }
        start = 0;
    }
}

static void hold(unsigned input, uint64_t value)
{
    for (size_t c = 0; c < now.row.cols; ++c) {
        now.row.x[input][c] = value;
    }
}

/* The expected results of two operands that begin at these places of their sets. */
static void expect_crossed(size_t first, size_t second)
{
    const size_t first_count = is_held(0) ? 1 : now.set_counts[0], second_count = is_held(1) ? 1 : now.set_counts[1];
    const size_t first_start = is_held(0) ? first : 0, second_start = is_held(1) ? second : 0;
    size_t i = is_held(0) ? 0 : first, k = is_held(1) ? 0 : second;

    for (size_t c = 0; c < now.row.cols; ++c) {
        now.row.expected[c] = now.crossed[(first_start + i) * MAX_SET + second_start + k];
        i = i + 1 == first_count ? 0 : i + 1;
        k = k + 1 == second_count ? 0 : k + 1;
    }
}

/* The step between rows of this pattern. Those of ops are all tried. Words with a held operand that is neither divisor nor count need few:
 * only the operand's repetition differs. */
static size_t row_step(void)
{
    const oracle_rule *rule = now.which->expected.rule;

    return now.which->word != NULL && now.pattern != 0 && !rule->divides && !rule->counted && !now.thorough ? 7 : 1;
}

/* Combined edge values. In row r a held operand has value r of its set; the others go through theirs, each row from a different start: two
 * operands meet in all pairs, in different lanes. */
static void crossed_rows(void)
{
    const unsigned arity = now.which->table->arity;
    size_t most = 0, places[BL_MAX_ARITY];

    for (unsigned p = 0; p < arity; ++p) {
        most = now.set_counts[p] > most ? now.set_counts[p] : most;
    }
    now.row.cols = most > LEAST_COLS ? most : LEAST_COLS;
    for (size_t r = 0; r < (arity > 2 && now.pattern != 0 ? LEAST_COLS : most) && !is_done(); r += row_step()) {
        for (unsigned p = 0; p < arity; ++p) {
            const size_t pace = p + 1 < arity ? 2 * (arity - p) - 3 : 0; /* no two inputs move at the same pace */

            places[p] = (is_held(p) ? r : r * pace) % now.set_counts[p];
            if (is_held(p)) {
                hold(p, now.sets[p][places[p]]);
            } else {
                walk_set(p, places[p]);
            }
        }
        if (arity == 2) {
            expect_crossed(places[0], places[1]);
        } else {
            expect_row();
        }
        try_row();
    }
}

static void sampled_rows(size_t rows)
{
    const bl_table *table = now.which->table;
    const int counted = now.which->expected.rule != NULL && now.which->expected.rule->counted;

    now.row.cols = SAMPLE_COLS;
    for (size_t r = 0; r < rows && !is_done(); ++r) {
        now.hashing = r < SAMPLE_ROWS;
        for (unsigned p = 0; p < table->arity; ++p) {
            const uint64_t key = mix(r * 3 + p % 3 + ((uint64_t)(p / 3) << 32));

            if (counted && p + 1u == table->arity) {
                hold(p, now.sets[p][key % now.set_counts[p]]);
            } else if (is_held(p)) {
                hold(p, sample_value((bl_dtype)table->dtypes[p + 1], key));
            } else {
                for (size_t c = 0; c < SAMPLE_COLS; ++c) {
                    now.row.x[p][c] = sample_value((bl_dtype)table->dtypes[p + 1], key + c);
                }
            }
        }
        expect_row();
        try_row();
    }
}

/* An edge that the rule of the word or op gives. */
static int has_edge(const uint64_t *x, uint64_t random, uint64_t *value)
{
    const reference *expected = &now.which->expected;

    if (expected->rule != NULL && expected->rule->edge != NULL) {
        *value = expected->rule->edge(expected->type, x, random);
        return 1;
    }
    if (expected->op != NULL && expected->op->edge != NULL) {
        *value = expected->op->edge(now.which->table->dtypes, x, random);
        return 1;
    }
    return 0;
}

/* Input 0, at the edges that the others and the parameters make, and next to them. The others are plain, except in every fourth row. */
static void edge_rows(size_t rows)
{
    const bl_table *table = now.which->table;
    const bl_dtype type = (bl_dtype)table->dtypes[1];

    now.row.cols = SAMPLE_COLS;
    for (size_t r = 0; r < rows && !is_done(); ++r) {
        now.hashing = r < EDGE_ROWS;
        choose_parameters(&now.which->expected, table, r);
        for (unsigned p = 1; p < table->arity; ++p) {
            const bl_dtype own = (bl_dtype)table->dtypes[p + 1];

            for (size_t c = 0; c < SAMPLE_COLS; ++c) {
                const uint64_t key = mix(r * 8 + p) + (is_held(p) ? 0 : c);

                now.row.x[p][c] = r % 4 == 3 ? sample_value(own, key) : plain_value(own, key);
            }
        }
        for (size_t c = 0; c < SAMPLE_COLS; ++c) {
            const uint64_t random = mix(mix(r) + c);
            const unsigned other = 1 + (unsigned)(random >> 32) % (table->arity - 1u);
            uint64_t x[BL_MAX_ARITY + MAX_PARAMETERS], value;

            take_operands(c, x);
            memcpy(x + table->arity, now.which->expected.parameters, sizeof now.which->expected.parameters);
            if (!has_edge(x, random, &value)) {
                value = table->dtypes[other + 1] == type ? x[other] : plain_value(type, random);
            }
            now.row.x[0][c] = (value + random % 3 - 1) & type_mask(type);
        }
        expect_row();
        try_row();
    }
    choose_parameters(&now.which->expected, table, 0);
}

/* For each divisor, its multiples of all sizes, and their neighbours. */
static void divisor_rows(unsigned divisor)
{
    const bl_dtype type = (bl_dtype)now.which->table->dtypes[divisor + 1];
    const uint64_t mask = UINT64_MAX >> (64 - oracle_types[type].bits), middle = mask >> 1;
    const unsigned dividend = 1 - divisor;

    now.row.cols = MULTIPLES;
    for (size_t r = 0; r < divisor_count(type) && !is_done(); ++r) {
        const uint64_t d = divisor_value(type, r), top = oracle_types[type].kind == ORACLE_SIGNED ? middle : mask;
        const uint64_t size = d > top ? (0 - d) & mask : d, ends[4] = {top, middle, middle + 1, 0};

        hold(divisor, d);
        for (size_t c = 0; c < MULTIPLES; ++c) {
            /* from either end, from the middle, or anywhere: the multiple below, and one more or less */
            const uint64_t from = c % 8 < 4 ? ends[c % 4] : sample_value(type, r * MULTIPLES + c);

            now.row.x[dividend][c] = (from - (size == 0 ? 0 : from % size) + (c / 8) % 3 - 1) & mask;
        }
        expect_row();
        try_row();
    }
}

/* ---- Parameters: other sets than the defaults, with inputs at and next to them ---- */

static uint64_t value_beside(bl_dtype type, uint64_t key)
{
    const bl_table *table = now.which->table;
    const unsigned p = (unsigned)(key >> 8) % table->parameter_count;
    const uint8_t dtypes[] = {(uint8_t)type, table->parameters[p].dtype};
    const uint64_t value = now.which->expected.parameters[p];

    return ((dtypes[0] == dtypes[1] ? value : oracle_op("cast")->value(dtypes, &value)) + key % 3 - 1) & type_mask(type);
}

static uint64_t value_with_parameters(unsigned input, uint64_t key)
{
    const bl_dtype type = (bl_dtype)now.which->table->dtypes[input + 1];
    const uint64_t random = mix(key);

    switch (random % 4) {
    case 0:
        return sample_value(type, key);
    case 1:
        return now.sets[input][(random >> 8) % now.set_counts[input]];
    case 2:
        return plain_value(type, key);
    default:
        return value_beside(type, random);
    }
}

static void parameter_rows(size_t rows)
{
    const unsigned arity = now.which->table->arity;

    now.row.cols = SAMPLE_COLS;
    for (size_t r = 0; r < rows && !is_done(); ++r) {
        now.hashing = r < PARAMETER_SETS * PARAMETER_ROWS;
        choose_parameters(&now.which->expected, now.which->table, 1 + r / PARAMETER_ROWS);
        for (unsigned p = 0; p < arity; ++p) {
            const uint64_t key = mix(r * 8 + p);

            if (is_held(p)) {
                hold(p, value_with_parameters(p, key));
            } else {
                for (size_t c = 0; c < SAMPLE_COLS; ++c) {
                    now.row.x[p][c] = value_with_parameters(p, key + c);
                }
            }
        }
        expect_row();
        try_row();
    }
    choose_parameters(&now.which->expected, now.which->table, 0);
}

static void find_sets(void)
{
    const bl_table *table = now.which->table;
    const reference *expected = &now.which->expected;

    for (unsigned p = 0; p < table->arity; ++p) {
        if (expected->rule != NULL && expected->rule->counted && p + 1u == table->arity && !expected->has_count) {
            now.set_counts[p] = oracle_types[expected->type].bits;
            for (size_t k = 0; k < now.set_counts[p]; ++k) {
                now.sets[p][k] = k;
            }
        } else {
            now.set_counts[p] = edge_values((bl_dtype)table->dtypes[p + 1], now.sets[p]);
        }
    }
    if (expected->op != NULL && expected->op->counts) {
        const unsigned bits = oracle_types[table->dtypes[2]].bits;

        for (size_t k = 0; bits > 8 && k < bits + 2u; ++k) {
            now.sets[1][now.set_counts[1]++] = k;
        }
    }
    for (size_t i = 0; table->arity == 2 && i < now.set_counts[0]; ++i) {
        for (size_t k = 0; k < now.set_counts[1]; ++k) {
            const uint64_t x[2] = {now.sets[0][i], now.sets[BL_MAX_ARITY > 1][k]};

            now.crossed[i * MAX_SET + k] = reference_value(expected, x);
        }
    }
}

/* The property on which the planner relies when it swaps operands. */
static void check_commutes(void)
{
    const bl_table *table = now.which->table;

    for (size_t i = 0; i < now.set_counts[0]; ++i) {
        for (size_t k = 0; k < i; ++k) {
            if (!oracle_same((bl_dtype)table->dtypes[0], 0, now.crossed[i * MAX_SET + k],
                             now.crossed[k * MAX_SET + i])) {
                text label;

                subject_label(now.which, 0, &label);
                report_fail(label.bytes, "its table says that it commutes, but it does not");
                return;
            }
        }
    }
}

static void pattern_rows(void)
{
    const bl_table *table = now.which->table;
    const oracle_rule *rule = now.which->expected.rule;
    const unsigned divisor = table->divisor != 0 ? (table->divisor & ~(unsigned)BL_IS_REMAINDER) - 1u : 1u;
    const oracle_op_rule *op = now.which->expected.op;
    const int divides = table->divisor != 0 || (rule != NULL && rule->divides) || (op != NULL && op->divides);
    const oracle_type *type = &oracle_types[now.which->expected.type];

    if (table->parameter_count > 0) {
        parameter_rows((now.thorough ? 16u : 1u) * PARAMETER_SETS * PARAMETER_ROWS);
    }
    if (table->arity == 1) {
        unary_rows();
        return;
    }
    now.hashing = 1;
    crossed_rows();
    sampled_rows(now.thorough ? 128 * SAMPLE_ROWS : SAMPLE_ROWS);
    if ((rule == NULL || rule->edge != NULL) && !is_held(0)) {
        edge_rows(now.thorough ? 128 * EDGE_ROWS : EDGE_ROWS);
    }
    if (table->arity == 2 && divides && type->kind != ORACLE_FLOAT && type->bits > 8 &&
        (now.pattern == 0 || now.pattern == 1u << divisor)) {
        now.hashing = 1;
        divisor_rows(divisor);
    }
}

void test_values(subject *which, int thorough)
{
    const unsigned patterns = PATTERNS(which->table);
    const oracle_type *output = &oracle_types[which->table->dtypes[0]];
    static text label;

    now.which = which;
    now.thorough = thorough;
    now.first = 0;
    now.magnitude = UINT64_MAX >> (65 - output->bits);
    now.infinity = output->kind == ORACLE_FLOAT ? now.magnitude >> output->fraction_bits << output->fraction_bits
                                                : UINT64_MAX;
    find_sets();
    if (which->variant == NULL) {
        now.pattern = 0;
        pattern_rows();
        return;
    }
    while (now.first < patterns && pattern_kernel(which, now.first) == NULL) {
        ++now.first;
    }
    if (now.first == patterns || subject_step(which) > LEAST_COLS) {
        subject_label(which, 0, &label);
        report_fail(label.bytes, now.first == patterns ? "its table has no kernels" : "more lanes than tests/ tries");
        which->failed = UINT64_MAX;
        return;
    }
    if (which->table->commutes && which->table->arity == 2) {
        check_commutes();
    }
    for (now.pattern = now.first; now.pattern < patterns; ++now.pattern) {
        if (pattern_kernel(which, now.pattern) != NULL) {
            subject_label(which, now.pattern, &label);
            platform_doing = label.bytes;
            pattern_rows();
        }
    }
}
