#!/bin/sh
# New text is in plain English: no sentence of a page, a comment or a commit message has a phrase of dialect.txt,
# unless the commit `since` already has it. If the message of a pushed commit has one, change `since` to that commit.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh
since=cd799615bd5a0b1eb2dc5330c41ef5bd27de06a0

if command -v diction >/dev/null; then
    prose=$PWD/tests/docs/prose.sh
    tree=$scratch/tree
    is=stands # in a variable, so that this script itself does not contain the phrase in a comment
    commit() { # MESSAGE
        git add . && git -c user.name=test -c user.email=test@example.org commit -qm "$1"
    }
    begin() {
        mkdir -p "$tree/generated" && cd "$tree" && git init -q && echo 'generated/** linguist-generated' >.gitattributes &&
            printf '%s\n' '# A page' '' 'The old table stands here. It is' 'short.' >page.md && commit "It stands"
    }
    (begin) || exit
    # finds EXPECTED NAME [LINE...]: this file of these lines has one new finding, at EXPECTED
    finds() (
        expected=$1 name=$2
        shift 2
        cd "$tree" && printf '%s\n' "$@" >"$name" || return
        "$prose" HEAD >"$scratch/found" && echo "nothing was found" && return 1
        rm "$name" && git checkout -q . && cat "$scratch/found" && [ "$(cut -d ' ' -f 1 "$scratch/found")" = "$expected:" ]
    )
    finds_nothing() (
        name=$1
        shift
        cd "$tree" && printf '%s\n' "$@" >"$name" && "$prose" HEAD && rm "$name" && git checkout -q .
    )
    check "a page" finds new.md:4 new.md '# New' '' 'A kernel may be' 'fast. It can be' 'had.'
    check "a cell of a table" finds new.md:2 new.md '| table | where |' '| a | it stands here |'
    check "a line of an old page" finds page.md:5 page.md 'The old table stands here. It is short.' '' '' '' 'The new one stands here.'
    check "C" finds new.c:2 new.c 'int a; /* the sum */' '/* what the caller gives */'
    check "C, behind code" finds new.h:1 new.h 'int a; // the sum stands here'
    check "Lua" finds new.lua:1 new.lua '-- a kernel' '-- it is woven' 'local a = 1'
    check "a long comment of Lua" finds new.lua:2 new.lua '--[[ a kernel.' 'It is woven ]]'
    check "a script" finds new.sh:2 new.sh '#!/bin/sh' '# the sum stands here'
    check "a script's comment behind code" finds new.t:1 new.t "echo 1 # the sum $is here"
    check "a makefile" finds Makefile:2 Makefile 'all:' "	@true # the sum $is here"
    check "a program in Perl" finds new.pl:1 new.pl '# the sum stands here'
    check "not a string" finds_nothing new.lua 'local a = "-- the sum stands here"'
    check "not code in a page" finds_nothing new.md 'See `stands` and `make stands`:' '' '    it stands' '' '```' 'it stands' '```'
    check "not names" finds_nothing new.c '/* see tests/kernels/woven.h and bl_woven_add */'
    check "not a generated file" finds_nothing generated/new.c '/* it stands here */'
    moves() (
        cd "$tree" && printf '%s\n' 'The old table' 'stands here.' >moved.md && rm page.md && "$prose" HEAD && rm moved.md && git checkout -q .
    )
    check "not a sentence that moved, and was wrapped anew" moves
    check "not every phrase in the middle of a sentence" finds_nothing new.c '/* tests what is left */'
    finds_messages() (
        cd "$tree" && echo "$1" >>page.md && commit "$2" || return
        "$prose" HEAD~1 >"$scratch/found" && echo "nothing was found" && return 1
        cat "$scratch/found" && [ "$(cut -d ' ' -f 1 "$scratch/found")" = "commit/$(git rev-parse --short HEAD).md:3:" ]
    )
    check "a commit's message" finds_messages 'It is short.' 'A page

The table stands here'

    if git rev-parse --verify -q "$since^{commit}" >"$scratch/since" 2>&1; then
        check "what is new in this tree since $(git rev-parse --short "$since")" tests/docs/prose.sh "$since"
    else
        skip "new text: this tree has no history back to $since"
    fi
else
    skip "prose: there is no diction"
fi

finish
