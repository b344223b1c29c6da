# The bench: Broadloom beside its peers. Included by the Makefile after the library's rules; nothing of it is built but
# by its own verb and its test.
#
# SPDX-License-Identifier: Apache-2.0

export PYTHONDONTWRITEBYTECODE = 1 # nothing is left beside the scripts

BENCH_CXX ?= $(if $(IS_CLANG),clang++,g++)
# What the peers that are compiled here may use: with BROADLOOM_ISA=avx2, -march=x86-64-v3 compares like with like.
# Of AVX512-FP16 GCC 12.2 writes a masked vmovsh that no assembler takes.
BENCH_ARCH ?= -march=native$(if $(IS_CLANG),,$(if $(filter x86_64-%,$(TARGET)), -mno-avx512fp16))
BENCH_FLAGS = $(WARNINGS) -O3 $(BENCH_ARCH) -MMD -MP -D_GNU_SOURCE $(INCLUDES) -Iexamples

# A peer's adapter looks for its header itself. The program is linked with, and built anew for, what is there.
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

# gcc 12 warns of its own intrinsics where Eigen inlines them, and rounds products and sums at once where C++ does not forbid it.
$(OUT)/bench/peer_eigen.o: OWN_FLAGS += $(BENCH_EIGEN) -ffp-contract=off $(if $(IS_CLANG),,-Wno-maybe-uninitialized -Wno-uninitialized)
$(OUT)/bench/%.o: bench/%.cc $(OUT)/bench/found
	@$(BENCH_CXX) -std=c++17 $(BENCH_FLAGS) $(OWN_FLAGS) -c $< -o $@

$(OUT)/bench/bench: $(BENCH_OBJECTS) $(OUT)/libbroadloom.a
	@$(BENCH_CXX) $^ $(BENCH_LIBRARIES) -o $@

-include $(wildcard $(OUT)/bench/*.d)

# A run of all cases at full length makes the page that is committed; REPORT= says another folder.
BENCH_JSON = $(or $(JSON),build/bench/bench.json)

# INSTALL=no: beside what is there, without asking for more.
bench: ## time Broadloom beside its peers, and write docs/bench (QUICK=1, FILTER=REGEX, JSON=FILE, REPORT=DIR, INSTALL=no)
	@$(if $(filter no,$(INSTALL)),,tests/setup.sh bench || echo "bench: going on with what is there" >&2)
	+@$(MAKE) --no-print-directory build/bench/bench
	build/bench/bench $(if $(QUICK),--quick) $(if $(FILTER),--filter '$(FILTER)') --json $(BENCH_JSON)
	@rm -f build/bench/python.json
	+@$(if $(and $(filter no,$(INSTALL)),$(if $(wildcard $(VENV)/ready),,missing)),,\
		$(MAKE) --no-print-directory bench-peers || echo "bench: going on without the peers from PyPI" >&2)
	@if command -v python3 >/dev/null; then \
		bench/report.py $(BENCH_JSON) $$(ls build/bench/python.json 2>/dev/null) $(or $(REPORT),$(if $(QUICK)$(FILTER),build/bench/report,docs/bench)); \
	else echo "bench: python3 is missing: no report" >&2; fi

# ---- The planner's constants, compared with this machine's ----

$(OUT)/bench/costs.o: bench/costs.c $(OUT)/flags
	@$(COMPILE) $(INCLUDES) -c $< -o $@

$(OUT)/bench/costs: $(OUT)/bench/costs.o $(OUT)/libbroadloom.a

bench-costs: $(OUT)/bench/costs ## measure what the planner believes of processors, each constant of src/full/costs.h
	@$(EMULATOR) $<

# ---- Operands that may be traps: subnormals, NaN, infinities and the like ----

$(OUT)/bench/operands: $(OUT)/bench/operands.o $(OUT)/bench/cases.o $(OUT)/bench/functions.o $(OUT)/libbroadloom.a
	@$(CC) $^ -lm -o $@

bench-operands: $(OUT)/bench/operands ## time each function for twelve classes of operands, over ordinary ones and the C library (ARGS="sin f32")
	@$(EMULATOR) $< $(ARGS)

# ---- Sizes of the vendored library in firmware ----

build/size.md: $(GENERATOR) FORCE
	@rm -rf build/size
	@lua5.4 bench/size.lua $(GENERATOR) build/size >$@

size: build/size.md ## measure code, constants and stack of the vendored library on six processors: writes docs/size.md
	@cp build/size.md docs/size.md
	@cat docs/size.md

check-size: build/size.md ## show what has changed since docs/size.md was written; fails if anything has
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

# The archive's functions stay within: so its objects, compiled for programs, can be linked here.
$(OUT)/bench/libbench.so: $(OUT)/bench/python_library.o $(OUT)/libbroadloom.a
	@$(CC) -shared $^ -Wl,--exclude-libs,ALL -o $@

bench-peers: $(VENV)/ready $(OUT)/bench/libbench.so build/bench/bench ## time Broadloom and Python's peers
	@build/bench/bench --list $(if $(QUICK),--quick) $(if $(FILTER),--filter '$(FILTER)') --json build/bench/cases.json
	@$(VENV)/bin/python bench/peers.py --cases build/bench/cases.json --library $(OUT)/bench/libbench.so \
		--json build/bench/python.json $(if $(QUICK),--quick)
	@! grep -qw avx512f /proc/cpuinfo || $(VENV)/bin/python bench/peers.py --cases build/bench/cases.json --library $(OUT)/bench/libbench.so \
		--json build/bench/python.json $(if $(QUICK),--quick) --filter '^functions/' --numpy-below-avx512
