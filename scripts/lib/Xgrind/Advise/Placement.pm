# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Advise::Placement: which object in which memory: greedily, and exactly by branch and bound.
#
# Usage:
#   my $placement = place_greedily(\@items, \@memories, $main, 'misses');
#   my ($best, $nodes, $slack) = place_exactly(\@items, \@memories, $main, $max_nodes);

package Xgrind::Advise::Placement;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(place_greedily place_exactly);

# Items are hashes with size_B and misses, memories hashes with latency and
# free_B (undef: unlimited), sorted by latency.  A placement is a list of
# indices of memories, one for each item; misses * latency of the item's
# memory, added up, is what is to be small.

# Does an item fit?
sub fits {
   my ($item, $free_B) = @_;
   return !defined $free_B || $item->{size_B} <= $free_B;
}

# Items that never miss gain nothing anywhere: they stay in the main memory, and
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

# Misses per byte, for comparison; an item without size is the densest.
sub density {
   my ($item) = @_;
   return $item->{size_B} ? $item->{misses} / $item->{size_B} : 9**9**9;
}

# --- Greedily ---------------------------------------------------------

# Each memory on its own, the fastest first, takes items in order of misses (or
# of misses per byte) as long as they fit.  Returns the placement, or undef if an
# item found no room.
sub place_greedily {
   my ($items, $memories, $main, $order) = @_;
   my @key  = map { $order eq 'density' ? density($_) : $_->{misses} } @$items;
   my @order = sort {
           $key[$b] <=> $key[$a]
        || $items->[$a]{size_B} <=> $items->[$b]{size_B}
        || $a <=> $b
   } grep { $items->[$_]{misses} } 0 .. $#$items;
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
# counts is the gain: misses * (latency of the slowest memory in question -
# latency of the item's).  docs/advise.md says why the bound holds.
#
# Deciding items in order of falling density proves thousands of similar items
# at once; a few large ones among many small are better decided by falling
# misses.  So the first half of the nodes is for the one order, and if they do
# not suffice, the second half to the other, which for many items takes too long.
my $ITEMS_BY_MISSES = 500;

# Most misses that memories 0..$j could take from items $k and on, if items
# could be cut: an item too large for memories before the e-th can use only
# what the e-th and later ones have free.
sub most_misses {
   my ($s, $k, $j) = @_;
   my ($free, $size, $misses) = @$s{ 'free', 'size', 'misses' };
   my @room = (0) x ($j + 1);    # [t]: free in memories t..j
   my $sum_B = 0;
   for my $t (reverse 0 .. $j) {
      $sum_B += $free->[$t];
      $room[$t] = $sum_B;
   }
   my $most = 0;
   my $scan = $s->{scan};
   for (my $r = $s->{scan_from}[$k]; $r < @$scan && $room[0] > 0; $r++) {
      my $i = $scan->[$r];
      next if $i < $k;
      my $size_B = $size->[$i];
      my $e = 0;
      $e++ while $e <= $j && $size_B > $free->[$e];
      next if $e > $j;
      my $take_B = $size_B;
      for my $t (0 .. $e) {
         $take_B = $room[$t] if $room[$t] < $take_B;
      }
      $room[$_] -= $take_B for 0 .. $e;
      $most += $take_B == $size_B ? $misses->[$i] : $misses->[$i] * ($take_B / $size_B);
   }
   return int($most + $most * 2**-50);    # misses are whole; the rest covers rounding
}

# No placement of items $k and on can gain more than this.
sub gain_bound {
   my ($s, $k) = @_;
   my $latency = $s->{latency};
   my $bound = 0;
   for my $j (0 .. $#$latency - 1) {
      my $step = $latency->[ $j + 1 ] - $latency->[$j];
      $bound += $step * most_misses($s, $k, $j) if $step;
   }
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
   my ($size_B, $misses) = ($s->{size}[$k], $s->{misses}[$k]);
   my $from  = $s->{twin}[$k] ? $placement->[ $k - 1 ] : 0;
   my $first = 1;
   for my $m ($misses ? ($from .. $#$free) : @{ $s->{idle_order} }) {
      last if $s->{stopped} || $gain + $bound <= $s->{best};
      next if $size_B > $free->[$m];
      my $own = $misses * $s->{worth}[$m];
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

# The order in which to go through items for the bound, which is by density
# whatever the order of the search is, and from where on to look for items $k ff.
sub scan_order {
   my ($items, $order) = @_;
   my @density = map { density($items->[$_]) } @$order;
   my @scan = sort { $density[$b] <=> $density[$a] || $a <=> $b } 0 .. $#$order;
   my @from;
   my $r = 0;
   for my $k (0 .. $#$order) {
      $r++ while $r < @scan && $scan[$r] < $k;
      $from[$k] = $r;
   }
   return (\@scan, [ @from, scalar @scan ]);
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
   my @latency = map { $_->{latency} } @$tiers;
   my ($scan, $scan_from) = scan_order($items, \@order);
   my %s = (
      order     => \@order,
      scan      => $scan,
      scan_from => $scan_from,
      size      => [ map { $items->[$_]{size_B} } @order ],
      misses    => [ map { $items->[$_]{misses} } @order ],
      latency   => \@latency,
      worth     => [ map { $latency[-1] - $_ } @latency ],
      free      => [ map { $_->{free_B} // $all_B } @$tiers ],
      place     => [],
      nodes     => 0,
   );
   # of two equal items, the later one never needs the faster memory
   $s{twin}[$_] = $s{misses}[$_] && $s{size}[$_] == $s{size}[ $_ - 1 ]
      && $s{misses}[$_] == $s{misses}[ $_ - 1 ] for 1 .. $#order;
   $s{idle_order} = [ ($main <= $#$tiers ? $main : ()), grep { $_ != $main } 0 .. $#$tiers ];
   return \%s;
}

# The gain and the placement to beat: the better of the greedy ones, if any.
# Returns (-1, undef) if there is none.
sub greedy_seed {
   my ($items, $tiers, $main, $chosen) = @_;
   my @subset = map { $items->[$_] } @$chosen;
   my ($best, $best_placement) = (-1, undef);
   for my $order ('misses', 'density') {
      my $placement = place_greedily(\@subset, $tiers, $main <= $#$tiers ? $main : $#$tiers, $order) or next;
      my $gain = 0;
      $gain += $subset[$_]{misses} * ($tiers->[-1]{latency} - $tiers->[ $placement->[$_] ]{latency})
         for 0 .. $#subset;
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
   my @keys = (\&density);
   push @keys, sub { $_[0]{misses} } if @$chosen <= $ITEMS_BY_MISSES;
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

# The placement with the least stall cycles.  Returns (placement, nodes, slack):
# slack is undef if it is proven to be the least, or else what a better one could
# still save; the placement is undef if there is none, or none was found.
sub place_exactly {
   my ($items, $memories, $main, $max_nodes) = @_;
   my $all_B = 0;
   $all_B += $_->{size_B} for @$items;
   # what is slower than a memory with room for everything is never needed
   my ($ample) = grep { fits({ size_B => $all_B }, $memories->[$_]{free_B}) } 0 .. $#$memories;
   my @tiers  = @$memories[ 0 .. $ample // $#$memories ];
   my @chosen = grep { $items->[$_]{misses} || !defined $ample } 0 .. $#$items;
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
