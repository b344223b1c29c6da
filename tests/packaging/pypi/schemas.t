#!/bin/sh
# Checks files for programs that are not available here against published schemas: Arduino's library.properties, vcpkg.json. The schemas are in
# build/packaging/schemas, or SCHEMAS. vcpkg's portfile runs with stubs of vcpkg's functions.
#
# SPDX-License-Identifier: Apache-2.0
. tests/packaging/lib.sh
need cmake
need_pypi check-jsonschema # has the library

schemas=${SCHEMAS:-build/packaging/schemas}
package=$scratch/broadloom
check "make package" make_package "$package"
cat >"$scratch/valid.py" <<'END'
import json, pathlib, sys
import jsonschema, referencing
folder, name, instance = sys.argv[1:]
load = lambda path: json.loads(path.read_text())
known = [load(path) for path in pathlib.Path(folder).glob("*.json")]
registry = referencing.Registry().with_resources([(s["$id"], referencing.Resource.from_contents(s)) for s in known])
text = pathlib.Path(instance).read_text()
if instance.endswith(".properties"):
    said = dict(line.split("=", 1) for line in text.splitlines())
else:
    said = json.loads(text)
jsonschema.Draft7Validator(load(pathlib.Path(folder, name)), registry=registry).validate(said)
END
# valid SCHEMA FILE
valid() {
    build/packaging/venv/bin/python "$scratch/valid.py" "$schemas" "$1" "$2"
}
# not_valid SCHEMA FILE SUBSTITUTION: the file with this mistake is not valid
not_valid() {
    mkdir -p "$scratch/wrong"
    sed "$3" "$2" >"$scratch/wrong/${2##*/}"
    ! cmp "$2" "$scratch/wrong/${2##*/}" && fails_saying 'ValidationError' valid "$1" "$scratch/wrong/${2##*/}"
}
for level in permissive- "" strict-; do
    schema=arduino-library-properties-${level}schema.json
    if [ -e "$schemas/$schema" ]; then
        check "library.properties is as Arduino's ${level}schema has it" valid $schema "$package/library.properties"
        check "without a maintainer it is not" not_valid $schema "$package/library.properties" /maintainer/d
    else
        skip "there is no $schemas/$schema (etc/schemas of arduino-lint)"
    fi
done
if [ -e "$schemas/vcpkg.schema.json" ]; then
    check "vcpkg.json is as its schema has it" valid vcpkg.schema.json packaging/vcpkg/broadloom/vcpkg.json
    check "with another name it is not" not_valid vcpkg.schema.json packaging/vcpkg/broadloom/vcpkg.json s/broadloom/Broad_loom/
else
    skip "there is no $schemas/vcpkg.schema.json (docs of vcpkg-tool)"
fi

# the vcpkg functions that the port calls, with the same effects on a prefix, in CMake
cat >"$scratch/port.cmake" <<END
set(VERSION $version)
set(PORT broadloom)
set(CURRENT_PACKAGES_DIR $scratch/port)
function(vcpkg_from_git)
  cmake_parse_arguments(arg "" "OUT_SOURCE_PATH;URL;REF" "" \${ARGN})
  set(\${arg_OUT_SOURCE_PATH} $tree PARENT_SCOPE)
endfunction()
function(run)
  execute_process(COMMAND \${ARGN} COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
endfunction()
function(vcpkg_cmake_configure)
  cmake_parse_arguments(arg "" SOURCE_PATH OPTIONS \${ARGN})
  run(\${CMAKE_COMMAND} -S \${arg_SOURCE_PATH} -B $scratch/port-build -DBROADLOOM_GENERATED=$woven -DCMAKE_INSTALL_PREFIX=$scratch/port)
endfunction()
function(vcpkg_cmake_install)
  run(\${CMAKE_COMMAND} --build $scratch/port-build --target install)
endfunction()
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(arg "" CONFIG_PATH "" \${ARGN})
  file(RENAME $scratch/port/\${arg_CONFIG_PATH} $scratch/port/share/broadloom)
endfunction()
function(vcpkg_fixup_pkgconfig)
endfunction()
function(vcpkg_install_copyright)
  cmake_parse_arguments(arg "" "" FILE_LIST \${ARGN})
  file(COPY_FILE \${arg_FILE_LIST} $scratch/port/share/broadloom/copyright)
endfunction()
file(MAKE_DIRECTORY $scratch/port/share)
include($tree/packaging/vcpkg/broadloom/portfile.cmake)
END
check "vcpkg's portfile, with stand-ins for its functions" cmake -P "$scratch/port.cmake"
check "installs library, usage and copyright" test -e "$scratch/port/lib/libbroadloom.a" -a -e "$scratch/port/share/broadloom/usage" -a -e "$scratch/port/share/broadloom/copyright"

finish
