#!/usr/bin/perl
# Finds the coefficients of functions of f16 and bf16 in f32 again (gen/catalogue/halves.lua), from those that Sollya gives:
#
#   nudge.pl GENERATOR NUDGE TRIALS [FUNCTION...]
#
# NUDGE is the program nudge.c. For each function kernels are generated and compiled whose coefficients are elements of an array. Without
# FUNCTION it does all functions in halves.sollya; with it, the others do not change.
#
# SPDX-License-Identifier: Apache-2.0
use strict;
use warnings;
use File::Path qw(make_path);

my ($generator, $nudge, $trials, @asked) = @ARGV;
my $file = 'gen/catalogue/halves.lua';
my $folder = 'build/nudge';
my (%start, %known);
for (qx{sollya gen/catalogue/halves.sollya </dev/null 2>/dev/null}) {
    my ($name, $dtype, $kind, @values) = split;
    $start{$name}{$dtype} = { kind => $kind, values => \@values, hard => [] } if @values || defined $kind;
}
@asked = sort keys %start if !@asked;

sub read_known {
    open my $in, '<', $file or return;
    my $text = do { local $/; <$in> };
    while ($text =~ /^  (\w+) = \{\n(.*?)^  \},\n/gms) {
        my ($name, $both) = ($1, $2);
        while ($both =~ /(\w+) = \{([^{]*)hard = \{((?:\s*\{[^}]*\},?)*)\s*\},\s*\},\n/g) {
            my ($dtype, $values, $hard) = ($1, $2, $3);
            $known{$name}{$dtype} = { values => [$values =~ /(-?0x[0-9a-fp.+-]+)/g], hard => [$hard =~ /\{ (0x\w+), (0x\w+)/g] };
        }
    }
}

sub list { # of values, at most so many in a line
    my ($indent, $width, @all) = @_;
    my $text = '';
    while (my @line = splice @all, 0, $width) { $text .= "\n$indent" . join(', ', @line) . ',' }
    return $text;
}

sub write_known {
    open my $out, '>', "$file.new" or die "$file: $!";
    print $out "-- Functions of f16 and bf16 in f32: the coefficients of their polynomials; and the inputs whose results these would round wrongly (the\n",
        "-- bits with which the steps begin), with the right results. Made by tests/prove/nudge.pl. Do not edit.\n",
        "-- SPDX-License-Identifier: Apache-2.0\nreturn {\n";
    for my $name (sort keys %known) {
        print $out "  $name = {\n";
        for my $dtype ('f16', 'bf16') {
            my $of = $known{$name}{$dtype} or next;
            my @hard = @{ $of->{hard} };
            my @pairs = map { "{ $hard[2 * $_], $hard[2 * $_ + 1] }" } 0 .. @hard / 2 - 1;
            print $out "    $dtype = {", list('      ', 6, @{ $of->{values} }), "\n      hard = {", @pairs ? list('        ', 4, @pairs) . "\n      " : '',
                "},\n    },\n";
        }
        print $out "  },\n";
    }
    print $out "}\n";
    close $out;
    rename "$file.new", $file or die "$file: $!";
}

# The bits of a literal of an f32.
sub bits { return unpack 'L', pack 'f', shift }
sub number {
    my $text = shift;
    my ($sign, $whole, $fraction, $power) = $text =~ /^(-?)0x([0-9a-f]+)\.?([0-9a-f]*)p([+-]?\d+)$/ or return $text;
    return ($sign ? -1 : 1) * hex("$whole$fraction") * 2**($power - 4 * length $fraction);
}

# The generated text, with elements of the array instead of the coefficients, or of twice these.
sub with_array {
    my ($text, @values) = @_;
    my %place = map { (bits(number($values[$_])) => $_) } 0 .. $#values;
    my $count = 0;
    $text =~ s{(?<![\w.])(-?(?:0x[0-9a-f.]+p[+-]?\d+|\d+\.?\d*(?:e[+-]?\d+)?))f\b}{
        my ($all, $place) = ($&, $place{ bits(number($1)) });
        my ($minus, $half) = ($place{ bits(-number($1)) }, $place{ bits(number($1) / 2) });
        $count++ if defined $place;
        defined $place ? "coefficients[$place]" : defined $minus ? "-coefficients[$minus]" : defined $half ? "(2.0f * coefficients[$half])" : $all }gex;
    return ($text, $count);
}

sub run { system(@_) == 0 or die "@_" }

sub library { # of a function at a dtype: compiled so, its path
    my ($name, $dtype, $values) = @_;
    my $all = '';
    for my $isa ('sse2', 'avx2') {
        my ($kernel) = glob "$folder/$name/$isa/${name}_${dtype}_$isa.c";
        die "$name $dtype: no kernel of $isa\n" if !$kernel;
        my $text = qx{gcc -E -P -DBL_WITH_SSE2=1 -DBL_WITH_AVX2=1 -msse2 -mavx2 -mfma -mf16c -Iinclude -I$folder/$name $kernel};
        my ($own, $count) = with_array($text, @$values);
        open my $out, '>', "$folder/${name}_${dtype}_$isa.c" or die $!;
        print $out 'extern ' if $isa eq 'avx2';
        print $out "float coefficients[32];\n$own";
        close $out;
        run('gcc', '-w', '-O2', '-fPIC', '-ffp-contract=off', $isa eq 'sse2' ? '-msse2' : ('-mavx2', '-mfma', '-mf16c'), '-c',
            "$folder/${name}_${dtype}_$isa.c", '-o', "$folder/${name}_${dtype}_$isa.o");
    }
    my $library = "$folder/${name}_$dtype.so";
    run('gcc', '-shared', '-o', $library, "$folder/${name}_${dtype}_sse2.o", "$folder/${name}_${dtype}_avx2.o");
    return $library;
}

read_known();
$known{$_} //= $start{$_} for keys %start;
make_path($folder);
for my $name (@asked) {
    die "halves.sollya has no '$name'\n" if !$start{$name};
    $known{$name} = $start{$name};
    write_known();
    run($generator, '--ops', $name, '--dtypes', 'f16,bf16', '--isas', 'scalar,sse2,avx2', '--out', "$folder/$name");
    for my $dtype ('f16', 'bf16') {
        my $of = $known{$name}{$dtype};
        my $library = library($name, $dtype, $of->{values});
        my ($values, $hard) = split /\n/, qx{$nudge $name $dtype $of->{kind} $trials ./$library @{ $of->{values} }};
        die "$name $dtype: nudge failed\n" if $?;
        $of->{values} = [map { s/p\+/p/r } split ' ', $values // ''];
        $of->{hard} = [split ' ', $hard // ''];
    }
    write_known();
}
