/* A transformer's block with the same bits on every processor. Broadloom computes the elementwise steps. The products of
 * matrices and the sums of rows are plain loops, compiled without FMA (-ffp-contract=off). Prints a hash of the result.
 *
 *   network         by the library's kernels; BROADLOOM_ISA=sse2 chooses them
 *   network exact   the functions by the C library in f64, rounded to f32 at the end: another way to the same bits
 *   network libm    the functions by the C library in f32
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { TOKENS = 32,
       WIDTH = 64,
       HIDDEN = 128 };

/* ---- Functions, in one of three ways ---- */

typedef enum function { RSQRT,
                        EXP,
                        GELU,
                        SIGMOID } function;

typedef bl_status (*run_function)(function of, size_t n, const float *a, float *out);

static bl_status by_kernels(function of, size_t n, const float *a, float *out)
{
    static bl_status (*const kernels[])(size_t n, const float *a, float *out) = {bl_rsqrt_f32, bl_exp_f32, bl_gelu_f32, bl_sigmoid_f32};

    return kernels[of](n, a, out);
}

static double exact(function of, double a)
{
    switch (of) {
    case RSQRT:
        return 1 / sqrt(a);
    case EXP:
        return exp(a);
    case GELU:
        return 0.5 * a * erfc(-a * 0.70710678118654752440);
    case SIGMOID:
        return 1 / (1 + exp(-a));
    }
    return 0;
}

static bl_status by_exact(function of, size_t n, const float *a, float *out)
{
    for (size_t i = 0; i < n; ++i) {
        out[i] = (float)exact(of, (double)a[i]);
    }
    return BL_OK;
}

static float single(function of, float a)
{
    switch (of) {
    case RSQRT:
        return 1 / sqrtf(a);
    case EXP:
        return expf(a);
    case GELU:
        return 0.5f * a * (1 + erff(a * 0.70710678f));
    case SIGMOID:
        return 1 / (1 + expf(-a));
    }
    return 0;
}

static bl_status by_libm(function of, size_t n, const float *a, float *out)
{
    for (size_t i = 0; i < n; ++i) {
        out[i] = single(of, a[i]);
    }
    return BL_OK;
}

/* ---- Plain loops: each result is stored in an f32, because z/Architecture's compilers keep more digits within an expression ---- */

/* out[rows, cols] = a[rows, inner] b[inner, cols], each sum from the first product to the last. */
static void multiply(size_t rows, size_t inner, size_t cols, const float *a, const float *b, float *out)
{
    for (size_t r = 0; r < rows; ++r) {
        for (size_t c = 0; c < cols; ++c) {
            float sum = 0;

            for (size_t i = 0; i < inner; ++i) {
                const float product = a[r * inner + i] * b[i * cols + c];

                sum += product;
            }
            out[r * cols + c] = sum;
        }
    }
}

static void transpose(size_t rows, size_t cols, const float *a, float *out)
{
    for (size_t i = 0; i < rows * cols; ++i) {
        out[i % cols * rows + i / cols] = a[i];
    }
}

static void sum_rows(size_t rows, size_t cols, const float *a, float *out)
{
    for (size_t r = 0; r < rows; ++r) {
        out[r] = 0;
        for (size_t c = 0; c < cols; ++c) {
            out[r] += a[r * cols + c];
        }
    }
}

/* ---- The network's data: numbers from -1/2 to 1/2 times a scale, from a generator of 32 bits ---- */

static void fill(uint32_t seed, float scale, size_t n, float *out)
{
    for (size_t i = 0; i < n; ++i) {
        seed = seed * 1664525u + 1013904223u;
        out[i] = ((float)(seed >> 8) * 0x1p-24f - 0.5f) * scale;
    }
}

/* ---- The block ---- */

static float input[TOKENS * WIDTH], queries[WIDTH * WIDTH], keys[WIDTH * WIDTH], values[WIDTH * WIDTH], gates[WIDTH * WIDTH],
    up[WIDTH * HIDDEN], down[HIDDEN * WIDTH];

/* An operator on two arrays of f32, [rows, cols], or with a column as the second. */
typedef bl_status (*binary)(const bl_array *a, const bl_array *b, const bl_array *out, const bl_options *options);

static bl_status by_rows(binary of, size_t rows, size_t cols, float *a, float *column, float *out)
{
    const size_t shape[] = {rows, cols}, of_column[] = {rows, 1};
    const bl_array first = {a, BL_F32, 2, shape, NULL}, second = {column, BL_F32, 2, of_column, NULL};
    const bl_array result = {out, BL_F32, 2, shape, NULL};

    return of(&first, &second, &result, NULL);
}

/* a / sqrt(mean(a^2) + 2^-16), row by row: RMSNorm */
static bl_status normalise(run_function run, size_t rows, size_t cols, float *a, float *out)
{
    static float squares[TOKENS * WIDTH];
    float sums[TOKENS];
    bl_status status = bl_mul_f32(rows * cols, a, a, squares);

    sum_rows(rows, cols, squares, sums);
    for (size_t r = 0; r < rows; ++r) {
        sums[r] /= (float)cols;
        sums[r] += 0x1p-16f;
    }
    if (status == BL_OK) {
        status = run(RSQRT, rows, sums, sums);
    }
    return status == BL_OK ? by_rows(bl_mul, rows, cols, a, sums, out) : status;
}

/* e^(a - the row's largest) / the sum of these */
static bl_status softmax(run_function run, size_t rows, size_t cols, float *a)
{
    float largest[TOKENS];
    bl_status status;

    for (size_t r = 0; r < rows; ++r) {
        largest[r] = a[r * cols];
        for (size_t c = 1; c < cols; ++c) {
            largest[r] = a[r * cols + c] > largest[r] ? a[r * cols + c] : largest[r];
        }
    }
    status = by_rows(bl_sub, rows, cols, a, largest, a);
    if (status == BL_OK) {
        status = run(EXP, rows * cols, a, a);
    }
    sum_rows(rows, cols, a, largest);
    return status == BL_OK ? by_rows(bl_div, rows, cols, a, largest, a) : status;
}

/* x + sigmoid(gates) attention, and then y + down(gelu(up(y))). */
static bl_status run_block(run_function run, float *x)
{
    static float norm[TOKENS * WIDTH], q[TOKENS * WIDTH], k[TOKENS * WIDTH], v[TOKENS * WIDTH], turned[WIDTH * TOKENS],
        weights[TOKENS * TOKENS], mixed[TOKENS * WIDTH], gate[TOKENS * WIDTH], hidden[TOKENS * HIDDEN];
    bl_status status = normalise(run, TOKENS, WIDTH, x, norm);

    multiply(TOKENS, WIDTH, WIDTH, norm, queries, q);
    multiply(TOKENS, WIDTH, WIDTH, norm, keys, k);
    multiply(TOKENS, WIDTH, WIDTH, norm, values, v);
    multiply(TOKENS, WIDTH, WIDTH, norm, gates, gate);
    transpose(TOKENS, WIDTH, k, turned);
    multiply(TOKENS, WIDTH, TOKENS, q, turned, weights);
    for (size_t i = 0; i < TOKENS * TOKENS; ++i) {
        weights[i] *= 0.125f; /* 1 / sqrt(WIDTH) */
    }
    if (status == BL_OK) {
        status = softmax(run, TOKENS, TOKENS, weights);
    }
    multiply(TOKENS, TOKENS, WIDTH, weights, v, mixed);
    if (status == BL_OK) {
        status = run(SIGMOID, TOKENS * WIDTH, gate, gate);
    }
    if (status == BL_OK) {
        status = bl_mul_f32(TOKENS * WIDTH, mixed, gate, mixed);
    }
    if (status == BL_OK) {
        status = bl_add_f32(TOKENS * WIDTH, x, mixed, x);
    }
    if (status == BL_OK) {
        status = normalise(run, TOKENS, WIDTH, x, norm);
    }
    multiply(TOKENS, WIDTH, HIDDEN, norm, up, hidden);
    if (status == BL_OK) {
        status = run(GELU, TOKENS * HIDDEN, hidden, hidden);
    }
    multiply(TOKENS, HIDDEN, WIDTH, hidden, down, mixed);
    return status == BL_OK ? bl_add_f32(TOKENS * WIDTH, x, mixed, x) : status;
}

/* FNV-1a of the bits, with the lowest byte first on processors of either byte order. */
static uint64_t hash_of(size_t n, const float *a)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < n; ++i) {
        uint32_t bits;

        memcpy(&bits, &a[i], sizeof bits);
        for (unsigned shift = 0; shift < 32; shift += 8) {
            hash = (hash ^ (bits >> shift & 255)) * UINT64_C(0x100000001b3);
        }
    }
    return hash;
}

int main(int argc, char **argv)
{
    static const struct way {
        const char *name;
        run_function run;
    } ways[] = {{"kernels", by_kernels}, {"exact", by_exact}, {"libm", by_libm}};
    size_t way = 0;
    bl_status status = bl_isa_from_environment();

    while (argc > 1 && way < 3 && strcmp(argv[1], ways[way].name) != 0) {
        ++way;
    }
    if (argc > 2 || way == 3) {
        fprintf(stderr, "usage: network [exact | libm]\n");
        return 2;
    }
    fill(1, 4.0f, TOKENS * WIDTH, input);
    fill(2, 0.5f, WIDTH * WIDTH, queries);
    fill(3, 0.5f, WIDTH * WIDTH, keys);
    fill(4, 0.5f, WIDTH * WIDTH, values);
    fill(5, 0.5f, WIDTH * WIDTH, gates);
    fill(6, 0.5f, WIDTH * HIDDEN, up);
    fill(7, 0.25f, HIDDEN * WIDTH, down);
    for (int block = 0; status == BL_OK && block < 4; ++block) {
        status = run_block(ways[way].run, input);
    }
    if (status != BL_OK) {
        fprintf(stderr, "network: %s\n", bl_status_string(status));
        return 1;
    }
    printf("%016llx\n", (unsigned long long)hash_of(TOKENS * WIDTH, input));
    return 0;
}
