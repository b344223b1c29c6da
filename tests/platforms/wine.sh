#!/bin/sh
# Run a Windows program: tests/platforms/wine.sh PROGRAM [ARGUMENT]... Wine keeps its files in build/wine.
#
# SPDX-License-Identifier: Apache-2.0
set -u

export WINEPREFIX="$PWD/build/wine" WINEDEBUG=-all
[ -d "$WINEPREFIX" ] || wineboot --init >/dev/null 2>&1
wine "$@"
code=$?
[ $code -ne 77 ] || code=0 # wine is not an emulator, so features that the processor lacks are skipped, as the program reports
exit $code
