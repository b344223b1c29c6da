/* The logarithm is never a midpoint, because e^x is irrational for a rational x except 0. */
double bl_near_log(double a, double about)
{
    static const uint32_t one[BL_LONG_WORDS] = {1};

    return bl_long_logto(a, about, one);
}
