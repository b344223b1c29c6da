#!/usr/bin/perl
# The closing table of `make check`, from the logs of tests/platforms/run_isa.sh: tests/harness/report.pl LOG...
#
# Each row is a log: the instruction set, how it was executed, the checks run (without the skipped ones, which `# checks N` includes),
# failed and skipped, and whether its results' hashes agree with all others; then what was skipped and why. A log without `# isa:` is that
# of any TAP program, whose test lines are its checks. The last line counts all TAP test lines; every other error counts as failed.
#
# Fails if a log fails or is incomplete, if an instruction set was never executed or had every check skipped, if another program ran no
# check without a reason, or if two logs differ in a hash. A log may lack hashes only if it says that it skipped something.
#
# SPDX-License-Identifier: Apache-2.0
use strict;
use warnings;
use List::Util qw(max sum0);
use TAP::Parser;
use TAP::Parser::Iterator::Array;

my @complaints;    # errors other than tests that are not ok
my $first_bad;

sub complain {
    my ($log, $text) = @_;
    push @complaints, "$log->{name}: $text";
}

sub read_comment {
    my ($log, $comment) = @_;
    if ($comment =~ /^isa: (\S+)/) {
        @$log{qw(name is_isa)} = ($1, 1);
    } elsif ($comment =~ /^executed: (\S+)/) {
        $log->{executed} = $1;
    } elsif ($comment =~ /^checks (\d+) failed (\d+) skipped (\d+)/) {
        $log->{counted} = 1;
        $log->{checks} += $1 - $3;
        $log->{failed} += $2;
        $log->{skipped} += $3;
    } elsif ($comment =~ /^hash (\S.*) (\S+)$/) {    # of an operator and dtypes; the total has a shorter key
        complain($log, "gives two hashes for $1") if ($log->{hashes}{$1} // $2) ne $2;
        $log->{hashes}{$1} = $2;
    } elsif ($comment =~ /^exit (\d+)/) {
        $log->{exit} = $1;
    }
}

sub read_log {
    my ($path) = @_;
    my ($name) = $path =~ m{([^/]*?)(?:\.[^./]*)?$};
    my $log = { name => $name, executed => 'native', hashes => {}, reasons => [], map { $_ => 0 } qw(checks failed skipped not_ok) };
    open my $file, '<', $path or do { print STDERR "report.pl: there is no log $path\n"; exit 1 };
    my @lines = map { s/\r?\n//r } <$file>;
    my $parser = TAP::Parser->new({ iterator => TAP::Parser::Iterator::Array->new(\@lines) });

    while (my $result = $parser->next) {
        if ($result->is_comment) {
            read_comment($log, $result->comment);
        } elsif ($result->is_bailout) {
            complain($log, $result->raw);
        } elsif ($result->is_test && !$result->is_actual_ok) {
            ++$log->{not_ok};
            $first_bad //= "$log->{name}: " . $result->raw;
        }
        if (($result->is_test || $result->is_plan) && $result->has_skip) {
            my $reason = $result->explanation || 'no reason given';
            push @{ $log->{reasons} }, $reason if !$log->{reason_counts}{$reason}++;
        }
    }
    my ($error) = $parser->parse_errors;    # one is enough: a broken log has many
    complain($log, $error) if defined $error;
    $log->{tests} = $parser->tests_run;
    $log->{skipped_tests} = () = $parser->skipped;
    judge($log);
    return $log;
}

sub judge {
    my ($log) = @_;
    my $was_executed = $log->{executed} ne 'nowhere';
    my $tested = $log->{tests} - $log->{skipped_tests};

    complain($log, 'was executed nowhere') if !$was_executed;
    complain($log, "ended with status $log->{exit}") if $log->{exit};
    if ($log->{is_isa} && $was_executed) {
        complain($log, 'does not say how many checks it ran') if !$log->{counted};
        complain($log, 'does not say how it ended') if !defined $log->{exit};
    }
    if (!$log->{counted}) {
        @$log{qw(checks failed skipped)} = ($tested, @$log{qw(not_ok skipped_tests)});
    }
    complain($log, "$log->{failed} checks failed, yet no test is `not ok`") if $log->{failed} && !$log->{not_ok};
    # a program may skip all tests with a reason; but an instruction set without tests counts as untested
    if ($log->{checks} <= 0 || $tested <= 0) {
        complain($log, 'ran no check') if $log->{is_isa} ? $was_executed : !@{ $log->{reasons} };
    }
}

# The value of each key is that of the first log that has it. A total is for all keys, so it is compared only if no key is missing.
sub compare_hashes {
    my @logs = @_;
    my (@keys, %known, %expected);
    my $fields = sub { scalar split ' ', $_[0] };

    push @keys, grep { !$known{$_}++ } sort keys %{ $_->{hashes} } for @logs;
    my $longest = max(0, map { $fields->($_) } @keys);
    for my $log (grep { $_->{is_isa} && $_->{executed} ne 'nowhere' } @logs) {
        my @missing = grep { $fields->($_) == $longest && !exists $log->{hashes}{$_} } @keys;
        my @compared = grep { exists $log->{hashes}{$_} && ($fields->($_) == $longest || !@missing) } @keys;
        $expected{$_} //= [@$log{qw(hashes name)}] for @compared;
        my @differing = grep { $log->{hashes}{$_} ne $expected{$_}[0]{$_} } @compared;

        if (@missing && !$log->{skipped} && !$log->{skipped_tests}) {
            complain($log, 'skipped nothing and lacks ' . @missing . " hashes: $missing[0], ...");
        }
        if (@differing) {
            my ($theirs, $other) = @{ $expected{ $differing[0] } };
            complain($log, "hash of $differing[0] is $log->{hashes}{$differing[0]}, that of $other $theirs->{$differing[0]}");
        }
        $log->{column} = @differing ? @differing . ' differ' : @compared ? @compared . ' equal' : '-';
        $log->{column} .= ', ' . @missing . ' missing' if @missing && @compared && !@differing;
    }
}

if (!@ARGV) {
    print STDERR "usage: tests/harness/report.pl LOG...\n";
    exit 2;
}
my @logs = map { read_log($_) } @ARGV;
compare_hashes(@logs);
my $row = '%-' . max(3, map { length $_->{name} } @logs) . "s  %-12s  %12s  %8s  %8s  %s\n";
printf $row, 'ISA', 'executed', 'checks run', 'failed', 'skipped', 'hashes';
printf $row, @$_{qw(name executed checks failed skipped)}, $_->{column} // '-' for @logs;
for my $log (@logs) {
    print "skipped: $log->{name}: $log->{reason_counts}{$_} x $_\n" for @{ $log->{reasons} };
}
print "FAILED: $_\n" for @complaints;
print "first failure: $first_bad\n" if defined $first_bad;
my ($tests, $bad, $skipped) = map { my $what = $_; sum0(map { $_->{$what} } @logs) } qw(tests not_ok skipped_tests);
printf "%d passed, %d failed, %d skipped\n", $tests - $bad - $skipped, $bad + @complaints, $skipped;
exit($bad + @complaints > 0);
