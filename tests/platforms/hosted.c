/* The platform of a test program as a POSIX process: guarded memory with mmap, faults as signals.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "platform.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

const char *platform_doing = "starting";
const char *const platform_unguarded = NULL;

void platform_print(const char *text)
{
    size_t left = strlen(text);

    while (left > 0) {
        const ssize_t written = write(STDOUT_FILENO, text, left);

        if (written <= 0) {
            _exit(1); /* results can no longer be reported */
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

/* It calls only functions that a signal handler may call. */
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

void platform_catch_faults(void)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE};

    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; ++i) {
        signal(faults[i], fault);
    }
}

void platform_set_variable(const char *name, const char *value)
{
    if (value != NULL) {
        setenv(name, value, 1);
    } else {
        unsetenv(name);
    }
}

int platform_traps(void (*does)(void))
{
    int status = 0;
    const pid_t child = fork();

    if (child == 0) {
        does();
        _exit(0);
    }
    return child > 0 && waitpid(child, &status, 0) == child ? WIFSIGNALED(status) && WTERMSIG(status) == SIGFPE : -1;
}
