/* Preloaded (LD_PRELOAD), makes allocation number $NO_MEMORY fail; if the number is negative, also all later ones.
 * Then it creates the file $NO_MEMORY_TOLD. For the GNU C library.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);

static int has_ended; /* allocations after exit() are not the program's, but those of the code that counts its branches */

static void end(void)
{
    has_ended = 1;
}

static int is_there(void)
{
    static long allocations;
    const char *number = getenv("NO_MEMORY");
    const char *told = getenv("NO_MEMORY_TOLD");
    const long wanted = number != NULL ? atol(number) : 0;
    int file;

    if (++allocations == 1) { /* in main, so that it runs before the destructors that the program registers */
        (void)atexit(end);
    }
    if (has_ended || told == NULL || wanted == 0 || (wanted > 0 ? allocations != wanted : allocations < -wanted)) {
        return 1;
    }
    file = open(told, O_CREAT | O_WRONLY, 0600);
    if (file >= 0) {
        (void)close(file);
    }
    errno = ENOMEM;
    return 0;
}

void *malloc(size_t bytes)
{
    return is_there() ? __libc_malloc(bytes) : NULL;
}

void *calloc(size_t count, size_t bytes)
{
    return is_there() ? __libc_calloc(count, bytes) : NULL;
}

void *realloc(void *memory, size_t bytes)
{
    return is_there() ? __libc_realloc(memory, bytes) : NULL;
}
