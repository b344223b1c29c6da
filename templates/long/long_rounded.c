/* a * 2^exponent, a from 1 to 2, with its last bit set: so it is on the same side of each number with fewer bits. */
static double bl_long_rounded(const uint32_t *a, int exponent)
{
    return bl_bits_f64_u64((uint64_t)(exponent + 1023) << 52 | (uint64_t)a[1] << 20 | a[2] >> 12 | 1);
}
