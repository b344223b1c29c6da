# `make check-macos`: what zig, from PyPI, compiles for macOS, and for Windows as well. Included by tests/tests.mk.
#
# SPDX-License-Identifier: Apache-2.0

ZIG = build/zig/zig

$(ZIG):
	@python3 -m venv $(@D) && $(@D)/bin/pip install -q --disable-pip-version-check ziglang==0.17.1 && \
		ln -sf "$$($(@D)/bin/python -c 'import os, ziglang; print(os.path.dirname(ziglang.__file__))')/zig" $@

check-macos: $(GENERATOR) ## compile the library and its tests for macOS by zig from PyPI; and for Windows, and run these under wine
	-@$(MAKE) --no-print-directory -s $(ZIG)
	@ZIG=$(ZIG) prove tests/macos

.PHONY: check-macos
