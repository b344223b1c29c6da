#!/bin/sh
# The example of a network: one hash on every instruction set of this machine, on those that user-mode emulation runs,
# and with the C library's functions in f64, which compute the same bits differently. RUNS names the emulated ones.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

network=${NETWORK:-build/network}
expected=$("$network" exact)
check "the C library in f64 gives a hash" expr "$expected" : '[0-9a-f]\{16\}$'

# gives COMMAND...: the hash
gives() {
    "$@" | tee "$scratch/hash"
    [ "$(cat "$scratch/hash")" = "$expected" ]
}
for isa in $(sed -n 's/^WOVEN := //p' generated/isas.mk); do
    GENERATED=generated tests/runs.sh is_here "$isa" || continue
    if BROADLOOM_ISA="$isa" "$network" 2>&1 | grep -q 'processor lacks the instruction set'; then
        skip "$isa gives the same: this processor lacks it"
    else
        check "$isa gives the same" gives env BROADLOOM_ISA="$isa" "$network"
    fi
done
for run in ${RUNS-}; do
    check "$run gives the same" gives tests/runs.sh program network '' "$run"
done
check "a wrong way is refused" fails_saying '^usage: network \[exact | libm\]' "$network" exactly

finish
