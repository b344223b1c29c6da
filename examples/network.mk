# The example of a network whose result has the same bits everywhere, and its test. Included by the Makefile after the library's rules.
#
# SPDX-License-Identifier: Apache-2.0

# Its own loops may not round a product and a sum at once.
$(OUT)/examples/network/network.o: OWN_FLAGS += -ffp-contract=off
$(OUT)/network$(EXE): $(OUT)/examples/network/network.o $(OUT)/libbroadloom.a
	@$(CC) $(CFLAGS) $(STATIC) $^ -lm -o $@

build/network: $(OUT)/network FORCE
	@cmp -s $< $@ || cp $< $@

network: build/network ## run a small network by this machine's kernels, and print the hash of its result
	build/network

.PHONY: network
