# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::CallGraph: who calls whom at what cost, and inclusive costs that count
# nothing twice, recursion or not.
#
# Usage:
#   my $graph = call_graph($profile, self_costs($profile));
#   $graph->{inclusive}[$f]        # costs of a function with what it calls, unless only cycles'
#   $graph->{cycle_of}[$f]         # its cycle, undef: it is in none
#   $graph->{cycles}[$n]           # { members => [functions], self, inclusive => [costs] }
#   my ($callers, $callees) = neighbours($graph, $f);       # { function => [calls, costs...] }
#   my ($callers, $callees) = cycle_neighbours($graph, $n); # of all members together
#   keep_callers($graph, @functions);    # before: makes it cheaper if these are all
#
# A cycle is a largest set of two or more functions each of which can reach each
# other by calls (a strongly connected component of the graph of all calls).
# The cost of a call within a cycle includes that of calls further down, which may lead back; it is
# not used.
#
#   cycle, inclusive    = own costs of all members + calls of members to others
#   member, inclusive   = own cost of the member   + its calls to functions outside
#   any other function  = own cost                 + its calls, but those of itself
#
# No call from outside leads back into the cycle, so the sum counts each cost once, and the inclusive
# cost of a cycle is at most the program's.

package Xgrind::Profile::CallGraph;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Profile::Model;

our @EXPORT = qw(call_graph neighbours cycle_neighbours keep_callers within_cycle);

# The strongly connected components with at least two members, by Tarjan's
# algorithm, with an explicit stack, since chains of calls can be long.
sub components {
   my ($arcs, $n) = @_;
   my (@index, @low, @on_stack, @stack, @found);
   my $next = 0;
   for my $root (0 .. $n - 1) {
      next if defined $index[$root];
      my @path = [ $root, undef ];    # function, callees that were not looked at
      while (@path) {
         my $top = $path[-1];
         my ($f, $callees) = @$top;
         if (!defined $callees) {
            $index[$f] = $low[$f] = $next++;
            push @stack, $f;
            $on_stack[$f] = 1;
            $callees = $top->[1] = [ sort { $a <=> $b } keys %{ $arcs->[$f] // {} } ];
         }
         if (defined(my $callee = shift @$callees)) {
            if (!defined $index[$callee]) { push @path, [ $callee, undef ]; }
            elsif ($on_stack[$callee] && $index[$callee] < $low[$f]) { $low[$f] = $index[$callee]; }
            next;
         }
         pop @path;
         $low[ $path[-1][0] ] = $low[$f] if @path && $low[$f] < $low[ $path[-1][0] ];
         push @found, take_component(\@stack, \@on_stack, $f) if $low[$f] == $index[$f];
      }
   }
   return grep { @$_ > 1 } @found;
}

# Takes the functions down to this one off the stack.
sub take_component {
   my ($stack, $on_stack, $f) = @_;
   my @members;
   while (1) {
      my $member = pop @$stack;
      $on_stack->[$member] = 0;
      push @members, $member;
      last if $member == $f;
   }
   return [ sort { $a <=> $b } @members ];
}

# Is a call one of a function to itself or within a cycle?
sub within_cycle {
   my ($graph, $caller, $callee) = @_;
   my $cycle = $graph->{cycle_of}[$caller];
   return $caller == $callee || defined $cycle && $cycle == ($graph->{cycle_of}[$callee] // -1);
}

# With $only_cycles, other functions' inclusive costs are not added up.
sub call_graph {
   my ($p, $self, $only_cycles) = @_;
   my $n = @{ $p->{functions} };
   my @found = components($p->{arcs}, $n);
   my $graph = { n => $n, arcs => $p->{arcs}, cycle_of => [], cycles => [], inclusive => [], callers => undef };
   for my $members (@found) {
      $graph->{cycle_of}[$_] = @{ $graph->{cycles} } for @$members;
      push @{ $graph->{cycles} }, { members => $members, self => [], inclusive => [] };
   }
   for my $f ($only_cycles ? map { @$_ } @found : 0 .. $n - 1) {
      my $sum = $graph->{inclusive}[$f] = inclusive_cost($graph, $self->[$f], $f);
      my $cycle = $graph->{cycle_of}[$f] // next;
      add_costs($graph->{cycles}[$cycle]{self},      $self->[$f]);
      add_costs($graph->{cycles}[$cycle]{inclusive}, $sum);
   }
   number_cycles($graph);
   return $graph;
}

# A function's own cost and that of its calls to others, but those within its cycle.
sub inclusive_cost {
   my ($graph, $self, $f) = @_;
   my @sum = @$self;
   while (my ($callee, $arc) = each %{ $graph->{arcs}[$f] // {} }) {
      next if within_cycle($graph, $f, $callee);
      $sum[ $_ - 1 ] += $arc->[$_] // 0 for 1 .. $#$arc;
   }
   return \@sum;
}

# The most expensive cycle is the first, by the first event.
sub number_cycles {
   my ($graph) = @_;
   my $cycles = $graph->{cycles};
   @$cycles = sort {
      ($b->{inclusive}[0] // 0) <=> ($a->{inclusive}[0] // 0) || $a->{members}[0] <=> $b->{members}[0]
   } @$cycles;
   for my $n (0 .. $#$cycles) {
      $graph->{cycle_of}[$_] = $n for @{ $cycles->[$n]{members} };
   }
   return;
}

# function -> caller -> arc, made when it is asked for.
sub callers_of {
   my ($graph) = @_;
   keep_callers($graph, 0 .. $graph->{n} - 1) if !$graph->{callers};
   return $graph->{callers};
}

# Only the callers of these functions will be asked for.
sub keep_callers {
   my ($graph, @functions) = @_;
   my (@callers, @is_kept);
   @is_kept[@functions] = (1) x @functions;
   for my $caller (0 .. $#{ $graph->{arcs} }) {
      my $arcs = $graph->{arcs}[$caller] // next;
      $callers[$_]{$caller} = $arcs->{$_} for grep { $is_kept[$_] } keys %$arcs;
   }
   $graph->{callers} = \@callers;
   return;
}

# What calls a function, and what it calls.
sub neighbours {
   my ($graph, $f) = @_;
   return (callers_of($graph)->[$f] // {}, $graph->{arcs}[$f] // {});
}

# What calls a cycle, and what it calls.
sub cycle_neighbours {
   my ($graph, $cycle) = @_;
   my @sums = ({}, {});
   for my $member (@{ $graph->{cycles}[$cycle]{members} }) {
      my @sides = neighbours($graph, $member);
      for my $side (0, 1) {
         for my $other (grep { !within_cycle($graph, $member, $_) } keys %{ $sides[$side] }) {
            add_costs($sums[$side]{$other} //= [], $sides[$side]{$other});
         }
      }
   }
   return @sums;
}

1;
