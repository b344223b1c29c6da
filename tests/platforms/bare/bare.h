/* Constants that start.S and platform_bare.c share.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BARE_H
#define BARE_H

/* mapped, 128 MiB, the memory that run_bochs.sh gives the machine; a multiple of 2 MiB below 1 GiB */
#define BARE_MEMORY 0x8000000

/* 256 KiB */
#define BARE_STACK 0x40000

#define BARE_EXCEPTIONS 32

/* bit n: exception n pushes an error code (8, 10 to 14, 17, 21, 29, 30) */
#define BARE_EXCEPTIONS_WITH_ERROR_CODE 0x60227d00

#endif
