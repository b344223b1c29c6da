/* |a| = q pi / 2 + angle, or minus angle. angle is at most pi / 4, with the unit 2^exponent. By Payne and Hanek: words
 * of 2 / pi whose products with a are multiples of 4 do not matter, and ten of the others give the fraction, with an
 * error of less than 2^-234. The fraction is at least 2^-62. Returns q, and whether angle is subtracted. a is normal
 * and at least 2^-30. */
static uint32_t bl_long_quarters(uint32_t *unit, int *exponent, int *is_less, double a)
{
    static const uint32_t two_over_pi[40] = {
        0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a,
        0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41,
        0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf,
        0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08,
        0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d};
    static const uint32_t half_pi[BL_LONG_WORDS] = {1, 0x921fb544, 0x42d18469, 0x898cc517, 0x01b839a2, 0x52049c11};
    const uint64_t bits = bl_bits_u64_f64(a);
    const int e = (int)(bits >> 52 & 0x7ff) - 1023 - 52, skipped = e < 34 ? 0 : (e - 2) / 32;
    uint32_t m[12] = {0}, words[12] = {0}, turns[12];
    uint32_t q;
    int word = 1;

    m[0] = (uint32_t)(bits >> 32 & 0xfffff) | UINT32_C(1) << 20;
    m[1] = (uint32_t)bits;
    for (int i = 0; i < 10; ++i) {
        words[i + 1] = two_over_pi[i + skipped];
    }
    bl_long_multiply(words, m, words, 12);
    bl_long_shift(turns, words, 32 + e - 32 * skipped, 12);
    q = turns[0];
    *is_less = turns[1] >> 31 != 0;
    if (*is_less) {
        bl_long_negate(turns, 12);
        ++q;
    }
    while (turns[word] == 0) {
        ++word;
    }
    *exponent = bl_long_unit(m, turns + word) - 32 * word;
    bl_long_multiply(m, m, half_pi, BL_LONG_WORDS);
    *exponent += bl_long_unit(unit, m);
    return q;
}
