# Fuzz targets: programs that replay their corpus (in `make check`) or that libFuzzer drives (in `make fuzz`). Included by tests/tests.mk.
#
# SPDX-License-Identifier: Apache-2.0

FUZZ_TARGETS = plans folds strided nodes npy onnx ir generator
FUZZ_TESTS = $(FUZZ_TARGETS:%=$(OUT)/tests/fuzz/%)

# LIBFUZZER=1: libFuzzer calls the targets, instead of replay.c.
FUZZ_MAIN = $(if $(LIBFUZZER),,$(OUT)/tests/fuzz/replay.o) $(GROUND)
FUZZ_JUDGE = $(filter-out %/judge.o,$(JUDGE_OBJECTS)) $(REFERENCE_OBJECTS) $(OUT)/examples/threads/pool.o $(OUT)/tests/fuzz/calls.o

$(OUT)/tests/fuzz/%.o: TEST_INCLUDES += -Iexamples -Iexamples/onnx_node -Iexamples/openvino_ir -I$(OUT)/examples/onnx_node
$(OUT)/tests/fuzz/%.o: OWN_FLAGS += -DJUDGE_NODES=1 $(if $(LIBFUZZER),-DLIBFUZZER)
$(OUT)/tests/fuzz/generator.o: OWN_FLAGS += $(shell pkg-config --cflags lua5.4)
$(OUT)/tests/fuzz/onnx.o: | $(ONNX_PB).h

$(FUZZ_TESTS): $(OUT)/tests/fuzz/%: $(OUT)/tests/fuzz/%.o $(FUZZ_MAIN)
$(patsubst %,$(OUT)/tests/fuzz/%,plans folds strided nodes): $(FUZZ_JUDGE) $(OUT)/libbroadloom.a
$(OUT)/tests/fuzz/npy: $(OUT)/examples/npy.o
$(OUT)/tests/fuzz/onnx: $(ONNX_READER) $(ONNX_PB).o $(patsubst %,$(OUT)/examples/%.o,npy bytes names) $(OUT)/libbroadloom.a
$(OUT)/tests/fuzz/ir: $(patsubst %,$(OUT)/examples/%.o,openvino_ir/net openvino_ir/ir npy bytes names) $(OUT)/libbroadloom.a
$(OUT)/tests/fuzz/onnx: LINKED_WITH = -lprotobuf-c
$(OUT)/tests/fuzz/ir: LINKED_WITH = -lexpat
$(OUT)/tests/fuzz/generator: LINKED_WITH = $(shell pkg-config --libs lua5.4)
$(FUZZ_TESTS):
	@$(CC) $(CFLAGS) $(if $(LIBFUZZER),-fsanitize=fuzzer) -pthread $(STATIC) $(filter %.o,$^) $(filter %.a,$^) $(LINKED_WITH) -lm -o $@

# The runtime, the front ends and the examples are compiled again; kernels, whose operands have guard pages, and the judge are linked
# without changes.
FUZZ = build/fuzz
fuzz: all $(JUDGE_OBJECTS) $(REFERENCE_OBJECTS) $(GROUND) ## run each fuzz target for FOR seconds, from its corpus on: make fuzz FOR=600 TARGETS="plans npy"
	+@$(MAKE) --no-print-directory fuzzers CC=clang OUT=$(FUZZ) TESTS_OUT=$(OUT) ISAS_AS_THEY_ARE="$(ISAS)" LIBFUZZER=1 BUNDLED=1 \
		CFLAGS="-O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
	@tests/fuzz/fuzz.sh '$(FUZZ)' '$(FOR)' $(or $(TARGETS),$(FUZZ_TARGETS))

fuzzers: $(FUZZ_TESTS)
