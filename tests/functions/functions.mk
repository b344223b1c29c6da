# Functions as operators' files would have them, woven as such, against MPFR. Included by tests/tests.mk.
#
# SPDX-License-Identifier: Apache-2.0

$(OUT)/tests/functions/functions: $(OUT)/tests/functions/functions.o $(OUT)/libbroadloom.a
	@$(CC) $(CFLAGS) $^ -lmpfr -lgmp -o $@

run-functions: $(OUT)/tests/functions/functions
	@prove --exec '' $< :: tests/functions/hard.txt

MPFR_HEADER = $(wildcard $(addsuffix /mpfr.h,/usr/include /usr/local/include))
check-functions: ## weave exp, log, tanh, sigmoid and sin as operators of one's own, and compare them with MPFR
	+@$(if $(MPFR_HEADER),$(MAKE) --no-print-directory OPS_FROM=tests/functions/functions.lua run-functions,echo "SKIP check-functions: MPFR's header is not installed")

.PHONY: run-functions check-functions
