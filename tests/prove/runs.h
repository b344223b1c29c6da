/* The progress of a proof's run, from which a stopped run continues: in a folder a file a proof and way, with a line a block
 * without a wrong result. Once all blocks have run, the proof says so (proof.h), and the file is removed.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PROVE_RUNS_H
#define BROADLOOM_TESTS_PROVE_RUNS_H

#include "prove/proof.h"

/** Sets what has run; 0, and a line on standard error, where a line is none. A file that is not there is empty. */
int runs_read(uint8_t *has, const char *folder, const proof *of, const char *way);

int runs_add(const char *folder, const proof *of, const char *way, unsigned block);

void runs_remove(const char *folder, const proof *of, const char *way);

#endif
