# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Tree::Apart: the call paths of several processes as those of one program.
#
# Usage:
#   my $paths = added_paths($profile, $of_each);    # the profile was read with apart => 1; $of_each: paths of
#                                                   # Xgrind::Tree::Estimate, in which each process has functions of its own
#
# Paths whose functions have equal names, whatever the process, are one path, with the sum of their costs.  A caller thus has
# below it only what it has called in its own process, though others call it by the same name.

package Xgrind::Tree::Apart;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(min sum0);
use Xgrind::Profile::Model;

our @EXPORT = qw(added_paths);

# Of each function the first one with its names.
sub first_of_equals {
   my ($p) = @_;
   my %first;
   return [ map { $first{ join "\0", function_names($p, $_) } //= $_ } 0 .. $#{ $p->{functions} } ];
}

# Of each function the number of its cycle.  Cycles of several processes that have a function in common are one.
sub cycles_of_equals {
   my ($cycle_of, $first) = @_;
   my %members;    # function -> cycles that it is in
   for my $f (grep { defined $cycle_of->[$_] } 0 .. $#$cycle_of) { push @{ $members{ $first->[$f] } }, $cycle_of->[$f]; }
   my @number = 0 .. (sort { $b <=> $a } map { $_ // 0 } @$cycle_of, 0)[0];
   my $top = sub { my ($n) = @_; $n = $number[$n] while $number[$n] != $n; return $n };
   for my $cycles (values %members) {
      my @tops = map { $top->($_) } @$cycles;
      my $least = min(@tops);
      $number[$_] = $least for @tops;
   }
   my $n = 0;
   my %new = map { $_ => $n++ } grep { $number[$_] == $_ } 0 .. $#number;
   my @of;
   $of[$_] = $new{ $top->($members{$_}[0]) } for keys %members;
   return \@of;
}

# Nodes of equal functions are one: [cost, function, self, recursions, [nodes]].  Those that cost less than $least are
# only counted.
sub added_nodes {
   my ($first, $nodes, $least) = @_;
   my (%equal, @all, @left);
   for my $node (@$nodes) {
      my $f   = $first->[ $node->[1] ];
      my $sum = $equal{$f} //= do { push @all, [ 0, $f, undef, 0, [] ]; $all[-1] };
      $sum->[0] += $node->[0];
      $sum->[2] += $node->[2] if defined $node->[2];
      $sum->[3] += $node->[3];
      push @{ $sum->[4] }, $node;
   }
   @left = grep { $_->[0] < $least } @all;
   return ([ grep { $_->[0] >= $least } @all ], scalar @left, sum0(map { $_->[0] } @left));
}

sub added_paths {
   my ($p, $of_each) = @_;
   return $of_each if keys %{ $p->{processes} } < 2;
   my $first = first_of_equals($p);
   return {
      %$of_each,
      cycle_of => cycles_of_equals($of_each->{cycle_of}, $first),
      roots    => sub {
         my ($all) = $of_each->{roots}->(0);
         return added_nodes($first, $all, $_[0]);
      },
      below => sub {
         my ($node, $least) = @_;
         my ($begins, @all) = (0);
         for my $part (@{ $node->[4] }) {
            my ($nodes, undef, undef, $of_part) = $of_each->{below}->($part, 0);
            push @all, @$nodes;
            $begins += $of_part;
         }
         return (added_nodes($first, \@all, $least), $begins);
      },
   };
}

1;
