#include <float.h>
#if defined(DBL_MANT_DIG) && DBL_MANT_DIG != 53
$message
#endif
