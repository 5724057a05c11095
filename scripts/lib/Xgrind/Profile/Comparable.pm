# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::Comparable: what two profiles say that makes a comparison of them mean less.
#
# Usage:
#   my $not = not_compared($before, $after);     # of Xgrind::Profile::Reader: event -> a sentence that says why, though both have it
#   warn_user($_) for values %$not, two_machines($before, $after);    # a sentence, or none

package Xgrind::Profile::Comparable;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(not_compared two_machines);

my $TWO_ESTIMATES = 'CEst is not compared: one profile has cycles of a model of the processor (--cycles=yes), the other one only misses to'
   . ' estimate them from';
my $TWO_MACHINES  = 'the runs have simulated different machines, so what misses and takes cycles may differ for that alone';

# Estimated cycles mean two things.
sub not_compared {
   my @modelled = grep { defined $_->{event_index}{CyBase} } @_;
   return @modelled == 1 ? { CEst => $TWO_ESTIMATES } : {};
}

# Do the profiles say that their caches, latencies and processors differ?
sub two_machines {
   my ($x, $y) = map { $_->{machines} // {} } @_;
   my $differ = grep { $x->{$_} && $y->{$_} && join("\n", sort keys %{ $x->{$_} }) ne join("\n", sort keys %{ $y->{$_} }) } keys %$x;
   return $differ ? $TWO_MACHINES : ();
}

1;
