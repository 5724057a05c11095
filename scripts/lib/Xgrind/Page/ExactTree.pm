# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Page::ExactTree: the call tree of a report, as columns (docs/report-model.md).
#
# Usage:
#   my $tree = tree_of_paths($run->{tree}, \@events, $row_for);    # $row_for->($function) is the row of { name, file, module }
#   my $tree = pruned($tree, $totals, $row_not_shown);       # at most NODES_MAX nodes
#   $tree->{parent}, $tree->{function}, $tree->{costs}       # node by node, parents first; -1 is no parent
#   my $columns = tree_columns($tree, \@events, $estimated);
#
# Costs of a node are [costs] of the function itself on this path.  What pruning takes away is summed up in one
# node below its caller, so that the costs of all nodes still add up to the program's.
# Xgrind::Page::EstimatedTree makes a tree where no file has one.

package Xgrind::Page::ExactTree;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Page::Functions;
use Xgrind::Profile::Model;

our @EXPORT = qw(tree_of_paths pruned tree_columns $NODES_MAX $CALLS_NOT_SHOWN);

our $NODES_MAX       = 40_000;
our $CALLS_NOT_SHOWN = '[calls not shown]';

my $LEAST_SHARE = 1e-6;    # of the program's cost in some event, of a node in a tree that is pruned; doubled
                           # until few enough are left

sub tree_of_paths {
   my ($t, $events, $row_for) = @_;
   my %at = map { $t->{events}[$_] => $_ } 0 .. $#{ $t->{events} };
   my @at = map { $at{$_} // -1 } @$events;
   my $in_order = "@at" eq join ' ', 0 .. $#at;
   my @row;
   my %tree = (parent => [], function => [], costs => []);
   for my $n (1 .. $#{ $t->{parent} }) {
      my $f = $t->{frame}[$n];
      my @costs = split / /, $t->{costs}[$n];
      push @{ $tree{parent} },   $t->{parent}[$n] - 1;
      push @{ $tree{function} }, $row[$f] //= $row_for->($t->{functions}[$f]);
      push @{ $tree{costs} }, $in_order ? \@costs : [ map { $_ < 0 ? 0 : $costs[$_] // 0 } @at ];
   }
   return \%tree;
}

# Each node's cost with what is below it.
sub inclusive_costs {
   my ($tree) = @_;
   my @sum = map { [@$_] } @{ $tree->{costs} };
   for my $n (reverse 0 .. $#sum) {
      my $parent = $tree->{parent}[$n];
      add_costs($sum[$parent], $sum[$n]) if $parent >= 0;
   }
   return \@sum;
}

# The share of the program's cost, in the event where it is largest, of each node with those below it.
sub shares_of {
   my ($inclusive, $totals) = @_;
   my @scale = map { $_ ? 1 / $_ : 0 } @$totals;
   my @shares;
   for my $costs (@$inclusive) {
      my $most = 0;
      for my $e (0 .. $#$costs) {
         my $share = $costs->[$e] * $scale[$e];
         $most = $share if $share > $most;
      }
      push @shares, $most;
   }
   return \@shares;
}

# A node's share is at most its parent's, so those above a limit are a tree.
sub pruned {
   my ($tree, $totals, $row_not_shown) = @_;
   my $n_nodes = @{ $tree->{parent} };
   return $tree if $n_nodes <= $NODES_MAX;
   my $inclusive = inclusive_costs($tree);
   my $shares    = shares_of($inclusive, $totals);
   my $least     = $LEAST_SHARE;
   $least *= 2 while $NODES_MAX < grep { $_ >= $least } @$shares;
   my %small = (parent => [], function => [], costs => [], n_cut => 0);
   my (@new, %rest);    # node -> new node; new parent -> node of what is not shown below it
   for my $n (0 .. $n_nodes - 1) {
      my $old    = $tree->{parent}[$n];
      my $parent = $old < 0 ? -1 : $new[$old] // next;
      my $is_kept = $shares->[$n] >= $least;
      $small{n_cut}++ if !$is_kept;
      if (!$is_kept && defined $rest{$parent}) {
         add_costs($small{costs}[ $rest{$parent} ], $inclusive->[$n]);
         next;
      }
      push @{ $small{parent} },   $parent;
      push @{ $small{function} }, $is_kept ? $tree->{function}[$n] : $row_not_shown->();
      push @{ $small{costs} },    [ @{ $is_kept ? $tree->{costs}[$n] : $inclusive->[$n] } ];
      if ($is_kept) { $new[$n] = $#{ $small{parent} }; }
      else          { $rest{$parent} = $#{ $small{parent} }; }
   }
   return \%small;
}

sub tree_columns {
   my ($tree, $events, $estimated) = @_;
   return {
      parent    => $tree->{parent},
      function  => $tree->{function},
      self      => event_columns($events, $tree->{costs}, 0),
      estimated => $estimated,
   };
}

1;
