# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::Work: what code does for each instruction, byte and cycle (docs/work.md): accesses to data per
# instruction, bytes per access, the share of accesses that are to vectors, floating-point operations per byte, and bytes
# of the lines that each level has loaded per estimated cycle.
#
# Usage:
#   my @columns = work_columns($selection, $profile, \@costs);     # of a table; those that the profile has
#   print_work($selection, $profile, $self, $graph);             # of functions, and loops, with all that they call

package Xgrind::Annotate::Work;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Annotate::CostTable;
use Xgrind::Annotate::FunctionList;
use Xgrind::Profile::Columns;
use Xgrind::Text::Table;

our @EXPORT = qw(work_columns main_cost_column print_work);

# Levels, and which one's column is left out last.
my @LEVELS = ([ L1 => 3 ], [ L2 => 6 ], [ LL => 2 ]);

# A column of the main cost alone, which must not be left out.
sub main_cost_column {
   my ($selection, $title, $costs) = @_;
   my ($shown) = grep { $_->{column} == $selection->{main} } @{ $selection->{shown} };
   my $of_main = { %$selection, shown => [ $shown // { column => $selection->{main}, has_share => 0 } ] };
   my @columns = cost_columns($of_main, highest($of_main, undef, $costs));
   my @values  = map { cost_cells(\@columns, $_)->[0] } @$costs;
   return { title => $title, values => \@values };
}

sub quotients {
   my ($title, $priority, $costs, $format, $of, $by) = @_;
   my @values = map { my $n = $by->($_); $n ? sprintf $format, $of->($_) / $n : '-' } @$costs;
   return { title => $title, values => \@values, priority => $priority };
}

# A function that adds up the values of these columns; undef: one is not there.
sub sum_of {
   my ($selection, @keys) = @_;
   my @values = map { $_ ? $_->{value} : undef } @{ $selection->{columns} }{@keys};
   return undef if grep { !$_ } @values;
   return sub { my $sum = 0; $sum += $_->(@_) for @values; return $sum };
}

sub work_columns {
   my ($selection, $p, $costs) = @_;
   my ($ir, $data, $cycles) = map { sum_of($selection, @$_) } ['Ir'], [qw(Dr Dw)], ['CEst'];
   return if !$ir || !$data || !$cycles;
   my @columns = quotients('data/Ir', 1, $costs, '%.2f', $data, $ir);
   my ($bytes, $vectors, $operations) = map { sum_of($selection, @$_) } [qw(DrB DwB)], ['Dvec'], ['Fl'];
   push @columns, quotients('B/access', 4, $costs, '%.1f', $bytes, $data)                                            if $bytes;
   push @columns, quotients('vectors', 4, $costs, '%.1f%%', sub { 100 * $vectors->(@_) }, $data)                    if $vectors;
   push @columns, quotients('Fl/B', 4, $costs, '%.3f', $operations, $bytes), quotients('Fl/cycle', 5, $costs, '%.2f', $operations, $cycles)
      if $bytes && $operations;
   for (@LEVELS) {
      my ($level, $priority) = @$_;
      my $loaded = bytes_loaded($p, $level) // next;
      push @columns, quotients("$level B/cycle", $priority, $costs, '%.2f', $loaded, $cycles);
   }
   return @columns;
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
         main_cost_column($selection, $selection->{main}{key}, \@costs), work_columns($selection, $p, \@costs),
         { title => 'function', fit => sub { my $texts = function_texts($p, $graph, \@shown, $_[0]); return [ @$texts{@shown} ] } },
      ],
   }));
   print_rest($selection, $rest);
   return;
}

1;
