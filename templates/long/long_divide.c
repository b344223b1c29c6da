/* a / by, `by` up to 2^48, in digits of 32 bits, or of 16 bits if `by` is longer than that. */
static void bl_long_divide(uint32_t *a, uint64_t by, int words)
{
    const int digit = by >> 32 == 0 ? 32 : 16;
    uint64_t rest = 0;

    for (int i = 0; i < words; ++i) {
        uint64_t quotient = 0;

        for (int left = 32; left > 0;) {
            left -= digit;
            rest = rest << digit | (a[i] >> left & UINT32_MAX >> (32 - digit));
            quotient = quotient << digit | rest / by;
            rest %= by;
        }
        a[i] = (uint32_t)quotient;
    }
}
