# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Ask::PhasesAnswer: what happens over time: the phase that costs most, and what repeats.
#
# Usage:
#   my ($answer, @sentences) = phases_answer($run, sub { ... });     # of Xgrind::Run::Contents with a timeline; of Xgrind::Ask::Sentences
#   # sub: the command that runs the program with these words first: 'xgrind memory --toggle-collect=f ./app'
#
# A phase's cycles are the sums of its bins, its lines those of its samples.

package Xgrind::Ask::PhasesAnswer;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max sum0);
use Xgrind::Objects::MissCycles;
use Xgrind::Objects::ObjectNames;
use Xgrind::Profile::EventNames;
use Xgrind::Summary::FindingPhases;
use Xgrind::Summary::Phases;
use Xgrind::Text::CodeNames;
use Xgrind::Text::Messages;
use Xgrind::Text::Numbers;

our @EXPORT = qw(phases_answer);

my $CAUSES      = 2;       # that are named
my $CAUSE_MIN   = 0.1;     # of the phase's cycles, for the second one
my $REGION_MIN  = 0.1;     # of the run: what repeats for less is not named
my $UNEVEN      = 1.2;     # times the mean: the longest is worth a sentence
my @ORDINAL     = qw(first second third fourth fifth);

# Events whose sum is what a phase costs.
sub cost_events {
   my ($t) = @_;
   my @cycles = model_events({ map { $_ => 1 } @{ $t->{events} } });
   return @cycles ? @cycles : 'Ir';
}

sub cost_of {
   my ($events, @of) = @_;
   return sum0(map { $events->{$_} // 0 } @of);
}

sub part_text {
   my ($t, $phase) = @_;
   my $span = max(1, $t->{end} - $t->{start});
   return join ' to ', map { sprintf('%.1f', 100 * ($_ - $t->{start}) / $span) =~ s/\.0\z//r . ' %' } @$phase{qw(from to)};
}

# The line with most of a phase's samples: { function, line, share }; undef: it has none.
sub line_of {
   my ($run, $t, $phase) = @_;
   my ($at, $function, $line) = @{ $t->{samples} }{qw(at function line)};
   my (%n, $all);
   for my $i (grep { $at->[$_] >= $phase->{from} && $at->[$_] < $phase->{to} } 0 .. $#$at) {
      $n{"$function->[$i] $line->[$i]"}++;
      $all++;
   }
   my ($most) = sort { $n{$b} <=> $n{$a} || $a cmp $b } keys %n;
   return undef if !defined $most;
   my ($f, $number) = split / /, $most;
   return { function => $run->{objects}{functions}[$f], line => $number, share => rate_text($n{$most}, $all) };
}

sub line_text {
   my ($of) = @_;
   return code_place(@{ $of->{function} }{qw(name file)}, $of->{line}) . ", $of->{share} of its instructions, as sampled";
}

# What a phase's cycles go to, in words of the profile: "latency of memory 88.0%"; '': nothing is known of them.
sub causes_text {
   my ($run, $phase, @of) = @_;
   return '' if @of < 2 || !$run->{profile};
   my $events = $phase->{events};
   my $all = cost_of($events, @of);
   my @order = sort { $events->{$b} <=> $events->{$a} || $a cmp $b } @of;
   my @named = grep { $_ eq $order[0] || $events->{$_} >= $CAUSE_MIN * $all } @order;
   splice @named, $CAUSES if @named > $CAUSES;
   return join ', ', map { event_title($run->{profile}, $_) =~ s/^Cycles: //r . ' ' . rate_text($events->{$_}, $all) } @named;
}

# The finding that saves most in a phase; undef: there is none.
sub finding_of {
   my ($run, $number) = @_;
   return undef if !$run->{data} || !$run->{report};
   my %report = (%{ $run->{report} }, findings => [ map { +{%$_} } @{ $run->{report}{findings} } ]);
   confine_to($run->{data}, \%report, $number);
   return $report{findings}[0];
}

# What is slow in the function of the phase; main is all of them.
sub more_command {
   my ($run, $line, $command) = @_;
   my $name = $line ? $line->{function}{name} =~ s/'\d+\z//r : 'main';
   return $name eq 'main' || $name eq '' ? 'xgrind_report --html ' . shell_word($run->{files}{profiles}[0] // $run->{files}{data}) : $command->('memory', "--toggle-collect=$name");
}

# What repeats for much of the run, and how evenly.
sub region_sentences {
   my ($t) = @_;
   my $span = max(1, $t->{end} - $t->{start});
   my ($region) = sort { $b->{instructions}{sum} <=> $a->{instructions}{sum} } grep { $_->{instances} > 1 && $_->{instructions}{sum} >= $REGION_MIN * $span } @{ $t->{regions} // [] };
   return if !$region;
   my ($mean, $most) = @{ $region->{instructions} }{qw(mean max)};
   my $text = code_name($region->{name}) . ' repeats ' . commas($region->{instances}) . ' times, with ' . rate_text($region->{instructions}{sum}, $span) . ' of the instructions';
   $text .= $most > $UNEVEN * $mean ? sprintf('; the longest has %.1f times as many as the average.', $most / $mean) : ', and each time takes about as many.';
   return $text;
}

sub phases_answer {
   my ($run, $command) = @_;
   my $t = $run->{timeline} // return (undef, 'The run has no timeline, as the program has executed too little.');
   my @names  = map { code_name($_->{name}) } @{ $run->{objects}{functions} };
   my @phases = phases_of($t, \@names) or return (undef, 'The timeline has no samples: the program has executed too little.');
   my @of  = cost_events($t);
   my $all = sum0(map { cost_of($_->{events}, @of) } @phases);
   my ($n) = sort { cost_of($phases[$b]{events}, @of) <=> cost_of($phases[$a]{events}, @of) || $a <=> $b } 0 .. $#phases;
   my $phase = $phases[$n];
   my $what  = @of > 1 ? 'estimated cycles' : 'instructions';
   my $cost  = rate_text(cost_of($phase->{events}, @of), $all);
   my $line  = line_of($run, $t, $phase);
   my $causes = causes_text($run, $phase, @of);
   my $finding = finding_of($run, $n + 1);
   my $data = shell_word($run->{files}{data});
   my $answer = {
      cause => @phases == 1 ? "the run is one phase: it does the same kind of work from begin to end" : "the $ORDINAL[$n] of " . @phases . " phases, from " . part_text($t, $phase) . " of the instructions: $cost of the $what",
      place => $line ? line_text($line) : undef,
      why   => $causes eq '' ? undef : "its cycles go to: $causes",
      remedy => $finding ? $finding->{remedy} : undef,
      gain  => $finding && $finding->{is_modelled} ? ($finding->{is_bound} ? 'up to ' : 'about ') . rate_text($finding->{saving_percent}, 100) . ' of the estimated cycles of this phase' : undef,
      command => $finding ? "xgrind_report --findings --phase=" . ($n + 1) . " $data" : more_command($run, $line, $command),
   };
   return ($answer, region_sentences($t));
}

1;
