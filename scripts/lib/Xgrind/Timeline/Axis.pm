# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Timeline::Axis: ticks of axes, at 1, 2 or 5 times a power of ten.
#
# Usage:
#   instruction_ticks(0, 25_000_000)    # [ [0, '0'], [5_000_000, '5 M'], ... ]
#   my ($top, $ticks) = rate_axis(7.3)  # (8, [ [0, '0'], [2, '2'], ... ]): an axis from 0 that holds 7.3

package Xgrind::Timeline::Axis;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(instruction_ticks rate_axis);

my @UNITS = ([ 1e12, 'T' ], [ 1e9, 'G' ], [ 1e6, 'M' ], [ 1e3, 'k' ]);

# The smallest step that makes at most so many steps.
sub step_of {
   my ($span, $n_max) = @_;
   my $power = 10**-6;
   $power *= 10 while $span / $power > $n_max * 10;
   for my $step (map { $_ * $power } 1, 2, 5, 10, 20, 50) {
      return $step if $span / $step <= $n_max;
   }
   return $power * 100;
}

# All ticks in one unit, that of the last one.
sub instruction_ticks {
   my ($from, $to) = @_;
   return [ [ $from, $from ] ] if $to <= $from;
   my $step = step_of($to - $from, 12);
   $step = 1 if $step < 1;
   my ($unit) = grep { $to >= $_->[0] && $step * 1000 >= $_->[0] } @UNITS;
   my ($scale, $letter) = $unit ? ($unit->[0], " $unit->[1]") : (1, '');
   my @ticks;
   for (my $n = int(($from + $step - 1) / $step); $n * $step <= $to; $n++) {
      my $at = $n * $step;
      push @ticks, [ $at, $at == 0 ? '0' : sprintf('%.10g', $at / $scale) . $letter ];
   }
   return \@ticks;
}

sub rate_axis {
   my ($max) = @_;
   $max = 1e-3 if $max < 1e-3;
   my $step = step_of($max, 5);
   my $n    = int($max / $step);
   $n++ if $n * $step < $max;
   return ($n * $step, [ map { [ $_ * $step, sprintf '%.6g', $_ * $step ] } 0 .. $n ]);
}

1;
