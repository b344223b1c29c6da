# The example programs, and their tests. Included by the Makefile after the library's rules, and before tests/tests.mk, which takes
# FRONTEND_SCRIPT_TESTS (for the sanitized run), FRONTEND_PROGRAMS and THREADS_PROGRAMS.
#
# SPDX-License-Identifier: Apache-2.0

# ---- ONNX's file format, by protobuf-c's compiler, from examples/onnx_node/onnx.proto ----

ONNX_PB = $(OUT)/examples/onnx_node/onnx.pb-c

$(ONNX_PB).c: examples/onnx_node/onnx.proto
	@mkdir -p $(@D)
	@protoc-c --proto_path=$(<D) --c_out=$(@D) $(<F)

$(ONNX_PB).h: $(ONNX_PB).c ;

$(ONNX_PB).o: $(ONNX_PB).c $(ONNX_PB).h
	@$(CC) $(STANDARD) $(CFLAGS) -I$(@D) -c $< -o $@

FRONTEND_SHARED = $(patsubst %,$(OUT)/examples/%.o,npy bytes names outputs)
ONNX_READER = $(OUT)/examples/onnx_node/graph.o $(OUT)/examples/onnx_node/tensor.o
ONNX_OBJECTS = $(OUT)/examples/onnx_node/onnx_node.o $(ONNX_READER) $(ONNX_PB).o $(FRONTEND_SHARED)
ONNX_FILES_OBJECTS = $(filter-out %/onnx_node.o,$(ONNX_OBJECTS)) $(patsubst %.c,$(OUT)/%.o,$(wildcard tests/onnx/*.c))

$(OUT)/examples/onnx_node/%.o: INCLUDES += -Iexamples -I$(OUT)/examples/onnx_node
$(OUT)/examples/openvino_ir/%.o: INCLUDES += -Iexamples
$(OUT)/tests/onnx/%.o: TEST_INCLUDES += -Iexamples -Iexamples/onnx_node -I$(OUT)/examples/onnx_node
$(OUT)/examples/onnx_node/onnx_node.o $(ONNX_READER) $(filter $(OUT)/tests/%,$(ONNX_FILES_OBJECTS)): | $(ONNX_PB).h

$(OUT)/onnx_node: $(ONNX_OBJECTS) $(OUT)/libbroadloom.a
$(OUT)/onnx_files: $(ONNX_FILES_OBJECTS) $(OUT)/libbroadloom.a
$(OUT)/openvino_ir: $(patsubst %,$(OUT)/examples/openvino_ir/%.o,openvino_ir net ir) $(FRONTEND_SHARED) $(OUT)/libbroadloom.a
$(OUT)/onnx_node $(OUT)/onnx_files: LINKED_WITH = -lprotobuf-c
$(OUT)/openvino_ir: LINKED_WITH = -lexpat

FRONTEND_PROGRAMS = build/onnx_node build/onnx_files build/openvino_ir

FRONTEND_SCRIPT_TESTS = $(wildcard tests/onnx/*.t tests/openvino/*.t)

check-onnx: build/onnx_node ## run the published ONNX node tests of Debian's libonnx-testdata
	@tests/onnx/check_onnx.sh build/onnx_node

# ---- Threads: POSIX threads, OpenMP ----

# -fopenmp if the compiler has OpenMP; otherwise everything builds, and openmp_run is a plain loop
$(OUT)/openmp: $(OUT)/flags
	@printf '#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n' >$@.c
	@if $(CC) -fopenmp $@.c -o $@.probe 2>/dev/null; then echo -fopenmp; else echo -Wno-unknown-pragmas; fi >$@

OPENMP = $$(cat $(OUT)/openmp)
POOL_OBJECTS = $(OUT)/examples/threads/pool.o $(OUT)/examples/threads/openmp.o
POOL_TEST_OBJECTS = $(OUT)/tests/threads/pool_test.o $(OUT)/tests/platforms/hosted.o $(POOL_OBJECTS)

$(OUT)/examples/threads/%.o $(OUT)/tests/threads/%.o: OWN_FLAGS += -pthread $(OPENMP)
$(OUT)/tests/threads/%.o: TEST_INCLUDES += -Iexamples/threads
$(OUT)/examples/threads/threads.o $(POOL_TEST_OBJECTS): | $(OUT)/openmp

$(OUT)/threads: $(OUT)/examples/threads/threads.o $(POOL_OBJECTS) $(OUT)/libbroadloom.a
	@$(CC) $(CFLAGS) -pthread $(OPENMP) $(STATIC) $^ -o $@

$(OUT)/tests/threads/pool_test: $(POOL_TEST_OBJECTS) $(OUT)/libbroadloom.a
	@$(CC) $(CFLAGS) -pthread $(OPENMP) $(STATIC) -Wl,--wrap=bl_plan_run_part $^ -o $@

THREADS_PROGRAMS = build/threads

threads: build/threads ## add two arrays by one thread and more, from a pool and from OpenMP
	build/threads pool $(JOBS)
	@if grep -q -e -fopenmp $(OUT)/openmp; then build/threads openmp $(JOBS); else echo "SKIP OpenMP: $(CC) has none"; fi

# ---- Fusing: operators of several steps compared with the calls that they replace ----

$(OUT)/examples/fusing/fusing.o: OWN_FLAGS += -D_POSIX_C_SOURCE=200809L
$(OUT)/fusing$(EXE): $(OUT)/examples/fusing/fusing.o $(OUT)/libbroadloom.a

run-fusing: $(OUT)/fusing$(EXE)
	@$(EMULATOR) $<

fusing: ## time operators of several steps in one pass, and the calls that they replace (docs/operators.md)
	+@$(MAKE) --no-print-directory OPS_FROM=examples/fusing/fusing.lua OPS="sigmoid:f32 mul:f32 add:f32 gelu:f32 sub:f32 exp:f32" run-fusing

# ---- A network whose result has the same bits everywhere ----

# Its own loops may not round a product and a sum at once.
$(OUT)/examples/network/network.o: OWN_FLAGS += -ffp-contract=off
$(OUT)/network$(EXE): $(OUT)/examples/network/network.o $(OUT)/libbroadloom.a

network: build/network ## measure: run a small network by this machine's kernels, and print the hash of its result
	build/network
