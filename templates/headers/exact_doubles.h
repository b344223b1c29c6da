#if defined(DBL_MANT_DIG) && DBL_MANT_DIG != 53
#error "Broadloom's f64 is IEEE 754's binary64, which double is not here: leave it out (dtypes of a profile)."
#endif
