/* Not a peer but the machine's limit: the time that as many bytes take, in as many streams, for the C library or the
 * simplest loop. Inputs that are much smaller than the output stay in the cache and do not count; but where the only one that
 * is not broadcast has a narrower type, the bytes of all are copied.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "bench.h"

#include <stdlib.h>
#include <string.h>

typedef struct streams {
    const void *inputs[2];
    void *out;
    size_t bytes; /* of each stream */
} streams;

static void fill(void *state)
{
    const streams *s = state;
    memset(s->out, 1, s->bytes);
}

static void copy(void *state)
{
    const streams *s = state;
    memcpy(s->out, s->inputs[0], s->bytes);
}

static void combine(void *state)
{
    typedef uint8_t wide __attribute__((vector_size(64), aligned(1), may_alias));
    const streams *s = state;
    const wide *a = s->inputs[0], *b = s->inputs[1];
    wide *out = s->out;
    const size_t count = s->bytes / sizeof *out;
    for (size_t i = 0; i < count; ++i)
        out[i] = a[i] ^ b[i];
}

static const char *prepare(const bench_case *c, const void *const *inputs, void *out, bench_call *call)
{
    static void (*const runs[])(void *) = {fill, copy, combine};
    streams *s = calloc(1, sizeof *s);
    if (!s)
        return "no memory";
    const size_t out_bytes = bench_bytes(&c->out);
    size_t count = 0, total = out_bytes;
    for (size_t i = 0; i < c->arity && count < 2; ++i) {
        const bench_array *in = &c->inputs[i];
        if (bench_bytes(in) >= out_bytes / 2) {
            s->inputs[count++] = bench_start(in, inputs[i]);
            total += bench_bytes(in);
        }
    }
    if (count == 0 && bench_count(&c->inputs[0]) == bench_count(&c->out)) {
        s->inputs[count++] = bench_start(&c->inputs[0], inputs[0]);
        total = bench_case_bytes(c);
    }
    s->out = out;
    s->bytes = total / (count + 1);
    s->inputs[1] = count == 1 ? s->inputs[0] : s->inputs[1];
    *call = (bench_call){runs[count == 1 && s->inputs[0] == out ? 2 : count], s}; /* an operand is not copied to itself */
    return NULL;
}

static const char *version(void)
{
    return "memset, memcpy or a ^ b";
}

const bench_peer bench_limit = {"limit", "", version, prepare, free};
