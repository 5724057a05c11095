# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::SampledSets: how exact the totals of a run are of which only some sets of the caches were
# simulated (docs/sampled-sets.md).
#
# Usage:
#   note_sampled_sets($profile, $text);              # of each desc: line, when a profile is read
#   my $n = sampled_sets($profile);                  # one set in so many was simulated; undef: all were
#   my $text = error_text($profile, \@terms, $sum);  # "±1.2%" of a sum of events, [index of an event, factor];
#                                                    # undef: it is exact, or its error is not known
#   add_sampled_sets($sum, $profile);                # what add_profile() adds up
#   my @lines = sampled_sets_lines($sum);            # the desc: lines of a sum, without "desc: "
#
# A part says what groups of sets have of its totals.  As the sets are the same in all parts, sums are
# added up by group before the standard error of a total is estimated from the differences of the groups.

package Xgrind::Profile::SampledSets;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);

our @EXPORT = qw(note_sampled_sets sampled_sets error_text add_sampled_sets sampled_sets_lines);

sub note_sampled_sets {
   my ($p, $text) = @_;
   if ($text =~ /^Sampled sets: 1 of (\d{1,9})\b/a) {
      $p->{sampled}{one_in}{$1} = 1;
      $p->{sampled}{parts}++;
   } elsif ($text =~ /^Sums by group of sets:(.*)/) {
      my ($of) = $1;
      $p->{sampled}{parts_with_groups}++;
      for my $event (split /;/, $of) {
         my ($name, @sums) = split ' ', $event;
         next if !@sums || grep { !/^\d{1,20}\z/a } @sums;
         my $groups = $p->{sampled}{groups}{$name} //= [ (0) x @sums ];
         $p->{sampled}{odd} = 1 if @$groups != @sums;
         $groups->[$_] += $sums[$_] for 0 .. $#sums;
      }
   }
   return;
}

sub sampled_sets {
   my ($p) = @_;
   my @numbers = keys %{ $p->{sampled}{one_in} // {} };
   return @numbers == 1 ? $numbers[0] : undef;
}

# Sums by group, by event; undef: nothing is sampled, or not all parts say so.
sub sums_by_group {
   my ($p) = @_;
   my $s = $p->{sampled} // return undef;
   return undef if $s->{odd} || !sampled_sets($p) || ($s->{parts_with_groups} // 0) != @{ $p->{parts} };
   return $s->{groups};
}

# What each group has of a sum; undef: its error is not known.
sub groups_of {
   my ($p, $terms) = @_;
   my $of = sums_by_group($p) // return undef;
   my @groups;
   for my $term (@$terms) {
      my ($e, $factor) = @$term;
      my $sums = $of->{ $p->{events}[$e] } // next;
      $groups[$_] += $factor * $sums->[$_] for 0 .. $#$sums;
   }
   return @groups > 1 ? \@groups : undef;
}

sub error_text {
   my ($p, $terms, $sum) = @_;
   my $groups = groups_of($p, $terms);
   return undef if !$groups || !$sum;
   my $n        = @$groups;
   my $mean     = sum0(@$groups) / $n;
   my $variance = sum0(map { ($_ - $mean)**2 } @$groups) / ($n - 1);
   my $percent  = 100 * sqrt($n * $variance * (1 - 1 / sampled_sets($p))) / $sum;
   return '±<0.1%' if $percent > 0 && $percent < 0.05;
   return sprintf '±%.*f%%', $percent < 9.95 ? 1 : 0, $percent;
}

# One set in 1 is simulated where all are: a sum of such a profile and of a sampled one has no error that is known.
sub add_sampled_sets {
   my ($sum, $p) = @_;
   return if !$sum->{sampled} && !$p->{sampled};
   my ($ours, $theirs) = map { sums_by_group($_) } $sum, $p;
   my $s = $sum->{sampled} //= { one_in => { 1 => 1 } };
   $s->{one_in}{$_} = 1 for keys %{ ($p->{sampled} // { one_in => { 1 => 1 } })->{one_in} };
   $s->{odd} = 1 if !$ours || !$theirs;
   return if $s->{odd};
   for my $event (keys %$theirs) {
      my $groups = $s->{groups}{$event} //= [ (0) x @{ $theirs->{$event} } ];
      $s->{odd} = 1 if @$groups != @{ $theirs->{$event} };
      $groups->[$_] += $theirs->{$event}[$_] for 0 .. $#{ $theirs->{$event} };
   }
   return;
}

sub sampled_sets_lines {
   my ($p) = @_;
   return if !$p->{sampled};
   my $n  = sampled_sets($p) // return 'Sampling: figures are estimates';
   my $of = sums_by_group($p) // {};
   my $sums = join '; ', map { "$_ @{ $of->{$_} }" } sort keys %$of;
   return ("Sampled sets: 1 of $n", $sums eq '' ? () : "Sums by group of sets: $sums");
}

1;
