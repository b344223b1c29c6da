/* Declarations that the front ends share.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BL_FRONTEND_H
#define BL_FRONTEND_H

#include "broadloom_node.h"
#include "../basics/text.h"
#include <float.h>

#if defined(DBL_MANT_DIG) && DBL_MANT_DIG != 53
#error "Broadloom's front ends have attributes in binary64, which double is not here: leave them out (specs of a profile)."
#endif

/** A node of either specification, with a known version. */
typedef struct bl_node {
    const bl_node_version *version;
    const bl_attribute *attributes; /* the specification's */
    size_t attribute_count;
    uint32_t given;
    const double *values; /* by attribute */
    size_t count;
    const bl_array *const *inputs;
} bl_node;

/** The meaning of a node: an operator or a fold for given dtypes, under a rule. */
typedef struct bl_meaning {
    const bl_way *way;
    const bl_table *table; /* for a fold, its step's */
    bl_rule rule;
    ptrdiff_t axis;
    size_t block;    /* steps along the axis that have one value of the other inputs; 0: there are no blocks */
    int broadcasts;  /* 0 if an attribute forbids broadcasting */
    int choice;      /* the value of the attribute for the choice of a way; -1: there is none */
    bl_dtype told;   /* the dtype that no input determines; BL_DTYPE_COUNT: all are determined */
    int is_left_out; /* such tables exist, but this library was generated without them */
    size_t variable; /* if the version does not have a dtype: the type variable … */
    bl_dtype dtype;  /* … and its dtype */
    const bl_array *operands[BL_MAX_ARITY];
    bl_array stand_in; /* one of these, if it is not an input of the node itself */
    uint64_t parameters[BL_CALL_PARAMETERS];
} bl_meaning;

/** The errors of the node that do not depend on shapes, or its meaning. */
bl_status bl_find_meaning(const bl_node *node, bl_meaning *meaning);

/** The value that replaces an absent input, of any dtype. */
extern const uint64_t bl_zero_element;

/** The bodies of the functions of that name, for either specification. */
bl_status bl_node_infer_shape(const bl_node *node, size_t capacity, size_t *shape, size_t *rank, bl_dtype *dtype);
bl_status bl_node_plan(bl_call *call, const bl_node *node, const bl_array *out, bl_fold_step *steps,
                       const bl_options *options);
bl_status bl_node_run(const bl_node *node, const bl_array *out, bl_fold_step *steps, const bl_options *options);

/* ---- Nodes with blocks (blocks.c) ---- */

/** Plan a node with blocks and checked shapes. If the last block is shorter, it is planned in `steps`. The call already has
 * the operands and parameters. */
bl_status bl_plan_blocks(bl_call *call, const bl_meaning *meaning, const bl_array *out, bl_fold_step *steps, const bl_options *options);

/** bl_plan_check, bl_plan_run and bl_plan_run_part of a planned call on its operands, with the plan of a last block if it has one. */
bl_status bl_check_blocks(const bl_call *call, const void *const *operands, const void *parameters, void *out);
bl_status bl_run_all_blocks(const bl_call *call, const void *const *operands, const void *parameters, void *out);
void bl_run_blocks_part(const bl_call *call, size_t part, size_t parts, const void *const *operands, const void *parameters, void *out);

/** The value of attribute i, which the node's version must have: the node's value or the default. */
double bl_node_value(const bl_node *node, size_t i);

/** Whether an attribute may have that value. */
int bl_takes_value(const bl_node *node, const bl_attribute *attribute, double value);

/** The index of the input whose dtype is T. */
size_t bl_typed_by(const bl_node_version *version);

/** The attribute of that name; `count` if there is none. */
size_t bl_attribute_index(const bl_attribute *attributes, size_t count, const char *name);

/** The attribute of the node's version with the name of attribute i, perhaps with another type; i if there is none. */
size_t bl_attribute_meant(const bl_node *node, size_t i);

/** The node's attributes that its version lacks, with any type. */
uint32_t bl_foreign_attributes(const bl_node *node);

/** Parameters that are inputs: `values` has one for each parameter of the table. */
bl_status bl_read_values(const bl_table *table, const void *const *values, void *parameters);

/* ---- Values of parameters (values.c) ---- */

/** Store a number as an element of the dtype: floats are rounded to the nearest; integers are rounded up or down, and limited
 * to the dtype's range. */
void bl_store_value(bl_dtype dtype, double value, int rounds_up, void *to);

/** Read an element of a float dtype of at most 32 bits as an f32. */
float bl_read_value(bl_dtype dtype, const void *from);

/** Read a number from text: -1.5e-3, inf; only digits if `is_whole`. 0 if the text is not a number. decimal.c */
int bl_read_decimal(const char *text, int is_whole, double *value);

/* ---- Sentences about errors (explain.c) ---- */

/** The names that a specification uses. */
typedef struct bl_wording {
    const char *op;
    const bl_node_version *versions;
    size_t version_count;
    const char *const *dtypes; /* by bl_dtype */
    const bl_foreign_dtype *foreign;
    int has_opsets; /* a version applies from an opset on */
} bl_wording;

/** "Add-7". */
void bl_put_version(bl_text *to, const char *op, int64_t version);

/** The sentence about the error, beginning with the version's name. */
void bl_put_reason(bl_text *to, const bl_node *node, const bl_wording *wording, bl_status status);

#endif
