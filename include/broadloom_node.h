/* What Broadloom's front ends have in common: records of versions and attributes, and nodes that are planned. Included by
 * broadloom_onnx.h and broadloom_openvino.h, where the functions that take nodes are.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_NODE_H
#define BROADLOOM_NODE_H

#include "broadloom.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What is woven from gen/catalogue/onnx.lua and gen/catalogue/openvino.lua ---- */

/** What kind of value an attribute has, and which number stands for it. */
enum {
    BL_INTEGER,
    BL_LIST, /* of integers, which is not looked at */
    BL_REAL,
    BL_WORD,        /* one of its words: that one's number */
    BL_DTYPE_NAME,  /* a dtype by its name: a bl_dtype; or, from BL_DTYPE_COUNT on, one that the spec has and Broadloom does not */
    BL_DTYPE_NUMBER /* likewise, by its number */
};

/** What an attribute is for. */
enum {
    BL_FOR_NOTHING,   /* it has no effect, or only on dtypes that Broadloom does not have */
    BL_FOR_BROADCAST, /* 0: shapes are equal; 1: BL_RULE_ONNX_LEGACY */
    BL_FOR_RULE,      /* the bl_rule */
    BL_FOR_AXIS,      /* the rule's axis */
    BL_FOR_CHOICE,    /* which of the ways is taken */
    BL_FOR_PARAMETER, /* a parameter of the operator */
    BL_FOR_DTYPE,     /* the dtype of the result */
    BL_FOR_PRECISION, /* the dtype that is computed in: f32, or that of the second input */
    BL_FOR_ZERO       /* Broadloom takes only 0 */
};

/** A set of one: of dtypes, attributes or rules. */
#define BL_BIT(number) (UINT32_C(1) << (number))

/** The least and the most of an attribute that may be any number. */
#define BL_ANY_VALUE -9223372036854775808.0, 9223372036854775808.0

/** A word that an attribute's value may be. */
typedef struct bl_word {
    const char *text;
    uint8_t number;
} bl_word;

/** A dtype that a spec has and Broadloom does not. */
typedef struct bl_foreign_dtype {
    const char *name;
    uint8_t number; /* ONNX's */
} bl_foreign_dtype;

/** An attribute of a spec. */
typedef struct bl_attribute {
    const char *name;
    const char *alias; /* another name for it, or NULL */
    uint8_t kind;      /* BL_INTEGER, … */
    uint8_t use;       /* BL_FOR_NOTHING, … */
    uint8_t rounds_up; /* as a parameter of integers: up, not down */
    uint8_t word_count;
    double least, most; /* what an integer may be */
    const bl_word *words;
    const char *parameter; /* the operator's parameter that it is, or NULL */
} bl_attribute;

/** One way to compute a version. The first that is for a node computes it. */
typedef struct bl_way {
    const bl_op *op;                     /* an operator … */
    const bl_fold *fold;                 /* … or a fold of all inputs */
    uint32_t dtypes;                     /* it is for nodes whose T is one of these (bit 1 << bl_dtype), … */
    uint8_t given;                       /* … that have these inputs and no others, bit by bit (0: any), … */
    int8_t choice;                       /* … and whose attribute that chooses has this value (-1: any, or there is none) */
    uint8_t like;                        /* what no input tells has the dtype of an input: 1 + its index; 0: of none … */
    uint8_t gives;                       /* … but this one; BL_DTYPE_COUNT: there is nothing such */
    uint8_t values_from;                 /* inputs from this one on are the operator's parameters; 0: none are */
    uint8_t takes[BL_MAX_ARITY];         /* by the operator's input: 1 + the index of the node's; 0: a zero */
    uint32_t left_out[BL_MAX_VARIABLES]; /* what T, U and V are in tables that this library was generated without */
} bl_way;

/** One version of an operator, as the spec says. */
typedef struct bl_node_version {
    uint16_t since;                    /* ONNX: since_version, from which on it holds up to the next version; OpenVINO: the
                                        * 1 of Add-1, and of version="opset1" in an IR layer */
    uint32_t dtypes[BL_MAX_VARIABLES]; /* what the type variables T, U and V may be: bit 1 << bl_dtype; 0: what T is */
    uint8_t least, most;               /* how many inputs it takes; BL_ANY_NUMBER of them */
    uint8_t rule;                      /* the bl_rule by which shapes come together, unless an attribute says it … */
    uint8_t rules;                     /* … which may be one of these: bit 1 << bl_rule */
    uint8_t most_rank;                 /* of the inputs beside the one that T is told by, unless of one element */
    uint8_t way_count;
    uint32_t attributes;   /* those that it has: bit 1 << BL_ONNX_AXIS, say */
    uint32_t required;     /* and those of them that a node must have */
    const double *initial; /* the defaults of all that it has, in their order */
    const bl_way *ways;
} bl_node_version;

#define BL_ANY_NUMBER 255
#define BL_ANY_RANK 255

/* ---- Planned nodes ---- */

/** What a node without attributes has in place of them: {&bl_onnx_div, 14, BL_NO_ATTRIBUTES}. */
#define BL_NO_ATTRIBUTES \
    0,                   \
    {                    \
        0                \
    }

/** The most parameters that an operator of a front end has. */
#define BL_CALL_PARAMETERS 4

/** What a node comes to: a plan with its parameters, or a fold. Plain data in the caller's memory; it may be copied, kept,
 * and run by many threads at once. Its fields are the runtime's own. */
typedef struct bl_call {
    bl_plan plan;                            /* unless it is a fold */
    const bl_fold_step *steps;               /* of a fold, in the caller's memory; else NULL */
    uint64_t parameters[BL_CALL_PARAMETERS]; /* the struct that is woven for the table */
    uint8_t values_from;                     /* as the way has them */
    uint8_t takes[BL_MAX_ARITY];
} bl_call;

/** Whether the node may run on these pointers: as many as it was planned with, each the address of the element at index
 * (0, …, 0), or NULL for an input that it lacks. Reads no data but that of divisors, if zeros are to be refused. The statuses of
 * bl_plan_check and bl_fold_check. */
BL_API bl_status bl_call_check(const bl_call *call, const void *const *inputs, void *out);

/** bl_call_check, and then the operation itself if all is well. Returns what the check says. */
BL_API bl_status bl_call_run(const bl_call *call, const void *const *inputs, void *out);

/** Run one of `parts` parts, after bl_call_check: as bl_plan_run_part. */
BL_API void bl_call_run_part(const bl_call *call, size_t part, size_t parts, const void *const *inputs, void *out);

/** Write a line that says what the call does: bl_plan_describe's, or "fold of 3". In an object of its own. */
BL_API size_t bl_call_describe(const bl_call *call, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
