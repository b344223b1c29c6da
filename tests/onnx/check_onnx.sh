#!/bin/sh
# Runs every published ONNX node test of the library's operators: tests/onnx/check_onnx.sh ONNX_NODE
#
# The folders are those of Debian's package libonnx-testdata, which tests/setup.sh installs. Those in tests/onnx/not_followed.txt must fail;
# the near ones among these must pass within the listed number of units in the last place. Prints TAP, and counts at the end. BROADLOOM_ISA limits the
# instruction set.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

if [ $# -ne 1 ]; then
    echo "usage: check_onnx.sh ONNX_NODE" >&2
    exit 2
fi
onnx_node=$1
data=/usr/share/libonnx-testdata/data
if [ ! -d $data ]; then
    echo "check_onnx.sh: there is no $data: tests/setup.sh installs it (Debian's libonnx-testdata)" >&2
    exit 1
fi
scratch=$(mktemp -d "${TMPDIR:-/tmp}/broadloom.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

list=$(dirname "$0")/not_followed.txt
count=0 failed=0 others=0 listed=0
for model in $data/*/*/model.onnx; do
    folder=$(dirname "$model")
    if "$onnx_node" --operators "$model" >"$scratch/operators" 2>&1; then
        # a model that consists only of Constants has no operator of the library
        if grep -q ' unknown$' "$scratch/operators" || ! grep -q -v '^Constant ' "$scratch/operators"; then
            others=$((others + 1))
            continue
        fi
    fi
    count=$((count + 1))
    name=${folder#"$data"/} passes=no wanted=yes says=
    if "$onnx_node" "$folder" >"$scratch/run" 2>&1; then
        passes=yes
    fi
    if grep -qxF "case $name" "$list"; then
        listed=$((listed + 1)) wanted=no says=' is not followed'
    elif ulps=$(sed -n "s|^near \([0-9]*\) $name\$|\1|p" "$list") && [ -n "$ulps" ]; then
        listed=$((listed + 1)) wanted=no says=" is near, within $ulps ULP"
        if ! "$onnx_node" --ulps "$ulps" "$folder" >>"$scratch/run" 2>&1; then
            wanted=near
        fi
    fi
    if [ "$passes" = "$wanted" ]; then
        echo "ok $count - $name$says"
    else
        failed=$((failed + 1))
        echo "not ok $count - $name${says:+, of which the list says: it}$says"
    fi
    sed 's/^/# /; s/\/usr[^:]*\///' "$scratch/run"
done
count=$((count + 1))
if [ "$listed" -eq "$(grep -c '^case \|^near ' "$list")" ]; then
    echo "ok $count - the $listed folders of $list are there"
else
    failed=$((failed + 1))
    echo "not ok $count - of the folders of $list $listed are there"
fi
echo "1..$count"
echo "# $((count - 1)) folders ran, $listed of them not followed, $failed failed; $others have an operator that the library does not have"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
