# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Timeline::Rates: misses of each level per 1000 instructions, and, of a model, estimated cycles per instruction.
#
# Usage:
#   my $panel = rates_panel($timeline);
#   $panel = folded_rates_panel($timeline, $region);
#   # curves   [ { name, points: [ [from, to, value] ... ] } ... ]: D1 misses, (L2 misses, (L3 misses,)) LL misses
#   # cycles   [ [from, to, value] ... ]; undef: the run has no model of the processor
#
# Misses are those of loads and stores; cycles those of a model of the processor (docs/cycles.md).  Bins are joined
# to at most $POINTS_MAX.

package Xgrind::Timeline::Rates;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(min sum0);
use Xgrind::Objects::MissCycles;
use Xgrind::Text::Levels;

our @EXPORT = qw(rates_panel folded_rates_panel);

my $POINTS_MAX = 400;
my $MILLION    = 1_000_000;

# [name, events of loads and stores]
sub levels_of {
   my ($timeline) = @_;
   return grep { exists $timeline->{at}{ $_->[1][0] } } map { [ "$_ misses", [ data_misses($_) ] ] } data_levels($timeline->{at});
}

# Costs by name of event become rates, of so many instructions.
sub panel_of {
   my ($timeline, @parts) = @_;
   my @levels = levels_of($timeline);
   my $sum = sub { my ($cost, @events) = @_; return sum0 map { $cost->[ $timeline->{at}{$_} ] } grep { exists $timeline->{at}{$_} } @events };
   my @curves = map { { name => $_->[0], points => [] } } @levels;
   my @causes = model_events($timeline->{at});
   my @cycles;
   for my $part (grep { $_->{instructions} > 0 } @parts) {
      my ($from, $to, $cost, $n) = @$part{qw(from to cost instructions)};
      push @{ $curves[$_]{points} }, [ $from, $to, 1000 * $sum->($cost, @{ $levels[$_][1] }) / $n ] for 0 .. $#levels;
      push @cycles, [ $from, $to, $sum->($cost, @causes) / $n ] if @causes;
   }
   return { curves => \@curves, cycles => @causes ? \@cycles : undef };
}

sub rates_panel {
   my ($timeline) = @_;
   my ($bins, $ir) = ($timeline->{bins}, $timeline->{at}{Ir});
   my $joined = int((@$bins + $POINTS_MAX - 1) / $POINTS_MAX) || 1;
   my @parts;
   for (my $b = 0; $b < @$bins; $b += $joined) {
      my $last = min($b + $joined, scalar @$bins) - 1;
      my @cost;
      for my $bin (@$bins[ $b .. $last ]) { $cost[$_] += $bin->[$_] for 0 .. $#$bin }
      my ($from, $to) = map { min($timeline->{end}, $timeline->{start} + $_ * $timeline->{bin_instructions}) } $b, $last + 1;
      push @parts, { from => $from, to => $to, cost => \@cost, instructions => $cost[$ir] };
   }
   return panel_of($timeline, @parts);
}

# The mean cumulative shares at two points, times the mean cost, are the cost between them.
sub folded_rates_panel {
   my ($timeline, $region) = @_;
   my ($fold, $mean) = ($region->{fold}, $region->{cost}{mean});
   my $zero   = [ 0, map { 0 } @$mean ];
   my @points = ($zero);
   for my $b (grep { $fold->{points}[$_] && defined $fold->{x}[$_] && defined $fold->{y}[$_] } 0 .. $fold->{bins} - 1) {
      my ($x, $y, $last) = ($fold->{x}[$b] / $MILLION, $fold->{y}[$b], $points[-1]);
      next if $x <= $last->[0] || $x >= 1;
      # null: no execution with a point here has such a cost
      push @points, [ $x, map { defined $y->[$_] ? $y->[$_] / $MILLION : $last->[ $_ + 1 ] } 0 .. $#$y ];
   }
   push @points, [ 1, map { 1 } @$mean ];
   my @parts;
   for my $p (1 .. $#points) {
      my ($from, $to) = @points[ $p - 1, $p ];
      my @cost = map { my $share = $to->[ $_ + 1 ] - $from->[ $_ + 1 ]; $share > 0 ? $share * $mean->[$_] : 0 } 0 .. $#$mean;
      push @parts, { from => 100 * $from->[0], to => 100 * $to->[0], cost => \@cost, instructions => ($to->[0] - $from->[0]) * $region->{instructions}{mean} };
   }
   return panel_of($timeline, @parts);
}

1;
