# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Merge::Spread: what each function costs in the ranks of a job: least, most, and the ranks that have it.
#
# Usage:
#   my $spread = spread_of_rank($p, 'callgrind.out.7', \@derived);    # of one profile
#   add_spread($sum, $spread, \@functions);      # as add_profile() returns them
#   finish_spread($sum, \%keeps);                # which columns stay; then:
#   my @figures = own_figures($p, $f, \@derived);    # what a function costs by itself in a profile
#   $sum->{columns}                # names of events, also of those by formula
#   $sum->{ranks}                  # [key, name, [totals]], in natural order of their names
#   $sum->{stats}[$f]              # for each column: least, ranks that have it, the first of them, and the same of most;
#                                  # ranks are keys here; undef: the function has no costs of its own
#
# The costs are those of the function's own code; a rank without the function has 0.  All of it can be added in any order
# and grouping with the same result: of the ranks with an extreme, the first is told, by natural order of names, and how many
# there are.  The mean is the function's sum in the profile by the number of ranks.
#
# Most functions cost the same in many ranks, so that costs are noted as text first, with how many ranks have them.

package Xgrind::Merge::Spread;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(spread_of_rank add_spread finish_spread own_figures rank_key zeros_for);

my $VARIANTS_MAX = 32;    # of one function that are noted as text

# Sorts names as people do: numbers by their value.
sub rank_key {
   my ($name) = @_;
   return $name =~ s/0*(\d+)/sprintf '%03d%s', length $1, $1/ger . "\0$name";
}

# What a function costs by itself, with columns by formula.
sub own_figures {
   my ($p, $f, $derived) = @_;
   my (%times, @sum);
   for my $lines (values %{ $p->{lines}[$f] // {} }) { $times{$_}++ for values %$lines; }
   while (my ($text, $n) = each %times) {
      my $i = 0;
      $sum[ $i++ ] += $n * $_ for split ' ', $text;
   }
   return with_derived($p, \@sum, $derived);
}

sub with_derived {
   my ($p, $figures, $derived) = @_;
   my $n = @{ $p->{events} };
   my @all = map { $_ // 0 } @$figures[ 0 .. $n - 1 ];
   for my $formula (@$derived) {
      my $sum = 0;
      $sum += $_->[1] * $all[ $_->[0] ] for @{ $formula->[1] };
      push @all, $sum;
   }
   return @all;
}

sub figures_text {
   my @figures = @_;
   pop @figures while @figures && !$figures[-1];
   return join ' ', @figures;
}

# $derived: events by formula, as derived_events() of Xgrind::Profile::DerivedEvents has them.
sub spread_of_rank {
   my ($p, $name, $derived) = @_;
   my $key = rank_key($name);
   my $totals = $p->{has_totals} ? $p->{totals} : $p->{sum};
   my @variants;
   for my $f (0 .. $#{ $p->{functions} }) {
      my $figures = figures_text(own_figures($p, $f, $derived));
      $variants[$f] = { $figures => [ 1, $key ] } if $figures ne '';
   }
   return {
      columns  => [ @{ $p->{events} }, map { $_->[0] } @$derived ],
      ranks    => [ [ $key, $name, [ with_derived($p, $totals, $derived) ] ] ],
      n        => 1,
      first    => $key,
      variants => \@variants,
      stats    => [],
      without  => {},    # columns that not all have
   };
}

# --- Adding ----------------------------------------------------------------

# Notes that so many ranks cost the same, and the first of them.
sub note_variant {
   my ($spread, $f, $text, $n, $key) = @_;
   my $seen = $spread->{variants}[$f]{$text} //= [ 0, $key ];
   $seen->[0] += $n;
   $seen->[1] = $key if $key lt $seen->[1];
   fold_variants($spread, $f) if $seen->[0] == $n && keys %{ $spread->{variants}[$f] } > $VARIANTS_MAX;
   return;
}

# Figures of no cost in any column of so many ranks.
sub zeros_for {
   my ($spread) = @_;
   return [ map { (0, $spread->{n}, $spread->{first}) x 2 } @{ $spread->{columns} } ];
}

# Adds what is noted as text to a function's extremes.
sub fold_variants {
   my ($spread, $f) = @_;
   my $variants = $spread->{variants}[$f] // return;
   for my $text (keys %$variants) {
      my @figures = split / /, $text;
      my ($n, $key) = @{ $variants->{$text} };
      add_stats($spread, $f, [ map { ($figures[$_] // 0, $n, $key) x 2 } 0 .. $#{ $spread->{columns} } ]);
   }
   undef $spread->{variants}[$f];
   return;
}

# Adds extremes to those of a function.
sub add_stats {
   my ($spread, $f, $more) = @_;
   my $stats = $spread->{stats}[$f];
   if (!$stats) {
      $spread->{stats}[$f] = $more;
      return;
   }
   for (my $i = 0; $i < @$more; $i += 3) {
      my ($value, $n, $key) = @$more[ $i .. $i + 2 ];
      if ($value == $stats->[$i]) {
         $stats->[ $i + 1 ] += $n;
         $stats->[ $i + 2 ] = $key if $key lt $stats->[ $i + 2 ];
      } elsif ($i % 6 ? $value > $stats->[$i] : $value < $stats->[$i]) {
         @$stats[ $i .. $i + 2 ] = ($value, $n, $key);
      }
   }
   return;
}

# Where a column of another spread is here; columns that only one of them has are noted.
sub column_map {
   my ($spread, $other) = @_;
   my %index = map { $spread->{columns}[$_] => $_ } 0 .. $#{ $spread->{columns} };
   my %has   = map { $_ => 1 } @{ $other->{columns} };
   $spread->{without}{$_} = 1 for keys %{ $other->{without} }, grep { !$has{$_} } keys %index;
   my @map = map { $index{$_} } @{ $other->{columns} };
   my @others = grep { !defined $map[$_] || $map[$_] != $_ } 0 .. $#map;
   return @others || @map != @{ $spread->{columns} } ? \@map : undef;
}

# Figures, $size of each column, in the order of the sum's columns.
sub rearranged {
   my ($spread, $map, $size, $none, @figures) = @_;
   my @to = (@$none) x @{ $spread->{columns} };
   for my $column (grep { defined $map->[$_] } 0 .. $#$map) {
      @to[ map { $size * $map->[$column] + $_ } 0 .. $size - 1 ] = map { $_ // 0 } @figures[ map { $size * $column + $_ } 0 .. $size - 1 ];
   }
   return @to;
}

sub rearrange {
   my ($spread, $other, $map) = @_;
   my $none = [ (0, $other->{n}, $other->{first}) x 2 ];
   $_->[2] = [ rearranged($spread, $map, 1, [0], @{ $_->[2] }) ] for @{ $other->{ranks} };
   $_ &&= [ rearranged($spread, $map, 6, $none, @$_) ] for @{ $other->{stats} };
   for my $variants (@{ $other->{variants} }) {
      my %old = %{ $variants // next };
      %$variants = ();
      for my $text (keys %old) {
         my ($n, $key) = @{ $old{$text} };
         my $seen = $variants->{ figures_text(rearranged($spread, $map, 1, [0], split / /, $text)) } //= [ 0, $key ];
         $seen->[0] += $n;
         $seen->[1] = $key if $key lt $seen->[1];
      }
   }
   return;
}

sub add_spread {
   my ($spread, $other, $functions) = @_;
   my $map = column_map($spread, $other);
   rearrange($spread, $other, $map) if $map;
   my @is_there;
   for my $f (0 .. $#$functions) {
      my ($variants, $stats) = ($other->{variants}[$f], $other->{stats}[$f]);
      next if !$variants && !$stats;
      my $to = $functions->[$f];
      $is_there[$to] = 1;
      note_variant($spread, $to, '', $spread->{n}, $spread->{first}) if !$spread->{variants}[$to] && !$spread->{stats}[$to];
      add_stats($spread, $to, $stats) if $stats;
      note_variant($spread, $to, $_, @{ $variants->{$_} }) for keys %{ $variants // {} };
   }
   my $last = $#{ $spread->{variants} } > $#{ $spread->{stats} } ? $#{ $spread->{variants} } : $#{ $spread->{stats} };
   for my $f (grep { !$is_there[$_] && ($spread->{variants}[$_] || $spread->{stats}[$_]) } 0 .. $last) {
      note_variant($spread, $f, '', $other->{n}, $other->{first});
   }
   push @{ $spread->{ranks} }, @{ $other->{ranks} };
   $spread->{n} += $other->{n};
   $spread->{first} = $other->{first} if $other->{first} lt $spread->{first};
   return;
}

# --- At the end ------------------------------------------------------------

sub finish_spread {
   my ($spread, $keeps) = @_;
   fold_variants($spread, $_) for 0 .. $#{ $spread->{variants} };
   my @stay = grep { $keeps->{ $spread->{columns}[$_] } && !$spread->{without}{ $spread->{columns}[$_] } } 0 .. $#{ $spread->{columns} };
   if (@stay < @{ $spread->{columns} }) {
      $_->[2] = [ @{ $_->[2] }[@stay] ] for @{ $spread->{ranks} };
      $_ &&= [ @$_[ map { my $column = $_; map { 6 * $column + $_ } 0 .. 5 } @stay ] ] for @{ $spread->{stats} };
      $spread->{columns} = [ @{ $spread->{columns} }[@stay] ];
   }
   @{ $spread->{ranks} } = sort { $a->[0] cmp $b->[0] || "@{ $a->[2] }" cmp "@{ $b->[2] }" } @{ $spread->{ranks} };
   return;
}

1;
