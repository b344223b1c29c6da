/* The gain of one pass: times the operators of fusing.lua and the calls that they replace, in ns per element. See docs/operators.md, "Fusing".
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"
#include <stdio.h>
#include <time.h>

enum { COLS = 1024,
       MOST_ROWS = 1024,
       MOST = COLS * MOST_ROWS };

static float a[MOST], b[MOST], result[MOST], expected[MOST], bias[COLS], most[MOST_ROWS];
static size_t shape[2] = {0, COLS}, each_row[2] = {0, 1}, of_cols[1] = {COLS};
static const bl_array x = {a, BL_F32, 2, shape, NULL}, y = {b, BL_F32, 2, shape, NULL};
static const bl_array row = {bias, BL_F32, 1, of_cols, NULL}, column = {most, BL_F32, 2, each_row, NULL};
static const bl_array fused = {result, BL_F32, 2, shape, NULL}, out = {expected, BL_F32, 2, shape, NULL};

/* ---- The operators, fused and not ---- */

static bl_status gated_silu(void)
{
    return bl_gated_silu(&x, &y, &fused, NULL);
}

static bl_status gated_silu_by_calls(void)
{
    bl_status status = bl_sigmoid(&x, &out, NULL);

    status = status == BL_OK ? bl_mul(&x, &out, &out, NULL) : status;
    return status == BL_OK ? bl_mul(&out, &y, &out, NULL) : status;
}

static bl_status bias_gelu(void)
{
    return bl_bias_gelu(&x, &row, &fused, NULL);
}

static bl_status bias_gelu_by_calls(void)
{
    const bl_status status = bl_add(&x, &row, &out, NULL);

    return status == BL_OK ? bl_gelu(&out, &out, NULL) : status;
}

static bl_status exp_less(void)
{
    return bl_exp_less(&x, &column, &fused, NULL);
}

static bl_status exp_less_by_calls(void)
{
    const bl_status status = bl_sub(&x, &column, &out, NULL);

    return status == BL_OK ? bl_exp(&out, &out, NULL) : status;
}

/* ---- Timing ---- */

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The best of many short runs, by turns, in ns per element. 0 if one fails. */
static int time_both(bl_status (*const runs[2])(void), size_t elements, double *best)
{
    const int calls = elements < MOST ? 16 : 1;

    best[0] = best[1] = 1e9;
    for (int i = 0; i < 400; ++i) {
        const double start = seconds();
        double taken;

        for (int k = 0; k < calls; ++k) {
            if (runs[i % 2]() != BL_OK) {
                return 0;
            }
        }
        taken = (seconds() - start) * 1e9 / ((double)calls * (double)elements);
        best[i % 2] = taken < best[i % 2] ? taken : best[i % 2];
    }
    return 1;
}

int main(void)
{
    static const struct {
        const char *name;
        bl_status (*runs[2])(void);
        int calls;
    } all[] = {
        {"gated_silu", {gated_silu, gated_silu_by_calls}, 3},
        {"bias_gelu", {bias_gelu, bias_gelu_by_calls}, 2},
        {"exp_less", {exp_less, exp_less_by_calls}, 2},
    };
    static const size_t rows[] = {4, MOST_ROWS};
    uint32_t seed = 1;

    for (size_t i = 0; i < MOST; ++i) { /* from -8 to 8 */
        seed = seed * 1664525u + 1013904223u;
        a[i] = (float)(int32_t)seed * (8.0f / 2147483648.0f);
        b[i] = -0.5f * a[i];
    }
    for (size_t i = 0; i < COLS; ++i) {
        bias[i] = 0.01f * (float)i;
        most[i] = 8.0f;
    }
    if (bl_isa_from_environment() != BL_OK) {
        return 1;
    }
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
        for (size_t k = 0; k < sizeof rows / sizeof rows[0]; ++k) {
            double best[2];

            shape[0] = each_row[0] = rows[k];
            if (!time_both(all[i].runs, rows[k] * COLS, best)) {
                return 1;
            }
            for (size_t e = 0; e < rows[k] * COLS; ++e) {
                if (!(result[e] == expected[e])) {
                    fprintf(stderr, "%s of %a gave %a, not %a\n", all[i].name, (double)a[e], (double)result[e], (double)expected[e]);
                    return 1;
                }
            }
            printf("%-9s %4zu Ki: 1 pass %.2f ns, %d calls %.2f ns, ratio %.2f\n", all[i].name, rows[k], best[0], all[i].calls, best[1], best[1] / best[0]);
        }
    }
    return 0;
}
