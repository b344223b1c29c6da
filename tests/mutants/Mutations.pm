# The mutations of mutants.pl: each kind finds its sites in the text of C or of Lua. It skips comments, sentences, code that only affects
# costs, and conditions of the preprocessor, which choose a build.
#
# SPDX-License-Identifier: Apache-2.0
package Mutations;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(kinds sites_of mutated);

# Siblings in the names of intrinsics and words: a name with one of these parts becomes the name with the other.
my @siblings = (
    [qw(min max)], [qw(minimum maximum)], [qw(unpacklo unpackhi)], [qw(low high)], [qw(lower upper)], [qw(floor ceil)],
    [qw(epi8 epi16)], [qw(epi16 epi32)], [qw(epi16 epu16)], [qw(epi8 epu8)], [qw(packs packus)], [qw(slli srli)], [qw(srli srai)],
    [qw(sllv srlv)], [qw(cmpgt cmpeq)], [qw(and or)], [qw(and andnot)], [qw(add sub)], [qw(mul div)], [qw(zip1 zip2)], [qw(uzp1 uzp2)],
    [qw(even odd)], [qw(LT LE)], [qw(TO_ZERO TO_NEAREST_INT)], [qw(s8 u8)], [qw(s16 u16)], [qw(s32 u32)], [qw(lt le)], [qw(eq le)],
    [qw(keep drop)], [qw(left right)], [qw(narrow narrow_unsigned)], [qw(both either)], [qw(half single)], [qw(trunc floor)],
    [qw(signed unsigned)], [qw(smaller larger)], [qw(lo hi)],
);
my @statuses = qw(
    OK NULL_POINTER UNKNOWN_DTYPE UNSUPPORTED_DTYPE DTYPES_DIFFER WRONG_OUTPUT_DTYPE SHAPES_DO_NOT_BROADCAST AXIS_OUT_OF_RANGE
    WRONG_OUTPUT_SHAPE TOO_MANY_DIMS SIZE_OVERFLOW MISALIGNED OVERLAP ZERO_DIVISOR UNKNOWN_RULE UNKNOWN_OPTION UNKNOWN_ISA
);
my %compare = ('<' => '<=', '<=' => '<', '>' => '>=', '>=' => '>', '==' => '!=', '!=' => '==', '~=' => '==');
my %arithmetic = ('+' => '-', '-' => '+', '*' => '+', '/' => '*', '%' => '/');
my %bitwise = ('&' => '|', '|' => '&', '^' => '|', '~' => '|', '<<' => '>>', '>>' => '<<');
my %logic = ('&&' => '||', '||' => '&&', 'and' => 'or', 'or' => 'and');
my $number = qr/(?<![\w.\$#])(0x[0-9a-fA-F]+|\d+)(?=[uUlL]*(?![\w.]))/;

# The text with parts that must not change blanked out; length and lines remain.
sub masked {
    my ($path, $text) = @_;
    my $blank = sub { my $part = shift; $part =~ s/[^\n]/\0/g; $part };
    if ($path =~ /\.lua$/) {
        $text =~ s/(--[^\n]*)/$blank->($1)/ge;
        $text =~ s/(\b(?:says|header|guard|machine|compiler|packages|name|model|result)\s*=\s*"[^"\n]*")/$blank->($1)/ge;
        $text =~ s/("[^"\n]*\bdefined\([^\n]*|\binline = true)/$blank->($1)/ge;
        $text =~ s/(\b(?:cost|weight|rank|free|order|steps|alternates)\s*=\s*(?:\d+|\{[^{}]*\}))/$blank->($1)/ge;
        $text =~ s/(\n  run = \{.*?\n  \},\n)/$blank->($1)/gse;
        $text =~ s/("[^"\n]*")/$blank->($1)/ge if $path !~ m{/isa/};
        $text =~ s/(error\([^\n]*)/$blank->($1)/ge;
    } else {
        $text =~ s{(/\*.*?\*/)}{$blank->($1)}gse;
        $text =~ s/("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/$blank->($1)/ge;
        $text =~ s/^([ ]*#[ ]*(?!define)[^\n]*)/$blank->($1)/gme;
    }
    return $text;
}

# The end of the text that begins with the parenthesis at $at, and the places of its commas.
sub parts_of_call {
    my ($text, $at) = @_;
    my ($depth, @commas) = (0);
    pos($text) = $at;
    while ($text =~ /([(\[{)\]},;])/g) {
        my $place = pos($text) - 1;
        if ($1 eq ',') { push @commas, $place if $depth == 1 }
        elsif ($1 eq ';') { return }
        elsif ($1 =~ /[(\[{]/) { ++$depth }
        elsif (--$depth == 0) { return ($place, @commas) }
    }
    return;
}

# For each match of a pattern, whose first group is replaced.
sub each_match {
    my ($text, $pattern, $replacements) = @_;
    my @found;
    while ($text =~ /$pattern/g) {
        my ($old, $at) = ($1, $-[1]);
        push @found, map { [ $at, $old, $_ ] } grep { defined && $_ ne $old } $replacements->($old, $at);
    }
    return @found;
}

# $old plus $by, or with the bit of that number flipped, in the same notation.
sub written_like {
    my ($old, $value) = @_;
    return if $value < 0;
    return $old =~ /^0x/ ? sprintf('0x%0' . (length($old) - 2) . 'x', $value) : "$value";
}
sub value_of { # undef where it has more than 64 bits, or so
    my ($text) = @_;
    return if length $text > 18;
    no warnings 'portable';
    return $text =~ /^0x/ ? hex $text : $text + 0;
}

sub siblings_of {
    my ($name) = @_;
    my @others;
    for my $pair (@siblings) {
        for my $way ([ @$pair ], [ reverse @$pair ]) {
            my ($from, $to) = @$way;
            my $other = $name;
            my $part = qr/(?<![a-zA-Z])\Q$from\E(?![a-z])|(?<=unpack)\Q$from\E|\Q$from\E(?=[su](?:8|16|32|64)\b)/;
            push @others, $other if $other =~ s/$part/$to/;
        }
    }
    return @others;
}

my %kinds = (
    compare => sub {
        my ($text, $is_lua, $path) = @_;
        my $unequal = $is_lua && $path !~ m{/isa/} ? '~=' : '!='; # instruction sets' files have their comparisons in spellings
        return each_match($text, qr/ (<=|>=|==|!=|~=|<|>)(?= )/, sub { $_[0] eq '==' ? $unequal : $compare{ $_[0] } });
    },
    arithmetic => sub { each_match($_[0], qr/(?<=[\w)\]] )([-+*\/%])=?(?= )/, sub { $arithmetic{ $_[0] } }) },
    bitwise => sub { each_match($_[0], qr/(?<=[\w)\]] )(<<|>>|[&|^~])=?(?= )/, sub { $bitwise{ $_[0] } }) },
    logic => sub { each_match($_[0], qr/ (&&|\|\||and|or)(?= )/, sub { $logic{ $_[0] } }) },
    'off by one' => sub {
        each_match($_[0], $number, sub {
            my $value = value_of($_[0]);
            defined $value ? map { written_like($_[0], $value + $_) } -1, 1 : ();
        });
    },
    'one bit' => sub {
        each_match($_[0], $number, sub {
            my $value = value_of($_[0]);
            return unless defined $value && $value > 3;
            my $width = length sprintf '%b', $value;
            return map { written_like($_[0], $value ^ 1 << $_) } grep { $_ > 0 } int($width / 2), $width - 1;
        });
    },
    negated => sub {
        my ($text, $is_lua) = @_;
        return each_match($text, qr/\bif (.+?) then\b/, sub { "not ($_[0])" }) if $is_lua;
        return each_match($text, qr/\b(?:if|while) (?=(\())/, sub {
            my ($end) = parts_of_call($text, $_[1]);
            defined $end ? '(!(' : ();
        });
    },
    deleted => sub {
        my ($text, $is_lua) = @_;
        return if $is_lua;
        my $assignment = qr/ [-+*\/|&^<>]*=[^=\n][^{}\n]*/;
        my $change = qr/\*?[\w.>\[\]+*-]+(?:$assignment|\([^{}\n]*\))|(?:\+\+|--)[^\n]*/;
        my $kept = qr/return|break|goto|continue|typedef|static|const |struct /;
        return each_match($text, qr/^[ ]+((?!$kept)(?:$change);)$/m, sub { ';' });
    },
    status => sub {
        my ($text, $is_lua) = @_;
        my $names = join '|', @statuses;
        return each_match($text, qr/\bBL_((?:$names))\b/, sub {
            my $old = shift;
            my ($place) = grep { $statuses[$_] eq $old } 0 .. $#statuses;
            return $old eq 'OK' ? 'NULL_POINTER' : ('OK', $statuses[ $place + 1 ] // 'OVERLAP');
        });
    },
    sibling => sub {
        my ($text, $is_lua, $path) = @_;
        return unless $is_lua || $path =~ m{^templates/};
        return each_match($text, qr/(?<![\w.\$])([A-Za-z_]\w*)(?=[(\$.])/, sub { siblings_of($_[0]) });
    },
    swapped => sub {
        my ($text, $is_lua) = @_;
        my @found;
        while ($text =~ /([\w\$]+)\(/g) {
            my ($name, $open) = ($1, $+[0] - 1);
            my $before = substr $text, rindex($text, "\n", $open) + 1, $-[1] - rindex($text, "\n", $open) - 1;
            next if $name =~ /^(?:function|recipe|if|for|while|switch|sizeof|defined)$/ || $before =~ /\bfunction $|#\s*define/;
            next if $name =~ /(?:add|mul|and|or|xor|eor|eq)(?:q|_|$)/ && $name !~ /sub/; # of which either comes first
            next if !$is_lua && substr($text, rindex($text, "\n", $open) + 1, 1) ne ' ';
            my ($end, @commas) = parts_of_call($text, $open);
            next unless @commas;
            my $stop = $commas[1] // $end;
            my $old = substr $text, $open + 1, $stop - $open - 1;
            my $a = substr $text, $open + 1, $commas[0] - $open - 1;
            my $b = substr $text, $commas[0] + 1, $stop - $commas[0] - 1;
            next if $old =~ /[\n\0]/ || $a eq $b =~ s/^ //r;
            push @found, [ $open + 1, $old, ($b =~ s/^ //r) . ", $a" ];
        }
        return @found;
    },
    flag => sub {
        my ($text, $is_lua) = @_;
        return unless $is_lua;
        return each_match($text, qr/ = (true|false)\b/, sub { $_[0] eq 'true' ? 'false' : 'true' });
    },
);

sub kinds { return sort keys %kinds }

# All mutations of a kind in a file: { at, old, new } each, in the order of the text.
sub sites_of {
    my ($kind, $path, $text) = @_;
    my $is_lua = $path =~ /\.lua$/;
    my @found = $kinds{$kind}->(masked($path, $text), $is_lua, $path);
    return map { { at => $_->[0], old => $_->[1], new => $_->[2] } } @found;
}

sub mutated {
    my ($text, $site) = @_;
    my $after = $text;
    if ($site->{new} eq '(!(') { # a condition, to its end
        my ($end) = parts_of_call(masked('x.c', $text), $site->{at});
        substr $after, $end, 1, '))';
    }
    substr $after, $site->{at}, length $site->{old}, $site->{new};
    return $after;
}

1;
