/* The one way in which the example programs write files: all of them, or none. Hosted, and no part of the library.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef OUTPUTS_H
#define OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/** Writes what belongs into the `index`-th file; false, with errno set, where it cannot. `context` is outputs_write's. */
typedef bool outputs_writer(FILE *file, size_t index, const void *context);

/** What went wrong. */
typedef struct outputs_error {
    size_t index;   /* with which file */
    char text[100]; /* as the end of a sentence that begins with its name */
} outputs_error;

/** Writes `count` files, each of which appears under its name only when all are whole: what was there before stays until
 * then, and stays for good where this gives false and fills *error. (Only if a rename fails although nothing stood in its
 * way, the files before it have appeared.) No link is followed. Only regular files are replaced, and symbolic links to
 * them: the link, not what it leads to. What cannot be replaced is found before anything is written. A file that is named
 * twice is refused. */
bool outputs_write(size_t count, const char *const *paths, outputs_writer *writer, const void *context,
                   outputs_error *error);

#endif
