# `make package`: a folder for embedded builds, of what was vendored as a single file. Included by the Makefile.
#
#   VENDORED     the folder that has broadloom.c and broadloom.h; PACKAGE is what is written
#
# SPDX-License-Identifier: Apache-2.0

PACKAGE ?= build/package/broadloom
PACK = $(dir $(PACKAGE))Broadloom.Broadloom.$(VERSION).pack

package: ## write build/package/broadloom, for Zephyr, ESP-IDF, PlatformIO, Arduino and CMSIS: see docs/packaging.md
	@rm -rf $(PACKAGE) $(PACK)
	@mkdir -p $(PACKAGE)/src
	@cp $(VENDORED)/broadloom.c $(VENDORED)/broadloom.h $(PACKAGE)/src
	@cp -r packaging/embedded/. LICENSE $(PACKAGE)
	@grep -rl '@version@' $(PACKAGE) | xargs sed -i 's|@version@|$(VERSION)|'
	@cd $(PACKAGE) && python3 -m zipfile -c ../$(notdir $(PACK)) $$(cd $(CURDIR)/packaging/embedded && ls | grep pdsc) LICENSE README.md src
	@echo "$(PACKAGE), $(PACK)"

.PHONY: package
