# `make check-packaging`: the library in each of the forms in which it reaches people. Included by tests/tests.mk.
#
# SPDX-License-Identifier: Apache-2.0

PACKAGING_TESTS = $(wildcard tests/packaging/*.t)
PACKAGING_WOVEN = build/packaging/woven

# a library that is built in seconds
$(PACKAGING_WOVEN)/manifest.txt: $(WOVEN_FROM) $(wildcard src src/*)
	@$(GENERATOR) --ops add,mul,select,quantize_linear --dtypes f32,i8,u8,bool --isas scalar,sse2,avx2,neon --out $(@D)
	@touch $@

check-packaging: $(PACKAGING_WOVEN)/manifest.txt ## try each form of package with the tools there are
	@prove --timer -j$(JOBS) $(PACKAGING_TESTS)

.PHONY: check-packaging
