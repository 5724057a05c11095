# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::AffinityText: arrays that are indexed together, as text.
#
# Usage:
#   print_affinity(arrays_together($data));     # of Xgrind::Findings::Affinity

package Xgrind::Annotate::AffinityText;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(uniq);
use Xgrind::Findings::Walks;
use Xgrind::Objects::Labels;
use Xgrind::Text::CodeNames;
use Xgrind::Text::Names;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;
use Xgrind::Text::Screen;

our @EXPORT = qw(print_affinity);

my $FUNCTIONS_MAX = 3;
my $WIDTH         = 100;

sub entry {
   my ($label, $text) = @_;
   print_wrapped($text, '   ' . padded($label, 10), $WIDTH);
   return;
}

sub print_affinity {
   my (@groups) = @_;
   print_title('Arrays that are indexed together');
   print "None: no two arrays with 1 % of the misses of D1 are walked through alike by the same code.\n" if !@groups;
   my @objects = uniq map { @{ $_->{objects} } } @groups;
   my @labels  = object_labels(@objects);
   my %label   = map { $objects[$_]{id} => visible($labels[$_]) } 0 .. $#objects;
   my $n       = 0;
   for my $group (@groups) {
      my @functions = @{ $group->{functions} };
      my $more = @functions - $FUNCTIONS_MAX;
      print_wrapped(join(', ', map { $label{ $_->{id} } } @{ $group->{objects} }), padded(++$n . '.', 3), $WIDTH);
      entry('Together', sprintf('each with another one in at least %.1f %% of its misses of D1', int(1000 * $group->{affinity}) / 10));
      entry('Misses', commas($group->{misses}) . ' of D1 there');
      entry('Code', join(', ', map { code_name($_) } grep { defined } @functions[ 0 .. $FUNCTIONS_MAX - 1 ]) . ($more > 0 ? ", $more more" : ''));
      entry('Walks', walk_text($group->{walk}));
      entry('Regroup', $group->{gains}
         ? 'each index loads a line of each array: as one array of structures, they would share lines.'
         : 'the lines of each array are used one after the other: sharing them would save no line.');
      print "\n";
   }
   return;
}

1;
