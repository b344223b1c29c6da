/* Runs the published test vectors of tests/vectors through the front ends:
 *
 *   vectors ISA COUNTS FILE.ebv...
 *   vectors --write ISA COUNTS FILE.ebv...
 *
 * ISA: the instruction set that is the best allowed; COUNTS: the file of conformance counts, which must be what this
 * run gives, or with --write becomes it: lines of spec, operator, version, dtype, rule and the number of records that
 * passed, sorted.
 *
 * Every compute record is inferred, run in one call, planned and run from the plan, and run once more with its elements
 * repeated to some hundreds, so that the ISA's full-width kernels see them. ONNX records run in the other versions that
 * take them, too. Results must be the published ones bit for bit where the record says exact; where it leaves a
 * tolerance they must lie within it and be, bit for bit, what the oracle (tests/oracle.c) gives. Error records must be
 * refused with nothing written. Shape records are asked of the rule and of nodes that have it.
 *
 * Prints TAP, a line an operator of each file, and for each file how many records ran, passed and did not apply, and
 * why.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "vectors_run.h"

enum { MOST_TALLIES = 64,
       MOST_COUNTS = 400 };

/* What became of a file's records of one operator. */
typedef struct tally {
    char op[32];
    int passed, failed;
} tally;

/* Records of an operator that did not run, and why. */
typedef struct reason {
    char op[32];
    char text[EBV_TEXT];
    int count;
} reason;

/* Records that passed, by what they are evidence for. */
typedef struct conformance {
    char key[EBV_TEXT];
    int count;
} conformance;

typedef struct report {
    size_t tally_count, reason_count;
    tally tallies[MOST_TALLIES];
    reason reasons[MOST_TALLIES];
    int records;
} report;

static conformance counts[MOST_COUNTS];
static size_t conformance_count;

/* ---- Counting ---- */

static void count_reason(report *r, const char *op, const char *text, int count)
{
    size_t i = 0;

    while (i < r->reason_count && (strcmp(r->reasons[i].op, op) != 0 || strcmp(r->reasons[i].text, text) != 0)) {
        ++i;
    }
    if (i == MOST_TALLIES) {
        printf("Bail out! too many reasons\n");
        exit(1);
    }
    r->reason_count += i == r->reason_count;
    snprintf(r->reasons[i].op, sizeof r->reasons[i].op, "%s", op);
    snprintf(r->reasons[i].text, sizeof r->reasons[i].text, "%s", text);
    r->reasons[i].count += count;
}

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
    const char *dtype = bl_dtype_name(record->inputs[n->arity - 1].dtype);
    char key[EBV_TEXT];
    size_t i = 0;

    if (n->onnx.op != NULL) {
        const bl_onnx_version *version = bl_onnx_version_at(n->onnx.op, n->onnx.opset);
        const bool broadcasts = (n->onnx.given & BL_ONNX_BROADCAST) != 0 && n->onnx.broadcast == 1;
        static const char *const rules[] = {"numpy", "none", "pdpd", "onnx_legacy"};

        snprintf(key, sizeof key, "onnx %s %u %s %s", n->onnx.op->name, (unsigned)version->since, dtype,
                 rules[broadcasts ? version->broadcast_rule : version->rule]);
    } else if (n->openvino.op != NULL) {
        snprintf(key, sizeof key, "openvino %s %d %s %s", n->openvino.op->name, n->openvino.opset, dtype,
                 record->rule == EBV_NUMPY  ? "numpy"
                 : record->rule == EBV_NONE ? "none"
                                            : "pdpd");
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
}

static int compare_keys(const void *a, const void *b)
{
    return strcmp(((const conformance *)a)->key, ((const conformance *)b)->key);
}

static void write_counts(FILE *file)
{
    qsort(counts, conformance_count, sizeof *counts, compare_keys);
    fprintf(file, "# Published test vectors that pass: spec, operator, version, dtype, rule, how many. Written by "
                  "tests/vectors.c.\n");
    for (size_t i = 0; i < conformance_count; ++i) {
        fprintf(file, "%s %d\n", counts[i].key, counts[i].count);
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

/* A comment of tests/vectors/carry.awk: "# left out: Pow 12". */
static void take_comment(void *context, const char *text)
{
    report *r = (report *)context;
    char op[32];
    int count;

    if (sscanf(text, " left out: %31s %d", op, &count) == 2) {
        count_reason(r, op, "the library has no such operator", count);
        r->records += count;
    }
}

/* The first reason of the same text. */
static size_t first_with(const report *r, size_t index)
{
    size_t i = 0;

    while (strcmp(r->reasons[i].text, r->reasons[index].text) != 0) {
        ++i;
    }
    return i;
}

static void print_report(const report *r, const char *name)
{
    int ran = 0, passed = 0, others = 0;

    for (size_t i = 0; i < r->tally_count; ++i) {
        ran += r->tallies[i].passed + r->tallies[i].failed;
        passed += r->tallies[i].passed;
    }
    for (size_t i = 0; i < r->reason_count; ++i) {
        others += r->reasons[i].count;
    }
    printf("# %s: %d records: %d ran, %d passed, %d do not apply\n", name, r->records, ran, passed, others);
    for (size_t i = 0; i < r->reason_count; ++i) {
        if (first_with(r, i) == i) {
            printf("#   %s:", r->reasons[i].text);
            for (size_t k = i; k < r->reason_count; ++k) {
                if (first_with(r, k) == i) {
                    printf(" %s %d", r->reasons[k].op, r->reasons[k].count);
                }
            }
            printf("\n");
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
    reader.comment = take_comment;
    reader.context = &r;
    if (!ok(reader.file != NULL, "%s opens", path)) {
        return;
    }
    while (ebv_read(&reader, &record)) {
        char why[EBV_TEXT];
        vector_node n;
        const outcome result = vector_run_record(&record, &n, why);

        ++r.records;
        if (result == DOES_NOT_APPLY) {
            count_reason(&r, record.op, why, 1);
        } else {
            tally *t = tally_of(&r, record.op);

            t->passed += result == PASSED;
            t->failed += result == FAILED;
            if (result == FAILED) {
                printf("# %s: %s (%s)\n", record.id, vector_trouble, record.source);
            } else if (n.arity > 0) {
                count_conformance(&n, &record);
            }
        }
        ebv_free(&record);
    }
    ok(reader.error[0] == '\0', "%s is read to its end%s%s", name, reader.error[0] == '\0' ? "" : ": ", reader.error);
    ebv_free(&record);
    fclose(reader.file);
    for (size_t i = 0; i < r.tally_count; ++i) {
        ok(r.tallies[i].failed == 0, "%s: %s: %d of %d pass", name, r.tallies[i].op, r.tallies[i].passed,
           r.tallies[i].passed + r.tallies[i].failed);
    }
    print_report(&r, name);
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
    fprintf(stderr, "usage: vectors [--write] ISA COUNTS FILE.ebv...\n");
    return 2;
}

int main(int argc, char **argv)
{
    const bool writes = argc > 1 && strcmp(argv[1], "--write") == 0;
    bl_isa isa = BL_ISA_ANY;
    const char *name, *counts_path;

    argv += 1 + writes;
    argc -= 1 + writes;
    if (argc < 3) {
        return usage();
    }
    name = argv[0];
    counts_path = argv[1];
    if (bl_isa_from_name(name, &isa) != BL_OK || isa == BL_ISA_ANY) {
        fprintf(stderr, "vectors: there is no instruction set %s\n", name);
        return usage();
    }
    if (!bl_isa_available(isa) || bl_isa_limit(isa) != BL_OK) {
        printf("1..0 # SKIP this processor has no %s\n", name);
        return 0;
    }
    for (int i = 2; i < argc; ++i) {
        run_file(argv[i]);
    }
    printf("# in bulk:");
    for (size_t i = 0; i < bl_isa_record_count; ++i) {
        if (vector_bulk_runs[i + 1] > 0) {
            printf(" %s %d", bl_isa_records[i].name, vector_bulk_runs[i + 1]);
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
