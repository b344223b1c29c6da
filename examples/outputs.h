/* The example programs write all of their files or none, by these functions. They need a hosted C library, and do not
 * belong to Broadloom.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef OUTPUTS_H
#define OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/** Writes the contents of the `index`-th file; false, with errno set, if it cannot. `context` is outputs_write's. */
typedef bool outputs_writer(FILE *file, size_t index, const void *context);

/** The error. */
typedef struct outputs_error {
    size_t index;   /* with which file */
    char text[100]; /* as the end of a sentence that begins with its name */
} outputs_error;

/** Writes `count` files, which appear under their names only when all are complete: previous files remain until
 * then, and remain if this returns false and fills *error. (Only if a rename fails although the checks before it succeeded,
 * the files before it have appeared.) No link is followed. Only regular files are replaced, and symbolic links to
 * them: the link, not its target. Files that cannot be replaced are found before anything is written. A file that is named
 * twice is refused. */
bool outputs_write(size_t count, const char *const *paths, outputs_writer *writer, const void *context,
                   outputs_error *error);

#endif
