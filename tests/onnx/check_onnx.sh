#!/bin/sh
# Run every published ONNX node test whose operators the library has: tests/onnx/check_onnx.sh ONNX_NODE WORK
#
# The folders come from Debian's package libonnx-testdata, which is fetched into WORK (and not installed) unless it is
# there already. Prints TAP, and closes with counts. BROADLOOM_ISA limits the instruction set.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

if [ $# -ne 2 ]; then
    echo "usage: check_onnx.sh ONNX_NODE WORK" >&2
    exit 2
fi
onnx_node=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
mkdir -p "$2"
cd "$2"

package=libonnx-testdata
fetch() {
    apt-get -q -o APT::Sandbox::User=root download "$package" >fetch.log 2>&1
}
if ! ls "$package"_*.deb >/dev/null 2>&1; then
    fetch || { [ "$(id -u)" -eq 0 ] && apt-get -q update >update.log 2>&1 && fetch; } || {
        cat fetch.log >&2
        echo "check_onnx.sh: $package cannot be fetched: this needs Debian or Ubuntu, and apt-get update before" >&2
        exit 1
    }
fi
deb=$(ls "$package"_*.deb | tail -n 1)
[ -d data ] || dpkg-deb -x "$deb" data
echo "# $package $(dpkg-deb -f "$deb" Version)"

count=0 failed=0 others=0
for model in data/usr/share/libonnx-testdata/data/*/*/model.onnx; do
    folder=$(dirname "$model")
    if "$onnx_node" --operators "$model" >operators.log 2>&1; then
        # a model of Constants alone has no operator of ours
        if grep -q ' unknown$' operators.log || ! grep -q -v '^Constant ' operators.log; then
            others=$((others + 1))
            continue
        fi
    fi
    count=$((count + 1))
    if "$onnx_node" "$folder" >run.log 2>&1; then
        echo "ok $count - ${folder#data/usr/share/libonnx-testdata/data/}"
    else
        failed=$((failed + 1))
        echo "not ok $count - ${folder#data/usr/share/libonnx-testdata/data/}"
    fi
    sed 's/^/# /; s/data\/usr[^:]*\///' run.log
done
echo "1..$count"
echo "# $count folders ran, $failed failed; $others have an operator that the library does not have"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
