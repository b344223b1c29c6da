#!/usr/bin/perl
# Prints some lines of standard input, in their order: tests/quick/sample.pl COUNT SEED. The same seed chooses the same ones of the same
# lines.
#
# SPDX-License-Identifier: Apache-2.0
use strict;
use warnings;

my ($count, $state) = @ARGV;
my @lines = <STDIN>;
my @places = 0 .. $#lines;
for (my $i = 0; $i < $count && $i < $#places; ++$i) {
    $state = ($state * 1103515245 + 12345) % 2147483648;
    my $k = $i + int($state / 65536) % ($#places + 1 - $i);
    @places[ $i, $k ] = @places[ $k, $i ];
}
$#places = $count - 1 if @places > $count;
print $lines[$_] for sort { $a <=> $b } @places;
