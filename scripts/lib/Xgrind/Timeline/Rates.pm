# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Timeline::Rates: misses of each level per 1000 instructions, and estimated cycles per instruction.
#
# Usage:
#   my $panel = rates_panel($profile, $timeline);
#   $panel = folded_rates_panel($profile, $timeline, $region);
#   # curves   [ { name, points: [ [from, to, value] ... ] } ... ]: D1 misses, (L2 misses,) LL misses
#   # cycles   [ [from, to, value] ... ]
#
# Misses are those of loads and stores; cycles those of the instructions and of all misses, fetches too,
# with the latencies of the run, or those that KCachegrind takes: 10 and 100 more; or those of a model of the
# processor, where the run has one (docs/cycles.md).  Bins are joined to at most
# $POINTS_MAX.

package Xgrind::Timeline::Rates;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(min sum0);
use Xgrind::Objects::MissCycles;

our @EXPORT = qw(rates_panel folded_rates_panel);

my $POINTS_MAX = 400;
my $MILLION    = 1_000_000;
my ($L1_MISS, $LL_MISS) = (10, 100);    # cycles

# [name, events of loads and stores, events of fetches, cycles of a miss beyond a hit in the level above]
sub levels_of {
   my ($profile, $timeline) = @_;
   my $latency = $profile->{latencies};
   my $ll      = $latency->{LL} // $L1_MISS;
   my $memory  = $latency->{memory} // $ll + $LL_MISS;
   my $has_l2  = exists $timeline->{at}{L2mr};
   my $l2      = $has_l2 ? $latency->{L2} // $L1_MISS : $ll;
   return grep { exists $timeline->{at}{ $_->[1][0] } } (
      [ 'D1 misses', [qw(D1mr D1mw)], ['I1mr'], $l2 ],
      ($has_l2 ? [ 'L2 misses', [qw(L2mr L2mw)], ['L2mi'], $ll - $l2 ] : ()),
      [ 'LL misses', [qw(DLmr DLmw)], ['ILmr'], $memory - $ll ],
   );
}

# Costs by name of event become rates, of so many instructions.
sub panel_of {
   my ($profile, $timeline, @parts) = @_;
   my @levels = levels_of($profile, $timeline);
   my $sum = sub { my ($cost, @events) = @_; return sum0 map { $cost->[ $timeline->{at}{$_} ] } grep { exists $timeline->{at}{$_} } @events };
   my @curves = map { { name => $_->[0], points => [] } } @levels;
   my @causes = model_events($timeline->{at});
   my @cycles;
   for my $part (grep { $_->{instructions} > 0 } @parts) {
      my ($from, $to, $cost, $n) = @$part{qw(from to cost instructions)};
      my $cycles = $n;
      for my $l (0 .. $#levels) {
         my (undef, $data, $fetches, $more) = @{ $levels[$l] };
         push @{ $curves[$l]{points} }, [ $from, $to, 1000 * $sum->($cost, @$data) / $n ];
         $cycles += $more * $sum->($cost, @$data, @$fetches) if $more > 0;
      }
      $cycles = $sum->($cost, @causes) if @causes;
      push @cycles, [ $from, $to, $cycles / $n ];
   }
   return { curves => \@curves, cycles => \@cycles };
}

sub rates_panel {
   my ($profile, $timeline) = @_;
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
   return panel_of($profile, $timeline, @parts);
}

# The mean cumulative shares at two points, times the mean cost, are the cost between them.
sub folded_rates_panel {
   my ($profile, $timeline, $region) = @_;
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
   return panel_of($profile, $timeline, @parts);
}

1;
