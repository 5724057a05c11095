# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Layout::AdviceJson: advice on layouts, for programs (docs/layouts.md, "For programs").
#
# Usage:
#   my $data = advice_data($advice);    # for print_json_data()
#   $advice: { creator, pid, command, profile, data,    # of the first run: its process, command and files
#              before, best, fewest,                       # of Xgrind::Layout::Advice, each layout with `try`, the command that simulates it; fewest: undef if there is something better
#              together,                                   # { numbers, change }: those that go together, the best first; undef if there is one alone
#              tried,                                      # { candidate, change }: all that were simulated
#              mixed }                                     # of Xgrind::Layout::Units: those of several types

package Xgrind::Layout::AdviceJson;
use strict;
use warnings;
use Exporter qw(import);
use JSON::PP ();
use List::Util qw(uniq);
use Xgrind::Layout::Declarations;
use Xgrind::Text::Json;

our @EXPORT = qw(advice_data);

sub whole { return int($_[0] + 0.5); }

# Cycles are sums of whole ones, each with a weight.
sub cycles { return sprintf('%.1f', $_[0]) + 0; }

sub saving {
   my ($before, $change) = @_;
   my ($shared, $left) = @{ $change->{shared} };
   return (
      saved_cycles => cycles($change->{saved}),
      saved_percent => sprintf('%.4f', 100 * $change->{saved} / $before->{cycles}) + 0,
      levels => [ map { { level => $_->{level}, misses => whole($_->{before}), misses_with => whole($_->{after}), loaded_B => whole($_->{loaded_before}), loaded_with_B => whole($_->{loaded_after}) } } @{ $change->{levels} } ],
      sharing_misses => whole($shared),
      sharing_misses_with => whole($left),
      worse => [ map { { function => json_text($_->[0]), cycles => cycles($_->[1]) } } @{ $change->{worse} } ],
   );
}

# What arrays there are then; none if elements stay as they are.
sub arrays {
   my ($candidate) = @_;
   my $member = sub { my ($m) = @_; return { name => json_text($m->{name}), map { $_ => $m->{$_} + 0 } qw(offset size_B at) } };
   return [ map { { element_B => $_->{element_B} + 0, members => [ map { $member->($_) } @{ $_->{members} } ] } } @{ $candidate->{arrays} // [] } ];
}

sub layout {
   my ($before, $one) = @_;
   my $candidate = $one->{candidate};
   my @lines = declarations($candidate->{units}[0], $candidate);
   return {
      objects => [ map { { name => json_text($_->{name}), pattern => json_text($_->{pattern}), ids => [ map { $_->{id} + 0 } @{ $_->{objects} } ], element_B => defined $_->{element_B} ? $_->{element_B} + 0 : undef } } @{ $candidate->{units} } ],
      what_if => [ map { json_text($_) } @{ $candidate->{what_if} } ],
      try     => json_text($one->{try}),
      layout  => json_text($candidate->{what}),
      arrays  => arrays($candidate),
      declaration => [ map { json_text($_) } @lines ],
      more_B => whole($candidate->{more_B}),
      saving($before, $one->{change}),
   };
}

# Numbers of the objects of layouts that were simulated.
sub ids_of { return [ sort { $a <=> $b } uniq map { $_->{id} + 0 } map { @{ $_->{objects} } } map { @{ $_->{candidate}{units} } } @_ ]; }

sub advice_data {
   my ($advice) = @_;
   my ($before, $together) = @$advice{qw(before together)};
   return {
      format  => 'xgrind.layouts',
      version => 1,
      creator => $advice->{creator},
      pid     => $advice->{pid} + 0,
      (map { $_ => json_text($advice->{$_}) } qw(command profile data)),
      cycles  => cycles($before->{cycles}),
      waiting_percent => sprintf('%.4f', 100 * $before->{waiting}) + 0,
      cycles_are_modelled => $before->{is_modelled} ? JSON::PP::true() : JSON::PP::false(),
      mixed    => [ map { json_text($_->{pattern}) } @{ $advice->{mixed} } ],
      tried    => scalar @{ $advice->{tried} },
      tried_objects => ids_of(@{ $advice->{tried} }),
      padded_objects => ids_of(grep { $_->{candidate}{is_padding} } @{ $advice->{tried} }),
      layouts  => [ map { layout($before, $_) } @{ $advice->{best} } ],
      fewest_misses => $advice->{fewest} && layout($before, $advice->{fewest}),
      together => $together ? { layouts => [ map { $_ - 1 } @{ $together->{numbers} } ], saving($before, $together->{change}) } : undef,
   };
}

1;
