# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::FunctionsJson: functions, cycles and calls of a profile for programs.
#
# Usage:
#   print_json($version, $profile, $self, $graph, $total, \@rows);
#   print_csv($selection, $profile, $self, $graph, \@rows);

package Xgrind::Annotate::FunctionsJson;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Profile::CallGraph;
use Xgrind::Profile::Model;
use Xgrind::Text::Json;
use Xgrind::Text::Print;

our @EXPORT = qw(print_json print_csv);

# Costs by event, as numbers.
sub figures {
   my ($p, $cost) = @_;
   return { map { json_text($p->{events}[$_]) => ($cost->[$_] // 0) + 0 } 0 .. $#{ $p->{events} } };
}

# A function, without its calls.
sub identity {
   my ($p, $f) = @_;
   my ($module, $file, $name) = map { json_text($_) } function_names($p, $f);
   return (object => $module, file => $file, name => $name);
}

# Of a loop that is not irreducible: how often it went round, and least and most in one entry, as far as they are known.
sub json_loop {
   my ($p, $f) = @_;
   my $n = $p->{iterations}[$f] // return ();
   my ($least, $most) = @{ $p->{trips}[$f] // [] };
   return (loop => { iterations => $n + 0, map { $_->[0] => defined $_->[1] ? $_->[1] + 0 : undef } [ least => $least ], [ most => $most ] });
}

sub json_function {
   my ($p, $self, $graph, $f) = @_;
   my (undef, $callees) = neighbours($graph, $f);
   my $cycle = $graph->{cycle_of}[$f];
   my @calls = map {
      my ($n, @cost) = @{ $callees->{$_} };
      +{ identity($p, $_), calls => ($n // 0) + 0,
         inclusive => within_cycle($graph, $f, $_) ? undef : figures($p, \@cost) }
   } sort { $a <=> $b } keys %$callees;
   return {
      identity($p, $f),
      self      => figures($p, $self->[$f]),
      inclusive => figures($p, $graph->{inclusive}[$f]),
      cycle     => defined $cycle ? $cycle + 1 : undef,
      calls     => \@calls,
      json_loop($p, $f),
   };
}

sub print_json {
   my ($version, $p, $self, $graph, $total, $rows) = @_;
   my @parts = map {
      my $part = $_;
      +{ map { $_ => json_text($part->{$_}) } qw(file cmd pid part thread thread_name trigger) }
   } @{ $p->{parts} };
   my @cycles = map {
      my $cycle = $_;
      +{ inclusive => figures($p, $cycle->{inclusive}), self => figures($p, $cycle->{self}),
         members => [ map { +{ identity($p, $_) } } @{ $cycle->{members} } ] }
   } @{ $graph->{cycles} };
   print_json_data({
      format    => 'xgrind.functions',
      version   => 1,
      creator   => "xgrind_annotate-$version",
      parts     => \@parts,
      events    => [ map { json_text($_) } @{ $p->{events} } ],
      totals    => figures($p, $total),
      functions => [ map { json_function($p, $self, $graph, $_) } map { $_->{function} // () } @$rows ],
      cycles    => \@cycles,
   });
   return;
}

# One line for each function; with the costs of its own and the inclusive ones.
sub print_csv {
   my ($selection, $p, $self, $graph, $rows) = @_;
   my @show   = @{ $selection->{show} };
   my @events = @{ $p->{events} }[@show];
   print_row(qw(object file function cycle), (map { "self $_" } @events), map { "inclusive $_" } @events);
   for my $f (map { $_->{function} // () } @$rows) {
      my $cycle = $graph->{cycle_of}[$f];
      print_row(function_names($p, $f), defined $cycle ? $cycle + 1 : '',
         @{ $self->[$f] }[@show], @{ $graph->{inclusive}[$f] }[@show]);
   }
   return;
}

1;
