# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Layout::Advice: what layouts have saved, as simulated.
#
# Usage:
#   my $before = outcome($profile);           # of Xgrind::Data::DataFile
#   $before->{cycles}                         # estimated, of the program
#   $before->{is_modelled}                    # by a model of the processor
#   $before->{has_cores}                      # several were simulated
#   my $change = change($before, outcome($other));
#   $before->{waiting}                        # of the cycles, those that misses of data take, 0 to 1
#   $change->{saved}                          # cycles; negative: it takes more
#   $change->{shared}                         # [ before, after ]: misses that cores could cause each other
#   $change->{levels}                         # { level, before, after, loaded_before, loaded_after }: misses of data, bytes
#   $change->{worse}                          # [ function, cycles ]: functions that lose at least 0.1 % of the program's cycles
#   my @best = best_ones($before, @tried);    # { candidate, change }: of each unit the best one, if it saves 1 %, the best first; the easiest of those that save nearly as much
#   my $one  = fewest_misses($before, @tried);    # where a model of the processor has the cycles: that which leaves fewest misses of D1, if it is half of them or fewer; or undef
#   my @some = worth_it($before, @units);     # whose misses take 1 % of the cycles

package Xgrind::Layout::Advice;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max min sum0);
use Xgrind::Data::Misses;
use Xgrind::Findings::Cycles;
use Xgrind::Layout::Units;
use Xgrind::Objects::MissCycles;
use Xgrind::Text::Levels;

our @EXPORT = qw(outcome change best_ones fewest_misses worth_it);

my $LEAST       = 0.01;     # of the program's cycles
my $WORSE_LEAST = 0.001;
my $NEARLY      = 0.95;     # of what the best one saves: what is easier is better

# Cycles that misses of data take, by function.
sub by_function {
   my ($profile) = @_;
   my $by_event = event_cycles($profile);
   my %cycles;
   for my $line (map { @{ $_->{lines} } } @{ $profile->{objects} }) {
      $cycles{ $profile->{functions}[ $line->{function} ]{name} } += cost_cycles($profile, $by_event, $line->{cost});
   }
   return \%cycles;
}

# Cycles of misses that cores could cause each other, beyond those that the order of the run has had (docs/miss-classes.md), or beyond
# what a model of the processor has charged their objects for waiting for other cores.
sub shared_cycles {
   my ($data, $cycles) = @_;
   my $cores   = $data->{profile}{at}{CyCoh};
   my %charged = defined $cores ? map { $_->{id} => $_->{cost}[$cores] } @{ $data->{profile}{objects} } : ();
   my $sum = 0;
   for my $line (sort { $b->{weight} <=> $a->{weight} || $a->{address} <=> $b->{address} } @{ $data->{sharing} // [] }) {
      my $more = $cycles->{sharing} * (defined $cores ? $line->{weight} : max(0, $line->{weight} - $line->{D1True} - $line->{D1False}));
      for my $id (grep { defined && $charged{$_} } map { $_->{object} } @{ $line->{allocations} }) {
         my $off = min($more, $charged{$id});
         $charged{$id} -= $off;
         $more -= $off;
      }
      $sum += $more;
   }
   return $sum;
}

sub outcome {
   my ($profile) = @_;
   my $data   = misses_of($profile);
   my $cycles = cycles_of($data);
   my ($at, $totals) = @$profile{qw(at totals)};
   my $sum = sub { return sum0(map { exists $at->{$_} ? $totals->[ $at->{$_} ] : 0 } @_) };
   my @levels = map {
      { level => $_, misses => $sum->(data_misses($_)), loaded_B => $sum->('Lines' . use_name($_)) * ($profile->{line_B}{$_} // 0) }
   } @{ $data->{levels} };
   my $shared = sum0(map { $_->{weight} } @{ $data->{sharing} // [] });
   my $functions = by_function($profile);
   my $all = $cycles->{program} + shared_cycles($data, $cycles);
   return { has_cores => defined $data->{sharing}, shared => $shared, cycles => $all, waiting => $all ? sum0(values %$functions) / $all : 0, is_modelled => $cycles->{is_modelled}, levels => \@levels, functions => $functions };
}

sub change {
   my ($before, $after) = @_;
   my @levels = map {
      my ($b, $a) = ($before->{levels}[$_], $after->{levels}[$_]);
      { level => $b->{level}, before => $b->{misses}, after => $a->{misses}, loaded_before => $b->{loaded_B}, loaded_after => $a->{loaded_B} }
   } 0 .. $#{ $before->{levels} };
   my %more = map { $_ => $after->{functions}{$_} - ($before->{functions}{$_} // 0) } keys %{ $after->{functions} };
   my @worse = sort { $more{$b} <=> $more{$a} || $a cmp $b } grep { $more{$_} >= $WORSE_LEAST * $before->{cycles} } keys %more;
   return { shared => [ map { $_->{shared} } $before, $after ], saved => $before->{cycles} - $after->{cycles}, levels => \@levels, worse => [ map { [ $_, $more{$_} ] } @worse ] };
}

sub patterns {
   my ($one) = @_;
   return map { $_->{pattern} } @{ $one->{candidate}{units} };
}

# Of layouts of the same units that save nearly as much as the best one, that which takes least work and memory.
sub easiest {
   my ($best, @all) = @_;
   my $which = join ' ', patterns($best);
   my ($easiest) = sort { $a->{candidate}{effort} <=> $b->{candidate}{effort} || $a->{candidate}{more_B} <=> $b->{candidate}{more_B} || $b->{change}{saved} <=> $a->{change}{saved} }
      grep { $_->{change}{saved} >= $NEARLY * $best->{change}{saved} && $which eq join ' ', patterns($_) } @all;
   return $easiest;
}

sub best_ones {
   my ($before, @tried) = @_;
   my @left = sort { $b->{change}{saved} <=> $a->{change}{saved} } grep { $_->{change}{saved} >= $LEAST * $before->{cycles} } @tried;
   my @best;
   while (@left) {
      push @best, easiest($left[0], @left);
      my %is_taken = map { $_ => 1 } patterns($best[-1]);
      @left = grep { !grep { $is_taken{$_} } patterns($_) } @left;
   }
   return @best;
}

sub worth_it {
   my ($before, @units) = @_;
   return grep { $_->{cycles} >= $LEAST * $before->{cycles} } @units;
}

# Misses need not cost cycles: a processor loads what is foreseen, and does other work meanwhile.
sub fewest_misses {
   my ($before, @tried) = @_;
   return undef if !$before->{is_modelled};
   my ($one) = sort { $a->{change}{levels}[0]{after} <=> $b->{change}{levels}[0]{after} || $a->{candidate}{effort} <=> $b->{candidate}{effort} } @tried;
   return $one && 2 * $one->{change}{levels}[0]{after} <= $before->{levels}[0]{misses} ? $one : undef;
}

1;
