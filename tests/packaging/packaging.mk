# `make check-packaging`: the library in each of the forms in which it reaches people. Included by tests/tests.mk.
#
# SPDX-License-Identifier: Apache-2.0

PACKAGING_TESTS = $(wildcard tests/packaging/*.t)
PACKAGING_WOVEN = build/packaging/woven

# a library that is built in seconds
$(PACKAGING_WOVEN)/manifest.txt: $(WOVEN_FROM) $(wildcard src src/* src/*/*)
	@$(GENERATOR) --ops add,mul,select,quantize_linear --dtypes f32,i8,u8,bool --isas scalar,sse2,avx2,neon --out $(@D)
	@touch $@

# What Debian has not; tests whose program is not there skip.
PACKAGING_PYPI = check-jsonschema conan idf-component-manager kconfiglib meson platformio reuse west
PACKAGING_VENV = build/packaging/venv

$(PACKAGING_VENV)/stamp:
	@python3 -m venv $(@D) && $(@D)/bin/pip install -q --disable-pip-version-check $(PACKAGING_PYPI) && touch $@

check-packaging: $(PACKAGING_WOVEN)/manifest.txt ## try each form of package, with programs from PyPI besides
	-@$(MAKE) --no-print-directory -s $(PACKAGING_VENV)/stamp $(ZIG)
	@ZIG=$(ZIG) prove --timer -j$(JOBS) $(PACKAGING_TESTS) tests/packaging/pypi

# ---- Builds by zig, from PyPI, for macOS and for Windows ----

ZIG = build/zig/zig

$(ZIG):
	@python3 -m venv $(@D) && $(@D)/bin/pip install -q --disable-pip-version-check ziglang==0.17.1 && \
		ln -sf "$$($(@D)/bin/python -c 'import os, ziglang; print(os.path.dirname(ziglang.__file__))')/zig" $@

check-macos: $(GENERATOR) ## compile the library and its tests for macOS by zig from PyPI; and for Windows, and run these under wine
	-@$(MAKE) --no-print-directory -s $(ZIG)
	@ZIG=$(ZIG) prove tests/macos
