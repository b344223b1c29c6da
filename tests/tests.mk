# The tests' programs, and how each instruction set is executed. Included by the Makefile.
#
# SPDX-License-Identifier: Apache-2.0

BUILD = build
include tests/platforms/bare/bare.mk

# ---- The generator's output for the tests ----

WOVEN_TESTS = build/woven$(patsubst generated,,$(GENERATED:build/generated/%=-%))
WOVEN_FILES = vocabularies.c expressions.c
WOVEN_OBJECTS = $(WOVEN_FILES:%.c=$(TESTS_OUT)/woven/%.o) $(ISAS:%=$(TESTS_OUT)/woven/%/words.o) $(ISAS:%=$(TESTS_OUT)/woven/%/made.o)

$(WOVEN_TESTS)/stamp: $(WOVEN_FROM)
	@$(WEAVE) $(OWN_OPTIONS) --tests $(@D) >/dev/null
	@touch $@
$(WOVEN_FILES:%=$(WOVEN_TESTS)/%): $(WOVEN_TESTS)/stamp ;

# Each instruction set's words have a separate folder, so that an edit regenerates only these, and no operators. The
# spellings are compiled first and separately, so that the compiler's messages point to the lines of the instruction
# set's file.
WORDS_FROM = $(filter-out gen/catalogue/% gen/frontends/% templates/frontends/%,$(WOVEN_FROM)) gen/catalogue/dtypes.lua
define WORDS_RULES
$(WOVEN_TESTS)/$(1)/stamp: $(WORDS_FROM)
	@$(GENERATOR) --isas $(1) $(OWN_OPTIONS) --words $$(@D) >/dev/null
	@touch $$@
$(sort $(addprefix $(WOVEN_TESTS)/$(1)/,words.c made.c spelled.c vocabularies.c bl_kernels.h bl_kernels_scalar.h bl_kernels_$(1).h)): $(WOVEN_TESTS)/$(1)/stamp ;
$(OUT)/woven/$(1)/words.o $(OUT)/woven/$(1)/made.o: | $(OUT)/woven/$(1)/spelled.o
endef
$(foreach isa,$(ISAS),$(eval $(call WORDS_RULES,$(isa))))
$(OUT)/woven/%/spelled.o: TEST_COMPILE += -Werror=implicit-function-declaration

TEST_INCLUDES = $(INCLUDES) -Itests
TEST_COMPILE = mkdir -p $(@D) && $(CC) $(STANDARD) $(WARNINGS) $(CFLAGS) -MMD -MP -ffp-contract=off -D_GNU_SOURCE $(OWN_FLAGS)

$(OUT)/woven/%.o: $(WOVEN_TESTS)/%.c $(OUT)/flags
	@$(TEST_COMPILE) -I$(<D) $(TEST_INCLUDES) -c $< -o $@

$(OUT)/tests/%.o: tests/%.c
	@$(TEST_COMPILE) $(TEST_INCLUDES) -c $< -o $@

# ---- The test of words and kernels: a process, or a bare image ----

# The folder of the tests' own objects: a different one if unsanitized tests are linked with a sanitized library.
TESTS_OUT = $(OUT)
ORACLE_NAMES = oracle conversions numbers functions doubles ops
WORD_TEST_OBJECTS = $(patsubst %,$(TESTS_OUT)/tests/%.o,words/program words/words \
	$(addprefix kernels/,call emulator memory reference report sets text values) $(ORACLE_NAMES:%=oracle/%))
KERNEL_TEST_OBJECTS = $(sort $(patsubst %.c,$(TESTS_OUT)/%.o,$(wildcard tests/kernels/*.c)) $(WORD_TEST_OBJECTS)) $(WOVEN_OBJECTS)

# A process, or a bootable image, which gets the choice of tests from the program that runs it.
PLATFORM = hosted
ifeq ($(PLATFORM),cortex_m)
GROUND = $(patsubst %,$(TESTS_OUT)/tests/firmware/%.o,start_cortex_m cortex_m platform_firmware)
$(GROUND): TEST_COMPILE += -Os -ffreestanding -fno-builtin -D'FIRMWARE_ARGUMENT=board_argument()'
$(TESTS_OUT)/tests/firmware/start_cortex_m.o: tests/firmware/cortex_m.S
	@mkdir -p $(@D)
	@$(CC) -c $< -o $@
else
GROUND = $(TESTS_OUT)/tests/platforms/$(PLATFORM).o
PROCESS = $(TESTS_OUT)/tests/platforms/process.o
endif

$(OUT)/kernels$(EXE): $(PROCESS) $(GROUND) $(KERNEL_TEST_OBJECTS) $(OUT)/libbroadloom.a

$(OUT)/tests/kernels.a: $(KERNEL_TEST_OBJECTS)
	$(call ARCHIVE,$^)

# Only the words of one instruction set; from the library, only the detection of the processor's features.
define WORDS_PROGRAM
$(OUT)/words/$(1).a: $(WORD_TEST_OBJECTS) $(addprefix $(TESTS_OUT)/,tests/words/alone.o $(addprefix woven/$(1)/,words.o made.o vocabularies.o)) \
		$(addprefix $(OUT)/,src/detection/isa.o src/detection/cpu.o src/basics/text.o $(GENERATED)/dispatch/isas.o)
	$$(call ARCHIVE,$$^)

$(OUT)/words/$(1)$(EXE): $(PROCESS) $(GROUND) $(OUT)/words/$(1).a
endef
$(foreach isa,$(ISAS),$(eval $(call WORDS_PROGRAM,$(isa))))

# Only kernels, for tests that do not need words (tests/flags/raises.t).
$(OUT)/kernels_alone: $(PROCESS) $(GROUND) $(filter-out $(TESTS_OUT)/woven/%,$(KERNEL_TEST_OBJECTS)) \
		$(TESTS_OUT)/woven/expressions.o $(TESTS_OUT)/tests/flags/no_words.o $(OUT)/libbroadloom.a

# If an instruction set's file names a model (its intrinsics in plain C), MODELLED=ISA builds the program that runs on
# its base: code compiled for the instruction set uses the model's functions; the rest is linked unchanged.
ifneq ($(MODELLED),)
MODEL_OUT = $(OUT)/model-$(MODELLED)
MODEL_OBJECTS = $(patsubst %.c,$(MODEL_OUT)/%.o,$(wildcard $(GENERATED)/$(MODELLED)/*.c) $(GENERATED)/dispatch/isas.c \
	$(addprefix $(WOVEN_TESTS)/$(MODELLED)/,words.c made.c))

$(MODEL_OUT)/%.o: %.c $(MODEL_$(MODELLED)) $(OUT)/flags
	@$(TEST_COMPILE) -include $(MODEL_$(MODELLED)) -I$(<D) $(TEST_INCLUDES) -c $< -o $@
-include $(MODEL_OBJECTS:%.o=%.d)

$(MODEL_OUT)/kernels: $(PROCESS) $(GROUND) $(MODEL_OBJECTS) $(OUT)/tests/kernels.a $(OUT)/libbroadloom.a

MODEL_WORDS = $(filter-out $(MODEL_OUT)/$(GENERATED)/$(MODELLED)/%,$(MODEL_OBJECTS))
$(MODEL_OUT)/words: $(PROCESS) $(GROUND) $(MODEL_WORDS) $(OUT)/words/$(MODELLED).a
endif

ifneq ($(BARE),)
override CFLAGS = $(filter-out -std=%,$(BARE_CFLAGS))
bare_name = $(1)-$(BARE)$(OWN_OPS:%=-%)
define bare_rules
$(call bare_elf,$(call bare_name,$(1)),$(2))
$(call bare_iso,$(call bare_name,$(1)),$(call bare_name,$(1)),$(BARE):quick:emulated:slow)
endef
$(eval $(call bare_rules,kernels,$(MODEL_OBJECTS) $(OUT)/tests/kernels.a $(OUT)/libbroadloom.a))
$(eval $(call bare_rules,words,$(MODEL_WORDS) $(OUT)/words/$(BARE).a))
endif

# tests/runs.sh reads a table of how to build and run the tests of an instruction set, natively or in other ways.
IN_RUNS = MAKE='$(MAKE)' OUT='$(OUT)' TARGET='$(TARGET)' GENERATED='$(GENERATED)' SUFFIX='$(OWN_OPS:%=-%)' ISAS_SAID='$(OWN_ISAS)' JOBS='$(JOBS)' tests/runs.sh

# ---- The published vectors, on each instruction set that runs hosted programs here ----

VECTOR_FILES = tests/vectors/not_followed.txt $(sort $(wildcard tests/vectors/*.ebv))

$(OUT)/vectors: $(patsubst %.c,$(OUT)/%.o,$(wildcard tests/vectors/*.c) $(ORACLE_NAMES:%=tests/oracle/%.c)) $(OUT)/libbroadloom.a

# In a native run, the program reports if this processor lacks the instruction set.
VECTOR_ISAS = $(ISAS)
check-vectors: export VECTOR_FILES := $(VECTOR_FILES)
check-vectors: ## run the published vectors on every instruction set
	+@$(IN_RUNS) vectors $$(VECTOR_ISAS='$(VECTOR_ISAS)' $(IN_RUNS) list vectors)
	@$(IN_RUNS) published scalar | sed -n 's/^# \(.* records: .*\)/\1/p; s/^#   /    /p'

vector-counts: $(OUT)/vectors ## write tests/vectors/counts.txt, from which docs/conformance.md is generated
	@$(OUT)/vectors --write scalar tests/vectors/counts.txt $(VECTOR_FILES) | sed -n '/^not ok/p; $$p'

# ---- The tests of the runtime, the front ends and the examples ----

RUNTIME_TESTS = $(patsubst %.c,$(OUT)/%$(EXE),$(wildcard tests/runtime/*.c))
$(RUNTIME_TESTS): $(OUT)/%$(EXE): $(TESTS_OUT)/%.o $(GROUND) $(OUT)/libbroadloom.a

# programs that compare the library with its operators' expressions
REFERENCE_NAMES = $(patsubst %,kernels/%,reference sets memory text) $(ORACLE_NAMES:%=oracle/%)
REFERENCE_OBJECTS = $(REFERENCE_NAMES:%=$(TESTS_OUT)/tests/%.o) $(TESTS_OUT)/woven/expressions.o
PLANNED_TESTS = $(patsubst %,$(OUT)/tests/runtime/%$(EXE),woven_ops woven_folds exceptions strided)
$(PLANNED_TESTS): $(REFERENCE_OBJECTS)

# The hashes of the self-test's results, computed in the same way.
SELFTEST_HASHES = $(GENERATED)/selftest.lua
$(OUT)/tests/selftest/hashes: $(TESTS_OUT)/tests/selftest/hashes.o $(REFERENCE_OBJECTS) $(OUT)/libbroadloom.a

selftest-hashes: $(OUT)/tests/selftest/hashes ## compute the hashes of the self-test's results (docs/selftest.md)
	@$(EMULATOR) $< >$(SELFTEST_HASHES).new && mv $(SELFTEST_HASHES).new $(SELFTEST_HASHES)

# Kernels that settle, compiled to report every function that they enter. If the library is in bundles, the linker takes the first of two definitions.
COUNTED = $(patsubst %.c,$(OUT)/counted/%.o,$(foreach isa,$(BUILT_ISAS),$(wildcard $(GENERATED)/$(isa)/settled_*.c)))
$(OUT)/counted/%.o: %.c
	@$(COMPILE) $(INCLUDES) -finstrument-functions -finstrument-functions-exclude-file-list=intrin,arm_neon,arm_sve -c $< -o $@

$(OUT)/tests/toy/slow: $(TESTS_OUT)/tests/toy/slow.o $(COUNTED) $(REFERENCE_OBJECTS) $(OUT)/libbroadloom.a
	@mkdir -p $(@D)
	@$(CC) -no-pie $(if $(BUNDLED),-Wl$(comma)--allow-multiple-definition) $(CFLAGS) $(STATIC) $^ -o $@

ORACLE_TESTS = $(OUT)/tests/oracle/oracle_test $(OUT)/tests/oracle/ops_test
$(ORACLE_TESTS): %: %.o $(ORACLE_NAMES:%=$(OUT)/tests/oracle/%.o)

$(OUT)/tests/npy/npy_test: $(OUT)/tests/npy/npy_test.o $(OUT)/examples/npy.o
$(OUT)/tests/npy/outputs_test: $(OUT)/tests/npy/outputs_test.o $(OUT)/examples/outputs.o
$(OUT)/tests/npy/%.o: TEST_INCLUDES += -Iexamples

FRONTEND_TESTS = $(patsubst %.c,$(OUT)/%$(EXE),$(wildcard tests/frontends/*.c))
$(FRONTEND_TESTS): $(OUT)/%$(EXE): $(OUT)/%.o $(OUT)/libbroadloom.a

QUOTIENTS = $(OUT)/tests/quotients/quotients$(EXE)
$(QUOTIENTS): $(OUT)/tests/quotients/quotients.o

PROGRAM_TESTS = $(RUNTIME_TESTS) $(ORACLE_TESTS) $(OUT)/tests/npy/npy_test $(OUT)/tests/npy/outputs_test $(OUT)/onnx_files \
	$(OUT)/tests/threads/pool_test $(FRONTEND_TESTS) $(QUOTIENTS) $(JUDGE) $(FUZZ_TESTS)
# the longest first, so that no core waits for them at the end
LONGEST_SCRIPTS = $(addprefix tests/,toy/toy.t linking/size.t flags/raises.t flags/flags.t vendor/vendor.t generator/generator.t packaging/dist.t vendor/dropin.t)
SCRIPT_TESTS = $(LONGEST_SCRIPTS) $(filter-out $(LONGEST_SCRIPTS) tests/verbs/verbs.t tests/macos/macos.t tests/second/proofs.t tests/prove/prove.t tests/network/network.t,$(wildcard tests/*/*.t))
include tests/judge/judge.mk
include tests/fuzz/fuzz.mk
include tests/firmware/firmware.mk
include tests/net/net.mk
include tests/prove/prove.mk
include tests/second/second.mk
include tests/settled/settled.mk

# ---- Verbs ----

setup: ## install the packages for building and testing (Debian or Ubuntu, as root; otherwise list the missing ones)
	@tests/setup.sh check

# `check` runs the kernels of all operators natively, and in the first emulated way of each instruction set of generated/ that cannot be
# native here. In the other ways, and in a bare image (Bochs takes half an hour for all of AVX-512), it runs all words, and one operator
# of each kind: with one, two, three and five inputs, with parameters, with mixed dtypes, with slow ways.
PART_OPS = add sub div fmod less select leaky_relu quantize_linear fake_quantize

# Stages and their parts are timed, and tests/harness/times.sh prints the table. The failures come last, as their tests report them.
TIMED = tests/harness/timed.sh
in_stages = mkdir -p build; [ -n "$$TIMES" ] || { export TIMES=build/times.txt; rm -f $$TIMES; }; \
	[ -n "$$FAILURES" ] || { export FAILURES=build/failures.txt; : >$$FAILURES; }; \
	status=0; { $(1); } || status=1; tests/harness/times.sh $$TIMES; cat $$FAILURES; exit $$status

check: export IMAGE_OPS = $(PART_OPS)
check: setup ## check: run every test, on every instruction set natively or in one other way, and print the closing tables
	+@$(call in_stages,$(MAKE) --no-print-directory check-in-turn RUNS="$$($(IN_RUNS) list whole)" RUNTIME_RUNS="$$($(IN_RUNS) list windows | head -n 1)" QUICK=1 && \
		$(TIMED) stage =check-kernels-in-part $(MAKE) --no-print-directory check-kernels RUNS="$$($(IN_RUNS) list part)" OPS="$(PART_OPS)" QUICK=1 && \
		$(TIMED) stage $(MAKE) --no-print-directory check-net)

check-all: setup ## check: the same in every way, including sanitizers, for as long as it takes
	+@$(call in_stages,$(MAKE) --no-print-directory check-in-turn VECTOR_ISAS="$(KNOWN)" WHOLE=yes && $(TIMED) stage $(MAKE) --no-print-directory check-net && \
		$(TIMED) stage $(MAKE) --no-print-directory check-macos)

STAGES = all verify-generated check-format check-programs check-scripts check-sanitize check-verbs check-vectors check-functions check-judges check-firmware check-runtimes check-python check-kernels
check-in-turn:
	+@$(foreach stage,$(STAGES),$(TIMED) stage $(MAKE) --no-print-directory $(stage) &&) true

check-kernels: ## check: test every word and kernel on every instruction set, natively or emulated
	+@$(IN_RUNS) kernels $(strip $(or $(RUNS),$(shell $(IN_RUNS) list often))) # lists have one name per line

instruction-sets: ## run all tests of every instruction set, in every way, and write docs/instruction-sets.md: RUNS="sve-256 wasm" chooses
	+@$(IN_RUNS:%runs.sh=%harness/instruction_sets.sh) $(RUNS)

check-vocabulary: ## test the words of one instruction set: make check-vocabulary ISA=avx2
	@$(if $(filter $(ISA),$(KNOWN)),,echo "check-vocabulary: set ISA=, one of $(KNOWN)" >&2; exit 2)
	+@$(IN_RUNS) vocabulary $(ISA)

check-runtime: ## test the runtime and the front ends in the way of a run of the kernels: make check-runtime RUN=sve-256
	@$(if $(filter $(RUN),$(shell $(IN_RUNS) list all)),,echo "check-runtime: set RUN=, one of $(shell $(IN_RUNS) list all)" >&2; exit 2)
	+@$(IN_RUNS) runtime $(RUN)

# QUICK=1: linked with few instruction sets
check-runtimes:
	+@runs="$(or $(RUNTIME_RUNS),$$($(IN_RUNS) list runtime))" && for run in $$runs; do \
		$(MAKE) --no-print-directory check-runtime RUN=$$run $(if $(QUICK),ISAS="$$($(IN_RUNS) isas $$run)") || exit; \
	done

check-programs: $(PROGRAM_TESTS) ## test the runtime, the front ends, the oracle and the file readers
	@prove -j$(JOBS) --exec '$(TIMED) program' $(PROGRAM_TESTS)

# The edits since SINCE; if there are too many, SEED chooses.
SINCE = HEAD
check-quick: $(GENERATOR) ## check: test the edits since the last commit, in three minutes: make check-quick SINCE=main SEED=7
	+@MAKE='$(MAKE)' SINCE='$(SINCE)' SEED='$(SEED)' JOBS='$(JOBS)' PROGRAMS='$(PROGRAM_TESTS)' COMPARING='$(filter-out %/exceptions$(EXE),$(PLANNED_TESTS)) $(JUDGE) $(FRONTEND_TESTS)' \
		OUT='$(OUT)' TARGET='$(TARGET)' GENERATED='$(GENERATED)' tests/quick/quick.sh

# Also for other machines: make check-planning CC=aarch64-linux-gnu-gcc STATIC=-static EMULATOR=qemu-aarch64-static
check-planning: $(PLANNED_TESTS) $(JUDGE) ## test every operator and fold through planning: results and floating-point exceptions
	@JUDGE_CASES=$(if $(EMULATOR),3000,20000) prove -j$(JOBS) --exec '$(EMULATOR)' $(PLANNED_TESTS) $(JUDGE)

# From the slow ways' addresses, the program knows which functions to count.
check-slow-ways: $(OUT)/tests/toy/slow
	@$(OUT)/tests/toy/slow $$(nm $< | awk '$$3 ~ /^bl_(slow|settle|put_aside)_/ { print "0x" $$1 }')

# The programs that scripts need; tests/toy/least.t needs the tests of the runtime, without the library.
for-scripts: all build/npy_run build/npy_binary $(FRONTEND_PROGRAMS) $(THREADS_PROGRAMS) $(PACKAGING_WOVEN)/manifest.txt $(RUNTIME_TESTS) $(JUDGE)

# WHOLE=yes: with all operators and flags; by default the scripts try only those that their subject needs
check-scripts: for-scripts ## test the generator, flags, headers, linking, the examples, and that an instruction set is one file
	@prove -j$(JOBS) --exec '$(TIMED) script' $(SCRIPT_TESTS)

check-quotients: $(QUOTIENTS) ## compare division through reciprocals with division at every pair of significands that is hard, in minutes: make check-quotients SEED=7
	@prove --exec '' $< :: all $(SEED)

check-vendor: $(GENERATOR) ## vendor random profiles, and use each like a product: make check-vendor SEEDS=1..300
	@tests/vendor/profiles.sh $(SEEDS)

fuzz-operators: $(GENERATOR) ## generate, compile and test random private operators: make fuzz-operators SEEDS=1..300
	@tests/generator/fuzz_operators.t $(SEEDS)

check-bochs: $(BARE_SELF_TESTS) $(BUILD)/bare/bochs_errors $(BUILD)/bare/bochs_errors.iso ## test the image that Bochs runs, and show Bochs's wrong results
	@prove --exec sh tests/platforms/bare/self_test.sh :: $(BUILD)
	@prove -v tests/platforms/bare/bochs_errors.sh :: $(BUILD)

check-misra: ## compare the findings of cppcheck's addon for MISRA C with docs/misra.md
	@prove tests/docs/misra.t

docs: ## write a reference of the calls from the comments of include/, by Doxygen: build/docs/html/index.html
	@mkdir -p build
	@rm -rf build/docs
	@doxygen docs/Doxyfile

check-analysers: $(GENERATOR) $(ONNX_PB).h ## compare the findings of clang-tidy and of gcc -fanalyzer with tests/analysers/excused.txt: FILES="src/full/plan.c" chooses
	@JOBS=$(JOBS) tests/analysers/analysers.sh '$(STANDARD) -D_GNU_SOURCE $(INCLUDES) -Itests $(patsubst %,-I%,examples $(addprefix examples/,onnx_node openvino_ir threads) $(dir $(ONNX_PB))) -DJUDGE_NODES=1 $(shell pkg-config --cflags lua5.4)' $(FILES)

check-verbs: for-scripts ## run the other verbs, each once and briefly
	@prove --exec '$(TIMED) script' tests/verbs/verbs.t

check-format: ## fail if clang-format would change any C
	@git ls-files -z '*.c' '*.cc' '*.h' | grep -zv '^templates/' | xargs -0 -n 100 -P $(JOBS) clang-format --dry-run -Werror && echo "clang-format has nothing to change"

# QUICK=1: the runtime, plain C's kernels, the examples and the readers of files are recompiled; the other kernels,
# and the tests of the runtime and the kernels, which take most of the time, are linked without the sanitizer. Of the
# programs that run every operator in random shapes, only woven_ops is compiled, not exceptions. The full test
# compiles all.
SANITIZED_AS_THEY_ARE = $(RUNTIME_TESTS:%=%.o) $(JUDGE_OBJECTS) $(KERNEL_TEST_OBJECTS) $(PROCESS) $(GROUND)
SANITIZED_PROGRAMS = $(if $(QUICK),$(filter-out $(ORACLE_TESTS) %/exceptions$(EXE),$(PROGRAM_TESTS)),$(PROGRAM_TESTS))
SANITIZED_ISAS = $(foreach isa,$(filter-out $(ISAS_AS_THEY_ARE),$(ISAS)),$(if $(filter any $(shell uname -m),$(MACHINE_$(isa))),$(isa)))

check-sanitize: $(if $(QUICK),$(SANITIZED_AS_THEY_ARE) $(OUT)/libbroadloom.a) ## run the tests under the address and undefined-behaviour sanitizers (QUICK=1: in two minutes)
	+@$(MAKE) --no-print-directory sanitized CC=gcc OUT=build/sanitize$(if $(QUICK),-quick BUNDLED=1 TESTS_OUT=$(OUT) ISAS_AS_THEY_ARE="$(filter-out scalar,$(ISAS))") \
		CFLAGS="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"

# tests/runtime/exceptions.c needs its traps itself
sanitized: export ASAN_OPTIONS = handle_sigfpe=0
sanitized: $(OUT)/kernels$(EXE) $(SANITIZED_PROGRAMS) $(OUT)/npy_run $(OUT)/onnx_node $(OUT)/onnx_files $(OUT)/openvino_ir
	@prove -j$(JOBS) --exec '$(TIMED) sanitized' $(SANITIZED_PROGRAMS)
	@NPY_RUN='$(CURDIR)/$(OUT)/npy_run' ONNX_NODE=$(OUT)/onnx_node ONNX_FILES=$(OUT)/onnx_files OPENVINO_IR=$(OUT)/openvino_ir \
		prove -j$(JOBS) --exec '$(TIMED) sanitized' $(wildcard tests/npy/*.t) $(FRONTEND_SCRIPT_TESTS)
	@mkdir -p build/logs
	@rm -f build/logs/sanitized-*.tap
	@for isa in $(SANITIZED_ISAS); do \
		if [ "$$(tests/platforms/run_isa.sh --say-how yes $$isa $(OUT)/kernels$(EXE))" = native ]; then \
			tests/platforms/run_isa.sh $$isa $(OUT)/kernels$(EXE) >build/logs/sanitized-$$isa.tap; \
		else echo "SKIP $$isa: this processor has none"; fi; \
	done; tests/harness/report.pl build/logs/sanitized-*.tap

# ---- Branches of the runtime and of the examples' readers that no test takes ----

# The sources with counted branches are recompiled, once as the full runtime and once as the compact one; kernels and tests are linked unchanged.
BRANCHES = build/branches
# at -O0, so that each compare keeps its branches, and without always_inline, so that a function is counted once
BRANCHES_FLAGS = CC=gcc CFLAGS="-O0 -g --coverage -Dalways_inline=unused" STATIC=
COMPACT_NAMES = $(shell sed -n "/^programs compact /,/'$$/p" tests/compact/compact.t | tr '\n' ' ' | cut -d "'" -f 2)

branches: all $(RUNTIME_TESTS:%=%.o) $(JUDGE_OBJECTS) $(KERNEL_TEST_OBJECTS) $(PROCESS) $(GROUND) ## print the branches of src/ and of the examples' readers that no test takes, except the known ones
	@mkdir -p $(BRANCHES)
	@find $(BRANCHES) -name '*.gcda' -exec rm -f {} +
	+@$(MAKE) --no-print-directory branches-full $(BRANCHES_FLAGS) OUT=$(BRANCHES)/full TESTS_OUT=$(OUT) ISAS_AS_THEY_ARE="$(ISAS)"
	+@$(MAKE) --no-print-directory branches-compact $(BRANCHES_FLAGS) OUT=$(BRANCHES)/compact PROFILE=tests/compact/detected.lua
	@tests/branches/branches.pl tests/branches/untaken.txt $(BRANCHES)

# Without the oracle's tests, which link no counted sources, and the tests of floating-point exceptions, which run operators as woven_ops does.
BRANCHES_PROGRAMS = $(filter-out $(ORACLE_TESTS) %/exceptions,$(PROGRAM_TESTS))

branches-full: $(BRANCHES_PROGRAMS) $(OUT)/npy_run $(OUT)/onnx_node $(OUT)/onnx_files $(OUT)/openvino_ir
	@prove -Q -j$(JOBS) --exec '' $(BRANCHES_PROGRAMS)
	@NPY_RUN='$(CURDIR)/$(OUT)/npy_run' ONNX_NODE=$(OUT)/onnx_node ONNX_FILES=$(OUT)/onnx_files OPENVINO_IR=$(OUT)/openvino_ir \
		prove -Q -j$(JOBS) $(wildcard tests/npy/*.t) $(FRONTEND_SCRIPT_TESTS) tests/frontends/memory.t
	@[ ! -d /usr/share/libonnx-testdata ] || prove -Q --exec sh tests/onnx/check_onnx.sh :: $(OUT)/onnx_node

branches-compact: $(COMPACT_NAMES:%=$(OUT)/tests/%)
	@prove -Q -j$(JOBS) --exec '' $^

# ---- Mutants: small faults, planted one at a time in a copy, and the test that notices ----

FOR = 3600
IN_MUTANTS = mkdir -p $(or $(MUTANTS),build/mutants) && $(if $(MUTANTS),MUTANTS='$(MUTANTS)') OUT='$(OUT)' MAKE='$(MAKE)' CC='$(CC)' PROGRAMS='$(PROGRAM_TESTS)' tests/mutants/mutants.pl

mutants: all build/npy_run build/npy_binary $(FRONTEND_PROGRAMS) ## plant faults for an hour, one at a time, and say which test notices each: make mutants FOR=3600 SEED=7
	+@$(IN_MUTANTS) for $(FOR) $(or $(SEED),$(shell date +%s))

# SITE="KIND FILE 'TEXT'": the first site of that kind in a line that contains the text
mutant:
	+@$(IN_MUTANTS) try $(SITE)
