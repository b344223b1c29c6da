# The example programs on the front ends: onnx_node (protobuf-c) and openvino_ir (expat). Included by the Makefile after
# the library's rules, and before tests/tests.mk, which takes FRONTEND_PROGRAM_TESTS and FRONTEND_SCRIPT_TESTS (for the sanitized run).
#
# SPDX-License-Identifier: Apache-2.0

# ---- ONNX's file format, as protobuf-c's compiler makes it from examples/onnx_node/onnx.proto ----

ONNX_PB = $(OUT)/examples/onnx_node/onnx.pb-c

$(ONNX_PB).c: examples/onnx_node/onnx.proto
	@mkdir -p $(@D)
	@protoc-c --proto_path=$(<D) --c_out=$(@D) $(<F)

$(ONNX_PB).h: $(ONNX_PB).c ;

$(ONNX_PB).o: $(ONNX_PB).c $(ONNX_PB).h
	@$(CC) $(STANDARD) $(CFLAGS) -I$(@D) -c $< -o $@

# ---- The programs ----

FRONTEND_SHARED = $(patsubst %,$(OUT)/examples/%.o,npy bytes names outputs)
ONNX_READER = $(OUT)/examples/onnx_node/graph.o $(OUT)/examples/onnx_node/tensor.o
ONNX_OBJECTS = $(OUT)/examples/onnx_node/onnx_node.o $(ONNX_READER) $(ONNX_PB).o $(FRONTEND_SHARED)
ONNX_FILES_OBJECTS = $(filter-out %/onnx_node.o,$(ONNX_OBJECTS)) $(patsubst %.c,$(OUT)/%.o,$(wildcard tests/onnx/*.c))
OPENVINO_OBJECTS = $(patsubst %,$(OUT)/examples/openvino_ir/%.o,openvino_ir net ir) $(FRONTEND_SHARED)

$(OUT)/examples/onnx_node/%.o: INCLUDES += -Iexamples -I$(OUT)/examples/onnx_node
$(OUT)/examples/openvino_ir/%.o: INCLUDES += -Iexamples
$(OUT)/tests/onnx/%.o: TEST_INCLUDES += -Iexamples -Iexamples/onnx_node -I$(OUT)/examples/onnx_node
$(OUT)/examples/onnx_node/onnx_node.o $(ONNX_READER) $(filter $(OUT)/tests/%,$(ONNX_FILES_OBJECTS)): | $(ONNX_PB).h

$(OUT)/onnx_node: $(ONNX_OBJECTS) $(OUT)/libbroadloom.a
	@$(CC) $(CFLAGS) $^ -lprotobuf-c -o $@

$(OUT)/onnx_files: $(ONNX_FILES_OBJECTS) $(OUT)/libbroadloom.a
	@$(CC) $(CFLAGS) $^ -lprotobuf-c -o $@

$(OUT)/openvino_ir: $(OPENVINO_OBJECTS) $(OUT)/libbroadloom.a
	@$(CC) $(CFLAGS) $^ -lexpat -o $@

FRONTEND_PROGRAMS = build/onnx_node build/onnx_files build/openvino_ir
$(FRONTEND_PROGRAMS): build/%: $(OUT)/% FORCE
	@cmp -s $< $@ || cp $< $@

# ---- Their tests ----

FRONTEND_PROGRAM_TESTS = $(OUT)/onnx_files
FRONTEND_SCRIPT_TESTS = $(wildcard tests/onnx/*.t tests/openvino/*.t)

check-onnx: build/onnx_node ## run the published ONNX node tests of Debian's libonnx-testdata
	@tests/onnx/check_onnx.sh build/onnx_node

.PHONY: check-onnx
