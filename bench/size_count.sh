#!/bin/sh
# The instructions that an element takes, a line for each of size_count.c's cases but its first, as QEMU executes the program:
#
#   bench/size_count.sh EMULATOR PROGRAM
#
# SPDX-License-Identifier: Apache-2.0
$1 -singlestep -d nochain,exec -D /dev/stdout "$2" | awk -f bench/size_count.awk
