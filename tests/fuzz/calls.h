/* A fuzz target of calls: the judge's (tests/judge), made from the fuzzer's bytes instead of a seed.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_FUZZ_CALLS_H
#define BROADLOOM_TESTS_FUZZ_CALLS_H

#include "judge/judge.h"

#include "fuzz.h"

/** The target: the input's first byte chooses one of these functions, and the second is the seed of the values. */
void judge_input(const uint8_t *data, size_t size, const call_by *functions, size_t count);

#endif
