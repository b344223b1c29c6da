/* Text that is written and compared without stdio and string.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_TEXT_H
#define BL_TEXT_H

#include <stddef.h>
#include <stdint.h>

/** Text in the caller's memory; its length also counts characters for which there is no room. */
typedef struct bl_text {
    char *memory;
    size_t size;
    size_t length;
} bl_text;

/** An empty text. If `memory` is NULL, only its length is counted. */
bl_text bl_text_begin(char *memory, size_t size);

void bl_put(bl_text *to, const char *text);
void bl_put_number(bl_text *to, int64_t number);

/** End the text with '\0', if there is any room. Returns the length of the complete text. */
size_t bl_text_end(bl_text *to);

/** Inline, so that callers which only compare do not link the rest. */
static inline int bl_same_text(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        ++a;
        ++b;
    }
    return *a == *b;
}

/** The same, ignoring the case of ASCII letters. */
int bl_same_letters(const char *a, const char *b);

#endif
