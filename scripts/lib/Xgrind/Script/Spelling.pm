# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Script::Spelling: names that a misspelt one may mean.
#
# Usage:
#   alike('treshold', qw(threshold thread show))    # ('threshold')
#   fail('--sort: there is no event ' . unknown_name('DLMr', \@events));    # "... 'DLMr'; did you mean DLmr?"
#   fail('--sort: there is no event ' . unknown_name('Nix', \@events));     # "... 'Nix', only Ir Dr Dw"

package Xgrind::Script::Spelling;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(min);
use Xgrind::Text::Lists;
use Xgrind::Text::Messages;

our @EXPORT = qw(alike unknown_name);

my $SUGGESTED_MAX = 3;
my $LISTED_MAX    = 12;

# How many letters to insert, leave out, replace or exchange with the next one (optimal string alignment).
sub distance {
   my ($from, $to) = @_;
   my @from = split //, $from;
   my @to   = split //, $to;
   my @rows = ([ 0 .. @to ]);
   for my $i (1 .. @from) {
      my @row = ($i);
      for my $j (1 .. @to) {
         my $same = $from[ $i - 1 ] eq $to[ $j - 1 ];
         $row[$j] = min($rows[-1][$j] + 1, $row[ $j - 1 ] + 1, $rows[-1][ $j - 1 ] + ($same ? 0 : 1));
         $row[$j] = min($row[$j], $rows[-2][ $j - 2 ] + 1)
            if $i > 1 && $j > 1 && $from[ $i - 1 ] eq $to[ $j - 2 ] && $from[ $i - 2 ] eq $to[ $j - 1 ];
      }
      push @rows, \@row;
   }
   return $rows[-1][-1];
}

# The names with the smallest distance, if it is at most a third of the letters; at most three.
sub alike {
   my ($typed, @names) = @_;
   $typed = lc($typed) =~ tr/_/-/r;
   my %distance = map { $_ => distance($typed, $_) } @names;
   my @near     = grep { $distance{$_} <= (length($typed) + 1) / 3 } @names;
   return if !@near;
   my $least = min(@distance{@near});
   my @best  = sort grep { $distance{$_} == $least } @near;
   return @best > $SUGGESTED_MAX ? @best[ 0 .. $SUGGESTED_MAX - 1 ] : @best;
}

# A name that is none of these, and which of them it may mean, whatever its case; or else what there is.
# $where is said after the name: "in both profiles".
sub unknown_name {
   my ($typed, $names, $where) = @_;
   my %meant;
   push @{ $meant{ lc($_) =~ tr/_/-/r } }, $_ for @$names;
   my @alike = map { @{ $meant{$_} } } alike($typed, keys %meant);
   my $start = quoted($typed) . (defined $where ? " $where" : '');
   return "$start; did you mean " . printable(either(@alike)) . '?' if @alike;
   my $more = @$names - $LISTED_MAX;
   return "$start, only " . printable(join ' ', @$names) if $more <= 1;
   return "$start, only " . printable(join ' ', @$names[ 0 .. $LISTED_MAX - 1 ]) . " and $more more";
}

1;
