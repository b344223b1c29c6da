/* Functions of the example programs that read binary files: a file's bytes, and elements stored little-endian. They need a
 * hosted C library, and do not belong to Broadloom.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BYTES_H
#define BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A whole file's bytes, which the caller frees; never NULL. False and a message if the file cannot be read. */
bool bytes_read_file(const char *path, uint8_t **bytes, size_t *size, const char **reason);

/** Replaces each control character by '?': messages contain names from files, and a terminal would execute control characters. */
void bytes_make_printable(char *text);

/** Copies `count` elements of `size` bytes from little-endian to the host's byte order, or back. */
void bytes_copy_little_endian(void *to, const void *from, size_t count, size_t size);

#endif
