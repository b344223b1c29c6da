/* Changes the coefficients of a function of f16 or bf16, computed in f32, until all 65,536 results are right, or few are wrong:
 *
 *   nudge FUNCTION DTYPE KIND TRIALS LIBRARY VALUE...
 *
 * LIBRARY has the function's kernels for SSE2, which rounds mul_add twice, and for AVX2, which rounds it once, and the array of floats
 * `coefficients` that they read; the first values of these are VALUE. Both kernels must agree with MPFR. The program prints
 * the coefficients on one line, and on the next the inputs that remain wrong, each with the right result: for an odd
 * or even function their magnitudes (KIND), for a function of -a the negated inputs. The search is the same in every
 * run.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_tables.h"
#include "prove/notes.h"
#include "prove/reference.h"
#include "prove/sets.h"
#include "second/second.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS = 1 << 16,
       MOST_COEFFICIENTS = 32,
       SIGN = 0x8000 };

static uint16_t inputs[INPUTS], results[INPUTS];
static int is_wrong[INPUTS];
static uint32_t infinity;
static bl_kernel_1 *kernels[2];

static int is_nan(uint16_t bits)
{
    return (bits & (SIGN - 1)) > infinity;
}

/** Notes the wrong results of both kernels, and returns their number. */
static unsigned count_wrong(void)
{
    static uint16_t out[INPUTS];
    static const ptrdiff_t row[3];
    unsigned count = 0;

    memset(is_wrong, 0, sizeof is_wrong);
    for (int k = 0; k < 2; ++k) {
        kernels[k](INPUTS, inputs, out, 1, row);
        for (unsigned i = 0; i < INPUTS; ++i) {
            if (out[i] != results[i] && !(is_nan(out[i]) && is_nan(results[i]))) {
                is_wrong[i] = 1;
                ++count;
            }
        }
    }
    return count;
}

static uint32_t draw(void)
{
    static uint64_t state = 0x9e3779b97f4a7c15;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

/** Changes one to three coefficients by a few units in their last places, by more if they have less weight. */
static void move(float *coefficients, unsigned count)
{
    for (unsigned moves = 1 + draw() % 3; moves > 0; --moves) {
        const unsigned i = draw() % count;
        const uint32_t span = 1u << draw() % (2 + 2 * (i < 6 ? i : 6));
        uint32_t bits;

        memcpy(&bits, &coefficients[i], sizeof bits);
        bits += draw() % (2 * span + 1) - span;
        memcpy(&coefficients[i], &bits, sizeof bits);
    }
}

static void *found(void *library, const char *name)
{
    void *symbol = dlsym(library, name);

    if (symbol == NULL) {
        fprintf(stderr, "nudge: %s\n", dlerror());
        exit(2);
    }
    return symbol;
}

static void take_reference(const char *name, const char *dtype)
{
    static proof kept;
    static notes all;
    static uint64_t x[CHUNK];
    static uint32_t exact[CHUNK];
    void *const to[] = {x, NULL};
    const void *const read[] = {x, NULL};
    const function *of = function_by_name(name);

    if (of == NULL || !proof_start(&kept, name, dtype) || kept.operands != 1 || kept.blocks * kept.chunks != 1) {
        fprintf(stderr, "nudge: no function '%s' of one operand at '%s'\n", name, dtype);
        exit(2);
    }
    all.of = &kept;
    fill_chunk(&kept, 0, 0, to);
    reference_results(of, &kept, read, exact, note, &all);
    for (unsigned i = 0; i < INPUTS; ++i) {
        inputs[i] = (uint16_t)i;
        results[i] = (uint16_t)element(kept.type, exact, i);
    }
}

static void print_left(const char *kind)
{
    const int is_odd = strcmp(kind, "odd") == 0, is_even = strcmp(kind, "even") == 0;
    const unsigned flipped = strcmp(kind, "minus") == 0 ? SIGN : 0;

    for (unsigned i = 0; i < INPUTS; ++i) {
        if ((is_odd || is_even) && (i & SIGN) != 0) {
            is_wrong[i ^ SIGN] |= is_wrong[i];
            is_wrong[i] = 0;
        }
    }
    for (unsigned i = 0; i < INPUTS; ++i) {
        if (is_wrong[i]) {
            printf("0x%04x 0x%04x ", i ^ flipped, results[i]);
        }
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    static const char *const isas[] = {"sse2", "avx2"};
    void *library = argc > 5 ? dlopen(argv[5], RTLD_NOW) : NULL;
    const unsigned count = argc > 6 ? (unsigned)argc - 6 : 0;
    float best[MOST_COEFFICIENTS], *coefficients;
    unsigned wrong;
    char name[64];

    if (library == NULL || count > MOST_COEFFICIENTS) {
        fprintf(stderr, "usage: nudge FUNCTION DTYPE KIND TRIALS LIBRARY VALUE...: %s\n", argc > 5 ? dlerror() : "");
        return 2;
    }
    infinity = strcmp(argv[2], "f16") == 0 ? 0x7c00 : 0x7f80;
    for (int k = 0; k < 2; ++k) {
        snprintf(name, sizeof name, "bl_%s_%s_%s_v", argv[1], argv[2], isas[k]);
        *(void **)&kernels[k] = found(library, name);
    }
    coefficients = found(library, "coefficients");
    for (unsigned i = 0; i < count; ++i) {
        coefficients[i] = best[i] = strtof(argv[6 + i], NULL);
    }
    take_reference(argv[1], argv[2]);
    wrong = count_wrong();
    fprintf(stderr, "%s %s: %u wrong", argv[1], argv[2], wrong);
    for (long trial = count > 0 ? atol(argv[4]) : 0; trial > 0 && wrong > 0; --trial) {
        unsigned now;

        move(coefficients, count);
        now = count_wrong();
        if (now <= wrong) {
            wrong = now;
            memcpy(best, coefficients, sizeof best);
        } else {
            memcpy(coefficients, best, sizeof best);
        }
    }
    fprintf(stderr, ", then %u\n", count_wrong());
    for (unsigned i = 0; i < count; ++i) {
        printf("%a ", (double)best[i]);
    }
    putchar('\n');
    print_left(argv[3]);
    return 0;
}
