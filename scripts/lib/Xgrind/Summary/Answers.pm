# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Summary::Answers: what a run says to the question why a program is slow: what costs most, where, why, what may
# help, what that would gain, and what to type for more.
#
# Usage:
#   my @answers = answers($run);         # of Xgrind::Run::Contents, what costs most first, each with its share; () without estimated cycles
#   my $answer = answer($run, $again);   # the first one, with the others in words; undef: there is none.  $again->('threads'): the command that
#                                        # asks another question about the program, with the options that the user gave
#
# An answer is a hash of texts: cause, share ("96.3%", of the program's cycles), place, why or undef, remedy, gain, command; that of answer() also
# has lists: then (what costs most after it), notes (what the figures do not cover).  A gain says what it is: a model's figure, or a bound, and of what.

package Xgrind::Summary::Answers;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Findings::CodeLines;
use Xgrind::Findings::Remedies;
use Xgrind::Findings::Walks;
use Xgrind::Objects::Labels;
use Xgrind::Objects::ObjectNames;
use Xgrind::Profile::StartUp;
use Xgrind::Summary::CauseRemedy;
use Xgrind::Summary::Causes;
use Xgrind::Summary::Next;
use Xgrind::Summary::Places;
use Xgrind::Text::CodeNames;
use Xgrind::Text::Messages;
use Xgrind::Text::Numbers;

our @EXPORT = qw(answer answers);

my $MOST      = 4;
my $UNUSED_MIN = 25;    # per cent of what is loaded
my $SPREAD    = 3;      # per cent of a cause, in its costliest line: less is spread over many lines
my $START_MIN = 50;     # per cent of the cycles; a start that has more is said to be one
my %TYPE = (conflict => 'conflict misses', capacity => 'capacity misses', 'true-sharing' => 'true sharing', 'false-sharing' => 'false sharing');

sub first_profile { return shell_word($_[0]{files}{profiles}[0]); }

# --- Of causes that are no cache misses -------------------------------------

# What a cause takes in its costliest place, of all cycles of the program.
sub part_there { my ($remedy) = @_; return $remedy->{percent} * $remedy->{place}{percent} / 100; }

# All parts are of all cycles of the program. The line may have more cycles, of other causes.
sub place_text {
   my ($remedy) = @_;
   my $place = $remedy->{place} // return undef;
   my $text  = code_place(@$place{qw(function file line)});
   $text = code_place(@{ $place->{for} }{qw(function file line)}) . ", in calls of $text" if $place->{for};
   return $text if $place->{is_allocator};
   $text .= ': ' . rate_text(part_there($remedy), 100) . ' of all cycles go to this';
   return $text if $place->{for} || !defined $place->{line_percent};
   my $line = rate_text($remedy->{percent} * $place->{line_percent} / 100, 100);
   return $place->{line_percent} < $SPREAD ? "$text, spread over many lines: $line on this one, which has most" : "$text, $line on this line";
}

# A cause is a bound of what its remedy gains, as another one may wait behind it.
sub gain_text {
   my ($remedy) = @_;
   return $remedy->{gain} if defined $remedy->{gain};
   return 'not known' if ($remedy->{event} // '') eq 'CyBase';
   my $place = $remedy->{place};
   my $there = rate_text($place && !$place->{is_allocator} ? part_there($remedy) : $remedy->{percent}, 100);
   return "about $there of all cycles, by the model; a page costs more on some computers, above all virtual ones (xgrind_calibrate measures it)" if ($remedy->{event} // '') eq 'CyPage';
   return "at most $there of all cycles: all that the program spends in malloc and free" if $place && $place->{is_allocator};
   return "at most these $there of all cycles";
}

sub answer_of_cause {
   my ($run, $remedy) = @_;
   return {
      cause   => ($remedy->{event} // '') eq 'CyBase' ? 'issue of instructions' : $remedy->{words}, share => rate_text($remedy->{percent}, 100), place => place_text($remedy), why => $remedy->{why},
      remedy  => $remedy->{text}, gain => gain_text($remedy), command => 'xgrind_annotate ' . first_profile($run),
   };
}

# --- Of findings -------------------------------------------------------------

sub finding_command {
   my ($run, $finding) = @_;
   my $program = join ' ', program_words($run);
   return "xgrind --advise-layout $program" if is_layout($finding->{remedy_name});
   return 'xgrind_report --findings ' . shell_word($run->{files}{data});
}

# The program's line, if the code that misses most is not its own.
sub called_in {
   my ($finding, $code) = @_;
   my $first  = $finding->{code}[0];
   my $caller = $finding->{caller};
   return '' if !$caller || $first->{line} != $code->{line} || $first->{function}{name} ne $code->{function}{name};
   return code_place(@$caller{qw(function file line)}) . ', in ';
}

# Lines that are badly used, or else how the code walks.
sub why_of_finding {
   my ($object) = @_;
   return undef if !$object;
   return rate_text($object->{unused}, 100) . ' of the bytes that it loads are never used' if ($object->{unused} // 0) >= $UNUSED_MIN;
   my $walk = $object->{walk};
   return $walk && $walk->{kind} ne 'mixed' ? 'it walks ' . walk_text($walk) . (defined $object->{unused} ? ', and uses what it loads' : '') : undef;
}

sub answer_of_finding {
   my ($run, $finding) = @_;
   my $object = $finding->{remedy_object} // $finding->{objects}[0];
   # the line that misses in this object, which need not be the finding's first one
   my $code = ($object ? $object->{code} : undef) // $finding->{code}[0];
   my $share = rate_text($finding->{saving_percent}, 100);
   # what is done about one object saves nothing in the others
   my $gain = rate_text($finding->{saving_percent} * ($finding->{remedy_object} ? $finding->{remedy_object}{cost_share} / 100 : 1), 100);
   my ($label) = $object ? object_labels($object->{object}) : ();
   return {
      cause   => $TYPE{ $finding->{type} } . (is_sharing($finding->{type}) ? '' : " in $finding->{level}"), share => $share,
      place   => $code ? called_in($finding, $code) . code_place($code->{function}{name}, $code->{function}{file}, $code->{line}) . (defined $label ? ", on $label" : '') : undef,
      why     => why_of_finding($object),
      remedy  => lcfirst $finding->{remedy} =~ s/\.\z//r,
      gain    => $finding->{is_bound} ? "at most $gain of all cycles" : "about $gain of all cycles, by the model",
      command => finding_command($run, $finding),
   };
}

# --- All of it ---------------------------------------------------------------

# Where nothing is to be said but where the cycles go.
sub answer_of_function {
   my ($run, $all, @causes) = @_;
   my $place = costliest_place($run, $all, map { $_->{event} } @causes);
   my @parts = map { "$_->{words} " . rate_text($_->{cycles}, $all) } $place && defined $place->{f} ? function_causes($run, $place->{f}) : @causes;
   splice @parts, 3 if @parts > 3;
   return {
      cause => $place ? code_name($place->{function}) : 'nothing by itself', share => rate_text($place ? $place->{percent} : 0, 100), place => $place ? place_text({ place => $place, percent => 100 }) : undef,
      why => join(', ', @parts), remedy => 'no single cause has a quarter of the cycles', gain => 'not known', command => 'xgrind_annotate ' . first_profile($run),
   };
}

# Those of a run, what costs most first; () without estimated cycles.
sub answers {
   my ($run) = @_;
   my @causes = program_causes($run) or return;
   my $all    = sum0(map { $_->{cycles} } @causes);
   my $remedy = cause_remedy($run);
   my @findings = $run->{report} ? @{ $run->{report}{findings} } : ();
   my @more = map { [ answer_of_cause($run, $_), ($_->{event} // '') eq 'CyBase' ] } other_causes($run);
   push @more, map { [ $_, 0 ] } $remedy && $remedy->{beside} ? answer_of_cause($run, $remedy->{beside}) : (), map { answer_of_finding($run, $_) } @findings;
   @more = sort { $b->[0]{share} =~ s/%//r <=> $a->[0]{share} =~ s/%//r } @more;
   # issue alone comes first only where nothing else is to be done
   my ($first) = $remedy ? answer_of_cause($run, $remedy) : map { $_->[0] } grep { !$_->[1] } @more;
   my @answers = $first ? ($first, grep { $_ != $first } map { $_->[0] } @more) : answer_of_function($run, $all, @causes);
   splice @answers, $MOST if @answers > $MOST;
   return @answers;
}

# What the figures do not cover.
sub cautions {
   my ($run, $again) = @_;
   my @causes = program_causes($run);
   my $all    = sum0(map { $_->{cycles} } @causes);
   my $is_start_up = start_up_functions($run->{profile}, $run->{graph});
   my @at    = map { $run->{profile}{event_index}{ $_->{event} } } @causes;
   my $start = sum0(map { my $cost = $run->{self}[$_]; map { $cost->[$_] // 0 } @at } grep { $is_start_up->[$_] } 0 .. $#{ $run->{self} });
   my @cautions;
   push @cautions, rate_text($start, $all) . ' of the cycles start the program: let it work for longer to learn about its own code.' if share($start, $all) >= $START_MIN;
   my $data = $run->{data};
   push @cautions, 'What threads do to each other was not measured; run: ' . $again->('threads') if $data && $data->{n_threads} > 1 && $data->{n_cores} == 1;
   return @cautions;
}

sub answer {
   my ($run, $again) = @_;
   my ($first, @more) = answers($run) or return undef;
   return {
      %$first, cause => "$first->{cause}: $first->{share} of the estimated cycles",
      then => [ map { join ', ', grep { defined } "$_->{cause}: $_->{share}", $_->{place} } @more ], notes => [ cautions($run, $again) ],
   };
}

1;
