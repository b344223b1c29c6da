#!/bin/sh
# libFuzzer's targets, one after the other: tests/fuzz/fuzz.sh BUILD SECONDS TARGET…
#
# BUILD/found/TARGET collects inputs that reach new branches; the committed corpus is unchanged. A failing input is
# written to BUILD/TARGET-crash-… (or -timeout-, -oom-); to run it again: BUILD/tests/fuzz/TARGET FILE.
#
# SPDX-License-Identifier: Apache-2.0
set -u

build=$1 seconds=$2
shift 2
# Large allocations fail, as they may on any machine.
export ASAN_OPTIONS=allocator_may_return_null=1:max_allocation_size_mb=256
failed=0
targets=$*
for target in $targets; do
    most=512
    case $target in onnx | ir | npy | generator) most=4096 ;; esac
    dictionary=tests/fuzz/$target.dict
    mkdir -p "$build/found/$target"
    set -- -max_total_time="$seconds" -max_len=$most -timeout=30 -rss_limit_mb=4096 -artifact_prefix="$build/$target-"
    [ ! -e "$dictionary" ] || set -- "$@" -dict="$dictionary"
    if "$build/tests/fuzz/$target" "$@" "$build/found/$target" "tests/fuzz/corpus/$target" >"$build/$target.log" 2>&1; then
        echo "$target: $(grep DONE "$build/$target.log" | tr '\t' ' ')"
    else
        failed=1
        echo "$target: failed; $build/$target.log ends with"
        tail -n 20 "$build/$target.log" | sed 's/^/    /'
    fi
done
exit $failed
