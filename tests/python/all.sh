# The rest of check-python-all: sourced by check.sh. It skips packages that cannot be installed and Pythons that are not found, and names them.
#
# SPDX-License-Identifier: Apache-2.0

check "the source distribution builds from itself" sh -c "python/wheels.sh $python sdist && rm -rf $home/from_sdist && \
    '$new' -m pip wheel -q --no-deps -w $home/from_sdist $home/dist/broadloom-*.tar.gz"

# The wheels from `make wheel`; the one for AArch64 under QEMU: its hash, the tests of broadloom's own functions, random calls.
check "make wheel: x86-64" python/wheels.sh "$python" x86_64
check "make wheel: AArch64" python/wheels.sh "$python" aarch64
if tests/python/aarch64.sh $home/aarch64 "$python" >"$scratch/arm" 2>&1; then
    rm -rf $home/aarch64/package && "$python" -m zipfile -e $home/dist/broadloom-*_aarch64.whl $home/aarch64/package
    on_arm() {
        PYTHONPATH=$PWD/$home/aarch64/package of "$PWD/$home/aarch64/python" "$@"
    }
    its_hash() {
        on_arm hash.py | tee "$scratch/arm_hash"
        grep -qF "$(cat "$scratch/arm_hash")" python/README.md && test "$(wc -c <"$scratch/arm_hash")" = 17
    }
    check "AArch64 under QEMU: the README's hash" its_hash
    check "AArch64 under QEMU: random calls" on_arm test_numpy.py CALLS=2000
else
    skip "AArch64 under QEMU: $(tail -n 1 "$scratch/arm")"
fi

# Other Pythons, with the wheel from `make wheel`, each in a separate environment.
for other in python3.11 python3.12 python3.13 python3.14; do
    found=$(command -v $other) && "$found" -c 'import sys' 2>/dev/null || { skip "$other is not found"; continue; }
    one=$home/$other
    if rm -rf "$one" && "$found" -m venv "$one" && "$one/bin/pip" install -q --only-binary :all: numpy ml_dtypes >"$scratch/pip" 2>&1; then
        check "$other takes the wheel" install_wheel "$one/bin/python" $home/dist/broadloom-*_x86_64.whl
        check "$other: what is broadloom's own" of "$PWD/$one/bin/python" test_calls.py
        check "$other: random calls" of "$PWD/$one/bin/python" test_numpy.py CALLS=5000
    else
        skip "$other: NumPy cannot be installed"
    fi
done

# A free-threaded Python has no stable ABI, so its wheel is built from source: FREE names the interpreter. The interpreter lock stays disabled.
free=${FREE-$(command -v python3.14t || command -v python3.13t || :)}
if [ -z "$free" ]; then
    skip "no free-threaded Python is found"
elif (python=$free && environment free numpy ml_dtypes scikit-build-core ninja cmake); then
    one=$PWD/$home/free/bin/python
    build_free() {
        rm -rf $home/free_wheels && MAKEFLAGS= "$one" -m pip wheel -q --disable-pip-version-check --no-build-isolation --no-deps -w $home/free_wheels . &&
            ls $home/free_wheels/broadloom-*-cp3*t-cp3*t-*.whl
    }
    check "free-threaded Python: a wheel is built" build_free
    check "free-threaded Python: it is installed" install_wheel "$one" $home/free_wheels/*.whl
    check "free-threaded Python: the lock stays off" "$one" -c 'import sys, broadloom; sys.exit(sys._is_gil_enabled())'
    check "free-threaded Python: what is broadloom's own" of "$one" test_calls.py
    check "free-threaded Python: random calls" of "$one" test_numpy.py CALLS=5000 BROADLOOM_NUM_THREADS=2
else
    skip "NumPy cannot be installed for free-threaded Python: $(tail -n 1 $home/installed.txt)"
fi

if environment more numpy ml_dtypes pandas xarray dask pytest hypothesis; then
    more=$PWD/$home/more/bin/python
    check "pandas, xarray: the wheel" install_wheel "$more"
    check "pandas and xarray" of "$more" test_others.py
    check "NumPy's own tests of ufuncs" "$more" tests/python/numpys_own.py
else
    skip "pandas and xarray cannot be installed"
fi
if environment jax numpy ml_dtypes jax; then
    check "JAX: the wheel" install_wheel "$PWD/$home/jax/bin/python"
    check "JAX" of "$PWD/$home/jax/bin/python" test_jax.py
else
    skip "JAX cannot be installed"
fi
"$new" -m pip install -q --disable-pip-version-check mypy >/dev/null 2>&1
check "stubtest" sh -c "cd $home && '$new' -m mypy.stubtest broadloom --allowlist ../../tests/python/stubtest.txt"
