# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::Walks: how code walks through an object, from the walks of its lines (docs/walks.md).
#
# Usage:
#   my $walk = walk_of(\@walks, @objects);    # of entries of "lines" in the data file, in these objects; undef: nothing is known
#   $walk->{kind}                    # rows, elements, boxes, sequence, streams, nested, chain, pointers, random, same or mixed
#   $walk->{step_B}                  # of rows, elements and boxes
#   $walk->{range_B}                 # of random: bytes between the lowest and the highest address, or of the objects if these are fewer
#   walk_text($walk)                 # "in steps of 4,800 bytes, from row to row"
#   my $share = foreseen(@walks);    # of the misses, those that prefetchers foresee: 0 to 1

package Xgrind::Findings::Walks;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max min sum0);
use Xgrind::Text::Numbers;

our @EXPORT = qw(walk_of walk_text foreseen);

my @IRREGULAR = qw(chase indirect jump);
my @KINDS     = ('same_line', 'next_line', 'step', @IRREGULAR);

# Misses by kind; the step of the walk with most steps, as another one's says nothing.
sub sum_of {
   my (@walks) = @_;
   my %sum = map { my $kind = $_; $kind => sum0(map { $_->{$kind} // 0 } @walks) } @KINDS, 'switches', 'again';
   my ($main) = sort { ($b->{step} // 0) <=> ($a->{step} // 0) } @walks;
   $sum{$_} = $main->{$_} // 0 for qw(step_B shifts line_shifts far_shifts);
   $sum{range_B} = max(0, map { $_->{range_B} // 0 } @walks);
   return \%sum;
}

# Have steps shifted because the object has another address from time to time, as an array that grows?  Rarely, and no more often than it was
# allocated.  Down the columns of rows that are allocated one by one, the walk shifts once for as many steps as there are rows.
my $MOVED_STEPS = 8;

sub has_moved {
   my ($sum, @objects) = @_;
   my $count = sum0(map { $_->{count} // 0 } @objects);
   return $count > @objects && $sum->{shifts} <= $count && $sum->{step} > $MOVED_STEPS * $sum->{shifts} * $count;
}

# Over one member of elements, down the columns of rows, through arrays side by side, or what only looks regular.
sub steps_kind {
   my ($sum, @objects) = @_;
   my $shifts = $sum->{shifts};
   return
        !$shifts || has_moved($sum, @objects) ? 'elements'
      : 2 * $sum->{far_shifts} >= $shifts   ? 'mixed'
      : 2 * $sum->{line_shifts} >= $shifts  ? 'streams'
      :                                       'rows';
}

# Are steps those from one small allocation to another?  Where one is hardly longer than a line, it has no row that the walk could come
# back to, and allocations of several sizes shift the steps.
my $BOX_B = 128;

sub are_boxes {
   my ($sum, @objects) = @_;
   my $count = sum0(map { $_->{count} // 0 } @objects);
   my $B     = sum0(map { $_->{total_B} // 0 } @objects);
   return $count > @objects && $B <= $BOX_B * $count && $B <= abs($sum->{step_B}) * $count;
}

sub kind_of {
   my ($sum, @objects) = @_;
   my $all      = sum0(@$sum{@KINDS});
   my $is_half  = sub { return 2 * sum0(@$sum{@_}) >= $all };
   return
        $is_half->('same_line')           ? 'same'
      : $is_half->('step')                ? $sum->{shifts} && are_boxes($sum, @objects) ? 'boxes' : steps_kind($sum, @objects)
      : $is_half->('next_line', 'step')   ? 2 * $sum->{switches} >= $all ? 'streams' : 'sequence'
      : $is_half->('chase')               ? 'chain'
      : $is_half->('indirect')            ? 'pointers'
      : $is_half->('chase', 'indirect')   ? 'chain'
      : $is_half->(@IRREGULAR)            ? 2 * $sum->{again} >= sum0(@$sum{@IRREGULAR}) ? 'nested' : 'random'
      :                                     'mixed';
}

sub walk_of {
   my ($walks, @objects) = @_;
   my @known = grep { defined } @$walks;
   return undef if !@known;
   my $sum = sum_of(@known);
   my $B   = sum0(map { $_->{size_B} // 0 } @objects);
   return { kind => kind_of($sum, @objects), step_B => $sum->{step_B}, range_B => $B ? min($B, $sum->{range_B}) : $sum->{range_B} };
}

# The line after another one is what all prefetchers load.  Steps are left to the processor: where they are foreseen, what they load takes
# the place of other lines (docs/report.md, "Estimated cycles").
sub foreseen {
   my (@walks) = grep { defined } @_;
   my $sum = sum_of(@walks);
   my $all = sum0(@$sum{@KINDS});
   return $all ? $sum->{next_line} / $all : 0;
}

sub walk_text {
   my ($walk) = @_;
   my $kind = $walk->{kind};
   my $steps = 'in steps of ' . commas($walk->{step_B} // 0) . ' bytes';
   return
        $kind eq 'rows'     ? "$steps, from row to row"
      : $kind eq 'elements' ? $steps    # of one member of structures, or an unrolled loop such as memcpy's: the walk does not know
      : $kind eq 'boxes'    ? "$steps or more, from one small allocation to the next"
      : $kind eq 'sequence' ? 'from line to line'
      : $kind eq 'streams'  ? 'from line to line, at several places in turn'
      : $kind eq 'nested'   ? 'in steps of a few lengths, as nested loops go'
      : $kind eq 'chain'    ? 'from pointer to pointer, each in what was loaded before'
      : $kind eq 'pointers' ? 'through an array of pointers'
      : $kind eq 'random'   ? 'at random' . ($walk->{range_B} ? ' within ' . bytes_text($walk->{range_B}) : '')
      : $kind eq 'same'     ? 'to the same lines again and again'
      :                       'in no order';
}

1;
