# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Text::Print: titles, header lines, colours and CSV rows on standard output.
#
# Usage:
#   choose_colours($opt->{color});           # of --color: auto (or undef), yes or no
#   print_title('Profile');                  # with a line of dashes below it
#   print_field('File', 'callgrind.out.1');  # "File:      callgrind.out.1"
#   print paint('red', 'much'), "\n";        # a colour of Term::ANSIColor, if colours are on
#   print_row('a', 'b "c"');                 # a,"b ""c"""

package Xgrind::Text::Print;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Screen;

our @EXPORT = qw(choose_colours paint print_title print_field print_row);

my $RULE  = 78;    # columns below a title
my $LABEL = 11;    # columns of what is before a value

my $painting;    # are colours on?

# By default, colours are for terminals, and not for users who have set NO_COLOR (no-color.org).
sub choose_colours {
   my ($choice) = @_;
   $choice //= 'auto';
   $painting = $choice eq 'yes' || $choice eq 'auto' && -t STDOUT && ($ENV{NO_COLOR} // '') eq '';
   return if !$painting;
   require Term::ANSIColor;
   delete @ENV{qw(NO_COLOR ANSI_COLORS_DISABLED)};    # Term::ANSIColor heeds them even against --color=yes
   return;
}

sub paint {
   my ($colour, $text) = @_;
   return $painting ? Term::ANSIColor::colored($text, $colour) : $text;
}

sub print_title {
   my ($title) = @_;
   my $rule = screen_width() < $RULE ? screen_width() : $RULE;
   print paint('bold', $title), "\n", '-' x $rule, "\n";
   return;
}

# A header line; a long value takes several.
sub print_field {
   my ($name, $value) = @_;
   my $label = "$name:";
   for my $line (wrapped($value, screen_width() - $LABEL)) {
      printf "%-*s %s\n", $LABEL - 1, $label, $line;
      $label = '';
   }
   return;
}

# Prints a row of CSV as in RFC 4180, except that the line ends with \n alone.
sub print_row {
   my (@cells) = @_;
   for my $cell (@cells) {
      $cell =~ s/"/""/g;
      $cell = qq("$cell") if $cell =~ /[",\r\n]/;
   }
   print join(',', @cells), "\n";
   return;
}

1;
