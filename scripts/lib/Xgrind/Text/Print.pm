# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Text::Print: titles, sentences, header lines, colours and CSV rows on standard output.
#
# Usage:
#   choose_colours($opt->{color});           # of --color: auto (or undef), yes or no
#   print_title('Profile');                  # with a line of dashes below it
#   print_field('File', 'callgrind.out.1');  # "File:      callgrind.out.1"
#   print_wrapped($sentence);                # in lines as wide as the screen
#   print_wrapped($text, 'Remedy:  ', 90);   # 90 columns wide; further lines begin below the text
#   print paint('red', 'much'), "\n";        # a colour of Term::ANSIColor, if colours are on
#   print_row('a', 'b "c"');                 # a,"b ""c"""

package Xgrind::Text::Print;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Escapes;
use Xgrind::Text::Screen;

our @EXPORT = qw(choose_colours paint print_title print_wrapped print_field print_row);

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

# A text in as many lines as it needs, behind what is before the first one.
sub print_wrapped {
   my ($text, $start, $width) = @_;
   $start //= '';
   my $indent = columns_of($start);
   for my $line (wrapped($text, ($width // screen_width()) - $indent)) {
      print "$start$line" =~ s/ +\z//r, "\n";
      $start = ' ' x $indent;
   }
   return;
}

# A header line; a long value takes several.
sub print_field {
   my ($name, $value) = @_;
   print_wrapped($value, padded("$name: ", $LABEL));
   return;
}

my $FIGURE = qr/\A-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\z/a;

# A text that a spreadsheet would take for a formula has its first character as an escape; figures stay, below zero, too.
sub no_formula {
   my ($cell) = @_;
   return $cell =~ $FIGURE ? $cell : $cell =~ s/\A([-=+\@])/sprintf '\x%02x', ord $1/er;
}

# Prints a row of CSV as in RFC 4180, except that the line ends with \n alone; characters but the end of a line are escaped as profiles have
# them, and so is what would begin a formula.
sub print_row {
   my (@cells) = @_;
   for my $cell (@cells) {
      $cell = no_formula(join "\n", map { escaped($_) } split /\n/, $cell // '', -1);
      $cell =~ s/"/""/g;
      $cell = qq("$cell") if $cell =~ /[",\n]/;
   }
   print join(',', @cells), "\n";
   return;
}

1;
