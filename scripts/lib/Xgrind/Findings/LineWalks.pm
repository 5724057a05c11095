# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::LineWalks: how lines of source walk through memory objects (docs/walks.md).
#
# Usage:
#   my $walks = line_walks($data);           # of Xgrind::Data::DataFile, named
#   my $text  = $walks->{'/src/a.c'}{24};    # "u, v: in steps of 4,800 bytes, from row to row"
#
# A line walks if it has at least 1 % of the program's misses of D1, and in an object if it has a tenth of its own there:
# less is hardly worth a sentence.  Walks without an order are left out.

package Xgrind::Findings::LineWalks;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Findings::Walks;
use Xgrind::Objects::Labels;

our @EXPORT = qw(line_walks);

my $LEAST_OF_PROGRAM = 100;    # a hundredth of the program's misses
my $LEAST_OF_LINE    = 10;     # a tenth of the line's

# By file and line, [object, walk, misses of D1] of each object there.
sub entries_of {
   my ($data) = @_;
   my @misses = map { $data->{at}{$_} // () } qw(D1mr D1mw);
   my %entries;
   for my $object (@{ $data->{objects} }) {
      for my $line (@{ $object->{lines} }) {
         my $file = $data->{functions}[ $line->{function} ]{file};
         push @{ $entries{$file}{ $line->{line} } }, [ $object, $line->{walk}, sum0(map { $line->{cost}[$_] } @misses) ];
      }
   }
   return (\%entries, sum0(map { $data->{totals}[$_] } @misses));
}

# The objects that a line walks through alike are named together, those with most misses first.
sub text_of {
   my (@entries) = @_;
   my $all = sum0(map { $_->[2] } @entries);
   my (%names, @order);
   for my $entry (sort { $b->[2] <=> $a->[2] || $a->[0]{id} <=> $b->[0]{id} } @entries) {
      my ($object, $walk, $misses) = @$entry;
      next if !$walk || $misses * $LEAST_OF_LINE < $all;
      my $is = walk_of([$walk], $object);
      next if $is->{kind} eq 'mixed';
      my $text = walk_text($is);
      push @order, $text if !$names{$text};
      my $label = object_label($object);
      push @{ $names{$text} }, $label if !grep { $_ eq $label } @{ $names{$text} // [] };
   }
   return join '; ', map { join(', ', @{ $names{$_} }) . ": $_" } @order;
}

sub line_walks {
   my ($data) = @_;
   my ($entries, $total) = entries_of($data);
   my %walks;
   for my $file (keys %$entries) {
      for my $line (keys %{ $entries->{$file} }) {
         my @at = @{ $entries->{$file}{$line} };
         next if sum0(map { $_->[2] } @at) * $LEAST_OF_PROGRAM < $total;
         my $text = text_of(@at);
         $walks{$file}{$line} = $text if $text ne '';
      }
   }
   return \%walks;
}

1;
