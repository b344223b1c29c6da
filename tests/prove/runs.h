/* The progress of a proof's run, from which an interrupted run continues: a folder has a file for each proof and way, with a line for each
 * block without a wrong result. Once all blocks have run, the proof says so (proof.h), and the file is removed.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PROVE_RUNS_H
#define BROADLOOM_TESTS_PROVE_RUNS_H

#include "prove/proof.h"

/** Sets `has` for the blocks that have run. Returns 0, and prints a line on standard error, if a line is wrong. A missing file counts as
 * empty. */
int runs_read(uint8_t *has, const char *folder, const proof *of, const char *way);

int runs_add(const char *folder, const proof *of, const char *way, unsigned block);

void runs_remove(const char *folder, const proof *of, const char *way);

#endif
