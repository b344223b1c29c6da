/* The logarithm is never a midpoint: it is rational only for powers of two. */
double bl_near_log2(double a, double about)
{
    static const uint32_t of_e[BL_LONG_WORDS] = {1, 0x71547652, 0xb82fe177, 0x7d0ffda0, 0xd23a7d11, 0xd6aef552};

    return bl_long_logto(a, about, of_e);
}
