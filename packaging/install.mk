# `make install`: the library, its headers and its pkg-config file. Included by the Makefile.
#
#   PREFIX, LIBDIR, INCLUDEDIR   where they are to be found
#   DESTDIR                      stands before these while they are copied, and is written nowhere
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

install: $(LIBRARY) $(PKG_CONFIG_FILE) ## install library, headers and pkg-config file below PREFIX (/usr/local), DESTDIR before it
	$(INSTALL) -d "$(DESTDIR)$(LIBDIR)/pkgconfig" "$(DESTDIR)$(INCLUDEDIR)"
	$(INSTALL) -m 644 $(LIBRARY) "$(DESTDIR)$(LIBDIR)"
	$(INSTALL) -m 644 $(PKG_CONFIG_FILE) "$(DESTDIR)$(LIBDIR)/pkgconfig"
	$(INSTALL) -m 644 $(PUBLIC_HEADERS) "$(DESTDIR)$(INCLUDEDIR)"

uninstall: ## remove what install put there, with the same PREFIX and the like
	rm -f "$(DESTDIR)$(LIBDIR)/$(notdir $(LIBRARY))" "$(DESTDIR)$(LIBDIR)/pkgconfig/$(notdir $(PKG_CONFIG_FILE))" \
		$(patsubst %,"$(DESTDIR)$(INCLUDEDIR)/%",$(notdir $(PUBLIC_HEADERS)))

.PHONY: install uninstall
