/* Threads that run parts of a call. The first call of at least two parts starts them; after a fork the child starts its own.
 * Callers in several threads do not wait for each other: while the workers are busy, a call runs its parts itself.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "module.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

#define POLLS 250 /* a thread without work polls this often before it sleeps: 50 to 100 us */
#define MOST_THREADS 256

size_t thread_count = 1;

static struct {
    pthread_mutex_t caller; /* held by the call that the workers work for */
    pthread_mutex_t lock;   /* guards all below */
    pthread_cond_t begins, ends;
    pthread_t workers[MOST_THREADS];
    size_t worker_count;
    size_t begun, ended; /* calls so far */
    int stopping;
    void (*work)(const void *context, size_t part);
    const void *context;
    size_t parts, claimed, done;
    unsigned raised; /* the workers' floating-point exceptions, which belong to the caller */
} pool = {.caller = PTHREAD_MUTEX_INITIALIZER, .lock = PTHREAD_MUTEX_INITIALIZER, .begins = PTHREAD_COND_INITIALIZER, .ends = PTHREAD_COND_INITIALIZER};

static void count(size_t *counter)
{
    __atomic_store_n(counter, *counter + 1, __ATOMIC_RELAXED);
}

/* The caller has the lock, before and after. */
static void wait_until_new(const size_t *counter, size_t old, pthread_cond_t *changed)
{
    if (*counter == old) {
        pthread_mutex_unlock(&pool.lock);
        for (int i = 0; i < POLLS && __atomic_load_n(counter, __ATOMIC_RELAXED) == old; ++i) {
            sched_yield();
        }
        pthread_mutex_lock(&pool.lock);
    }
    while (*counter == old) {
        pthread_cond_wait(changed, &pool.lock);
    }
}

/* The caller has the lock, before and after, but not while a part runs. */
static void claim_parts(void)
{
    while (pool.claimed < pool.parts) {
        const size_t part = pool.claimed++;
        unsigned before, raised;

        pthread_mutex_unlock(&pool.lock);
        before = clear_flags();
        pool.work(pool.context, part);
        raised = raised_flags(before);
        pthread_mutex_lock(&pool.lock);
        pool.raised |= raised;
        if (++pool.done == pool.parts) {
            count(&pool.ended);
            pthread_cond_signal(&pool.ends);
        }
    }
}

static void *worker(void *nothing)
{
    (void)nothing;
    pthread_mutex_lock(&pool.lock);
    while (!pool.stopping) {
        const size_t begun = pool.begun;

        claim_parts();
        wait_until_new(&pool.begun, begun, &pool.begins);
    }
    pthread_mutex_unlock(&pool.lock);
    return NULL;
}

static void stop_workers(void)
{
    pthread_mutex_lock(&pool.lock);
    pool.stopping = 1;
    count(&pool.begun);
    pthread_cond_broadcast(&pool.begins);
    pthread_mutex_unlock(&pool.lock);
    while (pool.worker_count > 0) {
        pthread_join(pool.workers[--pool.worker_count], NULL);
    }
    pool.stopping = 0;
}

int start_threads(size_t threads)
{
    if (threads < 1 || threads > MOST_THREADS) {
        return EINVAL;
    }
    pthread_mutex_lock(&pool.caller);
    stop_workers();
    thread_count = threads;
    pthread_mutex_unlock(&pool.caller);
    return 0;
}

void threads_forked(void)
{
    pthread_mutex_init(&pool.caller, NULL);
    pthread_mutex_init(&pool.lock, NULL);
    pthread_cond_init(&pool.begins, NULL);
    pthread_cond_init(&pool.ends, NULL);
    pool.worker_count = 0;
    pool.stopping = 0;
    pool.parts = pool.claimed = pool.done = 0;
}

void run_parts(void (*work)(const void *context, size_t part), const void *context, size_t parts)
{
    if (parts < 2 || thread_count < 2 || pthread_mutex_trylock(&pool.caller) != 0) {
        for (size_t part = 0; part < parts; ++part) {
            work(context, part);
        }
        return;
    }
    while (pool.worker_count < thread_count - 1 &&
           pthread_create(&pool.workers[pool.worker_count], NULL, worker, NULL) == 0) {
        ++pool.worker_count;
    }
    pthread_mutex_lock(&pool.lock);
    pool.work = work;
    pool.context = context;
    pool.parts = parts;
    pool.claimed = pool.done = 0;
    pool.raised = 0;
    const size_t ended = pool.ended;
    count(&pool.begun);
    pthread_cond_broadcast(&pool.begins);
    claim_parts();
    wait_until_new(&pool.ended, ended, &pool.ends);
    const unsigned raised = pool.raised;
    pthread_mutex_unlock(&pool.lock);
    pthread_mutex_unlock(&pool.caller);
    raise_flags(raised);
}

typedef struct planned {
    const bl_plan *plan;
    const void *const *inputs;
    const void *parameters;
    void *out;
    size_t parts;
} planned;

static void run_part(const void *context, size_t part)
{
    const planned *p = context;

    bl_plan_run_part(p->plan, part, p->parts, p->inputs, p->parameters, p->out);
}

bl_status run_plan(const bl_plan *plan, const void *const *inputs, const void *parameters, void *out)
{
    const size_t parts = thread_count < 2 ? 1 : bl_plan_parts(plan, thread_count);
    const planned p = {plan, inputs, parameters, out, parts};
    bl_status status;

    if (parts < 2) {
        return bl_plan_run(plan, inputs, parameters, out);
    }
    status = bl_plan_check(plan, inputs, parameters, out);
    if (status == BL_OK) {
        run_parts(run_part, &p, parts);
    }
    return status;
}
