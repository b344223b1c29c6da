/* threads: one plan by 1, 2, 3, … threads, from a pool of POSIX threads or from OpenMP.
 *
 *   threads pool 4
 *
 * Adds a row to each row of a matrix, compares each result with that of bl_plan_run, and prints the times. An example
 * to start from, not a benchmark.
 *
 * Exit status: 0; 1 with a message on standard error; 2 if the command line is wrong.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "openmp.h"
#include "pool.h"

#ifdef _OPENMP
#include <omp.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROWS = 16384,
       COLS = 1024,
       MOST_THREADS = 1024,
       REPEATS = 5,
       EXIT_USAGE = 2 };

static const char usage[] =
    "usage: threads pool|openmp N\n"
    "  adds a row to each row of a matrix by 1 to N threads (N is 1 to 1024)\n";

/* The plan and its arrays. */
typedef struct job {
    bl_plan plan;
    float *matrix, *row, *out, *expected;
} job;

static int fail(const char *what)
{
    fprintf(stderr, "threads: %s\n", what);
    return EXIT_FAILURE;
}

/* ---- The job ---- */

static bl_status plan_job(job *j)
{
    static const size_t shape[2] = {ROWS, COLS};
    const bl_array matrix = {j->matrix, BL_F32, 2, shape, NULL};
    const bl_array row = {j->row, BL_F32, 1, &shape[1], NULL};
    const bl_array out = {j->out, BL_F32, 2, shape, NULL};
    const bl_array *const inputs[] = {&matrix, &row};

    return bl_plan_make(&j->plan, &bl_op_add, inputs, &out, NULL);
}

static void free_job(job *j)
{
    free(j->matrix);
    free(j->row);
    free(j->out);
    free(j->expected);
}

/* 1, or 0 if there is too little memory; call free_job in either case. */
static int allocate_job(job *j)
{
    const size_t count = (size_t)ROWS * COLS;

    j->matrix = malloc(count * sizeof *j->matrix);
    j->row = malloc(COLS * sizeof *j->row);
    j->out = malloc(count * sizeof *j->out);
    j->expected = malloc(count * sizeof *j->expected);
    if (!j->matrix || !j->row || !j->out || !j->expected) {
        return 0;
    }
    for (size_t i = 0; i < count; ++i) {
        j->matrix[i] = (float)(i % 1999);
    }
    for (size_t i = 0; i < COLS; ++i) {
        j->row[i] = (float)i;
    }
    memset(j->out, 0, count * sizeof *j->out); /* so that no run allocates the pages */
    return 1;
}

/* ---- Running it ---- */

static double milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Runs it several times, by the pool or, if that is null, by OpenMP, and prints the best time. Returns 0 or the exit
 * status. */
static int time_parts(pool *p, const job *j, size_t threads)
{
    const size_t count = (size_t)ROWS * COLS;
    const size_t parts = bl_plan_parts(&j->plan, threads);
    const void *const inputs[] = {j->matrix, j->row};
    double best = 0;

    memset(j->out, 0, count * sizeof *j->out);
    for (int i = 0; i < REPEATS; ++i) {
        const double start = milliseconds();
        const bl_status status = p ? pool_run(p, &j->plan, parts, inputs, NULL, j->out)
                                   : openmp_run(&j->plan, parts, inputs, NULL, j->out);
        const double time = milliseconds() - start;

        if (status != BL_OK) {
            return fail(bl_status_string(status));
        }
        best = i == 0 || time < best ? time : best;
    }
    const int is_same = memcmp(j->out, j->expected, count * sizeof *j->out) == 0;
    printf("%7zu %6zu %9.2f   %s\n", threads, parts, best, is_same ? "yes" : "NO");
    return is_same ? EXIT_SUCCESS : fail("the parts do not make up the whole");
}

static int time_pool(const job *j, size_t threads)
{
    pool p;
    const int error = pool_start(&p, threads);

    if (error != 0) {
        return fail(strerror(error));
    }
    const int status = time_parts(&p, j, threads);
    pool_stop(&p);
    return status;
}

static int time_openmp(const job *j, size_t threads)
{
#ifdef _OPENMP
    omp_set_num_threads((int)threads);
    return time_parts(NULL, j, threads);
#else
    (void)j, (void)threads;
    return fail("built without OpenMP");
#endif
}

static int run(job *j, int with_openmp, size_t most_threads)
{
    const void *const inputs[] = {j->matrix, j->row};
    int exit_status = EXIT_SUCCESS;
    bl_status status = plan_job(j);

    if (status == BL_OK) {
        status = bl_plan_run(&j->plan, inputs, NULL, j->expected);
    }
    if (status != BL_OK) {
        return fail(bl_status_string(status));
    }
    printf("[%d, %d] + [%d], f32\nthreads  parts        ms   as bl_plan_run\n", ROWS, COLS, COLS);
    for (size_t threads = 1; threads <= most_threads && exit_status == EXIT_SUCCESS; ++threads) {
        exit_status = with_openmp ? time_openmp(j, threads) : time_pool(j, threads);
    }
    return exit_status;
}

int main(int argc, char **argv)
{
    char *end = NULL;
    const long threads = argc == 3 ? strtol(argv[2], &end, 10) : 0;
    job j;

    if (threads < 1 || threads > MOST_THREADS || argv[2][0] < '0' || argv[2][0] > '9' || *end != '\0' ||
        (strcmp(argv[1], "pool") != 0 && strcmp(argv[1], "openmp") != 0)) {
        fputs(usage, stderr);
        return EXIT_USAGE;
    }
    const int exit_status = allocate_job(&j) ? run(&j, strcmp(argv[1], "openmp") == 0, (size_t)threads)
                                             : fail("out of memory");
    free_job(&j);
    return exit_status;
}
