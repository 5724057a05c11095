# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::FunctionList: the functions of a profile by cost, with their callers and
# callees if that is wanted.
#
# Usage:
#   my @rows = function_rows($profile, $self, $graph, $inclusive);
#   my ($rows, $rest) = choose_rows($view, \@rows, $inclusive);
#   print_list($view, $rows, $rest);
#   print_tree($view, $profile, $graph, $rows, $rest, 'both');
#
# A row is a function or a cycle: { cost => [costs], function or cycle, ... }.

package Xgrind::FunctionList;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::CallGraph;
use Xgrind::Common;
use Xgrind::CostTable;
use Xgrind::Profile;

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
   my ($view, $rows) = @_;
   my $first = $view->{sort}[0][0];
   my @with_cost = grep { my $cost = $_->{cost}; grep { $cost->[ $_->[0] ] } @{ $view->{sort} } } @$rows;
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
   my ($view, $row, $sum, $inclusive) = @_;
   for my $key (@{ $view->{sort} }) {
      my ($e, $threshold) = @$key;
      my ($cost, $total) = ($row->{cost}[$e], $view->{total}[$e]);
      return 1 if $inclusive ? $cost && share($cost, $total) >= 100 - $threshold : share($sum->[$e] // 0, $total) < $threshold;
   }
   return 0;
}

# Those rows that the thresholds let through, sorted, and how many others there are.
sub choose_rows {
   my ($view, $rows, $inclusive) = @_;
   my (@chosen, @sum);
   GROUP: for my $group (groups($view, $rows)) {
      my @sorted = @$group;
      @sorted = sort { by_cost($view, $a->{cost}, $b->{cost}) || text_of($a) cmp text_of($b) } @sorted if @sorted > 1;
      for my $row (@sorted) {
         if (is_wanted($view, $row, \@sum, $inclusive)) { push @chosen, $row; }
         elsif (!$inclusive)                            { last GROUP; }
         $sum[ $_->[0] ] += $row->{cost}[ $_->[0] ] for @{ $view->{sort} };
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
   my ($view, $rows, $rest) = @_;
   my ($title, @texts) = cost_rows($view, [ map { $_->{cost} } @$rows ]);
   print_title("$title  file:function [object]");
   for my $i (0 .. $#$rows) {
      print paint_row($view, $rows->[$i]{cost}, $texts[$i]), '  ', text_of($rows->[$i]), "\n";
   }
   print_rest($rest);
   return;
}

# Callers or callees of a row, sorted: [costs, text].  What is in the same cycle, or
# the function itself, has no costs that could be given.
sub relatives {
   my ($view, $p, $graph, $row, $mark, $arcs) = @_;
   my @relatives;
   for my $f (sort { $a <=> $b } keys %$arcs) {
      my ($calls, @cost) = @{ $arcs->{$f} };
      my $is_within = defined $row->{function} && within_cycle($graph, $row->{function}, $f);
      $_ //= 0 for @cost[ 0 .. $#{ $view->{events} } ];
      push @relatives, [ $is_within ? [] : \@cost, "$mark " . row_text($p, $graph, $f) . ' (' . commas($calls // 0) . 'x)' ];
   }
   return sort { by_cost($view, $a->[0], $b->[0]) || $a->[1] cmp $b->[1] } @relatives;
}

# The functions, each between what calls it ('<') and what it calls ('>').
sub print_tree {
   my ($view, $p, $graph, $rows, $rest, $which) = @_;
   my @blocks;
   for my $row (@$rows) {
      my ($callers, $callees) = defined $row->{cycle}
         ? cycle_neighbours($graph, $row->{cycle})
         : neighbours($graph, $row->{function});
      my @callers = $which eq 'calling' ? () : relatives($view, $p, $graph, $row, '  <', $callers);
      my @callees = $which eq 'caller'  ? () : relatives($view, $p, $graph, $row, '  >', $callees);
      push @blocks, [ @callers, [ $row->{cost}, '* ' . text_of($row), 1 ], @callees ];
   }
   my @lines = map { @$_ } @blocks;
   my ($title, @texts) = cost_rows($view, [ map { $_->[0] } @lines ]);
   print_title("$title  file:function [object]");
   for my $block (@blocks) {
      for my $line (@$block) {
         my ($cost, $text, $is_subject) = @$line;
         my $figures = shift @texts;
         print $is_subject ? paint_row($view, $cost, $figures) : $figures, '  ', $text, "\n";
      }
      print "\n" if $block != $blocks[-1];
   }
   print_rest($rest);
   return;
}

1;
