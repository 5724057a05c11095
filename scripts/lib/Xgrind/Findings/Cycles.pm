# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::Cycles: what misses cost (docs/report.md, "Estimated cycles").
#
# Usage:
#   my $cycles = cycles_of($data);       # of Xgrind::Data::Misses
#   $cycles->{miss}{D1}                  # cycles that a miss of this level adds
#   $cycles->{sharing}                   # cycles that a miss adds because another core wrote the line
#   $cycles->{program}                   # estimate of the program

package Xgrind::Findings::Cycles;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Data::Misses;

our @EXPORT = qw(cycles_of misses_of_level);

# What KCachegrind takes: cycles of a miss of level 1, and more of one of the last level.
my $L1_MISS = 10;
my $LL_MISS = 100;

# All misses of a level; with miss classes those of fetches, too, for levels that have them.
sub misses_of_level {
   my ($data, $level) = @_;
   my ($at, $totals) = @{ $data->{profile} }{ 'at', 'totals' };
   my @events = @{ $data->{classes} } && $level ne 'D1' ? map { "$level$_" } @CLASSES : ();
   @events = grep { exists $at->{$_} } @events;
   my $prefix = $level eq 'LL' ? 'DL' : $level;
   @events = ("${prefix}mr", "${prefix}mw") if !@events;
   my $sum = 0;
   $sum += $totals->[ $at->{$_} ] for @events;
   return $sum;
}

# Each level's latency is that of what it serves, beyond a hit in level 1; a miss waits for the
# next level instead of this one.
sub cycles_of {
   my ($data) = @_;
   my $latency = $data->{profile}{latencies};
   my $ll      = $latency->{LL} // $L1_MISS;
   my $memory  = $latency->{memory} // $ll + $LL_MISS;
   my $has_l2  = $data->{levels}[1] eq 'L2';
   my $l2      = $has_l2 ? $latency->{L2} // $L1_MISS : $ll;
   my %miss    = (D1 => $l2, LL => $memory - $ll);
   $miss{L2} = $ll - $l2 if $has_l2;
   for my $cost (values %miss) {
      $cost = 0 if $cost < 0;
   }
   my $program = $data->{profile}{instructions};
   $program += $miss{$_} * misses_of_level($data, $_) for @{ $data->{levels} };
   return { miss => \%miss, sharing => $ll, program => $program };
}

1;
