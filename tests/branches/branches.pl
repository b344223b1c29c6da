#!/usr/bin/perl
# The branches that no test takes, by the counts of gcov: tests/branches/branches.pl KNOWN FOLDER. KNOWN lists the known ones, each with its
# reason:
#
#   FILE | THE LINE | WHICH OF ITS BRANCHES | REASON
#
# A branch is one way of a condition, in gcov's order for the line: "2/4" is the second of four. If builds differ in the number of branches
# of a line, each number is counted separately. A reason that begins with "elsewhere: " means that another processor, or another run, may
# take the branch. Prints the branches that KNOWN lacks, and its entries that are not needed; fails on either.
#
# SPDX-License-Identifier: Apache-2.0
use strict;
use warnings;
use Cwd qw(abs_path getcwd);
use JSON::PP;

my ($known, $folder) = @ARGV;
my $here = getcwd();

sub lines_of {
    my ($path) = @_;
    open my $file, '<', $path or die "branches: $path: $!\n";
    chomp(my @lines = <$file>);
    return @lines;
}

my %taken; # file -> line -> "2/4" -> how often
my ($branches, $untaken) = (0, 0);
for my $counts (split /\n/, `find '$folder' -name '*.gcda'`) {
    my $object_folder = abs_path($counts =~ s{/[^/]*$}{}r);
    for my $text (split /\n/, `gcov --branch-probabilities --json-format --stdout '$counts' 2>/dev/null`) {
        for my $file (@{ decode_json($text)->{files} }) {
            my $path = $file->{file} =~ s{^\Q$here\E/}{}r;
            next unless $path =~ m{^(?:src|include)/|^examples/(?!threads/)} && -e $path;
            for my $line (@{ $file->{lines} }) {
                my @ways = @{ $line->{branches} };
                $taken{$path}{ $line->{line_number} }{ $_ + 1 . '/' . @ways } += $ways[$_]{count} for 0 .. $#ways;
            }
        }
    }
}
die "branches: nothing was counted in $folder\n" unless %taken;

my %reasons;
for (lines_of($known)) {
    next if /^(?:#|$)/;
    my ($path, $code, $ways, $reason) = m{^(\S+) \| (.*) \| ([\d/ ]+) \| (.*\w.*)$} or die "branches: $known: no reason in: $_\n";
    $reasons{"$path | $code | $_"} = $reason =~ /^elsewhere: / ? 1 : 0 for split ' ', $ways;
}
my $new = 0;
for my $path (sort keys %taken) {
    my @text = lines_of($path);
    for my $number (sort { $a <=> $b } keys %{ $taken{$path} }) {
        my $ways = $taken{$path}{$number};
        my $code = $text[ $number - 1 ] =~ s/^\s+|\s+$//gr;
        my @never = sort grep { !$ways->{$_} } keys %$ways;
        $branches += keys %$ways;
        $untaken += @never;
        my @unknown = grep { !exists $reasons{"$path | $code | $_"} } @never;
        $reasons{"$path | $code | $_"} = 1 for grep { exists $reasons{"$path | $code | $_"} } @never;
        next unless @unknown;
        $new += @unknown;
        print "$path:$number: never taken: $path | $code | @unknown | \n";
    }
}
my @in_vain = grep { !$reasons{$_} } sort keys %reasons;
print "$known: taken, or gone: $_\n" for @in_vain;
printf "%d branches, %d of them taken by no test, %d of these without a reason\n", $branches, $untaken, $new;
exit($new || @in_vain ? 1 : 0);
