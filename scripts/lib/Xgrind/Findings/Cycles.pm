# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::Cycles: what misses cost (docs/report.md, "Estimated cycles").
#
# Usage:
#   my $cycles = cycles_of($data);       # of Xgrind::Data::Misses
#   $cycles->{program}                   # estimate of the program
#   $cycles->{is_modelled}               # it is a model's of the processor (--cycles=yes), else a sum of misses
#   class_cycles($cycles, $counts, 'D1', 'Cap')    # of the misses of a class, as they were estimated.  Counts by level, of
#                                        # Xgrind::Findings::CodeLines: { D1 => { misses, Cold, ..., stall }, LL => ... }
#   $cycles->{sharing}                   # cycles that a miss adds because another core wrote the line
# Of a sum of misses:
#   $cycles->{miss}{D1}                  # cycles that a miss of this level adds
#   $cycles->{foreseen}                  # what a capacity miss that prefetchers foresee costs, as a part of that
# Of a model:
#   my @events = stalls_at($data, 'LL'); # what misses of this level are charged to

package Xgrind::Findings::Cycles;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max sum0);
use Xgrind::Data::Misses;
use Xgrind::Objects::MissCycles;
use Xgrind::Text::Levels;

our @EXPORT = qw(cycles_of class_cycles misses_of_level stalls_at);

# A line that a prefetcher has asked for still takes its place on the way: that of 64 bytes takes about a fifth of the time that waiting
# for it would (docs/report.md, "Estimated cycles").
my $FORESEEN = 0.2;

# All misses of a level; with miss classes those of fetches, too, for levels that have them.
sub misses_of_level {
   my ($data, $level) = @_;
   my ($at, $totals) = @{ $data->{profile} }{ 'at', 'totals' };
   my @events = @{ $data->{classes} } && $level ne 'D1' ? map { "$level$_" } @CLASSES : ();
   @events = grep { exists $at->{$_} } @events;
   @events = data_misses($level) if !@events;
   my $sum = 0;
   $sum += $totals->[ $at->{$_} ] for @events;
   return $sum;
}

# By level, the one behind it.
sub next_levels {
   my ($data) = @_;
   my @levels = @{ $data->{levels} };
   return { map { $levels[$_] => $levels[ $_ + 1 ] } 0 .. $#levels - 1 };
}

# A miss waits for what serves it: the next level, or memory.
sub stalls_at {
   my ($data, $level) = @_;
   my $next   = next_levels($data)->{$level};
   my @events = defined $next ? "Cy$next" : qw(CyMem CyRate);
   return grep { exists $data->{profile}{at}{$_} } @events;
}

sub cycles_of {
   my ($data) = @_;
   my $profile = $data->{profile};
   my @levels  = @{ $data->{levels} };
   my $miss    = miss_cycles($profile, @levels);
   my ($to_ll) = latencies_of($profile);
   my $is_modelled = has_model($profile);
   my $program = $is_modelled ? modelled_cycles($profile->{cycles}) : $profile->{instructions} + sum0(map { $miss->{$_} * misses_of_level($data, $_) } @levels);
   return { miss => $miss, foreseen => $FORESEEN, sharing => $to_ll, program => $program, is_modelled => $is_modelled, next => next_levels($data) };
}

# Of the misses of a level that the next one serves, those of a class.  Which of them miss the next level as well, classes there tell.
sub served {
   my ($cycles, $counts, $level, $class) = @_;
   my $next = $cycles->{next}{$level};
   return max(0, ($counts->{$level}{$class} // 0) - (defined $next ? $counts->{$next}{$class} // 0 : 0));
}

sub class_cycles {
   my ($cycles, $counts, $level, $class) = @_;
   my $of = $counts->{$level};
   return $cycles->{miss}{$level} * ($of->{$class} // 0) if !$cycles->{is_modelled};
   return 0 if !$of->{stall} || !$of->{$class};
   my $all = sum0(map { served($cycles, $counts, $level, $_) } @CLASSES);
   return $of->{stall} * served($cycles, $counts, $level, $class) / $all if $all;
   return $of->{stall} * $of->{$class} / sum0(map { $of->{$_} // 0 } @CLASSES);
}

1;
