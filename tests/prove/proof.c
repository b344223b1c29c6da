/* The file of a function's proof: proof.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "proof.h"
#include "prove/sets.h"
#include "second/second.h"
#include "second/values.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const two_operands[] = {"pow", "atan2", "hypot"};

static const char *const dtypes[] = {"f32", "f64", "f16", "bf16", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"};

/* The dtype at the beginning of the text, up to its end or a hyphen; sets *text to the rest. */
static int take_type(const char **text, unsigned *type)
{
    const size_t length = strcspn(*text, "-");

    for (unsigned i = 0; i < BL_COUNT(dtypes); ++i) {
        if (strlen(dtypes[i]) == length && strncmp(dtypes[i], *text, length) == 0) {
            *type = i;
            *text += length + ((*text)[length] == '-');
            return 1;
        }
    }
    return 0;
}

int proof_start(proof *of, const char *function, const char *dtype)
{
    memset(of, 0, sizeof *of);
    (void)snprintf(of->function, sizeof of->function, "%s", function);
    (void)snprintf(of->dtype, sizeof of->dtype, "%s", dtype);
    of->operands = 1;
    for (size_t i = 0; i < BL_COUNT(two_operands); ++i) {
        of->operands += strcmp(two_operands[i], function) == 0;
    }
    if (!take_type(&dtype, &of->type) || !is_float_type(of->type)) {
        return 0;
    }
    of->second = of->type;
    if (of->operands == 1 && of->type != BL_F64) {
        of->blocks = bits_of_type(of->type) == 32 ? MOST_BLOCKS : 1;
        of->chunks = bits_of_type(of->type) == 32 ? 1 << 8 : 1;
        return *dtype == '\0';
    }
    (void)take_type(&dtype, &of->second);
    return set_by_name(of, dtype);
}

/* ---- Hashes ---- */

uint64_t element(unsigned type, const void *values, size_t i)
{
    switch (bits_of_type(type)) {
    case 8:
        return ((const uint8_t *)values)[i];
    case 16:
        return ((const uint16_t *)values)[i];
    case 32:
        return ((const uint32_t *)values)[i];
    default:
        return ((const uint64_t *)values)[i];
    }
}

void set_element(unsigned type, void *values, size_t i, uint64_t bits)
{
    switch (bits_of_type(type)) {
    case 8:
        ((uint8_t *)values)[i] = (uint8_t)bits;
        break;
    case 16:
        ((uint16_t *)values)[i] = (uint16_t)bits;
        break;
    case 32:
        ((uint32_t *)values)[i] = (uint32_t)bits;
        break;
    default:
        ((uint64_t *)values)[i] = bits;
    }
}

unsigned operand_type(const proof *of, unsigned i)
{
    return i == 0 ? of->type : of->second;
}

uint64_t hash_chunk(uint64_t hash, unsigned type, const void *results)
{
    const uint32_t *words = (const uint32_t *)results;
    const uint16_t *halves = (const uint16_t *)results;

    for (size_t i = 0; i < CHUNK; i += 4) {
        if (bits_of_type(type) == 64) {
            for (size_t k = i; k < i + 4; ++k) {
                hash = hashed_with(hash, element(type, results, k));
            }
        } else if (bits_of_type(type) == 32) {
            hash = hashed_with(hash, words[i] | (uint64_t)words[i + 1] << 32);
            hash = hashed_with(hash, words[i + 2] | (uint64_t)words[i + 3] << 32);
        } else {
            hash = hashed_with(hash, halves[i] | (uint64_t)halves[i + 1] << 16 | (uint64_t)halves[i + 2] << 32 |
                                         (uint64_t)halves[i + 3] << 48);
        }
    }
    return hash;
}

int proof_is_whole(const proof *of)
{
    return memchr(of->has, 0, of->blocks) == NULL;
}

int proof_has_run(const proof *of, const char *way)
{
    for (unsigned i = 0; i < of->run_count; ++i) {
        if (strcmp(of->runs[i].way, way) == 0) {
            return 1;
        }
    }
    return 0;
}

uint64_t proof_hash(const proof *of)
{
    uint64_t hash = 0;

    for (unsigned b = 0; b < of->blocks; ++b) {
        hash = of->has[b] ? hashed_with(hash, of->hashes[b]) : hash;
    }
    return hash;
}

unsigned block_inputs(const proof *of)
{
    return of->chunks * CHUNK;
}

/* ---- The file ---- */

enum { HASHES_A_LINE = 4 };

static void write_known(const proof *of, FILE *file, const char *kind, const known_result *one)
{
    fprintf(file, "%s", kind);
    for (unsigned i = 0; i < of->operands; ++i) {
        fprintf(file, " %0*" PRIx64, (int)bits_of_type(operand_type(of, i)) / 4, one->inputs[i]);
    }
    fprintf(file, " %0*" PRIx64, (int)bits_of_type(of->type) / 4, one->result);
}

/* One line for each commit. */
static void write_runs(const proof *of, FILE *file)
{
    for (unsigned i = 0; i < of->run_count; ++i) {
        const char *commit = of->runs[i].commit;
        unsigned first = 0;

        while (strcmp(of->runs[first].commit, commit) != 0) {
            ++first;
        }
        if (first < i) {
            continue;
        }
        fprintf(file, "run %s", commit);
        for (unsigned k = i; k < of->run_count; ++k) {
            if (strcmp(of->runs[k].commit, commit) == 0) {
                fprintf(file, " %s", of->runs[k].way);
            }
        }
        fprintf(file, "\n");
    }
}

static void write_blocks(const proof *of, FILE *file)
{
    for (unsigned b = 0; b < of->blocks; ++b) {
        if (b % HASHES_A_LINE == 0) {
            fprintf(file, b == 0 ? "blocks %02x" : "\nblocks %02x", b);
        }
        if (of->has[b]) {
            fprintf(file, " %016" PRIx64 "%s", of->hashes[b], of->near[b] ? "+" : "");
        } else {
            fprintf(file, " -");
        }
    }
    fprintf(file, "\n");
}

void proof_write(const proof *of, FILE *file)
{
    fprintf(file, "# Made by make prove; tests/prove/proof.h says what the lines are. SPDX-License-Identifier: Apache-2.0\n");
    fprintf(file, "function %s %s\n", of->function, of->dtype);
    write_runs(of, file);
    fprintf(file, "hash %016" PRIx64 "\n", proof_hash(of));
    write_blocks(of, file);
    for (unsigned i = 0; i < of->edge_count; ++i) {
        write_known(of, file, "edge", &of->edges[i]);
        fprintf(file, "\n");
    }
    for (unsigned i = 0; i < of->hard_count; ++i) {
        write_known(of, file, "hard", &of->hard[i]);
        fprintf(file, " %.3g\n", of->hard[i].distance);
    }
}

static int read_run(proof *of, char *text)
{
    const char *commit = strtok(text, " \n"), *way;

    if (commit == NULL || strlen(commit) >= sizeof of->runs[0].commit) {
        return 0;
    }
    while ((way = strtok(NULL, " \n")) != NULL) {
        whole_run *to = &of->runs[of->run_count];

        if (of->run_count == MOST_WAYS || strlen(way) >= sizeof to->way || proof_has_run(of, way)) {
            return 0;
        }
        (void)snprintf(to->commit, sizeof to->commit, "%s", commit);
        (void)snprintf(to->way, sizeof to->way, "%s", way);
        ++of->run_count;
    }
    return 1;
}

static int read_blocks(proof *of, char *text)
{
    const char *word = strtok(text, " \n");
    unsigned block;
    int length = 0;

    if (word == NULL || sscanf(word, "%x", &block) != 1) {
        return 0;
    }
    for (; (word = strtok(NULL, " \n")) != NULL; ++block) {
        if (block >= of->blocks || of->has[block]) {
            return 0;
        }
        if (strcmp(word, "-") == 0) {
            continue;
        }
        if (sscanf(word, "%" SCNx64 "%n", &of->hashes[block], &length) != 1) {
            return 0;
        }
        of->has[block] = 1;
        of->near[block] = strcmp(word + length, "+") == 0;
        if (!of->near[block] && word[length] != '\0') {
            return 0;
        }
    }
    return 1;
}

/* Reads the text after "edge" or "hard"; 0 if it is neither, or if there are too many. */
static int read_known(const proof *of, const char *text, const char *kind, known_result *into)
{
    int length = 0;

    if (strncmp(text, kind, 4) != 0) {
        return 0;
    }
    text += 4;
    memset(into, 0, sizeof *into);
    for (unsigned i = 0; i < of->operands; ++i) {
        if (sscanf(text, " %" SCNx64 "%n", &into->inputs[i], &length) != 1) {
            return 0;
        }
        text += length;
    }
    if (sscanf(text, " %" SCNx64 "%n", &into->result, &length) != 1) {
        return 0;
    }
    return kind[0] == 'e' || sscanf(text + length, "%lf", &into->distance) == 1;
}

/* Reads a known line; 0 for any other. */
static int read_line(proof *of, char *text, uint64_t *hash)
{
    char function[24], dtype[24];

    if (sscanf(text, "function %23s %23s", function, dtype) == 2) {
        return of->blocks == 0 && proof_start(of, function, dtype);
    }
    if (of->blocks == 0) {
        return 0;
    }
    if (strncmp(text, "run ", 4) == 0) {
        return read_run(of, text + 4);
    }
    if (strncmp(text, "blocks ", 7) == 0) {
        return read_blocks(of, text + 7);
    }
    if (of->edge_count < MOST_EDGES && read_known(of, text, "edge", &of->edges[of->edge_count])) {
        ++of->edge_count;
        return 1;
    }
    if (of->hard_count < HARD_CASES && read_known(of, text, "hard", &of->hard[of->hard_count])) {
        ++of->hard_count;
        return 1;
    }
    return sscanf(text, "hash %" SCNx64, hash) == 1;
}

int proof_read(proof *of, const char *path)
{
    FILE *file = fopen(path, "r");
    char text[256];
    uint64_t hash = 0;

    memset(of, 0, sizeof *of);
    if (file == NULL) {
        fprintf(stderr, "%s cannot be read\n", path);
        return 0;
    }
    while (fgets(text, sizeof text, file) != NULL) {
        if (text[0] != '#' && !read_line(of, text, &hash)) {
            fprintf(stderr, "%s: what is this: %s", path, text);
            (void)fclose(file);
            return 0;
        }
    }
    (void)fclose(file);
    if (of->blocks == 0 || hash != proof_hash(of)) {
        fprintf(stderr, "%s: its hash is not that of its blocks\n", path);
        return 0;
    }
    return 1;
}
