/* Elements of an array of any type. They have the alignment of the ABI. Compilers for processors without
 * unaligned loads must know this; otherwise they call memcpy for each element. */
#if defined(__GNUC__)
#define BL_LOAD(from, type, value) (value) = ((const type *)(from))->element
#define BL_STORE(to, type, value) ((type *)(to))->element = (value)
#define BL_ANY __attribute__((may_alias))
#else
#define BL_LOAD(from, type, value) BL_COPY(&(value), from, sizeof(value))
#define BL_STORE(to, type, value) BL_COPY(to, &(value), sizeof(value))
#define BL_ANY
#endif

typedef struct {
    uint16_t element;
} BL_ANY bl_any_u16;

typedef struct {
    uint32_t element;
} BL_ANY bl_any_u32;

typedef struct {
    uint64_t element;
} BL_ANY bl_any_u64;

BL_PLAIN BL_INLINE uint16_t bl_load_u16(const void *p)
{
    uint16_t value;
    BL_LOAD(p, bl_any_u16, value);
    return value;
}

BL_PLAIN BL_INLINE uint32_t bl_load_u32(const void *p)
{
    uint32_t value;
    BL_LOAD(p, bl_any_u32, value);
    return value;
}

BL_PLAIN BL_INLINE uint64_t bl_load_u64(const void *p)
{
    uint64_t value;
    BL_LOAD(p, bl_any_u64, value);
    return value;
}

BL_PLAIN BL_INLINE void bl_store_u16(void *p, uint16_t value)
{
    BL_STORE(p, bl_any_u16, value);
}

BL_PLAIN BL_INLINE void bl_store_u32(void *p, uint32_t value)
{
    BL_STORE(p, bl_any_u32, value);
}

BL_PLAIN BL_INLINE void bl_store_u64(void *p, uint64_t value)
{
    BL_STORE(p, bl_any_u64, value);
}

/* 4 or 8 bytes of any alignment. */
BL_PLAIN BL_INLINE uint32_t bl_load_bytes_u32(const void *p)
{
    uint32_t value;
    BL_COPY(&value, p, sizeof value);
    return value;
}

BL_PLAIN BL_INLINE uint64_t bl_load_bytes_u64(const void *p)
{
    uint64_t value;
    BL_COPY(&value, p, sizeof value);
    return value;
}

BL_PLAIN BL_INLINE void bl_store_bytes_u32(void *p, uint32_t value)
{
    BL_COPY(p, &value, sizeof value);
}

BL_PLAIN BL_INLINE void bl_store_bytes_u64(void *p, uint64_t value)
{
    BL_COPY(p, &value, sizeof value);
}

BL_PLAIN BL_INLINE uint32_t bl_bits_u32_f32(float value)
{
    uint32_t bits;
    BL_COPY(&bits, &value, sizeof bits);
    return bits;
}

BL_PLAIN BL_INLINE float bl_bits_f32_u32(uint32_t bits)
{
    float value;
    BL_COPY(&value, &bits, sizeof value);
    return value;
}

BL_PLAIN BL_INLINE uint64_t bl_bits_u64_f64(double value)
{
    uint64_t bits;
    BL_COPY(&bits, &value, sizeof bits);
    return bits;
}

BL_PLAIN BL_INLINE double bl_bits_f64_u64(uint64_t bits)
{
    double value;
    BL_COPY(&value, &bits, sizeof value);
    return value;
}

BL_PLAIN BL_INLINE uint32_t bl_bits_u32_i32(int32_t value)
{
    return (uint32_t)value;
}

BL_PLAIN BL_INLINE int32_t bl_bits_i32_u32(uint32_t bits)
{
    return (int32_t)bits;
}

BL_PLAIN BL_INLINE uint64_t bl_bits_u64_i64(int64_t value)
{
    return (uint64_t)value;
}

BL_PLAIN BL_INLINE int64_t bl_bits_i64_u64(uint64_t bits)
{
    return (int64_t)bits;
}

BL_PLAIN BL_INLINE int32_t bl_bits_i32_f32(float value)
{
    return (int32_t)bl_bits_u32_f32(value);
}

BL_PLAIN BL_INLINE float bl_bits_f32_i32(int32_t bits)
{
    return bl_bits_f32_u32((uint32_t)bits);
}

BL_PLAIN BL_INLINE int64_t bl_bits_i64_f64(double value)
{
    return (int64_t)bl_bits_u64_f64(value);
}

BL_PLAIN BL_INLINE double bl_bits_f64_i64(int64_t bits)
{
    return bl_bits_f64_u64((uint64_t)bits);
}

BL_PLAIN BL_INLINE int32_t bl_wrapping_add_i32(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

BL_PLAIN BL_INLINE int32_t bl_wrapping_sub_i32(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a - (uint32_t)b);
}

BL_PLAIN BL_INLINE int32_t bl_wrapping_mul_i32(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a * (uint32_t)b);
}

BL_PLAIN BL_INLINE int64_t bl_wrapping_add_i64(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

BL_PLAIN BL_INLINE int64_t bl_wrapping_sub_i64(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a - (uint64_t)b);
}

BL_PLAIN BL_INLINE int64_t bl_wrapping_mul_i64(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

BL_PLAIN BL_INLINE int32_t bl_i32_from_f32(float a)
{
    return a >= -2147483648.0f && a < 2147483648.0f ? (int32_t)a : 0;
}

BL_PLAIN BL_INLINE int32_t bl_i32_from_f64(double a)
{
    return a > -2147483649.0 && a < 2147483648.0 ? (int32_t)a : 0;
}

BL_PLAIN BL_INLINE int32_t bl_i32_modulo_f64(double a)
{
    return a > -1125899906842624.0 && a < 1125899906842624.0 ? (int32_t)(uint32_t)(int64_t)a : 0;
}

/* Without a shift by lanes, clang computes 2^by in floats, and converting 2^31 to an integer raises invalid. So these
 * shifts are by at most 15. */
BL_PLAIN BL_INLINE uint32_t bl_shifted_left(uint32_t a, uint32_t by)
{
#if defined(__clang__) && defined(__SSE2__) && !defined(__AVX2__)
    const uint32_t half = by >> 1 & 15;
    return by < 32 ? a << half << half << (by & 1) : 0;
#else
    return by < 32 ? a << by : 0;
#endif
}

/* C's own < and <= raise invalid for a quiet NaN, and so do GCC's vectors for isless. Integer comparisons never raise
 * exceptions. The order of a float is an integer that is less if the float is less, the same
 * for 0 and -0, and above that of infinity for every NaN. */
BL_PLAIN BL_INLINE uint32_t bl_order_f32(float a)
{
    const uint32_t bits = bl_bits_u32_f32(a);
    return bits >> 31 ? 0xff800000u - bits : bits + 0x7f800000u;
}

BL_PLAIN BL_INLINE uint64_t bl_order_f64(double a)
{
    const uint64_t bits = bl_bits_u64_f64(a);
    return bits >> 63 ? UINT64_C(0xfff0000000000000) - bits : bits + UINT64_C(0x7ff0000000000000);
}

/* Cortex-M's FPU compares quietly in fewer instructions, and compilers cannot vectorise there. GCC inverts isless if a
 * select depends on it, and then compares like C; for two opposite comparisons it generates one quiet compare. */
#if defined(__GNUC__) && defined(__ARM_FP) && __ARM_ARCH_PROFILE == 'M' && !defined(__ARM_FEATURE_MVE)
#define BL_IS_LESS_F32(a, b) (!__builtin_isgreaterequal(a, b) && !__builtin_isunordered(a, b))
#define BL_IS_NOT_ABOVE_F32(a, b) (!__builtin_isgreater(a, b) && !__builtin_isunordered(a, b))
#else
#define BL_IS_LESS_F32(a, b) (bl_order_f32(a) < bl_order_f32(b) && bl_order_f32(b) <= 0xff000000u)
#define BL_IS_NOT_ABOVE_F32(a, b) (bl_order_f32(a) <= bl_order_f32(b) && bl_order_f32(b) <= 0xff000000u)
#endif

BL_PLAIN BL_INLINE int bl_quiet_less_f32(float a, float b)
{
    return BL_IS_LESS_F32(a, b);
}

BL_PLAIN BL_INLINE int bl_quiet_less_f64(double a, double b)
{
    return bl_order_f64(a) < bl_order_f64(b) && bl_order_f64(b) <= UINT64_C(0xffe0000000000000);
}

BL_PLAIN BL_INLINE int bl_quiet_not_above_f32(float a, float b)
{
    return BL_IS_NOT_ABOVE_F32(a, b);
}

BL_PLAIN BL_INLINE int bl_quiet_not_above_f64(double a, double b)
{
    return bl_order_f64(a) <= bl_order_f64(b) && bl_order_f64(b) <= UINT64_C(0xffe0000000000000);
}

BL_PLAIN BL_INLINE uint32_t bl_u32_from_f64(double a)
{
    return a > -1.0 && a < 4294967296.0 ? (uint32_t)a : 0;
}

BL_PLAIN BL_INLINE uint64_t bl_u64_from_f64(double a)
{
    return a > -1.0 && a < 18446744073709551616.0 ? (uint64_t)a : 0;
}

BL_PLAIN BL_INLINE int32_t bl_i32_saturated_f32(float a)
{
    if (a >= -2147483648.0f) {
        return a < 2147483648.0f ? (int32_t)a : INT32_MAX;
    }
    return a < 0 ? INT32_MIN : 0; /* or a is NaN */
}

BL_PLAIN BL_INLINE uint32_t bl_u32_saturated_f32(float a)
{
    if (a > -1.0f) {
        return a < 4294967296.0f ? (uint32_t)a : UINT32_MAX;
    }
    return 0;
}

BL_PLAIN BL_INLINE int32_t bl_i32_saturated_f64(double a)
{
    if (a >= -2147483648.0) {
        return a < 2147483648.0 ? (int32_t)a : INT32_MAX;
    }
    return a < 0 ? INT32_MIN : 0; /* or a is NaN */
}

BL_PLAIN BL_INLINE uint32_t bl_u32_saturated_f64(double a)
{
    if (a > -1.0) {
        return a < 4294967296.0 ? (uint32_t)a : UINT32_MAX;
    }
    return 0;
}

BL_PLAIN BL_INLINE int64_t bl_i64_saturated_f64(double a)
{
    if (a >= -9223372036854775808.0) {
        return a < 9223372036854775808.0 ? (int64_t)a : INT64_MAX;
    }
    return a < 0 ? INT64_MIN : 0; /* or a is NaN */
}

BL_PLAIN BL_INLINE uint64_t bl_u64_saturated_f64(double a)
{
    if (a > -1.0) {
        return a < 18446744073709551616.0 ? (uint64_t)a : UINT64_MAX;
    }
    return 0;
}

BL_PLAIN BL_INLINE int32_t bl_mul_fraction_i32(int32_t a, int32_t b)
{
    const int64_t product = (int64_t)a * b + (INT64_C(1) << 30);
    const int32_t fraction = bl_bits_i32_u32((uint32_t)(product >> 31));
    return fraction == INT32_MIN ? INT32_MAX : fraction; /* only MIN * MIN has this result */
}

BL_PLAIN BL_INLINE uint64_t bl_mul_high_u64(uint64_t a, uint64_t b)
{
    const uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
    const uint64_t middle = a_high * b_low + (a_low * b_low >> 32);
    const uint64_t other = a_low * b_high + (uint32_t)middle;
    return a_high * b_high + (middle >> 32) + (other >> 32);
}

/* floor(log2 d), for d >= 1. */
BL_PLAIN BL_INLINE int bl_floor_log2(uint64_t d)
{
#if defined(__x86_64__) || defined(__aarch64__) /* one instruction; other processors may have none, and no 64-bit int */
    return 63 - __builtin_clzll(d);
#else
    int log = 0;
    for (int step = 32; step > 0; step /= 2) {
        if (d >> step != 0) {
            d >>= step;
            log += step;
        }
    }
    return log;
#endif
}

/* The bits of the square root of a positive finite float with that many fraction bits. It computes the digits one by
 * one, and one more digit, which decides the rounding. No root is the midpoint of two floats. */
BL_PLAIN BL_INLINE uint64_t bl_float_root(uint64_t x, int fraction, int bias)
{
    const uint64_t one = UINT64_C(1) << fraction;
    int exponent = (int)(x >> fraction);
    uint64_t rest = (x & (one - 1)) | one, root = 0, doubled = 0;
    if (exponent == 0) {
        const int shift = fraction - bl_floor_log2(x);
        rest = x << shift;
        exponent = 1 - shift;
    }
    rest <<= 1 + (exponent % 2 == 0); /* the power of 2 is even if the field is odd */
    for (uint64_t digit = one << 1; digit != 0; digit >>= 1) {
        if (doubled + digit <= rest) {
            rest -= doubled + digit;
            doubled += 2 * digit;
            root += digit;
        }
        rest <<= 1;
    }
    return ((root + 1) >> 1) + ((uint64_t)((exponent - (exponent % 2 == 0) + bias) / 2 - 1) << fraction);
}

BL_PLAIN BL_INLINE float bl_root_f32(float a)
{
    const uint32_t x = bl_bits_u32_f32(a);
    if (x - 1 < 0x7f7fffff) {
        return bl_bits_f32_u32((uint32_t)bl_float_root(x, 23, 127));
    }
    return a == 0 || x << 1 > 0xff000000 || x == 0x7f800000 ? a + a : (a - a) / (a - a);
}

BL_PLAIN BL_INLINE double bl_root_f64(double a)
{
    const uint64_t x = bl_bits_u64_f64(a), infinity = UINT64_C(0x7ff) << 52;
    if (x - 1 < infinity - 1) {
        return bl_bits_f64_u64(bl_float_root(x, 52, 1023));
    }
    return a == 0 || x << 1 > infinity << 1 || x == infinity ? a + a : (a - a) / (a - a);
}

/* The bits of the remainder of two finite floats without signs, by long division; y is not 0. */
BL_PLAIN BL_INLINE uint64_t bl_float_rest(uint64_t x, uint64_t y, int fraction)
{
    const uint64_t one = UINT64_C(1) << fraction;
    const int x_field = (int)(x >> fraction), y_field = (int)(y >> fraction);
    const uint64_t divisor = y_field == 0 ? y : (y & (one - 1)) | one;
    uint64_t rest = x_field == 0 ? x : (x & (one - 1)) | one;
    int places = x_field - (x_field > 0) - y_field + (y_field > 0), most, shift;
    if (x < y) {
        return x;
    }
    for (rest %= divisor; places > 0 && rest != 0; places -= 63 - fraction) {
        rest = (rest << (places < 63 - fraction ? places : 63 - fraction)) % divisor;
    }
    if (rest == 0) {
        return 0;
    }
    most = y_field - (y_field > 0);
    shift = fraction - bl_floor_log2(rest);
    shift = shift < most ? shift : most;
    return (rest << shift) + ((uint64_t)(most - shift) << fraction);
}

BL_PLAIN BL_INLINE float bl_plain_mod_f32(float a, float b)
{
    const uint32_t x = bl_bits_u32_f32(a) & 0x7fffffff, y = bl_bits_u32_f32(b) & 0x7fffffff;
    const uint32_t sign = bl_bits_u32_f32(a) ^ x;
    if (x >= 0x7f800000 || y > 0x7f800000 || y == 0) {
        return (a * b) / (a * b); /* NaN */
    }
    return bl_bits_f32_u32((uint32_t)bl_float_rest(x, y, 23) | sign);
}

BL_PLAIN BL_INLINE double bl_plain_mod_f64(double a, double b)
{
    const uint64_t infinity = UINT64_C(0x7ff) << 52;
    const uint64_t x = bl_bits_u64_f64(a) & INT64_MAX, y = bl_bits_u64_f64(b) & INT64_MAX;
    const uint64_t sign = bl_bits_u64_f64(a) ^ x;
    if (x >= infinity || y > infinity || y == 0) {
        return (a * b) / (a * b); /* NaN */
    }
    return bl_bits_f64_u64(bl_float_rest(x, y, 52) | sign);
}

BL_PLAIN BL_INLINE uint32_t bl_power_u32(uint32_t a, uint32_t n)
{
    uint32_t power = 1;
    for (; n != 0; n >>= 1, a *= a) {
        power *= (n & 1) != 0 ? a : 1;
    }
    return power;
}

BL_PLAIN BL_INLINE uint64_t bl_power_u64(uint64_t a, uint64_t n)
{
    uint64_t power = 1;
    for (; n != 0; n >>= 1, a *= a) {
        power *= (n & 1) != 0 ? a : 1;
    }
    return power;
}

/* ceil(log2 d), for d >= 1. */
BL_PLAIN BL_INLINE int bl_ceil_log2(uint64_t d)
{
    return d == 1 ? 0 : bl_floor_log2(d - 1) + 1;
}

/* The next 32 bits of rest / d, where d has its highest bit set and rest < d; rest becomes the remainder. */
BL_PLAIN BL_INLINE uint64_t bl_quotient_digit(uint64_t *rest, uint64_t d)
{
    uint64_t digit = *rest / (d >> 32); /* by only the high half of d: up to 2 too large */
    uint64_t left = *rest - digit * (d >> 32);
    while (left >> 32 == 0 && digit * (uint32_t)d > left << 32) {
        --digit;
        left += d >> 32;
    }
    *rest = (*rest << 32) - digit * d;
    return digit;
}

/* floor(high * 2^64 / d), for high < d. */
BL_PLAIN BL_INLINE uint64_t bl_divide_high_u64(uint64_t high, uint64_t d)
{
    const int shift = 63 - bl_floor_log2(d);
    uint64_t rest = high << shift;
    const uint64_t first = bl_quotient_digit(&rest, d << shift);
    return first << 32 | bl_quotient_digit(&rest, d << shift);
}

BL_PLAIN BL_INLINE int bl_divisor_shift_u64(uint64_t d)
{
    if (d <= 1) {
        return d == 0 ? 63 : 0;
    }
    return bl_ceil_log2(d) - 1;
}

BL_PLAIN BL_INLINE int bl_divisor_shift_u32(uint32_t d)
{
    return d == 0 ? 31 : bl_divisor_shift_u64(d);
}

BL_PLAIN BL_INLINE int bl_divisor_shift_u16(uint16_t d)
{
    return d == 0 ? 15 : bl_divisor_shift_u64(d);
}

BL_PLAIN BL_INLINE int bl_divisor_shift_i64(int64_t d)
{
    return d == 0 ? 63 : bl_floor_log2(d < 0 ? 0 - (uint64_t)d : (uint64_t)d);
}

BL_PLAIN BL_INLINE int bl_divisor_shift_i32(int32_t d)
{
    return d == 0 ? 31 : bl_divisor_shift_i64(d);
}

BL_PLAIN BL_INLINE int bl_divisor_shift_i16(int16_t d)
{
    return d == 0 ? 15 : bl_divisor_shift_i64(d);
}

/* 2^L - d, where L = ceil(log2 d), is less than d: the quotient fits. */
BL_PLAIN BL_INLINE uint64_t bl_divisor_multiplier_u64(uint64_t d)
{
    const int log = bl_ceil_log2(d);
    const uint64_t power = log == 64 ? 0 : UINT64_C(1) << log;
    return d == 0 ? 0 : bl_divide_high_u64(power - d, d) + 1;
}

BL_PLAIN BL_INLINE uint32_t bl_divisor_multiplier_u32(uint32_t d)
{
    if (d == 0) {
        return 0; /* 0 has no logarithm */
    }
    return (uint32_t)((((UINT64_C(1) << bl_ceil_log2(d)) - d) << 32) / d + 1);
}

BL_PLAIN BL_INLINE uint16_t bl_divisor_multiplier_u16(uint16_t d)
{
    if (d == 0) {
        return 0; /* 0 has no logarithm */
    }
    return (uint16_t)((((UINT32_C(1) << bl_ceil_log2(d)) - d) << 16) / d + 1);
}

BL_PLAIN BL_INLINE uint16_t bl_divisor_multiplier_u8(uint8_t d)
{
    const uint32_t multiplier = d == 0 ? 0 : UINT32_C(65535) / d;
    return (uint16_t)multiplier;
}

BL_PLAIN BL_INLINE uint64_t bl_divisor_multiplier_i64(int64_t d)
{
    const uint64_t magnitude = d < 0 ? 0 - (uint64_t)d : (uint64_t)d;
    const uint64_t power = UINT64_C(1) << bl_divisor_shift_i64(d);
    if (d == 0) {
        return 0;
    }
    return magnitude == power ? UINT64_MAX : bl_divide_high_u64(power, magnitude);
}

BL_PLAIN BL_INLINE uint32_t bl_divisor_multiplier_i32(int32_t d)
{
    const uint32_t magnitude = d < 0 ? 0 - (uint32_t)d : (uint32_t)d;
    return d == 0 ? 0 : (uint32_t)(((UINT64_C(1) << (32 + bl_divisor_shift_i32(d))) - 1) / magnitude);
}

BL_PLAIN BL_INLINE uint16_t bl_divisor_multiplier_i16(int16_t d)
{
    const uint32_t magnitude = d < 0 ? 0 - (uint32_t)d : (uint32_t)d;
    const uint32_t multiplier = d == 0 ? 0 : ((UINT32_C(1) << (16 + bl_divisor_shift_i16(d))) - 1) / magnitude;
    return (uint16_t)multiplier;
}

BL_PLAIN BL_INLINE uint16_t bl_divisor_multiplier_i8(int8_t d)
{
    const uint32_t magnitude = (uint32_t)(d < 0 ? -d : d);
    const uint32_t multiplier = d == 0 ? 0 : UINT32_C(65535) / magnitude;
    return (uint16_t)multiplier;
}
