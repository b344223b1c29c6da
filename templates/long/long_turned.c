/* 2^turns = power 2^k, power from 1 to 2. The series of e^x to its 15th power takes 2^-7 of the fraction times log(2);
 * then power is squared seven times, and its relative error is less than 2^-149. Returns k, which is from -2048 to
 * 2047. It overwrites the turns. */
static int bl_long_turned(uint32_t *power, uint32_t *turns)
{
    static const uint32_t log_2[BL_LONG_WORDS] = {0, 0xb17217f7, 0xd1cf79ab, 0xc9e3b398, 0x03f2f6af, 0x40f34326};
    const int k = (int)((turns[0] + 2048) & 4095) - 2048;
    uint32_t x[BL_LONG_WORDS];

    turns[0] = 0;
    bl_long_multiply(turns, turns, log_2, BL_LONG_WORDS);
    bl_long_shift(x, turns, -7, BL_LONG_WORDS);
    bl_long_series(power, x, 0, 1, 15, 1);
    for (int i = 0; i < 7; ++i) {
        bl_long_multiply(power, power, power, BL_LONG_WORDS);
    }
    return k;
}
