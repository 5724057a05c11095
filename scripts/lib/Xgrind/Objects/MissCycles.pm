# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Objects::MissCycles: what a miss costs (docs/report.md, "Estimated cycles").
#
# Usage:
#   my $cycles = miss_cycles($profile, $has_l2);   # of Xgrind::Data::DataFile
#   $cycles->{D1}                                  # cycles that a miss of D1 adds; also L2, LL
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
use List::Util qw(sum0);

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
my @WAITS = qw(CyL2 CyLL CyMem CyRate CyTlb CyCoh);

sub waits_for_data {
   my ($event) = @_;
   return scalar grep { $_ eq $event } @WAITS;
}

sub stall_events {
   my ($profile) = @_;
   return grep { exists $profile->{at}{$_} } @WAITS;
}

# Estimated cycles by cause, all of which add up to CEst (docs/cycles.md).
my @CAUSES = qw(CyBase CyDep CyFwd CyBr CyFetch CyL2 CyLL CyMem CyRate CyTlb CyPage CyCoh);

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
   my ($profile, $has_l2) = @_;
   my ($ll, $memory) = latencies_of($profile);
   my $l2   = $has_l2 ? $profile->{latencies}{L2} // $L1_MISS : $ll;
   my %miss = (D1 => $l2, LL => $memory - $ll);
   $miss{L2} = $ll - $l2 if $has_l2;
   for my $cost (values %miss) {
      $cost = 0 if $cost < 0;
   }
   return \%miss;
}

# What an event of data adds to the estimated cycles: a miss, or, with a model of the processor, a cycle of waiting.
sub event_cycles {
   my ($profile) = @_;
   my @stalls = stall_events($profile);
   return { map { $_ => 1 } @stalls } if @stalls;
   my $has_l2 = exists $profile->{at}{L2mr} && $profile->{line_B}{L2};
   my $each   = miss_cycles($profile, $has_l2);
   my %prefix = (D1 => 'D1', L2 => 'L2', LL => 'DL');
   return { map { my $level = $_; map { exists $profile->{at}{$_} ? ($_ => $each->{$level}) : () } "$prefix{$level}mr", "$prefix{$level}mw" } keys %$each };
}

1;
