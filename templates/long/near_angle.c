/* The angle of (x, y), y above 0. t is the lesser of |x| and y over the greater, or, if that is above 12 / 29, (1 - t)
 * / (1 + t). The angle of t is that of the nearest tangent i / 16 plus the series of the rest, up to 1 / 32. To this,
 * with a sign, a multiple of pi / 4 is added. The relative error is less than 2^-122. For a small t the result is less
 * than t, as it must be if t is a midpoint. It is a number from 1 to 2 times a power of two, whose exponent is
 * returned. */
static int bl_long_angle(uint32_t *angle, double y, double x)
{
    static const uint32_t arcs[7][5] = {
        {0x0ffaaddb, 0x967ef4e3, 0x6cb2792d, 0xc0e2e0d5, 0x1319c12c},
        {0x1fd5ba9a, 0xac2f6dc6, 0x5912f313, 0xe7d111de, 0xf1672afb},
        {0x2f72f697, 0x9cb6044d, 0x1ec2d3e2, 0x07271d21, 0xe4eb4035},
        {0x3eb6ebf2, 0x5901bac5, 0x5b71e7bd, 0x7de885f9, 0x6a9fea40},
        {0x4d89dcdc, 0x1faf2f34, 0xe2d5da4c, 0x693d7994, 0x045247c2},
        {0x5bd86507, 0x937bc239, 0xc5519091, 0x6e7f2241, 0x9ec21cbb},
        {0x6993bb0f, 0x308ff2db, 0x213e4af4, 0x800f389b, 0x3700206e}};
    static const uint32_t eighth_turn[BL_LONG_WORDS] = {/* pi / 4 */
                                                        0, 0xc90fdaa2, 0x2168c234, 0xc4c6628b, 0x80dc1cd1, 0x29024e08};
    static const uint32_t inverse[BL_LONG_WORDS] = {/* 1 / D */
                                                    0, 0xc, 0xd5a974d7, 0xcacb6226, 0x802fb79f, 0x574946d4};
    const uint64_t x_bits = bl_bits_u64_f64(x) << 1 >> 1;
    const int is_steep = bl_bits_u64_f64(y) > x_bits;
    uint32_t arc[BL_LONG_WORDS], moved[BL_LONG_WORDS] = {0};
    int e, f, places, eighths = 0, is_less = 0; /* the eighths of a turn, and whether the arc is subtracted from them */
    uint32_t over = bl_long_significand(is_steep ? x : y, &e) >> 8;
    uint32_t under = bl_long_significand(is_steep ? y : x, &f) >> 8;
    uint32_t scaled, i;

    places = f - e; /* t = over / under 2^-places */
    if (places < 3 && (uint64_t)over * 29 > (uint64_t)(under << places) * 12) {
        scaled = under << places;
        under = scaled + over;
        over = scaled - over;
        places = 0;
        eighths = is_less = 1;
    }
    if (is_steep) {
        eighths = 2 - eighths;
        is_less = !is_less;
    }
    if (bl_bits_u64_f64(x) != x_bits) {
        eighths = 4 - eighths;
        is_less = !is_less;
    }
    scaled = places < 6 ? under << places : UINT32_MAX;
    i = (16 * over + scaled / 2) / scaled;
    if (i == 0) {
        bl_long_arc(arc, over, under, places, 1, inverse);
    } else { /* (t - i / 16) / (1 + t i / 16) */
        const uint32_t of_t = 16 * over, of_i = i * scaled;

        places = 0;
        bl_long_arc(arc, of_t < of_i ? of_i - of_t : of_t - of_i, (uint64_t)scaled * 16 + i * over, 0, 1, inverse);
        if (of_t < of_i) {
            bl_long_negate(arc, BL_LONG_WORDS);
        }
        for (int j = 0; j < 5; ++j) {
            moved[j + 1] = arcs[i - 1][j];
        }
        bl_long_add(arc, moved, BL_LONG_WORDS);
    }
    if (eighths != 0) {
        bl_long_shift(moved, arc, -places, BL_LONG_WORDS);
        if (is_less) {
            bl_long_negate(moved, BL_LONG_WORDS);
        }
        for (; eighths > 0; --eighths) {
            bl_long_add(moved, eighth_turn, BL_LONG_WORDS);
        }
        bl_long_shift(arc, moved, places = 0, BL_LONG_WORDS);
    }
    for (e = 2; (arc[0] << 24 | arc[1] >> 8) >> (24 + e) == 0;) {
        --e;
    }
    bl_long_shift(angle, arc, -e, BL_LONG_WORDS);
    return e - places;
}

/* The angle is irrational, so it is never exact. */
double bl_near_angle(double y, double x)
{
    uint32_t angle[BL_LONG_WORDS];
    const int exponent = bl_long_angle(angle, y, x);

    return bl_long_rounded(angle, exponent);
}
