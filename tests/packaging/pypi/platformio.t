#!/bin/sh
# PlatformIO: its program reads library.json and packs the library, offline. (`pio run` downloads compilers, so it is not tested.)
#
# SPDX-License-Identifier: Apache-2.0
. tests/packaging/lib.sh
need_pypi pio

package=$scratch/broadloom
export PLATFORMIO_CORE_DIR="$scratch/core" PLATFORMIO_SETTING_ENABLE_TELEMETRY=no
check "make package" make_package "$package"
# the list of SPDX licences, which it would download to find the library's
cat >"$scratch/pack.py" <<'END'
import sys
from platformio.package.manifest.schema import ManifestSchema
from platformio.package.pack import PackagePacker
ManifestSchema.load_spdx_licenses = staticmethod(lambda *_, **__: {"licenses": [{"licenseId": "Apache-2.0"}]})
print(PackagePacker(sys.argv[1]).pack(sys.argv[2]))
END
check "it is packed" "$tree/build/packaging/venv/bin/python" "$scratch/pack.py" "$package" "$scratch/broadloom-$version.tar.gz"
check "with the sources" sh -c "tar tzf '$scratch/broadloom-$version.tar.gz' | grep -q '^src/broadloom.c$'"

finish
