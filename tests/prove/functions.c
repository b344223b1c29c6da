/* The definitions of functions, in MPFR: functions.h. Those that MPFR lacks are composed so that no terms cancel: sums have one sign.
 * LOST_BITS covers the errors of rounded arguments: those of exp and erfc have the largest effect; where it would be
 * larger, their results are subnormal or vanish.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "functions.h"

#include <math.h>
#include <string.h>

/* ---- Compositions ---- */

/* e^-|x| */
static void decay(mpfr_t to, const mpfr_t x)
{
    mpfr_abs(to, x, MPFR_RNDN);
    mpfr_neg(to, to, MPFR_RNDN);
    mpfr_exp(to, to, MPFR_RNDN);
}

/* to / (1 + e^-t); t is overwritten. */
static void times_sigmoid(mpfr_t to, mpfr_t t)
{
    mpfr_neg(t, t, MPFR_RNDN);
    mpfr_exp(t, t, MPFR_RNDN);
    mpfr_add_ui(t, t, 1, MPFR_RNDN);
    mpfr_div(to, to, t, MPFR_RNDN);
}

/* The limit of x * g(x) for an infinite x, if g rises from 0 to 1. Returns 0 for other x. */
static int is_limit(mpfr_t to, const mpfr_t x)
{
    if (!mpfr_inf_p(x)) {
        return 0;
    }
    if (mpfr_signbit(x)) {
        mpfr_set_zero(to, -1);
    } else {
        mpfr_set_inf(to, 1);
    }
    return 1;
}

static int sigmoid(mpfr_t to, const mpfr_t x, mpfr_rnd_t rounding)
{
    mpfr_t t;

    (void)rounding;
    mpfr_init2(t, mpfr_get_prec(to));
    mpfr_set(t, x, MPFR_RNDN);
    mpfr_set_ui(to, 1, MPFR_RNDN);
    times_sigmoid(to, t);
    mpfr_clear(t);
    return 1;
}

/* x or 0, depending on the sign, and log(1 + e^-|x|) with that sign. */
static void beyond(mpfr_t to, const mpfr_t x, int negative)
{
    decay(to, x);
    mpfr_log1p(to, to, MPFR_RNDN);
    mpfr_setsign(to, to, negative, MPFR_RNDN);
    if (!mpfr_zero_p(x) && mpfr_signbit(x) == negative) {
        mpfr_add(to, to, x, MPFR_RNDN);
    }
}

static int log_sigmoid(mpfr_t to, const mpfr_t x, mpfr_rnd_t rounding)
{
    (void)rounding;
    beyond(to, x, 1);
    return 1;
}

static int softplus(mpfr_t to, const mpfr_t x, mpfr_rnd_t rounding)
{
    (void)rounding;
    beyond(to, x, 0);
    return 1;
}

static int softsign(mpfr_t to, const mpfr_t x, mpfr_rnd_t rounding)
{
    int inexact;
    mpfr_t t;

    if (mpfr_inf_p(x)) {
        return mpfr_set_si(to, mpfr_signbit(x) ? -1 : 1, rounding);
    }
    mpfr_init2(t, mpfr_get_prec(to));
    mpfr_abs(t, x, MPFR_RNDN);
    inexact = mpfr_add_ui(t, t, 1, MPFR_RNDN) != 0;
    inexact |= mpfr_div(to, x, t, MPFR_RNDN) != 0;
    mpfr_clear(t);
    return inexact;
}

/* x / 2 * erfc(-x / sqrt(2)) */
static int gelu(mpfr_t to, const mpfr_t x, mpfr_rnd_t rounding)
{
    (void)rounding;
    if (!is_limit(to, x)) {
        mpfr_t t;

        mpfr_init2(t, mpfr_get_prec(to));
        mpfr_sqrt_ui(t, 2, MPFR_RNDN);
        mpfr_div(t, x, t, MPFR_RNDN);
        mpfr_neg(t, t, MPFR_RNDN);
        mpfr_erfc(t, t, MPFR_RNDN);
        mpfr_div_2ui(t, t, 1, MPFR_RNDN);
        mpfr_mul(to, x, t, MPFR_RNDN);
        mpfr_clear(t);
    }
    return 1;
}

/* x / 2 * (1 + tanh(u)), which is x / (1 + e^-2u), u = sqrt(2 / pi) * (x + 0.044715 x^3), all constants exact. */
static int gelu_tanh(mpfr_t to, const mpfr_t x, mpfr_rnd_t rounding)
{
    (void)rounding;
    if (!is_limit(to, x)) {
        mpfr_t t, u;

        mpfr_init2(t, mpfr_get_prec(to));
        mpfr_init2(u, mpfr_get_prec(to));
        mpfr_sqr(u, x, MPFR_RNDN);
        mpfr_mul_ui(u, u, 44715, MPFR_RNDN);
        mpfr_div_ui(u, u, 1000000, MPFR_RNDN);
        mpfr_add_ui(u, u, 1, MPFR_RNDN);
        mpfr_mul(u, u, x, MPFR_RNDN);
        mpfr_const_pi(t, MPFR_RNDN);
        mpfr_ui_div(t, 2, t, MPFR_RNDN);
        mpfr_sqrt(t, t, MPFR_RNDN);
        mpfr_mul(u, u, t, MPFR_RNDN);
        mpfr_mul_2ui(u, u, 1, MPFR_RNDN);
        mpfr_set(to, x, MPFR_RNDN);
        times_sigmoid(to, u);
        mpfr_clear(t);
        mpfr_clear(u);
    }
    return 1;
}

static int silu(mpfr_t to, const mpfr_t x, mpfr_rnd_t rounding)
{
    (void)rounding;
    if (!is_limit(to, x)) {
        mpfr_t t;

        mpfr_init2(t, mpfr_get_prec(to));
        mpfr_set(t, x, MPFR_RNDN);
        mpfr_set(to, x, MPFR_RNDN);
        times_sigmoid(to, t);
        mpfr_clear(t);
    }
    return 1;
}

/* x * tanh(log(1 + e^x)) is x n / (n + 2), n = e^x (e^x + 2). For x > 0 both are divided by e^2x: n is 1 + 2w, 2 becomes 2w^2, w = e^-x. */
static int mish(mpfr_t to, const mpfr_t x, mpfr_rnd_t rounding)
{
    (void)rounding;
    if (!is_limit(to, x)) {
        mpfr_t n, rest;

        mpfr_init2(n, mpfr_get_prec(to));
        mpfr_init2(rest, mpfr_get_prec(to));
        decay(n, x);
        if (mpfr_signbit(x)) {
            mpfr_add_ui(rest, n, 2, MPFR_RNDN);
            mpfr_mul(n, n, rest, MPFR_RNDN);
            mpfr_set_ui(rest, 2, MPFR_RNDN);
        } else {
            mpfr_sqr(rest, n, MPFR_RNDN);
            mpfr_mul_2ui(rest, rest, 1, MPFR_RNDN);
            mpfr_mul_2ui(n, n, 1, MPFR_RNDN);
            mpfr_add_ui(n, n, 1, MPFR_RNDN);
        }
        mpfr_add(rest, rest, n, MPFR_RNDN);
        mpfr_div(n, n, rest, MPFR_RNDN);
        mpfr_mul(to, x, n, MPFR_RNDN);
        mpfr_clear(n);
        mpfr_clear(rest);
    }
    return 1;
}

/* IEEE 754's rSqrt: -infinity for -0. */
static int rsqrt(mpfr_t to, const mpfr_t x, mpfr_rnd_t rounding)
{
    if (mpfr_zero_p(x)) { /* MPFR loses its sign */
        mpfr_set_inf(to, mpfr_signbit(x) ? -1 : 1);
        return 0;
    }
    return mpfr_rec_sqrt(to, x, rounding);
}

/* ---- The table ---- */

static const function functions[] = {
    {"exp", mpfr_exp, -INFINITY, INFINITY, NULL},
    {"exp2", mpfr_exp2, -INFINITY, INFINITY, NULL},
    {"expm1", mpfr_expm1, -INFINITY, INFINITY, NULL},
    {"log", mpfr_log, 0, INFINITY, NULL},
    {"log2", mpfr_log2, 0, INFINITY, NULL},
    {"log10", mpfr_log10, 0, INFINITY, NULL},
    {"log1p", mpfr_log1p, -1, INFINITY, NULL},
    {"rsqrt", rsqrt, 0, INFINITY, NULL},
    {"cbrt", mpfr_cbrt, -INFINITY, INFINITY, NULL},
    {"sin", mpfr_sin, -INFINITY, INFINITY, NULL},
    {"cos", mpfr_cos, -INFINITY, INFINITY, NULL},
    {"tan", mpfr_tan, -INFINITY, INFINITY, NULL},
    {"asin", mpfr_asin, -1, 1, NULL},
    {"acos", mpfr_acos, -1, 1, NULL},
    {"atan", mpfr_atan, -INFINITY, INFINITY, NULL},
    {"sinh", mpfr_sinh, -INFINITY, INFINITY, NULL},
    {"cosh", mpfr_cosh, -INFINITY, INFINITY, NULL},
    {"tanh", mpfr_tanh, -INFINITY, INFINITY, NULL},
    {"asinh", mpfr_asinh, -INFINITY, INFINITY, NULL},
    {"acosh", mpfr_acosh, 1, INFINITY, NULL},
    {"atanh", mpfr_atanh, -1, 1, NULL},
    {"erf", mpfr_erf, -INFINITY, INFINITY, NULL},
    {"sigmoid", sigmoid, -INFINITY, INFINITY, NULL},
    {"log_sigmoid", log_sigmoid, -INFINITY, INFINITY, NULL},
    {"softplus", softplus, -INFINITY, INFINITY, NULL},
    {"softsign", softsign, -INFINITY, INFINITY, NULL},
    {"gelu", gelu, -INFINITY, INFINITY, NULL},
    {"gelu_tanh", gelu_tanh, -INFINITY, INFINITY, NULL},
    {"silu", silu, -INFINITY, INFINITY, NULL},
    {"mish", mish, -INFINITY, INFINITY, NULL},
    {"pow", NULL, 0, 0, mpfr_pow}, /* zeros, infinities and NaN as C's Annex F has them */
    {"atan2", NULL, 0, 0, mpfr_atan2},
    {"hypot", NULL, 0, 0, mpfr_hypot},
};

const function *function_by_name(const char *name)
{
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; ++i) {
        if (strcmp(functions[i].name, name) == 0) {
            return &functions[i];
        }
    }
    return NULL;
}
