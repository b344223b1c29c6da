/* Below 2^-8 the series, with a relative error of less than 2^-155. Elsewhere it is e^a - 1, with a relative error of
 * less than 2^-139. No power of e except 1 is a rational number. */
double bl_near_expm1(double a)
{
    static const uint32_t one[BL_LONG_WORDS] = {1};
    const int is_negative = bl_bits_u64_f64(a) >> 63 != 0;
    uint32_t m[BL_LONG_WORDS], x[BL_LONG_WORDS], sum[BL_LONG_WORDS];
    int k = bl_long_parts(m, a);
    double result;

    if (k < -8) {
        bl_long_shift(x, m, k, BL_LONG_WORDS);
        bl_long_series(sum, x, is_negative, 2, 16, 1);
        bl_long_multiply(x, m, sum, BL_LONG_WORDS);
    } else {
        k = bl_long_exp(sum, a, 0);
        bl_long_shift(x, k < 0 ? sum : one, k < 0 ? k : -k, BL_LONG_WORDS);
        bl_long_negate(x, BL_LONG_WORDS);
        bl_long_add(x, k < 0 ? one : sum, BL_LONG_WORDS);
        k = k < 0 ? 0 : k;
    }
    k += bl_long_unit(sum, x);
    result = bl_long_nearest(sum, k);
    return is_negative ? -result : result;
}
