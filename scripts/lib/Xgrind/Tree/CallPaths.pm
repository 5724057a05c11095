# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Tree::CallPaths: what call paths cost in one event, exactly, from a calling-context tree.
#
# Usage:
#   my $t = read_trees(\@files);                       # of Xgrind::Tree::ContextTree
#   my $paths = top_down_paths($t, { Ir => 1, D1mr => 10 });                    # event -> factor
#   my $paths = bottom_up_paths($t, { Ir => 1 }, inclusive => 0);
#   $paths->{total}                                    # of all paths
#   my @names = $paths->{names}->($f);                 # module, file, name of a function
#   my ($nodes, $n_left, $left) = $paths->{roots}->($least);           # those that cost so much at least; how many
#                                                      # others there are that cost something, and how much
#   my ($nodes, $n_left, $left, $begins) = $paths->{below}->($node, $least);    # and what of the node's cost is of
#                                                      # paths that begin here, bottom-up
#   my ($cost, $f, $self, $recursions) = @$node;
#
# Paths of all threads and handlers are added up.  From the top, a node is a function on one path from where a
# thread began; what is below it are the functions that it calls; its cost is with theirs.  From the bottom, a root is a
# function with its cost on all paths, and what is below a node are its callers, with the part of the
# root's cost that came through them.
#
# A tree of a million nodes has a hundred million from the bottom, so nodes are made when they are asked for: one of
# the bottom is a list of nodes of the file, each with its part of the cost.  They are all of one function, so no two have
# the same parent.

package Xgrind::Tree::CallPaths;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Tree::ContextTree;

our @EXPORT = qw(top_down_paths bottom_up_paths);

# Of each node its own cost.
sub self_of {
   my ($t, $formula) = @_;
   my @terms = grep { $_->[1] } map { [ $_, $formula->{ $t->{events}[$_] } // 0 ] } 0 .. $#{ $t->{events} };
   my @self;
   for my $costs (@{ $t->{costs} }) {
      my @costs = split / /, $costs;
      my $sum   = 0;
      for my $term (@terms) {
         my $cost = $costs[ $term->[0] ];
         $sum += $term->[1] * $cost if $cost;
      }
      push @self, $sum;
   }
   return \@self;
}

# Of each node its cost with those below it.
sub inclusive_of {
   my ($t, $self) = @_;
   my $parent = $t->{parent};
   my @sum    = @$self;
   for (my $n = $#sum; $n > 0; $n--) {
      $sum[ $parent->[$n] ] += $sum[$n];
   }
   return \@sum;
}

# The tree with one top node at most, and that node.
sub with_one_top {
   my ($t) = @_;
   $t = without_activities($t) if @{ $t->{activities} } > 1;
   return ($t, @{ $t->{activities} } ? 1 : 0);
}

sub names_in {
   my ($t) = @_;
   return sub { return @{ $t->{functions}[ $_[0] ] }{qw(module file name)} };
}

sub top_down_paths {
   my ($given, $formula) = @_;
   my ($t, $top) = with_one_top($given);
   my ($parent, $frame) = @{$t}{qw(parent frame)};
   my $self = self_of($t, $formula);
   my $sum  = inclusive_of($t, $self);
   # Linked lists of children, by number.
   my (@first, @next);
   for (my $n = $#$parent; $n > $top; $n--) {
      $next[$n] = $first[ $parent->[$n] ];
      $first[ $parent->[$n] ] = $n;
   }
   my $below = sub {
      my ($above, $least) = @_;
      my ($n_left, $left, @nodes) = (0, 0);
      for (my $n = $first[$above]; defined $n; $n = $next[$n]) {
         my $cost = $sum->[$n] || next;
         if ($cost >= $least) { push @nodes, [ $cost, $frame->[$n], $self->[$n], $t->{recursions}{$n} // 0, $n ]; }
         else                 { $n_left++; $left += $cost; }
      }
      return (\@nodes, $n_left, $left, 0);
   };
   return {
      total => $sum->[0],
      names => names_in($t),
      roots => sub { return $below->($top, $_[0]) },
      below => sub { return $below->($_[0][4], $_[1]) },
   };
}

# --- from the bottom -------------------------------------------------------

# function -> its cost; function -> its nodes that have some, linked; function -> its recursions.
sub by_function {
   my ($t, $top, $cost) = @_;
   my (@sum, @first, @next, @recursions);
   my $frame = $t->{frame};
   for (my $n = $#$frame; $n > $top; $n--) {
      next if !$cost->[$n];
      my $f = $frame->[$n];
      $sum[$f] += $cost->[$n];
      $next[$n]  = $first[$f];
      $first[$f] = $n;
   }
   $recursions[ $frame->[$_] ] += $t->{recursions}{$_} for keys %{ $t->{recursions} };
   return { sum => \@sum, first => \@first, next => \@next, recursions => \@recursions };
}

# The callers of a list of nodes: function -> [cost, [nodes], [their parts of it]], and what has none.
sub callers_in {
   my ($t, $top, $nodes, $parts) = @_;
   my ($parent, $frame) = @{$t}{qw(parent frame)};
   my ($begins, %callers) = (0);
   for my $i (0 .. $#$nodes) {
      my $above = $parent->[ $nodes->[$i] ];
      if ($above <= $top) { $begins += $parts->[$i]; next; }
      my $caller = $callers{ $frame->[$above] } //= [ 0, [], [] ];
      $caller->[0] += $parts->[$i];
      push @{ $caller->[1] }, $above;
      push @{ $caller->[2] }, $parts->[$i];
   }
   return (\%callers, $begins);
}

sub bottom_up_paths {
   my ($given, $formula, %how) = @_;
   my ($t, $top) = with_one_top($given);
   my $self = self_of($t, $formula);
   my $sum  = inclusive_of($t, $self);
   my $cost = $how{inclusive} ? $sum : $self;
   my $by   = by_function($t, $top, $cost);
   my $roots = sub {
      my ($least) = @_;
      my ($n_left, $left, @nodes) = (0, 0);
      for my $f (grep { $by->{sum}[$_] } 0 .. $#{ $by->{sum} }) {
         if ($by->{sum}[$f] >= $least) { push @nodes, [ $by->{sum}[$f], $f, undef, $by->{recursions}[$f] // 0 ]; }
         else                          { $n_left++; $left += $by->{sum}[$f]; }
      }
      return (\@nodes, $n_left, $left);
   };
   my $below = sub {
      my ($node, $least) = @_;
      my ($nodes, $parts) = @{$node}[ 4, 5 ];
      if (!$nodes) {    # a root
         for (my $n = $by->{first}[ $node->[1] ]; defined $n; $n = $by->{next}[$n]) { push @$nodes, $n; }
         $parts = [ @{$cost}[@$nodes] ];
      }
      my ($callers, $begins) = callers_in($t, $top, $nodes, $parts);
      my ($n_left, $left, @above) = (0, 0);
      for my $f (keys %$callers) {
         my $caller = $callers->{$f};
         if ($caller->[0] >= $least) { push @above, [ $caller->[0], $f, undef, 0, @{$caller}[ 1, 2 ] ]; }
         else                        { $n_left++; $left += $caller->[0]; }
      }
      return (\@above, $n_left, $left, $begins);
   };
   return { total => $sum->[0], names => names_in($t), roots => $roots, below => $below };
}

1;
