# `make size`: what the vendored library takes up in firmware. Included by the Makefile.
#
# SPDX-License-Identifier: Apache-2.0

SIZE_PAGE = lua5.4 bench/size.lua $(GENERATOR) build/size

size: $(GENERATOR) ## measure code, constants and stack of the vendored library on six processors: writes docs/size.md
	@rm -rf build/size
	@$(SIZE_PAGE) >build/size.md
	@cp build/size.md docs/size.md
	@cat docs/size.md

check-size: $(GENERATOR) ## show what has changed since docs/size.md was written; fails if anything has
	@rm -rf build/size
	@$(SIZE_PAGE) >build/size.md
	@diff -U1 docs/size.md build/size.md && echo "docs/size.md is what make size writes"

.PHONY: size check-size
