# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Report::Layout: sentences and lines with labels, as wide as the screen at most.
#
# Usage:
#   print_entry('Remedy', 'A long sentence ...');    # wrapped, with the label before its first line
#   print_entry('', 'more');                         # without a label
#   print_line('Code', $text, '12 misses');          # one line: "Code       text: 12 misses"
#   line_room('12 misses', '3 misses')               # the columns of the texts of such lines

package Xgrind::Report::Layout;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Names;
use Xgrind::Text::Print;
use Xgrind::Text::Screen;

our @EXPORT = qw(print_entry print_line print_paragraph line_room);

my $SENTENCE_MAX = 100;    # columns of sentences: longer lines are hard to read
my $LABEL        = 11;     # columns of labels
my $ROOM_MIN     = 20;

# The columns of a line of sentences.
sub sentence_width { return screen_width() < $SENTENCE_MAX ? screen_width() : $SENTENCE_MAX; }

# The columns that texts beside a label and before a rest have.
sub line_room {
   my (@rests) = @_;
   my ($longest) = sort { $b <=> $a } map { $_ eq '' ? 0 : 2 + columns_of($_) } @rests, '';
   my $room = screen_width() - $LABEL - $longest;
   return $room < $ROOM_MIN ? $ROOM_MIN : $room;
}

sub print_entry {
   my ($label, $text) = @_;
   print_wrapped($text, padded($label, $LABEL), sentence_width());
   return;
}

# The text is as it is to be printed; a rest that does not fit has a line for itself.
sub print_line {
   my ($label, $text, $rest) = @_;
   my $line = padded($label, $LABEL) . $text;
   if ($rest eq '')                                                        { print "$line\n"; }
   elsif (columns_of("$line: $rest") <= screen_width() || full_names()) { print "$line: $rest\n"; }
   else                                                                   { print "$line:\n", ' ' x $LABEL, "  $rest\n"; }
   return;
}

# A text that begins at the left edge.
sub print_paragraph {
   my ($text) = @_;
   print_wrapped($text, '', sentence_width());
   return;
}

1;
