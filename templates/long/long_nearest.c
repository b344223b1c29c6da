/* a * 2^exponent, a from 1 to 2, rounded to the nearest double, which may be subnormal. a is never a midpoint. */
static double bl_long_nearest(const uint32_t *a, int exponent)
{
    const int lost = exponent < -1022 ? -1022 - exponent : 0; /* bits that a subnormal result lacks */
    const uint64_t high = (uint64_t)a[0] << 53 | (uint64_t)a[1] << 21 | a[2] >> 11;
    const uint64_t rounded = lost < 54 ? ((high >> lost) + 1) >> 1 : 0;

    return bl_bits_f64_u64(((uint64_t)(exponent + 1022 + lost) << 52) + rounded);
}
