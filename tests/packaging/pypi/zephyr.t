#!/bin/sh
# Zephyr: west accepts the package as a project in a manifest; kconfiglib reads its Kconfig; module.yml is valid under its schema.
#
# SPDX-License-Identifier: Apache-2.0
. tests/packaging/lib.sh
need_pypi west check-jsonschema

package=$scratch/broadloom
check "make package" make_package "$package"
committed() {
    cd "$package" && git init -q -b main && git add -A && git -c user.name=test -c user.email=test@example.org commit -qm test
}
check "a repository" committed
mkdir -p "$scratch/workspace/app"
cd "$scratch/workspace/app" || exit
cat >west.yml <<END
manifest:
  projects:
    - {name: broadloom, url: "file://$package", revision: main, path: modules/broadloom}
  self: {path: app}
END
check "west init" west init -l .
check "west update" west update
check "the module exists" test -e ../modules/broadloom/zephyr/module.yml
cd "$tree" || exit

cat >"$scratch/kconfig.py" <<'END'
import sys
import kconfiglib
config = kconfiglib.Kconfig(sys.argv[1], warn_to_stderr=False)
symbol = config.syms["BROADLOOM"]
assert not config.warnings, config.warnings
assert symbol.str_value == "n" and symbol.nodes[0].help
symbol.set_value("y")
assert symbol.str_value == "y"
END
check "its Kconfig has one symbol, which is off by default" build/packaging/venv/bin/python "$scratch/kconfig.py" "$package/zephyr/Kconfig"

schema=${SCHEMAS:-build/packaging/schemas}/module-schema.yaml
if [ -e "$schema" ]; then
    check "module.yml is as its schema has it" check-jsonschema --schemafile "$schema" "$package/zephyr/module.yml"
else
    skip "there is no $schema (scripts/schemas/module-schema.yaml of Zephyr)"
fi

finish
