/* The exact half of judge two, for masks: 0 is false, all other values are true.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "exact.h"

uint64_t mask_both(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return x[0] != 0 && x[1] != 0;
}

uint64_t mask_either(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return x[0] != 0 || x[1] != 0;
}

uint64_t mask_differ(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return (x[0] != 0) != (x[1] != 0);
}

uint64_t mask_opposite(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return x[0] == 0;
}

uint64_t mask_truth(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return x[0] != 0;
}

uint64_t mask_select(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return x[0] != 0 ? x[1] : x[2];
}

uint64_t mask_settle(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return x[1] != 0 ? x[0] : x[2];
}

uint64_t mask_keep(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return x[0] != 0 ? x[1] : 0;
}

uint64_t mask_drop(const uint8_t *dtypes, const uint64_t *x)
{
    (void)dtypes;
    return x[0] != 0 ? 0 : x[1];
}

uint64_t mask_lanes(const uint8_t *dtypes, const uint64_t *x)
{
    return x[0] != 0 ? all_ones(bits_of_type(dtypes[0])) : 0;
}

int mask_is_lanes(const uint8_t *dtypes, const uint64_t *x)
{
    return x[0] == 0 || x[0] == all_ones(bits_of_type(dtypes[1]));
}
