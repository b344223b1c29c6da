#!/usr/bin/perl
# Mutants: the project with one small fault, in a copy of the hand-written files, and the test that notices it.
#
#   tests/mutants/mutants.pl for SECONDS SEED     draw mutants by SEED, and add a line for each to tests/mutants/log.txt; mutants
#                                                 in that file are not run again
#   tests/mutants/mutants.pl try KIND FILE TEXT   the first site of that kind in the file whose line has TEXT: which test notices
#   tests/mutants/mutants.pl list KIND FILE       the sites of a kind in a file
#   tests/mutants/mutants.pl table                mutants by kind, and the tests that noticed; those that survived without a reason
#
# `make mutants` calls it, and sets in the environment: OUT, MAKE, CC, PROGRAMS (all of check-programs). A kind is drawn, then a file that
# has sites of it, then a site. The judges, the cheapest first: for generated files the generator, the compiler, the words, then the kernels
# of each instruction set whose text has changed; for the runtime the compiler, its programs, the examples' scripts.
# tests/mutants/survivors.txt has reasons for mutants that no test noticed.
#
# SPDX-License-Identifier: Apache-2.0
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Basename qw(dirname);
use lib dirname(__FILE__);
use Judges qw(who_notices);
use Mutations qw(kinds sites_of mutated);
use Time::HiRes qw(time);

$ENV{PWD} = getcwd();
my $folder = $ENV{MUTANTS} // 'build/mutants';
my $log = $ENV{MUTANTS_LOG} // 'tests/mutants/log.txt';

# Code that only affects speed is left out: the planner's costs, and the boxes that it compares by them; and the self-test, which is in no
# library that the judges link.
my @copied = qw(gen templates src include Makefile generated tests examples bench packaging docs);
my @files = grep { !m{^src/(?:full/(?:costs\.h|box\.[ch])$|selftest/)} }
    split /\n/, `git ls-files gen/dictionary gen/isa templates/kernels templates/moves templates/headers src include`;

sub text_of {
    my ($path) = @_;
    open my $file, '<', $path or die "mutants: $path: $!\n";
    local $/;
    return scalar <$file>;
}

sub write_text {
    my ($path, $text) = @_;
    open my $file, '>', $path or die "mutants: $path: $!\n";
    print $file $text;
    close $file or die "mutants: $path: $!\n";
}

sub line_at { # the number of the line, the column, and the line itself
    my ($text, $at) = @_;
    my $from = rindex(substr($text, 0, $at), "\n") + 1;
    my ($line) = substr($text, $from) =~ /^([^\n]*)/;
    return (1 + (substr($text, 0, $at) =~ tr/\n//), $at - $from + 1, $line =~ s/^ +//r);
}

sub copy_tree {
    system("mkdir -p $folder/tree && git ls-files -z @copied | xargs -0 cp --parents -p -t $folder/tree") == 0
        or die "mutants: no copy\n";
}

# ---- One mutant ----

sub judged {
    my ($path, $text, $site) = @_;
    my $copy = "$folder/tree/$path";
    write_text("$folder/log", '');
    write_text($copy, mutated($text, $site));
    my $noticed = eval { who_notices($path) // 'SURVIVED' };
    my $error = $@;
    write_text($copy, $text);
    die $error if $error;
    return $noticed;
}

# ---- Drawing ----

my $state;
sub below {
    my ($count) = @_;
    $state = ($state * 1103515245 + 12345) % 2147483648;
    return int(int($state / 65536) % $count);
}

my %found; # kind -> file -> sites
sub found { return $found{ $_[0] }{ $_[1] } //= [ sites_of($_[0], $_[1], text_of($_[1])) ] }

sub drawn {
    my @kinds = kinds();
    my $kind = $kinds[ below(scalar @kinds) ];
    my @having = grep { @{ found($kind, $_) } } @files;
    my $path = $having[ below(scalar @having) ];
    my $sites = found($kind, $path);
    return ($kind, $path, $sites->[ below(scalar @$sites) ]);
}

sub run_for {
    my ($seconds, $seed) = @_;
    my $until = time + $seconds;
    my (%seen, %done);
    if (open my $file, '<', $log) {
        while (<$file>) {
            my ($number, $place, $kind, $change) = split /\t/;
            next unless defined $change;
            $done{$number} = $seen{"$place $kind $change"} = 1;
        }
    }
    $state = $seed;
    for (my $n = 1; time < $until; ++$n) {
        my ($kind, $path, $site) = drawn();
        my $text = text_of($path);
        my ($line, $column, $code) = line_at($text, $site->{at});
        my $change = substr($text, $site->{at}, length $site->{old}) . ' -> ' . ($site->{new} eq '(!(' ? '!(...)' : $site->{new});
        next if $done{"$seed/$n"} || $seen{"$path:$line:$column $kind $change"}++;
        my $from = time;
        my $noticed = judged($path, $text, $site);
        open my $file, '>>', $log or die "mutants: $log: $!\n";
        my $took = sprintf '%.0f', time - $from;
        print $file join("\t", "$seed/$n", "$path:$line:$column", $kind, $change, $noticed, $took, $code), "\n";
        close $file;
        print "$path:$line: $kind: $change: $noticed\n" if $noticed eq 'SURVIVED';
    }
}

# ---- The results ----

sub entries_of { # the fields of a file's lines
    my ($path) = @_;
    open my $file, '<', $path or return;
    return map { chomp; [split /\t/] } grep { !/^#/ && /\t/ } <$file>;
}

sub print_table {
    my %reasons = map { $_->[0] => 1 } entries_of('tests/mutants/survivors.txt');
    my (%by, %who, @unexplained);
    for (entries_of($log)) {
        my ($number, $place, $kind, $change, $noticed) = @$_;
        my ($group) = $noticed =~ /^(program|words|kernels|script|compiler|linker|generator|not woven|not compiled|SURVIVED)/;
        ++$by{$kind}{$group};
        ++$by{all}{$group};
        $who{$group} = 1;
        push @unexplained, "$number  $place  $kind  $change" if $group eq 'SURVIVED' && !$reasons{$number};
    }
    my @groups = sort keys %who;
    printf "%-12s" . "%11s" x @groups . "\n", 'mutants', @groups;
    for my $kind (kinds(), 'all') {
        printf "%-12s" . "%11d" x @groups . "\n", $kind, map { $by{$kind}{$_} // 0 } @groups;
    }
    print "survived, and survivors.txt says not why: $_\n" for @unexplained;
    return @unexplained == 0;
}

my ($verb, @arguments) = @ARGV;
$verb //= '';
if ($verb eq 'for' && @arguments == 2) {
    copy_tree();
    run_for(@arguments);
    print_table();
} elsif ($verb eq 'try' && @arguments == 3) {
    my ($kind, $path, $wanted) = @arguments;
    copy_tree();
    my $text = text_of($path);
    my ($site) = grep { index((line_at($text, $_->{at}))[2], $wanted) >= 0 } sites_of($kind, $path, $text);
    die "mutants: no such site\n" unless $site;
    print "$site->{old} -> $site->{new}: ", judged($path, $text, $site), "\n";
} elsif ($verb eq 'list' && @arguments == 2) {
    my $text = text_of($arguments[1]);
    for (sites_of($arguments[0], $arguments[1], $text)) {
        my ($line, $column) = line_at($text, $_->{at});
        print "$line:$column: $_->{old} -> $_->{new}: ", (line_at(mutated($text, $_), $_->{at}))[2], "\n";
    }
} elsif ($verb eq 'table' && !@arguments) {
    exit(print_table() ? 0 : 1);
} else {
    open my $self, '<', __FILE__;
    print STDERR map { s/^# ?//r } grep { /^#   tests/ || /^#     / } <$self>;
    exit 2;
}
