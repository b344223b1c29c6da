/* What is too near to halfway between two results to be told in double: numbers of 64 bits before the point and 160 behind it,
 * in words, the highest first. */
#define BL_LONG_WORDS 7

typedef struct {
    uint32_t word[BL_LONG_WORDS];
} bl_long;

BL_PLAIN BL_INLINE bl_long bl_long_of(uint64_t whole)
{
    const bl_long a = {{(uint32_t)(whole >> 32), (uint32_t)whole, 0, 0, 0, 0, 0}};
    return a;
}

BL_PLAIN BL_INLINE int bl_long_is_zero(const bl_long *a)
{
    uint32_t bits = 0;
    for (int i = 0; i < BL_LONG_WORDS; ++i) {
        bits |= a->word[i];
    }
    return bits == 0;
}

BL_PLAIN BL_INLINE void bl_long_add(bl_long *a, const bl_long *b)
{
    uint64_t carry = 0;
    for (int i = BL_LONG_WORDS; i-- > 0; carry >>= 32) {
        carry += (uint64_t)a->word[i] + b->word[i];
        a->word[i] = (uint32_t)carry;
    }
}

BL_PLAIN BL_INLINE void bl_long_negate(bl_long *a)
{
    uint64_t carry = 1;
    for (int i = BL_LONG_WORDS; i-- > 0; carry >>= 32) {
        carry += ~a->word[i] & UINT32_MAX;
        a->word[i] = (uint32_t)carry;
    }
}

BL_PLAIN BL_INLINE void bl_long_sub(bl_long *a, const bl_long *b)
{
    bl_long less = *b;
    bl_long_negate(&less);
    bl_long_add(a, &less);
}

BL_PLAIN BL_INLINE void bl_long_scale(bl_long *a, uint32_t by)
{
    uint64_t carry = 0;
    for (int i = BL_LONG_WORDS; i-- > 0; carry >>= 32) {
        carry += (uint64_t)a->word[i] * by;
        a->word[i] = (uint32_t)carry;
    }
}

BL_PLAIN BL_INLINE void bl_long_divide(bl_long *a, uint32_t by)
{
    uint64_t rest = 0;
    for (int i = 0; i < BL_LONG_WORDS; ++i) {
        rest = rest << 32 | a->word[i];
        a->word[i] = (uint32_t)(rest / by);
        rest %= by;
    }
}

/* a * numerator / denominator */
BL_PLAIN BL_INLINE void bl_long_take(bl_long *a, uint32_t numerator, uint32_t denominator)
{
    bl_long_scale(a, numerator);
    bl_long_divide(a, denominator);
}

/* a * 2^-places, places from 0 on */
BL_PLAIN BL_INLINE void bl_long_lower(bl_long *a, int places)
{
    for (; places > 0; places -= 31) {
        uint64_t above = 0;
        for (int i = 0; i < BL_LONG_WORDS; ++i) {
            above = above << 32 | a->word[i];
            a->word[i] = (uint32_t)(above >> (places < 31 ? places : 31));
        }
        if (bl_long_is_zero(a)) {
            return;
        }
    }
}

/* a * b, a below 2^32 */
BL_PLAIN BL_INLINE bl_long bl_long_product(const bl_long *a, const bl_long *b)
{
    bl_long sum = {{0, 0, 0, 0, 0, 0, 0}};
    for (int i = BL_LONG_WORDS; i-- > 1;) {
        bl_long part = *b;
        for (int j = BL_LONG_WORDS; j-- > 1;) {
            sum.word[j] = sum.word[j - 1];
        }
        sum.word[0] = 0;
        bl_long_scale(&part, a->word[i]);
        bl_long_add(&sum, &part);
    }
    return sum;
}

/* a * 2^exponent, a from 2^-150 to 2^32: where it is exact, to nearest, and else with its last bit set, so that it is on the same
 * side of each number with fewer bits. */
BL_PLAIN BL_INLINE double bl_long_rounded(bl_long a, int exponent, int is_exact)
{
    uint64_t bits;
    for (; a.word[1] == 0; --exponent) {
        bl_long_scale(&a, 2);
    }
    for (; a.word[1] > 1; ++exponent) {
        bl_long_lower(&a, 1);
    }
    bits = (uint64_t)a.word[2] << 20 | a.word[3] >> 12;
    bits = is_exact ? bits + (a.word[3] >> 11 & 1) : bits | 1;
    return bl_bits_f64_u64(((uint64_t)(exponent + 1023) << 52) + bits);
}

/* The significand of a positive normal number, of so many bits, and its exponent. */
BL_PLAIN BL_INLINE uint32_t bl_long_significand(double a, int bits, int *exponent)
{
    const uint64_t x = bl_bits_u64_f64(a);
    *exponent = (int)(x >> 52 & 0x7ff) - 1022 - bits;
    return (uint32_t)((x & ((UINT64_C(1) << 52) - 1)) >> (53 - bits)) | UINT32_C(1) << (bits - 1);
}

/* Whether a number that is wrong by less than 2^-40 of itself is on the same side of each number of 25 bits as what it stands for. */
BL_PLAIN BL_INLINE int bl_is_aside(double a)
{
    const uint64_t margin = UINT64_C(1) << 13, rest = bl_bits_u64_f64(a) & ((UINT64_C(1) << 28) - 1);
    return rest > margin && rest < (UINT64_C(1) << 28) - margin;
}

/* Whether (m 2^e)^(n 2^f), m odd and above 1, n not 0, has no more than 53 bits. A root is exact only of squares, and no m of 24
 * bits is one more than three times. */
BL_PLAIN BL_INLINE int bl_power_is_exact(uint32_t m, int e, uint32_t n, int f)
{
    uint64_t power = 1;
    for (; (n & 1) == 0; ++f) {
        n >>= 1;
    }
    for (; f < 0; ++f) {
        uint32_t root = 1;
        while (root * root < m) {
            root += 2;
        }
        if (root * root != m || e % 2 != 0) {
            return 0;
        }
        m = root;
        e /= 2;
    }
    for (n = f < 6 && n < 64 ? n << f : 64; n > 0; --n) {
        power *= m;
        if (power >> 53 != 0) {
            return 0;
        }
    }
    return 1;
}

/* a^b = 2^(b (k + log2(1 + s) - log2(1 - s))), a = 2^k (1 + s) / (1 - s): by the series of atanh(s) and of e^x, wrong by less than
 * 2^-115 of itself. */
BL_PLAIN BL_INLINE double bl_near_power(double a, double b, double about)
{
    const bl_long logarithm_of_two = {{0, 0, 0xb17217f7, 0xd1cf79ab, 0xc9e3b398, 0x03f2f6af, 0x40f34326}};
    const bl_long doubled_inverse = {{0, 2, 0xe2a8eca5, 0x705fc2ee, 0xfa1ffb41, 0xa474fa23, 0xad5deaa3}};
    const bl_long one = bl_long_of(1);
    int e, f;
    uint32_t m = bl_long_significand(a, 24, &e), n = bl_long_significand(b < 0 ? -b : b, 32, &f);
    const int is_upper = m > 0xb504f3, k = e + 23 + is_upper, is_below = k < 0;
    const uint32_t unit = UINT32_C(0x800000) << is_upper;
    const uint32_t numerator = m < unit ? unit - m : m - unit, denominator = m + unit;
    bl_long logarithm = one, term = one, turns, power = one;
    int is_negative = k == 0 ? m < unit : is_below, is_exact;
    uint32_t whole;

    if (bl_is_aside(about)) {
        return about;
    }
    for (uint32_t i = 3; !bl_long_is_zero(&term); i += 2) {
        bl_long part;
        bl_long_take(&term, numerator, denominator);
        bl_long_take(&term, numerator, denominator);
        part = term;
        bl_long_divide(&part, i);
        bl_long_add(&logarithm, &part);
    }
    logarithm = bl_long_product(&logarithm, &doubled_inverse);
    bl_long_take(&logarithm, numerator, denominator);
    bl_long_scale(&logarithm, n);

    turns = bl_long_of((uint64_t)(is_below ? -k : k) * n);
    if (k != 0 && (m < unit) != is_below) {
        bl_long_sub(&turns, &logarithm);
    } else {
        bl_long_add(&turns, &logarithm);
    }
    bl_long_lower(&turns, -f);
    for (int i = 0; i < f && i < 64; ++i) {
        bl_long_scale(&turns, 2);
    }
    if (is_negative != (b < 0)) {
        bl_long_negate(&turns);
    }
    whole = turns.word[1];
    turns.word[0] = turns.word[1] = 0;

    is_exact = bl_long_is_zero(&turns);
    if (numerator != 0) {
        for (; (m & 1) == 0; ++e) {
            m >>= 1;
        }
        is_exact = b > 0 && bl_power_is_exact(m, e, n, f);
    }
    turns = bl_long_product(&turns, &logarithm_of_two);
    for (uint32_t i = 36; i > 0; --i) {
        power = bl_long_product(&turns, &power);
        bl_long_divide(&power, i);
        bl_long_add(&power, &one);
    }
    return bl_long_rounded(power, (int)((whole + 1024) & 2047) - 1024, is_exact);
}

/* The angle of (x, y), y above 0, by the series of the arc tangent of at most sqrt(2) - 1. It is never exact. */
BL_PLAIN BL_INLINE double bl_near_angle(double y, double x, double about)
{
    const bl_long pi = {{0, 3, 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822}};
    const double adjacent = x < 0 ? -x : x;
    const int is_steep = y > adjacent;
    int e, f, places;
    uint32_t numerator = bl_long_significand(is_steep ? adjacent : y, 24, &e);
    uint32_t denominator = bl_long_significand(is_steep ? y : adjacent, 24, &f);
    bl_long arc = bl_long_of(1), term = arc, part = pi;
    int is_diagonal;

    if (bl_is_aside(about)) {
        return about;
    }
    places = f - e; /* the tangent is numerator / denominator 2^-places */
    is_diagonal = places < 3 && (uint64_t)numerator * 29 > (uint64_t)(denominator << places) * 12;
    if (is_diagonal) { /* pi / 4 less the arc tangent of (1 - t) / (1 + t) */
        const uint32_t scaled = denominator << places;
        denominator = scaled + numerator;
        numerator = scaled - numerator;
        places = 0;
    }
    for (uint32_t i = 3; !bl_long_is_zero(&term); i += 2) {
        bl_long_take(&term, numerator, denominator);
        bl_long_take(&term, numerator, denominator);
        bl_long_lower(&term, 2 * places);
        part = term;
        bl_long_divide(&part, i);
        if (i == 3 && bl_long_is_zero(&part)) {
            part.word[BL_LONG_WORDS - 1] = 1; /* less than t all the same */
        }
        if (i % 4 == 3) {
            bl_long_sub(&arc, &part);
        } else {
            bl_long_add(&arc, &part);
        }
    }
    bl_long_take(&arc, numerator, denominator);

    if (!is_diagonal && !is_steep && x > 0) {
        return bl_long_rounded(arc, -places, 0);
    }
    bl_long_lower(&arc, places);
    for (int halvings = 2; halvings >= 0; --halvings) {
        if (halvings == 2 ? is_diagonal : halvings == 1 ? is_steep : x < 0) {
            part = pi;
            bl_long_lower(&part, halvings);
            bl_long_sub(&part, &arc);
            arc = part;
        }
    }
    return bl_long_rounded(arc, 0, 0);
}
