# The net: the choices for each cell, and the instructions in the resulting loops, as committed text
# (docs/testing.md). Included by tests/tests.mk. It covers the instruction sets that generated/ does not have; for the others `git diff
# generated` shows the changes.
#
#   chosen/ISA.txt   the generator's choices: all operators, the toys and examples/tflite
#   toys/ISA.txt     the same for the toy instruction sets: the toys, and PART_OPS
#   loops/ISA.txt    the instructions that the compiler generates for PART_OPS
#
# SPDX-License-Identifier: Apache-2.0

NET = build/net
NET_OPS = tests/toy/ops.lua examples/tflite/tflite.lua
NET_ELSEWHERE = $(filter-out $(WOVEN),$(KNOWN))
NET_TOYS = $(filter-out ops,$(basename $(notdir $(wildcard tests/toy/*.lua))))

# ---- The choices ----

NET_FROM = $(wildcard gen/*/*.lua gen/*/*/*.lua templates/*/* tests/toy/*.lua) $(NET_OPS)
$(NET)/from.txt: FORCE
	@$(call remembered,$(NET_FROM) $(PART_OPS))

$(NET)/chosen/manifest.txt: $(GENERATOR) $(NET_FROM) $(NET)/from.txt
	@$(GENERATOR) --ops-from $(call listed,$(NET_OPS)) --net $(@D) >/dev/null
	@rm -rf $(NET)/root && mkdir -p $(NET)/root && cp -r gen templates include src $(NET)/root && cp $(NET_TOYS:%=tests/toy/%.lua) $(NET)/root/gen/isa
	@$(GENERATOR) --root $(NET)/root --isas $(call listed,scalar $(NET_TOYS)) --ops-from tests/toy/ops.lua \
		--ops $(call listed,tests/toy/ops.lua $(PART_OPS)) --net $(NET)/toys >/dev/null
	@rm -r $(NET)/root $(WOVEN:%=$(NET)/chosen/%.txt) $(NET)/toys/scalar.txt
	@touch $@

# ---- The compiled loops ----

# If the file of loops names a different compiler, kernels are neither compiled nor counted. For each instruction set in NET_ISAS:
ifneq ($(filter net check-net net-loops,$(MAKECMDGOALS)),)
NET_VERSION := $(shell $(CC) --version 2>/dev/null | sed $(if $(IS_CLANG),,'s/^[^ ]*/gcc/;')q)
NET_COMPILER := $(if $(NET_VERSION),$(NET_VERSION)$(comma) $(strip $(TARGET) $(wordlist 2,9,$(CC)) $(STANDARD) $(CFLAGS) $(LIBRARY_CFLAGS)),no compiler: $(CC))
NET_OBJDUMP := $(if $(IS_CLANG),$(shell $(CC) -print-prog-name=llvm-objdump),$(firstword $(shell command -v $(or $(TARGET),none)-objdump objdump)))
NET_ISAS ?= $(BUILT_ISAS)

define NET_RULES
NET_TOLD_$(1) := $(shell sed -n 's/^Compiler: //p' tests/net/loops/$(1).txt 2>/dev/null)
NET_OBJECTS_$(1) := $$(if $$(subst [$$(NET_COMPILER)],,[$$(or $$(NET_TOLD_$(1)),$$(NET_COMPILER))]),,$(if $(NET_VERSION),$(filter $(OUT)/$(GENERATED)/$(1)/% $(OUT)/bundles/$(GENERATED)/$(1).o,$(OBJECTS))))
.PHONY: net-loops-$(1)
net-loops-$(1): $$(NET_OBJECTS_$(1))
	@mkdir -p $(NET)/loops
	@rm -f $(NET)/loops/$(1).*
	@$$(if $$(NET_OBJECTS_$(1)),tests/net/loops.sh $(1) '$$(NET_COMPILER)' '$(or $(OPS),all)' '$(NET_OBJDUMP)' '$$(CC) $$(STATIC)' $$(NET_OBJECTS_$(1)) >$(NET)/loops/$(1).txt, \
		echo 'counted were those of $$(NET_TOLD_$(1)); here is $$(NET_COMPILER)' >$(NET)/loops/$(1).skipped)
endef
$(foreach isa,$(NET_ISAS),$(eval $(call NET_RULES,$(isa))))

net-loops: $(NET_ISAS:%=net-loops-%) ## count the instructions in the loops of this library's kernels: build/net/loops
endif

# One after the other, with their own compilers; `check` compiles the same.
net-loops-elsewhere:
	@mkdir -p $(NET)/loops
	+@$(foreach isa,$(NET_ELSEWHERE),$(if $(RUNS_$(isa)),QUICK=1 $(IN_RUNS) make $(firstword $(RUNS_$(isa))) net-loops NET_ISAS=$(isa), \
		echo 'nothing here is compiled for it' >$(NET)/loops/$(isa).skipped) &&) true

$(NET)/woven: $(NET)/chosen/manifest.txt FORCE
	@rm -f $(filter-out $(foreach isa,$(NET_ELSEWHERE),$(NET)/loops/$(isa).txt),$(wildcard $(NET)/loops/*))
	+@$(MAKE) --no-print-directory net-loops-elsewhere OPS="$(PART_OPS)"

# ---- Verbs ----

net: $(NET)/woven ## develop: record the choices for each kernel and the lengths of its loops (tests/net): accepts the differences of check-net
	@tests/net/net.sh accept $(NET) tests/net

check-net: $(NET)/woven ## compare the choices for each kernel, and the lengths of its loops, with the recorded ones
	@tests/net/net.sh check $(NET) tests/net
