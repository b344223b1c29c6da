/* 2^a is a double, or a midpoint of two doubles, only if a is an integer. */
double bl_near_exp2(double a)
{
    uint32_t power[BL_LONG_WORDS], turns[BL_LONG_WORDS];
    int k;

    if (bl_long_fixed(turns, a)) {
        bl_long_negate(turns, BL_LONG_WORDS);
    }
    k = bl_long_turned(power, turns);
    return bl_long_nearest(power, k);
}
