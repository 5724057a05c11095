# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::CostTable: costs as cells of a table, sums with their share of the program's, rates and
# the like as they are.
#
# Usage:
#   my $high    = highest($selection, undef, \@costs);      # ... and of more: highest($selection, $high, \@calls, 1)
#   my @columns = cost_columns($selection, $high);           # for Xgrind::Text::Table
#   my $cells   = cost_cells(\@columns, $cost);       # '.' is none
#   my $cells   = cost_cells(\@columns, $call, 1);    # of a call, whose costs start at index 1
#   my $colour  = cost_colour($selection, $cost);            # of a row that is a large part of the program
#
# A list of costs has one figure for each event of the profile, with holes where it is 0.
# Xgrind::Annotate::Selection says what a selection consists of.

package Xgrind::Annotate::CostTable;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max);
use Xgrind::Annotate::Selection;
use Xgrind::Profile::Columns;
use Xgrind::Text::Messages;
use Xgrind::Text::Numbers;

our @EXPORT = qw(highest cost_columns cost_cells cost_colour by_cost);

my $TEXTS_MAX    = 50_000;    # of one column that are kept
my $HIGH_PERCENT = 10;        # what is at least that is painted
my $RED          = 'red';
my $RATE_WIDTH   = length '<0.01%';

# The highest figure of each sum that is shown.
sub highest {
   my ($selection, $high, $costs, $first) = @_;
   my @sums = grep { $_->{kind} eq 'sum' } map { $_->{column} } @{ $selection->{shown} };
   return highest_of(\@sums, $high // {}, $costs, $first);
}

# Columns for rows whose highest figures, none below 0, are known.
sub cost_columns {
   my ($selection, $high) = @_;
   my @columns;
   for my $shown (@{ $selection->{shown} }) {
      my ($column, $total) = ($shown->{column}, undef);
      my ($figure, $share) = ($column->{kind} eq 'uses' ? 1 + length $USES_MAX : $RATE_WIDTH, 0);
      if ($column->{kind} eq 'sum') {
         my $most = $high->{ $column->{key} } // 0;
         $figure = length commas($most);
         $total  = $column->{value}->($selection->{total});
         $share  = max(5, length percent($most, $total)) if $shown->{has_share};
      }
      my $title = printable($column->{key});
      push @columns, { title => $title, width => max(length $title, $figure + ($share ? 1 + $share : 0)), priority => $shown->{rank},
         column => $column, share => $share, total => $total, text => {} };
   }
   return @columns;
}

sub new_cell {
   my ($shown, $value) = @_;
   my $text  = value_text($shown->{column}, $value);
   my $share = $shown->{share};
   $text .= $value ? sprintf " %${share}s", percent($value, $shown->{total}) : ' ' x (1 + $share) if $share;
   %{ $shown->{text} } = () if keys %{ $shown->{text} } > $TEXTS_MAX;
   return $shown->{text}{$value} = $text;
}

sub cost_cells {
   my ($columns, $cost, $first) = @_;
   return [
      map {
         my $value = $_->{column}{value}->($cost, $first) || 0;
         $_->{text}{$value} // new_cell($_, $value)
      } @$columns
   ];
}

sub cost_colour {
   my ($selection, $cost) = @_;
   my $column = $selection->{main};
   return share($column->{value}->($cost), $column->{value}->($selection->{total})) >= $HIGH_PERCENT ? $RED : undef;
}

# Which of two lists of costs comes first, the higher one: -1, 0, 1.  Few accesses to a line come first, too.
sub by_cost {
   my ($selection, $x, $y, $first) = @_;
   for my $key (@{ $selection->{sort} }) {
      my $column = $key->[0];
      my ($of_x, $of_y) = map { $column->{value}->($_, $first) } $x, $y;
      my $order = $column->{kind} eq 'uses' ? ($of_x // 9e99) <=> ($of_y // 9e99) : ($of_y // -1) <=> ($of_x // -1);
      return $order if $order;
   }
   return 0;
}

1;
