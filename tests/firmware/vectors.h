/* Test vectors as arrays in an image: what vectors.awk writes, check.c reads.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_FIRMWARE_VECTORS_H
#define BROADLOOM_TESTS_FIRMWARE_VECTORS_H

/* An AVR's constants take up RAM, unless they stay in the first 64 KiB of the other space and are read from there. */
#if defined(__AVR__)
#define IN_ROM __attribute__((section(".progmem.data")))
#else
#define IN_ROM
#endif

extern const unsigned char published_vectors[] IN_ROM; /* of tests/vectors */
extern const unsigned char edge_vectors[] IN_ROM;      /* of edges.c */

#endif
