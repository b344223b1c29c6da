/* The judge: random calls by seed, valid and faulty ones, each compared with its definition on every instruction set.
 *
 *     judge [FIRST [COUNT]]    the cases FIRST, FIRST + 1, …: a line for each block
 *     judge case SEED          describes that case
 *
 * JUDGE_CASES in the environment is the default of COUNT; BROADLOOM_ISA limits the instruction set.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "judge.h"
#include "harness/tap.h"
#include "platforms/platform.h"

#include <stdlib.h>

#define FIRST 1
#if defined(__SANITIZE_ADDRESS__)
#define CASES 6000
#else
#define CASES 300000
#endif
#define BLOCK 2000

/* The judged calls, by function: those that ran, those that had to be refused, and those that may do either. */
static size_t fine[CALLS_BY], refused[CALLS_BY], either[CALLS_BY];

/** Returns 0, and prints the reason, if the case is wrong. */
static int judge_case(uint64_t seed, int says)
{
    static call now;
    static definition is;
    static char doing[64];
    text why;
    int is_right;

    sprintf(doing, "case %llu", (unsigned long long)seed);
    platform_doing = doing;
    make_call(&now, seed, CALLS_BY);
    define_call(&now, &is);
    text_clear(&why);
    if (says) {
        print_call(&now);
        print_definition(&is);
        fflush(stdout);
    }
    is_right = judge_call(&now, &is, &why);
    ++*(is.must != 0 ? &refused[now.by] : is.may != 0 ? &either[now.by]
                                                      : &fine[now.by]);
    if (!is_right) {
        print_call(&now);
        print_definition(&is);
        printf("# %s\n# again: make judge CASE=%llu\n", why.bytes, (unsigned long long)seed);
    }
    return is_right;
}

static void print_counts(void)
{
    for (int by = 0; by < CALLS_BY; ++by) {
        if (fine[by] + refused[by] + either[by] > 0) {
            printf("# %s: %zu computed, %zu refused, %zu that may be refused\n", call_names[by], fine[by], refused[by], either[by]);
        }
    }
}

static uint64_t usual_count(void)
{
    const char *said = getenv("JUDGE_CASES");

    return said != NULL ? strtoull(said, NULL, 0) : CASES;
}

/** BROADLOOM_ISA limits the instruction sets, if the library has that name. */
static int limit_isas(void)
{
#if BL_DETECT_CPU && BL_WITH_ENVIRONMENT
    const bl_status status = bl_isa_from_environment();

    if (status != BL_OK) {
        printf("1..0 # SKIP BROADLOOM_ISA: %s\n", bl_status_string(status));
        return 0;
    }
#endif
    printf("# at most %s\n", bl_isa_name(bl_isa_best()));
    return 1;
}

int main(int argc, char **argv)
{
    const int one = argc == 3 && strcmp(argv[1], "case") == 0;
    const uint64_t first = argc > 1 && !one ? strtoull(argv[1], NULL, 0) : FIRST;
    const uint64_t last = first + (argc > 2 && !one ? strtoull(argv[2], NULL, 0) : usual_count());

    platform_catch_faults();
    find_isas();
    if (!limit_isas()) {
        return 0;
    }
    make_memory();
    begin_running();
    if (one) {
        const uint64_t seed = strtoull(argv[2], NULL, 0);

        ok(judge_case(seed, 1), "case %llu", (unsigned long long)seed);
        return done_testing();
    }
    for (uint64_t from = first; from < last && tap_failures == 0; from += BLOCK) {
        const uint64_t end = last - from > BLOCK ? from + BLOCK : last;
        int is_right = 1;

        for (uint64_t seed = from; seed < end && is_right; ++seed) {
            is_right = judge_case(seed, 0);
        }
        ok(is_right, "cases from %llu on", (unsigned long long)from);
    }
    print_counts();
    return done_testing();
}
