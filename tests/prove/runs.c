/* What `make prove` has run: runs.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "prove/runs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int is_of(const one_run *run, const proof *which, const char *way)
{
    return strcmp(run->function, which->function) == 0 && strcmp(run->dtype, which->dtype) == 0 && strcmp(run->way, way) == 0;
}

int runs_has(const runs *of, const proof *which, const char *way, unsigned block)
{
    for (unsigned i = 0; i < of->count; ++i) {
        if (is_of(&of->list[i], which, way) && of->list[i].has[block]) {
            return 1;
        }
    }
    return 0;
}

/* ---- Blocks, as in "00-3f,41" ---- */

static int read_blocks(uint8_t *has, const char *text)
{
    for (;;) {
        char *end;
        const unsigned long first = strtoul(text, &end, 16);
        unsigned long last = first;

        if (end != text && *end == '-') {
            text = end + 1;
            last = strtoul(text, &end, 16);
        }
        if (end == text || first > last || last >= MOST_BLOCKS) {
            return 0;
        }
        memset(has + first, 1, last - first + 1);
        if (*end != ',') {
            return *end == '\0';
        }
        text = end + 1;
    }
}

static void write_blocks(FILE *file, const uint8_t *has)
{
    const char *before = "";

    for (unsigned first = 0; first < MOST_BLOCKS; ++first) {
        unsigned last = first;

        if (!has[first]) {
            continue;
        }
        while (last + 1 < MOST_BLOCKS && has[last + 1]) {
            ++last;
        }
        fprintf(file, last > first ? "%s%02x-%02x" : "%s%02x", before, first, last);
        before = ",";
        first = last;
    }
}

/* ---- The file ---- */

int runs_read(runs *into, const char *path)
{
    FILE *file = fopen(path, "r");
    char text[2048], blocks[1024];

    into->count = 0;
    while (file != NULL && fgets(text, sizeof text, file) != NULL) {
        one_run *to = &into->list[into->count];

        if (text[0] == '#') {
            continue;
        }
        memset(to, 0, sizeof *to);
        if (into->count == MOST_RUNS ||
            sscanf(text, "%23s %23s %39s %1023s %47s %15s", to->function, to->dtype, to->way, blocks, to->commit, to->day) != 6 ||
            !read_blocks(to->has, blocks)) {
            fprintf(stderr, "%s: there is no such run: %s", path, text);
            (void)fclose(file);
            return 0;
        }
        ++into->count;
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return 1;
}

static int runs_write(const runs *of, const char *path)
{
    char fresh[1024];
    FILE *file;

    (void)snprintf(fresh, sizeof fresh, "%s.new", path);
    file = fopen(fresh, "w");
    if (file == NULL) {
        fprintf(stderr, "%s cannot be written\n", fresh);
        return 0;
    }
    fprintf(file, "# What make prove has run: function, dtype, way, blocks without a wrong result, commit, day. Written by the run\n"
                  "# alone; docs/proofs.md is made of it. SPDX-License-Identifier: Apache-2.0\n");
    for (unsigned i = 0; i < of->count; ++i) {
        const one_run *run = &of->list[i];

        fprintf(file, "%s %s %s ", run->function, run->dtype, run->way);
        write_blocks(file, run->has);
        fprintf(file, " %s %s\n", run->commit, run->day);
    }
    return fclose(file) == 0 && rename(fresh, path) == 0;
}

/* Where a line of it goes: behind those of the same function, dtype and way. */
static one_run *room_for(runs *in, const proof *which, const char *way)
{
    unsigned at = in->count;

    for (unsigned i = 0; i < in->count; ++i) {
        at = is_of(&in->list[i], which, way) ? i + 1 : at;
    }
    memmove(&in->list[at + 1], &in->list[at], (in->count - at) * sizeof in->list[0]);
    memset(&in->list[at], 0, sizeof in->list[0]);
    ++in->count;
    return &in->list[at];
}

int runs_add(const char *path, const proof *which, const char *way, unsigned block, const char *commit)
{
    static runs all;
    const time_t now = time(NULL);
    one_run *to = NULL;

    if (!runs_read(&all, path) || all.count + 1 >= MOST_RUNS) {
        return 0;
    }
    for (unsigned i = 0; i < all.count; ++i) {
        if (is_of(&all.list[i], which, way) && strcmp(all.list[i].commit, commit) == 0) {
            to = &all.list[i];
        }
    }
    if (to == NULL) {
        to = room_for(&all, which, way);
        (void)snprintf(to->function, sizeof to->function, "%s", which->function);
        (void)snprintf(to->dtype, sizeof to->dtype, "%s", which->dtype);
        (void)snprintf(to->way, sizeof to->way, "%s", way);
        (void)snprintf(to->commit, sizeof to->commit, "%s", commit);
    }
    to->has[block] = 1;
    return strftime(to->day, sizeof to->day, "%Y-%m-%d", gmtime(&now)) != 0 && runs_write(&all, path);
}
