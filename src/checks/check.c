/* The checks of a plan's pointers: null, alignment, overlap, and divisors if zeros are refused.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "../plans/plan.h"
#include "division.h"

/* ---- Overlap ---- */

/** The bytes that an operand's elements occupy modulo some number of bytes: the first, and how many, in one interval. */
typedef struct residue {
    size_t from;
    size_t bytes;
} residue;

/** Dims along which the operand moves by a multiple of `modulus` bytes change nothing; the others lengthen the interval. */
static residue residue_of(const bl_plan *plan, size_t operand, uintptr_t address, size_t modulus)
{
    const size_t width = bl_operand_width(plan, operand);
    residue of;

    address += (uintptr_t)plan->offset[operand] * width;
    of.bytes = width;
    for (size_t d = 0; d < plan->rank; ++d) {
        const ptrdiff_t stride = plan->dims[d].stride[operand];
        const size_t step = bl_magnitude(stride) * width;

        if (step % modulus != 0) {
            of.bytes += step * (plan->dims[d].extent - 1);
            if (stride < 0) {
                address -= step * (plan->dims[d].extent - 1);
            }
        }
    }
    of.from = (size_t)(address % modulus);
    return of;
}

/** An input of one plan, and the output of the same one or of another. */
typedef struct operand_pair {
    const bl_plan *reader;
    const bl_plan *writer;
    size_t input;
    bl_reach in;
    bl_reach out;
} operand_pair;

static operand_pair pair_of(const bl_plan *reader, size_t input, const void *in, const bl_plan *writer, const void *out)
{
    operand_pair of;

    of.reader = reader;
    of.writer = writer;
    of.input = input;
    of.in = bl_plan_reach(reader, input, in);
    of.out = bl_plan_reach(writer, BL_OUT, out);
    return of;
}

/** Whether the operands' elements never overlap modulo `modulus` bytes: if so, they never overlap at all. */
static int apart_modulo(const operand_pair *of, size_t modulus)
{
    const residue a = residue_of(of->reader, of->input, of->in.at, modulus);
    const residue b = residue_of(of->writer, BL_OUT, of->out.at, modulus);
    const size_t a_to_b = b.from >= a.from ? b.from - a.from : b.from + (modulus - a.from);

    return a.bytes <= a_to_b && b.bytes <= modulus - a_to_b;
}

static size_t greatest_common_divisor(size_t a, size_t b)
{
    while (b != 0) {
        const size_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

/** Whether strides prove that the input and the output share no element although their extents overlap: modulo one of the
 * strides (rows of one buffer), or modulo the common divisor of all strides (columns of one buffer). */
static int is_interleaved(const operand_pair *of)
{
    size_t lattice = 0;

    for (size_t o = 0; o < 2; ++o) {
        const bl_plan *plan = o == 0 ? of->reader : of->writer;
        const size_t operand = o == 0 ? of->input : BL_OUT;

        for (size_t d = 0; d < plan->rank; ++d) {
            const size_t step = bl_magnitude(plan->dims[d].stride[operand]) * bl_operand_width(plan, operand);

            if (step != 0 && apart_modulo(of, step)) {
                return 1;
            }
            lattice = greatest_common_divisor(step, lattice);
        }
    }
    return lattice != 0 && apart_modulo(of, lattice);
}

#if BL_WITH_FRONT_ENDS
bl_status bl_check_apart(const bl_plan *a, const void *const *a_inputs, const void *a_out, const bl_plan *b,
                         const void *const *b_inputs, const void *b_out)
{
    for (size_t i = 1; i <= a->table->arity; ++i) {
        const operand_pair ab = pair_of(a, i, a_inputs[i - 1], b, b_out);
        const operand_pair ba = pair_of(b, i, b_inputs[i - 1], a, a_out);
        const int is_in_place = a_inputs[i - 1] == a_out && bl_has(a->same_strides, i);

        if (!is_in_place && ((!bl_are_apart(ab.in, ab.out) && !is_interleaved(&ab)) ||
                             (!bl_are_apart(ba.in, ba.out) && !is_interleaved(&ba)))) {
            return BL_OVERLAP;
        }
    }
    return BL_OK;
}
#endif

/* ---- All checks ---- */

static bl_status check_pointer(const bl_plan *plan, size_t operand, const void *pointer)
{
    const uintptr_t address = (uintptr_t)pointer;
    const bl_status status = bl_check_pointer(pointer, bl_operand_width(plan, operand));

    if (status == BL_OK && (plan->below[operand] > address ||
                            plan->bytes[operand] - plan->below[operand] > UINTPTR_MAX - address)) {
        return BL_SIZE_OVERFLOW;
    }
    return status;
}

/** The first error of these pointers, in the order of the statuses' checks. */
static bl_status find_trouble(const bl_plan *plan, const void *const *inputs, const void *parameters,
                              const void *out)
{
    const size_t arity = plan->table->arity;
    const unsigned packed = bl_packed_of(plan->table);
    bl_status status = check_pointer(plan, BL_OUT, out);

    for (size_t i = 1; status == BL_OK && i <= arity; ++i) {
        status = check_pointer(plan, i, inputs[i - 1]);
    }
    if (status == BL_OK) {
        status = bl_check_parameters(plan->table, parameters);
    }
    for (size_t i = 1; status == BL_OK && i <= arity; ++i) {
        const operand_pair own = pair_of(plan, i, inputs[i - 1], plan, out);

        const int is_packed = bl_has(packed, i) || bl_has(packed, BL_OUT);

        status = bl_plan_is_apart(plan, i, own.in, own.out) || (!is_packed && is_interleaved(&own)) ? BL_OK : BL_OVERLAP;
    }
#if BL_REFUSES_ZERO
    if (status == BL_OK && plan->refuses_zero && bl_divisor_has_zero(plan, inputs)) {
        status = BL_ZERO_DIVISOR;
    }
#endif
    return status;
}

#if BL_RUNTIME_COMPACT
bl_status bl_plan_check(const bl_plan *plan, const void *const *inputs, const void *parameters, void *out)
#else
bl_status bl_plan_check_slow(const bl_plan *plan, const void *const *inputs, const void *parameters, void *out)
#endif
{
    if (plan == NULL) {
        return BL_NULL_POINTER;
    }
    if (plan->count == 0) {
        return BL_OK;
    }
    if (inputs == NULL) {
        return BL_NULL_POINTER;
    }
    return find_trouble(plan, inputs, parameters, out);
}

#if !BL_RUNTIME_COMPACT
bl_status bl_plan_check(const bl_plan *plan, const void *const *inputs, const void *parameters, void *out)
{
    return bl_is_fine(plan, inputs, parameters, out) ? BL_OK : bl_plan_check_slow(plan, inputs, parameters, out);
}
#endif
