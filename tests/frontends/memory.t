#!/bin/sh
# The example programs without enough memory: each of their allocations fails once by itself, and once with all later ones. A
# program either continues with right results, or prints a one-line error and leaves no file; it never crashes.
#
# NPY_RUN, ONNX_NODE, ONNX_FILES and OPENVINO_IR are the programs; the default is those in build/.
#
# SPDX-License-Identifier: Apache-2.0
. tests/harness/lib.sh
unset BROADLOOM_ISA

${CC:-cc} -std=c99 -D_GNU_SOURCE -Wall -Wextra -O1 -fPIC -shared tests/harness/no_memory.c -o "$scratch/no_memory.so" 2>"$scratch/log"
LD_PRELOAD=$scratch/no_memory.so NO_MEMORY=1 NO_MEMORY_TOLD=$scratch/told sh -c ':' >/dev/null 2>&1
if [ ! -e "$scratch/told" ]; then
    skip "no memory: nothing can be preloaded here"
    finish
fi
rm -f "$scratch/told"

# without_memory OUTPUT COMMAND...: runs COMMAND without each of its allocations; if it succeeds, OUTPUT (-: standard output) is unchanged
without_memory() {
    output=$1
    shift
    "$@" >"$scratch/stdout" || return
    if [ "$output" != - ]; then mv "$output" "$scratch/right"; else cp "$scratch/stdout" "$scratch/right"; fi
    for sign in '' -; do
        number=0
        while number=$((number + 1)); do
            rm -f "$scratch/told" "$output"
            LD_PRELOAD=$scratch/no_memory.so NO_MEMORY=$sign$number NO_MEMORY_TOLD=$scratch/told "$@" >"$scratch/stdout" 2>"$scratch/stderr"
            status=$?
            [ -e "$scratch/told" ] || break
            case $status in
            0) if [ "$output" != - ]; then cmp "$output" "$scratch/right"; else cmp "$scratch/stdout" "$scratch/right"; fi ;;
            1) [ "$(wc -l <"$scratch/stderr")" -eq 1 ] && { [ "$output" = - ] || [ ! -e "$output" ]; } ;;
            *) false ;;
            esac || {
                echo "without allocation $sign$number: status $status"
                cat "$scratch/stderr"
                return 1
            }
        done
        [ $number -gt 3 ] || { echo "only $number allocations"; return 1; }
    done
}

npy_run=${NPY_RUN:-build/npy_run}
check "npy_run" without_memory "$scratch/out.npy" "$npy_run" div examples/data/planets.npy examples/data/earth.npy -o "$scratch/out.npy"
check "npy_run, a fold" without_memory "$scratch/out.npy" "$npy_run" max examples/data/planets.npy examples/data/earth.npy examples/data/earth.npy -o "$scratch/out.npy"
check "npy_run, a parameter" without_memory "$scratch/out.npy" "$npy_run" leaky_relu examples/data/planets.npy --alpha 0.5 -o "$scratch/out.npy"

files=$scratch/files
mkdir -p "$files/good/test_data_set_0" "$files/chain/test_data_set_0" "$files/negatives/test_data_set_0" "$scratch/made"
"${ONNX_FILES:-build/onnx_files}" --write "$files" || exit 1
onnx_node=${ONNX_NODE:-build/onnx_node}
check "onnx_node, a folder" without_memory - "$onnx_node" "$files/chain"
check "onnx_node, outputs" without_memory "$scratch/made/output_0.pb" "$onnx_node" -o "$scratch/made" "$files/good/model.onnx" "$files/good/test_data_set_0/input_0.pb"
check "onnx_node, a model's operators" without_memory - "$onnx_node" --operators "$files/chain/model.onnx"

cat >"$scratch/net.xml" <<'XML'
<?xml version="1.0"?>
<net name="i" version="11">
	<layers>
		<layer id="0" name="x" type="Parameter" version="opset1">
			<data shape="2, 3" element_type="i8" />
			<output><port id="0" precision="I8" names="x"><dim>2</dim><dim>3</dim></port></output>
		</layer>
		<layer id="1" name="c" type="Const" version="opset1">
			<data element_type="i8" shape="3" offset="0" size="3" />
			<output><port id="0" precision="I8"><dim>3</dim></port></output>
		</layer>
		<layer id="2" name="sum" type="Add" version="opset1">
			<data auto_broadcast="numpy" />
			<input>
				<port id="0" precision="I8"><dim>2</dim><dim>3</dim></port>
				<port id="1" precision="I8"><dim>3</dim></port>
			</input>
			<output><port id="2" precision="I8"><dim>2</dim><dim>3</dim></port></output>
		</layer>
		<layer id="3" name="result" type="Result" version="opset1">
			<input><port id="0" precision="I8"><dim>2</dim><dim>3</dim></port></input>
		</layer>
	</layers>
	<edges>
		<edge from-layer="0" from-port="0" to-layer="2" to-port="0" />
		<edge from-layer="1" from-port="0" to-layer="2" to-port="1" />
		<edge from-layer="2" from-port="2" to-layer="3" to-port="0" />
	</edges>
</net>
XML
printf '<!--%5000s-->\n' '' >>"$scratch/net.xml" # longer than the initial buffer for a file
printf '\001\002\003' >"$scratch/net.bin"
printf "\\223NUMPY\\001\\000v\\000%-117s\\n\\001\\002\\003\\004\\005\\006" "{'descr': '|i1', 'fortran_order': False, 'shape': (2, 3), }" >"$scratch/x.npy"
check "openvino_ir" without_memory "$scratch/out.npy" "${OPENVINO_IR:-build/openvino_ir}" "$scratch/net.xml" "$scratch/x.npy" -o "$scratch/out.npy"

finish
