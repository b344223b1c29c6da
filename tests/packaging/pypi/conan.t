#!/bin/sh
# Conan: the recipe makes a static and a shared package, and its test_package runs.
#
# SPDX-License-Identifier: Apache-2.0
. tests/packaging/lib.sh
need cmake
need_pypi conan

export CONAN_HOME="$scratch/conan" BROADLOOM_GENERATED="$woven"
cp -r packaging/conan "$scratch/recipe" # test_package is built there
sed -i "s|os.path.join(self.recipe_folder, \"..\", \"..\")|'$tree'|" "$scratch/recipe/conanfile.py"
check "a profile" conan profile detect
# created OPTIONS...
created() {
    conan create "$scratch/recipe" --no-remote "$@" >"$scratch/log" 2>&1
    status=$?
    tail -30 "$scratch/log"
    [ $status -eq 0 ] && grep -q "^broadloom $version: no error: 1.5 2.25" "$scratch/log"
}
check "conan create" created
check "shared" created -o '*:shared=True'

finish
