# Adds to a kernel the count of lanes that it settles, in bl_settled_lanes: the same text, with a line after those that begin to settle. A
# queue settles `count` lanes; plain C settles one at a time; a slow way over registers settles those that are not certain.
#
# SPDX-License-Identifier: Apache-2.0
/^#include "bl_kernels/ && !declared { print; print "extern unsigned long bl_settled_lanes;"; declared = 1; next }
{ print }
/^ *if \(__builtin_popcount\(left\) >= / { print "bl_settled_lanes += (unsigned long)__builtin_popcount(left);" }
/^ *i \+= [0-9]+;$/ { print "bl_settled_lanes += " $3 }
/^ *const size_t count = queue->count </ { print "bl_settled_lanes += count;" }
/^ *if \(is_certain\[i\] == 0\) \{$/ { print "++bl_settled_lanes;" }
/^ *size_t one = 0;$/ { searches = 1 }
/= is_certain\[i\] == 0 \? / && searches { print "bl_settled_lanes += is_certain[i] == 0;"; searches = 0 }
