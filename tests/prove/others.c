/* Functions of f64 from other libraries: others.h. The build prefixes the names of LLVM's library with `llvm_`.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "prove/others.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#ifdef WITH_LLVM
double llvm_exp(double), llvm_exp2(double), llvm_expm1(double), llvm_log(double), llvm_log2(double), llvm_log10(double), llvm_log1p(double),
    llvm_sin(double), llvm_cos(double), llvm_cbrt(double), llvm_hypot(double, double);

/* clang-format off */
#define OF_ONE(f) static int of_##f(double x, double y, double *result) { (void)y; *result = llvm_##f(x); return 1; }
/* clang-format on */
OF_ONE(exp)
OF_ONE(exp2)
OF_ONE(expm1)
OF_ONE(log)
OF_ONE(log2)
OF_ONE(log10)
OF_ONE(log1p)
OF_ONE(sin)
OF_ONE(cos)
OF_ONE(cbrt)

static int of_hypot(double x, double y, double *result)
{
    *result = llvm_hypot(x, y);
    return 1;
}
#endif

/* A root and a quotient of 64 bits are wrong by less than 2^-62 of the result together, which is never subnormal. */
static int of_rsqrt(double x, double y, double *result)
{
    const long double value = 1 / sqrtl(x);
    const double least = (double)(value - value * 0x1p-62L), most = (double)(value + value * 0x1p-62L);

    (void)y;
    *result = x == 0 ? copysign(INFINITY, x) : most;
    return LDBL_MANT_DIG >= 64 && (!isfinite(*result) || x == INFINITY || least == most);
}

static const struct {
    const char *name;
    other_function *function;
} functions[] = {
#ifdef WITH_LLVM
    {"exp", of_exp},
    {"exp2", of_exp2},
    {"expm1", of_expm1},
    {"log", of_log},
    {"log2", of_log2},
    {"log10", of_log10},
    {"log1p", of_log1p},
    {"sin", of_sin},
    {"cos", of_cos},
    {"cbrt", of_cbrt},
    {"hypot", of_hypot},
#endif
    {"rsqrt", of_rsqrt},
};

other_function *other_by_name(const char *name)
{
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; ++i) {
        if (strcmp(functions[i].name, name) == 0) {
            return functions[i].function;
        }
    }
    return NULL;
}
