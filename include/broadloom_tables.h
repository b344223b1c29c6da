/* The contract between the woven kernels and the runtime: what a kernel is called with, and how the kernels of one
 * operator and dtype are listed. Woven sources define these tables; the runtime reads them; users of the plan API
 * only name them.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TABLES_H
#define BROADLOOM_TABLES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The most inputs that an operator may have. */
#define BL_MAX_ARITY 3

/** What an element is. f16 and bf16 are stored in a uint16_t, bool in one byte (0 or 1; any other value read as true).
 */
typedef enum bl_dtype {
    BL_F32,
    BL_F64,
    BL_F16,
    BL_BF16,
    BL_I8,
    BL_I16,
    BL_I32,
    BL_I64,
    BL_U8,
    BL_U16,
    BL_U32,
    BL_U64,
    BL_BOOL,
    BL_DTYPE_COUNT
} bl_dtype;

/** An instruction set: 0 is "whichever is best", the others are the woven BL_ISA_… constants, in order of rank. */
typedef int bl_isa;
#define BL_ISA_ANY 0

/** Kernels, by number of inputs. Each runs over `rows` x `cols` elements: element (r, c) of a contiguous operand is at
 * base + r * row + c, that of a held operand (one value a row) at base + r * row. Strides count elements of the
 * operand's own dtype and may be zero or negative. rows >= 1 and cols >= the variant's `lanes`. `out` may be exactly a
 * contiguous input of the same width with the same row stride; otherwise it must not meet any input. */
typedef void bl_kernel_1(size_t rows, size_t cols, const void *a, ptrdiff_t a_row, void *out, ptrdiff_t out_row);
typedef void bl_kernel_2(size_t rows, size_t cols, const void *a, ptrdiff_t a_row, const void *b, ptrdiff_t b_row,
                         void *out, ptrdiff_t out_row);
typedef void bl_kernel_3(size_t rows, size_t cols, const void *a, ptrdiff_t a_row, const void *b, ptrdiff_t b_row,
                         const void *c, ptrdiff_t c_row, void *out, ptrdiff_t out_row);

/** Any of the above; cast it back to the type that the table's arity says before calling it. */
typedef void (*bl_kernel)(void);

/** The kernels of one operator, dtype and ISA. */
typedef struct bl_variant {
    bl_isa isa;
    size_t lanes;              /* the fewest columns that these kernels may be given */
    const bl_kernel *patterns; /* 1 << arity of them, by the set of held inputs: bit i stands for input i. Never NULL
                                * where no input is held; NULL where all are, and where the operator commutes for
                                * "only input 0 held" (swap the inputs instead) */
    const bl_kernel *streams;  /* the same, for results that go past the caches: `out` and its rows lie on cache lines and
                                * cols is a multiple of 64. NULL, as each of them may be, where there are none */
} bl_variant;

/** One operator at one dtype. */
typedef struct bl_table {
    const char *op;
    uint8_t arity;
    uint8_t commutes; /* binary: f(a, b) = f(b, a) bit for bit */
    uint8_t divisor;  /* 0, or 1 + the input that must not hold a zero if zeros are to be refused (integers) */
    uint8_t variant_count;
    uint8_t inputs[BL_MAX_ARITY]; /* bl_dtype of each input */
    uint8_t output;               /* bl_dtype */
    uint16_t held_cols;           /* the fewest columns from which a pattern with a held input pays for what it prepares
                                   * once a row; below it, repeating the held value and running contiguously is cheaper.
                                   * 0 where it always pays */
    const bl_variant *variants;   /* best ISA first; the last one is scalar, with lanes = 1 */
} bl_table;

/** One operator over all dtypes. */
typedef struct bl_op {
    const char *name;
    const char *says; /* its meaning in a line */
    uint8_t arity;
    uint8_t typed_by;              /* the input whose dtype selects the table (select: 1, for 0 is the condition) */
    const bl_table *const *tables; /* BL_DTYPE_COUNT of them, by dtype; NULL where the operator has no such dtype */
} bl_op;

/** A processor feature: where CPUID tells of it and which register state the system must save (x86), or which bit of
 * Linux's auxiliary vector stands for it. */
typedef struct bl_cpu_feature {
    uint32_t leaf, subleaf;
    uint8_t reg;   /* 0 eax, 1 ebx, 2 ecx, 3 edx */
    uint8_t bit;   /* of that register, or of the vector's entry */
    uint8_t xcr0;  /* bits that XCR0 must have */
    uint8_t hwcap; /* the entry's type, 16 (AT_HWCAP) or 26 (AT_HWCAP2); 0: CPUID tells */
} bl_cpu_feature;

/** An instruction set as the library was built. `bl_isa_rows[isa - 1]`, by rising rank. */
typedef struct bl_isa_row {
    const char *name;
    uint8_t built;         /* its kernels are in this library */
    uint8_t promised;      /* the compiler's own flags already assume it: no detection needed */
    uint8_t feature_count; /* all of these must be present */
    const bl_cpu_feature *features;
} bl_isa_row;

extern const bl_isa_row bl_isa_rows[];
extern const size_t bl_isa_row_count;

/** What an instruction set's vectors do for moving elements of `width` bytes: 1, 2, 4 or 8. What they leave undone plain
 * C does; strides count elements. */
typedef struct bl_moves {
    /** Each of `count` contiguous values `copies` times. Returns how many values are done. May write up to
     * BL_MOVES_SLACK bytes behind the last one. */
    size_t (*repeat)(size_t width, size_t copies, size_t count, const void *from, void *to);

    /** to[i] = from[i * step]. May read the elements between. Returns how many elements are done: 0 for a step that
     * there are no shuffles for. */
    size_t (*gather)(size_t width, size_t count, const void *from, ptrdiff_t step, void *to);

    /** to[j * to_row + i] = from[i * from_row + j] for i < rows, j < cols. Returns 0, with nothing done, where one of them
     * is too small. */
    int (*transpose)(size_t width, size_t rows, size_t cols, const void *from, ptrdiff_t from_row, void *to,
                     ptrdiff_t to_row);
} bl_moves;

#define BL_MOVES_SLACK 64

/** By instruction set, as in bl_isa_rows; NULL where there are none. */
extern const bl_moves *const bl_isa_moves[];

/** Every operator, in the catalogue's order: for callers who choose at run time. Linking it links every kernel. */
extern const bl_op *const bl_all_ops[];
extern const size_t bl_all_op_count;

#ifdef __cplusplus
}
#endif

#endif
