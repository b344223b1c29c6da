/* The common part of Broadloom's front ends: records of versions and attributes, and planned nodes. broadloom_onnx.h
 * and broadloom_openvino.h include it and declare the functions that take nodes.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_NODE_H
#define BROADLOOM_NODE_H

#include "broadloom.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Records generated from gen/catalogue/onnx.lua and gen/catalogue/openvino.lua ---- */

/** The kind of an attribute's value, and what its number means. */
enum {
    BL_INTEGER,
    BL_LIST, /* integers; their values are not read */
    BL_REAL,
    BL_WORD,        /* one of its words: that word's number */
    BL_DTYPE_NAME,  /* a dtype given by name: a bl_dtype; or, from BL_DTYPE_COUNT on, one that the specification has
                     * but Broadloom lacks */
    BL_DTYPE_NUMBER /* likewise, given by number */
};

/** The purpose of an attribute. */
enum {
    BL_FOR_NOTHING,   /* no effect, or only on dtypes that Broadloom lacks */
    BL_FOR_BROADCAST, /* 0: shapes are equal; 1: BL_RULE_ONNX_LEGACY */
    BL_FOR_RULE,      /* the bl_rule */
    BL_FOR_AXIS,      /* the rule's axis */
    BL_FOR_CHOICE,    /* selects a way */
    BL_FOR_PARAMETER, /* a parameter of the operator */
    BL_FOR_DTYPE,     /* the dtype of the result */
    BL_FOR_PRECISION, /* the dtype in which to compute: f32, or that of the second input; selects a way */
    BL_FOR_BLOCK,     /* how many elements along the axis share one value of the other inputs; 0: the inputs' shapes decide */
    BL_FOR_TRUTH      /* Broadloom has nothing for 0 */
};

/** A set that contains one dtype, attribute or rule. */
#define BL_BIT(number) (UINT32_C(1) << (number))

/** The limits of an attribute that may be any number. */
#define BL_ANY_VALUE -9223372036854775808.0, 9223372036854775808.0

/** A word that an attribute may have as its value. */
typedef struct bl_word {
    const char *text;
    uint8_t number;
} bl_word;

/** A dtype that a specification has but Broadloom lacks. */
typedef struct bl_foreign_dtype {
    const char *name;
    uint8_t number; /* ONNX's */
} bl_foreign_dtype;

/** An attribute of a specification. */
typedef struct bl_attribute {
    const char *name;
    const char *alias; /* another name for it, or NULL */
    uint8_t kind;      /* BL_INTEGER, … */
    uint8_t use;       /* BL_FOR_NOTHING, … */
    uint8_t rounds_up; /* for integer dtypes the parameter is rounded up, not down */
    uint8_t word_count;
    double least, most; /* the limits of an integer */
    const bl_word *words;
    const char *parameter; /* the operator's parameter that it sets, or NULL */
} bl_attribute;

/** One way to compute a version. The first one that fits a node is used. */
typedef struct bl_way {
    const bl_op *op;                     /* an operator … */
    const bl_fold *fold;                 /* … or a fold of all inputs */
    uint32_t dtypes;                     /* it fits nodes whose T, or the precision that an attribute gives, is one of these (bit
                                          * 1 << bl_dtype), … */
    uint32_t to;                         /* … with a result of one of these dtypes, by an attribute or an input (0: any), … */
    uint32_t second;                     /* … and a second input of one of these (0: any), … */
    uint8_t given;                       /* … that have exactly these inputs, by bits (0: any), … */
    int8_t choice;                       /* … and whose attribute for the choice has this value (-1: any, or there is none) */
    uint8_t like;                        /* a type variable that no input determines has the dtype of input `like` - 1; 0: of
                                          * no input … */
    uint8_t gives;                       /* … but it is this dtype; BL_DTYPE_COUNT: there is no such variable */
    uint8_t values_from;                 /* inputs from this one on are the operator's parameters; 0: none */
    uint8_t unread[2];                   /* 1 + the indices of optional inputs that are no operands: one value of U, and one of V,
                                          * which must be false; 0: none */
    uint8_t takes[BL_MAX_ARITY];         /* for each input of the operator: 1 + the index of the node's input; 0: the value
                                          * zero */
    uint32_t left_out[BL_MAX_VARIABLES]; /* T, U and V of the tables that this library omits */
} bl_way;

/** One version of an operator, as the specification defines it. */
typedef struct bl_node_version {
    uint16_t since;                    /* ONNX: since_version, which applies until the next version; OpenVINO: the 1
                                        * of Add-1, and of version="opset1" in an IR layer */
    uint32_t dtypes[BL_MAX_VARIABLES]; /* the dtypes of the type variables T, U and V: bit 1 << bl_dtype; 0: the same as T */
    uint8_t least, most;               /* the number of inputs; BL_ANY_NUMBER: no limit */
    uint8_t rule;                      /* the bl_rule for broadcasting, unless an attribute gives it … */
    uint8_t rules;                     /* … as one of these: bit 1 << bl_rule */
    uint8_t most_rank;                 /* the largest rank of inputs other than the one that determines T, unless they have
                                        * one element */
    uint8_t way_count;
    uint32_t attributes;   /* its attributes: bit 1 << BL_ONNX_AXIS, for example */
    uint32_t required;     /* the mandatory ones among them */
    const double *initial; /* the defaults of its attributes, in their order */
    const bl_way *ways;
} bl_node_version;

#define BL_ANY_NUMBER 255
#define BL_ANY_RANK 255

/* ---- Planned nodes ---- */

/** The initialiser of a node without attributes: {&bl_onnx_div, 14, BL_NO_ATTRIBUTES}. */
#define BL_NO_ATTRIBUTES \
    0,                   \
    {                    \
        0                \
    }

/** The largest number of parameters of a front end's operator. */
#define BL_CALL_PARAMETERS 4

/** A planned node: a plan with its parameters, two plans, or a fold. Plain data in the caller's memory; it may be
 * copied, stored, and run by many threads at once. Its fields are private. */
typedef struct bl_call {
    bl_plan plan;                            /* unless it is a fold */
    const bl_fold_step *steps;               /* the steps of a fold, in the caller's memory; otherwise NULL */
    const bl_plan *last;                     /* the plan of a shorter last block, likewise … */
    ptrdiff_t last_at[BL_MAX_ARITY + 1];     /* … and the bytes from each operand's pointer to its first element there */
    uint64_t parameters[BL_CALL_PARAMETERS]; /* the struct that is generated for the table */
    uint8_t values_from;                     /* as in bl_way */
    uint8_t takes[BL_MAX_ARITY];
} bl_call;

/** Whether the node may run on these pointers: one for each planned input, the address of the element at index (0, …,
 * 0), or NULL for an absent input. Reads no data except divisors, if zeros are refused. The statuses of bl_plan_check
 * and bl_fold_check. */
BL_API bl_status bl_call_check(const bl_call *call, const void *const *inputs, void *out);

/** Call bl_call_check, and run the operation if the check succeeds. Returns the check's status. */
BL_API bl_status bl_call_run(const bl_call *call, const void *const *inputs, void *out);

/** Run one of the call's parts, after bl_call_check: like bl_plan_run_part. */
BL_API void bl_call_run_part(const bl_call *call, size_t part, size_t parts, const void *const *inputs, void *out);

/** Write a line that describes the call: bl_plan_describe's, or "fold of 3". It is a separate object file. */
BL_API size_t bl_call_describe(const bl_call *call, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
