#!/bin/sh
# The workflows and the issue forms are valid under check-jsonschema's schemas. They run only on the host.
#
# SPDX-License-Identifier: Apache-2.0
. tests/packaging/lib.sh
need_pypi check-jsonschema

check "workflows" check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
check "each job has a limit of time" check-jsonschema --builtin-schema custom.github-workflows-require-timeout .github/workflows/*.yml
check "forms of issues" check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/*.yml
sed 's/runs-on:/runs_on:/' .github/workflows/check.yml >"$scratch/wrong.yml"
check "a wrong key is found" fails_saying "'runs-on' is a required" sh -c "check-jsonschema --builtin-schema vendor.github-workflows '$scratch/wrong.yml' >&2"
finish
