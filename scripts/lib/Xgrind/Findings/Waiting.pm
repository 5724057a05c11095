# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::Waiting: what threads have done in loops that wait for other threads.
#
# Usage:
#   my $waiting = waiting_of($data, $cycles);    # of Xgrind::Data::Misses and ::Cycles; undef: nothing
#   # cycles, share (per cent of all cycles, waiting included), instructions, instructions_share (the same of instructions), is_modelled, places: hashes with function (entry of functions), line,
#   # episodes, instructions, cycles, of all threads, most cycles first
#   my $note = waiting_note($waiting);           # a sentence; undef: too little
#   my $text = waiting_text($waiting);           # words about how much; undef: too little
#   leave_waiting_out($data, \@lines);           # of Xgrind::Findings::CodeLines: takes it off what they cost

package Xgrind::Findings::Waiting;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(min sum0);
use Xgrind::Objects::MissCycles;
use Xgrind::Objects::ObjectNames;
use Xgrind::Text::Levels;
use Xgrind::Text::Numbers;

our @EXPORT = qw(waiting_of waiting_note waiting_text leave_waiting_out);

my $LEAST_PERCENT = 1;    # of the cycles, or of the instructions: less is no note

sub cycles_of_wait {
   my ($data, $cycles, $wait) = @_;
   return modelled_cycles($wait->{cycles} // {}) if $cycles->{is_modelled};
   my $at  = $data->{profile}{at};
   my $sum = $wait->{instructions};
   for my $level (@{ $data->{levels} }) {
      $sum += $cycles->{miss}{$level} * sum0(map { $wait->{cost}[ $at->{$_} ] } data_misses($level));
   }
   return $sum;
}

sub waiting_of {
   my ($data, $cycles) = @_;
   my %place;
   for my $wait (@{ $data->{waits} }) {
      my $place = $place{"$wait->{function} $wait->{line}"} //= { function => $data->{profile}{functions}[ $wait->{function} ], line => $wait->{line} };
      $place->{$_} += $wait->{$_} for qw(episodes instructions);
      $place->{cycles} += cycles_of_wait($data, $cycles, $wait);
   }
   return undef if !%place;
   my @places = sort { $b->{cycles} <=> $a->{cycles} || $a->{function}{name} cmp $b->{function}{name} || $a->{line} <=> $b->{line} } values %place;
   my $all = sum0(map { $_->{cycles} } @places);
   my $instructions = sum0(map { $_->{instructions} } @places);
   return { cycles => $all, share => share($all, $cycles->{program} + $all), places => \@places, is_modelled => $cycles->{is_modelled} ? 1 : 0,
      instructions => $instructions, instructions_share => share($instructions, $data->{profile}{instructions} + $instructions) };
}

# "wait (barrier.c:7)", or with the module where the line is not known.
sub place_text {
   my ($place) = @_;
   my $f = $place->{function};
   return "$f->{name} (" . ($place->{line} ? base_name($f->{file}) . ":$place->{line}" : base_name($f->{module})) . ')';
}

# What of the run waits: cycles of a model, or instructions: { share, n, of: 'cycles' }.  undef: too little.
sub told_of {
   my ($waiting) = @_;
   my $told = $waiting->{is_modelled} ? { share => $waiting->{share}, n => $waiting->{cycles}, of => 'cycles' }
      : { share => $waiting->{instructions_share}, n => $waiting->{instructions}, of => 'instructions' };
   return $told->{share} < $LEAST_PERCENT ? undef : $told;
}

# "18.5% of all cycles, 20,400 more, wait for other threads"; undef: too little.
sub waiting_text {
   my ($waiting) = @_;
   my $told = told_of($waiting) // return undef;
   return sprintf '%.1f%% of all %s, %s%s, %s for other threads', $told->{share}, $told->{of}, commas(int($told->{n} + 0.5)),
      $waiting->{is_modelled} ? ' more' : '', $waiting->{is_modelled} ? 'wait' : 'are of loops that wait';
}

sub waiting_note {
   my ($waiting) = @_;
   return undef if !$waiting;
   my $told = told_of($waiting) // return undef;
   my ($top, @others) = @{ $waiting->{places} };
   my $openmp = grep { base_name($_->{function}{module}) =~ /^lib(?:g|i)?omp\b/ } $top, @others;
   return sprintf '%.1f%% of the %s wait for other threads, in loops that read until another thread writes: in %s%s. They are left out of'
      . ' all other figures. Threads wait where work is not divided evenly, or where one has what others need.%s', @$told{qw(share of)}, place_text($top),
      @others ? ' and in ' . @others . ' more line' . (@others > 1 ? 's' : '') . ' of code' : '',
      $openmp ? ' With OMP_WAIT_POLICY=passive, the threads of OpenMP sleep instead.' : '';
}

# The costs of a loop, which are known for the line with which it waits, are taken off that line, then off others of
# its function: it may have several.
sub leave_waiting_out {
   my ($data, $lines) = @_;
   my %left;
   for my $wait (@{ $data->{waits} }) {
      my $f    = $data->{profile}{functions}[ $wait->{function} ];
      my $left = $left{ join "\0", @$f{qw(name file module)} } //= { at => {}, cost => [ (0) x @{ $wait->{cost} } ] };
      $left->{at}{ $wait->{line} } = 1;
      $left->{cost}[$_] += $wait->{cost}[$_] for 0 .. $#{ $wait->{cost} };
   }
   return if !%left;
   my ($loads, $stores) = @{ $data->{profile}{at} }{qw(Dr Dw)};
   my %of;
   for my $line (@$lines) {
      my $key = join "\0", @{ $line->{function} }{qw(name file module)};
      push @{ $of{$key} }, $line if $left{$key};
   }
   for my $key (keys %of) {
      my ($at, $cost) = @{ $left{$key} }{qw(at cost)};
      for my $line (sort { ($at->{ $b->{line} } // 0) <=> ($at->{ $a->{line} } // 0) || $a->{line} <=> $b->{line} } @{ $of{$key} }) {
         for my $i (0 .. $#{ $line->{costs} }) {
            my @rest = @{ $line->{costs}[$i] };
            for my $e (0 .. $#rest) {
               my $off = min($rest[$e], $cost->[$e]);
               $rest[$e] -= $off;
               $cost->[$e] -= $off;
               $line->{accesses} -= $off if $e == $loads || $e == $stores;
            }
            $line->{costs}[$i] = \@rest;
         }
      }
   }
   return;
}

1;
