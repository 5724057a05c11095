# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Html::EstimatedTree: a call tree made from a profile, which knows what each function costs each of
# its callers, but not the callers' callers.
#
# Usage:
#   my $tree = estimated_tree($functions, $calls, \@events, $totals, $row_not_shown);
#   # columns of Xgrind::Html::Functions; $row_not_shown->() is the row of "[calls not shown]"; the result is
#   # as in Xgrind::Html::CallTree
#
# The estimate: what a function costs is the same mix of its own cost and that of its calls, whoever
# calls it.  A path's share of a function's inclusive cost goes to its callees as the function's calls do; for
# each event.  Each node passes on whole numbers and keeps the rest, so the nodes' costs add up to what
# is passed to the roots, which is the program's cost.  Roots are what no caller accounts for.
#
# Cycles: the functions of a cycle are drawn below the one through which it is entered, each with its own cost
# and its calls to others; calls around the cycle have no costs of their own.
#
# A profile may charge more to calls than the callee and its callees cost (parts, recursion).  Such calls are
# scaled down, callees first, or costs would be counted twice.

package Xgrind::Html::EstimatedTree;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Html::CallTree;
use Xgrind::Html::Functions;

our @EXPORT = qw(estimated_tree);

my $LEAST_SHARE = 1e-4;    # of the program's cost in some event: what is drawn as a node of its own; doubled
                           # until the tree is small enough

# --- The graph -------------------------------------------------------------

# Callees by row: [to, [costs]], without calls within cycles and those of the others together, of which
# it is not known who they are.
sub callees_of {
   my ($functions, $calls, $events) = @_;
   my $cycle = $functions->{cycle};
   my @columns = map { $calls->{cost}{$_} } @$events;
   my @callees;
   for my $i (0 .. $#{ $calls->{from} }) {
      my ($from, $to) = ($calls->{from}[$i], $calls->{to}[$i]);
      next if $from == $to || $cycle->[$from] && $cycle->[$from] == $cycle->[$to] || $functions->{name}[$from] eq $OTHER_FUNCTIONS;
      push @{ $callees[$from] }, [ $to, [ map { $_->[$i] } @columns ] ];
   }
   return \@callees;
}

# Groups of rows that are one cycle, or a row alone: of each row its group, a list of rows.
sub groups_of {
   my ($functions) = @_;
   my (%cycle, @group);
   my $cycles = $functions->{cycle};
   for my $row (0 .. $#$cycles) {
      my $group = $cycles->[$row] ? $cycle{ $cycles->[$row] } //= [] : [];
      push @$group, $row;
      $group[$row] = $group;
   }
   return \@group;
}

# The groups, callees before their callers.
sub callees_first {
   my ($group, $callees) = @_;
   my (@order, @state);    # of the group's first row: 1: open, 2: done
   for my $root (0 .. $#$group) {
      my @path = [ $group->[$root], undef ];
      while (@path) {
         my ($rows, $todo) = @{ $path[-1] };
         my $first = $rows->[0];
         if (!defined $todo) {
            if ($state[$first]) { pop @path; next; }
            $state[$first] = 1;
            $todo = $path[-1][1] = [ map { $_->[0] } map { @{ $callees->[$_] // [] } } @$rows ];
         }
         if (defined(my $to = shift @$todo)) {
            push @path, [ $group->[$to], undef ] if !$state[ $group->[$to][0] ];
            next;
         }
         $state[$first] = 2;
         push @order, $rows;
         pop @path;
      }
   }
   return \@order;
}

# What calls to a group are charged in the profile.
sub charged {
   my ($group, $callees, $n_events) = @_;
   my @sum;
   for my $arcs (grep { defined } @$callees) {
      for my $arc (@$arcs) {
         my ($to, $costs) = @$arc;
         my $sum = $sum[ $group->[$to][0] ] //= [ (0) x $n_events ];
         $sum->[$_] += $costs->[$_] for 0 .. $n_events - 1;
      }
   }
   return \@sum;
}

# Scales calls that are charged more than there is; returns, by row, a function's costs with its
# calls, by group those of the group, and what of them no caller accounts for.
sub balance {
   my ($functions, $group, $callees, $events) = @_;
   my @columns = map { $functions->{self}{$_} } @$events;
   my $last    = $#columns;
   my $charged = charged($group, $callees, scalar @columns);
   my (@unit, @all, @roots);
   for my $rows (@{ callees_first($group, $callees) }) {
      my @sum = (0) x @columns;
      for my $row (@$rows) {
         my @own = map { $_->[$row] } @columns;
         for my $arc (@{ $callees->[$row] // [] }) {
            my $to = $group->[ $arc->[0] ][0];
            my ($costs, $of, $has, $rest) = ($arc->[1], $charged->[$to], $all[$to], $roots[$to]);
            for my $e (0 .. $last) {
               my $cost = $costs->[$e] || next;
               if ($of->[$e] > $has->[$e]) {
                  $cost = int($cost * ($has->[$e] / $of->[$e]));
                  $cost = $rest->[$e] if $cost > $rest->[$e];
                  $costs->[$e] = $cost;
               }
               $rest->[$e] -= $cost;
               $own[$e] += $cost;
            }
         }
         $unit[$row] = \@own;
         $sum[$_] += $own[$_] for 0 .. $last;
      }
      $all[ $rows->[0] ]   = \@sum;
      $roots[ $rows->[0] ] = [@sum];
   }
   return (\@unit, \@all, \@roots);
}

# --- The tree --------------------------------------------------------------

# A part of a cost, as large as another part is of its whole.
sub part_of {
   my ($cost, $part, $whole) = @_;
   return 0 if !$cost || !$part;
   my $result = int($cost * ($part / $whole));
   return $result > $cost ? $cost : $result;
}

# What is below a node: [row, [costs], whether it is entered from outside of a cycle].  Takes their costs
# from what the node has.
sub children_of {
   my ($graph, $row, $enters, $left) = @_;
   my $rows  = $graph->{group}[$row];
   my @cost  = @$left;
   my $whole = $graph->{unit}[$row];
   my @children;
   if ($enters && @$rows > 1) {
      my $all = $graph->{all}[ $rows->[0] ];
      for my $member (grep { $_ != $row } @$rows) {
         push @children, [ $member, [ map { part_of($cost[$_], $graph->{unit}[$member][$_], $all->[$_]) } 0 .. $#cost ], 0 ];
      }
      $whole = $all;
   }
   for my $arc (@{ $graph->{callees}[$row] // [] }) {
      my $costs = $arc->[1];
      push @children, [ $arc->[0], [ map { part_of($cost[$_], $costs->[$_], $whole->[$_]) } 0 .. $#cost ], 1 ];
   }
   for my $child (@children) {
      for my $e (0 .. $#cost) {
         $child->[1][$e] = $left->[$e] if $child->[1][$e] > $left->[$e];
         $left->[$e] -= $child->[1][$e];
      }
   }
   return @children;
}

sub add_node {
   my ($tree, $parent, $row, $costs) = @_;
   push @{ $tree->{parent} },   $parent;
   push @{ $tree->{function} }, $row;
   push @{ $tree->{costs} },    $costs;
   return $#{ $tree->{parent} };
}

# Is one of the costs at least so much?
sub is_shown {
   my ($costs, $least) = @_;
   for my $e (0 .. $#$least) {
      return 1 if $costs->[$e] >= $least->[$e];
   }
   return 0;
}

# Adds nodes for these children, and one for those that are too small.
sub add_children {
   my ($tree, $graph, $todo, $parent, @children) = @_;
   my $rest;
   for my $child (@children) {
      my ($row, $costs, $enters) = @$child;
      next if !grep { $_ } @$costs;
      if (is_shown($costs, $graph->{least})) { push @$todo, [ add_node($tree, $parent, $row, $costs), $row, $enters ]; }
      elsif (!$rest)                         { $rest = [@$costs]; }
      else                                   { $rest->[$_] += $costs->[$_] for 0 .. $#$costs; }
   }
   add_node($tree, $parent, $graph->{not_shown}->(), $rest) if $rest;
   return;
}

# The tree with nodes of so much at least; undef: it would have too many.
sub tree_above {
   my ($graph, $roots) = @_;
   my $tree = { parent => [], function => [], costs => [] };
   my @todo;
   add_children($tree, $graph, \@todo, -1, @$roots);
   while (my $next = shift @todo) {
      return undef if @{ $tree->{parent} } > $NODES_MAX;
      my ($node, $row, $enters) = @$next;
      add_children($tree, $graph, \@todo, $node, children_of($graph, $row, $enters, $tree->{costs}[$node]));
   }
   return $tree;
}

sub estimated_tree {
   my ($functions, $calls, $events, $totals, $row_not_shown) = @_;
   my $callees = callees_of($functions, $calls, $events);
   my $group   = groups_of($functions);
   my ($unit, $all, $rest) = balance($functions, $group, $callees, $events);
   my $graph = { callees => $callees, group => $group, unit => $unit, all => $all, not_shown => $row_not_shown };
   my @roots = map { [ $_, [ @{ $rest->[$_] } ], 1 ] } grep { $rest->[$_] } 0 .. $#$rest;
   for (my $share = $LEAST_SHARE; ; $share *= 2) {
      $graph->{least} = [ map { $_ ? $_ * $share : 1 } @$totals ];
      my $tree = tree_above($graph, [ map { [ $_->[0], [ @{ $_->[1] } ], 1 ] } @roots ]);
      return $tree if $tree;
   }
}

1;
