/* The cosine of a rational number except 0 is transcendental, so it is never a midpoint. */
double bl_near_cos(double a)
{
    return bl_long_sine(a, 1);
}
