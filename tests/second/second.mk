# Judge two computes words and operators in MPFR and integers, and compares the oracle and the kernels. Included by tests/tests.mk.
#
# SPDX-License-Identifier: Apache-2.0

SECOND = $(OUT)/tests/second
SECOND_OBJECTS = $(patsubst %,$(SECOND)/%.o,exact whole masks convert operators rules quick quick_words values) $(ORACLE_NAMES:%=$(OUT)/tests/oracle/%.o) \
	$(OUT)/libbroadloom.a

$(SECOND)/judges: $(SECOND)/judges.o $(OUT)/tests/prove/functions.o $(SECOND_OBJECTS)

# with the tests' words in plain C
$(SECOND)/exhaustive: $(patsubst %,$(SECOND)/%.o,exhaustive subjects block) $(patsubst %,$(OUT)/woven/scalar/%.o,words made vocabularies) $(SECOND_OBJECTS)

# the file of slow ways, to test the precision of its functions
$(SECOND)/long_numbers: $(SECOND)/long_numbers.o

$(addprefix $(SECOND)/,judges exhaustive long_numbers): LINKED_WITH = -lmpfr -lgmp -lm

$(SECOND)/words.txt: tests/second/words.lua gen/dictionary/words.lua
	@mkdir -p $(@D)
	@lua5.4 $^ >$@

# Also the program's test of recorded kernels: SEED= chooses the blocks.
run-judges: $(SECOND)/judges $(SECOND)/exhaustive $(SECOND)/long_numbers $(SECOND)/words.txt $(PROVE)/search
	@prove --exec '' $< :: $(SECOND)/words.txt $(SEED)
	@prove --exec '' $(SECOND)/long_numbers :: $(or $(SEED),$(shell date +%j))
	@$(PROVE)/search 26 exp log sin
	@EXHAUSTIVE=$(SECOND)/exhaustive SEED='$(SEED)' prove tests/second/proofs.t

check-judges: ## compare the oracle with a second judge, in MPFR and wide integers, and docs/proofs.md with the runs
	+@$(if $(wildcard /usr/include/mpfr.h /usr/local/include/mpfr.h),$(MAKE) --no-print-directory run-judges,echo "SKIP check-judges: MPFR's header is not installed")

# BLOCKS lists the runs; docs/proofs.md is generated from it. ONLY= is the beginning of a line: "pairs add f16".
BLOCKS = tests/second/blocks.txt
PROOFS = docs/proofs.md
BLOCKS_PAGE = tests/harness/page.sh 'what has run' docs/proofs.md $(PROOFS) $< table $(BLOCKS)
check-exhaustive: $(SECOND)/exhaustive ## run all 2^32 pairs and inputs, and random ones, that have not run yet: make check-exhaustive FOR=3600
	@$(BLOCKS_PAGE)
	@status=0; $< run $(BLOCKS) "$$(tests/harness/commit.sh gen generated include src tests/oracle ':(glob)tests/second/*.[ch]')" $(or $(FOR),0) $(ONLY) || status=$$?; \
		$(BLOCKS_PAGE) && exit $$status
