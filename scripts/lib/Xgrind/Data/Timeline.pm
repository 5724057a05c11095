# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Data::Timeline: the key "timeline" of a profile xgrind.data.*, checked (docs/data-format.md).
#
# Usage:
#   my $profile  = read_objects($file, no_objects => 1);                       # of Xgrind::Data::Reader
#   my $timeline = read_timeline($profile->{more}{timeline}, $profile) // ...;  # undef: the file has none
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
# somewhere, samples are ascending in time.  Else the script ends with one sentence about the file.

package Xgrind::Data::Timeline;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max);
use Xgrind::Data::Reader qw(bad count_of list_of hash_of);
use Xgrind::Text::Json;

our @EXPORT = qw(read_timeline sample_columns);

my %STATISTIC = map { $_ => 1 } qw(sum min max mean stddev);
my $REGIONS_MAX  = 64;
my $MILLION      = 1_000_000;
my $KIND_MAX     = 2;
my @SAMPLE_LISTS = qw(thread function line caller kind address size_B served object access_function access_line);

# --- Values ----------------------------------------------------------------

# The names of the lists of samples.
sub sample_columns { return ('at', @SAMPLE_LISTS); }

# A list of whole numbers up to a maximum (undef: any), of this length (undef: any); undef in it only if
# that may be.
sub check_counts {
   my ($where, $list, $n, $max, $may_be_null) = @_;
   list_of($where, $list);
   bad("$where must have $n elements, not " . @$list) if defined $n && @$list != $n;
   my @given = $may_be_null ? grep { defined } @$list : @$list;
   return $list if are_counts(@given) && (!defined $max || !@given || max(@given) <= $max);
   for my $i (0 .. $#$list) {
      next if is_count($list->[$i], $max) || $may_be_null && !defined $list->[$i];
      bad("${where}[$i] must be a whole number" . (defined $max ? " of at most $max" : '') . ($may_be_null ? ' or null' : '') . ', not ' . shown_value($list->[$i]));
   }
   return $list;
}

sub number_of {
   my ($where, $value) = @_;
   bad("$where must be a number, not " . shown_value($value)) if !defined $value || ref $value || $value !~ /^\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\z/a;
   return $value + 0;
}

sub name_of {
   my ($where, $value) = @_;
   bad("$where must be a text, not " . shown_value($value)) if !defined $value || ref $value;
   utf8::encode(my $name = $value);
   return $name;
}

# --- The program -----------------------------------------------------------

sub read_events {
   my ($where, $events) = @_;
   my %at;
   for my $i (0 .. $#{ list_of($where, $events) }) {
      my $name = name_of("${where}[$i]", $events->[$i]);
      bad("$where has " . shown_value($events->[$i]) . ', which is not a name') if $name !~ /^[A-Za-z_]\w*\z/a;
      bad("$where names $name twice") if exists $at{$name};
      $at{$name} = $i;
   }
   bad("$where does not have the event Ir") if !exists $at{Ir};
   return \%at;
}

# Bins, of which the last one may be short; they end with the timeline.
sub check_bins {
   my ($t) = @_;
   my $n    = @{ $t->{events} };
   my $bins = list_of('timeline.bins', $t->{bins});
   check_counts("timeline.bins[$_]", $bins->[$_], $n) for 0 .. $#$bins;
   my $span = $t->{end} - $t->{start};
   my $most = int(($span + $t->{bin_instructions} - 1) / $t->{bin_instructions});
   bad('timeline.bins has ' . @$bins . " bins, but $t->{start} to $t->{end} has room for $most of $t->{bin_instructions} instructions")
      if @$bins > max($most, 1);
   return;
}

# The columns of samples, which are all of one length.
sub check_samples {
   my ($where, $samples, $t, $known, @more) = @_;
   hash_of($where, $samples);
   my $n = @{ list_of("$where.$more[0]", $samples->{ $more[0] }) };
   my $last_function = $known->{n_functions} - 1;
   my %max = (function => $last_function, caller => $last_function, access_function => $last_function,
      kind => $KIND_MAX, served => $#{ $t->{served_by} });
   my %may_be_null = map { $_ => 1 } qw(caller object access_function access_line);
   check_counts("$where.$_", $samples->{$_}, $n, $max{$_}, $may_be_null{$_}) for @SAMPLE_LISTS;
   check_counts("$where.$_", $samples->{$_}, $n) for @more;
   my $objects = $samples->{object};
   for my $i (grep { defined $objects->[$_] && !$known->{object}{ $objects->[$_] } } 0 .. $n - 1) {
      bad("$where.object[$i] is $objects->[$i], which is no object's id");
   }
   return $samples;
}

# Samples are in the timeline, one after the other.
sub check_order {
   my ($t) = @_;
   my $last = $t->{start};
   my $at   = $t->{samples}{at};
   for my $i (0 .. $#$at) {
      bad("timeline.samples.at[$i] is $at->[$i], which is not in order from $t->{start} to $t->{end}") if $at->[$i] < $last || $at->[$i] > $t->{end};
      $last = $at->[$i];
   }
   return;
}

sub read_ranges {
   my ($ranges, $known) = @_;
   my @result;
   for my $i (0 .. $#{ list_of('timeline.ranges', $ranges) }) {
      my $where = "timeline.ranges[$i]";
      my $range = hash_of($where, $ranges->[$i]);
      count_of("$where.$_", $range->{$_}) for qw(object start size_B born);
      count_of("$where.died", $range->{died}) if defined $range->{died};
      bad("$where.object is $range->{object}, which is no object's id") if !$known->{object}{ $range->{object} };
      push @result, $range;
   }
   return \@result;
}

# --- Regions ---------------------------------------------------------------

sub check_instances {
   my ($where, $region, $n_events) = @_;
   my $list = hash_of("$where.list", $region->{list});
   my $n = @{ list_of("$where.list.number", $list->{number}) };
   check_counts("$where.list.$_", $list->{$_}, $n) for qw(number start instructions thread);
   my $costs = list_of("$where.list.cost", $list->{cost});
   bad("$where.list.cost must have $n elements, not " . @$costs) if @$costs != $n;
   check_counts("$where.list.cost[$_]", $costs->[$_], $n_events) for 0 .. $#$costs;
   for my $i (0 .. $#{ list_of("$where.outliers", $region->{outliers}) }) {
      my $outlier = hash_of("$where.outliers[$i]", $region->{outliers}[$i]);
      count_of("$where.outliers[$i].$_", $outlier->{$_}) for qw(number start instructions thread);
      check_counts("$where.outliers[$i].cost", $outlier->{cost}, $n_events);
   }
   return;
}

sub check_fold {
   my ($where, $fold, $t, $known) = @_;
   my $n = count_of("$where.bins", hash_of($where, $fold)->{bins});
   bad("$where.bins must be from 1 to 65536, not $n") if $n < 1 || $n > 65_536;
   check_counts("$where.points", $fold->{points}, $n);
   check_counts("$where.x", $fold->{x}, $n, $MILLION, 1);
   my $y = list_of("$where.y", $fold->{y});
   bad("$where.y must have $n elements, not " . @$y) if @$y != $n;
   check_counts("$where.y[$_]", $y->[$_], scalar @{ $t->{events} }, $MILLION, 1) for grep { defined $y->[$_] } 0 .. $#$y;
   check_samples("$where.samples", $fold->{samples}, $t, $known, qw(x instance));
   my $x = $fold->{samples}{x};
   for my $i (grep { $x->[$_] > $MILLION } 0 .. $#$x) {
      bad("$where.samples.x[$i] must be at most $MILLION, not $x->[$i]");
   }
   return;
}

sub read_region {
   my ($where, $raw, $t, $known) = @_;
   hash_of($where, $raw);
   my $region = { %$raw, name => name_of("$where.name", $raw->{name}), instances => count_of("$where.instances", $raw->{instances}) };
   bad("$where.kind must be \"function\" or \"request\", not " . shown_value($raw->{kind}))
      if !defined $raw->{kind} || ref $raw->{kind} || $raw->{kind} !~ /^(?:function|request)\z/;
   my $n_events = @{ $t->{events} };
   check_fold("$where.fold", $raw->{fold}, $t, $known);
   number_of("$where.instructions.$_", hash_of("$where.instructions", $raw->{instructions})->{$_}) for sort keys %STATISTIC;
   for my $statistic (sort keys %STATISTIC) {
      my $list = list_of("$where.cost.$statistic", hash_of("$where.cost", $raw->{cost})->{$statistic});
      bad("$where.cost.$statistic must have $n_events elements, not " . @$list) if @$list != $n_events;
      number_of("$where.cost.${statistic}[$_]", $list->[$_]) for 0 .. $#$list;
   }
   check_instances($where, $region, $n_events);
   return $region;
}

# --- Everything ------------------------------------------------------------

sub read_timeline {
   my ($raw, $profile) = @_;
   return undef if !defined $raw;
   return checked($raw, { n_functions => scalar @{ $profile->{functions} }, object => { map { $_->{id} => 1 } @{ $profile->{objects} } } });
}

sub checked {
   my ($raw, $known) = @_;
   hash_of('timeline', $raw);
   my %t = (%$raw, map { $_ => count_of("timeline.$_", $raw->{$_}) } qw(start end bin_instructions period n_ticks));
   bad("timeline.end is $t{end}, before timeline.start, $t{start}") if $t{end} < $t{start};
   bad('timeline.bin_instructions must be above 0') if !$t{bin_instructions};
   $t{at} = read_events('timeline.events', $t{events});
   check_bins(\%t);
   my $levels = list_of('timeline.served_by', $t{served_by});
   $t{served_by} = [ map { name_of("timeline.served_by[$_]", $levels->[$_]) } 0 .. $#$levels ];
   bad('timeline.served_by names no level') if !@$levels;
   check_samples('timeline.samples', $t{samples}, \%t, $known, 'at');
   check_order(\%t);
   $t{ranges} = read_ranges($t{ranges} // [], $known);
   my $regions = list_of('timeline.regions', $t{regions} // []);
   bad("timeline.regions has more than $REGIONS_MAX regions") if @$regions > $REGIONS_MAX;
   $t{regions} = [ map { read_region("timeline.regions[$_]", $regions->[$_], \%t, $known) } 0 .. $#$regions ];
   return \%t;
}

1;
