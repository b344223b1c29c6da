/* The contract between the woven kernels and the runtime: what a kernel is called with, and how the kernels of one
 * operator and dtype are listed. Woven sources define these tables; the runtime reads them; users of the plan API
 * only name them.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TABLES_H
#define BROADLOOM_TABLES_H

#include "broadloom_profile.h" /* woven: BL_MAX_ARITY, the most inputs that an operator has */

#include <stddef.h>
#include <stdint.h>

/* memcpy, without the header that not every bare compiler has. */
#if defined(__GNUC__)
#define BL_COPY(to, from, bytes) ((void)__builtin_memcpy(to, from, bytes))
#else
#include <string.h>
#define BL_COPY(to, from, bytes) ((void)memcpy(to, from, bytes))
#endif

/** A woven record: the initialiser {…}, in parentheses so that formatters leave its fields in their lines. The comments in
 * front of them are their names. */
#define BL_RECORD(...) \
    {                  \
        __VA_ARGS__    \
    }

#define BL_COUNT(array) (sizeof(array) / sizeof(array)[0])

#ifdef __cplusplus
extern "C" {
#endif

/** What is public. A shared library is compiled with -DBL_SHARED -fvisibility=hidden, and shows this and nothing else; a program
 * that links it needs neither. */
#ifndef BL_API
#if defined(BL_SHARED) && defined(_WIN32)
#define BL_API __declspec(dllexport)
#elif defined(BL_SHARED)
#define BL_API __attribute__((visibility("default")))
#else
#define BL_API
#endif
#endif

/** What an element is. f16 and bf16 are stored in a uint16_t, bool in one byte (0 or 1; any other value read as true),
 * floats of 8 bits in a uint8_t.
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
    BL_F8E4M3FN,
    BL_F8E4M3FNUZ,
    BL_F8E5M2,
    BL_F8E5M2FNUZ,
    BL_DTYPE_COUNT
} bl_dtype;

/** An instruction set: 0 is "whichever is best", the others are the generated BL_ISA_… constants. An instruction set has the
 * same number in every library. Numbers say nothing of rank. */
typedef int bl_isa;
#define BL_ISA_ANY 0
#define BL_ISA_MOST 31 /* no number is higher; those from 24 on are of instruction sets of one's own */

/** Kernels, by what they are called with. Each runs over `rows` x `cols` elements: element (r, c) of the output and of a
 * contiguous input is at base + r * stride + c, that of a held input (one value per row) at base + r * stride. `row` has
 * the strides by operand, the output's first, in elements of the operand's own dtype; they may be zero or negative. Of a
 * single row it is not looked at, and may be NULL. rows >= 1 and cols >= the variant's `contract`. `out` may be exactly a
 * contiguous input of the same width with the same stride; otherwise it must not meet any input. */
typedef void bl_kernel_1(size_t cols, const void *a, void *out, size_t rows, const ptrdiff_t *row);
typedef void bl_kernel_2(size_t cols, const void *a, const void *b, void *out, size_t rows, const ptrdiff_t *row);
typedef void bl_kernel_3(size_t cols, const void *a, const void *b, const void *c, void *out, size_t rows,
                         const ptrdiff_t *row);

/** More than three inputs: an array of pointers. */
typedef void bl_kernel_n(size_t cols, const void *const *inputs, void *out, size_t rows, const ptrdiff_t *row);

/** Any number of inputs, of an operator that has parameters: the struct that is woven for its table. */
typedef void bl_kernel_p(size_t cols, const void *const *inputs, const void *parameters, void *out, size_t rows,
                         const ptrdiff_t *row);

/** One row of results, written past the caches by non-temporal stores. `out` is aligned to a cache line, cols is a multiple of
 * 64, and `out` overlaps no input. The variant's fence comes after the last row: other threads see all that was written before
 * they see what follows. */
typedef void bl_stream_kernel(size_t cols, void *out, const void *const *inputs);
typedef void bl_stream_kernel_p(size_t cols, void *out, const void *const *inputs, const void *parameters);

/** Any of the above; cast it back to the type that the table's `call` says before calling it. */
typedef void (*bl_kernel)(void);

/** What a table's kernels are called with. */
enum {
    BL_CALL_1 = 1, /* bl_kernel_1 and so on: as many as there are inputs */
    BL_CALL_2,
    BL_CALL_3,
    BL_CALL_N,
    BL_CALL_P
};

/** The kernels of one operator, dtype and ISA. */
typedef struct bl_variant {
    bl_isa isa;
    size_t contract;           /* the fewest columns that these kernels may be given */
    uint16_t step;             /* elements that they compute at once, a power of two; of registers as long as the
                                * processor likes, as many as is usual */
    uint16_t instructions;     /* of a step where all inputs are contiguous */
    const bl_kernel *patterns; /* 1 << arity of them, by the set of held inputs: bit i stands for the kernel's input i.
                                * Never NULL where no input is held. NULL where all are, where the operator commutes
                                * for "only input 0 held" (exchange the inputs instead), and where an operator of three
                                * inputs or more has no kernel of its own (repeat the value instead) */
    const bl_kernel *streams;  /* the same, each a bl_stream_kernel, or
                                * bl_stream_kernel_p. NULL, as each of them may be, where there are none. Behind them,
                                * at 1 << arity, is the fence, which takes nothing */
} bl_variant;

/** A parameter: a field of the struct that is woven for an operator at its dtypes. */
typedef struct bl_parameter {
    const char *name;
    uint8_t dtype;    /* bl_dtype */
    uint16_t offset;  /* bytes from the struct's start */
    uint64_t initial; /* its default: the element's bits, as an unsigned integer of its width */
} bl_parameter;

#if BL_WITH_DIVISION
/** Beside a divisor: the result is the remainder of that division, which is 0 for the least integer over -1. */
#define BL_IS_REMAINDER 0x80
#endif

/** One operator at one choice of dtypes. */
typedef struct bl_table {
    const char *op;
    const bl_variant *variants;     /* best ISA first; the last one is scalar, with contract = 1 and every pattern that
                                     * any of them has */
    const bl_parameter *parameters; /* NULL where there are none */
    uint8_t arity;                  /* inputs */
    uint8_t call;                   /* BL_CALL_… */
    uint8_t commutes;               /* binary: f(a, b) = f(b, a) bit for bit */
    uint8_t exchanged;              /* binary: the kernels are another operator's, and take b, a */
    uint8_t divisor;                /* 0, or the operand that integers are divided by: 1 + the input's index; the highest
                                     * bit is set where the result is the remainder */
    uint8_t variant_count;
    uint8_t parameter_count;
    uint8_t parameters_align;         /* bytes; 1 where there are none */
    uint16_t parameters_size;         /* bytes; 0 where there are none */
    uint16_t held_cost;               /* weighted instructions that a pattern spends at most once per row on what it holds:
                                       * with fewer columns, repeating the value and running contiguously is cheaper */
    uint8_t width;                    /* bytes of the widest operand's element */
    uint8_t dtypes[BL_MAX_ARITY + 1]; /* by operand: 0 is the output, i + 1 the operator's input i */
    uint8_t shifts[BL_MAX_ARITY + 1]; /* likewise: an element has 1 << shift bytes */
} bl_table;

/** Of a table without parameters: parameter_count, parameters_align, parameters_size. */
#define BL_NO_PARAMETERS 0, 1, 0

/** The most type variables that an operator has. */
#define BL_MAX_VARIABLES 3

/** One operator over all dtypes. */
typedef struct bl_op {
    const char *name;
    const char *says; /* its meaning in a line */
    uint8_t arity;
    uint8_t variable_count;             /* type variables, 1 to BL_MAX_VARIABLES: T, U, V */
    uint8_t typed_by[BL_MAX_VARIABLES]; /* the operand whose dtype each of them is: 0 the output, i + 1 input i */
    uint16_t first[BL_DTYPE_COUNT + 1]; /* tables[first[t]] up to tables[first[t + 1] - 1] are those with T = t; they
                                         * differ in U and V */
    const bl_table *const *tables;
} bl_op;

#if BL_WITH_FOLDS
/** An operator of one input or more, each of a shape and at a dtype T: step(…step(step(x0, x1), x2)…), and then the
 * finish where there is one. */
typedef struct bl_fold {
    const char *name;
    const char *says;
    const bl_op *step;   /* binary, T and T to T, without parameters */
    const bl_op *finish; /* NULL; or unary, T to T, with one parameter: `n`, the number of inputs, a u32 */
} bl_fold;
#endif

#if BL_DETECT_CPU

/** Who tells at run time whether the processor has a feature. */
typedef enum bl_told_by {
    BL_TOLD_BY_NOBODY, /* it is there where the compiler's flags promise it */
    BL_TOLD_BY_CPUID,  /* of x86 */
    BL_TOLD_BY_HWCAP,  /* a bit of Linux's auxiliary vector */
    BL_TOLD_BY_HWCAP2,
    BL_TOLD_BY_HWPROBE /* a bit of the base behaviours that Linux's riscv_hwprobe gives */
} bl_told_by;

/** A processor feature. */
typedef struct bl_cpu_feature {
    uint8_t told_by; /* a bl_told_by */
    uint8_t reg;     /* CPUID's: 0 eax, 1 ebx, 2 ecx, 3 edx */
    uint8_t bit;
    uint8_t xcr0;           /* CPUID: bits that XCR0 must have, for the system saves these registers */
    uint32_t leaf, subleaf; /* CPUID's */
} bl_cpu_feature;

#endif

/** An instruction set as the library was built. */
typedef struct bl_isa_record {
    const char *name;
    uint8_t isa;   /* its number, 1 to BL_ISA_MOST */
    uint8_t built; /* its kernels are in this library */
#if BL_DETECT_CPU
    uint8_t promised;      /* the compiler's own flags already assume it: no detection needed */
    uint8_t feature_count; /* all of these must be present */
    const bl_cpu_feature *features;
#endif
} bl_isa_record;

/** BL_ISA_COUNT of them, by rising rank. */
BL_API extern const bl_isa_record bl_isa_records[];
BL_API extern const size_t bl_isa_record_count;

#if !BL_DETECT_CPU
/** Those that the compiler's flags promise: bit isa, and bit 0. */
BL_API extern const uint32_t bl_isas_promised;
#endif

#if !BL_RUNTIME_COMPACT

/** What an instruction set's vectors do for moving elements of `width` bytes: 1, 2, 4 or 8. The moves of lower instruction
 * sets, and then plain C, do what a function leaves undone, and all where it is NULL. Strides count elements. */
typedef struct bl_moves {
    bl_isa isa;

    /** Each of `count` groups of `group` values, all of them contiguous, `copies` times. Returns how many groups are done.
     * May write up to BL_MOVES_SLACK bytes behind the last one. */
    size_t (*repeat)(size_t width, size_t group, size_t copies, size_t count, const void *from, void *to);

    /** to[i] = from[i * step]. May read the elements between. Returns 0, with nothing done, for a step that there are no
     * shuffles for, and of too few elements. */
    int (*gather)(size_t width, size_t count, const void *from, ptrdiff_t step, void *to);

    /** to[i * step] = from[i]. What lies between is not written. Returns 0 as gather does. */
    int (*scatter)(size_t width, size_t count, const void *from, void *to, ptrdiff_t step);

    /** to[j * to_row + i] = from[i * from_row + j] for i < rows, j < cols. Returns 0, with nothing done, where one of them
     * is too small, or rows are few and do not lie dense in the target. */
    int (*transpose)(size_t width, size_t rows, size_t cols, const void *from, ptrdiff_t from_row, void *to,
                     ptrdiff_t to_row);

    /** Lower *least to the least of from[i] + 1, modulo 2^n, as an unsigned number: 0 where some element is -1, else 1 where some
     * is 0. Returns how many elements are done. */
    size_t (*least)(size_t width, size_t count, const void *from, uint64_t *least);
} bl_moves;

#define BL_MOVES_SLACK 64

/** Of the instruction sets that have any, the best one first; NULL behind them. */
BL_API extern const bl_moves *const bl_isa_moves[];

#endif

/** Every operator, in the catalogue's order: for callers who choose at run time. Linking it links every kernel. */
BL_API extern const bl_op *const bl_all_ops[];
BL_API extern const size_t bl_all_op_count;

#if BL_WITH_FOLDS
/** Likewise every fold. */
BL_API extern const bl_fold *const bl_all_folds[];
BL_API extern const size_t bl_all_fold_count;
#endif

#ifdef __cplusplus
}
#endif

#endif
