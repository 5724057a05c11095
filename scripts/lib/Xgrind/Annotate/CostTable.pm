# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::CostTable: rows of costs as aligned text, each with its share of the
# program's cost.
#
# Usage:
#   my $selection = { events => \@names, show => [0, 2], sort => [[0, 99]], total => \@costs, percents => 1 };
#   my ($title, @texts) = cost_rows($selection, \@rows);    # rows of costs; undef: '.'
#   print paint_row($selection, $row, $text);
#   my ($title, $table) = cost_table($selection, \@highest, $n);    # row by row; n: are there any?
#   print table_row($table, $row, 0, ''), "\n";
#
# A selection says which events are shown (indices), by which rows are sorted ([index, threshold in
# percent]) and of which totals percentages are.

package Xgrind::Annotate::CostTable;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Script::Messages;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;

our @EXPORT = qw(cost_rows cost_table table_row paint_row by_cost);

my $TEXTS_MAX = 50_000;    # of one event that are kept
my $HIGH_PERCENT = 10;    # what is at least that is painted

# Texts, all made as wide as the widest of them.
sub aligned {
   my ($texts) = @_;
   my $width = widest(values %$texts);
   $_ = ' ' x ($width - length) . $_ for values %$texts;
   return;
}

# One column: the title and the text of each figure, equally wide; '' is no figure.  Many rows have
# equal figures, whose text is made once.
sub column {
   my ($selection, $e, $rows) = @_;
   my $title = printable($selection->{events}[$e]);
   my $total = $selection->{total}[$e];
   my %cell;
   $cell{ $_->[$e] // '' } = undef for @$rows;
   $cell{$_} = $_ eq '' ? '.' : commas($_) for keys %cell;
   if ($selection->{percents}) {
      my %share = map { $_ => $_ eq '' ? '' : percent($_, $total) } keys %cell;
      aligned(\%cell);
      aligned(\%share);
      $cell{$_} .= $_ eq '' ? ' ' x (3 + length $share{$_}) : " ($share{$_})" for keys %cell;
   }
   my $width = widest($title, values %cell);
   $_ = ' ' x ($width - length) . $_ for $title, values %cell;
   return ($title, \%cell);
}

# The titles and the rows, as text.
sub cost_rows {
   my ($selection, $rows) = @_;
   my (@titles, @columns);
   for my $e (@{ $selection->{show} }) {
      my ($title, $cell) = column($selection, $e, $rows);
      push @titles,  $title;
      push @columns, [ $e, $cell ];
   }
   my @texts = map { my $row = $_; join '  ', map { $_->[1]{ $row->[ $_->[0] ] // '' } } @columns } @$rows;
   return (join('  ', @titles), @texts);
}

# The titles, and a table for rows whose highest figures, none below 0, are known:
# of each event shown its index, widths and the text of figures printed before.
sub cost_table {
   my ($selection, $high, $n) = @_;
   my (@titles, @table);
   for my $e (@{ $selection->{show} }) {
      my $title = printable($selection->{events}[$e]);
      my $total = $selection->{percents} ? $selection->{total}[$e] : undef;
      my ($figure, $share, $width) = (0, 0, length $title);
      if ($n) {
         $figure = length commas($high->[$e]);
         $share  = length percent($high->[$e], $total) if $selection->{percents};
         $width  = widest($title, 'x' x ($figure + ($selection->{percents} ? 3 + $share : 0)));
      }
      push @titles, ' ' x ($width - length $title) . $title;
      push @table, { event => $e, figure => $figure, share => $share, width => $width, total => $total,
         percents => $selection->{percents}, text => {} };
   }
   return (join('  ', @titles), \@table);
}

# The text of a row whose figures start at this index; $none replaces missing ones.
sub table_row {
   my ($table, $row, $start, $none) = @_;
   return join '  ', map {
      my $figure = $row->[ $start + $_->{event} ] // $none;
      $_->{text}{$figure} // table_cell($_, $figure)
   } @$table;
}

# The text of a figure, which is kept.
sub table_cell {
   my ($column, $figure) = @_;
   my $text = sprintf "%$column->{figure}s", $figure eq '' ? '.' : commas($figure);
   if ($column->{percents}) {
      $text .= $figure eq '' ? ' ' x (3 + $column->{share}) : sprintf " (%$column->{share}s)", percent($figure, $column->{total});
   }
   %{ $column->{text} } = () if keys %{ $column->{text} } > $TEXTS_MAX;
   return $column->{text}{$figure} = sprintf "%$column->{width}s", $text;
}

# A row's text, in red if it is a large part of the program.
sub paint_row {
   my ($selection, $row, $text) = @_;
   my $e = $selection->{sort}[0][0];
   return share($row->[$e] // 0, $selection->{total}[$e]) >= $HIGH_PERCENT ? paint('red', $text) : $text;
}

# Which of two rows comes first, the higher one: -1, 0, 1.
sub by_cost {
   my ($selection, $x, $y) = @_;
   for my $key (@{ $selection->{sort} }) {
      my $e = $key->[0];
      my $order = ($y->[$e] // 0) <=> ($x->[$e] // 0);
      return $order if $order;
   }
   return 0;
}

1;
