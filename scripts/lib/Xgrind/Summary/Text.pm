# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Summary::Text: a run in at most 40 lines of at most 100 columns.
#
# Usage:
#   print_summary($run);      # of Xgrind::Run::Contents

package Xgrind::Summary::Text;
use strict;
use warnings;
use Encode ();
use Exporter qw(import);
use Xgrind::Report::Layout;
use Xgrind::Script::Messages;
use Xgrind::Summary::Items;
use Xgrind::Text::Print;

our @EXPORT = qw(print_summary);

my $WIDTH   = 100;
# With titles, blank lines and what Xgrind::Summary::Items has at most, these are 40 lines.
my $FIGURES = 7;
my $STEPS   = 4;
my $STEP    = 36;    # columns of what a command shows

# Characters of a text of bytes.
sub columns_of {
   my ($text) = @_;
   return length Encode::decode('UTF-8', $text);
}

# A text, and blanks up to a column.
sub padded {
   my ($text, $width) = @_;
   my $cut = fitted($text, $width);
   my $n   = $width - columns_of($cut);
   return $cut . ' ' x ($n > 0 ? $n : 0);
}

sub title { my ($text) = @_; return "\n" . paint('bold', $text) . "\n"; }

# "label  text: rest", in one line; the text is cut.
sub line {
   my ($width, $label, $text, $rest) = @_;
   $rest = defined $rest && $rest ne '' ? ": $rest" : '';
   $rest = fitted($rest, $WIDTH - $width - 20);
   return sprintf("%*s  ", $width - 2, $label) . fitted($text, $WIDTH - $width - columns_of($rest)) . "$rest\n";
}

sub files_text {
   my ($files) = @_;
   my @profiles = @{ $files->{profiles} };
   my $text = join ', ', grep { defined } $profiles[0], $files->{data}, $files->{trees}[0];
   $text .= ', and ' . (@profiles - 1) . ' more of the run' if @profiles > 1;
   return $text;
}

sub print_figures {
   my (@items) = @_;
   splice @items, $FIGURES if @items > $FIGURES;
   print padded($_->{label}, 14) . fitted($_->{text}, $WIDTH - 14) . "\n" for @items;
   return;
}

# Two lists beside each other.
sub print_functions {
   my ($self, $inclusive) = @_;
   return if !@$self;
   my $half = $WIDTH / 2;
   print title(padded("Functions, by $self->[0]{words}", $half) . 'with what they call');
   my $cell = sub { my ($item) = @_; return $item ? sprintf('%6s  ', $item->{label}) . fitted($item->{text}, $half - 10) : '' };
   for my $i (0 .. (@$self > @$inclusive ? $#$self : $#$inclusive)) {
      my $row = padded($cell->($self->[$i]), $half) . $cell->($inclusive->[$i]);
      print $row =~ s/ +\z//r . "\n";
   }
   return;
}

sub print_list {
   my ($title, $width, @items) = @_;
   return if !@items;
   print title($title . (defined $items[-1]{more} ? " ($items[-1]{more})" : ''));
   print line($width, $_->{label} // '', $_->{text}, $_->{rest}) for @items;
   return;
}

# A command is of use as a whole: a long one has the line for itself.
sub step_line {
   my ($step) = @_;
   my $room = $WIDTH - $STEP;
   return '  ' . padded($step->{text}, $STEP - 2) . "$step->{command}\n" if columns_of($step->{command}) <= $room;
   return '  ' . fitted($step->{command}, $WIDTH - 2) . "\n";
}

sub print_summary {
   my ($run) = @_;
   my %of;
   push @{ $of{ $_->{section} } }, $_ for @{ summary_items($run) };
   my @of = map { $of{$_} // [] } qw(figures findings functions inclusive objects phases next);
   my ($figures, $findings, $functions, $inclusive, $objects, $phases, $steps) = @of;
   print padded('Command', 14), fitted($run->{command} // '???', $WIDTH - 14), "\n";
   print padded('Files', 14), fitted(files_text($run->{files}), $WIDTH - 14), "\n";
   print_figures(@$figures);
   print_list('Serious cache misses', 5, @$findings);
   print_functions($functions, $inclusive);
   print_list("Data, by $objects->[0]{words}", 8, @$objects) if @$objects;
   print_list('Phases', 10, @$phases);
   splice @$steps, $STEPS if @$steps > $STEPS;
   print title('Look at');
   print step_line($_) for @$steps;
   return;
}

1;
