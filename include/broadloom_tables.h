/* The interface between the generated kernels and the runtime: the arguments of a kernel, and the tables that list
 * the kernels of an operator at its dtypes. Generated sources define these tables, the runtime reads them, and users
 * of the plan API only name them.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TABLES_H
#define BROADLOOM_TABLES_H

#include "broadloom_profile.h" /* generated: BL_MAX_ARITY, the largest number of inputs of an operator */

#include <stddef.h>
#include <stdint.h>

/* memcpy, without its header, which some bare-metal compilers lack. */
#if defined(__GNUC__)
#define BL_COPY(to, from, bytes) ((void)__builtin_memcpy(to, from, bytes))
#else
#include <string.h>
#define BL_COPY(to, from, bytes) ((void)memcpy(to, from, bytes))
#endif

/** A generated record: the initialiser {…}, as a macro call so that formatters do not move its fields to other lines.
 * The comments before the fields are their names. */
#define BL_RECORD(...) \
    {                  \
        __VA_ARGS__    \
    }

#define BL_COUNT(array) (sizeof(array) / sizeof(array)[0])

#ifdef __cplusplus
extern "C" {
#endif

/** Marks public declarations. A shared library is compiled with -DBL_SHARED -fvisibility=hidden and exports only
 * these; programs that link it need neither flag. */
#ifndef BL_API
#if defined(BL_SHARED) && defined(_WIN32)
#define BL_API __declspec(dllexport)
#elif defined(BL_SHARED)
#define BL_API __attribute__((visibility("default")))
#else
#define BL_API
#endif
#endif

/** The type of an element. f16 and bf16 are stored in a uint16_t, bool in one byte (0 or 1; any other value is read as true),
 * 8-bit floats in a uint8_t. Numbers of fewer than 8 bits are packed: a byte has several elements, the first in its low bits. Unused bits
 * of an array's last byte are 0 when Broadloom has written it, and have no effect when it reads it.
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
    BL_I4, /* two's complement */
    BL_U4,
    BL_I2, /* two's complement */
    BL_U2,
    BL_F8E8M0, /* powers of two: without a sign, without zero */
    BL_F4E2M1,
    BL_F6E2M3,
    BL_F6E3M2,
    BL_DTYPE_COUNT
} bl_dtype;

/** An instruction set: 0 means the best available one, the others are the generated BL_ISA_… constants. An
 * instruction set has the same number in every library. Numbers do not imply a rank. */
typedef int bl_isa;
#define BL_ISA_ANY 0
#define BL_ISA_MOST 31 /* the highest number; those from 24 on are for private instruction sets */

/** Kernels, by their arguments. Each runs over `rows` x `cols` elements: element (r, c) of the output and of a
 * contiguous input is at base + r * stride + c, that of a held input (one value per row) at base + r * stride. `row`
 * contains the operands' strides, the output's first, in elements of the operand's dtype; they may be zero or
 * negative. For a single row it is not read, and may be NULL. rows >= 1 and cols >= the variant's `contract`. `out`
 * may be the same as a contiguous input of the same width with the same stride; otherwise it must not overlap any
 * input. */
typedef void bl_kernel_1(size_t cols, const void *a, void *out, size_t rows, const ptrdiff_t *row);
typedef void bl_kernel_2(size_t cols, const void *a, const void *b, void *out, size_t rows, const ptrdiff_t *row);
typedef void bl_kernel_3(size_t cols, const void *a, const void *b, const void *c, void *out, size_t rows,
                         const ptrdiff_t *row);

/** For more than three inputs: an array of pointers. */
typedef void bl_kernel_n(size_t cols, const void *const *inputs, void *out, size_t rows, const ptrdiff_t *row);

/** For an operator with parameters, with any number of inputs; `parameters` is the struct that is generated for its table. */
typedef void bl_kernel_p(size_t cols, const void *const *inputs, const void *parameters, void *out, size_t rows,
                         const ptrdiff_t *row);

/** Writes one row of results with non-temporal stores. `out` is aligned to a cache line and overlaps no input, and
 * cols is a multiple of 64. The runtime calls the variant's fence after the last row, so that other threads see all
 * these results before any later store. */
typedef void bl_stream_kernel(size_t cols, void *out, const void *const *inputs);
typedef void bl_stream_kernel_p(size_t cols, void *out, const void *const *inputs, const void *parameters);

/** Any of the above; the table's `call` gives the type to which to cast it before a call. */
typedef void (*bl_kernel)(void);

/** The arguments of a table's kernels. */
enum {
    BL_CALL_1 = 1, /* bl_kernel_1 and so on, by the number of inputs */
    BL_CALL_2,
    BL_CALL_3,
    BL_CALL_N,
    BL_CALL_P
};

/** The kernels of one operator, dtype and ISA. */
typedef struct bl_variant {
    bl_isa isa;
    size_t contract;           /* the fewest columns with which these kernels may be called */
    uint16_t step;             /* elements that they compute at once, a power of two; the usual number, if the
                                * register length depends on the processor */
    uint16_t instructions;     /* of a step if all inputs are contiguous */
    const bl_kernel *patterns; /* 1 << arity kernels, indexed by the set of held inputs: bit i is the kernel's input
                                * i. Never NULL for the empty set. NULL for the set of all inputs, for "only input
                                * 0" if the operator commutes (exchange the inputs instead), and where an operator of
                                * three or more inputs has no separate kernel (repeat the value instead) */
    const bl_kernel *streams;  /* the same, each a bl_stream_kernel, a bl_stream_kernel_p or NULL. The list is NULL if
                                * there are none. The entry after them, at 1 << arity, is the fence, which takes no
                                * arguments */
} bl_variant;

/** A parameter: a field in the struct that is generated for an operator at its dtypes. */
typedef struct bl_parameter {
    const char *name;
    uint8_t dtype;    /* bl_dtype */
    uint16_t offset;  /* bytes from the struct's start */
    uint64_t initial; /* its default: the bits of the value, as an unsigned integer of the same width */
} bl_parameter;

#if BL_WITH_PACKED
/** A flag in a set of packed operands: the result is the nearest representable number; without it, the low bits. */
#define BL_SATURATES 0x80
#endif

#if BL_WITH_DIVISION
/** A flag in `divisor`: the result is the remainder of the division, which is 0 for the least integer divided by -1. */
#define BL_IS_REMAINDER 0x80
#endif

/** One operator at one choice of dtypes. */
typedef struct bl_table {
    const char *op;
    const bl_variant *variants;     /* best ISA first; the last one is scalar, with contract = 1 and every pattern
                                     * that any variant has */
    const bl_parameter *parameters; /* NULL if there are none */
    uint8_t arity;                  /* inputs */
    uint8_t call;                   /* BL_CALL_… */
    uint8_t commutes;               /* binary: f(a, b) = f(b, a) bit for bit */
    uint8_t exchanged;              /* binary: the kernels are another operator's, and take b, a */
    uint8_t divisor;                /* 0, or for integer division 1 + the index of the divisor input; the highest bit
                                     * is set if the result is the remainder */
    uint8_t variant_count;
    uint8_t parameter_count;
    uint8_t parameters_align;         /* bytes; 1 if there are none */
    uint16_t parameters_size;         /* bytes; 0 if there are none */
    uint16_t held_cost;               /* the most weighted instructions that a pattern spends once per row on its held
                                       * inputs; with fewer columns, it is cheaper to repeat the value and run
                                       * contiguously */
    uint8_t width;                    /* bytes of the widest operand's element; 0 if some operand is packed */
    uint8_t dtypes[BL_MAX_ARITY + 1]; /* by operand: 0 is the output, i + 1 the operator's input i */
    uint8_t shifts[BL_MAX_ARITY + 1]; /* likewise: an element has 1 << shift bytes; a packed element is a part of that */
#if BL_WITH_PACKED
    uint8_t packed; /* the operands with several elements per byte: bit 0 for the output, bit i + 1 for input i; and
                     * BL_SATURATES. The kernels take one-byte elements; the runtime unpacks and packs */
#endif
} bl_table;

/** Initialises parameter_count, parameters_align and parameters_size of a table without parameters. */
#define BL_NO_PARAMETERS 0, 1, 0

/** Initialises the last field, after `shifts`, of a table without packed operands, if the library has this field. */
#if BL_WITH_PACKED
#define BL_NO_PACKED , 0
#else
#define BL_NO_PACKED
#endif

/** The largest number of type variables of an operator. */
#define BL_MAX_VARIABLES 3

/** One operator over all dtypes. */
typedef struct bl_op {
    const char *name;
    const char *says; /* its meaning in one line */
    uint8_t arity;
    uint8_t variable_count;             /* type variables, 1 to BL_MAX_VARIABLES: T, U, V */
    uint8_t typed_by[BL_MAX_VARIABLES]; /* for each, the operand that has its dtype: 0 the output, i + 1 input i */
    uint16_t first[BL_DTYPE_COUNT + 1]; /* tables[first[t]] up to tables[first[t + 1] - 1] are those with T = t; they
                                         * differ in U and V */
    const bl_table *const *tables;
} bl_op;

#if BL_WITH_FOLDS
#if BL_RUNTIME_COMPACT
#define BL_MOST_AT_ONCE 2 /* inputs of a fold that a kernel takes */
#else
#define BL_MOST_AT_ONCE 5
#endif

/** An operator with one or more inputs of any shapes, at one dtype T: step(…step(step(x0, x1), x2)…), and then the
 * finish, if there is one. */
typedef struct bl_fold {
    const char *name;
    const char *says;
    const bl_op *step;   /* binary, T and T to T, without parameters */
    const bl_op *finish; /* NULL; or unary, T to T, with one parameter: `n`, the number of inputs, a u32 */
#if !BL_RUNTIME_COMPACT
    const bl_op *at_once[BL_MOST_AT_ONCE - 2]; /* with 3 inputs, with 4 and so on: step(… step(x0, x1) …) in one
                                                * kernel, at some of the step's dtypes; or NULL */
#endif
} bl_fold;
#endif

#if BL_DETECT_CPU

/** Where the library finds out at run time whether the processor has a feature. */
typedef enum bl_told_by {
    BL_TOLD_BY_NOBODY, /* the feature is present if the compiler's flags promise it */
    BL_TOLD_BY_CPUID,  /* of x86 */
    BL_TOLD_BY_HWCAP,  /* a bit of Linux's auxiliary vector */
    BL_TOLD_BY_HWCAP2,
    BL_TOLD_BY_HWPROBE /* a bit of the base behaviours that Linux's riscv_hwprobe reports */
} bl_told_by;

/** A processor feature. */
typedef struct bl_cpu_feature {
    uint8_t told_by; /* a bl_told_by */
    uint8_t reg;     /* CPUID's: 0 eax, 1 ebx, 2 ecx, 3 edx */
    uint8_t bit;
    uint8_t xcr0;           /* CPUID: bits that must be set in XCR0, which show that the system saves these registers */
    uint32_t leaf, subleaf; /* CPUID's */
} bl_cpu_feature;

#endif

/** An instruction set in this build of the library. */
typedef struct bl_isa_record {
    const char *name;
    uint8_t isa;   /* the number, 1 to BL_ISA_MOST */
    uint8_t built; /* this library has its kernels */
#if BL_DETECT_CPU
    uint8_t promised;      /* the compiler's flags already assume it, so it needs no detection */
    uint8_t feature_count; /* all of these must be present */
    const bl_cpu_feature *features;
#endif
} bl_isa_record;

/** BL_ISA_COUNT records, in order of rank, the lowest first. */
BL_API extern const bl_isa_record bl_isa_records[];
BL_API extern const size_t bl_isa_record_count;

#if !BL_DETECT_CPU
/** The instruction sets that the compiler's flags promise: bit isa, and bit 0. */
BL_API extern const uint32_t bl_isas_promised;
#endif

#if !BL_RUNTIME_COMPACT

/** An instruction set's vector functions that move elements of `width` bytes (1, 2, 4 or 8). The moves of lower
 * instruction sets, and then plain C, do the remaining work, or all of it if a function is NULL. Strides count
 * elements. */
typedef struct bl_moves {
    bl_isa isa;

    /** Writes each of `count` groups of `group` contiguous values `copies` times. Returns how many groups are done.
     * May write up to BL_MOVES_SLACK bytes after the last one. */
    size_t (*repeat)(size_t width, size_t group, size_t copies, size_t count, const void *from, void *to);

    /** to[i] = from[i * step]. May read the elements in between. Returns 0, with nothing done, if no shuffles exist
     * for the step, or if there are too few elements. */
    int (*gather)(size_t width, size_t count, const void *from, ptrdiff_t step, void *to);

    /** to[i * step] = from[i]. Does not write the elements in between. Returns 0 like gather. */
    int (*scatter)(size_t width, size_t count, const void *from, void *to, ptrdiff_t step);

    /** to[j * to_row + i] = from[i * from_row + j] for i < rows, j < cols. Returns 0, with nothing done, if one of
     * these is too small, or if there are few rows and they are not dense in the target. */
    int (*transpose)(size_t width, size_t rows, size_t cols, const void *from, ptrdiff_t from_row, void *to,
                     ptrdiff_t to_row);

    /** Lowers *least to the minimum of all from[i] + 1, modulo 2^n, as unsigned numbers: 0 if some element is -1,
     * otherwise 1 if some element is 0. Returns how many elements are done. */
    size_t (*least)(size_t width, size_t count, const void *from, uint64_t *least);
} bl_moves;

#define BL_MOVES_SLACK 64

/** The moves of the instruction sets that have any, the best one first, followed by NULL. */
BL_API extern const bl_moves *const bl_isa_moves[];

#endif

/** Every operator, in the catalogue's order, for programs that choose at run time. Linking this links every kernel. */
BL_API extern const bl_op *const bl_all_ops[];
BL_API extern const size_t bl_all_op_count;

#if BL_WITH_FOLDS
/** Every fold, likewise. */
BL_API extern const bl_fold *const bl_all_folds[];
BL_API extern const size_t bl_all_fold_count;
#endif

#ifdef __cplusplus
}
#endif

#endif
