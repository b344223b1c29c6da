#!/bin/sh
# tests/docs/prose.sh BASE: prints the sentences, new since the commit BASE, that have a phrase of dialect.txt; it fails if there are any.
# It reads pages, comments and commit messages, but no generated files (.gitattributes). A sentence that is anywhere in a changed file at
# BASE is not new, so text may be moved and rewrapped. Needs GNU diction.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

base=$1
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/broadloom.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/was" "$scratch/messages" "$scratch/messages/commit"
grep -v '^#' "$here/dialect.txt" >"$scratch/phrases"

not_generated() {
    git check-attr --stdin linguist-generated | sed -n 's/: linguist-generated: unspecified$//p'
}
# the sentences in a folder's files that have a phrase: FILE:LINE: SENTENCE
findings() {
    (cd "$1" && perl "$here/sentences.pl") | diction -d -n -s -f "$scratch/phrases" | grep -E '^[^ ]+:[0-9]+: ' || :
}

{
    git diff --name-only --no-renames --diff-filter=d "$base"
    git ls-files -o --exclude-standard
} | not_generated | findings . >"$scratch/is"
git diff --name-only --no-renames --diff-filter=a "$base" | not_generated >"$scratch/changed"
[ ! -s "$scratch/changed" ] || git archive "$base" $(cat "$scratch/changed") | tar -x -C "$scratch/was"
findings "$scratch/was" <"$scratch/changed" >"$scratch/had"

commits=$(git rev-list --no-merges --abbrev-commit "$base..HEAD")
for commit in $commits; do
    git log -1 --format=%B "$commit" >"$scratch/messages/commit/$commit.md"
done
printf 'commit/%s.md\n' $commits | findings "$scratch/messages" >>"$scratch/is"

awk '{ sentence = $0; sub(/^[^ ]+ /, "", sentence) } FILENAME ~ /had$/ { old[sentence]; next } !(sentence in old)' \
    "$scratch/had" "$scratch/is" >"$scratch/new"
cat "$scratch/new"
[ ! -s "$scratch/new" ]
