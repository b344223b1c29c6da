#!/bin/sh
# According to the REUSE tool, every file has a licence and a copyright holder; LICENSE is among the texts.
#
# SPDX-License-Identifier: Apache-2.0
. tests/packaging/lib.sh

check "LICENSE is the text in LICENSES" cmp LICENSE LICENSES/Apache-2.0.txt
check "Debian's copyright file says the same as .reuse/dep5" sh -c "sed '1,/^\$/d' .reuse/dep5 >'$scratch/ours' && sed '1,/^\$/d' packaging/debian/copyright | diff '$scratch/ours' -"
need reuse
check "reuse lint" reuse lint

finish
