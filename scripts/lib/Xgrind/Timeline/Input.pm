# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Timeline::Input: checks the timeline of a profile (docs/data-format.md).
#
# Usage:
#   check_timeline($timeline, $n_functions, \%object);    # objects by id; ends with one sentence if it is wrong
#   sample_columns()                                      # the names of the lists of samples
#
# Afterwards all numbers are numbers, lists that belong together are of equal length, and references lead
# somewhere.  Lists are checked as a whole: a run has up to a million figures there.

package Xgrind::Timeline::Input;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Objects::Reader qw(bad count_of list_of hash_of);

our @EXPORT = qw(check_timeline sample_columns);

my @SAMPLE   = qw(thread function line caller kind address size_B served object access_function access_line);
my %MAY_LACK = map { $_ => 1 } qw(caller object access_function access_line);    # null is allowed

sub sample_columns { return ('at', @SAMPLE); }

# A list of whole numbers, of which a null may be allowed, and none may be above a maximum, if there is one.
sub check_figures {
   my ($where, $list, $n, $may_lack, $max) = @_;
   list_of($where, $list);
   bad("$where must have $n entries, and has " . @$list) if defined $n && @$list != $n;
   my @given = $may_lack ? grep { defined } @$list : @$list;
   no warnings 'uninitialized';
   # no regex for all entries: there may be more than Perl repeats a group
   if (@given && join(',', @given) =~ /[^0-9,]|(?:\A|,)(?:,|\z|[0-9]{21})/a || grep { ref || !defined } @given) {
      count_of("$where: an entry", $_) for @given;
   }
   return if !defined $max;
   for my $value (@given) {
      bad("$where has $value, which is more than $max") if $value > $max;
   }
   return;
}

sub check_events {
   my ($timeline) = @_;
   my %seen;
   for my $name (@{ list_of('timeline.events', $timeline->{events}) }) {
      bad('timeline.events has an entry that is no name') if !defined $name || ref $name || $name !~ /^[A-Za-z_]\w*\z/a;
      bad("timeline.events has $name twice") if $seen{$name}++;
   }
   bad('timeline.events names no event') if !%seen;
   return scalar keys %seen;
}

sub check_ascending {
   my ($where, $list) = @_;
   for my $i (1 .. $#$list) {
      bad("$where must be ascending, and has $list->[$i] after $list->[ $i - 1 ]") if $list->[$i] < $list->[ $i - 1 ];
   }
   return;
}

# The columns of samples: those of a timeline, or those of a fold without "at".
sub check_samples {
   my ($where, $samples, $first, $limits) = @_;
   hash_of($where, $samples);
   my $n = @{ list_of("$where.$first", $samples->{$first}) };
   check_figures("$where.$_", $samples->{$_}, $n, $MAY_LACK{$_}, $limits->{$_}) for $first, @SAMPLE;
   return;
}

# Objects that a list refers to must exist.
sub check_objects {
   my ($where, $ids, $object) = @_;
   for my $id (grep { defined } @$ids) {
      bad("$where has $id, which is no object's id") if !$object->{$id};
   }
   return;
}

sub check_ranges {
   my ($ranges, $object) = @_;
   for my $i (0 .. $#{ list_of('timeline.ranges', $ranges) }) {
      my $where = "timeline.ranges[$i]";
      my $range = hash_of($where, $ranges->[$i]);
      count_of("$where.$_", $range->{$_}) for qw(object start size_B born);
      count_of("$where.died", $range->{died}) if defined $range->{died};
      check_objects("$where.object", [ $range->{object} ], $object);
   }
   return;
}

# A region: its name and its numbers are checked, the columns of what is folded as well.
sub check_region {
   my ($where, $region, $n_events, $limits, $object) = @_;
   hash_of($where, $region);
   for my $key (qw(name kind)) {
      bad("$where.$key must be a text") if !defined $region->{$key} || ref $region->{$key};
   }
   count_of("$where.instances", $region->{instances});
   my $list = hash_of("$where.list", $region->{list});
   my $n = @{ list_of("$where.list.number", $list->{number}) };
   check_figures("$where.list.$_", $list->{$_}, $n) for qw(number start instructions thread);
   bad("$where.list.cost must have $n entries") if @{ list_of("$where.list.cost", $list->{cost}) } != $n;
   check_figures("$where.list.cost[$_]", $list->{cost}[$_], $n_events) for 0 .. $n - 1;
   my $fold = hash_of("$where.fold", $region->{fold});
   my $bins = count_of("$where.fold.bins", $fold->{bins});
   check_figures("$where.fold.$_", $fold->{$_}, $bins, 1) for qw(points x);
   bad("$where.fold.y must have $bins entries") if @{ list_of("$where.fold.y", $fold->{y}) } != $bins;
   if (defined $fold->{samples}) {
      check_samples("$where.fold.samples", $fold->{samples}, 'x', $limits);
      check_figures("$where.fold.samples.instance", $fold->{samples}{instance}, scalar @{ $fold->{samples}{x} });
      check_objects("$where.fold.samples.object", $fold->{samples}{object}, $object);
   }
   return;
}

sub check_timeline {
   my ($timeline, $n_functions, $object) = @_;
   hash_of('timeline', $timeline);
   count_of("timeline.$_", $timeline->{$_}) for qw(start end bin_instructions period n_ticks);
   bad('timeline.bin_instructions must be above 0')  if !$timeline->{bin_instructions};
   bad('timeline.end must not be before its start')  if $timeline->{end} < $timeline->{start};
   my $n_events = check_events($timeline);
   my $bins = list_of('timeline.bins', $timeline->{bins});
   check_figures("timeline.bins[$_]", $bins->[$_], $n_events) for 0 .. $#$bins;
   my $levels = list_of('timeline.served_by', $timeline->{served_by});
   bad('timeline.served_by must have names of levels') if !@$levels || grep { !defined || ref } @$levels;
   my %limits = (served => $#$levels, kind => 2, map { $_ => $n_functions - 1 } qw(function caller access_function));
   check_samples('timeline.samples', $timeline->{samples}, 'at', \%limits);
   check_ascending('timeline.samples.at', $timeline->{samples}{at});
   check_objects('timeline.samples.object', $timeline->{samples}{object}, $object);
   check_ranges($timeline->{ranges} //= [], $object);
   my $regions = list_of('timeline.regions', $timeline->{regions} //= []);
   check_region("timeline.regions[$_]", $regions->[$_], $n_events, \%limits, $object) for 0 .. $#$regions;
   return;
}

1;
