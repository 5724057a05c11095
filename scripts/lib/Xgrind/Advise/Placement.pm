# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Advise::Placement: which object in which memory: greedily, and exactly by branch and bound.
#
# Usage:
#   my $placement = place_greedily(\@items, \@memories, $main, 'weight');    # or 'density'
#   my ($best, $nodes, $slack) = place_exactly(\@items, \@memories, $main, $max_nodes);

package Xgrind::Advise::Placement;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max);

our @EXPORT = qw(place_greedily place_exactly);

# Items are hashes with size_B, weight (what greedy placement goes by: misses, or cycles that a
# model of the processor has charged; 0: nothing can be gained) and stall (cycles in each of the
# memories, whole numbers), memories hashes with free_B (undef: unlimited), sorted by latency.  A
# placement is a list of indices of memories, one for each item; the stall of each item in its memory,
# added up, is what is to be small.

# Does an item fit?
sub fits {
   my ($item, $free_B) = @_;
   return !defined $free_B || $item->{size_B} <= $free_B;
}

# Items without weight gain nothing anywhere: they stay in the main memory, and
# where it is full go to the fastest with room.  Returns false if one finds none.
sub place_the_rest {
   my ($items, $placement, $free, $main) = @_;
   for my $i (grep { !defined $placement->[$_] } 0 .. $#$items) {
      my ($m) = grep { fits($items->[$i], $free->[$_]) } $main, 0 .. $#$free;
      return 0 if !defined $m;
      $placement->[$i] = $m;
      $free->[$m] -= $items->[$i]{size_B} if defined $free->[$m];
   }
   return 1;
}

# A weight per byte, for comparison; an item without size is the densest.
sub density {
   my ($weight, $size_B) = @_;
   return $size_B ? $weight / $size_B : 9**9**9;
}

# --- Greedily ---------------------------------------------------------

# Each memory on its own, the fastest first, takes items in order of weight (or
# of weight per byte) as long as they fit.  Returns the placement, or undef if an
# item found no room.
sub place_greedily {
   my ($items, $memories, $main, $order) = @_;
   my @key  = map { $order eq 'density' ? density(@$_{qw(weight size_B)}) : $_->{weight} } @$items;
   my @order = sort {
           $key[$b] <=> $key[$a]
        || $items->[$a]{size_B} <=> $items->[$b]{size_B}
        || $a <=> $b
   } grep { $items->[$_]{weight} } 0 .. $#$items;
   my @free = map { $_->{free_B} } @$memories;
   my @placement;
   for my $m (0 .. $#$memories) {
      for my $i (@order) {
         next if defined $placement[$i] || !fits($items->[$i], $free[$m]);
         $placement[$i] = $m;
         $free[$m] -= $items->[$i]{size_B} if defined $free[$m];
      }
   }
   return undef if grep { !defined $placement[$_] } @order;
   return place_the_rest($items, \@placement, \@free, $main) ? \@placement : undef;
}

# --- Exactly ----------------------------------------------------------
#
# Depth-first branch and bound, for each item the memories from the fastest.  What
# counts is the gain: the largest stall of the item in any memory in question less that
# in its memory.  docs/advise.md says why the bound holds.
#
# Deciding items in order of falling density proves thousands of similar items
# at once; a few large ones among many small are better decided by falling
# weight.  So the first half of the nodes is for the one order, and if they do
# not suffice, the second half to the other, which for many items takes too long.
my $ITEMS_BY_WEIGHT = 500;

# Most of what items $k and on would stall longer in memory $j + 1 that memories 0..$j could take,
# if items could be cut: an item too large for memories before the e-th can use only what the e-th
# and later ones have free.
sub most_steps {
   my ($s, $k, $j) = @_;
   my ($free, $size) = @$s{ 'free', 'size' };
   my $step = $s->{step}[$j];
   my @room = (0) x ($j + 1);    # [t]: free in memories t..j
   my $sum_B = 0;
   for my $t (reverse 0 .. $j) {
      $sum_B += $free->[$t];
      $room[$t] = $sum_B;
   }
   my $most = 0;
   my $scan = $s->{scan}[$j];
   for (my $r = $s->{scan_from}[$j][$k]; $r < @$scan && $room[0] > 0; $r++) {
      my $i = $scan->[$r];
      next if $i < $k || !$step->[$i];
      my $size_B = $size->[$i];
      my $e = 0;
      $e++ while $e <= $j && $size_B > $free->[$e];
      next if $e > $j;
      my $take_B = $size_B;
      for my $t (0 .. $e) {
         $take_B = $room[$t] if $room[$t] < $take_B;
      }
      $room[$_] -= $take_B for 0 .. $e;
      $most += $take_B == $size_B ? $step->[$i] : $step->[$i] * ($take_B / $size_B);
   }
   return int($most + $most * 2**-50);    # steps are whole; the rest covers rounding
}

# No placement of items $k and on can gain more than this.
sub gain_bound {
   my ($s, $k) = @_;
   my $bound = $s->{in_last}[$k];
   $bound += most_steps($s, $k, $_) for 0 .. $#{ $s->{step} };
   return $bound;
}

# Tries all memories for item $k, given what items before it gained and what
# this and later ones can gain at most.
sub search {
   my ($s, $k, $gain, $bound) = @_;
   if ($s->{nodes} == $s->{max_nodes}) {
      $s->{stopped} = 1;
      return;
   }
   $s->{nodes}++;
   my ($free, $placement) = @$s{ 'free', 'place' };
   if ($k == @{ $s->{size} }) {
      @$s{ 'best', 'best_placement' } = ($gain, [@$placement]) if $gain > $s->{best};
      return;
   }
   my ($size_B, $gains) = ($s->{size}[$k], $s->{gain}[$k]);
   my $from  = $s->{twin}[$k] ? $placement->[ $k - 1 ] : 0;
   my $first = 1;
   for my $m ($s->{weight}[$k] ? ($from .. $#$free) : @{ $s->{idle_order} }) {
      last if $s->{stopped} || $gain + $bound <= $s->{best};
      next if $size_B > $free->[$m];
      my $own = $gains->[$m];
      $free->[$m] -= $size_B;
      $placement->[$k] = $m;
      my $rest = $first ? $bound - $own : gain_bound($s, $k + 1);
      no warnings 'recursion';
      search($s, $k + 1, $gain + $own, $rest) if $gain + $own + $rest > $s->{best};
      $free->[$m] += $size_B;
      $first = 0;
   }
   return;
}

# The order in which to go through items for a step of the bound, which is by density
# whatever the order of the search is, and from where on to look for items $k ff.
sub scan_order {
   my ($step, $size) = @_;
   my @density = map { density($step->[$_], $size->[$_]) } 0 .. $#$size;
   my @scan = sort { $density[$b] <=> $density[$a] || $a <=> $b } 0 .. $#$size;
   my @from;
   my $r = 0;
   for my $k (0 .. $#$size) {
      $r++ while $r < @scan && $scan[$r] < $k;
      $from[$k] = $r;
   }
   return (\@scan, [ @from, scalar @scan ]);
}

# What an item gains in each of so many memories: against that where it stalls longest.
sub gains_of {
   my ($item, $n_memories) = @_;
   my @stall = @{ $item->{stall} }[ 0 .. $n_memories - 1 ];
   my $most  = max(@stall);
   return [ map { $most - $_ } @stall ];
}

# The state of a search over the items of these indices, decided by falling key.
sub new_search {
   my ($items, $tiers, $main, $chosen, $key) = @_;
   my @order = sort {
           $key->($items->[$b]) <=> $key->($items->[$a])
        || $items->[$b]{size_B} <=> $items->[$a]{size_B}
        || $a <=> $b
   } @$chosen;
   my $all_B = 0;
   $all_B += $items->[$_]{size_B} for @order;
   my @size  = map { $items->[$_]{size_B} } @order;
   my @gain  = map { gains_of($items->[$_], scalar @$tiers) } @order;
   my @steps = map { my $j = $_; [ map { max(0, $_->[$j] - $_->[ $j + 1 ]) } @gain ] } 0 .. $#$tiers - 1;
   my @scans = map { [ scan_order($_, \@size) ] } @steps;
   my @in_last = (0);
   unshift @in_last, $in_last[0] + $_->[-1] for reverse @gain;
   my %s = (
      order     => \@order,
      scan      => [ map { $_->[0] } @scans ],
      scan_from => [ map { $_->[1] } @scans ],
      size      => \@size,
      weight    => [ map { $items->[$_]{weight} } @order ],
      gain      => \@gain,       # of items in each memory
      step      => \@steps,      # what items gain more in a memory than in the next one
      in_last   => \@in_last,    # what items from this one on gain in the last memory
      free      => [ map { $_->{free_B} // $all_B } @$tiers ],
      place     => [],
      nodes     => 0,
   );
   # of two equal items, the later one never needs the faster memory
   $s{twin}[$_] = $s{weight}[$_] && $s{weight}[ $_ - 1 ] && $size[$_] == $size[ $_ - 1 ]
      && "@{ $gain[$_] }" eq "@{ $gain[ $_ - 1 ] }" for 1 .. $#order;
   $s{idle_order} = [ ($main <= $#$tiers ? $main : ()), grep { $_ != $main } 0 .. $#$tiers ];
   return \%s;
}

# The gain and the placement to beat: the better of the greedy ones, if any.
# Returns (-1, undef) if there is none.
sub greedy_seed {
   my ($items, $tiers, $main, $chosen) = @_;
   my @subset = map { $items->[$_] } @$chosen;
   my ($best, $best_placement) = (-1, undef);
   for my $order ('weight', 'density') {
      my $placement = place_greedily(\@subset, $tiers, $main <= $#$tiers ? $main : $#$tiers, $order) or next;
      my $gain = 0;
      $gain += gains_of($subset[$_], scalar @$tiers)->[ $placement->[$_] ] for 0 .. $#subset;
      next if $gain <= $best;
      ($best, $best_placement) = ($gain, []);
      $best_placement->[ $chosen->[$_] ] = $placement->[$_] for 0 .. $#subset;
   }
   return ($best, $best_placement);
}

# Searches until the best is proven or the nodes are used up.  Returns (gain,
# placement of the chosen items, nodes, slack) as place_exactly() does.
sub search_all {
   my ($items, $tiers, $main, $chosen, $max_nodes) = @_;
   my ($best, $best_placement) = greedy_seed($items, $tiers, $main, $chosen);
   my @keys = (sub { density(@{ $_[0] }{qw(weight size_B)}) });
   push @keys, sub { $_[0]{weight} } if @$chosen <= $ITEMS_BY_WEIGHT;
   my ($nodes, $bound) = (0, undef);
   for my $n (0 .. $#keys) {
      my $s = new_search($items, $tiers, $main, $chosen, $keys[$n]);
      $bound //= gain_bound($s, 0);
      return ($best_placement, $nodes, undef) if $bound <= $best;
      $s->{best}      = $best;
      $s->{max_nodes} = $n == $#keys ? $max_nodes - $nodes : int($max_nodes / 2);
      search($s, 0, 0, $bound);
      if ($s->{best_placement}) {
         $best = $s->{best};
         $best_placement = [];
         $best_placement->[ $s->{order}[$_] ] = $s->{best_placement}[$_] for 0 .. $#{ $s->{order} };
      }
      $nodes += $s->{nodes};
      return ($best_placement, $nodes, undef) if !$s->{stopped};
   }
   return ($best_placement, $nodes, $bound - ($best < 0 ? 0 : $best));
}

# Is no item faster in a memory after this one?
sub is_fastest_from {
   my ($items, $memories, $m) = @_;
   for my $later ($m + 1 .. $#$memories) {
      return 0 if grep { $_->{stall}[$later] < $_->{stall}[$m] } @$items;
   }
   return 1;
}

# The placement with the least stall cycles.  Returns (placement, nodes, slack):
# slack is undef if it is proven to be the least, or else what a better one could
# still save; the placement is undef if there is none, or none was found.
sub place_exactly {
   my ($items, $memories, $main, $max_nodes) = @_;
   my $all_B = 0;
   $all_B += $_->{size_B} for @$items;
   # where a memory has room for everything, later ones in which nothing would be faster are never needed
   my ($ample) = grep { fits({ size_B => $all_B }, $memories->[$_]{free_B}) && is_fastest_from($items, $memories, $_) } 0 .. $#$memories;
   my @tiers  = @$memories[ 0 .. $ample // $#$memories ];
   my @chosen = grep { $items->[$_]{weight} || !defined $ample } 0 .. $#$items;
   my ($placement, $nodes, $slack) = search_all($items, \@tiers, $main, \@chosen, $max_nodes);
   return (undef, $nodes, $slack) if !$placement;
   my @free = map { $_->{free_B} } @$memories;
   for my $i (@chosen) {
      my $m = $placement->[$i];
      $free[$m] -= $items->[$i]{size_B} if defined $free[$m];
   }
   place_the_rest($items, $placement, \@free, $main);
   return ($placement, $nodes, $slack);
}

1;
