#!/bin/sh
# Tests the comparison of nets: lines that differ, files that appear and disappear, and files that cannot be generated on this machine.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

woven=$scratch/woven written=$scratch/written
mkdir -p "$woven/chosen" "$woven/loops" "$written/chosen" "$written/loops"
echo "add_f32 vv 4/8: add.f32" | tee "$woven/chosen/one.txt" >"$written/chosen/one.txt"
echo "add_f32 vv 7 of 16" >"$written/loops/one.txt"
echo "counted were others" >"$woven/loops/one.skipped"

compared() {
    tests/net/net.sh check "$woven" "$written" >"$scratch/said" 2>&1
    status=$?
    cat "$scratch/said"
    return $status
}
differs_saying() {
    ! compared && grep -q -e "$1" "$scratch/said"
}
check "equal choices pass, although loops were not counted here" compared
check "it prints the kernel and the reason" grep -q '^SKIP the loops of one: counted were others' "$scratch/said"
check "and how many" grep -q 'of loops not compared: 1' "$scratch/said"
echo "add_f32 vv 5/8: add.f32" >"$woven/chosen/one.txt"
check "a line that differs" differs_saying '^+add_f32 vv 5/8'
echo "sub_f32 vv 4/8: sub.f32" >"$woven/chosen/two.txt"
check "a file that came" differs_saying '^+sub_f32'
check "is accepted" sh -c "tests/net/net.sh accept '$woven' '$written' | grep -q ' 2 changed'"
check "so that nothing differs" compared
check "and entries that were not counted remain" [ -e "$written/loops/one.txt" ]
rm "$woven/chosen/two.txt"
check "a file that went" differs_saying '^-sub_f32'
rm "$woven/loops/one.skipped"
check "loops that went" differs_saying '^-add_f32 vv 7 of 16'
tests/net/net.sh accept "$woven" "$written" >"$scratch/said"
check "both are taken away" [ "$(cd "$written" && find . -name '*.txt')" = "./chosen/one.txt" ]
most=$(sed -n 's/^most_bytes=\([0-9]*\).*/\1/p' tests/net/net.sh)
rest=$((most - $(cat "$written"/*/*.txt | wc -c)))
head -c $rest /dev/zero | tr '\0' a | tee "$woven/chosen/long.txt" >"$written/chosen/long.txt"
check "as many bytes as were agreed" compared
printf a | tee -a "$woven/chosen/long.txt" >>"$written/chosen/long.txt"
check "one byte more" differs_saying "$((most + 1)) bytes, more than the $most that were agreed"

finish
