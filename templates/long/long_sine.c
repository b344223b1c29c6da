/* The sine of |a| plus quarter turns, rounded once: the series of the sine or of the cosine, of the angle in the last
 * quarter, with a relative error of less than 2^-150. */
static double bl_long_sine(double a, uint32_t quarters)
{
    uint32_t angle[BL_LONG_WORDS], square[BL_LONG_WORDS], sum[BL_LONG_WORDS];
    int k, is_less;
    const uint32_t q = quarters + bl_long_quarters(angle, &k, &is_less, a);
    double result;

    bl_long_multiply(sum, angle, angle, BL_LONG_WORDS);
    bl_long_shift(square, sum, 2 * k, BL_LONG_WORDS);
    bl_long_series(sum, square, 1, q % 2 == 0 ? 2 : 1, q % 2 == 0 ? 40 : 39, 2);
    if (q % 2 == 0) {
        bl_long_multiply(sum, sum, angle, BL_LONG_WORDS);
    } else {
        k = is_less = 0;
    }
    k += bl_long_unit(square, sum);
    result = bl_long_nearest(square, k);
    return is_less != (q % 4 > 1) ? -result : result;
}
