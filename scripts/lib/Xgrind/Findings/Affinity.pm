# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::Affinity: arrays that are indexed together, from the walks of the code (docs/walks.md; ArrayTool, PACT 2014).
#
# Usage:
#   for my $group (arrays_together($data)) {      # of Xgrind::Data::DataFile, named; those with most misses first
#      $group->{objects};                         # two or more
#      $group->{affinity};                        # 0 to 1, of the pair that has least of it among those that make the group
#      $group->{misses};                          # of D1, in the code where they are together
#      $group->{walk}, $group->{functions};       # of Xgrind::Findings::Walks; names of these functions, most misses first
#      $group->{gains};                           # most misses are not in the line after the last one: an index loads a line of each array
#   }
#
# Code is a loop nest, or a function where there is none.  Two arrays are together in a nest if it walks through both alike.
# Their affinity adds up over these nests, for each the smaller one of the two shares that it has in the misses of each.

package Xgrind::Findings::Affinity;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max min sum0 uniq);
use Xgrind::Findings::Walks;

our @EXPORT = qw(arrays_together);

my $LEAST_OF_PROGRAM = 0.01;    # of the misses of D1, of an array
my $TOGETHER         = 0.5;
my %IS_ARRAY = map { $_ => 1 } qw(heap static mmap);
my $NEAR = 1.1;                 # of the misses of two walks in no order, the one by the other

# Of an object by nest: misses, walk, and functions with their misses.
sub nests_of {
   my ($data, $object, @misses) = @_;
   my %nest;
   for my $line (@{ $object->{lines} }) {
      my $n   = sum0(map { $line->{cost}[$_] } @misses) or next;
      my $key = $line->{loop} ? "loop $line->{loop}" : "function $line->{function}";
      my $at  = $nest{$key} //= { misses => 0, walks => [], functions => {} };
      $at->{misses} += $n;
      push @{ $at->{walks} }, $line->{walk} // ();
      $at->{functions}{ $data->{functions}[ $line->{function} ]{name} } += $n;
   }
   $_->{walk} = walk_of($_->{walks}, $object) for values %nest;
   return \%nest;
}

# Whether indices of both are the same, as far as the walks say: those in no order of one kind are if they are in the same
# disorder.
sub are_alike {
   my ($x, $y) = @_;
   return 0 if !$x->{walk} || !$y->{walk} || $x->{walk}{kind} =~ /^(?:same|chain)\z/;
   my @kinds = map { $_->{kind} eq 'streams' ? 'sequence' : $_->{kind} eq 'rows' ? 'elements' : $_->{kind} } map { $_->{walk} } $x, $y;
   return 0 if $kinds[0] ne $kinds[1];
   my $has_step = $kinds[0] =~ /^(?:elements|boxes|mixed)\z/;
   return 0 if $has_step && abs($x->{walk}{step_B}) != abs($y->{walk}{step_B});
   return $kinds[0] ne 'mixed' || max(map { $_->{misses} } $x, $y) <= $NEAR * min(map { $_->{misses} } $x, $y);
}

# The nests where both are, and their affinity.
sub pair_of {
   my ($x, $y) = @_;
   my @shared = grep { $y->{nests}{$_} && are_alike($x->{nests}{$_}, $y->{nests}{$_}) } sort keys %{ $x->{nests} };
   my $share  = sub { my ($array, $nest) = @_; return $array->{nests}{$nest}{misses} / $array->{misses} };
   return { arrays => [ $x, $y ], nests => \@shared, affinity => sum0(map { min($share->($x, $_), $share->($y, $_)) } @shared) };
}

# Which arrays are joined by pairs, directly or by way of others.
sub joined {
   my (@pairs) = @_;
   my (%group, @groups);
   for my $pair (@pairs) {
      my ($x, $y) = map { $group{ $_->{object}{id} } // { arrays => [$_], pairs => [] } } @{ $pair->{arrays} };
      if ($x != $y) { push @{ $x->{$_} }, @{ $y->{$_} } for qw(arrays pairs); }
      push @{ $x->{pairs} }, $pair;
      $group{ $_->{object}{id} } = $x for @{ $x->{arrays} };
   }
   my %seen;
   return grep { !$seen{$_}++ } map { $group{ $_->{arrays}[0]{object}{id} } } @pairs;
}

sub group_of {
   my ($joined) = @_;
   my @arrays = sort { $b->{misses} <=> $a->{misses} || $a->{object}{id} <=> $b->{object}{id} } @{ $joined->{arrays} };
   my @nests  = uniq map { @{ $_->{nests} } } @{ $joined->{pairs} };
   my (%functions, $main);
   my $misses = 0;
   for my $nest (map { my $array = $_; map { $array->{nests}{$_} // () } @nests } @arrays) {
      $misses += $nest->{misses};
      $functions{$_} += $nest->{functions}{$_} for keys %{ $nest->{functions} };
      $main = $nest if !$main || $nest->{misses} > $main->{misses};
   }
   return { objects => [ map { $_->{object} } @arrays ], affinity => min(map { $_->{affinity} } @{ $joined->{pairs} }), misses => $misses,
      walk => $main->{walk}, gains => 2 * foreseen(@{ $main->{walks} }) < 1 ? 1 : 0,
      functions => [ sort { $functions{$b} <=> $functions{$a} || $a cmp $b } keys %functions ] };
}

sub arrays_together {
   my ($data) = @_;
   my @misses = map { $data->{at}{$_} // () } qw(D1mr D1mw);
   my $all    = sum0(map { $data->{totals}[$_] } @misses);
   my @arrays;
   for my $object (grep { $IS_ARRAY{ $_->{kind} } } @{ $data->{objects} }) {
      my $n = sum0(map { $object->{cost}[$_] } @misses);
      push @arrays, { object => $object, misses => $n, nests => nests_of($data, $object, @misses) } if $n && $n >= $LEAST_OF_PROGRAM * $all;
   }
   my @pairs = map { my $i = $_; map { pair_of(@arrays[ $i, $_ ]) } $i + 1 .. $#arrays } 0 .. $#arrays;
   return sort { $b->{misses} <=> $a->{misses} } map { group_of($_) } joined(grep { $_->{affinity} >= $TOGETHER } @pairs);
}

1;
