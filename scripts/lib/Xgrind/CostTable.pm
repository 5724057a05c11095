# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::CostTable: rows of costs as aligned text, each with its share of the
# program's cost.
#
# Usage:
#   my $view = { events => \@names, show => [0, 2], sort => [[0, 99]], total => \@costs, percents => 1 };
#   my ($title, @texts) = cost_rows($view, \@rows);    # rows of costs; undef: '.'
#   print paint_row($view, $row, $text);
#
# A view is which events are shown (indices), what they are sorted by ([index,
# threshold in percent]) and what they are a share of.

package Xgrind::CostTable;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Common;

our @EXPORT = qw(cost_rows paint_row by_cost);

my $HIGH_PERCENT = 10;    # what is at least that is painted

# Texts, all made as wide as the widest of them.
sub aligned {
   my ($texts) = @_;
   my $width = widest(values %$texts);
   $_ = ' ' x ($width - length) . $_ for values %$texts;
   return;
}

# One column of figures: the title and a text for each row, equally wide.  Many rows
# have the same figure: its text is made once.
sub column {
   my ($view, $e, $rows) = @_;
   my $title = printable($view->{events}[$e]);
   my @costs = map { $_->[$e] // '' } @$rows;
   my %figure;
   @figure{@costs} = ();
   my %cell = map { $_ => $_ eq '' ? '.' : commas($_) } keys %figure;
   aligned(\%cell);
   if ($view->{percents}) {
      my %share = map { $_ => $_ eq '' ? '' : percent($_, $view->{total}[$e]) } keys %figure;
      aligned(\%share);
      $cell{$_} .= $_ eq '' ? ' ' x (3 + length $share{$_}) : " ($share{$_})" for keys %cell;
   }
   my $width = widest($title, values %cell);
   $_ = ' ' x ($width - length) . $_ for $title, values %cell;
   return ($title, @cell{@costs});
}

# The titles and the rows, as text.
sub cost_rows {
   my ($view, $rows) = @_;
   my @columns = map { [ column($view, $_, $rows) ] } @{ $view->{show} };
   return map { my $row = $_; join '  ', map { $_->[$row] } @columns } 0 .. @$rows;
}

# A row's text, in red if it is a large part of the program.
sub paint_row {
   my ($view, $row, $text) = @_;
   my $e = $view->{sort}[0][0];
   return share($row->[$e] // 0, $view->{total}[$e]) >= $HIGH_PERCENT ? paint(31, $text) : $text;
}

# Which of two rows comes first, the higher one: -1, 0, 1.
sub by_cost {
   my ($view, $x, $y) = @_;
   for my $e (map { $_->[0] } @{ $view->{sort} }) {
      my $order = ($y->[$e] // 0) <=> ($x->[$e] // 0);
      return $order if $order;
   }
   return 0;
}

1;
