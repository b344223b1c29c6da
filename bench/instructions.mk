# `make bench-instructions`: every kernel's instructions, counted into docs/bench/instructions.md. Included by the
# Makefile after the library's rules.
#
# SPDX-License-Identifier: Apache-2.0

$(OUT)/bench/instructions.o: bench/instructions.c $(OUT)/flags
	@mkdir -p $(@D)
	@$(COMPILE) $(INCLUDES) -c $< -o $@

$(OUT)/bench/instructions: $(OUT)/bench/instructions.o $(OUT)/libbroadloom.a
	@$(CC) $(CFLAGS) $^ -o $@

-include $(OUT)/bench/instructions.d

# Without valgrind and its header the script says so.
VALGRIND_HEADER = $(wildcard $(addsuffix /valgrind/callgrind.h,/usr/include /usr/local/include))

bench-instructions: $(if $(VALGRIND_HEADER),$(OUT)/bench/instructions) ## count every kernel's instructions (CHECK=1: compare)
	@mkdir -p docs/bench
	@CHECK=$(CHECK) bench/instructions.sh $(OUT)/bench/instructions docs/bench/instructions.md \
		'$(shell $(CC) --version | head -n 1), $(TARGET), $(CFLAGS)' $(ISAS)

.PHONY: bench-instructions
