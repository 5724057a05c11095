# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::FunctionList: the functions of a profile by cost, with their callers and
# callees if that is wanted.
#
# Usage:
#   my @rows = function_rows($profile, $self, $graph, $inclusive);
#   my ($rows, $rest) = choose_rows($selection, \@rows, $inclusive);
#   print_list($selection, $rows, $rest);
#   print_tree($selection, $profile, $graph, $rows, $rest, 'both');
#
# A row is a function or a cycle: { cost => [costs], function or cycle, ... }.

package Xgrind::Annotate::FunctionList;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Annotate::CostTable;
use Xgrind::Profile::CallGraph;
use Xgrind::Profile::Model;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;

our @EXPORT = qw(function_rows choose_rows print_list print_tree row_text);

# A function as text, with its cycle; kept, as trees name functions often.
sub row_text {
   my ($p, $graph, $f) = @_;
   return $graph->{text}[$f] //= do {
      my $cycle = $graph->{cycle_of}[$f];
      function_text($p, $f) . (defined $cycle ? ' <cycle ' . ($cycle + 1) . '>' : '');
   };
}

# All functions, and with inclusive costs all cycles.
sub function_rows {
   my ($p, $self, $graph, $inclusive) = @_;
   my $cost = $inclusive ? $graph->{inclusive} : $self;
   my @rows = map { { function => $_, cost => $cost->[$_], profile => $p, graph => $inclusive ? $graph : undef } }
      grep { $p->{defined}[$_] || grep { $_ } @{ $cost->[$_] } } 0 .. $#$cost;
   return @rows if !$inclusive;
   my $cycles = $graph->{cycles};
   push @rows, map { { cycle => $_, cost => $cycles->[$_]{inclusive}, text => '<cycle ' . ($_ + 1) . '>' } }
      0 .. $#$cycles;
   return @rows;
}

# A row's text; most rows need none.
sub text_of {
   my ($row) = @_;
   return $row->{text} //= $row->{graph}
      ? row_text($row->{profile}, $row->{graph}, $row->{function})
      : function_text($row->{profile}, $row->{function});
}

# Rows with costs, sorted, in groups of those that are equal in the first event: only
# groups that are printed need to be sorted by more.
sub groups {
   my ($selection, $rows) = @_;
   my $first = $selection->{sort}[0][0];
   my @with_cost = grep { my $cost = $_->{cost}; grep { $cost->[ $_->[0] ] } @{ $selection->{sort} } } @$rows;
   my @key = map { $_->{cost}[$first] } @with_cost;
   my @groups;
   my $last;
   for my $i (sort { $key[$b] <=> $key[$a] } 0 .. $#key) {
      push @groups, [] if !defined $last || $key[$i] != $last;
      push @{ $groups[-1] }, $with_cost[$i];
      $last = $key[$i];
   }
   return @groups;
}

# Is a row to be printed after others that cost so much?
sub is_wanted {
   my ($selection, $row, $sum, $inclusive) = @_;
   for my $key (@{ $selection->{sort} }) {
      my ($e, $threshold) = @$key;
      my ($cost, $total) = ($row->{cost}[$e], $selection->{total}[$e]);
      return 1 if $inclusive ? $cost && share($cost, $total) >= 100 - $threshold : share($sum->[$e] // 0, $total) < $threshold;
   }
   return 0;
}

# The rows above the thresholds, sorted, and the number of other rows.
sub choose_rows {
   my ($selection, $rows, $inclusive) = @_;
   my (@chosen, @sum);
   GROUP: for my $group (groups($selection, $rows)) {
      my @sorted = @$group;
      @sorted = sort { by_cost($selection, $a->{cost}, $b->{cost}) || text_of($a) cmp text_of($b) } @sorted if @sorted > 1;
      for my $row (@sorted) {
         if (is_wanted($selection, $row, \@sum, $inclusive)) { push @chosen, $row; }
         elsif (!$inclusive)                            { last GROUP; }
         $sum[ $_->[0] ] += $row->{cost}[ $_->[0] ] for @{ $selection->{sort} };
      }
   }
   return (\@chosen, @$rows - @chosen);
}

sub print_rest {
   my ($rest) = @_;
   print "\n$rest more function", ($rest == 1 ? '' : 's'), " not shown\n" if $rest;
   return;
}

sub print_list {
   my ($selection, $rows, $rest) = @_;
   my ($title, @texts) = cost_rows($selection, [ map { $_->{cost} } @$rows ]);
   print_title("$title  file:function [module]");
   for my $i (0 .. $#$rows) {
      print paint_row($selection, $rows->[$i]{cost}, $texts[$i]), '  ', text_of($rows->[$i]), "\n";
   }
   print_rest($rest);
   return;
}

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

# The highest figure of each event that the tree prints.
sub highest {
   my ($selection, $graph, $rows, $which) = @_;
   my @show = @{ $selection->{show} };
   my (@high, @is_seen);
   for my $row (@$rows) {
      my @costs = ([ 0, @{ $row->{cost} } ]);
      my ($callers, $callees) = map { with_costs($graph, $row, $_) } sides($graph, $row, $which);
      # calls of a caller that was seen with its callees are counted already
      push @costs, values %$callees, map { $is_seen[$_] ? () : $callers->{$_} } keys %$callers;
      $is_seen[ $row->{function} ] = 1 if defined $row->{function} && $which ne 'caller';
      for my $e (@show) {
         my $high = $high[$e] // 0;
         for (@costs) {
            my $figure = $_->[ $e + 1 ];
            $high = $figure if defined $figure && $figure > $high;
         }
         $high[$e] = $high;
      }
   }
   return \@high;
}

# Prints callers or callees of a row, sorted.
sub print_relatives {
   my ($selection, $p, $graph, $row, $mark, $arcs, $table) = @_;
   my $first = 1 + $selection->{sort}[0][0];
   my @relatives;    # cost by which they are sorted first, the calls' costs, text
   my $with_costs = with_costs($graph, $row, $arcs);
   for my $f (sort { $a <=> $b } keys %$arcs) {
      my $arc  = $with_costs->{$f} // [];
      my $text = "$mark " . row_text($p, $graph, $f) . ' (' . commas($arcs->{$f}[0] // 0) . 'x)';
      push @relatives, [ $arc->[$first] // 0, $arc, $text ];
   }
   for my $relative (sort { $b->[0] <=> $a->[0] || by_calls($selection, $a->[1], $b->[1]) || $a->[2] cmp $b->[2] } @relatives) {
      my (undef, $arc, $text) = @$relative;
      print table_row($table, $arc, 1, @$arc ? 0 : ''), "  $text\n";
   }
   return;
}

# Which of two calls costs more.
sub by_calls {
   my ($selection, $x, $y) = @_;
   for my $key (@{ $selection->{sort} }) {
      my $order = ($y->[ 1 + $key->[0] ] // 0) <=> ($x->[ 1 + $key->[0] ] // 0);
      return $order if $order;
   }
   return 0;
}

# Prints functions, each between its callers ('<') and its callees ('>').
sub print_tree {
   my ($selection, $p, $graph, $rows, $rest, $which) = @_;
   keep_callers($graph, map { defined $_->{cycle} ? @{ $graph->{cycles}[ $_->{cycle} ]{members} } : $_->{function} } @$rows);
   my ($title, $table) = cost_table($selection, highest($selection, $graph, $rows, $which), scalar @$rows);
   print_title("$title  file:function [module]");
   for my $row (@$rows) {
      my ($callers, $callees) = sides($graph, $row, $which);
      print_relatives($selection, $p, $graph, $row, '  <', $callers, $table);
      print paint_row($selection, $row->{cost}, table_row($table, $row->{cost}, 0, '')), '  * ', text_of($row), "\n";
      print_relatives($selection, $p, $graph, $row, '  >', $callees, $table);
      print "\n" if $row != $rows->[-1];
   }
   print_rest($rest);
   return;
}

1;
