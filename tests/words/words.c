/* The words of an instruction set, in the order of its vocabulary: each word comes after those that it uses, so that the first one that
 * fails is the faulty one.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernels/kernels.h"

#include <string.h>

void subject_of_word(subject *which, const char *isa, const bl_vocabulary_word *word)
{
    static bl_kernel patterns[1 << BL_WORD_INPUTS];
    static bl_variant variant;
    static bl_table table;

    for (size_t set = 0; set < sizeof patterns / sizeof patterns[0]; ++set) {
        patterns[set] = (bl_kernel)word->patterns[set];
    }
    variant.contract = word->contract;
    variant.patterns = patterns;
    table.op = word->name;
    table.variants = &variant;
    table.arity = word->arity;
    table.call = BL_CALL_N;
    memcpy(table.dtypes, word->dtypes, word->arity + 1u);
    memset(which, 0, sizeof *which);
    which->isa = isa;
    which->word = word;
    which->table = &table;
    which->variant = &variant;
}

static void test_word(const request *asked, const bl_vocabulary_word *word)
{
    static subject which;
    text label, fault;

    subject_of_word(&which, asked->isa_name, word);
    text_clear(&fault);
    if (!reference_of_word(&which.expected, which.table, &fault)) {
        subject_label(&which, 0, &label);
        report_fail(label.bytes, fault.bytes);
        return;
    }
    test_values(&which, asked->thorough);
    pass_patterns(&which);
}

void test_vocabulary(const request *asked)
{
    size_t count = 0;

    for (size_t i = 0; bl_vocabularies[i] != NULL; ++i) {
        const bl_vocabulary_word *word = bl_vocabularies[i]->words;

        for (; same_name(bl_vocabularies[i]->isa, asked->isa_name) && word->name != NULL; ++word) {
            if (is_wanted(asked, word->name)) {
                test_word(asked, word);
                ++count;
            }
        }
    }
    if (count == 0 && asked->only[0] == '\0') {
        report_fail(asked->isa_name, "no vocabulary is woven for it");
    }
}
