/* Tests the bare image itself: the code that it can run, and that its guards work. tests/platforms/bare/self_test.sh
 * boots it once for each argument below and checks how each run ends.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "platforms/platform.h"

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

enum { REGION = 8192 };

static volatile unsigned char sink;

static int failed, checks;

static void print_count(void)
{
    char number[3] = {0, 0, 0};

    number[0] = (char)('0' + checks / 10);
    number[1] = (char)('0' + checks % 10);
    platform_print(number[0] == '0' ? number + 1 : number);
}

static void check(int good, const char *what)
{
    ++checks;
    platform_print(good ? "ok " : "not ok ");
    print_count();
    platform_print(" - ");
    platform_print(what);
    platform_print("\n");
    failed += !good;
}

/* 63 bytes and 15 floats by masked instructions, at the very end of a region */
__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))) static void check_avx512(unsigned char *end)
{
    const __mmask64 bytes = (UINT64_C(1) << 63) - 1;
    const __mmask16 floats = (1 << 15) - 1;
    unsigned char *const p = end - 63;
    float *const f = (float *)(void *)(end - 60);
    __m512 x;
    int i, good = 1;

    for (i = 0; i < 63; ++i) {
        p[i] = (unsigned char)i;
    }
    _mm512_mask_storeu_epi8(p, bytes, _mm512_add_epi8(_mm512_maskz_loadu_epi8(bytes, p), _mm512_set1_epi8(100)));
    for (i = 0; i < 63; ++i) {
        good &= p[i] == (unsigned char)(i + 100);
    }
    check(good, "63 bytes under a mask");

    for (i = 0; i < 15; ++i) {
        f[i] = (float)i;
    }
    x = _mm512_maskz_loadu_ps(floats, f);
    _mm512_mask_storeu_ps(f, floats, _mm512_sqrt_ps(_mm512_mul_ps(x, x)));
    for (i = 0, good = 1; i < 15; ++i) {
        good &= f[i] >= (float)i && f[i] <= (float)i;
    }
    check(good, "15 floats under a mask");
}

static void check_memory(unsigned char *p)
{
    unsigned char copy[40];
    int i, good = 1;

    for (i = 0; i < 40; ++i) {
        p[i] = (unsigned char)(i * 7);
    }
    memcpy(copy, p, 39);
    check(memcmp(copy, p, 39) == 0, "memcpy and memcmp agree");
    copy[38] = 0;
    check(memcmp(copy, p, 39) < 0 && memcmp(p, copy, 39) > 0 && memcmp(copy, p, 38) == 0, "memcmp sees the last byte");
    memmove(p + 3, p, 30);
    for (i = 0; i < 30; ++i) {
        good &= p[i + 3] == (unsigned char)(i * 7);
    }
    check(good, "memmove upwards");
    memmove(p, p + 3, 30);
    for (i = 0, good = 1; i < 30; ++i) {
        good &= p[i] == (unsigned char)(i * 7);
    }
    check(good, "memmove downwards");
    memset(p, 0x5a, 29);
    for (i = 0, good = 1; i < 29; ++i) {
        good &= p[i] == 0x5a;
    }
    check(good && p[29] == (unsigned char)(29 * 7), "memset");
}

static int is(const char *a, const char *b)
{
    while (*a && *a == *b) {
        ++a;
        ++b;
    }
    return *a == *b;
}

/* deeper than the stack; the sum after the call keeps it from being a loop */
__attribute__((noinline)) static int recurse(volatile unsigned char *previous)
{
    volatile unsigned char here[256];

    here[0] = previous[0];
    return here[0] == 255 ? 0 : here[0] + recurse(here);
}

int test_main(void)
{
    const char *const wanted = platform_argument();
    unsigned char *const first = (unsigned char *)platform_guarded(REGION);
    unsigned char *const second = (unsigned char *)platform_guarded(REGION);

    platform_doing = wanted;
    check(first && second && first != second, "two guarded regions");
    memset(first, 1, REGION);
    memset(second, 2, REGION);
    check(first[0] == 1 && first[REGION - 1] == 1 && second[0] == 2, "regions are apart");

    if (is(wanted, "good") || is(wanted, "bad")) {
        check_memory(first);
        check_avx512(first + REGION);
        check(is(wanted, "good"), "the argument is good");
    } else if (is(wanted, "read_before")) {
        sink = second[-1];
    } else if (is(wanted, "read_after")) {
        sink = first[REGION];
    } else if (is(wanted, "write_after")) {
        second[REGION] = 1;
    } else if (is(wanted, "constant")) {
        *(volatile char *)(uintptr_t) "constant" = 'C';
    } else if (is(wanted, "null")) {
        sink = *(volatile unsigned char *)(uintptr_t)sink;
    } else if (is(wanted, "stack")) {
        sink = (unsigned char)recurse(&sink);
    } else if (is(wanted, "hang")) {
        for (;;) {
        }
    }
    platform_print("1..");
    print_count();
    platform_print("\n");
    return failed != 0;
}
