# Which branches of the runtime and of the examples' readers no test takes. Included by tests/tests.mk.
#
# SPDX-License-Identifier: Apache-2.0

# Compiled anew are the sources whose branches are counted, once as the full runtime and once as the compact one; kernels and tests
# are linked as they are.
BRANCHES = build/branches
# at -O0, that each compare keeps its branches, and without always_inline, that a function is counted once
BRANCHES_FLAGS = CC=gcc CFLAGS="-O0 -g --coverage -Dalways_inline=unused" STATIC=
COMPACT_NAMES = $(shell sed -n "/^programs compact /,/'$$/p" tests/compact/compact.t | tr '\n' ' ' | cut -d "'" -f 2)

branches: all $(RUNTIME_TESTS:%=%.o) $(JUDGE_OBJECTS) $(KERNEL_TEST_OBJECTS) $(PROCESS) $(GROUND) ## print the branches of src/ and of the examples' readers that no test takes, beside those that are known
	@mkdir -p $(BRANCHES)
	@find $(BRANCHES) -name '*.gcda' -exec rm -f {} +
	+@$(MAKE) --no-print-directory branches-full $(BRANCHES_FLAGS) OUT=$(BRANCHES)/full TESTS_OUT=$(OUT) ISAS_AS_THEY_ARE="$(ISAS)"
	+@$(MAKE) --no-print-directory branches-compact $(BRANCHES_FLAGS) OUT=$(BRANCHES)/compact PROFILE=tests/compact/detected.lua
	@tests/branches/branches.pl tests/branches/untaken.txt $(BRANCHES)

# Not the oracle's tests, which link nothing of this, nor those of floating-point exceptions, which run operators as woven_ops does.
BRANCHES_PROGRAMS = $(filter-out $(ORACLE_TESTS) %/exceptions,$(PROGRAM_TESTS))

branches-full: $(BRANCHES_PROGRAMS) $(OUT)/npy_run $(OUT)/onnx_node $(OUT)/onnx_files $(OUT)/openvino_ir
	@prove -Q -j$(JOBS) --exec '' $(BRANCHES_PROGRAMS)
	@NPY_RUN='$(CURDIR)/$(OUT)/npy_run' ONNX_NODE=$(OUT)/onnx_node ONNX_FILES=$(OUT)/onnx_files OPENVINO_IR=$(OUT)/openvino_ir \
		prove -Q -j$(JOBS) $(wildcard tests/npy/*.t) $(FRONTEND_SCRIPT_TESTS) tests/frontends/memory.t
	@[ ! -d /usr/share/libonnx-testdata ] || prove -Q --exec sh tests/onnx/check_onnx.sh :: $(OUT)/onnx_node

branches-compact: $(COMPACT_NAMES:%=$(OUT)/tests/%)
	@prove -Q -j$(JOBS) --exec '' $^
