/* A fuzz target: a function that takes arbitrary bytes, and aborts the program if it finds an error. libFuzzer calls
 * it (`make fuzz`), or replay.c with the files of the target's corpus.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_FUZZ_H
#define BROADLOOM_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition)                                                  \
    do {                                                                    \
        if (!(condition)) {                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                        \
        }                                                                   \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** A message is one line of printable text for any input. */
static inline void require_message(const char *message, size_t most)
{
    const size_t length = strlen(message);

    REQUIRE(length > 0 && length < most);
    for (size_t i = 0; i < length; ++i) {
        REQUIRE((unsigned char)message[i] >= ' ' && message[i] != 127);
    }
}

#endif
