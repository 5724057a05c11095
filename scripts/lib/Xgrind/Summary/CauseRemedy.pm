# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Summary::CauseRemedy: what may help where most estimated cycles have one cause that is no cache miss, and so
# no finding (docs/report.md, "Where the cycles go").
#
# Usage:
#   my $remedy = cause_remedy($run);       # of Xgrind::Run::Contents; undef: no such cause, or a finding is worth more
#   $remedy->{words}, $remedy->{percent}   # the cause, and its part of the program's cycles
#   $remedy->{place}                       # undef, or as of Xgrind::Summary::Places
#   $remedy->{why}, $remedy->{text}        # what was recognised there, or undef; what may help
#   $remedy->{gain}                        # undef, or why nobody knows what that would save
#   $remedy->{beside}                      # undef, or what costs most elsewhere, alike: where a thread waits for another one, that may be what it waits for; or the allocators
#   my @others = other_causes($run)        # the other causes with a tenth of the cycles or more, issue with a quarter, if they cost most elsewhere
#   remedy_sentence($remedy)               # all of it
#
# Nothing says what it would save: the model charges a cycle to one cause, and another one may wait behind it.

package Xgrind::Summary::CauseRemedy;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(first sum0);
use Xgrind::Objects::MissCycles;
use Xgrind::Objects::ObjectNames;
use Xgrind::Profile::WorksFor;
use Xgrind::Summary::Causes;
use Xgrind::Summary::CodePatterns;
use Xgrind::Summary::Places;
use Xgrind::Text::Numbers;

our @EXPORT = qw(cause_remedy other_causes remedy_sentence);

my $CAUSE_MIN   = 0.25;    # of the program's cycles; a cause has more
my $FAILED_MIN  = 0.1;     # of failed forwarding: what goes on at the same time is not counted as its, and its remedy is sure
my $PATTERN_MIN = 0.3;     # of code that is recognised
my $ALLOCATORS_MIN = 0.15;    # of allocators, beside what costs most
my $NEXT_MIN    = 0.1;     # of a cause that is told after another one
my $SMALL       = 0.1;     # of a finding, which is told after what the processor is busy with

# Causes of the caches have findings, and one of the cores those of sharing.
sub has_remedy { return $_[0] =~ /^Cy(?:Br|Dep|Fwd|Base|Fetch|Page|Tlb)\z/; }

# The cause with most cycles; those of caches count as one.  Issue is told last: it goes on while others wait, and is what is left when
# nothing does.
sub leading_cause {
   my ($all, @causes) = @_;
   my ($failed) = grep { $_->{event} eq 'CyFwd' && $_->{cycles} > $FAILED_MIN * $all } @causes;
   my @large = grep { $_->{cycles} > $CAUSE_MIN * $all } @causes;
   my $most  = (first { $_->{event} ne 'CyBase' } @large) // $failed // $large[0] // return undef;
   return has_remedy($most->{event}) ? $most : undef;
}

# What is worth less than a finding, or is issue beside one that is not small, is not told.
sub is_less {
   my ($run, $all, $cycles, $is_issue) = @_;
   my $finding = $run->{report} ? $run->{report}{findings}[0] : undef;
   return $finding && ($finding->{saving} >= $cycles || $is_issue && $finding->{saving} > $SMALL * $all);
}

# Is the first finding about this place?  Then it tells the same in other words.
sub is_about_it {
   my ($run, $place) = @_;
   my $finding = $run->{report} ? $run->{report}{findings}[0] : undef;
   return $finding && $finding->{code}[0] && $finding->{code}[0]{function}{name} eq without_loop($place->{function});
}

# Code that is recognised, with most of all cycles.
sub of_pattern {
   my ($run, $all, @causes) = @_;
   my $place   = costliest_place($run, $all, map { $_->{event} } @causes) // return undef;
   my $pattern = pattern_of($run, $place) // return undef;
   my $cycles  = $all * $place->{percent} / 100;
   return undef if $cycles < $PATTERN_MIN * $all || !is_about_it($run, $place) && is_less($run, $all, $cycles);
   return remedy_of_pattern($all, $place, $pattern);
}

sub remedy_of_pattern {
   my ($all, $place, $pattern) = @_;
   return { words => $pattern->{words}, percent => $place->{percent}, event => undef, cycles => $all * $place->{percent} / 100, place => { %$place, percent => 100 }, pattern => $pattern };
}

# A loop with many cycles in which a thread waits for another one.
sub of_waiting {
   my ($run, $all, @causes) = @_;
   return undef if !$run->{data} || $run->{data}{n_threads} < 2;
   for my $place (costly_loops($run, $all, $PATTERN_MIN * $all, map { $_->{event} } @causes)) {
      my $pattern = waiting_pattern($run, $place);
      return remedy_of_pattern($all, $place, $pattern) if $pattern;
   }
   return undef;
}

sub of_cause {
   my ($run, $all, @causes) = @_;
   # what waits for data but TLBs is one cause, which has findings and no remedy here
   my @caches = grep { waits_for_data($_->{event}) && $_->{event} ne 'CyTlb' } @causes;
   my $caches = { event => '', cycles => sum0(map { $_->{cycles} } @caches) };
   my @of = sort { $b->{cycles} <=> $a->{cycles} } $caches, grep { !waits_for_data($_->{event}) || $_->{event} eq 'CyTlb' } @causes;
   my $cause = leading_cause($all, @of) // return undef;
   return undef if is_less($run, $all, $cause->{cycles}, $cause->{event} eq 'CyBase');
   my $place = costliest_place($run, $cause->{cycles}, $cause->{event});
   return of_allocators($run, $all, 0, @causes) if $place && $place->{is_allocator};
   return { %$cause, percent => share($cause->{cycles}, $all), place => $place, pattern => remedy_of_cause($run, $cause->{event}, $place // { function => '' }) };
}

# Allocators, if they have so many cycles: what they are busy with is not said of instructions, but of them.
sub of_allocators {
   my ($run, $all, $least, @causes) = @_;
   my $place = allocator_place($run, $all, $least, map { $_->{event} } @causes) // return undef;
   return remedy_of_pattern($all, $place, pattern_of($run, $place));
}

# The other causes that are large enough to be told, but for what has findings, where they cost most.  Those where the first one is, are left out.
sub next_causes {
   my ($run, $all, $first, @causes) = @_;
   my $is_large = sub { $_[0]{cycles} >= ($_[0]{event} eq 'CyBase' ? $CAUSE_MIN : $NEXT_MIN) * $all };
   my @next;
   for my $cause (grep { has_remedy($_->{event}) && $_->{event} ne ($first->{event} // '') && $is_large->($_) } @causes) {
      my $place = costliest_place($run, $cause->{cycles}, $cause->{event});
      next if !$place || $place->{is_allocator} || $first->{place} && $first->{place}{function} eq $place->{function};
      push @next, { %$cause, percent => share($cause->{cycles}, $all), place => $place, pattern => remedy_of_cause($run, $cause->{event}, $place) };
   }
   return map { { with_texts($_) } } @next;
}

# Issue goes on in loops that wait, too: a remedy without so many of its cycles; undef: not much is left.
sub without {
   my ($remedy, $all, $cycles) = @_;
   my $left = $remedy->{cycles} - $cycles;
   return undef if $left <= $CAUSE_MIN * $all;
   my %place = %{ $remedy->{place} };
   $_ *= $remedy->{cycles} / $left for grep { defined } @place{qw(percent line_percent)};
   return { %$remedy, cycles => $left, percent => share($left, $all), place => \%place };
}

sub with_texts { return (%{ $_[0] }, map { $_ => $_[0]{pattern}{$_} } qw(why text gain)); }

sub found_remedy {
   my ($run) = @_;
   my $report = $run->{report};
   return undef if !$run->{profile} || $report && $report->{is_short};
   my @causes = program_causes($run) or return undef;
   my $all    = sum0(map { $_->{cycles} } @causes);
   my $waiting = of_waiting($run, $all, @causes);
   my $remedy  = of_pattern($run, $all, @causes) // of_cause($run, $all, @causes);
   my $beside;
   if ($waiting) {
      undef $remedy if $remedy && (!$remedy->{place} || $remedy->{place}{function} eq $waiting->{place}{function});
      my $is_issue = $remedy && ($remedy->{event} // '') eq 'CyBase';
      $remedy = without($remedy, $all, $waiting->{cycles}) if $is_issue;
      ($remedy, $beside) = ($waiting, $remedy) if !$remedy || $is_issue || $waiting->{cycles} >= $remedy->{cycles};
   }
   return undef if !$remedy;
   $beside //= of_allocators($run, $all, $ALLOCATORS_MIN * $all, @causes) if !$remedy->{place} || !$remedy->{place}{is_allocator};
   return { with_texts($remedy), beside => $beside ? { with_texts($beside) } : undef };
}

# The summary and the page ask, and the line may have to be read from the profile: found once for a run.
sub cause_remedy {
   my ($run) = @_;
   $run->{cause_remedy} = found_remedy($run) if !exists $run->{cause_remedy};
   return $run->{cause_remedy};
}

sub other_causes {
   my ($run) = @_;
   my $report = $run->{report};
   return if !$run->{profile} || $report && $report->{is_short};
   my @causes = program_causes($run) or return;
   return next_causes($run, sum0(map { $_->{cycles} } @causes), cause_remedy($run) // {}, @causes);
}

sub remedy_sentence {
   my ($remedy) = @_;
   my $place = $remedy->{place};
   my $where = '';
   if ($place) {
      $where = ($place->{percent} == 100 ? ', in ' : ', of which ' . rate_text($place->{percent}, 100) . ' in ') . code_place(@$place{qw(function file line)});
      $where .= ', called for ' . code_place(@{ $place->{for} }{qw(function file line)}) if $place->{for};
   }
   my $why = defined $remedy->{why} ? "$remedy->{why}; " : '';
   return "$remedy->{words}, " . rate_text($remedy->{percent}, 100) . " of the cycles$where: $why$remedy->{text}";
}

1;
