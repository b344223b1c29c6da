#!/bin/sh
# The instructions that QEMU executes per element, with a line for each case of size_count.c except the first:
#
#   bench/size_count.sh EMULATOR PROGRAM
#
# SPDX-License-Identifier: Apache-2.0
${1%% *} -singlestep -d nochain,exec -D /dev/stdout ${1#* } "$2" | awk -f bench/size_count.awk
