#!/bin/sh
# Time the package and NumPy, twice: with the best instruction set, and with both limited to AVX2: python/bench.sh
# PYTHON [FILTER [ISA]]. A complete run writes python/bench.svg and the table in python/README.md.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

home=build/python
bench=$home/bench
if [ ! -e "$bench/ready" ]; then
    mkdir -p $home
    "$1" -m venv "$bench"
    "$bench/bin/pip" install -q --disable-pip-version-check numpy ml_dtypes numexpr scikit-build-core cmake ninja
    touch "$bench/ready"
fi
rm -rf $home/timed
"$bench/bin/pip" wheel -q --disable-pip-version-check --no-build-isolation --no-deps --config-settings=build-dir=$home/bench-built -w $home/timed .
"$bench/bin/pip" install -q --disable-pip-version-check --no-deps --force-reinstall $home/timed/*.whl
for isa in ${3:-best avx2}; do
    echo "== $isa"
    "$bench/bin/python" -P python/bench.py --filter "${2-}" --isa "$(echo "$isa" | sed s/best//)" --json "$home/bench-$isa.json"
done
[ -n "${2-}${3-}" ] || "$bench/bin/python" python/picture.py $home/bench-best.json $home/bench-avx2.json python/bench.svg python/README.md
