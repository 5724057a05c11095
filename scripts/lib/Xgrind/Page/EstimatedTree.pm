# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Page::EstimatedTree: a call tree made from a profile, which knows what each function costs each of
# its callers, but not the callers' callers.
#
# Usage:
#   my $tree = estimated_tree($functions, $calls, \@events, $totals, $row_not_shown);
#   # columns of Xgrind::Page::Functions; $row_not_shown->() is the row of "[calls not shown]"; the result is
#   # as in Xgrind::Page::ExactTree
#   my $tree = tree_of_equals($tree, \@row);    # nodes of the same row below one node are one: row of the tree's -> row
#
# The estimate: what a function costs is the same mix of its own cost and that of its calls, whoever
# calls it.  A path's share of a function's inclusive cost goes to its callees as the function's calls do; for
# each event.  Nodes have whole numbers, and what is passed on is taken from the node, so the nodes' costs add up to
# those of the roots, which is the program's cost.  Roots are what no caller accounts for.
#
# Cycles: the functions of a cycle are drawn below the one through which it is entered, each with its own cost
# and its calls to others; calls around the cycle have no costs of their own.
# Xgrind::Tree::Balance sees to it that calls are not charged more than there is.

package Xgrind::Page::EstimatedTree;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max);
use Xgrind::Page::ExactTree;
use Xgrind::Page::Functions;
use Xgrind::Profile::Model;
use Xgrind::Tree::Balance;

our @EXPORT = qw(estimated_tree tree_of_equals);

my $LEAST_SHARE = 1e-4;    # of the program's cost in some event: what is drawn as a node of its own; doubled
                           # until the tree is small enough

# --- The graph -------------------------------------------------------------

# The calls that paths follow, by row: their indices in the columns.  Not those within cycles, and not those of
# the other functions together, of which it is not known who they are.
sub callees_of {
   my ($functions, $calls) = @_;
   my $cycle = $functions->{cycle};
   my ($other) = grep { $functions->{name}[$_] eq $OTHER_FUNCTIONS && $functions->{module}[$_] eq '' } grep { $_ >= 0 } $#$cycle;
   my @callees;
   for my $i (0 .. $#{ $calls->{from} }) {
      my ($from, $to) = ($calls->{from}[$i], $calls->{to}[$i]);
      next if $from == $to || $cycle->[$from] && $cycle->[$from] == $cycle->[$to] || defined $other && $from == $other;
      push @{ $callees[$from] }, $i;
   }
   return \@callees;
}

sub graph_of {
   my ($functions, $calls, $events) = @_;
   my $graph = balanced_graph($functions->{cycle}, callees_of($functions, $calls), $calls->{to},
      [ @{ $functions->{self} }{@$events} ], [ @{ $calls->{cost} }{@$events} ]);
   $graph->{parts} = {};
   return $graph;
}

# --- The tree --------------------------------------------------------------

# The functions of a cycle as parts of what it costs, made once for all functions through which it is entered.
sub parts_of_cycle {
   my ($graph, $members) = @_;
   return $graph->{members}{ $members->[0] } //= do {
      my @events = @{ $graph->{event} };
      my @whole  = map { $_->{all}[ $members->[0] ] || 1 } @events;
      my @parts  = map { my $m = $_; [ $m, [ map { $events[$_]{unit}[$m] / $whole[$_] } 0 .. $#events ], 0 ] } @$members;
      $_->[3] = max(@{ $_->[1] }) for @parts;
      \@parts;
   };
}

# What a node's cost is made of besides the function's own: [row, [shares], whether it is entered from outside
# of a cycle, the largest share], the largest first.
sub parts_of {
   my ($graph, $row, $enters) = @_;
   my @events  = @{ $graph->{event} };
   my $members = $graph->{group}[$row];
   my $is_cycle = $enters && @$members > 1;
   my @whole = map { ($is_cycle ? $_->{all}[ $members->[0] ] : $_->{unit}[$row]) || 1 } @events;
   my @parts = map { my $i = $_; [ $graph->{to}[$i], [ map { $events[$_]{cost}[$i] / $whole[$_] } 0 .. $#events ], 1 ] } @{ $graph->{callees}[$row] // [] };
   $_->[3] = max(@{ $_->[1] }) for @parts;
   push @parts, grep { $_->[0] != $row } @{ parts_of_cycle($graph, $members) } if $is_cycle;
   return [ sort { $b->[3] <=> $a->[3] || $a->[0] <=> $b->[0] } grep { $_->[3] } @parts ];
}

# The share of a node's cost that is the function's own.
sub own_shares {
   my ($graph, $row, $enters) = @_;
   my $members  = $graph->{group}[$row];
   my $is_cycle = $enters && @$members > 1;
   return [ map { my $whole = $is_cycle ? $_->{all}[ $members->[0] ] : $_->{unit}[$row]; $whole ? $_->{self}[$row] / $whole : 0 } @{ $graph->{event} } ];
}

# A share of each cost, not more than what is left of it; what is taken is no longer left.
sub taken {
   my ($cost, $shares, $left) = @_;
   my @taken;
   for my $e (0 .. $#$cost) {
      my $part = $cost->[$e] ? int($cost->[$e] * $shares->[$e]) : 0;
      $part = $left->[$e] if $part > $left->[$e];
      $left->[$e] -= $part;
      push @taken, $part;
   }
   return \@taken;
}

sub add_node {
   my ($tree, $parent, $row, $costs) = @_;
   push @{ $tree->{parent} },   $parent;
   push @{ $tree->{function} }, $row;
   push @{ $tree->{costs} },    $costs;
   return $#{ $tree->{parent} };
}

# The largest share of the program's cost in any event.
sub largest_share {
   my ($costs, $scale) = @_;
   my $most = 0;
   for my $e (0 .. $#$scale) {
      my $share = $costs->[$e] * $scale->[$e];
      $most = $share if $share > $most;
   }
   return $most;
}

# Adds the nodes below a node, whose own cost is what remains; those that are too small are one node.
sub add_children {
   my ($tree, $graph, $todo, $next, $least) = @_;
   my ($node, $row, $enters, $share) = @$next;
   my $entry = $graph->{parts}{"$row $enters"} //= [ parts_of($graph, $row, $enters), own_shares($graph, $row, $enters) ];
   my ($parts, $own) = @$entry;
   my @cost = @{ $tree->{costs}[$node] };
   my @left = @cost;
   my $is_cut;
   for my $part (@$parts) {
      my ($callee, $shares, $is_entry, $most) = @$part;
      if ($share * $most < $least) { $is_cut = 1; last; }
      my @before = @left;
      my $child  = taken(\@cost, $shares, \@left);
      my $size   = largest_share($child, $graph->{scale});
      if ($size < $least) {
         @left   = @before;
         $is_cut = 1;
         next;
      }
      push @$todo, [ add_node($tree, $node, $callee, $child), $callee, $is_entry, $size ];
   }
   if (!$is_cut) { $tree->{costs}[$node] = \@left; return; }
   $tree->{costs}[$node] = taken(\@cost, $own, \@left);
   add_node($tree, $node, $graph->{not_shown}->(), \@left) if grep { $_ } @left;
   return;
}

# The tree with nodes of so much at least; undef: it would have too many.
sub tree_above {
   my ($graph, $roots, $least) = @_;
   my $tree = { parent => [], function => [], costs => [] };
   my (@todo, @rest);
   for my $root (@$roots) {
      my ($row, $costs, $share) = @$root;
      if ($share >= $least) { push @todo, [ add_node($tree, -1, $row, [@$costs]), $row, 1, $share ]; }
      else                  { $rest[$_] += $costs->[$_] for 0 .. $#$costs; }
   }
   add_node($tree, -1, $graph->{not_shown}->(), \@rest) if grep { $_ } @rest;
   while (my $next = shift @todo) {
      return undef if @{ $tree->{parent} } > $NODES_MAX;
      add_children($tree, $graph, \@todo, $next, $least);
   }
   return $tree;
}

sub estimated_tree {
   my ($functions, $calls, $events, $totals, $row_not_shown) = @_;
   my $graph = graph_of($functions, $calls, $events);
   $graph->{not_shown} = $row_not_shown;
   $graph->{scale}     = [ map { $_ ? 1 / $_ : 0 } @$totals ];
   my @roots;
   for my $row (0 .. $#{ $graph->{first} }) {
      next if $graph->{first}[$row] != $row;
      my $rest = [ map { $_->{rest}[$row] } @{ $graph->{event} } ];
      push @roots, [ $row, $rest, largest_share($rest, $graph->{scale}) ] if grep { $_ } @$rest;
   }
   for (my $least = $LEAST_SHARE; ; $least *= 2) {
      my $tree = tree_above($graph, \@roots, $least);
      return $tree if $tree;
   }
}

sub tree_of_equals {
   my ($tree, $row) = @_;
   my %sum = (parent => [], function => [], costs => []);
   my (@new, %equal);
   for my $n (0 .. $#{ $tree->{parent} }) {
      my $old    = $tree->{parent}[$n];
      my $parent = $old < 0 ? -1 : $new[$old];
      my $to     = $row->[ $tree->{function}[$n] ];
      my $node   = $new[$n] = $equal{"$parent $to"} //= add_node(\%sum, $parent, $to, []);
      add_costs($sum{costs}[$node], $tree->{costs}[$n]);
   }
   return \%sum;
}

1;
