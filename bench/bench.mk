# The bench: Broadloom compared with its peers. Included by the Makefile after the library's rules; only the verb bench and its test build any of it.
#
# SPDX-License-Identifier: Apache-2.0

export PYTHONDONTWRITEBYTECODE = 1 # so that Python leaves no files next to the scripts

BENCH_CXX ?= $(if $(IS_CLANG),clang++,g++)
# The instruction sets of the peers that are compiled here: for a fair comparison, use -march=x86-64-v3 with
# BROADLOOM_ISA=avx2. For AVX512-FP16, GCC 12.2 emits a masked vmovsh that no assembler accepts.
BENCH_ARCH ?= -march=native$(if $(IS_CLANG),,$(if $(filter x86_64-%,$(TARGET)), -mno-avx512fp16))
BENCH_FLAGS = $(WARNINGS) -O3 $(BENCH_ARCH) -MMD -MP -D_GNU_SOURCE $(INCLUDES) -Iexamples

# A peer's adapter searches for its header itself. The program is linked with the peers that are found, and rebuilt if they change.
bench_has = $(shell echo '$(HASH)include <$(1)>' | $(BENCH_CXX) -E -x c++ - >/dev/null 2>&1 && echo $(2))
BENCH_LIBRARIES = $(call bench_has,dnnl.h,-ldnnl -fopenmp) $(call bench_has,xnnpack.h,-lXNNPACK -lpthreadpool) \
	$(call bench_has,sleef.h,-lsleef) -lbenchmark -lpthread -lm
BENCH_EIGEN = $(patsubst -I%,-isystem %,$(shell pkg-config --cflags eigen3 2>/dev/null))

BENCH_OBJECTS = $(patsubst bench/%,$(OUT)/bench/%.o,$(basename $(wildcard bench/*.cc bench/cases.c bench/functions.c bench/peer_*.c))) \
	$(OUT)/examples/threads/pool.o

$(OUT)/bench/found: FORCE
	@$(if $(call bench_has,benchmark/benchmark.h,yes),,\
		echo "bench: Google Benchmark (libbenchmark-dev) is missing" >&2; exit 1)
	@$(call remembered,$(CC) $(BENCH_CXX) $(BENCH_FLAGS) $(BENCH_LIBRARIES) $(BENCH_EIGEN))

$(OUT)/bench/peer_plain.o: OWN_FLAGS += '-DBENCH_PLAIN_FLAGS="-O3 $(BENCH_ARCH)"'
$(OUT)/bench/peer_xnnpack.o: OWN_FLAGS += '-DBENCH_XNNPACK_VERSION="$(or $(shell dpkg-query -W -f '$${Version}' libxnnpack-dev 2>/dev/null),unknown)"'
$(OUT)/bench/%.o: bench/%.c $(OUT)/bench/found
	@$(CC) $(STANDARD) $(BENCH_FLAGS) $(OWN_FLAGS) -c $< -o $@

# gcc 12 warns about its own intrinsics if Eigen inlines them, and contracts products and sums in C++ unless a flag forbids it.
$(OUT)/bench/peer_eigen.o: OWN_FLAGS += $(BENCH_EIGEN) -ffp-contract=off $(if $(IS_CLANG),,-Wno-maybe-uninitialized -Wno-uninitialized)
$(OUT)/bench/%.o: bench/%.cc $(OUT)/bench/found
	@$(BENCH_CXX) -std=c++17 $(BENCH_FLAGS) $(OWN_FLAGS) -c $< -o $@

$(OUT)/bench/bench: $(BENCH_OBJECTS) $(OUT)/libbroadloom.a
	@$(BENCH_CXX) $^ $(BENCH_LIBRARIES) -o $@

-include $(wildcard $(OUT)/bench/*.d)

# A complete run of all cases writes the committed page; REPORT= names another folder.
BENCH_JSON = $(or $(JSON),build/bench/bench.json)

# INSTALL=no: compare with the installed peers, without installing more.
bench: ## measure: time Broadloom and its peers, and write docs/bench (QUICK=1, FILTER=REGEX, JSON=FILE, REPORT=DIR, INSTALL=no)
	@$(if $(filter no,$(INSTALL)),,tests/setup.sh bench || echo "bench: continuing with the installed peers" >&2)
	+@$(MAKE) --no-print-directory build/bench/bench
	build/bench/bench $(if $(QUICK),--quick) $(if $(FILTER),--filter '$(FILTER)') --json $(BENCH_JSON)
	@rm -f build/bench/python.json
	+@$(if $(and $(filter no,$(INSTALL)),$(if $(wildcard $(VENV)/ready),,missing)),,\
		$(MAKE) --no-print-directory bench-peers || echo "bench: continuing without the peers from PyPI" >&2)
	@if command -v python3 >/dev/null; then \
		bench/report.py $(BENCH_JSON) $$(ls build/bench/python.json 2>/dev/null) $(or $(REPORT),$(if $(QUICK)$(FILTER),build/bench/report,docs/bench)); \
	else echo "bench: python3 is missing: no report" >&2; fi

# ---- The planner's constants, compared with this machine's ----

$(OUT)/bench/costs.o: bench/costs.c $(OUT)/flags
	@$(COMPILE) $(INCLUDES) -c $< -o $@

$(OUT)/bench/costs: $(OUT)/bench/costs.o $(OUT)/libbroadloom.a

bench-costs: $(OUT)/bench/costs ## measure the planner's assumptions about processors, each constant of src/full/costs.h
	@$(EMULATOR) $<

# ---- Instruction sets, each compared with the lower ones ----

$(OUT)/bench/isas.o: bench/isas.c $(OUT)/flags
	@$(COMPILE) $(INCLUDES) -c $< -o $@

$(OUT)/bench/isas: $(OUT)/bench/isas.o $(OUT)/libbroadloom.a
	@$(CC) $^ -lm -o $@

bench-isas: $(OUT)/bench/isas ## list the kernels that are slower than a lower instruction set's (ARGS="cast", "special", "all")
	@$(EMULATOR) $< $(ARGS)

# ---- Operands that may be slow: subnormals, NaN, infinities and the like ----

$(OUT)/bench/operands: $(OUT)/bench/operands.o $(OUT)/bench/cases.o $(OUT)/bench/functions.o $(OUT)/libbroadloom.a
	@$(CC) $^ -lm -o $@

bench-operands: $(OUT)/bench/operands ## time each function for fourteen classes of operands, relative to ordinary ones and to the C library (ARGS="sin f64")
	@$(EMULATOR) $< $(ARGS)

# ---- Sizes of the vendored library in firmware ----

build/size.md: $(GENERATOR) FORCE
	@rm -rf build/size
	@lua5.4 bench/size.lua $(GENERATOR) build/size >$@

size: build/size.md ## measure: measure code, constants and stack of the vendored library on six processors: writes docs/size.md
	@cp build/size.md docs/size.md
	@cat docs/size.md

check-size: build/size.md ## show the changes since docs/size.md was written; fails if there are any
	@diff -U1 docs/size.md build/size.md && echo "docs/size.md is what make size writes"

# ---- Peers from PyPI, which take the program's list of cases ----

VENV = build/bench/venv

$(VENV)/ready:
	@python3 -m venv $(VENV) || \
		{ echo "bench-peers: Python 3 with venv is missing (apt-get install python3-venv)" >&2; exit 1; }
	@$(VENV)/bin/pip install -q --disable-pip-version-check numpy ml_dtypes onnx onnxruntime openvino || \
		{ echo "bench-peers: the peers cannot be installed from PyPI" >&2; exit 1; }
	@touch $@

$(OUT)/bench/python_library.o: bench/python_library.c $(OUT)/flags
	@$(COMPILE) -fPIC $(INCLUDES) -c $< -o $@

# The archive's functions are not exported, so its objects, which are compiled for programs, can be linked here.
$(OUT)/bench/libbench.so: $(OUT)/bench/python_library.o $(OUT)/libbroadloom.a
	@$(CC) -shared $^ -Wl,--exclude-libs,ALL -o $@

bench-peers: $(VENV)/ready $(OUT)/bench/libbench.so build/bench/bench ## time Python's peers and Broadloom
	@build/bench/bench --list $(if $(QUICK),--quick) $(if $(FILTER),--filter '$(FILTER)') --json build/bench/cases.json
	@$(VENV)/bin/python bench/peers.py --cases build/bench/cases.json --library $(OUT)/bench/libbench.so \
		--json build/bench/python.json $(if $(QUICK),--quick)
	@! grep -qw avx512f /proc/cpuinfo || $(VENV)/bin/python bench/peers.py --cases build/bench/cases.json --library $(OUT)/bench/libbench.so \
		--json build/bench/python.json $(if $(QUICK),--quick) --filter '^functions/' --numpy-below-avx512
