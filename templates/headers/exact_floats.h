#include <float.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0) || \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error "Broadloom's results are exact: compile it without -ffast-math and its parts (NaN, infinities, -0 and \
    rounding matter)."
#endif
#if defined(FLT_EVAL_METHOD) && (FLT_EVAL_METHOD == 2 || FLT_EVAL_METHOD < 0)
#error "Broadloom's results are exact: compile it with float arithmetic in float (FLT_EVAL_METHOD is 2 or unknown; \
    use -msse2 -mfpmath=sse)."
#endif
#if defined(FLT_MANT_DIG) && FLT_MANT_DIG != 24
#error "Broadloom's f32 is IEEE 754's binary32, which float is not here: leave it out (dtypes of a profile)."
#endif
