# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::Together: can the objects of a finding become one array of structures?
#
# Usage:
#   if (are_indexed_together($data, $finding)) { ... }    # of Xgrind::Data::Misses and ::MissFindings
#
# They have equally many elements, and as many allocations; at least half of the misses of each are in loop nests that they share,
# as shares of both (docs/walks.md, "Arrays that are indexed together"); and where the source names indices of two of them, one is the same.
# Elements are those of their types; where a type is not known, sizes have to be equal.

package Xgrind::Findings::Together;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(any min sum0 uniq);
use Xgrind::Objects::Labels;
use Xgrind::Objects::Members;
use Xgrind::Objects::Variables;
use Xgrind::Source::SourceLines;
use Xgrind::Source::Tokens;

our @EXPORT = qw(are_indexed_together);

my $TOGETHER = 0.5;

# --- Elements --------------------------------------------------------------

sub size_of_each {
   my ($object) = @_;
   return $object->{kind} eq 'heap' ? $object->{total_B} / ($object->{count} || 1) : $object->{size_B};
}

sub have_equally_many {
   my ($data, @objects) = @_;
   return 0 if 1 < uniq map { $_->{kind} eq 'heap' ? $_->{count} : 1 } @objects;
   return 1 if 1 == uniq map { size_of_each($_) } @objects;
   my $time   = (stat $data->{profile}{file})[9];
   my @shapes = map { shape_of($_, $time) // members_of($_, $time) } @objects;
   return 0 if any { !$_ || !$_->{element_B} } @shapes;
   return 1 == uniq map { size_of_each($objects[$_]) / $shapes[$_]{element_B} } 0 .. $#objects;
}

# --- Loops -----------------------------------------------------------------

# Of both, the part of their misses in nests that they share.
sub affinity {
   my ($x, $y) = @_;
   my ($all_x, $all_y) = map { sum0(values %$_) || 1 } $x, $y;
   return sum0(map { min($x->{$_} / $all_x, $y->{$_} / $all_y) } grep { $y->{$_} } keys %$x);
}

# --- Indices ---------------------------------------------------------------

# The indices of a variable in a line, as texts: "i" of x[i], "i][j" of x[i][j].
sub indices_at {
   my ($source, $line, $name) = @_;
   my $t = bracketed(tokens_of($source, $line, $line));
   my $opening = $source->{language} eq 'fortran' ? '(' : '[';
   my @indices;
   for my $i (grep { lc $t->{text}[$_] eq lc $name } 0 .. $#{ $t->{text} }) {
      my ($at, @of) = ($i + 1);
      while (($t->{text}[$at] // '') eq $opening && defined $t->{match}[$at]) {
         push @of, joined(@{ $t->{text} }[ $at + 1 .. $t->{match}[$at] - 1 ]);
         $at = $t->{match}[$at] + 1;
      }
      push @indices, join '][', @of if @of;
   }
   return @indices;
}

# All indices of each object in the lines of a finding.
sub indices_of {
   my ($finding) = @_;
   my @names = map { object_label($_->{object}) =~ s/.*(?:->|\.|%|::)//sr } @{ $finding->{objects} };
   my @indices = map { {} } @names;
   for my $code (grep { $_->{line} } @{ $finding->{code} }) {
      my $source = trusted_source({ %{ $code->{function} }, line => $code->{line} }) // next;
      for my $i (0 .. $#names) {
         $indices[$i]{$_} = 1 for indices_at($source, $code->{line}, $names[$i]);
      }
   }
   return @indices;
}

sub have_one_index {
   my ($finding) = @_;
   my ($first, @others) = grep { %$_ } indices_of($finding);
   return !any { my $other = $_; !any { $first->{$_} } keys %$other } @others;
}

sub are_indexed_together {
   my ($data, $finding) = @_;
   my ($first, @others) = @{ $finding->{objects} };
   return 0 if !@others || !have_equally_many($data, map { $_->{object} } $first, @others);
   return 0 if any { affinity($first->{nests}, $_->{nests}) < $TOGETHER } @others;
   return have_one_index($finding);
}

1;
