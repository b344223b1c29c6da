# How many lanes functions settle, by classes of operands. Included by tests/tests.mk.
#
# SPDX-License-Identifier: Apache-2.0

SETTLED = $(OUT)/tests/settled
SETTLED_KERNELS := $(shell grep -lE 'is_certain|_queue' $(wildcard $(foreach isa,sse2 avx2 avx512 neon,$(GENERATED)/$(isa)/*_f32_*.c $(GENERATED)/$(isa)/*f16_*.c)) /dev/null)

# with the kernels' names, so that those of the library are not linked
$(SETTLED)/%.c: $(GENERATED)/%.c tests/settled/count.awk
	@mkdir -p $(@D)
	@awk -f tests/settled/count.awk $< >$@
$(SETTLED)/%.o: $(SETTLED)/%.c
	@$(COMPILE) $(INCLUDES) -c $< -o $@
$(SETTLED)/operands.o: bench/operands.c
	@$(COMPILE) $(INCLUDES) -Iexamples -D_GNU_SOURCE -DOPERANDS_SETTLED -c $< -o $@
$(SETTLED)/%.o: bench/%.c
	@$(COMPILE) $(INCLUDES) -Iexamples -D_GNU_SOURCE -c $< -o $@

$(SETTLED)/operands: $(patsubst %,$(SETTLED)/%.o,operands cases functions) $(SETTLED_KERNELS:$(GENERATED)/%.c=$(SETTLED)/%.o) $(OUT)/libbroadloom.a
	@$(CC) $^ -lm -o $@

check-settled: $(SETTLED)/operands ## count the lanes that functions settle, by class of operands: none if the result is known
	@BROADLOOM_ISA=$(ISA) prove --exec '' $<
