# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::Callers: functions, each between its callers and its callees; and which calls of many are
# worth printing.
#
# Usage:
#   print_neighbours($selection, $profile, $graph, $chosen, $rest, 'both');    # of choose_rows() of Xgrind::Annotate::FunctionList
#   my ($functions, $others) = choose_calls($selection, $most, \%calls, \%calls_with_costs);
#   rest_of_calls($others)                           # "3 more functions (12x)"
#   my @sums = sums_of_many(\%calls);                # what the others can cost at most, if it matters
#
# Calls are a hash: function -> [number of calls, costs...].

package Xgrind::Annotate::Callers;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Annotate::CostTable;
use Xgrind::Annotate::FunctionList;
use Xgrind::Annotate::Selection;
use Xgrind::Profile::CallGraph;
use Xgrind::Profile::Model;
use Xgrind::Text::Numbers;
use Xgrind::Text::Table;

our @EXPORT = qw(print_neighbours choose_calls rest_of_calls sums_of_many);

my $NAME_LEAST = 30;    # columns of names between callers and callees

my $MANY = 1000;    # what is left out has less than this part of the highest

# The callers and callees of a row that are to be printed.
sub sides {
   my ($graph, $row, $which) = @_;
   my ($callers, $callees) = defined $row->{cycle}
      ? cycle_neighbours($graph, $row->{cycle})
      : neighbours($graph, $row->{function});
   return ($which eq 'calling' ? {} : $callers, $which eq 'caller' ? {} : $callees);
}

# The calls between a row and others that have a cost: not those within its cycle or of itself.
sub with_costs {
   my ($graph, $row, $arcs) = @_;
   my $f = $row->{function} // return $arcs;
   return $arcs if !defined $graph->{cycle_of}[$f] && !exists $arcs->{$f};
   return { map { $_ => $arcs->{$_} } grep { !within_cycle($graph, $f, $_) } keys %$arcs };
}

# What is printed: the highest figures, the functions, the most calls.
sub extent {
   my ($selection, $graph, $rows, $which) = @_;
   my (%functions, @is_seen);
   my $most = 0;
   my $high = highest($selection, undef, [ map { $_->{cost} } @$rows ]);
   for my $row (@$rows) {
      my @sides = sides($graph, $row, $which);
      for my $arcs (@sides) {
         $functions{$_} = 1 for keys %$arcs;
         for (values %$arcs) { $most = $_->[0] if ($_->[0] // 0) > $most; }
      }
      my ($callers, $callees) = map { with_costs($graph, $row, $_) } @sides;
      # calls of a caller that was seen with its callees are counted already
      highest($selection, $high, [ values %$callees, sums_of_many($callees), sums_of_many($callers), map { $is_seen[$_] ? () : $callers->{$_} } keys %$callers ], 1);
      next if !defined $row->{function};
      $functions{ $row->{function} } = 1;
      $is_seen[ $row->{function} ] = 1 if $which ne 'caller';
   }
   return ($high, [ sort { $a <=> $b } keys %functions ], $most);
}

# The calls that do not vanish, and the sum of the others.  Those without a cost are counted only.
sub choose_calls {
   my ($selection, $most, $calls, $with_costs) = @_;
   my @chosen;
   my $rest = { n => 0, cost => [] };
   for my $f (keys %$calls) {
      if (!$with_costs->{$f} || tells($selection, $most, $with_costs->{$f}, 1)) { push @chosen, $f; }
      else {
         $rest->{n}++;
         add_costs($rest->{cost}, $calls->{$f});
      }
   }
   return (\@chosen, $rest);
}

# The sum of calls, if they are so many that those left out could cost more than each of the others.
sub sums_of_many {
   my ($calls) = @_;
   return if keys %$calls < $MANY;
   my @sum;
   add_costs(\@sum, $_) for values %$calls;
   return \@sum;
}

sub rest_of_calls {
   my ($rest) = @_;
   return commas($rest->{n}) . ' more function' . ($rest->{n} == 1 ? '' : 's') . ' (' . commas($rest->{cost}[0] // 0) . 'x)';
}

# Prints callers or callees of a row, sorted.
sub print_relatives {
   my ($out, $row, $mark, $arcs) = @_;
   my ($selection, $table, $text) = @$out{qw(selection table text)};
   my $with_costs = with_costs($out->{graph}, $row, $arcs);
   my ($chosen, $rest) = choose_calls($selection, highest_telling($selection, {}, [ values %$with_costs ], 1), $arcs, $with_costs);
   my @relatives = map { [ $with_costs->{$_} // [], "$mark $text->{$_} (" . commas($arcs->{$_}[0] // 0) . 'x)' ] } sort { $a <=> $b } @$chosen;
   @relatives = sort { by_cost($selection, $a->[0], $b->[0], 1) || $a->[1] cmp $b->[1] } @relatives if @relatives > 1;
   push @relatives, [ $rest->{cost}, "$mark " . rest_of_calls($rest) ] if $rest->{n};
   for my $relative (@relatives) {
      my ($arc, $words) = @$relative;
      print table_line($table, [ @{ cost_cells($out->{columns}, $arc, 1) }, $words ]), "\n";
   }
   return;
}

# Prints functions, each between its callers ('<') and its callees ('>').
sub print_neighbours {
   my ($selection, $p, $graph, $rows, $rest, $which) = @_;
   keep_callers($graph, map { defined $_->{cycle} ? @{ $graph->{cycles}[ $_->{cycle} ]{members} } : $_->{function} } @$rows);
   my ($high, $functions, $most) = extent($selection, $graph, $rows, $which);
   my @columns = cost_columns($selection, $high);
   my $beside = length('  > ') + length(' (x)') + length commas($most);
   my $table = new_table({ columns => [ @columns, { title => 'function', fit => undef, least => $NAME_LEAST + $beside } ] });
   my $text  = function_texts($p, $graph, $functions, $table->{room} - $beside);
   my $out   = { selection => $selection, graph => $graph, table => $table, columns => \@columns, text => $text };
   print_table_title($table);
   for my $i (0 .. $#$rows) {
      my $row = $rows->[$i];
      my ($callers, $callees) = sides($graph, $row, $which);
      print "\n" if $i;
      print_start_up($row, $i ? $rows->[ $i - 1 ] : undef);
      print_relatives($out, $row, '  <', $callers);
      my $name = defined $row->{cycle} ? cycle_text($row->{cycle}) : $text->{ $row->{function} };
      print table_line($table, [ @{ cost_cells(\@columns, $row->{cost}) }, "  * $name" ], cost_colour($selection, $row->{cost})), "\n";
      print_relatives($out, $row, '  >', $callees);
   }
   print_rest($selection, $rest);
   return;
}

1;
