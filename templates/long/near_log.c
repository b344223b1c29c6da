/* log(1 + d), |d| <= 2^-8: d (1 - d (1/2 - d (1/3 - ...))), wrong by less than 2^-150 of itself. */
static double bl_log_beside_1(double a)
{
    const uint64_t bits = bl_bits_u64_f64(a);
    const int is_below = bits >> 52 < 1023;
    const uint64_t one = UINT64_C(1) << 53; /* in units of 2^-53 */
    const uint64_t unit = (bits & UINT64_MAX >> 12) | UINT64_C(1) << 52;
    const uint64_t d = is_below ? one - unit : (unit << 1) - one;
    uint32_t x[BL_LONG_WORDS] = {0}, sum[BL_LONG_WORDS] = {0}, part[BL_LONG_WORDS];
    double result;
    int k;

    x[1] = (uint32_t)(d >> 21);
    x[2] = (uint32_t)(d << 11);
    for (uint32_t i = 20; i > 0; --i) {
        for (int j = 0; j < BL_LONG_WORDS; ++j) {
            part[j] = j == 0;
        }
        bl_long_divide(part, i, BL_LONG_WORDS);
        bl_long_multiply(sum, sum, x, BL_LONG_WORDS);
        if (!is_below) {
            bl_long_negate(sum, BL_LONG_WORDS);
        }
        bl_long_add(sum, part, BL_LONG_WORDS);
    }
    k = bl_long_unit(part, x);
    bl_long_multiply(sum, sum, part, BL_LONG_WORDS);
    k += bl_long_unit(x, sum);
    result = bl_long_nearest(x, k);
    return is_below ? -result : result;
}

/* Near 1 by the series. Elsewhere y = log(a) nearly, which is given, and log(a) = y + log(a e^-y), the latter
 * z - z^2 / 2 + z^3 / 3 of z = a e^-y - 1; wrong by less than 2^-145, and so by 2^-137 of itself. It is never halfway,
 * as e^x is no rational number. */
double bl_near_log(double a, double about)
{
    uint32_t m[BL_LONG_WORDS], z[BL_LONG_WORDS], square[BL_LONG_WORDS], cube[BL_LONG_WORDS];
    const uint64_t bits = bl_bits_u64_f64(a);
    int k, is_less, is_negative;
    double result;

    if (bits >= UINT64_C(0x3fefe00000000000) && bits <= UINT64_C(0x3ff0100000000000)) {
        return bl_log_beside_1(a);
    }
    k = bl_long_parts(m, a);
    k += bl_long_exp(square, about, 1);
    bl_long_multiply(m, m, square, BL_LONG_WORDS);
    bl_long_shift(z, m, k, BL_LONG_WORDS);
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
    is_negative = bl_long_fixed(m, about);
    if (is_less != is_negative) {
        bl_long_negate(z, BL_LONG_WORDS);
    }
    bl_long_add(m, z, BL_LONG_WORDS);
    k = bl_long_unit(z, m);
    result = bl_long_nearest(z, k);
    return is_negative ? -result : result;
}
