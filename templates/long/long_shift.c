/* shifted = a * 2^places */
static void bl_long_shift(uint32_t *shifted, const uint32_t *a, int places, int words)
{
    const int bits = (int)((unsigned)places & 31), skipped = (places - bits) / 32;

    for (int i = 0; i < words; ++i) {
        const int at = i + skipped;
        const uint64_t high = at >= 0 && at < words ? a[at] : 0, low = at >= -1 && at < words - 1 ? a[at + 1] : 0;
        shifted[i] = (uint32_t)((high << 32 | low) >> (32 - bits));
    }
}
