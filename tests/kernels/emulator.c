/* Known errors of emulators, so that all other results can be tested on them. No error is assumed: the test checks
 * the instruction set's word with operands that show the error, which counts only if it occurs. Then only operands
 * with wrong results are excluded, for words and for kernels whose expressions use the word, and also the hashes of
 * these tables. On a processor, and on an emulator without the error, everything is compared.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernels.h"
#include "platforms/float_environment.h"

#define COLS 128 /* enough for a word of any instruction set */

/* ---- The list ---- */

typedef struct known_error {
    const char *word;
    bl_dtype type;
    uint64_t shown_by[2], result; /* operands, and their wrong result */
    unsigned raised;              /* or the exceptions that it wrongly raises; then `result` is not used. 0: the result is wrong */
    int (*errs)(const uint64_t *x);
    const char *what, *why;
} known_error;

/* cpu/simd_int.h of Bochs, xmm_psravq: a count is too large from 65 on, instead of from 64 on. */
static int by_64(const uint64_t *x)
{
    return x[1] == 64;
}

static int is_in(double a, double least, double end)
{
    return a >= least && a < end;
}

static double f64_of(uint64_t bits)
{
    union {
        uint64_t bits;
        double number;
    } both = {bits};

    return both.number;
}

/* cpu/fpu/softfloat.cc, float64_to_uint64_round_to_zero: numbers from 2^63 on are refused as too large, and those from -1/2 down
 * to -1, which round to 0, as negative. */
static int fits_but_is_refused(const uint64_t *x)
{
    return is_in(f64_of(x[0]), 0x1p63, 0x1p64) || is_in(-f64_of(x[0]), 0.5, 1);
}

static int is_from_2_63(const uint64_t *x)
{
    return is_in(f64_of(x[0]), 0x1p63, 0x1p64);
}

/* cpu/fpu/softfloat.cc, uint32_to_float32: from 2^31 on the last bit is dropped before rounding, so that a value just above a half is
 * rounded as a half. */
static int is_above_half(const uint64_t *x)
{
    return x[0] >> 31 == 1 && (x[0] & 0x1ff) == 0x081;
}

/* target/arm/mve_helper.c of QEMU, vfcmpeqh and vfcmpeqs: they compare by float16_eq and float32_eq, which signal every NaN. FPCompareEQ
 * of the Armv8-M ARM (DDI 0553) signals only signalling ones. No kernel compares f32 in this way. */
static int has_only_quiet_nans(const uint64_t *x)
{
    int nans = 0, quiet = 0;

    for (unsigned i = 0; i < 2; ++i) {
        nans += (x[i] & 0x7fff) > 0x7c00;
        quiet += (x[i] & 0x7fff) >= 0x7e00;
    }
    return nans > 0 && nans == quiet;
}

static const known_error known[] = {
    {
        "shift_right_lanes",
        BL_I64,
        {UINT64_C(1) << 63, 64},
        UINT64_C(1) << 63,
        0,
        by_64,
        "shift_right_lanes of i64 by 64",
        "this emulator's VPSRAVQ (Bochs 2.7) leaves the number as it is",
    },
    {
        "u64_or_max_f64",
        BL_F64,
        {UINT64_C(0x43e0000000000000)},
        UINT64_MAX,
        0,
        fits_but_is_refused,
        "u64_or_max_f64 from 2^63 on, and from -1/2 down to -1",
        "this emulator's VCVTTPD2UQQ (Bochs 2.7) gives MAX",
    },
    {
        "u64_saturated_f64",
        BL_F64,
        {UINT64_C(0x43e0000000000000)},
        UINT64_MAX,
        0,
        is_from_2_63,
        "u64_saturated_f64 from 2^63 on",
        "this emulator's VCVTTPD2UQQ (Bochs 2.7) gives MAX",
    },
    {
        "f32_from_u32",
        BL_U32,
        {0x80000081},
        0x4f000000,
        0,
        is_above_half,
        "f32_from_u32 from 2^31 on, of what lies just above a half",
        "this emulator's VCVTUDQ2PS (Bochs 2.7) drops the last bit, and rounds it down",
    },
    {
        "eq",
        BL_F16,
        {0x7e00, 0x3c00},
        0,
        FLOAT_INVALID,
        has_only_quiet_nans,
        "exceptions of eq of f16 at quiet NaNs",
        "this emulator's VCMP (QEMU 7.2) raises invalid for them",
    },
};

#define KNOWN (sizeof known / sizeof known[0])

static int is_found[KNOWN];
static int gives_wrong, raises_wrong; /* whether any of these errors occurs */

static int is_known(const char *word, bl_dtype type, const uint64_t *operands, int raises)
{
    for (size_t i = 0; i < KNOWN; ++i) {
        if (is_found[i] && (known[i].raised != 0) == raises && known[i].type == type && same_name(known[i].word, word) &&
            known[i].errs(operands)) {
            return 1;
        }
    }
    return 0;
}

static int errs_here(const char *word, bl_dtype type, const uint64_t *operands)
{
    return is_known(word, type, operands, 0);
}

static int raises_here(const char *word, bl_dtype type, const uint64_t *operands)
{
    return is_known(word, type, operands, 1);
}

int emulator_errs(const subject *which, const uint64_t *x)
{
    return gives_wrong && reference_has(&which->expected, x, errs_here);
}

int emulator_raises(const subject *which, const uint64_t *x)
{
    return raises_wrong && reference_has(&which->expected, x, raises_here);
}

/* The emulator rounds ties in one way, and so does the oracle then; but a kernel that rounds by integers gives the right result. */
static int is_right(const subject *which, const uint64_t *x, uint64_t got)
{
    const int ties_away = oracle_f16_ties_away;
    uint64_t right;

    oracle_f16_ties_away = 0;
    right = reference_value(&which->expected, x);
    oracle_f16_ties_away = ties_away;
    return reference_accepts(&which->expected, got, right);
}

/* A function of f16 is rounded from its f32, which may be halfway between two f16. */
static int is_away(const subject *which, const uint64_t *x, uint64_t got)
{
    uint64_t single;

    return which->table->dtypes[0] == BL_F16 && reference_in_single(which->table, x, &single) &&
           got == oracle_half_from_f32(BL_F16, single);
}

int subject_accepts(subject *which, const uint64_t *x, uint64_t got, uint64_t expected)
{
    if (reference_accepts(&which->expected, got, expected) ||
        (oracle_f16_ties_away && (is_right(which, x, got) || is_away(which, x, got)))) {
        return 1;
    }
    if (!emulator_errs(which, x)) {
        return 0;
    }
    which->erred = 1;
    return 1;
}

/* ---- The search for errors ---- */

/* The result of the word's kernel for these operands, and the exceptions that it raises. Returns 0 if there is no kernel. */
static int ask(const bl_vocabulary_word *word, const uint64_t *x, uint64_t *result, unsigned *raised)
{
    static subject which;
    operand inputs[BL_MAX_ARITY], output = {regions[OUTPUT_REGION], 0};
    const bl_table *table;

    if (word->contract > COLS || word->patterns[0] == NULL) {
        return 0;
    }
    subject_of_word(&which, "", word);
    table = which.table;
    for (unsigned p = 0; p < table->arity; ++p) {
        const size_t size = element_size((bl_dtype)table->dtypes[p + 1]);

        inputs[p].base = regions[p];
        inputs[p].row = 0;
        for (size_t c = 0; c < COLS; ++c) {
            store_elements(inputs[p].base + c * size, size, &x[p], 1);
        }
    }
    float_begin(0, 0);
    call_kernel(&which, 0, 1, COLS, inputs, &output);
    *raised = float_raised();
    float_end();
    load_elements(result, output.base, element_size((bl_dtype)table->dtypes[0]), 1);
    return 1;
}

/* VCVTPS2PH of Bochs 2.7 rounds ties away from zero: 1 + 2^-11 is halfway from 1 to the next f16. Then the oracle does so, too; the right
 * result is also accepted. */
static void look_for_ties(const bl_vocabulary_word *word)
{
    const uint64_t tie = 0x3f801000;
    unsigned raised;
    uint64_t result;

    if (!oracle_f16_ties_away && same_name(word->name, "f16_from_f32") && ask(word, &tie, &result, &raised) && result == 0x3c01) {
        oracle_f16_ties_away = 1;
        report_skip("f16: ties round to even",
                    "this emulator rounds them away from zero; the other f16 checks take that for right, too, without hashes");
    }
}

static void look_for_known(const bl_vocabulary_word *word)
{
    for (size_t i = 0; i < KNOWN; ++i) {
        unsigned raised;
        uint64_t result;

        if (!same_name(known[i].word, word->name) || known[i].type != word->dtypes[1] ||
            !ask(word, known[i].shown_by, &result, &raised)) {
            continue;
        }
        if (known[i].raised != 0 ? (raised & known[i].raised) != 0 : result == known[i].result) {
            is_found[i] = 1;
            *(known[i].raised != 0 ? &raises_wrong : &gives_wrong) = 1;
            report_skip(known[i].what, known[i].why);
        }
    }
}

void heed_emulator(const char *isa)
{
    for (size_t i = 0; bl_vocabularies[i] != NULL; ++i) {
        const bl_vocabulary_word *word = bl_vocabularies[i]->words;

        for (; same_name(bl_vocabularies[i]->isa, isa) && word->name != NULL; ++word) {
            look_for_ties(word);
            look_for_known(word);
        }
    }
}
