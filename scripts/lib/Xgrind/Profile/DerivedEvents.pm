# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::DerivedEvents: events that a profile has by a formula, such as estimated cycles.
#
# Usage:
#   my $p = read_profiles(\@files, detail => 'lines', fold => 1);
#   add_derived_events($p);           # ... and its costs have them after the recorded events
#   my @derived = derived_events($p);    # before that: [name, [ [index of an event, factor], ... ]]
#   $p->{formulas}{CEst}              # the terms of one that was added
#   my @terms = usual_cycles(\%has);     # [event, factor], of the events that a profile has
#
# A header line "event: NAME = FORMULA : LONG NAME" adds NAME, as in KCachegrind.  A formula is a sum of
# events, each perhaps with a whole number before it: "Ir + 12 I1mr + 12 D1mr".  Lines with other
# formulas, with events that the profile does not have, or for an event that is recorded, are left out.

package Xgrind::Profile::DerivedEvents;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Profile::EventTable;

our @EXPORT = qw(add_derived_events derived_events usual_cycles);

# KCachegrind's estimate of cycles, for profiles without a formula of their own.
sub usual_cycles {
   my ($has) = @_;
   return grep { exists $has->{ $_->[0] } } @EVENT_CYCLES;
}

# The terms of a formula, as [index of an event, factor]; undef: not such a formula.
sub terms_of {
   my ($p, $formula) = @_;
   my @terms;
   for my $term (split /\+/, $formula, -1) {
      my ($factor, $event) = $term =~ /^\s*(?:(\d{1,9})\s*\*?\s*)?([A-Za-z_]\w*)\s*\z/ or return;
      return if !defined $p->{event_index}{$event};
      push @terms, [ $p->{event_index}{$event}, $factor // 1 ];
   }
   return \@terms;
}

# The events to be added: [name, terms].
sub derived_events {
   my ($p) = @_;
   my @derived;
   for my $name (sort keys %{ $p->{event_lines} }) {
      next if defined $p->{event_index}{$name};
      my ($formula) = $p->{event_lines}{$name} =~ /^\S+\s*=\s*([^:]*?)\s*(?::|\z)/ or next;
      my $terms = terms_of($p, $formula) or next;
      push @derived, [ $name, $terms ];
   }
   return @derived;
}

# Appends derived costs to a list of costs, which starts at $first in the array.
sub extend {
   my ($costs, $first, $n_events, $derived) = @_;
   for my $i (0 .. $#$derived) {
      my $sum = 0;
      $sum += $_->[1] * ($costs->[ $first + $_->[0] ] // 0) for @{ $derived->[$i][1] };
      $costs->[ $first + $n_events + $i ] = $sum if $sum;
   }
   return;
}

sub add_derived_events {
   my ($p) = @_;
   my @derived = derived_events($p) or return;
   my $n = @{ $p->{events} };
   my @all = ($p->{totals}, grep { defined } @{ $p->{self} });
   for my $files (grep { defined } @{ $p->{lines} }) {
      push @all, map { values %$_ } values %$files;
   }
   extend($_, 0, $n, \@derived) for @all;
   my @calls = map { values %$_ } grep { defined } @{ $p->{arcs} };
   for my $files (grep { defined } @{ $p->{line_calls} }) {
      push @calls, map { values %$_ } values %$files;
   }
   extend($_, 1, $n, \@derived) for @calls;
   for my $d (@derived) {
      $p->{event_index}{ $d->[0] } = @{ $p->{events} };
      push @{ $p->{events} }, $d->[0];
      $p->{formulas}{ $d->[0] } = $d->[1];
   }
   return;
}

1;
