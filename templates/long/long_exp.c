/* e^a, or e^-a, as power 2^k, for |a| from 2^-60 to 2^10. power is from 1 to 2, with a relative error of less than
 * 2^-148. Returns k. */
static int bl_long_exp(uint32_t *power, double a, int is_opposite)
{
    static const uint32_t of_log_2[BL_LONG_WORDS] = {/* 1 / log(2) */
                                                     1, 0x71547652, 0xb82fe177, 0x7d0ffda0, 0xd23a7d11, 0xd6aef551};
    uint32_t turns[BL_LONG_WORDS];
    const int is_negative = bl_long_fixed(turns, a);

    bl_long_multiply(turns, turns, of_log_2, BL_LONG_WORDS);
    if (is_negative != is_opposite) {
        bl_long_negate(turns, BL_LONG_WORDS);
    }
    return bl_long_turned(power, turns);
}
