/* Writes the results and hashes of a function's proof (proof.h) to standard output:
 *
 *   reference FUNCTION DTYPE [BLOCK]   a single block, for tests; f32 has 256, from 00 to ff
 *
 * Of two operands, and of f64, it is the edges alone, unless a block is requested: `compare` adds each block that it runs. Without a kernel: it is
 * linked with MPFR and SLEEF, and with nothing of the library.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "prove/notes.h"
#include "prove/sets.h"
#include "second/second.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static proof kept;
    static notes all;
    static uint64_t x[CHUNK], y[CHUNK], results[CHUNK];
    void *const inputs[] = {x, y};
    const void *const read[] = {x, y};
    const function *of = argc >= 3 ? function_by_name(argv[1]) : NULL;

    if (of == NULL || !proof_start(&kept, argv[1], argv[2])) {
        fprintf(stderr, "usage: reference FUNCTION DTYPE [BLOCK], of a function of functions.c, at a dtype as proof.h has it\n");
        return 2;
    }
    all.of = &kept;
    for (unsigned b = 0; b < kept.blocks; ++b) {
        if (argc > 3 ? b != strtoul(argv[3], NULL, 16) : grows_by_blocks(&kept)) {
            continue;
        }
        all.near = 0;
        kept.has[b] = 1;
        for (unsigned c = 0; c < kept.chunks; ++c) {
            fill_chunk(&kept, b, c, inputs);
            reference_results(of, &kept, read, results, note, &all);
            check_sample(of, &kept, read, results, b * kept.chunks + c);
            kept.hashes[b] = hash_chunk(kept.hashes[b], kept.type, results);
        }
        kept.near[b] = all.near != 0;
        if (b % 16 == 15) {
            fprintf(stderr, "%s %s: the reference has %u of %u blocks, MPFR decided %u\n", of->name, kept.dtype, b + 1, kept.blocks,
                    all.decided);
        }
    }
    add_notes(&kept, &all);
    add_edges(&kept, of);
    proof_write(&kept, stdout);
    mpfr_free_cache();
    return 0;
}
