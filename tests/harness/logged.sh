#!/bin/sh
# Execute a test and keep what it prints, which is printed here as well, in build/logs/KIND-NAME.tap, where NAME is its last
# argument, with _ for colons: tests/harness/logged.sh KIND COMMAND...
#
# SPDX-License-Identifier: Apache-2.0
kind=$1
shift
for name in "$@"; do :; done
mkdir -p build/logs
log=build/logs/$kind-$(printf '%s' "$name" | tr : _).tap
"$@" >"$log"
status=$?
cat "$log"
exit $status
