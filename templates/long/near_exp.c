/* No power of e except 1 is a double, or a midpoint of two doubles. */
double bl_near_exp(double a)
{
    uint32_t power[BL_LONG_WORDS];
    const int k = bl_long_exp(power, a, 0);

    return bl_long_nearest(power, k);
}
