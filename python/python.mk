# The Python package: python/README.md. Included by the Makefile. The library and its other tests need no Python.
#
# SPDX-License-Identifier: Apache-2.0

PYTHON ?= python3

wheel: ## make wheels for x86-64 and AArch64, and the source distribution, into build/python/dist (needs Python and ziglang from PyPI)
	@python/wheels.sh $(PYTHON)

check-python: ## test the Python package with the oldest and the newest NumPy; without Python it says SKIP
	@CC="$(CC)" prove -v --exec sh tests/python/check.sh :: $(PYTHON)

check-python-all: ## the same with other Pythons, the source distribution, pandas, xarray, JAX and NumPy's own tests
	@CC="$(CC)" prove -v --exec sh tests/python/check.sh :: $(PYTHON) all

bench-python: ## time the Python package and NumPy, in one run: make bench-python FILTER=cast ISA=avx2
	@python/bench.sh $(PYTHON) '$(FILTER)' '$(ISA)'
