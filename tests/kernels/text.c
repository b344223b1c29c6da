/* Lines of text without a C library.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "kernels.h"

int same_name(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        ++a, ++b;
    }
    return *a == *b;
}

void text_clear(text *line)
{
    line->length = 0;
    line->bytes[0] = '\0';
}

void text_add(text *line, const char *more)
{
    while (*more != '\0' && line->length + 1 < sizeof line->bytes) {
        line->bytes[line->length++] = *more++;
    }
    line->bytes[line->length] = '\0';
}

void text_number(text *line, uint64_t number)
{
    char digits[21];
    size_t at = sizeof digits - 1;

    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    text_add(line, digits + at);
}

void text_signed(text *line, ptrdiff_t number)
{
    if (number < 0) {
        text_add(line, "-");
    }
    text_number(line, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

void text_hex(text *line, uint64_t bits, unsigned digits)
{
    text_add(line, "0x");
    while (digits > 0) {
        const char digit[2] = {"0123456789abcdef"[bits >> 4 * --digits & 15], '\0'};

        text_add(line, digit);
    }
}
