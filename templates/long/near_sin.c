/* The sine of a rational number except 0 is transcendental, so it is never a midpoint. */
double bl_near_sin(double a)
{
    const double sine = bl_long_sine(a, 0);

    return bl_bits_u64_f64(a) >> 63 != 0 ? -sine : sine;
}
