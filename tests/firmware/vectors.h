/* Test vectors as arrays in an image: vectors.awk writes them, check.c reads them.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_FIRMWARE_VECTORS_H
#define BROADLOOM_TESTS_FIRMWARE_VECTORS_H

/* An AVR's constants use RAM, unless they are in the first 64 KiB of program memory and read from there. */
#if defined(__AVR__)
#define IN_ROM __attribute__((section(".progmem.data")))
#else
#define IN_ROM
#endif

extern const unsigned char published_vectors[] IN_ROM; /* those of tests/vectors */
extern const unsigned char edge_vectors[] IN_ROM;      /* those of edges.c */

#endif
