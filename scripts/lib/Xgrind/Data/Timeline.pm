# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Data::Timeline: the key "timeline" of a profile xgrind.data.*, checked (docs/data-format.md).
#
# Usage:
#   my $profile  = read_data($file, no_objects => 1);    # of Xgrind::Data::DataFile
#   my $timeline = timeline_of($profile) // ...;         # undef: the file has none
#   sample_columns()                                   # the names of the lists of samples
#
# $timeline is a hash with the keys of the file:
#   start, end, bin_instructions, period, n_ticks      numbers
#   events     names; at: name -> index in each list of costs
#   bins       lists of costs
#   served_by  names of levels
#   samples    lists by name, all of the same length: at thread function line caller kind address size_B
#              served object access_function access_line
#   ranges     hashes with object, start, size_B, born, died
#   regions    hashes with name, kind, instances, instructions, cost, list, outliers, fold
# Contract: all are there and of the right kind, lists have the length that they must have, indices lead
# somewhere, samples are ascending in time, and with an access they say what made it.  Else the script ends with one sentence about the file.

package Xgrind::Data::Timeline;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max);
use Xgrind::Data::DataFile;

our @EXPORT = qw(timeline_of sample_columns);

sub sample_columns { return qw(at thread function line caller kind address size_B served object access_function access_line); }

# Bins, of which the last one may be short; they end with the timeline.
sub check_bins {
   my ($profile, $t) = @_;
   my $span = $t->{end} - $t->{start};
   my $most = int(($span + $t->{bin_instructions} - 1) / $t->{bin_instructions});
   my $n    = @{ $t->{bins} };
   bad($profile, "timeline.bins has $n bins, but $t->{start} to $t->{end} has room for $most of $t->{bin_instructions} instructions")
      if $n > max($most, 1);
   return;
}

# Samples are in the timeline, one after the other.
sub check_order {
   my ($profile, $t) = @_;
   my $last = $t->{start};
   my $at   = $t->{samples}{at};
   for my $i (0 .. $#$at) {
      bad($profile, "timeline.samples.at[$i] is $at->[$i], which is not in order from $t->{start} to $t->{end}") if $at->[$i] < $last || $at->[$i] > $t->{end};
      $last = $at->[$i];
   }
   return;
}

# Of an access, it is known what made it.
sub check_accesses {
   my ($profile, $path, $samples) = @_;
   my ($kind, @made_by) = map { $samples->{$_} } qw(kind access_function access_line);
   for my $i (0 .. $#$kind) {
      next if !$kind->[$i] || defined $made_by[0][$i] && defined $made_by[1][$i];
      my $name = defined $made_by[0][$i] ? 'access_line' : 'access_function';
      bad($profile, "$path.${name}[$i] is null, but there was an access: $path.kind[$i] is $kind->[$i]");
   }
   return;
}

sub timeline_of {
   my ($profile) = @_;
   my $raw = section($profile, 'timeline') // return undef;
   my $events = $raw->{events};
   my %t = (%$raw, at => { map { $events->[$_] => $_ } 0 .. $#$events });
   $t{$_} //= [] for qw(ranges regions);
   bad($profile, "timeline.end is $t{end}, before timeline.start, $t{start}") if $t{end} < $t{start};
   bad($profile, 'timeline.events does not have the event Ir') if !exists $t{at}{Ir};
   bad($profile, 'timeline.served_by names no level') if !@{ $t{served_by} };
   check_bins($profile, \%t);
   check_order($profile, \%t);
   check_accesses($profile, 'timeline.samples', $t{samples});
   check_accesses($profile, "timeline.regions[$_].fold.samples", $t{regions}[$_]{fold}{samples}) for 0 .. $#{ $t{regions} };
   return \%t;
}

1;
