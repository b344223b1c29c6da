#!/bin/bash
# Execute a command, and add a line to the file $TIMES: the elapsed seconds, the processor time (user, system) of it and its children, its
# kind, and its name (the last argument, or that of =NAME):
#
#   tests/harness/timed.sh KIND [=NAME] COMMAND...
#
# Without TIMES, or with an empty one, it only executes the command. With FAILURES, it executes all kinds except stages with tests/harness/kept.sh.
#
# SPDX-License-Identifier: Apache-2.0
kind=$1 name=${*: -1}
shift
case $1 in
=*)
    name=${1#=}
    shift
    ;;
esac
name=${name//%/}
if [ -n "${FAILURES-}" ] && [ "$kind" != stage ]; then
    set -- "${BASH_SOURCE%/*}/kept.sh" "$name" "$@"
fi
[ -n "${TIMES-}" ] || exec "$@"
TIMEFORMAT="%R %U %S $kind $name"
exec {errors}>&2 # a number chosen by bash, because make's jobserver uses 3 and 4
{ time "$@" 2>&"$errors" {errors}>&-; } 2>>"$TIMES"
