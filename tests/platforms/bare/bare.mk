# The bare x86-64 test image: included by the Makefile, which sets BUILD and may set BARE_CC.
#
#   $(eval $(call bare_elf,NAME,OBJECTS))            a rule for $(BUILD)/bare/NAME.elf
#   $(eval $(call bare_iso,NAME,ELF_NAME,ARGUMENT))  a rule for $(BUILD)/bare/NAME.iso, which tests/platforms/run_bochs.sh runs;
#                                                    ARGUMENT is the result of platform_argument()
#
# OBJECTS are compiled by the Makefile with $(BARE_CC) $(BARE_CFLAGS); they contain test_main(). One ELF serves any
# number of arguments.
#
# SPDX-License-Identifier: Apache-2.0

BARE_CC ?= $(CC)

# The image is linked below 2 GiB and has no red zone, no libc and no shared objects. BL_DETECT_CPU: it uses CPUID although it is freestanding.
BARE_CFLAGS = -std=c99 -O2 -ffreestanding -fno-pic -mno-red-zone -mcmodel=small -fno-stack-protector \
	-fno-asynchronous-unwind-tables -ffp-contract=off -DBL_DETECT_CPU=1

BARE_COMPILE = mkdir -p $(@D) && $(BARE_CC) -o $@

$(BUILD)/bare/start.o: tests/platforms/bare/start.S tests/platforms/bare/bare.h
	@$(BARE_COMPILE) -c $<

# without loop patterns, so that memcmp and similar functions do not become calls of themselves
$(BUILD)/bare/platform_bare.o: tests/platforms/bare/platform_bare.c tests/platforms/bare/bare.h tests/platforms/platform.h
	@$(BARE_COMPILE) $(BARE_CFLAGS) $(WARNINGS) -Itests -fno-builtin -mgeneral-regs-only -c $<

define bare_elf
$(BUILD)/bare/$(1).elf: $(BUILD)/bare/start.o $(BUILD)/bare/platform_bare.o $(2) tests/platforms/bare/bare.ld
	$$(BARE_CC) -nostdlib -static -Wl,--build-id=none,-z,max-page-size=4096 -T tests/platforms/bare/bare.ld \
		-o $$@ $$(filter %.o %.a,$$^) -lgcc
endef

define bare_iso
$(BUILD)/bare/$(1).iso: $(BUILD)/bare/$(2).elf
	rm -rf $(BUILD)/bare/$(1).root
	mkdir -p $(BUILD)/bare/$(1).root/boot/grub
	cp $$< $(BUILD)/bare/$(1).root/boot/image.elf
	printf 'set timeout=0\nmenuentry image {\n multiboot /boot/image.elf %s\n boot\n}\n' '$(3)' \
		>$(BUILD)/bare/$(1).root/boot/grub/grub.cfg
	grub-mkrescue -o $$@ $(BUILD)/bare/$(1).root >$(BUILD)/bare/$(1).log 2>&1 || \
		{ cat $(BUILD)/bare/$(1).log >&2; rm -f $$@; exit 1; }
endef

# the image's own test, run by tests/platforms/bare/self_test.sh: one image for each way to end
BARE_SELF_TEST_CASES = good bad read_before read_after write_after constant null stack hang
BARE_SELF_TESTS = $(BARE_SELF_TEST_CASES:%=$(BUILD)/bare/self_test_%.iso)
$(eval $(call bare_elf,self_test,$(BUILD)/bare/tests/platforms/bare/self_test.o))
$(foreach case,$(BARE_SELF_TEST_CASES),$(eval $(call bare_iso,self_test_$(case),self_test,$(case))))

# Bochs's wrong results: in a process, and in an image
BOCHS_ERRORS_FROM = $(addprefix tests/,platforms/bare/bochs_errors.c kernels/report.c kernels/text.c)
$(BUILD)/bare/tests/%.o: tests/%.c tests/kernels/kernels.h tests/platforms/platform.h
	@$(BARE_COMPILE) $(BARE_CFLAGS) $(WARNINGS) -Iinclude -Igenerated -Itests -c $<

$(BUILD)/bare/bochs_errors: $(BOCHS_ERRORS_FROM) $(addprefix tests/platforms/,hosted.c process.c platform.h)
	@$(BARE_COMPILE) -std=c99 -D_GNU_SOURCE -O2 $(WARNINGS) -Iinclude -Igenerated -Itests $(filter %.c,$^)

$(eval $(call bare_elf,bochs_errors,$(BOCHS_ERRORS_FROM:%.c=$(BUILD)/bare/%.o)))
$(eval $(call bare_iso,bochs_errors,bochs_errors,all))
