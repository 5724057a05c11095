# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::LineDiff: which line of a text is which of a changed one.
#
# Usage:
#   my $pairs = same_lines(\@before, \@after);    # indices [before, after] of lines that are equal, ascending on both sides
#
# As many pairs as there can be (the longest common subsequence), if what has changed is not large; else texts are
# first cut at lines that each of them has once, as in Bram Cohen's patience diff.  Lines that are undef equal none.

package Xgrind::Source::LineDiff;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(same_lines);

my $CELLS_MAX = 400_000;    # of a table of lines before and after

# The longest common subsequence of two ranges of lines, [from, behind], by dynamic programming.
sub longest_common {
   my ($x, $y, $from, $to) = @_;
   my ($n, $m) = map { $to->[$_] - $from->[$_] } 0, 1;
   my @length = ([ (0) x ($m + 1) ]);
   for my $i (1 .. $n) {
      my ($above, @row) = ($length[-1], 0);
      my $line = $x->[ $to->[0] - $i ];
      for my $j (1 .. $m) {
         my $other = $y->[ $to->[1] - $j ];
         push @row, defined $line && defined $other && $line eq $other ? $above->[ $j - 1 ] + 1 : $row[-1] > $above->[$j] ? $row[-1] : $above->[$j];
      }
      push @length, \@row;
   }
   my @pairs;
   my ($i, $j) = ($n, $m);
   while ($i && $j) {
      my ($line, $other) = ($x->[ $to->[0] - $i ], $y->[ $to->[1] - $j ]);
      if (defined $line && defined $other && $line eq $other) { push @pairs, [ $to->[0] - $i--, $to->[1] - $j-- ]; }
      elsif ($length[ $i - 1 ][$j] >= $length[$i][ $j - 1 ])   { $i--; }
      else                                                     { $j--; }
   }
   return @pairs;
}

# Lines that each range has once, in an order that both have: [before, after].
sub anchors {
   my ($x, $y, $from, $to) = @_;
   my @at = ({}, {});
   for my $side (0, 1) {
      my $lines = $side ? $y : $x;
      push @{ $at[$side]{ $lines->[$_] } }, $_ for grep { defined $lines->[$_] } $from->[$side] .. $to->[$side] - 1;
   }
   my @once = sort { $a->[0] <=> $b->[0] } map { [ $at[0]{$_}[0], $at[1]{$_}[0] ] }
      grep { @{ $at[0]{$_} } == 1 && @{ $at[1]{$_} // [] } == 1 } keys %{ $at[0] };
   # the longest ascending part, by piles of cards
   my @piles;
   for my $card (@once) {
      my ($low, $high) = (0, scalar @piles);
      while ($low < $high) {
         my $middle = int(($low + $high) / 2);
         if ($piles[$middle][1] < $card->[1]) { $low = $middle + 1; }
         else                                 { $high = $middle; }
      }
      $card->[2] = $low ? $piles[ $low - 1 ] : undef;
      $piles[$low] = $card;
   }
   my @chain;
   for (my $card = $piles[-1]; $card; $card = $card->[2]) {
      unshift @chain, [ @$card[ 0, 1 ] ];
   }
   return @chain;
}

sub pairs_of_ranges {
   my ($x, $y, $from, $to) = @_;
   my $same = sub { my ($i, $j) = @_; return defined $x->[$i] && defined $y->[$j] && $x->[$i] eq $y->[$j]; };
   my (@first, @last);
   my ($i, $j) = @$from;
   my ($end_i, $end_j) = @$to;
   push @first, [ $i++, $j++ ] while $i < $end_i && $j < $end_j && $same->($i, $j);
   unshift @last, [ --$end_i, --$end_j ] while $end_i > $i && $end_j > $j && $same->($end_i - 1, $end_j - 1);
   my @middle;
   my ($left, $right) = ([ $i, $j ], [ $end_i, $end_j ]);
   if (($end_i - $i) * ($end_j - $j) <= $CELLS_MAX) { @middle = longest_common($x, $y, $left, $right); }
   else {
      my @anchors = anchors($x, $y, $left, $right);
      for my $anchor (@anchors) {
         push @middle, pairs_of_ranges($x, $y, $left, $anchor), $anchor;
         $left = [ map { $_ + 1 } @$anchor ];
      }
      push @middle, pairs_of_ranges($x, $y, $left, $right) if @anchors;
   }
   return (@first, @middle, @last);
}

sub same_lines {
   my ($before, $after) = @_;
   return [ pairs_of_ranges($before, $after, [ 0, 0 ], [ scalar @$before, scalar @$after ]) ];
}

1;
