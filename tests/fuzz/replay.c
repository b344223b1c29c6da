/* A fuzz target as a plain test: runs it on each file of its corpus, tests/fuzz/corpus/TARGET, or on the files that the arguments
 * name. TAP.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "fuzz.h"
#include "harness/tap.h"
#include "platforms/platform.h"

#include <dirent.h>
#include <errno.h>

#define MOST_BYTES 65536
#define MOST_FILES 1000
#define PATH_SIZE 512

/* The bytes are in a block of exactly their size, so that ASan detects reads after them. */
static void replay(const char *path)
{
    static uint8_t bytes[MOST_BYTES];
    FILE *file = fopen(path, "rb");
    const size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    uint8_t *exact = (uint8_t *)malloc(size > 0 ? size : 1);

    if (file == NULL || exact == NULL) {
        ok(0, "%s: %s", path, strerror(errno));
    } else {
        platform_doing = path;
        memcpy(exact, bytes, size);
        (void)LLVMFuzzerTestOneInput(exact, size);
        ok(1, "%s", path);
    }
    if (file != NULL) {
        fclose(file);
    }
    free(exact);
}

static int by_name(const void *a, const void *b)
{
    return strcmp((const char *)a, (const char *)b);
}

static void replay_folder(const char *target)
{
    static char paths[MOST_FILES][PATH_SIZE];
    char folder[PATH_SIZE / 2];
    size_t count = 0;
    DIR *listed;

    snprintf(folder, sizeof folder, "tests/fuzz/corpus/%s", target);
    listed = opendir(folder);
    for (struct dirent *entry; listed != NULL && count < MOST_FILES && (entry = readdir(listed)) != NULL;) {
        if (entry->d_name[0] != '.' && strlen(entry->d_name) < PATH_SIZE / 2) {
            snprintf(paths[count++], PATH_SIZE, "%s/%.*s", folder, PATH_SIZE / 2, entry->d_name);
        }
    }
    if (listed != NULL) {
        closedir(listed);
    }
    ok(count > 0, "%s has files", folder);
    qsort(paths, count, sizeof paths[0], by_name);
    for (size_t i = 0; i < count; ++i) {
        replay(paths[i]);
    }
}

int main(int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/');

    platform_catch_faults();
    if (argc == 1) {
        replay_folder(slash != NULL ? slash + 1 : argv[0]);
    }
    for (int i = 1; i < argc; ++i) {
        replay(argv[i]);
    }
    return done_testing();
}
