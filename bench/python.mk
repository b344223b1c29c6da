# `make bench-python`: peers from PyPI beside Broadloom, into build/bench/python.json. Included by the Makefile after
# bench/bench.mk, whose program lists the cases. QUICK=1 and FILTER=REGEX as for `make bench`.
#
# SPDX-License-Identifier: Apache-2.0

PYTHON ?= python3
VENV = build/bench/venv

$(VENV)/ready:
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "bench-python: Python 3 with venv is missing (apt-get install python3-venv)" >&2; exit 1; }
	@$(VENV)/bin/pip install -q --disable-pip-version-check numpy ml_dtypes onnx onnxruntime openvino || \
		{ echo "bench-python: the peers cannot be installed from PyPI" >&2; exit 1; }
	@touch $@

$(OUT)/bench/python_library.o: bench/python_library.c $(OUT)/flags
	@mkdir -p $(@D)
	@$(COMPILE) -fPIC $(INCLUDES) -c $< -o $@

# The archive's functions stay within: so its objects, compiled for programs, can be linked here.
$(OUT)/bench/libbench.so: $(OUT)/bench/python_library.o $(OUT)/libbroadloom.a
	@$(CC) -shared $^ -Wl,--exclude-libs,ALL -o $@

-include $(OUT)/bench/python_library.d

bench-python: $(VENV)/ready $(OUT)/bench/libbench.so build/bench/bench ## time Python's peers beside Broadloom
	@build/bench/bench --list $(if $(QUICK),--quick) $(if $(FILTER),--filter '$(FILTER)') --json build/bench/cases.json
	@$(VENV)/bin/python bench/peers.py --cases build/bench/cases.json --library $(OUT)/bench/libbench.so \
		--json build/bench/python.json $(if $(QUICK),--quick)
	@! grep -qw avx512f /proc/cpuinfo || $(VENV)/bin/python bench/peers.py --cases build/bench/cases.json --library $(OUT)/bench/libbench.so \
		--json build/bench/python.json $(if $(QUICK),--quick) --filter '^functions/' --numpy-below-avx512

.PHONY: bench-python
