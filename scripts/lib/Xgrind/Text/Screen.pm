# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Text::Screen: how wide lines may be, and how wide texts are on a terminal.
#
# Usage:
#   set_screen_width($opt->{width});     # of --width=N, or undef: the terminal's, or 100 in a pipe or file
#   my $width = screen_width();          # columns that a line of output may take
#   columns_of("\xe6\x97\xa5")           # 2: East Asian wide characters take two columns, combining ones none
#   widest(@texts)                       # the columns of the widest one; undef has none
#   visible($text)                       # nothing that acts on a terminal or cannot be seen: "a\x1b" is 'a\x1b'
#   padded('abc', 5), padded('abc', 5, 'right')    # "abc  ", "  abc"
#   cut('abcdefgh', 6)                   # "abc..."
#   cut('abcdefgh', 6, 1), cut('abcdefgh', 7, 0.5)     # "...fgh", "ab...gh": the part of the rest that the end has
#   cut_between('f [', 'library.so', ']', 12)          # "f [libra...]": undef if less than 8 columns are left
#   wrapped('a long sentence', 10)       # ('a long', 'sentence')
#
# Texts are bytes, as profiles have them and as they are printed.  They are UTF-8; bytes that are not
# are visible as \xNN.  visible() keeps texts apart: two that differ do so afterwards, as a backslash that
# could be mistaken for an escape is escaped, too.

package Xgrind::Text::Screen;
use strict;
use warnings;
use Config;
use Encode ();
use Exporter qw(import);
use Xgrind::Text::Escapes;

our @EXPORT = qw(set_screen_width screen_width columns_of widest visible padded cut cut_between wrapped);

my $WIDTH_PIPE = 100;
my $WIDTH_MIN  = 40;
my $DOTS       = '...';

my $width;

sub set_screen_width {
   my ($wanted) = @_;
   $width = $wanted // terminal_width() // $WIDTH_PIPE;
   $width = $WIDTH_MIN if $width < $WIDTH_MIN;
   return;
}

sub screen_width {
   set_screen_width() if !defined $width;
   return $width;
}

# The columns of the terminal on standard output, or on another handle; undef if it is none, or does not know.
sub terminal_width {
   my ($handle) = @_;
   $handle //= \*STDOUT;
   return undef if !-t $handle;
   my $request = $Config{archname} =~ /mips|powerpc|ppc|sparc|alpha/ ? 0x40087468 : 0x5413;    # TIOCGWINSZ of Linux
   my $size    = pack 'S4', (0) x 4;
   ioctl($handle, $request, $size) or return undef;
   my (undef, $columns) = unpack 'S4', $size;
   return $columns || undef;
}

# --- Characters ------------------------------------------------------------

# What nobody sees, or what changes what is seen: controls, directions, what has no width, other blanks
# than the usual one, and what Unicode has not assigned.
my $UNSEEN = qr/[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/;

sub visible { return escaped_where($_[0], $UNSEEN); }

sub columns_of {
   my ($text) = @_;
   return length $text if $text !~ /[^\x00-\x7f]/;
   return columns_of_characters(characters($text));
}

sub columns_of_characters {
   my ($characters) = @_;
   my $wide = () = $characters =~ /[\p{East_Asian_Width=Wide}\p{East_Asian_Width=Fullwidth}]/g;
   my $none = () = $characters =~ /[\p{Mn}\p{Me}\x{1160}-\x{11ff}]/g;
   return length($characters) + $wide - $none;
}

sub widest {
   my $width = 0;
   for my $text (grep { defined } @_) {
      my $columns = columns_of($text);
      $width = $columns if $columns > $width;
   }
   return $width;
}

sub padded {
   my ($text, $columns, $align) = @_;
   my $n = $columns - columns_of($text);
   return $text if $n <= 0;
   return ($align // 'left') eq 'right' ? ' ' x $n . $text : $text . ' ' x $n;
}

# --- Cutting ---------------------------------------------------------------

# The start of a text of characters that takes at most so many columns.
sub start_of {
   my ($characters, $columns) = @_;
   return '' if $columns <= 0;
   my $start = substr $characters, 0, $columns;
   chop $start while columns_of_characters($start) > $columns;
   # combining characters belong to the one before them
   my $end = length $start;
   $end++ while $end && $end < length $characters && substr($characters, $end, 1) =~ /[\p{Mn}\p{Me}]/;
   return substr $characters, 0, $end;
}

sub end_of {
   my ($characters, $columns) = @_;
   return '' if $columns <= 0;
   my $end = length $characters > $columns ? substr $characters, -$columns : $characters;
   substr($end, 0, 1, '') while columns_of_characters($end) > $columns;
   $end =~ s/\A[\p{Mn}\p{Me}]+//;
   return $end;
}

# A text of at most so many columns; of what is left of it, the end has this part [0].
sub cut {
   my ($text, $columns, $end) = @_;
   return $text if columns_of($text) <= $columns;
   my $room       = $columns - length $DOTS;
   my $characters = characters($text);
   return Encode::encode('UTF-8', start_of($characters, $columns)) if $room < 1;
   my $at_end = int($room * ($end // 0));
   return Encode::encode('UTF-8', start_of($characters, $room - $at_end) . $DOTS . end_of($characters, $at_end));
}

sub cut_between {
   my ($before, $text, $after, $columns) = @_;
   my $room = $columns - columns_of($before) - columns_of($after);
   return $room < 8 && $room < columns_of($text) ? undef : $before . cut($text, $room) . $after;
}

# The lines of a text that is broken at blanks; words that are too long are cut.
sub wrapped {
   my ($text, $columns) = @_;
   my @lines = ('');
   my $used  = 0;
   for my $word (map { cut($_, $columns) } split / +/, visible($text)) {
      my $size = columns_of($word);
      if    ($lines[-1] eq '')              { $lines[-1] = $word; $used = $size; }
      elsif ($used + 1 + $size <= $columns) { $lines[-1] .= " $word"; $used += 1 + $size; }
      else                                  { push @lines, $word; $used = $size; }
   }
   return @lines;
}

1;
