# What one pass saves: operators of several steps beside the calls that they replace. Included by the Makefile after the library's rules.
#
# SPDX-License-Identifier: Apache-2.0

FUSING = OPS_FROM=examples/fusing/fusing.lua OPS="sigmoid:f32 mul:f32 add:f32 gelu:f32 sub:f32 exp:f32"

$(OUT)/examples/fusing/fusing.o: OWN_FLAGS += -D_POSIX_C_SOURCE=200809L
$(OUT)/fusing$(EXE): $(OUT)/examples/fusing/fusing.o $(OUT)/libbroadloom.a
	@$(CC) $(CFLAGS) $(STATIC) $^ -o $@

run-fusing: $(OUT)/fusing$(EXE)
	@$(EMULATOR) $<

fusing: ## time operators of several steps in one pass, and the calls that they replace (docs/operators.md)
	+@$(MAKE) --no-print-directory $(FUSING) run-fusing

.PHONY: fusing run-fusing
