# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Summary::FindingPhases: when in the run the misses of findings are, by the samples of the timeline
# (CachePerf paper, section 3.2), and the findings of a part of the run.
#
# Usage:
#   add_phases($data, $report);             # of Xgrind::Data::Misses, Xgrind::Findings::Ranked; the run may have no timeline
#   $report->{findings}[0]{when}            # "at the start only, in the first 3.1% of the run: 240 of 240 misses sampled"; undef: not known
#   confine_to($data, $report, '2');        # sets {part}: its name; to a phase, from 1, or to '10%-40%' of the run; or ends with one sentence
#
# A sample is of a finding if it accesses data at one of its lines of code and is served by a level farther than the
# finding's.  What a confined finding has is its part of the finding's misses in the whole run, and so an estimate; misses
# and cycles of the part of the run are the sums of its bins.

package Xgrind::Summary::FindingPhases;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max min sum0);
use Xgrind::Data::Timeline;
use Xgrind::Findings::Remedies;
use Xgrind::Objects::MissCycles;
use Xgrind::Summary::Phases;
use Xgrind::Text::Levels;
use Xgrind::Text::Messages;
use Xgrind::Text::Numbers;

our @EXPORT = qw(add_phases confine_to);

my $SAMPLES_MIN = 20;      # of a finding; fewer say nothing
my $THERE_MIN   = 10;      # ... in a part of the run that findings are confined to
my $NEARLY_ALL  = 0.95;    # of its samples: it is in one phase
my $SOME        = 0.05;    # ... fewer are not named
my $START_MAX   = 0.5;     # of the run: a first phase that is longer is no start

# --- Samples ---------------------------------------------------------------

sub place_of {
   my ($function, $line) = @_;
   return join "\0", @$function{qw(module file)}, $line;
}

# The first level that an access which misses in this level may be served by, as an index of served_by.
sub served_from {
   my ($timeline, $level) = @_;
   my $served_by = $timeline->{served_by};
   my ($own) = grep { $served_by->[$_] eq $level } 0 .. $#$served_by;
   return ($own // 0) + 1;    # D1 is L1 there
}

# Samples by line of code: lists of [clock, served by].
sub samples_by_place {
   my ($data, $timeline) = @_;
   my ($functions, $s, %at) = ($data->{profile}{functions}, $timeline->{samples});
   for my $i (grep { $s->{kind}[$_] } 0 .. $#{ $s->{at} }) {
      push @{ $at{ place_of($functions->[ $s->{access_function}[$i] ], $s->{access_line}[$i]) } }, [ $s->{at}[$i], $s->{served}[$i] ];
   }
   return \%at;
}

# Of samples of lines of code that a level or one farther has served: how many there are, and how many from a clock to another.
sub counted {
   my ($samples, $served, $from, $to, @code) = @_;
   my @all = grep { $_->[1] >= $served } map { @{ $samples->{ place_of(@$_{qw(function line)}) } // [] } } @code;
   return (scalar @all, scalar grep { $_->[0] >= $from && $_->[0] < $to } @all);
}

sub names_of {
   my ($data) = @_;
   return [ map { $_->{name} } @{ $data->{profile}{functions} } ];
}

# --- When ------------------------------------------------------------------

# A place in the run, for people.
sub percent_of_run {
   my ($timeline, $clock) = @_;
   return sprintf('%.1f', 100 * ($clock - $timeline->{start}) / max(1, $timeline->{end} - $timeline->{start})) =~ s/\.0\z//r . '%';
}

sub stretch_text {
   my ($timeline, $phase) = @_;
   return 'from ' . percent_of_run($timeline, $phase->{from}) . ' to ' . percent_of_run($timeline, $phase->{to}) . ' of the run';
}

sub when {
   my ($timeline, $phases, $all, @n) = @_;
   return undef if $all < $SAMPLES_MIN;
   my ($most) = sort { $n[$b] <=> $n[$a] || $a <=> $b } 0 .. $#n;
   my $of = commas($n[$most]) . ' of ' . commas($all) . ' misses sampled';
   if ($n[$most] >= $NEARLY_ALL * $all) {
      my $is_start = $most == 0 && $phases->[0]{to} - $timeline->{start} <= $START_MAX * ($timeline->{end} - $timeline->{start});
      return 'at the start only, in the first ' . percent_of_run($timeline, $phases->[0]{to}) . " of the run: $of" if $is_start;
      return 'in phase ' . ($most + 1) . ' of ' . @n . ' only, ' . stretch_text($timeline, $phases->[$most]) . ": $of";
   }
   return 'in ' . join(', ', map { 'phase ' . ($_ + 1) . ' ' . sprintf('%.0f%%', 100 * $n[$_] / $all) } grep { $n[$_] >= $SOME * $all } 0 .. $#n) . ' of ' . commas($all) . ' misses sampled';
}

sub add_phases {
   my ($data, $report) = @_;
   my $timeline = timeline_of($data->{profile}) // return;
   my @phases   = phases_of($timeline, names_of($data));
   return if @phases < 2;
   my $samples = samples_by_place($data, $timeline);
   for my $finding (@{ $report->{findings} }) {
      my $served = served_from($timeline, $finding->{level});
      my @counts = map { [ counted($samples, $served, $_->{from}, $_ == $phases[-1] ? $_->{to} + 1 : $_->{to}, @{ $finding->{code} }) ] } @phases;
      $finding->{when} = when($timeline, \@phases, $counts[0][0], map { $_->[1] } @counts);
   }
   return;
}

# --- A part of the run -----------------------------------------------------

# The part that the user names: from, to (clocks), and its name.
sub part_of {
   my ($data, $timeline, $text) = @_;
   my $span = $timeline->{end} - $timeline->{start};
   if ($text =~ /^([\d.]+)%-([\d.]+)%\z/) {
      fail("--phase=$text: the end is not after the begin") if $2 <= $1;
      my ($from, $to) = map { $timeline->{start} + $span * min($_, 100) / 100 } $1, $2;
      return { from => $from, to => $2 >= 100 ? $timeline->{end} + 1 : $to, name => "$1% to $2% of the run" };
   }
   my @phases = phases_of($timeline, names_of($data));
   my $n = @phases;
   fail("--phase=$text: the run has " . ($n == 1 ? 'one phase' : "$n phases") . '; xgrind_report lists them') if $text < 1 || $text > $n;
   my $phase = $phases[ $text - 1 ];
   return { from => $phase->{from}, to => $phase->{to} + ($text == $n ? 1 : 0), name => "phase $text of $n, " . stretch_text($timeline, $phase) };
}

# Sums of the bins that begin in a part, by event.
sub events_in {
   my ($timeline, $part) = @_;
   my %sum = map { $_ => 0 } @{ $timeline->{events} };
   for my $i (0 .. $#{ $timeline->{bins} }) {
      my $begin = $timeline->{start} + $i * $timeline->{bin_instructions};
      next if $begin < $part->{from} || $begin >= $part->{to};
      $sum{ $timeline->{events}[$_] } += $timeline->{bins}[$i][$_] for 0 .. $#{ $timeline->{events} };
   }
   return \%sum;
}

# Cycles as those of the program are counted: a model's, or one for an instruction and more for misses of data.
sub cycles_in {
   my ($data, $report, $sum) = @_;
   my @causes = model_events({ map { $_ => 1 } keys %$sum });
   return sum0(@$sum{@causes}) if $report->{program}{is_modelled} && @causes;
   my $estimate = sub {
      my ($of) = @_;
      return $of->('Ir') + 10 * sum0(map { $of->($_) } data_misses('D1')) + 100 * sum0(map { $of->($_) } data_misses('LL'));
   };
   my ($at, $totals) = @{ $data->{profile} }{qw(at totals)};
   my $whole = $estimate->(sub { my ($e) = @_; return $e eq 'Ir' ? $data->{profile}{instructions} : $totals->[ $at->{$e} ] });
   return $report->{program}{cycles} * $estimate->(sub { return $sum->{ $_[0] } // 0 }) / max(1, $whole);
}

# The finding as it is in the part; undef: too few of its samples are there.
sub confined {
   my ($data, $finding, $timeline, $samples, $part, $sum, $cycles) = @_;
   my $served = served_from($timeline, $finding->{level});
   my ($all, $n) = counted($samples, $served, @$part{qw(from to)}, @{ $finding->{code} });
   return undef if $all < $SAMPLES_MIN || $n < $THERE_MIN;
   my $share = $n / $all;
   my %copy  = (%$finding, when => undef, misses => $finding->{misses} * $share, saving => $finding->{saving} * $share, saving_of => $cycles, of_part => 1);
   $copy{share} = share($copy{misses}, max($copy{misses}, sum0(map { $sum->{$_} // 0 } data_misses($finding->{level}))));
   $copy{saving_percent} = min(100, share($copy{saving}, $cycles));
   $copy{also} = [];
   $copy{many_lines} //= 0;
   @copy{qw(remedy_name remedy)} = remedy($data, $finding) if !defined $copy{remedy};
   $copy{objects} = [ map { { %$_, misses => $_->{misses} * $share, also => undef } } @{ $finding->{objects} } ];
   for my $line (@{ $finding->{code} }) {
      my ($of_misses, $missing)  = counted($samples, $served, @$part{qw(from to)}, $line);
      my ($of_all, $accessing) = counted($samples, 0, @$part{qw(from to)}, $line);
      next if !$missing;
      my $accesses = $line->{accesses} * $accessing / $of_all;
      push @{ $copy{code_there} }, { %$line, misses => min($accesses, $line->{misses} * $missing / $of_misses), accesses => $accesses };
   }
   $copy{code} = delete $copy{code_there};
   return \%copy;
}

sub confine_to {
   my ($data, $report, $text) = @_;
   my $timeline = timeline_of($data->{profile}) // fail("--phase=$text needs the timeline of the run; run the program with --timeline=yes");
   my $part    = part_of($data, $timeline, $text);
   my $samples = samples_by_place($data, $timeline);
   my $sum     = events_in($timeline, $part);
   my $cycles  = cycles_in($data, $report, $sum);
   my @there   = grep { defined } map { confined($data, $_, $timeline, $samples, $part, $sum, $cycles) } grep { $_->{type} =~ /^(?:conflict|capacity)\z/ } @{ $report->{findings} }, @{ $report->{minor} };
   @there = sort { $b->{saving} <=> $a->{saving} } grep { $_->{saving_percent} >= $report->{thresholds}{saving} } @there;
   $there[$_]{rank} = $_ + 1 for 0 .. $#there;
   $report->{findings} = \@there;
   $report->{minor}    = [];
   $report->{part}     = $part->{name};
   my @n = $report->{program}{is_modelled} ? ($cycles, $report->{program}{cycles}, 'estimated cycles') : ($sum->{Ir} // 0, $data->{profile}{instructions}, 'instructions');
   unshift @{ $report->{notes} }, "Findings are those of $part->{name}, about " . commas(int($n[0] + 0.5)) . ' of the ' . commas(int($n[1] + 0.5))
      . " $n[2]. What they have there is estimated from samples of the timeline; sharing is not looked for.";
   return;
}

1;
