#!/usr/bin/perl
# The page docs/instruction-sets.md: each run of tests/harness/instruction_sets.sh has a line in each of two tables:
#
#   tests/harness/instruction_sets.pl PAGE kernels|runtime RUN LOG COMMIT ALL WITH   write its result
#   tests/harness/instruction_sets.pl PAGE commit kernels|runtime RUN                print the commit of its result
#
# ALL are the names of all runs, and WITH of those with an operating system, each a list with spaces between. LOG is that of
# tests/platforms/run_isa.sh, which report.pl compares with the log of plain C in the same folder; or the output of `make check-runtime`.
# Lines of other runs remain; a run without one gets a line that says so. Fails if the run did.
#
# SPDX-License-Identifier: Apache-2.0
use strict;
use warnings;
use POSIX qw(strftime);
use File::Basename qw(dirname);

my ($page, $what, @rest) = @ARGV;
my %line;    # of a part, then of a run
my %notes;
my $is_bad;
my %sections = ('Words and kernels' => 'kernels', 'Runtime and front ends' => 'runtime', 'Skipped tests, with reasons' => 'notes');
my $today = strftime('%Y-%m-%d', gmtime);

sub cells { return map { s/^\s+|\s+$//gr } split /\|/, $_[0] =~ s/^\|//r }

sub read_page {
    my $part = '';
    open my $file, '<', $page or return;
    while (<$file>) {
        chomp;
        $part = $sections{$1} // '' if /^## (.*)/;
        $line{$part}{ (cells($_))[0] } = $_ if $part && /^\| (?!run )[a-z]/ && !/\| not run/;
        push @{ $notes{$1} }, $2 if $part eq 'notes' && /^- ([a-z0-9-]+): (.*)/;
    }
}

sub row { return '| ' . join(' | ', @_) . ' |' }

sub tell_kernels {
    my ($run, $log, $commit) = @_;
    my $plain = dirname($log) . '/scalar.tap';
    my @logs = $log eq $plain || !-e $plain ? $log : ($plain, $log);
    my @said = map { chomp; $_ } qx($^X @{[ dirname($0) ]}/report.pl @logs);
    my ($row) = grep { /^\Q$run\E\s/ } @said or die "report.pl does not mention $run\n";
    my (undef, $how, $checks, $failed, $skipped, $hashes) = split ' ', $row, 6;
    my $total = '';

    open my $file, '<', $log or die "there is no $log\n";
    while (<$file>) {
        $total = $1 if /^# hash total (\S+)/;
        $how = $1 if /^# executed: (.*)/;
    }
    my @bad = grep { /^FAILED: \Q$run\E: / } @said;
    $failed ||= 'ended badly' if @bad;
    $is_bad = @bad || $failed;
    $hashes =~ s/ equal$/ of plain C/ if @logs == 1;
    $line{kernels}{$run} = row($run, $how, $checks, $failed, $skipped, $total ? "$hashes: `$total`" : $hashes, $today, $commit);
    $notes{$run} = [ map { /^(skipped|FAILED): \Q$run\E: (.*)/ ? ($1 eq 'FAILED' ? "failed: $2" : $2) : () } @said ];
    print "$row\n";
}

sub tell_runtime {
    my ($run, $log, $commit) = @_;
    my ($programs, $tests, @failed) = (0, '?');

    open my $file, '<', $log or die "there is no $log\n";
    while (<$file>) {
        $tests = $1 if /^Files=\d+, Tests=(\d+)/;
        push @failed, "all after it (stopped: $1)" if /^FAILED--Further testing stopped: (.*)/;
        next unless m{^\S*/(tests/\S+) \.+ (.*)};
        my ($name, $end) = ($1, $2);
        ++$programs;
        push @failed, $name if $end !~ /^(ok|skipped)/;
    }
    my $outcome = !$programs ? 'not built' : @failed ? join(' ', @failed) . ' failed' : 'all passed';
    $line{runtime}{$run} = row($run, $programs, $tests, $outcome, $today, $commit);
    $is_bad = $outcome ne 'all passed';
    print "$run: $outcome\n";
}

read_page();
if ($what eq 'commit') {
    my $told = $line{ $rest[0] }{ $rest[1] } // '';
    print +(cells($told))[-1] // '', "\n";
    exit;
}
$what eq 'kernels' ? tell_kernels(@rest) : tell_runtime(@rest);

my @all = split ' ', $rest[3];
my @with_processes = split ' ', $rest[4];
open my $out, '>', "$page.new" or die "$page.new cannot be written\n";
print $out <<'END', map { ($line{kernels}{$_} // row($_, 'not run', ('') x 6)) . "\n" } @all;
# Every instruction set, as it was last run

`make instruction-sets` writes this page. It runs the tests of all operators in each way of `generated/runs.txt`, and natively
those that this machine has; `RUNS="sve-256 wasm"` chooses. A run is named after its instruction set, and then after its way; `-bochs` is an
emulator without an operating system. The command skips runs that no later change affects, so it can be stopped. `make check` runs each
instruction set natively or in one way, and only a few operators of those that are not in `generated/`; this page says when all were run.

## Words and kernels

The tests compare every word and kernel, at all their values, lengths and alignments, with an oracle ([testing.md](testing.md)).
The results of each operator at each dtype have a hash; `equal` counts those that equal plain C's on the machine that ran the
tests. The last number is the hash of all of these, if a run lacks none.

| run | executed | checks | failed | skipped | hashes | date | commit |
|---|---|---|---|---|---|---|---|
END
print $out <<'END', map { ($line{runtime}{$_} // row($_, '', '', 'not run', '', '')) . "\n" } @with_processes;

## Runtime and front ends

Planning, broadcasting, strides, parts, folds, and the nodes of ONNX and OpenVINO, on systems with processes.

| run | programs | tests | outcome | date | commit |
|---|---|---|---|---|---|
END
print $out "\n## Skipped tests, with reasons\n\n";
for my $run (@all) { print $out "- $run: $_\n" for @{ $notes{$run} // [] } }
close $out;
rename "$page.new", $page or die "$page cannot be written\n";
exit($is_bad ? 1 : 0);
