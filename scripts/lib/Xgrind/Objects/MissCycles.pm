# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Objects::MissCycles: what a miss costs (docs/report.md, "Estimated cycles").
#
# Usage:
#   my $cycles = miss_cycles($profile, @levels);   # of Xgrind::Data::DataFile; of Xgrind::Text::Levels
#   $cycles->{D1}                                  # cycles that a miss of D1 adds; also of the other levels
#   my $by_event = event_cycles($profile);         # what an event of data adds: { D1mr => 10, ... }, or, with a model, { CyLL => 1, ... }
#   my ($to_ll, $to_memory) = latencies_of($profile);
#   my @events = stall_events($profile);           # columns of cycles that data was waited for, with --cycles=yes
#   waits_for_data('CyL2')                        # is this one of them?
#   has_model($profile)                            # are there these, and cycles of the whole program?
#   modelled_cycles($profile->{cycles})            # the sum of all causes
#   my @causes = model_events($timeline->{at})     # events whose sum are the cycles of a model; none: it has no model

package Xgrind::Objects::MissCycles;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max sum0);
use Xgrind::Text::Levels;

our @EXPORT = qw(miss_cycles event_cycles latencies_of waits_for_data stall_events has_model modelled_cycles model_events);

# What KCachegrind takes: cycles of a miss of level 1, and more of one of the last level.
my $L1_MISS = 10;
my $LL_MISS = 100;

sub latencies_of {
   my ($profile) = @_;
   my $latency = $profile->{latencies};
   my $ll      = $latency->{LL} // $L1_MISS;
   return ($ll, $latency->{memory} // $ll + $LL_MISS);
}

# Causes of cycles that data was waited for.
my @LEVEL_WAITS = map { "Cy$_" } @BETWEEN, 'LL';
my @WAITS       = (@LEVEL_WAITS, qw(CyMem CyRate CyTlb CyCoh));

sub waits_for_data {
   my ($event) = @_;
   return scalar grep { $_ eq $event } @WAITS;
}

sub stall_events {
   my ($profile) = @_;
   return grep { exists $profile->{at}{$_} } @WAITS;
}

# Estimated cycles by cause, all of which add up to CEst (docs/cycles.md).
my @CAUSES = (qw(CyBase CyDep CyFwd CyBr CyFetch), @LEVEL_WAITS, qw(CyMem CyRate CyTlb CyPage CyCoh));

sub model_events {
   my ($at) = @_;
   return exists $at->{CyBase} ? grep { exists $at->{$_} } @CAUSES : ();
}

sub modelled_cycles {
   my ($of) = @_;
   return sum0(map { $of->{$_} // 0 } @CAUSES);
}

sub has_model {
   my ($profile) = @_;
   return $profile->{cycles} && stall_events($profile) ? 1 : 0;
}

# Each level's latency is that of what it serves, beyond a hit in level 1; a miss waits for the
# next level instead of this one.
sub miss_cycles {
   my ($profile, @levels) = @_;
   my ($ll, $memory) = latencies_of($profile);
   my @latency = (0, (map { $profile->{latencies}{$_} // $L1_MISS } @levels[ 1 .. $#levels - 1 ]), $ll, $memory);
   return { map { $levels[$_] => max(0, $latency[ $_ + 1 ] - $latency[$_]) } 0 .. $#levels };
}

# What an event of data adds to the estimated cycles: a miss, or, with a model of the processor, a cycle of waiting.
sub event_cycles {
   my ($profile) = @_;
   my @stalls = stall_events($profile);
   return { map { $_ => 1 } @stalls } if @stalls;
   my $each = miss_cycles($profile, data_levels(@$profile{qw(at line_B)}));
   return { map { my $level = $_; map { exists $profile->{at}{$_} ? ($_ => $each->{$level}) : () } data_misses($level) } keys %$each };
}

1;
