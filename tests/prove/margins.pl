#!/usr/bin/perl
# Measures the errors of functions before rounding, as a share of their steps' margin: for f32 in pairs, or for f64 in two parts:
#
#   margins.pl GENERATOR PROGRAM EVERY ISA DTYPE FUNCTION...
#
# Of f32 PROGRAM is that of margin.c, and EVERY 1 for all 2^32 inputs, or n for every nth. Of f64 it is that of shares.c, and EVERY the number
# of operands. For each function a kernel is generated and compiled whose step also stores the values that `between` of
# gen/catalogue/functions.lua or `rounded` of gen/catalogue/parts.lua names; or those of `rounded_nearby`, which has one value below the head.
#
# SPDX-License-Identifier: Apache-2.0
use strict;
use warnings;

my ($generator, $program, $every, $isa, $dtype, @functions) = @ARGV;
my $type = { f32 => 'float', f64 => 'double' }->{$dtype};
my $folder = 'build/margins';
my $flags = { avx2 => '-mavx2 -mfma -mf16c', avx512 => '-mavx512f -mavx512bw -mavx512dq -mavx512vl' }->{$isa} or die "margins: no flags for $isa\n";
my $status = 0;
sub run { system(@_) == 0 or die "@_" }

for my $name (@functions) {
    run($generator, '--ops', $name, '--dtypes', $dtype, '--isas', "scalar,$isa", '--out', "$folder/$name");
    my $kernel = "$folder/$name/$isa/${name}_${dtype}_$isa.c";
    open my $in, '<', $kernel or die "$kernel: $!";
    my $text = do { local $/; <$in> };
    my @names = ('head', $text =~ / lower = / ? qw(lower upper) : qw(below below));
    my ($step) = $text =~ m{(INLINE \w+ ${name}_${dtype}_$isa\([^)]*\)\n\{(?:(?!\n\}).)*? $names[1] = .*?\n)    return [^;]*;\n\}}s or die "$name $dtype $isa: not in two parts\n";
    my @places = qw(head lower upper);
    my $stores = join '', map { "    memcpy(margin_$places[$_], &$names[$_], sizeof $names[$_]);\n" } 0 .. 2;
    my $usual = $step =~ /const \w+ is_usual = / ? 'is_usual' : 'is_normal';
    my @masks = grep { $step =~ /const \w+ $_ = / } $dtype eq 'f32' ? qw(is_ordinary is_within is_above is_normal is_usual) : ($usual, 'is_tiny');
    for my $i (0 .. $#masks) { $stores .= "    memcpy(margin_masks[$i], &$masks[$i], sizeof $masks[$i]);\n    margin_mask_bytes = sizeof $masks[$i];\n" }
    $stores .= '    margin_mask_count = ' . @masks . ";\n";
    $text =~ s{\Q$step\E}{$step$stores};
    open my $out, '>', "$folder/$name.c" or die $!;
    print $out "#include <string.h>\n#include <stddef.h>\n$type " . join(", ", map { "margin_${_}[16]" } @places) . ";\n",
        "unsigned char margin_masks[4][64];\nsize_t margin_mask_bytes, margin_mask_count;\n$text";
    close $out;
    my $slow = $dtype eq 'f64' ? "$folder/$name/scalar/${name}_f64_scalar.c $folder/$name/dispatch/long_numbers.c" : '';
    $slow = join ' ', $slow, glob "$folder/$name/$isa/fence_*.c";
    run("gcc -w -O2 -fPIC -shared -Wl,-z,lazy -ffp-contract=off $flags -Iinclude -I$folder/$name $folder/$name.c $slow -o $folder/$name.so");
    $status |= system($program, $name, $isa, $every, "./$folder/$name.so");
}
exit($status ? 1 : 0);
