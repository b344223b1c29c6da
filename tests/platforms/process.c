/* The test of words and kernels as a process, which passes on its argument.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "platform.h"

static const char *argument = "";

const char *platform_argument(void)
{
    return argument;
}

int main(int count, char **arguments)
{
    if (count > 1) {
        argument = arguments[1];
    }
    platform_catch_faults();
    platform_exit(test_main());
    return 1;
}
