/* What `make prove` has run: tests/prove/runs.txt. A line: function, dtype, way (an instruction set; of a library that is compiled
 * otherwise, also its name), blocks without a wrong result, commit, day of the last.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_PROVE_RUNS_H
#define BROADLOOM_TESTS_PROVE_RUNS_H

#include "prove/proof.h"

enum { MOST_RUNS = 4096 };

typedef struct one_run {
    char function[24], dtype[24], way[40], commit[48], day[16];
    uint8_t has[MOST_BLOCKS];
} one_run;

typedef struct runs {
    one_run list[MOST_RUNS];
    unsigned count;
} runs;

/** 0, and a line on standard error, where a line is none. A file that is not there is empty. */
int runs_read(runs *into, const char *path);

int runs_has(const runs *of, const proof *which, const char *way, unsigned block);

/** Notes a block, and writes the file anew. */
int runs_add(const char *path, const proof *which, const char *way, unsigned block, const char *commit);

#endif
