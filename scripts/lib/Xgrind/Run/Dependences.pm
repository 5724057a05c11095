# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Run::Dependences: which code reads what other code has stored (docs/dependences.md), from the data file, and what
# follows with the calls of the profile: what exchanges nothing, and which loops could be fused.
#
# Usage:
#   my $d = dependences_of($data, $profile, $graph);     # undef: the run has not counted them; $graph of call_graph()
#   $d->{units}      # [{ region } or { function }]: names; a function is [module, file, name] as in the profile
#   $d->{pairs}      # of two units, most bytes first: { from, to, bytes, first_B, objects => [[object, bytes], ...] }
#   $d->{total_B}    # bytes of all pairs; $d->{own_B}: what units read of their own
#   my @main = main_pairs($d, 1);                # those of 1 % of the bytes or more
#   my @apart = units_apart($d, @main);          # [unit, unit], of those of these pairs: no way leads from one to the other
#   my @loops = loops_to_fuse($d, @main);        # { pair, entries, iterations }
#
# Units are numbers, in the order in which they first loaded or stored.  A way leads over bytes that are read.

package Xgrind::Run::Dependences;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0 uniq);
use Xgrind::Data::DataFile;
use Xgrind::Profile::Model;
use Xgrind::Profile::StartUp;

our @EXPORT = qw(dependences_of main_pairs units_apart loops_to_fuse);

# --- Units and pairs --------------------------------------------------------

# Functions of the profile by module and name.
sub functions_by_name {
   my ($p) = @_;
   my %functions;
   for my $f (0 .. $#{ $p->{functions} }) {
      my ($module, undef, $name) = function_names($p, $f);
      push @{ $functions{$module}{$name} }, $f;
   }
   return \%functions;
}

sub unit_of {
   my ($raw, $data, $by_name) = @_;
   return { region => $raw->{region}, functions => [] } if defined $raw->{region};
   my $f = $data->{functions}[ $raw->{function} ];
   my $module = $f->{module} eq '' ? '???' : $f->{module};
   return { function => [ $module, $f->{file} eq '' ? '???' : $f->{file}, $f->{name} ], functions => $by_name->{$module}{ $f->{name} } // [] };
}

sub pairs_of {
   my ($flows, $objects) = @_;
   my (%pair, $own_B);
   for my $flow (@$flows) {
      my ($from, $to, $id, $bytes, $first_B) = @$flow;
      if ($from == $to) {
         $own_B += $bytes;
         next;
      }
      my $pair = $pair{"$from $to"} //= { from => $from, to => $to, bytes => 0, first_B => 0, objects => [] };
      $pair->{bytes}   += $bytes;
      $pair->{first_B} += $first_B;
      push @{ $pair->{objects} }, [ defined $id ? $objects->{$id} : undef, $bytes ];
   }
   my @pairs = sort { $b->{bytes} <=> $a->{bytes} || $a->{from} <=> $b->{from} || $a->{to} <=> $b->{to} } values %pair;
   return (\@pairs, $own_B // 0);
}

sub dependences_of {
   my ($data, $p, $graph) = @_;
   my $section = section($data, 'dependences') // return undef;
   my $by_name = functions_by_name($p);
   my %objects = map { $_->{id} => $_ } @{ $data->{objects} };
   my ($pairs, $own_B) = pairs_of($section->{flows}, \%objects);
   return { units => [ map { unit_of($_, $data, $by_name) } @{ $section->{units} } ], pairs => $pairs, own_B => $own_B,
      total_B => sum0(map { $_->{bytes} } @$pairs), profile => $p, is_start_up => start_up_functions($p, $graph) };
}

sub main_pairs {
   my ($d, $percent) = @_;
   return grep { $_->{bytes} && $_->{bytes} * 100 >= $percent * $d->{total_B} } @{ $d->{pairs} };
}

# --- What follows ------------------------------------------------------------

# All that can be come to from `start`.
sub reached {
   my ($next, @start) = @_;
   my %seen = map { $_ => 1 } @start;
   my @todo = @start;
   while (@todo) {
      my $at = pop @todo;
      for my $to (@{ $next->{$at} // [] }) { push @todo, $to if !$seen{$to}++; }
   }
   return \%seen;
}

# Functions that each function calls.
sub callees_of {
   my ($p) = @_;
   my %next;
   for my $f (grep { $p->{arcs}[$_] } 0 .. $#{ $p->{arcs} }) { $next{$f} = [ keys %{ $p->{arcs}[$f] } ]; }
   return \%next;
}

# Whether one of the two calls the other, however far: its arguments are no more than that.
sub is_within {
   my ($calls, $x, $y) = @_;
   return scalar grep { my $f = $_; grep { $calls->{$f}{$_} } @{ $y->{functions} } } @{ $x->{functions} };
}

# What is called from each function of these units.
sub calls_from {
   my ($d, @units) = @_;
   my $next = callees_of($d->{profile});
   return { map { $_ => reached($next, $_) } uniq map { @{ $d->{units}[$_]{functions} } } @units };
}

sub are_related {
   my ($calls, $x, $y) = @_;
   return is_within($calls, $x, $y) || is_within($calls, $y, $x);
}

# The functions of a unit that are not of what only starts the program.
sub own_functions {
   my ($d, $unit) = @_;
   return grep { !$d->{is_start_up}[$_] } @{ $d->{units}[$unit]{functions} };
}

# Only units whose calls are known can be told to have nothing to do with each other.
sub units_apart {
   my ($d, @pairs) = @_;
   my @units = grep { own_functions($d, $_) } sort { $a <=> $b } uniq map { @$_{qw(from to)} } @pairs;
   my %next;
   push @{ $next{ $_->{from} } }, $_->{to} for @{ $d->{pairs} };
   my %reached = map { $_ => reached(\%next, $_) } @units;
   my $calls = calls_from($d, @units);
   my @apart;
   for my $i (0 .. $#units) {
      for my $j ($i + 1 .. $#units) {
         my ($x, $y) = @units[ $i, $j ];
         next if $reached{$x}{$y} || $reached{$y}{$x} || are_related($calls, @{ $d->{units} }[ $x, $y ]);
         push @apart, [ $x, $y ];
      }
   }
   return @apart;
}

# How often a function is called, and a loop went round; undef: it is none.
sub rounds_of {
   my ($p, $unit) = @_;
   my %is = map { $_ => 1 } @{ $unit->{functions} };
   my @rounds = grep { defined } @{ $p->{iterations} }[ keys %is ];
   return undef if !@rounds;
   my $entries = sum0(map { my $calls = $_ // {}; map { $calls->{$_}[0] // 0 } grep { $is{$_} } keys %$calls } @{ $p->{arcs} });
   return [ $entries, sum0(@rounds) ];
}

sub loops_to_fuse {
   my ($d, @pairs) = @_;
   my $p = $d->{profile};
   my $calls = calls_from($d, map { @$_{qw(from to)} } @pairs);
   my @fuse;
   for my $pair (@pairs) {
      my ($x, $y) = @{ $d->{units} }[ @$pair{qw(from to)} ];
      my ($of_x, $of_y) = map { rounds_of($p, $_) } $x, $y;
      next if $pair->{from} > $pair->{to} || !$of_x || !$of_y || "@$of_x" ne "@$of_y" || are_related($calls, $x, $y);
      push @fuse, { pair => $pair, entries => $of_x->[0], iterations => $of_x->[1] };
   }
   return @fuse;
}

1;
