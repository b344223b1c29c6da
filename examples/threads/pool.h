/* A small pool of POSIX threads that runs plans in parts. To use it elsewhere, copy pool.h and pool.c.
 *
 *     pool p;
 *     int error = pool_start(&p, 4);
 *     bl_status status = pool_run(&p, &plan, bl_plan_parts(&plan, 4), inputs, NULL, out);
 *     pool_stop(&p);
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef POOL_H
#define POOL_H

#include "broadloom.h"

#include <pthread.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Its fields are private. */
typedef struct pool {
    pthread_mutex_t lock;    /* guards everything except the threads */
    pthread_cond_t begun_on; /* signalled when `begun` changes */
    pthread_cond_t ended_on; /* signalled when `ended` changes */
    size_t begun;            /* runs so far; stopping counts as one */
    size_t ended;            /* runs so far whose parts are all done */
    const bl_plan *plan;     /* the present run */
    const void *const *inputs;
    const void *parameters;
    void *out;
    size_t parts;
    size_t claimed; /* parts that some thread runs or has run */
    size_t done;
    int stopping;
    size_t worker_count; /* the threads in addition to the caller of pool_run */
    pthread_t *workers;
} pool;

/** Starts a pool of `threads` threads (at least 1), including the caller of pool_run. Returns 0 or an errno value;
 * after an error there is nothing to stop. */
int pool_start(pool *p, size_t threads);

/** bl_plan_run by all threads: check the pointers, run the plan in `parts` parts (at least 1), wait until all are
 * done. One call at a time: concurrent callers need separate pools or a lock. Allocates nothing. */
bl_status pool_run(pool *p, const bl_plan *plan, size_t parts, const void *const *inputs, const void *parameters,
                   void *out);

/** End the threads. The pool must not be running a plan. */
void pool_stop(pool *p);

#ifdef __cplusplus
}
#endif

#endif
