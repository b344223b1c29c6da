# The library in its forms: installed, shared, packed for embedded builds; and their tests. Included by the Makefile.
#
#   PREFIX, LIBDIR, INCLUDEDIR   where the files are installed
#   DESTDIR                      is prepended to these only for copying; no file contains it
#
# SPDX-License-Identifier: Apache-2.0

PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
INSTALL ?= install

VERSION := $(shell sed -n 's/^\#define BL_VERSION "\(.*\)"/\1/p' include/broadloom.h)
PUBLIC_HEADERS = $(filter include/%,$(shell cat $(GENERATED)/runtime.txt)) $(wildcard $(GENERATED)/broadloom_*.h)
PKG_CONFIG_FILE = $(GENERATED:generated=build)/broadloom.pc
# below the prefix, so that pkg-config may move it
below_prefix = $(patsubst $(PREFIX)/%,$${prefix}/%,$(1))

$(PKG_CONFIG_FILE): packaging/broadloom.pc.in FORCE
	@mkdir -p $(@D)
	@sed 's|@prefix@|$(PREFIX)|; s|@libdir@|$(call below_prefix,$(LIBDIR))|; s|@includedir@|$(call below_prefix,$(INCLUDEDIR))|; s|@version@|$(VERSION)|' $< >$@

install: $(LIBRARY) $(PKG_CONFIG_FILE) ## use: install library, headers and pkg-config file below PREFIX (/usr/local), DESTDIR before it
	$(INSTALL) -d "$(DESTDIR)$(LIBDIR)/pkgconfig" "$(DESTDIR)$(INCLUDEDIR)"
	$(INSTALL) -m 644 $(LIBRARY) "$(DESTDIR)$(LIBDIR)"
	$(INSTALL) -m 644 $(PKG_CONFIG_FILE) "$(DESTDIR)$(LIBDIR)/pkgconfig"
	$(INSTALL) -m 644 $(PUBLIC_HEADERS) "$(DESTDIR)$(INCLUDEDIR)"

uninstall: ## remove the files of install, with the same PREFIX and the like
	rm -f "$(DESTDIR)$(LIBDIR)/$(notdir $(LIBRARY))" "$(DESTDIR)$(LIBDIR)/pkgconfig/$(notdir $(PKG_CONFIG_FILE))" \
		$(patsubst %,"$(DESTDIR)$(INCLUDEDIR)/%",$(notdir $(PUBLIC_HEADERS)))

# ---- The shared library, named as CMake names it ----

SHARED_VERSION := $(subst $(space),.,$(wordlist 1,2,$(subst .,$(space),$(VERSION)))) # 0.1 of 0.1.0: a later minor version may change anything
SHARED_CFLAGS = -DBL_SHARED -fvisibility=hidden $(if $(EXE),,-fPIC)
ifneq ($(EXE),)
SHARED = libbroadloom.dll
SHARED_LINKS =
SHARED_LDFLAGS = -shared -Wl,--out-implib,$(dir $(LIBRARY))libbroadloom.dll.a
else ifneq ($(findstring darwin,$(TARGET))$(findstring macos,$(TARGET)),)
SHARED = libbroadloom.$(VERSION).dylib
SHARED_LINKS = libbroadloom.$(SHARED_VERSION).dylib libbroadloom.dylib
SHARED_LDFLAGS = -dynamiclib -install_name @rpath/$(firstword $(SHARED_LINKS))
else
SHARED = libbroadloom.so.$(VERSION)
SHARED_LINKS = libbroadloom.so.$(SHARED_VERSION) libbroadloom.so
SHARED_LDFLAGS = -shared -Wl,-soname,$(firstword $(SHARED_LINKS))
endif

$(OUT)/$(SHARED): $(OBJECTS) $(OUT)/objects.txt
	@$(CC) $(CFLAGS) $(SHARED_LDFLAGS) $(OBJECTS) -o $@

$(dir $(LIBRARY))$(SHARED): $(OUT)/$(SHARED) FORCE
	@cmp -s $< $@ || cp $< $@
	@$(foreach link,$(SHARED_LINKS),ln -sf $(SHARED) $(@D)/$(link) &&) echo "$(@D)/$(or $(lastword $(SHARED_LINKS)),$(SHARED)): for $(BUILT_ISAS)"

# Its objects are in a separate folder. The library links all of them, so a folder of sources may become one object.
shared: ## use: build the shared library, build/libbroadloom.so, for other languages (docs/packaging.md)
	+@$(MAKE) --no-print-directory OUT=$(OUT)/shared BUNDLED=1 LIBRARY_CFLAGS="$(strip $(LIBRARY_CFLAGS) $(SHARED_CFLAGS))" $(dir $(LIBRARY))$(SHARED)

# ---- A folder for embedded builds, with the single file of `make vendor` ----

PACKAGE ?= build/package/broadloom
EXAMPLE = awk -v form=$(1) -f packaging/example.awk $(PACKAGE)/src/broadloom.h
PACK = $(dir $(PACKAGE))Broadloom.Broadloom.$(VERSION).pack

package: ## use: like vendor, but write build/package/broadloom, for Zephyr, ESP-IDF, PlatformIO, Arduino and CMSIS-Pack
	@[ ! -e $(PACKAGE) ] || ls $(PACKAGE)/*.pdsc >/dev/null 2>&1 || { echo "package: $(PACKAGE) exists, and is not a package" >&2; exit 2; }
	@rm -rf $(PACKAGE) $(PACK)
	@mkdir -p $(PACKAGE)
	@cp -r packaging/embedded/. LICENSE $(PACKAGE)
	@grep -rl '@version@' $(PACKAGE) | xargs sed -i 's|@version@|$(VERSION)|'
	@$(MAKE) --no-print-directory vendor FORM=single PREFIX=bl_ OUT=$(PACKAGE)/src
	@name=$$($(call EXAMPLE,name)) && mkdir -p "$(PACKAGE)/examples/$$name" && $(call EXAMPLE,sketch) >"$(PACKAGE)/examples/$$name/$$name.ino"
	@$(call EXAMPLE,call) >>$(PACKAGE)/README.md
	@rm $(PACKAGE)/src/*broadloom.LICENSE $(PACKAGE)/src/*broadloom.manifest
	@cd $(PACKAGE) && python3 -m zipfile -c ../$(notdir $(PACK)) *.pdsc LICENSE README.md src
	@echo "$(PACKAGE), $(PACK)"

# ---- A release; the description of the ABI ----

DIST = build/dist

dist: ## write build/dist: the tarball of HEAD, one source and header of common operators, checksums, SPDX, release notes
	@MAKE='$(MAKE)' packaging/dist.sh $(DIST)

abi: $(GENERATOR) ## record the ABI in tests/packaging/abi.txt (docs/stability.md)
	@tests/packaging/abi.sh >build/abi.txt && cp build/abi.txt tests/packaging/abi.txt

# ---- `make check-packaging`: the library in each of its forms ----

PACKAGING_WOVEN = build/packaging/woven

# a library that builds in seconds
$(PACKAGING_WOVEN)/manifest.txt: $(WOVEN_FROM) $(wildcard src src/* src/*/*)
	@$(GENERATOR) --ops add,mul,select,quantize_linear --dtypes f32,i8,u8,bool --isas scalar,sse2,avx2,neon --out $(@D)
	@touch $@

# Programs that Debian lacks; tests skip if their program is missing.
PACKAGING_PYPI = check-jsonschema conan idf-component-manager kconfiglib meson platformio reuse west
PACKAGING_VENV = build/packaging/venv

$(PACKAGING_VENV)/stamp:
	@python3 -m venv $(@D) && $(@D)/bin/pip install -q --disable-pip-version-check $(PACKAGING_PYPI) && touch $@

check-packaging: $(PACKAGING_WOVEN)/manifest.txt ## test each form of package, also with programs from PyPI
	-@$(MAKE) --no-print-directory -s $(PACKAGING_VENV)/stamp $(ZIG)
	@ZIG=$(ZIG) prove --timer -j$(JOBS) $(wildcard tests/packaging/*.t) tests/packaging/pypi

# ---- Builds with zig, from PyPI, for macOS and for Windows ----

ZIG = build/zig/zig

$(ZIG):
	@python3 -m venv $(@D) && $(@D)/bin/pip install -q --disable-pip-version-check ziglang==0.17.1 && \
		ln -sf "$$($(@D)/bin/python -c 'import os, ziglang; print(os.path.dirname(ziglang.__file__))')/zig" $@

check-macos: $(GENERATOR) ## compile the library and its tests for macOS by zig from PyPI; and for Windows, and run these under wine
	-@$(MAKE) --no-print-directory -s $(ZIG)
	@ZIG=$(ZIG) prove tests/macos
