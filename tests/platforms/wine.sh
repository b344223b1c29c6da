#!/bin/sh
# Run a program of Windows: tests/platforms/wine.sh PROGRAM [ARGUMENT]... Wine keeps its own in build/wine.
#
# SPDX-License-Identifier: Apache-2.0
set -u

export WINEPREFIX="$PWD/build/wine" WINEDEBUG=-all
[ -d "$WINEPREFIX" ] || wineboot --init >/dev/null 2>&1
wine "$@"
code=$?
[ $code -ne 77 ] || code=0 # no emulator: what the processor lacks is skipped, as the program has said
exit $code
