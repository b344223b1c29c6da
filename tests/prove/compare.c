/* `make prove`: compares all results of this machine's kernels for functions with proofs (proof.h) with the reference, block by block;
 * blocks that a proof lists as run do not run again.
 *
 *   compare STATE COMMIT SECONDS WAY ISAS BLOCK JOBS PROOF…   starts no block after SECONDS seconds; 0: runs all
 *
 * Each block runs in a separate process, JOBS at a time; this process records the results in the folder STATE, so that a stopped
 * run can continue. Once all blocks have run, the proof names the commit. For two operands, and for f64, a block that is not
 * yet in the proof is added to it, with the reference's results, before any kernel runs. If the reference is another library,
 * MPFR decides where a kernel's result differs. A proof without all blocks is in STATE under its name.
 *
 * WAY names the library's build, "usual" or another; ISAS and BLOCK select some, "all" selects all. A block with a wrong result
 * is not recorded; each such result is printed, with its input and the expected result.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "prove/kernels.h"
#include "prove/notes.h"
#include "prove/others.h"
#include "prove/runs.h"
#include "prove/sets.h"
#include "second/second.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_SHOWN = 20,
       MOST_JOBS = 64 };

static uint64_t x[CHUNK], y[CHUNK];
static uint64_t wanted[CHUNK], got[CHUNK];
static const void *const inputs[] = {x, y};

typedef struct totals {
    unsigned ran, left, wrong;
} totals;

typedef struct asked {
    const char *state, *commit, *way, *block;
    bl_isa isas[MOST_KERNELS];
    unsigned isa_count; /* 0: all */
    double seconds;
    unsigned jobs;
    time_t began;
} asked;

/* For a proof's kernels: their ways, and the blocks that they have run. */
typedef struct progress {
    char ways[MOST_KERNELS][40];
    uint8_t ran[MOST_KERNELS][MOST_BLOCKS];
} progress;

/* A block that runs in a separate process, which shares this memory. */
typedef struct job {
    pid_t process; /* 0: none */
    unsigned block;
    uint8_t done[MOST_KERNELS]; /* before this run */
    unsigned wrong[MOST_KERNELS];
    uint64_t hash;
    double seconds;
    notes noted;
} job;

/* Reads a list with commas or spaces. Returns 0 if an item is not an instruction set. */
static int take_isas(asked *into, char *list)
{
    into->isa_count = 0;
    for (char *name = strtok(list, ", "); name != NULL && strcmp(name, "all") != 0; name = strtok(NULL, ", ")) {
        bl_isa isa;

        if (into->isa_count == MOST_KERNELS || bl_isa_from_name(name, &isa) != BL_OK) {
            fprintf(stderr, "compare: there is no instruction set %s\n", name);
            return 0;
        }
        if (!bl_isa_available(isa)) {
            printf("SKIP %s: the processor or the library lacks it\n", name);
        }
        into->isas[into->isa_count++] = isa;
    }
    return 1;
}

static int is_asked(const asked *by, bl_isa isa)
{
    for (unsigned i = 0; i < by->isa_count; ++i) {
        if (by->isas[i] == isa) {
            return 1;
        }
    }
    return by->isa_count == 0;
}

static void name_way(char *into, size_t room, const asked *by, const bl_variant *variant)
{
    (void)snprintf(into, room, strcmp(by->way, "usual") == 0 ? "%s" : "%s/%s", bl_isa_name(variant->isa), by->way);
}

static void show_wrong(const proof *of, const char *way, size_t i)
{
    const int digits = (int)bits_of_type(of->type) / 4;

    printf("wrong: %s %s %s:", of->function, of->dtype, way);
    for (unsigned k = 0; k < of->operands; ++k) {
        printf(" %0*" PRIx64, (int)bits_of_type(operand_type(of, k)) / 4, element(operand_type(of, k), inputs[k], i));
    }
    printf(" gave %0*" PRIx64 ", should give %0*" PRIx64 "\n", digits, element(of->type, got, i), digits, element(of->type, wanted, i));
}

/* Where a kernel and another library differ, MPFR decides; a result of the other one that is wrong is made right. */
static void decide(const function *reference, const proof *of, size_t i, notes *noted)
{
    known_result one = {{element(of->type, inputs[0], i), of->operands == 2 ? element(of->second, inputs[1], i) : 0}, 0, 0};

    exact_result(reference, of, &one);
    note(noted, &one);
    if (one.result != element(of->type, wanted, i)) {
        printf("the other library is wrong: %s %s: %016" PRIx64 " %016" PRIx64 " gave %016" PRIx64 ", should give %016" PRIx64 "\n",
               of->function, of->dtype, one.inputs[0], one.inputs[1], element(of->type, wanted, i), one.result);
        set_element(of->type, wanted, i, one.result);
    }
}

/* The number of a chunk's wrong results; prints the first ones. */
static unsigned compare(const function *reference, const proof *of, const char *way, unsigned shown, notes *noted)
{
    unsigned wrong = 0;

    if (memcmp(got, wanted, CHUNK * bits_of_type(of->type) / 8) == 0) {
        return 0;
    }
    for (size_t i = 0; i < CHUNK; ++i) {
        if (is_by_others(of) && element(of->type, got, i) != element(of->type, wanted, i)) {
            decide(reference, of, i, noted);
        }
        if (element(of->type, got, i) != element(of->type, wanted, i) && shown + wrong++ < MOST_SHOWN) {
            show_wrong(of, way, i);
        }
    }
    return wrong;
}

/* Runs the kernels that have not yet run a block. */
static void run_block(const function *reference, const proof *of, const kernels *all, const progress *so_far, job *to)
{
    const clock_t start = clock();

    to->noted.of = of;
    for (unsigned c = 0; c < of->chunks; ++c) {
        fill_chunk(of, to->block, c, (void *const[]){x, y});
        reference_results(reference, of, inputs, wanted, note, &to->noted);
        if (grows_by_blocks(of)) {
            check_sample(reference, of, inputs, wanted, to->block * of->chunks + c);
        }
        for (unsigned k = 0; k < all->count; ++k) {
            if (!to->done[k]) {
                run_kernel(all, k, inputs, got);
                to->wrong[k] += compare(reference, of, so_far->ways[k], to->wrong[k], &to->noted);
            }
        }
        to->hash = hash_chunk(to->hash, of->type, wanted); /* after MPFR has decided */
    }
    to->seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
}

/* ---- Completed blocks ---- */

static void name_growing(char *into, size_t room, const asked *by, const char *path)
{
    const char *last = strrchr(path, '/');

    (void)snprintf(into, room, "%s/%s", by->state, last != NULL ? last + 1 : path);
}

/* Writes the proof to its file; an incomplete one to the folder STATE. */
static int write_proof(const proof *of, const char *path, const asked *by)
{
    char growing[1024], fresh[1024 + 8];
    FILE *file;

    name_growing(growing, sizeof growing, by, path);
    (void)snprintf(fresh, sizeof fresh, "%s.new", growing);
    file = fopen(fresh, "w");
    if (file == NULL) {
        fprintf(stderr, "%s cannot be written\n", fresh);
        return 0;
    }
    proof_write(of, file);
    if (fclose(file) != 0 || rename(fresh, proof_is_whole(of) ? path : growing) != 0) {
        return 0;
    }
    return !proof_is_whole(of) || access(growing, F_OK) != 0 || remove(growing) == 0;
}

/* Adds a block to the proof, or finds the same there; 0 if it is different. */
static int keep_block(proof *of, const char *path, const asked *by, const job *from)
{
    if (of->has[from->block]) {
        if (from->hash != of->hashes[from->block]) {
            printf("%s %s, block %02x: the reference's results have the hash %016" PRIx64 ", and %016" PRIx64 " is kept\n", of->function,
                   of->dtype, from->block, from->hash, of->hashes[from->block]);
        }
        return from->hash == of->hashes[from->block];
    }
    of->has[from->block] = 1;
    of->hashes[from->block] = from->hash;
    of->near[from->block] = from->noted.near != 0;
    add_notes(of, &from->noted);
    return write_proof(of, path, by);
}

/* Notes that a way has run a block without a wrong result; the proof has the last one's commit. */
static int note_way(proof *of, const char *path, const asked *by, progress *so_far, unsigned kernel, unsigned block)
{
    const char *way = so_far->ways[kernel];
    whole_run *to = &of->runs[of->run_count];

    so_far->ran[kernel][block] = 1;
    if (memchr(so_far->ran[kernel], 0, of->blocks) != NULL) {
        return runs_add(by->state, of, way, block);
    }
    if (of->run_count == MOST_WAYS) {
        return 0;
    }
    (void)snprintf(to->way, sizeof to->way, "%s", way);
    (void)snprintf(to->commit, sizeof to->commit, "%s", by->commit);
    ++of->run_count;
    runs_remove(by->state, of, way);
    return write_proof(of, path, by);
}

/* Notes a block that has run. Returns 0 if that fails. */
static int note_block(proof *of, const char *path, const kernels *all, const asked *by, progress *so_far, const job *from, totals *sum)
{
    if (!keep_block(of, path, by, from)) {
        return 0;
    }
    printf("%s %s, block %02x (%u of %u), %.2f s, MPFR decided %u:", of->function, of->dtype, from->block, from->block + 1, of->blocks,
           from->seconds, from->noted.decided);
    for (unsigned k = 0; k < all->count; ++k) {
        if (from->done[k]) {
            continue;
        }
        sum->wrong += from->wrong[k];
        printf(" %s", so_far->ways[k]);
        if (from->wrong[k] != 0) {
            printf(" (%u wrong)", from->wrong[k]);
        } else if (!note_way(of, path, by, so_far, k, from->block)) {
            return 0;
        }
    }
    printf("\n");
    (void)fflush(stdout);
    ++sum->ran;
    return 1;
}

/* Waits for one of the jobs, and notes it. Returns 0 if either fails; 1 also if there is none. */
static int finish_job(job *jobs, proof *of, const char *path, const kernels *all, const asked *by, progress *so_far, totals *sum)
{
    int status;
    const pid_t process = wait(&status);

    for (unsigned i = 0; process > 0 && i < by->jobs; ++i) {
        if (jobs[i].process == process) {
            jobs[i].process = 0;
            return status == 0 && note_block(of, path, all, by, so_far, &jobs[i], sum);
        }
    }
    return 1;
}

/* Marks the blocks that are complete or not requested; returns the number of the others. */
static unsigned find_done(const kernels *all, unsigned block, const asked *by, const progress *so_far, uint8_t *done)
{
    unsigned missing = 0;

    for (unsigned k = 0; k < all->count; ++k) {
        done[k] = (uint8_t)(!is_asked(by, all->variants[k]->isa) || so_far->ran[k][block]);
        missing += !done[k];
    }
    return missing;
}

static int begin_job(job *jobs, const function *reference, const proof *of, const kernels *all, const progress *so_far, unsigned block,
                     const uint8_t *done)
{
    job *to = jobs;
    pid_t process;

    while (to->process != 0) {
        ++to;
    }
    memset(to, 0, sizeof *to);
    to->block = block;
    memcpy(to->done, done, sizeof to->done);
    (void)fflush(stdout);
    process = fork();
    if (process == 0) {
        run_block(reference, of, all, so_far, to);
        (void)fflush(stdout);
        _exit(0);
    }
    to->process = process;
    return process > 0;
}

static int run_blocks(job *jobs, const function *reference, proof *of, const char *path, const kernels *all, const asked *by, totals *sum)
{
    static progress so_far;
    unsigned running = 0;
    int fine = 1;

    memset(&so_far, 0, sizeof so_far);
    for (unsigned k = 0; k < all->count; ++k) {
        name_way(so_far.ways[k], sizeof so_far.ways[k], by, all->variants[k]);
        if (proof_has_run(of, so_far.ways[k])) {
            memset(so_far.ran[k], 1, sizeof so_far.ran[k]);
        } else {
            fine = fine && runs_read(so_far.ran[k], by->state, of, so_far.ways[k]);
        }
    }
    for (unsigned block = 0; fine && block < of->blocks; ++block) {
        uint8_t done[MOST_KERNELS];

        if ((!of->has[block] && !grows_by_blocks(of)) || (strcmp(by->block, "all") != 0 && strtoul(by->block, NULL, 16) != block) ||
            find_done(all, block, by, &so_far, done) == 0) {
            continue;
        }
        if (by->seconds > 0 && difftime(time(NULL), by->began) >= by->seconds) {
            ++sum->left;
            continue;
        }
        if (running == by->jobs) {
            fine = finish_job(jobs, of, path, all, by, &so_far, sum);
            --running;
        }
        fine = fine && begin_job(jobs, reference, of, all, &so_far, block, done);
        running += (unsigned)fine;
    }
    for (; running > 0; --running) {
        fine = finish_job(jobs, of, path, all, by, &so_far, sum) && fine;
    }
    return fine;
}

static int run_proof(proof *of, const char *path, const asked *by, totals *sum)
{
    const function *reference = function_by_name(of->function);
    kernels all;
    job *jobs;
    int fine;

    if (reference == NULL || !list_kernels(&all, of)) {
        fprintf(stderr, "compare: the library has no function %s of %s\n", of->function, of->dtype);
        return 0;
    }
    if (is_by_others(of) && other_by_name(of->function) == NULL) {
        printf("SKIP %s %s: libllvmlibc-22-dev was not installed when this was compiled\n", of->function, of->dtype);
        return 1;
    }
    jobs = (job *)mmap(NULL, by->jobs * sizeof *jobs, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (jobs == (job *)MAP_FAILED) {
        return 0;
    }
    fine = run_blocks(jobs, reference, of, path, &all, by, sum);
    (void)munmap(jobs, by->jobs * sizeof *jobs);
    return fine;
}

/* Reads the proof's file, or the incomplete one. */
static int read_proof(proof *into, const char *path, const asked *by)
{
    char growing[1024];

    name_growing(growing, sizeof growing, by, path);
    return proof_read(into, access(path, F_OK) == 0 ? path : growing);
}

int main(int argc, char **argv)
{
    static proof one;
    totals sum = {0, 0, 0};
    asked by;
    int status = 0;

    if (argc < 9) {
        fprintf(stderr, "usage: compare STATE COMMIT SECONDS WAY ISAS BLOCK JOBS PROOF...\n");
        return 2;
    }
    by.state = argv[1];
    by.commit = argv[2];
    by.seconds = strtod(argv[3], NULL);
    by.way = argv[4];
    by.block = argv[6];
    by.jobs = (unsigned)strtoul(argv[7], NULL, 10);
    by.jobs = by.jobs < 1 ? 1 : by.jobs > MOST_JOBS ? MOST_JOBS
                                                    : by.jobs;
    by.began = time(NULL);
    if (!take_isas(&by, argv[5])) {
        return 2;
    }
    for (int i = 8; i < argc; ++i) {
        status |= !read_proof(&one, argv[i], &by) || !run_proof(&one, argv[i], &by, &sum);
    }
    printf("%u blocks ran, %u results are wrong, %u blocks are left\n", sum.ran, sum.wrong, sum.left);
    return status || sum.wrong != 0;
}
