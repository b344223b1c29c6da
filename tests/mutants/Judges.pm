# Which test notices a mutant: the mutated tree's outputs are compiled separately, and linked before the archives of the existing build, so
# that nothing else is compiled or archived again. Each judge returns the test that noticed, or nothing.
#
# SPDX-License-Identifier: Apache-2.0
package Judges;
use strict;
use warnings;
use Exporter 'import';
use File::Basename qw(basename dirname);
use File::Path qw(make_path remove_tree);
use Time::HiRes qw(time);
our @EXPORT_OK = qw(who_notices);

my $folder = $ENV{MUTANTS} // 'build/mutants'; # all files of this script; its tree/ contains the files to mutate
my $out = $ENV{OUT};
my $make = ($ENV{MAKE} // 'make') . ' --no-print-directory -s';
my $flags = '-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow';
my $compact = 'OUT=build/compact PROFILE=tests/compact/detected.lua CFLAGS=-O2';

# ---- Commands ----

# 1 if it succeeds; killed after so many seconds
sub run {
    my ($command, $seconds) = @_;
    $ENV{COMMAND} = $command;
    return system(sprintf 'timeout -k 2 %d sh -c "$COMMAND" >>%s/log 2>&1 </dev/null', $seconds // 300, $folder) == 0;
}

sub must { run($_[0], 3600) or die "mutants: failed: $_[0]\n" . `tail -n 20 $folder/log` }

sub lines_of { my ($command) = @_; chomp(my @lines = `$command`); return @lines }

sub told { my ($line) = lines_of("sed -n 's/^$_[0] := *//p' generated/isas.mk"); return split ' ', $line // '' }

# ---- The existing build: built once; a test that fails on it cannot judge ----

my %needs; # "ARGUMENTS TARGET" -> its objects and archives, from make
sub prepare { # all of these by one make
    my ($arguments, @targets) = @_;
    my @missing = grep { !$needs{"$arguments $_"} } @targets or return;
    must("$make $arguments @missing");
    my %is_missing = map { $_ => 1 } @missing;
    for (lines_of("$make -pnq $arguments @missing 2>/dev/null")) {
        my ($target, $files) = /^([^:\s]+): (?![A-Z_]+ )(.*)/ or next;
        $needs{"$arguments $target"} = [ grep { /\.[oa]$/ } split ' ', $files ] if $is_missing{$target};
    }
}
sub needs {
    my ($arguments, $target) = @_;
    prepare($arguments, $target);
    return @{ $needs{"$arguments $target"} // die "mutants: make has no rule for $target\n" };
}

my %seconds_of; # a command -> its time without a mutant
sub seconds_of {
    my ($command) = @_;
    if (!%seconds_of) {
        %seconds_of = map { /^(\S+) (.*)/ ? ($2, $1) : () } lines_of("cat $folder/seconds 2>/dev/null");
    }
    return $seconds_of{$command} //= do {
        my $from = time;
        must($command);
        my $seconds = sprintf '%.1f', time - $from;
        open my $file, '>>', "$folder/seconds";
        print $file "$seconds $command\n";
        $seconds;
    };
}

# Whether a test fails, in ten times its usual time; it is ended at the first check that fails.
sub fails {
    my ($command, $seconds) = @_;
    my $most = int(10 + 10 * $seconds);
    my $child = open(my $output, '-|') // die "mutants: no process\n";
    if ($child == 0) {
        setpgrp;
        open STDIN, '<', '/dev/null';
        open STDERR, '>>', "$folder/log";
        exec 'timeout', '-k', '2', $most, 'sh', '-c', $command;
    }
    while (<$output>) {
        next unless /^not ok/;
        kill 'KILL', -$child;
        close $output;
        return 1;
    }
    return !close $output;
}

# ---- The runtime's sources ----

my %besides = ('onnx_files' => '-lprotobuf-c', 'onnx_node' => '-lprotobuf-c', 'openvino_ir' => '-lexpat',
    'pool_test' => '-pthread -fopenmp -Wl,--wrap=bl_plan_run_part');

sub relinked { # a program, with these objects before the archive's
    my ($arguments, $program, $cflags, @objects) = @_;
    my $own = "$folder/programs/" . basename($program); # by its name, which its output contains and scripts read
    my @needs = needs($arguments, $program);
    make_path("$folder/programs");
    my $command = join ' ', $ENV{CC} // 'cc', $cflags, grep({ /\.o$/ } @needs), @objects, grep({ /\.a$/ } @needs), '-lm',
        $besides{ basename $program } // '', '-o', $own;
    return run($command) ? $own : undef;
}

# The objects of a runtime that depend on a file; for a header also those of generated files.
sub objects_of {
    my ($build, $path) = @_;
    return ($path =~ s/\.c$/.o/r) if $path =~ /\.c$/;
    my @objects;
    my $woven = "-path '*/dispatch/*' -o -path '*/frontends/*'";
    for my $rules (lines_of("find $build -name '*.d' \\( -path '$build/src/*' -o $woven \\) -not -path '$build/tests/*'")) {
        my $text = join ' ', lines_of("cat $rules");
        $text =~ s{[^/ ]+/\.\./}{}g; # a room's files include src/full/../plans/plan.h
        my $source = $rules =~ s{^\Q$build\E/}{}r =~ s/\.d$/.c/r;
        push @objects, $source =~ s/\.c$/.o/r if -e $source && $text =~ m{(?:^|[ /])\Q$path\E(?: |:|$)};
    }
    return @objects;
}

# Each program that links the runtime's objects, the slow ones last.
my @slow = qw(calls division random_shapes once pool_test strided folds woven_folds streams sweeps woven_ops exceptions);
my %slow = map { $slow[$_] => $_ + 1 } 0 .. $#slow;
sub slowness { return $slow{ basename $_[0] } // 0 }

sub program_notices {
    my ($arguments, $build, $cflags, $generated, $path, @programs) = @_;
    die "mutants: no program judges $path\n" unless @programs;
    prepare($arguments, @programs);
    my @objects = objects_of($build, $path);
    return unless @objects;
    for my $object (@objects) {
        make_path("$folder/objects/" . dirname $object);
        my $source = $object =~ s/\.o$/.c/r =~ s{^build/}{$ENV{PWD}/build/}r; # files that are generated for a profile are not copied
        my $command = "cc $flags $cflags -Iinclude -I$ENV{PWD}/$generated -c $source -o $ENV{PWD}/$folder/objects/$object";
        return 'compiler' unless run("cd $folder/tree && $command");
    }
    for my $program (sort { slowness($a) <=> slowness($b) || $a cmp $b } @programs) {
        my $own = relinked($arguments, $program, $cflags, map { "$folder/objects/$_" } @objects) // return 'linker';
        return 'program ' . basename($program) . ($arguments ? ', compact' : '') if fails($own, seconds_of($program));
    }
    return;
}

my @scripts = ( # the examples, and their scripts' names for them
    [ 'tests/npy/npy_run.t', NPY_RUN => 'npy_run' ],
    [ 'tests/npy/npy_files.t', NPY_RUN => 'npy_run' ],
    [ 'tests/onnx/onnx_node.t', ONNX_NODE => 'onnx_node', ONNX_FILES => 'onnx_files' ],
    [ 'tests/openvino/openvino_ir.t', OPENVINO_IR => 'openvino_ir' ],
);
sub script_notices {
    my ($path) = @_;
    my @objects = map { "$folder/objects/$_" } objects_of($out, $path);
    for my $each (@scripts) {
        my ($script, %called) = @$each;
        next if $path =~ /onnx/ && $script !~ /onnx/ || $path =~ /openvino/ && $script !~ /openvino/;
        my $said = '';
        for my $name (sort keys %called) {
            my $own = relinked('', "$out/$called{$name}", '-O2', @objects) // return 'linker';
            $said .= "$name=$ENV{PWD}/$own ";
        }
        return "script $script" if fails("$said$script", seconds_of($script));
    }
    return;
}

sub runtime_notices {
    my ($path) = @_;
    my @all = split ' ', $ENV{PROGRAMS};
    my @front_ends = grep { m{/frontends/|onnx_files} } @all;
    my @own = $path =~ m{/frontends/} ? @front_ends : grep { m{/runtime/|pool_test} } @all;
    my $noticed;
    if ($path !~ m{/compact/}) {
        $noticed = program_notices('', $out, '-O2', 'generated', $path, @own);
        $noticed //= program_notices('', $out, '-O2', 'generated', $path, @front_ends) unless $path =~ m{/frontends/};
        $noticed //= script_notices($path) if objects_of($out, $path);
    }
    if (!defined $noticed && $path !~ m{/(?:full|frontends)/|selftest}) {
        my ($line) = lines_of(q{sed -n "/^programs compact /,/'$/p" tests/compact/compact.t | tr '\n' ' '});
        my ($names) = $line =~ /'([^']*)'/;
        die "mutants: compact.t names no programs\n" unless $names;
        needs($compact, "build/compact/tests/runtime/errors");
        my ($generated) = grep { -e "$_/isas.mk" } glob 'build/generated/detected*';
        my @programs = map { "build/compact/tests/$_" } split ' ', $names;
        $noticed = program_notices($compact, 'build/compact', '-O2', $generated, $path, @programs);
    }
    return $noticed // (grep({ objects_of($_, $path) } $out, 'build/compact') ? undef : 'not compiled');
}

# ---- Generated files ----

# An instruction set, with plain C and its base.
sub with_base {
    my ($isa) = @_;
    my %seen;
    return grep { !$seen{$_}++ } 'scalar', told("BASE_$isa"), $isa;
}

sub is_here { return system('env', 'GENERATED=generated', 'tests/runs.sh', 'is_here', $_[0]) == 0 }

# A run of generated/runs.txt: how its programs are built and called.
sub run_of {
    my ($isa) = @_;
    my @isas = with_base($isa);
    my %woven = map { $_ => 1 } told('WOVEN');
    return { name => $isa, arguments => '', folder => $out, generated => 'generated', cc => $ENV{CC} // 'cc', link => '' } if is_here($isa);
    my ($name) = grep { !/windows/ } told("RUNS_$isa");
    return unless $name;
    my ($line) = grep { /^\Q$name\E \|/ } split /\n(?! )/, join "\n", lines_of('cat generated/runs.txt');
    my (undef, $compiler, $own, $link, $platform, $call) = split / \| /, $line =~ s/\n +/ /gr;
    my $where = "$folder/$name";
    my $more = $woven{$isa} ? '' : "OPS=select ISAS='@isas'";
    my $generated = $woven{$isa} ? 'generated' : 'build/generated/select+' . join '+', @isas;
    return {
        name => $name, folder => $where, generated => $generated, cc => "$compiler $own", link => $link, call => $call,
        platform => $platform, arguments => "OUT=$where CC='$compiler $own' CFLAGS=-O1 STATIC='$link' PLATFORM=$platform $more",
    };
}

sub woven { # the texts of a KIND (words or kernels) of instruction sets, from the mutated tree: the folder, or undef
    my ($kind, $isas, $root) = @_;
    my $name = ($root eq '.' ? 'before' : 'after') . "/$kind/" . $isas =~ tr/,/+/r;
    return "$folder/$name" if $root eq '.' && -e "$folder/$name" && !lines_of("find gen templates -newer $folder/$name | head -n 1");
    remove_tree("$folder/$name");
    my $option = $kind eq 'words' ? '--words' : '--out';
    return run("build/broadloom --root $root --isas $isas $option $folder/$name") ? "$folder/$name" : undef;
}

# The words whose text differs between two folders of words; these are tested first.
sub changed_words {
    my ($isa, $before, $after) = @_;
    my %names;
    for my $file (qw(words.c made.c)) {
        my @texts = map { join "\n", lines_of("cat $_/$file") } $before, $after;
        my ($was, $is) = map { [split /\n(?=BL_|static )/] } @texts;
        my %known = map { $_ => 1 } @$was;
        for (grep { !$known{$_} } @$is) {
            $names{$1} = 1 if /^[^\n]*\bword_(\w+?)(?:_(?:b?f|[iu])\d+|_bool)*_\Q$isa\E(?:_[vs]+)?\(/;
        }
    }
    return sort keys %names;
}

# A program of these files, with the objects before its archives.
sub linked {
    my ($run, $needs, $objects, $to) = @_;
    return run(join ' ', $run->{cc}, $run->{link}, grep({ /\.o$/ } @$needs), @$objects, grep({ /\.a$/ } @$needs), '-o', $to);
}

sub word_notices { # "" where no word's text has changed
    my ($isa) = @_;
    my $before = woven('words', $isa, '.');
    my $after = woven('words', $isa, "$folder/tree") // return 'generator';
    return '' if run("diff -rq -I '^#line' $before $after");
    my $run = run_of($isa) // return;
    my $program = "$run->{folder}/words/$isa" . ($run->{platform} // '') =~ s/^(?!windows).*//r;
    my @needs = needs($run->{arguments}, $program);
    my $cflags = "$flags -Werror=implicit-function-declaration -O1 -ffp-contract=off -D_GNU_SOURCE";
    my $includes = "-I$after -Iinclude -I$run->{generated} -Itests";
    my $compiled = sub { run("$run->{cc} $cflags $includes -c $after/$_[0].c -o $folder/$_[0].o") };
    return 'compiler' unless $compiled->('spelled'); # none of them runs
    return '' if run("diff -rq -x spelled.c $before $after");
    my @objects;
    for my $name (qw(words made vocabularies)) {
        return 'compiler' unless $compiled->($name);
        push @objects, "$folder/$name.o";
    }
    my $own = "$folder/words-$isa";
    return 'linker' unless linked($run, \@needs, \@objects, $own);
    my $executed = sub {
        my ($path, $only) = @_;
        my $how = $run->{arguments} ? "--run '$run->{call}'" : '';
        return "tests/platforms/run_isa.sh $how --as $run->{name} $isa:quick:vocabulary$only $path";
    };
    my @first = changed_words($isa, $before, $after);
    for my $only ((map { ":$_" } @first > 5 ? @first[ 0 .. 4 ] : @first), '') {
        next if $only ne '' && fails($executed->($program, $only), 20); # there is no word of that name
        my $seconds = $only eq '' ? seconds_of($executed->($program, '')) : 20;
        return "words of $run->{name}" if fails($executed->($own, $only), $seconds);
    }
    return;
}

my $most_ops = 4;
sub kernel_notices { # "" where no kernel's text has changed
    my ($isa) = @_;
    my $isas = join ',', with_base($isa);
    my $before = woven('kernels', $isas, '.');
    my $after = woven('kernels', $isas, "$folder/tree") // return 'generator';
    my @changed = grep { $_->[0] eq $isa } map { [split ' '] } lines_of("tests/quick/changed.pl $before $after");
    return '' unless @changed;
    my $run = run_of($isa) // return;
    my $moves = grep { $_->[1] eq 'moves' } @changed;
    my %ops = map { $_->[2] => 1 } grep { $_->[1] ne 'moves' } @changed;
    my @ops = !%ops ? () : lines_of("printf '%s\n' @{[ sort keys %ops ]} | tests/quick/sample.pl $most_ops 1");
    my $program = "$out/kernels";
    prepare('', $program) unless $run->{arguments};
    my $is_modelled = !$run->{arguments} && told("MODEL_$isa") && !run("$program $isa:available");
    if ($run->{arguments} || $is_modelled) { # built for these alone, by the tree's makefile
        return unless @ops;
        my $command = "$make check-kernels RUNS=$run->{name} OPS='@ops' QUICK=1";
        return "kernels of $run->{name}" unless run("cd $folder/tree && $command", 1800);
        return;
    }
    return unless run("$program $isa:available"); # this processor lacks it
    my @needs = needs('', $program);
    my @objects;
    for (@changed) {
        my ($kernel, $op) = @$_[1, 2];
        next if $kernel ne 'moves' && !grep { $_ eq $op } @ops;
        my $object = "$folder/kernel-${kernel}_$isa.o";
        return 'compiler' unless run("$run->{cc} $flags -O2 -Iinclude -I$after -c $after/$isa/${kernel}_$isa.c -o $object");
        push @objects, $object;
    }
    my $own = "$folder/kernels-$isa";
    return 'linker' unless linked($run, \@needs, \@objects, $own);
    for my $part ($moves ? 'moves' : (), map { "kernels:exceptions:$_" } @ops) {
        return "kernels of $isa" if fails("$own $isa:$part", seconds_of("$program $isa:$part"));
    }
    return;
}

# The other generated files of an instruction set: its record, on which detection depends. "" if nothing changed.
sub record_notices {
    my ($isa) = @_;
    my ($before, $after) = map { "$folder/$_/kernels/" . join '+', with_base($isa) } qw(before after);
    my @changed = map { m{^Files \S+ and \Q$after\E/(\S+\.[ch]) differ$} ? $1 : () } lines_of("diff -rq $before $after");
    return '' unless @changed;
    my $run = run_of($isa) // return;
    if ($run->{arguments}) { # the arguments that its system reports
        return unless $run->{platform} eq 'hosted' && grep { $_ eq 'dispatch/isas.c' } @changed;
        my $arguments = $run->{arguments} =~ s/ OPS=.*//r . " OPS='add negative select' ISAS='@{[ with_base($isa) ]}'";
        my $program = "$run->{folder}-isas/tests/runtime/isas";
        return 'compiler' unless run("cd $folder/tree && $make $arguments OUT=$run->{folder}-isas $program", 1800);
        my $call = $run->{call} =~ s/ \$program.*//r;
        return "program isas, $run->{name}" unless run("cd $folder/tree && $call $program");
        return;
    }
    my @objects;
    for my $source (grep { m{^dispatch/.*\.c$} } @changed) {
        push @objects, "$folder/" . ($source =~ tr{/}{-}r) . '.o';
        return 'compiler' unless run("$run->{cc} $flags -O2 -Iinclude -I$after -c $after/$source -o $objects[-1]");
    }
    return unless @objects; # only kernels have changed, which were tested
    if ($isa ne 'scalar') {
        my $program = "$out/words/$isa";
        prepare('', $program);
        if (run("$program $isa:available")) { # a processor without it reports that anyway
            my $own = relinked('', $program, '-O2', @objects) // return 'linker';
            return "words of $isa" if fails("$own $isa:available", 1);
        }
    }
    my @features = grep { /-isas\.c\.o$/ } @objects;
    return unless @features;
    my $own = relinked('', "$out/tests/runtime/isas", '-O2', @features) // return 'linker';
    return 'program isas' if fails($own, 1);
    return;
}

# The order of the tests: instruction sets of this machine, and those that differ most, first.
my @order = qw(avx2 sse2 scalar avx512 sse41 avx512fp16 neon avx512vbmi sve armv7 rvv vsx wasm mve dsp);

sub reached_by { # instruction sets that a file of the generator may change
    my ($path) = @_;
    my ($isa) = $path =~ m{gen/isa/(\w+)\.lua$};
    return @order if !defined $isa || $isa eq 'scalar';
    my @reached = ($isa);
    push @reached, grep { my $other = $_; grep { $_ eq $isa } told("BASE_$other") } @order;
    return @reached;
}

sub woven_notices {
    my ($path) = @_;
    my $differ = 0;
    for my $judge (\&word_notices, \&kernel_notices, \&record_notices) {
        for my $isa (reached_by($path)) {
            next if $judge == \&word_notices && $path =~ m{^templates/moves/}; # they do not concern words
            next if $judge != \&word_notices && $path !~ m{/isa/} && !is_here($isa);
            my $noticed = $judge->($isa);
            return $noticed if $noticed;
            ++$differ unless defined $noticed;
        }
    }
    return $differ ? undef : 'not woven';
}

# A mutated file of the tree: the test that notices; undef if none does.
sub who_notices {
    my ($path) = @_;
    return $path =~ m{^(?:src|include)/} ? runtime_notices($path) : woven_notices($path);
}

1;
