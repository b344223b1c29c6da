#!/usr/bin/perl
# Prints the targets that depend, directly or not, on the files in the arguments, one per line. Standard input is make's database (`make
# -pnq`).
#
# SPDX-License-Identifier: Apache-2.0
use strict;
use warnings;

my %made_of; # file -> targets
while (<STDIN>) {
    next if /^[\t#]/ || !/^([^:=]+): ?(?!=)(.*)$/;
    my ($targets, $files) = ($1, $2);
    $files =~ s/\|.*//;
    for my $file (split ' ', $files) {
        push @{ $made_of{$file} }, split ' ', $targets;
    }
}

my %seen;
my @left = @ARGV;
while (@left) {
    my $file = shift @left;
    for my $target (@{ $made_of{$file} || [] }) {
        push @left, $target unless $seen{$target}++;
    }
}
print "$_\n" for sort keys %seen;
