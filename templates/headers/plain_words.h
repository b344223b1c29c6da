BL_INLINE uint16_t bl_load_u16(const void *p)
{
    uint16_t value;
    memcpy(&value, p, sizeof value);
    return value;
}

BL_INLINE uint32_t bl_load_u32(const void *p)
{
    uint32_t value;
    memcpy(&value, p, sizeof value);
    return value;
}

BL_INLINE uint64_t bl_load_u64(const void *p)
{
    uint64_t value;
    memcpy(&value, p, sizeof value);
    return value;
}

BL_INLINE void bl_store_u16(void *p, uint16_t value)
{
    memcpy(p, &value, sizeof value);
}

BL_INLINE void bl_store_u32(void *p, uint32_t value)
{
    memcpy(p, &value, sizeof value);
}

BL_INLINE void bl_store_u64(void *p, uint64_t value)
{
    memcpy(p, &value, sizeof value);
}

BL_INLINE uint32_t bl_bits_u32_f32(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

BL_INLINE float bl_bits_f32_u32(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

BL_INLINE uint64_t bl_bits_u64_f64(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

BL_INLINE double bl_bits_f64_u64(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

BL_INLINE uint32_t bl_bits_u32_i32(int32_t value)
{
    return (uint32_t)value;
}

BL_INLINE int32_t bl_bits_i32_u32(uint32_t bits)
{
    return (int32_t)bits;
}

BL_INLINE uint64_t bl_bits_u64_i64(int64_t value)
{
    return (uint64_t)value;
}

BL_INLINE int64_t bl_bits_i64_u64(uint64_t bits)
{
    return (int64_t)bits;
}

BL_INLINE int32_t bl_bits_i32_f32(float value)
{
    return (int32_t)bl_bits_u32_f32(value);
}

BL_INLINE float bl_bits_f32_i32(int32_t bits)
{
    return bl_bits_f32_u32((uint32_t)bits);
}

BL_INLINE int64_t bl_bits_i64_f64(double value)
{
    return (int64_t)bl_bits_u64_f64(value);
}

BL_INLINE double bl_bits_f64_i64(int64_t bits)
{
    return bl_bits_f64_u64((uint64_t)bits);
}

BL_INLINE int32_t bl_wrapping_add_i32(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

BL_INLINE int32_t bl_wrapping_sub_i32(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a - (uint32_t)b);
}

BL_INLINE int32_t bl_wrapping_mul_i32(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a * (uint32_t)b);
}

BL_INLINE int64_t bl_wrapping_add_i64(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

BL_INLINE int64_t bl_wrapping_sub_i64(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a - (uint64_t)b);
}

BL_INLINE int64_t bl_wrapping_mul_i64(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

BL_INLINE int32_t bl_i32_from_f32(float a)
{
    return a >= -2147483648.0f && a < 2147483648.0f ? (int32_t)a : 0;
}

BL_INLINE int32_t bl_i32_from_f64(double a)
{
    return a > -2147483649.0 && a < 2147483648.0 ? (int32_t)a : 0;
}

BL_INLINE int32_t bl_i32_modulo_f64(double a)
{
    return a > -1125899906842624.0 && a < 1125899906842624.0 ? (int32_t)(uint32_t)(int64_t)a : 0;
}

/* C's own < raises invalid for every NaN */
BL_INLINE int bl_quiet_less_f32(float a, float b)
{
#if defined(__GNUC__)
    return __builtin_isless(a, b);
#else
    return a == a && b == b && a < b;
#endif
}

BL_INLINE int bl_quiet_less_f64(double a, double b)
{
#if defined(__GNUC__)
    return __builtin_isless(a, b);
#else
    return a == a && b == b && a < b;
#endif
}

BL_INLINE uint32_t bl_u32_from_f64(double a)
{
    return a > -1.0 && a < 4294967296.0 ? (uint32_t)a : 0;
}

BL_INLINE uint64_t bl_u64_from_f64(double a)
{
    return a > -1.0 && a < 18446744073709551616.0 ? (uint64_t)a : 0;
}

BL_INLINE int32_t bl_i32_saturated_f32(float a)
{
    if (a >= -2147483648.0f) {
        return a < 2147483648.0f ? (int32_t)a : INT32_MAX;
    }
    return a < 0 ? INT32_MIN : 0; /* or it is NaN */
}

BL_INLINE uint32_t bl_u32_saturated_f32(float a)
{
    if (a > -1.0f) {
        return a < 4294967296.0f ? (uint32_t)a : UINT32_MAX;
    }
    return 0;
}

BL_INLINE int32_t bl_i32_saturated_f64(double a)
{
    if (a >= -2147483648.0) {
        return a < 2147483648.0 ? (int32_t)a : INT32_MAX;
    }
    return a < 0 ? INT32_MIN : 0; /* or it is NaN */
}

BL_INLINE uint32_t bl_u32_saturated_f64(double a)
{
    if (a > -1.0) {
        return a < 4294967296.0 ? (uint32_t)a : UINT32_MAX;
    }
    return 0;
}

BL_INLINE int64_t bl_i64_saturated_f64(double a)
{
    if (a >= -9223372036854775808.0) {
        return a < 9223372036854775808.0 ? (int64_t)a : INT64_MAX;
    }
    return a < 0 ? INT64_MIN : 0; /* or it is NaN */
}

BL_INLINE uint64_t bl_u64_saturated_f64(double a)
{
    if (a > -1.0) {
        return a < 18446744073709551616.0 ? (uint64_t)a : UINT64_MAX;
    }
    return 0;
}

BL_INLINE uint64_t bl_mul_high_u64(uint64_t a, uint64_t b)
{
    const uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
    const uint64_t middle = a_high * b_low + (a_low * b_low >> 32);
    const uint64_t other = a_low * b_high + (uint32_t)middle;
    return a_high * b_high + (middle >> 32) + (other >> 32);
}

/* floor(log2 d), for d >= 1. */
BL_INLINE int bl_log2(uint64_t d)
{
#if defined(__x86_64__) || defined(__aarch64__) /* an instruction; others may have none, and no 64-bit int */
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

/* ceil(log2 d), for d >= 1. */
BL_INLINE int bl_log2_up(uint64_t d)
{
    return d == 1 ? 0 : bl_log2(d - 1) + 1;
}

/* The next 32 bits of rest / d, where d has its highest bit set and rest < d; rest becomes what is left. */
BL_INLINE uint64_t bl_quotient_digit(uint64_t *rest, uint64_t d)
{
    uint64_t digit = *rest / (d >> 32); /* by the high half of d alone: up to 2 too large */
    uint64_t left = *rest - digit * (d >> 32);
    while (left >> 32 == 0 && digit * (uint32_t)d > left << 32) {
        --digit;
        left += d >> 32;
    }
    *rest = (*rest << 32) - digit * d;
    return digit;
}

/* floor(high * 2^64 / d), for high < d. */
BL_INLINE uint64_t bl_divide_high_u64(uint64_t high, uint64_t d)
{
    const int shift = 63 - bl_log2(d);
    uint64_t rest = high << shift;
    const uint64_t first = bl_quotient_digit(&rest, d << shift);
    return first << 32 | bl_quotient_digit(&rest, d << shift);
}

BL_INLINE int bl_divisor_shift_u64(uint64_t d)
{
    if (d <= 1) {
        return d == 0 ? 63 : 0;
    }
    return bl_log2_up(d) - 1;
}

BL_INLINE int bl_divisor_shift_u32(uint32_t d)
{
    return d == 0 ? 31 : bl_divisor_shift_u64(d);
}

BL_INLINE int bl_divisor_shift_u16(uint16_t d)
{
    return d == 0 ? 15 : bl_divisor_shift_u64(d);
}

BL_INLINE int bl_divisor_shift_i64(int64_t d)
{
    return d == 0 ? 63 : bl_log2(d < 0 ? 0 - (uint64_t)d : (uint64_t)d);
}

BL_INLINE int bl_divisor_shift_i32(int32_t d)
{
    return d == 0 ? 31 : bl_divisor_shift_i64(d);
}

BL_INLINE int bl_divisor_shift_i16(int16_t d)
{
    return d == 0 ? 15 : bl_divisor_shift_i64(d);
}

/* 2^L - d, where L = ceil(log2 d), is less than d: the quotient fits. */
BL_INLINE uint64_t bl_divisor_multiplier_u64(uint64_t d)
{
    const int log = bl_log2_up(d);
    const uint64_t power = log == 64 ? 0 : UINT64_C(1) << log;
    return d == 0 ? 0 : bl_divide_high_u64(power - d, d) + 1;
}

BL_INLINE uint32_t bl_divisor_multiplier_u32(uint32_t d)
{
    if (d == 0) {
        return 0; /* it has no logarithm */
    }
    return (uint32_t)((((UINT64_C(1) << bl_log2_up(d)) - d) << 32) / d + 1);
}

BL_INLINE uint16_t bl_divisor_multiplier_u16(uint16_t d)
{
    if (d == 0) {
        return 0; /* it has no logarithm */
    }
    return (uint16_t)((((UINT32_C(1) << bl_log2_up(d)) - d) << 16) / d + 1);
}

BL_INLINE uint16_t bl_divisor_multiplier_u8(uint8_t d)
{
    const uint32_t multiplier = d == 0 ? 0 : 65535u / d;
    return (uint16_t)multiplier;
}

BL_INLINE uint64_t bl_divisor_multiplier_i64(int64_t d)
{
    const uint64_t magnitude = d < 0 ? 0 - (uint64_t)d : (uint64_t)d;
    const uint64_t power = UINT64_C(1) << bl_divisor_shift_i64(d);
    if (d == 0) {
        return 0;
    }
    return magnitude == power ? UINT64_MAX : bl_divide_high_u64(power, magnitude);
}

BL_INLINE uint32_t bl_divisor_multiplier_i32(int32_t d)
{
    const uint32_t magnitude = d < 0 ? 0 - (uint32_t)d : (uint32_t)d;
    return d == 0 ? 0 : (uint32_t)(((UINT64_C(1) << (32 + bl_divisor_shift_i32(d))) - 1) / magnitude);
}

BL_INLINE uint16_t bl_divisor_multiplier_i16(int16_t d)
{
    const uint32_t magnitude = (uint32_t)(d < 0 ? -d : d);
    const uint32_t multiplier = d == 0 ? 0 : ((UINT32_C(1) << (16 + bl_divisor_shift_i16(d))) - 1) / magnitude;
    return (uint16_t)multiplier;
}

BL_INLINE uint16_t bl_divisor_multiplier_i8(int8_t d)
{
    const int multiplier = d == 0 ? 0 : 65535 / (d < 0 ? -d : d);
    return (uint16_t)multiplier;
}
