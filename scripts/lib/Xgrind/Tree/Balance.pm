# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Tree::Balance: a profile's calls as the edges of paths, with costs that are counted once.
#
# Usage:
#   my $graph = balanced_graph(\@cycle, \@callees, \@to, \@self, \@cost);
#   # by row: the number of its cycle, 0: none; its calls, as indices of calls, or undef.  By call: the row that is
#   # called.  By event, then by row: self costs.  By event, then by call: costs.
#   $graph->{group}[$row]      # [rows]: the members of its cycle, or the row alone
#   $graph->{first}[$row]      # the first of them
#   my $of = $graph->{event}[$e];
#   $of->{self}, $of->{cost}   # by row, by call: as given, but calls are scaled where they are charged more than there is
#   $of->{unit}[$row]          # self cost and the calls'
#   $of->{all}[$first]         # the same of all members of a group
#   $of->{rest}[$first]        # what of it no caller accounts for
#   $graph->{callees}, $graph->{to}    # as given
#
# A profile may charge more to calls than the callee and its callees cost (parts, recursion).  Such calls are
# scaled down, callees first, or costs would be counted twice.  Calls within a cycle must not be among the calls.

package Xgrind::Tree::Balance;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(balanced_graph);

# Groups of rows that are one cycle, or a row alone: of each row its group, a list of rows.
sub groups_of {
   my ($cycles) = @_;
   my (%cycle, @group);
   for my $row (0 .. $#$cycles) {
      my $group = $cycles->[$row] ? $cycle{ $cycles->[$row] } //= [] : [];
      push @$group, $row;
      $group[$row] = $group;
   }
   return \@group;
}

# The rows in groups, callees before their callers.
sub callees_first {
   my ($group, $callees, $to) = @_;
   my (@order, @is_seen);    # by the group's first row
   for my $root (0 .. $#$group) {
      next if $is_seen[ $group->[$root][0] ];
      my @path = [ $group->[$root], undef ];
      while (@path) {
         my ($rows, $todo) = @{ $path[-1] };
         if (!defined $todo) {
            $is_seen[ $rows->[0] ] = 1;
            $todo = $path[-1][1] = [ map { $to->[$_] } map { @{ $callees->[$_] // [] } } @$rows ];
         }
         if (defined(my $callee = shift @$todo)) {
            push @path, [ $group->[$callee], undef ] if !$is_seen[ $group->[$callee][0] ];
            next;
         }
         push @order, @$rows;
         pop @path;
      }
   }
   return \@order;
}

# One event's costs: of the calls, scaled where they are charged more than there is; by row, a function's with
# its calls; by group, that of the group, and what of it no caller accounts for.  $callee gives the group that a
# call leads to.  Most functions and calls have none of most events.
sub balance {
   my ($self, $given, $first, $callees, $callee, $order) = @_;
   my @cost = @$given;
   my @charged;
   my @unit = my @all = my @rest = (0) x @$self;
   for my $calls (grep { defined } @$callees) {
      for my $i (@$calls) {
         $charged[ $callee->[$i] ] += $cost[$i] if $cost[$i];
      }
   }
   for my $row (@$order) {
      my $sum = $self->[$row];
      if (my $calls = $callees->[$row]) {
         for my $i (@$calls) {
            my $cost = $cost[$i] || next;
            my $to   = $callee->[$i];
            if ($charged[$to] > $all[$to]) {
               $cost = int($cost * ($all[$to] / $charged[$to]));
               $cost = $rest[$to] if $cost > $rest[$to];
               $cost[$i] = $cost;
            }
            $rest[$to] -= $cost;
            $sum += $cost;
         }
      }
      next if !$sum;
      $unit[$row] = $sum;
      my $group = $first->[$row];
      $all[$group]  += $sum;
      $rest[$group] += $sum;
   }
   return { self => $self, cost => \@cost, unit => \@unit, all => \@all, rest => \@rest };
}

sub balanced_graph {
   my ($cycle, $callees, $to, $self, $cost) = @_;
   my $group  = groups_of($cycle);
   my $order  = callees_first($group, $callees, $to);
   my @first  = map { $_->[0] } @$group;
   my @callee = @first[@$to];
   my @event  = map { balance($self->[$_], $cost->[$_], \@first, $callees, \@callee, $order) } 0 .. $#$self;
   return { to => $to, callees => $callees, group => $group, first => \@first, event => \@event };
}

1;
