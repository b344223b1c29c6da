# Broadloom: `make help` lists the verbs.
#
#   CC        compiles the library, for the compiler's target (CC=aarch64-linux-gnu-gcc builds for AArch64)
#   HOST_CC   compiles the generator, which runs here
#   CFLAGS    optimisation and the like; any except -ffast-math
#   OUT       where objects go; one folder per target; other flags rebuild it
#   ISAS      other instruction sets than those of generated/: generates them (with Lua) into a folder of build/generated
#   OPS_FROM  files of private operators, which are generated instead of the catalogue's, into a folder of build/generated, where the
#             library then is, too; OPS adds operators of the catalogue, or chooses them alone, ONNX and OPENVINO by these
#             standards' names; WAYS chooses ways of these
#   PROFILE   a profile (docs/vendoring.md), for which the library is generated likewise; RUNTIME=compact chooses only that

empty =
space = $(empty) $(empty)
comma = ,
# versions of make differ in how a call writes a #
HASH := \#

# Make's words for the keys of a profile, as the generator's options: OPS=add,mul is --ops add,mul.
PROFILE_WORDS = OPS ONNX OPENVINO OPS_FROM DTYPES ISAS WAYS SPECS PREFIX FORM RUNTIME RULES RANK TILE_BYTES CACHE_BYTES DETECT REFUSES_ZERO SELFTEST SELFTEST_HASHES

# These words become names of files and arguments of commands. So characters with a special meaning in a shell, and
# lists with an empty name, are refused before any command runs. The check reads a word's value unexpanded, because
# make would also run the contents of $(...).
LETTERS := a b c d e f g h i j k l m n o p q r s t u v w x y z A B C D E F G H I J K L M N O P Q R S T U V W X Y Z 0 1 2 3 4 5 6 7 8 9 _ . / : , + -
without = $(if $(1),$(call without,$(wordlist 2,99,$(1)),$(subst $(firstword $(1)),,$(2))),$(2))
joined_value = $(subst $(space),,$(value $(1)))
checked = $(if $(subst ||,,|$(call without,$(LETTERS),$(call joined_value,$(1)))|),$(error \
	$(1)=$(value $(1)): only letters, digits, spaces and _./:$(comma)+- are allowed))$(if $(filter OUT,$(1)),,$(if $(call \
	joined_value,$(1)),$(if $(findstring $(comma)$(comma),$(comma)$(call joined_value,$(1))$(comma)),$(error \
	$(1)=$(value $(1)): a name is missing))))
$(foreach word,OUT PROFILE PACKAGE OPS ONNX OPENVINO OPS_FROM WAYS RUNTIME ISAS,$(if $(filter command environment,$(firstword $(origin $(word)))),$(call checked,$(word))))
$(foreach word,$(if $(filter install uninstall,$(MAKECMDGOALS)),$(filter-out PREFIX,$(PROFILE_WORDS)),$(PROFILE_WORDS)),$(if $(filter command,$(firstword $(origin $(word)))),$(call checked,$(word))))

CC = cc
HOST_CC ?= cc
CFLAGS ?= -O2
WARNINGS = -Wall -Wextra -Wpedantic -Wconversion -Wshadow
STANDARD = -std=c99

TARGET := $(shell $(CC) -dumpmachine)
MACHINE := $(firstword $(subst -, ,$(TARGET)))
IS_CLANG := $(if $(findstring __clang__,$(shell $(CC) -dM -E -x c /dev/null)),clang)
AR = $(or $(if $(IS_CLANG),$(shell command -v "$$($(CC) -print-prog-name=llvm-ar)")),ar) # GNU ar writes no index of Wasm objects
# a folder's name from these words: if it would be long, the first ones and a checksum
folder = $(if $(1),$(shell text='$(subst :,.,$(subst $(space),+,$(strip $(1))))'; [ $$(printf %s "$$text" | wc -c) -le 80 ] || \
	text=$$(printf %.60s "$$text")-$$(printf %s "$$text" | cksum | tr -d ' '); echo "$$text"))
OWN_OPS := $(call folder,$(strip $(basename $(notdir $(PROFILE))) $(notdir $(OPS_FROM)) $(subst $(comma),$(space),$(OPS) $(ONNX) $(OPENVINO) $(WAYS)) $(RUNTIME)))
OUT ?= build/$(TARGET)$(if $(IS_CLANG),-clang)$(OWN_OPS:%=-%)
ifneq ($(words $(OUT)),1)
$(error OUT=$(OUT): make takes a space in a folder's name for two folders)
endif
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
STATIC =
LIBRARY_CFLAGS =
EXE = $(if $(findstring mingw,$(TARGET))$(findstring windows,$(TARGET)),.exe)

include generated/isas.mk
WOVEN_FOR := $(if $(ISAS),,$(PROFILE))
ISAS ?= $(WOVEN)
OWN_ISAS := $(if $(filter-out $(WOVEN),$(ISAS))$(filter-out $(ISAS),$(WOVEN)),$(ISAS))
OWN := $(call folder,$(strip $(OWN_OPS) $(OWN_ISAS)))
GENERATED := $(if $(OWN),build/generated/$(OWN),generated)
LIBRARY := $(if $(OWN_OPS),$(GENERATED),build)/libbroadloom.a

MAKEFLAGS += --no-builtin-rules # make would try them for each header and each .d file, which takes longer than everything else if there is nothing to do
.DEFAULT_GOAL := all
.DELETE_ON_ERROR:

all: $(LIBRARY) ## use: build the static library, build/libbroadloom.a, from generated/ and src/

# ---- The library ----

# Generated sources are known only after the generator has run; then make reads this again. An empty, old file is
# created first, because otherwise make would report a missing file if the generator fails.
ifneq ($(if $(filter vendor package,$(MAKECMDGOALS)),generated,$(GENERATED)),generated)
$(shell [ -e $(GENERATED)/isas.mk ] || { mkdir -p $(GENERATED) && touch -t 200001010000 $(GENERATED)/isas.mk; })
include $(GENERATED)/isas.mk
endif

BUILT_ISAS := $(strip $(foreach isa,$(ISAS),$(if $(filter any $(MACHINE),$(MACHINE_$(isa))),$(isa))))
SOURCES := $(foreach folder,$(BUILT_ISAS) dispatch frontends,$(wildcard $(GENERATED)/$(folder)/*.c)) $(filter %.c,$(shell cat $(GENERATED)/runtime.txt 2>/dev/null))
# the tests' folder has the compiled kernels of these
AS_THEY_ARE = $(foreach isa,$(ISAS_AS_THEY_ARE),$(GENERATED)/$(isa)/%)
OBJECTS := $(patsubst %.c,$(OUT)/%.o,$(filter-out $(AS_THEY_ARE),$(SOURCES))) $(patsubst %.c,$(TESTS_OUT)/%.o,$(filter $(AS_THEY_ARE),$(SOURCES)))

# BUNDLED=1: the files of each folder are compiled as one, in a third of the time, for libraries that only one test
# links. This does not work with a model, which replaces single files. Equal functions keep separate code, as in
# single files.
ifneq ($(if $(MODELLED),,$(BUNDLED)),)
APART := $(filter-out $(AS_THEY_ARE),$(SOURCES))
OBJECTS := $(patsubst %/,$(OUT)/bundles/%.o,$(sort $(dir $(APART)))) $(patsubst %.c,$(TESTS_OUT)/%.o,$(filter $(AS_THEY_ARE),$(SOURCES)))
$(OUT)/bundles/%.c: FORCE
	@mkdir -p $(@D)
	@printf '#include "%s"\n' $(foreach source,$(APART),$(if $(filter $*/,$(dir $(source))),$(source))) >$@.new
	@cmp -s $@.new $@ || cp $@.new $@
.PRECIOUS: $(OUT)/bundles/%.c
$(OUT)/bundles/%.o: $(OUT)/bundles/%.c $(OUT)/flags
	@$(call say,compiling $* ($(words $(foreach source,$(APART),$(filter $*/,$(dir $(source))))) files))
	@$(COMPILE) $(if $(IS_CLANG),,-fno-ipa-icf) $(INCLUDES) -I. -c $< -o $@
-include $(OBJECTS:%.o=%.d)
endif
OBJECT_COUNT := $(words $(OBJECTS))
INCLUDES = -Iinclude -I$(GENERATED)
COMPILE_BY = $(CC) $(STANDARD) $(WARNINGS) $(CFLAGS) $(LIBRARY_CFLAGS) -MMD -MP
COMPILE = mkdir -p $(@D) && $(COMPILE_BY)
define ARCHIVE
@mkdir -p $(@D) && rm -f $@
@$(AR) rcs $@ $(1)
endef

# Long compilations report progress, except with make -s: a line after the first 20 compiled files, and after every
# 100. Each compilation adds a byte to a file, which the first one removes.
IS_SILENT = $(findstring s,$(filter-out --%,$(firstword $(MAKEFLAGS))))
say = $(if $(IS_SILENT),:,echo '$(1)')
TELL = $(if $(IS_SILENT),, && printf . >>$(OUT)/compiled && set -- $$(wc -c <$(OUT)/compiled) && case $$1 in (20|*00) \
	echo "$(OUT): $$1 files compiled, of $(OBJECT_COUNT) at most";; esac)

$(OUT)/libbroadloom.a: $(OBJECTS) $(OUT)/objects.txt
	$(call ARCHIVE,$(OBJECTS))
	@echo "$@: $(words $(OBJECTS)) objects for $(BUILT_ISAS)"

# A target's file contains this text, and is updated if the text changes.
remembered = mkdir -p $(@D); echo '$(1)' | cmp -s - $@ || echo '$(1)' >$@

# other objects require another archive
$(OUT)/objects.txt: FORCE
	@$(call remembered,$(words $(OBJECTS)) in $(sort $(dir $(OBJECTS))))

# The intrinsics' header takes longer to read than a kernel takes to compile, so it is precompiled once for each
# instruction set, except where some compiler cannot read it back.
ifneq ($(IS_CLANG),)
PCH = $(OUT)/pch/bl_kernels_$(1).h.pch
USE_PCH = -include-pch $(call PCH,$(1))
else
PCH = $(OUT)/pch/bl_kernels_$(1).h.gch
USE_PCH = -I$(OUT)/pch
endif

define KERNEL_RULES
$(call PCH,$(1)): $(GENERATED)/bl_kernels_$(1).h $(OUT)/flags
	@$$(COMPILE) $$(INCLUDES) -x c-header $$< -o $$@

$(OUT)/$(GENERATED)/$(1)/%.o: $(GENERATED)/$(1)/%.c $(if $(filter $(1),$(PRECOMPILED)),$(call PCH,$(1)),$(OUT)/flags)
	@$$(COMPILE) $(if $(filter $(1),$(PRECOMPILED)),$(call USE_PCH,$(1))) $$(INCLUDES) -c $$< -o $$@$$(TELL)
endef
$(foreach isa,$(ISAS),$(eval $(call KERNEL_RULES,$(isa))))

# other flags require other objects; also other headers, because private operators have separate headers for each choice of ISAS
$(OUT)/flags: FORCE
	@$(call remembered,$(COMPILE_BY) $(if $(OWN_OPS),$(INCLUDES)))
	@rm -f $(OUT)/compiled

-include $(wildcard $(OUT)/src/*/*.d $(OUT)/$(GENERATED)/*/*.d $(OUT)/pch/*.d $(OUT)/woven/*.d $(OUT)/woven/*/*.d $(OUT)/tests/*.d $(OUT)/tests/*/*.d $(OUT)/examples/*.d $(OUT)/examples/*/*.d)

# ---- The generator ----

LUA_FLAGS = $(shell pkg-config --cflags --libs lua5.4)
GENERATOR = build/broadloom

$(GENERATOR): gen/main.c gen/limits.c gen/limits.h
	@mkdir -p $(@D)
	$(HOST_CC) $(STANDARD) -D_POSIX_C_SOURCE=200809L $(WARNINGS) -O2 $(filter %.c,$^) $(LUA_FLAGS) -o $@

listed = $(subst $(space),$(comma),$(strip $(1)))
WEAVE = $(GENERATOR) $(if $(WOVEN_FOR),,--isas $(call listed,$(ISAS)))
OWN_OPTIONS = $(foreach word,PROFILE RUNTIME OPS_FROM ONNX OPENVINO WAYS,$(if $($(word)),$(call option_of,$(word),$($(word))))) $(if $(OPS_FROM)$(OPS),--ops $(call listed,$(OPS_FROM) $(OPS)))
WOVEN_FROM = $(GENERATOR) $(wildcard gen/*/*.lua gen/*/*/*.lua templates/*/*) $(OPS_FROM) $(PROFILE) $(if $(OPS_FROM)$(PROFILE),$(GENERATED)/ops_from $(wildcard generated/selftest.lua))

# Generates the library in a folder, docs/conformance.md in another one, and build/coverage.svg.
generate_into = $(WEAVE) --out $(1) --conformance $(2)/conformance.md --coverage >build/$(notdir $(1)).txt && \
	head -n 1 build/$(notdir $(1)).txt && awk -f docs/coverage.awk $(1)/list.txt build/$(notdir $(1)).txt >build/coverage.svg

generate: $(GENERATOR) ## develop: write generated/ from gen/ and templates/ (needs Lua 5.4)
	@$(call say,generating generated)
	@$(call generate_into,generated,docs) && cp build/coverage.svg docs/coverage.svg

build/generated/%/isas.mk: $(WOVEN_FROM)
	@$(call say,generating $(@D))
	@$(WEAVE) $(OWN_OPTIONS) --out $(@D) || { [ -s $@ ] || rm -f $@ $(@D)/ops_from; rmdir $(@D) 2>/dev/null; exit 1; }
	@touch $@

OTHER_WORDS = OUT PROFILE CC HOST_CC CFLAGS JOBS PACKAGE VERSION MAKEFLAGS MAKEOVERRIDES -*-command-variables-*-
SAID = $(if $(filter 0,$(MAKELEVEL)),$(foreach word,$(.VARIABLES),$(if $(filter command,$(firstword $(origin $(word)))),$(word))))
said = $(if $(filter command,$(firstword $(origin $(1)))),$($(1)))
option_of = --$(subst _,-,$(shell echo $(1) | tr A-Z a-z)) $(call listed,$(2))
vendor: $(GENERATOR) ## use: write only the code that a product needs, for its own build: make vendor OPS=add,mul DTYPES=f32 ISAS=scalar FORM=single OUT=dir
	@$(if $(call said,OUT),,echo "vendor: set OUT=, the folder to write" >&2; exit 2)
	@$(foreach word,$(SAID),$(if $(filter $(word),$(PROFILE_WORDS) $(OTHER_WORDS)),$(if $($(word)),,echo "vendor: $(word)= is empty" >&2; exit 2;),echo "vendor: unknown $(word)=; there are $(PROFILE_WORDS) and PROFILE" >&2; exit 2;))
	@$(if $(strip $(foreach word,OPS ONNX OPENVINO OPS_FROM PROFILE,$(call said,$(word)))),,echo "vendor: choose what to vendor: OPS=add,mul, ONNX=Add, OPENVINO=Add, OPS_FROM= or PROFILE=; OPS=all takes every operator" >&2; exit 2)
	@HOST_CC='$(HOST_CC)' tests/selftest/compute_hashes.sh $(OUT) $(GENERATOR) $(if $(PROFILE),--profile $(PROFILE)) \
		$(if $(PROFILE)$(call said,RUNTIME),,--runtime compact) \
		$(foreach word,$(PROFILE_WORDS),$(if $(call said,$(word)),$(call option_of,$(word),$(call said,$(word)))))

# a file of the same name in another folder has other operators
build/generated/%/ops_from: FORCE
	@$(call remembered,$(abspath $(OPS_FROM) $(PROFILE)))

list: ## develop: list the operators with their dtypes and ways, folds, dtypes and instruction sets
	@cat generated/list.txt

verify-generated: $(GENERATOR) ## fail if generated/ is not what the generator makes
	@rm -rf build/verify
	@$(call generate_into,build/verify,build)
	@diff -r -x selftest.lua generated build/verify && diff docs/conformance.md build/conformance.md && diff docs/coverage.svg build/coverage.svg && echo "generated/ is what the generator makes"

coverage: $(GENERATOR) ## develop: print op x dtype x ISA: how each cell is made, and its instructions per step; in red where a word is missing
	@$(GENERATOR) --coverage $(OWN_OPTIONS) >build/coverage.txt
	@if [ -t 1 ]; then sed "s/=scalar[+a-z]*: no [a-z0-9_]* [a-z0-9]*/$$(printf '\033[31m&\033[m')/g" build/coverage.txt; else cat build/coverage.txt; fi

# ---- The demo ----

$(OUT)/npy_run: $(patsubst %,$(OUT)/examples/%.o,npy npy_print outputs npy_run) $(OUT)/libbroadloom.a

build/npy_binary: build/npy_run # its former name
	@ln -sf $(<F) $@

demo: ## use: build the library, and divide two real arrays with it
	@tests/setup.sh demo
	+@$(MAKE) --no-print-directory -j$(JOBS) all build/npy_run build/npy_binary
	build/npy_run div examples/data/planets.npy examples/data/earth.npy -o build/planets_per_earth.npy

# ---- Examples, the bench, packages and tests ----

include examples/examples.mk
include bench/bench.mk
include packaging/packaging.mk
include python/python.mk
include tests/tests.mk

# Any other object. This rule is last, because GNU make 3.81 takes the first of two matching patterns.
$(OUT)/%.o: %.c $(OUT)/flags
	@$(COMPILE) $(OWN_FLAGS) $(INCLUDES) -c $< -o $@$(TELL)

# Programs: from the objects and archives that their rules name, and those in LINKED_WITH.
WITH_MATH = $(OUT)/npy_run $(OUT)/network$(EXE) $(OUT)/tests/npy/npy_test $(OUT)/vectors $(ORACLE_TESTS) $(PROVE)/proven$(EXE) $(QUOTIENTS)
$(WITH_MATH): LINKED_WITH = -lm
$(WITH_MATH) $(RUNTIME_TESTS) $(FRONTEND_TESTS) $(ISAS:%=$(OUT)/words/%$(EXE)) $(if $(MODELLED),$(MODEL_OUT)/kernels $(MODEL_OUT)/words) \
	$(addprefix $(OUT)/,fusing$(EXE) onnx_node onnx_files openvino_ir kernels$(EXE) kernels_alone tests/selftest/hashes bench/costs) \
	$(addprefix $(OUT)/tests/,npy/outputs_test $(addprefix prove/,reference nudge margin compare compare-stand-in shares search) $(addprefix second/,judges exhaustive long_numbers)):
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(STATIC) $(filter %.o,$^) $(filter %.a,$^) $(LINKED_WITH) -o $@

# Files that users expect in build/ under these names, whatever OUT is.
COPIES = build/npy_run build/network build/bench/bench $(FRONTEND_PROGRAMS) $(THREADS_PROGRAMS)
$(COPIES): build/%: $(OUT)/% FORCE
$(LIBRARY): $(OUT)/libbroadloom.a FORCE
$(COPIES) $(LIBRARY):
	@mkdir -p $(@D)
	@cmp -s $< $@ || cp $< $@

clean: ## remove build/
	rm -rf build

# The text behind ## describes a verb; a group before it ("use: ") puts the verb on the first page of help.
VERBS = sed -n 's/^\([a-z][a-z-]*\):.*$(HASH)$(HASH) /\1\t/p' $(filter-out %.d,$(MAKEFILE_LIST))
help: ## list the verbs that most people need
	@for group in use develop check measure; do \
		echo "To $$group:"; \
		$(VERBS) | awk -F '\t' -v group="$$group: " 'index($$2, group) == 1 { printf "  make %-14s %s\n", $$1, substr($$2, length(group) + 1) }'; \
	done
	@echo "make help-all lists all verbs."

help-all: ## list all verbs
	@$(VERBS) | sort | sed 's/\t\(use\|develop\|check\|measure\): /\t/' | awk -F '\t' '{ printf "  make %-18s %s\n", $$1, $$2 }'

# A target with ## is a verb; a verb, or a step of one, is not a file.
FORCE:
.PHONY: $(shell sed -n 's/^\([a-z][a-z-]*\):.*$(HASH)$(HASH) .*/\1/p' $(filter-out %.d,$(MAKEFILE_LIST))) \
	FORCE branches-compact branches-full check-in-turn check-runtimes check-slow-ways firmware-parts for-scripts fuzzers \
	judge-compact mutant net-loops-elsewhere run-fusing run-gappa run-judges run-page run-prove run-search run-way sanitized
