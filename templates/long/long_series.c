/* sum = 1 + x / d(from) (1 + x / d(from + step) (... (1 + x / d(to)))), or the same of -x. x is less than 1. With step
 * 1 d(i) is i, with step 2 it is i (i + 1). */
static void bl_long_series(uint32_t *sum, const uint32_t *x, int is_negative, uint32_t from, uint32_t to, uint32_t step)
{
    for (int i = 0; i < BL_LONG_WORDS; ++i) {
        sum[i] = i == 0;
    }
    for (uint32_t i = to; i >= from; i -= step) {
        bl_long_multiply(sum, x, sum, BL_LONG_WORDS);
        bl_long_divide(sum, step == 1 ? i : i * (i + 1), BL_LONG_WORDS);
        if (is_negative) {
            bl_long_negate(sum, BL_LONG_WORDS);
        }
        sum[0] += 1;
        if (i < step) {
            break;
        }
    }
}
