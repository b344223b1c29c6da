# The instructions per element, with a line for each case of size_count.c except the first. The input is QEMU's log of instructions
# (size_count.sh). The count for two elements less that for one is one element's; the rest belongs to the call.
#
# SPDX-License-Identifier: Apache-2.0
/ mark$/ {
    counts[marks++] = n # before all cases; the first case twice in one call; each case
    n = 0
    next
}
{ ++n }
END {
    around = counts[2] - (counts[1] - counts[2])
    for (i = 3; i < marks; ++i) print counts[i] - around
}
