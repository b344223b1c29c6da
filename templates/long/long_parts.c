/* m 2^k = |a|, m from 1 to 2. a is finite and not 0, but may be subnormal. Returns k. */
static int bl_long_parts(uint32_t *m, double a)
{
    const uint64_t bits = bl_bits_u64_f64(a) << 1 >> 1;
    uint64_t significand = bits & UINT64_MAX >> 12;
    int k = (int)(bits >> 52);

    if (k != 0) {
        significand |= UINT64_C(1) << 52;
    } else {
        for (k = 1; significand >> 52 == 0; --k) {
            significand <<= 1;
        }
    }
    for (int i = 3; i < BL_LONG_WORDS; ++i) {
        m[i] = 0;
    }
    m[0] = 1;
    m[1] = (uint32_t)(significand >> 20);
    m[2] = (uint32_t)(significand << 12);
    return k - 1023;
}
