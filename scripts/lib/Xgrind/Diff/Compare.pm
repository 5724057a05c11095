# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Diff::Compare: the differences between two profiles, by function and by call.
#
# Usage:
#   my $side = read_side($file, sub { renamed($_[0]) });      # for each of the two
#   my $diff = compare_sides($before, $after);
#   $diff->{events}       # names of the events that both have
#   $diff->{only}         # [names that only the first has], [only the second]
#   $diff->{total}        # [costs before, costs after], as everywhere below
#   $diff->{functions}    # { names => [module, file, name], self, inclusive }
#   $diff->{calls}        # { from, to: names; count: [n, n], cost }
#
#   $diff->{columns}      # what can be compared: key -> column (Xgrind::Diff::DiffColumns); those of both profiles' events are $diff->{profile}'s
#   $diff->{match}        # which functions are the same (Xgrind::Profile::Matching)
#   $diff->{not_compared} # event -> a sentence that says why, though both profiles have it
#   $diff->{warnings}     # sentences

package Xgrind::Diff::Compare;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Diff::DiffColumns;
use Xgrind::Profile::CallGraph;
use Xgrind::Profile::Comparable;
use Xgrind::Profile::DerivedEvents;
use Xgrind::Profile::Matching;
use Xgrind::Profile::Model;
use Xgrind::Profile::Reader;

our @EXPORT = qw(read_side compare_sides);

# Reads a profile and adds up functions whose names become equal by renaming.
sub read_side {
   my ($file, $rename) = @_;
   my $p     = read_profiles([$file], detail => 'functions', fold => 1);
   add_derived_events($p);
   my $self  = self_costs($p);
   my $graph = call_graph($p, $self);
   my %side  = (profile => $p, total => program_totals($p, $self), self => {}, inclusive => {}, calls => {}, names => {});
   my @key;
   for my $f (0 .. $#{ $p->{functions} }) {
      my @names = map { $rename->($_) } function_names($p, $f);
      $key[$f] = join "\0", @names;
      next if !$p->{defined}[$f] && !grep { $_ } @{ $self->[$f] };
      $side{names}{ $key[$f] } = \@names;
      add_costs($side{self}{ $key[$f] }      //= [], $self->[$f]);
      add_costs($side{inclusive}{ $key[$f] } //= [], $graph->{inclusive}[$f]);
   }
   for my $f (0 .. $#key) {
      my $arcs = $p->{arcs}[$f] // next;
      for my $callee (keys %$arcs) {
         $side{names}{ $key[$_] } //= [ split /\0/, $key[$_], -1 ] for $f, $callee;
         my @figures = @{ $arcs->{$callee} };
         $#figures = 0 if within_cycle($graph, $f, $callee);
         add_costs($side{calls}{"$key[$f]\x01$key[$callee]"} //= [], \@figures);
      }
   }
   return \%side;
}

# Costs of a side for these events.
sub chosen {
   my ($side, $events, $cost) = @_;
   my $index = $side->{profile}{event_index};
   return [ map { ($cost // [])->[ $index->{$_} ] // 0 } @$events ];
}

# Costs of both sides: [before, after].
sub pair {
   my ($sides, $events, $x, $y) = @_;
   return [ chosen($sides->[0], $events, $x), chosen($sides->[1], $events, $y) ];
}

sub compare_sides {
   my ($before, $after) = @_;
   my $sides  = [ $before, $after ];
   my @names  = map { $_->{profile}{events} } @$sides;
   my @profiles = map { $_->{profile} } @$sides;
   my $not    = not_compared(@profiles);
   my @events = grep { defined $after->{profile}{event_index}{$_} && !$not->{$_} } @{ $names[0] };
   my %common = map { $_ => 1 } @events, keys %$not;
   my $match  = match_functions(map { $_->{names} } @$sides);
   my $same   = $match->{same};
   my ($columns, $profile) = common_columns($before, $after, \@events);
   delete @$columns{ keys %$not };
   my %diff   = (
      events => \@events, not_compared => $not,
      warnings => [ values %$not, two_machines(@profiles) ],
      only   => [ map { [ grep { !$common{$_} } @$_ ] } @names ],
      match  => $match, columns => $columns, profile => $profile, names => [ map { $_->{names} } @$sides ],
      total  => pair($sides, \@events, map { $_->{total} } @$sides),
   );
   my (%rows, %calls);    # key of the first side -> key of each side
   for my $n (0, 1) {
      my $translate = sub { $n ? $same->{ $_[0] } // $_[0] : $_[0] };
      $rows{ $translate->($_) }[$n] = $_ for keys %{ $sides->[$n]{self} };
      $calls{ join "\x01", map { $translate->($_) } split /\x01/, $_, -1 }[$n] = $_ for keys %{ $sides->[$n]{calls} };
   }
   my $name_of = sub { $before->{names}{ $_[0] } // $after->{names}{ $_[0] } };
   my $of = sub {
      my ($n, $what, $keys) = @_;
      return defined $keys->[$n] ? $sides->[$n]{$what}{ $keys->[$n] } : undef;
   };
   for my $key (sort keys %rows) {
      my $keys = $rows{$key};
      push @{ $diff{functions} }, {
         names => $name_of->($key), keys => $keys,
         map { my $what = $_; $what => pair($sides, \@events, map { $of->($_, $what, $keys) } 0, 1) } qw(self inclusive)
      };
   }
   for my $key (sort keys %calls) {
      my ($from, $to) = map { $name_of->($_) } split /\x01/, $key, -1;
      my @figures = map { [ @{ $of->($_, 'calls', $calls{$key}) // [] } ] } 0, 1;
      my @count   = map { shift(@$_) // 0 } @figures;
      push @{ $diff{calls} }, { from => $from, to => $to, count => \@count, cost => pair($sides, \@events, @figures) };
   }
   $diff{$_} //= [] for qw(functions calls);
   return \%diff;
}

1;
