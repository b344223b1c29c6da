/* It is never halfway: of no rational number but 0 is it algebraic. */
double bl_near_cos(double a)
{
    return bl_long_sine(a, 1);
}
