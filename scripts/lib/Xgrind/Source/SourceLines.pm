# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::SourceLines: the lines of a source without what is no code, and their tokens.
#
# Usage:
#   my $source = source_lines('grid.c') // ...;    # undef: not there or not allowed (Xgrind::Source::Files), too large, of no language known
#   my ($texts, $line_of) = tokens_of($source, 17, 21);    # [ 'p', '=', 'malloc', ... ], [ 17, 17, ... ]
#
# $source has language ("c", "rust", "fortran"), written (when the file was, in seconds since 1970) and text: the
# lines, from index 1 on.  Comments and preprocessor lines are blank, texts are "", characters are 0.
# Statements of Fortran end in a semicolon there.  Texts are bytes.

package Xgrind::Source::SourceLines;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Source::Files;

our @EXPORT = qw(source_lines tokens_of);

my $SIZE_MAX_B = 1 << 24;    # a larger source was not written by hand
my $LINE_MAX_B = 1 << 12;    # of the lines whose tokens are taken

my %LANGUAGE = (
   (map { $_ => 'c' } qw(c h cc cp cpp cxx c++ C H hh hpp hxx h++ inl ipp tcc cu m mm)),
   rs => 'rust',
   (map { $_ => 'fortran' } qw(f90 f95 f03 f08 F90 F95 F03 F08)),
   (map { $_ => 'fixed fortran' } qw(f for ftn F FOR FTN)),
);

# What is left of a piece of a source: its ends of lines.
sub blank {
   my ($piece, $instead) = @_;
   return $instead . ("\n" x ($piece =~ tr/\n//));
}

# Long texts with many escapes would be a warning.
no warnings 'regexp';

# Sources come from strangers as profiles do: each piece is found in one go, and what has no end goes on as far as its kind can,
# so that time and memory grow with the length of a source alone.

my $MANY = '{0,32000}+';    # escapes in a piece, each of which takes memory

# Comment, raw text, its delimiter, text, number, character.  A prefix keeps a number or a name in one piece, so that 1'000 and
# L"x" begin no character or text twice.
my $C_PIECE = qr{
   ( //[^\n\\]*+(?:\\.[^\n\\]*+)$MANY | /\*.*?(?:\*/|\z) )
 | ( \b(?:u8|[uUL])?R"([^()\\\s"]{0,16})\(.*?(?:\)\g3"|\z) )
 | ( "[^"\\\n]*+(?:\\.[^"\\\n]*+)$MANY"? )
 | ( \b\d(?:[\w.]|'\w)*+ )
 | ( (?:\b[uUL]|\bu8)?'[^'\\\n]*+(?:\\.[^'\\\n]*+)$MANY'? )
}xsa;

sub without_comments_c {
   my ($text) = @_;
   $text =~ s{$C_PIECE}{
        defined $1 ? blank($1, ' ')
      : defined $5 ? $5
      : defined $6 ? 0
      : blank($2 // $4, '""')
   }ge;
   $text =~ s{^[ \t]*+(\#[^\n\\]*+(?:\\.[^\n\\]*+)$MANY)}{blank($1, '')}gmse;
   return $text;
}

my $RUST_NESTED_MAX = 1000;    # comments in comments

# Comment, a comment in it, text, its hashes, character.
my $RUST_PIECE = qr{
   ( //[^\n]*+ | (/\*(?:[^/*]++|/(?!\*)|\*(?!/)|(?2))*+(?:\*/|\z)) )
 | ( \bb?r(\#*)".*?(?:"\g4|\z) | "[^"\\]*+(?:\\.[^"\\]*+)$MANY"? )
 | ( \bb?'(?:[^'\\\n]{1,4}|\\[^\n]{1,10}?)' | '(?:[^'\\\n]|[\xc0-\xff][\x80-\xbf]{1,3}|\\[^\n]{1,10}?)' )
}xsa;

# How deep comments are nested at most, whatever is text.
sub deepest_comment {
   my ($text) = @_;
   my ($depth, $most) = (0, 0);
   while ($text =~ m{/\*|(\*/)}g) {
      if    (!defined $1) { $most = $depth if ++$depth > $most; }
      elsif ($depth)      { $depth--; }
   }
   return $most;
}

sub without_comments_rust {
   my ($text) = @_;
   return '' if deepest_comment($text) > $RUST_NESTED_MAX;
   $text =~ s{$RUST_PIECE}{defined $1 ? blank($1, ' ') : defined $5 ? 0 : blank($3, '""')}ge;
   $text =~ s/'(?=[a-zA-Z_])//g;    # of lifetimes
   return $text;
}

# One line, and whether it goes on.  A text does not go on.
sub fortran_line {
   my ($line) = @_;
   $line =~ s/("[^"]*"|'[^']*')|!.*/defined $1 ? '""' : ''/ges;
   my $goes_on = $line =~ s/&\s*\z//;
   $line =~ s/^\s*&/ /;
   return ($line, $goes_on);
}

sub without_comments_fortran {
   my ($text, $is_fixed) = @_;
   my @lines = split /\n/, $text, -1;
   my $last;    # with code
   for my $n (0 .. $#lines) {
      my $continues = 0;
      if ($is_fixed) {
         $lines[$n] = '' if $lines[$n] =~ /^[cC*!dD]/;
         $continues = $lines[$n] =~ s/^ {5}[^ 0]/      /;
      }
      ($lines[$n], my $goes_on) = fortran_line($lines[$n]);
      next if $lines[$n] !~ /\S/ && !$goes_on;
      $lines[$last] =~ s/;\z// if $continues && defined $last;
      $lines[$n] .= ';' if !$goes_on;
      $last = $n;
   }
   return join "\n", @lines;
}

sub source_lines {
   my ($name) = @_;
   my ($extension) = $name =~ /\.([^.\/]+)\z/ or return undef;
   my $language = $LANGUAGE{$extension}    // return undef;
   my ($source) = read_source($name);
   return undef if !$source || length $source->{text} > $SIZE_MAX_B || index($source->{text}, "\0") >= 0;
   my $text = $source->{text} =~ s/\r\n?/\n/gr;
   $text = $language eq 'c' ? without_comments_c($text) : $language eq 'rust' ? without_comments_rust($text)
      : without_comments_fortran($text, $language ne 'fortran');
   return { language => $language =~ s/.* //r, written => $source->{written}, text => [ undef, split /\n/, $text ] };
}

my $TOKEN = qr{
   [A-Za-z_\$\x80-\xff][\w\$\x80-\xff]* | \.?\d[\w.']* | "" | -> | :: | == | != | <= | >= | && | \|\|
 | [-+*/%&|^]= | \+\+ | -- | << | \.\. | =>? | \S
}xa;

# The tokens of these lines: their texts, and the line of each.  A line that is too long has none, but
# an end that stands for them.
sub tokens_of {
   my ($source, $from, $to) = @_;
   my (@texts, @line_of);
   $from = 1 if $from < 1;
   for my $n ($from .. $to) {
      my $line = $source->{text}[$n] // last;
      my @found = length $line > $LINE_MAX_B ? ('"') : $line =~ /($TOKEN)/g;
      push @texts, @found;
      push @line_of, ($n) x @found;
   }
   return (\@texts, \@line_of);
}

1;
