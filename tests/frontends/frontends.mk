# The tests of the specs' front ends. Included by tests/tests.mk after PROGRAM_TESTS is set.
#
# SPDX-License-Identifier: Apache-2.0

FRONTEND_TESTS = $(patsubst %.c,$(OUT)/%$(EXE),$(wildcard tests/frontends/*.c))

$(FRONTEND_TESTS): $(OUT)/%$(EXE): $(OUT)/%.o $(OUT)/libbroadloom.a
	@$(CC) $(CFLAGS) $(STATIC) $^ -o $@

PROGRAM_TESTS += $(FRONTEND_TESTS)
