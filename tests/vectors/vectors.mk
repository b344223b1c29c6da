# The published vectors, on each instruction set that runs hosted programs here. Included by tests/tests.mk.
#
# SPDX-License-Identifier: Apache-2.0

VECTOR_FILES = tests/vectors/not_followed.txt $(sort $(wildcard tests/vectors/*.ebv))
VECTOR_OBJECTS = $(patsubst %.c,$(OUT)/%.o,$(wildcard tests/vectors/*.c) $(ORACLE_NAMES:%=tests/oracle/%.c))

$(OUT)/vectors: $(VECTOR_OBJECTS) $(OUT)/libbroadloom.a
	@$(CC) $(CFLAGS) $(STATIC) $^ -lm -o $@

# Natively the program says itself if this processor has none.
VECTOR_ISAS = $(ISAS)
check-vectors: export VECTOR_FILES := $(VECTOR_FILES)
check-vectors: ## run the published vectors on every instruction set
	+@$(IN_RUNS) vectors $$(VECTOR_ISAS='$(VECTOR_ISAS)' $(IN_RUNS) list vectors)
	@$(IN_RUNS) published scalar | sed -n 's/^# \(.* records: .*\)/\1/p; s/^#   /    /p'

vector-counts: $(OUT)/vectors ## write tests/vectors/counts.txt, which docs/conformance.md is woven from
	@$(OUT)/vectors --write scalar tests/vectors/counts.txt $(VECTOR_FILES) | sed -n '/^not ok/p; $$p'
