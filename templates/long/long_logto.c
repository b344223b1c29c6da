/* log(a) times a factor from 1/4 to 2, rounded once; `about` is log(a) with an error of less than 2^-40. */
static double bl_long_logto(double a, double about, const uint32_t *factor)
{
    uint32_t m[BL_LONG_WORDS], unit[BL_LONG_WORDS];
    int k = bl_long_parts(m, a);
    double result;

    k = bl_long_log(unit, m, k, about);
    bl_long_multiply(m, unit, factor, BL_LONG_WORDS);
    k += bl_long_unit(unit, m);
    result = bl_long_nearest(unit, k);
    return bl_bits_u64_f64(a) >> 52 < 1023 ? -result : result;
}
