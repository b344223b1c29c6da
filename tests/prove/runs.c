/* The progress of a proof's run: runs.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "prove/runs.h"

#include <stdio.h>
#include <string.h>

enum { PATH_ROOM = 1024 };

static void name_file(char *into, const char *folder, const proof *of, const char *way)
{
    const size_t isa = strcspn(way, "/"); /* avx2/doubles is avx2-doubles there */

    (void)snprintf(into, PATH_ROOM, "%s/%s_%s.%.*s%s%s.blocks", folder, of->function, of->dtype, (int)isa, way, way[isa] == '/' ? "-" : "",
                   way + isa + (way[isa] == '/'));
}

int runs_read(uint8_t *has, const char *folder, const proof *of, const char *way)
{
    char path[PATH_ROOM], text[64];
    unsigned block;
    FILE *file;

    name_file(path, folder, of, way);
    file = fopen(path, "r");
    while (file != NULL && fgets(text, sizeof text, file) != NULL) {
        if (sscanf(text, "%x", &block) != 1 || block >= of->blocks) {
            fprintf(stderr, "%s: there is no such block: %s", path, text);
            (void)fclose(file);
            return 0;
        }
        has[block] = 1;
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return 1;
}

int runs_add(const char *folder, const proof *of, const char *way, unsigned block)
{
    char path[PATH_ROOM];
    FILE *file;

    name_file(path, folder, of, way);
    file = fopen(path, "a");
    if (file == NULL) {
        fprintf(stderr, "%s cannot be written\n", path);
        return 0;
    }
    fprintf(file, "%02x\n", block);
    return fclose(file) == 0;
}

void runs_remove(const char *folder, const proof *of, const char *way)
{
    char path[PATH_ROOM];

    name_file(path, folder, of, way);
    (void)remove(path);
}
