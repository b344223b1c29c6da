/* Functions of the example programs that read binary files: a file's bytes, and elements stored little-endian. Hosted,
 * and no part of the library.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BYTES_H
#define BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A whole file's bytes, to be freed; never NULL. False, and the reason in words, where it cannot be read. */
bool bytes_read_file(const char *path, uint8_t **bytes, size_t *size, const char **reason);

/** Replaces each control character by '?': names in a file go into messages, and a terminal would follow what they say. */
void bytes_make_printable(char *text);

/** Copies `count` elements of `size` bytes from little-endian to the host's byte order, or back. */
void bytes_copy_little_endian(void *to, const void *from, size_t count, size_t size);

#endif
