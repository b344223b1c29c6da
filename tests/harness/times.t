#!/bin/sh
# Tests the table of times: the lines that timed.sh writes, and the table that times.sh prints.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

timed=tests/harness/timed.sh
export TIMES="$scratch/times"
check "a command's status and output are its own" sh -c "[ \"\$($timed stage sh -c 'echo out; echo err >&2; exit 3' 2>&1; echo \$?)\" = \"\$(printf 'out\nerr\n3')\" ]"
check "its name is the last argument" grep -qE '^[0-9.]+ [0-9.]+ [0-9.]+ stage echo out; echo err >&2; exit 3$' "$TIMES"
rm -f "$TIMES"
burn='i=0; while [ $i -lt 150000 ]; do i=$((i + 1)); done'
$timed stage =first sh -c "sleep 0.3"
$timed stage =second sh -c "$burn"
$timed program =third sh -c "$burn"
check "a name may be given" [ "$(cut -d ' ' -f 4- "$TIMES" | tr '\n' ,)" = "stage first,stage second,program third," ]
check "sleep takes time of the clock" sh -c "awk '\$5 == \"first\" && \$1 >= 0.3 && \$2 + \$3 < 0.2 { found = 1 } END { exit !found }' '$TIMES'"
check "work takes time of the processor, children's too" sh -c "awk '\$5 == \"second\" && \$2 + \$3 > 0 { found = 1 } END { exit !found }' '$TIMES'"
printf '%s\n' '2.0 1.5 0.25 stage quick' '10.0 18.5 0.5 stage slow down' '1.0 3.0 0.1 script tests/b.t' '9.0 5.0 0 script tests/a.t' '0.1 0.2 0.1 program tiny' '0.3 0.1 0 program small' >"$TIMES"
cat >"$scratch/expected" <<'END'
 processor    clock  seconds, by stage
      19.0     10.0  slow down
       1.8      2.0  quick
 processor    clock  seconds, by what the stages ran
       5.0      9.0  script tests/a.t
       3.1      1.0  script tests/b.t
       0.4      0.4  2 others of less than a second
      20.8     12.0  all stages
END
check "the table: the slowest first, small things together" sh -c "tests/harness/times.sh '$TIMES' | diff '$scratch/expected' -"
printf '%s\n' 'all: ; +@$(TIMED) stage $(MAKE) -f $(lastword $(MAKEFILE_LIST)) below' 'below: a b' 'a b: ; @touch $@; while [ ! -e a ] || [ ! -e b ]; do sleep 0.1; done' >"$scratch/two.mk"
check "a make below it has make's jobs" sh -c "cd '$scratch' && TIMED='$PWD/$timed' timeout 20 make -j2 -f two.mk"
TIMES=
check "without a file nothing is noted" sh -c "[ \"\$($timed stage echo out)\" = out ]"

finish
