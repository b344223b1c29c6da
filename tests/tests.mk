# The tests' programs, and how each instruction set is executed. Included by the Makefile.
#
# SPDX-License-Identifier: Apache-2.0

BUILD = build
include tests/bare/bare.mk

# ---- What the generator weaves for the tests ----

WOVEN_TESTS = build/woven$(patsubst generated,,$(GENERATED:build/generated/%=/%))
WOVEN_FILES = $(ISAS:%=words_%.c) vocabularies.c expressions.c
WOVEN_OBJECTS = $(WOVEN_FILES:%.c=$(TESTS_OUT)/woven/%.o)

$(WOVEN_TESTS)/stamp: $(WOVEN_FROM)
	@$(WEAVE) $(OWN_OPTIONS) --tests $(@D) >/dev/null
	@touch $@
$(WOVEN_FILES:%=$(WOVEN_TESTS)/%) $(ISAS:%=$(WOVEN_TESTS)/spelled_%.c): $(WOVEN_TESTS)/stamp ;

# An instruction set's spellings alone, of which the compiler tells by the lines of its file.
$(OUT)/woven/spelled_%.o: TEST_COMPILE += -Werror=implicit-function-declaration

TEST_INCLUDES = $(INCLUDES) -Itests
TEST_COMPILE = $(CC) $(STANDARD) $(WARNINGS) $(CFLAGS) -MMD -MP -ffp-contract=off -D_GNU_SOURCE

$(OUT)/woven/%.o: $(WOVEN_TESTS)/%.c
	@mkdir -p $(@D)
	@$(TEST_COMPILE) -I$(WOVEN_TESTS) $(TEST_INCLUDES) -c $< -o $@

$(OUT)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	@$(TEST_COMPILE) $(TEST_INCLUDES) -c $< -o $@

# ---- The test of words and kernels: a process, or a bare image ----

# Where the tests' own objects are: elsewhere where tests compiled as ever are linked with a sanitized library.
TESTS_OUT = $(OUT)
ORACLE_NAMES = oracle oracle_conversions oracle_numbers oracle_ops
KERNEL_TEST_OBJECTS = $(patsubst %.c,$(TESTS_OUT)/%.o,$(wildcard tests/kernels*.c) $(ORACLE_NAMES:%=tests/%.c)) $(WOVEN_OBJECTS)

# A process, or an image that starts by itself and is told by whoever runs it what to test.
PLATFORM = hosted
ifeq ($(PLATFORM),cortex_m)
GROUND = $(patsubst %,$(TESTS_OUT)/tests/firmware/%.o,start_cortex_m cortex_m platform_firmware)
$(GROUND): TEST_COMPILE += -Os -ffreestanding -fno-builtin -D'FIRMWARE_ARGUMENT=board_argument()'
$(TESTS_OUT)/tests/firmware/start_cortex_m.o: tests/firmware/cortex_m.S
	@mkdir -p $(@D)
	@$(CC) -c $< -o $@
else
GROUND = $(TESTS_OUT)/tests/platform_$(PLATFORM).o
PROCESS = $(TESTS_OUT)/tests/process.o
endif

$(OUT)/tests/kernels$(EXE): $(PROCESS) $(GROUND) $(KERNEL_TEST_OBJECTS) $(OUT)/libbroadloom.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(STATIC) $^ -o $@

$(OUT)/tests/kernels.a: $(KERNEL_TEST_OBJECTS)
	@rm -f $@
	@$(AR) rcs $@ $^

# Where the file of an instruction set names a model, its intrinsics in plain C, MODELLED=ISA builds the program that runs on
# its base: the model takes their names in what is compiled for the instruction set; all else is linked as it is.
ifneq ($(MODELLED),)
MODEL_OUT = $(OUT)/model-$(MODELLED)
MODEL_OBJECTS = $(patsubst %.c,$(MODEL_OUT)/%.o,$(wildcard $(GENERATED)/$(MODELLED)/*.c) $(GENERATED)/dispatch/isas.c \
	$(WOVEN_TESTS)/words_$(MODELLED).c)

$(MODEL_OUT)/%.o: %.c $(MODEL_$(MODELLED)) $(OUT)/flags
	@mkdir -p $(@D)
	@$(TEST_COMPILE) -include $(MODEL_$(MODELLED)) -I$(WOVEN_TESTS) $(TEST_INCLUDES) -c $< -o $@
-include $(MODEL_OBJECTS:%.o=%.d)

$(MODEL_OUT)/kernels: $(PROCESS) $(GROUND) $(MODEL_OBJECTS) $(OUT)/tests/kernels.a $(OUT)/libbroadloom.a
	@$(CC) $(CFLAGS) $(STATIC) $^ -o $@
endif

bare_name = kernels-$(1)$(OWN_OPS:%=-%)
ifneq ($(BARE),)
$(eval $(call bare_elf,$(call bare_name,$(BARE)),$(MODEL_OBJECTS) $(OUT)/tests/kernels.a $(OUT)/libbroadloom.a))
$(eval $(call bare_iso,$(call bare_name,$(BARE)),$(call bare_name,$(BARE)),$(BARE):quick:emulated))
endif

# How the tests of an instruction set are run: natively, as ISA, where this is its machine; else as its file says; and in
# those ways, ISA-NAME each, for which its file has names. A run has a compiler of its own, and the folder of what that is
# for; so has one of an instruction set that generated/ has not.
HOST_MACHINE := $(shell uname -m)
is_here = $(filter any $(HOST_MACHINE),$(MACHINE_$(1)))
isa_runs = $(if $(call is_here,$(1)),$(1)) $(filter-out $(if $(call is_here,$(1)),$(1)),$(RUNS_$(1)))
run_isa = $(firstword $(subst -, ,$(1)))
run_is_own = $(if $(filter $(call run_isa,$(1)),$(1)),$(if $(call is_here,$(1)),,$(COMPILER_$(1))),$(COMPILER_$(1)))

# the compiler's target, as its name or its options have it
target_of = $(or $(patsubst --target=%,%,$(filter --target=%,$(1))),$(patsubst %-gcc,%,$(firstword $(1))))$(if $(findstring clang,$(1)),-clang)
run_own_isas = $(if $(filter $(call run_isa,$(1)),$(WOVEN)),,$(sort scalar $(BASE_$(call run_isa,$(1))) $(call run_isa,$(1))))
run_out = $(if $(call run_is_own,$(1)),build/$(call target_of,$(COMPILER_$(1)))$(OWN_OPS:%=-%),$(OUT))$(if $(call run_own_isas,$(1)),-$(call run_isa,$(1)))
run_make = $(MAKE) --no-print-directory $(if $(call run_is_own,$(1)),CC="$(COMPILER_$(1))" CFLAGS=-O2 STATIC="$(LINK_$(1))" PLATFORM=$(PLATFORM_$(1))) \
	$(if $(call run_own_isas,$(1)),ISAS="$(call run_own_isas,$(1))") OUT=$(call run_out,$(1))
run_exe = $(if $(findstring mingw,$(call run_is_own,$(1))),.exe)
run_program = $(call run_out,$(1))/tests/kernels$(call run_exe,$(1))
run_command = $(if $(call run_is_own,$(1)),$(RUN_$(1)))
run_options = --as $(1) --image build/bare/$(call bare_name,$(call run_isa,$(1))).iso $(if $(filter $(1),$(FORCE_BOCHS)),--force Bochs) \
	$(if $(MODEL_$(1)),--base $(BASE_$(1)) --model $(call run_out,$(1))/model-$(1)/kernels)
# for the bare image of a run here; a model stands in for all that is spelled, so it is woven without its base
bare_isas = $(if $(MODEL_$(1)),$(sort scalar $(1)),$(run_own_isas))
bare_make = $(MAKE) --no-print-directory BARE=$(1) $(if $(bare_isas),ISAS="$(bare_isas)") $(if $(MODEL_$(1)),MODELLED=$(1)) \
	OUT=build/$(TARGET)-bare$(OWN_OPS:%=-%)$(if $(bare_isas),-$(1)) CFLAGS="$(filter-out -std=%,$(BARE_CFLAGS))"

# build/t/kernels-RUN.t is the run, which keeps its log for the closing table.
define run_test
.PHONY: test-program-$(1)
test-program-$(1):
	+@$(call run_make,$(1)) $(call run_out,$(1))/woven/spelled_$(call run_isa,$(1)).o
	+@$(call run_make,$(1)) $(call run_program,$(1))
	+@case $$$$(tests/run_isa.sh $(call run_options,$(1)) --run '$$(call run_command,$(1))' --say-how yes $(call run_isa,$(1)) $(call run_program,$(1))) in \
	model) $(call run_make,$(1)) MODELLED=$(1) $(call run_out,$(1))/model-$(1)/kernels ;; \
	Bochs) $(call bare_make,$(1)) build/bare/$(call bare_name,$(1)).iso ;; \
	esac
	@mkdir -p build/t build/logs
	@{ echo '#!/bin/sh'; \
	echo "tests/run_isa.sh $(call run_options,$(1)) --run '"'$$(call run_command,$(1))'"' \"$(call run_isa,$(1))\$$$$TESTS_ONLY\" $(call run_program,$(1)) >build/logs/kernels-$(1).tap"; \
	echo 'status=$$$$?; cat build/logs/kernels-$(1).tap; exit $$$$status'; } >build/t/kernels-$(1).t
endef
# those of instruction sets whose tests take too long on their machine are run where they are asked for by name
OFTEN = $(filter-out $(SELDOM),$(KNOWN))
ALL_RUNS := $(foreach isa,$(KNOWN),$(call isa_runs,$(isa)))
# each instruction set natively, if it can be, and in the first of the other ways
SAMPLED_RUNS := $(foreach isa,$(OFTEN),$(if $(call is_here,$(isa)),$(isa)) $(firstword $(filter-out $(isa),$(RUNS_$(isa))) $(isa)))
SAMPLED_RUNS := $(filter $(SAMPLED_RUNS),$(ALL_RUNS))
$(foreach run,$(ALL_RUNS),$(eval $(call run_test,$(run))))

include tests/vectors.mk

# ---- The tests of the runtime, the front ends and the examples ----

RUNTIME_TESTS = $(patsubst %.c,$(OUT)/%$(EXE),$(wildcard tests/runtime/*.c))

$(RUNTIME_TESTS): $(OUT)/%$(EXE): $(TESTS_OUT)/%.o $(GROUND) $(OUT)/libbroadloom.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(STATIC) $(filter %.o,$^) $(filter %.a,$^) -o $@

# those that hold the library against its operators' expressions
REFERENCE_NAMES = kernels_reference kernels_sets kernels_memory kernels_text $(ORACLE_NAMES)
REFERENCE_OBJECTS = $(REFERENCE_NAMES:%=$(TESTS_OUT)/tests/%.o) $(TESTS_OUT)/woven/expressions.o
PLANNED_TESTS = $(patsubst %,$(OUT)/tests/runtime/%$(EXE),woven_ops woven_folds exceptions strided)
$(PLANNED_TESTS): $(REFERENCE_OBJECTS)

# The hashes that the self-test's results must have, computed by the same.
SELFTEST_HASHES = $(if $(OWN),$(GENERATED),gen/catalogue)/selftest.lua
$(OUT)/tests/selftest_hashes: $(TESTS_OUT)/tests/selftest_hashes.o $(REFERENCE_OBJECTS) $(OUT)/libbroadloom.a
	@$(CC) $(CFLAGS) $(STATIC) $^ -o $@

selftest-hashes: $(OUT)/tests/selftest_hashes ## compute what the self-test's results must hash to (docs/selftest.md)
	@$(EMULATOR) $< >$(SELFTEST_HASHES).new && mv $(SELFTEST_HASHES).new $(SELFTEST_HASHES)

# The same of a run: built by its compiler, for check-runtime.
run_tests = $(patsubst %.c,$(call run_out,$(1))/%$(call run_exe,$(1)),$(wildcard tests/runtime/*.c tests/frontends/*.c))

# Kernels that settle, compiled to tell of every function that they enter.
COUNTED = $(patsubst %.c,$(OUT)/counted/%.o,$(foreach isa,$(BUILT_ISAS),$(wildcard $(GENERATED)/$(isa)/settled_*.c)))
$(OUT)/counted/%.o: %.c
	@mkdir -p $(@D)
	@$(COMPILE) $(INCLUDES) -finstrument-functions -finstrument-functions-exclude-file-list=intrin,arm_neon,arm_sve -c $< -o $@

$(OUT)/tests/toy/slow: $(TESTS_OUT)/tests/toy/slow.o $(COUNTED) $(REFERENCE_OBJECTS) $(OUT)/libbroadloom.a
	@mkdir -p $(@D)
	@$(CC) -no-pie $(CFLAGS) $(STATIC) $^ -o $@

ORACLE_TESTS = $(OUT)/tests/oracle_test $(OUT)/tests/oracle_ops_test
$(ORACLE_TESTS): %: %.o $(ORACLE_NAMES:%=$(OUT)/tests/%.o)
	@$(CC) $(CFLAGS) $(STATIC) $^ -lm -o $@

$(OUT)/tests/npy/npy_test: $(OUT)/tests/npy/npy_test.o $(OUT)/examples/npy.o
	@$(CC) $(CFLAGS) $(STATIC) $^ -lm -o $@

$(OUT)/tests/npy/outputs_test: $(OUT)/tests/npy/outputs_test.o $(OUT)/examples/outputs.o
	@$(CC) $(CFLAGS) $(STATIC) $^ -o $@

$(OUT)/tests/npy/%.o: TEST_INCLUDES += -Iexamples

PROGRAM_TESTS = $(RUNTIME_TESTS) $(ORACLE_TESTS) $(OUT)/tests/npy/npy_test $(OUT)/tests/npy/outputs_test $(FRONTEND_PROGRAM_TESTS) $(THREADS_PROGRAM_TESTS)
SCRIPT_TESTS = $(filter-out tests/verbs.t,$(wildcard tests/*.t tests/npy/*.t tests/tflite/*.t)) $(FRONTEND_SCRIPT_TESTS) $(PACKAGING_TESTS)
include tests/frontends/frontends.mk
include tests/macos/macos.mk
include tests/firmware/firmware.mk
include tests/packaging/packaging.mk

# ---- Verbs ----

setup: ## install what building and testing need (Debian or Ubuntu, as root; else say what is missing)
	@tests/setup.sh check

# ways to run the runtime's tests besides natively: one of each instruction set, on systems that have processes
RUNTIME_RUNS = $(foreach run,$(foreach isa,$(KNOWN),$(firstword $(RUNS_$(isa)))),$(if $(filter hosted windows,$(PLATFORM_$(run))),$(run)))
WINDOWS_RUNS = $(foreach run,$(RUNTIME_RUNS),$(if $(filter windows,$(PLATFORM_$(run))),$(run)))

# `check` runs the kernels of all operators natively, and in the first emulated way of each instruction set of generated/ that
# cannot be here; in the other ways all words, and of the operators one of each kind: of one, two, three and five inputs, with
# parameters, mixed dtypes, slow ways.
WHOLE_RUNS := $(foreach run,$(SAMPLED_RUNS),$(if $(filter $(run),$(call run_isa,$(run))),$(if $(filter $(run),$(WOVEN)),$(run))))
PART_RUNS := scalar $(filter-out $(WHOLE_RUNS),$(SAMPLED_RUNS))
PART_OPS = add sub div fmod less select leaky_relu quantize_linear fake_quantize

check: setup ## run every test, on every instruction set natively or in one other way, and print the closing tables
	+@$(MAKE) --no-print-directory check-in-turn RUNS="$(WHOLE_RUNS)" RUNTIME_RUNS="$(firstword $(WINDOWS_RUNS))" QUICK=1
	+@$(MAKE) --no-print-directory check-kernels RUNS="$(PART_RUNS)" OPS="$(PART_OPS)"

check-all: setup ## the same in every way that there is, sanitizers and all, for as long as it takes
	+@$(MAKE) --no-print-directory check-in-turn RUNS="$(foreach isa,$(OFTEN),$(call isa_runs,$(isa)))" VECTOR_ISAS="$(KNOWN)"
	+@$(MAKE) --no-print-directory check-macos

# QUICK=1: the runtime in other ways is linked with few instruction sets.
check-in-turn:
	+@$(MAKE) --no-print-directory all verify-generated check-format
	+@$(MAKE) --no-print-directory check-programs check-scripts
	+@$(MAKE) --no-print-directory check-sanitize
	+@$(MAKE) --no-print-directory check-verbs
	+@$(MAKE) --no-print-directory check-vectors
	+@$(MAKE) --no-print-directory check-firmware
	+@$(foreach run,$(RUNTIME_RUNS),$(MAKE) --no-print-directory check-runtime RUN=$(run) \
		$(if $(QUICK),ISAS="$(sort scalar $(BASE_$(call run_isa,$(run))) $(call run_isa,$(run)))") &&) true
	+@$(MAKE) --no-print-directory check-kernels

check-kernels: ## test every word and kernel on every instruction set, natively or emulated
	+@for run in $(RUNS); do $(MAKE) --no-print-directory test-program-$$run || exit 1; done
	@rm -f build/logs/kernels-*.tap
	@prove -j$(JOBS) $(RUNS:%=build/t/kernels-%.t); tests/report.pl $(RUNS:%=build/logs/kernels-%.tap)
RUNS ?= $(foreach isa,$(OFTEN),$(call isa_runs,$(isa))) # the environment may say less

check-vocabulary: $(foreach isa,$(filter $(ISA),$(KNOWN)),$(patsubst %,test-program-%,$(call isa_runs,$(isa)))) ## test the words of one instruction set: make check-vocabulary ISA=avx2
	@$(if $(filter $(ISA),$(KNOWN)),,echo "check-vocabulary: say ISA=, one of $(KNOWN)" >&2; exit 2)
	@status=0; for run in $(call isa_runs,$(ISA)); do \
		TESTS_ONLY=:vocabulary sh build/t/kernels-$$run.t >build/logs/vocabulary || status=1; grep -v '^ok' build/logs/vocabulary; \
	done; exit $$status

check-programs: $(PROGRAM_TESTS) ## test the runtime, the front ends, the oracle and the file readers
	@prove -j$(JOBS) --exec '' $(PROGRAM_TESTS)

check-runtime: ## test the runtime and the front ends in the way of a run of the kernels: make check-runtime RUN=sve-256
	@$(if $(filter $(RUN),$(ALL_RUNS)),,echo "check-runtime: say RUN=, one of $(ALL_RUNS)" >&2; exit 2)
	+@$(call run_make,$(RUN)) -s $(call run_tests,$(RUN))
	@mkdir -p build/t
	@echo "tests/run_isa.sh --as $(RUN) --run '"'$(call run_command,$(RUN))'"' --limit yes $(call run_isa,$(RUN)) \$$1" >build/t/$(RUN).sh
	@prove -j$(JOBS) --exec 'sh build/t/$(RUN).sh' $(call run_tests,$(RUN))

# For other machines too: make check-planning CC=aarch64-linux-gnu-gcc STATIC=-static EMULATOR=qemu-aarch64-static
check-planning: $(PLANNED_TESTS) ## test every operator and fold through planning: results and floating-point exceptions
	@prove -j$(JOBS) --exec '$(EMULATOR)' $(PLANNED_TESTS)

# The slow ways' addresses tell the program which of the functions are to be counted.
check-slow-ways: $(OUT)/tests/toy/slow
	@$(OUT)/tests/toy/slow $$(nm $< | awk '$$3 ~ /^bl_slow_/ { print "0x" $$1 }')

check-scripts: all build/npy_run build/npy_binary $(FRONTEND_PROGRAMS) $(THREADS_PROGRAMS) $(PACKAGING_WOVEN)/manifest.txt ## test the generator, flags, headers, linking, the examples and the promise of one file
	@prove --timer -j$(JOBS) $(SCRIPT_TESTS)

check-vendor: $(GENERATOR) ## weave random profiles, and use each as a product does: make check-vendor SEEDS=1..300
	@tests/vendor/profiles.sh $(SEEDS)

check-misra: ## hold what cppcheck's addon for MISRA C finds against docs/misra.md
	@prove tests/misra.t

check-verbs: ## run the other verbs, each once and briefly
	@prove tests/verbs.t

check-format: ## fail if any C is not as clang-format leaves it
	@git ls-files -z '*.c' '*.cc' '*.h' | grep -zv '^templates/' | xargs -0 -n 100 -P $(JOBS) clang-format --dry-run -Werror && echo "clang-format has nothing to change"

# QUICK=1: the runtime, plain C's kernels, the examples and the readers of files are compiled anew; the other kernels and the
# tests of the runtime and the kernels, which take most of the time, are linked as they are. The whole compiles all.
SANITIZED_AS_THEY_ARE = $(RUNTIME_TESTS:%=%.o) $(KERNEL_TEST_OBJECTS) $(OUT)/tests/process.o $(GROUND)
SANITIZED_PROGRAMS = $(if $(QUICK),$(filter-out $(ORACLE_TESTS),$(PROGRAM_TESTS)),$(PROGRAM_TESTS))
SANITIZED_ISAS = $(foreach isa,$(filter-out $(ISAS_AS_THEY_ARE),$(ISAS)),$(if $(call is_here,$(isa)),$(isa)))

check-sanitize: $(if $(QUICK),$(SANITIZED_AS_THEY_ARE) $(OUT)/libbroadloom.a) ## run the tests under the address and undefined-behaviour sanitizers (QUICK=1: in two minutes)
	+@$(MAKE) --no-print-directory sanitized CC=gcc OUT=build/sanitize$(if $(QUICK),-quick TESTS_OUT=$(OUT) ISAS_AS_THEY_ARE="$(filter-out scalar,$(ISAS))") \
		CFLAGS="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"

# tests/runtime/exceptions.c wants its traps for itself
sanitized: export ASAN_OPTIONS = handle_sigfpe=0
sanitized: $(OUT)/tests/kernels$(EXE) $(SANITIZED_PROGRAMS) $(OUT)/npy_run $(OUT)/onnx_node $(OUT)/onnx_files $(OUT)/openvino_ir
	@prove -j$(JOBS) --exec '' $(SANITIZED_PROGRAMS)
	@NPY_RUN='$(CURDIR)/$(OUT)/npy_run' ONNX_NODE=$(OUT)/onnx_node ONNX_FILES=$(OUT)/onnx_files OPENVINO_IR=$(OUT)/openvino_ir \
		prove -j$(JOBS) tests/npy $(FRONTEND_SCRIPT_TESTS)
	@mkdir -p build/logs
	@rm -f build/logs/sanitized-*.tap
	@for isa in $(SANITIZED_ISAS); do \
		if [ "$$(tests/run_isa.sh --say-how yes $$isa $(OUT)/tests/kernels$(EXE))" = native ]; then \
			tests/run_isa.sh $$isa $(OUT)/tests/kernels$(EXE) >build/logs/sanitized-$$isa.tap; \
		else echo "SKIP $$isa: this processor has none"; fi; \
	done; tests/report.pl build/logs/sanitized-*.tap

.PHONY: selftest-hashes setup check check-all check-in-turn check-kernels check-vocabulary check-programs check-runtime check-planning check-slow-ways check-scripts check-vendor check-misra check-verbs check-format check-sanitize sanitized
