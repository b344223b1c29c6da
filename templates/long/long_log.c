/* |log(m 2^k)| as unit 2^n, m and unit from 1 to 2, with a relative error of less than 2^-140. `about` is the logarithm
 * with an error of less than 2^-40. Returns n.
 *
 * Within 2^-8 of 1 the series is used. Elsewhere the logarithm is y + log(1 + z), where y = about and z = m 2^k e^-y -
 * 1, and log(1 + z) is z - z^2 / 2 + z^3 / 3, with an error of less than 2^-148. */
static int bl_long_log(uint32_t *unit, const uint32_t *m, int k, double about)
{
    uint32_t z[BL_LONG_WORDS], square[BL_LONG_WORDS], cube[BL_LONG_WORDS];
    int is_less, is_negative = k < 0;

    if (k == 0 || k == -1) {
        bl_long_shift(z, m, k, BL_LONG_WORDS);
        z[0] -= 1;
        if (is_negative) {
            bl_long_negate(z, BL_LONG_WORDS);
        }
        if (z[0] == 0 && z[1] >> 24 == 0) {
            return bl_long_beside1(unit, z, is_negative);
        }
    }
    k += bl_long_exp(square, about, 1);
    bl_long_multiply(cube, m, square, BL_LONG_WORDS);
    bl_long_shift(z, cube, k, BL_LONG_WORDS);
    z[0] -= 1;
    is_less = z[0] >> 31 != 0;
    if (is_less) {
        bl_long_negate(z, BL_LONG_WORDS);
    }
    bl_long_multiply(square, z, z, BL_LONG_WORDS);
    bl_long_multiply(cube, square, z, BL_LONG_WORDS);
    bl_long_divide(square, 2, BL_LONG_WORDS);
    bl_long_divide(cube, 3, BL_LONG_WORDS);
    if (!is_less) {
        bl_long_negate(square, BL_LONG_WORDS);
    }
    bl_long_add(z, square, BL_LONG_WORDS);
    bl_long_add(z, cube, BL_LONG_WORDS);
    is_negative = bl_long_fixed(square, about);
    if (is_less != is_negative) {
        bl_long_negate(z, BL_LONG_WORDS);
    }
    bl_long_add(z, square, BL_LONG_WORDS);
    return bl_long_unit(unit, z);
}
