# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Advise::Prediction: predicts the cycles of placements (docs/advise.md, "What is predicted").
#
# Usage:
#   reserve_fixed($profile, $memories, $main);
#   add_stalls($profile, $memories);                               # to objects: cycles in each memory
#   my $base    = baseline_of($profile, $memories, $main, $file, \%opt);
#   my $results = advise($profile, $memories, $main, $base, \%opt);    # one for each method
#   my @sizes   = size_curve($profile, $memories, $main, $m, $base, \%opt);    # { size_B, stall, cycles, improvement }: if this memory were so large

package Xgrind::Advise::Prediction;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max min sum0);
use Xgrind::Advise::Movable;
use Xgrind::Advise::Placement;
use Xgrind::Text::Messages;

our @EXPORT = qw(reserve_fixed add_stalls check_cycles baseline_of advise size_curve);

my $CYCLES_MAX = 1 << 63;    # above it, sums of integers would be rounded

# Takes the objects that cannot move out of the main memory's room.
sub reserve_fixed {
   my ($profile, $memories, $main) = @_;
   $_->{free_B} = $_->{size_B} for @$memories;
   my $fixed_B = 0;
   $fixed_B += $_->{size_B} for grep { $_->{fixed} } @{ $profile->{objects} };
   my $memory = $memories->[$main];
   return if !defined $memory->{size_B};
   fail("the memory $memory->{name} is too small: what cannot be moved needs $fixed_B bytes,"
         . " and it has $memory->{size_B}")
      if $fixed_B > $memory->{size_B};
   $memory->{free_B} -= $fixed_B;
   return;
}

# Fails if the memories cannot hold everything.
sub check_room {
   my ($items, $memories, $file) = @_;
   return if grep { !defined $_->{free_B} } @$memories;
   my ($need_B, $free_B, $largest_B) = (0, 0, 0);
   $need_B += $_->{size_B} for @$items;
   for my $memory (@$memories) {
      $free_B += $memory->{free_B};
      $largest_B = $memory->{free_B} if $memory->{free_B} > $largest_B;
   }
   my $shown = printable($file);
   for my $item (@$items) {
      fail("$shown: no memory is large enough for " . object_text($item)
            . ", which has $item->{size_B} bytes")
         if $item->{size_B} > $largest_B;
   }
   fail("$shown: the memories are too small: the objects need $need_B bytes and $free_B are free")
      if $need_B > $free_B;
   return;
}

# Cycles between two lines of an object in a memory: those of loads come from it, those of stores go back to it, too.
sub rate_of {
   my ($object, $memory, $simulated) = @_;
   my $rate   = $memory->{rate} // $simulated;
   my $writes = $memory->{'write-rate'} // $rate;
   my $misses = $object->{misses} + $object->{store_misses};
   return $misses ? ($object->{misses} * $rate + $object->{store_misses} * $writes) / $misses : $rate;
}

# The cycles that an object is waited for in a memory.  What a model has charged for latency and for rate are the shares of
# these in the memory simulated.
sub stall_in {
   my ($profile, $object, $memory) = @_;
   my $model = $profile->{model} // return $object->{misses} * $memory->{latency} + $object->{store_misses} * ($memory->{write} // 0);
   my $rate  = rate_of($object, $memory, $model->{rate});
   return int($object->{memory_cycles} * $memory->{latency} / $model->{latency} + $object->{rate_cycles} * $rate / $model->{rate} + 0.5);
}

sub add_stalls {
   my ($profile, $memories) = @_;
   for my $object (@{ $profile->{objects} }) {
      $object->{stall} = [ map { stall_in($profile, $object, $_) } @$memories ];
      # Where stores cost something, what counts is how much there is to gain.
      $object->{weight} = max(@{ $object->{stall} }) - min(@{ $object->{stall} }) if !$profile->{model} && grep { defined $_->{write} } @$memories;
   }
   return;
}

# Integers must stay exact.
sub check_cycles {
   my ($profile, @memories) = @_;
   my $worst = max(map { $_->{latency}, $_->{write} // 0 } @memories);
   my $most  = sum0(map { my $object = $_; max(map { stall_in($profile, $object, $_) } @memories) } @{ $profile->{objects} });
   fail("$profile->{misses} misses at a latency of $worst cycles are more cycles than can be counted") if $most >= $CYCLES_MAX;
   return;
}

# The cycles of a run with this many stall cycles of memory.
sub run_cycles {
   my ($profile, $stall, $opt) = @_;
   my $model = $profile->{model};
   return $model->{cycles} - sum0(map { $_->{weight} } @{ $profile->{objects} }) + $stall if $model;
   my $misses = $profile->{misses_of};
   my @levels = @{ $profile->{levels} };
   # what a level does not miss of the misses before it, it serves; estimates can cross
   my $hits = sum0(map { $opt->{ lc($levels[$_]) . '-latency' } * max(0, $misses->{ $levels[ $_ - 1 ] } - $misses->{ $levels[$_] }) } 1 .. $#levels);
   return $opt->{cpi} * $profile->{instructions} + $hits + $stall;
}

# Adds up what each memory has in a placement of all objects.
sub sum_up {
   my ($profile, $memories) = @_;
   my @sum = map { { objects => 0, fixed => 0, occupied_B => 0, misses => 0, stall => 0 } } @$memories;
   for my $object (@{ $profile->{objects} }) {
      my $m = $object->{at};
      $sum[$m]{objects}++;
      $sum[$m]{fixed}++ if $object->{fixed};
      $sum[$m]{occupied_B} += $object->{size_B};
      $sum[$m]{misses}     += $object->{misses};
      $sum[$m]{stall}      += $object->{stall}[$m];
   }
   return \@sum;
}

# How much of the change of an object's cycles is chance, by the error of its misses.
sub error_of {
   my ($profile, $object, $base, $memory) = @_;
   return sqrt(($object->{error} * ($memory->{latency} - $base->{of}{latency}))**2 + ($object->{store_error} * (($memory->{write} // 0) - ($base->{of}{write} // 0)))**2)
      if !$profile->{model};
   return 0 if !$object->{misses};
   return $object->{error} / $object->{misses} * ($object->{stall}[ $object->{at} ] - stall_in($profile, $object, $base->{of}));
}

# The result of one method: sums per memory, totals, and the change.
sub predict {
   my ($name, $profile, $memories, $main, $placement, $base, $opt) = @_;
   my $variance = 0;
   my @rest = @$placement;
   for my $object (@{ $profile->{objects} }) {
      $object->{at} = $object->{fixed} ? $main : shift @rest;
      $object->{placed}{$name} = $object->{at};
      $variance += error_of($profile, $object, $base, $memories->[ $object->{at} ])**2;
   }
   my $sum   = sum_up($profile, $memories);
   my $stall = 0;
   $stall += $_->{stall} for @$sum;
   my $cycles = run_cycles($profile, $stall, $opt);
   return {
      method => $name,
      sum    => $sum,
      stall  => $stall,
      cycles => $cycles,
      error  => sqrt $variance,
      improvement => $base->{cycles} ? 100 * ($base->{cycles} - $cycles) / $base->{cycles} : 0,
      speed_up    => $cycles ? $base->{cycles} / $cycles : 1,
   };
}

# What to compare with: everything in one memory.
sub baseline_of {
   my ($profile, $memories, $main, $file, $opt) = @_;
   my $memory = $memories->[$main];
   my $need_B = 0;
   $need_B += $_->{size_B} for @{ $profile->{objects} };
   my $room = !defined $memory->{size_B} || $need_B <= $memory->{size_B};
   fail(printable($file) . ": the baseline's memory $memory->{name} is too small: everything needs"
         . " $need_B bytes, and it has $memory->{size_B}")
      if !$room && defined $opt->{baseline};
   my $stall = sum0(map { stall_in($profile, $_, $memory) } @{ $profile->{objects} });
   return {
      of      => $memory,
      file    => $file,
      memory  => $memory->{name},
      latency => $memory->{latency},
      stall   => $stall,
      cycles  => run_cycles($profile, $stall, $opt),
      room    => $room,
   };
}

# Runs the methods asked for.
sub advise {
   my ($profile, $memories, $main, $base, $opt) = @_;
   my @items = grep { !$_->{fixed} } @{ $profile->{objects} };
   check_room(\@items, $memories, $opt->{memory});
   my @results;
   if ($opt->{method} ne 'exact') {
      my $placement = place_greedily(\@items, $memories, $main, $opt->{order} eq 'density' ? 'density' : 'weight');
      my $why = 'the greedy method finds no room for an object, which another order may leave';
      fail("$why; --method=exact tries all orders") if !$placement && $opt->{method} eq 'greedy';
      warn_user($why) if !$placement;
      push @results, predict('greedy', $profile, $memories, $main, $placement, $base, $opt) if $placement;
   }
   if ($opt->{method} ne 'greedy') {
      my ($placement, $nodes, $slack) = place_exactly(\@items, $memories, $main, $opt->{'max-nodes'});
      fail(defined $slack ? "no placement was found in $opt->{'max-nodes'} steps of the search: raise --max-nodes"
         : printable($opt->{memory}) . ': the objects do not fit into the memories, in whatever order')
         if !$placement;
      my $result = predict('exact', $profile, $memories, $main, $placement, $base, $opt);
      @$result{ 'nodes', 'slack' } = ($nodes, $slack);
      warn_user("the exact method stopped after $opt->{'max-nodes'} steps of the search, so its placement is not proven to be"
            . ' the best: raise --max-nodes')
         if defined $slack;
      push @results, $result;
   }
   return \@results;
}

# --- Sizes -------------------------------------------------------------------

my $SIZES_MAX = 40;

# Sizes to try: powers of two, from none, up to what holds everything that gains by it.
sub sizes_for {
   my ($items, $m) = @_;
   my @gain = grep { $_->{size_B} && max(@{ $_->{stall} }) > $_->{stall}[$m] } @$items;
   return () if !@gain;
   my ($least_B, $all_B) = (min(map { $_->{size_B} } @gain), sum0(map { $_->{size_B} } @gain));
   my $size_B = 1;
   $size_B *= 2 while $size_B < $least_B;
   my @sizes = (0);
   while (@sizes < $SIZES_MAX) {
      push @sizes, $size_B;
      last if $size_B >= $all_B;
      $size_B *= 2;
   }
   return @sizes;
}

# The better one of both methods, or undef if there is no placement.
sub best_stall {
   my ($items, $memories, $main, $opt) = @_;
   my @placements;
   push @placements, place_greedily($items, $memories, $main, $opt->{order} eq 'density' ? 'density' : 'weight') if $opt->{method} ne 'exact';
   push @placements, (place_exactly($items, $memories, $main, $opt->{'max-nodes'}))[0] if $opt->{method} ne 'greedy';
   return min(map { my $at = $_; sum0(map { $items->[$_]{stall}[ $at->[$_] ] } 0 .. $#$items) } grep { defined } @placements);
}

# What the run would take if the memory $m were larger or smaller.
sub size_curve {
   my ($profile, $memories, $main, $m, $base, $opt) = @_;
   my @items = grep { !$_->{fixed} } @{ $profile->{objects} };
   my $fixed = sum0(map { $_->{stall}[$main] } grep { $_->{fixed} } @{ $profile->{objects} });
   my @curve;
   for my $size_B (sizes_for(\@items, $m)) {
      my @those = map { +{%$_} } @$memories;
      @{ $those[$m] }{qw(size_B free_B)} = ($size_B, $size_B);
      my $stall = best_stall(\@items, \@those, $main, $opt) // next;
      my $cycles = run_cycles($profile, $fixed + $stall, $opt);
      push @curve, { size_B => $size_B, stall => $fixed + $stall, cycles => $cycles,
         improvement => $base->{cycles} ? 100 * ($base->{cycles} - $cycles) / $base->{cycles} : 0 };
   }
   return @curve;
}

1;
