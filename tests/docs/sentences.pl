#!/usr/bin/perl
# The English of the files that standard input names, for GNU diction: the text of pages (*.md), and the comments of C, Lua, scripts
# and makefiles. Code within a text becomes one word. `#line` lines name the places.
#
# SPDX-License-Identifier: Apache-2.0
use strict;
use warnings;

# the marks of comments, by the ends of files' names; strings are matched first, so that a mark in a string is ignored
my $strings = qr/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/;
my @languages = (
    [ qr/\.(?:c|h|cc|cpp|S|ld|proto|mjs|in)$/ => qr{$strings|/\*(.*?)\*/|//([^\n]*)}s ],
    [ qr/\.lua$/ => qr/$strings|--\[\[(.*?)\]\]|--([^\n]*)|\[(=*)\[.*?\]\g3\]/s ],
    [ qr/(?:^|\/)(?:Makefile|run|meson\.build|rules|CMakeLists\.txt)$|\.(?:mk|sh|t|pl|pm|py|awk|cmake|yml)$/ => qr/(?:^|(?<=\s))#+()([^\n]*)/m ],
);

# Prints a block of lines; the number is the first line's. Each sentence gets a capital at its beginning and a full stop at its end, because
# diction ignores others.
sub print_block {
    my ($path, $number, @lines) = @_;
    my $text = join "\n", @lines;
    return if $text !~ /[a-z]{2}/;
    $text =~ s/`[^`]*`/CODE/g;
    $text =~ s/!?\[([^]\n]*)\]\([^)]*\)/$1/g;                   # a link's text stays
    $text =~ s/(?<![\w.])[\w.\/-]*[_\/=<>\$\\\{\}][^\s,;:)]*/CODE/g; # names and paths
    $text =~ s/[\w\/-]+\.(?:md|lua|[chtS]|mk|sh|pl|svg)\b/CODE/g;
    $text =~ s/\be\.g\./for example/g;
    $text =~ s/[*|#>]+/ /g;
    $text =~ s/^([^A-Za-z]*)([a-z])/$1\U$2/;
    $text =~ s/([.:?!]\s+\W*)([a-z])/$1\U$2/g;
    $text =~ s/[\s.:;,]*$/./;
    print "#line $number \"$path\"\n$text\n";
}

sub page {
    my ($path, $text) = @_;
    my ($number, $start, $fence, $blank, @block) = (0, 1, 0, 1);
    my $end = sub { print_block($path, $start, @block); @block = (); };
    for my $line (split /\n/, $text) {
        ++$number;
        if ($line =~ /^\s*```/) {
            $end->();
            $fence = !$fence;
        } elsif ($fence || $blank && $line =~ /^(?: {4}|\t)/) { # code
        } elsif ($line =~ /^\s*\|/) { # each cell of a table is a block
            $end->();
            print_block($path, $number, $_) for split /(?<!\\)\|/, $line;
        } else {
            $blank = $line =~ /^\s*$/;
            $end->() if $blank || $line =~ /^\s*(?:[-*#]|\d+\.)/;
            $start = $number unless @block;
            push @block, $line unless $blank;
            $end->() if $line =~ /^#/;
        }
    }
    $end->();
}

sub comments {
    my ($path, $text, $pattern) = @_;
    my ($number, $counted, $after, $start, @block) = (1, 0, 0, 1);
    my $end = sub { print_block($path, $start, @block); @block = (); };
    while ($text =~ /$pattern/g) {
        my $comment = defined $1 && $1 ne '' ? $1 : $2;
        next if !defined $comment || $comment =~ /^!/;
        my ($from, $to) = ($-[0], $+[0]);
        $number += substr($text, $counted, $from - $counted) =~ tr/\n//;
        my $alone = substr($text, 0, $from) =~ /(?:^|\n)[ \t]*\z/;
        $end->() unless $alone && $number == $after; # it does not continue the comment of the line before
        my $line_number = $number;
        for my $line (split /\n/, $comment) {
            $line =~ s/^\s*\*(?=\s|$)//;
            if ($line =~ /^\s*$/) {
                $end->();
            } else {
                $start = $line_number unless @block;
                push @block, $line;
            }
            ++$line_number;
        }
        $number += substr($text, $from, $to - $from) =~ tr/\n//;
        $counted = $to;
        $after = $alone ? $number + 1 : 0;
    }
    $end->();
}

while (my $path = <STDIN>) {
    chomp $path;
    next unless -f $path && !-l $path;
    my ($pattern) = map { $path =~ $_->[0] ? $_->[1] : () } @languages;
    next unless $pattern || $path =~ /\.md$/;
    open my $file, '<', $path or die "$path: $!\n";
    my $text = do { local $/; <$file> };
    $pattern ? comments($path, $text, $pattern) : page($path, $text);
}
