/* The logarithm is never a midpoint: it is rational only for powers of ten. */
double bl_near_log10(double a, double about)
{
    static const uint32_t of_e[BL_LONG_WORDS] = {0, 0x6f2dec54, 0x9b9438ca, 0x9aadd557, 0xd699ee19, 0x1f71a301};

    return bl_long_logto(a, about, of_e);
}
