/* It is never halfway, as e^x is no rational number. */
double bl_near_log(double a, double about)
{
    static const uint32_t one[BL_LONG_WORDS] = {1};

    return bl_long_logto(a, about, one);
}
