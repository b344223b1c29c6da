/* a = x 4^k, x from 1 to 4. y is the greatest number of 53 fraction bits with x y^2 < 4, bit by bit; x y^2 is exact in
 * long numbers. y is 2 / sqrt(x), which is never a midpoint of two doubles, because 4 / y^2 of such a y is not a binary
 * fraction. */
double bl_near_rsqrt(double a)
{
    uint32_t m[BL_LONG_WORDS], x[BL_LONG_WORDS], y[BL_LONG_WORDS] = {0}, product[BL_LONG_WORDS];
    const int e = bl_long_parts(m, a) + 1200, half = e / 2;

    bl_long_shift(x, m, e % 2, BL_LONG_WORDS);
    y[0] = 1;
    for (int place = 1; place <= 53; ++place) {
        const int word = (place + 31) / 32;
        const uint32_t bit = UINT32_C(1) << ((64 - place) & 31);

        y[word] |= bit;
        bl_long_multiply(product, y, y, BL_LONG_WORDS);
        bl_long_multiply(product, product, x, BL_LONG_WORDS);
        if (product[0] >= 4) {
            y[word] ^= bit;
        }
    }
    return bl_long_nearest(y, 599 - half);
}
