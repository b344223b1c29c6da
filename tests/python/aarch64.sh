#!/bin/sh
# Python and NumPy for AArch64, to run under QEMU: tests/python/aarch64.sh FOLDER PYTHON. Debian's packages for arm64 and the wheels of NumPy and
# ml_dtypes are unpacked into FOLDER; nothing is installed. FOLDER/python then runs that Python; packages are imported from FOLDER/site.
# It fails, and says why, if QEMU, apt-get or the network is missing.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

folder=$1
python=$2
packages="libc6 libgcc-s1 libstdc++6 libexpat1 zlib1g libffi8 libbz2-1.0 liblzma5 libssl3 libuuid1 libcrypt1"

command -v qemu-aarch64-static >/dev/null || { echo "no qemu-aarch64-static (qemu-user-static)" >&2; exit 1; }
command -v apt-get >/dev/null || { echo "no apt-get, for Debian's packages" >&2; exit 1; }
[ ! -e "$folder/ready" ] || exit 0
trap '[ $? = 0 ] || tail -n 1 "$folder/log" >&2' EXIT
rm -rf "$folder"
mkdir -p "$folder/apt/lists/partial" "$folder/apt/archives/partial" "$folder/packages" "$folder/root"
folder=$(cd "$folder" && pwd)
: >"$folder/apt/status"

# apt's own package lists remain unchanged
cat >"$folder/apt/conf" <<END
Dir::State::lists "$folder/apt/lists";
Dir::State::status "$folder/apt/status";
Dir::Cache "$folder/apt";
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Sandbox::User "root";
END
export APT_CONFIG="$folder/apt/conf"
apt-get -q update >"$folder/log" 2>&1
version=$(apt-cache depends python3-minimal | sed -n 's/.*Depends: python\(3\.[0-9]*\)-minimal.*/\1/p' | head -n 1)
(cd "$folder/packages" && apt-get -q download $packages "python$version-minimal" "libpython$version-minimal" "libpython$version-stdlib") >>"$folder/log" 2>&1
for package in "$folder"/packages/*.deb; do
    dpkg -x "$package" "$folder/root"
done

"$python" -m pip download -q --disable-pip-version-check --no-deps --only-binary :all: --python-version "$version" --platform manylinux_2_28_aarch64 \
    --platform manylinux_2_27_aarch64 --platform manylinux2014_aarch64 -d "$folder/packages" numpy ml_dtypes >>"$folder/log" 2>&1
for wheel in "$folder"/packages/*.whl; do
    "$python" -m zipfile -e "$wheel" "$folder/site"
done
cat >"$folder/python" <<END
#!/bin/sh
PYTHONPATH=\${PYTHONPATH:+\$PYTHONPATH:}$folder/site exec qemu-aarch64-static -L $folder/root $folder/root/usr/bin/python$version "\$@"
END
chmod +x "$folder/python"
"$folder/python" -c 'import numpy'
touch "$folder/ready"
