/* unit 2^k = a, unit from 1 to 2; a is above 0. Returns k. */
static int bl_long_unit(uint32_t *unit, const uint32_t *a)
{
    int word = 0, k = 0;

    while (a[word] == 0) {
        ++word;
    }
    while (a[word] >> k > 1) {
        ++k;
    }
    bl_long_shift(unit, a, 32 * word - k, BL_LONG_WORDS);
    return k - 32 * word;
}
