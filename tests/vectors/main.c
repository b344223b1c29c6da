/* Runs the published test vectors of tests/vectors through the front ends:
 *
 *   vectors ISA COUNTS NOT_FOLLOWED FILE.ebv...
 *   vectors --write ISA COUNTS NOT_FOLLOWED FILE.ebv...
 *
 * ISA: the instruction set that is the best allowed; COUNTS: the file of conformance counts, which must be what this
 * run gives, or with --write becomes it: lines of spec, operator, version, dtype, rule and the number of records that
 * passed, sorted; NOT_FOLLOWED: the list of the records that do not pass. One that is not on it must pass, one that is on
 * it must not, and be there.
 *
 * Every compute record is inferred, run in one call, planned and run from the plan, and run once more with its elements
 * repeated to some hundreds, so that the ISA's full-width kernels see them. ONNX records run in the other versions that
 * take them, too. Results must be the published ones bit for bit where the record says exact; where it leaves a
 * tolerance they must lie within it and be, bit for bit, what the oracle (tests/oracle/ops.c) gives, or of a function the C
 * library's of f64, rounded once. Error records must be refused with nothing written. Shape records are tested with the rule and with
 * nodes that have it.
 *
 * Prints TAP, a line an operator of each file, and for each file how many records passed and were not followed, and why.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tap.h"
#include "run.h"

enum { MOST_TALLIES = 128,
       MOST_COUNTS = 2000,
       MOST_LISTED = 500,
       MOST_REASONS = 20 };

/* The outcomes of a file's records of one operator. */
typedef struct tally {
    char op[32];
    int passed, failed;
} tally;

/* A record on the list of those that are not followed. */
typedef struct listed {
    char id[EBV_TEXT];
    size_t reason;
    bool is_met;
} listed;

/* Records that passed, by what they are evidence for. */
typedef struct conformance {
    char key[EBV_TEXT];
    int count;
    double tolerance; /* the largest relative one */
} conformance;

/* The outcomes of a file's records. */
typedef struct report {
    size_t tally_count;
    tally tallies[MOST_TALLIES];
    int records;
    int passed;
    int not_followed[MOST_REASONS];
} report;

static conformance counts[MOST_COUNTS];
static size_t conformance_count;
static listed list[MOST_LISTED];
static size_t listed_count;
static int records, passed;
static char reasons[MOST_REASONS][EBV_TEXT];
static size_t reason_count;

/* ---- The list of what is not followed ---- */

static listed *find_listed(const char *id)
{
    for (size_t i = 0; i < listed_count; ++i) {
        if (strcmp(list[i].id, id) == 0) {
            return &list[i];
        }
    }
    return NULL;
}

/* A line of the list: a comment, "why …", or "case …", which holds for the reason before it. */
static bool read_listed(char *line)
{
    line[strcspn(line, "\n")] = '\0';
    if (line[0] == '#') {
        return true;
    }
    if (strncmp(line, "why ", 4) == 0 && strlen(line) < EBV_TEXT && reason_count < MOST_REASONS) {
        strcpy(reasons[reason_count++], line + 4);
        return true;
    }
    if (strncmp(line, "case ", 5) != 0 || strlen(line) >= EBV_TEXT || listed_count == MOST_LISTED ||
        reason_count == 0 || find_listed(line + 5) != NULL) {
        return false;
    }
    strcpy(list[listed_count].id, line + 5);
    list[listed_count++].reason = reason_count - 1;
    return true;
}

static void read_list(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[2 * EBV_TEXT];
    bool good = file != NULL;

    while (good && fgets(line, sizeof line, file) != NULL) {
        good = read_listed(line);
    }
    ok(good, "%s is read%s%s", path, good || file == NULL ? "" : " up to ", good || file == NULL ? "" : line);
    if (file != NULL) {
        fclose(file);
    }
}

static void check_list(const char *path)
{
    bool all_met = true;

    for (size_t i = 0; i < listed_count; ++i) {
        if (!list[i].is_met) {
            printf("# there is no record %s\n", list[i].id);
            all_met = false;
        }
    }
    ok(all_met, "the %zu records of %s are there", listed_count, path);
}

/* ---- Counting ---- */

static tally *tally_of(report *r, const char *op)
{
    size_t i = 0;

    while (i < r->tally_count && strcmp(r->tallies[i].op, op) != 0) {
        ++i;
    }
    if (i == MOST_TALLIES) {
        printf("Bail out! too many operators\n");
        exit(1);
    }
    if (i == r->tally_count) {
        ++r->tally_count;
        snprintf(r->tallies[i].op, sizeof r->tallies[i].op, "%s", op);
    }
    return &r->tallies[i];
}

/* The version and the rule that were used, by the front end's own rows. */
static void count_conformance(const vector_node *n, const ebv_case *record)
{
    const char *dtype = bl_dtype_name(record->inputs[vector_typed_by(record)].dtype);
    char key[EBV_TEXT];
    size_t i = 0;

    if (n->onnx.op != NULL) {
        snprintf(key, sizeof key, "onnx %s %u %s %s", n->onnx.op->name,
                 (unsigned)bl_onnx_version_at(n->onnx.op, n->onnx.opset)->since, dtype, vector_rule(n));
    } else if (n->openvino.op != NULL) {
        snprintf(key, sizeof key, "openvino %s %d %s %s", n->openvino.op->name, n->openvino.opset, dtype,
                 vector_rule(n));
    } else {
        return;
    }
    while (i < conformance_count && strcmp(counts[i].key, key) != 0) {
        ++i;
    }
    if (i == MOST_COUNTS) {
        printf("Bail out! too many counts\n");
        exit(1);
    }
    conformance_count += i == conformance_count;
    memcpy(counts[i].key, key, sizeof key);
    ++counts[i].count;
    counts[i].tolerance = fmax(counts[i].tolerance, record->relative);
}

static int compare_keys(const void *a, const void *b)
{
    return strcmp(((const conformance *)a)->key, ((const conformance *)b)->key);
}

static void write_counts(FILE *file)
{
    qsort(counts, conformance_count, sizeof *counts, compare_keys);
    fprintf(file, "# Published test vectors that pass: spec, operator, version, dtype, rule, how many, and the relative tolerance if "
                  "they have one. Written by tests/vectors/main.c.\n");
    for (size_t i = 0; i < conformance_count; ++i) {
        fprintf(file, "%s %d", counts[i].key, counts[i].count);
        if (counts[i].tolerance > 0) {
            fprintf(file, " %g", counts[i].tolerance);
        }
        fputc('\n', file);
    }
}

static bool make_counts(const char *path)
{
    FILE *file = fopen(path, "w");

    if (file == NULL) {
        return false;
    }
    write_counts(file);
    return fclose(file) == 0;
}

/* Whether the file at the path is what write_counts would write. */
static bool are_counts(const char *path)
{
    FILE *file = fopen(path, "r");
    FILE *written = tmpfile();
    bool same = file != NULL && written != NULL;

    if (same) {
        int a, b;

        write_counts(written);
        rewind(written);
        do {
            a = getc(file);
            b = getc(written);
        } while (a == b && a != EOF);
        same = a == b;
    }
    if (file != NULL) {
        fclose(file);
    }
    if (written != NULL) {
        fclose(written);
    }
    return same;
}

/* ---- Files ---- */

static void print_report(const report *r, const char *name)
{
    printf("# %s: %d records: %d pass\n", name, r->records, r->passed);
    for (size_t i = 0; i < reason_count; ++i) {
        if (r->not_followed[i] > 0) {
            printf("#   %d not followed: %s\n", r->not_followed[i], reasons[i]);
        }
    }
}

static void run_record(report *r, const ebv_case *record)
{
    vector_node n;
    const outcome result = vector_run_record(record, &n);
    listed *not_followed = find_listed(record->id);
    tally *t = tally_of(r, record->op);

    ++r->records;
    if (not_followed == NULL) {
        t->passed += result == PASSED;
        t->failed += result != PASSED;
        r->passed += result == PASSED;
        if (result != PASSED) {
            printf("# %s: %s (%s)\n", record->id, vector_trouble, record->source);
        } else {
            count_conformance(&n, record);
        }
    } else {
        not_followed->is_met = true;
        ++r->not_followed[not_followed->reason];
        t->failed += result == PASSED;
        if (result == PASSED) {
            printf("# %s passes, and is listed as not followed\n", record->id);
        }
    }
}

static void run_file(const char *path)
{
    const char *name = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
    static report r;
    ebv_reader reader = {0};
    ebv_case record;

    memset(&r, 0, sizeof r);
    reader.file = fopen(path, "rb");
    if (!ok(reader.file != NULL, "%s opens", path)) {
        return;
    }
    while (ebv_read(&reader, &record)) {
        run_record(&r, &record);
        ebv_free(&record);
    }
    ok(reader.error[0] == '\0', "%s is read to its end%s%s", name, reader.error[0] == '\0' ? "" : ": ", reader.error);
    ebv_free(&record);
    fclose(reader.file);
    for (size_t i = 0; i < r.tally_count; ++i) {
        if (r.tallies[i].passed + r.tallies[i].failed > 0) {
            ok(r.tallies[i].failed == 0, "%s: %s: %d of %d pass", name, r.tallies[i].op, r.tallies[i].passed,
               r.tallies[i].passed + r.tallies[i].failed);
        }
    }
    print_report(&r, name);
    passed += r.passed;
    records += r.records;
}

/** Whether the instruction set has a kernel for what most records are about; an extension leaves it to what it extends. */
static bool adds_floats(bl_isa isa)
{
    for (size_t i = 0; i < bl_table_add_f32.variant_count; ++i) {
        if (bl_table_add_f32.variants[i].isa == isa) {
            return true;
        }
    }
    return false;
}

static int usage(void)
{
    fprintf(stderr, "usage: vectors [--write] ISA COUNTS NOT_FOLLOWED FILE.ebv...\n");
    return 2;
}

int main(int argc, char **argv)
{
    const bool writes = argc > 1 && strcmp(argv[1], "--write") == 0;
    bl_isa isa = BL_ISA_ANY;
    const char *name, *counts_path, *list_path;

    argv += 1 + writes;
    argc -= 1 + writes;
    if (argc < 4) {
        return usage();
    }
    name = argv[0];
    counts_path = argv[1];
    list_path = argv[2];
    if (bl_isa_from_name(name, &isa) != BL_OK || isa == BL_ISA_ANY) {
        fprintf(stderr, "vectors: there is no instruction set %s\n", name);
        return usage();
    }
    if (!bl_isa_available(isa) || bl_isa_limit(isa) != BL_OK) {
        printf("1..0 # SKIP this processor has no %s\n", name);
        return 0;
    }
    read_list(list_path);
    for (int i = 3; i < argc; ++i) {
        run_file(argv[i]);
    }
    check_list(list_path);
    printf("# %d records: %d pass, %zu are not followed\n", records, passed, listed_count);
    printf("# in bulk:");
    for (size_t i = 0; i < bl_isa_record_count; ++i) {
        if (vector_bulk_runs[bl_isa_records[i].isa] > 0) {
            printf(" %s %d", bl_isa_records[i].name, vector_bulk_runs[bl_isa_records[i].isa]);
        }
    }
    printf("\n# %d records publish a value that is within their tolerance of the exactly rounded one, but not it\n",
           vector_inexact_records);
    printf("# %d more runs of ONNX records in the other versions that take them\n", vector_runs_elsewhere);
    if (vector_bulk_runs[isa] > 0 || adds_floats(isa)) {
        ok(vector_bulk_runs[isa] > 0, "%s's own kernels ran on %d records", name, vector_bulk_runs[isa]);
    } else {
        skip("its own kernels ran", "no record is for the few that it has");
    }
    if (writes) {
        ok(make_counts(counts_path), "%s is written", counts_path);
    } else {
        ok(are_counts(counts_path), "%s is what this run gives", counts_path);
    }
    return done_testing();
}
