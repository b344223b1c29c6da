/* The ground of the test program as a process: standard output, and guarded memory by mmap. A fault ends the run with
 * TAP's "Bail out!" and what was being tested.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "platform.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

const char *platform_doing = "starting";
const char *const platform_unguarded = NULL;

static const char *argument = "";

void platform_print(const char *text)
{
    size_t left = strlen(text);

    while (left > 0) {
        const ssize_t written = write(STDOUT_FILENO, text, left);

        if (written <= 0) {
            _exit(1); /* nobody can read the results any more */
        }
        text += written;
        left -= (size_t)written;
    }
}

void *platform_guarded(size_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t whole = (bytes + page - 1) / page * page;
    unsigned char *map = (unsigned char *)mmap(NULL, whole + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (map == (unsigned char *)MAP_FAILED || mprotect(map + page, whole, PROT_READ | PROT_WRITE) != 0) {
        return NULL;
    }
    return map + page;
}

void platform_exit(int status)
{
    exit(status);
}

const char *platform_argument(void)
{
    return argument;
}

/* Only what a signal handler may call. */
static void fault(int number)
{
    platform_print("Bail out! ");
    platform_print(number == SIGILL   ? "illegal instruction"
                   : number == SIGFPE ? "arithmetic trap"
                                      : "access outside the operands");
    platform_print(": ");
    platform_print(platform_doing);
    platform_print("\n");
    _exit(1);
}

int main(int count, char **arguments)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE};

    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; ++i) {
        signal(faults[i], fault);
    }
    if (count > 1) {
        argument = arguments[1];
    }
    platform_exit(test_main());
    return 1;
}
