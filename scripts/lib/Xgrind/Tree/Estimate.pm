# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Tree::Estimate: what call paths cost in one event, estimated from a profile, which knows what each
# function costs each of its callers, but not the callers' callers.
#
# Usage:
#   my $paths = top_down_estimate($profile, $self, $graph, $terms, root => undef);    # $terms: [index of an event, factor], ...; root: a
#                             # pattern of functions that are roots, with their inclusive costs, in place of those without callers
#   my $paths = bottom_up_estimate($profile, $self, $graph, $terms, inclusive => 0);
#   # the result is as in Xgrind::Tree::CallPaths, and has
#   $paths->{least_share}     # of the total: what walks must at least ask for
#   $paths->{cycle_of}[$f]    # a function's cycle, as in Xgrind::Profile::CallGraph
#
# The estimate: what a function costs is the same mix of its own cost and that of its calls, whoever calls it.  A path
# that has a share of a function's inclusive cost thus has this share of its self cost and of each of its calls.
# From the bottom, a function's cost is divided among its callers as the costs of their calls are.  Costs are
# not rounded, so that those of all paths of a function add up to its cost.
#
# Cycles: the functions of a cycle are below the one through which it is entered, each with its own cost
# and its calls to others.  No path is thus longer than there are functions.  But as many paths may lead to a function
# as there are ways through the graph, so walks must leave small ones out.

package Xgrind::Tree::Estimate;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Profile::CallGraph;
use Xgrind::Profile::Model;
use Xgrind::Tree::Balance;

our @EXPORT = qw(top_down_estimate bottom_up_estimate);

my $LEAST_SHARE = 1e-4;

# The cost by a formula of a list of costs, which begins at an index.
sub cost_by {
   my ($terms, $costs, $first) = @_;
   my $sum = 0;
   $sum += $_->[1] * ($costs->[ $first + $_->[0] ] // 0) for @$terms;
   return $sum;
}

# The calls with costs between functions that are not in one cycle.
sub calls_between {
   my ($p, $graph, $terms) = @_;
   my (@callees, @from, @to, @cost);
   for my $f (0 .. $#{ $p->{arcs} }) {
      my $arcs = $p->{arcs}[$f] // next;
      for my $callee (sort { $a <=> $b } keys %$arcs) {
         my $cost = cost_by($terms, $arcs->{$callee}, 1) || next;
         next if within_cycle($graph, $f, $callee);
         push @{ $callees[$f] }, scalar @to;
         push @from, $f;
         push @to,   $callee + 0;
         push @cost, $cost;
      }
   }
   return (\@callees, \@from, \@to, \@cost);
}

# The balanced graph of one event.
sub graph_of {
   my ($p, $self, $graph, $terms) = @_;
   my ($callees, $from, $to, $cost) = calls_between($p, $graph, $terms);
   my @cycle = map { defined $graph->{cycle_of}[$_] ? $graph->{cycle_of}[$_] + 1 : 0 } 0 .. $#$self;
   my $balanced = balanced_graph(\@cycle, $callees, $to, [ [ map { cost_by($terms, $_, 0) } @$self ] ], [$cost]);
   my %g = (%$balanced, %{ $balanced->{event}[0] });
   delete $g{event};
   return { %g, from => $from };
}

# Calls of a function of itself, as the profile counts them.
sub recursions_of {
   my ($p, $f) = @_;
   my $arc = ($p->{arcs}[$f] // {})->{$f};
   return $arc ? $arc->[0] // 0 : 0;
}

# --- nodes -----------------------------------------------------------------

# A node: [cost, function, self, recursions, flag].  What is below it depends on function and flag alone; its costs are
# in proportion to that of the node.  So its parts are made once: { whole, list => [ [cost, function, flag], ... ] with the
# largest first, after => [ sum of the costs from there on ], self, begins }.
sub parts_of {
   my ($whole, $self, $begins, @list) = @_;
   @list = sort { $b->[0] <=> $a->[0] } grep { $_->[0] > 0 } @list;
   my @after = (0) x (@list + 1);
   $after[$_] = $after[ $_ + 1 ] + $list[$_][0] for reverse 0 .. $#list;
   return { whole => $whole, list => \@list, after => \@after, self => $self, begins => $begins };
}

# The nodes of parts that are $factor times as large; those that cost less than $least are only counted.
sub nodes_of {
   my ($p, $parts, $parts_for, $factor, $least) = @_;
   my @nodes;
   for my $part (@{ $parts->{list} }) {
      my ($cost, $f, $flag) = ($factor * $part->[0], @{$part}[ 1, 2 ]);
      last if $cost < $least;
      my $own = $parts_for->($f, $flag);
      push @nodes, [ $cost, $f, defined $own->{self} ? $cost / $own->{whole} * $own->{self} : undef, recursions_of($p, $f), $flag ];
   }
   return (\@nodes, @{ $parts->{list} } - @nodes, $factor * $parts->{after}[@nodes]);
}

# The paths, from the parts of functions and those that are roots.
sub paths_of {
   my ($p, $self, $graph, $terms, $roots, $make_parts) = @_;
   my $total = 0;
   $total += cost_by($terms, $_, 0) for @$self;
   my %parts;
   my $parts_for = sub { my ($f, $flag) = @_; return $parts{"$f $flag"} //= $make_parts->($f, $flag) };
   return {
      total       => $total,
      names       => sub { return function_names($p, $_[0]) },
      cycle_of    => $graph->{cycle_of},
      least_share => $LEAST_SHARE,
      roots       => sub { return nodes_of($p, $roots, $parts_for, 1, $_[0]) },
      below       => sub {
         my ($node, $least) = @_;
         my $parts  = $parts_for->(@{$node}[ 1, 4 ]);
         my $factor = $node->[0] / $parts->{whole};
         return (nodes_of($p, $parts, $parts_for, $factor, $least), $factor * $parts->{begins});
      },
   };
}

# From the top: the flag says whether a function stands for its cycle, through which it is entered.
sub top_down_estimate {
   my ($p, $self, $graph, $terms, %how) = @_;
   my $g = graph_of($p, $self, $graph, $terms);
   my @roots = defined $how{root}
      ? map { [ $g->{unit}[$_], $_, 0 ] } grep { (function_names($p, $_))[2] =~ $how{root} } 0 .. $#{ $g->{unit} }
      : map { [ $g->{rest}[$_], $_, 1 ] } 0 .. $#{ $g->{rest} };
   my $roots = parts_of(undef, undef, 0, @roots);
   return paths_of($p, $self, $graph, $terms, $roots, sub {
      my ($f, $enters) = @_;
      my @parts = map { [ $g->{cost}[$_], $g->{to}[$_], 1 ] } @{ $g->{callees}[$f] // [] };
      push @parts, map { [ $g->{unit}[$_], $_, 0 ] } grep { $_ != $f } @{ $g->{group}[$f] } if $enters;
      return parts_of($enters ? $g->{all}[ $g->{first}[$f] ] : $g->{unit}[$f], $g->{self}[$f], 0, @parts);
   });
}

# Of each function what is charged to it from outside of its cycle.
sub charged_to {
   my ($g) = @_;
   my @charged = map { $g->{first}[$_] == $_ ? $g->{rest}[$_] : 0 } 0 .. $#{ $g->{self} };
   $charged[ $g->{to}[$_] ] += $g->{cost}[$_] for 0 .. $#{ $g->{to} };
   return \@charged;
}

# From the bottom: the flag says whether a function's cycle is known to be entered through it.
sub bottom_up_estimate {
   my ($p, $self, $graph, $terms, %how) = @_;
   my $g       = graph_of($p, $self, $graph, $terms);
   my $charged = charged_to($g);
   my @calls_of;
   push @{ $calls_of[ $g->{to}[$_] ] }, $_ for 0 .. $#{ $g->{to} };
   my $cost  = $how{inclusive} ? $g->{unit} : $g->{self};
   my $roots = parts_of(undef, undef, 0, map { [ $cost->[$_], $_, 0 ] } 0 .. $#$cost);
   return paths_of($p, $self, $graph, $terms, $roots, sub {
      my ($f, $enters) = @_;
      my @parts = map { [ $g->{cost}[$_], $g->{from}[$_], 0 ] } @{ $calls_of[$f] // [] };
      push @parts, map { [ $charged->[$_], $_, 1 ] } grep { $_ != $f } @{ $g->{group}[$f] } if !$enters;
      my $begins = $g->{first}[$f] == $f ? $g->{rest}[$f] : 0;
      return parts_of($enters ? $charged->[$f] : $g->{all}[ $g->{first}[$f] ], undef, $begins, @parts);
   });
}

1;
