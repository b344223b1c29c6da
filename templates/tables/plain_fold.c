

#ifdef BL_SHARED
#undef bl_$fold

BL_API $prototype
{
    return BL_SIZED(bl_$fold)(count, inputs, out, steps, options);
}
#endif
