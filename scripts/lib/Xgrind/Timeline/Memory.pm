# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Timeline::Memory: which addresses are accessed when, by object.
#
# Usage:
#   my ($panel, ...) = @{ memory_panels($profile, $timeline, $samples, { stores => 'apart' }) };
#   # title      'loads and stores', or 'loads' and 'stores', apart
#   # levels     names of those that serve accesses, fastest first
#   # bands      [ { name, size_B, n, from, to, height } ... ], the highest addresses first; from and to are
#   #            the lowest and the end of the highest address sampled; heights add up to 1
#   # points     [ { x, band, y, is_store, level } ... ]: y from 0, at `from`, to 1, at `to`
#
# At most $BANDS_MAX objects have bands, those with most samples; "other objects" is the rest, by address.

package Xgrind::Timeline::Memory;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max min sum0);
use Xgrind::Objects::ObjectNames;
use Xgrind::Objects::Variables;

our @EXPORT = qw(memory_panels);

my $BANDS_MAX = 12;
my $LEAST     = 0.5;    # of a band's height if all were equal, whatever its samples
my $REST      = 'rest';

# As its programmer calls it.
sub object_name {
   my ($object) = @_;
   return 'unknown' if !$object;
   my $variable = variable_of($object);
   my $name  = defined $variable ? "$variable ($object->{name})" : $object->{name};
   my $place = base_name($object->{place} // '');
   return $place eq '' || defined $variable || $object->{symbol} ne '' ? $name : "$name ($place)";
}

# Numbers of samples with an access that the panel shows.
sub accesses_of {
   my ($samples, $kinds) = @_;
   return grep { $kinds->{ $samples->{kind}[$_] } } 0 .. $#{ $samples->{x} };
}

# The object of each access, or $REST.
sub keys_of {
   my ($samples, @accesses) = @_;
   my %n;
   $n{ $samples->{object}[$_] // '' }++ for @accesses;
   my @order = sort { $n{$b} <=> $n{$a} || $a cmp $b } keys %n;
   my %shown = map { $_ => 1 } @order > $BANDS_MAX + 1 ? @order[ 0 .. $BANDS_MAX - 1 ] : @order;
   return { map { my $key = $samples->{object}[$_] // ''; $_ => $shown{$key} ? $key : $REST } @accesses };
}

sub bands_of {
   my ($object, $samples, $keys, @accesses) = @_;
   my %band;
   for my $i (@accesses) {
      my $band = $band{ $keys->{$i} } //= { from => $samples->{address}[$i], to => 0, n => 0 };
      $band->{from} = min($band->{from}, $samples->{address}[$i]);
      $band->{to} = max($band->{to}, $samples->{address}[$i] + max(1, $samples->{size_B}[$i]));
      $band->{n}++;
   }
   for my $key (keys %band) {
      my $of = $object->{$key};
      $band{$key}{key}    = $key;
      $band{$key}{name}   = $key eq $REST ? 'other objects' : object_name($of);
      $band{$key}{size_B} = $key eq $REST || !$of ? undef : $of->{size_B};
      $band{$key}{height} = $LEAST / keys(%band) + (1 - $LEAST) * sqrt($band{$key}{n});
   }
   my $roots = sum0 map { sqrt $_->{n} } values %band;
   $_->{height} = $LEAST / keys(%band) + (1 - $LEAST) * sqrt($_->{n}) / $roots for values %band;
   # "other objects" lie everywhere: they are below all
   return sort { ($a->{key} eq $REST) <=> ($b->{key} eq $REST) || $b->{from} <=> $a->{from} || $a->{key} cmp $b->{key} } values %band;
}

sub panel {
   my ($object, $timeline, $samples, $title, @kinds) = @_;
   my @accesses = accesses_of($samples, { map { $_ => 1 } @kinds });
   my $keys  = keys_of($samples, @accesses);
   my @bands = bands_of($object, $samples, $keys, @accesses);
   my %at    = map { $bands[$_]{key} => $_ } 0 .. $#bands;
   my @points;
   for my $i (@accesses) {
      my $band = $bands[ $at{ $keys->{$i} } ];
      push @points, {
         x => $samples->{x}[$i], band => $at{ $keys->{$i} }, is_store => $samples->{kind}[$i] == 2 ? 1 : 0, level => $samples->{served}[$i],
         y => ($samples->{address}[$i] - $band->{from}) / (($band->{to} - $band->{from}) || 1),    # beyond 2^53, numbers may be equal
      };
   }
   delete $_->{key} for @bands;
   return { title => $title, levels => $timeline->{served_by}, bands => \@bands, points => \@points };
}

sub memory_panels {
   my ($profile, $timeline, $samples, $options) = @_;
   my %object = map { $_->{id} => $_ } @{ $profile->{objects} };
   return [ panel(\%object, $timeline, $samples, 'loads and stores', 1, 2) ] if ($options->{stores} // '') ne 'apart';
   return [ panel(\%object, $timeline, $samples, 'loads', 1), panel(\%object, $timeline, $samples, 'stores', 2) ];
}

1;
