#!/bin/sh
# Tests a few random profiles, like `make check-vendor`, which tests 300 with SEEDS=1..300.
#
# SPDX-License-Identifier: Apache-2.0
exec tests/vendor/profiles.sh
