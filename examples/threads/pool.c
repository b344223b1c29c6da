/* A small pool of POSIX threads that runs plans in parts.
 *
 * Threads claim parts one by one under a lock, which costs 0.1 us per part. So a late thread delays nothing: the others do
 * its work. Threads without work poll for a while before they sleep, because runs often follow
 * each other closely (the nodes of a graph) and waking a thread takes 25 to 50 us on a virtual machine.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "pool.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define POLLS 250 /* with sched_yield in between: 50 to 100 us */

/** Counters change under the lock, but are polled without it. */
static void increment(size_t *counter)
{
    __atomic_store_n(counter, *counter + 1, __ATOMIC_RELAXED);
}

/** Wait until the counter is not `old`; the caller has the lock before and after. */
static void wait_for_change(pool *p, const size_t *counter, size_t old, pthread_cond_t *changed)
{
    if (*counter == old) {
        pthread_mutex_unlock(&p->lock);
        for (int i = 0; i < POLLS && __atomic_load_n(counter, __ATOMIC_RELAXED) == old; ++i) {
            sched_yield();
        }
        pthread_mutex_lock(&p->lock);
    }
    while (*counter == old) {
        pthread_cond_wait(changed, &p->lock);
    }
}

/** Claim parts and run them until none is left. The caller has the lock before and after, but not while a part runs. */
static void run_parts(pool *p)
{
    while (p->claimed < p->parts) {
        const size_t part = p->claimed++;

        pthread_mutex_unlock(&p->lock);
        bl_plan_run_part(p->plan, part, p->parts, p->inputs, p->parameters, p->out); /* these do not change until it is done */
        pthread_mutex_lock(&p->lock);
        if (++p->done == p->parts) {
            increment(&p->ended);
            pthread_cond_signal(&p->ended_on);
        }
    }
}

static void *work(void *argument)
{
    pool *p = (pool *)argument;

    pthread_mutex_lock(&p->lock);
    while (!p->stopping) {
        const size_t begun = p->begun;

        run_parts(p);
        wait_for_change(p, &p->begun, begun, &p->begun_on);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

int pool_start(pool *p, size_t threads)
{
    int error;

    if (threads < 1) {
        return EINVAL;
    }
    memset(p, 0, sizeof *p);
    p->workers = (pthread_t *)calloc(threads, sizeof *p->workers);
    if (p->workers == NULL) {
        return ENOMEM;
    }
    error = pthread_mutex_init(&p->lock, NULL);
    if (error != 0) {
        goto no_lock;
    }
    error = pthread_cond_init(&p->begun_on, NULL);
    if (error != 0) {
        goto no_begun_on;
    }
    error = pthread_cond_init(&p->ended_on, NULL);
    if (error != 0) {
        goto no_ended_on;
    }
    while (p->worker_count < threads - 1) {
        error = pthread_create(&p->workers[p->worker_count], NULL, work, p);
        if (error != 0) {
            pool_stop(p);
            return error;
        }
        ++p->worker_count;
    }
    return 0;

no_ended_on:
    pthread_cond_destroy(&p->begun_on);
no_begun_on:
    pthread_mutex_destroy(&p->lock);
no_lock:
    free(p->workers);
    return error;
}

bl_status pool_run(pool *p, const bl_plan *plan, size_t parts, const void *const *inputs, const void *parameters,
                   void *out)
{
    bl_status status;
    size_t ended;

    if (parts <= 1) {
        return bl_plan_run(plan, inputs, parameters, out); /* wakes nobody */
    }
    status = bl_plan_check(plan, inputs, parameters, out);
    if (status != BL_OK) {
        return status;
    }
    pthread_mutex_lock(&p->lock);
    p->plan = plan;
    p->inputs = inputs;
    p->parameters = parameters;
    p->out = out;
    p->parts = parts;
    p->claimed = 0;
    p->done = 0;
    ended = p->ended;
    increment(&p->begun);
    for (size_t i = 1; i < parts && i <= p->worker_count; ++i) { /* no more threads than there are parts for */
        pthread_cond_signal(&p->begun_on);
    }
    run_parts(p);
    wait_for_change(p, &p->ended, ended, &p->ended_on);
    pthread_mutex_unlock(&p->lock);
    return BL_OK;
}

void pool_stop(pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->stopping = 1;
    increment(&p->begun);
    pthread_cond_broadcast(&p->begun_on);
    pthread_mutex_unlock(&p->lock);
    for (size_t i = 0; i < p->worker_count; ++i) {
        pthread_join(p->workers[i], NULL);
    }
    pthread_cond_destroy(&p->ended_on);
    pthread_cond_destroy(&p->begun_on);
    pthread_mutex_destroy(&p->lock);
    free(p->workers);
}
