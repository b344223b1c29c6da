/* All bits of |a|, for |a| from 2^-60 to 2^11. Returns whether a is negative. */
static int bl_long_fixed(uint32_t *fixed, double a)
{
    const uint64_t bits = bl_bits_u64_f64(a);
    const uint64_t m = (bits & UINT64_MAX >> 12) | UINT64_C(1) << 52;
    uint32_t whole[BL_LONG_WORDS] = {0};

    whole[0] = (uint32_t)(m >> 32);
    whole[1] = (uint32_t)m;
    bl_long_shift(fixed, whole, (int)(bits >> 52 & 0x7ff) - 1023 - 20, BL_LONG_WORDS);
    return bits >> 63 != 0;
}
