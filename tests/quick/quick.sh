#!/bin/sh
# `make check-quick`: the tests that are likely to show an error in files edited since a commit, in three minutes. It tests
#
#   the words of instruction sets whose files were edited; of one of this machine's if all may have changed
# the kernels whose generated text changed, or the text of functions that they use; if these are more than 60, those of
# some operators, chosen by a seed
#   the programs that link an edited source: the runtime's, the examples' with their scripts; if only generated sources changed,
#     the programs that compare operators with their definitions
#   edited scripts, pages, the English of new text, and the format of edited sources by clang-format
#
# and prints what it omits. The Makefile sets in the environment: SINCE (the commit), SEED, MAKE, OUT, JOBS, PROGRAMS (all of
# check-programs), COMPARING (those of them that compare operators and nodes with their definitions), and the variables of tests/runs.sh.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

most=60
few_operators=6 # chosen if there are more; they have some 20 kernels each
export JUDGE_CASES=100000
folder=build/quick
timed=tests/harness/timed.sh
seed=${SEED:-$(date +%s)}
make="${MAKE-make} --no-print-directory"
out=$OUT
unset OUT # because the builds of a few operators have separate folders
status=0
left_out=''

say() {
    echo "check-quick: $*"
}
leave_out() {
    left_out="$left_out  $*
"
}
told() { # the value of a variable of isas.mk
    sed -n "s/^$1 := *//p" generated/isas.mk
}
runs() {
    OUT=$out tests/runs.sh "$@"
}
export FAILURES=build/quick/failures.txt # the output of failing tests
run() { # a step; its failure does not stop the others
    "$@" || status=1
}
edited_in() { # the edited files with matching names
    grep -E "$1" "$folder/edited" || :
}

git rev-parse --verify -q "$SINCE^{commit}" >/dev/null || {
    echo "check-quick: SINCE=$SINCE is no commit" >&2
    exit 2
}
rm -rf "$folder"
mkdir -p "$folder/before"
{ git diff --name-only --no-renames "$SINCE" && git ls-files -o --exclude-standard; } | sort -u >"$folder/edited"
[ -s "$folder/edited" ] || {
    say "nothing was edited since $SINCE; SINCE= names another commit"
    exit 0
}
say "$(wc -l <"$folder/edited") files were edited since $SINCE"
git archive "$SINCE" generated gen templates | tar -x -C "$folder/before"

# ---- The generated files that changed ----

if [ -n "$(edited_in '^(gen|templates)/')" ]; then
    $make generate
fi
tests/quick/changed.pl "$folder/before/generated" generated >"$folder/kernels"
edited_isas=$(edited_in '^gen/isa/' | sed 's|.*/||; s|\.lua$||')
for isa in $edited_isas; do
    case " $(told WOVEN) " in
    *" $isa "*) ;;
    *)
        [ -e "gen/isa/$isa.lua" ] || continue
        isas=$(printf 'scalar %s %s' "$(told "BASE_$isa")" "$isa" | tr -s ' ' ',')
        [ ! -e "$folder/before/gen/isa/$isa.lua" ] || build/broadloom --root "$folder/before" --isas "$isas" --out "$folder/was/$isa" >/dev/null
        build/broadloom --isas "$isas" --out "$folder/is/$isa" >/dev/null
        tests/quick/changed.pl "$folder/was/$isa" "$folder/is/$isa" >"$folder/of_isa"
        sed -n "/^$isa /p" "$folder/of_isa" >>"$folder/kernels"
        ;;
    esac
done
if [ -n "$(edited_in '^(gen/(machine|dictionary|catalogue)|templates)/')" ]; then
    leave_out "kernels of instruction sets that generated/ has not: make check-kernels RUNS=... OPS=..."
fi
if [ -n "$(edited_in '^(gen|templates|tests/(net|functions|prove|toy))/')" ]; then
    leave_out "what is chosen, and functions: make check-net, make check-functions"
fi

# ---- The words ----

words=$edited_isas
if [ -n "$(edited_in '^(gen/(dictionary|machine)|templates|tests/(kernels|oracle|platforms|words))/')" ]; then # changes may affect any
    others=$(for isa in $(told WOVEN); do ! runs is_here "$isa" || echo "$isa"; done)
    chosen=$(echo "$others" | tests/quick/sample.pl 1 "$seed")
    words=$(printf '%s\n' $words $chosen | sort -u)
    leave_out "words of$(for isa in $(told KNOWN); do echo "$words" | grep -qxF "$isa" || printf ' %s' "$isa"; done): make check-vocabulary ISA=..."
fi
for isa in $words; do
    [ ! -e "gen/isa/$isa.lua" ] || run $timed quick "=words of $isa" $make check-vocabulary ISA="$isa"
done

# ---- The kernels ----

if [ -n "$(edited_in '^tests/(kernels|oracle|platforms|words)/.*\.[ch]$')" ]; then # these test all kernels
    tests/quick/changed.pl "$folder/none" generated >"$folder/kernels"
fi
cp "$folder/kernels" "$folder/chosen"
count=$(wc -l <"$folder/kernels")
if [ "$count" -gt $most ]; then
    operators=$(cut -d ' ' -f 3 "$folder/kernels" | grep -vx moves | sort -u | tests/quick/sample.pl $few_operators "$seed" | tr '\n' ' ' | sed 's/ $//')
    awk -v operators=" $operators moves " 'index(operators, " " $3 " ")' "$folder/kernels" >"$folder/chosen"
    leave_out "$((count - $(wc -l <"$folder/chosen"))) of $count changed kernels:$(grep -vxFf "$folder/chosen" "$folder/kernels" |
        cut -d ' ' -f 1 | sort | uniq -c | awk '{ printf " %d of %s", $1, $2 }')"
fi
say "$count kernels changed$([ "$count" -le $most ] || echo ", of which those of $operators are tested (SEED=$seed chooses the same)")"

: >"$folder/tests"
program=kernels kernels_out=$out
if [ "$count" -gt $most ]; then # a library of these operators, and of one with three inputs, like the full library, which would take six minutes
    program=kernels_alone kernels_out=$folder/few
    run $timed quick "=building the test of these" $make -s BUNDLED=1 OPS="$operators select" OUT="$kernels_out" "$kernels_out/$program"
fi
for isa in $(cut -d ' ' -f 1 "$folder/chosen" | sort -u); do
    way=$(runs of "$isa" | head -n 1)
    ops=$(sed -n "s/^$isa .* //p" "$folder/chosen" | sort -u)
    if [ -z "$way" ]; then
        leave_out "kernels of $isa, which nothing here runs"
    elif [ "$way" != "$isa" ] || ! runs is_here "$isa"; then # built only for these
        generated_ops=$(echo "$ops" | grep -vx moves | tr '\n' ' ')
        run $timed quick "=kernels of $way" $make check-kernels RUNS="$way" OPS="${generated_ops:-select}" QUICK=1
    elif [ "$program" = kernels_alone ] && ! "$kernels_out/$program" "$isa:available" >/dev/null 2>&1; then
        leave_out "kernels of $isa, which this processor does not have"
    else
        [ "$program" != kernels ] || run $timed quick "=building the test of $isa" env OUT="$out" tests/runs.sh build "$way"
        for op in $ops; do
            case $op in moves) echo "$program-$way:moves" ;; *) echo "$program-$way:kernels:exceptions:$op" ;; esac
        done >>"$folder/tests"
    fi
done
[ ! -s "$folder/tests" ] || run env OUT="$kernels_out" prove -Q -j"$JOBS" --exec "$timed quick tests/runs.sh execute" $(cat "$folder/tests")

# ---- Programs and scripts ----

# generated sources except kernels, and the headers that only these include
diff -rq "$folder/before/generated" generated | sed -n 's/^Files .* and \(generated.*\) differ$/\1/p; s/^Only in \(generated.*\): /\1\//p' |
    grep -E '^generated/((dispatch|frontends)/.*|broadloom[^/]*)$' >"$folder/generated" || :
grep -v '^generated/' "$folder/edited" >"$folder/sources" || :
$make -pnqk all $PROGRAMS >"$folder/database" 2>/dev/null || :
affected_by() { # FILE...
    [ $# -eq 0 ] || tests/quick/affected.pl "$@" <"$folder/database"
}
affected_by $(cat "$folder/sources") >"$folder/affected"
{
    affected_by $(cat "$folder/sources" "$folder/generated") | tee "$folder/affected_by_all" | grep -xF "$(printf '%s\n' $COMPARING)" || :
    cat "$folder/affected"
} >"$folder/tested"
programs=$(for program in $PROGRAMS; do ! grep -qxF "$program" "$folder/tested" || echo "$program"; done)
untested=$(for program in $PROGRAMS; do ! grep -qxF "$program" "$folder/affected_by_all" || grep -qxF "$program" "$folder/tested" || echo "$program"; done)
[ -z "$untested" ] || leave_out "$(echo "$untested" | wc -l) programs whose own sources, and the runtime, did not change: make check-programs"
if [ -n "$programs" ]; then
    run $make -s $programs
    say "$(echo "$programs" | wc -l) programs link what was edited"
    run prove -j"$JOBS" --exec "$timed quick" $programs
fi
if [ -n "$(edited_in '^(gen/dictionary|tests/(oracle|second))/')" ]; then
    run $timed quick "=the oracle and its second judge" $make check-judges
fi
scripts=$(edited_in '^tests/.*\.t$' | grep -v '^tests/second/' | while read -r script; do [ ! -x "$script" ] && [ ! -e "$script" ] || echo "$script"; done)
for example in npy_run:npy onnx_node:onnx openvino_ir:openvino threads:threads; do
    if grep -qxF "build/${example%:*}" "$folder/affected"; then
        scripts="$scripts $(echo tests/"${example#*:}"/*.t)"
    fi
done
if [ -n "$(edited_in '^(README\.md|docs/(compiler|runtime|layout|macros|glossary|semantics)\.md|examples/first\.c)$')" ]; then
    run $make -s all
    run prove --exec "$timed quick" tests/docs/pages.t
fi
if [ -n "$scripts" ]; then
    run $make -s for-scripts
    run prove -j"$JOBS" --exec "$timed quick" $(printf '%s\n' $scripts | sort -u)
fi
if command -v diction >/dev/null; then
    run $timed quick "=the English of new text" tests/docs/prose.sh "$SINCE"
else
    leave_out "the English of new text: there is no diction"
fi
sources=$(edited_in '\.([ch]|cc)$' | grep -v '^templates/' | while read -r file; do [ ! -e "$file" ] || echo "$file"; done)
[ -z "$sources" ] || run $timed quick "=the form of C" clang-format --dry-run -Werror $sources

leave_out "all else: generated/ against the generator, other scripts and verbs, sanitizers, published vectors, firmware: make check"
say "left out:"
printf '%s' "$left_out"
[ ! -s "$FAILURES" ] || cat "$FAILURES"
exit $status
