/* Divisors of numbers below 128, in 16 bits: n * factor >> shift is n / by, because n * (factor * by - 2^shift) <
 * 2^shift. */
typedef struct bl_divisor_$isa {
    uint16_t factor, shift;
} bl_divisor_$isa;

static bl_divisor_$isa bl_divisor_of_$isa(size_t by)
{
    bl_divisor_$isa own = {0, 7};

    while ((size_t)1 << (own.shift - 7) < by) {
        ++own.shift;
    }
    own.factor = (uint16_t)((1u << own.shift) / (unsigned)by + 1);
    return own;
}
