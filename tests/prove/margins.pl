#!/usr/bin/perl
# Asks how far the steps of functions in pairs of f32 are off before rounding, as a share of what they allow for:
#
#   margins.pl GENERATOR MARGIN EVERY ISA FUNCTION...
#
# MARGIN is the program margin.c, EVERY 1 for all 2^32 inputs, or n for every nth. Of each function a kernel is generated and compiled whose
# step also stores the values that `between` of gen/catalogue/functions.lua names.
#
# SPDX-License-Identifier: Apache-2.0
use strict;
use warnings;

my ($generator, $margin, $every, $isa, @functions) = @ARGV;
my $folder = 'build/margins';
my $flags = { avx2 => '-mavx2 -mfma -mf16c', avx512 => '-mavx512f -mavx512bw -mavx512dq -mavx512vl' }->{$isa} or die "margins: no flags for $isa\n";
my $status = 0;
sub run { system(@_) == 0 or die "@_" }

for my $name (@functions) {
    run($generator, '--ops', $name, '--dtypes', 'f32', '--isas', "scalar,$isa", '--out', "$folder/$name");
    my $kernel = "$folder/$name/$isa/${name}_f32_$isa.c";
    open my $in, '<', $kernel or die "$kernel: $!";
    my $text = do { local $/; <$in> };
    my ($step) = $text =~ m{(INLINE \w+ ${name}_f32_$isa\([^)]*certain\)\n\{.*?\n)    return [^;]*;\n\}}s or die "$name f32 $isa: not in pairs\n";
    my $stores = join '', map { "    memcpy(margin_$_, &$_, sizeof $_);\n" } qw(head lower upper);
    my @masks = grep { $step =~ /const \w+ $_ = / } qw(is_ordinary is_within is_above is_normal is_usual);
    for my $i (0 .. $#masks) { $stores .= "    memcpy(margin_masks[$i], &$masks[$i], sizeof $masks[$i]);\n    margin_mask_bytes = sizeof $masks[$i];\n" }
    $stores .= '    margin_mask_count = ' . @masks . ";\n";
    $text =~ s{\Q$step\E}{$step$stores};
    open my $out, '>', "$folder/$name.c" or die $!;
    print $out "#include <string.h>\n#include <stddef.h>\nfloat margin_head[16], margin_lower[16], margin_upper[16];\n",
        "unsigned char margin_masks[4][64];\nsize_t margin_mask_bytes, margin_mask_count;\n$text";
    close $out;
    run("gcc -w -O2 -fPIC -shared -ffp-contract=off $flags -Iinclude -I$folder/$name $folder/$name.c -o $folder/$name.so");
    $status |= system($margin, $name, $isa, $every, "./$folder/$name.so");
}
exit($status ? 1 : 0);
