# Correctly rounded functions, over all their inputs: docs/proofs.md. Included by tests/tests.mk.
#
# SPDX-License-Identifier: Apache-2.0

PROVE = $(OUT)/tests/prove
# finished proofs are files in this folder, such as exp_f32.txt; unfinished ones are in the other folder
PROOFS_IN = tests/prove
PROVE_STATE = build/prove
PROVEN_PAGE = docs/proofs.md

# ---- The part in make check, which needs neither MPFR nor SLEEF ----

$(PROVE)/proven$(EXE): $(patsubst %,$(PROVE)/%.o,proven kernels proof sets doubles) $(OUT)/tests/second/values.o $(OUT)/libbroadloom.a

KEPT_PROOFS = $(sort $(foreach type,f32 f64 f16 bf16,$(wildcard $(PROOFS_IN)/*_$(type).txt $(PROOFS_IN)/*_$(type)-*.txt)))
check-functions: $(PROVE)/proven build/network ## compare functions with the kept records of their proofs: SEED= chooses the block
	@prove --exec '' $< :: check 997 4 $(or $(SEED),$(shell date +%j)) $(KEPT_PROOFS)
	@PROVEN=$< prove tests/prove/prove.t
	+@$(filter-out tests/runs.sh,$(IN_RUNS)) RUNS="$$($(IN_RUNS) list emulated)" prove tests/network/network.t
	+@$(IN_RUNS) proven "check 99991 0 $(or $(SEED),$(shell date +%j)) $(KEPT_PROOFS)" $(shell $(IN_RUNS) list emulated)

# ---- Proofs ----

PROVE_REFERENCE = $(patsubst %,$(PROVE)/%.o,results notes functions proof sets doubles others quick-2 quick-4 quick-8) \
	$(patsubst %,$(OUT)/tests/second/%.o,exact values) $(if $(LLVM_LIBC),$(PROVE)/llvm.o)
$(addprefix $(PROVE)/,reference nudge margin compare compare-stand-in): LINKED_WITH = -lsleef -lmpfr -lgmp -lm -ldl

# LLVM's C library, from the package libllvmlibc-22-dev: its functions of f64, renamed with the prefix `llvm_`, and their dependencies
LLVM_LIBC = $(lastword $(sort $(wildcard /usr/lib/llvm-*/lib/libllvmlibc.a)))
LLVM_FUNCTIONS = exp exp2 expm1 log log2 log10 log1p sin cos cbrt hypot
$(PROVE)/llvm.o: $(LLVM_LIBC) $(OUT)/flags
	@mkdir -p $(@D) && ld -r $(LLVM_FUNCTIONS:%=-u %) $< -o $@.all
	@objcopy $(foreach name,$(LLVM_FUNCTIONS),--redefine-sym $(name)=llvm_$(name)) $@.all $@ && rm $@.all

$(PROVE)/others.o: tests/prove/others.c $(OUT)/flags
	@$(TEST_COMPILE) $(if $(LLVM_LIBC),-DWITH_LLVM) $(TEST_INCLUDES) -c $< -o $@

# SLEEF's functions with registers of 2, 4 and 8 f64
QUICK_FLAGS_2 = -msse2
QUICK_FLAGS_4 = -mavx2 -mfma
QUICK_FLAGS_8 = -mavx512f
$(PROVE)/quick-%.o: tests/prove/quick.c $(OUT)/flags
	@$(TEST_COMPILE) -O3 -DLANES=$* $(QUICK_FLAGS_$*) $(TEST_INCLUDES) -c $< -o $@

$(PROVE)/reference: $(PROVE)/reference.o $(PROVE_REFERENCE)

$(PROVE)/nudge: $(PROVE)/nudge.o $(PROVE_REFERENCE)

$(PROVE)/margin: $(PROVE)/margin.o

$(PROVE)/compare: $(patsubst %,$(PROVE)/%.o,compare kernels runs) $(PROVE_REFERENCE) $(OUT)/libbroadloom.a

# compare with the C library instead of kernels: it must find the one result that WRONG makes wrong
$(PROVE)/compare-stand-in: $(patsubst %,$(PROVE)/%.o,compare stand_in runs) $(PROVE_REFERENCE) $(OUT)/libbroadloom.a

# Each way is a library. `usual` is the project's build. With the others this machine computes a function as another
# instruction set does: PROVE_WOVEN_x is the source of the library x, PROVE_PROOFS_x the proofs with which it is
# compared. VSX, RVV and z/Architecture compute exp in doubles, and round mul_add once. As words in operator files,
# exp, sin, cos and tan use these ways.
PROVE_WAYS = usual doubles at_once
PROVE_WOVEN_doubles = OPS=exp WAYS=doubles ISAS="scalar avx2"
PROVE_PROOFS_doubles = exp_f32
PROVE_WOVEN_at_once = OPS="sin cos tan" WAYS=at_once ISAS="scalar avx2"
PROVE_PROOFS_at_once = $(foreach name,sin cos tan,$(name)_f32 $(name)_bf16)

# The sets of inputs that prove a function of two operands: DTYPE=f32-random is one of them.
PROVE_SETS = random near exact limits
PROVE_PAIRS_atan2 = $(PROVE_SETS:%=f32-%) f16 bf16
PROVE_PAIRS_hypot = $(PROVE_PAIRS_atan2)
# The sets of operands of functions of f64: DTYPE=f64-many is one of them.
PROVE_DOUBLES = hard random many
PROVE_PAIRS_pow = $(PROVE_PAIRS_atan2) f32-exponents f32-integers \
	$(foreach second,f16 bf16 i8 i16 i32 i64 u8 u16 u32 u64,f32-$(second)-random f32-$(second)-integers) \
	$(foreach type,f16 bf16,$(foreach second,$(filter-out $(type),f16 bf16) i8 i16 u8 u16,$(type)-$(second)) \
	$(foreach second,f32 i32 i64 u32 u64,$(type)-$(second)-random $(type)-$(second)-integers))
# For a function, the dtypes with a stored proof, or the requested ones; otherwise f32.
of_dtypes = $(patsubst %,$(PROOFS_IN)/$(1)_%.txt,$(2))
DOUBLES = $(patsubst tests/prove/doubles/%.txt,%,$(wildcard tests/prove/doubles/*.txt))
proofs_without_dtype = $(or $(call of_dtypes,$(1),$(PROVE_PAIRS_$(1))),$(wildcard $(call of_dtypes,$(1),f32 f16 bf16))) \
	$(wildcard $(call of_dtypes,$(1),$(PROVE_DOUBLES:%=f64-%)))
proofs_of = $(or $(if $(DTYPE),$(call of_dtypes,$(1),$(DTYPE)),$(strip $(call proofs_without_dtype,$(1)))),$(call of_dtypes,$(1),f32))
PROVE_ASKED = $(if $(FUNCTION),$(foreach function,$(FUNCTION),$(call proofs_of,$(function))),$(KEPT_PROOFS))
# of these, the proofs for a library
asked_of = $(if $(PROVE_PROOFS_$(1)),$(filter $(PROVE_PROOFS_$(1):%=$(PROOFS_IN)/%.txt),$(PROVE_ASKED)),$(PROVE_ASKED))

# Only if it does not exist: to change a proof, remove it first. `compare` moves complete proofs to the others.
$(PROVE_STATE)/%.txt: | $(PROVE)/reference
	@mkdir -p $(@D)
	@stem=$*; $(PROVE)/reference "$${stem%_*}" "$${stem##*_}" $(BLOCK) >$@.new && mv $@.new $@

run-way: $(PROVE)/compare $(patsubst $(PROOFS_IN)/%,$(PROVE_STATE)/%,$(filter-out $(wildcard $(PROOFS_IN)/*),$(call asked_of,$(WAY))))
	@mkdir -p $(PROVE_STATE) $(PROOFS_IN)
	@$< $(PROVE_STATE) "$$(tests/harness/commit.sh gen generated include src ':(glob)tests/prove/*.[ch]' ':(glob)tests/second/*.[ch]')" $(or $(FOR),0) $(WAY) "$(or $(ISA),all)" $(or $(BLOCK),all) $(JOBS) $(call asked_of,$(WAY))

run-prove: $(PROVE)/proven
	+@status=0; $(foreach way,$(PROVE_WAYS),$(if $(call asked_of,$(way)),$(MAKE) --no-print-directory run-way WAY=$(way) \
		$(if $(PROVE_WOVEN_$(way)),OUT=$(OUT)-$(way) $(PROVE_WOVEN_$(way))) || status=1;)) \
		$(MAKE) --no-print-directory run-gappa run-search run-page && exit $$status

# Margins that Gappa proves to be sufficient: each file describes the steps of a function.
run-gappa:
	@if command -v gappa >/dev/null; then \
		for file in $(wildcard tests/prove/*.gappa); do tests/prove/suffices.sh $$file && echo "$$file: the margin suffices" || exit 1; done; \
	else echo "SKIP the margins that Gappa proves: it is not installed"; fi

# A search for hard cases, which must find the hardest known case of each function of f64 again. LOG2=44 takes minutes per function.
SEARCHED = $(if $(FUNCTION),$(filter $(FUNCTION),$(DOUBLES)),$(DOUBLES))
$(PROVE)/search: $(patsubst %,$(PROVE)/%.o,search functions doubles) $(patsubst %,$(OUT)/tests/second/%.o,exact values)
$(PROVE)/search: LINKED_WITH = -lmpfr -lgmp -lm
run-search: $(if $(SEARCHED),$(PROVE)/search)
	@$(if $(SEARCHED),$< $(or $(LOG2),32) $(SEARCHED),:)

run-page: $(PROVE)/proven
	@tests/harness/page.sh 'what is proven' docs/proofs.md $(PROVEN_PAGE) $< table generated/list.txt $(KEPT_PROOFS)

prove: ## compare functions with MPFR over all inputs that have not run yet: make prove FUNCTION=exp DTYPE=f32 ISA=avx512 FOR=3600
	@$(if $(filter x86_64,$(MACHINE)),,echo "prove: SLEEF's reference is for x86-64 here" >&2; exit 2)
	@tests/setup.sh prove
	+@$(MAKE) --no-print-directory run-prove

$(PROVE)/shares: $(patsubst %,$(PROVE)/%.o,shares functions proof sets doubles) $(OUT)/tests/second/values.o
$(PROVE)/shares: LINKED_WITH = -lquadmath -lmpfr -lgmp -lm -ldl

IS_OF_F64 = $(filter f64,$(DTYPE))
MARGIN = $(PROVE)/$(if $(IS_OF_F64),shares,margin)
margins: $(GENERATOR) $(MARGIN) ## measure errors before rounding: make margins FUNCTION="exp log" ISA=avx512 EVERY=1, or of f64 DTYPE=f64 COUNT=100000000
	@tests/prove/margins.pl $(GENERATOR) $(MARGIN) $(if $(IS_OF_F64),$(or $(COUNT),1000000),$(or $(EVERY),97)) $(or $(ISA),avx2) \
		$(if $(IS_OF_F64),f64,f32) $(or $(FUNCTION),$(if $(IS_OF_F64),$(DOUBLES)))

COEFFICIENTS = gen/catalogue
coefficients: ## compute the functions' coefficients again, by Sollya
	@for file in coefficients doubles; do \
		sollya gen/catalogue/$$file.sollya </dev/null 2>/dev/null | grep -v '^The precision' >$(COEFFICIENTS)/$$file.new && \
			mv $(COEFFICIENTS)/$$file.new $(COEFFICIENTS)/$$file.lua || exit 1; done

halves: $(GENERATOR) $(PROVE)/nudge ## compute those of f16 and bf16 again, by Sollya and by trials: all, or FUNCTION="log tanh"
	@tests/prove/nudge.pl $(GENERATOR) $(PROVE)/nudge 20000 $(FUNCTION)
