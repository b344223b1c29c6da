/* The examples of threads: with any number of threads and parts, plans give the same bytes as bl_plan_run. Runs may
 * follow each other at any pace, and several pools may run at the same time. Also compiled with ThreadSanitizer
 * (tests/threads/threads.t).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define _DEFAULT_SOURCE /* usleep */

#include "runtime/arrays.h"
#include "openmp.h"
#include "pool.h"

#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#define MOST_PARTS 9

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1 /* address space cannot be limited */
#else
#define IS_SANITIZED 0
#endif

/* ---- The plans ---- */

/* The layout of a sum's operands. Strides of 0 broadcast. */
typedef struct layout {
    const char *name;
    int is_in_place; /* the output is input a */
    size_t shape[2];
    ptrdiff_t a[2];
    ptrdiff_t b[2];
    ptrdiff_t out[2];
} layout;

static const layout layouts[] = {
    {"same shape", 0, {150, 197}, {197, 1}, {197, 1}, {197, 1}},
    {"a row", 0, {150, 197}, {197, 1}, {0, 1}, {197, 1}},
    {"a short row", 0, {9000, 3}, {3, 1}, {0, 1}, {3, 1}},
    {"a column", 0, {150, 197}, {197, 1}, {1, 0}, {197, 1}},
    {"a short column", 0, {9000, 3}, {3, 1}, {1, 0}, {3, 1}},
    {"transposed", 0, {150, 197}, {197, 1}, {1, 150}, {197, 1}},
    {"reversed", 0, {150, 197}, {197, 1}, {-197, -1}, {197, 1}},
    {"output strided", 0, {75, 197}, {197, 1}, {197, 1}, {400, 2}},
    {"output reversed", 0, {150, 197}, {197, 1}, {197, 1}, {-197, -1}},
    {"in place", 1, {150, 197}, {197, 1}, {197, 1}, {197, 1}},
    {"in place, a row", 1, {150, 197}, {197, 1}, {0, 1}, {197, 1}},
    {"zero elements", 0, {0, 7}, {7, 1}, {7, 1}, {7, 1}},
    {"one element", 0, {1, 1}, {1, 1}, {1, 1}, {1, 1}},
};

static test_array inputs[2], out;
static arena start_arena; /* the output's arena before a run */
static bl_plan plan;
static const void *data[2];

static void lay_out(test_array *of, const arena *in, bl_dtype dtype, const size_t *shape, const ptrdiff_t *strides)
{
    set_shape(of, dtype, 2, shape);
    memcpy(of->strides, strides, 2 * sizeof *strides);
    if (shape[0] > 0) {
        place(of, in, 1);
    }
}

/** Plan it, and run it by bl_plan_run into expected_arena. */
static int prepare(const layout *of, bl_dtype dtype)
{
    const bl_array *const arrays[2] = {&inputs[0].array, &inputs[1].array};

    lay_out(&inputs[0], of->is_in_place ? &out_arena : &input_arenas[0], dtype, of->shape, of->a);
    lay_out(&inputs[1], &input_arenas[1], dtype, of->shape, of->b);
    lay_out(&out, &out_arena, dtype, of->shape, of->out);
    data[0] = inputs[0].array.data;
    data[1] = inputs[1].array.data;
    fill(&start_arena, dtype);
    memcpy(out_arena.bytes, start_arena.bytes, ARENA_BYTES);
    if (bl_plan_make(&plan, &bl_op_add, arrays, &out.array, NULL) != BL_OK ||
        bl_plan_run(&plan, data, NULL, out.array.data) != BL_OK) {
        return 0;
    }
    memcpy(expected_arena.bytes, out_arena.bytes, ARENA_BYTES);
    return (memcmp(expected_arena.bytes, start_arena.bytes, ARENA_BYTES) != 0) == (of->shape[0] > 0);
}

/** Runs the plan in 1 to MOST_PARTS parts by a pool or, if that is NULL, by OpenMP. */
static int same_bytes(pool *p)
{
    for (size_t parts = 1; parts <= MOST_PARTS; ++parts) {
        bl_status status;

        memcpy(out_arena.bytes, start_arena.bytes, ARENA_BYTES);
        status = p != NULL ? pool_run(p, &plan, parts, data, NULL, out.array.data)
                           : openmp_run(&plan, parts, data, NULL, out.array.data);
        if (status != BL_OK || memcmp(out_arena.bytes, expected_arena.bytes, ARENA_BYTES) != 0) {
            printf("# in %zu parts: %s\n", parts, bl_status_string(status));
            return 0;
        }
    }
    return 1;
}

static void test_layouts(bl_dtype dtype)
{
    static const size_t threads[] = {1, 2, 3, 7};

    fill(&input_arenas[0], dtype);
    fill(&input_arenas[1], dtype);
    for (size_t l = 0; l < sizeof layouts / sizeof *layouts; ++l) {
        const char *dtype_name = bl_dtype_name(dtype);

        if (!ok(prepare(&layouts[l], dtype), "%s, %s: planned and run", layouts[l].name, dtype_name)) {
            continue;
        }
        for (size_t t = 0; t < sizeof threads / sizeof *threads; ++t) {
            pool p;
            const int is_started = pool_start(&p, threads[t]) == 0;

            ok(is_started && same_bytes(&p), "%s, %s: by a pool of %zu", layouts[l].name, dtype_name, threads[t]);
            if (is_started) {
                pool_stop(&p);
            }
#ifdef _OPENMP
            omp_set_num_threads((int)threads[t]);
            ok(same_bytes(NULL), "%s, %s: by %zu threads of OpenMP", layouts[l].name, dtype_name, threads[t]);
#endif
        }
    }
}

/* ---- All threads at the same time ---- */

static pthread_barrier_t *meeting; /* no part runs before all threads have arrived; NULL: no meeting */
static pthread_t caller;

void __real_bl_plan_run_part(const bl_plan *of, size_t part, size_t parts, const void *const *from,
                             const void *parameters, void *to);

/** The linker replaces bl_plan_run_part by this. */
void __wrap_bl_plan_run_part(const bl_plan *of, size_t part, size_t parts, const void *const *from,
                             const void *parameters, void *to);
void __wrap_bl_plan_run_part(const bl_plan *of, size_t part, size_t parts, const void *const *from,
                             const void *parameters, void *to)
{
    if (meeting != NULL) {
        pthread_barrier_wait(meeting);
        if (!pthread_equal(pthread_self(), caller)) {
            usleep(5000); /* the caller has gone to sleep when this part is done */
        }
    }
    __real_bl_plan_run_part(of, part, parts, from, parameters, to);
}

/** Runs as many parts as threads; each thread must take one, otherwise this never ends. */
static void test_meeting(size_t threads)
{
    pthread_barrier_t barrier;
    bl_status status[3] = {BL_OK, BL_OK, BL_OK};
    pool p;

    if (!ok(prepare(&layouts[0], BL_F32) && pool_start(&p, threads) == 0, "a plan and a pool of %zu", threads)) {
        return;
    }
    caller = pthread_self();
    pthread_barrier_init(&barrier, NULL, (unsigned)threads);
    meeting = &barrier;
    status[0] = pool_run(&p, &plan, threads, data, NULL, out.array.data);
    usleep(5000);
    status[1] = pool_run(&p, &plan, threads, data, NULL, out.array.data);
#ifdef _OPENMP
    omp_set_num_threads((int)threads);
    status[2] = openmp_run(&plan, threads, data, NULL, out.array.data);
#endif
    meeting = NULL;
    pthread_barrier_destroy(&barrier);
    pool_stop(&p);
    ok(status[0] == BL_OK && status[1] == BL_OK && status[2] == BL_OK, "all %zu work at the same time", threads);
}

/* ---- Many runs ---- */

enum { SMALL = 1024,
       RUNS = 3000 };

/* A thread with its pool, and whether all its runs were right. */
typedef struct runner {
    const bl_plan *plan;
    size_t threads;
    int is_right;
} runner;

/** Run after run, each with another value to add, and sometimes a pause in which the threads go to sleep. */
static void *run_many(void *argument)
{
    runner *of = (runner *)argument;
    int32_t a[SMALL], sum[SMALL], value;
    const void *const operands[2] = {a, &value};
    pool p;

    for (int32_t i = 0; i < SMALL; ++i) {
        a[i] = 3 * i;
    }
    of->is_right = pool_start(&p, of->threads) == 0;
    if (!of->is_right) {
        return NULL;
    }
    for (value = 0; value < RUNS; ++value) {
        of->is_right = of->is_right && pool_run(&p, of->plan, 2 + (size_t)value % 7, operands, NULL, sum) == BL_OK;
        for (int32_t i = 0; i < SMALL; ++i) {
            of->is_right = of->is_right && sum[i] == a[i] + value;
        }
        if (value % 64 == 0) {
            usleep(1000);
        }
    }
    pool_stop(&p);
    return NULL;
}

static void test_many_runs(void)
{
    const size_t shape = SMALL;
    const bl_array a = {NULL, BL_I32, 1, &shape, NULL};
    const bl_array value = {NULL, BL_I32, 0, NULL, NULL};
    const bl_array *const arrays[2] = {&a, &value};
    bl_plan small;
    runner runners[2] = {{&small, 3, 0}, {&small, 4, 0}};
    pthread_t other;

    is(bl_plan_make(&small, &bl_op_add, arrays, &a, NULL), BL_OK, "a small plan");
    run_many(&runners[0]);
    ok(runners[0].is_right, "%d runs in a row", RUNS);
    runners[0].is_right = 0;
    if (ok(pthread_create(&other, NULL, run_many, &runners[1]) == 0, "another thread")) {
        run_many(&runners[0]);
        pthread_join(other, NULL);
        ok(runners[0].is_right && runners[1].is_right, "two pools at once");
    }
}

/* ---- Starting, stopping, errors ---- */

static void test_lives(void)
{
    int error = 0;
    pool p;

    for (size_t i = 0; i < 100 && error == 0; ++i) {
        error = pool_start(&p, 1 + i % 5);
        if (error == 0) {
            if (i % 20 < 5) {
                usleep(2000); /* its threads have gone to sleep */
            }
            pool_stop(&p);
        }
    }
    ok(error == 0, "pools that run nothing: %s", strerror(error));
    ok(pool_start(&p, 0) == EINVAL, "no pool without threads");
}

static void test_too_many_threads(void)
{
    const char *what = "threads that cannot be had";
    struct rlimit limit, less;
    pool p;
    int error;

    if (IS_SANITIZED || getrlimit(RLIMIT_AS, &limit) != 0) {
        skip(what, "address space cannot be limited");
        return;
    }
    less = limit;
    less.rlim_cur = (rlim_t)1 << 30;
    setrlimit(RLIMIT_AS, &less);
    error = pool_start(&p, 100000);
    setrlimit(RLIMIT_AS, &limit);
    ok(error != 0, "%s: %s", what, strerror(error));
    error = pool_start(&p, 2);
    if (ok(error == 0, "and a pool that can, after that")) {
        pool_stop(&p);
    }
}

static void test_errors(void)
{
    unsigned char *to = out_arena.bytes + 1; /* not a multiple of an element */
    bl_status by_pool, by_openmp;
    pool p;

    if (!ok(prepare(&layouts[0], BL_F32) && pool_start(&p, 2) == 0, "a plan and a pool")) {
        return;
    }
    memcpy(out_arena.bytes, start_arena.bytes, ARENA_BYTES);
    by_pool = pool_run(&p, &plan, 4, data, NULL, to);
    by_openmp = openmp_run(&plan, 4, data, NULL, to);
    is(by_pool, BL_MISALIGNED, "a pool says what bl_plan_check says: %s", bl_status_string(by_pool));
    is(by_openmp, BL_MISALIGNED, "so does openmp_run: %s", bl_status_string(by_openmp));
    ok(memcmp(out_arena.bytes, start_arena.bytes, ARENA_BYTES) == 0, "and nothing is written");
    ok(same_bytes(&p), "what is right runs after that");
    pool_stop(&p);
}

int main(void)
{
    alarm(300); /* ends the test if a thread is never woken */
    make_arenas();
    start_arena = make_arena();
    test_layouts(BL_F32);
    test_layouts(BL_I8);
    for (size_t threads = 2; threads <= 7; ++threads) {
        test_meeting(threads);
    }
    test_many_runs();
    test_lives();
    test_too_many_threads();
    test_errors();
#ifndef _OPENMP
    skip("OpenMP", "the compiler has none");
#endif
    return done_testing();
}
