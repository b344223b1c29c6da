/* sum = c[0] +- x (c[1] +- x (c[2] +- ...)). Each term is less than the one before it by a factor of 2^-10, from the
 * fourth on by a smaller one, so later sums have fewer words. */
static void bl_long_polynomial(
    uint32_t *sum, const uint32_t *x, const uint32_t *c, int degree, int is_alternating, int words)
{
    for (int i = 0; i < words; ++i) {
        sum[i] = 0;
    }
    sum[0] = c[degree];
    for (int i = degree; i-- > 0;) {
        const int own = words - (i * 10 >> 5);

        bl_long_multiply(sum, x, sum, own);
        if (is_alternating) {
            bl_long_negate(sum, own);
        }
        sum[0] += c[i];
    }
}
