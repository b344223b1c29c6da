#!/bin/sh
# `pip install broadloom`, in environments of build/python: tests/python/check.sh PYTHON [all]. Without Python 3.11 or
# later, or if packages cannot be installed, it prints SKIP and the reason.
#
# all: other Pythons that are found, the source distribution, type checkers, pandas, xarray and JAX, and NumPy's own tests.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh

python=$1
whole=${2-}
home=build/python
new=$PWD/$home/newest/bin/python
old=$PWD/$home/oldest/bin/python
mkdir -p $home

not_here() {
    echo "1..0 # SKIP $1"
    exit 0
}
# environment FOLDER PACKAGE...: a virtual environment with these packages
environment() {
    folder=$home/$1
    shift
    if [ "$(cat "$folder/packages" 2>/dev/null)" != "$*" ]; then
        rm -rf "$folder"
        "$python" -m venv "$folder" && "$folder/bin/pip" install -q --disable-pip-version-check --only-binary :all: "$@" && echo "$*" >"$folder/packages"
    fi >$home/installed.txt 2>&1
}

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || not_here "no Python 3.11 or later ($python)"
"$python" -c 'import venv, ensurepip' 2>/dev/null || not_here "$python has no venv (python3-venv)"
[ -e "$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ] || not_here "$python has no headers (python3-dev)"
environment newest numpy ml_dtypes dask scikit-build-core ninja cmake mypy || not_here "packages cannot be installed: $(tail -n 1 $home/installed.txt)"
environment oldest numpy==2.0.0 ml_dtypes || not_here "NumPy 2.0 cannot be installed: $(tail -n 1 $home/installed.txt)"

# the wheel, built by this machine's compiler
build_wheel() {
    rm -rf $home/wheels && MAKEFLAGS= CMAKE_BUILD_PARALLEL_LEVEL=$(nproc) "$new" -m pip wheel -q --disable-pip-version-check --no-build-isolation --no-deps -w $home/wheels . &&
        ls $home/wheels/broadloom-*-cp311-abi3-*.whl
}
# install_wheel INTERPRETER [WHEEL]
install_wheel() {
    "$1" -m pip install -q --disable-pip-version-check --no-deps --force-reinstall "${2-$(echo $home/wheels/*.whl)}"
}
# of PYTHON TEST [NAME=VALUE...]: runs a file of tests with the installed wheel
of() {
    interpreter=$1 file=$2
    shift 2
    (cd tests/python && env "$@" "$interpreter" -W error::ImportWarning "$file" 2>&1)
}
check "a wheel is built" build_wheel
cp "$scratch/output" $home/build.log
check "it is installed with the newest NumPy" install_wheel "$new"
check "and with NumPy 2.0" install_wheel "$old"
[ "$failures" = 0 ] || finish # otherwise the tests would find an earlier wheel, or none
check "what is broadloom's own, newest NumPy" of "$new" test_calls.py
check "and NumPy 2.0" of "$old" test_calls.py
check "random calls, the newest NumPy" of "$new" test_numpy.py CALLS=30000
sed -n 's/^# /# /p' "$scratch/output"
check "and NumPy 2.0" of "$old" test_numpy.py CALLS=10000 SEED=2
sed -n 's/^# /# /p' "$scratch/output"
check "with threads" of "$new" test_numpy.py CALLS=5000 SEED=3 BROADLOOM_NUM_THREADS=2

# The same bits: one hash on all available instruction sets.
hashes() {
    for isa in $("$new" -c 'import broadloom._bl as b; print(*b.isas()[0])'); do
        echo "$(BROADLOOM_ISA=$isa "$new" tests/python/hash.py) $isa"
    done >"$scratch/hashes"
    cat "$scratch/hashes"
    [ "$(cut -d ' ' -f 1 "$scratch/hashes" | sort -u | wc -l)" = 1 ] && grep -qF "$(cut -d ' ' -f 1 "$scratch/hashes" | sort -u)" python/README.md
}
check "one hash for all instruction sets, the README's" hashes

# The library's own calls, linked from the objects of the wheel.
objects() {
    find $home/cp311-* -path '*/broadloom.dir/*' -name '*.o'
}
extension() {
    find $home/cp311-* -path '*/_bl.dir/src/*' -name '*.o'
}
by_c() {
    ${CC:-cc} -O2 -Iinclude -Igenerated tests/python/all_inputs.c $(objects) -o $home/all_inputs && $home/all_inputs | sort >"$scratch/by_c" &&
        "$new" tests/python/all_inputs.py | sort | diff "$scratch/by_c" - && test "$(wc -l <"$scratch/by_c")" -gt 80
}
check "all inputs of f16 and bf16, as the calls from C" by_c

# A library with a wrong kernel must be detected: the linker takes the first of two definitions.
broken() {
    rm -rf $home/broken && mkdir -p $home/broken && cp -r python/broadloom $home/broken/ &&
        sed 's/return a + b;/return a - b;/' generated/scalar/add_f32_scalar.c >$home/broken/add.c &&
        ! cmp -s $home/broken/add.c generated/scalar/add_f32_scalar.c &&
        ${CC:-cc} -shared -fPIC -fvisibility=hidden -O2 -Iinclude -Igenerated -Wl,--allow-multiple-definition $home/broken/add.c $(extension) $(objects) -pthread \
            -o $home/broken/broadloom/_bl.abi3.so &&
        PYTHONPATH=$PWD/$home/broken fails_saying 'add: values' of_errors
}
of_errors() {
    of "$new" test_numpy.py CALLS=3000 BROADLOOM_ISA=scalar >"$scratch/broken" 2>&1 && return 0
    cat "$scratch/broken" >&2
    return 1
}
check "a wrong kernel is found" broken

# The examples on the page, and its lists.
check "the examples and lists of python/README.md" of "$new" readme.py
check "stubs are what the tables say" of "$new" test_stubs.py
check "mypy takes the stubs" "$new" -m mypy --no-error-summary --warn-unused-ignores --cache-dir $home/mypy tests/python/typed.py

if [ "$whole" = all ]; then
    . tests/python/all.sh
fi
finish
