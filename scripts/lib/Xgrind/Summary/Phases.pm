# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Summary::Phases: the phases of a run: stretches of time that differ in what runs and how well it uses
# the caches (docs/report.md, "Phases").
#
# Usage:
#   my @phases = phases_of($timeline, \@names);    # checked by Xgrind::Data::Timeline; names of functions
#   $phases[0]{from}, $phases[0]{to}               # clock: instructions since the program's start
#   $phases[0]{events}                             # costs by event, the sum of its bins
#   $phases[0]{functions}                          # [ [name, share of its samples], ... ], largest first
#
# The method: at most 128 slices of equal time, each a vector of shares: of its samples, by function; of its
# estimated cycles, those of L1 misses and of LL misses.  The phases are the division into stretches with the least sum
# of squared distances of slices from the mean of their stretch, plus a price for each stretch.  The division is
# found exactly, by dynamic programming, and depends on nothing but the data.  The price is what a stretch has to
# explain: a part of all differences, and more than samples differ by chance.

package Xgrind::Summary::Phases;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max min sum0);
use Xgrind::Objects::MissCycles;
use Xgrind::Text::Levels;

our @EXPORT = qw(phases_of);

my $SLICES_MAX    = 128;
my $FUNCTIONS_MAX = 60;      # functions with a share of their own, those with most samples
my $PHASES_MAX    = 5;
my $LEAST         = 0.5;     # a stretch must explain so much: 8 slices that differ by 25 points from the others,
my $PART          = 0.02;    # this part of all differences,
my $CHANCE        = 20;      # and so many times what one slice differs by chance
my %CYCLES        = (L1 => 10, LL => 100);
my %MISSES        = (L1 => [qw(I1mr D1mr D1mw)], LL => [qw(ILmr DLmr DLmw)]);
my %STALLS        = (L1 => [ map { "Cy$_" } @BETWEEN, 'LL' ], LL => [qw(CyMem CyRate)]);    # of a model of the processor

# --- Slices ----------------------------------------------------------------

# Bins side by side are one slice, if there are many: { from, to: clock, sum: [events], samples in all and by
# function: n, count }.
sub slices_of {
   my ($t) = @_;
   my $bins = $t->{bins};
   my $n    = int((@$bins + $SLICES_MAX - 1) / $SLICES_MAX) || 1;
   my @slices;
   for (my $first = 0; $first < @$bins; $first += $n) {
      my $last = min($first + $n - 1, $#$bins);
      # what is left at the end may be too short to say much
      my $is_rest = @slices && 2 * ($t->{end} - $t->{start} - $first * $t->{bin_instructions}) < $n * $t->{bin_instructions};
      my $slice   = $is_rest ? $slices[-1] : { from => $t->{start} + $first * $t->{bin_instructions}, sum => [ (0) x @{ $t->{events} } ], count => {}, n => 0 };
      for my $bin (@$bins[ $first .. $last ]) {
         $slice->{sum}[$_] += $bin->[$_] for 0 .. $#$bin;
      }
      $slice->{to} = $last == $#$bins ? max($t->{end}, $slice->{from}) : $t->{start} + ($last + 1) * $t->{bin_instructions};
      push @slices, $slice if !$is_rest;
   }
   return @slices;
}

# Counts samples by function, in the slice of their moment.
sub count_samples {
   my ($t, @slices) = @_;
   my ($at, $function) = @{ $t->{samples} }{qw(at function)};
   my $i = 0;
   for my $s (0 .. $#$at) {
      $i++ while $i < $#slices && $at->[$s] >= $slices[ $i + 1 ]{from};
      $slices[$i]{count}{ $function->[$s] }++;
      $slices[$i]{n}++;
   }
   return;
}

# The functions with most samples of all.
sub main_functions {
   my (@slices) = @_;
   my %count;
   for my $slice (@slices) {
      $count{$_} += $slice->{count}{$_} for keys %{ $slice->{count} };
   }
   my @order = sort { $count{$b} <=> $count{$a} || $a <=> $b } keys %count;
   splice @order, $FUNCTIONS_MAX if @order > $FUNCTIONS_MAX;
   return @order;
}

# The shares of a slice's estimated cycles that misses of L1 and of LL cost.
sub miss_shares {
   my ($slice, %at) = @_;
   my $sum = sub { return sum0(map { $slice->{sum}[$_] } grep { defined } @at{@_}) };
   my @causes = model_events(\%at);
   my %cost = map { $_ => @causes ? $sum->(@{ $STALLS{$_} }) : $CYCLES{$_} * $sum->(@{ $MISSES{$_} }) } keys %MISSES;
   my $all = @causes ? $sum->(@causes) : $sum->('Ir') + sum0(values %cost);
   return map { $all ? $cost{$_} / $all : 0 } sort keys %MISSES;
}

# Gives each slice its vector; returns by how much one slice differs by chance, squared.
sub add_vectors {
   my ($t, @slices) = @_;
   my @functions = main_functions(@slices);
   my %at = map { $t->{events}[$_] => $_ } 0 .. $#{ $t->{events} };
   my @before = (0) x (@functions + 1);    # of a slice without samples: as the one before it
   my ($chance, $n) = (0, 0);
   for my $slice (@slices) {
      my @share = @before;
      if ($slice->{n}) {
         @share = map { ($slice->{count}{$_} // 0) / $slice->{n} } @functions;
         push @share, max(0, 1 - sum0(@share));
         $chance += (1 - sum0(map { $_ * $_ } @share)) / $slice->{n};
         $n++;
      }
      @before = @share;
      $slice->{vector} = [ @share, miss_shares($slice, %at) ];
   }
   return $n ? $chance / $n : 0;
}

# --- Stretches -------------------------------------------------------------

# Of the vectors up to each slice: the sum, and the sum of squares.
sub prefix_sums {
   my (@slices) = @_;
   my @zero = (0) x @{ $slices[0]{vector} };
   my @sum  = ([@zero]);
   my @square = (0);
   for my $slice (@slices) {
      my $v = $slice->{vector};
      push @sum, [ map { $sum[-1][$_] + $v->[$_] } 0 .. $#$v ];
      push @square, $square[-1] + sum0(map { $_ * $_ } @$v);
   }
   return (\@sum, \@square);
}

# The squared distances from their mean of the slices from one to before another.
sub spread {
   my ($sum, $square, $from, $to) = @_;
   my ($x, $y) = @$sum[ $from, $to ];
   my $of_mean = 0;
   $of_mean += ($y->[$_] - $x->[$_])**2 for 0 .. $#$x;
   return max(0, $square->[$to] - $square->[$from] - $of_mean / ($to - $from));
}

# Where the stretches of the best division begin.
sub best_division {
   my ($chance, @slices) = @_;
   my ($sum, $square) = prefix_sums(@slices);
   my $n     = @slices;
   my $price = max($LEAST, $PART * spread($sum, $square, 0, $n), $CHANCE * $chance);
   # best[k][i]: the least spread of the first i slices in k stretches, and where the last of them begins
   my @best = ([ [ 0, 0 ] ]);
   my @spread;    # of a stretch, by its first slice and the one after it
   for my $k (1 .. min($PHASES_MAX, $n)) {
      for my $i ($k .. $n) {
         for my $from ($k - 1 .. $i - 1) {
            my $before = $best[ $k - 1 ][$from] // next;
            next if defined $best[$k][$i] && $before->[0] >= $best[$k][$i][0];
            my $cost = $before->[0] + ($spread[$from][$i] //= spread($sum, $square, $from, $i));
            $best[$k][$i] = [ $cost, $from ] if !defined $best[$k][$i] || $cost < $best[$k][$i][0];
         }
      }
   }
   my ($k) = sort { $best[$a][$n][0] + $price * $a <=> $best[$b][$n][0] + $price * $b || $a <=> $b } 1 .. $#best;
   my @starts;
   for (my $i = $n; $k > 0; $k--) {
      $i = $best[$k][$i][1];
      unshift @starts, $i;
   }
   return @starts;
}

# --- Phases ----------------------------------------------------------------

sub phase_of {
   my ($t, $names, @slices) = @_;
   my (%count, %events, $n);
   for my $slice (@slices) {
      $count{ $names->[$_] } += $slice->{count}{$_} for keys %{ $slice->{count} };
      $n += $slice->{n};
      $events{ $t->{events}[$_] } += $slice->{sum}[$_] for 0 .. $#{ $slice->{sum} };
   }
   my @order = sort { $count{$b} <=> $count{$a} || $a cmp $b } keys %count;
   return { from => $slices[0]{from}, to => $slices[-1]{to}, events => \%events, functions => [ map { [ $_, $count{$_} / $n ] } @order ] };
}

sub phases_of {
   my ($t, $names) = @_;
   my @slices = slices_of($t) or return;
   count_samples($t, @slices);
   my $chance = add_vectors($t, @slices);
   my @starts = best_division($chance, @slices);
   return map {
      my $end = $_ < $#starts ? $starts[ $_ + 1 ] : @slices;
      phase_of($t, $names, @slices[ $starts[$_] .. $end - 1 ])
   } 0 .. $#starts;
}

1;
