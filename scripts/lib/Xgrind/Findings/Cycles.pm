# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::Cycles: what misses cost (docs/report.md, "Estimated cycles").
#
# Usage:
#   my $cycles = cycles_of($data);       # of Xgrind::Data::Misses
#   $cycles->{miss}{D1}                  # cycles that a miss of this level adds
#   $cycles->{foreseen}                  # what a capacity miss that prefetchers foresee costs, as a part of that
#   $cycles->{sharing}                   # cycles that a miss adds because another core wrote the line
#   $cycles->{program}                   # estimate of the program

package Xgrind::Findings::Cycles;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Data::Misses;
use Xgrind::Objects::MissCycles;

our @EXPORT = qw(cycles_of misses_of_level);

# A line that a prefetcher has asked for still takes its place on the way: that of 64 bytes takes about a fifth of the time that waiting
# for it would (docs/report.md, "Estimated cycles").
my $FORESEEN = 0.2;

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

sub cycles_of {
   my ($data) = @_;
   my $miss = miss_cycles($data->{profile}, $data->{levels}[1] eq 'L2');
   my ($to_ll) = latencies_of($data->{profile});
   my $program = $data->{profile}{instructions};
   $program += $miss->{$_} * misses_of_level($data, $_) for @{ $data->{levels} };
   return { miss => $miss, foreseen => $FORESEEN, sharing => $to_ll, program => $program };
}

1;
