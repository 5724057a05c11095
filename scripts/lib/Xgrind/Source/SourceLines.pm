# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::SourceLines: the lines of a source without what is no code, and their tokens.
#
# Usage:
#   my $source = source_lines('grid.c') // ...;    # undef: not there, too large, or of no language known
#   my ($texts, $line_of) = tokens_of($source, 17, 21);    # [ 'p', '=', 'malloc', ... ], [ 17, 17, ... ]
#
# $source has language ("c", "rust", "fortran"), written (when the file was, as stat says) and text: the
# lines, from index 1 on.  Comments and preprocessor lines are blank, texts are "", characters are 0.
# Statements of Fortran end in a semicolon there.  Texts are bytes.

package Xgrind::Source::SourceLines;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Privacy;

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

# A prefix keeps a number or a name in one piece, so that 1'000 and L"x" begin no character or text twice.
my $C_PIECE = qr{
   (?<comment> //(?:[^\n\\]|\\.)*+ | /\*(?:(?!\*/).)*+(?:\*/|\z) )
 | (?<raw> \b(?:u8|[uUL])?R"(?<end>[^()\\\s"]{0,16})\(.*?\)\k<end>" )
 | (?<text> "[^"\\\n]*+(?:\\.[^"\\\n]*+)*+" )
 | (?<number> \b\d(?:[\w.]|'\w)*+ )
 | (?<character> (?:\b[uUL]|\bu8)?'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+' )
}xsa;

sub without_comments_c {
   my ($text) = @_;
   $text =~ s{$C_PIECE}{
        defined $+{comment} ? blank($&, ' ')
      : defined $+{number} ? $&
      : defined $+{character} ? 0
      : blank($&, '""')
   }ge;
   $text =~ s{^[ \t]*\#(?:[^\n\\]|\\.)*+}{blank($&, '')}gmse;
   return $text;
}

my $RUST_PIECE = qr{
   (?<comment> //[^\n]*+ | (?<nested> /\*(?:(?!\*/|/\*).|(?&nested))*+(?:\*/|\z)) )
 | (?<text> \bb?r(?<hashes>\#*)".*?"\k<hashes> | "[^"\\]*+(?:\\.[^"\\]*+)*+" )
 | (?<character> \bb?'(?:[^'\\\n]{1,4}|\\[^\n]{1,10}?)' | '(?:[^'\\\n]|[\xc0-\xff][\x80-\xbf]{1,3}|\\[^\n]{1,10}?)' )
}xsa;

sub without_comments_rust {
   my ($text) = @_;
   $text =~ s{$RUST_PIECE}{defined $+{comment} ? blank($&, ' ') : defined $+{character} ? 0 : blank($&, '""')}ge;
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
   my ($path) = @_;
   my ($extension) = $path =~ /\.([^.\/]+)\z/ or return undef;
   my $language = $LANGUAGE{$extension} // return undef;
   return undef if !-f $path || -s _ > $SIZE_MAX_B;
   my $written = (stat _)[9];
   open my $in, '<:raw', $path or return undef;
   note_input($in);
   my $text = do { local $/; <$in> } // '';
   return undef if index($text, "\0") >= 0;
   $text =~ s/\r\n?/\n/g;
   $text = $language eq 'c' ? without_comments_c($text) : $language eq 'rust' ? without_comments_rust($text)
      : without_comments_fortran($text, $language ne 'fortran');
   return { language => $language =~ s/.* //r, written => $written, text => [ undef, split /\n/, $text ] };
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
