# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Summary::CauseRemedy: what may help where most estimated cycles have one cause that is no cache miss, and so
# no finding (docs/report.md, "Where the cycles go").
#
# Usage:
#   my $remedy = cause_remedy($run);       # of Xgrind::Run::Contents; undef: the run has findings, or no such cause
#   $remedy->{words}, $remedy->{percent}   # the cause, and its part of the program's cycles
#   $remedy->{place}                       # undef, or { function, file, line, percent of the cause, for: a function or undef }
#   $remedy->{text}                        # what may help
#   remedy_sentence($remedy)               # all of it
#
# Nothing says what it would save: the model charges a cycle to one cause, and another one may wait behind it.

package Xgrind::Summary::CauseRemedy;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Objects::MissCycles;
use Xgrind::Objects::ObjectNames;
use Xgrind::Profile::Model;
use Xgrind::Profile::Reader;
use Xgrind::Profile::StartUp;
use Xgrind::Summary::Causes;
use Xgrind::Text::AllocatorNames;
use Xgrind::Text::CodeNames;
use Xgrind::Text::Numbers;

our @EXPORT = qw(cause_remedy remedy_sentence);

my $CAUSE_MIN = 0.5;     # of the program's cycles; a cause has more
my $FAILED_MIN = 0.25;   # of failed forwarding: what goes on at the same time is not counted as its, and its remedy is sure
my $PLACE_MIN = 0.05;    # of those of the cause: less is no place to begin at
my $STEPS_MAX = 32;      # calls between a function and the code that it works for

# By cause; those of the caches have findings.
my %REMEDY = (
   CyBr    => 'select a value without a branch, or sort what the branch depends on',
   CyDep   => 'break the chain: several sums in place of one, fewer divisions',
   CyFwd   => 'a load of parts that were stored separately waits until they are in L1: store it in one piece, or read it as wide as it was stored',
   CyBase  => 'execute fewer instructions, or some that do more, as those for vectors',
   CyFetch => 'let less code run in turn: inline and unroll less, and keep together what runs together',
   CyPage  => 'keep memory and use it again: the kernel fills each page with zeros that is touched first',
   CyTlb   => 'use huge pages, or keep together what is used together',
);
my $ALLOCATE_LESS = 'allocate less often: keep memory and use it again, or make one block of many';

# The cause with most cycles; those of caches count as one.  Failed forwarding leads issue, which goes on while it waits.
sub leading_cause {
   my (@causes) = @_;
   my $all      = sum0(map { $_->{cycles} } @causes);
   my ($most)   = @causes;
   my ($failed) = grep { $_->{event} eq 'CyFwd' && $_->{cycles} > $FAILED_MIN * $all } @causes;
   if ($failed && $most->{event} eq 'CyBase') {
      $most = $failed;
   } elsif (!$most || !$REMEDY{ $most->{event} } || $most->{cycles} <= $CAUSE_MIN * $all) {
      return undef;
   }
   return { %$most, percent => share($most->{cycles}, $all) };
}

# The module that main is in, an index of the profile's names; undef: none, or several.
sub program_module {
   my ($p) = @_;
   my %module = map { $_->[0] => 1 } grep { $p->{names}[ $_->[2] ] =~ /^main(?: \[|\z)/ } @{ $p->{functions} };
   return keys %module == 1 ? (keys %module)[0] : undef;
}

# The function of the program that most of the cost of these functions, which it does not contain, is for, as far as calls can tell:
# what is called costs each caller its part of all calls' costs.
sub works_for {
   my ($run, $e, $costs) = @_;
   my ($p, $graph) = @$run{qw(profile graph)};
   my $module = program_module($p) // return undef;
   my (@callers, %for);
   for my $f (0 .. $#{ $graph->{arcs} }) {
      my $arcs = $graph->{arcs}[$f] // next;
      push @{ $callers[$_] }, [ $f, $arcs->{$_}[ $e + 1 ] // 0 ] for grep { $_ != $f } keys %$arcs;
   }
   my %next = %$costs;
   for (1 .. $STEPS_MAX) {
      my %now = %next or last;
      %next = ();
      for my $f (sort { $a <=> $b } keys %now) {
         my $all = sum0(map { $_->[1] } @{ $callers[$f] }) or next;
         for (@{ $callers[$f] }) {
            my ($caller, $cost) = @$_;
            my $to = $p->{functions}[$caller][0] == $module ? \%for : \%next;
            $to->{$caller} += $now{$f} * $cost / $all if $cost;
         }
      }
   }
   my ($most) = sort { $for{$b} <=> $for{$a} || $a <=> $b } keys %for;
   return $most;
}

# The line of a function with most of an event: [file, line], or nothing if its lines are not known.  Read again are only
# the lines of its own file, if the run was read without lines.
sub costliest_line {
   my ($run, $f, $e) = @_;
   my ($p, @names) = ($run->{profile}, function_names($run->{profile}, $f));
   if (!@{ $p->{lines} }) {
      $p = read_profiles($run->{files}{profiles}, detail => 'lines', fold => 1, wants => sub { $_[0] eq $names[1] });
      ($f) = grep { join("\0", function_names($p, $_)) eq join("\0", @names) } 0 .. $#{ $p->{functions} };
   }
   my $lines = defined $f ? $p->{lines}[$f] : undef;
   my ($most, @place) = (0);
   for my $file (sort { $a <=> $b } keys %{ $lines // {} }) {
      for my $line (sort { $a <=> $b } grep { $_ } keys %{ $lines->{$file} }) {
         my $cost = $lines->{$file}{$line}[$e] // 0;
         ($most, @place) = ($cost, $p->{names}[$file], $line) if $cost > $most;
      }
   }
   return @place;
}

sub named {
   my ($run, $f) = @_;
   return (function_names($run->{profile}, $f))[2];
}

sub without_loop { return $_[0] =~ s/ \[(?:irreducible )?loop .*//sr; }

# Where most of a cause is, and whether that is the allocator.
sub place_of_cause {
   my ($run, $cause) = @_;
   my ($p, $e) = ($run->{profile}, $run->{profile}{event_index}{ $cause->{event} });
   my $is_start_up = start_up_functions($p, $run->{graph});
   my (%cost, %allocator);
   for my $f (grep { !$is_start_up->[$_] } 0 .. $#{ $run->{self} }) {
      my $cycles = $run->{self}[$f][$e] or next;
      my $is_of_allocator = $cause->{event} eq 'CyBase' && is_allocator_name(named($run, $f));
      ($is_of_allocator ? \%allocator : \%cost)->{$f} = $cycles;
   }
   my ($most) = sort { $cost{$b} <=> $cost{$a} || $a <=> $b } keys %cost;
   my $allocating = sum0(values %allocator);
   my $is_allocator = $allocating > (defined $most ? $cost{$most} : 0);
   my $costs = $is_allocator ? \%allocator : { defined $most ? ($most => $cost{$most}) : () };
   my $sum   = sum0(values %$costs);
   return if $sum < $PLACE_MIN * $cause->{cycles};
   my $for = works_for($run, $e, $costs);
   my %place = (percent => share($sum, $cause->{cycles}), for => undef);
   my $is_own = !$is_allocator && defined(program_module($p)) && $p->{functions}[$most][0] == program_module($p);
   $place{for} = without_loop(named($run, $for)) if defined $for && !$is_own;
   return ({ %place, function => 'malloc and free' }, 1) if $is_allocator;
   my ($file, $line) = costliest_line($run, $most, $e);
   return ({ %place, function => named($run, $most), file => $file, line => $line }, 0);
}

sub found_remedy {
   my ($run) = @_;
   my $report = $run->{report};
   return undef if !$run->{profile} || $report && ($report->{is_short} || @{ $report->{findings} });
   # what waits for data but TLBs is one cause, which has findings and no remedy here
   my @causes = program_causes($run);
   my @caches = grep { waits_for_data($_->{event}) && $_->{event} ne 'CyTlb' } @causes;
   my $caches = { event => '', cycles => sum0(map { $_->{cycles} } @caches) };
   my $cause = leading_cause(sort { $b->{cycles} <=> $a->{cycles} } $caches, grep { !waits_for_data($_->{event}) || $_->{event} eq 'CyTlb' } @causes) // return undef;
   my ($place, $is_allocator) = place_of_cause($run, $cause);
   return { %$cause, place => $place, text => $is_allocator ? $ALLOCATE_LESS : $REMEDY{ $cause->{event} } };
}

# The summary and the page ask, and the line may have to be read from the profile: found once for a run.
sub cause_remedy {
   my ($run) = @_;
   $run->{cause_remedy} = found_remedy($run) if !exists $run->{cause_remedy};
   return $run->{cause_remedy};
}

sub remedy_sentence {
   my ($remedy) = @_;
   my $place = $remedy->{place};
   my $where = '';
   if ($place) {
      $where = ', of which ' . rate_text($place->{percent}, 100) . ' in ' . code_name($place->{function});
      $where .= ' (' . base_name($place->{file}) . ":$place->{line})" if defined $place->{line};
      $where .= ', called for ' . code_name($place->{for}) if defined $place->{for};
   }
   return "$remedy->{words}, " . rate_text($remedy->{percent}, 100) . " of the cycles$where: $remedy->{text}";
}

1;
