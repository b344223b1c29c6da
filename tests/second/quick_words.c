/* The quick half of judge two: words that convert f32, and domains.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "quick.h"

#include <string.h>

uint64_t quick_nearest_integer(const uint8_t *dtypes, const uint64_t *x)
{
    return saturated(dtypes[0], whole_of(in(dtypes, x, 0), HALVES_EVEN));
}

uint64_t quick_below(const uint8_t *dtypes, const uint64_t *x)
{
    return saturated(dtypes[0], whole_of(in(dtypes, x, 0), DOWN));
}

/* Whether i32 or u32 represents a whole number. */
static int is_within(unsigned type, real a)
{
    const real end = {NUMBER, a.negative, (int)bits_of_type(type) - is_signed_type(type), 0, 1}; /* 2^31 or 2^32, of a's sign */
    const int by = order(a, end);

    if (a.sort == NOTHING) {
        return 1;
    }
    return a.negative ? is_signed_type(type) && (by == 1 || by == 0) : by == -1;
}

static int quick_fits(const uint8_t *dtypes, const uint64_t *x)
{
    return is_within(dtypes[0], whole_of(in(dtypes, x, 0), TO_ZERO));
}

static int quick_below_fits(const uint8_t *dtypes, const uint64_t *x)
{
    return is_within(dtypes[0], whole_of(in(dtypes, x, 0), DOWN));
}

meaning_domain *quick_domain(const char *word)
{
    return strcmp(word, "i32_from_f32") == 0 ? quick_fits : strcmp(word, "i32_below_f32") == 0 ? quick_below_fits
                                                                                               : NULL;
}

static uint64_t or_limit(unsigned type, real a)
{
    if (!is_within(type, a)) {
        return is_signed_type(type) ? sign_bit(type) : all_ones(bits_of_type(type));
    }
    return saturated(type, a);
}

uint64_t quick_or_limit(const uint8_t *dtypes, const uint64_t *x)
{
    return or_limit(dtypes[0], whole_of(in(dtypes, x, 0), TO_ZERO));
}

uint64_t quick_nearest_or_limit(const uint8_t *dtypes, const uint64_t *x)
{
    return or_limit(dtypes[0], whole_of(in(dtypes, x, 0), HALVES_EVEN));
}

uint64_t quick_half_bits(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(BL_F16, in(dtypes, x, 0));
}

uint64_t quick_bfloat_bits(const uint8_t *dtypes, const uint64_t *x)
{
    return nearest(BL_BF16, in(dtypes, x, 0));
}
