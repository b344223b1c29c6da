/* The inputs of a proof: sets.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "prove/sets.h"
#include "prove/doubles.h"
#include "prove/nearest.h"
#include "second/values.h"

#include <math.h>
#include <string.h>

enum { ALL,
       RANDOM,
       NEAR,
       EXACT,
       EXPONENTS,
       LIMITS,
       INTEGERS,
       HARD,
       MANY };

/* ---- Functions that are the same on every machine, to some 45 bits ---- */

#define LOG2_E 1.4426950408889634
#define PI 3.1415926535897932

static const double parts[] = {0, 1, 1.0 / 2, 1.0 / 3, 1.0 / 4, 1.0 / 5, 1.0 / 6, 1.0 / 7, 1.0 / 8, 1.0 / 9,
                               1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13, 1.0 / 14, 1.0 / 15, 1.0 / 16, 1.0 / 17, 1.0 / 18, 1.0 / 19,
                               1.0 / 20, 1.0 / 21, 1.0 / 22, 1.0 / 23, 1.0 / 24, 1.0 / 25, 1.0 / 26, 1.0 / 27};

static double power_of_two(int exponent)
{
    return f64_of_bits((uint64_t)(1023 + exponent) << 52);
}

static double log2_of(double x) /* a normal number above 0 */
{
    int exponent = (int)(bits_of_f64(x) >> 52) - 1023;
    double m = f64_of_bits((bits_of_f64(x) & (UINT64_MAX >> 12)) | UINT64_C(1023) << 52), s, sum = 0;

    if (m > 1.4142) {
        m /= 2;
        ++exponent;
    }
    s = (m - 1) / (m + 1);
    for (int k = 25; k > 0; k -= 2) {
        sum = sum * (s * s) + parts[k];
    }
    return exponent + 2 * LOG2_E * s * sum;
}

static double exp2_of(double t)
{
    double sum = 1, r;
    int whole;

    t = t > 1000 ? 1000 : t < -1000 ? -1000
                                    : t;
    whole = (int)(t + 1024.5) - 1024;
    r = (t - whole) / LOG2_E;
    for (int k = 16; k > 0; --k) {
        sum = 1 + sum * (r * parts[k]);
    }
    return sum * power_of_two(whole);
}

static double sin_of(double t) /* from 0 to pi / 2 */
{
    double sum = 1;

    for (int k = 26; k > 0; k -= 2) {
        sum = 1 - sum * (t * t * (parts[k] * parts[k + 1]));
    }
    return t * sum;
}

static double tan_of(double t) /* likewise */
{
    return sin_of(t) / sin_of(PI / 2 - t);
}

static double atan2_of(double y, double x) /* of numbers above 0 */
{
    const double q = y < x ? y / x : x / y;
    const double half = q / (1 + sqrt(1 + q * q)), quarter = half / (1 + sqrt(1 + half * half));
    double sum = 0;

    for (int k = 25; k > 0; k -= 2) {
        sum = parts[k] - sum * (quarter * quarter);
    }
    return y < x ? 4 * quarter * sum : PI / 2 - 4 * quarter * sum;
}

typedef enum which { POW,
                     ATAN2,
                     HYPOT } which;

static which which_of(const proof *of)
{
    return of->function[0] == 'p' ? POW : of->function[0] == 'a' ? ATAN2
                                                                 : HYPOT;
}

static double value_at(which f, double x, double y) /* above 0 */
{
    return f == POW ? exp2_of(y * log2_of(x)) : f == ATAN2 ? atan2_of(x, y)
                                                           : sqrt(x * x + y * y);
}

/* ---- Numbers of a dtype ---- */

static uint64_t one_of(unsigned type)
{
    return infinity_bits(type) / 2 & (0 - (UINT64_C(1) << fraction_of_type(type)));
}

static uint64_t nearest_of(unsigned type, double value)
{
    const uint64_t bits = bits_of_f64(value) & (UINT64_MAX >> 1);
    const double most = power_of_two((int)bits_of_type(type) - is_signed_type(type)), rounded = floor(value + 0.5);

    if (is_float_type(type)) {
        const uint64_t magnitude = bits < UINT64_C(23) << 52 ? 0 : nearest_magnitude(bits, (int)fraction_of_type(type), least_exponent(type), (int64_t)infinity_bits(type));

        return magnitude | (value < 0 ? sign_bit(type) : 0);
    }
    if (rounded >= most) {
        return all_ones(bits_of_type(type)) >> is_signed_type(type);
    }
    if (is_signed_type(type)) {
        return (rounded <= -most ? sign_bit(type) : (uint64_t)(int64_t)rounded) & all_ones(bits_of_type(type));
    }
    return rounded <= 0 ? 0 : (uint64_t)rounded;
}

static double f64_of(unsigned type, uint64_t bits) /* of a finite float's magnitude */
{
    const uint64_t magnitude = bits & (sign_bit(type) - 1), field = magnitude >> fraction_of_type(type);
    const uint64_t digits = (magnitude & all_ones(fraction_of_type(type))) | (field != 0 ? UINT64_C(1) << fraction_of_type(type) : 0);

    return (double)digits * power_of_two(last_exponent(type) + (field != 0 ? (int)field - 1 : 0));
}

static int is_finite_bits(unsigned type, uint64_t bits)
{
    return (bits & (sign_bit(type) - 1)) < infinity_bits(type);
}

/* ---- Draws ---- */

typedef struct draws {
    uint64_t state;
} draws;

static uint64_t any(draws *from)
{
    return mixed(from->state += UINT64_C(0x9e3779b97f4a7c15));
}

static unsigned below(draws *from, unsigned end)
{
    return (unsigned)((any(from) >> 32) * end >> 32);
}

static double between(draws *from, double low, double high)
{
    return low + (high - low) * ((double)(any(from) >> 11) * power_of_two(-53));
}

static double signed_by(draws *from, double value)
{
    return (any(from) & 1) != 0 ? -value : value;
}

static uint64_t any_of(unsigned type, draws *from)
{
    return any(from) & all_ones(bits_of_type(type));
}

static uint64_t of_few_bits(unsigned type, draws *from)
{
    return any_of(type, from) & (UINT64_MAX << below(from, is_float_type(type) ? fraction_of_type(type) + 1 : bits_of_type(type)));
}

/* A neighbour within `most`; beyond 0 and infinity it may be anything. */
static uint64_t nearby(unsigned type, uint64_t bits, unsigned most, draws *from)
{
    return (bits + below(from, 2 * most + 1) - most) & all_ones(bits_of_type(type));
}

static double finite_magnitude(unsigned type, draws *from) /* above 0 */
{
    uint64_t bits;

    do {
        bits = any_of(type, from) & (sign_bit(type) - 1);
    } while (bits == 0 || !is_finite_bits(type, bits));
    return f64_of(type, bits);
}

/* The logarithms of a dtype's least and greatest results. */
static double lowest(unsigned type)
{
    return last_exponent(type) - 1;
}

static double highest(unsigned type)
{
    return 2 - last_exponent(type) - (int)fraction_of_type(type);
}

typedef struct pair {
    uint64_t x, y;
} pair;

/* The exponent with which a power of x has this logarithm. */
static uint64_t exponent_for(unsigned second, double x, double t)
{
    const double digits = log2_of(x);

    return nearest_of(second, digits == 0 ? t : t / digits);
}

/* ---- Sets ---- */

static pair random_pow(const proof *of, draws *from)
{
    const double t = between(from, lowest(of->type) - 2, highest(of->type) + 2);
    const uint64_t sign = (any(from) & 7) == 0 ? sign_bit(of->type) : 0;
    double x, y;
    pair to;

    switch (below(from, 8)) {
    case 0:
        to.x = any_of(of->type, from);
        to.y = any_of(of->second, from);
        return to;
    case 1:
    case 2:
    case 3: /* any base */
        x = finite_magnitude(of->type, from);
        to.x = nearest_of(of->type, x);
        to.y = exponent_for(of->second, x, t);
        break;
    case 4: /* near 1 */
        x = 1 + signed_by(from, exp2_of(between(from, -1.5 - (int)fraction_of_type(of->type), -1)));
        to.x = nearest_of(of->type, x);
        to.y = exponent_for(of->second, f64_of(of->type, to.x), t);
        break;
    case 5: /* by quarters; any size of them */
        y = signed_by(from, (1 + below(from, 128)) * 0.25);
        to.x = nearest_of(of->type, exp2_of(t / y));
        to.y = nearest_of(of->second, y);
        break;
    case 6:
        to.x = of_few_bits(of->type, from);
        to.y = of_few_bits(of->second, from);
        return to;
    default: /* a base for an exponent of any size; whole, and the base negative, half the time */
        y = signed_by(from, exp2_of(between(from, -10, is_float_type(of->second) ? 40 : bits_of_type(of->second))));
        if ((any(from) & 1) != 0) {
            y = floor(y);
        }
        to.y = nearest_of(of->second, y);
        to.x = nearest_of(of->type, exp2_of(t / (y == 0 ? 1 : y))) | (y == floor(y) ? sign_bit(of->type) : 0);
        return to;
    }
    to.x |= sign;
    return to;
}

static pair random_two(const proof *of, draws *from)
{
    const int is_hypot = which_of(of) == HYPOT;
    const unsigned type = of->type;
    const double x = finite_magnitude(type, from), far = is_hypot ? 14 : 30;
    double ratio = 1;
    pair to;

    switch (below(from, 8)) {
    case 0:
        to.x = any_of(type, from);
        to.y = any_of(type, from);
        return to;
    case 1:
        to.x = of_few_bits(type, from);
        to.y = of_few_bits(type, from);
        return to;
    case 2: /* at the limit from which the lesser operand affects the result's last place; a subnormal quotient */
        ratio = exp2_of(is_hypot ? between(from, -13, -11) : between(from, lowest(type) - 2, lowest(type) + fraction_of_type(type) + 2));
        break;
    case 3: /* nearly as large */
        ratio = 1 + signed_by(from, exp2_of(between(from, -25, -2)));
        break;
    default:
        ratio = exp2_of(between(from, -far, far));
    }
    to.x = nearest_of(type, x);
    to.y = nearest_of(type, x * ratio);
    if ((any(from) & 1) != 0) {
        const uint64_t kept = to.x;

        to.x = to.y;
        to.y = kept;
    }
    to.x |= any(from) & sign_bit(type);
    to.y |= any(from) & sign_bit(type);
    return to;
}

/* For f32: x and y such that f(x, y) is about r. */
static pair solution(which f, double r, draws *from)
{
    double x, y;
    pair to;

    if (f == POW) {
        const double t = log2_of(r);

        y = signed_by(from, exp2_of(between(from, -9, 24)));
        if (fabs(t / y) > 126) {
            y = t / between(from, 1, 126);
        }
        if ((any(from) & 1) != 0) {
            x = exp2_of(t / y);
        } else { /* an x, and its y */
            x = exp2_of(signed_by(from, exp2_of(between(from, -20, 6.9))));
            y = t / log2_of(x);
        }
    } else if (f == ATAN2) {
        y = exp2_of(between(from, -100, 100)); /* the second operand, x in y / x */
        x = y * tan_of(r < PI / 2 ? r : PI / 2);
    } else {
        x = r * ((any(from) & 1) != 0 ? between(from, 0, 1) : 1 - exp2_of(between(from, -24, -1)));
        x = f64_of(BL_F32, nearest_of(BL_F32, x));
        y = sqrt((r - x) * (r + x));
    }
    to.x = nearest_of(BL_F32, x);
    to.y = nearest_of(BL_F32, y);
    return to;
}

static pair near_pair(const proof *of, draws *from)
{
    const which f = which_of(of);
    const uint64_t half = UINT64_C(1) << 28;
    const double t = f == ATAN2 ? between(from, -20, 0.65) : (any(from) & 1) != 0 ? between(from, -125, 127)
                                                                                  : signed_by(from, exp2_of(between(from, -20, 3)));
    const double r = f64_of_bits((bits_of_f64(exp2_of(t)) & (0 - 2 * half)) | half);
    const pair start = solution(f, r, from);
    uint64_t least = UINT64_MAX;
    pair to = start;

    for (unsigned i = 0; i < 16; ++i) {
        const pair at = {start.x + i % 4 - 1, start.y + i / 4 - 1};
        const double y = f64_of(BL_F32, at.y);
        uint64_t bits, distance;

        if (!is_finite_bits(BL_F32, at.x) || !is_finite_bits(BL_F32, at.y) || at.x >> 31 != 0 || at.x == 0 || y == 0) {
            continue;
        }
        bits = bits_of_f64(value_at(f, f64_of(BL_F32, at.x), at.y >> 31 != 0 ? -y : y)) & (2 * half - 1);
        distance = bits > half ? bits - half : half - bits;
        if (distance < least) {
            least = distance;
            to = at;
        }
    }
    if (f != POW) {
        to.x |= f == HYPOT || to.y >> 31 == 0 ? any(from) & sign_bit(BL_F32) : 0;
    }
    return to;
}

/* m^(2^j) to the power k / 2^j is m^k. */
static pair exact_pow(draws *from)
{
    const unsigned j = below(from, 5), digits = 1 + below(from, 24 >> j), most = 25 / digits;
    const unsigned k = 1 + below(from, most > 32 ? 32 : most);
    const double m = (double)(any(from) >> (64 - digits) | 1);
    const double y = k * power_of_two(-(int)j);
    int shift = (int)below(from, 256 >> j) - (128 >> j);
    double x = m;
    pair to;

    for (unsigned i = 0; i < j; ++i) {
        x *= x;
    }
    if ((any(from) & 1) != 0) { /* a subnormal result, for which midpoints have fewer digits, or a nearly infinite one */
        const double t = ((any(from) & 3) == 0 ? between(from, 125, 130) : between(from, -152, -125)) - log2_of(m) * k;

        shift = (int)floor(t / k);
    }
    x = x * exp2_of(shift * (1 << j));
    to.x = nearest_of(BL_F32, x);
    to.y = nearest_of(BL_F32, y);
    if ((any(from) & 3) == 0) {
        to.x = nearby(BL_F32, to.x, 1, from);
    }
    if (j == 0 && (any(from) & 3) == 0) {
        to.x |= sign_bit(BL_F32);
    }
    return to;
}

static pair exact_hypot(draws *from)
{
    const int shift = (int)below(from, 250) - 149;
    double x, y;
    pair to;

    if ((any(from) & 1) != 0) { /* q^2 - p^2, 2 p q, q^2 + p^2: the last of 25 bits and odd */
        const double q = floor(between(from, 2897, 5792)), least = sqrt(q * q < 16777216 ? 16777216 - q * q : 0);
        double p = floor(between(from, least, sqrt(33554432 - q * q))), other;

        p += floor((p + q) / 2) * 2 == p + q; /* one of them even */
        other = fabs(q * q - p * p);
        x = other * power_of_two(shift);
        y = 2 * p * q * power_of_two(shift);
    } else { /* x, and a y for which the result is midway */
        x = (double)(any(from) >> 40 | 1 << 23);
        y = sqrt(x + 0.25);
        x *= power_of_two(shift);
        y *= power_of_two(shift);
    }
    to.x = nearest_of(BL_F32, x);
    to.y = nearest_of(BL_F32, y);
    if ((any(from) & 3) == 0) {
        to.y = nearby(BL_F32, to.y, 2, from);
    }
    to.x |= any(from) & sign_bit(BL_F32);
    to.y |= any(from) & sign_bit(BL_F32);
    return to;
}

/* y / x is midway between subnormals, or one of them, and the angle is a little less. */
static pair exact_atan2(draws *from)
{
    const unsigned digits = 1 + below(from, 24), rest = 1 + below(from, 25 - digits);
    const double q = (double)(any(from) >> (64 - digits) | 1), d = (double)(any(from) >> (64 - rest) | 1);
    const int shift = (int)below(from, 128 - rest);
    pair to;

    to.x = nearest_of(BL_F32, q * d * power_of_two(shift - 150)); /* the first operand */
    to.y = nearest_of(BL_F32, d * power_of_two(shift));
    if ((any(from) & 3) == 0) {
        to.x = nearby(BL_F32, to.x, 1, from);
    }
    to.x |= any(from) & sign_bit(BL_F32);
    return to;
}

static pair exact_pair(const proof *of, draws *from)
{
    const which f = which_of(of);

    return f == POW ? exact_pow(from) : f == ATAN2 ? exact_atan2(from)
                                                   : exact_hypot(from);
}

static pair limit_pair(const proof *of, draws *from)
{
    const which f = which_of(of);
    const unsigned kind = below(from, 4);
    const double t = kind == 0   ? highest(BL_F32) + signed_by(from, exp2_of(between(from, -28, 0)))
                     : kind == 1 ? lowest(BL_F32) + signed_by(from, exp2_of(between(from, -28, 0)))
                                 : between(from, -151, -125.5);
    const double r = exp2_of(t);
    double x, y;
    pair to;

    if (f == POW) {
        y = signed_by(from, exp2_of(between(from, 0.25, 30)));
        x = exp2_of(t / y);
    } else if (f == ATAN2) {
        y = exp2_of(between(from, -4, 127));
        x = (kind == 0 ? exp2_of(between(from, -126, -100)) : r) * y;
    } else {
        const double angle = between(from, 0, PI / 2);

        x = r * sin_of(angle);
        y = r * sin_of(PI / 2 - angle);
    }
    to.x = nearby(BL_F32, nearest_of(BL_F32, x), 2, from);
    to.y = nearby(BL_F32, nearest_of(BL_F32, y), 2, from);
    return to;
}

static pair integer_pair(const proof *of, draws *from)
{
    const unsigned type = of->type, second = of->second, bits = bits_of_type(second);
    const unsigned away = below(from, 1U << below(from, fraction_of_type(type)));
    const double t = between(from, lowest(type) - 2, highest(type) + 2);
    pair to;

    to.x = one_of(type) + (any(from) & 1) * 2 * away - away;
    switch (below(from, 4)) {
    case 0: /* of any size and parity */
        to.y = any(from) >> below(from, bits) & all_ones(bits);
        to.y = nearest_of(second, (double)to.y);
        break;
    case 1: /* with a result in range */
        to.y = exponent_for(second, f64_of(type, to.x), t);
        break;
    default:
        to.y = any(from) >> (64 - bits) >> below(from, bits);
        if (is_float_type(second)) {
            to.y = nearest_of(second, signed_by(from, (double)to.y));
        } else if (is_signed_type(second) && (any(from) & 1) != 0) {
            to.y = (0 - to.y) & all_ones(bits);
        }
    }
    if (!is_float_type(second)) {
        to.y ^= any(from) & 1;
    }
    to.x |= any(from) & sign_bit(type);
    return to;
}

static void exponent_chunk(unsigned block, unsigned chunk, uint32_t *x, uint32_t *y)
{
    static const double roots[] = {0.5, -0.5, 1.0 / 3, -1.0 / 3};
    const double exponent = block < 4 ? roots[block] : (block - 4) / 2 + 1.0;
    const uint64_t y_bits = nearest_of(BL_F32, block >= 4 && block % 2 != 0 ? -exponent : exponent);

    for (uint32_t i = 0; i < CHUNK; ++i) {
        const uint32_t at = chunk * CHUNK + i;

        x[i] = at + ((127 - 8) << 23);
        if (block >= 4) {
            x[i] |= (uint32_t)mixed(at) << 31;
        }
        y[i] = (uint32_t)y_bits;
    }
}

/* ---- By name ---- */

static const struct {
    const char *name;
    unsigned blocks, chunks;
} sets[] = {{"", 0, 0}, {"random", 16, 64}, {"near", 16, 16}, {"exact", 4, 16}, {"exponents", 68, 2048}, {"limits", 16, 16}, {"integers", 16, 64}, {"hard", 1, 1}, {"many", MOST_BLOCKS, 64}};

int set_by_name(proof *of, const char *name)
{
    const int is_single = of->type == BL_F32 && of->second == BL_F32, is_pow = which_of(of) == POW;

    while (of->set < BL_COUNT(sets) && strcmp(name, sets[of->set].name) != 0) {
        ++of->set;
    }
    if (of->set == BL_COUNT(sets)) {
        return 0;
    }
    of->blocks = sets[of->set].blocks;
    of->chunks = sets[of->set].chunks;
    if (of->type == BL_F64) {
        if (of->set == RANDOM) {
            of->blocks = MOST_BLOCKS;
            of->chunks = 1;
        }
        return of->second == BL_F64 && (of->set == HARD || of->set == RANDOM || of->set == MANY) && double_function(of->function) >= 0;
    }
    if (of->set == ALL) {
        of->blocks = bits_of_type(of->second) == 8 ? 1 : MOST_BLOCKS;
        of->chunks = 1 << 8;
        if (bits_of_type(of->type) != 16 || bits_of_type(of->second) > 16) {
            return 0;
        }
    }
    if (of->set == RANDOM && is_single) {
        of->blocks = MOST_BLOCKS;
    }
    return (is_pow || of->type == of->second) && (is_single || of->set == ALL || of->set == RANDOM || of->set == INTEGERS) &&
           of->set < HARD && (is_pow || (of->set != EXPONENTS && of->set != INTEGERS));
}

int is_of_hard_cases(const proof *of)
{
    return of->set == HARD;
}

int is_by_others(const proof *of)
{
    return of->set == MANY;
}

int grows_by_blocks(const proof *of)
{
    return of->operands == 2 || of->set != ALL;
}

int has_edges(const proof *of)
{
    return of->set == ALL || of->set == RANDOM;
}

int has_all_inputs(const proof *of)
{
    return of->set == ALL;
}

static void all_pairs_chunk(const proof *of, unsigned block, unsigned chunk, void *const *inputs)
{
    const unsigned bits = bits_of_type(of->second), at = block * of->chunks + chunk;

    for (uint32_t i = 0; i < CHUNK; ++i) {
        set_element(of->type, inputs[0], i, bits == 8 ? at * 256 + i / 256 : at);
        set_element(of->second, inputs[1], i, i & all_ones(bits));
    }
}

void fill_chunk(const proof *of, unsigned block, unsigned chunk, void *const *inputs)
{
    draws from = {mixed(((uint64_t)which_of(of) << 56 | (uint64_t)of->set << 48 | (uint64_t)of->type << 40 | (uint64_t)of->second << 32 | block << 16 | chunk) + 1)};

    if (of->set == HARD) {
        fill_listed(of->function, (double *)inputs[0], (double *)inputs[1]);
        return;
    }
    if (of->type == BL_F64) {
        const int function = double_function(of->function);

        fill_doubles(function, mixed(from.state ^ (uint64_t)function), (double *)inputs[0], (double *)inputs[1]);
        return;
    }
    if (of->operands == 1) {
        for (uint32_t i = 0; i < CHUNK; ++i) {
            set_element(of->type, inputs[0], i, (block * of->chunks + chunk) * CHUNK + i);
        }
        return;
    }
    if (of->set == ALL) {
        all_pairs_chunk(of, block, chunk, inputs);
        return;
    }
    if (of->set == EXPONENTS) {
        exponent_chunk(block, chunk, (uint32_t *)inputs[0], (uint32_t *)inputs[1]);
        return;
    }
    for (size_t i = 0; i < CHUNK; ++i) {
        const pair one = of->set == RANDOM   ? (which_of(of) == POW ? random_pow(of, &from) : random_two(of, &from))
                         : of->set == NEAR   ? near_pair(of, &from)
                         : of->set == EXACT  ? exact_pair(of, &from)
                         : of->set == LIMITS ? limit_pair(of, &from)
                                             : integer_pair(of, &from);

        set_element(of->type, inputs[0], i, one.x);
        set_element(of->second, inputs[1], i, one.y);
    }
}
