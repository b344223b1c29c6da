# `make shared`: the library as a shared one, named as CMake names it. Included by the Makefile after packaging/install.mk.
#
# SPDX-License-Identifier: Apache-2.0

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

# Its objects have a folder of their own; it has all of them, so that a folder of sources may become one object.
shared: ## build the shared library, build/libbroadloom.so, for other languages (docs/packaging.md)
	+@$(MAKE) --no-print-directory OUT=$(OUT)/shared BUNDLED=1 LIBRARY_CFLAGS="$(strip $(LIBRARY_CFLAGS) $(SHARED_CFLAGS))" $(dir $(LIBRARY))$(SHARED)

.PHONY: shared
