#!/bin/sh
# Wheels for x86-64 and AArch64 that run on any Linux with glibc 2.17 (manylinux_2_17), and the source distribution, into build/python/dist:
# python/wheels.sh PYTHON [x86_64|aarch64|sdist]. Compiled with zig, which is ziglang on PyPI; checked with auditwheel and abi3audit.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

python=$1
wanted=${2-sdist x86_64 aarch64}
home=$PWD/build/python
tools=$home/tools
dist=$home/dist
mkdir -p "$dist"
export ZIG_GLOBAL_CACHE_DIR="$home/zig" ZIG_LOCAL_CACHE_DIR="$home/zig" MAKEFLAGS= CMAKE_BUILD_PARALLEL_LEVEL="$(nproc)"

if [ ! -e "$tools/ready" ]; then
    "$python" -m venv "$tools"
    "$tools/bin/pip" install -q --disable-pip-version-check numpy scikit-build-core build cmake ninja ziglang wheel auditwheel abi3audit
    touch "$tools/ready"
fi

for machine in $wanted; do
    if [ "$machine" = sdist ]; then
        rm -f "$dist"/*.tar.gz
        "$tools/bin/python" -m build -n -s -o "$dist" . >"$home/sdist.log"
        continue
    fi
    rm -f "$dist"/*"_$machine.whl" "$home/unchecked"/*
    mkdir -p "$home/unchecked"
    printf '#!/bin/sh\nexec "%s" -m ziglang cc -target %s-linux-gnu.2.17 "$@"\n' "$tools/bin/python" "$machine" >"$home/zig-$machine"
    chmod +x "$home/zig-$machine"
    CC="$home/zig-$machine" _PYTHON_HOST_PLATFORM="linux-$machine" "$tools/bin/pip" wheel -q --disable-pip-version-check --no-build-isolation --no-deps \
        --config-settings=cmake.define.CMAKE_SYSTEM_NAME=Linux --config-settings=cmake.define.CMAKE_SYSTEM_PROCESSOR="$machine" --config-settings=build-dir="$home/zig-built-$machine" -w "$home/unchecked" . >"$home/wheel-$machine.log" 2>&1 ||
        { tail -n 30 "$home/wheel-$machine.log" >&2; exit 1; }
    "$tools/bin/auditwheel" show "$home/unchecked"/*.whl | tr '\n' ' ' | grep -q "manylinux_2_17_$machine" ||
        { "$tools/bin/auditwheel" show "$home/unchecked"/*.whl >&2; exit 1; }
    "$tools/bin/python" -m wheel tags --remove --platform-tag "manylinux_2_17_$machine.manylinux2014_$machine" "$home/unchecked"/*.whl >/dev/null
    "$tools/bin/abi3audit" --strict "$home/unchecked"/*.whl
    mv "$home/unchecked"/*.whl "$dist/"
done
ls -l "$dist"
