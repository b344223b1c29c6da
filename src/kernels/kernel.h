/* Finding and calling a kernel; the kernels are in generated/.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_KERNEL_H
#define BL_KERNEL_H

#include "broadloom.h"

#if defined(__GNUC__)
#define BL_ALWAYS_INLINE static inline __attribute__((always_inline))
#define BL_APART static __attribute__((noinline)) /* its stack is free when it returns */
#else
#define BL_ALWAYS_INLINE static inline
#define BL_APART static
#endif

/* Operands are numbered as in the tables: 0 is the output, and i + 1 is input i. Loops over operands visit only the operator's
 * operands, because the other slots are unset. */
#define BL_OUT 0
#define BL_OPERANDS (BL_MAX_ARITY + 1)

#define BL_LINE_BYTES 64 /* a cache line */

/* Whether a kernel is called in that way. Ways that no kernel needs leave no code, and a single way needs no test. */
#define BL_HAS_CALL(way) ((BL_CALLS >> (way)&1) != 0)
#define BL_IS_CALL(call, way) (BL_HAS_CALL(way) && (BL_CALLS == 1u << (way) || (call) == (way)))

/* Firmware links one or two callers of kernels, which are smallest without an intermediate call; other programs link many. */
#if BL_RUNTIME_COMPACT
#define BL_CALL_INLINE BL_ALWAYS_INLINE
#else
#define BL_CALL_INLINE static inline
#endif

/** Call a kernel in its table's way (BL_CALL_…; if that is a constant, one of these calls remains). Inputs are in the
 * caller's order, which is also the kernel's unless `swapped`; `row` has the output's stride first, and is not read if
 * there is one row. */
BL_CALL_INLINE void bl_call_kernel(unsigned call, unsigned swapped, bl_kernel kernel, size_t rows, size_t cols,
                                   const void *const *inputs, const void *parameters, void *out, const ptrdiff_t *row)
{
#if BL_MAX_ARITY >= 2
    const void *exchanged[2];
    ptrdiff_t exchanged_row[3];

    if (swapped) {
        exchanged[0] = inputs[1];
        exchanged[1] = inputs[0];
        inputs = exchanged;
        if (rows > 1) {
            exchanged_row[0] = row[0];
            exchanged_row[1] = row[2];
            exchanged_row[2] = row[1];
            row = exchanged_row;
        }
    }
#else
    (void)swapped;
#endif
    if (BL_IS_CALL(call, BL_CALL_1)) {
        ((bl_kernel_1 *)kernel)(cols, inputs[0], out, rows, row);
#if BL_MAX_ARITY >= 2
    } else if (BL_IS_CALL(call, BL_CALL_2)) {
        ((bl_kernel_2 *)kernel)(cols, inputs[0], inputs[1], out, rows, row);
#endif
#if BL_MAX_ARITY >= 3
    } else if (BL_IS_CALL(call, BL_CALL_3)) {
        ((bl_kernel_3 *)kernel)(cols, inputs[0], inputs[1], inputs[2], out, rows, row);
#endif
    } else if (BL_IS_CALL(call, BL_CALL_N)) {
        ((bl_kernel_n *)kernel)(cols, inputs, out, rows, row);
    } else if (BL_HAS_CALL(BL_CALL_P)) {
        ((bl_kernel_p *)kernel)(cols, inputs, parameters, out, rows, row);
    } else {
        (void)parameters; /* the only remaining way */
    }
}

/** Whether a set of operands contains this one. */
static inline int bl_has(unsigned set, size_t operand)
{
    return (set >> operand & 1) != 0;
}

static inline size_t bl_smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/** The index among a variant's kernels for a set of held operands (bit 0: the output, which is never held). */
static inline unsigned bl_pattern(unsigned held, unsigned swapped)
{
    const unsigned inputs = held >> 1;

    return swapped ? (inputs & 1) << 1 | inputs >> 1 : inputs;
}

/** Whether a variant is usable (`isas`: bit isa) and takes rows of `cols` elements. Searches end with a table's last variant, scalar:
 * both are always true for it, and it has every pattern. */
static inline int bl_would_do(const bl_variant *variant, uint32_t isas, size_t cols)
{
    return BL_ISA_COUNT == 1 || ((isas >> variant->isa & 1) != 0 && variant->contract <= cols);
}

/** The best kernel of these instruction sets, from the table's given variant down, that takes rows of `cols` elements. */
static inline bl_kernel bl_kernel_for(const bl_table *table, size_t variant, uint32_t isas, unsigned pattern,
                                      size_t cols)
{
    const bl_variant *best = &table->variants[variant];

    while (BL_ISA_COUNT > 1 && (!bl_would_do(best, isas, cols) || best->patterns[pattern] == NULL)) {
        ++best;
    }
    return best->patterns[pattern];
}

/** Whether an address is a multiple of 1 << shift. */
static inline int bl_is_aligned(uintptr_t address, unsigned shift)
{
    return (address & (((uintptr_t)1 << shift) - 1)) == 0;
}

/* The ABI's alignment of addresses, which may be less than an element's width: i386 aligns doubles to 4, AVR aligns
 * nothing. */
typedef struct bl_widest {
    double number;
    uint64_t bits;
} bl_widest;

typedef struct bl_behind_byte {
    uint8_t byte;
    bl_widest widest;
} bl_behind_byte;

#define BL_MOST_ALIGN offsetof(bl_behind_byte, widest)

/** The bits of addresses, joined by |, that must be 0 for values of that width, or structs of that alignment. */
static inline uintptr_t bl_unplaced(uintptr_t addresses, size_t width)
{
    return addresses & ((BL_MOST_ALIGN >= 8 || width < BL_MOST_ALIGN ? width : BL_MOST_ALIGN) - 1);
}

/** Whether they are sufficiently aligned for these. */
static inline int bl_are_placed(uintptr_t addresses, size_t width)
{
    return bl_unplaced(addresses, width) == 0;
}

/* ---- The operands' places ---- */

/** The errors of a single pointer to such a value: BL_NULL_POINTER, BL_MISALIGNED. */
static inline bl_status bl_check_pointer(const void *pointer, size_t width)
{
    if (pointer == NULL) {
        return BL_NULL_POINTER;
    }
    return bl_are_placed((uintptr_t)pointer, width) ? BL_OK : BL_MISALIGNED;
}

/** The same for a table's parameters, if it has any. */
static inline bl_status bl_check_parameters(const bl_table *table, const void *parameters)
{
    return BL_HAS_CALL(BL_CALL_P) && table->parameter_count > 0 ? bl_check_pointer(parameters, table->parameters_align) : BL_OK;
}

/** An operand's place. */
typedef struct bl_reach {
    uintptr_t at;  /* its pointer */
    uintptr_t low; /* its lowest byte … */
    size_t bytes;  /* … and the number of bytes from there on, at least 1 */
} bl_reach;

/** The place of an operand that begins some bytes below its pointer. */
BL_ALWAYS_INLINE bl_reach bl_reach_of(const void *pointer, size_t below, size_t bytes)
{
    bl_reach reach;

    reach.at = (uintptr_t)pointer;
    reach.low = reach.at - below;
    reach.bytes = bytes;
    return reach;
}

/** Whether two operands share no byte; neither may wrap around the end of memory. An input that shares bytes with the output may
 * still be in place: then each of its elements has the address of the output's element. */
BL_ALWAYS_INLINE int bl_are_apart(bl_reach a, bl_reach b)
{
    return a.low - b.low + a.bytes - 1 >= a.bytes + b.bytes - 1;
}

#if !BL_RUNTIME_COMPACT

/** Two operands as one, only for bl_is_placed. */
BL_ALWAYS_INLINE bl_reach bl_joined(bl_reach a, bl_reach b)
{
    a.at |= b.at;                            /* the lesser alignment of both */
    a.low = ((a.low - 1) | (b.low - 1)) + 1; /* 0 if either is, otherwise at least the higher of both */
    return a;
}

/** Whether an operand, and all that were joined to it, have the alignment for elements of `width` bytes, are not null, and do not wrap
 * around the end of memory. None of them has more than `most_bytes`. If this or bl_are_apart returns false, a slow function searches for
 * the error; there may be none. */
BL_ALWAYS_INLINE int bl_is_placed(bl_reach reach, size_t width, size_t most_bytes)
{
    return reach.low - 1 < ~(uintptr_t)most_bytes && bl_are_placed(reach.at, width);
}

#endif

#endif
