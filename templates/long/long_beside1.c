/* log(1 + x), or -log(1 - x), for 0 < x < 2^-8, as unit 2^k: x (1 -+ x / 2 + x^2 / 3 -+ ...), with a relative error of
 * less than 2^-155. unit is from 1 to 2. Returns k. */
static int bl_long_beside1(uint32_t *unit, const uint32_t *x, int is_below)
{
    uint32_t sum[BL_LONG_WORDS] = {0}, part[BL_LONG_WORDS];
    int k;

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
    return k + bl_long_unit(unit, sum);
}
