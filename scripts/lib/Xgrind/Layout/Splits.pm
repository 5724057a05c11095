# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Layout::Splits: divisions of the elements of a unit into arrays of their own, and new orders of them.
#
# Usage:
#   my @candidates = splits_of($unit);     # of Xgrind::Layout::Units; { layout, parts => [ [ pieces ], ... ], hot_share }: 'split(64: hot=56-63)', hot ones an eighth of an element
#                                          # ... and arrays => [ { element_B, members => [ { name, offset, size_B, at } ] } ]: what there is then; at: in the new element
#   my @candidates = orders_of($unit);     # { layout, order => [ pieces ], arrays }: 'reorder(64: 56-63)'; the most plausible ones first
#
# What one loop nest uses belongs together (T. M. Chilimbi, B. Davidson, J. R. Larus: Cache-Conscious Structure Definition, 1999).

package Xgrind::Layout::Splits;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(all max sum0 uniq);

our @EXPORT = qw(splits_of orders_of);

my $NESTS_MAX  = 3;       # whose members are tried as hot ones
my $HOT_MOST   = 0.75;    # of an element: of more, nothing is saved
my $FIELDS_MAX = 64;      # of a layout
my $LINE_B     = 64;

# --- Bytes -----------------------------------------------------------------

sub bytes_text {
   my (@pieces) = @_;
   my @ranges;
   for (@pieces) {
      my ($from, $last) = ($_->{offset}, $_->{offset} + $_->{size_B} - 1);
      if (@ranges && $ranges[-1][1] == $from - 1) { $ranges[-1][1] = $last; }
      else                                        { push @ranges, [ $from, $last ]; }
   }
   return join ',', map { $_->[0] == $_->[1] ? $_->[0] : "$_->[0]-$_->[1]" } @ranges;
}

# Bytes of an element that no piece has.
sub holes {
   my ($unit) = @_;
   my ($at, @holes) = (0);
   for my $piece (@{ $unit->{pieces} }, { offset => $unit->{element_B}, size_B => 0 }) {
      push @holes, { name => 'padding', offset => $at, size_B => $piece->{offset} - $at, align_B => 1, is_hole => 1 } if $piece->{offset} > $at;
      $at = max($at, $piece->{offset} + $piece->{size_B});
   }
   return @holes;
}

# Pieces in the order in which a structure has no gaps between them: those aligned most first.
sub packed {
   my (@pieces) = @_;
   return sort { $b->{align_B} <=> $a->{align_B} || $a->{offset} <=> $b->{offset} } @pieces;
}

# ... and what fills the structure up to the size that a compiler gives it: other members, else padding that the element has.
sub filled {
   my ($unit, @pieces) = @_;
   my $align_B = max(1, map { $_->{align_B} } @pieces);
   my $gap_B   = -sum0(map { $_->{size_B} } @pieces) % $align_B;
   my %is_in   = map { $_->{offset} => 1 } @pieces;
   for my $more (sort { $b->{size_B} <=> $a->{size_B} } grep { !$is_in{ $_->{offset} } } @{ $unit->{pieces} }) {
      next if $more->{size_B} > $gap_B;
      push @pieces, $more;
      $gap_B -= $more->{size_B};
   }
   for my $hole (holes($unit)) {
      my $size_B = $hole->{size_B} < $gap_B ? $hole->{size_B} : $gap_B;
      push @pieces, { %$hole, size_B => $size_B } if $size_B;
      $gap_B -= $size_B;
   }
   return (packed(grep { !$_->{is_hole} } @pieces), grep { $_->{is_hole} } @pieces);
}

# These pieces in the given order, one behind the other.
sub in_order {
   my ($at, @pieces) = @_;
   my @placed;
   for (@pieces) {
      push @placed, { %$_, at => $at };
      $at += $_->{size_B};
   }
   return grep { !$_->{is_hole} } @placed;
}

# What is left of an element without these pieces: its other bytes stay in their order.
sub left_over {
   my ($at, $unit, @without) = @_;
   my %is_out = map { $_->{offset} => 1 } @without;
   return map { my $piece = $_; +{ %$piece, at => $at + $piece->{offset} - sum0(map { $_->{size_B} } grep { $_->{offset} < $piece->{offset} } @without) } } grep { !$is_out{ $_->{offset} } } @{ $unit->{pieces} };
}

# --- Divisions -------------------------------------------------------------

# These pieces in an array, the others in another one.
sub hot_split {
   my ($unit, @hot) = @_;
   @hot = filled($unit, packed(@hot));
   my $hot_B = sum0(map { $_->{size_B} } @hot);
   return if !@hot || $hot_B > $HOT_MOST * $unit->{element_B};
   my %is_hot = map { $_->{offset} => 1 } @hot;
   my @cold = grep { !$is_hot{ $_->{offset} } } @{ $unit->{pieces} };
   return if @hot + @cold > $FIELDS_MAX - 4;
   my @arrays = ({ element_B => $hot_B, members => [ in_order(0, @hot) ] }, { element_B => $unit->{element_B} - $hot_B, members => [ left_over(0, $unit, @hot) ] });
   return { layout => "split($unit->{element_B}: hot=" . bytes_text(@hot) . ')', parts => [ [ grep { !$_->{is_hole} } @hot ], \@cold ], hot_share => $hot_B / $unit->{element_B},
      arrays => [ grep { @{ $_->{members} } } @arrays ] };
}

# Pieces that the same nests use, in groups, each of neighbours.
sub groups {
   my ($unit) = @_;
   my @groups;
   my $before = '';
   for my $i (0 .. $#{ $unit->{pieces} }) {
      my $nests = join ' ', grep { $unit->{nests}[$_]{is_used}{$i} } 0 .. $#{ $unit->{nests} };
      push @groups, [] if !@groups || $nests ne $before;
      push @{ $groups[-1] }, $unit->{pieces}[$i];
      $before = $nests;
   }
   return @groups;
}

# Cuts between these groups, each with the padding behind it.
sub cut_split {
   my ($unit, @groups) = @_;
   return if @groups < 2 || @groups > $FIELDS_MAX;
   my @cuts = map { $_->[0]{offset} } @groups[ 1 .. $#groups ];
   my @starts = (0, @cuts, $unit->{element_B});
   my @arrays = map { my $i = $_; { element_B => $starts[ $i + 1 ] - $starts[$i], members => [ map { +{ %$_, at => $_->{offset} - $starts[$i] } } @{ $groups[$i] } ] } } 0 .. $#groups;
   return { layout => "split($unit->{element_B}: " . join(',', @cuts) . ')', parts => \@groups, hot_share => 1, arrays => \@arrays };
}

# Sets of pieces that are worth being together: those of each of the costliest nests, and of all nests.  Samples of a nest may have missed a
# piece, or have seen one that is used once: no single set is sure.  Those of the costliest nest come first.
sub used_sets {
   my ($unit) = @_;
   my @nests = @{ $unit->{nests} };
   my %union = map { %{ $_->{is_used} } } @nests;
   my %seen;
   return grep { @$_ && !$seen{"@$_"}++ } map { [ sort { $a <=> $b } keys %$_ ] } (map { $_->{is_used} } @nests[ 0 .. (@nests < $NESTS_MAX ? $#nests : $NESTS_MAX - 1) ]), \%union;
}

sub splits_of {
   my ($unit) = @_;
   my @pieces = @{ $unit->{pieces} };
   return if $unit->{is_nodes} || @pieces < 1 || @pieces > $FIELDS_MAX || !@{ $unit->{nests} };
   my @found = map { hot_split($unit, @pieces[@$_]) } used_sets($unit);
   push @found, cut_split($unit, groups($unit)), cut_split($unit, map { [$_] } @pieces);
   my %seen;
   return grep { !$seen{ $_->{layout} }++ } @found;
}

# --- Orders ----------------------------------------------------------------

# These pieces first.
sub order_of {
   my ($unit, @hot) = @_;
   my @pieces = @{ $unit->{pieces} };
   return if @hot == @pieces;
   my @first = filled($unit, packed(@hot));
   my %is_first = map { $_->{offset} => 1 } @first;
   my $array = { element_B => $unit->{element_B}, members => [ in_order(0, @first), left_over(sum0(map { $_->{size_B} } @first), $unit, @first) ] };
   return { arrays => [$array], layout => "reorder($unit->{element_B}: " . bytes_text(@first) . ')', order => [ (grep { !$_->{is_hole} } @first), grep { !$is_first{ $_->{offset} } } @pieces ] };
}

sub orders_of {
   my ($unit) = @_;
   my @pieces = @{ $unit->{pieces} };
   return if $unit->{element_B} <= $LINE_B || @pieces > $FIELDS_MAX - 4;
   my %seen;
   return grep { !$seen{ $_->{layout} }++ } map { order_of($unit, @pieces[@$_]) } used_sets($unit);
}

1;
