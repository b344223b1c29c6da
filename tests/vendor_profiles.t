#!/bin/sh
# Six random profiles, as `make check-vendor` tests them; SEEDS=1..300 there tests as many. Between them these have both runtimes
# and both forms, DETECT=yes, and operators of one's own with their self-test.
#
# SPDX-License-Identifier: Apache-2.0
exec tests/vendor/profiles.sh 1 2 4 5 6 163
