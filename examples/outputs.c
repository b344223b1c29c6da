/* Writing all files or none: see outputs.h.
 *
 * Each is first written under another name in the same folder, so that a rename stays on its file system. These names depend
 * only on the files' names, so that two spellings of one file clash there.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define _POSIX_C_SOURCE 200809L /* open with O_EXCL, fdopen, stat: C99 alone cannot write a file safely */

#include "outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Writes a file's error; always returns false, so that a caller can return it. */
static bool fail(outputs_error *error, size_t index, const char *reason)
{
    error->index = index;
    snprintf(error->text, sizeof error->text, "cannot be written: %s", reason);
    return false;
}

/* A rename must not destroy a directory, a device, or a file that the caller may not write. */
static bool may_replace(const char *path, size_t index, outputs_error *error)
{
    struct stat status;

    if (stat(path, &status) != 0) {
        return errno == ENOENT ? true : fail(error, index, strerror(errno));
    }
    if (!S_ISREG(status.st_mode)) {
        return fail(error, index, S_ISDIR(status.st_mode) ? strerror(EISDIR) : "not a regular file");
    }
    return access(path, W_OK) == 0 ? true : fail(error, index, strerror(errno));
}

/* The name, in new memory, under which a file is first written; NULL if there is too little memory. */
static char *partial_name(const char *path)
{
    const size_t size = strlen(path) + 40;
    char *name = (char *)malloc(size);

    if (name != NULL) {
        snprintf(name, size, "%s.%ld.part", path, (long)getpid());
    }
    return name;
}

/* Writes a new file of that name, and removes it again if that fails. */
static bool write_new_file(const char *name, size_t index, outputs_writer *writer, const void *context,
                           outputs_error *error)
{
    const int descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0666);
    FILE *file;
    bool good;

    if (descriptor < 0) {
        return fail(error, index, errno == EEXIST ? "it is named twice, or a file in the way of writing it is there" : strerror(errno));
    }
    file = fdopen(descriptor, "wb");
    good = file != NULL && writer(file, index, context) && fflush(file) == 0;
    if (!good) {
        fail(error, index, strerror(errno));
    }
    if ((file != NULL ? fclose(file) : close(descriptor)) != 0 && good) {
        good = fail(error, index, strerror(errno));
    }
    if (!good) {
        remove(name);
    }
    return good;
}

/* Writes the files under their first names; *written is their number. */
static bool write_partials(size_t count, const char *const *paths, char **partials, size_t *written,
                           outputs_writer *writer, const void *context, outputs_error *error)
{
    for (*written = 0; *written < count; ++*written) {
        char **partial = &partials[*written];

        *partial = partial_name(paths[*written]);
        if (*partial == NULL) {
            return fail(error, *written, "out of memory");
        }
        if (!write_new_file(*partial, *written, writer, context, error)) {
            return false;
        }
    }
    return true;
}

bool outputs_write(size_t count, const char *const *paths, outputs_writer *writer, const void *context,
                   outputs_error *error)
{
    char **partials = (char **)calloc(count + 1, sizeof *partials);
    size_t written = 0, renamed = 0;
    bool good = partials != NULL ? true : fail(error, 0, "out of memory");

    for (size_t i = 0; good && i < count; ++i) {
        good = may_replace(paths[i], i, error);
    }
    good = good && write_partials(count, paths, partials, &written, writer, context, error);
    for (; good && renamed < count; ++renamed) {
        if (rename(partials[renamed], paths[renamed]) != 0) {
            good = fail(error, renamed, strerror(errno));
            break;
        }
    }
    for (size_t i = renamed; i < written; ++i) {
        remove(partials[i]);
    }
    for (size_t i = 0; partials != NULL && i < count; ++i) {
        free(partials[i]);
    }
    free(partials);
    return good;
}
