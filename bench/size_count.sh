#!/bin/sh
# The instructions that QEMU executes per element, with a line for each case of size_count.c except the first:
#
#   bench/size_count.sh EMULATOR PROGRAM
#
# SPDX-License-Identifier: Apache-2.0
program=$2
set -- $1
emulator=$1
shift
"$emulator" -singlestep -d nochain,exec -D /dev/stdout "$@" "$program" | awk -f bench/size_count.awk
