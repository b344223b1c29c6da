/* Notes on a block's reference: notes.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "prove/notes.h"
#include "prove/sets.h"
#include "second/second.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The hardest ---- */

static uint64_t sign_of_operand(const proof *of, unsigned i)
{
    return i < of->operands && is_float_type(operand_type(of, i)) ? sign_bit(operand_type(of, i)) : 0;
}

static int is_mirrored(const proof *of, const known_result *a, const known_result *b)
{
    return ((a->inputs[0] ^ b->inputs[0]) & ~sign_of_operand(of, 0)) == 0 && ((a->inputs[1] ^ b->inputs[1]) & ~sign_of_operand(of, 1)) == 0 &&
           ((a->result ^ b->result) & ~sign_bit(of->type)) == 0;
}

static void keep(const proof *of, hardest *among, const known_result *one)
{
    unsigned at = among->count;

    if (at == HARD_CASES && one->distance >= among->list[at - 1].distance) {
        return;
    }
    for (unsigned i = 0; i < among->count; ++i) {
        if (is_mirrored(of, &among->list[i], one)) {
            return;
        }
    }
    at -= at == HARD_CASES;
    for (; at > 0 && among->list[at - 1].distance > one->distance; --at) {
        among->list[at] = among->list[at - 1];
    }
    among->list[at] = *one;
    among->count += among->count < HARD_CASES;
}

static int is_far(unsigned type, uint64_t input)
{
    const uint64_t exponent = (input & infinity_bits(type)) >> fraction_of_type(type);

    return (int)exponent - (int)(infinity_bits(type) >> fraction_of_type(type)) / 2 >= -8;
}

static void keep_by_kind(notes *to, const known_result *one)
{
    if (to->of->operands == 1) {
        keep(to->of, &to->all, one);
        if (is_far(to->of->type, one->inputs[0])) {
            keep(to->of, &to->far, one);
        }
    } else if (one->distance == 0) {
        keep(to->of, &to->halfway, one);
    } else {
        keep(to->of, one->distance < ldexp(1, -36) ? &to->all : &to->far, one);
    }
}

void note(void *context, const known_result *one)
{
    notes *to = (notes *)context;

    ++to->decided;
    to->near += one->distance < ldexp(1, NEAR_EXPONENT);
    keep_by_kind(to, one);
}

static int by_inputs(const void *a, const void *b)
{
    const uint64_t *left = ((const known_result *)a)->inputs, *right = ((const known_result *)b)->inputs;

    return left[0] != right[0] ? (left[0] > right[0]) - (left[0] < right[0]) : (left[1] > right[1]) - (left[1] < right[1]);
}

static void add_some(proof *to, const hardest *from, unsigned most)
{
    for (unsigned i = 0; i < from->count && to->hard_count < most; ++i) {
        unsigned k = 0;

        while (k < to->hard_count && memcmp(to->hard[k].inputs, from->list[i].inputs, sizeof to->hard[k].inputs) != 0) {
            ++k;
        }
        if (k == to->hard_count) {
            to->hard[to->hard_count++] = from->list[i];
        }
    }
}

void add_notes(proof *to, const notes *from)
{
    static notes sum;

    sum = *from;
    sum.of = to;
    for (unsigned i = 0; i < to->hard_count; ++i) {
        keep_by_kind(&sum, &to->hard[i]);
    }
    to->hard_count = 0;
    if (to->operands == 1) {
        add_some(to, &sum.all, HARD_CASES / 2);
        add_some(to, &sum.far, HARD_CASES);
        add_some(to, &sum.all, HARD_CASES);
    } else {
        add_some(to, &sum.halfway, HARD_CASES / 4);
        add_some(to, &sum.all, HARD_CASES / 2);
        add_some(to, &sum.far, HARD_CASES);
        add_some(to, &sum.halfway, HARD_CASES);
    }
    qsort(to->hard, to->hard_count, sizeof to->hard[0], by_inputs);
}

/* ---- Edges ---- */

enum { MOST_EACH = 20 };

static unsigned list_edge_inputs(unsigned type, unsigned operands, uint64_t *into)
{
    const uint64_t sign = sign_bit(type);
    unsigned count = 0;

    if (is_float_type(type)) {
        const uint64_t infinity = infinity_bits(type), normal = UINT64_C(1) << fraction_of_type(type), one = infinity / 2 & (0 - normal);
        const uint64_t of_one[] = {0, 1, normal - 1, normal, one, infinity - 1, infinity};
        const uint64_t of_two[] = {0, 1, normal, one - normal, one, one + 3 * normal / 2, infinity - 1, infinity}; /* with 1/2 and 3 */
        const uint64_t *edges = operands == 1 ? of_one : of_two;
        const unsigned edge_count = operands == 1 ? BL_COUNT(of_one) : BL_COUNT(of_two);

        for (unsigned i = 0; i < 2 * edge_count; ++i) {
            into[count++] = edges[i % edge_count] | (i < edge_count ? 0 : sign);
        }
        into[count++] = infinity + 1; /* a signalling NaN */
    } else {
        const uint64_t last = all_ones(bits_of_type(type)), edges[] = {0, 1, 2, 3, sign - 2, sign - 1, sign, sign + 1, last - 2, last - 1, last};

        for (; count < BL_COUNT(edges); ++count) {
            into[count] = edges[count];
        }
    }
    return count;
}

void add_edges(proof *to, const function *of)
{
    uint64_t x[MOST_EACH], y[MOST_EACH] = {0};
    const unsigned x_count = has_edges(to) ? list_edge_inputs(to->type, to->operands, x) : 0;
    const unsigned y_count = to->operands == 1 ? 1 : list_edge_inputs(to->second, 2, y);

    to->edge_count = 0;
    for (unsigned i = 0; i < x_count * y_count; ++i) {
        known_result *into = &to->edges[to->edge_count++];

        into->inputs[0] = x[i / y_count];
        into->inputs[1] = y[i % y_count];
        exact_result(of, to, into);
    }
}
