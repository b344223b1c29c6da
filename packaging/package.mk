# `make package`: a folder for embedded builds, with what `make vendor` weaves as a single file. Included by the Makefile.
#
# SPDX-License-Identifier: Apache-2.0

PACKAGE ?= build/package/broadloom
EXAMPLE = awk -v form=$(1) -f packaging/example.awk $(PACKAGE)/src/broadloom.h
PACK = $(dir $(PACKAGE))Broadloom.Broadloom.$(VERSION).pack

package: ## like vendor, but write build/package/broadloom, for Zephyr, ESP-IDF, PlatformIO, Arduino and CMSIS-Pack
	@[ ! -e $(PACKAGE) ] || ls $(PACKAGE)/*.pdsc >/dev/null 2>&1 || { echo "package: $(PACKAGE) is there, and is no package" >&2; exit 2; }
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

.PHONY: package
