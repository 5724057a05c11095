# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::SourceColumns: does a line go down columns, as the source says it?
#
# Usage:
#   my @names = columns_at($function, $line);    # a function of the data file; ('rows') of rows[y][x], if the inner loop counts y
#   # (): it does not, the source is not there, or does not say it
#
# Where each row is an allocation of its own, steps from row to row have several lengths, as allocators leave gaps, so that a walk alone
# does not know them from those through structures.  C and C++: Fortran has its arrays in one piece.

package Xgrind::Findings::SourceColumns;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(any);
use Xgrind::Objects::Variables;
use Xgrind::Source::CountedLoops;
use Xgrind::Source::SourceLines;
use Xgrind::Source::Tokens;

our @EXPORT = qw(columns_at);

my ($BEFORE, $BEHIND) = (200, 60);    # lines around

# The tokens of each index behind a name: of rows[y + 1][x], [y + 1] and [x].
sub indices_behind {
   my ($t, $i) = @_;
   my @indices;
   for (my $at = $i + 1; ($t->{text}[$at] // '') eq '[' && defined $t->{match}[$at]; $at = $t->{match}[$at] + 1) {
      push @indices, [ @{ $t->{text} }[ $at + 1 .. $t->{match}[$at] - 1 ] ];
   }
   return @indices;
}

sub has { my ($tokens, @names) = @_; return any { my $token = $_; any { $_ eq $token } @names } @$tokens; }

sub columns_at {
   my ($function, $line) = @_;
   my $source = trusted_source({ %$function, line => $line }) // return;
   return if $source->{language} ne 'c';
   my $t = bracketed(tokens_of($source, $line - $BEFORE, $line + $BEHIND));
   my @loops = loops_around($t, 'c', $line);
   return if @loops < 2;
   my ($inner, @outer) = reverse map { $_->{counter} } @loops;
   my @names;
   for my $i (grep { $t->{line}[$_] == $line && is_name($t->{text}[$_]) } 0 .. $#{ $t->{text} }) {
      my ($last, @before) = reverse indices_behind($t, $i);
      next if !@before || has($last, $inner) || !has($last, @outer);
      push @names, $t->{text}[$i] if any { has($_, $inner) } @before;
   }
   return @names;
}

1;
