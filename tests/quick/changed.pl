#!/usr/bin/perl
# The kernels that changed: tests/quick/changed.pl BEFORE AFTER, two folders of generated files. A kernel has changed if its text has, or
# that of a function or a macro of the headers which it uses, directly or not. Prints "ISA KERNEL OPERATOR" for each, always in the same
# order; an instruction set's moves and its fence have the operator "moves".
#
# SPDX-License-Identifier: Apache-2.0
use strict;
use warnings;

my ($before, $after) = @ARGV;

sub text_of {
    my ($path) = @_;
    open my $file, '<', $path or return '';
    local $/;
    return scalar <$file>;
}

# name -> text: the functions and macros of a folder's headers
my %parts;
sub parts_of {
    my ($folder, $header) = @_;
    return $parts{"$folder/$header"} //= do {
        my %found;
        my $text = text_of("$folder/$header");
        $found{$1} = $2 while $text =~ /^[ ]*#[ ]*define[ ]+(\w+)((?:[^\n]*\\\n)*[^\n]*)\n/mg;
        $found{$1} = $2 while $text =~ /^(?:[A-Z]\w*[ ]+)+(?:static[ ]+)?(?:inline[ ]+)?[\w \*]*?\b(\w+)(\([^;{]*\)\n\{.*?^\})/msg;
        \%found;
    };
}

# the header and all that it includes, the nearest first
my %included;
sub headers_of {
    my ($folder, $header) = @_;
    return @{ $included{"$folder/$header"} //= do {
        my %seen;
        [ grep { !$seen{$_}++ } $header, map { headers_of($folder, $_) } text_of("$folder/$header") =~ /^#include "(bl_kernels\w*\.h)"/mg ];
    } };
}

# all that the text uses, in one string
sub closure {
    my ($folder, $isa, $text) = @_;
    my (%seen, @used);
    my @headers = map { parts_of($folder, $_) } headers_of($folder, "bl_kernels_$isa.h");
    my @left = ($text);
    while (@left) {
        for my $name (shift(@left) =~ /\b[A-Za-z_]\w+/g) {
            next if $seen{$name}++;
            for my $parts (@headers) {
                next unless exists $parts->{$name};
                push @left, $parts->{$name};
                push @used, "$name$parts->{$name}";
                last;
            }
        }
    }
    return join "\n", sort @used;
}

sub without_comments {
    my ($text) = @_;
    $text =~ s{/\*.*?\*/}{}gs;
    return $text;
}

# the operators, the longest names first
my @ops = sort { length $b <=> length $a } text_of("$after/list.txt") =~ /^  (\w+) +[\w,]+ -> /mg;
for my $folder (sort grep { -d } glob "$after/*") {
    my ($isa) = $folder =~ m{([^/]+)$};
    next unless -e "$after/bl_kernels_$isa.h";
    my $headers_changed = grep { text_of("$before/$_") ne text_of("$after/$_") } headers_of($after, "bl_kernels_$isa.h");
    for my $path (sort glob "$folder/*.c") {
        my ($kernel) = $path =~ m{([^/]+)_\Q$isa\E\.c$};
        my ($was, $is) = map { text_of("$_/$isa/${kernel}_$isa.c") } $before, $after;
        next unless without_comments($was) ne without_comments($is) ||
            $headers_changed && closure($before, $isa, $was) ne closure($after, $isa, $is);
        my ($op) = grep { index("${kernel}_", "${_}_") == 0 } @ops, 'moves';
        $op = 'moves' if $kernel eq 'fence';
        $op //= '-';
        print "$isa $kernel $op\n";
    }
}
