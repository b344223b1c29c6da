/* The first 32 bits of a number that is neither 0 nor subnormal: the number is 2^(exponent - 31) times these. */
static uint32_t bl_long_significand(double a, int *exponent)
{
    const uint64_t x = bl_bits_u64_f64(a);

    *exponent = (int)(x >> 52 & 0x7ff) - 1023;
    return (uint32_t)(x >> 21) | UINT32_C(1) << 31;
}
