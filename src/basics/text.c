/* Text that is written and compared without stdio and string.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "text.h"

bl_text bl_text_begin(char *memory, size_t size)
{
    bl_text text;

    text.memory = memory;
    text.size = memory != NULL ? size : 0;
    text.length = 0;
    return text;
}

void bl_put(bl_text *to, const char *text)
{
    for (; *text != '\0'; ++text) {
        if (to->length + 1 < to->size) {
            to->memory[to->length] = *text;
        }
        ++to->length;
    }
}

void bl_put_number(bl_text *to, int64_t number)
{
    char digits[3 * sizeof number + 1];
    size_t first = sizeof digits - 1;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;

    digits[first] = '\0';
    do {
        digits[--first] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) {
        bl_put(to, "-");
    }
    bl_put(to, &digits[first]);
}

size_t bl_text_end(bl_text *to)
{
    if (to->size > 0) {
        to->memory[to->length < to->size ? to->length : to->size - 1] = '\0';
    }
    return to->length;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? "abcdefghijklmnopqrstuvwxyz"[c - 'A'] : c;
}

int bl_same_letters(const char *a, const char *b)
{
    while (*a != '\0' && lower(*a) == lower(*b)) {
        ++a;
        ++b;
    }
    return lower(*a) == lower(*b);
}
