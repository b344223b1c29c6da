/* The greater operand is x 2^k, x from 1 to 2, and the other one is y 2^k. If that is at least 2^-28 of the greater
 * one, the squares are exact, and the root is computed bit by bit, to 53 fraction bits; its square is compared with the
 * sum exactly. Otherwise the greater operand is the result. A midpoint of two doubles is rounded to the even one. No
 * subnormal root is a midpoint, because its square would not be a multiple of 2^-2148. */
double bl_near_hypot(double a, double b)
{
    uint32_t x[BL_LONG_WORDS], y[BL_LONG_WORDS], sum[BL_LONG_WORDS], root[BL_LONG_WORDS] = {0}, rest[BL_LONG_WORDS];
    const uint64_t a_size = bl_bits_u64_f64(a) << 1 >> 1, b_size = bl_bits_u64_f64(b) << 1 >> 1;
    const double most = bl_bits_f64_u64(a_size < b_size ? b_size : a_size);
    const double least = bl_bits_f64_u64(a_size < b_size ? a_size : b_size);
    const int e = bl_long_parts(x, most), apart = least > 0 ? e - bl_long_parts(y, least) : 28;
    uint64_t left = 0;
    double result;
    int k;

    if (apart >= 28) {
        return most;
    }
    bl_long_shift(rest, y, -apart, BL_LONG_WORDS);
    bl_long_multiply(sum, x, x, BL_LONG_WORDS);
    bl_long_multiply(y, rest, rest, BL_LONG_WORDS);
    bl_long_add(sum, y, BL_LONG_WORDS);
    for (int place = -1; place <= 53; ++place) {
        const int word = (place + 31) / 32;
        const uint32_t bit = UINT32_C(1) << ((64 - place) & 31);

        root[word] |= bit;
        bl_long_multiply(rest, root, root, BL_LONG_WORDS);
        bl_long_negate(rest, BL_LONG_WORDS);
        bl_long_add(rest, sum, BL_LONG_WORDS);
        if (rest[0] >> 31 != 0) {
            root[word] ^= bit;
        }
    }
    bl_long_multiply(rest, root, root, BL_LONG_WORDS);
    for (int i = 0; i < BL_LONG_WORDS; ++i) {
        left |= rest[i] ^ sum[i];
    }
    k = bl_long_unit(x, root);
    if (left == 0 && (x[2] >> 10 & 7) == 2) {
        x[2] &= ~(UINT32_C(1) << 11); /* a midpoint: the even number below */
    }
    result = bl_long_nearest(x, e + k);
    return e + k > 1023 || bl_bits_u64_f64(result) >> 52 == 0x7ff ? most + most : result;
}
