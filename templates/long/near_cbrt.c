/* |a| = x 2^3k, x from 1 to 8. y is the greatest number of 53 fraction bits with y^3 <= x, bit by bit; y^3 is exact in
 * long numbers. No root is a midpoint of two doubles: the cube of such a y has 159 fraction bits, and x has 52. */
double bl_near_cbrt(double a)
{
    uint32_t m[BL_LONG_WORDS], x[BL_LONG_WORDS], y[BL_LONG_WORDS] = {0}, cube[BL_LONG_WORDS];
    const int e = bl_long_parts(m, a) + 1200, third = e / 3;
    double result;

    bl_long_shift(x, m, e % 3, BL_LONG_WORDS);
    y[0] = 1;
    for (int place = 1; place <= 53; ++place) {
        const int word = (place + 31) / 32;
        const uint32_t bit = UINT32_C(1) << ((64 - place) & 31);

        y[word] |= bit;
        bl_long_multiply(cube, y, y, BL_LONG_WORDS);
        bl_long_multiply(cube, cube, y, BL_LONG_WORDS);
        bl_long_negate(cube, BL_LONG_WORDS);
        bl_long_add(cube, x, BL_LONG_WORDS);
        if (cube[0] >> 31 != 0) {
            y[word] ^= bit;
        }
    }
    result = bl_long_nearest(y, third - 400);
    return a < 0 ? -result : result;
}
