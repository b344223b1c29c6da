# The notes of a release: CHANGELOG.md's section of that version. awk -v version=0.1.0 -f packaging/notes.awk CHANGELOG.md
#
# SPDX-License-Identifier: Apache-2.0
/^## / {
    here = index($0, "## [" version "]") == 1
    if (here) {
        print "# Broadloom " version
        found = 1
    }
    next
}
here
END {
    if (!found) {
        print "CHANGELOG.md has no section of " version >"/dev/stderr"
        exit 1
    }
}
