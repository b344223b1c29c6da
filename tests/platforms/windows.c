/* The platform of a test program as a Windows process: guarded memory with VirtualAlloc, faults in a vectored handler.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "platform.h"

#include <stdlib.h>
#include <string.h>
#include <windows.h>

const char *platform_doing = "starting";
const char *const platform_unguarded = NULL;

void platform_print(const char *text)
{
    const HANDLE out = GetStdHandle(STD_OUTPUT_HANDLE);
    size_t left = strlen(text);

    while (left > 0) {
        DWORD written = 0;

        if (!WriteFile(out, text, (DWORD)left, &written, NULL) || written == 0) {
            ExitProcess(1); /* results can no longer be reported */
        }
        text += written;
        left -= written;
    }
}

void *platform_guarded(size_t bytes)
{
    SYSTEM_INFO system;
    size_t whole;
    unsigned char *reserved;

    GetSystemInfo(&system);
    whole = (bytes + system.dwPageSize - 1) / system.dwPageSize * system.dwPageSize;
    reserved = (unsigned char *)VirtualAlloc(NULL, whole + 2 * system.dwPageSize, MEM_RESERVE, PAGE_NOACCESS);
    return reserved == NULL ? NULL : VirtualAlloc(reserved + system.dwPageSize, whole, MEM_COMMIT, PAGE_READWRITE);
}

void platform_exit(int status)
{
    exit(status);
}

static LONG WINAPI fault(EXCEPTION_POINTERS *pointers)
{
    const char *what = NULL;

    switch (pointers->ExceptionRecord->ExceptionCode) {
    case EXCEPTION_ACCESS_VIOLATION: /* by address or by alignment */
        what = "access outside the operands";
        break;
    case EXCEPTION_ILLEGAL_INSTRUCTION:
        what = "illegal instruction";
        break;
    case EXCEPTION_INT_DIVIDE_BY_ZERO:
    case EXCEPTION_INT_OVERFLOW:
    case EXCEPTION_FLT_DIVIDE_BY_ZERO:
    case EXCEPTION_FLT_INVALID_OPERATION:
    case EXCEPTION_FLT_OVERFLOW:
    case STATUS_FLOAT_MULTIPLE_FAULTS: /* of vectors */
    case STATUS_FLOAT_MULTIPLE_TRAPS:
        what = "arithmetic trap";
        break;
    default:
        return EXCEPTION_CONTINUE_SEARCH;
    }
    platform_print("Bail out! ");
    platform_print(what);
    platform_print(": ");
    platform_print(platform_doing);
    platform_print("\n");
    ExitProcess(1);
}

void platform_catch_faults(void)
{
    AddVectoredExceptionHandler(1, fault);
}

void platform_set_variable(const char *name, const char *value)
{
    _putenv_s(name, value != NULL ? value : ""); /* an empty value removes it */
}

int platform_traps(void (*does)(void))
{
    (void)does;
    return -1;
}
