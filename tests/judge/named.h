/* The functions of single operators, tables and folds, in lists that tests/judge/named.awk writes.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_NAMED_H
#define BROADLOOM_TESTS_NAMED_H

#include "broadloom.h"

typedef struct named_op {
    const bl_op *op;
    bl_status (*call)(const bl_array *const *inputs, const void *parameters, const bl_array *out, const bl_options *options);
} named_op;

typedef struct named_table {
    const bl_table *table;
    bl_status (*call)(size_t n, const void *const *inputs, const void *parameters, void *out);
} named_table;

/* The last one is NULL. */
extern const named_op named_ops[];
extern const named_table named_tables[];

#if BL_WITH_FOLDS
typedef struct named_fold {
    const bl_fold *fold;
    bl_status (*call)(size_t count, const bl_array *const *inputs, const bl_array *out, bl_fold_step *steps,
                      const bl_options *options);
} named_fold;

extern const named_fold named_folds[];
#endif

#endif
