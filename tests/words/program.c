/* The test program of generated code, freestanding: every word of an instruction set, then kernels and the rest, if they are linked
 * (kernels/main.c). Prints TAP and counts at the end. platform.h describes its argument.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"
#include "kernels/kernels.h"
#include "platforms/platform.h"

#include <string.h>

unsigned char *regions[REGIONS];
uint64_t results_compared;

static request asked;

int is_wanted(const request *from, const char *name)
{
    size_t i = 0;

    if (from->only[0] == '\0') {
        return 1;
    }
    while (from->only[i] != '\0' && from->only[i] == name[i]) {
        ++i;
    }
    return from->only[i] == '\0' && (name[i] == '\0' || name[i] == ':'); /* "shift_left" means all of its counts */
}

/* ---- The argument ---- */

/* Copy up to the next colon; returns what is after it, or NULL at the end. */
static const char *next_word(const char *from, char *word)
{
    size_t length = 0;

    while (*from != '\0' && *from != ':') {
        if (length + 1 < MAX_NAME) {
            word[length++] = *from;
        }
        ++from;
    }
    word[length] = '\0';
    return *from == ':' ? from + 1 : NULL;
}

static void read_argument(const char *from)
{
    char word[MAX_NAME];

    from = next_word(from, asked.isa_name);
    for (size_t i = 0; i < bl_isa_record_count; ++i) {
        if (same_name(bl_isa_records[i].name, asked.isa_name)) {
            asked.isa = bl_isa_records[i].isa;
        }
    }
    while (from != NULL) {
        from = next_word(from, word);
        if (same_name(word, "thorough")) {
            asked.thorough = 1;
        } else if (same_name(word, "emulated")) {
            asked.emulated = 1;
        } else if (same_name(word, "slow")) {
            asked.slow = 1;
        } else if (same_name(word, "available")) {
            asked.available = 1;
        } else if (same_name(word, "vocabulary")) {
            asked.parts |= VOCABULARY;
        } else if (same_name(word, "expressions")) {
            asked.parts |= EXPRESSIONS;
        } else if (same_name(word, "kernels")) {
            asked.parts |= KERNELS;
        } else if (same_name(word, "exceptions")) {
            asked.parts |= EXCEPTIONS;
        } else if (same_name(word, "moves")) {
            asked.parts |= MOVES;
        } else if (!same_name(word, "quick")) {
            memcpy(asked.only, word, sizeof word);
        }
    }
    if (asked.parts == 0) { /* expressions are the same for all instruction sets: once is enough */
        asked.parts = VOCABULARY | KERNELS | EXCEPTIONS;
        asked.parts |= asked.isa == 1 || asked.thorough ? EXPRESSIONS : 0;
        asked.parts |= asked.only[0] == '\0' ? MOVES : 0;
    }
}

int test_main(void)
{
    text line;
    size_t failures;

    read_argument(platform_argument());
    if (asked.isa == BL_ISA_ANY) {
        platform_print("Bail out! there is no instruction set named \"");
        platform_print(asked.isa_name);
        platform_print("\"\n");
        return 1;
    }
    if (!bl_isa_available(asked.isa)) {
        platform_print("1..0 # SKIP this build or this processor lacks ");
        platform_print(asked.isa_name);
        platform_print("\n");
        return PLATFORM_CANNOT_RUN;
    }
    if (asked.available) {
        return 0;
    }
    for (size_t i = 0; i < REGIONS; ++i) {
        regions[i] = (unsigned char *)platform_guarded(REGION_BYTES);
        if (regions[i] == NULL) {
            platform_print("Bail out! no guarded memory\n");
            return 1;
        }
    }
    if (platform_unguarded != NULL) {
        report_skip("no read outside the operands", platform_unguarded);
    }
    if (asked.emulated) {
        heed_emulator(asked.isa_name);
    }
    if ((asked.parts & VOCABULARY) != 0) {
        test_vocabulary(&asked);
    }
    test_more(&asked);
    text_clear(&line);
    text_add(&line, "results compared: ");
    text_number(&line, results_compared);
    report_comment(line.bytes);
    if (results_compared == 0 && asked.parts != MOVES) {
        report_fail(asked.isa_name, "nothing was tested");
    }
    failures = report_end();
    return failures == 0 ? 0 : 1;
}
