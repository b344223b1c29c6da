# Common functions of the packaging tests. They use a library with few kernels, which packaging.mk generates.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

CC=${CC:-cc}
tree=$PWD
woven=$tree/build/packaging/woven
consumer=tests/packaging/consumer
version=$(sed -n 's/^#define BL_VERSION "\(.*\)"/\1/p' include/broadloom.h)
said="$version: no error: 0.75 0.5625 10 4.5 5.25 8"

# consumes PROGRAM...: it prints the output of tests/packaging/consumer
consumes() {
    "$@" >"$scratch/said" || return
    cat "$scratch/said"
    [ "$(tr -d '\r' <"$scratch/said")" = "$said" ]
}

# need TOOL...: ends the test if one is missing
need() {
    for tool in "$@"; do
        if ! command -v "$tool" >/dev/null; then
            skip "there is no $tool"
            finish
        fi
    done
}

# make_package FOLDER: `make package` of few operators, as for a small processor
make_package() {
    make -s package OPS=add,mul DTYPES=f32,i8 ISAS=scalar PACKAGE="$1"
}

# need_pypi TOOL...: the same for tools that `make check-packaging` installs from PyPI; puts their folder first in PATH
need_pypi() {
    PATH=$tree/build/packaging/venv/bin:$PATH
    for tool in "$@"; do
        if [ ! -x "$tree/build/packaging/venv/bin/$tool" ]; then
            skip "there is no $tool in build/packaging/venv: PyPI or python3-venv is not to be had"
            finish
        fi
    done
}
