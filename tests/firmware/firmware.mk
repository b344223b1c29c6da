# Images for boards, which test the library in firmware. Included by tests/tests.mk.
#
# FIRMWARE_RUNS   the runs, CORE:COMPILER:LEVEL:GROUND each, as arguments for tests/firmware/image.sh
#   CORE            the board of check-selftests: a line of tests/firmware/boards.txt
#
# SPDX-License-Identifier: Apache-2.0

FIRMWARE = build/firmware
FIRMWARE_OPS = add sub mul div less
FIRMWARE_DTYPES = f32 i8 i16 i32 u8 bool

# ---- The library, vendored ----

FIRMWARE_LIBRARY = $(FIRMWARE)/library

$(FIRMWARE_LIBRARY)/broadloom.c: $(WOVEN_FROM) $(wildcard include/*.h src/*/*.[ch])
	@rm -rf $(@D)
	@$(MAKE) --no-print-directory -s vendor OPS=$(call listed,$(FIRMWARE_OPS)) DTYPES=$(call listed,$(FIRMWARE_DTYPES)) ISAS=scalar,mve,dsp \
		SPECS=none RUNTIME=compact SELFTEST=yes FORM=single OUT=$(@D) >/dev/null

# ---- The vectors ----

FIRMWARE_VECTORS = $(FIRMWARE)/vectors
# the operators' names in these files, and in Broadloom
FIRMWARE_NAMES = $(foreach op,$(FIRMWARE_OPS),$(op)=$(op)) Add=add Subtract=sub Sub=sub Multiply=mul Mul=mul Divide=div Div=div Less=less

$(FIRMWARE_VECTORS)/published.c: $(patsubst %,tests/vectors/%.ebv,array_api_special numpy_int_semantics onnx_v1.23_node_opset28 \
	openvino_op_reference ort_element_wise_ops_test)
$(FIRMWARE_VECTORS)/edge.c: $(FIRMWARE_VECTORS)/edge.ebv
$(FIRMWARE_VECTORS)/%.c: tests/firmware/vectors.awk
	@mkdir -p $(@D)
	@awk -v name=$*_vectors -v ops='$(FIRMWARE_NAMES)' -v dtypes='$(filter-out bool,$(FIRMWARE_DTYPES))' -f $< $(filter %.ebv,$^) >$@

$(FIRMWARE_VECTORS)/edge.ebv: $(FIRMWARE)/edges
	@mkdir -p $(@D)
	@$< >$@

$(FIRMWARE)/edges: tests/firmware/edges.c $(ORACLE_NAMES:%=tests/oracle/%.c) tests/oracle/oracle.h
	@mkdir -p $(@D)
	@$(HOST_CC) $(STANDARD) $(WARNINGS) -O1 -ffp-contract=off -Iinclude -Igenerated -Itests $(filter %.c,$^) -lm -o $@

# ---- The runs ----

FIRMWARE_CORES := $(shell sed -n 's/^\([a-z0-9-]*\) *|.*/\1/p' tests/firmware/boards.txt)
FIRMWARE_QUICK = gcc:-Os:hosted gcc:-O3:freestanding clang-19:-O2:freestanding
FIRMWARE_ALL = $(foreach ground,freestanding hosted,$(foreach level,-Os -O2 -O3,$(addsuffix :$(level):$(ground),gcc clang clang-19)))
FIRMWARE_RUNS = host:gcc:-O2:hosted $(foreach core,$(FIRMWARE_CORES),$(patsubst %,$(core):%,$(if $(QUICK),$(FIRMWARE_QUICK),$(FIRMWARE_ALL))))

firmware-parts: $(FIRMWARE_LIBRARY)/broadloom.c $(FIRMWARE_VECTORS)/published.c $(FIRMWARE_VECTORS)/edge.c

check-firmware: firmware-parts ## test the vendored library in images for microcontrollers (QUICK=1: three builds for each core)
	@rm -f build/logs/firmware-*.tap
	@prove -j$(JOBS) --exec '$(TIMED) image tests/harness/logged.sh firmware tests/firmware/image.sh' $(FIRMWARE_RUNS); status=$$?; \
		awk -f tests/firmware/report.awk $(foreach run,$(FIRMWARE_RUNS),build/logs/firmware-$(subst :,_,$(run)).tap) || exit; exit $$status

check-selftests: $(GENERATOR) ## run the self-test of each operator, at each dtype that compiles there, on a simulated board: make check-selftests CORE=atmega1284p OPS="div cast"
	@$(if $(filter $(CORE),$(FIRMWARE_CORES)),,echo "check-selftests: set CORE=, one of $(FIRMWARE_CORES)" >&2; exit 2)
	@JOBS=$(JOBS) tests/firmware/selftests.sh $(CORE) $(OPS)
