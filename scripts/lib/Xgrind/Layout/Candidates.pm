# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Layout::Candidates: layouts that may help, by how code uses the data.
#
# Usage:
#   my @candidates = candidates_of($profile, @units);    # of Xgrind::Layout::Units; the most promising first
#   $candidate->{units}      # those that it changes
#   $candidate->{what_if}    # [ 'particles.c:45:split(64: hot=56-63)' ], as --what-if takes it
#   $candidate->{what}       # in words: "the elements divided into two arrays"
#   $candidate->{parts}      # of a split, else undef: lists of pieces; order: of another order
#   $candidate->{arrays}     # of both: what there is then, as ::Splits has it
#   $candidate->{more_B}     # bytes that it takes more
#   $candidate->{is_padding} # it puts what different threads may write on lines of its own, element by element or allocation by allocation
#   $candidate->{effort}     # of rewriting the program: the less the better, among those that save as much

package Xgrind::Layout::Candidates;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max min sum0);
use Xgrind::Findings::Affinity;
use Xgrind::Layout::Declarations;
use Xgrind::Layout::Splits;
use Xgrind::Text::Numbers;

our @EXPORT = qw(candidates_of);

my $PAGE_B     = 4096;
my $LARGE_B    = 1 << 17;    # allocations that the C library maps
my $CONFLICTS  = 0.2;        # of the misses of a level: so many are worth a try
my $MOST       = 16;         # runs take time
my $ROW_MIN_B  = 256;
my $UNITS_MAX  = 8;          # that are moved against each other
my $PARTS_MAX  = 32;         # of an element, on lines of their own

sub candidate {
   my ($unit, $layout, $what, %more) = @_;
   return { units => [$unit], what_if => ["$unit->{pattern}:$layout"], what => $what, more_B => 0, effort => 1, %more };
}

# --- One by one ------------------------------------------------------------

# Is all that is left of an element what nobody uses?
sub is_packed {
   my ($split) = @_;
   return @{ $split->{parts} } == 2 && !@{ $split->{parts}[1] };
}

# Elements without what is between their members, or behind them.
sub of_packing {
   my ($unit, $split) = @_;
   return candidate($unit, $split->{layout}, 'the members without padding between them', order => $split->{parts}[0], arrays => $split->{arrays}) if $unit->{members};
   return candidate($unit, $split->{layout}, 'elements of ' . $split->{hot_share} * $unit->{element_B} . " bytes in place of $unit->{element_B}", arrays => $split->{arrays});
}

sub of_elements {
   my ($unit) = @_;
   return if !$unit->{element_B};
   my $n = sub { my ($count) = @_; return $count == 2 ? 'two arrays' : "$count arrays" };
   my @found = map { is_packed($_) ? of_packing($unit, $_) : candidate($unit, $_->{layout}, 'each element divided into ' . $n->(scalar @{ $_->{parts} }), parts => $_->{parts}, arrays => $_->{arrays},
      effort => 1 + @{ $_->{parts} } + $_->{hot_share}) } splits_of($unit);
   my @orders = orders_of($unit);
   push @found, map { candidate($unit, $orders[$_]{layout}, 'the members that are used first in each element', order => $orders[$_]{order}, arrays => $orders[$_]{arrays}, effort => 1 + $_ / 10) } 0 .. $#orders;
   return @found;
}

# Elements that lie in more lines than they need.
sub of_alignment {
   my ($unit, $line_B) = @_;
   my $element_B = $unit->{element_B};
   my $walk = $unit->{walk} ? $unit->{walk}{kind} : '';
   my $what = $unit->{is_shared} ? 'on lines of its own' : "at the start of a line ($line_B bytes)";
   my @found;
   push @found, candidate($unit, "align($line_B)", ($unit->{objects}[0]{kind} eq 'heap' ? 'each allocation ' : 'the variable ') . $what, more_B => $unit->{count} * $line_B / 2, is_padding => $unit->{is_shared} && $unit->{count} > 1)
      if $unit->{is_shared} && $unit->{size_B} < $line_B * $unit->{count} || $unit->{is_nodes} && $element_B % $line_B;
   return @found if !$element_B || $unit->{size_B} <= $element_B || @found && $unit->{is_nodes};
   my $place_B = $line_B;
   $place_B /= 2 while !$unit->{is_shared} && $place_B / 2 >= $element_B;
   my $stride_B = int(($element_B + $place_B - 1) / $place_B) * $place_B;
   return @found if $stride_B == $element_B && $element_B % $line_B || !$unit->{is_shared} && $walk !~ /^(?:random|pointers|chain|mixed)\z/;
   push @found, candidate($unit, "align($element_B: $place_B)", 'each element ' . ($unit->{is_shared} ? $what : "at a multiple of $place_B bytes"), more_B => ($stride_B / $element_B - 1) * $unit->{size_B}, is_padding => $unit->{is_shared});
   return @found;
}

# Bytes of the rows, planes and so on that a type declares; that of an allocation is what its variable points to.
sub declared_rows {
   my ($unit) = @_;
   my $shape = $unit->{shape} // return;
   my ($row_B, @rows) = ($shape->{element_B});
   my $first = $unit->{objects}[0]{kind} eq 'heap' ? 0 : 1;
   for my $n (reverse @{ $shape->{dimensions} }[ $first .. $#{ $shape->{dimensions} } ]) { push @rows, $row_B *= $n; }
   return @rows;
}

# Where parts of one element begin that different threads write; bytes that none of them needs go with those before.
sub starts_of_threads {
   my ($unit, $element_B) = @_;
   my %writers;
   for my $byte (keys %{ $unit->{writers} }) { $writers{ $byte % $element_B }{$_} = 1 for '', keys %{ $unit->{writers}{$byte} }; }
   my ($last, @starts) = ('');
   for my $byte (sort { $a <=> $b } keys %writers) {
      my $threads = join ' ', sort keys %{ $writers{$byte} };
      push @starts, @starts ? $byte : 0 if !@starts || $threads ne $last;
      $last = $threads;
   }
   return @starts;
}

# An element that different threads write: what each of them writes on lines of its own.  The last member of each part is made longer.
sub of_threads {
   my ($unit, $line_B) = @_;
   return if !$unit->{writers} || $unit->{is_mixed};
   my $element_B = $unit->{element_B} // ($unit->{count} == 1 ? $unit->{size_B} : return);
   my @starts = starts_of_threads($unit, $element_B);
   return if @starts < 2 || @starts > $PARTS_MAX;
   my ($new_B, @fields, @parts) = (0);
   for my $i (0 .. $#starts) {
      my ($start, $end) = ($starts[$i], $starts[ $i + 1 ] // $element_B);
      my @pieces = grep { $_->{offset} >= $start && $_->{offset} < $end } @{ $unit->{pieces} };
      my $more_B = -($end - $start) % $line_B;
      my $from   = @pieces ? $pieces[-1]{offset} : $start;
      push @fields, $from . '-' . ($end - 1) . '=' . ($end - $from + $more_B) if $more_B;
      push @parts, @pieces ? pieces_text(@pieces) : "bytes $start-" . ($end - 1);
      $new_B += $end - $start + $more_B;
   }
   return if !@fields;
   return candidate($unit, "resize($element_B: " . join(',', @fields) . ")+align($line_B)", 'what different threads write on lines of its own: ' . join(' | ', @parts), more_B => ($new_B / $element_B - 1) * $unit->{size_B}, is_padding => 1);
}

# Rows that are longer: those of the type, of the walk, else of what one way of D1 has room for.
sub of_rows {
   my ($unit, $line_B, $way_B) = @_;
   return if $unit->{is_mixed} || $unit->{any_conflicts} < $CONFLICTS || $unit->{count} > $UNITS_MAX;
   my ($shape, $walk) = @$unit{qw(shape walk)};
   my @rows = declared_rows($unit);
   push @rows, abs $walk->{step_B} if !@rows && $walk && $walk->{kind} eq 'rows';
   push @rows, $way_B if !@rows;
   my %seen;
   @rows = grep { $_ >= $ROW_MIN_B && 2 * $_ <= $unit->{size_B} && !$seen{$_}++ } @rows;
   my @found;
   for my $row_B (@rows) {
      my $name = $shape && @{ $shape->{dimensions} } > 2 && $row_B != $rows[0] ? 'plane' : 'row';
      push @found, map { candidate($unit, "rows($row_B+$_)", "$_ bytes more at the end of each $name of " . commas($row_B) . ' bytes', more_B => $unit->{size_B} / $row_B * $_) }
         $line_B, 4 * $line_B, grep { $_ > 4 * $line_B } $way_B / 4;
   }
   return @found;
}

# A matrix that is walked down its columns.  A step may be of several rows, as loops are unrolled: a type says how long one is.  Smaller objects of the unit have no such matrix, and stay as they are; larger ones would become matrices, too.
sub of_transposition {
   my ($unit) = @_;
   my ($shape, $walk, $main) = @$unit{qw(shape walk main)};
   return if !$walk || $walk->{kind} ne 'rows' || $main->{count} > 1;
   return if grep { $_ != $main && ($_->{size_B} > $main->{size_B} || $unit->{is_mixed} && $_->{size_B} == $main->{size_B}) } @{ $unit->{objects} };
   my $row_B     = abs $walk->{step_B};
   my @declared  = declared_rows($unit);
   $row_B = max(0, grep { $row_B % $_ == 0 } @declared) if @declared;
   my $element_B = $shape ? $shape->{element_B} : 8;
   return if !$row_B || $row_B % $element_B || $row_B <= $element_B || $main->{size_B} % $row_B || $main->{size_B} == $row_B;
   my ($rows, $columns) = ($main->{size_B} / $row_B, $row_B / $element_B);
   return candidate($unit, "transpose($rows,$columns,$element_B)", 'columns and rows exchanged', effort => 2);
}

sub of_allocations {
   my ($unit, $line_B) = @_;
   return if $unit->{objects}[0]{kind} ne 'heap' || $unit->{count} < 2;
   my @found;
   push @found, candidate($unit, "spread($line_B)", "each allocation would begin $line_B bytes later in its page than the one before", more_B => $PAGE_B / 2 * $unit->{count})
      if $unit->{conflicts} >= $CONFLICTS;
   if ($unit->{is_nodes}) {
      my $slot_B = int(($unit->{element_B} + 7) / 8) * 8;
      push @found, candidate($unit, "pool-by-use($slot_B)", 'one array for all of them, in the order in which they are used', effort => 3);
      push @found, candidate($unit, "pool($slot_B)", 'one array for all of them, in the order in which they are made', effort => 2);
   } elsif ($unit->{size_B} / $unit->{count} < $PAGE_B) {
      push @found, candidate($unit, 'compact', 'all of them one behind the other, as from an arena', effort => 2);
   }
   return @found;
}

# --- Several ---------------------------------------------------------------

# Units that are in one another's sets: each a line further than the one before.
sub of_several {
   my ($line_B, @units) = @_;
   my @in_conflict = grep { $_->{conflicts} >= $CONFLICTS && $_->{count} == 1 } @units;
   return if @in_conflict < 2;
   splice @in_conflict, $UNITS_MAX if @in_conflict > $UNITS_MAX;
   my @later = @in_conflict[ 1 .. $#in_conflict ];
   my $what_if = sub { my ($B) = @_; return [ map { "$later[$_]{pattern}:offset(" . ($_ + 1) * $B . ')' } 0 .. $#later ] };
   return map { { units => \@in_conflict, what_if => $what_if->($_), what => "each begins $_ bytes further than the one before", more_B => @later * @in_conflict / 2 * $_, effort => 1 } } $line_B, 8 * $line_B;
}

# Arrays of as many elements that are indexed together: one array of structures.  Each is all that its unit has.
sub of_groups {
   my ($profile, @units) = @_;
   my %unit_of = map { $_->{objects}[0]{id} => $_ } grep { @{ $_->{objects} } == 1 && $_->{count} == 1 && $_->{element_B} } @units;
   my (@found, @sets);
   for my $group (grep { $_->{gains} } arrays_together($profile)) {
      my @together = grep { defined } map { $unit_of{ $_->{id} } } @{ $group->{objects} };
      next if @together < 2;
      my %lengths = map { $_->{size_B} / $_->{element_B} => 1 } @together;
      push @sets, \@together if keys %lengths == 1;
   }
   for my $n (0 .. $#sets) {
      # the widest first: then all are aligned
      my @together = sort { $b->{element_B} <=> $a->{element_B} || $a->{pattern} cmp $b->{pattern} } @{ $sets[$n] };
      my $name = 'element' . ($n ? $n + 1 : '');
      my $of   = @sets > 1 ? "$name " : '';    # several have names, so that each is an array of its own
      my $whole_B = sum0(map { $_->{element_B} } @together);
      my ($at, @what_if) = (0);
      for my $unit (@together) {
         push @what_if, "$unit->{pattern}:group($of$whole_B: $at-" . ($at + $unit->{element_B} - 1) . ')';
         $at += $unit->{element_B};
      }
      push @found, { units => \@together, what_if => \@what_if, what => "one array of structures of $whole_B bytes in place of " . @together . ' arrays', structure => structure_of_arrays($name, @together), more_B => 0, effort => 3 };
   }
   return @found;
}

sub candidates_of {
   my ($profile, @units) = @_;
   my ($size_B, $ways, $line_B) = @{ $profile->{caches}{D1} };
   my @found = (of_several($line_B, @units), of_groups($profile, @units));
   for my $unit (@units) {
      push @found, of_elements($unit), of_alignment($unit, $line_B), of_threads($unit, $line_B), of_rows($unit, $line_B, $size_B / $ways), of_transposition($unit), of_allocations($unit, $line_B);
   }
   my $gain = sub { my ($c) = @_; return sum0(map { $_->{cycles} } @{ $c->{units} }) };
   my @order = sort { $gain->($found[$b]) <=> $gain->($found[$a]) || $a <=> $b } 0 .. $#found;
   splice @order, $MOST if @order > $MOST;
   return @found[@order];
}

1;
