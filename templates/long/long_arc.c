/* arc = t D factor (1 +- u^2 / 3 + u^4 / 5 +- ... u^22 / 23), t = over / under, u = t 2^-places up to 0.0313. The terms
 * left out are less than 2^-124 of it. */
static void bl_long_arc(
    uint32_t *arc, uint32_t over, uint64_t under, int places, int is_alternating, const uint32_t *factor)
{
    static const uint32_t parts[12] = {/* D = 3^2 5 7 11 13 17 19 23, D / 3, D / 5, ... */
                                       334639305, 111546435, 66927861, 47805615, 37182145, 30421755,
                                       25741485, 22309287, 19684665, 17612595, 15935205, 14549535};
    uint32_t t[BL_LONG_WORDS] = {0}, square[BL_LONG_WORDS], u_square[BL_LONG_WORDS], sum[BL_LONG_WORDS];

    t[0] = over;
    bl_long_divide(t, under, BL_LONG_WORDS);
    bl_long_multiply(square, t, t, BL_LONG_WORDS);
    bl_long_shift(u_square, square, -2 * places, BL_LONG_WORDS);
    sum[BL_LONG_WORDS - 1] = 0;
    /* with one word less: an error of 2^-128 of itself */
    bl_long_polynomial(sum, u_square, parts, 11, is_alternating, BL_LONG_WORDS - 1);
    bl_long_multiply(sum, factor, sum, BL_LONG_WORDS);
    bl_long_multiply(arc, t, sum, BL_LONG_WORDS);
}
