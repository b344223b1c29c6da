/* `make check-exhaustive`: runs the blocks without a line in tests/second/blocks.txt, and adds their lines.
 *
 *   exhaustive run BLOCKS COMMIT SECONDS [WORD…]   blocks with lines that begin with these words, for this many seconds; 0: all
 *   exhaustive again BLOCKS COUNT SEED             some completed blocks again, by this machine's best kernels: the same hashes
 *   exhaustive table BLOCKS                        the completed and the missing blocks, as in docs/proofs.md
 *
 * A line: kind, name, dtypes, block, judge two's hash, commit, day, the instruction sets of the compared kernels.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"
#include "harness/lists.h"
#include "harness/tap.h"
#include "subjects.h"
#include "values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static subject subjects[MOST_SUBJECTS];
static size_t subject_count;

/* ---- Lines ---- */

typedef struct line {
    char kind[16], name[32], dtypes[24], commit[48], day[16], isas[80];
    unsigned block;
    uint64_t hash;
} line;

static line lines[MOST_SUBJECTS * MOST_BLOCKS];
static size_t line_count;

static const subject *subject_of(const line *of)
{
    for (size_t i = 0; i < subject_count; ++i) {
        if (strcmp(kind_name(&subjects[i]), of->kind) == 0 && strcmp(subjects[i].name, of->name) == 0 &&
            strcmp(subjects[i].dtypes_text, of->dtypes) == 0 && of->block < subjects[i].blocks) {
            return &subjects[i];
        }
    }
    return NULL;
}

static const line *line_of(const subject *which, unsigned block)
{
    for (size_t i = 0; i < line_count; ++i) {
        if (lines[i].block == block && subject_of(&lines[i]) == which) {
            return &lines[i];
        }
    }
    return NULL;
}

static int read_lines(const char *path)
{
    FILE *file = fopen(path, "r");
    char text[256];

    while (file != NULL && fgets(text, sizeof text, file) != NULL) {
        line *to = &lines[line_count];

        if (text[0] == '#') {
            continue;
        }
        if (line_count == BL_COUNT(lines) ||
            sscanf(text, "%15s %31s %23s %u %" SCNx64 " %47s %15s %79s", to->kind, to->name, to->dtypes, &to->block, &to->hash,
                   to->commit, to->day, to->isas) != 8 ||
            subject_of(to) == NULL) {
            fprintf(stderr, "%s: there is no such block: %s", path, text);
            (void)fclose(file);
            return 0;
        }
        if (line_of(subject_of(to), to->block) != NULL) {
            fprintf(stderr, "%s: twice: %s", path, text);
            (void)fclose(file);
            return 0;
        }
        ++line_count;
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return file != NULL;
}

/* ---- Running ---- */

/* Whether the subject's lines begin with these words. */
static int is_asked(const subject *which, char **words, int count)
{
    const char *const has[] = {kind_name(which), which->name, which->dtypes_text};

    for (int i = 0; i < count && i < 3; ++i) {
        if (strcmp(words[i], has[i]) != 0) {
            return 0;
        }
    }
    return 1;
}

static int add_line(const char *path, const subject *which, unsigned block, uint64_t hash, const char *commit, const char *isas)
{
    const time_t now = time(NULL);
    char day[16];
    FILE *file = fopen(path, "a");

    if (file == NULL || strftime(day, sizeof day, "%Y-%m-%d", gmtime(&now)) == 0) {
        fprintf(stderr, "%s cannot be written\n", path);
        return 0;
    }
    fprintf(file, "%s %s %s %u %016" PRIx64 " %s %s %s\n", kind_name(which), which->name, which->dtypes_text, block, hash,
            commit, day, isas);
    return fclose(file) == 0;
}

static int run(const char *path, const char *commit, double seconds, char **words, int count)
{
    const time_t began = time(NULL);
    unsigned missing = 0, done = 0, failed = 0;

    for (size_t i = 0; i < subject_count; ++i) {
        for (unsigned b = 0; is_asked(&subjects[i], words, count) && b < subjects[i].blocks; ++b) {
            const clock_t start = clock();
            uint64_t hash;
            char isas[80];

            if (line_of(&subjects[i], b) != NULL) {
                continue;
            }
            if (seconds > 0 && difftime(time(NULL), began) >= seconds) {
                ++missing;
                continue;
            }
            if (!run_block(&subjects[i], b, &hash, isas, sizeof isas)) {
                ++failed;
                break;
            }
            if (!add_line(path, &subjects[i], b, hash, commit, isas)) {
                return 1;
            }
            ++done;
            printf("%s %s %s: block %u of %u, %.1f s, %s\n", kind_name(&subjects[i]), subjects[i].name,
                   subjects[i].dtypes_text, b + 1, subjects[i].blocks, (double)(clock() - start) / CLOCKS_PER_SEC, isas);
            (void)fflush(stdout);
        }
    }
    printf("%u blocks ran, %u subjects failed, %u blocks are left\n", done, failed, missing);
    return failed != 0;
}

/* ---- Repeated runs ---- */

/* For operators: recorded words have no kernel outside the tests. */
static int run_again(size_t count, uint64_t seed)
{
    for (size_t done = 0, tries = 0; line_count != 0 && done < count && tries < 1000 * count; ++tries) {
        const line *from = &lines[mixed(seed + tries) % line_count];
        const subject *which = subject_of(from);
        uint64_t hash;
        int isa;

        if (which->is_word) {
            continue;
        }
        isa = rerun_block(which, from->block, &hash);
        ok(hash == from->hash, "%s %s %s, block %u of %u: %s gives what judge two gave at %s", from->kind, from->name, from->dtypes,
           from->block + 1, which->blocks, bl_isa_name(isa), from->commit);
        ++done;
    }
    return done_testing();
}

/* ---- The table ---- */

static unsigned blocks_run(const subject *which)
{
    unsigned ran = 0;

    for (unsigned b = 0; b < which->blocks; ++b) {
        ran += line_of(which, b) != NULL;
    }
    return ran;
}

static void print_row(const subject *which)
{
    char days[200] = "", commits[400] = "", isas[400] = "";

    for (unsigned b = 0; b < which->blocks; ++b) {
        const line *of = line_of(which, b);

        if (of != NULL) {
            add_once(days, sizeof days, of->day);
            add_once(commits, sizeof commits, of->commit);
            add_once(isas, sizeof isas, of->isas);
        }
    }
    printf("| %s | `%s` | %s | %u of %u | %s | %s | %s |\n", kind_name(which), which->name, which->dtypes_text, blocks_run(which),
           which->blocks, days, commits, isas);
}

/* A paragraph for each kind, wrapped. */
static void print_missing(void)
{
    const char *kind = "";
    size_t column = 0;

    for (size_t i = 0; i < subject_count; ++i) {
        char text[80];

        if (blocks_run(&subjects[i]) != 0) {
            continue;
        }
        if (strcmp(kind, kind_name(&subjects[i])) != 0) {
            kind = kind_name(&subjects[i]);
            column = (size_t)printf("%s- %s:", i == 0 || column == 0 ? "" : "\n", kind);
        }
        (void)snprintf(text, sizeof text, " `%s` %s", subjects[i].name, subjects[i].dtypes_text);
        if (column + strlen(text) > 120) {
            column = (size_t)printf("\n ") - 1;
        }
        column += (size_t)printf("%s;", text);
    }
    printf(column != 0 ? "\n" : "Nothing.\n");
}

static int print_table(void)
{
    double ran = 0, all = 0;

    printf("| over | of | dtypes | blocks that ran | when | at commit | kernels that gave the same |\n|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < subject_count; ++i) {
        all += subject_size(&subjects[i]);
        ran += subject_size(&subjects[i]) * blocks_run(&subjects[i]) / subjects[i].blocks;
        if (blocks_run(&subjects[i]) != 0) {
            print_row(&subjects[i]);
        }
    }
    printf("\nThat is %.1f of %.1f thousand million results. Nothing has run yet of:\n\n", ran / 1e9, all / 1e9);
    print_missing();
    return 0;
}

int main(int argc, char **argv)
{
    subject_count = list_subjects(subjects);
    if (argc >= 5 && strcmp(argv[1], "run") == 0 && read_lines(argv[2])) {
        return run(argv[2], argv[3], strtod(argv[4], NULL), argv + 5, argc - 5);
    }
    if (argc == 5 && strcmp(argv[1], "again") == 0 && read_lines(argv[2])) {
        return run_again(strtoul(argv[3], NULL, 10), strtoull(argv[4], NULL, 10));
    }
    if (argc == 3 && strcmp(argv[1], "table") == 0 && read_lines(argv[2])) {
        return print_table();
    }
    fprintf(stderr, "usage: exhaustive run BLOCKS COMMIT SECONDS [WORD...] | exhaustive again BLOCKS COUNT SEED | exhaustive table BLOCKS\n");
    return 2;
}
