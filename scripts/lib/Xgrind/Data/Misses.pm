# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Data::Misses: miss classes, sharing and miss curves of a data file, checked.
#
# Usage:
#   my $data   = misses_of($profile);    # of Xgrind::Data::DataFile; or ends with one sentence
#   my $curves = curves_of($profile);    # as in the file; undef: it has none
#
# $data is a hash with
#   profile    of Xgrind::Data::DataFile; its totals, instructions and cycles are without waits
#   whole      ... as it is
#   waits      what threads have done in loops that wait for other threads, as in the file
#   levels     names of the levels of caches for data: D1, (L2, (L3,)) LL
#   classes    short names of miss classes that the profile has, of @CLASSES; none without
#              --miss-classes
#   object     object by id
#   n_cores    cores simulated
#   turns_out_of_order  turns of threads that time or another process has decided
#   n_threads  threads of the program, as far as objects know them
#   sets       set number -> { Cold => ..., Conf => ... } of D1, or undef
#   n_sets     number of sets of D1, or undef
#   lines      lines of memory with many misses: hashes with address, object (id), D1 (by class)
#   sharing    lines of memory that threads share: as in the file (docs/data-format.md), with
#              all keys there, and code as hashes with function, line, accesses
#   curves     of curves_of()
#   overwritten  which code overwrites what other code has stored, as in the file

package Xgrind::Data::Misses;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max min);
use Xgrind::Data::DataFile;
use Xgrind::Text::Levels;

our @EXPORT = qw(misses_of curves_of @CLASSES);

our @CLASSES = qw(Cold Cap Conf True False);

# Counts of classes in the order of the file; those of sharing may be missing.
sub class_counts {
   my (@counts) = @_;
   return { map { $CLASSES[$_] => ($counts[$_] // 0) + 0 } 0 .. $#CLASSES };
}

# The sets of D1 with their misses, and how many sets there are, if the file says so.
sub sets_of {
   my ($profile, $classes) = @_;
   my %sets = map { my ($set, @counts) = @$_; $set + 0 => class_counts(@counts) } @{ $classes->{sets}{D1} };
   my $n = $classes->{n_sets} ? $classes->{n_sets}{D1} : undef;
   for my $set (defined $n ? sort { $a <=> $b } keys %sets : ()) {
      bad($profile, "miss_classes.sets.D1 has set $set, but D1 has $n sets, from 0") if $set >= $n;
   }
   return (sets => \%sets, n_sets => $n);
}

# A line of memory that threads share.
sub shared_line {
   my ($raw) = @_;
   my @threads = map {
      my $thread = $_;
      my @code = map { my %code; @code{qw(function line accesses)} = @$_; \%code } @{ $thread->{code} };
      +{ %$thread, code => \@code }
   } @{ $raw->{threads} };
   return { weight_true => 0, weight_false => 0, %$raw, threads => \@threads };
}

sub curves_of {
   my ($profile) = @_;
   my $curves = section($profile, 'miss_curves') // return undef;
   bad($profile, 'the profile has miss curves, but not caches.D1') if !$profile->{line_B}{D1};
   bad($profile, "miss_curves.rate must be above 0 and at most 1, not '$curves->{rate}'") if $curves->{rate} <= 0 || $curves->{rate} > 1;
   my $sizes = $curves->{sizes_B};
   bad($profile, 'miss_curves.sizes_B has no size') if !@$sizes;
   for my $i (1 .. $#$sizes) {
      bad($profile, "miss_curves.sizes_B must be ascending, and has $sizes->[$i] after $sizes->[$i - 1]") if $sizes->[$i] <= $sizes->[ $i - 1 ];
   }
   return $curves;
}

# Pairs of code; each is a function and a line, and maybe those of a call.
sub overwritten_of {
   my ($profile) = @_;
   my $pairs = section($profile, 'overwritten') // [];
   my $n     = @{ $profile->{functions} };
   for my $i (0 .. $#$pairs) {
      for my $key (qw(stored overwritten_by)) {
         my @functions = @{ $pairs->[$i]{$key} }[ grep { !($_ % 2) } 0 .. $#{ $pairs->[$i]{$key} } ];
         bad($profile, "overwritten[$i].$key has a function that is none of $n") if grep { $_ >= $n } @functions;
      }
   }
   return $pairs;
}

# The classes that the profile counts; each miss has one.
sub read_classes {
   my ($profile) = @_;
   my $at = $profile->{at};
   my @classes = grep { exists $at->{"D1$_"} } @CLASSES;
   return [] if !@classes;
   for my $event (qw(D1Cold D1Cap D1Conf LLCold LLCap LLConf)) {
      bad($profile, "the profile has miss classes, but not the event $event") if !exists $at->{$event};
   }
   my ($sum, $misses) = (0, 0);
   $sum    += $profile->{totals}[ $at->{"D1$_"} ] for @classes;
   $misses += $profile->{totals}[ $at->{$_} ]     for qw(D1mr D1mw);
   bad($profile, "the miss classes of D1 add up to $sum, but D1mr and D1mw to $misses") if $sum != $misses;
   return \@classes;
}

# The profile without what its threads have done in loops that wait for other threads: rates and findings are of
# what remains.
sub without_waiting {
   my ($profile, @waits) = @_;
   return $profile if !@waits;
   my @totals       = @{ $profile->{totals} };
   my $instructions = $profile->{instructions};
   my $cycles       = $profile->{cycles} && { %{ $profile->{cycles} } };
   for my $wait (@waits) {
      $instructions -= $wait->{instructions};
      $totals[$_] -= min($totals[$_], $wait->{cost}[$_]) for 0 .. $#totals;
      $cycles->{$_} -= min($cycles->{$_}, $wait->{cycles}{$_} // 0) for keys %{ $cycles // {} };
   }
   return { %$profile, totals => \@totals, instructions => max(0, $instructions), cycles => $cycles };
}

sub misses_of {
   my ($profile) = @_;
   my $at = $profile->{at};
   for my $event (qw(Dr Dw D1mr D1mw DLmr DLmw)) {
      bad($profile, "the profile does not have the event $event; run the program with --miss-classes=yes") if !exists $at->{$event};
   }
   my $classes = section($profile, 'miss_classes');
   my $cores   = section($profile, 'cores');
   my @waits   = @{ section($profile, 'waiting') // [] };
   return {
      profile   => without_waiting($profile, @waits),
      whole     => $profile,
      waits     => \@waits,
      levels    => [ data_levels(@$profile{qw(at line_B)}) ],
      classes   => read_classes($profile),
      object    => { map { $_->{id} => $_ } @{ $profile->{objects} } },
      n_cores   => $cores ? $cores->{n} : 1,
      turns_out_of_order => $cores ? $cores->{turns_out_of_order} // 0 : 0,
      n_threads => max(0, map { $_->{thread} } @{ $profile->{objects} }),
      sharing   => [ map { shared_line($_) } @{ section($profile, 'sharing') // [] } ],
      curves    => curves_of($profile),
      overwritten => overwritten_of($profile),
      lines     => $classes ? [ map { +{ %$_, D1 => class_counts(@{ $_->{D1} }) } } @{ $classes->{lines} } ] : [],
      $classes ? sets_of($profile, $classes) : (),
   };
}

1;
