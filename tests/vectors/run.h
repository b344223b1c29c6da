/* Published test vectors, one at a time.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef VECTORS_RUN_H
#define VECTORS_RUN_H

#include "node.h"

enum { VECTOR_TEXT = 1000,
       VECTOR_MAX_ISAS = 32 };

typedef enum outcome {
    PASSED,
    FAILED
} outcome;

/** Runs a record in all the ways for its kind (see the head of main.c). Sets the node if the record is for a front end. vector_trouble
 * describes a failure. */
outcome vector_run_record(const ebv_case *record, vector_node *n);

extern char vector_trouble[VECTOR_TEXT];

/** Counted over all records: runs in bulk by the ISA whose kernel ran, records whose published value is not the exactly
 * rounded one, and runs in versions other than the record's. */
extern int vector_bulk_runs[VECTOR_MAX_ISAS];
extern int vector_inexact_records;
extern int vector_runs_elsewhere;

#endif
