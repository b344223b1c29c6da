# The judge of calls: one program for each form of the library. Included by tests/tests.mk.
#
# SPDX-License-Identifier: Apache-2.0

JUDGE = $(OUT)/tests/judge/judge$(EXE)
JUDGE_OBJECTS = $(patsubst %.c,$(TESTS_OUT)/%.o,$(wildcard tests/judge/*.c)) $(TESTS_OUT)/woven/named.o

$(WOVEN_TESTS)/named.c: tests/judge/named.awk $(GENERATED)/broadloom_ops.h
	@mkdir -p $(@D)
	@awk -f $^ >$@

$(TESTS_OUT)/tests/judge/%.o: OWN_FLAGS += -DJUDGE_NODES=$(if $(wildcard $(GENERATED)/broadloom_onnx_ops.h),1,0)

$(JUDGE): $(JUDGE_OBJECTS) $(REFERENCE_OBJECTS) $(GROUND) $(if $(EXE),,$(OUT)/examples/threads/pool.o) $(OUT)/libbroadloom.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(if $(EXE),,-pthread) $(STATIC) $^ -o $@

# The same source on the compact runtime, and on a vendored single file, as in a product.
JUDGE_COMPACT = build/compact/tests/judge/judge
JUDGE_VENDORED = build/judge/vendored
VENDORED_PROFILE = tests/judge/vendored.lua

judge-compact: $(GENERATOR)
	+@$(MAKE) --no-print-directory OUT=build/compact PROFILE=tests/compact/detected.lua $(JUDGE_COMPACT)

build/judge/single/broadloom.c: $(WOVEN_FROM) $(VENDORED_PROFILE)
	@$(MAKE) --no-print-directory vendor PROFILE=$(VENDORED_PROFILE) OUT=build/judge/single >/dev/null
	@$(GENERATOR) --profile $(VENDORED_PROFILE) --tests build/judge/woven >/dev/null
	@echo '#include "broadloom.h"' >build/judge/single/broadloom_tables.h
	@awk -f tests/judge/named.awk build/judge/single/broadloom.h >build/judge/woven/named.c
	@touch $@

VENDORED_SOURCES = $(wildcard tests/judge/*.c) $(REFERENCE_NAMES:%=tests/%.c) tests/platforms/hosted.c examples/threads/pool.c
$(JUDGE_VENDORED): build/judge/single/broadloom.c $(VENDORED_SOURCES) $(wildcard tests/judge/*.h)
	@$(CC) $(STANDARD) $(CFLAGS) -ffp-contract=off -D_GNU_SOURCE -Ibuild/judge/single -Itests -pthread \
		$(VENDORED_SOURCES) build/judge/woven/expressions.c build/judge/woven/named.c $< -o $@

judge: $(JUDGE) judge-compact $(JUDGE_VENDORED) ## judge random calls for FOR seconds: make judge FOR=600 SEED=1 (CASE=7 ON=compact: only that case)
	@tests/judge/judge.sh '$(FOR)' '$(SEED)' '$(CASE)' '$(ON)' full=$(JUDGE) compact=$(JUDGE_COMPACT) vendored=$(JUDGE_VENDORED)
