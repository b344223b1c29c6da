/* The logarithm is never a midpoint, because e^x is irrational for a rational x except 0. 1 + a is exact up to 2^160;
 * beyond that the 1 has no effect. */
double bl_near_log1p(double a, double about)
{
    static const uint32_t one[BL_LONG_WORDS] = {1};
    const int is_negative = bl_bits_u64_f64(a) >> 63 != 0;
    uint32_t m[BL_LONG_WORDS], x[BL_LONG_WORDS], unit[BL_LONG_WORDS];
    int k = bl_long_parts(m, a);
    double result;

    bl_long_shift(x, k < 0 ? m : one, k < 0 ? k : -k, BL_LONG_WORDS);
    if (k < -8) {
        k = bl_long_beside1(unit, x, is_negative);
    } else {
        if (is_negative) {
            bl_long_negate(x, BL_LONG_WORDS);
        }
        bl_long_add(x, k < 0 ? one : m, BL_LONG_WORDS);
        k = bl_long_unit(m, x) + (k < 0 ? 0 : k);
        k = bl_long_log(unit, m, k, about);
    }
    result = bl_long_nearest(unit, k);
    return is_negative ? -result : result;
}
