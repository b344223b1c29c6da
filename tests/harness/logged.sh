#!/bin/sh
# Execute a test, print its output, and save it in build/logs/KIND-NAME.tap. NAME is its last argument, with _ instead of colons:
# tests/harness/logged.sh KIND COMMAND...
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
