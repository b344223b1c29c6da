# The example programs on threads (POSIX threads, OpenMP) and their tests. Included by the Makefile after the library's
# rules; tests/tests.mk takes THREADS_PROGRAM_TESTS and THREADS_PROGRAMS.
#
# SPDX-License-Identifier: Apache-2.0

# -fopenmp where the compiler has OpenMP; where not, all builds and openmp_run is a plain loop
$(OUT)/openmp: $(OUT)/flags
	@printf '#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n' >$@.c
	@if $(CC) -fopenmp $@.c -o $@.probe 2>/dev/null; then echo -fopenmp; else echo -Wno-unknown-pragmas; fi >$@

OPENMP = $$(cat $(OUT)/openmp)
POOL_OBJECTS = $(OUT)/examples/threads/pool.o $(OUT)/examples/threads/openmp.o
POOL_TEST_OBJECTS = $(OUT)/tests/threads/pool_test.o $(OUT)/tests/platforms/hosted.o $(POOL_OBJECTS)

$(OUT)/examples/threads/%.o: OWN_FLAGS += -pthread $(OPENMP)
$(OUT)/tests/threads/%.o: OWN_FLAGS += -pthread $(OPENMP)
$(OUT)/tests/threads/%.o: TEST_INCLUDES += -Iexamples/threads
$(OUT)/examples/threads/threads.o $(POOL_TEST_OBJECTS): | $(OUT)/openmp

$(OUT)/threads: $(OUT)/examples/threads/threads.o $(POOL_OBJECTS) $(OUT)/libbroadloom.a
	@$(CC) $(CFLAGS) -pthread $(OPENMP) $(STATIC) $^ -o $@

$(OUT)/tests/threads/pool_test: $(POOL_TEST_OBJECTS) $(OUT)/libbroadloom.a
	@$(CC) $(CFLAGS) -pthread $(OPENMP) $(STATIC) -Wl,--wrap=bl_plan_run_part $^ -o $@

THREADS_PROGRAMS = build/threads
$(THREADS_PROGRAMS): build/%: $(OUT)/% FORCE
	@cmp -s $< $@ || cp $< $@

threads: build/threads ## add two arrays by one thread and more, from a pool and from OpenMP
	build/threads pool $(JOBS)
	@if grep -q -e -fopenmp $(OUT)/openmp; then build/threads openmp $(JOBS); else echo "SKIP OpenMP: $(CC) has none"; fi

# tests/threads/threads.t builds it once more, with ThreadSanitizer
THREADS_PROGRAM_TESTS = $(OUT)/tests/threads/pool_test

.PHONY: threads
