# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::Work: what functions and loops do for each instruction, byte and cycle (docs/work.md).
#
# Usage:
#   print_work($selection, $profile, $self, $graph);             # of functions, and loops, with all that they call

package Xgrind::Annotate::Work;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Annotate::CostTable;
use Xgrind::Annotate::FunctionList;
use Xgrind::Profile::WorkColumns;
use Xgrind::Text::Table;

our @EXPORT = qw(main_cost_column print_work);

# A column of the main cost alone, which must not be left out.
sub main_cost_column {
   my ($selection, $title, $costs) = @_;
   my ($shown) = grep { $_->{column} == $selection->{main} } @{ $selection->{shown} };
   my $of_main = { %$selection, shown => [ $shown // { column => $selection->{main}, has_share => 0 } ] };
   my @columns = cost_columns($of_main, highest($of_main, undef, $costs));
   my @values  = map { cost_cells(\@columns, $_)->[0] } @$costs;
   return { title => $title, values => \@values };
}

sub print_work {
   my ($selection, $p, $self, $graph) = @_;
   my @functions = grep { !defined $_->{cycle} } function_rows($p, $self, $graph, 1);
   my ($rows, $rest) = choose_rows($selection, \@functions, 1);
   put_start_up_last($p, $graph, $rows);
   my @costs = map { $_->{cost} } @$rows;
   my @shown = map { $_->{function} } @$rows;
   print_table(new_table({
      columns => [
         main_cost_column($selection, $selection->{main}{key}, \@costs), work_columns($selection->{columns}, $p, \@costs),
         { title => 'function', fit => sub { my $texts = function_texts($p, $graph, \@shown, $_[0]); return [ @$texts{@shown} ] } },
      ],
   }));
   print_rest($selection, $rest);
   return;
}

1;
