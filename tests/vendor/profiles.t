#!/bin/sh
# A few random profiles, as `make check-vendor` tests them; SEEDS=1..300 there tests as many.
#
# SPDX-License-Identifier: Apache-2.0
exec tests/vendor/profiles.sh
