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
#
# A part says what groups of sets have of its totals.  As the sets are the same in all parts, sums are
# added up by group before the standard error of a total is estimated from the differences of the groups.

package Xgrind::Profile::SampledSets;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);

our @EXPORT = qw(note_sampled_sets sampled_sets error_text);

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

1;
