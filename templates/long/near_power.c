/* (m 2^e)^b, where b is the positive or negative n 2^f, if that may be a midpoint: if its odd part has at most 25 bits.
 * Only a square has an exact root. */
static int bl_exact_power(uint32_t m, int e, uint32_t n, int f, int is_negative, double *result)
{
    uint32_t power = 1;

    for (; (m & 1) == 0; ++e) {
        m >>= 1;
    }
    for (; (n & 1) == 0; ++f) {
        n >>= 1;
    }
    for (; f < 0; ++f) {
        uint32_t root = 0;

        if (e % 2 != 0 || m % 8 != 1) { /* every odd square is */
            return 0;
        }
        for (uint32_t bit = 2048; bit > 0; bit >>= 1) {
            root |= (root | bit) * (root | bit) <= m ? bit : 0;
        }
        if (root * root != m) {
            return 0;
        }
        m = root;
        e /= 2;
    }
    if (f > 10 || n > 2048 || (m > 1 && (is_negative || n << f > 15))) { /* 3^16 has more than 25 bits */
        return 0;
    }
    n <<= f;
    e *= is_negative ? -(int)n : (int)n;
    for (; m > 1 && n > 0; --n) {
        if ((uint64_t)power * m >> 25 != 0) {
            return 0;
        }
        power *= m;
    }
    if (e < -1000 || e > 900) {
        return 0;
    }
    for (e += 31; power >> 31 == 0; --e) {
        power <<= 1;
    }
    *result = bl_bits_f64_u64((uint64_t)(e + 1023) << 52 | (uint64_t)(power << 1) << 20);
    return 1;
}

/* (m 2^(e - 23))^b, where b is the positive or negative n 2^(f - 31), as a number from 1 to 2 times a power of two,
 * whose exponent is returned. The number has five words, in an array of BL_LONG_WORDS + 1.
 *
 * a^b = 2^(b log2(a)). a = 2^e c (1 + s) / (1 - s), where c is one of eight ratios, and |s| is less than 0.0296. The
 * series of atanh(s) gives log2((1 + s) / (1 - s)): the relative error of the logarithm is less than 2^-126. The series
 * of e^x takes 2^-7 of the fraction of the exponent, and its value is squared seven times. The relative error of the
 * result is less than 2^-116. */
static int bl_long_power(uint32_t *power, uint32_t m, int e, uint32_t n, int f, int is_negative)
{
    static const uint8_t ratios[8][3] = {/* c: over, under, and 128 times the largest number for which it is used */
                                         {1, 1, 135},
                                         {10, 9, 148},
                                         {6, 5, 162},
                                         {4, 3, 181},
                                         {3, 2, 202},
                                         {5, 3, 222},
                                         {9, 5, 243},
                                         {2, 1, 255}};
    static const uint32_t logarithms[6][5] = {{0x26e9acbb, 0x3cc11cb9, 0xe499b7e9, 0x29a81191, 0x1bc98ab1},
                                              {0x4356390a, 0xc7685ba6, 0x7b5b360c, 0xcfcc409d, 0xbf428eaa},
                                              {0x6a3fe5c6, 0x04297860, 0x5ff4edf5, 0xf974522e, 0xdb0c195c},
                                              {0x95c01a39, 0xfbd6879f, 0xa00b120a, 0x068badd1, 0x24f3e6a3},
                                              {0xbca9c6f5, 0x3897a459, 0x84a4c9f3, 0x3033bf62, 0x40bd7155},
                                              {0xd9165344, 0xc33ee346, 0x1b664816, 0xd657ee6e, 0xe436754e}};
    static const uint32_t doubled_inverse[BL_LONG_WORDS] = {/* 2 / (D log(2)) */
                                                            0, 0x25, 0x086a974e, 0x5471d75a, 0xf784c8c4, 0xea8ff89b};
    static const uint32_t log_2[5] = {0, 0xb17217f7, 0xd1cf79ab, 0xc9e3b398, 0x03f2f6af};
    static const uint32_t parts[13] = {/* 12!, 12! / 1!, 12! / 2!, ... */
                                       479001600, 479001600, 239500800, 79833600, 19958400, 3991680, 665280,
                                       95040, 11880, 1320, 132, 12, 1};
    uint32_t turns[BL_LONG_WORDS + 1] = {0};
    uint32_t over, under;
    int i = 0, whole;

    while (m >> 16 >= ratios[i][2] && i < 7) {
        ++i;
    }
    over = m * ratios[i][1];
    under = (uint32_t)ratios[i][0] << 23;
    bl_long_arc(power, over < under ? under - over : over - under, over + under, 0, 0, doubled_inverse);
    if (over < under) {
        bl_long_negate(power, BL_LONG_WORDS);
    }
    turns[0] = (uint32_t)(e + i / 7);
    for (int j = 0; j < 5 && i % 7 != 0; ++j) {
        turns[j + 1] = logarithms[i - 1][j];
    }
    bl_long_add(turns, power, BL_LONG_WORDS);
    if (turns[0] >> 31 != 0) {
        bl_long_negate(turns, BL_LONG_WORDS);
        is_negative = !is_negative;
    }

    for (i = 0; i <= BL_LONG_WORDS; ++i) {
        power[i] = 0;
    }
    power[1] = n;
    bl_long_multiply(turns, power, turns, BL_LONG_WORDS + 1);
    bl_long_shift(power, turns, f + 1, BL_LONG_WORDS + 1);
    if (is_negative) {
        power[4] |= 1; /* never 0 */
        bl_long_negate(power, 5);
    }
    whole = (int)((power[0] + 1024) & 2047) - 1024;
    power[0] = 0;
    bl_long_multiply(power, power, log_2, 5);
    bl_long_shift(turns, power, -7, 5);
    bl_long_polynomial(power, turns, parts, 12, 0, 5);
    bl_long_divide(power, parts[0], 5);
    for (i = 0; i < 7; ++i) {
        bl_long_multiply(power, power, power, 5);
    }
    return whole;
}

double bl_near_power(double a, double b)
{
    const int is_negative = bl_bits_u64_f64(b) >> 63 != 0;
    uint32_t power[BL_LONG_WORDS + 1];
    double exact;
    int e, f;
    const uint32_t m = bl_long_significand(a, &e) >> 8, n = bl_long_significand(b, &f);

    if (bl_exact_power(m, e - 23, n, f - 31, is_negative, &exact)) {
        return exact;
    }
    e = bl_long_power(power, m, e, n, f, is_negative);
    return bl_long_rounded(power, e);
}
