#!/bin/sh
# openvino_ir as a program: a net as written by OpenVINO, and invalid files: each gives one message and leaves no file.
#
# OPENVINO_IR is the program; the default is build/openvino_ir.
#
# SPDX-License-Identifier: Apache-2.0

. tests/harness/lib.sh
unset BROADLOOM_ISA
program=${OPENVINO_IR:-build/openvino_ir}
out=$scratch/out.npy

# i32 VALUE...: little-endian elements
i32() {
    for value in "$@"; do
        value=$((value & 4294967295))
        printf "$(printf '\\%03o\\%03o\\%03o\\%03o' $((value & 255)) $((value >> 8 & 255)) $((value >> 16 & 255)) $((value >> 24)))"
    done
}

# npy SHAPE VALUE...: an i32 file as written by numpy.save
npy() {
    printf '\223NUMPY\001\000v\000%-117s\n' "{'descr': '<i4', 'fortran_order': False, 'shape': ($1), }"
    shift
    i32 "$@"
}

npy '2, 3' 1 2 300 -4 5 -6 >"$scratch/x.npy"
npy '3,' 2 -3 0 >"$scratch/y.npy"
npy '2, 3' -3 1 0 -6 0 0 >"$scratch/floor.npy"
npy '2, 3' -3 1 0 -5 0 0 >"$scratch/trunc.npy"

# floor((x + -7) / y), in the file's order, except that Divide comes before its inputs' layers
i32 99 -7 >"$scratch/net.bin"
cat >"$scratch/net.xml" <<'XML'
<?xml version="1.0"?>
<net name="i" version="11">
	<layers>
		<layer id="0" name="x" type="Parameter" version="opset1">
			<data shape="2, 3" element_type="i32" />
			<output><port id="0" precision="I32" names="x"><dim>2</dim><dim>3</dim></port></output>
		</layer>
		<layer id="1" name="y" type="Parameter" version="opset1">
			<data shape="3" element_type="i32" />
			<output><port id="0" precision="I32" names="y"><dim>3</dim></port></output>
		</layer>
		<layer id="4" name="quotient" type="Divide" version="opset1">
			<data auto_broadcast="numpy" m_pythondiv="true" />
			<rt_info><attribute name="fused_names" version="0" value="quotient" /></rt_info>
			<input>
				<port id="0" precision="I32"><dim>2</dim><dim>3</dim></port>
				<port id="1" precision="I32"><dim>3</dim></port>
			</input>
			<output><port id="2" precision="I32"><dim>2</dim><dim>3</dim></port></output>
		</layer>
		<layer id="2" name="c" type="Const" version="opset1">
			<data element_type="i32" shape="" offset="4" size="4" />
			<output><port id="0" precision="I32" /></output>
		</layer>
		<layer id="3" name="sum" type="Add" version="opset1">
			<data auto_broadcast="numpy" />
			<input>
				<port id="0" precision="I32"><dim>2</dim><dim>3</dim></port>
				<port id="1" precision="I32" />
			</input>
			<output><port id="2" precision="I32"><dim>2</dim><dim>3</dim></port></output>
		</layer>
		<layer id="5" name="result" type="Result" version="opset1">
			<input><port id="0" precision="I32"><dim>2</dim><dim>3</dim></port></input>
		</layer>
	</layers>
	<edges>
		<edge from-layer="0" from-port="0" to-layer="3" to-port="0" />
		<edge from-layer="1" from-port="0" to-layer="4" to-port="1" />
		<edge from-layer="2" from-port="0" to-layer="3" to-port="1" />
		<edge from-layer="3" from-port="2" to-layer="4" to-port="0" />
		<edge from-layer="4" from-port="2" to-layer="5" to-port="0" />
	</edges>
	<rt_info><info name="layers" value="nothing of ours" /></rt_info>
</net>
XML

# gives EXPECTED NET ARGUMENT...: the net's output is that file
gives() {
    expected=$1 net=$2
    shift 2
    rm -f "$out"
    "$program" "$@" "$net" "$scratch/x.npy" "$scratch/y.npy" -o "$out" && cmp "$out" "$expected"
}

# refuses PATTERN NET ARGUMENT...: exit status 1, one line that matches, nothing written
refuses() {
    pattern=$1
    shift
    rm -f "$out"
    "$program" "$@" -o "$out" >"$scratch/stdout" 2>"$scratch/stderr"
    status=$?
    cat "$scratch/stderr"
    [ "$status" -eq 1 ] && [ "$(wc -l <"$scratch/stderr")" -eq 1 ] && grep -Eq "^openvino_ir: .*($pattern)" "$scratch/stderr" &&
        [ ! -e "$out" ]
}

# spoiled NAME PATTERN SED: the net with this change is refused with this message
spoiled() {
    sed "$3" "$scratch/net.xml" >"$scratch/bad.xml"
    if cmp -s "$scratch/net.xml" "$scratch/bad.xml"; then
        check "$1: the change changes something" false
        return
    fi
    check "$1" refuses "$2" --weights "$scratch/net.bin" "$scratch/bad.xml" "$scratch/x.npy" "$scratch/y.npy"
}

# gives_usage ARGUMENT...: exit status 2
gives_usage() {
    "$program" "$@" >"$scratch/stdout" 2>"$scratch/stderr"
    status=$?
    cat "$scratch/stderr"
    [ "$status" -eq 2 ] && grep -q '^usage: ' "$scratch/stderr"
}

check "a net of two operations" gives "$scratch/floor.npy" "$scratch/net.xml"
cp "$scratch/output" "$scratch/plans"
check "each layer's plan is printed" grep -Eq "^Divide-1 'quotient' i32 \[2,3\] \[3\] -> \[2,3\]: v" "$scratch/plans"
check "on another instruction set" gives "$scratch/floor.npy" "$scratch/net.xml" --isa scalar
check "with weights of another name" gives "$scratch/floor.npy" "$scratch/net.xml" --weights "$scratch/net.bin"
sed 's/m_pythondiv="true"/m_pythondiv="false"/' "$scratch/net.xml" >"$scratch/trunc.xml"
cp "$scratch/net.bin" "$scratch/trunc.bin"
check "m_pythondiv=false truncates" gives "$scratch/trunc.npy" "$scratch/trunc.xml"
sed 's/ m_pythondiv="true"//' "$scratch/net.xml" >"$scratch/default.xml"
cp "$scratch/net.bin" "$scratch/default.bin"
check "without m_pythondiv it is true" gives "$scratch/floor.npy" "$scratch/default.xml"
sed 's/numpy" m_python/pdpd" auto_broadcast.auto_broadcast_axis="1" m_python/' "$scratch/net.xml" >"$scratch/pdpd.xml"
cp "$scratch/net.bin" "$scratch/pdpd.bin"
check "pdpd, with its axis as OpenVINO writes it" gives "$scratch/floor.npy" "$scratch/pdpd.xml"

spoiled "pdpd with an axis out of range" 'axis' 's/numpy" m_python/pdpd" axis="2" m_python/'
spoiled "auto_broadcast none" 'shapes differ' 's/numpy" m_python/none" m_python/'
spoiled "an unknown auto_broadcast" 'auto_broadcast' 's/numpy" m_python/maybe" m_python/'
spoiled "an unknown attribute" 'alpha' 's/<data auto_broadcast="numpy" \/>/<data alpha="1" \/>/'
spoiled "m_pythondiv on Add" 'm_pythondiv' 's/<data auto_broadcast="numpy" \/>/<data m_pythondiv="true" \/>/'
spoiled "an unknown operation" 'Relu .*lacks this operation' 's/"Add"/"Relu"/'
spoiled "an unknown opset" 'opset99' 's/type="Add" version="opset1"/type="Add" version="opset99"/'
spoiled "a version that is no opset" 'no opset' 's/type="Add" version="opset1"/type="Add" version="extension"/'
spoiled "a cycle" 'cycle' 's/from-layer="0" from-port="0"/from-layer="4" from-port="2"/'
spoiled "a layer that feeds itself" 'cycle' 's/from-layer="0" from-port="0"/from-layer="3" from-port="2"/'
spoiled "an edge from an unknown layer" 'does not exist' 's/from-layer="2"/from-layer="77"/'
spoiled "an edge to an unknown port" 'does not exist' 's/from-layer="2" from-port="0" to-layer="3" to-port="1"/from-layer="2" from-port="0" to-layer="3" to-port="7"/'
spoiled "two edges to a port" 'two edges' 's/from-layer="2" from-port="0" to-layer="3" to-port="1"/from-layer="2" from-port="0" to-layer="3" to-port="0"/'
spoiled "an input without an edge" 'no edge leads' '/from-layer="2"/d'
spoiled "an edge without a port" 'an edge needs' 's/ from-port="2" to-layer="4"/ to-layer="4"/'
spoiled "an id that is repeated" 'id is repeated' 's/layer id="2"/layer id="3"/'
spoiled "an id that is no number" 'needs an id' 's/layer id="2"/layer id="two"/'
spoiled "an id that is empty" 'needs an id' 's/layer id="2"/layer id=""/'
spoiled "a layer without a name" 'needs an id' 's/ name="sum"//'
spoiled "a layer without a type" 'needs an id' 's/ type="Add"//'
spoiled "a layer without a version" 'no opset: there is none' 's/type="Add" version="opset1"/type="Add"/'
spoiled "an opset that is no number" 'no opset: opsetx' 's/type="Add" version="opset1"/type="Add" version="opsetx"/'
spoiled "an opset beyond all" 'version of opset4294967297' 's/type="Add" version="opset1"/type="Add" version="opset4294967297"/'
spoiled "a port without an id" 'a port needs an id: sum' 's/<port id="1" precision="I32" \/>/<port \/>/'
spoiled "an edge from no layer" 'an edge needs' 's/ from-layer="2"//'
spoiled "an edge to no layer" 'an edge needs' 's/to-layer="4" to-port="0"/to-port="0"/'
spoiled "an edge to no port" 'an edge needs' 's/ to-port="1"//'
spoiled "an edge to an unknown layer" 'does not exist' 's/to-layer="3" to-port="1"/to-layer="77" to-port="1"/'
spoiled "an edge from an unknown port" 'does not exist' 's/from-layer="2" from-port="0"/from-layer="2" from-port="7"/'
spoiled "too many attributes" 'too many attributes' 's/<data auto_broadcast="numpy" \/>/<data a="" b="" c="" d="" e="" f="" g="" h="" i="" \/>/'
spoiled "an attribute that is given by two elements" 'given twice: auto_broadcast' 's/<data auto_broadcast="numpy" \/>/&&/'
spoiled "a Parameter without a type" 'element_type and shape are missing' 's/shape="2, 3" element_type="i32"/shape="2, 3"/'
spoiled "a Parameter without a shape" 'element_type and shape are missing' 's/shape="2, 3" element_type="i32"/element_type="i32"/'
spoiled "a port that is given twice" "port's id is given twice" 's/port id="1" precision="I32" \/>/port id="0" \/>/'
spoiled "dims of an output port that are not the operation's" 'other dims' '/name="sum"/,/output/s/<output><port id="2" precision="I32"><dim>2/<output><port id="2" precision="I32"><dim>4/'
spoiled "a dim that is not known" 'dim' 's/<dim>2<\/dim>/<dim>-1<\/dim>/'
spoiled "a dynamic parameter" 'known dims' 's/shape="2, 3"/shape="?,3"/'
spoiled "a dim too large" 'known dims' 's/shape="2, 3"/shape="99999999999999999999,3"/'
spoiled "a dim beyond all memory" 'known dims' 's/shape="2, 3"/shape="9223372036854775808,3"/'
spoiled "a shape of 33 dims" 'known dims' "s/shape=\"2, 3\"/shape=\"$(printf '%32s' '' | sed 's/ /1,/g')3\"/"
spoiled "a shape in a long text" 'known dims' "s/shape=\"2, 3\"/shape=\"2,$(printf '%300s' '')3\"/"
spoiled "a dim of a hundred digits" 'line 6: a dim is no number: x' "s/<dim>2</<dim>$(printf '%0100d' 2)</"
spoiled "a dim of so many that it comes in pieces" 'line 6: a dim is no number: x' "1s/\"?>/\" encoding=\"ISO-8859-1\"?>/; s/<dim>2</<dim>$(printf '%04000d' 2)</"
spoiled "a shape that ends in a comma" 'known dims' 's/shape="2, 3"/shape="2,"/'
spoiled "an unknown element type" "elements of type 'u1'" 's/element_type="i32" shape=""/element_type="u1" shape=""/'
spoiled "a packed element type" "elements of type 'u4'" 's/element_type="i32" shape=""/element_type="u4" shape=""/'
spoiled "element types that differ" 'Add-1' 's/element_type="i32" shape=""/element_type="f32" shape=""/'
spoiled "a constant that lies about its size" 'need another' 's/offset="4" size="4"/offset="4" size="8"/'
spoiled "a constant beyond the end of the file" 'beyond the end' 's/offset="4"/offset="5"/'
spoiled "an offset that wraps around" 'beyond the end' 's/offset="4"/offset="18446744073709551600"/'
spoiled "a constant of a huge shape" 'need another' 's/shape="" offset/shape="4294967296,4294967296,4294967296" offset/'
spoiled "a negative offset" 'no numbers' 's/offset="4"/offset="-4"/'
spoiled "a size that is no number" 'no numbers' 's/size="4"/size="four"/'
spoiled "no result" 'no Result' '/layer id="5"/,/<\/layer>/d; /to-layer="5"/d'
spoiled "a parameter as a result" 'nothing to compute' 's/from-layer="4" from-port="2"/from-layer="0" from-port="0"/'
spoiled "an old IR" 'version 10 or 11' 's/version="11"/version="7"/'
spoiled "a newer one" 'version 10 or 11' 's/version="11"/version="12"/'
spoiled "IR without a version" 'version 10 or 11' 's/ version="11"//'
spoiled "a document type" 'document type' '1a <!DOCTYPE net [<!ENTITY a "b">]>'
spoiled "a file that ends too soon" 'not well-formed' '20,$d'
spoiled "elements that cross" 'not well-formed' 's/<\/layers>/<\/edges>/'
spoiled "another document" 'not IR' 's/<net /<html /; s/<\/net>/<\/html>/'
spoiled "too many ports" 'too many ports' 's/<port id="1" precision="I32" \/>/<port id="1"\/><port id="3"\/><port id="4"\/><port id="5"\/><port id="6"\/><port id="7"\/><port id="8"\/><port id="9"\/>/'
spoiled "a third input" '3 input ports' 's/<port id="1" precision="I32" \/>/<port id="1"\/><port id="3"\/>/'
spoiled "a second input too few" '1 input ports' 's/<port id="1" precision="I32" \/>//'
spoiled "an operation without an output" '0 output ports' '/name="sum"/,/<output>/s/<output>.*<\/output>//'

bytes=$(wc -c <"$scratch/net.xml") refused=0 tried=0
length=0
while [ "$length" -lt $((bytes - 8)) ]; do # the last bytes but "</net>" are white space
    head -c "$length" "$scratch/net.xml" >"$scratch/bad.xml"
    tried=$((tried + 1))
    refuses '' --weights "$scratch/net.bin" "$scratch/bad.xml" "$scratch/x.npy" "$scratch/y.npy" >/dev/null &&
        refused=$((refused + 1))
    length=$((length + 23))
done
check "of $tried beginnings of the net $refused are refused" [ "$tried" -eq "$refused" ]

check "weights that are not there" refuses 'none.bin' --weights "$scratch/none.bin" "$scratch/net.xml" "$scratch/x.npy" "$scratch/y.npy"
: >"$scratch/empty.bin"
check "weights that are empty" refuses 'beyond the end' --weights "$scratch/empty.bin" "$scratch/net.xml" "$scratch/x.npy" "$scratch/y.npy"
check "a net that is not there" refuses 'none.xml' "$scratch/none.xml" "$scratch/x.npy" "$scratch/y.npy"
check "a folder as the net" refuses '' "$scratch" "$scratch/x.npy" "$scratch/y.npy"
check "a dash as the net" refuses '-: No such file' -
printf '<net version="11"><meta_data/></net>' >"$scratch/bare.xml"
check "a net without layers" refuses 'no Result' "$scratch/bare.xml"
cp "$scratch/net.xml" "$scratch/nt"
cp "$scratch/net.xml" "$scratch/net.text"
inputs="$scratch/x.npy $scratch/y.npy"
case $program in /*) absolute=$program ;; *) absolute=$PWD/$program ;; esac
short_name() (
    cd "$scratch" && "$absolute" nt x.npy y.npy 2>&1 | grep -q '^openvino_ir: nt: has constants, but no name that ends in .xml'
)
check "a short name gives no name of weights" short_name
# shellcheck disable=SC2086 # two names
check "nor does one of another kind" refuses 'no name that ends in .xml' "$scratch/net.text" $inputs
sed 's/<rt_info><attribute/<rt_info>in it: <attribute/' "$scratch/net.xml" >"$scratch/text.xml"
cp "$scratch/net.bin" "$scratch/text.bin"
check "text in a skipped element" gives "$scratch/floor.npy" "$scratch/text.xml"
LC_ALL=C sed 's/<i4/<f4/' "$scratch/x.npy" >"$scratch/float.npy"
check "an input of another type" refuses 'declares' "$scratch/net.xml" "$scratch/float.npy" "$scratch/y.npy"
check "an input of another shape" refuses 'declares' "$scratch/net.xml" "$scratch/y.npy" "$scratch/y.npy"
check "an input that is no array" refuses 'net.xml' "$scratch/net.xml" "$scratch/net.xml" "$scratch/y.npy"
check "an input too few" refuses '2 inputs' "$scratch/net.xml" "$scratch/x.npy"
check "an output too many" refuses '1 outputs' "$scratch/net.xml" "$scratch/x.npy" "$scratch/y.npy" -o "$scratch/out2.npy"
check "an output folder that is not there" fails_saying 'none/out.npy' "$program" "$scratch/net.xml" "$scratch/x.npy" "$scratch/y.npy" -o "$scratch/none/out.npy"


# the net with a second result, the sum
sed 's,<rt_info>.*,,; s,</layers>,<layer id="6" name="second" type="Result" version="opset1"><input><port id="0"><dim>2</dim><dim>3</dim></port></input></layer></layers>,
    s,</edges>,<edge from-layer="3" from-port="2" to-layer="6" to-port="0" /></edges>,' "$scratch/net.xml" >"$scratch/two.xml"
cp "$scratch/net.bin" "$scratch/two.bin"
writes() {
    "$program" "$scratch/two.xml" "$scratch/x.npy" "$scratch/y.npy" -o "$1" -o "$2"
}
# writes_none PATTERN FIRST SECOND: it is refused, and the first file does not exist
writes_none() {
    rm -f "$2"
    fails_saying "^openvino_ir: $3: cannot be written: $1" writes "$2" "$3" && [ ! -e "$2" ] &&
        [ -z "$(find "$scratch" -name '*.part')" ]
}
check "two outputs" writes "$out" "$scratch/sum.npy"
check "the first is as ever" cmp "$out" "$scratch/floor.npy"
check "where the second cannot be written, neither is" writes_none 'No such file' "$out" "$scratch/none/x.npy"
check "nor where a folder is in the way" writes_none 'Is a directory' "$out" "$scratch"
check "nor where both have one name" writes_none 'it is named twice' "$out" "$out"

npy '' 1 >"$scratch/one.npy"
# layer ID TYPE VERSION INPUTS DIMS DATA: a layer with the ports 0, 1, …, and 9 for its output, if there are dims
layer() {
    echo "<layer id=\"$1\" name=\"$2\" type=\"$2\" version=\"opset$3\"><data $6/><input>"
    port=0
    while [ "$port" -lt "$4" ]; do
        echo "<port id=\"$port\"/>"
        port=$((port + 1))
    done
    echo "</input>"
    [ "$5" = none ] || echo "<output><port id=\"9\">$(for dim in $5; do echo "<dim>$dim</dim>"; done)</port></output>"
    echo "</layer>"
}

# edges TO FROM...: to the ports 0, 1, … of a layer
edges() {
    to=$1 port=0
    shift
    for from in "$@"; do
        echo "<edge from-layer=\"$from\" from-port=\"9\" to-layer=\"$to\" to-port=\"$port\"/>"
        port=$((port + 1))
    done
}

# operations of one to five inputs, of several types, with attributes of all kinds, and three results
{
    echo '<net name="kinds" version="11"><layers>'
    layer 0 Parameter 1 0 '2 3' 'shape="2,3" element_type="i32"'
    layer 1 Parameter 1 0 '3' 'shape="3" element_type="i32"'
    layer 2 Clamp 1 1 '2 3' 'min="-5" max="100"'
    layer 3 Greater 1 2 '2 3' 'auto_broadcast="numpy"'
    layer 4 Select 1 3 '2 3' 'auto_broadcast="numpy"'
    layer 5 FloorMod 1 2 '2 3' 'auto_broadcast="numpy"'
    layer 6 Convert 1 1 '2 3' 'destination_type="i32"'
    layer 7 Convert 1 1 '2 3' 'destination_type="f32"'
    layer 8 Const 1 0 '' 'element_type="f32" shape="" offset="0" size="4"'
    layer 9 Multiply 1 2 '2 3' 'auto_broadcast="numpy"'
    layer 10 Round 5 1 '2 3' 'mode="half_away_from_zero"'
    layer 11 Const 1 0 '' 'element_type="f32" shape="" offset="4" size="4"'
    layer 12 Const 1 0 '' 'element_type="f32" shape="" offset="8" size="4"'
    layer 13 FakeQuantize 1 5 '2 3' 'levels="129" auto_broadcast="numpy"'
    layer 14 Convert 1 1 '2 3' 'destination_type="i32"'
    layer 15 Result 1 1 none ''
    layer 16 Result 1 1 none ''
    layer 17 Result 1 1 none ''
    echo '</layers><edges>'
    edges 2 0
    edges 3 2 1
    edges 4 3 2 1
    edges 5 4 1
    edges 6 3
    edges 7 0
    edges 9 7 8
    edges 10 9
    edges 13 10 11 12 11 12
    edges 14 13
    edges 15 5
    edges 16 6
    edges 17 14
    echo '</edges></net>'
} >"$scratch/kinds.xml"
printf '\000\000\000\077\000\000\000\000\000\000\000\103' >"$scratch/kinds.bin" # 0.5, 0, 128
npy '2, 3' 0 -1 0 0 -1 0 >"$scratch/kinds_0.npy"
npy '2, 3' 0 1 1 0 1 0 >"$scratch/kinds_1.npy"
npy '2, 3' 1 1 128 0 3 0 >"$scratch/kinds_2.npy"
check "a chain of operations of all kinds" "$program" "$scratch/kinds.xml" "$scratch/x.npy" "$scratch/y.npy" \
    -o "$scratch/a.npy" -o "$scratch/b.npy" -o "$scratch/c.npy"
cp "$scratch/output" "$scratch/plans"
check "types are printed where they change" grep -q "^Greater-1 'Greater' i32 \[2,3\] \[3\] -> boolean \[2,3\]: v" "$scratch/plans"
check "its first result" cmp "$scratch/a.npy" "$scratch/kinds_0.npy"
check "its second" cmp "$scratch/b.npy" "$scratch/kinds_1.npy"
check "its third" cmp "$scratch/c.npy" "$scratch/kinds_2.npy"

# a sum of constants: nine dims, no two of which merge
{
    echo '<net name="dims" version="11"><layers>'
    layer 0 Const 1 0 '1 2 1 2 1 2 1 2 1' 'element_type="i32" shape="1,2,1,2,1,2,1,2,1" offset="0" size="64"'
    layer 1 Const 1 0 '2 1 2 1 2 1 2 1 2' 'element_type="i32" shape="2,1,2,1,2,1,2,1,2" offset="0" size="128"'
    layer 2 Add 1 2 '2 2 2 2 2 2 2 2 2' ''
    layer 3 Result 1 1 none ''
    echo '</layers><edges>'
    edges 2 0 1
    edges 3 2
    echo '</edges></net>'
} >"$scratch/dims.xml"
head -c 4000 /dev/zero >"$scratch/zeros.bin"
check "too many dims for a plan" refuses "layer 2, Add 'Add': .*too many dims" --weights "$scratch/zeros.bin" "$scratch/dims.xml"

# a constant of no elements
{
    echo '<net name="none" version="11"><layers>'
    layer 0 Parameter 1 0 '' 'shape="" element_type="i32"'
    layer 1 Const 1 0 '2 0' 'element_type="i32" shape="2,0" offset="0" size="0"'
    layer 2 Add 1 2 '2 0' ''
    layer 3 Result 1 1 none ''
    echo '</layers><edges>'
    edges 2 0 1
    edges 3 2
    echo '</edges></net>'
} >"$scratch/none.xml"
npy '2, 0' >"$scratch/none.npy"
check "a constant of no elements" "$program" --weights "$scratch/zeros.bin" "$scratch/none.xml" "$scratch/one.npy" -o "$out"
check "gives none" cmp "$out" "$scratch/none.npy"

# a line that is too long to be printed in full: 32 dims, six times
ones=$(printf '%31s' '' | sed 's/ /1,/g')1000
{
    echo '<net name="line" version="11"><layers>'
    layer 0 Const 1 0 "$(echo "$ones" | tr , ' ')" "element_type=\"f32\" shape=\"$ones\" offset=\"0\" size=\"4000\""
    layer 1 FakeQuantize 1 5 "$(echo "$ones" | tr , ' ')" 'levels="2"' | sed "s/name=\"FakeQuantize\"/name=\"$(printf '%080d' 0)\"/"
    layer 2 Result 1 1 none ''
    echo '</layers><edges>'
    edges 1 0 0 0 0 0
    edges 2 1
    echo '</edges></net>'
} >"$scratch/line.xml"
cut_line() {
    "$program" --weights "$scratch/zeros.bin" "$scratch/line.xml" | grep -Eq "^FakeQuantize-1 .{484}\$"
}
check "a layer's line is cut" cut_line

# a chain of this many layers, the last one first, takes seconds if each lookup searches all layers
awk -v count=30000 'BEGIN {
    print "<net name=\"chain\" version=\"11\"><layers>"
    printf "<layer id=\"%d\" name=\"r\" type=\"Result\" version=\"opset1\"><input><port id=\"0\"/></input></layer>\n", count
    for (i = count - 1; i > 0; --i) {
        printf "<layer id=\"%d\" name=\"a\" type=\"Add\" version=\"opset1\"><input><port id=\"0\"/><port id=\"1\"/></input>", i
        print "<output><port id=\"0\"/></output></layer>"
    }
    print "<layer id=\"0\" name=\"x\" type=\"Parameter\" version=\"opset1\"><data element_type=\"i32\" shape=\"\"/>"
    print "<output><port id=\"0\"/></output></layer></layers><edges>"
    for (i = 1; i <= count; ++i) {
        for (port = 0; port < (i < count ? 2 : 1); ++port) {
            printf "<edge from-layer=\"%d\" from-port=\"0\" to-layer=\"%d\" to-port=\"%d\"/>\n", i - 1, i, port
        }
    }
    print "</edges></net>"
}' >"$scratch/chain.xml"
check "30,000 layers are loaded in five seconds" sh -c "ulimit -t 5; '$program' '$scratch/chain.xml' '$scratch/one.npy' | tail -n 1 | grep -q '^Add-1 '"

check "no argument" gives_usage
check "an unknown option" gives_usage --frobnicate yes
check "an option without its value" gives_usage "$scratch/net.xml" -o
check "an unknown instruction set" gives_usage --isa mmx "$scratch/net.xml"
check "and in the environment" env BROADLOOM_ISA=mmx sh -c '"$1" "$2" 2>&1 | grep -q "^openvino_ir: BROADLOOM_ISA: "' sh "$program" "$scratch/net.xml"
one_is_not_here() { # no processor has both
    gives_usage --isa sse2 "$scratch/net.xml" || gives_usage --isa neon "$scratch/net.xml"
}
check "one that the processor lacks" one_is_not_here
check "a hundred and one inputs" gives_usage "$scratch/net.xml" $(seq 101)
check "a hundred and one outputs" gives_usage "$scratch/net.xml" $(seq 101 | sed 's/^/-o /')
finish
