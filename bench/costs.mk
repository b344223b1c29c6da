# `make bench-costs`: the planner's constants, src/full/costs.h, beside what this machine says. Included by the Makefile after
# the library's rules.
#
# SPDX-License-Identifier: Apache-2.0

$(OUT)/bench/costs.o: bench/costs.c $(OUT)/flags
	@mkdir -p $(@D)
	@$(COMPILE) $(INCLUDES) -c $< -o $@

$(OUT)/bench/costs: $(OUT)/bench/costs.o $(OUT)/libbroadloom.a
	@$(CC) $(CFLAGS) $(STATIC) $^ -o $@

-include $(OUT)/bench/costs.d

bench-costs: $(OUT)/bench/costs ## measure what the planner believes of processors, each constant of src/full/costs.h
	@$(EMULATOR) $<

.PHONY: bench-costs
