# Mutants: small faults, planted one at a time in a copy, and who notices. Included by tests/tests.mk.
#
# SPDX-License-Identifier: Apache-2.0

FOR = 3600
IN_MUTANTS = OUT='$(OUT)' MAKE='$(MAKE)' CC='$(CC)' PROGRAMS='$(PROGRAM_TESTS)' tests/mutants/mutants.pl

mutants: all build/npy_run build/npy_binary $(FRONTEND_PROGRAMS) ## plant faults for an hour, one at a time, and say which test notices each: make mutants FOR=3600 SEED=7
	+@mkdir -p build/mutants
	+@$(IN_MUTANTS) for $(FOR) $(or $(SEED),$(shell date +%s))

# SITE="KIND FILE 'TEXT'": the first site of that kind whose line has the text
mutant:
	+@mkdir -p $(or $(MUTANTS),build/mutants)
	+@$(if $(MUTANTS),MUTANTS='$(MUTANTS)') $(IN_MUTANTS) try $(SITE)

.PHONY: mutants mutant
