# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Merge::Addition: adds a profile to another.
#
# Usage:
#   my @functions = add_profile($sum, $p);    # the number in $sum of each function of $p
#
# Both were read with detail => 'all' and no_chains (Xgrind::Profile::Model has what they consist of).  $p must not be
# used afterwards, as its parts can have become parts of the sum.

package Xgrind::Merge::Addition;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Profile::Model;

our @EXPORT = qw(add_profile);

# Where each element of a list is in another; undef: at the same place.
sub moved {
   my (@to) = @_;
   return (grep { $to[$_] != $_ } 0 .. $#to) ? \@to : undef;
}

# The numbers in the sum of events, names and functions.
sub maps_into {
   my ($sum, $p) = @_;
   my @events = map { $sum->{event_index}{$_} //= push(@{ $sum->{events} }, $_) - 1 } @{ $p->{events} };
   my @names  = map { intern($sum, $_) } @{ $p->{names} };
   my @functions = map { function_of($sum, @names[@$_]) } @{ $p->{functions} };
   return { events => moved(@events), name => \@names, function => \@functions,
      names => moved(@names), functions => moved(@functions) };
}

# Figures in the order of the sum's events; the first $n are of no event.
sub figures_of {
   my ($events, $text, $n) = @_;
   return $text if !$events;
   my @figures = split ' ', $text;
   my @moved = splice @figures, 0, $n;
   $moved[ $n + $events->[$_] ] = $figures[$_] for 0 .. $#figures;
   return join ' ', map { $_ // 0 } @moved;
}

# Adds texts of figures by key; $key_of changes keys, if it is given.
sub add_cells {
   my ($to, $from, $events, $n, $key_of) = @_;
   while (my ($key, $text) = each %$from) {
      my $cell = \$to->{ $key_of ? $key_of->($key) : $key };
      $text  = figures_of($events, $text, $n);
      $$cell = defined $$cell ? add_texts($$cell, $text) : $text;
   }
   return;
}

# Keys of calls: location, callee, position in it.
sub call_key {
   my ($maps) = @_;
   return undef if !$maps->{functions};
   return sub {
      my ($location, $callee, $target) = split /;/, $_[0], -1;
      return "$location;$maps->{function}[$callee];$target";
   };
}

# Keys of jumps: location, kind, file, function's name, position there.
sub jump_key {
   my ($maps) = @_;
   return undef if !$maps->{names};
   return sub {
      my ($location, $kind, $file, $name, $target) = split /;/, $_[0], -1;
      return "$location;$kind;$maps->{name}[$file];$maps->{name}[$name];$target";
   };
}

# Adds one kind of figures: costs, calls or jumps of each function in each file.
sub add_kind {
   my ($sum, $p, $maps, $kind, $events, $n, $key_of) = @_;
   for my $f (0 .. $#{ $p->{$kind} }) {
      my $files = $p->{$kind}[$f] // next;
      my $to = $sum->{$kind}[ $maps->{function}[$f] ] //= {};
      for my $file (keys %$files) {
         my $cells = \$to->{ $maps->{name}[$file] };
         if (!$$cells && !$events && !$key_of) { $$cells = $files->{$file}; }
         else                                  { add_cells($$cells //= {}, $files->{$file}, $events, $n, $key_of); }
      }
   }
   return;
}

sub add_profile {
   my ($sum, $p) = @_;
   my $maps   = maps_into($sum, $p);
   my $events = $maps->{events};
   $sum->{kinds}{$_} = 1 for keys %{ $p->{kinds} // {} };
   add_kind($sum, $p, $maps, 'lines',     $events, 0);
   add_kind($sum, $p, $maps, 'all_calls', $events, 1, call_key($maps));
   add_kind($sum, $p, $maps, 'jumps',     undef,   0, jump_key($maps));
   for my $f (grep { $p->{iterations}[$_] } 0 .. $#{ $p->{iterations} }) { add_iterations($sum, $maps->{function}[$f], $p->{iterations}[$f], @{ $p->{trips}[$f] // [] }); }
   for my $list (qw(totals sum)) {
      my $figures = $p->{$list};
      $sum->{$list}[ $events ? $events->[$_] : $_ ] += $figures->[$_] // 0 for 0 .. $#$figures;
   }
   $sum->{has_totals} &&= $p->{has_totals};
   return @{ $maps->{function} };
}

1;
