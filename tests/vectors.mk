# The published vectors, on each instruction set that runs hosted programs here. Included by tests/tests.mk, after it
# has said how each instruction set is built for and executed.
#
# SPDX-License-Identifier: Apache-2.0

VECTOR_FILES = tests/vectors/not_followed.txt $(sort $(wildcard tests/vectors/*.ebv))
VECTOR_OBJECTS = $(patsubst %.c,$(OUT)/%.o,$(wildcard tests/vectors*.c) $(ORACLE_NAMES:%=tests/%.c))

$(OUT)/vectors: $(VECTOR_OBJECTS) $(OUT)/libbroadloom.a
	@$(CC) $(CFLAGS) $(STATIC) $^ -o $@

# build/t/vectors-RUN.t runs them on one instruction set: natively, where the program says itself if this processor has
# none, or by an emulator of processes. Of several runs the first will do: what is tested is the runtime.
VECTOR_ISAS = $(ISAS)
FIRST_RUNS = $(foreach isa,$(VECTOR_ISAS),$(firstword $(call isa_runs,$(isa))))
VECTOR_RUNS = $(foreach run,$(FIRST_RUNS),$(if $(filter-out hosted,$(PLATFORM_$(run))),,$(run)))
define vector_test
.PHONY: vector-program-$(1)
vector-program-$(1):
	+@$(call run_make,$(1)) $(call run_out,$(1))/vectors
	@mkdir -p build/t
	@{ echo '#!/bin/sh'; \
	echo 'program=$(call run_out,$(1))/vectors isa="$(call run_isa,$(1)) tests/vectors/counts.txt $(VECTOR_FILES)"'; \
	echo 'exec $$(or $$(call run_command,$(1)),$$$$program $$$$isa)'; } >build/t/vectors-$(1).t
endef
$(foreach run,$(VECTOR_RUNS),$(eval $(call vector_test,$(run))))

check-vectors: $(VECTOR_RUNS:%=vector-program-%) ## run the published vectors on every instruction set
	@prove -j$(JOBS) $(VECTOR_RUNS:%=build/t/vectors-%.t)
	@sh build/t/vectors-scalar.t | sed -n 's/^# \(.* records: .*\)/\1/p; s/^#   /    /p'

vector-counts: $(OUT)/vectors ## write tests/vectors/counts.txt, which docs/conformance.md is woven from
	@$(OUT)/vectors --write scalar tests/vectors/counts.txt $(VECTOR_FILES) | sed -n '/^not ok/p; $$p'

.PHONY: check-vectors vector-counts
