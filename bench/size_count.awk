# The instructions that an element takes, a line for each of size_count.c's cases but its first: reads what QEMU logs of each instruction
# (size_count.sh). Two elements less one are an element, and the rest of one is around each call.
#
# SPDX-License-Identifier: Apache-2.0
/ mark$/ {
    counts[marks++] = n # before all; of the first case twice in one call; of each case
    n = 0
    next
}
{ ++n }
END {
    around = counts[2] - (counts[1] - counts[2])
    for (i = 3; i < marks; ++i) print counts[i] - around
}
