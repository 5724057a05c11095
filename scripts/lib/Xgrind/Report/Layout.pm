# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Report::Layout: lines of at most 100 columns.
#
# Usage:
#   print_entry('Remedy', 'A long sentence ...');    # wrapped, with the label before its first line
#   print_entry('', 'more');                         # without a label
#   print_line('Code', $text, '12 misses');          # one line; $text is cut so that the rest fits
#   fitted($text, 20)                                # at most 20 characters; bytes of UTF-8

package Xgrind::Report::Layout;
use strict;
use warnings;
use Encode ();
use Exporter qw(import);
use Xgrind::Script::Messages;

our @EXPORT = qw(print_entry print_line print_paragraph fitted);

my $WIDTH = 100;
my $LABEL = 11;    # columns of labels

# A text of at most so many characters, without control characters.
sub fitted {
   my ($text, $max) = @_;
   my $characters = Encode::decode('UTF-8', printable($text));
   $characters = substr($characters, 0, $max - 3) . '...' if length $characters > $max;
   return Encode::encode('UTF-8', $characters);
}

# Breaks a text at blanks.
sub wrapped {
   my ($text, $width) = @_;
   my @lines = ('');
   for my $word (split / +/, printable($text)) {
      $word = fitted($word, $width);
      if    ($lines[-1] eq '')                                  { $lines[-1] = $word; }
      elsif (length($lines[-1]) + 1 + length($word) <= $width) { $lines[-1] .= " $word"; }
      else                                                      { push @lines, $word; }
   }
   return @lines;
}

sub print_entry {
   my ($label, $text) = @_;
   for my $line (wrapped($text, $WIDTH - $LABEL)) {
      printf "%-${LABEL}s%s\n", $label, $line;
      $label = '';
   }
   return;
}

sub print_line {
   my ($label, $text, $rest) = @_;
   $rest = $rest eq '' ? '' : ": $rest";
   printf "%-${LABEL}s%s%s\n", $label, fitted($text, $WIDTH - $LABEL - length $rest), $rest;
   return;
}

# A text that begins at the left edge.
sub print_paragraph {
   my ($text) = @_;
   print map { "$_\n" } wrapped($text, $WIDTH);
   return;
}

1;
