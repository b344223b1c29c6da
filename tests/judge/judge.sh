#!/bin/sh
# Judges random calls on each form of the library in turn, until the time is up: judge.sh SECONDS SEED CASE ON
# NAME=PROGRAM... Each turn judges several cases, beginning with a seed, and prints it; to continue from there, use
# SEED=. With CASE it judges and describes only that case, on the form ON, or on the first.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

seconds=${1:-600} seed=${2:-1} case=$3 on=$4
shift 4
cases=10000

for form in "$@"; do
    if [ -n "$case" ] && { [ -z "$on" ] || [ "$on" = "${form%%=*}" ]; }; then
        exec "${form#*=}" case "$case"
    fi
done
[ -z "$case" ] || { echo "judge: ON=$on is none of $(echo "$*" | sed 's/=[^ ]*//g')" >&2; exit 2; }

log=$(mktemp)
trap 'rm -f "$log"' EXIT
begun=$(date +%s)
first=$seed
while :; do
    for form in "$@"; do
        if ! "${form#*=}" "$seed" "$cases" >"$log"; then
            grep -v '^ok' "$log" | sed "s/^Bail out!.*: case \\([0-9]*\\)\$/&\\n# again: make judge CASE=\\1/; s/make judge CASE=[0-9]*/& ON=${form%%=*}/"
            exit 1
        fi
    done
    seed=$((seed + cases))
    spent=$(($(date +%s) - begun))
    echo "judge: SEED=$seed goes on from here ($spent s)"
    [ $spent -lt "$seconds" ] || break
done
grep '^# ' "$log" | sed 's/^#/judge: the last turn:/'
echo "judge: $((seed - first)) cases on each of $# programs, nothing found"
