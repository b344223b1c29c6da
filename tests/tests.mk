# The tests' programs, and how each instruction set is executed. Included by the Makefile.
#
# SPDX-License-Identifier: Apache-2.0

BUILD = build
include tests/bare/bare.mk

# ---- What the generator weaves for the tests ----

WOVEN_FILES = $(ISAS:%=words_%.c) vocabularies.c expressions.c
WOVEN = $(WOVEN_FILES:%=build/woven/%)
WOVEN_OBJECTS = $(WOVEN_FILES:%.c=$(TESTS_OUT)/woven/%.o)

build/woven/stamp: $(GENERATOR) $(wildcard gen/*/*.lua templates/*/*)
	@$(GENERATOR) --tests build/woven >/dev/null
	@touch $@
$(WOVEN): build/woven/stamp ;

TEST_INCLUDES = $(INCLUDES) -Itests
TEST_COMPILE = $(CC) $(STANDARD) $(WARNINGS) $(CFLAGS) -MMD -MP -ffp-contract=off -D_GNU_SOURCE

$(OUT)/woven/%.o: build/woven/%.c
	@mkdir -p $(@D)
	@$(TEST_COMPILE) -Ibuild/woven $(TEST_INCLUDES) -c $< -o $@

$(OUT)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	@$(TEST_COMPILE) $(TEST_INCLUDES) -c $< -o $@

# ---- The test of words and kernels: a process, or a bare image ----

# Where the tests' own objects are: elsewhere where tests compiled as ever are linked with a sanitized library.
TESTS_OUT = $(OUT)
KERNEL_TEST_OBJECTS = $(patsubst %.c,$(TESTS_OUT)/%.o,$(wildcard tests/kernels*.c) tests/oracle.c) $(WOVEN_OBJECTS)

$(OUT)/tests/kernels: $(TESTS_OUT)/tests/platform_hosted.o $(KERNEL_TEST_OBJECTS) $(OUT)/libbroadloom.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(STATIC) $^ -o $@

$(OUT)/tests/kernels.a: $(KERNEL_TEST_OBJECTS)
	@rm -f $@
	@$(AR) rcs $@ $^

ifneq ($(BARE),)
$(eval $(call bare_elf,kernels-$(BARE),$(OUT)/tests/kernels.a $(OUT)/libbroadloom.a))
$(eval $(call bare_iso,kernels-$(BARE),kernels-$(BARE),$(BARE):quick:emulated))
endif

# For each instruction set: which make builds its test program, and where that is. A foreign machine's compiler builds
# into that target's folder.
HOST_MACHINE := $(shell uname -m)
isa_machine = $(filter-out any,$(MACHINE_$(1)))
is_foreign = $(if $(call isa_machine,$(1)),$(filter-out $(HOST_MACHINE),$(call isa_machine,$(1))))
isa_out = $(if $(call is_foreign,$(1)),build/$(shell $(COMPILER_$(1)) -dumpmachine 2>/dev/null),$(OUT))
isa_make = $(if $(call is_foreign,$(1)),$(MAKE) --no-print-directory CC=$(COMPILER_$(1)) STATIC=-static CFLAGS=-O2,$(MAKE) --no-print-directory)

# How often it is run: once, natively or by the emulator; where there are several emulators, by each of them as ISA-NAME
# (registers of several lengths, say), and natively too where this is that machine.
isa_runs = $(if $(EMULATORS_$(1)),$(if $(call is_foreign,$(1)),,$(1)) $(EMULATORS_$(1):%=$(1)-%),$(1))
isa_options = --arch $(or $(call isa_machine,$(1)),$(HOST_MACHINE)) --image build/bare/kernels-$(1).iso \
	$(if $(filter $(1),$(FORCE_BOCHS)),--force Bochs)
run_options = --as $(2) $(if $(filter $(1),$(2)),$(call isa_options,$(1)) --emulator "$(EMULATOR_$(1))",\
	--force qemu-user --emulator "$(EMULATOR_$(subst -,_,$(2)))")

# build/t/kernels-RUN.t runs the tests of one instruction set and keeps the log for the closing table.
define write_run
@{ echo '#!/bin/sh'; \
echo 'tests/run_isa.sh $(call run_options,$(1),$(2)) "$(1)$$TESTS_ONLY" $(call isa_out,$(1))/tests/kernels >build/logs/kernels-$(2).tap'; \
echo 'status=$$?'; echo 'cat build/logs/kernels-$(2).tap'; echo 'exit $$status'; } >build/t/kernels-$(2).t

endef
define isa_test
.PHONY: test-program-$(1)
test-program-$(1):
	+@$(call isa_make,$(1)) $(call isa_out,$(1))/tests/kernels
	+@if [ "$$$$(tests/run_isa.sh $(call isa_options,$(1)) --say-how yes $(1) $(call isa_out,$(1))/tests/kernels)" = Bochs ]; then \
		$(MAKE) --no-print-directory BARE=$(1) OUT=build/$(TARGET)-bare CFLAGS="$(filter-out -std=%,$(BARE_CFLAGS))" build/bare/kernels-$(1).iso; fi
	@mkdir -p build/t build/logs
	$$(foreach run,$$(call isa_runs,$(1)),$$(call write_run,$(1),$$(run)))
endef
$(foreach isa,$(ISAS),$(eval $(call isa_test,$(isa))))

include tests/vectors.mk

# ---- The tests of the runtime, the front ends and the examples ----

RUNTIME_TESTS = $(patsubst %.c,$(OUT)/%,$(wildcard tests/runtime/*.c))

$(RUNTIME_TESTS): $(OUT)/%: $(TESTS_OUT)/%.o $(OUT)/libbroadloom.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(STATIC) $^ -o $@

# those that hold the library against its operators' expressions
REFERENCE_NAMES = kernels_reference kernels_sets kernels_memory kernels_text oracle
REFERENCE_OBJECTS = $(REFERENCE_NAMES:%=$(TESTS_OUT)/tests/%.o) $(TESTS_OUT)/woven/expressions.o
PLANNED_TESTS = $(OUT)/tests/runtime/woven_ops $(OUT)/tests/runtime/woven_folds $(OUT)/tests/runtime/exceptions
$(PLANNED_TESTS): $(REFERENCE_OBJECTS)

# Kernels that settle, compiled to tell of every function that they enter.
COUNTED = $(patsubst %.c,$(OUT)/counted/%.o,$(foreach isa,$(BUILT_ISAS),$(wildcard generated/$(isa)/settled_*.c)))
$(OUT)/counted/%.o: %.c
	@mkdir -p $(@D)
	@$(COMPILE) $(INCLUDES) -finstrument-functions -finstrument-functions-exclude-file-list=intrin,arm_neon,arm_sve -c $< -o $@

$(OUT)/tests/toy/slow: $(TESTS_OUT)/tests/toy/slow.o $(COUNTED) $(REFERENCE_OBJECTS) $(OUT)/libbroadloom.a
	@mkdir -p $(@D)
	@$(CC) -no-pie $(CFLAGS) $(STATIC) $^ -o $@

$(OUT)/tests/oracle_test: $(OUT)/tests/oracle_test.o $(OUT)/tests/oracle.o
	@$(CC) $(CFLAGS) $(STATIC) $^ -lm -o $@

$(OUT)/tests/npy/npy_test: $(OUT)/tests/npy/npy_test.o $(OUT)/examples/npy.o
	@$(CC) $(CFLAGS) $(STATIC) $^ -lm -o $@

$(OUT)/tests/npy/outputs_test: $(OUT)/tests/npy/outputs_test.o $(OUT)/examples/outputs.o
	@$(CC) $(CFLAGS) $(STATIC) $^ -o $@

$(OUT)/tests/npy/%.o: TEST_INCLUDES += -Iexamples

PROGRAM_TESTS = $(RUNTIME_TESTS) $(OUT)/tests/oracle_test $(OUT)/tests/npy/npy_test $(OUT)/tests/npy/outputs_test $(FRONTEND_PROGRAM_TESTS) $(THREADS_PROGRAM_TESTS)
SCRIPT_TESTS = $(filter-out tests/verbs.t,$(wildcard tests/*.t tests/npy/*.t)) $(FRONTEND_SCRIPT_TESTS)
include tests/frontends/frontends.mk

# ---- Verbs ----

setup: ## install what building and testing need (Debian or Ubuntu, as root; else say what is missing)
	@tests/setup.sh check

check: setup ## run every test on every instruction set, and print the closing table
	+@$(MAKE) --no-print-directory all verify-generated check-format
	+@$(MAKE) --no-print-directory check-programs check-scripts
	+@$(MAKE) --no-print-directory check-sanitize QUICK=1
	+@$(MAKE) --no-print-directory check-verbs
	+@$(MAKE) --no-print-directory check-vectors
	+@$(MAKE) --no-print-directory check-kernels

check-kernels: ## test every word and kernel on every instruction set, natively or emulated
	+@for isa in $(sort $(foreach run,$(RUNS),$(firstword $(subst -, ,$(run))))); do $(MAKE) --no-print-directory test-program-$$isa || exit 1; done
	@rm -f build/logs/kernels-*.tap
	@prove -j$(JOBS) $(RUNS:%=build/t/kernels-%.t); tests/report.pl $(RUNS:%=build/logs/kernels-%.tap)
RUNS ?= $(foreach isa,$(ISAS),$(call isa_runs,$(isa))) # the environment may say less

check-vocabulary: $(patsubst %,test-program-%,$(filter $(ISA),$(ISAS))) ## test the words of one instruction set: make check-vocabulary ISA=avx2
	@$(if $(filter $(ISA),$(ISAS)),,echo "check-vocabulary: say ISA=, one of $(ISAS)" >&2; exit 2)
	@status=0; for run in $(call isa_runs,$(ISA)); do \
		TESTS_ONLY=:vocabulary sh build/t/kernels-$$run.t >build/logs/vocabulary || status=1; grep -v '^ok' build/logs/vocabulary; \
	done; exit $$status

check-programs: $(PROGRAM_TESTS) ## test the runtime, the front ends, the oracle and the file readers
	@prove -j$(JOBS) --exec '' $(PROGRAM_TESTS)

# For other machines too: make check-planning CC=aarch64-linux-gnu-gcc STATIC=-static EMULATOR=qemu-aarch64-static
check-planning: $(PLANNED_TESTS) ## test every operator and fold through planning: results and floating-point exceptions
	@prove -j$(JOBS) --exec '$(EMULATOR)' $(PLANNED_TESTS)

# The slow ways' addresses tell the program which of the functions are to be counted.
check-slow-ways: $(OUT)/tests/toy/slow
	@$(OUT)/tests/toy/slow $$(nm $< | awk '$$3 ~ /^bl_slow_/ { print "0x" $$1 }')

check-scripts: all build/npy_binary $(FRONTEND_PROGRAMS) $(THREADS_PROGRAMS) ## test the generator, flags, headers, linking, the examples and the promise of one file
	@prove -j$(JOBS) $(SCRIPT_TESTS)

check-verbs: ## run the other verbs, each once and briefly
	@prove tests/verbs.t

check-format: ## fail if any C is not as clang-format leaves it
	@clang-format --dry-run -Werror $$(git ls-files '*.c' '*.cc' '*.h' | grep -v '^templates/') && echo "clang-format has nothing to change"

# QUICK=1: the library, the examples and the readers of files are compiled anew; the tests of the runtime and the kernels,
# which take most of the time, are linked as they are. The whole compiles all.
SANITIZED_AS_THEY_ARE = $(RUNTIME_TESTS:%=%.o) $(KERNEL_TEST_OBJECTS) $(OUT)/tests/platform_hosted.o
SANITIZED_PROGRAMS = $(if $(QUICK),$(filter-out %/oracle_test,$(PROGRAM_TESTS)),$(PROGRAM_TESTS))
SANITIZED_ISAS = $(foreach isa,$(ISAS),$(if $(call is_foreign,$(isa)),,$(isa)))

check-sanitize: $(if $(QUICK),$(SANITIZED_AS_THEY_ARE)) ## run the tests under the address and undefined-behaviour sanitizers (QUICK=1: in two minutes)
	+@$(MAKE) --no-print-directory sanitized CC=gcc OUT=build/sanitize$(if $(QUICK),-quick TESTS_OUT=$(OUT)) \
		CFLAGS="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"

# tests/runtime/exceptions.c wants its traps for itself
sanitized: export ASAN_OPTIONS = handle_sigfpe=0
sanitized: $(OUT)/tests/kernels $(SANITIZED_PROGRAMS) $(OUT)/npy_binary $(OUT)/onnx_node $(OUT)/onnx_files $(OUT)/openvino_ir
	@prove -j$(JOBS) --exec '' $(SANITIZED_PROGRAMS)
	@NPY_BINARY='$(CURDIR)/$(OUT)/npy_binary' ONNX_NODE=$(OUT)/onnx_node ONNX_FILES=$(OUT)/onnx_files OPENVINO_IR=$(OUT)/openvino_ir \
		prove -j$(JOBS) tests/npy $(FRONTEND_SCRIPT_TESTS)
	@mkdir -p build/logs
	@rm -f build/logs/sanitized-*.tap
	@for isa in $(SANITIZED_ISAS); do \
		if [ "$$(tests/run_isa.sh --say-how yes $$isa $(OUT)/tests/kernels)" = native ]; then \
			tests/run_isa.sh $$isa $(OUT)/tests/kernels >build/logs/sanitized-$$isa.tap; \
		else echo "SKIP $$isa: this processor has none"; fi; \
	done; tests/report.pl build/logs/sanitized-*.tap

.PHONY: setup check check-kernels check-vocabulary check-programs check-planning check-slow-ways check-scripts check-verbs check-format check-sanitize sanitized
